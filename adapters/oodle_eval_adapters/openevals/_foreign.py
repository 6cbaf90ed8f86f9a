"""openevals' evaluators, and any of their form, as checks."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from oodle_eval.runtime import Score, Scores
from oodle_eval.v1 import _messages
from oodle_eval.v1._settings import SettingError
from oodle_eval.v1._waist.bound import BoundCheck
from oodle_eval_adapters._foreign import arguments_for, bound_foreign, completed, score_of, values_of
from oodle_eval_adapters._langsmith_logging import unlogged

__all__ = ["from_openevals"]

STANDARD = frozenset({"inputs", "outputs", "reference_outputs"})

# Where a judge's own output schema usually keeps its reason.
REASONS = ("reasoning", "reason", "comment", "explanation", "rationale")


def from_openevals(
    evaluator: Callable[..., Any], *, name: str | None = None, arguments: Mapping[str, Any] | None = None
) -> BoundCheck:
    """Return an evaluator in the openevals form as a check, usable in `evaluate(ctx)`, in suites and in other frameworks.

    The evaluator is called with those of `inputs`, `outputs`, `reference_outputs`, `context` and `metadata` that the
    context holds and its signature names, and with `context` and `metadata` where it takes any keyword. Its own feedback is not logged: the check's is.

    Args:
        evaluator: A function, sync or async, that returns a dict with key, score and comment, or a list of them: an LLM
            judge, a code evaluator, a trajectory match, or your own.
        name: What the check is called; by default the evaluator's own name. Scores keep their keys.
        arguments: {argument: a value, or a function of the context}, for what the context does not give by itself.

    Raises:
        ValueError: The evaluator is not callable. The check raises one when a required argument is missing, or when what
            came back is no result.

    Example:
        >>> def polite(*, outputs, **kwargs):
        ...     return {"key": "polite", "score": "please" in outputs, "comment": "looked for please"}
        >>> from oodle_eval.runtime import EvaluationContext, ObservationContext
        >>> from_openevals(polite)(EvaluationContext(ObservationContext(output="yes please")))["polite"].value
        True
    """
    if not callable(evaluator):
        raise SettingError(f"from_openevals takes an evaluator, a function that returns results, got {evaluator!r}")
    own = name or str(getattr(evaluator, "__name__", type(evaluator).__name__))

    def evaluate(ctx: Any) -> Scores:
        given = arguments_for(evaluator, _values_for(evaluator, ctx), arguments, ctx, own)
        with unlogged():
            return scores_of_results(completed(evaluator(**given)), own)

    made = from_openevals, {"evaluator": evaluator, "name": name, "arguments": arguments}
    return bound_foreign(evaluate, own, f"The evaluator {own} of the openevals form.", made)


def _values_for(evaluator: Callable[..., Any], ctx: Any) -> dict[str, Any]:
    """Return what a context can give to an evaluator.

    One that names some of the three standard arguments gets those that it names, as LangSmith would call it: openevals'
    JSON match fails when it is given `inputs`, although it takes any keyword.
    """
    values = values_of(ctx)
    named = STANDARD & inspect.signature(evaluator).parameters.keys()
    return {name: value for name, value in values.items() if name not in STANDARD or not named or name in named}


def scores_of_results(results: Any, name: str) -> Scores:
    """Return result dicts as scores; the fields of a judge's own output schema become a score each.

    Raises:
        ValueError: They are neither.
    """
    listed = results if isinstance(results, list) else [results]
    if not listed:  # a comparison of two empty records, for instance
        return Scores([score_of(name, None, comment=f"{name} gave no result: there was nothing to compare")])
    return Scores([score for result in listed for score in _scores(_messages.plain(result), name)])


def _scores(result: Any, name: str) -> list[Score]:
    if isinstance(result, bool | int | float):
        return [score_of(name, result)]
    if isinstance(result, Mapping) and "key" in result and ("score" in result or "value" in result):
        return [_score_of_result(result, name)]
    found = _scores_of_schema(result, name) if isinstance(result, Mapping) else []
    if not found:
        raise ValueError(
            f"{name} returned {type(result).__name__} without a score: the openevals form is a dict with key, score and "
            "comment, or a judge's output schema with a number or a bool in it"
        )
    return found


def _score_of_result(result: Mapping[str, Any], name: str) -> Score:
    metadata = result.get("metadata")
    direction = metadata.get("higher_is_better") if isinstance(metadata, Mapping) else None
    label = result.get("value")
    key = str(result.get("key") or name)
    return score_of(key, result.get("score"), label=label, comment=result.get("comment"), higher_is_better=direction)


def _scores_of_schema(fields: Mapping[str, Any], name: str) -> list[Score]:
    """Return a score for each number and bool of a judge's own output; its reasoning is their comment."""
    reason = next((fields[key] for key in REASONS if isinstance(fields.get(key), str)), None)
    graded = {str(key): value for key, value in fields.items() if isinstance(value, bool | int | float)}
    return [score_of(name if key == "score" else key, value, comment=reason) for key, value in graded.items()]
