"""How a metric scores, whatever its base class is: the arguments that Opik gives, the row that they make, its results.

Opik reads from the signature of `score` what a metric is: with `task_span` it gets the span tree of the task, and
`evaluate_threads` gives the conversation by place. So there is a `score` for each form. Imports no `opik`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MethodType
from typing import Any, NamedTuple

from oodle_eval.v1 import _messages, text
from oodle_eval.v1._waist.check import Check
from oodle_eval.v1._waist.row import Row
from oodle_eval.v1.util import MAX_COMMENT_CHARS
from oodle_eval_adapters._faces import Face, Finding, context_of_call, message_of, output_of_call, trace_of_call
from oodle_eval_adapters.opik._results import REFERENCE, ScoreResult, score_results
from oodle_eval_adapters.opik._spans import attributes_of, steps_of

__all__ = ["SCORES", "Form", "Scoring", "form_of"]

# What a check reads decides its form: the conversation makes a thread metric; the steps, and the span's own attributes,
# are what Opik's span tree holds.
OF_THREAD = frozenset({"conversation"})
OF_SPAN = frozenset({"trace", "metadata"})

Results = ScoreResult | list[ScoreResult]


class _NotGiven:
    """The default of an output, which may be None."""

    def __repr__(self) -> str:
        return "NOT_GIVEN"

    def __reduce__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN: Any = _NotGiven()


class Form(NamedTuple):
    """What a metric is in Opik: one for threads, one for task spans, both, or neither (a regular metric)."""

    thread: bool
    task_span: bool


def form_of(checks: Iterable[Check], thread: bool | None = None, task_span: bool | None = None) -> Form:
    """Return the form of a metric: as asked for, else as the declarations of the built-in checks in it say."""
    reads = {reading for check in checks if check.area != "custom" for reading in check.reads}
    return Form(
        bool(OF_THREAD & reads) if thread is None else bool(thread),
        bool(OF_SPAN & reads) if task_span is None else bool(task_span),
    )


def _regular(
    self: Scoring,
    output: Any = NOT_GIVEN,
    input: Any = None,  # noqa: A002 - Opik's name
    reference: Any = None,
    expected_output: Any = None,
    context: Any = None,
    metadata: Any = None,
    trace: Any = None,
    conversation: Any = None,
    **ignored_kwargs: Any,
) -> Results:
    """Return the result of a row, or a list of results; see `as_metric`.

    Raises:
        MetricComputationError: A setting or a reference is missing, or the user's own code raised.
    """
    reference = expected_output if reference is None else reference
    return self._scored(ignored_kwargs, output, input, reference, context, metadata, trace, conversation)


def _of_span(
    self: Scoring,
    output: Any = NOT_GIVEN,
    input: Any = None,  # noqa: A002 - Opik's name
    reference: Any = None,
    expected_output: Any = None,
    context: Any = None,
    metadata: Any = None,
    trace: Any = None,
    conversation: Any = None,
    task_span: Any = None,
    **ignored_kwargs: Any,
) -> Results:
    """Return the result of a row and the span tree of its task, or a list of results; see `as_metric`.

    Raises:
        MetricComputationError: A setting or a reference is missing, or the user's own code raised.
    """
    reference = expected_output if reference is None else reference
    return self._scored(ignored_kwargs, output, input, reference, context, metadata, trace, conversation, task_span)


def _of_thread(
    self: Scoring,
    conversation: Any = None,
    output: Any = NOT_GIVEN,
    input: Any = None,  # noqa: A002 - Opik's name
    reference: Any = None,
    expected_output: Any = None,
    context: Any = None,
    metadata: Any = None,
    trace: Any = None,
    **ignored_kwargs: Any,
) -> Results:
    """Return the result of a conversation or a row, or a list of results; see `as_metric`.

    Raises:
        MetricComputationError: A setting or a reference is missing, or the user's own code raised.
    """
    reference = expected_output if reference is None else reference
    return self._scored(ignored_kwargs, output, input, reference, context, metadata, trace, conversation)


def _of_thread_and_span(
    self: Scoring,
    conversation: Any = None,
    output: Any = NOT_GIVEN,
    input: Any = None,  # noqa: A002 - Opik's name
    reference: Any = None,
    expected_output: Any = None,
    context: Any = None,
    metadata: Any = None,
    trace: Any = None,
    task_span: Any = None,
    **ignored_kwargs: Any,
) -> Results:
    """Return the result of a conversation, or of a row and the span tree of its task; see `as_metric`.

    Raises:
        MetricComputationError: A setting or a reference is missing, or the user's own code raised.
    """
    reference = expected_output if reference is None else reference
    return self._scored(ignored_kwargs, output, input, reference, context, metadata, trace, conversation, task_span)


# The `score` of each form.
SCORES: dict[Form, Callable[..., Results]] = {
    Form(thread=False, task_span=False): _regular,
    Form(thread=False, task_span=True): _of_span,
    Form(thread=True, task_span=False): _of_thread,
    Form(thread=True, task_span=True): _of_thread_and_span,
}
for _score in SCORES.values():
    _score.__name__ = "score"


class Scoring:
    """What Opik's metrics of checks share, above Opik's own base class or its light one."""

    # What becomes of an error, set by the class of each base.
    _error: type[Exception] = ValueError
    # The form of the class's own `score`.
    _form: Form = Form(thread=False, task_span=False)

    name: str
    _face: Face
    _labels: bool
    _is_list: bool

    score = _regular

    def _set_up(self, face: Face, labels: bool, form: Form) -> None:
        """Set what Opik's constructor must find: the `score` of the form, since Opik wraps it to trace it."""
        self._face = face
        self._is_list = face.is_list(1)
        self._labels = labels
        self._form = form
        if form != type(self)._form:  # noqa: SLF001 - its own class
            self.score = MethodType(SCORES[form], self)  # type: ignore[method-assign]
        # An instance is a scoring function too, which Opik asks for a name and for its arguments.
        self.__name__ = face.name
        self.__signature__ = _SCORER if form.task_span else _SCORER_WITHOUT_SPAN

    def __call__(self, dataset_item: Any, task_outputs: Any, task_span: Any = None) -> Results:
        """Return the results of a row, as one of Opik's `scoring_functions`."""
        given = {str(key): value for held in (dataset_item, task_outputs) for key, value in dict(held or {}).items()}
        if self._form.task_span:
            given["task_span"] = task_span
        return self.score(**given)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._face.bound!r})"

    async def ascore(self, *args: Any, **kwargs: Any) -> Results:
        """Return what `score` does, which runs in a thread of its own."""
        import asyncio  # noqa: PLC0415 - it costs more than all the rest of a light metric

        return await asyncio.to_thread(self.score, *args, **kwargs)

    def _scored(
        self,
        other: Mapping[str, Any],
        output: Any,
        input: Any,  # noqa: A002 - Opik's name
        reference: Any,
        context: Any,
        metadata: Any,
        trace: Any,
        conversation: Any = None,
        task_span: Any = None,
    ) -> Results:
        if conversation is not None:
            said = None if output is NOT_GIVEN else output
            input, output, context = _parted(conversation, input, said, context)  # noqa: A001
        if task_span is not None:
            metadata = {**attributes_of(task_span), **(metadata if isinstance(metadata, Mapping) else {})}
            trace = task_span if trace is None else trace
        if trace is not None:
            trace = steps_of(trace)
        failure = None
        if output is NOT_GIVEN:
            # Opik offers every key of the row, and the task's output may have another name.
            output, failure = output_of_call(None, other, "output")
        elif output is None and other:
            # Another name is a column of the data set then, and its own answer must not be scored instead.
            failure = "the output is None"
        face = self._face
        if other:
            context = context_of_call(context, other, metadata, face.context_keys)
            trace = trace_of_call(trace, output, other)
        has_no_steps = task_span is not None and not trace
        held = Row(input, output, reference, context, metadata, trace, face.opening)
        try:
            findings = face.findings(held, failure=failure)
        except Exception as error:
            raise self._error(message_of(error, self.name, REFERENCE)) from error
        if has_no_steps:
            _say_of_the_steps(findings)
        results = score_results(face, findings, self._labels)
        return results if self._is_list or len(results) != 1 else results[0]


