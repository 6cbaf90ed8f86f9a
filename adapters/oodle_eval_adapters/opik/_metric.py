"""Checks as Opik metrics."""

from __future__ import annotations

import inspect
from typing import Any

from oodle_eval.v1._waist.check import Check
from oodle_eval_adapters._faces import AUTO, Face, Opening, missing_framework

try:
    from opik.evaluation.metrics.base_metric import BaseMetric
    from opik.evaluation.metrics.conversation.conversation_thread_metric import ConversationThreadMetric
    from opik.exceptions import MetricComputationError
except ModuleNotFoundError as error:
    raise missing_framework("Opik", "opik") from error

from oodle_eval_adapters.opik._scoring import SCORES, Form, Scoring, form_of

__all__ = ["FACE_PARAMETERS", "CheckMetric", "ThreadCheckMetric", "as_metric", "metric_class"]


class CheckMetric(Scoring, BaseMetric):
    """A bound check, a suite or an `evaluate(ctx)` as an Opik metric; made by `as_metric`."""

    _error = MetricComputationError

    def __init__(self, face: Face, labels: bool, track: bool, project_name: str | None, form: Form) -> None:
        self._set_up(face, labels, form)
        self._project_name = project_name
        self._tracked = track
        BaseMetric.__init__(self, name=face.name, track=track, project_name=project_name)

    def __reduce__(self) -> tuple[Any, ...]:
        # Tracking puts wrapped methods on the instance, which don't pickle: it is made anew instead.
        return (_rebuilt, (type(self), self._face, self._labels, self._tracked, self._project_name, tuple(self._form)))


class ThreadCheckMetric(CheckMetric, ConversationThreadMetric):
    """The same as a metric of a conversation, for Opik's `evaluate_threads`."""

    _form = Form(thread=True, task_span=False)
    score = SCORES[_form]


def _base_of(form: Form) -> type[CheckMetric]:
    return ThreadCheckMetric if form.thread else CheckMetric


def _rebuilt(
    made: type[CheckMetric],
    face: Face,
    labels: bool,
    track: bool,
    project_name: str | None,
    form: tuple[bool, bool],
) -> CheckMetric:
    metric = made.__new__(made)
    CheckMetric.__init__(metric, face, labels, track, project_name, Form(*form))
    return metric


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
    thread: bool | None = None,
    task_span: bool | None = None,
) -> CheckMetric:
    """Return a check as an Opik metric, for `evaluate`, `evaluate_threads` and wherever Opik takes a metric.

    Its `score` takes `output`, `input`, `reference` or `expected_output`, `context`, `metadata`, `trace` (a list of span
    dicts, or Opik's own span or trace) and `conversation` (messages, of which the newest reply is scored); none is
    required, so that a row without one is a failed score with a reason, never an aborted run. The metric is also one of
    Opik's `scoring_functions`.

    What the check reads decides what the metric is in Opik: a check of the conversation is a `ConversationThreadMetric`;
    one of the trace or of the span's attributes is a task-span metric, which reads the steps, tokens, durations and errors
    that the task left in Opik's trace. Opik runs task-span metrics only where it runs the task, with tracing on: where it
    does not, as in `evaluate_experiment`, give `task_span=False`, and the metric reads the row's `trace` and `metadata`.

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
        thread: Whether it is a metric of conversations. None: when a built-in check in it reads the conversation; your own
            `evaluate(ctx)` is one only with True.
        task_span: Whether it gets the task's span tree. None: when a built-in check in it reads the trace or the span's
            attributes; your own `evaluate(ctx)` gets it only with True.

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
    form = form_of([part.check for part in face.bound.parts], thread, task_span)
    return _base_of(form)(face, labels, track, project_name, form)


# The keywords of `as_metric` that a metric class takes besides the check's settings; a class's name is a setting.
FACE_PARAMETERS = [
    parameter
    for parameter in inspect.signature(as_metric, eval_str=False).parameters.values()
    if parameter.name not in ("what", "name")
]


def metric_class(check: Check, class_name: str, module: str) -> type[CheckMetric]:
    """Return the metric class of a check: its constructor takes the check's settings and the keywords of `as_metric`."""
    from oodle_eval.v1._waist.binders import PREFIX, settings_docs, signature_with  # noqa: PLC0415 - beside its use

    def __init__(self: CheckMetric, *args: Any, **given: Any) -> None:  # noqa: N807
        if args:
            raise TypeError(check.schema.by_name_only(f"{class_name}()", args, f"{class_name}("))
        keywords = {p.name: given.pop(p.name, p.default) for p in FACE_PARAMETERS}
        opening = Opening(keywords["output_key"], keywords["input_key"], keywords["reference_key"])
        face = Face(check.bind(**given), None, keywords["scores"], opening)
        form = form_of([check], keywords["thread"], keywords["task_span"])
        CheckMetric.__init__(self, face, keywords["labels"], keywords["track"], keywords["project_name"], form)

    self_parameter = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    signature = signature_with(check, PREFIX, *FACE_PARAMETERS, returns=None)
    __init__.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[self_parameter, *signature.parameters.values()]
    )
    __init__.__qualname__ = f"{class_name}.__init__"
    form = form_of([check])
    body = {
        "__init__": __init__,
        "__module__": module,
        "__qualname__": class_name,
        "__doc__": settings_docs(check),
        "_form": form,
        "score": SCORES[form],
    }
    return type(class_name, (_base_of(form),), body)
