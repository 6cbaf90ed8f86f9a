"""The steps of another tool's trace as the steps that a check reads: what is not read would pass a gate.

The names of the fields are those that Opik, LangSmith, OpenInference and OpenTelemetry's gen_ai conventions document.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oodle_eval.v1 import _messages
from oodle_eval.v1._settings import SettingError

__all__ = ["CALLS", "steps_in", "steps_of", "steps_of_calls"]

# What data sets and tasks call the tool calls beside an output; they are its trace where there is no other.
CALLS = ("tool_calls", "tools_called")
KINDS = ("llm", "tool", "agent", "span")
# What other tools call a step of a kind; any other step is a span.
NAMES = {
    **dict.fromkeys(("llm", "chat", "text_completion", "generate_content", "chat_model"), "llm"),
    **dict.fromkeys(("tool", "execute_tool", "function"), "tool"),
    **dict.fromkeys(("agent", "invoke_agent", "create_agent"), "agent"),
}
KIND_FIELDS = (
    "type",
    "run_type",
    "span_kind",
    "openinference.span.kind",
    "gen_ai.operation.name",
    "traceloop.span.kind",
)
FIELDS = {
    "tool_name": ("gen_ai.tool.name", "tool.name"),
    "input": ("inputs", "gen_ai.tool.call.arguments", "tool.parameters", "input.value"),
    "output": ("outputs", "gen_ai.tool.call.result", "output.value"),
    "model": ("gen_ai.response.model", "gen_ai.request.model", "llm.model_name"),
}


def steps_of(trace: Any) -> list[dict[str, Any]]:
    """Return the steps of a trace that are spans: a list of them, a dict that holds one under "spans", or one span alone."""
    if isinstance(trace, Mapping):
        trace = trace["spans"] if isinstance(trace.get("spans"), list | tuple) else [trace]
    if not isinstance(trace, list | tuple):
        return []
    return [_step(span) for span in map(_messages.plain, trace) if isinstance(span, dict)]


def steps_in(held: Any, is_trace: bool) -> Any:
    """Return the steps that a row holds as its trace, None where it is something else.

    Args:
        held: What the row holds.
        is_trace: Whether it says "trace"; some data sets call something else "spans".

    Raises:
        SettingError: The trace is a list of names, which say nothing of a step's kind.
    """
    if _messages.is_span_list(held):
        return held
    if not is_trace:
        return None
    if isinstance(held, Mapping):
        steps = held.get("spans", [held] if any(name in held for name in ("kind", *KIND_FIELDS)) else None)
        return steps if _messages.is_span_list(steps) else None
    if isinstance(held, list | tuple) and all(isinstance(step, str) and len(step.split()) == 1 for step in held):
        raise SettingError(
            f'a row\'s "trace" is a list of steps, each a dict such as {{"kind": "tool", "tool_name": {held[0][:40]!r}}}, and '
            f'this one holds names: names of called tools go under "tool_calls"'
        )
    return None


def steps_of_calls(calls: Any) -> list[dict[str, Any]]:
    """Return tool calls of any shape, or the names of the tools alone, as steps."""
    return [_step_of_call(call) for call in calls] if isinstance(calls, list | tuple) else []


def _step_of_call(given: Any) -> dict[str, Any]:
    fields = {"name": given} if isinstance(given, str) else _messages.plain(given)
    found = _messages.tool_calls_of({"tool_calls": [fields]})
    call = found[0] if found else {"id": "", "name": "", "arguments": None}
    held = fields if isinstance(fields, dict) else {}
    arguments = held.get("input_parameters") if call["arguments"] is None else call["arguments"]  # DeepEval's name
    step = {"name": call["name"], "kind": "tool", "tool_name": call["name"], "input": arguments}
    return {**step, "tool_call_id": call["id"], "output": held.get("output", held.get("result"))}


def _step(span: dict[str, Any]) -> dict[str, Any]:
    """Return a step as it is when it is one of ours, else with what our names are for what it says."""
    if span.get("kind") in KINDS:
        return span
    attributes = span.get("attributes")
    held = {**attributes, **span} if isinstance(attributes, Mapping) else span
    named = next((held[name] for name in KIND_FIELDS if isinstance(held.get(name), str)), None)
    kind = named or next((own for own in (span.get("kind"),) if isinstance(own, str) and own.lower() in NAMES), None)
    if kind is None:
        return span
    read = {
        name: next((held[other] for other in others if held.get(other) is not None), None)
        for name, others in FIELDS.items()
    }
    read |= {"kind": NAMES.get(kind.lower(), "span"), "error": _error(held), "duration_ms": _duration_ms(held)}
    return {
        **span,
        **{
            name: value
            for name, value in read.items()
            if name == "kind" or (value is not None and span.get(name) is None)
        },
    }


def _error(held: Mapping[str, Any]) -> str | None:
    """Return what went wrong in a step: Opik's error_info, or a status of OpenTelemetry's."""
    info = held.get("error_info")
    if info:
        said = (
            [str(info[name]) for name in ("exception_type", "message") if info.get(name)]
            if isinstance(info, Mapping)
            else [str(info)]
        )
        return ": ".join(said) or "failed"
    status = held.get("status")
    code, message = held.get("status_code"), held.get("status_message")
    if isinstance(status, Mapping):
        code, message = status.get("status_code", status.get("code")), status.get("description", status.get("message"))
    failed = code in (2, "2") or (isinstance(code, str) and code.upper() in ("ERROR", "STATUS_CODE_ERROR"))
    return str(message or "failed") if failed else None


def _duration_ms(held: Mapping[str, Any]) -> float | None:
    """Return the milliseconds between a step's start and end, None when it does not say both."""
    from datetime import datetime  # noqa: PLC0415 - needed only for another tool's trace

    times = [held.get(name) for name in ("start_time", "end_time")]
    try:
        begun, ended = (datetime.fromisoformat(one) if isinstance(one, str) else one for one in times)
        if isinstance(begun, datetime) and isinstance(ended, datetime):
            return (ended - begun).total_seconds() * 1000
    except (ValueError, TypeError):
        pass
    return None
