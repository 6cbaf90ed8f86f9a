"""Combine several scores into one.

Every function takes a `Scores` from a check, a plain list of scores, or a list of such lists, which is read as one flat
list. A score may also be a dict with "name", "value", "data_type" and "higher_is_better", as `ctx.scores` holds them.

Example:
    >>> from oodle_eval.v1 import combine, metrics
    >>> scores = metrics.length_budget("Shipped.") + metrics.contains("Shipped.", values="ship")
    >>> combine.weighted_mean(scores, weights={"contains": 3}).value
    1.0
"""

from __future__ import annotations

import copy
import math
import numbers
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from oodle_eval.runtime import BOOLEAN_TYPES, Score, Scores, score_field, score_name

__all__ = ["all_pass", "any_fail", "maximum", "minimum", "passed", "rename", "threshold", "weighted_mean"]


def _flat(scores: Any) -> list[Any]:
    """Return the scores of a score, a list, or a list of lists, in order."""
    if isinstance(scores, Mapping) and scores and not {"name", "value"} & scores.keys():
        raise ValueError(
            f"expected a score dict with name and value, got a dict with {', '.join(map(str, scores))[:100]}"
        )
    if isinstance(scores, Score | Mapping):
        return [scores]
    if hasattr(scores, "scores"):  # an EvaluationResult
        scores = scores.scores
    if isinstance(scores, str | bytes) or not isinstance(scores, Iterable):
        raise ValueError(f"expected a Score, a score dict or a list of them, got {type(scores).__name__}")
    return [score for item in scores for score in _flat(item)]


def _data_type(score: Any) -> str:
    """Return a score's data type; of a score dict that names none, the one of its value."""
    named = score_field(score, "data_type")
    if named:
        return str(named)
    value = score_field(score, "value")
    if isinstance(value, bool):
        return "BOOLEAN"
    return "CATEGORICAL" if isinstance(value, str) else "NUMERIC"


def _number(score: Any) -> float | None:
    """Return a score's value as a number, None when it is CATEGORICAL or has none."""
    value = score_field(score, "value")
    if type(value).__name__ in BOOLEAN_TYPES:
        value = bool(value)
    if value is None or _data_type(score) == "CATEGORICAL" or not isinstance(value, numbers.Real):
        return None
    number = value if isinstance(value, int) else float(value)
    return number if isinstance(number, int) or math.isfinite(number) else None


def _numbers(scores: Any, what: str) -> list[tuple[Any, float]]:
    """Return the scores that have a number, with it; raise when there is none."""
    counted = [(score, number) for score in _flat(scores) if (number := _number(score)) is not None]
    if not counted:
        raise ValueError(
            f"{what} needs at least one score with a number, and got none: "
            "CATEGORICAL scores and scores without a value don't count"
        )
    return counted


def _weights(scores: list[Any], weights: Any) -> list[float]:
    """Return each score's weight, by name or by place."""
    if weights is None:
        return [1.0] * len(scores)
    given: list[Any]
    if isinstance(weights, Mapping):
        given = [weights.get(name, 1) if isinstance(name := score_name(score), str) else 1 for score in scores]
    elif isinstance(weights, list | tuple):
        given = list(weights)
        if len(given) != len(scores):
            raise ValueError(f"weights must have one weight for each of the {len(scores)} scores, got {len(given)}")
    else:
        raise ValueError(f"weights must be a dict of names to weights or a list of weights, got {weights!r}")
    for weight in weights.values() if isinstance(weights, Mapping) else given:
        if not _is_number(weight) or not 0 <= weight < math.inf:
            raise ValueError(f"weights must be finite numbers of 0 or more, got {weight!r}")
    return given


def _is_number(value: Any) -> bool:
    return isinstance(value, numbers.Real) and type(value).__name__ not in BOOLEAN_TYPES


def _checked_line(at: Any) -> Any:
    """Return a pass line, or raise the ValueError that says what it must be."""
    if not _is_number(at) or at != at:  # noqa: PLR0124 - NaN, also where math.isnan would overflow
        raise ValueError(f"at must be a number, got {at!r}")
    return at


