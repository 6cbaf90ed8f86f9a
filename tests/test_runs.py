"""Runs, summaries, gates, preflight, and assertions."""

import math
import re

import pytest

from oodle_eval.runs import RequirementError, as_row, preflight, run
from oodle_eval.runtime import EvaluationContext, ObservationContext, Score
from oodle_eval.testing import assert_passes
from oodle_eval.v1 import checks
from oodle_eval.v1.checks import row

SHORT = checks.length_budget(max_words=2)


def fails_on_errors(ctx):
    if ctx.observation.output == "bad":
        raise RuntimeError("broken")
    if ctx.observation.output == "empty":
        return [Score(None, comment="nothing there", name="fine")]
    return [Score(True, "BOOLEAN", name="fine")]


class TestRows:
    @pytest.mark.parametrize(
        "value",
        [
            {"input": "q", "output": "a"},
            {"inputs": "q", "outputs": "a"},
            {"question": "q", "answer": "a"},
            {"prompt": "q", "response": "a"},
            EvaluationContext(ObservationContext("q", "a")),
        ],
    )
    def test_names_of_fields(self, value):
        held = as_row(value)
        assert (held.inputs, held.outputs) == ("q", "a")

    def test_messages_are_split_behind_the_last_user_message(self):
        said = [("user", "1"), ("assistant", "2"), ("user", "3"), ("assistant", "4")]
        messages = [{"role": role, "content": content} for role, content in said]
        held = as_row({"messages": messages})
        assert (held.inputs, held.outputs) == (messages[:3], messages[3:])

    def test_a_conversation_that_the_user_ends_is_read_up_to_the_last_reply(self):
        said = [("user", "1"), ("assistant", "2"), ("user", "thanks")]
        messages = [{"role": role, "content": content} for role, content in said]
        held = as_row({"messages": messages})
        assert (held.inputs, held.outputs) == (messages[:1], messages[1:2])

    def test_spans_that_are_no_steps_are_no_trace(self):
        assert as_row({"output": "a", "spans": ["a marked part"]}).trace is None
        assert as_row({"output": "a", "spans": [{"kind": "tool"}]}).trace == [{"kind": "tool"}]

    def test_a_row_without_an_output_says_what_it_has(self):
        with pytest.raises(ValueError, match='a row needs "output" or "messages", and this one has foo'):
            as_row({"foo": 1})

    def test_a_row_that_cannot_be_read_is_an_error_of_that_row(self):
        summary = run([{"foo": 1}, {"output": "a"}], SHORT).summary()["within_length"]
        assert (summary.rows, summary.scored, summary.failed) == (2, 1, 1)


class TestSummary:
    def test_counts_are_over_scored_rows(self):
        one = run(["a", "bad", "empty", "b"], fails_on_errors).summary()["fine"]
        assert (one.rows, one.scored, one.passed, one.unscored) == (3, 2, 2, 1)
        assert one.pass_rate == one.mean == 1.0

    def test_an_error_counts_under_the_declared_name(self):
        one = run(["a b", "a b c"], checks.length_budget(max_words=row("metadata.x"))).summary()["within_length"]
        assert (one.rows, one.scored, one.failed, one.pass_rate) == (2, 0, 2, None)

    def test_lower_is_better_passes_when_false(self):
        def refused(ctx):
            return [Score(ctx.observation.output == "no", "BOOLEAN", name="refused", higher_is_better=False)]

        one = run(["no", "yes", "yes"], refused).summary()["refused"]
        assert one.passed == 2
        assert math.isclose(one.mean, 1 / 3)

    def test_labels_are_counted(self):
        one = run(["a", "b", "a"], lambda ctx: [Score(ctx.observation.output, "CATEGORICAL", name="label")]).summary()[
            "label"
        ]
        assert one.labels == {"a": 2, "b": 1}
        assert one.pass_rate is None

    def test_huge_numbers_do_not_raise(self):
        one = run(["a"], lambda ctx: [Score(10**400, name="huge")]).summary()["huge"]
        assert one.mean == 1e300

    def test_prints_as_a_table_and_in_notebooks(self):
        results = run(["a"], SHORT)
        assert str(results.summary()).splitlines()[0].split() == [
            "score", "rows", "scored", "passed", "pass", "rate", "mean", "not", "scored", "failed",
        ]  # fmt: skip
        assert "<table>" in results._repr_html_()

    def test_primary_only(self):
        def two(ctx):
            return [Score(1, name="first"), Score(1, name="second")]

        assert list(run(["a"], two, scores="primary").summary()) == ["first"]


