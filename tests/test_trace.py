"""The trace checks: steps, failures, loops and duration."""

from __future__ import annotations

import copy
import json
import math
from dataclasses import dataclass
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oodle_eval.runtime import EvaluationContext, ObservationContext, TraceContext
from oodle_eval.v1.metrics import error_spans, repeated_tool_calls, span_count, total_duration

CHECKS = (span_count, error_spans, repeated_tool_calls, total_duration)


def context(spans: Any = None, output: Any = None, metadata: Any = None) -> EvaluationContext:
    return EvaluationContext(ObservationContext(None, output, metadata), TraceContext(spans=spans))


def values(scores: Any) -> dict[str, Any]:
    assert all(score.comment for score in scores)
    assert all(len(score.comment) <= 500 for score in scores)
    return {score.name: score.value for score in scores}


def tool(name: str = "search", given: Any = None, **more: Any) -> dict[str, Any]:
    return {"kind": "tool", "tool_name": name, "input": given, **more}


AGENT, LLM, SPAN = {"kind": "agent"}, {"kind": "llm"}, {"kind": "span"}


# --- where the steps come from ---


@dataclass
class Step:
    kind: str
    name: str
    duration_ms: float
    error: str | None = None


@pytest.mark.parametrize("kind", [list, tuple])
def test_steps_come_from_a_context_or_a_list_of_dicts(kind):
    spans = kind([LLM, tool(error="down", duration_ms=5)])
    for subject in (context(spans), spans, TraceContext(spans=spans)):
        assert values(span_count(subject)) == {"span_count": 2}
        assert values(error_spans(subject)) == {"no_errors": False, "error_count": 1}
        assert values(repeated_tool_calls(subject)) == {"tool_loop": False, "most_repeated": 1}
        assert values(total_duration(subject)) == {"total_duration_ms": 5.0}


def test_steps_may_be_objects_that_stand_for_dicts():
    spans = [Step("agent", "run", 7), MappingProxyType({"kind": "tool", "error": "x"})]
    assert values(span_count(spans)) == {"span_count": 2}
    assert values(error_spans(context(spans)))["error_count"] == 1
    assert values(total_duration(spans)) == {"total_duration_ms": 7.0}


@pytest.mark.parametrize("subject", ["plain text", "", context(), context([]), context(None, "text"), None, 5, [], {}])
def test_a_plain_string_or_a_live_span_has_no_steps(subject):
    assert values(span_count(subject, max_spans=0)) == {"span_count": 0, "within_span_limit": True}
    assert values(error_spans(subject)) == {"no_errors": True, "error_count": 0}
    assert values(repeated_tool_calls(subject)) == {"tool_loop": False, "most_repeated": 0}
    assert values(total_duration(subject)) == {"total_duration_ms": None}


def test_messages_and_calls_are_no_steps():
    messages = [{"role": "user", "content": "Hi"}, {"type": "function_call", "name": "f", "arguments": "{}"}]
    assert values(span_count(messages)) == {"span_count": 0}
    assert values(span_count([{"name": "f", "arguments": {}}])) == {"span_count": 0}
    assert values(span_count([{"name": "retrieve"}, {}, {"kind": "span", "content": "x"}])) == {"span_count": 3}
    assert values(span_count({"kind": "llm"})) == {"span_count": 1}


# --- span_count ---


def test_span_count_counts_every_step_or_those_of_a_kind():
    spans = [AGENT, LLM, tool(), LLM, SPAN]
    scores = span_count(spans)
    assert values(scores) == {"span_count": 5}
    assert scores[0].higher_is_better is False
    assert scores[0].data_type == "NUMERIC"
    assert "2 llm" in scores[0].comment
    for kind, count in (("llm", 2), ("tool", 1), ("agent", 1), ("span", 1), (None, 5)):
        assert values(span_count(spans, kind=kind)) == {"span_count": count}
    assert span_count(spans, kind="llm")[0].comment == "2 llm steps of 5"


