"""Several scores made one."""

from __future__ import annotations

import copy
import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oodle_eval.runtime import EvaluationContext, EvaluationResult, ObservationContext, Score, Scores
from oodle_eval.v1 import combine


def numeric(value: float | None, name: str = "n", lower: bool = False) -> Score:
    return Score(value, "NUMERIC", None, name, not lower)


def boolean(value: bool | None, name: str = "b", lower: bool = False) -> Score:
    return Score(value, "BOOLEAN", None, name, not lower)


def category(value: str | None, name: str = "c") -> Score:
    return Score(value, "CATEGORICAL", None, name)


def stored(score: Score) -> dict[str, Any]:
    """A score as `ctx.scores` holds it."""
    return {
        "name": score.name,
        "value": score.value,
        "data_type": score.data_type,
        "higher_is_better": score.higher_is_better,
    }


MIXED = [numeric(0.2, "a"), boolean(True, "b"), category("en"), numeric(None, "d")]
FORMS = [
    MIXED,
    Scores(MIXED),
    tuple(MIXED),
    [Scores(MIXED[:2]), MIXED[2:]],
    [[MIXED[0]], [], [[MIXED[1]], MIXED[2]], MIXED[3]],
    [stored(score) for score in MIXED],
    Scores([stored(score) for score in MIXED]),
    [MIXED[0], stored(MIXED[1]), Scores([MIXED[2]]), [stored(MIXED[3])]],
    iter(MIXED),
]


@pytest.mark.parametrize("place", range(len(FORMS)))
def test_a_list_a_scores_a_list_of_lists_and_dicts_read_alike(place):
    scores = list(FORMS[place]) if place == len(FORMS) - 1 else FORMS[place]
    assert combine.weighted_mean(scores).value == pytest.approx(0.6)
    assert combine.minimum(scores).value == 0.2
    assert combine.maximum(scores).value == 1
    assert combine.all_pass(scores).comment == "failed: a"
    assert combine.any_fail(scores).value is True
    renamed = combine.rename(scores, "x_")
    assert [renamed[name] is not None for name in ("x_a", "x_b", "x_c", "x_d")] == [True] * 4


def test_a_generator_and_a_result_are_lists_too():
    assert combine.weighted_mean(score for score in MIXED).value == pytest.approx(0.6)
    assert combine.all_pass(EvaluationResult(MIXED)).value is False


COMBINERS = [
    combine.weighted_mean,
    combine.all_pass,
    combine.any_fail,
    combine.minimum,
    combine.maximum,
    combine.rename,
]


@pytest.mark.parametrize("function", COMBINERS)
@pytest.mark.parametrize("odd", [None, 5, "scores", b"x", [None], [5], ["a"], [[0.5]], {"PII": Scores()}])
def test_what_is_no_score_is_refused(function, odd):
    with pytest.raises(ValueError, match=r"expected a [Ss]core"):
        function(odd)


@pytest.mark.parametrize("function", COMBINERS)
def test_nothing_that_is_passed_in_changes(function):
    scores = [numeric(0.5, "a"), stored(boolean(True, "b"))]
    before = copy.deepcopy(scores)
    function(scores)
    assert scores == before


# --- weighted_mean ---


def test_a_weighted_mean_is_numeric_and_higher_is_better():
    score = combine.weighted_mean([numeric(1.0, "a", lower=True), numeric(0.5, "b")])
    assert score == Score(0.75, "NUMERIC", "mean of a=1 (weight 1), b=0.5 (weight 1)", "combined", True)
    assert combine.weighted_mean([numeric(1)], name="overall").name == "overall"
    assert type(combine.weighted_mean([numeric(1), numeric(1)]).value) is float


def test_a_boolean_counts_as_1_or_0():
    assert combine.weighted_mean([boolean(True, "a"), boolean(False, "b"), boolean(True, "c")]).value == pytest.approx(
        2 / 3
    )


def test_categorical_scores_and_scores_without_a_value_are_skipped():
    assert (
        combine.weighted_mean([numeric(0.5), category("en"), numeric(None), boolean(None), category(None)]).value == 0.5
    )


