"""Findings as Opik's results. `ScoreResult` comes from `_opik`, which is what `opik` itself uses and costs next to nothing."""

from __future__ import annotations

import sys

from oodle_eval_adapters._faces import Face, Finding, message_of, missing_framework

try:
    from _opik import ScoreResult
except ModuleNotFoundError as error:
    raise missing_framework("Opik", "opik") from error

__all__ = ["REFERENCE", "ScoreResult", "score_results"]

# How a reference is given, for the error of a check that has none.
REFERENCE = "reference=... or expected_output=... (in `evaluate`: a key of the dataset's items)"


def score_results(face: Face, findings: list[Finding], labels: bool) -> list[ScoreResult]:
    """Return findings as Opik's results.

    A label is no number: it goes into the metadata of its check's primary score, and becomes a result of its own with
    `labels`, or where there is no number beside it.
    """
    if len(findings) == 1:  # the everyday case
        only = _score_result(face, findings[0])
        if only.category_name is None:
            return [only]
    results: list[ScoreResult] = []
    primaries: dict[int, ScoreResult] = {}
    for finding in findings:
        result = _score_result(face, finding)
        primary = primaries.setdefault(id(finding.part), result)
        is_label = result.category_name is not None
        if is_label and primary.metadata is not None:
            primary.metadata.setdefault("labels", {})[result.name] = result.category_name
        if not is_label or labels or primary is result:
            results.append(result)
    return results


def _score_result(face: Face, finding: Finding) -> ScoreResult:
    made = face.made_of(finding)
    score = finding.score
    if score is None:
        reason = message_of(finding.error, finding.part.check.name, REFERENCE) if finding.error else ""
        return ScoreResult(finding.name, 0.0, reason, metadata=made, scoring_failed=True)
    value = score.value
    if value is None:
        return ScoreResult(finding.name, 0.0, score.comment, metadata=made, scoring_failed=True)
    if isinstance(value, str):
        return ScoreResult(finding.name, 1.0, score.comment, category_name=value, metadata=made)
    return ScoreResult(finding.name, _number(value), score.comment, metadata=made)


def _number(value: float) -> float:
    try:
        return float(value)
    except OverflowError:  # an integer beyond any float
        return sys.float_info.max if value > 0 else -sys.float_info.max
