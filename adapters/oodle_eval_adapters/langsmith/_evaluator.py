"""Checks as LangSmith evaluators."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from oodle_eval.v1._waist.binders import PREFIX, settings_docs, signature_with
from oodle_eval.v1._waist.check import Check
from oodle_eval_adapters._faces import AUTO, Face, Opening
from oodle_eval_adapters._langsmith_evaluator import CheckRunEvaluator

__all__ = ["as_evaluator", "evaluator_function"]


def as_evaluator(
    what: Any,
    *,
    key: str | None = None,
    scores: str = "all",
    output_key: Any = AUTO,
    input_key: Any = AUTO,
    reference_key: Any = AUTO,
) -> CheckRunEvaluator:
    """Return a check as a LangSmith evaluator for `evaluate(..., evaluators=[...])` and `aevaluate`.

    Args:
        what: A bound check, a list of bound checks (a suite), or any `evaluate(ctx)`.
        key: The key of a single check's primary score, and the evaluator's name.
        scores: "all", or "primary" for the first score of each check.
        output_key: Where the text is in outputs that are a dict: a dotted path, a callable, or None for the whole dict.
            By default the usual keys ("output", "answer", "response" ...).
        input_key: The same for the inputs.
        reference_key: The same for the reference outputs.

    Returns:
        A `RunEvaluator`, which can also be called with a run and an example, or with `inputs`, `outputs` and
        `reference_outputs`.

    Raises:
        ValueError: `what` is no check, or a setting does not fit.

    Example:
        >>> from oodle_eval.v1 import checks
        >>> evaluator = as_evaluator(checks.length_budget(max_words=2))
        >>> evaluator(outputs={"output": "one two three"})["results"][0].score
        False
    """
    return CheckRunEvaluator(Face(what, key, scores, Opening(output_key, input_key, reference_key)))


# The keywords of `as_evaluator`, which every derived function takes besides the check's settings.
FACE_PARAMETERS = list(inspect.signature(as_evaluator).parameters.values())[1:]


def evaluator_function(check: Check, module: str) -> Callable[..., CheckRunEvaluator]:
    """Return the function that gives the LangSmith evaluator of a check."""

    def create(*args: Any, **given: Any) -> CheckRunEvaluator:
        if args:
            raise TypeError(check.schema.by_name_only(f"{check.name}()", args, f"{check.name}("))
        keywords = {p.name: given.pop(p.name, p.default) for p in FACE_PARAMETERS}
        return as_evaluator(check.bind(**given), **keywords)

    create.__name__ = create.__qualname__ = check.name
    create.__module__ = module
    create.__doc__ = f"{settings_docs(check)}\n\nReturns a LangSmith evaluator; see `as_evaluator`."
    signature = signature_with(check, PREFIX, *FACE_PARAMETERS, returns=CheckRunEvaluator)
    create.__signature__ = signature  # type: ignore[attr-defined]
    return create
