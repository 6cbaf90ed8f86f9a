"""Opik's metrics of any kind as checks."""

from __future__ import annotations

import functools
import inspect
import math
import typing
from collections.abc import Callable, Mapping
from typing import Any

from oodle_eval.runtime import Score, Scores
from oodle_eval.v1 import _messages, text
from oodle_eval.v1._settings import SettingError
from oodle_eval.v1._waist.bound import BoundCheck
from oodle_eval.v1._waist.row import AUTO, INPUT_KEYS, OUTPUT_KEYS, REFERENCE_KEYS, opened
from oodle_eval_adapters._foreign import arguments_for, bound_foreign, completed, score_of
from oodle_eval_adapters.opik._spans import span_tree

__all__ = ["from_opik"]

# Where Opik's base classes define a `score` that only raises, and an `ascore` that only calls `score`.
BASES = (
    "opik.evaluation.metrics.base_metric",
    "opik.evaluation.metrics.conversation.conversation_thread_metric",
    "_opik",
)


def from_opik(metric: Any, *, name: str | None = None, arguments: Mapping[str, Any] | None = None) -> BoundCheck:
    """Return an Opik metric as a check, usable in `evaluate(ctx)`, in suites and in the other frameworks.

    The metric's `score` is called with those arguments that its signature names, or takes as any keyword:

    - `output`, `input`, `reference`, `expected_output`: the context's. Of messages the text is given (of the input, the
      newest user message); of a dict with one of the usual keys ("output", "answer", "question" ...) that key's value; any
      other structure as it is, or as its JSON text where the signature says `str`
    - `context` from the metadata (a list, also of a single text), and `metadata`
    - `conversation`: the turns of user and assistant, the reply included, as Opik's thread metrics take them
    - `task_span`: Opik's span tree, made of the context's trace and attributes
    - `dataset_item` and `task_outputs`, for a scoring function
    - any other name: a key of the output, of the input or of the metadata, as Opik offers the keys of a row

    An async metric is run to its end, also where an event loop is running. The metric traces itself as it was told to
    (`track`).

    Args:
        metric: A heuristic, an LLM judge, an aggregated, conversation or task-span metric, your own with `score` or
            `ascore`, or one of Opik's scoring functions.
        name: What the check is called; by default the metric's own name. Scores keep their names.
        arguments: {argument: a value, or a function of the context}, for what the context does not give by itself.

    Returns:
        A check that gives a score for each `ScoreResult`. A failed one has the value None and its reason.

    Raises:
        ValueError: It is no metric. The check raises one when a required argument is missing, or when what came back is no
            result; what the metric raises, it raises.

    Example:
        >>> from opik.evaluation.metrics import Equals
        >>> from oodle_eval.v1 import checks
        >>> both = checks.suite(from_opik(Equals(track=False), arguments={"reference": "yes"}), checks.length_budget())
        >>> [(score.name, score.value) for score in both("Yes")]
        [('equals_metric', 1.0), ('within_length', True)]
    """
    call = _called(metric)
    own = name or _name_of(metric)
    called = [_called(part) for part in getattr(metric, "metrics", None) or ()] if _takes_anything(call) else []
    signatures = called or [call]

    def evaluate(ctx: Any) -> Scores:
        given: dict[str, Any] = {}
        for function in signatures:
            values = _Values(ctx, own, function)
            given.update(arguments_for(function, values.offered(), arguments, ctx, own))
        return scores_of_results(_result(metric, call, given), own)

    made = from_opik, {"metric": metric, "name": name, "arguments": arguments}
    return bound_foreign(evaluate, own, f"Opik's metric {own}.", made)


def _result(metric: Any, call: Callable[..., Any], given: Mapping[str, Any]) -> Any:
    """Return what a metric gives; of one whose `score` is there only to say that it is async, its `ascore`."""
    try:
        return completed(call(**given))
    except NotImplementedError:
        if not hasattr(metric, "ascore") or _is_of_a_base(metric, "ascore") or call == metric.ascore:
            raise
    return completed(metric.ascore(**given))


