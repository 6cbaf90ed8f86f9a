"""`from_openevals`: openevals' judges with fake chat models, its code evaluators and anybody's own, as checks."""

from __future__ import annotations

import asyncio
import json

import httpx
import openai
import pytest
from langchain_core.language_models import FakeListChatModel
from langchain_core.runnables import RunnableLambda
from openevals.code.base import _create_base_code_evaluator
from openevals.exact import exact_match, exact_match_async
from openevals.json import create_json_match_evaluator
from openevals.llm import create_async_llm_as_judge, create_llm_as_judge
from openevals.string.levenshtein import levenshtein_distance
from openevals.trajectory.match import create_trajectory_match_evaluator
from pydantic import BaseModel
from typing_extensions import TypedDict

from oodle_eval import runs
from oodle_eval.runtime import EvaluationContext, EvaluationResult, ExperimentContext, ObservationContext, Score
from oodle_eval.testing import assert_passes
from oodle_eval.v1 import checks, combine, metrics
from oodle_eval_adapters.langsmith import as_evaluator as as_langsmith
from oodle_eval_adapters.openevals import as_async_evaluator, as_evaluator, from_openevals
from oodle_eval_adapters.opik import as_metric

PROMPT = "Is the answer relevant?\n{inputs}\n{outputs}"


class Judge(FakeListChatModel):
    """A judge that always says the same, in the structure that is asked of it, and keeps what it was asked."""

    responses: list[str] = ["-"]  # noqa: RUF012 - pydantic copies it
    verdict: dict
    asked: list = []  # noqa: RUF012 - pydantic copies it

    def with_structured_output(self, schema, **_):
        def answer(messages):
            self.asked.append(messages)
            is_model = isinstance(schema, type) and issubclass(schema, BaseModel)
            return schema(**self.verdict) if is_model else dict(self.verdict)

        return RunnableLambda(answer)


def context(output="It was sent on Monday.", expected=None, asked="Where is my order?", metadata=None):
    return EvaluationContext(
        ObservationContext(asked, output, metadata), experiment=ExperimentContext(expected_output=expected)
    )


def judged(score, make=create_llm_as_judge, prompt=PROMPT, **settings):
    judge = Judge(verdict={"reasoning": "because", "score": score})
    return make(prompt=prompt, judge=judge, feedback_key="relevance", **settings), judge