def test_values_are_used_as_they_are():
    assert combine.weighted_mean([numeric(3, "a", lower=True), numeric(0, "b")]).value == 1.5


def test_weights_by_name():
    scores = [numeric(1.0, "a"), numeric(0.0, "b")]
    assert combine.weighted_mean(scores, {"a": 3}).value == 0.75
    assert combine.weighted_mean(scores, {"a": 3, "b": 2}).value == 0.6
    assert combine.weighted_mean(scores, {"a": 0}).value == 0.0
    assert combine.weighted_mean(scores, {"other": 9}).value == 0.5
    assert combine.weighted_mean(scores, {}).value == 0.5
    assert combine.weighted_mean(scores, weights=None).value == 0.5


def test_weights_by_place_also_across_skipped_scores():
    scores = [numeric(1.0, "a"), category("en"), numeric(None, "x"), numeric(0.0, "b")]
    assert combine.weighted_mean(scores, [3, 100, 100, 1]).value == 0.75
    assert combine.weighted_mean([scores[:1], scores[1:]], (3, 100, 100, 1)).value == 0.75


@pytest.mark.parametrize("weights", [[1], [1, 2, 3], []])
def test_a_list_of_another_length_is_refused(weights):
    with pytest.raises(ValueError, match=f"one weight for each of the 2 scores, got {len(weights)}"):
        combine.weighted_mean([numeric(1), numeric(0)], weights)


@pytest.mark.parametrize("weight", [-1, -0.1, math.nan, math.inf, -math.inf, "2", None, True, [1]])
def test_a_weight_is_a_finite_number_of_0_or_more(weight):
    for weights in ([weight, 1], {"a": weight}, {"not there": weight}):
        with pytest.raises(ValueError, match="weights must be finite numbers of 0 or more"):
            combine.weighted_mean([numeric(1, "a"), numeric(0, "b")], weights)


def test_a_weight_of_a_skipped_score_is_looked_at_too():
    with pytest.raises(ValueError, match="weights"):
        combine.weighted_mean([numeric(1), category("x")], [1, -1])


@pytest.mark.parametrize("weights", ["12", 5, {1, 2}])
def test_weights_are_a_dict_or_a_list(weights):
    with pytest.raises(ValueError, match="weights must be a dict"):
        combine.weighted_mean([numeric(1), numeric(0)], weights)


def test_a_total_weight_of_0_is_refused():
    for scores, weights in (
        ([numeric(1, "a"), numeric(0, "b")], {"a": 0, "b": 0}),
        ([numeric(1, "a"), numeric(0, "b")], [0, 0.0]),
        ([numeric(1, "a"), category("x")], [0, 5]),
    ):
        with pytest.raises(ValueError, match="sum to more than 0"):
            combine.weighted_mean(scores, weights)


NOTHING = [[], [category("en")], [numeric(None)], [{"name": "a"}], [{"name": "a", "value": math.nan}], [[]], {}]


@pytest.mark.parametrize("scores", NOTHING)
@pytest.mark.parametrize("function", [combine.weighted_mean, combine.minimum, combine.maximum])
def test_no_score_with_a_number_is_an_error(function, scores):
    with pytest.raises(ValueError, match="at least one score with a number"):
        function(scores)


def test_numbers_at_the_end_of_the_floats():
    assert combine.weighted_mean([numeric(1.7e308), numeric(1.7e308)]).value == 1.7e308
    assert combine.weighted_mean([numeric(1.0, "a"), numeric(0.0, "b")], [1e308, 1e308]).value == 0.5
    assert combine.weighted_mean([numeric(1.0, "a"), numeric(0.0, "b")], [5e-324, 5e-324]).value == 0.5
    assert combine.weighted_mean([numeric(1.0, "a"), numeric(0.0, "b")], [10**400, 10**400]).value == 0.5
    with pytest.raises(ValueError, match="too large"):
        combine.weighted_mean([numeric(10**400)])


