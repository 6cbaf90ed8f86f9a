"""How agentevals compares calls."""

from __future__ import annotations

from oodle_eval_adapters._trajectory_evaluators import Family

__all__ = ["FAMILY"]

FAMILY = Family("agentevals", missing_is_none=True, is_swapped=False)
