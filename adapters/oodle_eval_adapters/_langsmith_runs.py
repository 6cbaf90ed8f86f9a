"""LangSmith's runs and examples as the values of a row. Imports nothing of LangSmith: runs may be dicts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

__all__ = ["row_values", "spans_of"]

# LangSmith's run types as the kinds of a span.
KINDS = {"llm": "llm", "tool": "tool"}


def field(held: Any, name: str, default: Any = None) -> Any:
    """Return a field of a run or an example, which is an object or a dict."""
    is_dict = type(held) is dict or isinstance(held, Mapping)
    value = held.get(name) if is_dict else getattr(held, name, None)
    return default if value is None else value


def row_values(run: Any, example: Any = None) -> dict[str, Any]:
    """Return the values of a row: the example's inputs and reference, the run's outputs, attributes and steps."""
    inputs = field(example, "inputs") if example is not None else None
    return {
        "inputs": field(run, "inputs") if inputs is None else inputs,
        "outputs": field(run, "outputs"),
        # LangSmith stores "no reference" as {} too.
        "reference_outputs": (field(example, "outputs") if example is not None else None) or None,
        "metadata": attributes_of(run, example),
        "trace": spans_of(run),
    }


def attributes_of(run: Any, example: Any = None) -> dict[str, Any]:
    """Return a run's attributes: its metadata over the example's, its tokens, duration and time to first token."""
    attributes: dict[str, Any] = {}
    for held in (example, field(run, "extra")):
        metadata = field(held, "metadata") if held is not None else None
        if metadata:
            attributes.update(metadata)
    start = field(run, "start_time")
    measured = {
        "gen_ai.usage.input_tokens": field(run, "prompt_tokens"),
        "gen_ai.usage.output_tokens": field(run, "completion_tokens"),
        "duration_ms": milliseconds_between(start, field(run, "end_time")),
        "time_to_first_token_ms": milliseconds_between(start, field(run, "first_token_time")),
    }
    attributes.update({name: number for name, number in measured.items() if number is not None})
    return attributes


def milliseconds_between(start: Any, end: Any) -> float | None:
    """Return the time between two moments, datetimes or ISO 8601 texts, in milliseconds; None when one is missing."""
    if start is None or end is None:
        return None
    begun, ended = _moment(start), _moment(end)
    if begun is None or ended is None or (begun.tzinfo is None) != (ended.tzinfo is None):
        return None
    return (ended - begun).total_seconds() * 1000


def _moment(value: Any) -> datetime | None:
    if isinstance(value, datetime):
        return value
    try:
        return datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None


def spans_of(run: Any) -> list[dict[str, Any]]:
    """Return the runs below a run as span dicts, in the order in which they began."""
    return [_span(step) for step in _below(run)]


def _below(run: Any) -> Iterator[Any]:
    children = field(run, "child_runs", [])
    for child in sorted(children, key=lambda step: str(field(step, "dotted_order") or field(step, "start_time") or "")):
        yield child
        yield from _below(child)


def _span(run: Any) -> dict[str, Any]:
    kind = KINDS.get(field(run, "run_type", ""), "span")
    name = field(run, "name", "")
    metadata = field(field(run, "extra", {}), "metadata", {})
    return {
        "name": name,
        "kind": kind,
        "tool_name": name if kind == "tool" else None,
        "model": field(metadata, "ls_model_name"),
        "input": field(run, "inputs"),
        "output": field(run, "outputs"),
        "duration_ms": milliseconds_between(field(run, "start_time"), field(run, "end_time")),
        "error": field(run, "error"),
    }