def test_a_comment_is_cut():
    many = [numeric(0.5, f"name_{place}") for place in range(1000)]
    for function in COMBINERS[:-1]:
        assert len(function(many).comment) <= 500
    assert len(combine.all_pass([numeric(0.1, "n" * 600)]).comment) <= 500
    assert len(combine.threshold(numeric(0.1, "n" * 600), 0.5).comment) <= 500


values = st.floats(-1e6, 1e6) | st.integers(-1000, 1000)
weight_values = st.floats(0, 1000) | st.integers(0, 10)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(values, weight_values), min_size=1, max_size=8))
def test_the_weighted_mean_against_exact_fractions(pairs):
    scores = [numeric(value, f"s{place}") for place, (value, _) in enumerate(pairs)]
    weights = [weight for _, weight in pairs]
    if not any(weights):
        with pytest.raises(ValueError, match="more than 0"):
            combine.weighted_mean(scores, weights)
        return
    exact = sum(Fraction(v) * Fraction(w) for v, w in pairs) / sum(map(Fraction, weights))
    found = combine.weighted_mean(scores, weights).value
    assert found == pytest.approx(float(exact), rel=1e-9, abs=1e-9)
    counted = [value for value, weight in pairs if weight]
    assert min(counted) <= found <= max(counted)
    assert found == combine.weighted_mean(scores, {f"s{place}": weight for place, weight in enumerate(weights)}).value


@given(st.lists(values, min_size=1, max_size=8), st.floats(0.001, 1000))
def test_equal_weights_are_no_weights(numbers, weight):
    scores = [numeric(value, f"s{place}") for place, value in enumerate(numbers)]
    assert combine.weighted_mean(scores, [weight] * len(scores)).value == pytest.approx(
        combine.weighted_mean(scores).value, rel=1e-9, abs=1e-9
    )
    same = [numeric(numbers[0], "x")] * len(numbers)
    assert combine.weighted_mean(same).value == numbers[0]


# --- passed ---


@pytest.mark.parametrize(
    ("score", "at", "verdict"),
    [
        (boolean(True), None, True),
        (boolean(False), None, False),
        (boolean(True, lower=True), None, False),
        (boolean(False, lower=True), None, True),
        (boolean(True), 2, True),  # the line is for NUMERIC scores
        (boolean(False, lower=True), -1, True),
        (numeric(0.5), None, True),
        (numeric(0.49), None, False),
        (numeric(0.5, lower=True), None, False),
        (numeric(0.49, lower=True), None, True),
        (numeric(0.8), 0.8, True),
        (numeric(0.79), 0.8, False),
        (numeric(0.8, lower=True), 0.8, True),
        (numeric(0.81, lower=True), 0.8, False),
        (numeric(3, lower=True), 3, True),
        (numeric(-1), -2, True),
        (numeric(0), 0, True),
        (Score(0.5), None, True),  # without a direction higher is better
        (Score(False, "BOOLEAN"), None, False),
    ],
)
def test_passed(score, at, verdict):
    assert combine.passed(score, at) is verdict
    assert combine.passed(stored(score), at=at) is verdict


@pytest.mark.parametrize(
    ("score", "verdict"),
    [
        ({"name": "a", "value": True}, True),
        ({"name": "a", "value": False, "higher_is_better": False}, True),
        ({"name": "a", "value": 0.7}, True),
        ({"name": "a", "value": 1, "data_type": "BOOLEAN"}, True),
        ({"name": "a", "value": 0, "data_type": "BOOLEAN", "higher_is_better": False}, True),
        ({"value": 0.2}, False),
    ],
)
def test_a_score_dict_without_a_data_type_is_of_its_value_s(score, verdict):
    assert combine.passed(score) is verdict


@pytest.mark.parametrize(
    "score", [category("good"), {"name": "label", "value": "good"}, {"value": 1, "data_type": "CATEGORICAL"}]
)
def test_a_categorical_neither_passes_nor_fails(score):
    with pytest.raises(ValueError, match="CATEGORICAL"):
        combine.passed(score)


@pytest.mark.parametrize("score", [numeric(None), boolean(None), {"name": "n"}, {"name": "n", "value": math.nan}, {}])
def test_a_score_without_a_value_neither_passes_nor_fails(score):
    with pytest.raises(ValueError, match="has no value"):
        combine.passed(score)


