"""How differently two texts distribute their words: Jensen-Shannon and Kullback-Leibler divergence."""

from __future__ import annotations

import math
import numbers
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import Any

from oodle_eval.runtime import Scores
from oodle_eval.v1._declaration import check, numeric, share
from oodle_eval.v1._settings import SettingError
from oodle_eval.v1.util import declares
from oodle_eval_adapters.opik.functional._reading import (
    Reading,
    WrongTypeError,
    nothing,
    numeric_reading,
    references_of,
    text_of,
)
from oodle_eval_adapters.opik.functional._words import lowered

__all__ = ["check_kl_settings", "check_log_base", "js_distance", "js_divergence", "kl_divergence"]

Tokenize = Callable[[str], Iterable[Hashable]]
Counts = Counter[Hashable]

_DIRECTIONS = ("pq", "qp", "avg")


@declares("js_divergence")
@check(reads=("reply", "reference"), scores=(share("js_divergence"),))
def js_divergence(
    ctx: Any,
    *,
    reference: Any = None,
    tokenizer: Any = None,
    base: Any = 2.0,
    normalize: bool = True,  # noqa: ARG001 - makes no difference, as in Opik
    name: str = "js_divergence",
) -> Scores:
    """Score how alike two texts distribute their words: 1 less the Jensen-Shannon divergence.

    Args:
        ctx: The evaluation context (reads the reply), or the text to score.
        reference: The text to compare with. None: the expected output.
        tokenizer: A function from a text to its tokens. None: split at white space, in lower case.
        base: The base of the logarithm, above 1.
        normalize: Accepted for Opik's sake: the divergence is of shares either way.
        name: Name of the primary score.

    Returns:
        js_divergence (NUMERIC, 0 to 1): 1 is the same distribution; no value when a text has no tokens.

    Raises:
        ValueError: There is no reference, or `base` does not fit.

    Example:
        >>> js_divergence("cat cat sat", reference="sat cat cat")["js_divergence"].value
        1.0

    Source: Lin, Divergence Measures Based on the Shannon Entropy (1991).
    """
    divergence = _js(ctx, reference, tokenizer, base, name)
    if isinstance(divergence, Reading):
        return divergence
    value = max(0.0, min(1.0, 1.0 - divergence))
    details = {"divergence": divergence, "distance": math.sqrt(divergence), "base": base}
    return numeric_reading(name, value, f"Jensen-Shannon similarity {value:.4f} (base {base:g})", details)


@declares("js_distance")
@check(reads=("reply", "reference"), scores=(share("js_distance", higher_is_better=False),))
def js_distance(
    ctx: Any,
    *,
    reference: Any = None,
    tokenizer: Any = None,
    base: Any = 2.0,
    normalize: bool = True,  # noqa: ARG001 - makes no difference, as in Opik
    name: str = "js_distance",
) -> Scores:
    """Score how differently two texts distribute their words: the Jensen-Shannon divergence itself.

    Args:
        ctx: The evaluation context (reads the reply), or the text to score.
        reference: The text to compare with. None: the expected output.
        tokenizer: A function from a text to its tokens. None: split at white space, in lower case.
        base: The base of the logarithm, above 1.
        normalize: Accepted for Opik's sake: the divergence is of shares either way.
        name: Name of the primary score.

    Returns:
        js_distance (NUMERIC, 0 to log(2) in the base, lower is better); no value when a text has no tokens.

    Raises:
        ValueError: There is no reference, or `base` does not fit.

    Example:
        >>> round(js_distance("a a b", reference="a b b")["js_distance"].value, 4)
        0.0817

    Source: Lin, Divergence Measures Based on the Shannon Entropy (1991).
    """
    divergence = _js(ctx, reference, tokenizer, base, name)
    if isinstance(divergence, Reading):
        return divergence
    comment = f"Jensen-Shannon divergence {divergence:.4f} (base {base:g})"
    details = {"distance": math.sqrt(divergence), "base": base}
    return numeric_reading(name, divergence, comment, details, higher_is_better=False)


