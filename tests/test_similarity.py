"""The checks that compare: each sentence of their docstrings, worked out by hand, and slow oracles beside the code."""

import copy
import inspect
import json
import math
import time
from collections import Counter
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oodle_eval.runtime import EvaluationContext, ExperimentContext, ObservationContext, Scores
from oodle_eval.v1 import _overlap, _words, metrics, util
from oodle_eval.v1.metrics import similarity

WITH_REFERENCE = (
    "exact_match",
    "levenshtein_ratio",
    "jaccard_similarity",
    "rouge",
    "bleu",
    "numeric_diff",
    "json_diff",
)
OF_TEXT = ("exact_match", "levenshtein_ratio", "jaccard_similarity", "rouge", "bleu")
RELEVANCE = ("bm25_relevance", "tfidf_similarity")
SCRIPTS = (
    "hello world",
    "yes",
    "今天天气很好",
    "สวัสดีชาวโลก",
    "नमस्ते दुनिया",
    "🎉",
    "🎉 👍",
    "cafe\u0301 au lait",
    "مرحبا بالعالم",
)

# Few words and signs, so that texts share some; and texts of every kind.
VOCABULARY = st.lists(st.sampled_from("the cat sat mat on red box ran fast . ! , 今 🎉".split()), max_size=14)
SENTENCES = VOCABULARY.map(" ".join)
TEXTS = st.one_of(SENTENCES, st.text(max_size=40))


def item(*, output=None, given=None, metadata=None, expected=None):
    seen = ObservationContext(input=given, output=output, metadata=metadata)
    return EvaluationContext(seen, experiment=ExperimentContext(expected_output=expected))


def run(check, said, reference=None, **settings):
    """Return the primary score of a check."""
    if check in RELEVANCE:
        return getattr(metrics, check)(said, context=reference, **settings)[0].value
    return getattr(metrics, check)(said, reference=reference, **settings)[0].value


def _holds_no_number(value):
    if isinstance(value, int | float) and not isinstance(value, bool):
        return math.isnan(value) if isinstance(value, float) else False
    return util.find_number(util.require_reference(value, "")) is None


class TestAll:
    @pytest.mark.parametrize(
        ("check", "signature", "scores"),
        [
            (
                "exact_match",
                "(ctx, *, reference=None, normalize=False, case_sensitive=True, name='exact_match')",
                ("exact_match",),
            ),
            (
                "levenshtein_ratio",
                "(ctx, *, reference=None, normalize=False, name='levenshtein_ratio')",
                ("levenshtein_ratio",),
            ),
            ("jaccard_similarity", "(ctx, *, reference=None, name='jaccard_similarity')", ("jaccard_similarity",)),
            ("rouge", "(ctx, *, reference=None, name='rouge_l')", ("rouge_l", "rouge_1", "rouge_2")),
            ("bleu", "(ctx, *, reference=None, max_n=4, name='bleu')", ("bleu",)),
            ("numeric_diff", "(ctx, *, reference=None, name='numeric_diff')", ("numeric_diff",)),
            ("json_diff", "(ctx, *, reference=None, name='json_diff')", ("json_diff",)),
            (
                "bm25_relevance",
                "(ctx, *, against='input', context=None, context_key='context', k1=1.5, b=0.75, name='bm25_relevance')",
                ("bm25_relevance",),
            ),
            (
                "tfidf_similarity",
                "(ctx, *, against='input', context=None, context_key='context', name='tfidf_similarity')",
                ("tfidf_similarity",),
            ),
        ],
    )
    def test_signature_and_scores(self, check, signature, scores):
        function = getattr(metrics, check)
        bare = inspect.signature(function)
        plain = bare.replace(
            parameters=[p.replace(annotation=p.empty) for p in bare.parameters.values()], return_annotation=bare.empty
        )
        assert str(plain) == signature
        assert function.__scores__ == scores
        assert function.__module__ == similarity.__name__

    @pytest.mark.parametrize("check", WITH_REFERENCE)
    def test_scores_come_under_their_names_with_a_comment(self, check):
        function = getattr(metrics, check)
        scores = function("the total is 5", reference="a total of 6")
        assert type(scores) is Scores
        assert tuple(score.name for score in scores) == function.__scores__
        assert all(score.comment and len(score.comment) <= 500 and score.higher_is_better for score in scores)
        assert {score.data_type for score in scores} == {"BOOLEAN" if check == "exact_match" else "NUMERIC"}
        renamed = function("the total is 5", reference="a total of 6", name="mine")
        assert [score.name for score in renamed] == ["mine", *function.__scores__[1:]]

    @pytest.mark.parametrize("check", WITH_REFERENCE)
    @pytest.mark.parametrize("ctx", ["a reply", item(output="a reply"), None])
    def test_no_reference_anywhere_is_an_error_that_says_how_to_give_one(self, check, ctx):
        with pytest.raises(ValueError, match=rf"{check}.*reference=.*expected output"):
            getattr(metrics, check)(ctx)

    @pytest.mark.parametrize("check", WITH_REFERENCE)
    def test_the_expected_output_is_the_reference_when_none_is_set(self, check):
        ctx = item(output="[5]", expected="[5]")
        assert run(check, ctx) == 1
        assert run(check, ctx, "[7]") != 1

    @pytest.mark.parametrize("check", OF_TEXT)
    def test_an_empty_reference_is_a_reference(self, check):
        assert run(check, item(output="a reply", expected="a reply"), "") == 0

    @pytest.mark.parametrize("check", OF_TEXT)
    def test_a_reference_that_is_no_string_is_its_json_text(self, check):
        assert run(check, '{"a": [1, null]}', {"a": [1, None]}) == 1
        assert run(check, "5", 5) == 1
        assert run(check, "true", True) == 1

    @pytest.mark.parametrize("check", OF_TEXT)
    def test_a_reference_that_is_a_conversation_is_its_reply(self, check):
        messages = [{"role": "user", "content": "Capital?"}, {"role": "assistant", "content": "Paris it is"}]
        assert run(check, item(output=messages[1], expected=messages)) == 1
        assert run(check, "Paris it is", messages[1]) == 1

    @pytest.mark.parametrize("check", [*WITH_REFERENCE, *RELEVANCE])
    @pytest.mark.parametrize("text", SCRIPTS)
    def test_equal_texts_with_a_token_are_exactly_1(self, check, text):
        if check == "numeric_diff":
            text += " 5"
        assert run(check, text, text) == 1
        assert run(check, item(output=text, given=text, expected=text), None) == 1

    @pytest.mark.parametrize("check", [*WITH_REFERENCE, *RELEVANCE])
    def test_equal_texts_of_several_sentences_are_exactly_1(self, check):
        text = "The 5 cats sat. The dog ran! Who are you?"
        assert run(check, text, text) == 1

    @pytest.mark.parametrize("check", [*OF_TEXT, *RELEVANCE])
    @given(left=TEXTS, right=TEXTS)
    @settings(max_examples=60, deadline=None)
    def test_values_stay_in_range_and_a_nan_never_leaves(self, check, left, right):
        value = run(check, left, right)
        assert 0 <= value <= 1

    @pytest.mark.parametrize("check", WITH_REFERENCE)
    @pytest.mark.parametrize(
        "output",
        [
            *(
                None,
                0,
                5,
                10**400,
                -(10**100_000),
                math.inf,
                math.nan,
                True,
                b"5",
                b"\xff",
                {1, 2},
                object(),
                [],
                {},
                [[]],
            ),
            *({"a": object()}, "\ud800\x00", {"role": "user"}, [None], {1: 2}, (1, 2), Decimal("NaN"), Fraction(1, 3)),
        ],
        ids=lambda value: type(value).__name__,
    )
    def test_any_output_and_any_reference_are_read(self, check, output):
        for ctx in (output, item(output=output)):
            assert 0 <= run(check, ctx, "reference 5") <= 1
        if output is None or (check == "numeric_diff" and _holds_no_number(output)):
            with pytest.raises(ValueError, match="reference"):
                run(check, "reply 5", output)
        else:
            assert 0 <= run(check, "reply 5", output) <= 1

    @pytest.mark.parametrize("check", [*WITH_REFERENCE, *RELEVANCE])
    def test_a_setting_of_the_wrong_type_names_itself(self, check):
        with pytest.raises(ValueError, match="name"):
            getattr(metrics, check)("a reply 5", name=7)


