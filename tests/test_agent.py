"""The agent checks: tool calls in every message shape, trajectories, token and latency budgets."""

from __future__ import annotations

import copy
import json
import math
from collections import Counter
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oodle_eval.runtime import EvaluationContext, ObservationContext, TraceContext
from oodle_eval.v1 import _spans, text
from oodle_eval.v1.metrics import token_latency_budget, tool_call_validity, tool_trajectory, tools_used

MODES = ("strict", "unordered", "subset", "superset")


def context(output: Any = None, given_input: Any = None, spans: Any = None, metadata: Any = None) -> EvaluationContext:
    return EvaluationContext(ObservationContext(given_input, output, metadata), TraceContext(spans=spans))


def call(name: str, arguments: Any = None, identity: str = "") -> dict[str, Any]:
    return {"id": identity, "name": name, "arguments": {} if arguments is None else arguments}


def step(name: str, given: Any = None, **more: Any) -> dict[str, Any]:
    return {"kind": "tool", "name": name, "tool_name": name, "input": given, **more}


def values(scores: Any) -> dict[str, Any]:
    assert all(score.comment for score in scores)
    assert all(len(score.comment) <= 500 for score in scores)
    return {score.name: score.value for score in scores}


# --- one conversation in every shape ---


def as_openai(calls: list[dict[str, Any]]) -> Any:
    listed = [
        {"id": c["id"], "type": "function", "function": {"name": c["name"], "arguments": json.dumps(c["arguments"])}}
        for c in calls
    ]
    return [{"role": "assistant", "content": None, "tool_calls": [item]} for item in listed]


def as_one_openai_message(calls: list[dict[str, Any]]) -> Any:
    return {"role": "assistant", "content": "", "tool_calls": [m["tool_calls"][0] for m in as_openai(calls)]}


def as_responses(calls: list[dict[str, Any]]) -> Any:
    return [
        {
            "type": "function_call",
            "id": f"fc_{place}",
            "call_id": c["id"],
            "name": c["name"],
            "arguments": json.dumps(c["arguments"]),
        }
        for place, c in enumerate(calls)
    ]


def as_anthropic(calls: list[dict[str, Any]]) -> Any:
    blocks = [{"type": "tool_use", "id": c["id"], "name": c["name"], "input": c["arguments"]} for c in calls]
    return [{"role": "assistant", "content": [{"type": "text", "text": "Let me look."}, *blocks]}]


def as_gen_ai(calls: list[dict[str, Any]]) -> Any:
    parts = [{"type": "tool_call", "id": c["id"], "name": c["name"], "arguments": c["arguments"]} for c in calls]
    return [{"role": "assistant", "parts": [{"type": "text", "content": "Looking."}, *parts]}]


def as_gemini(calls: list[dict[str, Any]]) -> Any:
    return [{"role": "model", "parts": [{"functionCall": {"name": c["name"], "args": c["arguments"]}}]} for c in calls]


def as_langchain(calls: list[dict[str, Any]]) -> Any:
    listed = [{"type": "tool_call", "id": c["id"], "name": c["name"], "args": c["arguments"]} for c in calls]
    return [{"type": "ai", "content": "", "tool_calls": listed}]


def as_langchain_dump(calls: list[dict[str, Any]]) -> Any:
    return [{"type": "ai", "data": {"content": "", "tool_calls": as_langchain(calls)[0]["tool_calls"]}}]


def as_objects(calls: list[dict[str, Any]]) -> Any:
    return [
        SimpleNamespace(
            role="assistant",
            content="",
            tool_calls=[{"id": c["id"], "function": {"name": c["name"], "arguments": json.dumps(c["arguments"])}}],
        )
        for c in calls
    ]


def as_old_openai(calls: list[dict[str, Any]]) -> Any:
    return [
        {
            "role": "assistant",
            "content": None,
            "function_call": {"name": c["name"], "arguments": json.dumps(c["arguments"])},
        }
        for c in calls
    ]


SHAPES = (
    list,
    tuple,
    as_openai,
    as_one_openai_message,
    as_responses,
    as_anthropic,
    as_gen_ai,
    as_gemini,
    as_langchain,
    as_langchain_dump,
    as_objects,
    as_old_openai,
)

numbers = st.integers(-3, 3) | st.sampled_from([0.0, 1.0, 1.5, -2.0])
scalars = st.none() | st.booleans() | numbers | st.sampled_from(["", "a", "1", "refund", "äö"])
json_values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=6,
)
arguments = st.dictionaries(st.sampled_from(["q", "n", "deep"]), json_values, max_size=3)
made_calls = st.lists(
    st.builds(call, st.sampled_from(["search", "refund", "look up"]), arguments, st.just("")), min_size=1, max_size=6
).map(lambda calls: [{**made, "id": f"call_{place}"} for place, made in enumerate(calls)])


