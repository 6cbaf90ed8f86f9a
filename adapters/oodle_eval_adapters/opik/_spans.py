"""Opik's spans and a context's steps, each as the other. Imports nothing of Opik to read: a span is read by its fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from oodle_eval.v1._spans import duration_of, spans_of

__all__ = ["attributes_of", "span_tree", "steps_of"]

# Opik's span types as the kinds of a step, and back; a type of neither is a "span", and general.
KINDS = {"llm": "llm", "tool": "tool"}

# Where Opik and the providers keep their counts, the first that is there counts, and the attribute that the checks read.
TOKENS = {
    "gen_ai.usage.input_tokens": ("prompt_tokens", "input_tokens"),
    "gen_ai.usage.output_tokens": ("completion_tokens", "output_tokens"),
}


def steps_of(trace: Any) -> Any:
    """Return a trace as span dicts: the steps below Opik's span or trace in the order of its tree; span dicts as they are.

    A task's own span is the frame of its steps, and no step itself. It is one where it says that it is an llm or a tool
    call, or where it failed.
    """
    if isinstance(trace, Mapping):
        return steps_of(trace["spans"]) if isinstance(trace.get("spans"), list | tuple) else [trace]
    if isinstance(trace, list | tuple):
        return [span if isinstance(span, Mapping) else _step(span) for span in trace if _is_span(span)]
    if not hasattr(trace, "spans"):
        return None
    own = [trace] if _field(trace, "type") in KINDS or _field(trace, "error_info") else []
    return steps_of([*own, *_below(trace)])


def _is_span(span: Any) -> bool:
    """Return whether an item of a trace is a span: a dict, or an object that has a name or a type as Opik's have."""
    return isinstance(span, Mapping) or hasattr(span, "name") or hasattr(span, "type")


def _below(span: Any) -> Iterable[Any]:
    """Yield the spans below a span, each before its own; without recursion, since a tree may be deep."""
    waiting = list(reversed(_children(span)))
    while waiting:
        found = waiting.pop()
        yield found
        waiting += reversed(_children(found))


def _children(span: Any) -> list[Any]:
    found = _field(span, "spans")
    return list(found) if isinstance(found, list | tuple) else []


def _field(span: Any, name: str) -> Any:
    return getattr(span, name, None)


def _step(span: Any) -> dict[str, Any]:
    name = _field(span, "name")
    kind = KINDS.get(_field(span, "type"), "span")
    return {
        "id": _field(span, "id"),
        "name": name,
        "kind": kind,
        "tool_name": name if kind == "tool" else None,
        "model": _field(span, "model"),
        "input": _field(span, "input"),
        "output": _field(span, "output"),
        "duration_ms": _duration_ms(span),
        "error": _error(_field(span, "error_info")),
        **_tokens(span, own_only=True),
    }


def _duration_ms(span: Any) -> float | None:
    begun, ended = _field(span, "start_time"), _field(span, "end_time")
    if (
        not isinstance(begun, datetime)
        or not isinstance(ended, datetime)
        or (begun.tzinfo is None) != (ended.tzinfo is None)
    ):
        return None
    return (ended - begun).total_seconds() * 1000


def _error(info: Any) -> str | None:
    """Return Opik's error_info as one line: the error's type and message."""
    if not info:
        return None
    held = info if isinstance(info, Mapping) else getattr(info, "__dict__", {})
    parts = [str(held[key]) for key in ("exception_type", "message") if held.get(key)]
    return ": ".join(parts) or "failed"


def attributes_of(span: Any) -> dict[str, Any]:
    """Return a span's attributes: its metadata, its tokens and its duration.

    Tokens are those of the span's own usage, else the sum of what the spans below it used; a span that has its own usage
    stands for those below it.
    """
    metadata = _field(span, "metadata")
    attributes = dict(metadata) if isinstance(metadata, Mapping) else {}
    attributes.update(_tokens(span))
    measured = {"duration_ms": _duration_ms(span), "time_to_first_token_ms": _field(span, "ttft")}
    attributes.update({name: number for name, number in measured.items() if number is not None})
    return attributes


def _tokens(span: Any, own_only: bool = False) -> dict[str, float]:
    found = {}
    for attribute, keys in TOKENS.items():
        counts: list[float] = []
        waiting = [span]
        while waiting:
            one = waiting.pop()
            count = _count(_field(one, "usage"), keys)
            if count is not None:
                counts.append(count)
            elif not own_only:
                waiting += _children(one)
        if counts:
            found[attribute] = sum(counts)
    return found


def _count(usage: Any, keys: tuple[str, ...]) -> float | None:
    """Return the first count that a usage holds, under Opik's name or, as the provider said it, "original_usage."."""
    if not usage:
        return None
    held = usage if isinstance(usage, Mapping) else getattr(usage, "__dict__", {})
    counts = (held.get(prefix + key) for prefix in ("", "original_usage.") for key in keys)
    return next((count for count in counts if isinstance(count, int | float) and not isinstance(count, bool)), None)


def span_tree(ctx: Any, name: str) -> Any:
    """Return a context as Opik's span tree, for its task-span metrics: the task's span, with each step below it.

    Steps have durations and no times, so they are put one after another.
    """
    from opik.message_processing.emulation.models import SpanModel  # noqa: PLC0415 - reading spans needs no Opik

    seen = ctx.observation
    metadata = dict(seen.metadata) if isinstance(seen.metadata, Mapping) else {}
    begun = moment = datetime.now(UTC)
    spans = []
    for place, step in enumerate(spans_of(ctx)):
        ended = moment + _milliseconds(step.get("duration_ms"))
        error = step.get("error")
        spans.append(
            SpanModel(
                id=str(step.get("id") or f"step-{place}"),
                name=_text(step.get("tool_name")) or _text(step.get("name")),
                type=KINDS.get(str(step.get("kind")), "general"),
                start_time=moment,
                end_time=ended,
                input=_as_dict(step.get("input"), "input"),
                output=_as_dict(step.get("output"), "output"),
                model=_text(step.get("model")),
                usage=_usage(step),
                error_info={"exception_type": "Error", "message": str(error), "traceback": ""} if error else None,
                source="sdk",
            )
        )
        moment = ended
    whole = duration_of(ctx)
    return SpanModel(
        id="task",
        name=name,
        start_time=begun,
        end_time=moment if whole is None else begun + _milliseconds(whole),
        input=_as_dict(seen.input, "input"),
        output=_as_dict(seen.output, "output"),
        metadata=metadata or None,
        usage=_usage(metadata),
        spans=spans,
        source="sdk",
    )


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _milliseconds(value: Any) -> timedelta:
    try:
        return timedelta(milliseconds=max(float(value), 0.0))
    except (TypeError, ValueError, OverflowError):
        return timedelta(0)


def _as_dict(value: Any, name: str) -> dict[str, Any] | None:
    """Return a value as Opik's spans hold it: always a dict."""
    if value is None:
        return None
    return dict(value) if isinstance(value, Mapping) else {name: value}


def _usage(attributes: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the tokens among attributes under Opik's names, None when there are none."""
    found: dict[str, Any] = {keys[0]: attributes[name] for name, keys in TOKENS.items() if attributes.get(name)}
    if len(found) == len(TOKENS):
        found["total_tokens"] = sum(found.values())
    return found or None
