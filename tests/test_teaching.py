"""Messages for calls that are close to right: each names what is meant."""

import copy
import pickle

import pytest

from oodle_eval.runs import run
from oodle_eval.runtime import EvaluationContext, ObservationContext, Score, Scores, TraceContext
from oodle_eval.testing import assert_passes
from oodle_eval.v1 import checks, metrics, util
from oodle_eval.v1.checks import CHECKS, SettingError, row

CTX = EvaluationContext(ObservationContext("Hi", "A text."))


class TestByPlace:
    def test_settings_of_a_check(self):
        with pytest.raises(
            TypeError, match=r"given by name: values, mode.*write contains\(ctx, values=\['a'\], mode='all'\)"
        ):
            metrics.contains(CTX, ["a"], "all")

    def test_settings_of_a_binder(self):
        with pytest.raises(
            TypeError, match=r"given by name: values, mode.*write checks.contains\(values='x'\)"
        ) as refused:
            checks.contains("x")
        assert "metrics.contains(text)" in str(refused.value)

    @pytest.mark.parametrize("name", CHECKS)
    def test_every_check_names_its_first_setting(self, name):
        first = next(iter(CHECKS[name].schema.parameters))
        with pytest.raises(TypeError, match=rf"{name}\(ctx, {first}='x'"):
            getattr(metrics, name)(CTX, "x")
        with pytest.raises(TypeError, match=rf"checks.{name}\({first}='x'"):
            getattr(checks, name)("x")

    @pytest.mark.parametrize("name", CHECKS)
    def test_every_check_needs_its_context(self, name):
        with pytest.raises(TypeError, match=rf"{name}\(\) needs the context or a text to score: {name}\(ctx"):
            getattr(metrics, name)()

    def test_the_context_may_be_named(self):
        assert metrics.contains(ctx="abc", values=["b"])[0].value is True


class TestMissingReference:
    def test_a_direct_call_names_the_setting_and_the_item(self):
        with pytest.raises(SettingError, match=r"pass reference=..., or run it on an item that has an expected output"):
            metrics.exact_match("a")
        with pytest.raises(SettingError, match=r"pass reference=..., or run it on an item"):
            util.require_reference(None, "mine")

    def test_a_row_names_the_row(self):
        for check, setting in ((checks.exact_match(), "reference=..."), (checks.contains(), "values=[...]")):
            (line,) = run(["a"], check).rows()
            assert line["comment"].endswith(
                f"and there is none: give the row a reference, or bind {setting} to the check"
            )
            assert line["outcome"] == "bad_setting"

    def test_a_row_given_to_a_bound_check_says_who_takes_rows(self):
        given = {"output": "a", "reference": "a"}
        with pytest.raises(SettingError, match=r"`oodle_eval.runs.run` takes rows"):
            checks.exact_match()(given)
        assert run([given], checks.exact_match()).summary()["exact_match"].passed == 1

    def test_it_pickles(self):
        with pytest.raises(SettingError) as refused:
            metrics.exact_match("a")
        again = pickle.loads(pickle.dumps(refused.value))
        assert str(again) == str(refused.value)
        assert again.given_as("x=...") == refused.value.given_as("x=...")


class TestRowPaths:
    @pytest.mark.parametrize(
        ("reference", "said"),
        [
            ({"tools": None}, "reference has tools, which is None"),
            ({"other": 1}, "reference has other"),
            ({}, "reference has no keys"),
            ("a text", "reference has a str"),
            ([1, 2], "reference has 2 items"),
        ],
    )
    def test_say_what_is_there(self, reference, said):
        (line, *_) = run(
            [{"output": "a", "reference": reference}], checks.contains(values=row("reference.tools"))
        ).rows()
        assert line["comment"] == f"contains: row('reference.tools') is not in this row: {said}"


class TestBoundChecks:
    def test_a_framework_that_takes_one_for_its_own_is_told_what_makes_one_of_it(self):
        with pytest.raises(AttributeError, match=r"no attribute 'score': give it oodle_eval_adapters.opik.as_metric\("):
            _ = checks.refusal().score
        with pytest.raises(AttributeError, match=r"give it oodle_eval_adapters.langsmith.as_evaluator\("):
            _ = checks.refusal().evaluate_run

    def test_any_other_name_is_a_plain_error_and_copies_work(self):
        bound = checks.refusal()
        with pytest.raises(AttributeError, match=r"no attribute 'nothing'$"):
            _ = bound.nothing
        assert not hasattr(bound, "observation")
        for same in (copy.copy(bound), copy.deepcopy(bound), pickle.loads(pickle.dumps(bound))):
            assert same("Sure.") == bound("Sure.")


