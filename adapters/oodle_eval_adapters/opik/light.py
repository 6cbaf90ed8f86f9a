"""Checks as metrics on Opik's light `_opik` package: nothing of `opik` is imported, and nothing is traced.

For code that only needs `score`, such as a service or a serverless function, where importing `opik` takes seconds.
"""

from __future__ import annotations

from typing import Any

from oodle_eval_adapters._faces import AUTO, Face, Opening, missing_framework

try:
    from _opik import BaseMetric
except ModuleNotFoundError as error:
    raise missing_framework("Opik", "opik") from error

from oodle_eval_adapters.opik._scoring import Form, Scoring, form_of

__all__ = ["LightCheckMetric", "as_metric"]


class LightCheckMetric(Scoring, BaseMetric):
    """A bound check, a suite or an `evaluate(ctx)` as a light Opik metric; made by `as_metric`."""

    def __init__(self, face: Face, labels: bool, form: Form) -> None:
        self._set_up(face, labels, form)
        BaseMetric.__init__(self, name=face.name, track=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuilt, (self._face, self._labels, tuple(self._form)))


def _rebuilt(face: Face, labels: bool, form: tuple[bool, bool]) -> LightCheckMetric:
    return LightCheckMetric(face, labels, Form(*form))


def as_metric(
    what: Any,
    *,
    name: str | None = None,
    scores: str = "all",
    labels: bool = False,
    output_key: Any = AUTO,
    input_key: Any = AUTO,
    reference_key: Any = AUTO,
    thread: bool | None = None,
    task_span: bool | None = None,
) -> LightCheckMetric:
    """Return a check as a metric on Opik's light base class; as `oodle_eval_adapters.opik.as_metric`, but never traced.

    Args:
        what: A bound check, a list of bound checks (a suite), or any `evaluate(ctx)`.
        name: The metric's name; a single check's primary score takes it too.
        scores: "all", or "primary" for the first score of each check.
        labels: Give CATEGORICAL scores as results of their own, besides in the metadata.
        output_key: Where the text is in an output that is a dict; see the full `as_metric`.
        input_key: The same for the input.
        reference_key: The same for the reference.
        thread: Whether `score` takes the conversation first; see the full `as_metric`.
        task_span: Whether `score` takes a task's span tree; see the full `as_metric`.

    Returns:
        A `_opik.BaseMetric`. Its `score` raises a ValueError where the full one raises a MetricComputationError.

    Raises:
        ValueError: `what` is no check, or a setting does not fit.

    Example:
        >>> from oodle_eval.v1 import checks
        >>> as_metric(checks.length_budget(max_words=2)).score(output="one two three").value
        0.0
    """
    face = Face(what, name, scores, Opening(output_key, input_key, reference_key))
    return LightCheckMetric(face, labels, form_of([part.check for part in face.bound.parts], thread, task_span))