def weighted_mean(scores: Any, weights: Any = None, name: str = "combined") -> Score:
    """Return the weighted mean of the scores' values as one NUMERIC score.

    A BOOLEAN score counts as 1 or 0. CATEGORICAL scores and scores without a value are skipped. Values are used as they
    are: turn a lower-is-better score round with `threshold` or `passed` first.

    Args:
        scores: The scores to combine.
        weights: {score name: weight}, or a list of weights in the order of `scores` (skipped ones have a place too).
            A name that is missing from the dict weighs 1. None: every score weighs 1.
        name: Name of the combined score.

    Returns:
        A NUMERIC Score, higher is better.

    Raises:
        ValueError: No score has a number; a weight is negative or not finite; the counted weights sum to 0; or a list
            of weights has another length.

    Example:
        >>> weighted_mean([Score(1.0, name="a"), Score(0.0, name="b")], weights={"a": 3}).value
        0.75
    """
    flat = _flat(scores)
    by_place = _weights(flat, weights)
    _numbers(flat, "weighted_mean")
    counted = [(score, _number(score), weight) for score, weight in zip(flat, by_place, strict=True)]
    used = [(score, number, weight) for score, number, weight in counted if number is not None]
    if not any(weight for _, _, weight in used):
        raise ValueError("weights must sum to more than 0 over the scores that have a number, got 0")
    mean = _mean([(number, weight) for _, number, weight in used])
    parts = ", ".join(
        f"{score_name(score)}={_shown(number)} (weight {_shown(weight)})" for score, number, weight in used
    )
    return Score(mean, "NUMERIC", _cut(f"mean of {parts}"), name, True)


def _mean(weighted: list[tuple[float, float]]) -> float:
    """Return the mean of (number, weight) pairs, between the smallest and the largest number."""
    try:
        mean = math.fsum(number * weight for number, weight in weighted) / math.fsum(weight for _, weight in weighted)
    except (OverflowError, ZeroDivisionError):
        mean = _exact_mean(weighted)
    if not math.isfinite(mean):
        mean = _exact_mean(weighted)
    counted = [number for number, weight in weighted if weight]
    return float(min(max(mean, min(counted)), max(counted)))


def _exact_mean(weighted: list[tuple[float, float]]) -> float:
    """Return the mean where floats overflow on the way.

    Raises:
        ValueError: The mean itself is beyond a float.
    """
    from fractions import Fraction  # noqa: PLC0415 - only for numbers near the end of the floats

    total = sum(Fraction(weight) for _, weight in weighted)
    try:
        return float(sum(Fraction(number) * Fraction(weight) for number, weight in weighted) / total)
    except OverflowError:
        raise ValueError("the weighted mean is too large a number for a score") from None


def _shown(number: float) -> str:
    if isinstance(number, float):
        return f"{number:g}"
    try:
        return str(int(number))
    except ValueError:  # Python writes no integer of more than 4,300 digits
        return "a number of thousands of digits"


def _cut(comment: str, limit: int = 500) -> str:
    return comment if len(comment) <= limit else f"{comment[: limit - 3]}..."


def _lower_is_better(score: Any) -> bool:
    return score_field(score, "higher_is_better") is False


def passed(score: Any, at: float | None = None) -> bool:
    """Return whether one score reads as a pass.

    A BOOLEAN score passes when it is True, or False for a lower-is-better score. A NUMERIC score passes at or above
    `at`, or at or below it for a lower-is-better score. Without `at` the line is 0.5: at or above for
    higher-is-better, below for lower-is-better.

    Args:
        score: A Score or a score dict.
        at: The pass line of a NUMERIC score.

    Raises:
        ValueError: The score is CATEGORICAL or has no value, or `at` is no number.

    Example:
        >>> passed(Score(False, "BOOLEAN", name="refused", higher_is_better=False))
        True
    """
    if not isinstance(score, Score | Mapping):
        raise ValueError(f"passed reads one Score or score dict, got {type(score).__name__}: use all_pass for a list")
    if at is not None:
        _checked_line(at)
    value = _number(score)
    if value is None:
        why = "is CATEGORICAL" if _data_type(score) == "CATEGORICAL" else "has no value"
        raise ValueError(f"score {score_name(score)!r} {why}, so it neither passes nor fails")
    lower = _lower_is_better(score)
    if _data_type(score) == "BOOLEAN":
        return bool(value) is not lower
    if at is None:
        return value < 0.5 if lower else value >= 0.5
    return bool(value <= at if lower else value >= at)


def _failures(scores: Any, at: float | None) -> tuple[int, list[str]]:
    """Return how many scores were read, and the names of those that fail."""
    if at is not None:
        _checked_line(at)
    counted = [score for score in _flat(scores) if _number(score) is not None]
    return len(counted), [str(score_name(score)) for score in counted if not passed(score, at)]


def _verdict(read: int, failures: list[str]) -> str:
    if not read:
        return "nothing to check: no score has a value that passes or fails"
    return f"failed: {', '.join(failures)}" if failures else f"all {read} passed"


def all_pass(scores: Any, name: str = "all_pass", at: float | None = None) -> Score:
    """Return True when every score passes, as a BOOLEAN score.

    Args:
        scores: The scores, each read with `passed`. CATEGORICAL ones and those without a value are skipped.
        name: Name of the result score.
        at: The pass line of NUMERIC scores.

    Returns:
        A BOOLEAN Score, higher is better; True when there is nothing to check.

    Example:
        >>> all_pass([Score(True, "BOOLEAN", name="a"), Score(0.2, name="b")]).comment
        'failed: b'
    """
    read, failures = _failures(scores, at)
    return Score(not failures, "BOOLEAN", _cut(_verdict(read, failures)), name, True)


