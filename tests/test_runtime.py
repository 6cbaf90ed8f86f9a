"""The values: scores, results and contexts."""

from __future__ import annotations

import copy
import math
import pickle
from decimal import Decimal
from enum import IntEnum, StrEnum
from fractions import Fraction
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oodle_eval.runtime import (
    EvaluationContext,
    EvaluationResult,
    ExperimentContext,
    ObservationContext,
    Score,
    Scores,
    TraceContext,
)


class Level(IntEnum):
    LOW = 1


class Label(StrEnum):
    GOOD = "good"


# --- Score ---


def test_a_score_s_defaults():
    score = Score(0.5)
    assert (score.value, score.data_type, score.comment, score.name, score.higher_is_better) == (
        0.5,
        "NUMERIC",
        None,
        None,
        None,
    )


def test_arguments_by_position_are_in_the_published_order():
    score = Score(True, "BOOLEAN", "why", "ok", False)
    assert score == Score(value=True, data_type="BOOLEAN", comment="why", name="ok", higher_is_better=False)


@pytest.mark.parametrize("value", [True, 1, 1.0, Fraction(1), Level.LOW])
def test_a_boolean_takes_true_and_stored_ones(value):
    assert Score(value, "BOOLEAN").value is True


@pytest.mark.parametrize("value", [False, 0, 0.0, -0.0])
def test_a_boolean_takes_false_and_stored_zeros(value):
    assert Score(value, "BOOLEAN").value is False


@pytest.mark.parametrize("value", [2, -1, 0.5, math.nan, math.inf, "true", "", [], [True], {}, b"1", object(), 10**400])
def test_a_boolean_refuses_anything_else(value):
    with pytest.raises(ValueError, match="BOOLEAN, so its value must be True or False"):
        Score(value, "BOOLEAN")


@pytest.mark.parametrize("value", [0, 1, -3, 0.5, -0.0, 1e308, 10**400, Fraction(1, 2), Level.LOW])
def test_a_numeric_takes_finite_numbers(value):
    stored = Score(value).value
    assert stored == value
    assert type(stored) in (int, float)


def test_an_integer_stays_one():
    assert type(Score(3).value) is int
    assert type(Score(3.0).value) is float


@pytest.mark.parametrize("value", [True, False])
def test_a_numeric_refuses_a_bool_and_says_what_to_do(value):
    with pytest.raises(ValueError, match='give data_type="BOOLEAN"'):
        Score(value)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, Fraction(10) ** 400])
def test_a_numeric_refuses_what_is_not_finite_and_says_what_to_do(value):
    with pytest.raises(ValueError, match=r"must be finite.*None"):
        Score(value, name="share")


@pytest.mark.parametrize("value", ["1", "", [], {}, {1}, b"1", object(), 1j, Decimal(1)])
def test_a_numeric_refuses_what_is_no_number(value):
    with pytest.raises(ValueError, match="NUMERIC, so its value must be a number"):
        Score(value)


def test_a_categorical_takes_strings_only():
    assert Score("good", "CATEGORICAL").value == "good"
    assert Score("", "CATEGORICAL").value == ""
    assert Score(Label.GOOD, "CATEGORICAL").value == "good"
    for value in (1, 0.5, True, b"good", ["good"], object()):
        with pytest.raises(ValueError, match="CATEGORICAL, so its value must be a string"):
            Score(value, "CATEGORICAL")


@pytest.mark.parametrize("data_type", ["NUMERIC", "BOOLEAN", "CATEGORICAL"])
def test_none_is_nothing_to_score(data_type):
    score = Score(None, data_type, comment="no reference", name="match")
    assert score.value is None
    assert score.comment == "no reference"


@pytest.mark.parametrize("data_type", ["numeric", "BOOL", "", None, 5, ["NUMERIC"], bool])
@pytest.mark.parametrize("value", [1.0, True, "x", None])
def test_a_data_type_is_one_of_three(data_type, value):
    with pytest.raises(ValueError, match='data_type must be "NUMERIC", "BOOLEAN" or "CATEGORICAL"'):
        Score(value, data_type)


def test_a_message_names_the_score_and_shows_what_it_got_cut():
    with pytest.raises(ValueError, match=r"score 'polite' is BOOLEAN.*got 'yes'"):
        Score("yes", "BOOLEAN", name="polite")
    with pytest.raises(ValueError) as caught:
        Score("x" * 10_000)
    assert len(str(caught.value)) < 200


