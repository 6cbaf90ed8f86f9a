"""The context that a reply is checked against, and what to say when there is none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oodle_eval.v1 import text, util
from oodle_eval.v1._settings import SettingError

__all__ = ["hint_for_a_row", "noted", "retrieved", "where_looked"]

# What a comment says of a context that was none.
OF_THE_INPUT = "; compared with the input, since there is no context"
# A dict with a name of each of these is a row, most likely.
OF_A_ROW = (
    frozenset({"output", "outputs", "answer", "response", "reply", "actual_output", "prediction"}),
    frozenset(
        {"input", "inputs", "question", "query", "context", "contexts", "documents", "docs", "retrieved_contexts"}
    )
    | {"retrieval_context", "source_documents", "passages", "chunks", "reference", "expected_output"},
)


def retrieved(ctx: Any, context: Any, context_key: str, check: str, remedy: str = "context=...") -> str:
    """Return the context text of a check; "" when an evaluation context has none anywhere.

    Raises:
        SettingError: A bare reply came without a context: there is nowhere else to look.
    """
    if context is None and not util.is_context(ctx):
        raise SettingError(
            f"{check} needs a context to compare a bare reply with, and there is none: pass {remedy}, "
            f"or an evaluation context whose input or attributes hold it{hint_for_a_row(ctx)}"
        )
    return util.context_text(ctx, context, context_key)


def hint_for_a_row(value: Any) -> str:
    """Return what to add to the error of a bare value where it is a dict with the keys of a row, "" for any other."""
    is_row = isinstance(value, Mapping) and not (OF_A_ROW[0].isdisjoint(value) or OF_A_ROW[1].isdisjoint(value))
    return (
        ". A dict is an output as it is; this one looks like a row: oodle_eval.runs.run([row], ...)" if is_row else ""
    )


def noted(comment: str, ctx: Any, context: Any, context_key: str, held: str) -> str:
    """Return a comment, which says so where the input stood for the context that is nowhere.

    Args:
        comment: The comment.
        ctx: What the check got.
        context: The setting.
        context_key: The span attribute that holds the context.
        held: The text that was compared with.
    """
    if context is not None or not util.is_context(ctx) or text.metadata_value(ctx, context_key) is not None:
        return comment
    if not held.strip():
        return comment
    room = util.MAX_COMMENT_CHARS - len(OF_THE_INPUT)
    return f"{comment if len(comment) <= room else f'{comment[: room - 3]}...'}{OF_THE_INPUT}"


def where_looked(context_key: str) -> str:
    """Return the comment for an evaluation context that has no context anywhere."""
    return f"no context found: looked at the setting context, the attribute {context_key!r} and the input's messages"