@declares("kl_divergence")
@check(reads=("reply", "reference"), scores=(numeric("kl_divergence", minimum=None, higher_is_better=False),))
def kl_divergence(
    ctx: Any,
    *,
    reference: Any = None,
    tokenizer: Any = None,
    direction: str = "pq",
    normalize: bool = True,
    smoothing: Any = 1e-12,
    name: str = "kl_divergence",
) -> Scores:
    """Score how surprising one text's words are to who expects the other's: the Kullback-Leibler divergence.

    Args:
        ctx: The evaluation context (reads the reply), or the text to score.
        reference: The text to compare with. None: the expected output.
        tokenizer: A function from a text to its tokens. None: split at white space, in lower case.
        direction: "pq" (from the text), "qp" (from the reference), or "avg" of both.
        normalize: Compare shares; False compares the counts themselves.
        smoothing: Added to each share, so that a word of one text alone is not infinitely surprising.
        name: Name of the primary score.

    Returns:
        kl_divergence (NUMERIC, lower is better); no value when a text has no tokens, or the divergence is infinite.

    Raises:
        ValueError: There is no reference, or `direction` or `smoothing` does not fit.

    Example:
        >>> round(kl_divergence("hello hello world", reference="hello world", direction="avg")["kl_divergence"].value, 4)
        0.0578

    Source: Kullback and Leibler, On Information and Sufficiency (1951).
    """
    check_kl_settings(direction, smoothing)
    counted = _counted(ctx, reference, tokenizer, "kl_divergence", name)
    if isinstance(counted, Reading):
        return counted
    own, other = counted
    pairs = {"pq": [(own, other)], "qp": [(other, own)], "avg": [(own, other), (other, own)]}[direction]
    ways = [_kl(one, two, max(0.0, smoothing), shares=bool(normalize)) for one, two in pairs]
    value = sum(ways) / len(ways)
    if not math.isfinite(value):
        return nothing(name, "a word of one text is not in the other, so without smoothing the divergence is infinite")
    return numeric_reading(
        name, value, f"Kullback-Leibler divergence {value:.4f} ({direction})", higher_is_better=False
    )


def check_log_base(base: Any) -> None:
    """Refuse a base of the logarithm that does not fit.

    Raises:
        SettingError: It is not above 1.
    """
    if not base > 1.0:
        raise SettingError(f"base must be above 1, got {base!r}")


def check_kl_settings(direction: Any, smoothing: Any) -> None:
    """Refuse settings that don't fit.

    Raises:
        SettingError: The direction is not one of the three, or the smoothing is no number.
    """
    if direction not in _DIRECTIONS:
        kind = SettingError if isinstance(direction, Hashable) else WrongTypeError
        raise kind(f'direction must be "pq", "qp" or "avg", got {direction!r}')
    if not isinstance(smoothing, numbers.Real):
        raise WrongTypeError(f"smoothing must be a number, got {smoothing!r}")


def _counted(ctx: Any, reference: Any, tokenizer: Any, check_name: str, name: str) -> tuple[Counts, Counts] | Reading:
    """Return the token counts of the text and of its reference, or why there are none."""
    output, (wanted, *_) = text_of(ctx), [*references_of(ctx, reference, check_name), ""]
    tokenize: Tokenize = tokenizer or _default_tokens
    if not output.strip():
        return nothing(name, "the text is empty, so there is nothing to compare")
    if not wanted.strip():
        return nothing(name, "the reference is empty, so there is nothing to compare with")
    own, other = Counter(tokenize(output)), Counter(tokenize(wanted))
    if not own or not other:
        return nothing(name, "the tokenizer found no tokens in the text or in the reference")
    return own, other


def _default_tokens(text: str) -> list[str]:
    return lowered(text).split()


def _js(ctx: Any, reference: Any, tokenizer: Any, base: Any, name: str) -> float | Reading:
    check_log_base(base)
    counted = _counted(ctx, reference, tokenizer, "js_divergence", name)
    if isinstance(counted, Reading):
        return counted
    own, other = counted
    total, other_total = own.total(), other.total()
    shared_own = shared_other = 0
    divergence = 0.0

    def term(count: int, there: int) -> float:
        p, q = count / total, there / other_total
        middle = (p + q) / 2
        return p * math.log(p / middle) + q * math.log(q / middle)

    terms = _Terms(term)
    # Only shared tokens need their logarithms: a token of one side adds its share times log 2.
    for counts in zip(own.values(), map(other.get, own), strict=True):
        count, there = counts
        if there:
            divergence += terms[counts]
            shared_own += count
            shared_other += there
    divergence += ((total - shared_own) / total + (other_total - shared_other) / other_total) * math.log(2)
    return max(0.0, divergence / 2 / math.log(base))


def _kl(own: Counts, other: Counts, smoothing: float, *, shares: bool) -> float:
    total, other_total = (own.total(), other.total()) if shares else (1, 1)

    def term(count: int, there: int | None) -> float:
        here, expected = count / total + smoothing, (there or 0) / other_total + smoothing
        return here * math.log(here / expected) if expected else math.inf

    divergence = 0.0
    for added in map(_Terms(term).__getitem__, zip(own.values(), map(other.get, own), strict=True)):
        divergence += added  # `sum` would round otherwise from Python 3.12 on
    return divergence


class _Terms(dict[tuple[int, Any], float]):
    """What a token adds that the one side has so often, and the other so often: most counts come again and again."""

    def __init__(self, term: Callable[[int, Any], float]) -> None:
        super().__init__()
        self._term = term

    def __missing__(self, counts: tuple[int, Any]) -> float:
        found = self[counts] = self._term(*counts)
        return found
