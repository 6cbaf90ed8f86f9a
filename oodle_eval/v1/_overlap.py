"""How much two sequences have in common: n-grams, longest common subsequence, edit distance.

rapidfuzz does the work that is more than linear, on texts that are cut at a fixed length.
"""

from __future__ import annotations

import functools
import itertools
import sys
from array import array
from collections import Counter
from collections.abc import Callable, Iterator

__all__ = ["MAX_EDIT_CHARS", "MAX_LCS_TOKENS", "Pair", "common_prefix", "edit_distance", "edit_similarity", "f1"]

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


class Pair:
    """Two token sequences side by side, their shared tokens numbered.

    A token of one side only can't match, so all of those get one number, 0 on the left and 1 on the right.

    Attributes:
        left: The numbers of the first sequence.
        right: The numbers of the second.
    """

    def __init__(self, left: list[str], right: list[str]) -> None:
        common = set(left) & set(right)
        number = dict(zip(common, range(2, len(common) + 2), strict=True)).get
        self.left = list(map(number, left, itertools.repeat(0)))
        self.right = list(map(number, right, itertools.repeat(1)))
        self.base = len(common) + 2

    def lcs_length(self) -> int:
        """Return the length of the longest common subsequence of the first `MAX_LCS_TOKENS` tokens of each."""
        # One character a token: rapidfuzz is fastest on strings.
        left, right = ("".join(map(chr, side[:MAX_LCS_TOKENS])) for side in (self.left, self.right))
        return _rapidfuzz()[1](left, right)

    def clipped_matches(self, most: int) -> list[int]:
        """Return for n from 1 to `most` how many n-grams match, each as often as both sides have it."""
        sides = zip(self._grams(self.left, most), self._grams(self.right, most), strict=True)
        return [_shared_count(left, right) for left, right in sides]

    def _grams(self, numbers: list[int], most: int) -> Iterator[list[int]]:
        """Yield the 1- to `most`-grams, each as the one number that its tokens' numbers spell.

        Where 64 bits hold such a number, one long integer has all tokens side by side, the first one lowest, so that
        two operations on it make every n-gram longer by the token that follows it.
        """
        yield numbers
        if self.base**most > 2**64 or sys.byteorder == "big":
            grams = numbers
            for n in range(1, most):
                grams = [gram * self.base + token for gram, token in zip(grams, numbers[n:], strict=False)]
                yield grams
            return
        tokens = lanes = int.from_bytes(array("Q", numbers).tobytes(), "little")
        for n in range(1, most):
            tokens >>= 64
            lanes = lanes * self.base + tokens
            every = memoryview(lanes.to_bytes(8 * len(numbers), "little")).cast("Q")
            yield every[: max(0, len(numbers) - n)].tolist()  # the last ones have nothing behind them


def _shared_count(left: list[int], right: list[int]) -> int:
    few, many = Counter(left), Counter(right)
    if len(few) > len(many):
        few, many = many, few
    other = many.get
    # Not min(): the call would cost more than all the rest here.
    return sum([count if count < there else there for item, count in few.items() if (there := other(item))])  # noqa: FURB136


def f1(matches: int, left: int, right: int) -> float:
    """Return the F1 of so many matches between so many items on each side; 0 without a match."""
    return 2 * matches / (left + right) if matches else 0.0


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
