"""Code in a reply: pure functions from text to text."""

from __future__ import annotations

import re
from typing import Any

from oodle_eval_adapters._openai_messages import openai_message
from oodle_eval_adapters._values import shown

__all__ = ["code_in_fences", "reply_text"]

# Fences that hold no code to check.
OTHER_LANGUAGES = frozenset({"bash", "sh", "shell", "zsh", "fish", "console", "terminal", "json"})
_opening = re.compile(r"```(\w*)[ \t\r]*")


def reply_text(outputs: Any) -> str:
    """Return the text of a reply: a string, a message, or the last message of {"messages": [...]}.

    Raises:
        ValueError: It is none of these.
    """
    if isinstance(outputs, str):
        return outputs
    held = outputs
    if isinstance(held, dict) and "content" not in held and isinstance(held.get("messages"), list) and held["messages"]:
        held = held["messages"][-1]
    if isinstance(held, dict) and "content" not in held:
        raise ValueError(f'outputs must be a text, a message, or a dict with "messages", got {shown(outputs)}')
    if isinstance(held, dict) and "role" not in held and "type" not in held:
        held = {"role": "assistant", **held}
    content = openai_message(held)["content"]
    if isinstance(content, str):
        return content
    return "\n".join(str(block["text"]) for block in content if isinstance(block, dict) and "text" in block)


def code_in_fences(text: str) -> str | None:
    """Return the code of a text's fences, one after the other; None when it has none.

    A fence is three backticks at the start of a line, with a language or without. Fences of shell languages and JSON don't
    count, and one that is never closed is none.
    """
    found: list[str] = []
    lines = text.split("\n")
    inside: list[str] | None = None
    language = ""
    for place, line in enumerate(lines):
        if inside is not None:
            if line.rstrip("\r") != "```":
                inside.append(line + "\n")
                continue
            if language not in OTHER_LANGUAGES:
                found.append("".join(inside))
            inside = None
        elif (opening := _opening.fullmatch(line)) and place + 1 < len(lines):
            inside, language = [], opening.group(1)
    return "\n".join(found) if found else None
