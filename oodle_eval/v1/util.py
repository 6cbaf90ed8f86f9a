"""Building blocks for writing your own checks, the way the built-in ones are written.

A check takes a context or a plain string, reads a setting that is None as "the default", and returns `Scores` whose
names are declared, so that tools know them before the first run. Message helpers are in `oodle_eval.v1.text`.

Example:
    >>> @declares("polite")
    ... def politeness(ctx, *, words=None, name="polite"):
    ...     wanted = opt(words, ["please", "thank"])
    ...     found = [word for word in wanted if word in subject_text(ctx).lower()]
    ...     return Scores([boolean_score(name, bool(found), f"found: {join_problems(found) or 'none'}")])
    >>> politeness("Thank you, it shipped.")["polite"].value
    True
"""

from __future__ import annotations

import math
import numbers
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from oodle_eval.runtime import Score, Scores
from oodle_eval.v1 import _fences, _messages, _words, text
from oodle_eval.v1._lexicons.stopwords import STOPWORDS
from oodle_eval.v1._memo import shared
from oodle_eval.v1._objects import has
from oodle_eval.v1._settings import SettingError, missing_reference

__all__ = [
    "MAX_SENTENCES",
    "MAX_TEXT_CHARS",
    "PATTERN_TIMEOUT_S",
    "STOPWORDS",
    "Scores",
    "boolean_score",
    "content_words",
    "context_text",
    "declares",
    "fenced_block",
    "find_number",
    "find_urls",
    "flat_text",
    "is_context",
    "is_messages",
    "join_problems",
    "numeric_score",
    "opt",
    "reference_or_expected",
    "require_reference",
    "strip_code",
    "subject_text",
]

# Text that a check reads is cut here before anything that grows faster than the text, or holds several times its size.
MAX_TEXT_CHARS = 200_000
# As many sentences of a text are compared at most.
MAX_SENTENCES = 2_000
# As long may one user pattern search one text, in seconds.
PATTERN_TIMEOUT_S = 0.5
# A comment is for reading: the longest one.
MAX_COMMENT_CHARS = 500

Function = TypeVar("Function", bound=Callable[..., Any])


def declares(*names: str) -> Callable[[Function], Function]:
    """Record the score names that a check returns, primary first.

    Args:
        *names: The score names.

    Returns:
        A decorator that sets `__scores__` on the function and returns the function itself.

    Example:
        >>> @declares("short")
        ... def short(ctx, *, name="short"): ...
        >>> short.__scores__
        ('short',)
    """

    def declare(function: Function) -> Function:
        function.__scores__ = names  # type: ignore[attr-defined]
        return function

    return declare


def opt(value: Any, default: Any) -> Any:
    """Return `value`, or `default` when it is None.

    Example:
        >>> opt(None, 3), opt(0, 3)
        (3, 0)
    """
    return default if value is None else value


def is_context(value: Any) -> bool:
    """Return whether `value` is an evaluation context: an object with `observation` and `trace`."""
    return _messages.is_context(value)


def subject_text(ctx: Any, field: str = "output", limit: int | None = None) -> str:
    """Return the text that a check reads: the reply, the user's turns, or both.

    Args:
        ctx: The evaluation context, a plain string (returned as it is), or a message value (its assistant text).
        field: "output" (the assistant's reply), "input" (the user's messages) or "both". Used for a context only.
        limit: The most characters to return. None: all.

    Raises:
        ValueError: `field` is not one of the three.

    Example:
        >>> subject_text({"role": "assistant", "content": "Shipped."}, limit=4)
        'Ship'
    """
    found = ctx if isinstance(ctx, str) else _field_text(ctx, field)
    return found if limit is None else found[: max(0, limit)]


def _field_text(ctx: Any, field: str) -> str:
    if field == "output" or not is_context(ctx):
        return text.reply(ctx)
    if field == "input":
        return text.user_text(ctx)
    if field == "both":
        return "\n".join(part for part in (text.user_text(ctx), text.reply(ctx)) if part)
    raise SettingError(f'field must be "output", "input" or "both", got {field!r}')


