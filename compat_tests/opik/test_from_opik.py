"""Opik's own metrics as checks: in `evaluate(ctx)`, in combine, in suites, and in the other frameworks."""

import asyncio
import json
import uuid
from datetime import UTC, datetime

import opik
import pytest
from langsmith import Client, evaluate, schemas
from opik.evaluation import metrics as opiks
from opik.evaluation import models
from opik.evaluation.metrics import score_result

from oodle_eval.runtime import EvaluationContext, EvaluationResult, ExperimentContext, ObservationContext, TraceContext
from oodle_eval.v1 import checks, combine, metrics
from oodle_eval_adapters.langsmith import as_evaluator as as_langsmith
from oodle_eval_adapters.openevals import as_evaluator as as_openevals
from oodle_eval_adapters.opik import as_metric, from_opik

ANSWER = "Order FO-7 was shipped on Monday."


def context(output=ANSWER, asked="Where is FO-7?", reference=None, spans=(), **attributes):
    return EvaluationContext(
        ObservationContext(asked, output, attributes),
        TraceContext(spans=list(spans)),
        experiment=ExperimentContext(expected_output=reference),
    )


class FakeModel(models.OpikBaseModel):
    """A judge's model that answers what it is told, and keeps what it was asked."""

    def __init__(self, answer):
        super().__init__(model_name="fake")
        self.answer, self.asked = answer, []

    def generate_string(self, input, **more):
        self.asked.append(input)
        return json.dumps(self.answer)

    async def agenerate_string(self, input, **more):
        return self.generate_string(input)

    def generate_provider_response(self, messages, **more):
        raise NotImplementedError

    async def agenerate_provider_response(self, messages, **more):
        raise NotImplementedError

    def generate_chat_completion(self, messages, **more):
        self.asked.append(messages)
        return {"role": "assistant", "content": json.dumps(self.answer)}

    async def agenerate_chat_completion(self, messages, **more):
        return self.generate_chat_completion(messages)


def judge(score=0.25):
    return opiks.Hallucination(model=FakeModel({"score": score, "reason": ["it says Monday"]}), track=False)


class TestHeuristics:
    def test_the_output_and_the_reference(self):
        check = from_opik(opiks.Equals(track=False))
        (score,) = check(context(reference=ANSWER.upper()))
        assert (score.name, score.value, score.data_type) == ("equals_metric", 1.0, "NUMERIC")
        assert check(context(reference="other"))[0].value == 0.0

    def test_it_equals_the_metric(self):
        metric = opiks.LevenshteinRatio(track=False)
        own = metric.score(output=ANSWER, reference="It was shipped.")
        (score,) = from_opik(metric)(context(reference="It was shipped."))
        assert (score.name, score.value, score.comment) == (own.name, own.value, own.reason)

    def test_messages_are_read_as_text(self):
        said = [{"role": "assistant", "content": [{"type": "text", "text": "yes"}]}]
        assert from_opik(opiks.Equals(track=False))(context(said, reference={"answer": "yes"}))[0].value == 1.0

    def test_a_structure_is_its_json_where_text_is_wanted(self):
        assert from_opik(opiks.IsJson(track=False))(context({"state": "shipped", "day": 1}))[0].value == 1.0

    def test_a_list_stays_a_list_where_one_is_wanted(self):
        check = from_opik(opiks.SpearmanRanking(track=False))
        assert check(context(["a", "b", "c"], reference=["a", "b", "c"]))[0].value == 1.0

    def test_a_missing_argument_is_named(self):
        with pytest.raises(ValueError, match=r'equals_metric needs reference.*arguments=\{"reference": ...\}'):
            from_opik(opiks.Equals(track=False))(context())

    def test_explicit_arguments(self):
        metric = opiks.Equals(track=False)
        assert from_opik(metric, arguments={"reference": ANSWER})(context(reference="no"))[0].value == 1.0
        by_function = from_opik(metric, arguments={"reference": lambda ctx: ctx.observation.metadata["gold"]})
        assert by_function(context(gold=ANSWER))[0].value == 1.0

    def test_a_plain_string(self):
        assert from_opik(opiks.IsJson(track=False))("[1]")[0].value == 1.0

    def test_what_is_no_metric(self):
        for wrong in ("Equals", 7, None, opiks.Equals, object()):
            with pytest.raises(ValueError, match="from_opik takes a metric"):
                from_opik(wrong)


