"""agentevals' judges of graph trajectories, handed on from `agentevals.graph_trajectory.llm`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from agentevals.graph_trajectory.llm import (  # type: ignore[import-untyped]
        DEFAULT_REF_COMPARE_PROMPT,
        create_async_graph_trajectory_llm_as_judge,
        create_graph_trajectory_llm_as_judge,
    )

__all__ = [
    "DEFAULT_REF_COMPARE_PROMPT",
    "create_async_graph_trajectory_llm_as_judge",
    "create_graph_trajectory_llm_as_judge",
]

__getattr__, __dir__ = handed_on(__name__, __all__)
