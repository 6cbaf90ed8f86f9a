"""Checks as Opik metrics."""

from __future__ import annotations

import inspect
from typing import Any

from oodle_eval.v1._waist.check import Check
from oodle_eval_adapters._faces import AUTO, Face, Finding, Opening, Row, message_of, missing_framework

try:
    from opik.evaluation.metrics.base_metric import BaseMetric
    from opik.evaluation.metrics.score_result import ScoreResult
    from opik.exceptions import MetricComputationError
except ModuleNotFoundError as error:
    raise missing_framework("Opik", "opik") from error

__all__ = ["CheckMetric", "as_metric", "metric_class"]


class CheckMetric(BaseMetric):
    """A bound check, a suite or an `evaluate(ctx)` as an Opik metric; made by `as_metric`."""

    def __init__(self, face: Face, labels: bool, track: bool, project_name: str | None) -> None:
        self._face = face
        self._labels = labels
        self._project_name = project_name
        self._tracked = track
        super().__init__(name=face.name, track=track, project_name=project_name)

    def score(
        self,
        output: Any = None,
        input: Any = None,  # noqa: A002 - Opik's name
        reference: Any = None,
        expected_output: Any = None,
        context: Any = None,
        metadata: Any = None,
        trace: Any = None,
        **ignored_kwargs: Any,  # noqa: ARG002 - Opik offers every key of the row
    ) -> ScoreResult | list[ScoreResult]:
        """Return the result of a row, or a list of results; see `as_metric`.

        Raises:
            MetricComputationError: A setting or a reference is missing, or the user's own code raised.
        """
        held = self._face.row(
            inputs=input,
            outputs=output,
            reference_outputs=expected_output if reference is None else reference,
            context=context,
            metadata=metadata,
            trace=trace,
        )
        return self._results(held)

    def _results(self, held: Row) -> ScoreResult | list[ScoreResult]:
        try:
            findings = self._face.findings(held)
        except Exception as error:
            raise MetricComputationError(message_of(error, self.name)) from error
        results = score_results(self._face, findings, self._labels)
        return results if self._face.is_list(len(findings)) else results[0]

    def __reduce__(self) -> tuple[Any, ...]:
        # Tracking puts wrapped methods on the instance, which don't pickle: it is made anew instead.
        return (_rebuilt, (type(self), self._face, self._labels, self._tracked, self._project_name))


def _rebuilt(made: type[CheckMetric], face: Face, labels: bool, track: bool, project_name: str | None) -> CheckMetric:
    metric = made.__new__(made)
    CheckMetric.__init__(metric, face, labels, track, project_name)
    return metric


def score_results(face: Face, findings: list[Finding], labels: bool) -> list[ScoreResult]:
    """Return findings as Opik's results.

    A label is no number: it goes into the metadata of its check's primary score, and becomes a result of its own with
    `labels`, or where there is no number beside it.
    """
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
        reason = message_of(finding.error, finding.part.check.name) if finding.error else ""
        return ScoreResult(finding.name, 0.0, reason, metadata=made, scoring_failed=True)
    value = score.value
    if value is None:
        return ScoreResult(finding.name, 0.0, score.comment, metadata=made, scoring_failed=True)
    if isinstance(value, str):
        return ScoreResult(finding.name, 1.0, score.comment, category_name=value, metadata=made)
    return ScoreResult(finding.name, float(value), score.comment, metadata=made)


def as_metric(
    what: Any,
    *,
    name: str | None = None,
    scores: str = "all",
    labels: bool = False,
    output_key: Any = AUTO,
    input_key: Any = AUTO,
    reference_key: Any = AUTO,
    track: bool = True,
    project_name: str | None = None,
) -> CheckMetric:
    """Return a check as an Opik metric, for `evaluate`, `evaluate_on_dict_items` and wherever Opik takes a metric.

    Its `score` takes `output`, `input`, `reference` or `expected_output`, `context`, `metadata` and `trace` (a list of
    span dicts); none is required, so that a row without one is a failed score with a reason, never an aborted run.

    Args:
        what: A bound check, a list of bound checks (a suite), or any `evaluate(ctx)`.
        name: The metric's name; a single check's primary score takes it too.
        scores: "all", or "primary" for the first score of each check.
        labels: Give CATEGORICAL scores as results of their own (`category_name`, value 1.0), besides in the metadata.
        output_key: Where the text is in an output that is a dict: a dotted path, a callable, or None for the whole dict.
            By default the usual keys ("output", "answer", "response" ...).
        input_key: The same for the input.
        reference_key: The same for the reference.
        track: Let Opik trace the metric's calls.
        project_name: The Opik project of these traces.

    Returns:
        An Opik `BaseMetric` that pickles when what it runs does.

    Raises:
        ValueError: `what` is no check, or a setting does not fit.

    Example:
        >>> from oodle_eval.v1 import checks
        >>> metric = as_metric(checks.length_budget(max_words=2), track=False)
        >>> metric.score(output="one two three").value
        0.0
    """
    face = Face(what, name, scores, Opening(output_key, input_key, reference_key))
    return CheckMetric(face, labels, track, project_name)


# The keywords of `as_metric` that a metric class takes besides the check's settings; a class's name is a setting.
FACE_PARAMETERS = [
    parameter
    for parameter in inspect.signature(as_metric, eval_str=False).parameters.values()
    if parameter.name not in ("what", "name")
]


def metric_class(check: Check, class_name: str, module: str) -> type[CheckMetric]:
    """Return the metric class of a check: its constructor takes the check's settings and the keywords of `as_metric`."""
    from oodle_eval.v1._waist.binders import PREFIX, settings_docs, signature_with  # noqa: PLC0415 - beside its use

    def __init__(self: CheckMetric, **given: Any) -> None:  # noqa: N807
        keywords = {p.name: given.pop(p.name, p.default) for p in FACE_PARAMETERS}
        opening = Opening(keywords["output_key"], keywords["input_key"], keywords["reference_key"])
        face = Face(check.bind(**given), None, keywords["scores"], opening)
        CheckMetric.__init__(self, face, keywords["labels"], keywords["track"], keywords["project_name"])

    self_parameter = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    signature = signature_with(check, PREFIX, *FACE_PARAMETERS, returns=None)
    __init__.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[self_parameter, *signature.parameters.values()]
    )
    __init__.__qualname__ = f"{class_name}.__init__"
    body = {"__init__": __init__, "__module__": module, "__qualname__": class_name, "__doc__": settings_docs(check)}
    return type(class_name, (CheckMetric,), body)