@settings(max_examples=60, deadline=None)
@given(made_calls)
def test_one_conversation_one_result_in_every_shape(calls):
    names = [made["name"] for made in calls]
    required = {"search": ["q"], "refund": ["n", "q"]}
    expected = tool_call_validity(calls, allowed_tools=["search", "look up"], required_args=required)
    for shape in SHAPES:
        output = shape(calls)
        before = copy.deepcopy(output)
        for subject in (output, context(output)):
            assert tools_used(subject) == names, shape
            found = tool_call_validity(subject, allowed_tools=["search", "look up"], required_args=required)
            assert values(found) == values(expected), shape
            assert values(tool_trajectory(subject, expected=names)) == {
                "trajectory_match": True,
                "tool_correctness": 1.0,
            }
        assert output == before


@settings(max_examples=60, deadline=None)
@given(made_calls, st.booleans())
def test_a_trace_gives_the_same_result_as_the_output(calls, as_text):
    spans = []
    for made in calls:
        given_input = json.dumps(made["arguments"]) if as_text else made["arguments"]
        spans += [{"kind": "llm", "name": "model"}, step(made["name"], given_input)]
    by_trace, by_output = context(None, spans=spans), context(as_openai(calls))
    assert tools_used(by_trace) == tools_used(by_output) == by_trace.trace.tools_called()
    assert values(tool_call_validity(by_trace)) == values(tool_call_validity(by_output))
    # Both at once: the steps are the output's own calls, so nothing is counted twice.
    assert values(tool_call_validity(context(as_openai(calls), spans=spans))) == values(tool_call_validity(by_output))


def test_objects_of_the_sdks_read_like_their_dicts():
    messages = pytest.importorskip("langchain_core.messages")
    ai = messages.AIMessage("", tool_calls=[{"name": "search", "args": {"q": 1}, "id": "c1"}])
    assert tools_used([messages.HumanMessage("Hi"), ai]) == ["search"]
    bad = messages.AIMessage(
        "",
        invalid_tool_calls=[{"name": "search", "args": "{bad", "id": "c1", "error": None, "type": "invalid_tool_call"}],
    )
    assert values(tool_call_validity([bad]))["tool_calls_valid"] is False


def test_an_openai_completion_is_read():
    chat = pytest.importorskip("openai.types.chat")
    message = {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "c", "type": "function", "function": {"name": "search", "arguments": "{}"}}],
    }
    completion = chat.ChatCompletion.model_validate(
        {
            "id": "x",
            "object": "chat.completion",
            "created": 1,
            "model": "m",
            "choices": [{"index": 0, "finish_reason": "tool_calls", "message": message}],
        }
    )
    assert tools_used(context(completion)) == ["search"]
    assert tools_used(completion) == ["search"]


# --- tool_call_validity ---


@pytest.mark.parametrize(
    ("arguments_given", "valid"),
    [
        ('{"q": 1}', True),
        ({"q": 1}, True),
        ("{}", True),
        ("", True),
        ("  ", True),
        (None, True),
        ("{bad", False),
        ("[1]", False),
        ([1], False),
        ("1", False),
        (1, False),
        ("null", True),  # it parses to None: no arguments
        ('"q"', False),
        ("q=1", False),
        ('{"s": NaN}', False),
        ('{"q": 1} and more', False),
        (True, False),
    ],
)
def test_arguments_are_a_json_object_or_nothing(arguments_given, valid):
    message = {"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": arguments_given}}]}
    assert values(tool_call_validity(message))["tool_calls_valid"] is valid
    assert (
        values(tool_call_validity(context([{"name": "f", "arguments": arguments_given}])))["tool_calls_valid"] is valid
    )
    on_trace = context("done", spans=[step("f", arguments_given)])
    assert values(tool_call_validity(on_trace))["tool_calls_valid"] is valid


def test_the_comment_says_which_call_and_why_but_shows_no_value():
    scores = tool_call_validity([call("f"), {"name": "g", "arguments": '{"token": "s3cret"'}])
    assert "call 2 (g)" in scores[0].comment
    assert "not JSON" in scores[0].comment
    assert "s3cret" not in scores[0].comment
    assert "list" in tool_call_validity([{"name": "g", "arguments": [1]}])[0].comment


@pytest.mark.parametrize("tool", ["", " ", None])
def test_a_call_names_a_tool(tool):
    assert (
        values(tool_call_validity([{"name": tool, "arguments": {}, "function": {"name": tool}}]))["tool_calls_valid"]
        is False
    )
    assert (
        values(tool_call_validity(context("x", spans=[{"kind": "tool", "tool_name": tool}])))["tool_calls_valid"]
        is False
    )