def any_fail(scores: Any, name: str = "any_fail", at: float | None = None) -> Score:
    """Return True when a score fails, as a BOOLEAN score: the opposite of `all_pass`.

    Args:
        scores: The scores, each read with `passed`. CATEGORICAL ones and those without a value are skipped.
        name: Name of the result score.
        at: The pass line of NUMERIC scores.

    Returns:
        A BOOLEAN Score, lower is better.

    Example:
        >>> any_fail([Score(0.2, name="b")]).value
        True
    """
    read, failures = _failures(scores, at)
    return Score(bool(failures), "BOOLEAN", _cut(_verdict(read, failures)), name, False)


def _extreme(scores: Any, name: str, pick: Callable[..., Any], what: str) -> Score:
    counted = _numbers(scores, what)
    score, number = pick(counted, key=lambda item: item[1])
    directions = {score_field(item, "higher_is_better") for item, _ in counted}
    direction = directions.pop() if len(directions) == 1 else None
    value = int(number) if isinstance(number, bool) else number
    return Score(value, "NUMERIC", f"{what} of {len(counted)} scores: {score_name(score)}"[:500], name, direction)


def minimum(scores: Any, name: str = "minimum") -> Score:
    """Return the smallest value among the scores, as a NUMERIC score.

    A BOOLEAN score counts as 1 or 0; CATEGORICAL scores and scores without a value are skipped.

    Args:
        scores: The scores to read.
        name: Name of the result score.

    Returns:
        A NUMERIC Score. Its direction is the one that the counted scores share, else unset.

    Raises:
        ValueError: No score has a number.

    Example:
        >>> minimum([Score(0.4, name="a"), Score(True, "BOOLEAN", name="b")]).value
        0.4
    """
    return _extreme(scores, name, min, "minimum")


def maximum(scores: Any, name: str = "maximum") -> Score:
    """Return the largest value among the scores, as a NUMERIC score.

    A BOOLEAN score counts as 1 or 0; CATEGORICAL scores and scores without a value are skipped.

    Args:
        scores: The scores to read.
        name: Name of the result score.

    Returns:
        A NUMERIC Score. Its direction is the one that the counted scores share, else unset.

    Raises:
        ValueError: No score has a number.

    Example:
        >>> maximum([Score(0.4, name="a"), Score(True, "BOOLEAN", name="b")]).value
        1
    """
    return _extreme(scores, name, max, "maximum")


def threshold(score: Any, at: float, name: str | None = None, above: bool = True) -> Score:
    """Turn one score into a BOOLEAN pass at a line.

    Args:
        score: A Score or a score dict. A BOOLEAN counts as 1 or 0.
        at: The line.
        name: Name of the result score. None: the score's name with "_ok" added.
        above: True: pass at or above `at`. False: pass below `at`.

    Returns:
        A BOOLEAN Score, higher is better; False when the score has no number.

    Raises:
        ValueError: `at` is no number, or `score` is no single score.

    Example:
        >>> threshold(Score(0.7, name="grounding"), 0.8).comment
        'grounding is 0.7, needed 0.8 or more'
    """
    _checked_line(at)
    if not isinstance(score, Score | Mapping):
        raise ValueError(f"threshold reads one Score or score dict, got {type(score).__name__}")
    own = score_name(score)
    label = "the score" if own is None else own
    result_name = name if name is not None else "ok" if own is None else f"{own}_ok"
    value = _number(score)
    if value is None:
        return Score(False, "BOOLEAN", _cut(f"{label} has no number"), result_name, True)
    passes = bool(value >= at if above else value < at)
    needed = f"{_shown(at)} or more" if above else f"below {_shown(at)}"
    return Score(passes, "BOOLEAN", _cut(f"{label} is {_shown(value)}, needed {needed}"), result_name, True)


def rename(scores: Any, prefix: str = "", names: Mapping[str, str] | None = None) -> Scores:
    """Return copies of the scores with new names.

    Args:
        scores: The scores to rename; they don't change.
        prefix: Text to put before every name.
        names: {old name: new name}, applied before `prefix`.

    Example:
        >>> [score.name for score in rename([Score(1, name="a"), Score(2, name="b")], "x_", {"a": "first"})]
        ['x_first', 'x_b']
    """
    if names is not None and not isinstance(names, Mapping):
        raise ValueError(f"names must be a dict of old names to new names, got {names!r}")
    return Scores([_renamed(score, prefix or "", names or {}) for score in _flat(scores)])


def _renamed(score: Any, prefix: str, names: Mapping[str, str]) -> Any:
    old = score_name(score)
    new = names.get(old, old) if isinstance(old, str) else old
    if prefix:
        new = f"{prefix}{'' if new is None else new}"
    if isinstance(score, Mapping):
        return {**score, "name": new}
    renamed = copy.copy(score)
    renamed.name = new
    return renamed
