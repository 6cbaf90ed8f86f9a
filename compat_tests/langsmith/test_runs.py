"""Runs become contexts: run trees recorded offline, with fake models, by the frameworks that LangSmith traces."""

from __future__ import annotations

import itertools
import json
import uuid
import warnings
from datetime import UTC, datetime, timedelta

import anthropic
import httpx
import openai
import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.tools import tool
from langsmith import schemas, traceable

from oodle_eval.v1 import checks, text
from oodle_eval.v1._waist.row import Row
from oodle_eval_adapters._langsmith_runs import attributes_of, row_of, row_values, spans_of
from oodle_eval_adapters.langsmith import as_evaluator

with warnings.catch_warnings(action="ignore"):  # one of its modules has moved
    from langsmith import wrappers

USAGE = {"input_tokens": 11, "output_tokens": 5, "total_tokens": 16}
CALL = AIMessage("", tool_calls=[{"name": "get_order", "args": {"id": "FO-7"}, "id": "c1"}], usage_metadata=USAGE)
ANSWER = AIMessage("Order FO-7 was shipped on Monday.", usage_metadata=USAGE)


class FakeModel(GenericFakeChatModel):
    def bind_tools(self, tools, **kwargs):
        return self


def model(*messages):
    return FakeModel(messages=iter([message.model_copy(deep=True) for message in messages]))


@tool("get_order")
def get_order(id: str) -> str:
    """Look an order up."""
    return f"Order {id} was shipped on Monday."


def agent(*messages):
    create_agent = pytest.importorskip("langchain.agents").create_agent
    return create_agent(model(*messages), [get_order])


ASKED = {"messages": [{"role": "user", "content": "Where is my order FO-7?"}]}


def context_of(run, structure=False):
    return Row(**row_values(run)).for_check(structure)


class TestLangGraph:
    def test_the_tree_becomes_spans_in_order(self, recorded):
        spans = spans_of(recorded(agent(CALL, ANSWER), ASKED))
        assert [(span["kind"], span["name"]) for span in spans] == [
            ("agent", "LangGraph"),
            ("span", "model"),
            ("llm", "FakeModel"),
            ("span", "tools"),
            ("tool", "get_order"),
            ("span", "model"),
            ("llm", "FakeModel"),
        ]
        step = spans[4]
        assert (step["tool_name"], step["input"], step["tool_call_id"]) == ("get_order", {"id": "FO-7"}, "c1")
        assert step["duration_ms"] >= 0
        assert step["error"] is None

    def test_tokens_are_the_sum_of_the_models(self, recorded):
        attributes = attributes_of(recorded(agent(CALL, ANSWER), ASKED))
        assert attributes["gen_ai.usage.input_tokens"] == 22
        assert attributes["gen_ai.usage.output_tokens"] == 10
        assert attributes["duration_ms"] > 0

    def test_the_reply_is_the_last_message_and_the_question_is_no_part_of_it(self, recorded):
        ctx = context_of(recorded(lambda inputs: agent(CALL, ANSWER).invoke(inputs), ASKED))
        assert text.reply(ctx).endswith("shipped on Monday.")
        assert [turn["role"] for turn in text.turns(ctx)] == ["user", "tool", "assistant"]

    def test_what_the_tool_returned_is_the_context(self, recorded):
        ctx = context_of(recorded(agent(CALL, ANSWER), ASKED))
        assert ctx.observation.metadata["context"] == ["Order FO-7 was shipped on Monday."]

    def test_trajectory_loop_budget_and_grounding(self, feedback):
        found = feedback(
            agent(CALL, ANSWER),
            as_evaluator(checks.tool_trajectory(expected=["get_order"])),
            as_evaluator(checks.tool_call_validity(allowed_tools=["get_order"], required_args={"get_order": ["id"]})),
            as_evaluator(checks.repeated_tool_calls()),
            as_evaluator(checks.token_latency_budget(max_output_tokens=9)),
            as_evaluator(checks.total_duration(max_duration_ms=60_000)),
            as_evaluator(checks.span_count(kind="llm")),
            as_evaluator(checks.error_spans()),
            as_evaluator([checks.grounding(), checks.unsupported_numbers()]),
            inputs=ASKED,
        )
        scores = {key: one.score for key, one in found.items()}
        assert scores["trajectory_match"] is True
        assert scores["tool_calls_valid"] is True
        assert (scores["tool_loop"], scores["most_repeated"]) == (False, 1)
        assert (scores["within_budget"], scores["budget_used"]) == (False, pytest.approx(10 / 9, abs=0.01))
        assert scores["within_duration"] is True
        assert "agent" in found["total_duration_ms"].comment
        assert scores["span_count"] == 2
        assert scores["no_errors"] is True
        assert scores["grounded"] is True
        assert scores["numbers_supported"] is True

    def test_a_looping_agent_that_makes_things_up_is_found_out(self, feedback):
        again = AIMessage("", tool_calls=[{"name": "get_order", "args": {"id": "FO-7"}, "id": "c2"}])
        invented = AIMessage("Our warehouse in Lisbon burned down, and the parcel with 12 lamps was lost.")
        found = feedback(
            agent(CALL, again, invented),
            as_evaluator(
                [checks.repeated_tool_calls(), checks.grounding(), checks.tool_trajectory(expected=["cancel"])]
            ),
            inputs=ASKED,
        )
        scores = {key: one.score for key, one in found.items()}
        assert scores["tool_loop"] is True
        assert scores["grounded"] is False
        assert scores["trajectory_match"] is False


