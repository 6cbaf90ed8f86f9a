"""Checks in the openevals form: functions that return key/score/comment dicts."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from typing import Any

from oodle_eval.v1._waist.binders import PREFIX, settings_docs, signature_with
from oodle_eval.v1._waist.check import Check
from oodle_eval_adapters._faces import AUTO, Face, Finding, Opening, Row, message_of
from oodle_eval_adapters._langsmith_evaluator import FRAMEWORK, VALUES, CheckRunEvaluator
from oodle_eval_adapters._langsmith_logging import is_watched, logged, logged_async

__all__ = ["AsyncCheckEvaluator", "CheckEvaluator", "as_async_evaluator", "as_evaluator", "evaluator_factory"]

Results = dict[str, Any] | list[dict[str, Any]]


def _result(face: Face, finding: Finding) -> dict[str, Any]:
    """Return a finding as a result dict. A label is a `value`, beside a score of None."""
    score = finding.score
    result: dict[str, Any] = {"key": finding.name, "score": None, "comment": None, "metadata": face.made_of(finding)}
    if score is not None:
        result["comment"] = score.comment
        if score.data_type == "CATEGORICAL":
            result["value"] = score.value
        else:
            result["score"] = score.value
    return result


def _results(face: Face, held: Row) -> Results:
    """Return the result of a row, or its results as a list.

    Raises:
        ValueError: A setting or a reference is missing, or the user's own code raised.
    """
    try:
        findings = face.findings(held, all_or_none=True)
    except Exception as error:
        raise ValueError(message_of(error, face.name)) from error
    results = [_result(face, finding) for finding in findings]
    return results if face.is_list(len(results)) else results[0]


class CheckEvaluator(CheckRunEvaluator):
    """A check in the openevals form; made by `as_evaluator` and the `create_*` factories.

    It is a LangSmith `RunEvaluator` too, so that `evaluate` takes it as it is, knows its keys before it has run, and
    stores its errors under them.
    """

    def __init__(self, face: Face) -> None:
        super().__init__(face)
        self.__doc__ = f"Score `outputs` with {face.bound!r}."

    def __call__(
        self,
        *,
        inputs: Any = None,
        outputs: Any = None,
        reference_outputs: Any = None,
        context: Any = None,
        metadata: Any = None,
        trace: Any = None,
        **other: Any,  # noqa: ARG002 - openevals' evaluators take any keyword
    ) -> Any:
        """Return the result of these values, or a list of results; see `as_evaluator`."""
        face = self._face
        held = Row(inputs, outputs, reference_outputs, context, metadata, trace, face.opening)
        return self._logged(held) if is_watched() else _results(face, held)

    def _logged(self, held: Row) -> Any:
        values = {name: getattr(held, name) for name in VALUES}
        return logged(self.__name__, lambda: _results(self._face, held), framework=FRAMEWORK, values=values)


class AsyncCheckEvaluator(CheckEvaluator):
    """The same, to be awaited."""

    # What asks whether a call must be awaited: asyncio until Python 3.11, inspect since 3.12.
    _is_coroutine = getattr(asyncio.coroutines, "_is_coroutine", None)
    _is_coroutine_mark = getattr(inspect, "_is_coroutine_mark", None)

    async def __call__(self, **values: Any) -> Any:  # type: ignore[override]
        """Return what `CheckEvaluator` does."""
        found = super().__call__(**values)
        return await found if inspect.isawaitable(found) else found

    def _logged(self, held: Row) -> Any:
        values = {name: getattr(held, name) for name in VALUES}
        return logged_async(self.__name__, lambda: _results(self._face, held), framework=FRAMEWORK, values=values)


def as_evaluator(
    what: Any,
    *,
    feedback_key: str | None = None,
    scores: str = "all",
    output_key: Any = AUTO,
    input_key: Any = AUTO,
    reference_key: Any = AUTO,
) -> CheckEvaluator:
    """Return a check as a function in the openevals form.

    It takes `inputs`, `outputs`, `reference_outputs`, `context`, `metadata`, `trace` and any other keyword, and returns
    {"key", "score", "comment", "metadata"}: a dict for a check with one score, a list of dicts when the check declares
    more. A label comes as `value`, with a score of None. LangSmith's `evaluate` takes it as it is.

    Args:
        what: A bound check, a list of bound checks (a suite), or any `evaluate(ctx)`.
        feedback_key: The key of a single check's primary score, and the evaluator's name.
        scores: "all", or "primary" for the first score of each check.
        output_key: Where the text is in outputs that are a dict: a dotted path, a callable, or None for the whole dict.
            By default the usual keys ("output", "answer", "response" ...).
        input_key: The same for the inputs.
        reference_key: The same for the reference outputs.

    Raises:
        ValueError: `what` is no check, or a setting does not fit. The evaluator raises one when a row lacks what the
            check needs.

    Example:
        >>> from oodle_eval.v1 import checks
        >>> as_evaluator(checks.length_budget(max_words=2))(outputs="one two three")["score"]
        False
    """
    return CheckEvaluator(Face(what, feedback_key, scores, Opening(output_key, input_key, reference_key)))


def as_async_evaluator(
    what: Any,
    *,
    feedback_key: str | None = None,
    scores: str = "all",
    output_key: Any = AUTO,
    input_key: Any = AUTO,
    reference_key: Any = AUTO,
) -> AsyncCheckEvaluator:
    """Return a check as a coroutine function in the openevals form; see `as_evaluator`."""
    return AsyncCheckEvaluator(Face(what, feedback_key, scores, Opening(output_key, input_key, reference_key)))


# The keywords of `as_evaluator`, which every factory takes besides the check's settings.
FACE_PARAMETERS = list(inspect.signature(as_evaluator).parameters.values())[1:]


def evaluator_factory(
    check: Check, made: type[CheckEvaluator], name: str, module: str
) -> Callable[..., CheckEvaluator]:
    """Return the `create_<check>_evaluator` of a check."""

    def create(**given: Any) -> CheckEvaluator:
        keywords = {p.name: given.pop(p.name, p.default) for p in FACE_PARAMETERS}
        opening = Opening(keywords["output_key"], keywords["input_key"], keywords["reference_key"])
        return made(Face(check.bind(**given), keywords["feedback_key"], keywords["scores"], opening))

    create.__name__ = create.__qualname__ = name
    create.__module__ = module
    create.__doc__ = f"{settings_docs(check)}\n\nReturns an evaluator in the openevals form; see `as_evaluator`."
    signature = signature_with(check, PREFIX, *FACE_PARAMETERS, returns=made)
    create.__signature__ = signature  # type: ignore[attr-defined]
    return create