def test_allowed_tools():
    assert values(tool_call_validity([call("f")], allowed_tools=["f", "g"]))["tool_calls_valid"] is True
    scores = tool_call_validity([call("f"), call("drop")], allowed_tools=["f", "g"])
    assert scores["tool_calls_valid"].value is False
    assert "drop" in scores["tool_calls_valid"].comment
    assert values(tool_call_validity([call("drop")], allowed_tools=[]))["tool_calls_valid"] is True
    assert values(tool_call_validity([call("drop")], allowed_tools=None))["tool_calls_valid"] is True
    assert values(tool_call_validity([call("F")], allowed_tools=["f"]))["tool_calls_valid"] is False
    # One string is a list of one.
    assert values(tool_call_validity([call("f")], allowed_tools="f"))["tool_calls_valid"] is True
    assert values(tool_call_validity([call("o")], allowed_tools="foo"))["tool_calls_valid"] is False


def test_required_arguments():
    required = {"f": ["a", "b"], "other": ["z"]}
    assert (
        values(tool_call_validity([call("f", {"a": 1, "b": None})], required_args=required))["tool_calls_valid"] is True
    )
    scores = tool_call_validity([call("f", {"a": 1}), call("g")], required_args=required)
    assert scores["tool_calls_valid"].value is False
    assert "call 1 (f): required arguments missing: b" in scores["tool_calls_valid"].comment
    assert (
        values(tool_call_validity([{"name": "f", "arguments": ""}], required_args=required))["tool_calls_valid"]
        is False
    )
    assert values(tool_call_validity([call("f", {"ab": 1})], required_args={"f": "ab"}))["tool_calls_valid"] is True
    assert values(tool_call_validity([call("f", {"a": 1})], required_args={"f": "ab"}))["tool_calls_valid"] is False


def test_required_arguments_on_a_trace():
    spans = [step("f", {"a": 1}), step("f", '{"b": 1}')]
    scores = tool_call_validity(context("done", spans=spans), required_args={"f": ["a"]})
    assert scores["tool_calls_valid"].value is False
    assert "call 2 (f)" in scores[0].comment


def test_without_calls_there_is_no_loop_score():
    for subject in (
        "plain text",
        context("text"),
        context(None),
        None,
        5,
        [],
        {},
        context([{"role": "assistant", "content": "x"}]),
    ):
        scores = tool_call_validity(subject)
        assert values(scores) == {"tool_calls_valid": True}
        assert "no tool calls" in scores[0].comment
    # Calls of the input alone were made before.
    assert values(tool_call_validity(context("text", as_openai([call("f"), call("f")])))) == {"tool_calls_valid": True}


def test_a_loop_shows_in_tool_call_loop_alone():
    scores = tool_call_validity([call("f", {"a": 1}), call("g"), call("f", {"a": 1})])
    assert values(scores) == {"tool_calls_valid": True, "tool_call_loop": True}
    assert "f called 2 times" in scores["tool_call_loop"].comment
    assert scores["tool_call_loop"].higher_is_better is False
    assert values(tool_call_validity([call("f", {"a": 1}), call("f", {"a": 2})]))["tool_call_loop"] is False
    assert values(tool_call_validity([call("f"), call("g")]))["tool_call_loop"] is False


def test_so_many_identical_calls_are_a_loop():
    calls = [call("f")] * 3
    for limit, loop in ((1, True), (2, True), (3, True), (4, False), (None, True)):
        assert values(tool_call_validity(calls, max_identical_calls=limit))["tool_call_loop"] is loop
    assert values(tool_call_validity([call("f")], max_identical_calls=1))["tool_call_loop"] is True


@pytest.mark.parametrize("setting", [0, -1, 1.5, "2", True])
def test_max_identical_calls_is_1_or_more(setting):
    with pytest.raises(ValueError, match="max_identical_calls"):
        tool_call_validity([], max_identical_calls=setting)


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
        ({"a": 1}, {"a": 1.0}, True),
        ({"a": 1}, {"a": True}, False),
        ({"a": 0}, {"a": False}, False),
        ({"a": "1"}, {"a": 1}, False),
        ({"a": [1, 2]}, {"a": [2, 1]}, False),
        ({"a": {"x": [{"y": 1.0}]}}, {"a": {"x": [{"y": 1}]}}, True),
        ({"a": 1e22}, {"a": 10**22}, True),
        ({"a": None}, {}, False),
        ({"a": -0.0}, {"a": 0}, True),
        ('{"a":1,"b":[ 2 ]}', '{"b": [2], "a": 1.0}', True),
        ("", "{}", True),
        (None, {}, True),
        ("", None, True),
        ("{bad", "{bad", True),
        ("{bad", "{worse", False),
    ],
)
def test_arguments_compare_as_json_values(first, second, same):
    calls = [{"name": "f", "arguments": first}, {"name": "f", "arguments": second}]
    assert values(tool_call_validity(calls))["tool_call_loop"] is same
    assert (
        values(tool_call_validity(context("x", spans=[step("f", first), step("f", second)])))["tool_call_loop"] is same
    )


