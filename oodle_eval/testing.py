"""Assertions for tests: `assert_passes(checks.pii_leak()(reply))`."""

from __future__ import annotations

from typing import Any

from oodle_eval.runs import text_table
from oodle_eval.runtime import score_field
from oodle_eval.v1 import combine

__all__ = ["assert_passes"]


def assert_passes(scores: Any, at: float | None = None) -> None:
    """Fail unless every score passes, with a table of names, values and comments.

    Labels have no verdict and are passed over. A score without a value fails: nothing was checked.

    Args:
        scores: Scores, an EvaluationResult, or a list of scores.
        at: The pass line of NUMERIC scores; see `combine.passed`.

    Raises:
        AssertionError: A score does not pass, or there is none.

    Example:
        >>> from oodle_eval.v1 import metrics
        >>> assert_passes(metrics.length_budget("Shipped today."))
    """
    __tracebackhide__ = True
    flat = list(combine.rename(scores))
    verdicts = [_verdict(score, at) for score in flat]
    if flat and all(verdict != "FAILED" for verdict in verdicts):
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
    failed = verdicts.count("FAILED")
    table = text_table(("", "score", "value", "comment"), lines)
    raise AssertionError(f"{failed} of {len(flat)} scores did not pass\n{table}")


def _verdict(score: Any, at: float | None) -> str:
    value = score_field(score, "value")
    if value is None:
        return "FAILED"
    if isinstance(value, str):
        return "label"
    return "passed" if combine.passed(score, at) else "FAILED"
