"""A project's own evaluations with openevals, agentevals and Opik, as people write them: migrated by a test.

It uses every import of the openevals document. Its tests leave all results in `results.json`.
"""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import agentevals.trajectory.match  # agents
import pytest
from agentevals.graph_trajectory.strict import graph_trajectory_strict_match
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_core.runnables import RunnableLambda
from openevals import exact
from openevals.code.llm import CODE_CORRECTNESS_PROMPT, create_code_llm_as_judge
from openevals.code.mypy import create_mypy_evaluator
from openevals.code.pyright import create_pyright_evaluator
from openevals.exact import exact_match
from openevals.json import create_json_match_evaluator
from openevals.llm import create_async_llm_as_judge, create_llm_as_judge
from openevals.prompts import (  # what the judges are told
    CONCISENESS_PROMPT,
    CORRECTNESS_PROMPT,
    HALLUCINATION_PROMPT,  # with a context
    RAG_GROUNDEDNESS_PROMPT,
    RAG_HELPFULNESS_PROMPT,
    RAG_RETRIEVAL_RELEVANCE_PROMPT,
)
from openevals.simulators import create_llm_simulated_user, run_multiturn_simulation
from openevals.string.embedding_similarity import create_embedding_similarity_evaluator
from openevals.string.levenshtein import levenshtein_distance
from openevals.types import (
    ChatCompletionMessage,
    EvaluatorResult,
    SimpleEvaluator,
)
from openevals.utils import _run_evaluator
from opik.evaluation.metrics import Contains, Equals, GEval

try:
    from openevals.code.e2b.execution import create_e2b_execution_evaluator
    from openevals.code.e2b.pyright import create_e2b_pyright_evaluator
except ImportError:  # the sandbox is an extra
    create_e2b_execution_evaluator = create_e2b_pyright_evaluator = None


class FakeJudge(FakeListChatModel):
    """Says what it is told, also where a structure is wanted."""

    responses: list[str] = ["I see."]  # noqa: RUF012 - pydantic copies it

    def with_structured_output(self, schema: Any = None, **kwargs: Any) -> Any:
        return RunnableLambda(lambda _: {"score": True, "reasoning": "it is fine"})


class LetterCounts:
    """A local embedding."""

    def embed_query(self, text: str) -> list[float]:
        return [text.count(letter) + 0.5 for letter in "aeiou"]


def create_regex_evaluator(*, regex: str) -> SimpleEvaluator:
    pattern = re.compile(regex)

    def wrapped_evaluator(*, outputs: Any, **kwargs: Any) -> EvaluatorResult:
        if not isinstance(outputs, str):
            outputs = json.dumps(outputs)

        def get_score():
            return pattern.match(outputs) is not None

        return _run_evaluator(run_name="regex_match", scorer=get_score, feedback_key="regex_match")

    return wrapped_evaluator


def my_app(inputs: ChatCompletionMessage, *, thread_id: str, **kwargs):
    return {"role": "assistant", "content": "3.11 is greater than 3.9.", "id": f"a{len(inputs['content'])}"}


def my_user(trajectory: list[ChatCompletionMessage], *, thread_id: str, turn_counter: int, **kwargs):
    return {"role": "user", "content": "Wow" + "!" * turn_counter, "id": f"u{turn_counter}"}


def said(*names):
    calls = [{"id": name, "type": "function", "function": {"name": name, "arguments": '{"q": 1}'}} for name in names]
    return [{"role": "user", "content": "go"}, {"role": "assistant", "content": "", "tool_calls": calls}]


def judged(**settings):
    evaluator = create_llm_as_judge(judge=FakeJudge(), **settings)
    return evaluator(inputs="q", outputs="a", reference_outputs="b", context="c")


async def judged_later():
    return await create_async_llm_as_judge(prompt="{outputs}", judge=FakeJudge())(outputs="a")


