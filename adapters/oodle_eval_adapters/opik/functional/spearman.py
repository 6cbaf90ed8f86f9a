"""Spearman's rank correlation of two rankings."""

from __future__ import annotations

from typing import Any

from oodle_eval.runtime import Scores
from oodle_eval.v1._declaration import check, share
from oodle_eval.v1.util import declares
from oodle_eval_adapters.opik.functional._reading import nothing, numeric_reading, output_of, reference_of

__all__ = ["spearman"]


@declares("spearman")
@check(reads=("output", "reference"), scores=(share("spearman"),))
def spearman(ctx: Any, *, reference: Any = None, name: str = "spearman") -> Scores:
    """Score how well a ranking agrees with another of the same items, from 0 (reversed) to 1.

    Args:
        ctx: The ranking as a list, best first; or the evaluation context whose output is one.
        reference: The ranking to compare with. None: the expected output.
        name: Name of the primary score.

    Returns:
        spearman (NUMERIC, 0 to 1): Spearman's rho from -1 to 1, moved to 0 to 1; no value when the two are no rankings
        of the same items, each once.

    Raises:
        ValueError: There is no reference.

    Example:
        >>> spearman(["b", "a", "c"], reference=["a", "b", "c"])["spearman"].value
        0.75

    Source: Spearman, The Proof and Measurement of Association between Two Things (1904).
    """
    ranking, wanted = output_of(ctx), reference_of(ctx, reference, "spearman")
    problem = _problem(ranking, wanted)
    if problem:
        return nothing(name, problem)
    places = {item: place for place, item in enumerate(wanted)}
    squares = sum((place - places[item]) ** 2 for place, item in enumerate(ranking))
    count = len(wanted)
    rho = 1 - 6 * squares / (count * (count * count - 1)) if count > 1 else 1.0
    value = (rho + 1) / 2
    return numeric_reading(name, value, f"rank correlation {rho:.4f} over {count} items", {"rho": rho})


def _problem(ranking: Any, wanted: Any) -> str:
    """Return why two values are no rankings of the same items, "" when they are."""
    try:
        if len(ranking) != len(wanted):
            return f"the rankings must be equally long, and hold {len(ranking)} and {len(wanted)} items"
        if len(ranking) == 0:
            return "the rankings are empty"
        items, others = set(ranking), set(wanted)
    except TypeError as error:
        return f"the rankings must be lists of items that can be told apart: {error}"
    if len(items) != len(ranking) or len(others) != len(wanted):
        return "an item is ranked twice, so it has no rank"
    return "" if items == others else "the rankings must hold the same items"