class TestExactMatch:
    def test_equal_and_not(self):
        assert run("exact_match", "Paris", "Paris") is True
        assert run("exact_match", "Paris", "Rome") is False

    def test_space_at_start_and_end_is_ignored(self):
        assert run("exact_match", "\n Paris\t", " Paris") is True
        assert run("exact_match", "Pa ris", "Paris") is False

    def test_case(self):
        assert run("exact_match", "PARIS", "Paris") is False
        assert run("exact_match", "PARIS ", "Paris", case_sensitive=False) is True
        assert run("exact_match", "STRASSE", "Straße", case_sensitive=False) is True
        assert run("exact_match", "Rome", "Paris", case_sensitive=False) is False

    def test_normalize_ignores_case_and_punctuation_and_beats_case_sensitive(self):
        assert run("exact_match", "Paris,  (France)!", "paris france", normalize=True, case_sensitive=True) is True
        assert run("exact_match", "well-known", "well known", normalize=True) is True
        assert run("exact_match", "Paris,  (France)!", "paris france", case_sensitive=False) is False

    def test_none_is_no_text(self):
        for reference in ({"a": 1}, "None", "null", ""):
            for output in (None, item()):
                assert run("exact_match", output, reference) is False

    def test_two_empty_texts_are_equal(self):
        assert run("exact_match", "", "  ") is True

    def test_the_comment_shows_where_the_texts_part(self):
        comment = metrics.exact_match("It is Paris.", reference="It is Rome.")[0].comment
        assert comment == "differs at character 7: got 'It is Paris.', expected 'It is Rome.'"
        assert "'Paris'" in metrics.exact_match("Paris", reference="Paris")[0].comment

    def test_a_long_text_is_not_repeated(self):
        long = "x" * 10_000
        assert len(metrics.exact_match(long, reference=long)[0].comment) < 100
        assert "character 10001" in metrics.exact_match(long, reference=long + "y")[0].comment

    @given(st.text(), st.text())
    def test_the_common_prefix(self, left, right):
        shared = 0
        while shared < min(len(left), len(right)) and left[shared] == right[shared]:
            shared += 1
        assert _overlap.common_prefix(left, right) == shared


def levenshtein_by_table(left, right):
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        before, row = row, [i]
        for j, b in enumerate(right, 1):
            row.append(min(before[j] + 1, row[-1] + 1, before[j - 1] + (a != b)))
    return row[-1]


class TestLevenshteinRatio:
    @pytest.mark.parametrize(
        ("left", "right", "value"),
        [
            ("kitten", "sitting", 1 - 3 / 7),
            ("", "", 1),
            ("", "abc", 0),
            ("abc", "", 0),
            ("abc", "abd", 2 / 3),
            ("a", "A", 0),
        ],
    )
    def test_1_minus_the_distance_over_the_longer_length(self, left, right, value):
        assert run("levenshtein_ratio", left, right) == pytest.approx(value, abs=1e-12)

    @given(TEXTS, TEXTS)
    @settings(max_examples=150, deadline=None)
    def test_against_the_table(self, left, right):
        longer = max(len(left), len(right))
        wanted = 1 - levenshtein_by_table(left, right) / longer if longer else 1
        assert run("levenshtein_ratio", left, right) == pytest.approx(wanted, abs=1e-12)

    @given(st.lists(st.sampled_from("abcde"), min_size=400, max_size=450), st.integers(0, 60), st.randoms())
    @settings(max_examples=8, deadline=None)
    def test_long_texts_that_look_close_get_the_exact_distance_too(self, letters, changes, chance):
        changed = list(letters)
        for _ in range(changes):
            changed[chance.randrange(len(changed))] = chance.choice("abcxyz")
        left, right = "".join(letters), "".join(changed)
        assert _overlap.edit_distance(left, right) == levenshtein_by_table(left, right)

    def test_each_text_is_compared_on_its_first_1000_characters(self):
        assert run("levenshtein_ratio", "a" * 1000 + "b" * 5000, "a" * 1000 + "c" * 10) == 1
        assert run("levenshtein_ratio", "a" * 999 + "b" * 5000, "a" * 1000) == pytest.approx(0.999)
        assert "first 1,000" in metrics.levenshtein_ratio("a" * 1001, reference="a")[0].comment

    def test_normalize(self):
        assert run("levenshtein_ratio", "It's PARIS!", "it s paris", normalize=True) == 1
        assert run("levenshtein_ratio", "It's PARIS!", "it s paris") < 0.6
        # What is compared is cut, not what is normalised.
        assert run("levenshtein_ratio", "!" * 5000 + "abc", "abc", normalize=True) == 1
        assert run("levenshtein_ratio", "ab! " * 9000, "ab " * 400, normalize=True) == 1


