"""Opik's span trees as the steps and attributes that checks read."""

from datetime import UTC, datetime, timedelta

from opik.message_processing.emulation.models import SpanModel, TraceModel

from oodle_eval.runtime import TraceContext
from oodle_eval_adapters.opik import checks as opik_faces
from oodle_eval_adapters.opik._spans import attributes_of, steps_of

BEGUN = datetime(2026, 1, 1, tzinfo=UTC)


def span(name, kind="general", took_ms=0, spans=(), **fields):
    fields = {"start_time": BEGUN, "end_time": BEGUN + timedelta(milliseconds=took_ms), "source": "sdk", **fields}
    return SpanModel(id=name, name=name, type=kind, spans=list(spans), **fields)


def score(metric, **given):
    results = metric.score(**given)
    return {one.name: one.value for one in (results if isinstance(results, list) else [results])}


def test_a_step_has_what_opik_knows_of_it():
    tool = span(
        "search",
        "tool",
        12.5,
        input={"q": "refund"},
        output={"output": ["a"]},
        error_info={"exception_type": "TimeoutError", "message": "too slow", "traceback": "..."},
    )
    llm = span("chat", "llm", 700, model="small-1", usage={"prompt_tokens": 3, "completion_tokens": 4})
    first, second = steps_of(span("task", spans=[tool, llm]))
    assert first == {
        "id": "search",
        "name": "search",
        "kind": "tool",
        "tool_name": "search",
        "model": None,
        "input": {"q": "refund"},
        "output": {"output": ["a"]},
        "duration_ms": 12.5,
        "error": "TimeoutError: too slow",
    }
    assert (second["kind"], second["tool_name"], second["model"], second["duration_ms"]) == (
        "llm",
        None,
        "small-1",
        700,
    )
    assert (second["gen_ai.usage.input_tokens"], second["gen_ai.usage.output_tokens"]) == (3, 4)


def test_steps_come_in_the_order_of_the_tree_each_before_those_inside_it():
    tree = span("task", spans=[span("plan", spans=[span("a", "tool"), span("b", "llm")]), span("c", "guardrail")])
    assert [(step["name"], step["kind"]) for step in steps_of(tree)] == [
        ("plan", "span"),
        ("a", "tool"),
        ("b", "llm"),
        ("c", "span"),
    ]


def test_the_tasks_own_span_is_a_step_only_when_it_is_a_call_or_failed():
    assert steps_of(span("task")) == []
    assert [step["kind"] for step in steps_of(span("task", "tool"))] == ["tool"]
    failed = span("task", error_info={"exception_type": "ValueError", "message": "no", "traceback": ""})
    assert score(opik_faces.ErrorSpans(track=False), task_span=failed) == {"no_errors": 0.0, "error_count": 1.0}


def test_a_whole_trace_is_read_too():
    trace = TraceModel(
        id="t", start_time=BEGUN, name="t", project_name="p", source="sdk", spans=[span("search", "tool", 5)]
    )
    assert score(opik_faces.ToolTrajectory(expected=["search"], track=False), trace=trace)["trajectory_match"] == 1.0


def test_tokens_are_the_spans_own_or_the_sum_of_those_below():
    calls = [span("chat", "llm", usage={"prompt_tokens": n, "completion_tokens": 1}) for n in (3, 4)]
    assert attributes_of(span("task", spans=calls))["gen_ai.usage.input_tokens"] == 7
    wrapped = span("wrapper", "llm", usage={"prompt_tokens": 5, "completion_tokens": 1}, spans=calls)
    assert attributes_of(span("task", spans=[wrapped]))["gen_ai.usage.input_tokens"] == 5
    original = span("chat", "llm", usage={"original_usage.input_tokens": 8, "original_usage.output_tokens": 2})
    assert attributes_of(original)["gen_ai.usage.output_tokens"] == 2


def test_attributes_are_the_metadata_the_tokens_and_the_duration():
    assert attributes_of(span("task", took_ms=40, metadata={"app.tier": "gold"})) == {
        "app.tier": "gold",
        "duration_ms": 40.0,
    }


def test_what_is_missing_is_unknown():
    open_span = span("task", end_time=None)
    assert attributes_of(open_span) == {}
    assert attributes_of(span("task", end_time=datetime(2026, 1, 1))) == {}  # noqa: DTZ001 - that is the point
    assert steps_of(span("task", spans=[span("x", usage={"prompt_tokens": None}, model=None)]))[0]["error"] is None
    assert steps_of([]) == []
    assert steps_of("a trace") is None


def test_what_is_no_tree_of_opik():
    steps = [{"kind": "tool", "tool_name": "search"}]
    assert steps_of(steps) == steps
    assert steps_of({"spans": steps}) == steps
    assert steps_of(TraceContext(spans=steps)) == steps
    assert steps_of(steps[0]) == steps
    assert [step["name"] for step in steps_of([span("a", "tool"), span("b")])] == ["a", "b"]  # as `search_spans` gives


def test_a_tree_as_deep_as_recursion_does_not_reach():
    tree = span("leaf", "tool", usage={"prompt_tokens": 1, "completion_tokens": 1})
    for _ in range(5_000):
        tree = span("outer", spans=[tree])
    assert len(steps_of(tree)) == 5_000
    assert attributes_of(tree)["gen_ai.usage.input_tokens"] == 1
