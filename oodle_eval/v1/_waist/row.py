"""A framework's values, and the one way in which they become the context that a check reads."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from oodle_eval.runtime import EvaluationContext, ExperimentContext, ObservationContext, TraceContext
from oodle_eval.v1 import _messages
from oodle_eval.v1._settings import SettingError
from oodle_eval.v1._waist.documents import DOCUMENT_NAMES, documents_in, retrieved_by
from oodle_eval.v1._waist.steps import steps_of
from oodle_eval.v1._wording import kind_of
from oodle_eval.v1.text import metadata_value

__all__ = ["AUTO", "CONTEXT_NAMES", "READ_OF_A_ROW", "ContextRow", "DocumentRow", "Opening", "Row"]
__all__ += ["context_among", "conversation_in", "value_at"]

OUTPUT_KEYS = frozenset(
    {"output", "outputs", "answer", "response", "reply", "completion", "generation", "text", "content", "result"}
)
INPUT_KEYS = frozenset({"input", "inputs", "question", "query", "prompt", "message"})
# What data sets and applications call what was retrieved.
CONTEXT_NAMES = (
    *("context", "contexts", "retrieved_contexts", "retrieval_context", "documents", "passages", "evidence"),
    *DOCUMENT_NAMES,
)
REFERENCE_KEYS = OUTPUT_KEYS | {"reference", "expected", "expected_output"}

# What LangChain takes as the role of a (role, text) pair.
PAIR_ROLES = ("user", "human", "assistant", "ai", "system", "developer", "tool")

Key = str | Callable[[Any], Any] | None


class _Auto:
    """The default of a key: open a dict by the keys that frameworks use."""

    def __repr__(self) -> str:
        return "AUTO"

    def __reduce__(self) -> str:
        return "AUTO"


AUTO: Any = _Auto()


class Opening:
    """How a face opens the dicts of its framework: by the usual keys, a path, a callable, or never (None)."""

    __slots__ = ("input_key", "output_key", "reference_key")

    def __init__(self, output_key: Key = AUTO, input_key: Key = AUTO, reference_key: Key = AUTO) -> None:
        self.output_key = _checked_key(output_key, "output_key")
        self.input_key = _checked_key(input_key, "input_key")
        self.reference_key = _checked_key(reference_key, "reference_key")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Opening) and all(getattr(self, k) == getattr(other, k) for k in self.__slots__)

    __hash__ = None  # type: ignore[assignment]


def _checked_key(key: Any, name: str) -> Any:
    if key is AUTO or key is None or isinstance(key, str) or callable(key):
        return key
    raise SettingError(f"{name} must be a dotted path, a callable or None, got {key!r}")


# What a check may read of a row besides its output, for which a dict has to be opened.
READ_OF_A_ROW = frozenset({"input", "reference"})


class Row:
    """The values of one row, named as every framework's can be.

    Args:
        inputs: What the application got.
        outputs: What it answered.
        reference_outputs: What was expected; None when there is no reference.
        context: What was retrieved, seen by each check under its `context_key`.
        metadata: The span's attributes.
        trace: The agent's steps, as span dicts.
        opening: How dicts are opened.
    """

    __slots__ = ("_contexts", "context", "inputs", "metadata", "opening", "outputs", "reference_outputs", "trace")

    def __init__(
        self,
        inputs: Any = None,
        outputs: Any = None,
        reference_outputs: Any = None,
        context: Any = None,
        metadata: Any = None,
        trace: Any = None,
        opening: Opening | None = None,
    ) -> None:
        self.inputs = inputs
        self.outputs = outputs
        self.reference_outputs = reference_outputs
        self.context = context
        self.metadata = metadata
        self.trace = trace
        self.opening = opening or _AS_USUAL
        self._contexts: dict[Any, EvaluationContext] | None = None

    @property
    def plain_output(self) -> str | None:
        """The output where it is a text, as it came or under a usual key alone; None where it has to be looked for."""
        held = self.outputs
        if self.opening.output_key is not AUTO:
            return None
        if type(held) is dict and len(held) == 1:
            ((key, held),) = held.items()
            if key not in OUTPUT_KEYS:
                return None
        return held if type(held) is str else None

    def for_check(
        self,
        structure: bool,
        context_keys: tuple[str, ...] = ("context",),
        read: frozenset[str] = READ_OF_A_ROW,
    ) -> EvaluationContext:
        """Return the context of a check that reads text, or of one that reads structure.

        A row makes each only once, so a suite's checks share them. An input or a reference that no check reads stays as
        it came.
        """
        if self._contexts is None:
            self._contexts = {}
        key = (structure, context_keys, read)
        found = self._contexts.get(key)
        if found is None:
            found = self._contexts[key] = self.context_of(structure, context_keys, read)
        return found

    def context_of(self, structure: bool, context_keys: tuple[str, ...], read: frozenset[str]) -> EvaluationContext:
        """Return a new context; see `for_check`."""
        opening = self.opening
        inputs, reference, outputs = self.inputs, self.reference_outputs, self.outputs
        if type(outputs) is not str or opening.output_key is not AUTO:
            outputs = opened(outputs, opening.output_key, OUTPUT_KEYS, structure, "output_key")
        if inputs is not None and ("input" in read or isinstance(outputs, list)):
            inputs = opened(inputs, opening.input_key, INPUT_KEYS, structure, "input_key")
        if reference is not None and "reference" in read:
            reference = opened(reference, opening.reference_key, REFERENCE_KEYS, structure, "reference_key")
        spans = steps_of(self.trace) if self.trace else []
        if isinstance(outputs, list):
            if inputs is None:
                inputs, outputs, spans = _told_apart(outputs, spans)
            else:
                outputs = _without_echo(inputs, outputs)
        return EvaluationContext(
            ObservationContext(inputs, outputs, self._attributes(context_keys, "context" in read)),
            TraceContext("", spans),
            None,
            None,
            ExperimentContext(None, reference),
        )

    def _attributes(self, context_keys: tuple[str, ...], is_context_read: bool) -> Mapping[str, Any]:
        """Return the metadata, with the row's context under the keys where checks look for it.

        A context of its own is under each of them; one that has to be sought only where the metadata holds none.
        """
        held = self.metadata
        metadata: Mapping[str, Any] = {} if held is None or not isinstance(held, Mapping) else held
        if self.context is not None:
            return {**metadata, **dict.fromkeys(context_keys, self.context)}
        if type(self) is not DocumentRow and (
            not is_context_read or (type(self.outputs) is str and type(self.inputs) is str and not self.trace)
        ):
            return metadata
        if metadata:
            context_keys = tuple(key for key in context_keys if metadata_value(metadata, key) is None)
        found = self.sought_context() if context_keys else None
        return metadata if found is None else {**metadata, **dict.fromkeys(context_keys, found)}

    def sought_context(self) -> Any:
        """Return what the outputs, else the inputs, hold under a usual name, else what the trace's retrievers gave."""
        found = context_among(self.outputs, self.inputs)
        return retrieved_by(self.trace) if found is None and self.trace else found

    def value_at(self, path: str) -> Any:
        """Return the value of a `row("reference.tools")` path.

        Raises:
            SettingError: The path is not in this row; the message lists what is.
        """
        root, _, rest = path.partition(".")
        held = getattr(self, ROOTS[root])
        if held is None and root == "context":
            held = self.sought_context()
        if held is None:
            raise SettingError(f"row({path!r}) is not in this row: it has no {root}")
        return value_at(held, rest, f"row({path!r})", root) if rest else held