@pytest.mark.parametrize("odd", [[numeric(1)], Scores([numeric(1)]), True, 0.5, None, "a"])
def test_passed_reads_one_score(odd):
    with pytest.raises(ValueError, match="one Score"):
        combine.passed(odd)


@pytest.mark.parametrize("at", ["0.5", math.nan, True, [0.5]])
def test_a_line_is_a_number(at):
    for call in (
        lambda: combine.passed(numeric(1), at),
        lambda: combine.all_pass([numeric(1)], at=at),
        lambda: combine.any_fail([], at=at),
        lambda: combine.threshold(numeric(1), at),
    ):
        with pytest.raises(ValueError, match="at must be a number"):
            call()


# --- all_pass, any_fail ---


def test_all_pass():
    assert combine.all_pass([numeric(0.5, "a"), boolean(False, "b", lower=True)]) == Score(
        True, "BOOLEAN", "all 2 passed", "all_pass", True
    )
    score = combine.all_pass([numeric(0.4, "a"), boolean(True), numeric(0.3, "c")], name="safe")
    assert score == Score(False, "BOOLEAN", "failed: a, c", "safe", True)
    assert combine.all_pass([numeric(0.4, "a"), numeric(5, "n", lower=True)], at=5).value is False
    assert combine.all_pass([numeric(5, "a"), numeric(5, "n", lower=True)], at=5).value is True


def test_any_fail_is_the_opposite():
    score = combine.any_fail([numeric(0.4, "a"), boolean(True)], name="unsafe")
    assert score == Score(True, "BOOLEAN", "failed: a", "unsafe", False)
    assert combine.any_fail([boolean(True)]) == Score(False, "BOOLEAN", "all 1 passed", "any_fail", False)


@pytest.mark.parametrize("scores", NOTHING)
def test_with_nothing_to_check_all_pass(scores):
    everything, anything = combine.all_pass(scores), combine.any_fail(scores)
    assert (everything.value, anything.value) == (True, False)
    assert "nothing to check" in everything.comment
    assert "nothing to check" in anything.comment


any_score = (
    st.builds(numeric, st.none() | st.floats(-2, 2), st.just("n"), st.booleans())
    | st.builds(boolean, st.none() | st.booleans(), st.just("b"), st.booleans())
    | st.builds(category, st.none() | st.sampled_from(["x", "y"]))
)


def passes_slowly(score: Score, at: float | None) -> bool | None:
    if score.value is None or score.data_type == "CATEGORICAL":
        return None
    lower = score.higher_is_better is False
    if score.data_type == "BOOLEAN":
        return (not score.value) if lower else score.value
    if at is not None:
        return score.value <= at if lower else score.value >= at
    return score.value < 0.5 if lower else score.value >= 0.5


@settings(max_examples=200, deadline=None)
@given(st.lists(any_score, max_size=6), st.none() | st.floats(-2, 2), st.booleans())
def test_all_pass_and_any_fail_against_the_rule_by_hand(scores, at, as_dicts):
    verdicts = [verdict for score in scores if (verdict := passes_slowly(score, at)) is not None]
    given_scores = [stored(score) for score in scores] if as_dicts else scores
    assert combine.all_pass(given_scores, at=at).value is all(verdicts)
    assert combine.any_fail(given_scores, at=at).value is not all(verdicts)
    # What all_pass says of a set can be said of the sets' verdicts.
    halves = [combine.all_pass(given_scores[:3], at=at), combine.all_pass(given_scores[3:], at=at)]
    assert combine.all_pass(halves).value is all(verdicts)
    if verdicts:
        numbers = [float(score.value) for score in scores if passes_slowly(score, at) is not None]
        assert combine.minimum(given_scores).value == min(numbers)
        assert combine.maximum(given_scores).value == max(numbers)
        assert combine.weighted_mean(given_scores).value == pytest.approx(math.fsum(numbers) / len(numbers), abs=1e-9)


# --- minimum, maximum ---