class TestJaccard:
    @pytest.mark.parametrize(
        ("left", "right", "value"),
        [
            ("a red box", "A blue box!", 2 / 4),
            ("a a a", "a", 1),
            ("", "", 1),
            ("...", "!", 1),
            ("word", "", 0),
            ("", "word", 0),
            ("我爱你", "我爱他", 2 / 4),
            ("well-known", "well known", 1),
        ],
    )
    def test_shared_words_over_all_words(self, left, right, value):
        assert run("jaccard_similarity", left, right) == value

    @given(TEXTS, TEXTS)
    def test_is_symmetric(self, left, right):
        assert run("jaccard_similarity", left, right) == run("jaccard_similarity", right, left)

    def test_the_comment_names_the_words(self):
        comment = metrics.jaccard_similarity("a red box", reference="a blue box")[0].comment
        assert comment == "2 of 4 words shared; missing: blue; not in the reference: red"


def lcs_by_table(left, right):
    table = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i, a in enumerate(left, 1):
        for j, b in enumerate(right, 1):
            table[i][j] = table[i - 1][j - 1] + 1 if a == b else max(table[i - 1][j], table[i][j - 1])
    return table[-1][-1]


def matches_by_counting(left, right, n):
    ours, theirs = (Counter(tuple(side[i : i + n]) for i in range(len(side) - n + 1)) for side in (left, right))
    return sum((ours & theirs).values())


def f1(matches, left, right):
    if not matches:
        return 0
    precision, recall = matches / left, matches / right
    return 2 * precision * recall / (precision + recall)


class TestRouge:
    def test_clipped_overlap_and_subsequence(self):
        scores = metrics.rouge("A C B", reference="A B C D E F C")
        assert scores["rouge_1"].value == pytest.approx(0.6)  # 3 of 3 and 3 of 7
        assert scores["rouge_l"].value == pytest.approx(0.4)  # 2 of 3 and 2 of 7
        assert scores["rouge_2"].value == 0

    def test_pairs(self):
        scores = metrics.rouge("the cat sat on the mat", reference="the cat lay on the mat")
        assert scores["rouge_1"].value == pytest.approx(5 / 6)
        assert scores["rouge_2"].value == pytest.approx(3 / 5)
        assert scores["rouge_l"].value == pytest.approx(5 / 6)

    def test_a_repeated_word_counts_as_often_as_both_have_it(self):
        assert metrics.rouge("the the the", reference="the cat")["rouge_1"].value == pytest.approx(2 / 5)

    @pytest.mark.parametrize(("left", "right"), [("", ""), ("...", "..."), ("", "word"), ("word", "")])
    def test_a_text_without_a_token_scores_0(self, left, right):
        assert [score.value for score in metrics.rouge(left, reference=right)] == [0, 0, 0]

    @pytest.mark.parametrize("text", SCRIPTS)
    def test_a_text_with_itself_is_1_in_all_three(self, text):
        assert [score.value for score in metrics.rouge(text, reference=f" {text}!")] == [1, 1, 1]

    def test_one_word_beside_two_has_no_pair(self):
        assert metrics.rouge("cat", reference="cat cat")["rouge_2"].value == 0
        assert metrics.rouge("cat", reference="dog")["rouge_2"].value == 0

    def test_rouge_l_uses_the_first_400_tokens(self):
        left, right = ["same"] * 400 + ["left"] * 50, ["same"] * 400 + ["right"] * 900
        assert metrics.rouge(" ".join(left), reference=" ".join(right))["rouge_l"].value == 1
        left, right = ["left"] * 400 + ["same"] * 50, ["right"] * 400 + ["same"] * 50
        assert metrics.rouge(" ".join(left), reference=" ".join(right))["rouge_l"].value == 0
        assert metrics.rouge(" ".join(left), reference=" ".join(right))["rouge_1"].value > 0

    @given(SENTENCES, SENTENCES)
    @settings(max_examples=200, deadline=None)
    def test_against_tables_and_counts(self, left, right):
        ours, theirs = _words.tokens(left), _words.tokens(right)
        found = [score.value for score in metrics.rouge(left, reference=right)]
        same = ours == theirs
        wanted = [
            f1(lcs_by_table(ours, theirs), len(ours), len(theirs)),
            f1(matches_by_counting(ours, theirs, 1), len(ours), len(theirs)),
            1 if same and ours else f1(matches_by_counting(ours, theirs, 2), len(ours) - 1, len(theirs) - 1),
        ]
        assert found == pytest.approx(wanted, abs=1e-12)

    def test_a_token_of_more_than_the_bound_is_not_read(self):
        long = "a " * util.MAX_TEXT_CHARS
        assert metrics.rouge(long + "b", reference=long + "c")["rouge_1"].value == 1


class TestNgrams:
    @given(st.lists(st.sampled_from("abcd"), max_size=30), st.lists(st.sampled_from("abcx"), max_size=30))
    def test_against_counting(self, left, right):
        pair = _overlap.Pair([left, right])
        assert pair.clipped_matches(4) == [matches_by_counting(left, right, n) for n in (1, 2, 3, 4)]
        assert pair.lcs_length() == lcs_by_table(left, right)

    def test_with_more_different_tokens_than_64_bits_hold(self):
        left = [str(number) for number in range(70_000)]
        right = [*left[:10], *left[20:]]
        # Without ten tokens, ten words are gone, and at the one seam n - 1 more of the n-grams.
        assert _overlap.Pair([left, right]).clipped_matches(4) == [69_990, 69_988, 69_986, 69_984]
        assert _overlap.Pair([left, right]).base ** 4 > 2**64


def bleu_by_formula(said, wanted, most):
    """Papineni et al. with add-one smoothing above words, written as in the papers."""
    if not said:
        return 0.0
    product = 1.0
    for n in range(1, most + 1):
        matches, total = matches_by_counting(said, wanted, n), max(0, len(said) - n + 1)
        product *= matches / total if n == 1 else (matches + 1) / (total + 1)
    brevity = 1 if len(said) > len(wanted) else math.exp(1 - len(wanted) / len(said))
    return brevity * product ** (1 / most)