def results() -> dict[str, Any]:
    """All results, JSON as they are."""
    outputs = [{"a": "x", "b": 2}, {"a": "y", "b": 2, "c": [1, 2, 3]}]
    reference = [{"a": "x", "b": 2}, {"a": "y", "b": 2, "c": [1, 2, 4]}]
    match = create_json_match_evaluator(aggregator="all", list_aggregator="average", exclude_keys=["a"])
    rubric = create_json_match_evaluator(rubric={"a": "Is it alike?"}, judge=FakeJudge(), list_aggregator="average")
    return {
        "exact": [
            exact_match(outputs=outputs, reference_outputs=reference),
            exact.exact_match(outputs=1, reference_outputs=1),
        ],
        "levenshtein": levenshtein_distance(outputs="the answer", reference_outputs="the answers"),
        "json": [
            match(outputs=outputs, reference_outputs=reference),
            create_json_match_evaluator()(outputs=outputs, reference_outputs=reference),
        ],
        "rubric": [
            # The run that a judge's score comes from has a new id each time.
            {key: value for key, value in result.items() if key != "source_run_id"}
            for result in rubric(outputs={"a": "x", "b": 1}, reference_outputs={"a": "X", "b": 1})
        ],
        "judges": [
            judged(prompt=prompt, feedback_key="f")
            for prompt in (
                CONCISENESS_PROMPT,
                CORRECTNESS_PROMPT,
                HALLUCINATION_PROMPT,
                RAG_GROUNDEDNESS_PROMPT,
                RAG_HELPFULNESS_PROMPT,
                RAG_RETRIEVAL_RELEVANCE_PROMPT,
            )
        ],
        "judge, async": asyncio.run(judged_later()),
        "code judge": create_code_llm_as_judge(
            prompt=CODE_CORRECTNESS_PROMPT, judge=FakeJudge(), code_extraction_strategy="markdown_code_blocks"
        )(inputs="write", outputs="```python\nx = 1\n```"),
        "types": [
            create_pyright_evaluator(code_extraction_strategy="markdown_code_blocks")(
                outputs="```python\nx: int = 'a'\n```"
            ),
            create_pyright_evaluator(code_extraction_strategy="markdown_code_blocks")(outputs="no code"),
            create_mypy_evaluator()(outputs="\ndef sum_of_two_numbers(a, b): return a + b\n"),
        ],
        "own": [create_regex_evaluator(regex="some")(outputs=outputs) for outputs in ("some string", {"some": 1})],
        "simulation": run_multiturn_simulation(
            app=my_app,
            user=my_user,
            max_turns=2,
            trajectory_evaluators=[
                create_llm_as_judge(judge=FakeJudge(), prompt="{outputs}", feedback_key="satisfied")
            ],
        ),
        "simulated user": create_llm_simulated_user(
            system="You are angry.",
            client=FakeJudge(),
            fixed_responses=[{"role": "user", "content": "refund!", "id": "1"}],
        )([], thread_id="t", turn_counter=0)["content"],
        "trajectory": [
            agentevals.trajectory.match.create_trajectory_match_evaluator(trajectory_match_mode=mode)(
                outputs=said("a", "b"), reference_outputs=said("b", "a")
            )
            for mode in ("strict", "unordered", "subset", "superset")
        ],
        "graph": graph_trajectory_strict_match(outputs={"steps": [["a"]]}, reference_outputs={"steps": [["a"]]}),
        "opik": [
            [metric.name, metric.score(output="The Answer", reference="the answer").value]
            for metric in (Contains(track=False), Equals(track=False))
        ],
        "opik's own": GEval.__module__,
        "sandbox": create_e2b_execution_evaluator is None and create_e2b_pyright_evaluator is None,
    }


@pytest.fixture(scope="module")
def found():
    made = results()
    Path("results.json").write_text(json.dumps(made, default=str))
    return made


def test_scores(found):
    assert found["json"][0][0]["score"] == 0.5
    assert [result["score"] for result in found["exact"]] == [False, True]
    assert all(result["score"] is True for result in found["judges"])


def test_simulation(found):
    assert [message["role"] for message in found["simulation"]["trajectory"]] == ["user", "assistant"] * 2
    assert found["simulation"]["evaluator_results"][0]["key"] == "satisfied"


def test_embedding():
    assert callable(create_embedding_similarity_evaluator(model="openai:text-embedding-3-small"))
    assert len(LetterCounts().embed_query("a")) == 5


def test_trajectories(found):
    assert all(result["score"] for result in found["trajectory"])