def test_the_input_s_earlier_calls_count_for_the_loop_only():
    earlier = [{"role": "user", "content": "Find it"}, *as_openai([call("f", {"a": 1})])]
    ctx = context(as_anthropic([call("f", {"a": 1.0})]), earlier)
    assert values(tool_call_validity(ctx)) == {"tool_calls_valid": True, "tool_call_loop": True}
    assert values(tool_call_validity(ctx, max_identical_calls=3))["tool_call_loop"] is False
    # An earlier call is not checked again.
    bad = [{"role": "assistant", "tool_calls": [{"function": {"name": "nope", "arguments": "{bad"}}]}]
    assert values(tool_call_validity(context([call("f")], bad), allowed_tools=["f"]))["tool_calls_valid"] is True
    # What was repeated before, and is not called now, is no loop of this call.
    assert (
        values(tool_call_validity(context([call("g")], as_openai([call("f"), call("f")]))))["tool_call_loop"] is False
    )
    # The same id does not make two calls one: they are a conversation's, not a trace's.
    same_id = context(as_openai([call("f", {}, "c1")]), as_openai([call("f", {}, "c1")]))
    assert values(tool_call_validity(same_id))["tool_call_loop"] is True


def test_steps_that_are_the_output_s_calls_are_not_checked_twice():
    output = as_openai([call("f", {"a": 1}, "c1"), call("g", {}, "c2")])
    in_place = context(output, spans=[step("f", {"a": 1}), step("g", {})])
    assert values(tool_call_validity(in_place)) == {"tool_calls_valid": True, "tool_call_loop": False}
    by_id = context(
        output, spans=[{"kind": "llm"}, step("g", {}, tool_call_id="c2"), step("f", {"a": 1}, tool_call_id="c1")]
    )
    assert values(tool_call_validity(by_id))["tool_call_loop"] is False
    elsewhere = context(output, spans=[step("g", {}), step("f", {"a": 1})])
    assert values(tool_call_validity(elsewhere))["tool_call_loop"] is True
    once_more = context(output, spans=[step("f", {"a": 1}), step("g", {}), step("f", {"a": 1})])
    assert values(tool_call_validity(once_more))["tool_call_loop"] is True
    other = context(output, spans=[step("h", "{bad")])
    assert values(tool_call_validity(other))["tool_calls_valid"] is False