def reference_or_expected(ctx: Any, reference: Any) -> Any:
    """Return the reference setting, else the experiment item's expected output.

    Args:
        ctx: The evaluation context, or anything else.
        reference: The reference setting. Only None falls back; "" is a reference.

    Returns:
        The reference, None when there is none anywhere.

    Example:
        >>> reference_or_expected("a reply", "Paris")
        'Paris'
    """
    if reference is not None or not is_context(ctx):
        return reference
    return ctx.expected_output


def require_reference(reference: Any, check: str) -> str:
    """Return a reference as text, or say how to set one.

    Args:
        reference: The reference, a string or any JSON value.
        check: The check's name, for the message.

    Returns:
        The reference itself when it is a string, else its JSON text.

    Raises:
        ValueError: `reference` is None.

    Example:
        >>> require_reference({"a": 1}, "exact_match")
        '{"a": 1}'
    """
    if reference is None:
        raise missing_reference(check, "a reference to compare with", "reference=...")
    return _messages.text_of(reference)


def _comment(comment: Any) -> str:
    if type(comment) is str and len(comment) <= MAX_COMMENT_CHARS:
        return comment
    comment = "" if comment is None else str(comment)
    return comment if len(comment) <= MAX_COMMENT_CHARS else f"{comment[: MAX_COMMENT_CHARS - 3]}..."


def boolean_score(name: str, value: Any, comment: str, higher_is_better: bool = True) -> Score:
    """Return a BOOLEAN Score.

    Args:
        name: The score's name.
        value: Read as True or False.
        comment: A short reason; cut at 500 characters.
        higher_is_better: False for a score that flags a problem when true, such as `refused`.

    Example:
        >>> boolean_score("polite", 1, "said please").value
        True
    """
    return Score(bool(value), "BOOLEAN", _comment(comment), name, higher_is_better)


def numeric_score(name: str, value: float, comment: str, higher_is_better: bool = True) -> Score:
    """Return a NUMERIC Score.

    Args:
        name: The score's name.
        value: A finite number.
        comment: A short reason; cut at 500 characters.
        higher_is_better: False for a count of problems or a duration.

    Example:
        >>> numeric_score("errors", 2, "2 steps failed", higher_is_better=False).value
        2
    """
    return Score(value, "NUMERIC", _comment(comment), name, higher_is_better)


def categorical_score(name: str, value: str | None, comment: str) -> Score:
    """Return a CATEGORICAL Score, which has no direction."""
    return Score(value, "CATEGORICAL", _comment(comment), name, None)


# Inline code: between two runs of as many backticks, on one line.
_inline_code = re.compile(r"(?<!`)(`+)(?!`)[^\n]{1,1000}?(?<!`)\1(?!`)")
# A scheme begins where no ASCII letter or digit stands before it: scripts without spaces put a URL right behind a word. The
# punctuation of those scripts, and curly quotes, end it.
_url = re.compile(
    r"(?<![a-zA-Z0-9])[a-zA-Z][a-zA-Z0-9+.\-]{0,30}://"
    r"[^\s<>\"'`{}|\\^\u2018-\u201f\u2026\u3001\u3002\u3008-\u3011\u3014\u3015\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f]+"
)
# A sentence's last word glued to a URL reads like the head of its scheme.
_glued = re.compile(r"[a-zA-Z0-9+.\-]{0,30}\.(?=https?://)", re.IGNORECASE)


def strip_code(value: str) -> str:
    """Return a text with code blocks, inline code and URLs made spaces.

    Args:
        value: The text.

    Example:
        >>> strip_code("Run `pip` now").split()
        ['Run', 'now']
    """
    kept = text.message_text(value)
    # One character is found many times as fast as three.
    if ("`" in kept and "```" in kept) or ("~" in kept and "~~~" in kept):
        kept = _fences.without_fences(kept)
    if "`" in kept:
        kept = _inline_code.sub(" ", kept)
    return _without_urls(kept) if "/" in kept else kept


_scheme = re.compile(r"(?<![a-zA-Z0-9])[a-zA-Z][a-zA-Z0-9+.\-]{0,30}://")
_LONGEST_SCHEME = 31


def _matched_urls(value: str) -> Iterator[re.Match[str]]:
    """Yield what `_url.finditer` does, but looking only where "://" is."""
    done, at = 0, value.find("://")
    while at >= 0:
        scheme = _scheme.search(value, max(done, at - _LONGEST_SCHEME), at + 3)
        url = _url.match(value, scheme.start()) if scheme else None
        if url:
            yield url
        done = url.end() if url else at + 3
        at = value.find("://", done)


