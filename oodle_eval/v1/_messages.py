"""Spans of any shape, read once into one shape: a list of `Part`.

Below `text` and `util`, which both need it. Every message shape that a tool writes is known here and nowhere else:
OpenAI chat and Responses, Anthropic, OpenTelemetry gen_ai, Gemini, LangChain (dicts and objects) and the SDKs' own
message objects, which are read by what they have, so that no SDK is imported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from oodle_eval.v1._json import dump_json, parse_json
from oodle_eval.v1._memo import shared_by_identity
from oodle_eval.v1._objects import has, json_value_of

__all__ = [
    "Part",
    "is_context",
    "is_message",
    "is_message_list",
    "parts_of",
    "plain",
    "text_of",
    "tool_calls_of",
    "tool_names_of",
]

# What frameworks call the four roles.
ROLES = {
    "human": "user",
    "humanmessagechunk": "user",
    "ai": "assistant",
    "aimessagechunk": "assistant",
    "model": "assistant",
    "developer": "system",
    "systemmessagechunk": "system",
    "function": "tool",
    "tool_result": "tool",
    "toolmessagechunk": "tool",
    "functionmessagechunk": "tool",
}
MESSAGE_TYPES = frozenset(
    {"human", "ai", "system", "tool", "function", "chat", "AIMessageChunk", "HumanMessageChunk", "SystemMessageChunk"}
    | {"ToolMessageChunk", "FunctionMessageChunk"}
)
MESSAGE_CLASSES = {
    f"{kind}Message{chunk}": name
    for kind, name in {
        "Human": "human",
        "AI": "ai",
        "System": "system",
        "Tool": "tool",
        "Function": "function",
        "Chat": "chat",
    }.items()
    for chunk in ("", "Chunk")
}
CALL_ITEMS = frozenset({"function_call", "custom_tool_call", "mcp_call"})
CALL_BLOCKS = frozenset({"tool_use", "server_tool_use", "mcp_tool_use", "tool_call", "tool-call"})
RESULT_BLOCKS = frozenset(
    {"tool_result", "mcp_tool_result", "tool_call_response", "function_call_output", "tool-result"}
)
CALL_KEYS = ("functionCall", "function_call", "toolUse")  # Gemini; Bedrock
RESPONSE_KEYS = frozenset({"functionResponse", "function_response", "toolResult"})
TEXT_BLOCKS = frozenset({"text", "input_text", "output_text", "text_delta"})
BLOCKS = TEXT_BLOCKS | CALL_BLOCKS | RESULT_BLOCKS | {"refusal", "thinking", "redacted_thinking", "image", "image_url"}
# The keys of an OpenAI chat message that holds its text and calls where everybody expects them.
CHAT_KEYS = frozenset({"role", "content", "tool_calls", "tool_call_id", "name", "refusal", "id"})
# What an object that is neither a pydantic model nor a dataclass is asked for.
BLOCK_FIELDS = frozenset({"text", "input", "output", "refusal", "arguments", "args", "summary", "response"})
OBJECT_FIELDS = (
    *("role", "type", "content", "tool_calls", "parts", "tool_call_id", "name", "id", "call_id", "function", "data"),
    *sorted(BLOCK_FIELDS),
)
SCALARS = (str, int, float, bool, type(None))


class Part(NamedTuple):
    """One stretch of a conversation: text of one role, or the tool calls beside it.

    A message gives several when tool results and a person's words share it.
    """

    role: str | None
    text: str
    calls: tuple[dict[str, Any], ...] = ()


def is_context(value: object) -> bool:
    """Return whether a value is an evaluation context: it has `observation` and `trace`."""
    if isinstance(value, str | dict | list | type):
        return False
    try:
        return hasattr(value, "observation") and hasattr(value, "trace")
    except Exception:  # noqa: BLE001 - a foreign property may raise anything
        return False


def plain(value: Any) -> Any:
    """Return a foreign object as the dict or list that it stands for; anything else as it is."""
    return value if isinstance(value, (*SCALARS, dict, list)) else _dict_of_object(value)


def _dict_of_object(value: Any) -> Any:
    """Return the JSON value of an SDK's or a user's object, by what it has."""
    if isinstance(value, type):
        return value
    fields = json_value_of(value)
    if fields is value:
        fields = {name: getattr(value, name) for name in OBJECT_FIELDS if has(value, name)}
        if not _is_telling(fields):
            return value
    if not isinstance(fields, dict):
        return fields
    if isinstance(fields.get("choices"), list | tuple):  # an OpenAI ChatCompletion
        return [choice.get("message") for choice in map(plain, fields["choices"]) if isinstance(choice, dict)]
    if fields.get("object") == "response" and isinstance(fields.get("output"), list | tuple):
        return list(fields["output"])  # an OpenAI Response
    return fields


def _is_telling(fields: dict[str, Any]) -> bool:
    """Return whether an object's fields are those of a message, a content block or a tool call.

    By their types, too: a mock has any field, each another mock.
    """
    if isinstance(fields.get("content"), str | list | tuple | Mapping) or isinstance(fields.get("parts"), list):
        return True
    if isinstance(fields.get("role"), str) and not {"tool_calls", "refusal"}.isdisjoint(fields):
        return True
    if isinstance(fields.get("type"), str) and not BLOCK_FIELDS.isdisjoint(fields):
        return True
    function: Any = fields.get("function")
    if isinstance(function, Mapping) or (has(function, "name") and isinstance(function.name, str)):
        return True
    return isinstance(fields.get("name"), str) and not {"arguments", "args"}.isdisjoint(fields)


def type_of(value: Mapping[str, Any]) -> str | None:
    """Return the `type` of a message, item or block; None when it names none as a text."""
    kind = value.get("type")
    return kind if isinstance(kind, str) else None


def is_message(value: object) -> bool:
    """Return whether a dict is a chat message: `role`, `parts`, or `content` that is text or a list of blocks."""
    if not isinstance(value, dict):
        return False
    content = value.get("content")
    return (
        isinstance(value.get("role"), str)
        or isinstance(value.get("parts"), list)
        or isinstance(content, str)
        or (isinstance(content, list | tuple) and any(isinstance(item, dict | str) for item in content))
        or (isinstance(content, list) and not content and "type" in value)
        or (type_of(value) in MESSAGE_TYPES and isinstance(value.get("data"), dict))
        or _is_constructor(value)
    )


def _is_constructor(value: object) -> bool:
    """Return whether a value is a LangChain message as `dumpd` writes it."""
    if not isinstance(value, dict) or type_of(value) != "constructor" or not isinstance(value.get("kwargs"), dict):
        return False
    path = value.get("id")
    return isinstance(path, list) and bool(path) and isinstance(path[-1], str) and path[-1] in MESSAGE_CLASSES


def is_item(value: object) -> bool:
    """Return whether a dict is an item of a conversation that is no message: a Responses item or a content block."""
    if not isinstance(value, dict):
        return False
    kind = type_of(value)
    if kind in TEXT_BLOCKS:
        return isinstance(value.get("text"), str)
    return kind in CALL_ITEMS or kind in BLOCKS or (kind == "reasoning" and "summary" in value)


def is_message_list(value: object) -> bool:
    """Return whether a list holds messages or items of a conversation."""
    return isinstance(value, list) and any(is_message(item) or is_item(item) for item in map(plain, value))


def is_span_list(value: object) -> bool:
    """Return whether a value is a list of span dicts."""
    return isinstance(value, list | tuple) and all(isinstance(plain(item), dict) for item in value)


def text_of(value: Any) -> str:
    """Return a value that is no message as text: a string (or what stands for one) as it is, None as "", else its JSON text."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bytes | bytearray):
        return value.decode("utf-8", "replace")
    value = json_value_of(value)
    if isinstance(value, str):
        return value
    stands_for_text = not isinstance(value, (*SCALARS, dict, list, set, frozenset))  # a date, a path
    return str(parse_json(dump_json(value))) if stands_for_text else dump_json(value)


