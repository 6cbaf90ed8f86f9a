"""agentevals' trajectory_subset, which its factory replaces."""

from __future__ import annotations

from oodle_eval_adapters._handed_on import handed_on
from oodle_eval_adapters._trajectory_evaluators import deprecated_evaluator
from oodle_eval_adapters.agentevals.trajectory._family import FAMILY

__all__ = ["trajectory_subset", "trajectory_subset_async"]

trajectory_subset, trajectory_subset_async = deprecated_evaluator(FAMILY, "trajectory_subset", "subset")

__getattr__, __dir__ = handed_on(__name__, __all__)