class ContextRow(Row):
    """An evaluation context's values as a row. Its context is where a context's is, and nowhere else."""

    __slots__ = ()

    def sought_context(self) -> Any:
        """Return None."""
        return None


class DocumentRow(Row):
    """A row with documents beside the values, which are its context where the metadata holds none."""

    __slots__ = ("documents",)

    def __init__(self, documents: Any, **values: Any) -> None:
        super().__init__(**values)
        self.documents = documents

    def sought_context(self) -> Any:
        """Return the documents."""
        return self.documents


def context_among(*values: Any) -> Any:
    """Return what the first of these dicts that has one holds as the context under a usual name, None when none does."""
    for value in values:
        if value is None or type(value) is str or isinstance(value, list):
            continue
        held = value if isinstance(value, Mapping) else _messages.plain(value)
        if isinstance(held, Mapping):
            for name in CONTEXT_NAMES:
                if name in held and _is_something(found := documents_in(name, held[name])):
                    return found
    return None


def _is_something(found: Any) -> bool:
    """Return whether a value is neither None nor empty; an array is asked for neither."""
    return bool(found) if isinstance(found, str | list | tuple | Mapping | int | float | None) else True


ROOTS = {
    "input": "inputs",
    "inputs": "inputs",
    "output": "outputs",
    "outputs": "outputs",
    "reference": "reference_outputs",
    "reference_outputs": "reference_outputs",
    "expected_output": "reference_outputs",
    "metadata": "metadata",
    "context": "context",
}
_AS_USUAL = Opening()