class TestJudges:
    def test_a_judge_with_a_fake_model(self):
        metric = judge()
        (score,) = from_opik(metric)(context(context=["FO-7: shipped on Tuesday"]))
        assert (score.name, score.value) == ("hallucination_metric", 0.25)
        assert "it says Monday" in score.comment
        asked = str(metric._model.asked)
        assert all(part in asked for part in ("Where is FO-7?", ANSWER, "shipped on Tuesday"))

    def test_the_newest_question_of_a_conversation(self):
        metric = judge()
        said = [
            {"role": "user", "content": "One?"},
            {"role": "assistant", "content": "1"},
            {"role": "user", "content": "Two?"},
        ]
        from_opik(metric)(context(asked=said))
        assert "Two?" in str(metric._model.asked)
        assert "One?" not in str(metric._model.asked)

    def test_inside_a_running_loop(self):
        async def run():
            return from_opik(judge())(context())

        assert asyncio.run(run())[0].value == 0.25


class TestOtherKinds:
    def test_aggregated(self):
        def lowest(results):
            return score_result.ScoreResult("lowest", min(one.value for one in results), "the lowest")

        parts = [opiks.Equals(track=False), opiks.Contains(track=False)]
        metric = opiks.AggregatedMetric("lowest", parts, lowest, track=False)
        assert from_opik(metric)(context(reference="shipped"))["lowest"].value == 0.0
        with pytest.raises(ValueError, match="lowest needs reference"):
            from_opik(metric)(context())

    def test_a_conversation_metric(self):
        said = [
            {"role": "user", "content": "Hi"},
            {"role": "assistant", "content": ANSWER},
            {"role": "user", "content": "?"},
        ]
        metric = opiks.ConversationDegenerationMetric(track=False)
        own = metric.score([*said, {"role": "assistant", "content": ANSWER}])
        (score,) = from_opik(metric)(context(ANSWER, said))
        assert (score.name, score.value) == (own.name, own.value)
        assert own.value > 0

    def test_a_conversation_judge(self):
        metric = opiks.UserFrustrationMetric(model=FakeModel({"verdict": "yes", "reason": "angry"}), track=False)
        score = from_opik(metric)(context())[0]
        assert isinstance(score.value, int | float)

    def test_a_task_span_metric(self):
        class Slowest(opiks.BaseMetric):
            def score(self, task_span, **ignored):
                slowest = max(task_span.spans, key=lambda span: span.end_time - span.start_time)
                took = (slowest.end_time - slowest.start_time).total_seconds() * 1000
                return score_result.ScoreResult("slowest", took, f"{slowest.type} {slowest.name}")

        spans = [
            {"kind": "tool", "tool_name": "search", "duration_ms": 30, "error": "no such"},
            {"kind": "llm", "name": "chat", "duration_ms": 700, "gen_ai.usage.input_tokens": 5},
        ]
        score = from_opik(Slowest("slowest", track=False))(context(spans=spans))[0]
        assert (score.value, score.comment) == (700.0, "llm chat")

    def test_the_span_tree_of_a_context(self):
        trees = []

        class Keep(opiks.BaseMetric):
            def score(self, task_span, **ignored):
                trees.append(task_span)
                return score_result.ScoreResult("keep", 1)

        spans = [{"kind": "tool", "tool_name": "search", "input": {"q": 1}, "output": "x", "error": "no such"}]
        attributes = {"gen_ai.usage.input_tokens": 5, "gen_ai.usage.output_tokens": 6, "duration_ms": 90}
        from_opik(Keep("keep", track=False))(context(spans=spans, **attributes))
        (tree,) = trees
        assert tree.usage == {"prompt_tokens": 5, "completion_tokens": 6, "total_tokens": 11}
        assert (tree.end_time - tree.start_time).total_seconds() == 0.09
        (tool,) = tree.spans
        assert (tool.type, tool.name, tool.input, tool.output) == ("tool", "search", {"q": 1}, {"output": "x"})
        assert tool.error_info["message"] == "no such"

    def test_ours_there_and_back(self):
        bound = checks.suite(checks.span_count(), checks.pii_leak(), checks.sql_shape(), checks.knowledge_retention())
        ctx = context(spans=[{"kind": "tool", "tool_name": "x"}])
        back = from_opik(as_metric(bound, labels=True, track=False))(ctx)
        assert [(s.name, s.value, s.comment, s.data_type) for s in back] == [
            (s.name, s.value, s.comment, s.data_type) for s in bound(ctx)
        ]

    def test_ones_own_sync_async_and_async_only(self):
        class Sync(opiks.BaseMetric):
            def score(self, output, tier, **ignored):
                return score_result.ScoreResult(self.name, len(output), tier)

        class Async(opiks.BaseMetric):
            async def score(self, output):
                await asyncio.sleep(0)
                return [score_result.ScoreResult("a", 1), score_result.ScoreResult("b", True)]

        class AsyncOnly(opiks.BaseMetric):
            async def ascore(self, output, **ignored):
                await asyncio.sleep(0)
                return score_result.ScoreResult(self.name, 0.5)

        ctx = context("abc", tier="gold")
        assert [(s.value, s.comment) for s in from_opik(Sync("own", track=False))(ctx)] == [(3, "gold")]
        found = [(s.name, s.value, s.data_type) for s in from_opik(Async("both", track=False))(ctx)]
        assert found == [("a", 1, "NUMERIC"), ("b", True, "BOOLEAN")]
        assert from_opik(AsyncOnly("own", track=False))(ctx)["own"].value == 0.5

    def test_scoring_functions(self):
        def longer(dataset_item, task_outputs):
            return score_result.ScoreResult("longer", len(task_outputs["output"]) - len(dataset_item["reference"]))

        assert from_opik(longer)(context("abc", reference="a"))["longer"].value == 2

    def test_a_failed_score_has_no_value_and_its_reason(self):
        def failed(task_span, output):
            return score_result.ScoreResult("failed", 0.0, "the judge is asleep", scoring_failed=True)

        (score,) = from_opik(failed)(context())
        assert (score.value, score.comment) == (None, "the judge is asleep")

    @pytest.mark.parametrize("value", [float("nan"), float("inf"), None, "high"])
    def test_a_value_that_is_no_number_is_nothing_to_score(self, value):
        def odd(task_span, output):
            return score_result.ScoreResult("odd", value)

        (score,) = from_opik(odd)(context())
        assert (score.value, score.comment) == (None, f"the value {value!r} is no number")

    def test_what_is_no_result(self):
        def wrong(task_span, output):
            return {"score": 1}

        with pytest.raises(ValueError, match="wrong returned dict"):
            from_opik(wrong)(context())

    def test_what_a_metric_raises_is_raised(self):
        def broken(task_span, output):
            raise opik.exceptions.MetricComputationError("no model")

        with pytest.raises(opik.exceptions.MetricComputationError, match="no model"):
            from_opik(broken)(context())


