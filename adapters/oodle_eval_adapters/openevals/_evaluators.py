"""The evaluators of the openevals form.

LangSmith's base class costs more to load than all checks, so this module waits until the first evaluator is made.
"""

from __future__ import annotations

import asyncio
import inspect
from typing import Any

from oodle_eval_adapters._faces import Face, Finding, Row, context_of_call, message_of, output_of_call, trace_of_call
from oodle_eval_adapters._langsmith_evaluator import FRAMEWORK, REFERENCE, VALUES, CheckRunEvaluator
from oodle_eval_adapters._langsmith_logging import is_watched, logged, logged_async

__all__ = ["AsyncCheckEvaluator", "CheckEvaluator"]

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


def _results(face: Face, held: Row, failure: str | None) -> Results:
    """Return the result of a row, or its results as a list.

    Raises:
        ValueError: A setting or a reference is missing, or the user's own code raised.
    """
    try:
        findings = face.findings(held, all_or_none=True, failure=failure)
    except Exception as error:
        raise ValueError(message_of(error, face.name, REFERENCE)) from error
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
        **other: Any,
    ) -> Any:
        """Return the result of these values, or a list of results; see `as_evaluator`."""
        face = self._face
        outputs, failure = output_of_call(outputs, other, "outputs")
        if other:
            context = context_of_call(context, other, metadata, face.context_keys)
            trace = trace_of_call(trace, outputs, other)
        held = Row(inputs, outputs, reference_outputs, context, metadata, trace, face.opening)
        return self._logged(held, failure) if is_watched() else _results(face, held, failure)

    def _logged(self, held: Row, failure: str | None) -> Any:
        values = {name: getattr(held, name) for name in VALUES}
        return logged(self.__name__, lambda: _results(self._face, held, failure), framework=FRAMEWORK, values=values)


class AsyncCheckEvaluator(CheckEvaluator):
    """The same, to be awaited."""

    # What says that a call must be awaited: this until Python 3.11, a mark of `inspect` since 3.12.
    _is_coroutine = getattr(asyncio.coroutines, "_is_coroutine", None)

    def __init__(self, face: Face) -> None:
        super().__init__(face)
        mark = getattr(inspect, "markcoroutinefunction", None)
        if mark is not None:
            mark(self)

    async def __call__(self, **values: Any) -> Any:  # type: ignore[override]
        """Return what `CheckEvaluator` does."""
        found = super().__call__(**values)
        return await found if inspect.isawaitable(found) else found

    def _logged(self, held: Row, failure: str | None) -> Any:
        values = {name: getattr(held, name) for name in VALUES}
        return logged_async(
            self.__name__, lambda: _results(self._face, held, failure), framework=FRAMEWORK, values=values
        )