def test_within_span_limit_only_when_a_limit_is_set():
    assert values(span_count([LLM, LLM], max_spans=2)) == {"span_count": 2, "within_span_limit": True}
    scores = span_count([LLM, LLM], max_spans=1)
    assert values(scores) == {"span_count": 2, "within_span_limit": False}
    assert "at most 1" in scores[1].comment
    assert values(span_count([LLM, AGENT], kind="llm", max_spans=1))["within_span_limit"] is True
    assert values(span_count([LLM], max_spans=0))["within_span_limit"] is False
    assert values(span_count([LLM], max_spans=None)) == {"span_count": 1}
    assert [score.name for score in span_count([], max_spans=1, name="steps")] == ["steps", "within_span_limit"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "LLM"},
        {"kind": "chain"},
        {"kind": ""},
        {"kind": 1},
        {"max_spans": -1},
        {"max_spans": "3"},
        {"max_spans": 1.5},
    ],
)
def test_span_count_refuses_a_wrong_setting_by_name(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        span_count([], **wrong)


# --- error_spans ---


@pytest.mark.parametrize(
    ("fields", "failed"),
    [
        ({"error": "timed out"}, True),
        ({"error": {"type": "ValueError"}}, True),
        ({"error": ["x"]}, True),
        ({"error": True}, True),
        ({"error": 1}, True),
        ({"status": "error"}, True),
        ({"status": "ERROR"}, True),
        ({"error": None, "status": "error"}, True),
        ({"error": "x", "status": "ok"}, True),
        ({"error": None}, False),
        ({"error": ""}, False),
        ({"error": " "}, False),
        ({"error": False}, False),
        ({"error": 0}, False),
        ({"error": {}}, False),
        ({"error": []}, False),
        ({"error": math.nan}, False),
        ({"status": "ok"}, False),
        ({"status": "errors"}, False),
        ({"status": None}, False),
        ({"status": 5}, False),
        ({"output": "error"}, False),
        ({}, False),
    ],
)
def test_a_step_failed_when_its_error_is_set_or_its_status_is_error(fields, failed):
    assert values(error_spans([{"kind": "tool", **fields}])) == {"no_errors": not failed, "error_count": int(failed)}


def test_error_spans_allows_so_many():
    spans = [LLM, tool("search", error="timed out"), {"kind": "llm", "name": "model", "status": "error"}]
    scores = error_spans(spans)
    assert values(scores) == {"no_errors": False, "error_count": 2}
    assert scores[0].comment == "2 of 3 steps failed: search (timed out); model"
    assert (scores[0].data_type, scores[1].data_type) == ("BOOLEAN", "NUMERIC")
    assert (scores[0].higher_is_better, scores[1].higher_is_better) == (True, False)
    for allowed, fine in ((0, False), (1, False), (2, True), (None, False)):
        assert values(error_spans(spans, max_errors=allowed))["no_errors"] is fine
    for wrong in (-1, 0.5, "1", True):
        with pytest.raises(ValueError, match="max_errors"):
            error_spans(spans, max_errors=wrong)


def test_many_failures_make_a_short_comment():
    scores = error_spans([tool("t" * 300, error="e" * 10_000)] * 5_000)
    assert values(scores)["error_count"] == 5_000


# --- repeated_tool_calls ---


def test_the_same_tool_with_the_same_input_is_a_loop():
    spans = [
        tool("search", {"q": "x"}),
        LLM,
        tool("search", {"q": "x"}),
        tool("search", {"q": "y"}),
        tool("other", {"q": "x"}),
    ]
    scores = repeated_tool_calls(spans)
    assert values(scores) == {"tool_loop": True, "most_repeated": 2}
    assert scores[0].comment == "search called 2 times with the same input"
    assert [score.higher_is_better for score in scores] == [False, False]
    for limit, loop in ((1, True), (2, True), (3, False), (None, True)):
        assert values(repeated_tool_calls(spans, max_repeats=limit))["tool_loop"] is loop
    for wrong in (0, -1, 1.5, "2", True):
        with pytest.raises(ValueError, match="max_repeats"):
            repeated_tool_calls(spans, max_repeats=wrong)


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ({"a": 1, "b": [2]}, {"b": [2.0], "a": 1.0}, True),
        ({"a": 1}, {"a": True}, False),
        ('{"a": 1}', {"a": 1}, True),
        (None, "", True),
        (None, {}, True),
        ("Paris", "Paris", True),
        ("Paris", "paris", False),
        ([1, 2], [2, 1], False),
    ],
)
def test_inputs_compare_as_json_values(first, second, same):
    assert values(repeated_tool_calls([tool("f", first), tool("f", second)]))["tool_loop"] is same


