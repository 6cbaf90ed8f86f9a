"""openevals' Levenshtein similarity, without its quadratic memory."""

from __future__ import annotations

from typing import Any

from oodle_eval.v1._overlap import edit_distance
from oodle_eval_adapters._handed_on import handed_on
from oodle_eval_adapters._langsmith_logging import Result, as_coroutine, logged
from oodle_eval_adapters.openevals.string._text import json_text

__all__ = ["levenshtein_distance", "levenshtein_distance_async"]

KEY = "levenshtein_distance"


def levenshtein_distance(*, outputs: Any, reference_outputs: Any, **_unused: Any) -> Result:
    """Return how alike two texts are by the edits that turn one into the other.

    Values that are no texts are compared by their JSON texts, keys in their order.

    Args:
        outputs: The outputs.
        reference_outputs: What they are compared with.

    Returns:
        One result, `levenshtein_distance`: 0 to 1, where 1 is the same text; 1 - distance / length of the longer text.

    Raises:
        ValueError: One of the two is None.

    Example:
        >>> levenshtein_distance(outputs="The correct answer", reference_outputs="The correct answers")["score"]
        0.9473684210526316

    Source:
        V. I. Levenshtein, "Binary codes capable of correcting deletions, insertions, and reversals", 1966.
    """
    if outputs is None or reference_outputs is None:
        raise ValueError("levenshtein_distance: outputs and reference_outputs must both be given, got None")
    result: Result = logged(KEY, lambda: _result(outputs, reference_outputs))
    return result


levenshtein_distance_async = as_coroutine(levenshtein_distance, "levenshtein_distance_async")


def _result(outputs: Any, reference: Any) -> Result:
    score = similarity(json_text(outputs), json_text(reference))
    return {"key": KEY, "score": score, "comment": None, "metadata": None}


def similarity(first: str, second: str) -> float:
    """Return 1 - the edit distance over the length of the longer text; 1 for two empty texts."""
    longer = max(len(first), len(second))
    return 1.0 - (edit_distance(first, second) / longer) if longer else 1.0


__getattr__, __dir__ = handed_on(__name__, __all__)
