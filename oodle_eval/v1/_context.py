"""The context that a reply is checked against, and what to say when there is none."""

from __future__ import annotations

from typing import Any

from oodle_eval.v1 import util
from oodle_eval.v1._settings import SettingError

__all__ = ["retrieved", "where_looked"]


def retrieved(ctx: Any, context: Any, context_key: str, check: str, remedy: str = "context=...") -> str:
    """Return the context text of a check; "" when an evaluation context has none anywhere.

    Raises:
        SettingError: A bare reply came without a context: there is nowhere else to look.
    """
    if context is None and not util.is_context(ctx):
        raise SettingError(
            f"{check} needs a context to compare a bare reply with, and there is none: pass {remedy}, "
            "or an evaluation context whose input or attributes hold it"
        )
    return util.context_text(ctx, context, context_key)


def where_looked(context_key: str) -> str:
    """Return the comment for an evaluation context that has no context anywhere."""
    return f"no context found: looked at the setting context, the attribute {context_key!r} and the input's messages"
