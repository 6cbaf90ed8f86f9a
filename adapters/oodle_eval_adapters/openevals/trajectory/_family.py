"""How openevals compares calls."""

from __future__ import annotations

from oodle_eval_adapters._trajectory_evaluators import Family

__all__ = ["FAMILY"]

FAMILY = Family("openevals", missing_is_none=False, is_swapped=True)
