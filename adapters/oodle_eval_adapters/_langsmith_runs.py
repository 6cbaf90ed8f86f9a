"""LangSmith's runs and examples as the values of a row. Imports nothing of LangSmith: runs may be dicts."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from oodle_eval.v1 import _messages
from oodle_eval.v1._waist.documents import text_of_document
from oodle_eval.v1._waist.row import Opening, Row, context_among, conversation_in

__all__ = ["EVERYTHING", "TOKENS", "failure_of", "field", "row_of", "row_values", "spans_of"]

# LangSmith's run types as the kinds of a span; an agent is a chain that says so.
KINDS = {"llm": "llm", "tool": "tool"}
AGENT_NAMES = frozenset({"LangGraph", "AgentExecutor"})

# What a row needs beyond inputs, outputs and the reference; see `Face.needs`.
EVERYTHING = frozenset({"metadata", "trace", "context"})

# The attributes that checks read, the run's own field for each, and the keys of a usage dict that hold it.
TOKENS = (
    ("gen_ai.usage.input_tokens", "prompt_tokens", ("input_tokens", "prompt_tokens")),
    ("gen_ai.usage.output_tokens", "completion_tokens", ("output_tokens", "completion_tokens")),
)
USAGES = ("usage_metadata", "usage", "token_usage")


def field(held: Any, name: str, default: Any = None) -> Any:
    """Return a field of a run or an example, which is an object or a dict."""
    if type(held) is dict:
        value = held.get(name)
    else:
        try:
            value = getattr(held, name, None)
        except Exception:  # noqa: BLE001 - a foreign object may raise anything when it is asked for what it has
            value = None
        if value is None and isinstance(held, Mapping):
            value = held.get(name)
    return default if value is None else value


def row_of(
    run: Any,
    example: Any = None,
    needs: frozenset[str] = EVERYTHING,
    context_keys: tuple[str, ...] = ("context",),
    opening: Opening | None = None,
) -> Row:
    """Return a run as a row: the example's inputs and reference, the run's outputs, attributes and steps.

    Args:
        run: A run, an object or a dict.
        example: The example that it ran on.
        needs: What the checks read of "metadata", "trace" and "context"; the rest is left out, since a run tree is long.
            The trace is the runs below it; of an application that is not traced, what its outputs hold as "trace".
        context_keys: The attributes under which checks look for the context. When there is none of them, the context is
            what the outputs or inputs hold under a usual name ("context", "documents" ...), else what the run's
            retrievers and tools returned.
        opening: How dicts are opened.
    """
    inputs = reference = None
    if example is not None:
        inputs, reference = field(example, "inputs"), field(example, "outputs")
    if inputs is None:
        inputs = _inputs_of(run)
    # LangSmith stores "no reference" as {} too.
    held = Row(inputs, field(run, "outputs"), reference or None, opening=opening)
    if needs:
        metadata = attributes_of(run, example) if "metadata" in needs else {}
        held.metadata = metadata
        held.trace = (spans_of(run) or _trace_in(held.outputs)) if "trace" in needs else None
        if "context" in needs and metadata.keys().isdisjoint(context_keys):
            context = context_among(held.outputs, held.inputs)
            held.context = _found_by(run) if context is None else context
    return held


def _trace_in(outputs: Any) -> Any:
    """Return the steps that an application gives among its outputs, None when there are none."""
    held = (outputs.get(name) for name in ("trace", "spans")) if isinstance(outputs, Mapping) else ()
    return next((steps for steps in held if steps and _messages.is_span_list(steps)), None)


def row_values(run: Any, example: Any = None) -> dict[str, Any]:
    """Return all values of the row that a run is, by their names."""
    held = row_of(run, example)
    names = ("inputs", "outputs", "reference_outputs", "metadata", "trace", "context")
    return {name: getattr(held, name) for name in names}


def _inputs_of(run: Any) -> Any:
    """Return what a run got; of a traced function of one argument called `inputs`, that argument."""
    inputs = field(run, "inputs")
    if type(inputs) is dict and len(inputs) == 1 and isinstance(inputs.get("inputs"), dict):
        return inputs["inputs"]
    return inputs


def failure_of(run: Any) -> str | None:
    """Return the head of the error of a run that gave no outputs, None for any other run."""
    error = field(run, "error")
    if not error or not _is_nothing(field(run, "outputs")):
        return None
    # LangSmith's error is the exception's repr, with the traceback below it.
    lines = (line.strip() for line in str(error).splitlines())
    return f"the run failed: {next((line[:200] for line in lines if line), 'no reason given')}"


def _is_nothing(outputs: Any) -> bool:
    """Return whether there are no outputs: LangSmith keeps None as {"output": None}."""
    return not outputs or (isinstance(outputs, Mapping) and all(value is None for value in outputs.values()))


def attributes_of(run: Any, example: Any = None) -> dict[str, Any]:
    """Return a run's attributes: its metadata over the example's, its tokens, duration and time to first token."""
    attributes: dict[str, Any] = {}
    for held in (example, field(run, "extra")):
        metadata = field(held, "metadata") if held is not None else None
        if isinstance(metadata, Mapping):
            attributes.update(metadata)
    attributes.update(tokens_of(run))
    start = field(run, "start_time")
    duration = milliseconds_between(start, field(run, "end_time"))
    first = milliseconds_between(start, _first_token_time(run))
    if duration is not None:
        attributes["duration_ms"] = duration
    if first is not None:
        attributes["time_to_first_token_ms"] = first
    return attributes


def _first_token_time(run: Any) -> Any:
    """Return when a run's first token came: the run's own field, else the first such event of the run or below it."""
    own = field(run, "first_token_time")
    if own is not None:
        return own
    moments = [
        moment
        for one in (run, *_below(run))
        for event in _listed(field(one, "events"))
        if isinstance(event, Mapping) and event.get("name") == "new_token" and (moment := _moment(event.get("time")))
    ]
    return min(moments, key=lambda moment: moment.timestamp(), default=None)


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


# Tokens


def tokens_of(run: Any) -> dict[str, float]:
    """Return a run's tokens under the names of the attributes that checks read.

    They are the run's own, else the sum of those below it: a run that knows its own stands for those below. When no run
    knows any, they are those of the messages in the outputs.
    """
    found: dict[str, float] = {}
    for attribute, own, keys in TOKENS:
        counts: list[float] = []
        waiting = [run]
        while waiting:
            one = waiting.pop()
            count = _number(field(one, own)) or next(filter(None, _counts(_usages(one), keys)), None)
            if count:
                counts.append(count)
            else:
                waiting += _listed(field(one, "child_runs"))
        counts = counts or list(_counts(_usages_of_messages(field(run, "outputs")), keys))
        if counts:
            found[attribute] = sum(counts)
    return found


def _usages(run: Any) -> Iterator[Any]:
    """Yield what a run keeps as its usage: in its metadata, in its outputs, or in a model's generations."""
    yield _first(field(field(run, "extra", {}), "metadata", {}), USAGES)
    outputs = field(run, "outputs")
    if not isinstance(outputs, Mapping):
        return
    for held in (outputs, outputs.get("llm_output"), outputs.get("output")):
        if held is not None and not isinstance(held, str | list):
            yield _first(held, USAGES)
    if "generations" in outputs:
        yield from _usages_of_messages(outputs)


