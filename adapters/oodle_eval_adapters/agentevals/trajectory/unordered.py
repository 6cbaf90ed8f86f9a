"""agentevals' trajectory_unordered_match, which its factory replaces."""

from __future__ import annotations

from oodle_eval_adapters._handed_on import handed_on
from oodle_eval_adapters._trajectory_evaluators import deprecated_evaluator
from oodle_eval_adapters.agentevals.trajectory._family import FAMILY

__all__ = ["trajectory_unordered_match", "trajectory_unordered_match_async"]

trajectory_unordered_match, trajectory_unordered_match_async = deprecated_evaluator(
    FAMILY, "trajectory_unordered_match", "unordered"
)

__getattr__, __dir__ = handed_on(__name__, __all__)
