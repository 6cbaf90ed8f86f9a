"""The way back: a framework's own metric as a check. What the three frameworks share of it.

A foreign metric is called with the arguments that its signature names, taken from the context; what it returns becomes
scores. A coroutine is run to its end, also where an event loop is running already.
"""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import math
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from oodle_eval.runtime import EvaluationContext, ObservationContext, Score
from oodle_eval.v1._settings import SettingError
from oodle_eval.v1._waist.bound import BoundCheck
from oodle_eval.v1._waist.check import Check
from oodle_eval.v1.util import is_context

__all__ = ["arguments_for", "bound_foreign", "completed", "score_of", "values_of"]

# A function and its arguments by name.
Made = tuple[Callable[..., BoundCheck], Mapping[str, Any]]


def completed(value: Any) -> Any:
    """Return a value, or what its coroutine comes to.

    Inside a running event loop the coroutine runs in a loop of its own, in another thread, with the same context
    variables, so that a sync check may use an async judge anywhere.
    """
    if not inspect.isawaitable(value):
        return value
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(_finished(value))
    context = contextvars.copy_context()
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(context.run, asyncio.run, _finished(value)).result()


async def _finished(value: Any) -> Any:
    return await value


def arguments_for(
    function: Callable[..., Any],
    values: Mapping[str, Any],
    explicit: Mapping[str, Any] | None,
    ctx: Any,
    name: str,
) -> dict[str, Any]:
    """Return the keyword arguments of a foreign metric.

    Args:
        function: What is called; its signature says which arguments it takes.
        values: What a context can give, by the framework's argument names; a value None is not given.
        explicit: {argument: a value, or a function of the context}: beats `values`.
        ctx: The context, for functions in `explicit`.
        name: The metric's name, for the error.

    Raises:
        ValueError: A required argument is neither in the context nor explicit.
    """
    chosen = {key: given(ctx) if callable(given) else given for key, given in (explicit or {}).items()}
    parameters = inspect.signature(function).parameters.values()
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        chosen = {**{key: value for key, value in values.items() if value is not None}, **chosen}
    missing = []
    for parameter in parameters:
        if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL) or parameter.name in chosen:
            continue
        if values.get(parameter.name) is not None:
            chosen[parameter.name] = values[parameter.name]
        elif parameter.default is parameter.empty:
            missing.append(parameter.name)
    if missing:
        have = ", ".join(key for key, value in values.items() if value is not None) or "nothing"
        raise SettingError(
            f"{name} needs {', '.join(missing)}, which this context does not give (it gives {have}): "
            f'pass arguments={{"{missing[0]}": ...}}, a value or a function of the context'
        )
    return chosen


def score_of(
    name: str,
    value: Any,
    *,
    label: str | None = None,
    comment: Any = None,
    higher_is_better: bool | None = None,
) -> Score:
    """Return a foreign result as a score: a bool is BOOLEAN, a number NUMERIC, a text or a label CATEGORICAL.

    A NaN or an infinity is no value.
    """
    reason = None if comment is None else str(comment)
    if value is None and label is not None:
        return Score(str(label), "CATEGORICAL", reason, name, None)
    if isinstance(value, str):
        return Score(value, "CATEGORICAL", reason, name, None)
    if value is None:
        return Score(None, "NUMERIC", reason or f"{name} gave no value", name, higher_is_better)
    if isinstance(value, float) and not math.isfinite(value):
        return Score(None, "NUMERIC", reason or f"the value {value!r} is no number", name, higher_is_better)
    data_type = "BOOLEAN" if isinstance(value, bool) else "NUMERIC"
    return Score(value, data_type, reason, name, higher_is_better)


class _Foreign:
    """A foreign metric as an `evaluate(ctx)`; a bare value is the output of a context.

    It pickles where the metric does: it is made anew.
    """

    def __init__(self, evaluate: Callable[[Any], Any], name: str, doc: str, made: Made) -> None:
        self.__name__ = self.__qualname__ = name
        self.__doc__ = doc
        self._evaluate = evaluate
        self._made = made

    def __call__(self, ctx: Any) -> Any:
        return self._evaluate(ctx if is_context(ctx) else EvaluationContext(ObservationContext(output=ctx)))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_made_anew, self._made)


def _made_anew(make: Callable[..., BoundCheck], given: Mapping[str, Any]) -> Callable[..., Any]:
    return make(**given).check.function


def bound_foreign(evaluate: Callable[[Any], Any], name: str, doc: str, made: Made) -> BoundCheck:
    """Return a function of the context as a bound check of its own name; a bare value is the output of a context.

    Args:
        evaluate: The function.
        name: Its name.
        doc: What it is.
        made: What makes the bound check, and with which arguments, for a pickled copy.
    """
    bound: BoundCheck = Check.of(_Foreign(evaluate, name, doc, made)).bind()
    return bound


def values_of(ctx: Any) -> dict[str, Any]:
    """Return what a context holds, as it came, by the names that frameworks use."""
    seen = ctx.observation
    metadata = seen.metadata if isinstance(seen.metadata, Mapping) else {}
    return {
        "inputs": seen.input,
        "outputs": seen.output,
        "reference_outputs": ctx.expected_output,
        "context": metadata.get("context"),
        "metadata": dict(metadata) or None,
    }