def _without_urls(value: str) -> str:
    """Return a text with its URLs made spaces."""
    kept: list[str] = []
    done = 0
    for start, end in _urls_in(value):
        kept += [value[done:start], " "]
        done = end + value.startswith(":", end)  # which would make an emoticon of a bracket behind it
    return "".join([*kept, value[done:]])


def fenced_block(value: str, *langs: str) -> str:
    """Return the first fenced code block of one of `langs`, else the whole text.

    Args:
        value: The text.
        *langs: Labels to accept, in any case. A block without a label is accepted when none of them is there.

    Example:
        >>> fenced_block("Here: \\n```sql\\nSELECT 1\\n```", "sql")
        'SELECT 1'
    """
    value = text.message_text(value)
    block = _fences.fenced(value, tuple(label.lower() for label in langs))
    return value if block is None else block


def join_problems(problems: Iterable[str], limit: int = 10) -> str:
    """Return problems as one comment, the first `limit` named and the rest counted.

    Example:
        >>> join_problems(["a", "b", "c"], limit=2)
        'a; b; and 1 more'
    """
    named = [problems] if isinstance(problems, str) else [str(problem) for problem in problems]
    shown = named[: max(0, limit)]
    left = len(named) - len(shown)
    return "; ".join(shown + ([f"and {left} more"] if left else []))


def flat_text(value: Any) -> str:
    """Return any value as text: a string as it is, a list line by line, else JSON. None is "".

    Example:
        >>> flat_text(["one", {"two": 2}])
        'one\\n{"two": 2}'
    """
    if isinstance(value, list | tuple):
        return "\n".join(_passage(item) for item in value)
    return _passage(value)


def _passage(value: Any) -> str:
    if isinstance(value, str):
        return value
    content = value.page_content if has(value, "page_content") else None  # a LangChain Document
    return content if isinstance(content, str) else _messages.text_of(_messages.plain(value))


def context_text(ctx: Any, context: Any = None, context_key: str = "context") -> str:
    """Return the retrieved context to check a reply against, cut to `MAX_TEXT_CHARS`.

    In order: the `context` argument, the span attribute `context_key`, the text of every input message (a RAG call
    usually puts what it retrieved into its prompt). Only None is passed over: an empty context is a context.

    Args:
        ctx: The evaluation context, or a plain string (then only `context` counts).
        context: The context text, or a list of passages.
        context_key: The span attribute that holds the context.

    Example:
        >>> context_text("a reply", ["First passage.", "Second."])
        'First passage.\\nSecond.'
    """
    if context is None and is_context(ctx):
        context = text.metadata_value(ctx, context_key)
        if context is None:
            return text.message_text(ctx.observation.input)[:MAX_TEXT_CHARS]
    return flat_text(context)[:MAX_TEXT_CHARS]


@shared
def content_tokens(value: str) -> list[str]:
    """Return the content words of a text, and each character of a script without spaces, which counts like one."""
    tokens = _words.tokens(value)
    if value.isascii():
        return [token for token in tokens if len(token) > 2 and token not in STOPWORDS]
    return [
        token
        for token in tokens
        if (token not in STOPWORDS if len(token) > 2 else not token.isascii() and _words.is_spaceless(token))
    ]


@shared
def _content_words(value: str) -> list[str]:
    found = _words.words(value.lower())
    return [word for word in found if len(word) > 2 and word not in STOPWORDS]


def content_words(value: str) -> list[str]:
    """Return the words of a text that carry content: 3 or more characters, lower case, not in `STOPWORDS`.

    Example:
        >>> content_words("The parcel is in Berlin")
        ['parcel', 'berlin']
    """
    return list(_content_words(text.message_text(value)))