@shared_by_identity
def parts_of(value: Any) -> list[Part]:
    """Return the parts of a value: of messages each in turn, of any other value one part without a role."""
    value = plain(value)
    if isinstance(value, dict) and (is_message(value) or is_item(value)):
        return list(_parts_of_item(value))
    if isinstance(value, list) and value:
        items = [plain(item) for item in value]
        if any(is_message(item) or is_item(item) for item in items):
            return [part for item in items for part in _simple_part(item) or _parts_of_item(item)]
        if all(isinstance(item, str) for item in items):
            return [Part(None, item) for item in items]
    if value is None or (isinstance(value, list) and not value):
        return []
    return [Part(None, text_of(value))]


def _simple_part(item: Any) -> tuple[Part] | None:
    """Return the part of a message that is only a role and a text, the most common one; None for any other."""
    if type(item) is not dict or len(item) != 2:
        return None
    role, content = item.get("role"), item.get("content")
    if type(role) is not str or type(content) is not str or not content:
        return None
    return (Part(_role_of(item), content),)


def _parts_of_item(item: Any) -> Iterator[Part]:
    """Yield the parts of one item of a list that holds messages."""
    if isinstance(item, dict) and type_of(item) in MESSAGE_TYPES and isinstance(item.get("data"), dict):
        item = {"type": item["type"], **item["data"]}  # LangChain's messages_to_dict
    if _is_constructor(item):
        item = {"type": MESSAGE_CLASSES[item["id"][-1]], **item["kwargs"]}  # LangChain's dumpd, as LangSmith stores it
    if isinstance(item, dict) and is_message(item):
        yield from _parts_of_message(item)
    elif isinstance(item, dict) and is_item(item):
        yield from _parts_of_blocks(_item_role(item), [item], ())
    elif isinstance(item, str):
        yield Part(None, item)
    elif item is not None and not (isinstance(item, dict) and isinstance(item.get("type"), str)):
        yield Part(None, text_of(item))