class TestBleu:
    def test_by_hand(self):
        # Precisions 5/6, (3+1)/(5+1), (1+1)/(4+1), (0+1)/(3+1); no brevity penalty.
        value = run("bleu", "the cat sat on the mat", "the cat lay on the mat")
        assert value == pytest.approx((5 / 6 * 4 / 6 * 2 / 5 * 1 / 4) ** 0.25)

    def test_brevity_penalty(self):
        assert run("bleu", "the cat", "the cat sat on", max_n=1) == pytest.approx(math.exp(1 - 4 / 2))
        assert run("bleu", "the cat sat on", "the cat", max_n=1) == pytest.approx(1 / 2)

    def test_no_word_in_common_is_0(self):
        assert run("bleu", "yes", "no") == 0.0

    @pytest.mark.parametrize(("left", "right"), [("", ""), ("", "word"), ("word", ""), ("?", "?")])
    def test_a_text_without_a_token_scores_0(self, left, right):
        assert run("bleu", left, right) == 0

    def test_a_short_reply_does_not_score_0(self):
        assert run("bleu", "the cat", "the cat sat on the mat") > 0

    def test_a_longer_n_gram_is_left_out(self):
        assert run("bleu", "the dog sat", "the cat sat", max_n=1) == pytest.approx(2 / 3)
        assert run("bleu", "the dog sat", "the cat sat", max_n=2) == pytest.approx((2 / 3 * 1 / 3) ** 0.5)

    @pytest.mark.parametrize("max_n", [0, 5, -1, 1.5, "4", True])
    def test_max_n_is_1_to_4(self, max_n):
        with pytest.raises(ValueError, match="max_n"):
            run("bleu", "a", "a", max_n=max_n)

    def test_settings_that_are_none_or_whole_floats(self):
        assert run("bleu", "the dog sat", "the cat sat", max_n=None) == run("bleu", "the dog sat", "the cat sat")
        assert run("bleu", "the dog sat", "the cat sat", max_n=1.0) == pytest.approx(2 / 3)

    @given(SENTENCES, SENTENCES, st.integers(1, 4))
    @settings(max_examples=200, deadline=None)
    def test_against_the_formula(self, left, right, most):
        wanted = bleu_by_formula(_words.tokens(left), _words.tokens(right), most)
        assert run("bleu", left, right, max_n=most) == pytest.approx(wanted, abs=1e-12)


class TestNumericDiff:
    @pytest.mark.parametrize(
        ("said", "reference", "value"),
        [
            ("The answer is 25", 5, 1 - 20 / 30),
            (5, -5, 0),
            ("5", "5", 1),
            ("0", 0, 1),
            (0, "about 0.0", 1),
            ("0", 7, 0),
            ("It is 1,200 in all", "1200", 1),
            ("$1,000", "1,200.00 USD", 1 - 200 / 2200),
            ("90%", 90, 1),
            ("-3", 3, 0),
            (105, 100, 1 - 5 / 205),
            ("3-5 days", 3, 1),
            ("v2 has 4", 4, 1),
            ({"answer": 3}, 4, 1 - 1 / 7),
            (2.5, Fraction(5, 2), 1),
        ],
    )
    def test_1_minus_the_difference_over_the_sum(self, said, reference, value):
        assert run("numeric_diff", said, reference) == pytest.approx(value, abs=1e-12)
        assert run("numeric_diff", item(output=said, expected=reference)) == pytest.approx(value, abs=1e-12)

    @pytest.mark.parametrize("said", ["no idea", "", None, "v2 of 1.2.3", True, False, math.nan, [], item()])
    def test_no_number_in_the_reply_is_0(self, said):
        score = metrics.numeric_diff(said, reference=1)[0]
        assert score.value == 0
        assert "no number" in score.comment

    @pytest.mark.parametrize("reference", ["none", "", "v2", True, False, math.nan, [], {}, "NaN"])
    def test_no_number_in_the_reference_is_an_error(self, reference):
        with pytest.raises(ValueError, match=r"numeric_diff.*reference.*number"):
            run("numeric_diff", "5", reference)

    @pytest.mark.parametrize(
        ("said", "reference", "value"),
        [
            (math.inf, math.inf, 1),
            (math.inf, -math.inf, 0),
            (math.inf, 5, 0),
            (5, math.inf, 0),
            (10**400, 10**400, 1),
            (10**400, 3 * 10**400, 1 / 2),
            (10**400, -(10**400), 0),
            (10**400, 5, 0),
            (10**400, 1e308, 0),
            (1e308, 10**400, 0),
            (10**400, math.inf, 0),
            (1e308, 1e308, 1),
            (1.5e308, 0.5e308, 1 / 2),
            (1.5e308, -1.5e308, 0),
            (5e-324, 5e-324, 1),
            ("1" + "0" * 400, 10**400, 1),
            ("1" + "0" * 400, "3" + "0" * 400, 1 / 2),
            ("1e999", "3e999", 1 / 2),
            ("-1.5e999", "1e999", 0),
            ("1e999999", "1e999999", 1),
            ("1e999999", "1e9", 0),
            ("7" * 50_000, "7" * 50_000, 1),
            (10**100_000, 10**100_000, 1),
            (10**100_000, "5", 0),
        ],
        ids=lambda value: type(value).__name__,
    )
    def test_infinity_and_huge_numbers(self, said, reference, value):
        assert run("numeric_diff", said, reference) == pytest.approx(value, abs=1e-9)

    @given(st.floats(allow_nan=False) | st.integers(), st.floats(allow_nan=False) | st.integers())
    def test_is_symmetric_and_in_range(self, left, right):
        value = run("numeric_diff", left, right)
        assert 0 <= value <= 1
        assert value == run("numeric_diff", right, left)
        assert (value == 1) or left != right

    @given(st.integers(-(10**30), 10**30), st.integers(-(10**30), 10**30))
    def test_against_fractions(self, left, right):
        wanted = 1 if left == right else 1 - Fraction(abs(left - right), abs(left) + abs(right))
        assert run("numeric_diff", left, right) == pytest.approx(float(wanted), abs=1e-12)

    def test_a_reply_beside_tool_messages(self):
        output = [{"role": "tool", "content": "99"}, {"role": "assistant", "content": "It is 5."}]
        assert run("numeric_diff", item(output=output, expected=output)) == 1
        assert run("numeric_diff", item(output=output), 5) == 1

    def test_the_comment_has_both_numbers(self):
        assert metrics.numeric_diff("It costs $1,200.", reference=1000)[0].comment == "1200 against 1000"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(-3, 3) | st.text("ab", max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=12,
)


