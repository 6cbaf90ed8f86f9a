"""agentevals' helpers of trajectories, handed on from `agentevals.trajectory.utils`."""

from __future__ import annotations

from oodle_eval_adapters._handed_on import handed_on

__getattr__, __dir__ = handed_on(__name__)