def _item_role(item: dict[str, Any]) -> str | None:
    """Return the role of an item that names none: the model makes calls and refuses."""
    kind = type_of(item)
    return "assistant" if kind in CALL_ITEMS | CALL_BLOCKS | {"output_text", "refusal", "thinking"} else None


def _role_of(message: dict[str, Any]) -> str | None:
    role = message.get("role")
    if not isinstance(role, str):
        role = type_of(message) if type_of(message) in MESSAGE_TYPES else None
    if not isinstance(role, str) or role == "chat":
        return None
    role = role.lower()
    return ROLES.get(role, role)


def _parts_of_message(message: dict[str, Any]) -> Iterator[Part]:
    content = message.get("content")
    blocks: list[Any] = []
    if isinstance(content, str):
        blocks = [content]
    elif isinstance(content, list | tuple):
        blocks = [plain(block) for block in content]
    elif content is not None:
        blocks = [content] if is_item(content) else [text_of(plain(content))]
    if isinstance(message.get("parts"), list):
        blocks += [plain(part) for part in message["parts"]]
    if not any(_block_text(block) for block in blocks):
        audio = message.get("audio")
        spoken = audio.get("transcript") if isinstance(audio, dict) else None
        blocks += [said for said in (message.get("refusal"), spoken) if isinstance(said, str)]
    yield from _parts_of_blocks(_role_of(message), blocks, tuple(_listed_calls(message)))


def _parts_of_blocks(role: str | None, blocks: list[Any], listed: tuple[dict[str, Any], ...]) -> Iterator[Part]:
    """Yield a part for each run of blocks of one role; the calls go with the last run of the message's own role."""
    runs: list[tuple[str | None, list[str]]] = []
    calls = list(listed)
    listed_ids = {call["id"] for call in listed if call["id"]}
    for block in blocks:
        call = _call_of_block(block)
        if call is not None:
            # LangChain repeats an Anthropic tool_use block in tool_calls: one call, one id.
            if not call["id"] or call["id"] not in listed_ids:
                calls.append(call)
            continue
        text = _block_text(block)
        if not text:
            continue
        block_role = "tool" if _is_result(block) else role
        if runs and runs[-1][0] == block_role:
            runs[-1][1].append(text)
        else:
            runs.append((block_role, [text]))
    for block_role, texts in runs:
        yield Part(block_role, "\n".join(texts))
    if calls:
        yield Part(role, "", tuple(calls))


def _is_result(block: Any) -> bool:
    return isinstance(block, dict) and (
        type_of(block) in RESULT_BLOCKS or any(block.get(key) is not None for key in RESPONSE_KEYS)
    )


def _block_text(block: Any) -> str:
    """Return the text of a content block, "" when it holds none."""
    if isinstance(block, str):
        return block
    if not isinstance(block, dict):
        return "" if block is None else text_of(block)
    kind = type_of(block)
    if _is_result(block):
        return _result_text(block)
    if kind == "refusal":
        return text_of(block.get("refusal"))
    if kind in TEXT_BLOCKS or (kind is None and not block.get("thought")):
        text = block.get("text", block.get("content"))
        if isinstance(text, dict):  # OpenAI's Assistants API
            text = text.get("value")
        return text if isinstance(text, str) else ""
    return ""


def _result_text(block: dict[str, Any]) -> str:
    """Return the text of a tool's result, whichever key holds it."""
    for key in ("content", "output", "response", "result", *sorted(RESPONSE_KEYS)):
        result = plain(block.get(key))
        if key in RESPONSE_KEYS and isinstance(result, dict):
            result = result.get("response", result.get("content", result))
        elif key == "output" and isinstance(result, dict) and isinstance(result.get("type"), str) and "value" in result:
            result = result["value"]  # Vercel's AI SDK
        if result is None:
            continue
        if isinstance(result, list):
            return "\n".join(text for text in (_block_text(plain(item)) for item in result) if text) or text_of(result)
        return text_of(result)
    return ""


