"""chrF: shared character n-grams."""

from __future__ import annotations

import math
import numbers
import re
from collections.abc import Callable, Sequence
from typing import Any

from oodle_eval.runtime import Scores
from oodle_eval.v1._declaration import check, share
from oodle_eval.v1._settings import SettingError
from oodle_eval.v1.util import declares
from oodle_eval_adapters.opik.functional._ngrams import clipped_matches, totals
from oodle_eval_adapters.opik.functional._reading import nothing, numeric_reading, references_of, text_of

__all__ = ["check_chrf_settings", "chrf"]

ChrfFunction = Callable[[str, Sequence[str]], float]

# White space as Unicode has it: without the four separators that Python counts in.
_space = re.compile(r"[^\S\x1c-\x1f]+")
# What an order without a match counts, as in nltk.
_EPSILON = 1e-16


@declares("chrf")
@check(reads=("reply", "reference"), scores=(share("chrf"),))
def chrf(
    ctx: Any,
    *,
    reference: Any = None,
    beta: Any = 2.0,
    ignore_whitespace: bool = True,
    char_order: Any = 6,
    word_order: Any = 0,  # noqa: ARG001 - for a `chrf_fn` of the user's own, as in Opik
    lowercase: bool = False,
    chrf_fn: Any = None,
    name: str = "chrf",
) -> Scores:
    """Score the shared character n-grams of a text and a reference: the mean of the F-scores of each length.

    Args:
        ctx: The evaluation context (reads the reply), or the text to score.
        reference: The reference, or several, of which the best counts. None: the expected output.
        beta: How much more recall weighs than precision.
        ignore_whitespace: Leave white space out.
        char_order: The longest n-gram, 1 or more.
        word_order: Word n-grams are counted by a `chrf_fn` of yours only.
        lowercase: Compare in lower case.
        chrf_fn: A function of the text and the list of references that scores instead.
        name: Name of the primary score.

    Returns:
        chrf (NUMERIC, 0 to 1); no value when the text or a reference is blank.

    Raises:
        ValueError: There is no reference, or `beta` or `char_order` does not fit.

    Example:
        >>> chrf("a quick fox", reference="a quick fox")["chrf"].value
        1.0

    Source: Popović, chrF (2015).
    """
    check_chrf_settings(beta, char_order)
    output, references = text_of(ctx), references_of(ctx, reference, "chrf")
    if not output.strip():
        return nothing(name, "the text is empty, so there is nothing to compare")
    if not references or not all(map(str.strip, references)):
        return nothing(name, "a reference is empty, so there is nothing to compare with")
    if lowercase:
        output, references = output.lower(), [text.lower() for text in references]
    if chrf_fn is not None:
        value = float(chrf_fn(output, references))
    else:
        weight = _square(beta)
        if weight is None:
            return nothing(name, f"beta is too large to be squared: {beta!r}")
        value = max(_chrf(output, text, int(char_order), weight, ignore_whitespace) for text in references)
    return numeric_reading(name, value, f"chrF {value:.4f} against {len(references)} reference(s)")


def check_chrf_settings(beta: Any, char_order: Any) -> None:
    """Refuse settings that don't fit.

    Raises:
        SettingError: `beta` is no number, or `char_order` no whole number of 1 or more.
    """
    if not isinstance(beta, numbers.Real) or isinstance(beta, bool):
        raise SettingError(f"beta must be a number, got {beta!r}")
    if not isinstance(char_order, numbers.Integral) or isinstance(char_order, bool) or char_order < 1:
        raise SettingError(f"char_order must be a whole number of 1 or more, got {char_order!r}")


def _square(beta: Any) -> float | None:
    try:
        square = float(beta) ** 2
    except OverflowError:
        return None
    return square if math.isfinite(square) else None


def _chrf(output: str, reference: str, order: int, weight: float, ignore_whitespace: bool) -> float:
    if ignore_whitespace:
        output, reference = _space.sub("", output), _space.sub("", reference)
    shared = clipped_matches(output, reference, order)
    own, wanted = totals(len(output), order), totals(len(reference), order)
    scores = (_f_score(*of_order, weight) for of_order in zip(shared, own, wanted, strict=True))
    return sum(scores) / order


def _f_score(shared: int, own: int, wanted: int, weight: float) -> float:
    if not shared:
        return _EPSILON
    precision, recall = shared / own, shared / wanted
    return (1 + weight) * precision * recall / (weight * precision + recall)
