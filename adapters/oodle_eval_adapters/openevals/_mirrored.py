"""The names that openevals' own `__init__` has; the judges are handed on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on
from oodle_eval_adapters.openevals.exact import exact_match, exact_match_async
from oodle_eval_adapters.openevals.trajectory.match import (
    create_async_trajectory_match_evaluator,
    create_trajectory_match_evaluator,
)

if TYPE_CHECKING:
    from openevals import (
        create_async_llm_as_judge,
        create_async_trajectory_llm_as_judge,
        create_llm_as_judge,
        create_trajectory_llm_as_judge,
    )

__all__ = [
    "create_async_llm_as_judge",
    "create_async_trajectory_llm_as_judge",
    "create_async_trajectory_match_evaluator",
    "create_llm_as_judge",
    "create_trajectory_llm_as_judge",
    "create_trajectory_match_evaluator",
    "exact_match",
    "exact_match_async",
]

__getattr__, __dir__ = handed_on("oodle_eval_adapters.openevals", __all__)