def test_minimum_and_maximum():
    scores = [numeric(0.4, "a"), boolean(True, "b"), numeric(0.9, "c"), category("x"), numeric(None, "d")]
    least, most = combine.minimum(scores), combine.maximum(scores)
    assert (least.value, least.name, least.data_type, least.higher_is_better) == (0.4, "minimum", "NUMERIC", True)
    assert (most.value, most.name, most.data_type, most.higher_is_better) == (1, "maximum", "NUMERIC", True)
    assert type(most.value) is int
    assert "a" in least.comment
    assert "b" in most.comment
    assert combine.minimum(scores, name="worst").name == "worst"
    assert combine.maximum([boolean(False)]).value == 0


@pytest.mark.parametrize("function", [combine.minimum, combine.maximum])
def test_the_direction_is_the_one_the_counted_scores_share(function):
    up, down, none = numeric(1, "a"), numeric(2, "b", lower=True), Score(3, name="c")
    for scores, direction in (
        ([up, up], True),
        ([down, down], False),
        ([none, none], None),
        ([up, down], None),
        ([up, none], None),
        # Skipped scores have no say.
        ([down, category("x"), numeric(None, "d")], False),
        ([up, Score(None, higher_is_better=False)], True),
    ):
        assert function(scores).higher_is_better is direction
        assert function([stored(score) for score in scores]).higher_is_better is direction


def test_a_number_beyond_a_float_is_still_compared():
    assert combine.maximum([numeric(1.0), numeric(10**400)]).value == 10**400
    assert combine.minimum([numeric(1.0), numeric(10**400)]).value == 1.0
    assert combine.passed(numeric(10**400)) is True
    assert combine.threshold(numeric(10**5000), 10**5000).value is True


# --- threshold ---


def test_threshold():
    assert combine.threshold(numeric(0.7, "grounding"), 0.8) == Score(
        False, "BOOLEAN", "grounding is 0.7, needed 0.8 or more", "grounding_ok", True
    )
    assert combine.threshold(numeric(0.8, "g"), 0.8).value is True
    assert combine.threshold(numeric(0.8, "g"), 0.8, above=False).value is False
    below = combine.threshold(numeric(0.7, "g", lower=True), 0.8, "fine", above=False)
    assert below == Score(True, "BOOLEAN", "g is 0.7, needed below 0.8", "fine", True)
    assert combine.threshold(boolean(True, "b"), 1).value is True
    assert combine.threshold(boolean(False, "b"), 0.5, above=False).value is True
    assert combine.threshold(stored(numeric(3, "n")), 2).name == "n_ok"
    assert combine.threshold(Score(3), 2).name == "ok"


@pytest.mark.parametrize(
    "score", [numeric(None, "x"), category("en", "x"), {"name": "x"}, {"name": "x", "value": math.nan}]
)
@pytest.mark.parametrize("above", [True, False])
def test_a_score_without_a_number_does_not_meet_a_line(score, above):
    result = combine.threshold(score, 0, above=above)
    assert result == Score(False, "BOOLEAN", "x has no number", "x_ok", True)


@pytest.mark.parametrize("odd", [[numeric(1)], Scores([numeric(1)]), 0.5, None])
def test_threshold_reads_one_score(odd):
    with pytest.raises(ValueError, match="one Score"):
        combine.threshold(odd, 0.5)


def test_threshold_turns_a_lower_is_better_score_round_for_a_mean():
    errors = numeric(3, "errors", lower=True)
    assert combine.weighted_mean([combine.threshold(errors, 4, above=False), numeric(1.0)]).value == 1.0


@given(st.floats(-10, 10), st.floats(-10, 10))
def test_above_and_below_are_opposites(value, at):
    assert combine.threshold(numeric(value), at).value is not combine.threshold(numeric(value), at, above=False).value
    assert combine.threshold(numeric(value), at).value is (value >= at)


# --- rename ---