def value_at(held: Any, path: str, what: str, root: str) -> Any:
    """Return the value at a dotted path; a number is a place in a list, and a text that is JSON is looked into.

    Raises:
        SettingError: The path is not there, or holds None; the message lists the keys that are.
    """
    held = _opened_text(held)
    if isinstance(held, Mapping) and held.get(path) is not None:  # attributes such as "app.tools" have dots in them
        return held[path]
    value, walked = held, root
    for step in path.split("."):
        value = _opened_text(_messages.plain(value))
        if isinstance(value, Mapping):
            found = value.get(step)
        elif isinstance(value, list) and step.isascii() and step.isdigit():
            found = value[int(step)] if int(step) < len(value) else None
        else:
            found = None
        if found is None:
            raise SettingError(f"{what} is not in this row: {walked} {_what_is_there(value, step)}")
        value, walked = found, f"{walked}.{step}"
    return value


def _opened_text(value: Any) -> Any:
    """Return the object or list that a text holds as JSON, as tables and attributes do; anything else as it is."""
    if not isinstance(value, str) or not value.lstrip()[:1].startswith(("{", "[")):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def _what_is_there(value: Any, step: str) -> str:
    """Return what is where a path does not go on."""
    if isinstance(value, Mapping):
        if step in value:
            return f"has {step}, which is None"
        return f"has {', '.join(map(str, list(value)[:20])) or 'no keys'}"
    return f"has {len(value)} items" if isinstance(value, list) else f"has {kind_of(value)}"


def opened(value: Any, key: Any, keys: frozenset[str], structure: bool, name: str) -> Any:
    """Return what a check reads of a framework's value."""
    if type(value) is dict and key is AUTO and len(value) == 1:  # the everyday case: {"output": "a text"}
        ((only, held),) = value.items()
        if type(held) is str:
            return held if only in keys else value
    if value is None or isinstance(value, str):
        if isinstance(key, str) and value is not None:
            raise SettingError(f"{name}={key!r} is not in this row: the value is a string")
        return key(value) if callable(key) else value
    value = _messages.plain(value)
    if key is AUTO:
        return _opened_as_usual(value, keys, structure)
    if key is None:
        return value
    if callable(key):
        return key(value)
    return value_at(value, key, f"{name}={key!r}", "the value")


def _opened_as_usual(value: Any, keys: frozenset[str], structure: bool) -> Any:
    if not isinstance(value, dict):
        return value
    if len(value) == 1:
        ((only, held),) = value.items()
        if isinstance(held, str) or held is None:  # frameworks keep an output that is None as {"output": None}
            return held if only in keys else value
    conversation = conversation_in(value)
    if conversation is not None:
        return conversation
    if _is_full_message(value):
        return value
    usual = [key for key in value if key in keys and _holds_text(value[key])]
    if len(usual) != 1 or (structure and len(value) != 1):
        return value
    held = _messages.plain(value[usual[0]])
    conversation = conversation_in(held) if isinstance(held, dict) else None
    return held if conversation is None else conversation


def conversation_in(value: dict[str, Any]) -> list[Any] | None:
    """Return the messages that a framework's dict holds, None when it is no conversation.

    A list under "messages" or "trajectory" is one, whatever else a graph's state holds; so are an OpenAI completion, an
    OpenAI response and a LangChain model's generations.
    """
    for key in ("messages", "trajectory"):
        held = value.get(key)
        if isinstance(held, list) and (held or key == "messages"):
            found = _messages_of(held)
            if found is not None:
                return found
    if value.get("object") == "response" and _messages.is_message_list(value.get("output")):
        return list(value["output"])
    if isinstance(value.get("choices"), list):
        return _each(value["choices"], "message")
    if isinstance(value.get("generations"), list):
        first = value["generations"][:1]
        return _each(first[0] if first and isinstance(first[0], list) else first, "message", "text")
    return None


def _messages_of(held: list[Any]) -> list[Any] | None:
    """Return a list of messages as it is, also out of a batch of one, and (role, text) pairs as messages."""
    if not held or _messages.is_message_list(held):
        return held
    if all(_is_pair(item) for item in held):
        return [{"role": role, "content": content} for role, content in held]
    return held[0] if len(held) == 1 and _messages.is_message_list(held[0]) else None