def test_consecutive_only_counts_the_longest_run():
    a, b = tool("a"), tool("b")
    spans = [a, a, b, a, LLM, a, AGENT, a, b, b]
    assert values(repeated_tool_calls(spans))["most_repeated"] == 5
    scores = repeated_tool_calls(spans, consecutive_only=True, max_repeats=3)
    assert values(scores) == {"tool_loop": True, "most_repeated": 3}
    assert "back to back" in scores[0].comment
    assert values(repeated_tool_calls([a, b, a, b], consecutive_only=True)) == {"tool_loop": False, "most_repeated": 1}


def test_with_no_tool_steps_the_output_s_calls_are_read_never_both():
    listed = [{"id": f"c{i}", "function": {"name": "f", "arguments": '{"a": 1}'}} for i in range(3)]
    output = [{"role": "assistant", "content": None, "tool_calls": listed}]
    assert values(repeated_tool_calls(context([], output))) == {"tool_loop": True, "most_repeated": 3}
    assert values(repeated_tool_calls(context([LLM], output))) == {"tool_loop": True, "most_repeated": 3}
    assert values(repeated_tool_calls(context([tool("f", {"a": 1})], output))) == {
        "tool_loop": False,
        "most_repeated": 1,
    }
    assert values(repeated_tool_calls(output)) == {"tool_loop": True, "most_repeated": 3}


names = st.sampled_from(["a", "b"])
inputs = st.sampled_from([None, {}, {"x": 1}, {"x": 1.0}, {"x": True}, {"y": [1, {"z": 0}], "x": 1}, "text"])
steps = st.lists(st.builds(tool, names, inputs) | st.sampled_from([LLM, AGENT]), max_size=8)


def alike(first: dict[str, Any], second: dict[str, Any]) -> bool:
    """The same call, written out: True is not 1, and no input is {}."""

    def marked(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: marked(item) for key, item in value.items()}
        if isinstance(value, list):
            return [marked(item) for item in value]
        return ("bool", value) if isinstance(value, bool) else value

    return first["tool_name"] == second["tool_name"] and marked(first["input"] or {}) == marked(second["input"] or {})


@settings(max_examples=150, deadline=None)
@given(steps, st.integers(1, 4))
def test_most_repeated_against_counting_by_hand(spans, limit):
    before = copy.deepcopy(spans)
    tools = [span for span in spans if span["kind"] == "tool"]
    most = max((sum(alike(one, other) for other in tools) for one in tools), default=0)
    assert values(repeated_tool_calls(spans, max_repeats=limit)) == {"tool_loop": most >= limit, "most_repeated": most}
    longest = run = 0
    for place, one in enumerate(tools):
        run = run + 1 if place and alike(one, tools[place - 1]) else 1
        longest = max(longest, run)
    found = values(repeated_tool_calls(context(spans), max_repeats=limit, consecutive_only=True))
    assert found == {"tool_loop": longest >= limit, "most_repeated": longest}
    # The same calls as an output without a trace.
    calls = [
        {"name": span["tool_name"], "arguments": json.dumps(span["input"] or {})}
        for span in tools
        if span["input"] != "text"
    ]
    if len(calls) == len(tools):
        assert values(repeated_tool_calls(context([], calls)))["most_repeated"] == most
    assert spans == before


# --- total_duration ---


def test_the_longest_agent_step_else_the_sum_of_every_step_else_the_attribute():
    agents = [
        {"kind": "agent", "duration_ms": 900},
        {"kind": "agent", "duration_ms": 1200},
        {"kind": "llm", "duration_ms": 5000},
    ]
    scores = total_duration(context(agents, metadata={"duration_ms": 7}))
    assert values(scores) == {"total_duration_ms": 1200.0}
    assert scores[0].higher_is_better is False
    assert "longest of 2 agent steps" in scores[0].comment
    scores = total_duration(
        context([{"kind": "llm", "duration_ms": 50}, tool(duration_ms=25.5)], metadata={"duration_ms": 7})
    )
    assert values(scores) == {"total_duration_ms": 75.5}
    assert "sum of 2 steps" in scores[0].comment
    assert values(total_duration(context(metadata={"duration_ms": 7}))) == {"total_duration_ms": 7.0}
    assert values(total_duration(context(metadata={"duration_ms_int": 7}))) == {"total_duration_ms": 7.0}