def _called(metric: Any) -> Callable[..., Any]:
    """Return what is called of a metric: its `score`, or `ascore` when only that is its own; a function itself."""
    scores = None if isinstance(metric, type) else getattr(metric, "score", None)
    if callable(scores):
        is_async_only = _is_of_a_base(metric, "score") and not _is_of_a_base(metric, "ascore")
        return typing.cast("Callable[..., Any]", metric.ascore if is_async_only else scores)
    if callable(metric) and not isinstance(metric, type):
        return typing.cast("Callable[..., Any]", metric)
    hint = ", which is a class: make an instance of it" if isinstance(metric, type) else ""
    raise SettingError(
        f"from_opik takes a metric, an object with score(...), or a scoring function, got {metric!r}{hint}"
    )


def _is_of_a_base(metric: Any, method: str) -> bool:
    definer = next((kind for kind in type(metric).__mro__ if method in vars(kind)), None)
    return definer is None or definer.__module__.startswith(BASES)


def _name_of(metric: Any) -> str:
    while isinstance(metric, functools.partial):
        metric = metric.func
    name = getattr(metric, "name", None) or getattr(metric, "__name__", None)
    return name if isinstance(name, str) else type(metric).__name__


def _takes_anything(function: Callable[..., Any]) -> bool:
    kinds = [parameter.kind for parameter in inspect.signature(function).parameters.values()]
    return all(kind in (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL) for kind in kinds)


class _Values:
    """What a context gives to a metric, by Opik's names of the arguments."""

    def __init__(self, ctx: Any, name: str, function: Callable[..., Any]) -> None:
        self.ctx = ctx if _messages.is_context(ctx) else _context_of(ctx)
        self.name = name
        self.parameters = inspect.signature(function).parameters
        self.hints = _hints(function)

    def offered(self) -> dict[str, Any]:
        """Return the values; what is costly to make, or only for some metrics, only where the signature names it."""
        seen = self.ctx.observation
        metadata = _named(seen.metadata) if isinstance(seen.metadata, Mapping) else {}
        expected = self._as_hinted("reference", _reference(self.ctx.expected_output))
        offered = {
            **metadata,
            **_fields(seen.input),
            **_fields(seen.output),
            "output": self._as_hinted("output", _output(seen.output)),
            "input": self._as_hinted("input", _input(seen.input)),
            "reference": expected,
            "expected_output": self._as_hinted("expected_output", _reference(self.ctx.expected_output)),
            "context": _context(metadata.get("context")),
            "metadata": metadata or None,
        }
        special: dict[str, Callable[[], Any]] = {
            "conversation": lambda: _conversation(self.ctx),
            "task_span": lambda: span_tree(self.ctx, self.name),
            "trace": lambda: self.ctx.trace.spans or None,
            "dataset_item": lambda: self._dataset_item(offered, metadata),
            "task_outputs": lambda: {**_fields(seen.output), "output": offered["output"]},
        }
        offered.update({name: make() for name, make in special.items() if name in self.parameters})
        return offered

    def _dataset_item(self, offered: dict[str, Any], metadata: dict[str, Any]) -> dict[str, Any]:
        named = {name: offered[name] for name in ("input", "reference", "expected_output", "context")}
        held = {**metadata, **_fields(self.ctx.observation.input), **named}
        return {name: value for name, value in held.items() if value is not None}

    def _as_hinted(self, parameter: str, value: Any) -> Any:
        """Return a structure as its JSON text where the signature says that it takes text, and nothing like it."""
        kinds = self.hints.get(parameter, frozenset())
        if str not in kinds or value is None or isinstance(value, str | bytes):
            return value
        is_taken = any(kind is not str and isinstance(value, kind) for kind in kinds)
        return value if is_taken else text.message_text(value)


def _context_of(value: Any) -> Any:
    """Return a bare value as the context whose output it is."""
    from oodle_eval.v1._waist.row import Row  # noqa: PLC0415 - for a bare value only

    return Row(outputs=value).for_check(structure=True)


