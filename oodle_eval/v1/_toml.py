"""TOML 1.0 by the standard library's parser, kept from running without end."""

from __future__ import annotations

import re
import tomllib
from typing import Any

__all__ = ["has_key", "parse_toml"]

# The parser's cost grows with the square of the parts of one dotted key.
MAX_KEY_PARTS = 500
_long_key = re.compile(
    r"""(?:^|[{,\[])[ \t]*+(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+)"""
    f"{{{MAX_KEY_PARTS}}}",
    re.MULTILINE,
)


def parse_toml(text: str) -> dict[str, Any]:
    """Return the document of a TOML text.

    Raises:
        ValueError: The text is not TOML, or is nested deeper than the parser can go; the message says what is wrong.
    """
    if text.count(".") >= MAX_KEY_PARTS and _long_key.search(text):
        raise ValueError(f"a key of more than {MAX_KEY_PARTS} parts")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def has_key(held: Any, key: str) -> bool:
    """Return whether a table has a dotted key; of an array of tables, whether each of them has it."""
    if isinstance(held, list):
        return bool(held) and all(has_key(item, key) for item in held)
    if not isinstance(held, dict):
        return False
    if key in held:
        return True
    dots = (place for place, char in enumerate(key) if char == ".")
    return any(key[:dot].strip() in held and has_key(held[key[:dot].strip()], key[dot + 1 :].strip()) for dot in dots)