def json_diff_by_recursion(value, expected):
    if isinstance(value, dict) and isinstance(expected, dict):
        keys = value.keys() | expected.keys()
        both = [json_diff_by_recursion(value[key], expected[key]) for key in keys if key in value and key in expected]
        return sum(both) / len(keys) if keys else 1
    if isinstance(value, list) and isinstance(expected, list):
        longer = max(len(value), len(expected))
        return sum(map(json_diff_by_recursion, value, expected)) / longer if longer else 1
    if isinstance(value, str) and isinstance(expected, str):
        longer = max(len(value), len(expected))
        return 1 - levenshtein_by_table(value, expected) / longer if longer else 1
    numbers = [isinstance(side, int | float) and not isinstance(side, bool) for side in (value, expected)]
    if all(numbers):
        return 1 if value == expected else 1 - abs(value - expected) / (abs(value) + abs(expected))
    return float(type(value) is type(expected) and value == expected)


class TestJsonDiff:
    @pytest.mark.parametrize(
        ("output", "reference", "value"),
        [
            ({"a": 1, "b": 2}, {"a": 1, "b": 3}, (1 + 4 / 5) / 2),
            ({"a": 1}, {"b": 1}, 0),
            ({"a": 1, "c": 5}, {"a": 1, "b": 1}, 1 / 3),
            ({"a": None}, {}, 0),
            ({"a": None}, {"a": None, "b": None}, 1 / 2),
            ([1, 2], [1, 2, 3, 4], 1 / 2),
            ([1, 2, 3], [1], 1 / 3),
            ([2, 1], [1, 2], 2 / 3),
            ({"s": "kitten"}, {"s": "sitting"}, 4 / 7),
            ({"s": ""}, {"s": ""}, 1),
            ({"n": 5}, {"n": -5}, 0),
            ({"n": 0}, {"n": 0.0}, 1),
            ({"n": 1}, {"n": True}, 0),
            ({"n": 0}, {"n": False}, 0),
            ([True], [1], 0),
            ([1.0, False], [1, False], 1),
            ([True, 1], [1, True], 0),
            ({"b": True}, {"b": False}, 0),
            ({"b": True}, {"b": True}, 1),
            ({"b": None}, {"b": 0}, 0),
            ({"b": None}, {"b": ""}, 0),
            ({"n": "5"}, {"n": 5}, 0),
            ({}, {}, 1),
            ([], [], 1),
            ({}, [], 0),
            ([], {}, 0),
            ({}, {"a": 1}, 0),
            ([], [1], 0),
            ({"tags": []}, {"tags": []}, 1),
            ({"tags": []}, {"tags": {}}, 0),
            ({"a": {"b": [1, {"c": "x"}]}}, {"a": {"b": [1, {"c": "y"}]}}, 1 / 2),
        ],
    )
    def test_by_hand(self, output, reference, value):
        assert run("json_diff", output, reference) == pytest.approx(value, abs=1e-12)
        assert run("json_diff", item(output=output, expected=reference)) == pytest.approx(value, abs=1e-12)

    @pytest.mark.parametrize(
        ("output", "reference", "value"),
        [
            ('{"a": 1}', '{ "a" : 1 }', 1),
            ('{"a": 1}', {"a": 1}, 1),
            ({"a": 1}, '{"a": 1}', 1),
            ('Here it is:\n```json\n{"a": 1}\n```\nDone.', {"a": 1}, 1),
            ('Sure: {"a": 1}.', {"a": 1}, 1),
            ('"kitten"', "sitting", 4 / 7),
            ("5", "5", 1),
            ("5", 5, 1),
            ("null", "null", 1),
            ("null", "true", 0),
            ("[1, 2]", "[1, 3]", (1 + 4 / 5) / 2),
            ({"a": 1}, "not JSON", 0),
        ],
    )
    def test_texts(self, output, reference, value):
        assert run("json_diff", output, reference) == pytest.approx(value, abs=1e-12)
        assert run("json_diff", item(output=output, expected=reference)) == pytest.approx(value, abs=1e-12)

    @pytest.mark.parametrize("output", ["no json", "", "{", None, "NaN", '{"a": NaN}', item(), [], b"no json"])
    def test_an_output_without_json_is_0(self, output):
        score = metrics.json_diff(output, reference={"a": 1})[0]
        assert score.value == 0
        if output != []:
            assert "no JSON" in score.comment

    def test_a_message_is_its_text(self):
        reply = {"role": "assistant", "content": '{"a": 1}'}
        assert run("json_diff", item(output=[reply], expected={"a": 1})) == 1
        assert run("json_diff", item(output={"content": '{"a": 1}'}, expected={"a": 1})) == 1
        assert run("json_diff", item(output=[{"role": "user", "content": "?"}, reply], expected=[reply])) == 1
        assert run("json_diff", item(output={"role": "assistant", "content": "sorry"}, expected={"role": "x"})) == 0

    def test_structure_with_a_content_field_is_no_message(self):
        output, expected = {"content": "kitten", "score": 1}, {"content": "sitting", "score": 1}
        assert run("json_diff", item(output=output, expected=expected)) == pytest.approx((1 + 4 / 7) / 2)
        assert run("json_diff", item(output=[output] * 3, expected=[expected] * 3)) == pytest.approx((1 + 4 / 7) / 2)
        assert run("json_diff", {"role": "engineer", "name": "Bo"}, {"role": "engineer", "name": "Al"}) == 0.5

    def test_a_list_of_strings_is_an_array(self):
        assert run("json_diff", item(output=["a", "b"], expected=["a", "c"])) == 0.5

    @given(JSON, JSON)
    @settings(max_examples=300, deadline=None)
    def test_against_recursion(self, value, expected):
        if value is None or expected is None or isinstance(value, str) or isinstance(expected, str):
            value, expected = [value], [expected]
        assert run("json_diff", value, expected) == pytest.approx(json_diff_by_recursion(value, expected), abs=1e-9)

    @given(JSON)
    def test_a_value_with_itself_is_exactly_1(self, value):
        assert run("json_diff", [value], [copy.deepcopy(value)]) == 1

    def test_deep_nesting(self):
        for depth in (900, 20_000):
            deep = "[" * depth + "1" + "]" * depth
            assert run("json_diff", deep, deep.replace("1", "3")) == pytest.approx(1 / 2)
            objects = '{"a":' * depth + "1" + "}" * depth
            assert run("json_diff", objects, objects + " ") == 1
            assert run("json_diff", objects, deep) == 0

    def test_unclosed_brackets(self):
        assert run("json_diff", "[" * 100_000, {"a": 1}) == 0
        assert run("json_diff", '{"a":' * 100_000, {"a": 1}) == 0

    def test_huge_integers(self):
        long = "7" * 100_000
        assert run("json_diff", f"[{long}]", f"[{long}] ") == 1
        assert run("json_diff", f"[{long}]", "[1]") == pytest.approx(0)
        assert run("json_diff", [10**400], [1e308]) == pytest.approx(0)
        assert run("json_diff", [math.inf], [math.inf]) == 1
        assert run("json_diff", [math.inf], [1]) == 0

    def test_values_that_hold_themselves(self):
        first: list = [1]
        first.append(first)
        second: list = [1]
        second.append(second)
        assert run("json_diff", first, second) == 1
        assert 0 < run("json_diff", {"a": first}, {"a": [1, [2]]}) < 1

    def test_one_part_used_many_times_is_compared_once(self):
        ours, theirs = [1], [3]
        for _ in range(60):
            ours, theirs = [ours, ours], [theirs, theirs]
        assert run("json_diff", ours, theirs) == pytest.approx(1 / 2)

    def test_other_kinds_of_values(self):
        assert run("json_diff", {"a": (1, 2)}, {"a": [1, 2]}) == 1
        assert run("json_diff", {1: "x", None: "y"}, '{"1": "x", "null": "y"}') == 1
        assert run("json_diff", {"a": Fraction(1, 2)}, {"a": 0.5}) == 1

    def test_long_strings_are_compared_on_their_first_1000_characters(self):
        assert run("json_diff", {"s": "a" * 1000 + "b"}, {"s": "a" * 1000 + "c"}) == 1

    def test_the_comment_names_the_places(self):
        output = {"a": [1, {"b": "x"}], "extra": 1}
        comment = metrics.json_diff(output, reference={"a": [1, {"b": "y"}], "gone": 1})[0].comment
        assert comment == '$.gone: missing; $.extra: not expected; $.a[1].b: "x" instead of "y"'

    def test_nothing_given_is_changed(self):
        output, reference = {"a": [1, (2,)], 3: {4}}, {"a": [1, [2]], "3": [4]}
        metrics.json_diff(output, reference=reference)
        assert (output, reference) == ({"a": [1, (2,)], 3: {4}}, {"a": [1, [2]], "3": [4]})