def test_the_name_renames_the_primary_score_only():
    assert [score.name for score in tool_call_validity([call("f")], name="calls")] == ["calls", "tool_call_loop"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"allowed_tools": 5},
        {"allowed_tools": [1]},
        {"required_args": ["f"]},
        {"required_args": {"f": [1]}},
        {"name": 5},
    ],
)
def test_a_wrong_setting_is_named(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        tool_call_validity([], **wrong)


# --- tools_used ---


def test_tools_used_reads_the_trace_s_steps_else_the_output_s_calls_never_both():
    output = as_openai([call("from_output")])
    assert tools_used(context(output, spans=[{"kind": "llm"}, step("b"), step("a"), step("b")])) == ["b", "a", "b"]
    assert tools_used(context(output, spans=[{"kind": "llm", "name": "x"}])) == ["from_output"]
    assert tools_used(context(output)) == ["from_output"]
    assert tools_used(context("no calls")) == []
    assert tools_used("a plain string") == []


def test_a_tool_step_without_tool_name_counts_under_its_name():
    spans = [{"kind": "tool", "name": "a"}, {"kind": "tool", "tool_name": "", "name": "b"}, {"kind": "tool"}]
    spans += [{"kind": "tool", "tool_name": "c", "name": "other"}, {"kind": "tool", "tool_name": None, "name": "d"}]
    assert tools_used(context(spans=spans)) == ["a", "b", "", "c", "d"] == TraceContext(spans=spans).tools_called()


def test_tools_used_has_no_scores():
    assert not hasattr(tools_used, "__scores__")
    assert not hasattr(tools_used, "__check__")


# --- tool_trajectory ---


@pytest.mark.parametrize(
    ("called", "expected", "mode", "match", "correctness"),
    [
        (["w", "w", "w"], ["w"], "superset", True, 1.0),
        (["w", "w", "w"], ["w"], "strict", False, 1.0),
        (["w", "w", "w"], ["w"], "unordered", False, 1.0),
        (["w", "w", "w"], ["w"], "subset", False, 1.0),
        (["w"], ["w", "w", "w"], "subset", True, 1 / 3),
        (["w"], ["w", "w", "w"], "superset", False, 1 / 3),
        (["a", "b"], ["b", "a"], "strict", False, 1.0),
        (["a", "b"], ["b", "a"], "unordered", True, 1.0),
        (["a", "c"], ["a", "b"], "superset", False, 0.5),
        (["a", "c"], ["a", "b"], "subset", False, 0.5),
        (["a"], ["a", "b"], "subset", True, 0.5),
        ([], ["a"], "subset", True, 0.0),
        ([], ["a"], "strict", False, 0.0),
        (["a"], [], "strict", False, 1.0),
        (["a"], [], "superset", True, 1.0),
        (["a"], [], "subset", False, 1.0),
        (["A"], ["a"], "strict", False, 0.0),
    ],
)
def test_trajectories(called, expected, mode, match, correctness):
    scores = tool_trajectory(called, expected=expected, mode=mode)
    assert values(scores) == {"trajectory_match": match, "tool_correctness": pytest.approx(correctness)}
    assert values(tool_trajectory(context(as_openai(list(map(call, called)))), expected=expected, mode=mode)) == values(
        scores
    )
    assert values(tool_trajectory(context(spans=list(map(step, called))), expected=expected, mode=mode)) == values(
        scores
    )


@pytest.mark.parametrize("mode", MODES)
def test_nothing_asked_and_nothing_done_matches_in_each_mode(mode):
    for subject in ([], "text", context("text"), context([])):
        assert values(tool_trajectory(subject, expected=[], mode=mode)) == {
            "trajectory_match": True,
            "tool_correctness": 1.0,
        }


def test_calls_are_compared_by_name_whatever_their_arguments():
    message = {"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": "{bad"}}]}
    assert values(tool_trajectory([message], expected=["f"]))["trajectory_match"] is True


def test_the_comment_names_what_differs():
    assert tool_trajectory(["a"], expected=["a", "b", "b"])[0].comment == "missing: b (2 times)"
    assert tool_trajectory(["a", "c"], expected=["a"])[0].comment == "not expected: c"
    assert tool_trajectory(["c"], expected=["a"])[0].comment == "missing: a; not expected: c"
    assert tool_trajectory(["c"], expected=["a"], mode="subset")[0].comment == "not expected: c"
    assert tool_trajectory(["c"], expected=["a"], mode="superset")[0].comment == "missing: a"
    assert "b at place 1, where a" in tool_trajectory(["b", "a"], expected=["a", "b"])[0].comment
    assert tool_trajectory(["a"], expected=["a", "b"])[1].comment == "1 of 2 expected calls happened"


@pytest.mark.parametrize("mode", ["Strict", "exact", "", 1, ["strict"]])
def test_an_unknown_mode_is_refused(mode):
    with pytest.raises(ValueError, match=r"mode.*strict.*unordered.*subset.*superset"):
        tool_trajectory([], mode=mode)


@pytest.mark.parametrize("expected", [5, [1], [None], {"a": 1}, [["a"]]])
def test_expected_is_a_list_of_names(expected):
    with pytest.raises(ValueError, match="expected"):
        tool_trajectory([], expected=expected)


def test_expected_none_is_the_default_and_one_string_is_one_name():
    assert values(tool_trajectory(["a"], expected=None))["trajectory_match"] is False
    assert values(tool_trajectory(["search"], expected="search"))["trajectory_match"] is True
    assert values(tool_trajectory(["a"], expected=["a"], mode=None))["trajectory_match"] is True


def happened_slowly(called: list[str], expected: list[str]) -> float:
    left, happened = list(called), 0
    for name in expected:
        if name in left:
            left.remove(name)
            happened += 1
    return happened / len(expected) if expected else 1.0


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from("abc"), max_size=6), st.lists(st.sampled_from("abc"), max_size=6))
def test_the_laws_of_the_modes(called, expected):
    found = {mode: values(tool_trajectory(called, expected=expected, mode=mode)) for mode in MODES}
    match = {mode: found[mode]["trajectory_match"] for mode in MODES}
    assert match["strict"] is (called == expected)
    assert match["unordered"] is (sorted(called) == sorted(expected))
    assert match["unordered"] is (match["subset"] and match["superset"])
    assert not match["strict"] or match["unordered"]
    # Subset and superset are one relation, read from both ends.
    assert match["subset"] is values(tool_trajectory(expected, expected=called, mode="superset"))["trajectory_match"]
    share = happened_slowly(called, expected)
    assert all(result["tool_correctness"] == pytest.approx(share) for result in found.values())
    assert match["superset"] is (share == 1.0)


