"""LangSmith evaluators of any form as checks."""

from __future__ import annotations

import inspect
import uuid
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from oodle_eval.runtime import Score, Scores
from oodle_eval.v1._settings import SettingError
from oodle_eval.v1._waist.bound import BoundCheck
from oodle_eval_adapters._foreign import bound_foreign, completed, score_of, values_of

__all__ = ["from_langsmith"]

# The arguments that LangSmith gives to an evaluator function by name.
NAMED = ("run", "example", "inputs", "outputs", "reference_outputs", "attachments")


def from_langsmith(evaluator: Any, *, name: str | None = None) -> BoundCheck:
    """Return a LangSmith evaluator as a check, usable in `evaluate(ctx)`, in suites and in the other frameworks.

    Args:
        evaluator: A `RunEvaluator`; a function of `(run, example)` or of any of `inputs`, `outputs`,
            `reference_outputs`, `attachments`, `run`, `example`, sync or async; an openevals evaluator; or a LangChain
            string evaluator that has `as_run_evaluator`.
        name: What the check is called; by default the evaluator's own name.

    Raises:
        ValueError: The function's arguments are none of these forms. LangSmith would run it, with a Run and an Example in
            place of what it expects.

    Example:
        >>> def shorter(outputs, reference_outputs):
        ...     return len(outputs["output"]) < len(reference_outputs["output"])
        >>> from oodle_eval.runtime import EvaluationContext, ExperimentContext, ObservationContext
        >>> ctx = EvaluationContext(ObservationContext(output="ab"), experiment=ExperimentContext(expected_output="abc"))
        >>> from_langsmith(shorter)(ctx)["shorter"].value
        True
    """
    if hasattr(evaluator, "as_run_evaluator"):
        evaluator = evaluator.as_run_evaluator()
    own = name or _name_of(evaluator)
    call = _by_run(evaluator) if hasattr(evaluator, "evaluate_run") else _by_function(evaluator, own)

    def evaluate(ctx: Any) -> Scores:
        return scores_of_feedback(completed(call(ctx)), own)

    return bound_foreign(evaluate, own, f"The LangSmith evaluator {own}.")


def _name_of(evaluator: Any) -> str:
    while hasattr(evaluator, "func") and not hasattr(evaluator, "__name__"):
        evaluator = evaluator.func
    name = getattr(evaluator, "__name__", None) or getattr(evaluator, "_name", None)
    return name if isinstance(name, str) else type(evaluator).__name__


def _by_run(evaluator: Any) -> Callable[[Any], Any]:
    def call(ctx: Any) -> Any:
        return evaluator.evaluate_run(*_run_and_example(ctx))

    return call


def _by_function(function: Any, name: str) -> Callable[[Any], Any]:
    """Return how a function is called: by the names of its arguments, or with a run and an example by place."""
    if not callable(function):
        raise SettingError(f"from_langsmith takes an evaluator, got {function!r}")
    parameters = inspect.signature(function).parameters
    kinds = inspect.Parameter
    plain = [p for p in parameters.values() if p.kind not in (kinds.VAR_KEYWORD, kinds.VAR_POSITIONAL)]
    required = [parameter.name for parameter in plain if parameter.default is kinds.empty]
    if all(parameter in NAMED for parameter in required):
        takes_all = any(p.kind is kinds.VAR_KEYWORD for p in parameters.values())
        taken = [known for known in NAMED if known in parameters or (takes_all and known in NAMED[2:5])]
        return lambda ctx: function(**{known: _named(ctx, known) for known in taken})
    raise SettingError(
        f"{name} takes {', '.join(required)}: LangSmith would pass a Run as {required[0]!r}"
        + (f" and an Example as {required[1]!r}" if len(required) > 1 else "")
        + "; name the arguments inputs, outputs and reference_outputs, or run and example"
    )


def _named(ctx: Any, name: str) -> Any:
    """Return one of LangSmith's named arguments, as LangSmith would give it."""
    if name in ("run", "example"):
        run, example = _run_and_example(ctx)
        return run if name == "run" else example
    if name == "attachments":
        return {}
    return _as_dict(values_of(ctx)[name], name)


def _as_dict(value: Any, name: str) -> dict[str, Any]:
    """Return a value as LangSmith holds it: always a dict."""
    if value is None:
        return {}
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, list) and name != "reference_outputs":
        return {"messages": value}
    return {"input" if name == "inputs" else "output": value}


def _run_and_example(ctx: Any) -> tuple[Any, Any]:
    """Return a context as LangSmith's Run and Example."""
    from langsmith import schemas  # noqa: PLC0415 - its models load pydantic

    values = values_of(ctx)
    now = datetime.now(UTC)
    run = schemas.Run(
        id=uuid.uuid4(),
        name="oodle-eval",
        run_type="chain",
        start_time=now,
        end_time=now,
        trace_id=uuid.uuid4(),
        inputs=_as_dict(values["inputs"], "inputs"),
        outputs=_as_dict(values["outputs"], "outputs"),
        extra={"metadata": values["metadata"] or {}},
    )
    example = schemas.Example(
        id=uuid.uuid4(),
        inputs=run.inputs,
        outputs=_as_dict(values["reference_outputs"], "reference_outputs"),
        metadata=values["metadata"] or {},
        created_at=now,
    )
    return run, example


def scores_of_feedback(result: Any, name: str) -> Scores:
    """Return what an evaluator gave, in any form that LangSmith takes, as scores.

    Raises:
        ValueError: It is none of these forms.
    """
    if isinstance(result, Mapping) and isinstance(result.get("results"), list):
        return Scores([_score(one, name) for one in result["results"]])
    if isinstance(result, list) and result:
        return Scores([_score(one, name) for one in result])
    return Scores([_score(result, name)])


def _score(result: Any, name: str) -> Score:
    if isinstance(result, bool | int | float | str):
        return score_of(name, result)
    fields = result if isinstance(result, Mapping) else getattr(result, "__dict__", {})
    if not any(key in fields for key in ("score", "value", "comment")):
        raise ValueError(f"{name} returned {result!r}, which is no result of a LangSmith evaluator")
    extra = fields.get("extra")
    if isinstance(extra, Mapping) and extra.get("error"):
        raise ValueError(f"{name}: {fields.get('comment')}")
    label: Any = fields.get("value")
    info = fields.get("evaluator_info") or fields.get("metadata")
    direction = info.get("higher_is_better") if isinstance(info, Mapping) else None
    score = fields.get("score")
    own = str(fields.get("key") or name)
    if score is None and isinstance(label, bool | int | float):
        score, label = label, None
    return score_of(own, score, label=label, comment=fields.get("comment"), higher_is_better=direction)