NO_STEPS = "; Opik's span tree of the task holds no steps"


def _say_of_the_steps(findings: list[Finding]) -> None:
    """Let the comments of checks of the steps say that Opik gave none: they may be lost, not missing."""
    for finding in findings:
        check = finding.part.check
        if finding.score is not None and "trace" in check.reads and check.area != "custom":
            comment = (finding.score.comment or "")[: MAX_COMMENT_CHARS - len(NO_STEPS)]
            finding.score = replace(finding.score, comment=f"{comment}{NO_STEPS}")


_SCORER = inspect.signature(Scoring.__call__).replace(
    parameters=list(inspect.signature(Scoring.__call__).parameters.values())[1:]
)
_SCORER_WITHOUT_SPAN = _SCORER.replace(parameters=list(_SCORER.parameters.values())[:2])


def _parted(conversation: Any, asked: Any, output: Any, context: Any) -> tuple[Any, Any, Any]:
    """Return what a conversation comes to as input, output and context.

    Without an output of its own, the newest reply is the output and all before it the input. With one, the conversation
    is the input, but for a reply at its end that is that output. What Opik says an answer was grounded on (the message's
    "context") is the context, unless there is one. What holds no messages is the output, unless there is one.
    """
    turns = _messages.plain(conversation)
    if isinstance(turns, dict) and isinstance(turns.get("messages"), list):
        turns = turns["messages"]
    if turns and not _messages.is_message_list(turns):
        return asked, turns if output is None else output, context
    turns = list(map(_messages.plain, turns or ()))
    begin, end = _reply_of(turns)
    if output is not None:
        is_repeated = end == len(turns) and text.reply(turns[begin:]) == text.reply(output)
        return turns[:begin] if is_repeated else turns, output, context
    if context is None and begin < end:
        context = turns[end - 1].get("context")
    return turns[:begin], turns[begin:], context


def _reply_of(turns: list[Any]) -> tuple[int, int]:
    """Return where the newest reply begins, with the tool calls and their results that led to it, and where it ends."""
    end = len(turns)
    while end and _role(turns[end - 1]) != "assistant":
        end -= 1
    if not end:
        return len(turns), len(turns)
    begin = end - 1
    while begin and (_role(turns[begin - 1]) == "tool" or _calls_tools(turns[begin - 1])):
        begin -= 1
    return begin, end


def _role(turn: Any) -> Any:
    return turn.get("role") if isinstance(turn, dict) else None


def _calls_tools(turn: Any) -> bool:
    return _role(turn) == "assistant" and bool(turn.get("tool_calls"))
