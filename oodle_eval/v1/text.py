"""Read text, turns and tool calls out of a span, whatever its shape.

A span's input and output arrive as a plain string, one message, or a list of messages, from any SDK (see each
function); objects of the SDKs and of LangChain are read like the dicts that they stand for.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Mapping
from typing import Any

from oodle_eval.v1 import _fences, _messages, _words
from oodle_eval.v1._json import find_json, parse_json

__all__ = [
    "extract_json",
    "last_user_message",
    "message_text",
    "metadata_number",
    "metadata_value",
    "normalize",
    "reply",
    "sentences",
    "tool_calls",
    "turns",
    "user_text",
    "words",
]

SUFFIXES = ("_int", "_float", "_double", "_bool", "_str", "_string")


def message_text(value: Any, role: str | None = None, default_role: str | None = None) -> str:
    """Return the plain text of a message value.

    Args:
        value: A string, a message, or a list of messages and strings. None is "". Any other value is returned as its
            JSON text.
        role: Keep only messages of this role ("user", "assistant", "system", "tool"). None keeps all.
        default_role: The role of a message that names none. None means `role`, so that a bare message is kept.

    Returns:
        The kept messages' text, joined by new lines; a string is returned as it is, whatever `role` is.

    Example:
        >>> message_text([{"role": "system", "content": "Be kind."}, {"role": "user", "content": "Hi"}], role="user")
        'Hi'
    """
    if isinstance(value, str):
        return value
    assumed = role if default_role is None else default_role
    kept = (part.text for part in _messages.parts_of(value) if role is None or (part.role or assumed) == role)
    return "\n".join(text for text in kept if text)


def _output(ctx: Any) -> Any:
    return ctx.observation.output if _messages.is_context(ctx) else ctx


def _input(ctx: Any) -> Any:
    return ctx.observation.input if _messages.is_context(ctx) else ctx


def reply(ctx: Any) -> str:
    """Return the text of the assistant's reply in the output.

    Args:
        ctx: The evaluation context, or the output value itself.

    Returns:
        The assistant messages' text; a message without a role counts as the assistant's. A structured output is its
        JSON text.

    Example:
        >>> reply([{"role": "assistant", "content": [{"type": "text", "text": "It shipped."}]}])
        'It shipped.'
    """
    return message_text(_output(ctx), role="assistant")


def user_text(ctx: Any) -> str:
    """Return the text of every user message in the input.

    Args:
        ctx: The evaluation context, or the input value itself.

    Returns:
        The user messages' text; a message without a role counts as the user's. What a tool returned inside a user
        message is not the user's text.

    Example:
        >>> user_text([{"role": "user", "content": "Where is it?"}, {"role": "assistant", "content": "Here."}])
        'Where is it?'
    """
    return message_text(_input(ctx), role="user")


def turns(ctx: Any, include_reply: bool = True) -> list[dict[str, str]]:
    """Return the conversation as a list of turns.

    Args:
        ctx: The evaluation context, or the input value itself.
        include_reply: Add the output's messages at the end.

    Returns:
        A list of {"role": str, "content": str}. An input message without a role is a user turn, an output message
        without one an assistant turn. System and tool messages keep their roles. Turns without text are left out.

    Example:
        >>> turns([{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello!"}])[-1]
        {'role': 'assistant', 'content': 'Hello!'}
    """
    found = _turns(_input(ctx), "user")
    if include_reply and _messages.is_context(ctx):
        found += _turns(ctx.observation.output, "assistant")
    return found


def _turns(value: Any, default_role: str) -> list[dict[str, str]]:
    if isinstance(value, str):
        return [{"role": default_role, "content": value}] if value.strip() else []
    return [
        {"role": part.role or default_role, "content": part.text}
        for part in _messages.parts_of(value)
        if part.text.strip()
    ]


def last_user_message(ctx: Any) -> str:
    """Return the text of the last user turn in the input, "" when it has none.

    Args:
        ctx: The evaluation context, or the input value itself.

    Example:
        >>> last_user_message([{"role": "user", "content": "One"}, {"role": "user", "content": "Two"}])
        'Two'
    """
    said = [turn["content"] for turn in turns(ctx, include_reply=False) if turn["role"] == "user"]
    return said[-1] if said else ""


def tool_calls(ctx_or_value: Any) -> list[dict[str, Any]]:
    """Return every tool call in a value, in order.

    Reads OpenAI chat `tool_calls`, OpenAI Responses `function_call` items, gen_ai parts of type `tool_call`, Anthropic
    `tool_use` blocks, LangChain's calls, and plain {"name", "arguments"} dicts.

    Args:
        ctx_or_value: The evaluation context (reads the output) or a message value.

    Returns:
        A list of {"id", "name", "arguments"}. `arguments` is parsed when it is JSON text, else the value as it came.
        `id` and `name` are "" when the call has none.

    Example:
        >>> tool_calls({"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": "{}"}}]})
        [{'id': '', 'name': 'f', 'arguments': {}}]
    """
    return _messages.tool_calls_of(_output(ctx_or_value))


def words(text: str, lower: bool = True) -> list[str]:
    """Return the words of a text: runs of letters, digits and underscores, with the marks that belong to them.

    Args:
        text: The text.
        lower: Lower-case the words first.

    Example:
        >>> words("Don't panic: v1_2!")
        ['don', 't', 'panic', 'v1_2']
    """
    text = message_text(text)
    return list(_words.words(text.lower() if lower else text))


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, without the space around them.

    A full stop, question mark or exclamation mark before white space or the end, or a blank line, ends a sentence; so
    do the full-width, Arabic and Devanagari marks, with or without a space behind them.

    Args:
        text: The text.

    Example:
        >>> sentences("Version 3.14 is out. Try it!")
        ['Version 3.14 is out.', 'Try it!']
    """
    return list(_words.sentences(message_text(text)))