def content(text):
    return [
        token
        for token in _words.tokens(text)
        if (len(token) > 2 and token not in util.STOPWORDS) or "\u4e00" <= token[0] <= "\u9fff"
    ]


def bm25_by_formula(said, other, k1, b):
    documents, others = ([content(sentence) for sentence in _words.sentences(text)] for text in (said, other))
    if said.strip() == other.strip() and _words.tokens(said):
        return 1
    query, every = {word for document in others for word in document}, documents + others
    if not query or not any(documents):
        return 0

    def idf(word):
        n = sum(word in document for document in every)
        return math.log(1 + (len(every) - n + 0.5) / (n + 0.5))

    def score(counts, length, average):
        return sum(
            idf(word) * counts[word] * (k1 + 1) / (counts[word] + k1 * (1 - b + b * length / average))
            for word in query
            if counts[word]
        )

    average = sum(map(len, documents)) / len(documents)
    best = max(score(Counter(document), len(document), average) for document in documents)
    return min(1, best / score(dict.fromkeys(query, 1), average, average))


def tfidf_by_formula(said, other):
    documents, others = ([content(sentence) for sentence in _words.sentences(text)] for text in (said, other))
    if said.strip() == other.strip() and _words.tokens(said):
        return 1
    every = documents + others
    vectors = []
    for side in (documents, others):
        counts = Counter(word for document in side for word in document)
        vectors.append(
            {
                word: count * (math.log((1 + len(every)) / (1 + sum(word in document for document in every))) + 1)
                for word, count in counts.items()
            }
        )
    ours, theirs = vectors
    size = math.sqrt(sum(v * v for v in ours.values()) * sum(v * v for v in theirs.values()))
    return sum(weight * theirs.get(word, 0) for word, weight in ours.items()) / size if size else 0


PARAGRAPHS = st.lists(
    st.lists(st.sampled_from("parcel berlin ships monday the is box 今 天".split()), max_size=6).map(" ".join),
    max_size=5,
).map(". ".join)


