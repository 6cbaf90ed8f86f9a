"""What two sequences have in common, beside slow counting: near ones, far ones, and what they take of memory."""

import random
import tracemalloc
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import LCSseq

from oodle_eval.v1 import _overlap, metrics

WORDS = st.sampled_from("the cat sat on a red box today".split())
# A text, and the same one with stretches cut out, put in or moved.
TOKENS = st.lists(WORDS, min_size=40, max_size=200)
EDITS = st.lists(st.tuples(st.integers(0, 220), st.integers(0, 12), st.lists(WORDS, max_size=6)), max_size=8)


def counted(left, right, n):
    ours, theirs = (Counter(tuple(side[at : at + n]) for at in range(len(side) - n + 1)) for side in (left, right))
    return (ours & theirs).total()


def matches_of(left, right, most):
    return _overlap.Pair([left, right]).clipped_matches(most)


def edited(tokens, edits):
    changed = list(tokens)
    for at, length, new in edits:
        changed[at : at + length] = new
    return changed


class TestClippedMatches:
    @settings(max_examples=300, deadline=None)
    @given(TOKENS, EDITS, st.integers(1, 4))
    def test_of_a_text_and_its_revision(self, left, edits, most):
        right = edited(left, edits)
        for one, other in ((left, right), (right, left), (left, left)):
            assert matches_of(one, other, most) == [counted(one, other, n) for n in range(1, most + 1)]

    @pytest.mark.parametrize("different", [2, 30, 3_000])
    def test_over_many_windows(self, different):
        chance = random.Random(different)
        left = [f"w{chance.randrange(different)}" for _ in range(1_500)]
        # Small changes, then 300 words more than a window holds, then the same again: the runs are lost there.
        right = edited(left, [(at, chance.randrange(3), ["new"]) for at in range(50, 600, 37)])
        right[700:700] = [f"w{chance.randrange(different)}" for _ in range(300)]
        for one, other in ((left, right), (right, left)):
            assert matches_of(one, other, 4) == [counted(one, other, n) for n in (1, 2, 3, 4)]

    def test_of_texts_with_nothing_in_common(self):
        left, right = [f"a{number}" for number in range(200)], [f"b{number}" for number in range(200)]
        assert matches_of(left, right, 4) == [0, 0, 0, 0]
        assert matches_of(left, [], 4) == matches_of([], right, 4) == matches_of([], [], 4) == [0, 0, 0, 0]

    def test_a_run_moved_elsewhere_matches_where_it_is_now(self):
        stretch = [f"x{number}" for number in range(150)]
        rest = [f"y{number}" for number in range(150)]
        # Of n-grams, only the n - 1 over the one seam are gone.
        assert matches_of(stretch + rest, rest + stretch, 4) == [300, 298, 296, 294]


class TestGrams:
    @pytest.mark.parametrize("base", [11, 2**20 + 1])  # the second one's 4-grams need more than 64 bits
    def test_equal_numbers_are_equal_grams(self, base):
        numbers = [2, 3, 2, 3, 4, 2, 3, 2, 3]
        for n, made in enumerate(_overlap.grams(numbers, base, 4), start=1):
            apart = [tuple(numbers[at : at + n]) for at in range(len(numbers) - n + 1)]
            assert len(made) == len(apart)
            assert [made.index(gram) for gram in made] == [apart.index(gram) for gram in apart]
        (longest,) = _overlap.grams(numbers, base, 4, least=4)
        assert list(longest) == list(made)

    def test_of_fewer_tokens_than_an_n_gram_has(self):
        assert [list(made) for made in _overlap.grams([2, 3], 5, 4)] == [[2, 3], [13], [], []]


class TestNgramsOfTokens:
    @pytest.mark.parametrize("length", [0, 2, 5, _overlap.MANY_TOKENS - 1, _overlap.MANY_TOKENS, 3_000])
    @pytest.mark.parametrize("n", [2, 3, 9])  # numbers of nine tokens need more than 64 bits
    def test_equal_ones_are_equal_at_any_length(self, length, n):
        chance = random.Random(length)
        tokens = [f"w{chance.randrange(200)}" for _ in range(length)]
        made = list(_overlap.ngrams(tokens, n))
        apart = [tuple(tokens[at : at + n]) for at in range(length - n + 1)]
        assert len(made) == len(apart)
        assert len(set(zip(made, apart, strict=True))) == len(set(made)) == len(set(apart))


def taken(check):
    """Return the most memory that a call takes at once."""
    check()
    tracemalloc.start()
    try:
        check()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def prose(size, seed=1):
    """Words as often as prose has them, and about as long."""
    chance = random.Random(seed)
    words = ["".join(chance.choices("etaoinshr", k=chance.randint(1, 9))) for _ in range(3_000)]
    weights = [1 / rank for rank in range(1, 3_001)]
    return " ".join(chance.choices(words, weights, k=size // 6))[:size]


class TestMemory:
    @pytest.mark.parametrize("check", ["bleu", "rouge", "jaccard_similarity"])
    @pytest.mark.parametrize("seed", [1, 2])
    def test_comparing_takes_at_most_20_times_both_texts(self, check, seed):
        text = prose(100_000)
        other = prose(100_000, seed)  # the same, or another
        assert taken(lambda: getattr(metrics, check)(text, reference=other)) <= 20 * (len(text) + len(other))

    def test_degeneration_takes_at_most_20_times_the_text(self):
        text = prose(100_000)
        assert taken(lambda: metrics.conversation_degeneration(text)) <= 20 * len(text)


class TestSubsequenceLength:
    """From some thousand characters on a bound is found first, which must not be above the length."""

    @pytest.mark.parametrize("letters", ["ab", "abcdefghij "])
    @pytest.mark.parametrize("length", [450, 1_000, 3_100, 9_000])
    def test_of_revisions(self, letters, length):
        chance = random.Random(length)
        left = "".join(chance.choices(letters, k=length))
        changed = edited(
            left, [(at, chance.randrange(4), chance.choices(letters, k=2)) for at in range(40, length, 60)]
        )
        moved = left[length // 2 :] + left[: length // 2]
        for right in ("".join(changed), moved, left[:1_500] + "x" * 400 + left[1_500:]):
            assert _overlap.subsequence_length(left, right) == LCSseq.similarity(left, right)
            assert _overlap.subsequence_length(right, left) == LCSseq.similarity(left, right)

    def test_of_texts_that_share_their_ends_or_all_or_nothing(self):
        text = "abcdefgh" * 500
        assert _overlap.subsequence_length(text, text) == 4_000
        assert _overlap.subsequence_length(text, text[:2_000] + "xyz" + text[2_100:]) == 3_900
        assert _overlap.subsequence_length(text, "z" * 5_000) == 0
        assert _overlap.subsequence_length(text, text + text) == 4_000
