"""Spans of OpenTelemetry, as OTLP writes them in JSON, as rows: gen_ai attributes become input, output and steps."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

__all__ = ["is_otlp", "is_span_file", "row_of_tags", "rows_of_otlp"]

INPUTS = ("gen_ai.input.messages", "gen_ai.prompt", "input.value", "traceloop.entity.input", "llm.input_messages")
OUTPUTS = ("gen_ai.output.messages", "gen_ai.completion", "output.value", "traceloop.entity.output")
# Messages that are written one attribute a field, of OpenLLMetry and of OpenInference. Where they are, the next ones hold the
# request or the answer of a provider's API as it was, which says no more.
NUMBERED_INPUTS = ("gen_ai.prompt.", "llm.input_messages.")
NUMBERED_OUTPUTS = ("gen_ai.completion.", "llm.output_messages.")
WHOLE = frozenset({"input.value", "output.value", "traceloop.entity.input", "traceloop.entity.output"})
TOOL_INPUTS = ("gen_ai.tool.call.arguments", "tool.parameters", *INPUTS)
TOOL_OUTPUTS = ("gen_ai.tool.call.result", *OUTPUTS)
KINDS = {
    **dict.fromkeys(("chat", "text_completion", "generate_content", "completion", "llm"), "llm"),
    **dict.fromkeys(("execute_tool", "tool"), "tool"),
    **dict.fromkeys(("invoke_agent", "create_agent", "invoke_workflow", "agent"), "agent"),
}
TOKENS = {
    "gen_ai.usage.input_tokens": "llm.token_count.prompt",
    "gen_ai.usage.output_tokens": "llm.token_count.completion",
}
EVENT_ROLES = {
    "gen_ai.system.message": "system",
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
}


def is_span_file(value: Any) -> bool:
    """Return whether a value is a span as the platform's client keeps it: {span_id, trace_id, tags}."""
    return isinstance(value, Mapping) and isinstance(value.get("tags"), Mapping) and "output" not in value


def row_of_tags(span: Mapping[str, Any]) -> dict[str, Any]:
    """Return a span {span_id, trace_id, tags} as a row: the messages parsed, all tags as the metadata."""
    tags = dict(span["tags"])
    row = {
        "id": span.get("span_id"),
        "trace_id": str(span.get("trace_id") or ""),
        "input": parsed(tags.get(INPUTS[0])),
        "output": parsed(tags.get(OUTPUTS[0])),
        "metadata": tags,
    }
    kept = ("context", "reference", "expected_output", "scores", "trace", "spans")
    return {**row, **{name: span[name] for name in kept if name in span}}


def is_otlp(value: Any) -> bool:
    """Return whether a value is OTLP's JSON of traces."""
    return isinstance(value, Mapping) and ("resourceSpans" in value or "resource_spans" in value)