# --- token_latency_budget ---

OUTPUT = "gen_ai.usage.output_tokens"


def test_within_budget_and_the_largest_share():
    scores = token_latency_budget({OUTPUT: 1000, "duration_ms": 45_000})
    assert values(scores) == {"within_budget": False, "budget_used": 1.5}
    assert "45000 ms duration, at most 30000" in scores[0].comment
    assert "output tokens" not in scores[0].comment
    assert "duration" in scores[1].comment
    assert scores[1].higher_is_better is False
    assert values(token_latency_budget({OUTPUT: 2000})) == {"within_budget": True, "budget_used": 1.0}


@pytest.mark.parametrize(
    ("attribute", "value", "setting", "limit", "used"),
    [
        ("gen_ai.usage.output_tokens", 10, "max_output_tokens", 20, 0.5),
        ("gen_ai.usage.completion_tokens", 10, "max_output_tokens", 20, 0.5),
        ("output_tokens", 10, "max_output_tokens", 20, 0.5),
        ("completion_tokens", 10, "max_output_tokens", 20, 0.5),
        ("gen_ai.usage.input_tokens", 30, "max_input_tokens", 20, 1.5),
        ("gen_ai.usage.prompt_tokens", 30, "max_input_tokens", 20, 1.5),
        ("input_tokens", 30, "max_input_tokens", 20, 1.5),
        ("prompt_tokens", 30, "max_input_tokens", 20, 1.5),
        ("duration_ms", 150, "max_duration_ms", 300, 0.5),
        ("gen_ai.server.time_to_first_token", 0.25, "max_time_to_first_token_ms", 500, 0.5),
        ("gen_ai.server.time_to_first_token_ms", 250, "max_time_to_first_token_ms", 500, 0.5),
        ("time_to_first_token_ms", 250, "max_time_to_first_token_ms", 500, 0.5),
    ],
)
@pytest.mark.parametrize("suffix", ["", "_int", "_float", "_double", "_str", "_string"])
def test_the_attributes_that_are_read(attribute, value, setting, limit, used, suffix):
    stored = str(value) if "str" in suffix else value
    for subject in ({attribute + suffix: stored}, context("text", metadata={attribute + suffix: stored})):
        scores = values(token_latency_budget(subject, **{setting: limit}))
        assert scores == {"within_budget": used <= 1, "budget_used": pytest.approx(used)}
    assert attribute in token_latency_budget.__doc__


def test_a_span_that_reports_nothing_passes_and_says_so():
    for subject in (
        {},
        "text",
        None,
        5,
        context("text"),
        {"other": 1},
        context("x", metadata={OUTPUT: None}),
        {OUTPUT: "many"},
    ):
        scores = token_latency_budget(subject)
        assert values(scores) == {"within_budget": True}
        assert "reports no" in scores[0].comment


@pytest.mark.parametrize("unknown", [-1, True, math.nan, math.inf, "n/a", [5], None])
def test_what_is_no_number_of_0_or_more_is_not_reported(unknown):
    assert values(token_latency_budget({OUTPUT: unknown})) == {"within_budget": True}
    assert values(token_latency_budget({OUTPUT: unknown, "completion_tokens": 4000})) == {
        "within_budget": False,
        "budget_used": 2.0,
    }


def test_none_switches_a_limit_off():
    attributes = {
        OUTPUT: 10**6,
        "duration_ms": 10**9,
        "gen_ai.usage.input_tokens": 10**9,
        "time_to_first_token_ms": 10**9,
    }
    off = dict.fromkeys(["max_output_tokens", "max_input_tokens", "max_duration_ms", "max_time_to_first_token_ms"])
    scores = token_latency_budget(attributes, **off)
    assert values(scores) == {"within_budget": True}
    assert "nothing to check" in scores[0].comment
    # Only unchecked attributes are reported: no share. The input has no limit by default.
    assert values(token_latency_budget({"gen_ai.usage.input_tokens": 10**9})) == {"within_budget": True}
    assert values(token_latency_budget({OUTPUT: 5}, max_output_tokens=None)) == {"within_budget": True}


def test_a_limit_of_0_is_exceeded_by_anything_above_0():
    assert values(token_latency_budget({OUTPUT: 0}, max_output_tokens=0)) == {"within_budget": True, "budget_used": 0.0}
    over = values(token_latency_budget({OUTPUT: 1}, max_output_tokens=0))
    assert over["within_budget"] is False
    assert 1 < over["budget_used"] < math.inf


