"""openevals' JSON match: structured outputs and tool calls compared key by key."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from oodle_eval_adapters._handed_on import handed_on, original
from oodle_eval_adapters._langsmith_logging import (
    Result,
    async_factory,
    current_run_id,
    in_sync,
    is_watched,
    logged,
    settled,
)
from oodle_eval_adapters.openevals.json._matching import KeyScore, Settings, as_structure, scores_of

__all__ = ["create_async_json_match_evaluator", "create_json_match_evaluator"]

NAME = "json_match_evaluator"
KEY = "json_match"

Evaluator = Callable[..., Any]


def create_json_match_evaluator(
    *,
    aggregator: str | None = None,
    list_aggregator: str = "all",
    rubric: Mapping[str, str] | None = None,
    exclude_keys: Sequence[str] | None = (),
    judge: Any = None,
    model: str | None = None,
    use_reasoning: bool = True,
    list_match_mode: str = "same_elements",
) -> Evaluator:
    """Return an evaluator that compares structured outputs with a reference, key by key.

    It reads an object or a list of objects on both sides; JSON text is parsed. A key scores 1 when its values are equal
    (as Python has it: 1, 1.0 and True are), else 0, also when only one side has it.

    Args:
        aggregator: "average" or "all" puts an object's keys together; None gives a result for each key.
        list_aggregator: "average" or "all" puts the objects of a list together.
        rubric: {key: criteria} for keys that a judge scores. With a rubric openevals' own evaluator does the work.
        exclude_keys: Keys that don't count.
        judge: The judge's model object; needs a rubric.
        model: The judge's model name; needs a rubric.
        use_reasoning: Whether the judge gives reasons.
        list_match_mode: "ordered" compares by place. Else each object is compared with the free one that agrees in most
            keys: "same_elements" counts those left over on both sides, "subset" the outputs', "superset" the
            references'.

    Returns:
        An evaluator with a list of results: `json_match:<aggregator>`, or `json_match:<key>` for each key, 0 to 1.

    Raises:
        ValueError: A setting has another value; a judge without a rubric or the other way round. When it is called: one
            side is missing, is no JSON object or list, or only one of them is a list.

    Example:
        >>> evaluate = create_json_match_evaluator(aggregator="average")
        >>> evaluate(outputs={"a": 1, "b": 2}, reference_outputs={"a": 1, "b": 3})[0]["score"]
        0.5
    """
    excluded = [exclude_keys] if isinstance(exclude_keys, str) else list(exclude_keys or ())
    settings = Settings(aggregator, list_aggregator, tuple(excluded), list_match_mode)
    if not _needs_judge(rubric, judge, model):
        return _comparing(settings)
    given = {
        "aggregator": aggregator,
        "list_aggregator": list_aggregator,
        "rubric": rubric,
        "exclude_keys": excluded,
        "judge": judge,
        "model": model,
        "use_reasoning": use_reasoning,
        "list_match_mode": list_match_mode,
    }
    return in_sync(_judging("create_json_match_evaluator", given))


def _async_judging(**given: Any) -> Evaluator | None:
    """Return openevals' own async evaluator when there is a rubric, None when there is none."""
    if not _needs_judge(given.get("rubric"), given.get("judge"), given.get("model")):
        return None
    return _judging("create_async_json_match_evaluator", given)


create_async_json_match_evaluator = async_factory(
    create_json_match_evaluator, "create_async_json_match_evaluator", instead=_async_judging
)


def _needs_judge(rubric: Mapping[str, str] | None, judge: Any, model: str | None) -> bool:
    """Return whether keys are scored by a judge.

    Raises:
        ValueError: There is a rubric and no judge, or a judge and no rubric.
    """
    if bool(rubric) != bool(judge or model):
        missing = (
            "judge or model must be given with a rubric" if rubric else "judge and model are only used with a rubric"
        )
        raise ValueError(f"{KEY}: {missing}")
    return bool(rubric)


def _comparing(settings: Settings) -> Evaluator:
    """Return the evaluator that needs no judge."""

    def evaluate(*, outputs: Any, reference_outputs: Any, **values: Any) -> list[Result]:
        """Compare structured outputs with a reference; see `create_json_match_evaluator`."""
        output, reference = as_structure(outputs, "outputs"), as_structure(reference_outputs, "reference_outputs")
        shown = {**values, "inputs": outputs, "reference_outputs": reference_outputs}
        if settings.aggregator is not None or not is_watched():
            results: list[Result] = logged(
                NAME, lambda: [_result(score) for score in scores_of(output, reference, settings)], values=shown
            )
            return results
        return [
            result
            for score in scores_of(output, reference, settings)
            for result in logged(NAME, functools.partial(_traced_result, score), values=shown)
        ]

    return evaluate


def _result(score: KeyScore) -> Result:
    return {"key": f"{KEY}:{score.key}", "score": score.score, "comment": None, "metadata": None}


def _traced_result(score: KeyScore) -> list[Result]:
    """Return a key's result with the run that it is made in."""
    result = _result(score)
    run = current_run_id()
    if score.is_single and run is not None:
        result["source_run_id"] = run
    return [result]


def _judging(name: str, given: Mapping[str, Any]) -> Evaluator:
    """Return openevals' own evaluator, which asks a judge, for values of any form that ours takes."""
    evaluator = getattr(original("openevals.json.match", "a rubric's judge"), name)(**given)

    async def evaluate(*, outputs: Any, reference_outputs: Any, inputs: Any = None, **values: Any) -> list[Result]:  # noqa: ARG001
        """Compare structured outputs with a reference, some keys by a judge; see `create_json_match_evaluator`."""
        output, reference = as_structure(outputs, "outputs"), as_structure(reference_outputs, "reference_outputs")
        results: list[Result] = await settled(evaluator(outputs=output, reference_outputs=reference, **values))
        return results

    return evaluate


__getattr__, __dir__ = handed_on(__name__, __all__)