def _call_of_block(block: Any) -> dict[str, Any] | None:
    """Return the tool call of a content block or Responses item, None when it is none."""
    if not isinstance(block, dict):
        return None
    if type_of(block) in CALL_BLOCKS | CALL_ITEMS:
        return _call(block)
    for key in CALL_KEYS:
        if isinstance(block.get(key), dict) and "type" not in block:
            return _call(block[key])
    return None


def _listed_calls(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the calls that a message lists beside its content."""
    for key in ("tool_calls", "invalid_tool_calls"):
        listed = message.get(key)
        for call in listed if isinstance(listed, list | tuple) else ():
            fields = plain(call)
            if isinstance(fields, dict):
                yield _call(fields)
    if isinstance(message.get("function_call"), dict):  # OpenAI before tools
        yield _call(message["function_call"])
    kept = message.get("additional_kwargs")  # LangChain: the provider's own calls, which it lists beside them by now
    if isinstance(kept, dict) and not message.get("tool_calls") and not message.get("invalid_tool_calls"):
        yield from _listed_calls({name: kept.get(name) for name in ("tool_calls", "function_call")})


def _call(call: dict[str, Any]) -> dict[str, Any]:
    """Return one call as {"id", "name", "arguments"}."""
    function = plain(call.get("function"))
    source = function if isinstance(function, dict) else call
    arguments = next((source[key] for key in ("arguments", "args", "input", "parameters") if key in source), None)
    identity = next((call[key] for key in ("call_id", "id", "toolCallId", "toolUseId") if call.get(key)), "")
    name = source.get("name", source.get("toolName"))
    return {
        "id": identity if isinstance(identity, str) else text_of(identity),
        "name": name if isinstance(name, str) else text_of(name),
        "arguments": _parsed(arguments),
    }


def _parsed(arguments: Any) -> Any:
    if not isinstance(arguments, str):
        return plain(arguments)
    try:
        return parse_json(arguments)
    except ValueError:
        return arguments


def tool_calls_of(value: Any) -> list[dict[str, Any]]:
    """Return every tool call of a message, of a list of messages or calls, or of a dict with `tool_calls`."""
    found: list[dict[str, Any]] = []
    for item in _items(value):
        listed = _listed_in_shape(item)
        if listed is None:
            found += _calls_of_item(plain(item))
        elif listed:
            found += [_call_in_shape(call) for call in listed]
    return found


def tool_names_of(value: Any) -> list[str]:
    """Return the name of every tool call, as `tool_calls_of` does, without parsing arguments where that can be."""
    names: list[str] = []
    for item in _items(value):
        listed = _listed_in_shape(item)
        if listed is None:
            names += [call["name"] for call in _calls_of_item(plain(item))]
        elif listed:
            names += [call["function"]["name"] for call in listed]
    return names


def _call_in_shape(call: dict[str, Any]) -> dict[str, Any]:
    identity, function = call.get("id"), call["function"]
    arguments = function.get("arguments")
    if type(identity) is not str or "call_id" in call or type(arguments) is not str:
        return _call(call)
    return {"id": identity, "name": function["name"], "arguments": _parsed(arguments)}


def _items(value: Any) -> list[Any]:
    value = plain(value)
    return value if isinstance(value, list) else [value]


def _listed_in_shape(item: Any) -> Any:
    """Return the calls that an OpenAI chat message lists, None when it or a call of it takes a closer look."""
    if type(item) is not dict or not CHAT_KEYS.issuperset(item) or type(item.get("role")) is not str:
        return None
    content, listed = item.get("content"), item.get("tool_calls")
    if type(content) is not str and content is not None:
        return None
    if listed is None:
        return ()
    if type(listed) is not list:
        return None
    for call in listed:
        function = call.get("function") if type(call) is dict else None
        if type(function) is not dict or type(function.get("name")) is not str:
            return None
    return listed


def _calls_of_item(item: Any) -> Iterator[dict[str, Any]]:
    if not isinstance(item, dict):
        return
    if is_message(item) or is_item(item):
        for part in _parts_of_item(item):
            # A fresh dict each: a caller may change what it got.
            yield from (dict(call) for call in part.calls)
    elif isinstance(item.get("tool_calls"), list):
        yield from _listed_calls(item)
    elif (isinstance(item.get("name"), str) and ("arguments" in item or "args" in item)) or isinstance(
        plain(item.get("function")), dict
    ):
        yield _call(item)
