"""LangSmith evaluators of any form as checks."""

from __future__ import annotations

import inspect
import uuid
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from oodle_eval.runtime import Score, Scores
from oodle_eval.v1._settings import SettingError
from oodle_eval.v1._waist.bound import BoundCheck
from oodle_eval_adapters._foreign import bound_foreign, completed, score_of, values_of
from oodle_eval_adapters._langsmith_logging import unlogged
from oodle_eval_adapters._langsmith_runs import TOKENS

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
    made = from_langsmith, {"evaluator": evaluator, "name": name}
    if hasattr(evaluator, "as_run_evaluator"):
        evaluator = evaluator.as_run_evaluator()
    own = name or _name_of(evaluator)
    call = _by_run(evaluator) if hasattr(evaluator, "evaluate_run") else _by_function(evaluator, own)

    def evaluate(ctx: Any) -> Scores:
        with unlogged():
            return scores_of_feedback(completed(call(ctx)), own)

    return bound_foreign(evaluate, own, f"The LangSmith evaluator {own}.", made)


def _name_of(evaluator: Any) -> str:
    while hasattr(evaluator, "func") and not hasattr(evaluator, "__name__"):
        evaluator = evaluator.func
    name = getattr(evaluator, "__name__", None) or getattr(evaluator, "_name", None)
    return name if isinstance(name, str) else type(evaluator).__name__


def _by_run(evaluator: Any) -> Callable[[Any], Any]:
    if getattr(evaluator, "is_async", False):
        return lambda ctx: evaluator.aevaluate_run(*_run_and_example(ctx))

    def call(ctx: Any) -> Any:
        pair = _run_and_example(ctx)
        try:
            return evaluator.evaluate_run(*pair)
        except NotImplementedError:  # an async one has to have this method too
            return evaluator.aevaluate_run(*pair)

    return call


def _by_function(function: Any, name: str) -> Callable[[Any], Any]:
    """Return how a function is called: by the names of its arguments, or with a run and an example by place."""
    if not callable(function):
        raise SettingError(f"from_langsmith takes an evaluator, got {function!r}")
    kinds = inspect.Parameter
    parameters = list(inspect.signature(function).parameters.values())
    plain = [one for one in parameters if one.kind not in (kinds.VAR_KEYWORD, kinds.VAR_POSITIONAL)]
    required = [one for one in plain if one.default is kinds.empty]
    if all(one.name in NAMED for one in required):
        known = [one for one in plain if one.name in NAMED]
        if not known and any(one.kind is kinds.VAR_KEYWORD for one in parameters):
            known = [kinds(value, kinds.KEYWORD_ONLY) for value in ("inputs", "outputs", "reference_outputs")]
        return lambda ctx: _called(function, known, ctx)
    if len(required) == 2 and _says(required[0], "run") and _says(required[1], "example"):
        return lambda ctx: function(*_run_and_example(ctx))
    raise SettingError(_refusal(name, [one.name for one in required]))


def _called(function: Callable[..., Any], parameters: list[inspect.Parameter], ctx: Any) -> Any:
    """Return what a function gives for the arguments that it names; those of a run and an example are of one pair."""
    pair = _run_and_example(ctx) if any(one.name in ("run", "example") for one in parameters) else (None, None)
    values = [
        pair[one.name == "example"] if one.name in ("run", "example") else _named(ctx, one.name) for one in parameters
    ]
    by_name = inspect.Parameter.KEYWORD_ONLY
    places = [value for one, value in zip(parameters, values, strict=True) if one.kind is not by_name]
    names = {one.name: value for one, value in zip(parameters, values, strict=True) if one.kind is by_name}
    return function(*places, **names)


def _says(parameter: inspect.Parameter, what: str) -> bool:
    """Return whether a parameter's name or type says that it is a run or an example, as `root_run: Run` does."""
    words = parameter.name.lower().split("_")
    hint = parameter.annotation
    said = hint if isinstance(hint, str) else getattr(hint, "__name__", "") + str(hint)
    return what in words or what.title() in said


def _refusal(name: str, required: list[str]) -> str:
    """Return why a function is refused: LangSmith would take it, and pass what it does not expect."""
    if set(required) <= {"runs", "example", "examples", "inputs", "outputs", "reference_outputs"}:
        return f"{name} takes {', '.join(required)}: it scores several runs at once, and a check sees one"
    wants = "; name the arguments inputs, outputs and reference_outputs, or run and example"
    if len(required) != 2:
        return f"{name} takes {', '.join(required)}, which LangSmith would refuse{wants}"
    first, second = required
    return (
        f"{name} takes {first}, {second}: LangSmith would pass a Run as {first!r} and an Example as {second!r}{wants}"
    )


def _named(ctx: Any, name: str) -> Any:
    """Return one of LangSmith's named arguments, as LangSmith would give it."""
    return {} if name == "attachments" else _as_dict(values_of(ctx)[name], name)


def _as_dict(value: Any, name: str) -> dict[str, Any]:
    """Return a value as LangSmith holds it: always a dict."""
    if value is None:
        return {}
    if isinstance(value, Mapping):
        return {str(key): held for key, held in value.items()}
    if isinstance(value, list) and name != "reference_outputs":
        return {"messages": value}
    return {"input" if name == "inputs" else "output": value}


def _run_and_example(ctx: Any) -> tuple[Any, Any]:
    """Return a context as LangSmith's Run, with the trace's steps as child runs, and Example."""
    from langsmith import schemas  # noqa: PLC0415 - its models load pydantic

    values = values_of(ctx)
    now, trace = datetime.now(UTC), uuid.uuid4()
    metadata = values["metadata"] or {}
    steps = [step for step in ctx.trace.spans or () if isinstance(step, Mapping)]
    counts = {own: metadata.get(attribute) for attribute, own, _ in TOKENS}
    tokens: dict[str, Any] = {own: count for own, count in counts.items() if isinstance(count, int)}
    run = schemas.Run(
        id=uuid.uuid4(),
        name="oodle-eval",
        run_type="chain",
        start_time=now,
        end_time=now + _milliseconds(metadata.get("duration_ms")),
        trace_id=trace,
        inputs=_as_dict(values["inputs"], "inputs"),
        outputs=_as_dict(values["outputs"], "outputs"),
        extra={"metadata": metadata},
        child_runs=[schemas.Run(**_fields_of(step, now, trace)) for step in steps],
        **tokens,
    )
    example = schemas.Example(
        id=uuid.uuid4(),
        inputs=run.inputs,
        outputs=_as_dict(values["reference_outputs"], "reference_outputs"),
        metadata=metadata,
        created_at=now,
    )
    return run, example


def _fields_of(step: Mapping[str, Any], start: datetime, trace: uuid.UUID) -> dict[str, Any]:
    """Return a step's fields as a child run has them. Steps have durations and no times, so all begin with the run."""
    kind, error = step.get("kind"), step.get("error")
    return {
        "id": uuid.uuid4(),
        "name": str(step.get("tool_name") or step.get("name") or "step"),
        "run_type": kind if kind in ("llm", "tool") else "chain",
        "start_time": start,
        "end_time": start + _milliseconds(step.get("duration_ms")),
        "trace_id": trace,
        "inputs": _as_dict(step.get("input"), "inputs"),
        "outputs": _as_dict(step.get("output"), "outputs"),
        "error": str(error) if error else None,
        "extra": {"metadata": {"ls_model_name": step["model"]} if step.get("model") else {}},
    }


def _milliseconds(value: Any) -> timedelta:
    try:
        return timedelta(milliseconds=max(float(value), 0.0))
    except (TypeError, ValueError, OverflowError):
        return timedelta(0)


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
