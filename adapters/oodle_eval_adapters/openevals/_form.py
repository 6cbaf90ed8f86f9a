"""Checks in the openevals form: functions that return key/score/comment dicts."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

# Says at once when LangSmith is missing.
import oodle_eval_adapters._langsmith_logging  # noqa: F401 # pyright: ignore[reportUnusedImport]
from oodle_eval.v1._waist.binders import PREFIX, settings_docs, signature_with
from oodle_eval.v1._waist.check import Check
from oodle_eval_adapters._faces import AUTO, Face, Opening

if TYPE_CHECKING:
    from oodle_eval_adapters.openevals._evaluators import AsyncCheckEvaluator, CheckEvaluator

__all__ = ["as_async_evaluator", "as_evaluator", "evaluator_factory"]


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
    from oodle_eval_adapters.openevals._evaluators import CheckEvaluator  # noqa: PLC0415 - loads LangSmith

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
    from oodle_eval_adapters.openevals._evaluators import AsyncCheckEvaluator  # noqa: PLC0415 - loads LangSmith

    return AsyncCheckEvaluator(Face(what, feedback_key, scores, Opening(output_key, input_key, reference_key)))


# The keywords of `as_evaluator`, which every factory takes besides the check's settings.
FACE_PARAMETERS = list(inspect.signature(as_evaluator).parameters.values())[1:]


def evaluator_factory(
    check: Check, make: Callable[..., CheckEvaluator], name: str, module: str
) -> Callable[..., CheckEvaluator]:
    """Return the `create_<check>_evaluator` of a check.

    Args:
        check: The check.
        make: `as_evaluator` or `as_async_evaluator`.
        name: The factory's name.
        module: The module that it is in.
    """

    def create(*args: Any, **given: Any) -> CheckEvaluator:
        if args:
            raise TypeError(check.schema.by_name_only(f"{name}()", args, f"{name}("))
        keywords = {p.name: given.pop(p.name, p.default) for p in FACE_PARAMETERS}
        return make(check.bind(**given), **keywords)

    create.__name__ = create.__qualname__ = name
    create.__module__ = module
    create.__doc__ = f"{settings_docs(check)}\n\nReturns an evaluator in the openevals form; see `as_evaluator`."
    returns = inspect.signature(make).return_annotation
    signature = signature_with(check, PREFIX, *FACE_PARAMETERS, returns=returns)
    create.__signature__ = signature  # type: ignore[attr-defined]
    return create