class TestRelevance:
    @given(PARAGRAPHS, PARAGRAPHS, st.sampled_from([0, 0.5, 1.5, 2]), st.sampled_from([0, 0.3, 0.75, 1]))
    @settings(max_examples=200, deadline=None)
    def test_bm25_against_the_formula(self, said, other, k1, b):
        wanted = bm25_by_formula(said, other, k1, b)
        assert run("bm25_relevance", said, other, k1=k1, b=b) == pytest.approx(wanted, abs=1e-9)

    @given(PARAGRAPHS, PARAGRAPHS)
    @settings(max_examples=200, deadline=None)
    def test_tfidf_against_the_formula(self, said, other):
        assert run("tfidf_similarity", said, other) == pytest.approx(tfidf_by_formula(said, other), abs=1e-9)

    def test_bm25_by_hand(self):
        # 3 sentences, of them 2 replies of 2 content words each. idf(ships): in 2 of 3, log(1 + 1.5 / 2.5);
        # idf(parcel): in 1 of 3, log(1 + 2.5 / 1.5). The best sentence has one of the two, once, at average length.
        value = run("bm25_relevance", "It ships Monday. Many thanks.", "parcel ships")
        ships, parcel = math.log(1 + 1.5 / 2.5), math.log(1 + 2.5 / 1.5)
        assert value == pytest.approx(ships / (ships + parcel))

    def test_bm25_of_a_sentence_with_each_query_word_is_1(self):
        assert run("bm25_relevance", "parcel ships", "ships parcel") == 1

    def test_bm25_is_capped_at_1(self):
        assert run("bm25_relevance", "parcel parcel parcel.", "parcel") == 1

    def test_bm25_takes_the_best_sentence(self):
        alone = run("bm25_relevance", "The parcel ships. Some other words here.", "parcel ships berlin")
        with_noise = run("bm25_relevance", "Some other words here. The parcel ships.", "parcel ships berlin")
        assert alone == pytest.approx(with_noise)

    def test_tfidf_is_1_for_the_same_words_in_the_same_proportions(self):
        assert run("tfidf_similarity", "parcel ships parcel ships", "The parcel ships.") == pytest.approx(1)
        assert run("tfidf_similarity", "ships the parcel", "parcel ships") == pytest.approx(1)

    def test_tfidf_counts_content_words_only(self):
        assert run("tfidf_similarity", "the and but with from", "the and but with you") == 0

    @pytest.mark.parametrize("check", RELEVANCE)
    def test_the_last_user_message_is_the_question(self, check):
        messages = [
            {"role": "system", "content": "weather"},
            {"role": "user", "content": "weather tomorrow"},
            {"role": "assistant", "content": "weather"},
            {"role": "user", "content": "parcel berlin"},
        ]
        assert run(check, item(output="parcel berlin", given=messages)) == 1
        assert run(check, item(output="weather tomorrow", given=messages)) == 0

    @pytest.mark.parametrize("check", RELEVANCE)
    def test_against_the_context(self, check):
        ctx = item(
            output="parcel berlin", given="weather tomorrow", metadata={"context": "parcel berlin", "docs": "box"}
        )
        assert run(check, ctx) == 0
        assert run(check, ctx, against="context") == 1
        assert run(check, ctx, against="context", context_key="docs") == 0
        assert run(check, ctx, ["box", "lid"], against="context") == 0
        assert run(check, item(output="parcel berlin", given="parcel berlin"), against="context") == 1

    @pytest.mark.parametrize("check", RELEVANCE)
    @pytest.mark.parametrize("against", ["input", "context"])
    def test_a_plain_text_is_compared_with_the_context_given(self, check, against):
        assert run(check, "parcel berlin", "parcel berlin", against=against) == 1
        with pytest.raises(ValueError, match=rf"{check}.*context="):
            run(check, "parcel berlin", against=against)

    @pytest.mark.parametrize("check", RELEVANCE)
    def test_nothing_to_compare_with_is_0_and_says_where_it_looked(self, check):
        function = getattr(metrics, check)
        score = function(item(output="parcel"), against="context", context_key="docs")[0]
        assert score.value == 0
        assert "docs" in score.comment
        score = function(item(output="parcel"))[0]
        assert score.value == 0
        assert "user message" in score.comment

    @pytest.mark.parametrize("check", RELEVANCE)
    @pytest.mark.parametrize(("said", "other"), [("", "parcel"), ("ok", "parcel"), ("parcel", "is it you"), ("", "")])
    def test_no_content_word_is_0_and_says_so(self, check, said, other):
        score = getattr(metrics, check)(said, context=other)[0]
        assert score.value == 0
        assert score.comment

    @pytest.mark.parametrize("check", RELEVANCE)
    def test_characters_of_scripts_without_spaces_count(self, check):
        assert 0 < run(check, "今天下雨", "明天下雪") < 1

    @pytest.mark.parametrize("check", RELEVANCE)
    def test_wrong_settings_are_refused(self, check):
        with pytest.raises(ValueError, match="against"):
            run(check, "a", "a", against="both")
        with pytest.raises(ValueError, match="context_key"):
            run(check, "a", "a", context_key=5)

    @pytest.mark.parametrize(
        "wrong", [{"k1": -1}, {"b": 1.1}, {"b": -0.1}, {"k1": "x"}, {"k1": 10**400}, {"b": math.nan}]
    )
    def test_wrong_bm25_settings_are_refused(self, wrong):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            run("bm25_relevance", "a", "a", **wrong)

    def test_the_comment_names_the_sentence_and_its_words(self):
        comment = metrics.bm25_relevance("It ships Monday. Thanks!", context="When ships my parcel?")[0].comment
        assert comment == "best sentence 'It ships Monday.' has 1 of 2 query words: ships; missing: parcel"
        comment = metrics.tfidf_similarity("It ships Monday.", context="Ships Monday, ships.")[0].comment
        assert comment == "the texts share ships, monday"


HOSTILE = {
    "one letter": "a" * 100_000,
    "letters": "a " * 50_000,
    "marks": "!" * 100_000,
    "names": "Dan " * 25_000,
    "emoji": "🎉" * 50_000,
    "phrase": "but good " * 11_000,
    "digits": "7" * 50_000,
    "dots": "." * 50_000,
    "at": "@" * 50_000,
    "numbers": "(1.)" * 25_000,
    "open": "[" * 100_000,
    "closed": "[" * 100_000 + "]" * 100_000,
    "objects": '{"a":' * 100_000,
    "exponent": "1e999999",
    "surrogates": "a\x00\ud800b " * 20_000,
    "marks on a letter": "e" + "\u0301" * 50_000,
    "characters": "天" * 100_000,
    "sentences": "Go on. " * 15_000,
    "different words": " ".join(map(str, range(20_000))),
    "different characters": "".join(map(chr, range(0x4E00, 0x9FFF))) * 5,
}


@pytest.mark.parametrize("check", [*WITH_REFERENCE, *RELEVANCE])
@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_text_ends_soon_and_is_equal_to_itself(check, kind):
    text = HOSTILE[kind]
    reference = "7 " + text if check == "numeric_diff" else text
    start = time.thread_time()
    value = run(check, text, reference)
    other = run(check, text[1:] + "x 5", reference)
    assert time.thread_time() - start < 3  # both calls, on a slow machine
    assert 0 <= other <= 1
    if check != "numeric_diff" and _words.tokens(text):
        assert value == 1


def of_output(output):
    return EvaluationContext(ObservationContext(output=output))