same, judged = from_opik(opiks.Equals(track=False)), from_opik(judge())


def overall(ctx):
    found = same(ctx) + judged(ctx) + metrics.pii_leak(ctx) + metrics.length_budget(ctx, max_words=50)
    grades = [found["equals_metric"], found["hallucination_metric"], found["pii_free"], found["within_length"]]
    return EvaluationResult(scores=[*found, combine.weighted_mean(grades, name="overall")])


def langsmith_feedback(evaluator, outputs, reference):
    example = schemas.Example(
        id=uuid.uuid4(),
        dataset_id=uuid.uuid4(),
        inputs={"question": "Where is FO-7?"},
        outputs=reference,
        created_at=datetime.now(UTC),
    )
    rows = evaluate(
        lambda inputs: outputs,
        data=[example],
        evaluators=[evaluator],
        upload_results=False,
        client=Client(api_key="x", info={}),
    )
    return {one.key: one.score for row in rows for one in row["evaluation_results"]["results"]}


class TestEverywhere:
    # Equals 1, the judge 0.25, no personal data 1, short enough 1.
    OVERALL = (1 + 0.25 + 1 + 1) / 4

    def test_equals_and_a_judge_and_our_checks_as_one_score_in_langsmith(self):
        feedback = langsmith_feedback(as_langsmith(overall), {"output": ANSWER}, {"answer": ANSWER})
        assert feedback["overall"] == pytest.approx(self.OVERALL)
        assert (feedback["equals_metric"], feedback["hallucination_metric"]) == (1.0, 0.25)

    def test_in_a_suite_in_langsmith(self):
        bound = checks.suite(same, checks.length_budget())
        feedback = langsmith_feedback(as_langsmith(bound), {"output": ANSWER}, {"answer": "no"})
        assert feedback == {"equals_metric": 0.0, "within_length": True}

    def test_in_the_openevals_form(self):
        results = as_openevals(overall)(outputs=ANSWER, inputs="Where?", reference_outputs=ANSWER)
        assert {one["key"]: one["score"] for one in results}["overall"] == pytest.approx(self.OVERALL)

    def test_in_opik(self, backend):
        result = opik.evaluate_on_dict_items(
            [{"input": "Where?", "expected_output": ANSWER}], lambda item: {"output": ANSWER}, [as_metric(overall)]
        )
        found = {one.name: one.value for one in result.test_results[0].score_results}
        assert found["overall"] == pytest.approx(self.OVERALL)

    def test_combined_by_hand(self):
        grades = same(context(reference=ANSWER)) + checks.length_budget(max_words=2)(ANSWER)
        assert combine.passed(combine.all_pass(grades)) is False