def parsed(value: Any) -> Any:
    """Return a tag's value: what its JSON says if it parses, else the text."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def rows_of_otlp(documents: Iterable[Any], per: str = "trace") -> Iterator[dict[str, Any]]:
    """Yield rows of OTLP's JSON.

    Args:
        documents: Values with `resourceSpans`. All are read before the first row: a trace's spans may stand anywhere.
        per: "trace" for a row per trace, with its spans as the steps; "span" for a row per span that has an output.
    """
    traces: dict[str, list[dict[str, Any]]] = {}
    for document in documents:
        for span in _spans(document):
            traces.setdefault(span["trace_id"], []).append(span)
    for trace_id, spans in traces.items():
        spans.sort(key=lambda span: span["start"])
        if per == "span":
            yield from (_row_of_span(span) for span in spans if span["output"] is not None)
        else:
            yield _row_of_trace(trace_id, spans)


def _spans(document: Any) -> Iterator[dict[str, Any]]:
    for resource in _field(document, "resourceSpans", "resource_spans") or []:
        for scope in _field(resource, "scopeSpans", "scope_spans", "instrumentationLibrarySpans") or []:
            for span in scope.get("spans") or []:
                yield _span(span)


def _field(held: Mapping[str, Any], *names: str) -> Any:
    return next((held[name] for name in names if held.get(name) is not None), None)


def _span(span: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a span says, its attributes as a plain dict."""
    attributes = _attributes(span.get("attributes"))
    kind = KINDS.get(
        str(_field(attributes, "gen_ai.operation.name", "traceloop.span.kind", "llm.request.type") or "").lower()
    )
    kind = kind or KINDS.get(str(attributes.get("openinference.span.kind", "")).lower(), "span")
    is_tool = kind == "tool"
    start, end = (
        _number(_field(span, *names))
        for names in (("startTimeUnixNano", "start_time_unix_nano"), ("endTimeUnixNano", "end_time_unix_nano"))
    )
    asked, answered = _messages_of_events(span.get("events") or [])
    return {
        "trace_id": str(_field(span, "traceId", "trace_id") or ""),
        "span_id": str(_field(span, "spanId", "span_id") or ""),
        "parent": str(_field(span, "parentSpanId", "parent_span_id") or ""),
        "name": span.get("name"),
        "kind": kind,
        "start": start or 0,
        "duration_ms": None if start is None or end is None else (end - start) / 1e6,
        "attributes": attributes,
        "input": _said(attributes, TOOL_INPUTS if is_tool else INPUTS, NUMBERED_INPUTS, asked),
        "output": _said(attributes, TOOL_OUTPUTS if is_tool else OUTPUTS, NUMBERED_OUTPUTS, answered),
        "error": _error(span.get("status") or {}, attributes),
    }


def _number(value: Any) -> int | None:
    try:
        return int(value)
    except (TypeError, ValueError):
        return None


def _attributes(held: Any) -> dict[str, Any]:
    if isinstance(held, Mapping):
        return dict(held)
    return {str(one.get("key")): _value(one.get("value")) for one in held or [] if isinstance(one, Mapping)}


def _value(held: Any) -> Any:
    """Return the value of OTLP's {"stringValue": ...} and its siblings."""
    if not isinstance(held, Mapping) or len(held) != 1:
        return held
    ((kind, value),) = held.items()
    if kind in ("intValue", "int_value"):
        return _number(value)
    if kind in ("arrayValue", "array_value"):
        return [_value(one) for one in (value or {}).get("values") or []]
    if kind in ("kvlistValue", "kvlist_value"):
        return _attributes((value or {}).get("values"))
    return value


def _said(
    attributes: Mapping[str, Any], names: tuple[str, ...], numbered: tuple[str, ...], events: list[dict[str, Any]]
) -> Any:
    """Return the input or the output of a span: an attribute, numbered attributes, or events."""
    messages = next(filter(None, (_numbered(attributes, prefix) for prefix in numbered)), None)
    found = _field(attributes, *(name for name in names if not (messages and name in WHOLE)))
    return parsed(found) if found is not None else messages or events or None


def _numbered(attributes: Mapping[str, Any], prefix: str) -> list[dict[str, Any]]:
    """Return messages that are written as `gen_ai.prompt.0.role` or `llm.input_messages.0.message.role`."""
    tree: dict[str, Any] = {}
    for name, value in attributes.items():
        if name.startswith(prefix):
            branch = tree
            *steps, last = name.removeprefix(prefix).split(".")
            for step in steps:
                below = branch.setdefault(step, {})
                branch = below if isinstance(below, dict) else {}
            branch.setdefault(last, value)
    return [_message(held) for held in _in_place(tree) if isinstance(held, dict)]


def _in_place(tree: Any) -> list[Any]:
    """Return what stands under the numbers of a branch, in their order."""
    held = tree if isinstance(tree, dict) else {}
    return [held[place] for place in sorted(filter(str.isdecimal, held), key=int)]