class TestLangChain:
    def test_a_chain(self, recorded):
        chain = ChatPromptTemplate.from_messages([("user", "{question}")]) | model(ANSWER) | StrOutputParser()
        run = recorded(chain, {"question": "Where is it?"})
        assert [span["kind"] for span in spans_of(run)].count("llm") == 1
        assert attributes_of(run)["gen_ai.usage.output_tokens"] == 5
        assert text.reply(context_of(run)) == ANSWER.content

    def test_a_models_own_run_with_its_generations_and_its_batch_of_messages(self, recorded):
        def target(inputs):
            return {"output": model(CALL).invoke(inputs["question"]).content}

        (llm,) = recorded(target, {"question": "Where is it?"}).child_runs
        ctx = context_of(llm, structure=True)
        assert text.tool_calls(ctx) == [{"id": "c1", "name": "get_order", "arguments": {"id": "FO-7"}}]
        assert text.last_user_message(ctx) == "Where is it?"
        assert attributes_of(llm)["gen_ai.usage.input_tokens"] == 11

    def test_retrieved_documents_are_the_context(self, recorded):
        from langchain_core.documents import Document
        from langchain_core.retrievers import BaseRetriever

        class Shelf(BaseRetriever):
            def _get_relevant_documents(self, query, *, run_manager):
                return [Document("FO-7 was shipped on Monday."), Document("Returns take two weeks.")]

        def target(inputs):
            Shelf().invoke(inputs["question"])
            return {"answer": "It was shipped on Monday."}

        ctx = context_of(recorded(target, {"question": "q"}))
        assert ctx.observation.metadata["context"] == ["FO-7 was shipped on Monday.", "Returns take two weeks."]