class TestWhatMutantsShowed:
    """What comments and errors say, bounds to the character, and messages of every shape as an output of JSON."""

    @pytest.mark.parametrize(
        "name", "exact_match levenshtein_ratio jaccard_similarity rouge bleu numeric_diff json_diff".split()
    )
    def test_the_error_of_a_missing_reference_begins_with_the_check(self, name):
        with pytest.raises(ValueError, match=rf"^{name} needs a reference"):
            getattr(metrics, name)("text")

    @pytest.mark.parametrize("name", ["bm25_relevance", "tfidf_similarity"])
    def test_the_error_of_a_missing_context_begins_with_the_check(self, name):
        with pytest.raises(ValueError, match=rf"^{name} needs something to compare"):
            getattr(metrics, name)("text")

    def test_a_reference_without_a_number_is_shown(self):
        with pytest.raises(ValueError, match=r"got 'none at all'$"):
            metrics.numeric_diff("5", reference="none at all")

    def test_a_text_of_1000_characters_is_compared_whole(self):
        said, cut = "a" * 1000, ", of the first 1,000 of each text"
        assert cut not in metrics.levenshtein_ratio(said, reference=said)[0].comment
        assert cut in metrics.levenshtein_ratio(said + "b", reference=said)[0].comment
        assert cut in metrics.levenshtein_ratio(said, reference=said + "b")[0].comment

    def test_what_is_beyond_the_bound_is_not_read(self):
        far = "." + " " * util.MAX_TEXT_CHARS
        assert metrics.numeric_diff(f"{far}5", reference=5)[0].value == 0
        assert metrics.bm25_relevance(f"late{far}parcel", context="parcel box")[0].value == 0
        assert metrics.tfidf_similarity(f"late{far}parcel", context="parcel box")[0].value == 0

    def test_the_same_text_that_is_no_json_keeps_the_name_and_says_so(self):
        [score] = metrics.json_diff("no json", reference="no json", name="mine")
        assert (score.name, score.comment) == ("mine", "the same text: 'no json'")

    @pytest.mark.parametrize(
        ("number", "shown"),
        [(10**15 - 1, "999999999999999"), (10**15, "16 digits"), (10**16, "17 digits"), (10**99, "100 digits")],
    )
    def test_long_integers_are_shown_by_their_length(self, number, shown):
        assert shown in metrics.numeric_diff(number, reference=1)[0].comment
        assert len(metrics.numeric_diff(number, reference=1)[0].comment) < 60

    @pytest.mark.parametrize(
        "message",
        [
            {"role": "assistant", "content": '{"a": 1}'},
            {"role": "assistant", "content": "It says 1"},
            {"parts": [{"type": "text", "content": '{"a": 1}'}]},
            {"type": "ai", "content": '{"a": 1}'},
            {"type": "output_text", "text": '{"a": 1}'},
        ],
    )
    def test_a_message_is_its_text(self, message):
        wanted = {"a": 1}
        is_json = "says" not in str(message)
        assert metrics.json_diff(of_output(message), reference=wanted)[0].value == is_json
        assert metrics.json_diff(of_output([message]), reference=wanted)[0].value == is_json

    @pytest.mark.parametrize(
        "record", [{"type": "car", "content": "red"}, {"role": "boss", "name": "Ann"}, {"content": "red", "size": 3}]
    )
    def test_a_record_that_is_no_message_is_structure(self, record):
        assert metrics.json_diff(of_output(record), reference=dict(record))[0].value == 1
        assert metrics.json_diff(of_output(record), reference=json.dumps(record))[0].value == 1
        assert metrics.json_diff(of_output([record]), reference=[dict(record)])[0].value == 1

    def test_comments_name_five_words_and_cut_long_ones(self):
        comment = metrics.jaccard_similarity("x", reference="a b c d e f")[0].comment
        assert comment == "0 of 7 words shared; missing: a, b, c, d, e, ...; not in the reference: x"
        five = metrics.jaccard_similarity("x", reference="a b c d e")[0].comment
        assert "missing: a, b, c, d, e; not" in five
        twice = metrics.jaccard_similarity("x", reference="a b c d e a b")[0].comment
        assert "missing: a, b, c, d, e; not" in twice
        long = metrics.jaccard_similarity("x", reference=f"{'y' * 40} {'z' * 41}")[0].comment
        assert f"missing: {'y' * 40}, {'z' * 40}...; not" in long

    def test_a_difference_is_shown_from_20_characters_before_it(self):
        same = "".join(chr(97 + place % 26) for place in range(50))
        comment = metrics.exact_match(f"{same}!", reference=f"{same}?")[0].comment
        assert comment == f"differs at character 51: got '{same[30:]}!', expected '{same[30:]}?'"

    def test_what_has_no_content_word_is_named(self):
        asked = EvaluationContext(ObservationContext("Is it so?", "parcel", {"context": "It is so."}))
        assert metrics.bm25_relevance(asked)[0].comment == "no content word in the question: 'Is it so?'"
        against = metrics.bm25_relevance(asked, against="context")[0].comment
        assert against == "no content word in the context: 'It is so.'"

    def test_a_conversation_as_reference_is_its_reply_or_else_all_its_text(self):
        assert metrics.exact_match("hi", reference=[{"role": "user", "content": "hi"}])[0].value is True
        assert metrics.exact_match("b", reference=[{"role": "user", "content": "a"}, {"role": "ai", "content": "b"}])[
            0
        ].value


OF_EQUAL_VALUES = ["exact_match", "levenshtein_ratio", "jaccard_similarity"]


@pytest.mark.parametrize("check", OF_EQUAL_VALUES)
@pytest.mark.parametrize(
    "value",
    [[], {}, ["a", "b"], ("a", "b"), ["a", 1], [["a"], ["b"]], [1, 2], {"type": "text", "text": "Hi"}, {"tags": []}],
)
def test_an_output_equals_an_expected_output_of_the_same_value(check, value):
    assert run(check, item(output=value, expected=value)) == 1


def test_a_list_of_texts_is_read_as_before_beside_a_text():
    assert run("exact_match", ["a", "b"], "a\nb") == 1
    assert run("exact_match", '["a", "b"]', ["a", "b"]) == 1
    assert run("exact_match", [], "") == 1
    assert run("exact_match", ["a", "b"], ["b", "a"]) == 0
    assert run("rouge", item(output=["the cat", "sat"], expected=["the cat", "sat"])) == 1


def test_parsed_objects_are_equal_whatever_the_order_of_their_keys():
    assert run("exact_match", {"b": [{"d": 1, "c": 2}], "a": 2}, {"a": 2, "b": [{"c": 2, "d": 1}]}) == 1
    assert run("exact_match", {"b": 1, "a": 2}, {"a": 2, "b": 2}) == 0
    assert run("exact_match", {"a": True}, {"a": 1}) == 0
    assert run("exact_match", [1, 2], [2, 1]) == 0
    assert run("exact_match", '{"b": 1, "a": 2}', {"a": 2, "b": 1}) == 0
    assert run("exact_match", {"a": {1}}, {"a": {2}}) == 0
    one, other = [1], [2]
    one.append(one)
    other.append(other)
    assert run("exact_match", one, other) == 0


def test_numbers_as_other_countries_write_them():
    assert run("numeric_diff", "Das kostet 1.200,50 €.", 1200.5) == 1
    assert run("numeric_diff", "1200.5", "1\u202f200,50 €") == 1
    assert run("numeric_diff", "Fr. 1’200", 1200) == 1
    assert run("numeric_diff", f"1{'.234' * 150},5", int("1" + "234" * 150)) == 1