def test_a_foreign_repr_that_raises_does_not_hide_the_message():
    class Shy:
        def __repr__(self) -> str:
            raise RuntimeError

    with pytest.raises(ValueError, match="got a Shy"):
        Score(Shy())


def test_numpy_scalars_are_stored_as_python_s_own():
    numpy = pytest.importorskip("numpy")
    assert Score(numpy.bool_(True), "BOOLEAN").value is True
    assert Score(numpy.int64(0), "BOOLEAN").value is False
    assert type(Score(numpy.float64(0.5)).value) is float
    assert type(Score(numpy.float32(0.5)).value) is float
    assert type(Score(numpy.int64(3)).value) is int
    assert Score(numpy.str_("good"), "CATEGORICAL").value == "good"
    with pytest.raises(ValueError, match='give data_type="BOOLEAN"'):
        Score(numpy.bool_(True))
    with pytest.raises(ValueError, match="finite"):
        Score(numpy.float64("nan"))
    with pytest.raises(ValueError, match="finite"):
        Score(numpy.float32("inf"))
    with pytest.raises(ValueError, match="must be a number"):
        Score(numpy.array([1.0]))


def test_a_score_s_repr_says_what_matters():
    assert repr(Score(True, "BOOLEAN", name="is_json")) == "Score('is_json', True, BOOLEAN)"
    shown = repr(Score(2, comment="2 failed", name="errors", higher_is_better=False))
    assert shown == "Score('errors', 2, NUMERIC, lower is better, '2 failed')"
    assert repr(Score("en", "CATEGORICAL")) == "Score(None, 'en', CATEGORICAL)"


@pytest.mark.parametrize(
    "score", [Score(0.5, name="a", comment="b"), Score(None), Score("x", "CATEGORICAL", higher_is_better=False)]
)
def test_a_score_pickles_and_copies(score):
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(score, protocol)) == score
    assert copy.copy(score) == copy.deepcopy(score) == score
    assert copy.copy(score) is not score


def test_scores_are_equal_by_their_fields():
    assert Score(1.0, name="a") == Score(1.0, name="a")
    assert Score(1.0, name="a") != Score(1.0, name="b")
    assert Score(1.0) != 1.0


@given(st.floats() | st.integers() | st.booleans() | st.text() | st.none() | st.binary())
def test_a_stored_value_is_of_its_type_or_refused(value):
    for data_type, kinds in (("NUMERIC", (int, float)), ("BOOLEAN", (bool,)), ("CATEGORICAL", (str,))):
        try:
            stored = Score(value, data_type).value
        except ValueError:
            continue
        assert stored is None if value is None else type(stored) in kinds and stored == value


# --- Scores ---


def two() -> Scores:
    return Scores([Score(True, "BOOLEAN", name="is_json"), Score(0.5, name="share")])


def test_scores_is_a_list_that_finds_by_name():
    scores = two()
    assert isinstance(scores, list)
    assert scores["share"].value == 0.5
    assert scores[0].name == "is_json"
    assert scores[-1].name == "share"
    assert len(scores) == 2
    assert [score.name for score in scores] == ["is_json", "share"]
    assert Scores() == []
    assert Scores(iterable=[]) == Scores(()) == Scores(iter([]))


def test_an_unknown_name_is_a_key_error_that_lists_the_names():
    with pytest.raises(KeyError, match=r"no score named 'tone'.*is_json, share"):
        two()["tone"]
    with pytest.raises(KeyError, match="none"):
        Scores()["tone"]
    with pytest.raises(IndexError):
        two()[2]
    with pytest.raises(TypeError):
        two()[1.5]


def test_of_two_scores_of_one_name_the_first_is_found():
    assert Scores([Score(1, name="a"), Score(2, name="a")])["a"].value == 1


def test_adding_gives_scores_whatever_is_added():
    more = [Score(1, name="more")]
    for added in (two() + more, two() + Scores(more), two() + tuple(more)):
        assert type(added) is Scores
        assert added["more"].value == 1
        assert added["is_json"].value is True
    for added in (more + two(), tuple(more) + two()):
        assert type(added) is Scores
        assert [score.name for score in added] == ["more", "is_json", "share"]
    scores = two()
    scores += more
    assert type(scores) is Scores
    assert scores["more"].value == 1
    assert type(sum([two(), more], Scores())) is Scores
    for odd in (5, "name", None):
        with pytest.raises(TypeError):
            two() + odd


def test_adding_changes_neither_side():
    left, right = two(), [Score(1, name="more")]
    left + right
    assert (len(left), len(right)) == (2, 1)