@pytest.mark.parametrize(
    ("attributes", "limits"),
    [
        ({OUTPUT: 1e308}, {"max_output_tokens": 0}),
        ({OUTPUT: 10**400}, {}),
        ({OUTPUT: 5}, {"max_output_tokens": 10**400}),
        ({"duration_ms": 1e308}, {"max_duration_ms": 5e-324}),
        ({"gen_ai.server.time_to_first_token": 1e308}, {"max_time_to_first_token_ms": 1}),
    ],
)
def test_no_number_is_too_large(attributes, limits):
    scores = token_latency_budget(attributes, **limits)
    assert all(math.isfinite(score.value) for score in scores)


@pytest.mark.parametrize(
    "setting", ["max_output_tokens", "max_input_tokens", "max_duration_ms", "max_time_to_first_token_ms"]
)
@pytest.mark.parametrize("wrong", [-1, "2000", True, math.nan, math.inf, [1]])
def test_a_limit_is_a_number_of_0_or_more(setting, wrong):
    with pytest.raises(ValueError, match=setting):
        token_latency_budget({}, **{setting: wrong})


def test_tokens_are_whole_and_durations_need_not_be():
    with pytest.raises(ValueError, match="max_output_tokens"):
        token_latency_budget({}, max_output_tokens=1.5)
    assert values(token_latency_budget({"duration_ms": 1}, max_duration_ms=0.5))["budget_used"] == 2.0


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 5000), st.floats(0, 1e6), st.integers(0, 5000), st.integers(1, 5000), st.floats(1, 1e6))
def test_over_budget_is_a_share_above_1(tokens, took, given_tokens, limit, longest):
    attributes = {OUTPUT: tokens, "duration_ms": took, "prompt_tokens": given_tokens}
    scores = values(
        token_latency_budget(attributes, max_output_tokens=limit, max_input_tokens=limit, max_duration_ms=longest)
    )
    largest = max(tokens / limit, took / longest, given_tokens / limit)
    assert scores["budget_used"] == pytest.approx(largest)
    assert scores["within_budget"] is (tokens <= limit and took <= longest and given_tokens <= limit)


# --- calls as JSON values ---


def same(x: Any, y: Any) -> bool:
    """Equality of JSON values, written out."""
    if isinstance(x, bool) or isinstance(y, bool) or x is None or y is None:
        return x is y
    if isinstance(x, dict) and isinstance(y, dict):
        return x.keys() == y.keys() and all(same(x[key], y[key]) for key in x)
    if isinstance(x, list) and isinstance(y, list):
        return len(x) == len(y) and all(map(same, x, y))
    return not isinstance(x, dict | list) and not isinstance(y, dict | list) and x == y


@settings(max_examples=300, deadline=None)
@given(json_values, json_values)
def test_canonical_texts_are_equal_as_values_are(a, b):
    assert (_spans.canonical(a) == _spans.canonical(b)) is same(a, b)
    assert _spans.canonical(a) == _spans._written(a)


def test_canonical_takes_deep_circular_and_foreign_values():
    deep: Any = 1
    for _ in range(30_000):
        deep = [deep]
    deeper: Any = 1.0
    for _ in range(30_000):
        deeper = [deeper]
    assert _spans.canonical(deep) == _spans.canonical(deeper)
    circle: dict[str, Any] = {}
    circle["self"] = circle
    assert _spans.canonical(circle) == _spans.canonical(circle)
    assert _spans.canonical({"a": {1, 2}, 3: b"x"}) == _spans.canonical({3: b"x", "a": {2, 1}})
    assert _spans.canonical(10**6000) == _spans.canonical(10**6000)
    assert _spans.canonical({"s": "\ud800"})
    assert _spans.canonical(math.nan) == _spans.canonical(math.nan)


# --- whatever comes ---


@dataclass
class Odd:
    content: Any = 5


HOSTILE = [
    None,
    0,
    1.5,
    math.nan,
    True,
    b"bytes",
    {1, 2},
    object(),
    Odd(),
    "\x00\ud800",
    "[" * 100_000,
    {},
    [],
    [None, 5, "x", [], {}, {"role": 5}, {"tool_calls": 5}, {"tool_calls": [None, 5, {}]}],
    {"role": "assistant", "tool_calls": "x"},
    {"role": "assistant", "content": [{"type": "tool_use"}, None, 5]},
    [{"role": "assistant", "tool_calls": [{"function": None}, {"function": {"name": None, "arguments": 10**400}}]}],
    [{"name": 5, "arguments": {"x": math.nan}}],
    [{"name": "f", "arguments": "[" * 100_000}],
    [{"name": "f", "arguments": '{"a":' * 20_000 + "1" + "}" * 20_000}] * 2,
    [{"name": "f", "arguments": "9" * 100_000}],
    [{"kind": ["tool"], "tool_name": {"a": 1}, "input": object()}],
    [{"kind": "tool", "tool_name": 10**5000, "duration_ms": "x"}, None, 5],
    {"duration_ms": {}, OUTPUT: [], "time_to_first_token_ms": object()},
]