def test_what_is_missing_or_odd_is_passed_over():
    spans = [tool(duration_ms=10), tool(), tool(duration_ms=None), tool(duration_ms=-5), tool(duration_ms="20")]
    spans += [tool(duration_ms=value) for value in ("soon", True, math.nan, math.inf, [], {})]
    assert values(total_duration(spans)) == {"total_duration_ms": 30.0}
    # An agent step that does not say how long it took says nothing.
    assert values(total_duration([AGENT, tool(duration_ms=10)])) == {"total_duration_ms": 10.0}
    assert values(total_duration([{"kind": "agent", "duration_ms": 0}, tool(duration_ms=10)])) == {
        "total_duration_ms": 0.0
    }


def test_with_nothing_known_there_is_no_value_but_a_comment():
    for subject in ([LLM], context([AGENT, LLM]), context(metadata={"duration_ms": "soon"}), "text"):
        scores = total_duration(subject, max_duration_ms=5)
        assert values(scores) == {"total_duration_ms": None, "within_duration": None}
        assert "no duration is known" in scores[0].comment


def test_within_duration_only_when_a_limit_is_set():
    spans = [tool(duration_ms=100)]
    assert values(total_duration(spans, max_duration_ms=100)) == {"total_duration_ms": 100.0, "within_duration": True}
    scores = total_duration(spans, max_duration_ms=99.5)
    assert values(scores) == {"total_duration_ms": 100.0, "within_duration": False}
    assert "100 ms" in scores[1].comment
    assert "at most 99.5 ms" in scores[1].comment
    assert values(total_duration(spans, max_duration_ms=0))["within_duration"] is False
    assert values(total_duration(spans, max_duration_ms=None)) == {"total_duration_ms": 100.0}
    for wrong in (-1, "5", True, math.nan):
        with pytest.raises(ValueError, match="max_duration_ms"):
            total_duration(spans, max_duration_ms=wrong)


def test_a_sum_stays_finite():
    scores = total_duration([tool(duration_ms=1e308)] * 10, max_duration_ms=10**400)
    assert math.isfinite(scores[0].value)
    assert scores[1].value is True


kinds = st.sampled_from(["llm", "tool", "agent", "span"])
timed = st.fixed_dictionaries({"kind": kinds}, optional={"duration_ms": st.integers(0, 1000)})


@settings(max_examples=100, deadline=None)
@given(st.lists(timed, max_size=6), st.none() | st.integers(0, 1000))
def test_total_duration_against_the_rule_by_hand(spans, own):
    agents = [span["duration_ms"] for span in spans if span["kind"] == "agent" and "duration_ms" in span]
    every = [span["duration_ms"] for span in spans if "duration_ms" in span]
    expected = max(agents) if agents else sum(every) if every else own
    assert values(total_duration(context(spans, metadata={"duration_ms": own}))) == {"total_duration_ms": expected}
    for kind in ("llm", "tool", "agent", "span"):
        assert values(span_count(spans, kind=kind))["span_count"] == sum(span["kind"] == kind for span in spans)


# --- whatever comes ---

HOSTILE = [
    None,
    5,
    math.nan,
    b"x",
    {1},
    object(),
    "\ud800",
    [None, 5, "x", [], {}, {"kind": None}, {"kind": [1]}, {"kind": {}, "error": object(), "status": []}],
    [{"kind": "tool", "input": object(), "name": 5}, {"kind": "tool", "input": {1, 2}, "duration_ms": 10**400}],
    [{"kind": "tool", "input": "[" * 100_000}],
    {"kind": "tool", "input": {"a": {}}},
    SimpleNamespace(observation=None, trace=SimpleNamespace(spans=[{"kind": "llm"}])),
]


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("place", range(len(HOSTILE)))
def test_nothing_that_comes_raises(check, place):
    odd = HOSTILE[place]
    if not hasattr(odd, "trace"):
        values(check(odd))
    values(check(context(odd, odd, odd)))
    values(check(SimpleNamespace(observation=ObservationContext(output=odd), trace=None)))


def test_many_steps_take_little_time():
    spans = [tool("f", {"n": place % 1000, "text": "x" * 50}, duration_ms=1) for place in range(20_000)]
    assert values(repeated_tool_calls(spans))["most_repeated"] == 20
    assert values(total_duration(spans))["total_duration_ms"] == 20_000
