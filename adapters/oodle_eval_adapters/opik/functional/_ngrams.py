"""n-grams of two sequences, counted together.

Tokens are made characters first, one character a token, so that a sequence is a `str`: its n-grams are short strings,
and rapidfuzz reads it as it is. With numpy at hand longer texts are counted on machine words instead; the result is
the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from operator import add
from typing import Any

from oodle_eval_adapters.opik.functional._optional import helper

__all__ = ["clipped_matches", "common", "counts", "lettered", "totals"]

# Below so many symbols, setting up numpy's arrays costs more than they save.
MIN_FOR_NUMPY = 500
_FIRST_SURROGATE = 0xD800
_SURROGATES = 0x800
_MOST_LETTERS = 0x110000 - _SURROGATES


class _Letters(dict[Hashable, str]):
    """token -> a character of its own, given out in order of appearance; surrogates are left out."""

    def __missing__(self, token: Hashable) -> str:
        place = len(self)
        if place >= _MOST_LETTERS:
            raise OverflowError
        letter = self[token] = chr(place if place < _FIRST_SURROGATE else place + _SURROGATES)
        return letter


def lettered(*sequences: Iterable[Hashable]) -> list[str] | list[list[Hashable]]:
    """Return token sequences as strings in one alphabet; past 1.1 million different tokens, as the lists they are."""
    kept = [list(sequence) for sequence in sequences]
    letter = _Letters().__getitem__
    try:
        return ["".join(map(letter, sequence)) for sequence in kept]
    except OverflowError:
        return kept


def common(one: Mapping[Any, int], other: Mapping[Any, int]) -> int:
    """Return how many items two counts share: the smaller count of each, added up."""
    if len(one) > len(other):
        one, other = other, one
    count_of = other.get
    shared = 0
    for item, count in one.items():
        there = count_of(item)
        if there:
            shared += count if count < there else there  # noqa: FURB136 - `min` would double the time
    return shared


def totals(length: int, order: int) -> list[int]:
    """Return how many n-grams of each order from 1 a sequence of a length has."""
    return [max(0, length - n) for n in range(order)]


def clipped_matches(one: Sequence[Any], other: Sequence[Any], order: int) -> list[int]:
    """Return for each order from 1 how many n-grams two sequences share."""
    reach = min(order, len(one), len(other))
    if reach == 0:
        return [0] * order
    numpy = None
    if isinstance(one, str) and isinstance(other, str) and len(one) + len(other) >= MIN_FOR_NUMPY:
        numpy = helper("numpy")
    if numpy is None:
        found = [common(*pair) for pair in zip(counts(one, reach), counts(other, reach), strict=True)]
    else:
        found = _by_arrays(numpy, str(one), str(other), reach)
    return found + [0] * (order - reach)


def counts(sequence: Sequence[Any], order: int) -> list[Counter[Any]]:
    """Return the n-gram counts of a sequence for each order from 1."""
    if not isinstance(sequence, str):
        shifted = [sequence[start:] for start in range(order)]
        return [Counter(zip(*shifted[:n], strict=False)) for n in range(1, order + 1)]
    # Each order is made of the one before, which is quicker than cutting it out anew.
    found: list[Counter[Any]] = [Counter(sequence)]
    grams = list(sequence)
    for n in range(1, order):
        grams = list(map(add, grams, sequence[n:]))
        found.append(Counter(grams))
    return found


def _by_arrays(np: Any, one: str, other: str, order: int) -> list[int]:
    """Count on arrays: an n-gram's number is made of the number of its first n - 1 symbols and its last symbol."""
    symbols = np.frombuffer((one + other).encode("utf-32-le", "surrogatepass"), np.uint32)
    base = np.unique(symbols, return_inverse=True)[1].ravel()
    size = int(base.max()) + 1
    length = len(one)
    base_one, base_other = base[:length], base[length:]
    grams_one, grams_other = base_one, base_other
    found = [_shared(np, grams_one, grams_other)]
    for n in range(1, order):
        longer_one = grams_one[:-1] * size + base_one[n:]
        longer_other = grams_other[:-1] * size + base_other[n:]
        numbered = _renumbered(np, np.concatenate((longer_one, longer_other)))
        grams_one, grams_other = numbered[: len(longer_one)], numbered[len(longer_one) :]
        found.append(_shared(np, grams_one, grams_other))
    return found


def _renumbered(np: Any, values: Any) -> Any:
    """Return values as small numbers, equal ones alike."""
    highest = int(values.max()) + 1
    if highest > 8 * len(values) + 4096:
        return np.unique(values, return_inverse=True)[1].ravel()
    there = np.zeros(highest, np.bool_)
    there[values] = True
    return (np.cumsum(there) - 1)[values]


def _shared(np: Any, one: Any, other: Any) -> int:
    size = int(max(one.max(), other.max())) + 1
    return int(np.minimum(np.bincount(one, minlength=size), np.bincount(other, minlength=size)).sum())