def _is_pair(item: Any) -> bool:
    is_two = isinstance(item, list | tuple) and len(item) == 2
    return is_two and item[0] in PAIR_ROLES and isinstance(item[1], str | list)


def _each(items: list[Any], *keys: str) -> list[Any] | None:
    """Return what each item holds under the first of the keys that it has, None when one holds nothing."""
    held = [_messages.plain(item) for item in items]
    if not held or not all(isinstance(item, dict) for item in held):
        return None
    found = [next((item[key] for key in keys if item.get(key) is not None), None) for item in held]
    found = [{"role": "assistant", "content": item} if isinstance(item, str) else item for item in found]
    return found if _messages.is_message_list(found) else None


def _is_full_message(value: dict[str, Any]) -> bool:
    """Return whether a dict is a message by more than a `content` key, which is also a usual name of an answer."""
    return _messages.is_message(value) and (set(value) != {"content"})


def _holds_text(value: Any) -> bool:
    if isinstance(value, str):
        return True
    value = _messages.plain(value)
    if isinstance(value, dict) and not _messages.is_message(value):
        return conversation_in(value) is not None
    return _messages.is_message(value) or _messages.is_message_list(value)


def _told_apart(outputs: list[Any], spans: list[dict[str, Any]]) -> tuple[Any, list[Any], list[dict[str, Any]]]:
    """Return (inputs, outputs, spans) of outputs that came without inputs.

    Outputs with the user's turns in them are a whole conversation, such as a simulation's or a graph's state: what the
    assistant said last is the output, and all before it the input. Without a trace its steps are the model's messages
    and tool calls, so that the calls of all turns count.
    """
    if not _messages.is_message_list(outputs):
        return None, outputs, spans
    before, after = split_conversation(outputs)
    if not before or not after:
        return None, outputs, spans
    return before, after, spans or steps_of_conversation(outputs)


def split_conversation(messages: list[Any]) -> tuple[list[Any], list[Any]]:
    """Return the messages up to the last user message that was answered, and the answer behind it."""
    roles = [{part.role for part in _messages.parts_of(message)} for message in messages]
    last = max((place for place, said in enumerate(roles) if "user" in said), default=-1)
    if last == len(messages) - 1:  # the user has the last word: the reply is the last thing before it
        last = max((place for place, said in enumerate(roles[:last]) if "user" in said), default=-1)
        return messages[: last + 1], messages[last + 1 : -1]
    return messages[: last + 1], messages[last + 1 :]


def steps_of_conversation(messages: list[Any]) -> list[dict[str, Any]]:
    """Return the steps that a conversation shows: each message of the model, and each tool call with what came back."""
    said = [_messages.plain(message) for message in messages]
    results = {
        message["tool_call_id"]: message
        for message in said
        if isinstance(message, dict) and isinstance(message.get("tool_call_id"), str)
    }
    steps: list[dict[str, Any]] = []
    for message in said:
        parts = _messages.parts_of(message)
        if any(part.role == "assistant" for part in parts):
            steps.append({"name": "assistant", "kind": "llm", "output": message})
        steps += [_step_of(call, results.get(call["id"], {})) for part in parts for call in part.calls]
    return steps


def _step_of(call: dict[str, Any], result: dict[str, Any]) -> dict[str, Any]:
    name, content = call["name"], result.get("content")
    step = {"name": name, "kind": "tool", "tool_name": name, "tool_call_id": call["id"], "input": call["arguments"]}
    return {**step, "output": content, "error": content if result.get("status") == "error" else None}


def _without_echo(inputs: Any, outputs: list[Any]) -> list[Any]:
    """Return the outputs without the input's messages at their head: a graph's state holds the whole conversation."""
    if len(outputs) < 2 or not _messages.is_message_list(outputs):
        return outputs
    asked = [part for part in _messages.parts_of(inputs) if part.text or part.calls]
    if not asked:
        return outputs
    said = [_messages.parts_of(item) for item in outputs]
    for count in range(1, len(outputs)):
        head = [part for parts in said[:count] for part in parts]
        if len(head) >= len(asked):
            same = len(head) == len(asked) and all(map(_same_part, asked, head))
            return outputs[count:] if same else outputs
    return outputs


def _same_part(asked: _messages.Part, said: _messages.Part) -> bool:
    return asked.text == said.text and (asked.role or "user") == (said.role or "user") and asked.calls == said.calls