def _usages_of_messages(outputs: Any) -> Iterator[Any]:
    conversation = conversation_in(outputs) if isinstance(outputs, dict) else None
    for message in conversation or ():
        yield _first(message, USAGES) or _first(field(message, "kwargs", {}), USAGES)


def _first(held: Any, names: Iterable[str]) -> Any:
    return next((value for name in names if (value := field(held, name)) is not None), None)


def _counts(usages: Iterable[Any], keys: tuple[str, ...]) -> Iterator[float]:
    for usage in usages:
        counts = (_number(field(usage, key)) for key in keys) if usage is not None else ()
        count = next((count for count in counts if count is not None), None)
        if count is not None:
            yield count


def _number(value: Any) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return value if is_number and math.isfinite(value) else None


# Steps


def spans_of(run: Any) -> list[dict[str, Any]]:
    """Return the runs below a run as span dicts, in the order in which they began.

    The run itself is the frame of its steps, and no step. It is one where it says that it is an llm or a tool call, or
    where it failed and no step did.
    """
    spans = [_span(step) for step in _below(run)]
    is_step = _kind_of(run) in KINDS or (field(run, "error") is not None and not any(span["error"] for span in spans))
    return [_span(run), *spans] if is_step else spans


def _below(run: Any) -> Iterator[Any]:
    """Yield the runs below a run, each before its own; without recursion, since a tree may be deep."""
    waiting = _children(run)
    while waiting:
        step = waiting.pop()
        yield step
        waiting += _children(step)


