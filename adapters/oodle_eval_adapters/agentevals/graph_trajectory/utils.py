"""agentevals' readers of LangGraph threads, handed on from `agentevals.graph_trajectory.utils`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from agentevals.graph_trajectory.utils import (  # type: ignore[import-untyped]
        aextract_langgraph_trajectory_from_thread,
        extract_langgraph_trajectory_from_snapshots,
        extract_langgraph_trajectory_from_thread,
    )

__all__ = [
    "aextract_langgraph_trajectory_from_thread",
    "extract_langgraph_trajectory_from_snapshots",
    "extract_langgraph_trajectory_from_thread",
]

__getattr__, __dir__ = handed_on(__name__, __all__)
