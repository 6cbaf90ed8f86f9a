"""openevals' judges of trajectories, handed on from `openevals.trajectory.llm`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from openevals.trajectory.llm import (
        TRAJECTORY_ACCURACY_PROMPT,
        TRAJECTORY_ACCURACY_PROMPT_WITH_REFERENCE,
        create_async_trajectory_llm_as_judge,
        create_trajectory_llm_as_judge,
    )

__all__ = [
    "TRAJECTORY_ACCURACY_PROMPT",
    "TRAJECTORY_ACCURACY_PROMPT_WITH_REFERENCE",
    "create_async_trajectory_llm_as_judge",
    "create_trajectory_llm_as_judge",
]

__getattr__, __dir__ = handed_on(__name__, __all__)
