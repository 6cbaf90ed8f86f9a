"""One score over a whole data set, and which of several runs is better."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from oodle_eval.runs import Results, RowResult, ScoreSummary
from oodle_eval.runtime import Score
from oodle_eval.v1._settings import SettingError
from oodle_eval.v1._waist.bound import Outcome
from oodle_eval_adapters._faces import AUTO, Face, Opening
from oodle_eval_adapters._langsmith_runs import failure_of, field, row_of

__all__ = ["pairwise_evaluator", "summary_evaluator"]

_PERCENTILE = re.compile(r"p([0-9]{1,2}|100)")


def summary_evaluator(
    what: Any,
    statistic: str = "pass_rate",
    *,
    key: str | None = None,
    scores: str = "primary",
    output_key: Any = AUTO,
    input_key: Any = AUTO,
    reference_key: Any = AUTO,
) -> Callable[[Sequence[Any], Sequence[Any]], dict[str, Any]]:
    """Return a summary evaluator for `evaluate(..., summary_evaluators=[...])`.

    It counts as `oodle_eval.runs` does: over scored rows only, and its comment says how many rows there were, how many
    had nothing to score and how many failed.

    Args:
        what: A bound check, a list of bound checks, or any `evaluate(ctx)`.
        statistic: "pass_rate", "mean", or a percentile such as "p50" or "p95".
        key: The key of a single score; by default its name and the statistic, such as "pii_free_pass_rate".
        scores: "primary" for the first score of each check, or "all".
        output_key: See `as_evaluator`.
        input_key: The same for the inputs.
        reference_key: The same for the reference outputs.

    Raises:
        ValueError: The statistic is none of these.

    Example:
        >>> from oodle_eval.v1 import checks
        >>> short = summary_evaluator(checks.length_budget(max_words=2))
        >>> runs = [{"outputs": {"output": "one"}}, {"outputs": {"output": "one two three"}}]
        >>> short(runs, [{}, {}])["results"][0]["score"]
        0.5
    """
    if statistic not in ("pass_rate", "mean") and not _PERCENTILE.fullmatch(str(statistic)):
        raise SettingError(f'statistic must be "pass_rate", "mean" or a percentile such as "p95", got {statistic!r}')
    face = Face(what, None, scores, Opening(output_key, input_key, reference_key))

    def summarize(runs: Sequence[Any], examples: Sequence[Any]) -> dict[str, Any]:
        results = _results(face, runs, examples)
        found = [
            _summarized(one, _statistic(results, one, statistic), key or f"{one.name}_{statistic}")
            for one in results.summary().values()
        ]
        return {"results": found}

    summarize.__name__ = summarize.__qualname__ = key or f"{face.name}_{statistic}"
    return summarize


def _results(face: Face, runs: Iterable[Any], examples: Iterable[Any]) -> Results:
    rows = []
    for place, (run, example) in enumerate(zip(runs, examples, strict=True)):
        outcomes = _outcomes(face, run, example)
        rows.append(RowResult(place, field(run, "id", place), tuple(outcomes)))
    return Results(rows, face.bound, face.scores)


def _outcomes(face: Face, run: Any, example: Any) -> list[Outcome]:
    held = row_of(run, example, face.needs, face.context_keys, face.opening)
    return face.outcomes(held, failure_of(run))


def _summarized(one: ScoreSummary, value: float | None, key: str) -> dict[str, Any]:
    comment = f"{one.scored} of {one.rows} rows scored, {one.unscored} not scored, {one.failed} failed"
    return {"key": key, "score": value, "comment": comment}


def _statistic(results: Results, one: ScoreSummary, statistic: str) -> float | None:
    if statistic == "pass_rate":
        return one.pass_rate
    if statistic == "mean":
        return one.mean
    values = sorted(
        float(score.value)
        for row in results
        for score in row.scores()
        if score.name == one.name and isinstance(score.value, int | float)
    )
    return _percentile(values, int(statistic[1:]))


def _percentile(values: list[float], percent: int) -> float | None:
    """Return a percentile by the nearest rank: the smallest value that so many percent of the values don't exceed."""
    if not values:
        return None
    return values[max(0, math.ceil(percent / 100 * len(values)) - 1)]


def pairwise_evaluator(
    what: Any,
    *,
    key: str | None = None,
    output_key: Any = AUTO,
    input_key: Any = AUTO,
    reference_key: Any = AUTO,
) -> Callable[[Sequence[Any], Any], dict[str, Any]]:
    """Return an evaluator for `evaluate_comparative`: which run has the better primary score.

    Each run's score is the share of the other runs that it beats, a tie counting half: of two runs the better one gets 1
    and the other 0, and both get 0.5 when they are equal. A run that could not be scored gets None.

    Args:
        what: A bound check or any `evaluate(ctx)`; the first score it gives decides.
        key: The feedback's key; by default the primary score's name with "_preference".
        output_key: See `as_evaluator`.
        input_key: The same for the inputs.
        reference_key: The same for the reference outputs.

    Example:
        >>> from oodle_eval.v1 import checks
        >>> compare = pairwise_evaluator(checks.length_budget(max_words=2))
        >>> runs = [{"id": 1, "outputs": {"output": "one"}}, {"id": 2, "outputs": {"output": "one two three"}}]
        >>> compare(runs, None)["scores"]
        {1: 1.0, 2: 0.0}
    """
    face = Face(what, None, "primary", Opening(output_key, input_key, reference_key))

    def compare(runs: Sequence[Any], example: Any) -> dict[str, Any]:
        worth = {field(run, "id"): _worth(face, run, example) for run in runs}
        shown = ", ".join(f"{value!r}" if value is not None else "not scored" for value in worth.values())
        return {
            "key": key or f"{face.name}_preference",
            "scores": {identity: _beaten(identity, worth) for identity in worth},
            "comment": f"{face.name} of the runs, higher is better: {shown}",
        }

    compare.__name__ = compare.__qualname__ = key or f"{face.name}_preference"
    return compare


def _worth(face: Face, run: Any, example: Any) -> float | None:
    """Return a run's primary score as a number of which more is better, None when it could not be scored."""
    (outcome, *_) = _outcomes(face, run, example)
    score: Score | None = outcome.scores[0] if outcome.scores else None
    if score is None or score.value is None or isinstance(score.value, str):
        return None
    return -float(score.value) if score.higher_is_better is False else float(score.value)


def _beaten(identity: Any, worth: dict[Any, float | None]) -> float | None:
    own = worth[identity]
    others = [value for other, value in worth.items() if other != identity and value is not None]
    if own is None or not others:
        return None
    return sum(1.0 if own > other else 0.5 if own == other else 0.0 for other in others) / len(others)