class TestRequire:
    def test_passes_and_prints_n(self, capsys):
        run(["a", "b"], SHORT).require(within_length=1.0)
        assert capsys.readouterr().out == "within_length: 1.0000 of n=2 scored rows passed, required 1\n"

    def test_below_the_share(self):
        with pytest.raises(RequirementError, match=r"0.5000 of n=2 scored rows passed, required 0.9: below"):
            run(["a", "a b c"], SHORT).require(within_length=0.9)

    def test_failed_rows_fail_the_gate_unless_allowed(self):
        results = run([{"output": "a", "metadata": {"x": 3}}, "b"], checks.length_budget(max_words=row("metadata.x")))
        with pytest.raises(RequirementError, match=r"1 rows failed \(0 allowed\)"):
            results.require(within_length=1.0)
        results.require(within_length=1.0, allow_failed=1)

    def test_unscored_rows_fail_the_gate_unless_allowed(self):
        results = run(["a", "empty"], fails_on_errors)
        with pytest.raises(RequirementError, match=r"1 rows were not scored \(0 allowed\)"):
            results.require(fine=1.0)
        results.require(fine=1.0, allow_unscored=1)

    def test_nothing_scored_is_no_pass(self):
        with pytest.raises(RequirementError, match="nothing was scored"):
            run(["empty"], fails_on_errors).require(fine=0.0, allow_unscored=1)

    def test_no_rows_is_no_pass(self):
        with pytest.raises(RequirementError, match="no score of that name"):
            run([], SHORT).require(within_length=0.0)

    def test_an_unknown_name_lists_the_known_ones(self):
        with pytest.raises(RequirementError, match="the scores are: within_length"):
            run(["a"], SHORT).require(within=0.5)

    @pytest.mark.parametrize("share", [2, -0.1, "x", True, float("nan")])
    def test_a_share_is_from_0_to_1(self, share):
        with pytest.raises(ValueError, match="must be a share from 0 to 1"):
            run(["a"], SHORT).require(within_length=share)

    def test_nothing_required_is_an_error(self):
        with pytest.raises(ValueError, match="at least one score"):
            run(["a"], SHORT).require()


class TestRowsOfResults:
    def test_one_dict_a_row_and_score(self):
        (found,) = run([{"id": "x7", "output": "a b c"}], SHORT).rows()
        assert found == {
            "row": 0,
            "id": "x7",
            "check": "length_budget",
            "version": found["version"],
            "settings": {"max_words": 2},
            "outcome": "scored",
            "name": "within_length",
            "value": False,
            "data_type": "BOOLEAN",
            "comment": "3 words, at most 2 allowed",
            "higher_is_better": True,
            "passed": False,
        }

    def test_an_error_has_a_row_too(self):
        (found,) = run(["bad"], fails_on_errors).rows()
        assert (found["name"], found["value"], found["comment"], found["outcome"]) == (
            "fails_on_errors",
            None,
            "fails_on_errors raised RuntimeError: broken in fails_on_errors, line 19 of test_runs.py",
            "raised",
        )


class TestPreflight:
    def test_nothing_lacks(self):
        assert preflight([{"output": "a"}], SHORT) == []

    def test_a_row_path(self):
        lack = preflight([{"output": "a", "id": 4}], checks.length_budget(max_words=row("metadata.x")))
        assert [str(one) for one in lack] == ["row 4: length_budget reads metadata.x, and there is none"]

    def test_a_reference(self):
        rows = [{"output": "a"}, {"output": "a", "reference": "b"}]
        assert [(one.place, one.what) for one in preflight(rows, checks.exact_match())] == [(0, "reference")]
        assert preflight(rows, checks.exact_match(reference="b")) == []

    def test_a_context(self):
        rows = [{"output": "a"}, {"output": "a", "context": "b"}, {"output": "a", "metadata": {"context": "b"}}]
        assert [(one.place, one.what) for one in preflight(rows, checks.grounding())] == [(0, "context")]

    def test_a_trace(self):
        rows = [{"output": "a"}, {"output": "a", "trace": [{"kind": "tool"}]}]
        assert [(one.place, one.what) for one in preflight(rows, checks.error_spans())] == [(0, "trace")]


def test_a_simulations_result_is_a_row():
    said = [{"role": "user", "content": "Where?"}, {"role": "assistant", "content": "Sent."}]
    results = run([{"trajectory": said, "evaluator_results": []}], SHORT)
    assert results.summary()["within_length"].passed == 1


class TestAssertPasses:
    def test_passes(self):
        assert_passes(SHORT("a"))

    def test_a_table_of_what_failed(self):
        scores = [*SHORT("a b c"), Score(0.7, name="share", comment="fine")]
        with pytest.raises(AssertionError) as caught:
            assert_passes(scores)
        message = str(caught.value)
        assert "1 of 2 scores did not pass" in message
        assert "FAILED  within_length  False  3 words, at most 2 allowed" in message
        assert "passed  share" in message

    def test_the_pass_line(self):
        with pytest.raises(AssertionError):
            assert_passes([Score(0.7, name="share")], at=0.8)

    def test_nothing_scored_fails(self):
        with pytest.raises(AssertionError, match="nothing was checked"):
            assert_passes([])
        with pytest.raises(AssertionError, match="nothing there"):
            assert_passes(fails_on_errors(EvaluationContext(ObservationContext(output="empty"))))

    def test_labels_are_passed_over(self):
        assert_passes([Score("en", "CATEGORICAL", name="language"), Score(True, "BOOLEAN", name="ok")])


def raises_in_its_code(ctx):
    return [Score("refund" in ctx, "BOOLEAN", name="offers_refund")]


def gives_no_scores(ctx):
    return True


def test_an_error_says_whose_it_is():
    said = [next(run(["Hi"], check).rows())["comment"] for check in (raises_in_its_code, gives_no_scores)]
    assert re.fullmatch(
        r"raises_in_its_code raised TypeError: .* in raises_in_its_code, line \d+ of test_runs\.py", said[0]
    )
    assert said[1] == "gives_no_scores must return an EvaluationResult, Scores or a list of Score, got bool"