# A number that stands alone: it does not begin inside a word or a version, and what follows it is at most a unit.
NUMBER = re.compile(
    r"""
    (?<!\w)(?<!(?<!\.)\.)                         # not the tail of a word, a number or a version
    (?P<sign>(?<![\w)\]])[-+\u2212])?              # a sign, unless it is a dash behind something: "3-5"
    (?:[$€£¥₹]\s?)?
    (?P<digits>
        \d{1,3}(?P<gap>['\u2019\u00a0\u202f\u2009])\d{3}(?:(?P=gap)\d{3})*(?!\d)
      | (?P<dots>\d{1,3}(?:\.\d{3})+(?=,\d++(?![.,]\d|[^\W\d_]*[\d_])))
      | \d{1,3}(?:,\d{3})+(?![\d])|\d{1,2}(?:,\d{2})+,\d{3}(?!\d)|\d+|(?<!\.)(?=\.\d)
    )
    (?P<fraction>(?(gap)[.,]|(?(dots),|\.))\d+)?
    (?P<exponent>[eE][-+]?\d+(?!\w))?
    (?!\.?\d|[^\W\d_]*[\d_])                     # not a version, not the head of a word such as "5f3a2"
    """,
    re.VERBOSE,
)


def find_number(value: Any) -> float | None:
    """Return the first number in a value, as a float.

    Args:
        value: A number (a bool is none), or a text holding one. "1,200.50" reads as 1200.5, "3-5" as 3; where no
            other reading is left, so do other countries' forms ("1.200,50", "1'200.50", and thousands behind a
            non-breaking or thin space), but "1.200" is 1.2. A currency sign or percent sign beside it is ignored; digits
            inside a word or a version are no number.

    Returns:
        The number, or None. A number beyond the range of a float is None.

    Example:
        >>> find_number("The total is $1,200.50 (v2)")
        1200.5
    """
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, numbers.Real):
        return _finite(value)
    match = NUMBER.search(text.message_text(value))
    return None if match is None else _finite(number_of(match))


_group_mark = re.compile(r"\D")


def number_of(match: re.Match[str]) -> str:
    """Return the digits of a match of the number pattern as `float` takes them."""
    sign = "-" if match["sign"] in ("-", "−") else ""
    fraction = (match["fraction"] or "").replace(",", ".")
    return f"{sign}{digits_of(match)}{fraction}{match['exponent'] or ''}"


def digits_of(match: re.Match[str]) -> str:
    """Return the whole digits of a match of the number pattern, without what groups them."""
    return _group_mark.sub("", match["digits"])


def _finite(value: Any) -> float | None:
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


_trailing = ".,;:!?'\"*_~"
_closers = {")": "(", "]": "[", "}": "{"}


def find_urls(value: str, limit: int | None = None) -> list[str]:
    """Return the URLs in a text, in order, with trailing punctuation removed.

    Args:
        value: The text. A URL is anything of the form scheme://...
        limit: The most URLs to return. None: all.

    Example:
        >>> find_urls("See (https://example.com/a_(b)), or http://example.org.")
        ['https://example.com/a_(b)', 'http://example.org']
    """
    value = text.message_text(value)
    found: list[str] = []
    for start, end in _urls_in(value):
        if limit is not None and len(found) >= limit:
            break
        found.append(value[start:end])
    return found


def _urls_in(value: str) -> Iterator[tuple[int, int]]:
    """Yield where each URL of a text begins and ends, without the punctuation of the sentence around it."""
    for match in _matched_urls(value):
        start = match.start()
        if value.find(".", start, value.find("://", start)) > 0 and (glued := _glued.match(value, start)):
            start = glued.end()
        url = _without_trailing(value[start : match.end()])
        if not url.endswith("://"):
            yield start, start + len(url)


def _without_trailing(url: str) -> str:
    """Return a URL without the punctuation of the sentence around it; a bracket stays when its partner is inside."""
    end = len(url)
    counts: dict[str, int] = {}
    while end:
        char = url[end - 1]
        if char in _closers and not counts:
            counts = {bracket: url.count(bracket) for bracket in "()[]{}"}
        if char in _closers and counts[char] > counts[_closers[char]]:
            counts[char] -= 1
        elif char not in _trailing:
            break
        end -= 1
    return url[:end]


def is_messages(value: Any) -> bool:
    """Return whether a value is a list of chat messages: a list with a dict that has "role" or "parts".

    Example:
        >>> is_messages([{"role": "user", "content": "Hi"}]), is_messages("Hi")
        (True, False)
    """
    if not isinstance(value, Sequence) or isinstance(value, str | bytes):
        return False
    items = (_messages.plain(item) for item in value)
    return any(isinstance(item, dict) and ("role" in item or "parts" in item) for item in items)