def _message(held: dict[str, Any]) -> dict[str, Any]:
    """Return a message whose lists were written by number, and in OpenInference each item under its kind's name."""
    held = _unwrapped(held, "message")
    message: dict[str, Any] = {name: held[name] for name in ("role", "name", "tool_call_id") if name in held}
    content = held.get("content")
    blocks = parsed(content)
    message["content"] = (
        blocks if isinstance(blocks, list) and all(isinstance(one, dict) for one in blocks) else content
    )
    contents = [_unwrapped(one, "message_content") for one in _in_place(held.get("contents"))]
    if contents and content is None:
        message["content"] = contents
    calls = [_unwrapped(one, "tool_call") for one in _in_place(held.get("tool_calls"))]
    return {**message, "tool_calls": calls} if calls else message


def _unwrapped(held: Any, name: str) -> Any:
    inner = held.get(name) if isinstance(held, dict) else None
    return inner if isinstance(inner, dict) else held


def _messages_of_events(events: list[Any]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the input's and the output's messages that a span's events hold."""
    asked: list[dict[str, Any]] = []
    answered: list[dict[str, Any]] = []
    for event in events:
        attributes = _attributes(event.get("attributes"))
        for name, said in ((INPUTS[0], asked), (OUTPUTS[0], answered)):
            held = parsed(attributes.get(name))
            said.extend(held if isinstance(held, list) else [])
        role = EVENT_ROLES.get(str(event.get("name")))
        if role:
            asked.append({"role": role, "content": attributes.get("content", "")})
        elif event.get("name") == "gen_ai.choice":
            message = parsed(attributes.get("message"))
            content = attributes.get("content", "")
            answered.append(message if isinstance(message, dict) else {"role": "assistant", "content": content})
    return asked, answered


def _error(status: Mapping[str, Any], attributes: Mapping[str, Any]) -> str | None:
    failed = status.get("code") in (2, "2", "STATUS_CODE_ERROR", "ERROR")
    if not failed and attributes.get("error.type") is None:
        return None
    return str(status.get("message") or attributes.get("error.type") or "failed")


def _step(span: Mapping[str, Any]) -> dict[str, Any]:
    attributes = span["attributes"]
    name = _field(attributes, "gen_ai.tool.name", "tool.name")
    return {
        "id": span["span_id"],
        "name": span["name"],
        "kind": span["kind"],
        "tool_name": (name or span["name"]) if span["kind"] == "tool" else None,
        "model": _field(attributes, "gen_ai.response.model", "gen_ai.request.model", "llm.model_name"),
        "input": span["input"],
        "output": span["output"],
        "duration_ms": span["duration_ms"],
        "error": span["error"],
    }


def _metadata(span: Mapping[str, Any]) -> dict[str, Any]:
    duration = {} if span["duration_ms"] is None else {"duration_ms": span["duration_ms"]}
    attributes = span["attributes"]
    tokens = {name: attributes[other] for name, other in TOKENS.items() if attributes.get(other) is not None}
    return {**duration, **tokens, **attributes}


def _row_of_span(span: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": span["span_id"],
        "trace_id": span["trace_id"],
        "input": span["input"],
        "output": span["output"],
        "metadata": _metadata(span),
    }


def _row_of_trace(trace_id: str, spans: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a trace as a row: what the root says, or else the first and the last of its spans that say something."""
    known = {span["span_id"] for span in spans}
    root = next((span for span in spans if span["parent"] not in known), spans[0])
    talking = [span for span in spans if span["kind"] != "tool"]
    asked = next((span["input"] for span in (root, *talking) if span["input"] is not None), None)
    answered = next((span["output"] for span in (root, *reversed(talking)) if span["output"] is not None), None)
    steps = [span for span in spans if span is not root or span["kind"] != "span"]
    return {
        "id": trace_id,
        "trace_id": trace_id,
        "input": asked,
        "output": answered,
        "metadata": _metadata(root),
        "trace": [_step(span) for span in steps],
    }
