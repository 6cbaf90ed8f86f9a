"""Assertions for tests: `assert_passes(checks.pii_leak()(reply))`."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from oodle_eval import _asserted
from oodle_eval.runs import Results, RowResult, text_table
from oodle_eval.runtime import score_field
from oodle_eval.v1 import combine
from oodle_eval.v1._waist.bound import BoundCheck
from oodle_eval.v1._waist.check import Check

__all__ = ["assert_passes"]


def assert_passes(scores: Any, at: float | None = None) -> None:
    """Fail unless every score passes, with a table of names, values and comments.

    Labels have no verdict and are passed over. A score without a value fails: nothing was checked. At the end of a pytest
    session a table says how often each score was asserted, and how it fared.

    Args:
        scores: Scores, an EvaluationResult, or a list of scores; or what a check gave in a framework's form: result dicts
            with key and score, LangSmith's results, Opik's score results.
        at: The pass line of NUMERIC scores; see `combine.passed`.

    Raises:
        AssertionError: A score does not pass, or there is none.
        ValueError: What was given is no scores, such as a check that was not called.

    Example:
        >>> from oodle_eval.v1 import metrics
        >>> assert_passes(metrics.length_budget("Shipped today."))
    """
    __tracebackhide__ = True
    _refuse_no_scores(scores)
    flat = list(combine.rename(_of_any_form(scores)))
    verdicts = [_verdict(score, at) for score in flat]
    for score, verdict in zip(flat, verdicts, strict=True):
        for tell in _asserted.told:
            tell(str(score_field(score, "name")), verdict)
    if flat and all(verdict in ("passed", "label") for verdict in verdicts):
        return
    if not flat:
        raise AssertionError("there are no scores, so nothing was checked")
    lines = [
        (
            verdict,
            str(score_field(score, "name")),
            str(score_field(score, "value")),
            str(score_field(score, "comment") or ""),
        )
        for verdict, score in zip(verdicts, flat, strict=True)
    ]
    failed = verdicts.count("FAILED") + verdicts.count("not scored")
    table = text_table(("", "score", "value", "comment"), lines)
    raise AssertionError(f"{failed} of {len(flat)} scores did not pass\n{table}")


def _refuse_no_scores(scores: Any) -> None:
    """Refuse what is close to scores, and say what is meant.

    Raises:
        ValueError: It is a run, a row of one, or a check.
    """
    if isinstance(scores, Results | RowResult):
        raise ValueError(
            "assert_passes takes the scores of one text, and these are a run's: results.require(is_json=0.99) asserts "
            "the share of rows that pass"
        )
    if isinstance(scores, BoundCheck | Check) or inspect.isfunction(scores):
        name = getattr(scores, "name", None) or getattr(scores, "__name__", "the check")
        raise ValueError(f"assert_passes takes scores, got {name}, which was not called: assert_passes(check(reply))")


def _verdict(score: Any, at: float | None) -> str:
    value = score_field(score, "value")
    if value is None:
        return "not scored"
    if isinstance(value, str):
        return "label"
    return "passed" if combine.passed(score, at) else "FAILED"


def _of_any_form(scores: Any) -> Any:
    """Return scores as they are, and results of a framework's form as score dicts."""
    if isinstance(scores, Mapping) and isinstance(scores.get("results"), list):
        scores = scores["results"]
    if isinstance(scores, list | tuple):
        return [_of_any_form(score) for score in scores]
    if score_field(scores, "scoring_failed") is not None:  # Opik
        value = None if score_field(scores, "scoring_failed") else score_field(scores, "value")
        fields = {"name": score_field(scores, "name"), "value": value, "comment": score_field(scores, "reason")}
        return {**fields, **_made(score_field(scores, "metadata"))}
    key = score_field(scores, "key")
    if key is None or score_field(scores, "name") is not None:
        return scores
    value, label = score_field(scores, "score"), score_field(scores, "value")
    made = _made(score_field(scores, "evaluator_info") or score_field(scores, "metadata"))
    return {"name": key, "value": label if value is None else value, "comment": score_field(scores, "comment"), **made}


def _made(metadata: Any) -> dict[str, Any]:
    """Return what a result's metadata says of its score's type and direction."""
    known = metadata if isinstance(metadata, Mapping) else {}
    return {name: known[name] for name in ("data_type", "higher_is_better") if name in known}
