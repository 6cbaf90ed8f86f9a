"""A user's own `evaluate(ctx)` in the three frameworks: its scores under the names that the face was given."""

import pickle

import pytest

pytest.importorskip("opik")
pytest.importorskip("langsmith")

from oodle_eval.runtime import EvaluationResult, Score
from oodle_eval.v1 import checks
from oodle_eval.v1.util import declares
from oodle_eval_adapters.langsmith import as_evaluator as as_langsmith
from oodle_eval_adapters.openevals import as_evaluator as as_openevals
from oodle_eval_adapters.opik import as_metric


def scored(ctx):
    words = len(ctx.observation.output.split())
    return EvaluationResult(
        [Score(words < 5, "BOOLEAN", "short", "brief"), Score(words, "NUMERIC", "counted", "words")]
    )


@declares("brief", "words")
def declared(ctx):
    return scored(ctx)


def unnamed(ctx):
    return Score(1, "NUMERIC", "one")


def names_of(results):
    listed = results["results"] if isinstance(results, dict) and "results" in results else results
    listed = listed if isinstance(listed, list) else [listed]
    return [one["key"] if isinstance(one, dict) else getattr(one, "key", None) or one.name for one in listed]


def in_all_frameworks(what, name):
    return [
        as_metric(what, name=name, track=False).score(output="a b"),
        as_openevals(what, feedback_key=name)(outputs="a b"),
        as_langsmith(what, key=name)(outputs="a b"),
    ]


@pytest.mark.parametrize(
    ("evaluate", "names"),
    [(scored, ["mine", "words"]), (declared, ["mine", "words"]), (unnamed, ["mine"])],
)
def test_the_first_score_takes_the_name_and_the_others_keep_theirs(evaluate, names):
    for results in in_all_frameworks(evaluate, "mine"):
        assert names_of(results) == names
    for results in in_all_frameworks(checks.Check.of(evaluate).bind(prefix="a_"), "mine"):
        assert names_of(results) == [f"a_{name}" for name in names]


def test_without_a_name_the_scores_keep_theirs():
    for results in in_all_frameworks(scored, None):
        assert names_of(results) == ["brief", "words"]
    assert as_metric(scored, track=False).score(output="a b")[0].metadata["check"] == "scored"
    assert as_metric(scored, name="mine", track=False).score(output="a b")[0].metadata["check"] == "scored"


def test_the_keys_known_beforehand_are_those_of_the_feedback():
    assert as_langsmith(declared, key="mine").feedback_keys == ["mine", "words"]
    assert as_langsmith(scored, key="mine").feedback_keys == ["mine"]  # the others are known when it has run


def test_a_renamed_one_pickles():
    copied = pickle.loads(pickle.dumps(as_metric(scored, name="mine", track=False)))
    assert names_of(copied.score(output="a b")) == ["mine", "words"]


@pytest.mark.parametrize(
    "trace",
    [
        [None, 5, "step", {"kind": "tool", "tool_name": "f"}],
        [["step"], {"kind": "tool"}],
        {"id": "t1", "spans": [{"kind": "tool"}]},
        {"kind": "tool"},
    ],
)
def test_a_trace_has_the_same_spans_in_each_framework(trace):
    count = checks.span_count()
    assert as_metric(count, scores="primary", track=False).score(output="a", trace=trace).value == 1.0
    assert as_openevals(count, scores="primary")(outputs="a", trace=trace)["score"] == 1
    assert as_langsmith(count, scores="primary")(outputs="a", trace=trace)["results"][0].score == 1
