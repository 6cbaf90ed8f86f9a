"""The openevals form of checks: what it takes, what it returns, and what its import costs beside openevals'."""

from __future__ import annotations

import asyncio
import inspect
import pickle
import resource
import subprocess
import sys
from collections import OrderedDict

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from oodle_eval.runtime import EvaluationResult, Score
from oodle_eval.v1 import checks, metrics, text
from oodle_eval.v1.checks import CHECKS
from oodle_eval_adapters import openevals as forms
from oodle_eval_adapters.openevals import as_async_evaluator, as_evaluator

SETTINGS = {"contains": {"values": ["sent"]}, "numeric_diff": {"reference": 7}}
VALUES = {
    "inputs": {"question": "Where is my order FO-7?"},
    "outputs": {"answer": "It was sent on Monday."},
    "reference_outputs": {"answer": "It was sent."},
    "context": ["FO-7 was sent on Monday."],
    "metadata": {"duration_ms": 12},
    "trace": [{"kind": "tool", "tool_name": "look_up"}],
}


def listed(results):
    return results if isinstance(results, list) else [results]


def mixed(ctx):
    return EvaluationResult(
        scores=[
            Score(True, "BOOLEAN", "yes", "fine"),
            Score(3, "NUMERIC", "three", "count", higher_is_better=False),
            Score("short", "CATEGORICAL", "5 words", "size"),
            Score(None, "NUMERIC", "nothing to measure", "rest"),
        ]
    )


class TestEveryCheck:
    @pytest.mark.parametrize("name", CHECKS)
    def test_sync_async_bound_and_suite_are_equal(self, name):
        settings = SETTINGS.get(name, {})
        bound = getattr(checks, name)(**settings)
        expected = getattr(forms, f"create_{name}_evaluator")(**settings)(**VALUES)
        assert isinstance(expected, list) == (len(CHECKS[name].scores) > 1)
        for result in listed(expected):
            assert set(result) - {"value"} == {"key", "score", "comment", "metadata"}
        assert as_evaluator(bound)(**VALUES) == expected
        assert as_evaluator(CHECKS[name].bind(**settings))(**VALUES) == expected
        assert asyncio.run(getattr(forms, f"create_async_{name}_evaluator")(**settings)(**VALUES)) == expected
        assert asyncio.run(as_async_evaluator(bound)(**VALUES)) == expected
        assert as_evaluator([bound, checks.length_budget(prefix="also_")])(**VALUES)[:-1] == listed(expected)

    @pytest.mark.parametrize("name", CHECKS)
    def test_a_function_of_the_context_that_calls_it_gives_the_same(self, name):
        if {"tool_calls", "output"} & set(CHECKS[name].reads):
            return  # a user's function reads everything, so structure is opened for it as for text
        function = getattr(metrics, name)
        settings = SETTINGS.get(name, {})

        def evaluate(ctx):
            return function(ctx, **settings)

        by_hand = listed(as_evaluator(evaluate)(**VALUES))
        expected = listed(getattr(forms, f"create_{name}_evaluator")(**settings)(**VALUES))
        shown = lambda results: [(one["key"], one["score"], one.get("value"), one["comment"]) for one in results]
        assert shown(by_hand) == shown(expected)

    def test_both_factories_have_the_checks_signature_and_docs(self):
        for name, check in CHECKS.items():
            for pattern in ("create_{}_evaluator", "create_async_{}_evaluator"):
                factory = getattr(forms, pattern.format(name))
                parameters = inspect.signature(factory).parameters
                assert set(check.settings) <= set(parameters)
                assert {"feedback_key", "scores", "output_key", "prefix"} <= set(parameters)
                assert factory.__name__ == pattern.format(name)
                assert check.summary.split(".")[0] in factory.__doc__


async def waited(evaluator, **values):
    found = evaluator(**values)
    return await found if inspect.isawaitable(found) else found


class TestResults:
    def test_each_kind_of_score(self):
        fine, count, size, rest = as_evaluator(mixed)(outputs="a")
        assert (fine["key"], fine["score"], fine["comment"]) == ("fine", True, "yes")
        assert type(fine["score"]) is bool
        assert (count["score"], count["metadata"]["higher_is_better"]) == (3, False)
        assert (size["score"], size["value"]) == (None, "short")
        assert (rest["score"], rest["comment"]) == (None, "nothing to measure")
        assert "value" not in rest

    def test_how_it_was_made(self):
        made = forms.create_length_budget_evaluator(max_words=2)(outputs="one two three")["metadata"]
        assert {key: value for key, value in made.items() if key != "version"} == {
            "check": "length_budget",
            "settings": {"max_words": 2},
            "data_type": "BOOLEAN",
            "higher_is_better": True,
            "passed": False,
        }

    def test_a_result_is_the_callers_own(self):
        evaluator = forms.create_length_budget_evaluator()
        evaluator(outputs="a")["metadata"]["mine"] = 1
        assert "mine" not in evaluator(outputs="a")["metadata"]

    def test_the_primary_only_and_a_key_of_its_own(self):
        result = forms.create_pii_leak_evaluator(scores="primary", feedback_key="leaks")(outputs="a")
        assert (result["key"], result["score"]) == ("leaks", True)

    @pytest.mark.parametrize("make", [as_evaluator, as_async_evaluator])
    def test_errors_are_value_errors(self, make):
        def call(what, **values):
            found = make(what)(**values)
            return asyncio.run(found) if inspect.iscoroutine(found) else found

        with pytest.raises(ValueError, match="exact_match needs a reference"):
            call(checks.exact_match(), outputs="a")
        with pytest.raises(ValueError, match="exact_match needs a reference"):
            call([checks.length_budget(), checks.exact_match()], outputs="a")
        with pytest.raises(ValueError, match="no setting 'max_word'"):
            forms.create_async_length_budget_evaluator(max_word=1)
        with pytest.raises(ValueError, match="answer"):
            asyncio.run(waited(make(checks.length_budget(), output_key="reply"), outputs={"answer": "a"}))

    def test_async_is_awaitable_in_a_running_loop_and_side_by_side(self):
        async def several():
            evaluator = as_async_evaluator([checks.pii_leak(), checks.refusal()])
            return await asyncio.gather(*(evaluator(outputs=f"reply {place}") for place in range(5)))

        assert [len(results) for results in asyncio.run(several())] == [3] * 5
        asks = inspect if sys.version_info >= (3, 12) else asyncio  # who knows of marked callables
        assert asks.iscoroutinefunction(as_async_evaluator(mixed))
        assert not asks.iscoroutinefunction(as_evaluator(mixed))

    @pytest.mark.parametrize("make", [as_evaluator, as_async_evaluator])
    def test_it_pickles(self, make):
        evaluator = pickle.loads(pickle.dumps(make([checks.pii_leak(), checks.length_budget()], scores="primary")))
        found = evaluator(outputs="a")
        found = asyncio.run(found) if inspect.iscoroutine(found) else found
        assert [one["key"] for one in found] == ["pii_free", "within_length"]


