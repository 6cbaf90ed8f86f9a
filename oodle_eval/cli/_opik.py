"""Opik's exports as rows: traces with their spans, and the items of experiments. Needs no Opik."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

__all__ = ["is_opik", "rows_of_opik"]

SPAN_TYPES = frozenset({"general", "llm", "tool", "guardrail"})
KINDS = {"llm": "llm", "tool": "tool"}
REFERENCES = ("expected_output", "reference", "expected", "expected_response", "ground_truth")
TOKENS = {
    "gen_ai.usage.input_tokens": ("prompt_tokens", "input_tokens"),
    "gen_ai.usage.output_tokens": ("completion_tokens", "output_tokens"),
}


def is_opik(value: Any) -> bool:
    """Return whether a value is of an export of Opik's: a trace with its spans, one alone, or an experiment's item."""
    if not isinstance(value, Mapping):
        return False
    if isinstance(value.get("trace"), Mapping):
        return True
    if "dataset_item_id" in value and ("evaluation_task_output" in value or "dataset_item_data" in value):
        return True
    return "project_id" in value and "start_time" in value and ("input" in value or "output" in value)


def rows_of_opik(values: Iterable[Any]) -> Iterator[dict[str, Any]]:
    """Yield rows of an export; all of it is read before the first, since spans may stand apart from their traces."""
    traces: dict[str, Mapping[str, Any]] = {}
    spans: dict[str, list[Mapping[str, Any]]] = {}
    for value in values:
        if not isinstance(value, Mapping):
            continue
        if "dataset_item_id" in value and not isinstance(value.get("trace"), Mapping):
            yield _row_of_item(value)
        elif value.get("trace_id") and value.get("type") in SPAN_TYPES:
            spans.setdefault(str(value["trace_id"]), []).append(value)
        else:
            held = value["trace"] if isinstance(value.get("trace"), Mapping) else value
            key = str(held.get("id") or len(traces))
            traces[key] = held
            below = value.get("spans") or held.get("spans") or []
            spans.setdefault(key, []).extend(span for span in below if isinstance(span, Mapping))
    for key, trace in traces.items():
        yield _row_of_trace(trace, spans.get(key, []))


def _row_of_item(item: Mapping[str, Any]) -> dict[str, Any]:
    data = item.get("dataset_item_data") or item.get("input") or {}
    data = data if isinstance(data, Mapping) else {"input": data}
    output = item.get("evaluation_task_output")
    return {
        "id": item.get("id") or item.get("dataset_item_id"),
        "input": data.get("input", data),
        "output": item.get("output") if output is None else output,
        "reference": next((data[name] for name in REFERENCES if data.get(name) is not None), None),
        "metadata": data.get("metadata") or {},
    }


def _row_of_trace(trace: Mapping[str, Any], spans: list[Mapping[str, Any]]) -> dict[str, Any]:
    metadata = trace.get("metadata") if isinstance(trace.get("metadata"), Mapping) else {}
    duration = _duration_ms(trace)
    measured = {**_tokens(trace.get("usage")), **({} if duration is None else {"duration_ms": duration})}
    steps = sorted(spans, key=lambda span: str(span.get("start_time") or ""))
    return {
        "id": trace.get("id"),
        "trace_id": str(trace.get("id") or ""),
        "input": trace.get("input"),
        "output": trace.get("output"),
        "reference": next((trace[name] for name in REFERENCES if trace.get(name) is not None), None),
        "metadata": {**measured, **(metadata or {})},
        "trace": [_step(span) for span in steps],
    }


def _step(span: Mapping[str, Any]) -> dict[str, Any]:
    kind = KINDS.get(str(span.get("type")), "span")
    info = span.get("error_info")
    said = [info.get(name) for name in ("exception_type", "message")] if isinstance(info, Mapping) else [info]
    return {
        "id": span.get("id"),
        "name": span.get("name"),
        "kind": kind,
        "tool_name": span.get("name") if kind == "tool" else None,
        "model": span.get("model"),
        "input": span.get("input"),
        "output": span.get("output"),
        "duration_ms": _duration_ms(span),
        "error": ": ".join(str(part) for part in said if part) or None,
        **_tokens(span.get("usage")),
    }


def _tokens(usage: Any) -> dict[str, Any]:
    if not isinstance(usage, Mapping):
        return {}
    found = {
        name: next((usage[key] for key in keys if usage.get(key) is not None), None) for name, keys in TOKENS.items()
    }
    return {name: number for name, number in found.items() if number is not None}


def _duration_ms(held: Mapping[str, Any]) -> float | None:
    if isinstance(held.get("duration"), int | float):
        return float(held["duration"])
    try:
        begun, ended = (datetime.fromisoformat(str(held.get(name))) for name in ("start_time", "end_time"))
        return (ended - begun).total_seconds() * 1000
    except (ValueError, TypeError):
        return None