def openai_answer(request):
    body = json.loads(request.content)
    usage = {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7}
    if request.url.path.endswith("/responses"):
        said = {"type": "output_text", "text": "It was sent.", "annotations": []}
        item = {"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": [said]}
        counted = {"input_tokens": 6, "output_tokens": 2, "total_tokens": 8}
        details = {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
        made = {"id": "r", "object": "response", "created_at": 1, "model": "gpt-x", "output": [item], "tools": []}
        made |= {"parallel_tool_calls": True, "tool_choice": "auto", "usage": counted | details}
        return httpx.Response(200, json=made)
    head = {"id": "c", "created": 1, "model": "gpt-x"}
    if body.get("stream"):
        deltas = [{"role": "assistant", "content": "It was "}, {"content": "sent."}]
        choices = [[{"index": 0, "delta": delta, "finish_reason": None}] for delta in deltas]
        events = [{**head, "object": "chat.completion.chunk", "choices": choice} for choice in choices]
        events.append({**head, "object": "chat.completion.chunk", "choices": [], "usage": usage})
        sent = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
        return httpx.Response(200, headers={"content-type": "text/event-stream"}, content=sent)
    call = {"id": "t1", "type": "function", "function": {"name": "get_order", "arguments": '{"id": "FO-7"}'}}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
    return httpx.Response(200, json={**head, "object": "chat.completion", "choices": [choice], "usage": usage})


@pytest.fixture(scope="module")
def openai_client():
    transport = httpx.MockTransport(openai_answer)
    return wrappers.wrap_openai(openai.OpenAI(api_key="x", http_client=httpx.Client(transport=transport)))


class TestOpenAI:
    asked = ({"role": "user", "content": "Where is FO-7?"},)

    def test_a_completion_as_the_target_gives_it(self, openai_client, recorded):
        run = recorded(
            lambda inputs: openai_client.chat.completions.create(model="gpt-x", messages=self.asked), {"q": "Where?"}
        )
        assert text.tool_calls(context_of(run, structure=True))[0]["name"] == "get_order"
        attributes = attributes_of(run)
        assert (attributes["gen_ai.usage.input_tokens"], attributes["gen_ai.usage.output_tokens"]) == (3, 4)

    def test_calls_inside_a_traced_function(self, openai_client, recorded):
        @traceable(run_type="tool")
        def look_up(order):
            return {"status": "shipped"}

        @traceable
        def app(inputs):
            openai_client.chat.completions.create(model="gpt-x", messages=self.asked)
            look_up("FO-7")
            options = {"include_usage": True}
            stream = openai_client.chat.completions.create(
                model="gpt-x", messages=self.asked, stream=True, stream_options=options
            )
            said = "".join(chunk.choices[0].delta.content for chunk in stream if chunk.choices)
            openai_client.responses.create(model="gpt-x", input="Where?")
            return {"answer": said}

        run = recorded(app, {"question": "Where is FO-7?"})
        spans = spans_of(run)
        assert [(span["kind"], span["name"], span["model"]) for span in spans] == [
            ("llm", "ChatOpenAI", "gpt-x"),
            ("tool", "look_up", None),
            ("llm", "ChatOpenAI", "gpt-x"),
            ("llm", "ChatOpenAI", "gpt-x"),
        ]
        assert spans[1]["input"] == {"order": "FO-7"}
        attributes = attributes_of(run)
        assert attributes["gen_ai.usage.input_tokens"] == 3 + 3 + 6
        assert attributes["gen_ai.usage.output_tokens"] == 4 + 4 + 2
        assert 0 <= attributes["time_to_first_token_ms"] <= attributes["duration_ms"]
        assert text.reply(context_of(run)) == "It was sent."
        response = run.child_runs[3]
        assert text.reply(context_of(response)) == text.reply(context_of(response, structure=True)) == "It was sent."
        # Without an example the argument of the traced function is the input.
        assert context_of(run).observation.input == "Where is FO-7?"


class TestAnthropic:
    def test_a_message_with_a_tool_call(self, recorded):
        made = {"id": "m", "type": "message", "role": "assistant", "model": "claude-x", "stop_sequence": None}
        blocks = [{"type": "text", "text": "Looking."}]
        blocks.append({"type": "tool_use", "id": "t1", "name": "get_order", "input": {"id": "FO-7"}})
        made |= {"content": blocks, "stop_reason": "tool_use", "usage": {"input_tokens": 5, "output_tokens": 6}}
        client = wrappers.wrap_anthropic(anthropic.Anthropic(api_key="x", http_client=http_client_for_anthropic(made)))

        def target(inputs):
            return client.messages.create(
                model="claude-x", max_tokens=9, system="Be kind.", messages=[{"role": "user", "content": "Where?"}]
            )

        run = recorded(target, {"question": "Where?"})
        for one in (run, run.child_runs[0]):  # what the target gave, and what the wrapper recorded
            ctx = context_of(one, structure=True)
            assert text.reply(ctx) == "Looking."
            assert text.tool_calls(ctx) == [{"id": "t1", "name": "get_order", "arguments": {"id": "FO-7"}}]
            assert attributes_of(one)["gen_ai.usage.output_tokens"] == 6
        assert spans_of(run)[0]["model"] == "claude-x"


def http_client_for_anthropic(made):
    """Return an HTTP client that gives one answer, of the package that the SDK uses."""

    def of(http):
        return http.Client(transport=http.MockTransport(lambda request: http.Response(200, json=made)))

    return of(pytest.importorskip("httpx2") if uses_httpx2() else httpx)


def uses_httpx2():
    try:
        anthropic.Anthropic(api_key="x", http_client=httpx.Client())
    except TypeError:
        return True
    return False


def run_of(run_type="chain", children=(), **fields):
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    known = {"id": uuid.uuid4(), "name": "app", "trace_id": uuid.uuid4(), "start_time": moment, "inputs": {}}
    known |= {"end_time": moment + timedelta(milliseconds=250)}
    return schemas.Run(**{**known, "run_type": run_type, "child_runs": list(children), **fields})


def usage_metadata(count):
    return {"usage_metadata": {"input_tokens": count, "output_tokens": 1}}


class TestTokensAndTimes:
    @pytest.mark.parametrize(
        "fields",
        [
            {"prompt_tokens": 7, "completion_tokens": 1},
            {"extra": {"metadata": usage_metadata(7)}},
            {"outputs": usage_metadata(7)},
            {"outputs": {"usage": {"prompt_tokens": 7, "completion_tokens": 1}}},
            {"outputs": {"llm_output": {"token_usage": {"prompt_tokens": 7, "completion_tokens": 1}}}},
            {"outputs": {"output": {"role": "assistant", "content": "a", **usage_metadata(7)}}},
            {
                "outputs": {
                    "messages": [{"type": "ai", "content": "a", **usage_metadata(7)}, {"type": "human", "content": ""}]
                }
            },
            {
                "outputs": {
                    "generations": [[{"text": "a", "message": {"type": "ai", "content": "a", **usage_metadata(7)}}]]
                }
            },
        ],
    )
    def test_wherever_they_are_kept(self, fields):
        attributes = attributes_of(run_of("llm", **fields))
        assert (attributes["gen_ai.usage.input_tokens"], attributes["gen_ai.usage.output_tokens"]) == (7, 1)

    def test_a_runs_own_stand_for_those_below_it(self):
        below = [run_of("llm", prompt_tokens=5), run_of("llm", prompt_tokens=6)]
        assert attributes_of(run_of(children=below))["gen_ai.usage.input_tokens"] == 11
        assert attributes_of(run_of(children=below, prompt_tokens=20))["gen_ai.usage.input_tokens"] == 20

    def test_none_is_not_zero(self):
        assert not any(name.startswith("gen_ai") for name in attributes_of(run_of(outputs={"usage": "none"})))

    def test_latency_and_time_to_first_token(self):
        moment = datetime(2026, 1, 1, tzinfo=UTC)
        attributes = attributes_of(run_of(first_token_time=moment + timedelta(milliseconds=90)))
        assert (attributes["duration_ms"], attributes["time_to_first_token_ms"]) == (250, 90)
        event = {"name": "new_token", "time": (moment + timedelta(milliseconds=40)).isoformat()}
        assert attributes_of(run_of(children=[run_of(events=[event])]))["time_to_first_token_ms"] == 40

    def test_the_runs_metadata_beats_the_examples(self, example):
        run = run_of(extra={"metadata": {"who": "run"}})
        found = attributes_of(run, example({}, metadata={"who": "example", "split": "base"}))
        assert (found["who"], found["split"]) == ("run", "base")


class TestSteps:
    def test_children_come_in_the_order_in_which_they_began_however_they_are_kept(self):
        orders = ["20260101T000000000003Z", "20260101T000000000001Z", "20260101T000000000002Z"]
        children = [run_of("tool", name=order[-2], dotted_order=order) for order in orders]
        assert [span["name"] for span in spans_of(run_of(children=children))] == ["1", "2", "3"]

    def test_a_deep_tree(self):
        run = {"name": "leaf", "run_type": "tool"}
        for _ in range(5_000):
            run = {"name": "chain", "run_type": "chain", "child_runs": [run]}
        spans = spans_of(run)
        assert (len(spans), spans[-1]["tool_name"]) == (5_000, "leaf")

    def test_a_models_own_run_is_a_step(self):
        assert [span["kind"] for span in spans_of(run_of("llm"))] == ["llm"]
        assert spans_of(run_of("chain")) == []

    def test_a_failed_step_has_its_error_and_a_failure_of_its_own_makes_the_run_a_step(self):
        step = run_of("tool", name="search", error="TimeoutError()")
        spans = spans_of(run_of(children=[step], error="TimeoutError()"))
        assert [(span["name"], span["error"]) for span in spans] == [("search", "TimeoutError()")]
        assert [span["error"] for span in spans_of(run_of(error="KeyError('x')"))] == ["KeyError('x')"]

    @pytest.mark.parametrize("held", ['{"id": 7}', "{'id': 7}"])
    def test_arguments_kept_as_text(self, held):
        step = run_of("tool", inputs={"input": held})
        assert spans_of(run_of(children=[step]))[0]["input"] == {"id": 7}

    @pytest.mark.parametrize("held", ["weather in Rome", "{", "{id: 7}", "[" * 200_000, "{" * 20_000])
    def test_a_tools_plain_text_stays(self, held):
        step = run_of("tool", inputs={"input": held})
        assert spans_of(run_of(children=[step]))[0]["input"] == {"input": held}

    def test_kinds(self):
        kinds = ["tool", "llm", "chain", "retriever", "embedding", "prompt", "parser"]
        spans = spans_of(run_of(children=[run_of(kind, dotted_order=str(n)) for n, kind in enumerate(kinds)]))
        assert [span["kind"] for span in spans] == ["tool", "llm", "span", "span", "span", "span", "span"]


class TestContext:
    def test_metadata_beats_what_was_retrieved(self):
        step = run_of("retriever", outputs={"documents": [{"page_content": "b"}]})
        run = run_of(children=[step], extra={"metadata": {"context": "a"}})
        assert Row(**row_values(run)).for_check(False).observation.metadata["context"] == "a"
        assert row_of(run, context_keys=("docs",)).context == ["b"]

    @pytest.mark.parametrize(
        ("outputs", "found"),
        [
            ({"documents": [{"page_content": "a"}, "b"]}, ["a", "b"]),
            ({"output": "a"}, ["a"]),
            ({"status": "shipped"}, ['{"status": "shipped"}']),
            ({"output": {"type": "tool", "content": "a", "tool_call_id": "c"}}, ["a"]),
            ({}, None),
            (None, None),
            ({"output": ""}, None),
        ],
    )
    def test_what_steps_returned_as_passages(self, outputs, found):
        assert row_values(run_of(children=[run_of("tool", outputs=outputs)]))["context"] == found

    def test_a_check_that_reads_no_steps_does_not_make_them(self):
        evaluator = as_evaluator(checks.length_budget())
        run = run_of(outputs={"output": "a"})
        assert evaluator._face.needs == frozenset()
        assert evaluator.evaluate_run(run)["results"][0].score is True
        assert as_evaluator(checks.grounding())._face.needs == {"context", "metadata"}
        assert as_evaluator(checks.length_budget(max_words=checks.row("metadata.limit")))._face.needs == {"metadata"}
        assert as_evaluator(lambda ctx: [])._face.needs == {"context", "metadata", "trace"}


class TestFailedRuns:
    run = run_of(error="ValueError('no key')\n\nTraceback (most recent call last): ...", outputs=None)

    def test_a_check_of_the_reply_has_nothing_to_score(self):
        for evaluator in (as_evaluator(checks.pii_leak()), as_evaluator(checks.conversation_degeneration())):
            with pytest.raises(ValueError, match=r"no output to score: the run failed: ValueError\('no key'\)"):
                evaluator.evaluate_run(self.run)

    def test_checks_of_the_trace_run(self):
        results = as_evaluator([checks.pii_leak(), checks.error_spans(), checks.token_latency_budget()]).evaluate_run(
            self.run
        )
        found = {one.key: (one.score, (one.extra or {}).get("error")) for one in results["results"]}
        assert found["pii_free"] == (None, True)
        assert found["no_errors"] == (False, None)
        assert found["within_budget"] == (True, None)

    def test_a_users_evaluate_runs(self):
        from oodle_eval.runtime import Score

        evaluator = as_evaluator(lambda ctx: [Score(ctx.observation.output is None, "BOOLEAN", name="nothing")])
        assert evaluator.evaluate_run(self.run)["results"][0].score is True

    def test_within_evaluate(self, feedback):
        def target(inputs):
            raise ValueError("no key")

        found = feedback(target, as_evaluator(checks.pii_leak()))
        assert [(key, one.score, one.extra) for key, one in found.items()] == [
            (key, None, {"error": True}) for key in ("pii_free", "pii_count")
        ]
        assert "the run failed: ValueError('no key')" in found["pii_free"].comment


def test_hostile_runs_neither_raise_nor_hang():
    odd = [None, 3, "text", [], {}, {"a": object()}, b"x", [None], {"metadata": 3}, {"usage": []}, float("nan")]
    names = ("inputs", "outputs", "extra", "child_runs", "events", "start_time", "end_time", "run_type", "error")
    evaluator = as_evaluator(
        [checks.error_spans(), checks.span_count(), checks.token_latency_budget(), checks.tool_trajectory()]
    )
    for name, value in itertools.product(names, odd):
        evaluator.evaluate_run({"outputs": {"output": "a"}, name: value})


def test_objects_that_raise_when_asked_for_a_field_are_read_as_far_as_they_go():
    class Raising:
        def __getattr__(self, name):
            raise RuntimeError(name)

    run = {"inputs": {"q": Raising()}, "outputs": {"output": Raising(), "answer": "On Thursday."}, "run_type": "tool"}
    for check in (
        checks.total_duration(),
        checks.tool_trajectory(expected=["f"]),
        checks.grounding(),
        checks.refusal(),
    ):
        assert as_evaluator(check).evaluate_run(run, Raising())["results"]