CALL = {"name": "look_up", "args": {"order": "FO-7"}, "id": "c1"}
OPENAI_CALL = {"id": "c1", "type": "function", "function": {"name": "look_up", "arguments": '{"order": "FO-7"}'}}
SAID = [
    {"role": "user", "content": "Where?"},
    {"role": "assistant", "content": "", "tool_calls": [OPENAI_CALL]},
    {"role": "tool", "tool_call_id": "c1", "content": "sent"},
    {"role": "assistant", "content": "It was sent."},
]
SAID_BY_LANGCHAIN = [
    HumanMessage("Where?"),
    AIMessage("", tool_calls=[CALL]),
    ToolMessage("sent", tool_call_id="c1"),
    AIMessage("It was sent."),
]
REPLY = "It was sent."


def heard(ctx):
    return [Score(text.reply(ctx), "CATEGORICAL", name="heard")]


class TestOutputsOfAnyShape:
    @pytest.mark.parametrize(
        "outputs",
        [
            REPLY,
            {"output": REPLY},
            {"role": "assistant", "content": REPLY},
            {"output": {"role": "assistant", "content": REPLY}},
            [{"role": "assistant", "content": REPLY}],
            SAID,
            {"messages": SAID},
            {"output": {"messages": SAID}},
            {"trajectory": SAID},
            AIMessage(REPLY),
            {"output": AIMessage(REPLY)},
            SAID_BY_LANGCHAIN,
            {"messages": SAID_BY_LANGCHAIN, "remaining_steps": 3},
            tuple(SAID),
            OrderedDict(answer=REPLY),
            {"role": "assistant", "content": [{"type": "text", "text": REPLY}]},
        ],
    )
    def test_the_reply_is_read(self, outputs):
        assert as_evaluator(heard)(outputs=outputs)["value"] == REPLY
        with_inputs = as_evaluator(heard)(inputs={"messages": SAID[:1]}, outputs=outputs)
        assert with_inputs["value"] == REPLY

    @pytest.mark.parametrize("outputs", [SAID, {"messages": SAID}, SAID_BY_LANGCHAIN, {"messages": SAID_BY_LANGCHAIN}])
    def test_tool_calls_are_read(self, outputs):
        match, share = forms.create_tool_trajectory_evaluator(expected=["look_up"])(outputs=outputs)
        assert (match["score"], share["score"]) == (True, 1.0)
        valid, loop = forms.create_tool_call_validity_evaluator(required_args={"look_up": ["order"]})(outputs=outputs)
        assert (valid["score"], loop["score"]) == (True, False)

    @pytest.mark.parametrize("outputs", [None, "", {}, [], 3, {"a": {"b": 1}}, b"x", object(), {1: 2}, [None]])
    def test_odd_outputs_are_scored_or_refused_and_never_something_else(self, outputs):
        for name in CHECKS:
            try:
                found = getattr(forms, f"create_{name}_evaluator")(**SETTINGS.get(name, {}))(outputs=outputs)
            except ValueError:
                continue
            assert all(result["comment"] for result in listed(found))

    def test_a_check_of_the_text_opens_an_answer_beside_documents(self):
        result = forms.create_contains_evaluator(values=["documents"])(outputs={"answer": REPLY, "documents": ["d"]})
        assert result["score"] is False

    def test_a_structured_output_keeps_its_fields(self):
        evaluator = forms.create_json_validity_evaluator(required_keys=["answer", "total"])
        assert [one["score"] for one in evaluator(outputs={"answer": "a", "total": 3})] == [True, True]

    def test_where_the_text_is(self):
        outputs = {"result": {"texts": ["one", "two three four"]}, "answer": "x"}
        evaluator = forms.create_length_budget_evaluator(max_words=2, output_key="result.texts.1")
        assert evaluator(outputs=outputs)["score"] is False
        evaluator = forms.create_length_budget_evaluator(
            max_words=2, output_key=lambda held: held["result"]["texts"][0]
        )
        assert evaluator(outputs=outputs)["score"] is True


def seconds(code):
    """Return the least processor time of a fresh interpreter."""
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return min(times)


def test_importing_the_adapter_costs_less_than_half_of_importing_openevals():
    bare = seconds("pass")
    ours = seconds("from oodle_eval_adapters.openevals import create_pii_leak_evaluator") - bare
    theirs = seconds("import openevals") - bare
    print(f"over bare Python: ours {ours * 1000:.0f} ms, openevals {theirs * 1000:.0f} ms")
    assert ours < theirs / 2
