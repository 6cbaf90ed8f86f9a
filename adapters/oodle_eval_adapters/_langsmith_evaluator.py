"""A check as LangSmith runs it: the base of the LangSmith and the openevals faces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from oodle_eval.v1._declaration import ScoreSpec
from oodle_eval_adapters._faces import Face, Finding, Row, message_of, missing_framework, output_of_call
from oodle_eval_adapters._langsmith_logging import is_watched, logged
from oodle_eval_adapters._langsmith_runs import failure_of, field, row_of

try:
    from langsmith.evaluation.evaluator import EvaluationResult, EvaluationResults, RunEvaluator
except ModuleNotFoundError as error:
    raise missing_framework("LangSmith", "langsmith") from error

__all__ = ["FRAMEWORK", "REFERENCE", "VALUES", "CheckRunEvaluator"]

FRAMEWORK = "oodle-eval"
# How a reference is given, for the error of a check that has none.
REFERENCE = "reference_outputs=... (in `evaluate`: outputs of the example)"
VALUES = ("inputs", "outputs", "reference_outputs", "context", "metadata", "trace")


class CheckRunEvaluator(RunEvaluator):
    """A bound check, a suite or an `evaluate(ctx)` as a LangSmith evaluator; made by `as_evaluator`."""

    def __init__(self, face: Face) -> None:
        self._face = face
        self._configs: dict[str, Any] = {}  # of each score, since a suite has no two of one name
        self.__name__ = face.name

    @property
    def feedback_keys(self) -> list[str]:
        """The keys of the feedback that it gives, known before it has run."""
        return self._face.keys

    def evaluate_run(
        self,
        run: Any,
        example: Any = None,
        evaluator_run_id: Any = None,  # noqa: ARG002 - LangSmith's signature
    ) -> EvaluationResults:
        """Return the feedback of a run, and of the example that it ran on.

        Raises:
            ValueError: A setting or a reference is missing, or the user's own code raised; LangSmith stores the message
                as error feedback.
        """
        face = self._face
        held = row_of(run, example, face.needs, face.context_keys, face.opening)
        return self._results(held, failure_of(run))

    def _results(self, held: Row, failure: str | None = None) -> EvaluationResults:
        try:
            findings = self._face.findings(held, failure=failure)
        except Exception as error:
            raise ValueError(message_of(error, self._face.name, REFERENCE)) from error
        return {"results": [self._result(finding) for finding in findings]}

    def _result(self, finding: Finding) -> EvaluationResult:
        score = finding.score
        if score is None:
            comment = message_of(finding.error, finding.part.check.name, REFERENCE) if finding.error else None
            made = self._face.made_of(finding)
            return EvaluationResult(key=finding.name, comment=comment, evaluator_info=made, extra={"error": True})
        config = self._configs.get(finding.name, self)
        if config is self:
            config = self._configs[finding.name] = feedback_config(finding)
        is_label = score.data_type == "CATEGORICAL"
        return _result(
            {
                "key": finding.name,
                "score": None if is_label else score.value,
                "value": score.value if is_label else None,
                "metadata": None,
                "comment": score.comment,
                "correction": None,
                "evaluator_info": self._face.made_of(finding),
                "feedback_config": None if config is None else dict(config),
                "source_run_id": None,
                "target_run_id": None,
                "extra": None,
            }
        )

    def __call__(self, *args: Any, **values: Any) -> EvaluationResults:
        """Return the feedback of `(run, example)`, objects or dicts, or of `inputs`, `outputs`, `reference_outputs` ...

        In a LangSmith pytest case it is logged as the case's feedback.
        """
        if args or "run" in values or "example" in values:
            run, example = (*args, *(values[name] for name in ("run", "example") if name in values), None, None)[:2]
            shown = {"inputs": field(run, "inputs"), "outputs": field(run, "outputs")}
            return self._watched(lambda: CheckRunEvaluator.evaluate_run(self, run, example), shown)
        given = {name: values.get(name) for name in VALUES}
        other = {name: value for name, value in values.items() if name not in VALUES}
        given["outputs"], failure = output_of_call(given["outputs"], other, "outputs")
        held = self._face.row(**given)
        return self._watched(lambda: CheckRunEvaluator._results(self, held, failure), given)

    def _watched(self, compute: Callable[[], EvaluationResults], shown: dict[str, Any]) -> EvaluationResults:
        """Return the feedback, traced and logged where LangSmith looks at calls."""
        if not is_watched():
            return compute()
        found: list[EvaluationResults] = []

        def as_dicts() -> list[dict[str, Any]]:
            found.append(compute())
            return [_as_dict(result) for result in found[0].get("results", ())]

        logged(self.__name__, as_dicts, framework=FRAMEWORK, values=shown)
        return found[0]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._face.bound!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self._face,))


_KNOWN = frozenset({"key", "score", "value", "comment", "evaluator_info", "feedback_config"})
_set = object.__setattr__


def _result(fields: dict[str, Any]) -> EvaluationResult:
    """Return a result of all of its fields, which are known to fit: looking at each would cost more than the check."""
    result = EvaluationResult.__new__(EvaluationResult)
    _set(result, "__dict__", fields)
    _set(result, "__pydantic_fields_set__", set(_KNOWN))
    _set(result, "__pydantic_extra__", None)
    _set(result, "__pydantic_private__", None)
    return result


def _as_dict(result: EvaluationResult) -> dict[str, Any]:
    """Return a result as the dict that is logged and shown in a trace."""
    shown = {"key": result.key, "score": result.score, "comment": result.comment, "metadata": result.evaluator_info}
    return shown if result.value is None else {**shown, "value": result.value}


def feedback_config(finding: Finding) -> dict[str, Any] | None:
    """Return what LangSmith is told of a score's range or labels, None where neither is known."""
    spec = next((spec for spec in finding.part.scores if spec.name == finding.name), None)
    return None if spec is None else _config_of(spec)


def _config_of(spec: ScoreSpec) -> dict[str, Any] | None:
    if spec.data_type == "NUMERIC" and (spec.minimum is not None or spec.maximum is not None):
        limits: Mapping[str, Any] = {"min": spec.minimum, "max": spec.maximum}
        return {"type": "continuous", **{name: limit for name, limit in limits.items() if limit is not None}}
    if spec.data_type == "CATEGORICAL" and spec.categories is not None:
        labels = [{"value": place, "label": label} for place, label in enumerate(spec.categories)]
        return {"type": "categorical", "categories": labels}
    return None