class TestJudges:
    @pytest.mark.parametrize("make", [create_llm_as_judge, create_async_llm_as_judge])
    @pytest.mark.parametrize(
        ("settings", "verdict", "data_type"),
        [
            ({}, True, "BOOLEAN"),
            ({"continuous": True}, 0.75, "NUMERIC"),
            ({"choices": [0.0, 0.5, 1.0]}, 0.5, "NUMERIC"),
            ({"use_reasoning": False}, False, "BOOLEAN"),
        ],
    )
    def test_a_verdict_is_a_score(self, make, settings, verdict, data_type):
        evaluator, judge = judged(verdict, make, **settings)
        (score,) = from_openevals(evaluator)(context())
        assert (score.name, score.value, score.data_type) == ("relevance", verdict, data_type)
        assert score.comment == ("because" if settings.get("use_reasoning", True) else None)
        assert "It was sent on Monday." in str(judge.asked[0])
        assert "Where is my order?" in str(judge.asked[0])

    def test_its_own_schema(self):
        class Verdict(BaseModel):
            reasoning: str
            polite: bool
            helpfulness: float
            language: str

        class Typed(TypedDict):
            reasoning: str
            polite: bool

        verdict = {"reasoning": "because", "polite": True, "helpfulness": 0.5, "language": "en"}
        schema = {"title": "Verdict", "type": "object", "properties": {key: {} for key in verdict}}
        for output_schema in (Verdict, schema, Typed):
            judge = Judge(verdict=verdict)
            evaluator = create_llm_as_judge(prompt=PROMPT, judge=judge, output_schema=output_schema)
            scores = from_openevals(evaluator, name="tone")(context())
            assert [(one.name, one.value, one.data_type) for one in scores] == [
                ("polite", True, "BOOLEAN"),
                ("helpfulness", 0.5, "NUMERIC"),
            ]
            assert {one.comment for one in scores} == {"because"}

    def test_an_openai_client(self):
        answer = json.dumps({"reasoning": "because", "score": 0.25})
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": answer}}
        made = {"id": "c", "object": "chat.completion", "created": 1, "model": "gpt-x", "choices": [choice]}
        transport = httpx.MockTransport(lambda request: httpx.Response(200, json=made))
        client = openai.OpenAI(api_key="x", http_client=httpx.Client(transport=transport))
        evaluator = create_llm_as_judge(prompt=PROMPT, judge=client, model="gpt-x", continuous=True, feedback_key="rel")
        assert from_openevals(evaluator)(context())["rel"].value == 0.25

    def test_what_a_prompt_asks_for_beyond_the_context(self):
        evaluator, judge = judged(True, prompt="{rubric} {context}")
        bound = from_openevals(evaluator, arguments={"rubric": "Be kind.", "context": lambda ctx: ["from the shelf"]})
        assert bound(context())["relevance"].value is True
        assert "Be kind." in str(judge.asked)
        assert "from the shelf" in str(judge.asked)
        assert "in its metadata" in str(
            (
                from_openevals(evaluator, arguments={"rubric": "r"})(context(metadata={"context": "in its metadata"})),
                judge.asked,
            )
        )

    def test_inside_a_running_loop(self):
        evaluator, _ = judged(0.5, create_async_llm_as_judge, continuous=True)
        bound = from_openevals(evaluator)

        async def run():
            return bound(context())["relevance"].value

        assert asyncio.run(run()) == 0.5


class TestOverall:
    """The cookbook's "Combine an LLM judge with a code check"."""

    def test_from_the_scores_that_both_left_on_the_span(self):
        def evaluate(ctx):
            relevance = ctx.score("Answer relevance", default=0.0)
            pii_free = ctx.score("PII leak", "pii_free", default=True)
            found = [Score(relevance, name="relevance"), Score(pii_free, "BOOLEAN", name="pii_free")]
            overall = combine.weighted_mean(found, weights={"relevance": 3, "pii_free": 1}, name="overall")
            return EvaluationResult(scores=[overall])

        ctx = context()
        ctx.scores = {
            "Answer relevance": from_openevals(judged(0.6, continuous=True)[0])(ctx),
            "PII leak": metrics.pii_leak(ctx),
        }
        assert evaluate(ctx).scores["overall"].value == pytest.approx((3 * 0.6 + 1) / 4)

    @pytest.mark.parametrize("make", [create_llm_as_judge, create_async_llm_as_judge])
    def test_in_one_function_and_from_there_in_every_framework(self, make):
        judge = from_openevals(judged(0.6, make, continuous=True)[0])

        def overall(ctx):
            both = judge(ctx) + metrics.pii_leak(ctx)[:1]
            return combine.weighted_mean(both, weights={"relevance": 3}, name="overall")

        expected = pytest.approx((3 * 0.6 + 1) / 4)
        values = {"inputs": "Where?", "outputs": "It was sent."}
        assert as_evaluator(overall)(**values)["score"] == expected
        assert asyncio.run(as_async_evaluator(overall)(**values))["score"] == expected
        assert as_langsmith(overall)(**values)["results"][0].score == expected
        assert as_metric(overall, track=False).score(input="Where?", output="It was sent.").value == expected
        assert runs.run([{"input": "Where?", "output": "It was sent."}], overall).summary()["overall"].mean == expected

    def test_in_a_suite(self):
        judge = from_openevals(judged(True)[0])
        scores = checks.suite(judge, checks.pii_leak(), checks.length_budget())(context())
        assert [one.name for one in scores] == ["relevance", "pii_free", "pii_count", "within_length"]
        assert_passes(scores)