def test_slices_copies_and_products_are_scores():
    scores = two()
    for made in (
        scores[:1],
        scores[::-1],
        scores.copy(),
        copy.copy(scores),
        copy.deepcopy(scores),
        scores * 2,
        2 * scores,
    ):
        assert type(made) is Scores
    assert scores[:1]["is_json"].value is True
    assert copy.deepcopy(scores)[0] is not scores[0]
    assert copy.copy(scores)[0] is scores[0]


def test_scores_pickle():
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(two(), protocol))
        assert type(again) is Scores
        assert again == two()


def test_scores_may_be_plain_dicts():
    scores = Scores([{"name": "a", "value": 1}, MappingProxyType({"name": "b", "value": 2})])
    assert scores["b"]["value"] == 2
    with pytest.raises(KeyError):
        scores["c"]
    assert Scores([{"value": 1}, 5, None, {"name": "a"}])["a"] == {"name": "a"}


def test_scores_equal_a_plain_list_of_them():
    assert two() == list(two())


def test_scores_repr():
    assert repr(Scores([Score(1, name="a")])) == "Scores([Score('a', 1, NUMERIC)])"


def test_scores_as_a_table_for_notebooks_escape_html():
    scores = Scores([Score(True, "BOOLEAN", "<b>&", "is_json"), {"name": "x", "value": None}])
    shown = scores._repr_html_()
    assert shown.startswith("<table>")
    assert shown.count("<tr>") == 3
    for part in ("<th>name</th>", "<td>is_json</td>", "<td>True</td>", "<td>BOOLEAN</td>", "&lt;b&gt;&amp;"):
        assert part in shown
    assert "<b>" not in shown
    assert EvaluationResult(scores)._repr_html_() == shown


# --- EvaluationResult ---


def test_a_result_holds_scores():
    for given_scores in (two(), list(two()), tuple(two())):
        result = EvaluationResult(scores=given_scores)
        assert type(result.scores) is Scores
        assert result.scores["share"].value == 0.5
    assert EvaluationResult([]).scores == []
    assert EvaluationResult([Score(1)]).scores[0].name is None


def test_an_unnamed_score_among_several_is_refused():
    for unnamed in (Score(1), Score(1, name=""), {"value": 1}):
        with pytest.raises(ValueError, match="name"):
            EvaluationResult([Score(1, name="a"), unnamed])


def test_one_score_alone_is_refused_with_the_cure():
    with pytest.raises(ValueError, match=r"write scores=\["):
        EvaluationResult(Score(1, name="a"))


@pytest.mark.parametrize("odd", [None, 5, "scores", {"a": 1}, True])
def test_a_result_takes_a_list(odd):
    with pytest.raises(ValueError, match="scores must be a list of Score"):
        EvaluationResult(odd)


@pytest.mark.parametrize("odd", [None, 5, "x", [Score(1, name="a")]])
def test_a_result_holds_nothing_but_scores(odd):
    with pytest.raises(ValueError, match="scores must hold Score"):
        EvaluationResult([odd])


def test_results_compare_print_pickle_and_copy():
    result = EvaluationResult(two())
    assert result == EvaluationResult(list(two()))
    assert result != EvaluationResult([])
    assert repr(result) == f"EvaluationResult(scores={two()!r})"
    assert pickle.loads(pickle.dumps(result)) == copy.deepcopy(result) == copy.copy(result) == result


# --- contexts ---


def full() -> EvaluationContext:
    return EvaluationContext(
        ObservationContext(input="2+2?", output={"answer": 4}, metadata={"duration_ms": 5}),
        TraceContext("t1", [{"kind": "tool", "tool_name": "calculator"}]),
        params={"limit": 3},
        scores={"PII": Scores([Score(True, "BOOLEAN", name="pii_free")])},
        experiment=ExperimentContext("i1", "4", {"topic": "sums"}, "r1", "d1"),
    )


def test_an_empty_context_is_a_live_span_s():
    ctx = EvaluationContext(ObservationContext())
    assert (ctx.observation.input, ctx.observation.output, ctx.observation.metadata) == (None, None, {})
    assert (ctx.trace.trace_id, ctx.trace.spans) == ("", [])
    assert (ctx.params, ctx.scores) == ({}, {})
    experiment = ctx.experiment
    assert [experiment.item_id, experiment.expected_output, experiment.run_id, experiment.dataset_id] == [None] * 4
    assert experiment.item_metadata == {}
    assert ctx.expected_output is None
    assert ctx.trace.tools_called() == []


