"""agentevals' types, for hints; what is not here is handed on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from openevals.types import (
        ChatCompletionMessage,
        EvaluatorResult,
        FewShotExample,
        SimpleAsyncEvaluator,
        SimpleEvaluator,
    )

__all__ = [
    "ChatCompletionMessage",
    "EvaluatorResult",
    "ExtractedLangGraphThreadTrajectory",
    "FewShotExample",
    "GraphTrajectory",
    "SimpleAsyncEvaluator",
    "SimpleEvaluator",
    "ToolArgsMatchMode",
    "ToolArgsMatchOverrides",
]


class GraphTrajectory(TypedDict):
    """The steps that a LangGraph graph took, turn by turn."""

    inputs: list[dict[str, Any]] | None
    results: list[dict[str, Any]]
    steps: list[list[str]]


class ExtractedLangGraphThreadTrajectory(TypedDict):
    """What is read from a LangGraph thread."""

    inputs: list[Any]
    outputs: GraphTrajectory


ToolArgsMatchMode = Literal["exact", "ignore", "subset", "superset"]
ToolArgsMatchOverrides = dict[str, ToolArgsMatchMode | list[str] | Callable[[dict[str, Any], dict[str, Any]], bool]]

__getattr__, __dir__ = handed_on(__name__, __all__)
