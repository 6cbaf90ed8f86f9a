"""openevals' trajectory_strict_match, which its factory replaces."""

from __future__ import annotations

from oodle_eval_adapters._handed_on import handed_on
from oodle_eval_adapters._trajectory_evaluators import deprecated_evaluator
from oodle_eval_adapters.openevals.trajectory._family import FAMILY

__all__ = ["trajectory_strict_match", "trajectory_strict_match_async"]

trajectory_strict_match, trajectory_strict_match_async = deprecated_evaluator(
    FAMILY, "trajectory_strict_match", "strict"
)

__getattr__, __dir__ = handed_on(__name__, __all__)
