"""openevals' exact match: two values are equal when their JSON texts with sorted keys are."""

from __future__ import annotations

import json
from typing import Any

from oodle_eval_adapters._handed_on import handed_on
from oodle_eval_adapters._langsmith_logging import Result, as_coroutine, logged
from oodle_eval_adapters._values import JsonTokens

__all__ = ["exact_match", "exact_match_async"]

KEY = "exact_match"


def exact_match(*, outputs: Any, reference_outputs: Any, **_unused: Any) -> Result:
    """Return whether outputs and reference outputs are the same JSON.

    Key order doesn't matter; 1, 1.0 and True are three values.

    Args:
        outputs: The outputs, of any shape and depth.
        reference_outputs: What they are compared with.

    Returns:
        One result, `exact_match`: True or False.

    Raises:
        ValueError: One of the two is None.

    Example:
        >>> exact_match(outputs={"a": 1, "b": 2}, reference_outputs={"b": 2, "a": 1})["score"]
        True
    """
    if outputs is None or reference_outputs is None:
        raise ValueError("exact_match: outputs and reference_outputs must both be given, got None")
    result: Result = logged(KEY, lambda: _result(outputs, reference_outputs))
    return result


exact_match_async = as_coroutine(exact_match, "exact_match_async")


def _result(outputs: Any, reference: Any) -> Result:
    return {"key": KEY, "score": is_same_json(outputs, reference), "comment": None, "metadata": None}


def is_same_json(first: Any, second: Any) -> bool:
    """Return whether two values have the same JSON text with sorted keys, if they are JSON; else whether they are equal."""
    if type(first) is str and type(second) is str:
        return first == second
    try:
        return json.dumps(first, sort_keys=True) == json.dumps(second, sort_keys=True)
    except (TypeError, ValueError, RecursionError):  # no JSON, circular, keys of several types, or too deep for Python
        return JsonTokens().are_equal(first, second)


__getattr__, __dir__ = handed_on(__name__, __all__)
