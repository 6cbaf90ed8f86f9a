"""Quoting a text in a comment: short, on one line, and without personal data or credentials, which a score must not copy."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from itertools import islice

__all__ = ["listed", "masked", "quoted", "quoted_setting"]

# As many characters of a text are quoted.
QUOTED_CHARS = 60
# As far around what is quoted a value may reach that begins before it or ends behind it.
REACH = 120

# What `pii_leak` finds holds one of these, but for passwords without digits; most quoted texts hold none.
_may_leak = re.compile(r"[@:=\d]")
_LEAKING = b"@:=0123456789"
_ASCII = bytes(range(128))


def _is_harmless(value: str) -> bool:
    """Return whether a text holds nothing that could leak. To look for it byte by byte is slow, to take it out is not."""
    raw = value.encode("utf-8", "surrogatepass")
    if raw.translate(None, _LEAKING) != raw:
        return False
    if value.isascii():
        return True
    beyond = raw.translate(None, _ASCII).decode("utf-8", "surrogatepass")
    return _may_leak.search(beyond) is None


def quoted(value: str, begin: int = 0, limit: int = QUOTED_CHARS) -> str:
    """Return a text from a place on in quotes, cut, with what would leak named by its kind.

    Example:
        >>> quoted("Ask jo@corp.test for it")
        "'Ask [email] for it'"
    """
    end = begin + limit
    from_here = begin - REACH if begin > REACH else 0
    around = value[from_here : end + REACH]
    shown = value[begin:end] if _is_harmless(around) else masked(around, begin - from_here)[:limit]
    return repr(shown) if len(value) <= end else f"{shown!r}..."


def quoted_setting(value: str) -> str:
    """Return what `quoted` does for a value of a setting: the same few are quoted again and again."""
    return _quoted_short(value) if len(value) <= QUOTED_CHARS else quoted(value)


_quoted_short = functools.lru_cache(maxsize=1024)(quoted)


def listed(values: Iterable[str], number: int) -> str:
    """Return the first ten of so many values of a setting in quotes, and how many more there are.

    Example:
        >>> listed(["a", "b"], 2)
        "'a', 'b'"
    """
    if number == 1:
        return quoted_setting(next(iter(values)))
    shown = ", ".join(map(quoted_setting, islice(values, 10)))
    return f"{shown} and {number - 10} more" if number > 10 else shown


def masked(value: str, begin: int = 0) -> str:
    """Return a text from a place on, with each value that `pii_leak` finds named by its kind instead."""
    if _is_harmless(value):
        return value[begin:]
    from oodle_eval.v1 import _pii  # noqa: PLC0415 - most comments quote nothing that needs it

    value = _pii.readable(value)
    pieces: list[str] = []
    at = begin
    for finding in _pii.find(value, _pii.KINDS):
        if finding.end > at:
            pieces += [value[at : max(at, finding.begin)], f"[{finding.kind}]"]
            at = finding.end
    return "".join([*pieces, value[at:]])
