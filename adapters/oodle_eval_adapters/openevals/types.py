"""openevals' types, for hints; what is not here is handed on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NotRequired, Protocol, TypedDict

from oodle_eval_adapters._handed_on import handed_on

__all__ = [
    "ChatCompletion",
    "ChatCompletionMessage",
    "EvaluatorResult",
    "FewShotExample",
    "Messages",
    "MultiturnSimulationResult",
    "ScoreType",
    "SimpleAsyncEvaluator",
    "SimpleEvaluator",
    "ToolArgsMatchMode",
    "ToolArgsMatchOverrides",
]

ScoreType = float | bool


class EvaluatorResult(TypedDict):
    """One result of an evaluator."""

    key: str
    score: ScoreType
    comment: str | None
    metadata: dict[str, Any] | None
    source_run_id: NotRequired[str | None]


class SimpleEvaluator(Protocol):
    """An evaluator."""

    def __call__(
        self, *, inputs: Any = None, outputs: Any, reference_outputs: Any = None, **kwargs: Any
    ) -> EvaluatorResult | list[EvaluatorResult]:
        """Return the result of these values, or several."""
        ...


class SimpleAsyncEvaluator(Protocol):
    """An evaluator that is awaited."""

    async def __call__(
        self, *, inputs: Any = None, outputs: Any, reference_outputs: Any = None, **kwargs: Any
    ) -> EvaluatorResult | list[EvaluatorResult]:
        """Return the result of these values, or several."""
        ...


class ChatCompletionMessage(TypedDict):
    """A message in OpenAI's chat format."""

    id: NotRequired[str | None]
    content: str | list[dict[str, Any]]
    role: str
    tool_calls: NotRequired[list[dict[str, Any]] | None]


class ChatCompletion(TypedDict):
    """What a chat model answers."""

    choices: list[dict[str, Any]]


class FewShotExample(TypedDict):
    """An example for a judge's prompt."""

    inputs: Any
    outputs: Any
    score: ScoreType
    reasoning: str | None


class MultiturnSimulationResult(TypedDict):
    """What a simulation gives."""

    evaluator_results: list[EvaluatorResult]
    trajectory: list[ChatCompletionMessage]


# A message's dict, or LangChain's message object.
Messages = ChatCompletionMessage | Any

ToolArgsMatchMode = Literal["exact", "ignore", "subset", "superset"]
ToolArgsMatchOverrides = dict[str, ToolArgsMatchMode | list[str] | Callable[[dict[str, Any], dict[str, Any]], bool]]

__getattr__, __dir__ = handed_on(__name__, __all__)
