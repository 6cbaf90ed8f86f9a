"""Checks of the reply's form: JSON, patterns, keywords, length, Markdown, HTML, CSV, TOML, SQL."""

from __future__ import annotations

from typing import Any

from oodle_eval.runtime import Scores
from oodle_eval.v1 import util
from oodle_eval.v1._declaration import boolean, check
from oodle_eval.v1._settings import Count
from oodle_eval.v1.util import boolean_score, declares

__all__ = ["length_budget"]


@declares("within_length")
@check(
    reads=("reply",),
    scores=(boolean("within_length"),),
    none_disables=("min_words", "max_words", "min_chars", "max_chars"),
)
def length_budget(
    ctx: Any,
    *,
    min_words: Count | None = 1,
    max_words: Count | None = 300,
    min_chars: Count | None = None,
    max_chars: Count | None = 4000,
    name: str = "within_length",
) -> Scores:
    """Check that the reply stays inside a word and character range.

    Words are split at white space; characters are code points.

    Args:
        ctx: The evaluation context (reads the reply), or the text to check.
        min_words: Fewest words, 0 or more. None: not checked.
        max_words: Most words, 0 or more. None: not checked.
        min_chars: Fewest characters, 0 or more. None: not checked.
        max_chars: Most characters, 0 or more. None: not checked.
        name: Name of the primary score.

    Returns:
        within_length (BOOLEAN): every bound held.

    Raises:
        ValueError: A limit is no whole number of 0 or more.

    Example:
        >>> length_budget("one two three", max_words=2)["within_length"].comment
        '3 words, at most 2 allowed'
    """
    reply = util.subject_text(ctx)
    words, chars = len(reply.split()), len(reply)
    problems = [
        *_outside(words, "words", min_words, max_words),
        *_outside(chars, "characters", min_chars, max_chars),
    ]
    comment = util.join_problems(problems) or f"{words} words, {chars} characters"
    return Scores([boolean_score(name, not problems, comment)])


def _outside(count: int, unit: str, least: int | None, most: int | None) -> list[str]:
    """Return what is wrong with a count, nothing when it is in range."""
    if least is not None and count < least:
        return [f"{count} {unit}, at least {least} needed"]
    if most is not None and count > most:
        return [f"{count} {unit}, at most {most} allowed"]
    return []