def test_a_context_holds_what_it_got():
    ctx = full()
    assert ctx.observation.output == {"answer": 4}
    assert ctx.observation.metadata == {"duration_ms": 5}
    assert ctx.trace.trace_id == "t1"
    assert ctx.params["limit"] == 3
    assert ctx.expected_output == ctx.experiment.expected_output == "4"
    assert ctx.experiment.item_metadata == {"topic": "sums"}


def test_no_default_is_shared_between_contexts():
    first, second = EvaluationContext(ObservationContext()), EvaluationContext(ObservationContext())
    first.observation.metadata["a"] = 1
    first.trace.spans.append({})
    first.params["a"] = 1
    first.experiment.item_metadata["a"] = 1
    assert second == EvaluationContext(ObservationContext())


def test_contexts_compare_print_pickle_and_copy():
    ctx = full()
    assert ctx == full()
    assert ctx != EvaluationContext(ObservationContext())
    assert ctx != 5
    assert pickle.loads(pickle.dumps(ctx)) == copy.deepcopy(ctx) == copy.copy(ctx) == ctx
    assert copy.deepcopy(ctx).observation is not ctx.observation
    assert "input='2+2?'" in repr(ctx)
    assert "item_id='i1'" in repr(ctx)
    assert "metadata" not in repr(ObservationContext(output="x"))


def test_a_context_that_holds_an_array_prints():
    numpy = pytest.importorskip("numpy")
    assert "array" in repr(ObservationContext(output=numpy.array([1, 2])))


def test_plain_lists_of_another_evaluator_s_scores_are_scores():
    held = {"A": [{"name": "a", "value": 1}], "B": Scores([Score(2, name="b")]), "C": ()}
    ctx = EvaluationContext(ObservationContext(), scores=held)
    assert ctx.scores["A"]["a"]["value"] == 1
    assert ctx.scores["B"] is held["B"]
    assert ctx.scores.get("C") == []
    assert ctx.scores.get("D") is None
    assert type(held["A"]) is list


def test_the_score_of_another_evaluator_by_name():
    ctx = EvaluationContext(
        ObservationContext(),
        scores={
            "Judge": Scores([Score(0.8, name="quality"), Score("en", "CATEGORICAL", name="language")]),
            "Stored": [{"name": "first", "value": 0}, {"name": "second", "value": True}],
            "Nothing": Scores([Score(None, name="match")]),
            "Empty": Scores(),
        },
    )
    assert ctx.score("Judge") == 0.8
    assert ctx.score("Judge", "language") == "en"
    assert ctx.score("Stored") == 0
    assert ctx.score("Stored", "second") is True
    # No score of that name is the default, never another score.
    assert ctx.score("Judge", "missing") is None
    assert ctx.score("Judge", "missing", 0.1) == 0.1
    assert ctx.score("Judge", score_name="missing", default="none") == "none"
    assert ctx.score("Other", default=0.2) == 0.2
    assert ctx.score("Empty", default=0.2) == 0.2
    # A stored None is nothing to score.
    assert ctx.score("Nothing", default=0.3) == 0.3
    assert ctx.score("Nothing", "match", 0.3) == 0.3
    assert ctx.scores.get("Other") is None
    assert ctx.scores["Judge"]["quality"].value == 0.8


# --- tools_called ---


def test_tools_called_gives_each_tool_step_in_order():
    spans = [
        {"kind": "tool", "name": "execute", "tool_name": "search"},
        {"kind": "llm", "name": "model", "tool_name": "not a tool step"},
        {"kind": "tool", "name": "refund"},
        {"kind": "tool", "tool_name": "", "name": "empty"},
        {"kind": "tool", "tool_name": None},
        {"kind": "tool", "tool_name": "search"},
        {"kind": "agent", "name": "planner"},
        {"name": "no kind", "tool_name": "x"},
    ]
    assert TraceContext(spans=spans).tools_called() == ["search", "refund", "empty", "", "search"]


@pytest.mark.parametrize("spans", [None, 5, "tool", {}, [None, 5, "x", [], {"kind": ["tool"]}], ({"kind": "llm"},)])
def test_tools_called_passes_over_what_is_no_step(spans: Any):
    assert TraceContext(spans=spans).tools_called() == []


def test_tools_called_takes_names_of_any_kind_without_raising():
    spans = [{"kind": "tool", "tool_name": 10**5000}, {"kind": "tool", "tool_name": SimpleNamespace(), "name": "x"}]
    assert TraceContext(spans=spans).tools_called() == ["", "x"]