def _children(run: Any) -> list[Any]:
    """Return the runs right below a run, the last one first."""
    return sorted(_listed(field(run, "child_runs")), key=_order, reverse=True)


def _listed(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else ()


def _order(run: Any) -> str:
    return str(field(run, "dotted_order") or field(run, "start_time") or "")


def _span(run: Any) -> dict[str, Any]:
    kind = _kind_of(run)
    name = field(run, "name", "")
    is_tool = kind == "tool"
    span = {
        "id": str(field(run, "id", "")),
        "name": name,
        "kind": kind,
        "tool_name": name if is_tool else None,
        "model": _model_of(run) if kind == "llm" else None,
        "input": _arguments_of(run) if is_tool else field(run, "inputs"),
        "output": field(run, "outputs"),
        "duration_ms": milliseconds_between(field(run, "start_time"), field(run, "end_time")),
        "error": field(run, "error"),
    }
    call = _tool_call_id(run) if is_tool else None
    return {**span, "tool_call_id": call} if call else span


def _kind_of(run: Any) -> str:
    kind = KINDS.get(str(field(run, "run_type", "")))
    if kind is not None:
        return kind
    metadata = field(field(run, "extra", {}), "metadata", {})
    # Every node of a graph has its graph's metadata, and its own name in it.
    is_node = field(metadata, "langgraph_node") is not None
    is_agent = field(metadata, "ls_integration") == "langchain_create_agent"
    return "agent" if (is_agent and not is_node) or str(field(run, "name")) in AGENT_NAMES else "span"


def _model_of(run: Any) -> str | None:
    extra = field(run, "extra", {})
    places = (
        (field(extra, "metadata", {}), ("ls_model_name",)),
        (field(extra, "invocation_params", {}), ("model_name", "model")),
        (field(run, "outputs", {}), ("model",)),
    )
    found = (_first(held, names) for held, names in places)
    return next((name for name in found if isinstance(name, str)), None)


def _arguments_of(run: Any) -> Any:
    """Return what a tool was called with; older LangChain kept the repr of its arguments as {"input": "{'id': 7}"}."""
    inputs = field(run, "inputs")
    if type(inputs) is not dict or len(inputs) != 1 or not isinstance(inputs.get("input"), str):
        return inputs
    held = inputs["input"].strip()
    if not held.startswith("{") or len(held) > 100_000:
        return inputs
    try:
        found = ast.literal_eval(held)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return inputs
    return found if isinstance(found, dict) else inputs


def _tool_call_id(run: Any) -> str | None:
    """Return the id of the call that a tool answered, which LangChain's tool message names."""
    outputs = field(run, "outputs")
    message = outputs.get("output") if isinstance(outputs, Mapping) else None
    if message is None or isinstance(message, str | list):
        return None
    found = field(message, "tool_call_id") or field(field(message, "kwargs", {}), "tool_call_id")
    return found if isinstance(found, str) else None


# Context


def _found_by(run: Any) -> list[str] | None:
    """Return what the retrievers and tools below a run returned, in order, as texts; None when there are none."""
    found = [
        text
        for step in _below(run)
        if (kind := field(step, "run_type")) in ("retriever", "tool")
        for passage in _passages(field(step, "outputs"))
        if (text := (text_of_document if kind == "retriever" else _text_of)(passage).strip())
    ]
    return found or None


def _passages(outputs: Any) -> list[Any]:
    if _is_nothing(outputs):
        return []
    held = outputs
    if isinstance(outputs, Mapping):
        held = next((outputs[key] for key in ("documents", "output") if outputs.get(key) is not None), outputs)
    return held if isinstance(held, list) else [held]


def _text_of(passage: Any) -> str:
    """Return the text of a tool's result, which may be a document."""
    if passage is None or isinstance(passage, str):
        return passage or ""
    content = field(passage, "page_content")
    if isinstance(content, str):
        return content
    return "\n".join(part.text for part in _messages.parts_of(passage))