def normalize(text: str) -> str:
    """Return a text in lower case, with no punctuation and single spaces.

    Punctuation and signs become a space; underscores, emoji and other pictographs stay.

    Args:
        text: The text.

    Example:
        >>> normalize(" Paris, (France)! ")
        'paris france'
    """
    return _words.normalized(message_text(text))


def extract_json(text: Any) -> Any:
    """Return the first JSON value found in a text.

    Tries the whole text, then the first fenced block labelled json (else the first without a label), then the first
    object or array that parses. JSON is RFC 8259: NaN and Infinity are none.

    Args:
        text: The text. A dict or list is returned as it is.

    Returns:
        The parsed value, or None when there is none.

    Example:
        >>> extract_json('Sure: {"ok": true}')
        {'ok': True}
    """
    if isinstance(text, dict | list):
        return text
    return held_json(message_text(text))[1]


def held_json(text: str) -> tuple[bool, Any]:
    """Return whether a text holds JSON, and the value: what `extract_json` finds, with null told from nothing."""
    for candidate in (text, _fences.fenced(text, ("json",))):
        if candidate is None:
            continue
        try:
            return True, parse_json(candidate)
        except ValueError:
            continue
    return find_json(text)


def _attributes(ctx: Any) -> Mapping[str, Any]:
    held = ctx.observation.metadata if _messages.is_context(ctx) else ctx
    return held if isinstance(held, Mapping) else {}


def _attribute_values(ctx: Any, names: tuple[str, ...]) -> list[Any]:
    attributes = _attributes(ctx)
    keys = (name + suffix for name in names for suffix in ("", *SUFFIXES))
    return [attributes[key] for key in keys if attributes.get(key) is not None]


def metadata_value(ctx: Any, *names: str, default: Any = None) -> Any:
    """Return the first span attribute found among `names`.

    Each name is also tried with the type suffixes `_int`, `_float`, `_double`, `_bool`, `_str` and `_string`.

    Args:
        ctx: The evaluation context, or the metadata dict.
        *names: Attribute names; the first found wins. An attribute that is None counts as absent.
        default: Returned when no name is found.

    Example:
        >>> metadata_value({"duration_ms_int": 12}, "duration_ms")
        12
    """
    found = _attribute_values(ctx, names)
    return found[0] if found else default


def metadata_number(ctx: Any, *names: str, default: float | None = None) -> float | None:
    """Return the first span attribute among `names` that is a number.

    Like `metadata_value`, but skips what does not read as a finite number.

    Args:
        ctx: The evaluation context, or the metadata dict.
        *names: Attribute names; the first that holds a number wins. A bool is no number; a text such as "12" is one.
        default: Returned when no name holds a number.

    Example:
        >>> metadata_number({"tokens": "12"}, "tokens")
        12.0
    """
    read = (_as_number(value) for value in _attribute_values(ctx, names))
    return next((number for number in read if number is not None), default)


def _as_number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, numbers.Number | str):
        return None
    try:
        number = float(value)  # type: ignore[arg-type]
    except (ValueError, OverflowError, TypeError):
        return None
    return number if math.isfinite(number) else None
