"""Quoting a text in a comment: short, on one line, and without personal data or credentials, which a score must not copy."""

from __future__ import annotations

import re

__all__ = ["masked", "quoted"]

# As many characters of a text are quoted.
QUOTED_CHARS = 60
# As far around what is quoted a value may reach that begins before it or ends behind it.
REACH = 120

# What `pii_leak` finds holds one of these, but for passwords without digits; most quoted texts hold none.
_may_leak = re.compile(r"[@:=\d]")


def quoted(value: str, begin: int = 0, limit: int = QUOTED_CHARS) -> str:
    """Return a text from a place on in quotes, cut, with what would leak named by its kind.

    Example:
        >>> quoted("Ask jo@corp.test for it")
        "'Ask [email] for it'"
    """
    end = begin + limit
    shown = value[begin:end]
    if _may_leak.search(value, max(0, begin - REACH), end + REACH):
        from_here = max(0, begin - REACH)
        shown = masked(value[from_here : end + REACH], begin - from_here)[:limit]
    return repr(shown) if len(value) <= end else f"{shown!r}..."


def masked(value: str, begin: int = 0) -> str:
    """Return a text from a place on, with each value that `pii_leak` finds named by its kind instead."""
    if not _may_leak.search(value):
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
