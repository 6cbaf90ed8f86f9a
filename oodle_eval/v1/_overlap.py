"""How much two sequences have in common: n-grams, longest common subsequence, edit distance.

rapidfuzz does the work that is more than linear, on texts that are cut at a fixed length.
"""

from __future__ import annotations

import functools
import itertools
import sys
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence, Sized
from typing import Any, NamedTuple

__all__ = [
    "MANY_TOKENS",
    "MAX_EDIT_CHARS",
    "MAX_LCS_TOKENS",
    "Pair",
    "common_prefix",
    "edit_distance",
    "edit_similarity",
    "f1",
    "grams",
    "ngrams",
    "subsequence_length",
]

# As many characters of each text are compared by edit distance.
MAX_EDIT_CHARS = 1_000
# As many tokens of each text are compared by longest common subsequence.
MAX_LCS_TOKENS = 400


class _Rapidfuzz(NamedTuple):
    """rapidfuzz's functions: the edit distance, and the longest common subsequence's length and edits."""

    distance: Callable[..., int]
    common: Callable[..., int]
    edits: Callable[[Sequence[Hashable], Sequence[Hashable]], Any]


@functools.cache
def _rapidfuzz() -> _Rapidfuzz:
    from rapidfuzz.distance import LCSseq, Levenshtein  # noqa: PLC0415 - importing the checks loads no third party

    return _Rapidfuzz(Levenshtein.distance, LCSseq.similarity, LCSseq.editops)


