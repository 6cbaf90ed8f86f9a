"""The steps of a trace and the tool calls of an agent, read into one shape, and calls compared as JSON values.

Below the agent and the trace checks, which both need it. A step is a dict; whatever field is missing or odd reads as
not there.
"""

from __future__ import annotations

import json
import numbers
import sys
from collections.abc import Mapping
from typing import Any

from oodle_eval.v1 import _messages, text
from oodle_eval.v1._json import dump_json, long_digits, parse_json
from oodle_eval.v1._wording import plural

__all__ = [
    "amount",
    "calls_made",
    "canonical",
    "duration_of",
    "has_no_arguments",
    "likeness",
    "names_called",
    "no_kinds",
    "outputs_of",
    "same_call",
    "span_calls",
    "spans_of",
    "step_name",
    "total_of",
]


def spans_of(ctx: Any) -> list[dict[str, Any]]:
    """Return the steps of a context, of a trace, or of a list of span dicts; [] of anything else."""
    held = _trace_spans(ctx)
    if held is None:
        held = ctx
        if isinstance(ctx, Mapping) and "kind" in ctx:
            held = [ctx]
    if not isinstance(held, list | tuple):
        return []
    return [
        step for step in map(_messages.plain, held) if isinstance(step, dict) and (held is not ctx or _is_step(step))
    ]


def _trace_spans(ctx: Any) -> Any:
    """Return what a context or a trace holds as its spans, None when it is neither."""
    trace = ctx.trace if _messages.is_context(ctx) else ctx
    if isinstance(trace, str | list | tuple | dict):
        return None if trace is ctx else trace
    return getattr(trace, "spans", () if trace is not ctx else None)


def _is_step(item: dict[str, Any]) -> bool:
    """Return whether a dict in a bare list is a step; without a kind it may be a message or a tool call."""
    if "kind" in item:
        return True
    is_call = any(key in item for key in ("arguments", "args", "function", "tool_calls"))
    return not is_call and not _messages.is_message(item) and not _messages.is_message_list([item])


def outputs_of(ctx: Any) -> Any:
    """Return the value that holds the output's tool calls: a context's output, or the value itself."""
    return ctx.observation.output if _messages.is_context(ctx) else ctx


def step_name(step: Mapping[str, Any]) -> str:
    """Return the tool name of a step, else its name, "" when it has neither."""
    names = (step.get("tool_name"), step.get("name"))
    return next((name for name in names if isinstance(name, str) and name), "")


def span_calls(spans: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the tool steps of a trace as calls: {"id", "name", "arguments"}."""
    steps = (step for step in spans if step.get("kind") == "tool")
    return [{"id": _call_id(step), "name": step_name(step), "arguments": _parsed(step.get("input"))} for step in steps]


def _call_id(step: dict[str, Any]) -> str:
    ids = (step.get(key) for key in ("tool_call_id", "call_id", "id"))
    return next((found for found in ids if isinstance(found, str) and found), "")


def _parsed(value: Any) -> Any:
    if not isinstance(value, str):
        return _messages.plain(value)
    try:
        return parse_json(value)
    except ValueError:
        return value


def calls_made(ctx: Any) -> list[dict[str, Any]]:
    """Return the calls of the trace's tool steps when it has any, else those of the output."""
    return span_calls(spans_of(ctx)) or _messages.tool_calls_of(outputs_of(ctx))


def names_called(ctx: Any) -> list[str]:
    """Return the names of `calls_made`."""
    steps = [step for step in spans_of(ctx) if step.get("kind") == "tool"]
    return [step_name(step) for step in steps] if steps else _messages.tool_names_of(outputs_of(ctx))


def no_kinds(ctx: Any) -> str:
    """Return what a comment on missing calls adds for a trace whose steps don't say what they are, "" for any other."""
    steps = spans_of(ctx)
    if not steps or any(isinstance(step.get("kind"), str) for step in steps):
        return ""
    return f'; none of the {plural(len(steps), "step")} of the trace has a kind, and a tool call is one of kind "tool"'


def has_no_arguments(arguments: Any) -> bool:
    """Return whether a call was made without arguments: None or an empty text."""
    return arguments is None or (isinstance(arguments, str) and not arguments.strip())


def same_call(call: Mapping[str, Any]) -> tuple[str, str]:
    """Return what two calls have in common when they are the same: the name and the arguments as JSON values."""
    arguments = call["arguments"]
    return call["name"], "{}" if has_no_arguments(arguments) else canonical(arguments)


def likeness(call: Mapping[str, Any]) -> tuple[str, frozenset[str]]:
    """Return what two calls have in common when they may be the same: the name and the texts among the arguments."""
    arguments = call["arguments"]
    values = arguments.values() if type(arguments) is dict else ()
    return call["name"], frozenset([value for value in values if isinstance(value, str)])


# One text for equal values, but for whole floats, which the pattern below finds.
_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode


def canonical(value: Any) -> str:
    """Return one text for all equal JSON values: key order is free, 1 is 1.0, True is not 1.

    The text is made by the standard library's encoder where that can be; what it gives up on (deep nesting, foreign
    objects, keys that are no strings) is written without recursion.
    """
    try:
        written = _encode(value)
    except (RecursionError, TypeError, ValueError):
        return _written(value)
    # A float may be whole only if its text ends in ".0" or has a positive exponent.
    return _written(value) if ".0" in written or "e+" in written else written


def _written(value: Any) -> str:
    """Return the text of `canonical`, made without recursion; what lies inside itself is cut."""
    pieces: list[str] = []
    inside: set[int] = set()
    todo: list[tuple[str, Any]] = [("value", value)]
    while todo:
        what, item = todo.pop()
        if what == "text":
            pieces.append(item)
        elif what == "end":
            inside.discard(item)
        elif not isinstance(item, Mapping | list | tuple):
            pieces.append(_scalar(item))
        elif id(item) in inside:
            pieces.append('"..."')
        else:
            inside.add(id(item))
            todo += reversed(_opened(item))
    return "".join(pieces)


def _opened(container: Any) -> list[tuple[str, Any]]:
    """Return what is to be written for a container, in order."""
    is_object = isinstance(container, Mapping)
    entries = sorted(((str(key), container[key]) for key in container), key=lambda entry: entry[0]) if is_object else []
    steps: list[tuple[str, Any]] = []
    for key, item in entries:
        steps += [("text", f"{json.dumps(key)}:"), ("value", item), ("text", ",")]
    for item in () if is_object else container:
        steps += [("value", item), ("text", ",")]
    begin, end = ("{", "}") if is_object else ("[", "]")
    return [("text", begin), *steps[:-1], ("text", end), ("end", id(container))]


def _scalar(value: Any) -> str:
    if value is None or isinstance(value, bool | str):
        return json.dumps(value)
    if isinstance(value, numbers.Integral):
        return long_digits(int(value))
    if isinstance(value, float):
        return long_digits(int(value)) if value.is_integer() else json.dumps(value)
    return dump_json(value)


def duration_of(attributes: Any) -> float | None:
    """Return `duration_ms` of a step or of a context's attributes; what is no number of 0 or more is unknown."""
    found = text.metadata_number(attributes, "duration_ms")
    return found if found is not None and found >= 0 else None


def total_of(durations: list[float]) -> float:
    """Return the sum of durations, which is finite."""
    return min(sum(durations), sys.float_info.max)


def amount(number: float) -> str:
    """Return a number for a comment: 1200, 0.125."""
    if abs(number) >= 1e15:
        return long_digits(number) if isinstance(number, int) else f"{number:g}"
    return f"{number:.3f}".rstrip("0").rstrip(".")