class TestOthers:
    def test_deterministic_evaluators(self):
        same = context("a", "a")
        for evaluator in (exact_match, exact_match_async):
            assert from_openevals(evaluator)(same)["exact_match"].value is True
        score = from_openevals(levenshtein_distance)(context("abcd", "abcx"))[0]
        assert (score.name, score.value, score.data_type) == ("levenshtein_distance", 0.75, "NUMERIC")

    def test_a_list_of_results(self):
        evaluator = create_json_match_evaluator(aggregator=None)
        scores = from_openevals(evaluator)(context({"a": 1, "b": 2}, {"a": 1, "b": 3}))
        assert {one.name: one.value for one in scores} == {"json_match:a": 1.0, "json_match:b": 0}

    def test_a_trajectory(self):
        said = [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]
        bound = from_openevals(create_trajectory_match_evaluator(trajectory_match_mode="strict"))
        assert bound(context(said, said)).copy()[0].value is True

    def test_a_code_evaluator(self):
        def checked(outputs, **kwargs):
            return outputs.strip() == "x = 1", "read as code"

        evaluator = _create_base_code_evaluator(
            scorer=checked, run_name="code", feedback_key="code_ok", code_extraction_strategy="markdown_code_blocks"
        )
        (score,) = from_openevals(evaluator)(context("Here:\n```python\nx = 1\n```"))
        assert (score.name, score.value, score.comment) == ("code_ok", True, "read as code")

    def test_anybodys_own(self):
        def label(outputs, reference_outputs=None):
            return [{"key": "tone", "score": None, "value": "kind", "comment": "c"}, {"key": "n", "score": 3}]

        async def number(*, outputs, **kwargs):
            return {"key": "size", "score": len(outputs), "metadata": {"higher_is_better": False}}

        tone, count = from_openevals(label)(context())
        assert (tone.value, tone.data_type, tone.comment, count.value) == ("kind", "CATEGORICAL", "c", 3)
        (size,) = from_openevals(number)(context("abc"))
        assert (size.value, size.higher_is_better) == (3, False)

    def test_none_is_nothing_to_score(self):
        (score,) = from_openevals(lambda **_: {"key": "k", "score": None, "comment": "no reply"})(context())
        assert (score.value, score.comment) == (None, "no reply")

    def test_our_own_form_and_back(self):
        bound = from_openevals(as_evaluator([checks.pii_leak(), checks.sentiment()]))
        expected = checks.suite(checks.pii_leak(), checks.sentiment())(context())
        shown = lambda scores: [(one.name, one.value, one.comment, one.higher_is_better) for one in scores]
        assert shown(bound(context())) == shown(expected)
        assert shown(from_openevals(as_async_evaluator(checks.pii_leak()))(context())) == shown(expected[:2])

    @pytest.mark.parametrize("given", [None, "good", {}, {"comment": "c"}, object(), [3, None]])
    def test_what_is_no_result_is_an_error(self, given):
        with pytest.raises(ValueError, match="judge returned"):
            from_openevals(lambda **_: given, name="judge")(context())

    def test_a_missing_argument_is_an_error_that_says_how(self):
        def rubric_judge(*, outputs, rubric):
            return {"key": "k", "score": 1}

        with pytest.raises(ValueError, match=r'rubric_judge needs rubric.*arguments=\{"rubric": ...\}'):
            from_openevals(rubric_judge)(context())

    def test_no_results_is_nothing_to_score(self):
        evaluator = create_json_match_evaluator(aggregator=None)
        (score,) = from_openevals(evaluator, name="fields")(context({}, {}))
        assert (score.name, score.value) == ("fields", None)
        assert "nothing to compare" in score.comment

    def test_what_is_not_callable(self):
        with pytest.raises(ValueError, match="from_openevals"):
            from_openevals({"key": "k", "score": 1})

    def test_its_errors_are_its_own(self):
        def broken(**kwargs):
            raise KeyError("lost")

        with pytest.raises(KeyError):
            from_openevals(broken)(context())
        with pytest.raises(ValueError, match="broken raised KeyError: 'lost'"):
            as_evaluator(from_openevals(broken))(outputs="a")