def _hints(function: Callable[..., Any]) -> dict[str, frozenset[type]]:
    """Return the types that each parameter's hint names; none where the hints can't be read."""
    try:
        hints = typing.get_type_hints(inspect.unwrap(function))
    except Exception:  # noqa: BLE001 - a user's hints may name what is not there
        return {}
    return {name: frozenset(_types_in(hint)) for name, hint in hints.items()}


def _types_in(hint: Any) -> typing.Iterator[type]:
    origin = typing.get_origin(hint)
    if isinstance(origin, type) and "Union" not in origin.__name__:
        yield origin
    elif isinstance(hint, type):
        yield hint
    else:
        for member in typing.get_args(hint):
            yield from _types_in(member)


def _fields(value: Any) -> dict[str, Any]:
    """Return the fields of a structured value, which Opik offers by their names; a message has none."""
    value = _messages.plain(value)
    if not isinstance(value, dict) or _messages.is_message(value):
        return {}
    return _named(value)


def _named(fields: Mapping[Any, Any]) -> dict[str, Any]:
    """Return fields as they can be keyword arguments."""
    return {str(key): held for key, held in fields.items() if key != "self"}


def _is_said(value: Any) -> bool:
    return _messages.is_message(value) or _messages.is_message_list(value)


def _output(value: Any) -> Any:
    value = opened(value, AUTO, OUTPUT_KEYS, False, "output")
    return text.message_text(value, role="assistant") if _is_said(value) else value


def _input(value: Any) -> Any:
    value = opened(value, AUTO, INPUT_KEYS, False, "input")
    return text.last_user_message(value) if _is_said(value) else value


def _reference(value: Any) -> Any:
    value = opened(value, AUTO, REFERENCE_KEYS, False, "reference")
    return text.message_text(value, role="assistant") if _is_said(value) else value


def _context(value: Any) -> Any:
    """Return a context as Opik's judges take it: a list of texts."""
    return [value] if isinstance(value, str) else value


def _conversation(ctx: Any) -> list[dict[str, str]]:
    return [turn for turn in text.turns(ctx) if turn["role"] in ("user", "assistant")]


def scores_of_results(results: Any, name: str) -> Scores:
    """Return Opik's results as scores.

    Raises:
        ValueError: They are none.
    """
    listed = results if isinstance(results, list | tuple) else [results]
    return Scores([_score(result, name) for result in listed])


def _score(result: Any, name: str) -> Score:
    if isinstance(result, bool | int | float):
        return score_of(name, result)
    if not all(hasattr(result, field) for field in ("name", "value", "reason")):
        raise ValueError(
            f"{name} returned {type(result).__name__}: Opik's metrics return a ScoreResult or a list of them"
        )
    made = getattr(result, "metadata", None)
    made = made if isinstance(made, Mapping) else {}
    direction = made.get("higher_is_better")
    own, label, reason = str(result.name or name), getattr(result, "category_name", None), result.reason
    if getattr(result, "scoring_failed", False):
        kind = next((known for known in ("BOOLEAN", "CATEGORICAL") if known == made.get("data_type")), "NUMERIC")
        return Score(None, kind, str(reason or f"{own} failed and gave no reason"), own, direction)
    if label is not None and made.get("data_type") == "CATEGORICAL":
        return score_of(own, None, label=label, comment=reason)
    value = _number(result.value)
    if value is None:
        return score_of(
            own, None, comment=reason or f"the value {result.value!r} is no number", higher_is_better=direction
        )
    if made.get("data_type") == "BOOLEAN" and value in (0, 1):
        value = bool(value)
    if label is not None:
        reason = f"{label}: {reason}" if reason else str(label)
    return score_of(own, value, comment=reason, higher_is_better=direction)


def _number(value: Any) -> bool | float | None:
    """Return a value as a finite number, None when it is none; numpy's too."""
    if isinstance(value, bool | int):
        return value
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None