@pytest.mark.parametrize("place", range(len(HOSTILE)))
def test_nothing_that_comes_raises(place):
    odd = HOSTILE[place]
    for subject in (
        odd,
        context(odd, odd, odd, odd),
        SimpleNamespace(observation=ObservationContext(odd, odd), trace=None),
    ):
        assert isinstance(tools_used(subject), list)
        for scores in (
            tool_call_validity(subject, allowed_tools=["f"], required_args={"f": ["a"]}),
            tool_trajectory(subject, expected=["f"]),
            token_latency_budget(subject),
        ):
            values(scores)


def test_deep_equal_arguments_are_a_loop():
    deep = '{"a":' * 20_000 + "1" + "}" * 20_000
    scores = tool_call_validity(
        [{"name": "f", "arguments": deep}, {"name": "f", "arguments": deep.replace("1", "1.0")}]
    )
    assert values(scores) == {"tool_calls_valid": True, "tool_call_loop": True}


def test_names_are_read_as_calls_are():
    # The quick reading of names gives what the full reading of calls gives.
    odd = [
        {"role": "assistant", "content": "x", "tool_calls": [{"function": {"name": "a", "arguments": "{bad"}}]},
        {"role": "assistant", "content": "x", "tool_calls": [{"name": "b", "args": {}}]},
        {"role": "assistant", "content": "x", "tool_calls": []},
        {"role": "assistant", "content": "x", "tool_calls": ({"function": {"name": "c"}},)},
        {"role": "assistant", "content": [{"type": "tool_use", "name": "d", "input": {}}]},
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"function": {"name": 5}}, {"function": {"name": "e"}}, None],
        },
    ]
    assert tools_used(odd) == [made["name"] for made in text.tool_calls(odd)] == ["a", "b", "c", "d", "5", "e"]
    assert Counter(tools_used(odd)).total() == 6


# --- what comments say, and ties: what mutants that survived have shown to be untested ---


def test_the_most_repeated_call_counts_whatever_its_name():
    calls = [call("a"), call("a"), call("a"), call("z"), call("z")]
    found = tool_call_validity(calls, max_identical_calls=3)["tool_call_loop"]
    assert (found.value, found.comment) == (True, "a called 3 times with the same arguments")


def test_comments_of_calls_without_a_name_and_of_missing_arguments():
    found = tool_call_validity([call(""), call("")])
    assert found["tool_calls_valid"].comment == "call 1 (no name): it names no tool; call 2 (no name): it names no tool"
    assert found["tool_call_loop"].comment == "a tool without a name called 2 times with the same arguments"
    lacking = tool_call_validity([call("send")], required_args={"send": ["to", "text"]})
    assert lacking["tool_calls_valid"].comment == "call 1 (send): required arguments missing: to, text"
    quoted = tool_call_validity([call("send", '"1"')])
    assert quoted["tool_calls_valid"].comment == "call 1 (send): arguments are not a JSON object but a text"


def test_comments_of_a_trajectory_list_each_name_with_how_often():
    found = tool_trajectory(["", "", "b"], expected=["c"], mode="unordered")
    assert found["trajectory_match"].comment == "missing: c; not expected: (no name) (2 times), b"


def test_of_equal_shares_of_a_budget_the_first_is_named():
    used = token_latency_budget({"prompt_tokens": 5, "duration_ms": 5}, max_input_tokens=10, max_duration_ms=10)
    assert used["budget_used"].comment == "50% of the 10 input tokens allowed"


def test_what_is_reported_without_a_limit_is_named():
    found = token_latency_budget(
        {"prompt_tokens": 5, "output_tokens": 5}, max_input_tokens=None, max_output_tokens=None
    )
    assert found["within_budget"].comment == (
        "nothing to check: of output tokens and input tokens, which the span reports, no limit is set"
    )


def test_the_share_of_a_limit_of_0_and_of_one_beyond_any_float():
    assert token_latency_budget({"output_tokens": 3}, max_output_tokens=0)["budget_used"].value == 4
    assert token_latency_budget({"output_tokens": 3}, max_output_tokens=10**400)["budget_used"].value == 0


def test_a_superset_says_how_many_calls_there_are_beyond():
    def said(*called):
        return tool_trajectory(list(called), expected=["a"], mode="superset")["trajectory_match"].comment

    assert said("a") == "1 of 1 expected calls happened"
    assert said("a", "b", "b") == "1 of 1 expected calls happened, and 2 more"
