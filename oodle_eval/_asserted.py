"""Who is told of each `testing.assert_passes`: the pytest plugin, which can't load `testing` in every session."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["told"]

# Called with a score's name and its verdict: "passed", "FAILED", "label" or "not scored".
told: list[Callable[[str, str], None]] = []