def edit_distance(left: str, right: str) -> int:
    """Return the Levenshtein distance of two texts.

    rapidfuzz takes a guess. On long texts that are close it is several times as fast with one, on others slower.
    """
    distance = _rapidfuzz().distance
    length = len(left)
    if length < 400 or not _look_close(left, right):
        return distance(left, right)
    return distance(left, right, score_hint=length // 5)


def subsequence_length(left: Sequence[Hashable], right: Sequence[Hashable]) -> int:
    """Return the length of the longest common subsequence of two texts, or sequences of tokens, of any length.

    rapidfuzz takes a bound, and on texts that are close it is several times as fast with one.
    """
    common = _rapidfuzz().common
    if min(len(left), len(right)) < _LONG:
        if len(left) < 400 or not _look_close(left, right):
            return common(left, right)
        # A guess: where it is too high, the answer is 0.
        return common(left, right, score_cutoff=max(len(left), len(right)) * 17 // 20) or common(left, right)
    inner, other = _without_common_ends(left, right)
    return len(left) - len(inner) + common(inner, other, score_cutoff=_least_in_common(inner, other))


# From so many characters on, finding a bound costs less than it saves.
_LONG = 3_000
# It is looked for in so many at a time.
_STRETCH = 256


def _least_in_common(left: Sequence[Hashable], right: Sequence[Hashable]) -> int:
    """Return a length that the longest common subsequence has at least; 0 where the texts are not close.

    The longest ones of a stretch of either text and the next add up to one that is nearly as long, in linear time.
    """
    edits_of = _rapidfuzz().edits
    at = at_right = found = 0
    while at < len(left) and at_right < len(right):
        stretch, other = left[at : at + _STRETCH], right[at_right : at_right + _STRETCH]
        edits = edits_of(stretch, other)
        end = end_right = _STRETCH // 2
        found += (len(stretch) + len(other) - len(edits)) // 2
        runs = edits.as_matching_blocks()
        if len(runs) > 1:  # the last one is empty
            last = runs[-2]
            end, end_right = max(end, last.a + last.size), max(end_right, last.b + last.size)
        at, at_right = at + end, at_right + end_right
        if at >= 2 * _STRETCH and found < 0.6 * at:
            return 0
    return found


def _without_common_ends(
    left: Sequence[Hashable], right: Sequence[Hashable]
) -> tuple[Sequence[Hashable], Sequence[Hashable]]:
    """Return two texts without what they share at the start and at the end."""
    start = common_prefix(left, right)
    left, right = left[start:], right[start:]
    end = common_prefix(left[::-1], right[::-1])
    return left[: len(left) - end], right[: len(right) - end]


def _look_close(left: Sequence[Hashable], right: Sequence[Hashable]) -> bool:
    """Return whether at least two of four short pieces of one text are in the other."""
    step = len(left) // 4
    return sum(left[place : place + 10] in right for place in range(step // 2, 4 * step, step)) >= 2


def edit_similarity(left: str, right: str) -> float:
    """Return 1 minus the edit distance over the longer length, of the first `MAX_EDIT_CHARS` characters."""
    left, right = left[:MAX_EDIT_CHARS], right[:MAX_EDIT_CHARS]
    if left == right:
        return 1.0
    return 1 - edit_distance(left, right) / max(len(left), len(right))


# The first token's number.
FIRST_NUMBER = 2


def base_of(words: Sized) -> int:
    """Return the base in which n-grams of so many numbered words are spelled.

    It is odd, so that all tokens of an n-gram change the lowest bits of its number, which a hash table begins with.
    """
    return (len(words) + FIRST_NUMBER) | 1


def grams(numbers: list[int], base: int, most: int, least: int = 1) -> Iterator[list[int] | array[int]]:
    """Yield the `least`- to `most`-grams, each as the one number that its tokens' numbers spell.

    Where 64 bits hold such a number, one long integer has all tokens side by side, the first one lowest, so that two
    operations on it make every n-gram longer by the token that follows it.
    """
    if least == 1:
        yield numbers
    if base**most > 2**64 or sys.byteorder == "big":
        spelled = numbers
        for n in range(2, most + 1):
            spelled = [gram * base + token for gram, token in zip(spelled, numbers[n - 1 :], strict=False)]
            if n >= least:
                yield spelled
        return
    tokens = lanes = int.from_bytes(array("Q", numbers).tobytes(), "little")
    for n in range(2, most + 1):
        tokens >>= 64
        lanes = lanes * base + tokens
        if n >= least:
            every = array("Q", lanes.to_bytes(8 * len(numbers), "little"))
            del every[max(0, len(numbers) - n + 1) :]  # the last ones have nothing behind them
            yield every


# From so many tokens on, memory counts for more than a few microseconds.
MANY_TOKENS = 2_000


def ngrams(tokens: list[str], n: int) -> Sequence[Hashable]:
    """Return every n tokens in a row; of a long text as numbers, which take a third of the memory of tuples."""
    if len(tokens) >= MANY_TOKENS:
        number = dict(zip(dict.fromkeys(tokens), itertools.count(FIRST_NUMBER)))
        base = base_of(number)
        if base**n <= 2**64:
            (made,) = grams(list(map(number.__getitem__, tokens)), base, n, least=n)
            return made
    return list(zip(*(tokens[start:] for start in range(n)), strict=False))


class Pair:
    """Two token sequences side by side, their tokens numbered.

    A token of the right side alone can't match, so all of those get one number, 1. No token has the number 0.

    Args:
        sides: The tokens of the two sequences. Each is taken when the one before is numbered, so that texts that are
            read on the way need not be held as words both.

    Attributes:
        left: The numbers of the first sequence.
        right: The numbers of the second.
    """

    def __init__(self, sides: Iterable[Iterable[str]]) -> None:
        number: defaultdict[str, int] = defaultdict(itertools.count(FIRST_NUMBER).__next__)
        each = iter(sides)
        self.left = list(map(number.__getitem__, next(each)))
        self.right = list(map(number.get, next(each), itertools.repeat(1)))
        self.base = base_of(number)
        self._letters = _letters(self.left), _letters(self.right)

    def lcs_length(self) -> int:
        """Return the length of the longest common subsequence of the first `MAX_LCS_TOKENS` tokens of each."""
        left, right = self._letters
        return _rapidfuzz().common(left[:MAX_LCS_TOKENS], right[:MAX_LCS_TOKENS])

    def clipped_matches(self, most: int) -> list[int]:
        """Return for n from 1 to `most` how many n-grams match, each as often as both sides have it."""
        left, right, aligned = self._without_aligned(most)
        sides = zip(grams(left, self.base, most, least=2), grams(right, self.base, most, least=2), strict=True)
        counted = [_matching_tokens(left, right), *(_matching_grams(*grams) for grams in sides)]
        return [found + count for found, count in zip(aligned, counted, strict=True)]

    def _without_aligned(self, most: int) -> tuple[list[int], list[int], list[int]]:
        """Return both sides without the inner part of the runs that they share, and the matches that are in there.

        What is taken out of both alike is as many matches as it has n-grams, so it needs no counting. A run keeps the
        `most` - 1 tokens at either end, which make n-grams with what is beyond; 0 and 1 in between match nothing.
        """
        if min(len(self.left), len(self.right)) < _FEWEST_ALIGNED:
            return self.left, self.right, [0] * most
        ends = most - 1
        left: list[int] = []
        right: list[int] = []
        done = done_right = cut = runs = 0
        for at, at_right, size in _shared_runs(*self._letters):
            if size > 2 * ends + 1:
                left += self.left[done : at + ends]
                right += self.right[done_right : at_right + ends]
                left.append(0)
                right.append(1)
                done, done_right = at + size - ends, at_right + size - ends
                cut += size
                runs += 1
        left += self.left[done:]
        right += self.right[done_right:]
        # Of a run's size - n + 1 n-grams, most - n are left at either end.
        return left, right, [cut - runs * (2 * most - n - 1) for n in range(1, most + 1)]


# Fewer tokens are counted as they are.
_FEWEST_ALIGNED = 50
# Runs are looked for in so many tokens of each side at a time, which one machine word or two hold.
_WINDOW = 128


def _letters(numbers: list[int]) -> str:
    """Return numbers as a text, each as one character: rapidfuzz is three times as fast on texts as on lists."""
    return array("I", numbers).tobytes().decode(_UTF_32, "surrogatepass")


_UTF_32 = "utf-32-le" if sys.byteorder == "little" else "utf-32-be"


def _shared_runs(left: str, right: str) -> Iterator[tuple[int, int, int]]:
    """Yield the runs of letters that both sides have in the same order: place on the left, on the right, and length.

    They are those of a longest common subsequence of each window; the next one begins where the last run ended, or
    half a window on. A window with less than half in common has no long runs. Neither have sides that have drifted apart
    by more than a window: what is found here saves time, and nothing hangs on it.
    """
    edits_of = _rapidfuzz().edits
    at = at_right = 0
    while at < len(left) and at_right < len(right):
        end = end_right = _WINDOW
        window, other = left[at : at + _WINDOW], right[at_right : at_right + _WINDOW]
        edits = edits_of(window, other)
        if 2 * len(edits) < len(window) + len(other):
            end = end_right = _WINDOW // 2
            for run in edits.as_matching_blocks():
                if size := run.size:  # the last one is empty
                    start, start_right = run.a, run.b
                    yield at + start, at_right + start_right, size
                    end, end_right = max(end, start + size), max(end_right, start_right + size)
        at += end
        at_right += end_right


def _matching_tokens(left: list[int], right: list[int]) -> int:
    """Return how many items match, each as often as both sides have it; the items come again and again."""
    own, others = Counter(left), Counter(right)
    if len(own) > len(others):
        own, others = others, own
    there = others.get
    # Not min(): the call would cost more than all the rest here.
    return sum([count if count < other else other for item, count in own.items() if (other := there(item))])  # noqa: FURB136


def _matching_grams(left: Sequence[int], right: Sequence[int]) -> int:
    """Return how many items match, each as often as both sides have it; most of the items are there once."""
    if len(left) < _FEW:
        different = set(left)
        if len(different) == len(left):
            return len(different.intersection(right))
    unmatched = Counter(left)
    left_of = unmatched.get
    matches = 0
    for item in right:
        count = left_of(item)
        if count:
            matches += 1
            unmatched[item] = count - 1
    return matches


# Of so few items, often all are different.
_FEW = 300


def f1(matches: int, left: int, right: int) -> float:
    """Return the F1 of so many matches between so many items on each side; 0 without a match."""
    return 2 * matches / (left + right) if matches else 0.0


def common_prefix(left: Sequence[Hashable], right: Sequence[Hashable]) -> int:
    """Return how many characters two texts share at their start."""
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
