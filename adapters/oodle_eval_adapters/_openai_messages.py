"""Messages of any shape as OpenAI's chat format has them: what LangChain's `convert_to_openai_messages` gives.

Read by what they have, so that neither LangChain nor an SDK is imported.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from oodle_eval.v1._json import parse_json
from oodle_eval.v1._messages import plain
from oodle_eval_adapters._values import shown

__all__ = ["arguments_of", "messages_of", "openai_message"]

ROLES = {
    "human": "user",
    "HumanMessage": "user",
    "HumanMessageChunk": "user",
    "ai": "assistant",
    "AIMessage": "assistant",
    "AIMessageChunk": "assistant",
    "SystemMessage": "system",
    "SystemMessageChunk": "system",
    "ToolMessage": "tool",
    "ToolMessageChunk": "tool",
    "FunctionMessage": "function",
    "FunctionMessageChunk": "function",
    "ChatMessageChunk": "chat",
}

decode = json.JSONDecoder(strict=False).decode  # control characters in texts are let through, as LangChain does


def messages_of(value: Any, name: str) -> list[Any]:
    """Return the messages of a trajectory, as they are.

    Args:
        value: A list of messages, {"messages": [...]}, one message, or JSON text of these.
        name: What the error calls it.

    Raises:
        ValueError: It is None or holds no messages.
    """
    held = value
    if isinstance(held, str | bytes):
        held = arguments_of(held)
    if isinstance(held, Mapping) and "role" not in held and "messages" in held:
        held = held["messages"]
    if isinstance(held, tuple):
        held = list(held)
    if isinstance(held, list):
        return held
    if (
        held is None
        or isinstance(held, str | bytes | int | float)
        or (isinstance(held, Mapping) and "role" not in held)
    ):
        raise ValueError(
            f'{name} must be a list of messages, one message, or a dict with "messages", got {shown(value)}'
        )
    return [held]


def openai_message(message: Any) -> dict[str, Any]:
    """Return a message as a dict of OpenAI's chat format: role, content, and what else it has.

    Raises:
        ValueError: It is no message.
    """
    fields = _fields(message)
    more = fields.get("additional_kwargs") or {}
    role = _role(fields, more)
    content, calls = _content(fields.get("content"))
    made: dict[str, Any] = {"role": role}
    if fields.get("name"):
        made["name"] = fields["name"]
    if role == "assistant":
        own = fields.get("tool_calls") or more.get("tool_calls") or ()
        known = {call.get("id") for call in own}
        calls = [*map(_call, own), *(call for call in calls if call["id"] not in known)]
    if calls:
        made["tool_calls"] = calls
    if fields.get("refusal") or more.get("refusal"):
        made["refusal"] = fields.get("refusal") or more["refusal"]
    if role == "tool":
        made["tool_call_id"] = fields.get("tool_call_id") or ""
    made["content"] = content
    if fields.get("id") is not None:
        made["id"] = fields["id"]
    return made


def _fields(message: Any) -> dict[str, Any]:
    """Return what a message has, by name."""
    fields = plain(message)
    if not isinstance(fields, dict):
        raise ValueError(f"a message must be a dict or a message object, got {shown(message)}")
    if isinstance(fields.get("data"), dict) and "content" not in fields:  # LangChain's messages_to_dict
        return {"type": fields.get("type"), **fields["data"]}
    if fields.get("lc") == 1 and isinstance(fields.get("kwargs"), dict) and fields.get("id"):  # its constructor form
        return {**fields["kwargs"], "type": fields["id"][-1]}
    if "role" not in fields and "type" not in fields:
        raise ValueError(f"a message must have a role, got {shown(message)}")
    return fields


def _role(fields: dict[str, Any], more: Mapping[str, Any]) -> str:
    kind = fields.get("role") or fields.get("type") or ""
    role = ROLES.get(kind, kind)
    return str(more.get("__openai_role__", role)) if role == "system" else str(role)


def _call(call: Any) -> dict[str, Any]:
    """Return a tool call in OpenAI's form, its arguments as JSON text."""
    call = plain(call)
    function = plain(call.get("function"))
    if isinstance(function, dict):
        name, arguments = function.get("name", ""), function.get("arguments")
    else:
        name, arguments = call.get("name", ""), call.get("args", call.get("arguments"))
    return _made_call(call.get("id", ""), name, arguments)


def _made_call(call_id: Any, name: Any, arguments: Any) -> dict[str, Any]:
    value = arguments_of(arguments)
    return {"type": "function", "id": call_id, "function": {"name": name, "arguments": _text(value)}}


def _text(arguments: Any) -> str:
    if isinstance(arguments, str):  # they don't parse, and stay what they are
        return arguments
    try:
        return json.dumps(arguments, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return str(arguments)


def arguments_of(arguments: Any) -> Any:
    """Return a call's arguments as a value: parsed when they are text, {} when there are none or null; else the text."""
    if arguments is None or arguments == "":
        return {}
    if not isinstance(arguments, str | bytes):
        return arguments
    text = arguments if isinstance(arguments, str) else arguments.decode("utf-8", "replace")
    try:
        value = decode(text)
    except (ValueError, RecursionError):
        try:
            value = parse_json(text)  # deep, or with integers of any length
        except ValueError:
            return text
    return {} if value is None else value


def _content(content: Any) -> tuple[Any, list[dict[str, Any]]]:
    """Return a message's content, and the calls that are blocks of it. Blocks of text alone become one text."""
    if not isinstance(content, list):
        return ("" if content is None else content), []
    blocks: list[dict[str, Any]] = []
    calls = []
    for item in content:
        block = {"type": "text", "text": item} if isinstance(item, str) else plain(item)
        kind = block.get("type") if isinstance(block, dict) else None
        if kind == "text":
            blocks.append({"type": "text", "text": block.get("text", "")})
        elif kind == "tool_use":
            calls.append(_made_call(block.get("id", ""), block.get("name", ""), block.get("input")))
        elif kind == "function_call":
            calls.append(_made_call(block.get("call_id", ""), block.get("name", ""), block.get("arguments")))
        else:
            blocks.append(block)
    if all(isinstance(block, dict) and block.get("type") == "text" for block in blocks):
        return "\n".join(str(block["text"]) for block in blocks), calls
    return blocks, calls