def test_rename_gives_copies_and_leaves_the_originals():
    scores = Scores([numeric(1, "a"), boolean(True, "b", lower=True), {"name": "c", "value": 3, "comment": "why"}])
    before = copy.deepcopy(scores)
    renamed = combine.rename(scores, "x_", {"a": "first", "c": "third"})
    assert type(renamed) is Scores
    assert scores == before
    assert [score.name for score in renamed[:2]] == ["x_first", "x_b"]
    assert renamed[2] == {"name": "x_third", "value": 3, "comment": "why"}
    assert renamed["x_b"] == Score(True, "BOOLEAN", None, "x_b", False)
    assert renamed[0] is not scores[0]


def test_names_are_applied_before_the_prefix():
    assert combine.rename([numeric(1, "a")], "p_", {"p_a": "wrong", "a": "b"})[0].name == "p_b"
    assert combine.rename([numeric(1, "a")], names={"a": "b"})[0].name == "b"
    assert combine.rename([numeric(1, "a")], "p_")[0].name == "p_a"
    swapped = combine.rename([numeric(1, "a"), numeric(2, "b")], names={"a": "b", "b": "a"})
    assert [score.name for score in swapped] == ["b", "a"]


def test_rename_without_anything_is_a_copy():
    scores = [numeric(1, "a"), Score(2), {"name": "d", "value": 1}]
    renamed = combine.rename(scores)
    assert renamed == scores
    assert renamed[0] is not scores[0]
    assert renamed[2] is not scores[2]
    assert renamed[1].name is None
    assert combine.rename([Score(2)], "only")[0].name == "only"
    assert combine.rename([]) == Scores()
    assert combine.rename(numeric(1, "a"), "x_")[0].name == "x_a"


@pytest.mark.parametrize("names", [["a"], "a", 5])
def test_rename_takes_a_dict_of_names(names):
    with pytest.raises(ValueError, match="names must be a dict"):
        combine.rename([numeric(1, "a")], names=names)


def test_rename_tells_apart_the_scores_of_one_check_run_twice():
    once = [numeric(0.2, "share"), boolean(True, "ok")]
    both = combine.rename(once, "loose_") + combine.rename(once, "strict_")
    assert [score.name for score in both] == ["loose_share", "loose_ok", "strict_share", "strict_ok"]


# --- scores from elsewhere ---


def test_the_scores_of_other_evaluators_combine():
    ctx = EvaluationContext(
        ObservationContext(), scores={"Judge": [{"name": "quality", "value": 0.9, "data_type": "NUMERIC"}]}
    )
    scores = [ctx.scores["Judge"], boolean(True, "pii_free")]
    assert combine.weighted_mean(scores, {"quality": 1, "pii_free": 1}).value == pytest.approx(0.95)
    assert combine.all_pass(scores).value is True


def test_numpy_numbers_in_score_dicts_count():
    numpy = pytest.importorskip("numpy")
    scores = [{"name": "a", "value": numpy.float32(0.5)}, {"name": "b", "value": numpy.int64(1)}]
    scores.append({"name": "c", "value": numpy.bool_(True), "data_type": "BOOLEAN"})
    assert combine.weighted_mean(scores).value == pytest.approx(2.5 / 3)
    assert combine.all_pass(scores).value is True
    assert combine.weighted_mean(scores, [numpy.float64(1), numpy.int64(0), 0]).value == 0.5
    assert type(combine.minimum(scores).value) is float


@pytest.mark.parametrize("name", [None, [], {}, 5])
def test_a_name_that_is_no_text_is_no_name(name):
    score = {"name": name, "value": 0.5}
    assert combine.weighted_mean([score], {"a": 2}).value == 0.5
    assert combine.rename([score], names={"a": "b"}) == [score]
    assert combine.all_pass([score]).value is True


def test_what_errors_and_comments_say_of_a_score_without_a_name_and_of_no_score():
    assert combine.threshold(Score(0.2), 0.5).comment == "the score is 0.2, needed 0.5 or more"
    assert combine.threshold(Score(None, comment="x"), 0.5).comment == "the score has no number"
    with pytest.raises(ValueError, match=r"^threshold reads one Score or score dict, got list$"):
        combine.threshold([Score(0.2)], 0.5)
    with pytest.raises(ValueError, match=r"^the weighted mean is too large a number for a score$"):
        combine.weighted_mean([{"name": "a", "value": 10**400}])
