"""How much two sequences have in common: n-grams, longest common subsequence, edit distance.

rapidfuzz does the work that is more than linear, on texts that are cut at a fixed length.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable

__all__ = ["MAX_EDIT_CHARS", "MAX_LCS_TOKENS", "clipped_matches", "common_prefix", "edit_distance", "f1", "lcs_length"]

# As many characters of each text are compared by edit distance.
MAX_EDIT_CHARS = 1_000
# As many tokens of each text are compared by longest common subsequence.
MAX_LCS_TOKENS = 400


@functools.cache
def _rapidfuzz() -> tuple[Callable[..., int], Callable[[str, str], int]]:
    """Return rapidfuzz's Levenshtein distance and its length of the longest common subsequence."""
    from rapidfuzz.distance import LCSseq, Levenshtein  # noqa: PLC0415 - importing the checks loads no third party

    return Levenshtein.distance, LCSseq.similarity


def edit_distance(left: str, right: str) -> int:
    """Return the Levenshtein distance of two texts.

    rapidfuzz takes a guess. On long texts that are close it is twice as fast with one, on others half as fast.
    """
    distance = _rapidfuzz()[0]
    length = len(left)
    if length < 400 or not _look_close(left, right):
        return distance(left, right)
    return distance(left, right, score_hint=length // 5)


def _look_close(left: str, right: str) -> bool:
    """Return whether at least two of four short pieces of one text are in the other."""
    step = len(left) // 4
    return sum(left[place : place + 10] in right for place in range(step // 2, 4 * step, step)) >= 2


def edit_similarity(left: str, right: str) -> float:
    """Return 1 minus the edit distance over the longer length, of the first `MAX_EDIT_CHARS` characters."""
    left, right = left[:MAX_EDIT_CHARS], right[:MAX_EDIT_CHARS]
    if left == right:
        return 1.0
    return 1 - edit_distance(left, right) / max(len(left), len(right))


def lcs_length(left: list[str], right: list[str]) -> int:
    """Return the length of the longest common subsequence of the first `MAX_LCS_TOKENS` tokens of each."""
    left, right = left[:MAX_LCS_TOKENS], right[:MAX_LCS_TOKENS]
    if left == right:
        return len(left)
    numbers = _Numbers()
    # One character a token: rapidfuzz is fastest on strings.
    as_text = ["".join(chr(numbers[token]) for token in tokens) for tokens in (left, right)]
    return _rapidfuzz()[1](*as_text)


class _Numbers(dict[str, int]):
    """Gives each new token the next number."""

    def __missing__(self, token: str) -> int:
        number = self[token] = len(self)
        return number


def clipped_matches(left: list[str], right: list[str], most: int) -> list[int]:
    """Return for n from 1 to `most` how many n-grams of the two sequences match, each as often as both have it.

    An n-gram is the number that its tokens' numbers spell, which is quicker to make and to count than a tuple.
    """
    if left == right:
        return [max(0, len(left) - n + 1) for n in range(1, most + 1)]
    numbers = _Numbers()
    starts = [numbers[token] for token in left], [numbers[token] for token in right]
    base = len(numbers)
    grams = starts
    matches = [_shared_count(*grams)]
    for n in range(2, most + 1):
        grams = _longer(grams[0], starts[0][n - 1 :], base), _longer(grams[1], starts[1][n - 1 :], base)
        matches.append(_shared_count(*grams))
    return matches


def _longer(grams: list[int], following: list[int], base: int) -> list[int]:
    """Return each n-gram made longer by the token that follows it."""
    return [gram * base + token for gram, token in zip(grams, following, strict=False)]


def _shared_count(left: list[int], right: list[int]) -> int:
    few, many = Counter(left), Counter(right)
    if len(few) > len(many):
        few, many = many, few
    other = many.get
    # Not min(): the call would cost more than all the rest here.
    return sum([count if count < there else there for item, count in few.items() if (there := other(item))])  # noqa: FURB136


def f1(matches: int, left: int, right: int) -> float:
    """Return the F1 of so many matches between so many items on each side; 0 when a side has none."""
    return 2 * matches / (left + right) if left and right else 0.0


def common_prefix(left: str, right: str) -> int:
    """Return how many characters two texts share at their start."""
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
