"""agentevals' comparisons of trajectories; its judges are handed on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on
from oodle_eval_adapters.agentevals.trajectory.match import (
    create_async_trajectory_match_evaluator,
    create_trajectory_match_evaluator,
)

if TYPE_CHECKING:
    from agentevals.trajectory.llm import (  # type: ignore[import-untyped]
        create_async_trajectory_llm_as_judge,
        create_trajectory_llm_as_judge,
    )

__all__ = [
    "create_async_trajectory_llm_as_judge",
    "create_async_trajectory_match_evaluator",
    "create_trajectory_llm_as_judge",
    "create_trajectory_match_evaluator",
]

__getattr__, __dir__ = handed_on(__name__, __all__)