class TestNamesThatAreNotThere:
    def test_a_summary_says_which_there_are(self):
        summary = run(["a"], checks.refusal()).summary()
        with pytest.raises(
            KeyError, match=r"no score named 'refusd'; the scores are: refused \(did you mean 'refused'\?\)"
        ):
            _ = summary["refusd"]
        assert summary.get("refusal") is None
        assert "refusal" not in summary

    @pytest.mark.parametrize("name", ["pii_leak", "refusal"])
    def test_the_name_of_a_check_is_answered_with_its_scores(self, name):
        results = run(["a"], [checks.pii_leak(), checks.refusal()])
        gives = " and ".join(spec.name for spec in CHECKS[name].scores)
        with pytest.raises(KeyError, match=rf"\(the check {name} gives {gives}\)"):
            _ = results.summary()[name]
        with pytest.raises(AssertionError, match=rf"the scores are: .* \(the check {name} gives {gives}\)"):
            results.require(**{name: 1})

    def test_a_requirement_says_the_nearest(self):
        with pytest.raises(AssertionError, match=r"the scores are: refused \(did you mean 'refused'\?\)"):
            run(["a"], checks.refusal()).require(refuse=1)

    def test_an_opening_is_one(self):
        with pytest.raises(SettingError, match="opening must be an Opening"):
            run([{"output": {"a": "x"}}], checks.refusal(), opening="a")

    def test_the_checks_say_which_there_are(self):
        with pytest.raises(
            KeyError, match=r"no check named 'refusl'; the checks are: json_validity, .*did you mean 'refusal'"
        ):
            _ = CHECKS["refusl"]
        assert CHECKS.get("refusl") is None
        assert len(CHECKS) == 39

    def test_scores_say_which_there_are(self):
        with pytest.raises(KeyError, match=r"no score named 'refusal'; the scores here are: refused \(did you mean"):
            _ = metrics.refusal("a")["refusal"]
        with pytest.raises(KeyError, match="the scores here are: none"):
            _ = Scores()["x"]


class TestScores:
    def test_a_name_given_first(self):
        with pytest.raises(ValueError, match=r"begins with its value, as in Score\(True, \"BOOLEAN\", name='x'\)"):
            Score("x", True, "BOOLEAN")
        with pytest.raises(ValueError, match=r"begins with its value, as in Score\(0.5, name='x'\)"):
            Score("x", 0.5)
        with pytest.raises(ValueError, match=r'data_type must be "NUMERIC", "BOOLEAN" or "CATEGORICAL", got .bool.$'):
            Score(True, "bool")


class TestAssertPasses:
    def test_of_a_run(self):
        results = run(["a"], checks.refusal())
        for given in (results, next(iter(results))):
            with pytest.raises(ValueError, match=r"results.require\("):
                assert_passes(given)

    @pytest.mark.parametrize(
        "given",
        [checks.refusal(), checks.refusal, metrics.refusal, CHECKS["refusal"]],
        ids=["bound", "binder", "function", "record"],
    )
    def test_of_a_check_that_was_not_called(self, given):
        with pytest.raises(ValueError, match="refusal, which was not called"):
            assert_passes(given)


class TestStepsWithoutAKind:
    BARE = EvaluationContext(ObservationContext("q", "a"), TraceContext("t", [{"name": "search"}, {"name": "pay"}]))
    SAID = 'none of the 2 steps of the trace has a kind, and a tool call is one of kind "tool"'

    @pytest.mark.parametrize("mode", ["strict", "unordered", "superset", "subset"])
    def test_tool_trajectory_says_so(self, mode):
        scores = metrics.tool_trajectory(self.BARE, expected=["search", "pay"], mode=mode)
        assert scores[0].value is (mode == "subset")
        assert scores[0].comment.endswith(self.SAID)

    def test_the_checks_of_calls_say_so(self):
        assert metrics.repeated_tool_calls(self.BARE)[0].comment == f"no tool calls; {self.SAID}"
        assert metrics.tool_call_validity(self.BARE)[0].comment == f"no tool calls; {self.SAID}"

    def test_steps_with_kinds_and_no_trace_are_not_spoken_of(self):
        kinds = EvaluationContext(ObservationContext("q", "a"), TraceContext("t", [{"name": "x", "kind": "llm"}]))
        for given in (kinds, CTX, "a text", ["other"], []):
            assert "has a kind" not in metrics.tool_trajectory(given, expected=["search"])[0].comment
        assert metrics.tool_call_validity(kinds)[0].comment == "no tool calls"
