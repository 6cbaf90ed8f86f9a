"""Checks of the reply against the retrieved context: grounding, unsupported numbers and names, citations."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from oodle_eval.runtime import Scores
from oodle_eval.v1 import _words, util
from oodle_eval.v1._context import noted, retrieved, where_looked
from oodle_eval.v1._declaration import boolean, check, numeric, share
from oodle_eval.v1._memo import shared, sharing
from oodle_eval.v1._quoting import masked
from oodle_eval.v1._settings import Share
from oodle_eval.v1._wording import plural
from oodle_eval.v1.util import boolean_score, declares, numeric_score

if TYPE_CHECKING:
    from oodle_eval.v1._numbers import Number

__all__ = ["citation_check", "grounding", "unsupported_numbers"]


@declares("grounded", "grounding")
@check(reads=("reply", "context"), scores=(boolean("grounded"), share("grounding", always=False)))
def grounding(
    ctx: Any,
    *,
    context: Any = None,
    context_key: str = "context",
    min_overlap: Share = 0.6,
    threshold: Share = 0.8,
    name: str = "grounded",
) -> Scores:
    """Score the share of the reply's sentences whose words appear in the context.

    A sentence is grounded when at least `min_overlap` of its different content words (see `util.content_words`; in
    scripts that are written without spaces, each character counts as one) appear in the context. Sentences without
    content words don't count. This compares words, not meaning: it catches a reply about things that the context never
    mentions, not a denial in the context's own words.

    The context is the `context` setting, else the span attribute `context_key`, else the text of every input message.
    The reply is read up to `util.MAX_TEXT_CHARS` characters and `util.MAX_SENTENCES` sentences.

    Args:
        ctx: The evaluation context, or the reply text (then give `context`).
        context: The context text, or a list of passages.
        context_key: The span attribute that holds the context.
        min_overlap: The share of a sentence's content words that must be in the context, 0 to 1.
        threshold: The share of grounded sentences at which the reply counts as grounded, 0 to 1.
        name: Name of the primary score.

    Returns:
        grounded (BOOLEAN): grounding reached `threshold`. True when no sentence counts, False when there is no context
        anywhere.
        grounding (NUMERIC, 0 to 1): the share of grounded sentences. Left out when no sentence counts.

    Raises:
        ValueError: A setting is out of its range, or a reply text came without a context.

    Example:
        >>> grounding("It ships on Monday. Pigs can fly.", context="We ship it on Monday; it ships fast.")[1].value
        0.5
    """
    held = retrieved(ctx, context, context_key, "grounding")
    reply = util.subject_text(ctx, limit=util.MAX_TEXT_CHARS)
    known = _words_of(held)
    checked = [
        (place, wanted, [word for word in wanted if word not in known])
        for place, sentence in enumerate(_words.sentences(reply)[: util.MAX_SENTENCES], start=1)
        if (wanted := dict.fromkeys(util.content_tokens(sentence)))
    ]
    if not checked:
        return Scores([boolean_score(name, True, "no sentence of the reply has content words to check")])
    loose = [
        f"sentence {place} (not in the context: {_shown(missing)})"
        for place, wanted, missing in checked
        if (len(wanted) - len(missing)) / len(wanted) < min_overlap
    ]
    value = (len(checked) - len(loose)) / len(checked)
    comment = f"{len(checked) - len(loose)} of {len(checked)} sentences grounded"
    problems = util.join_problems(loose, limit=3) if held.strip() else where_looked(context_key)
    comment = noted(f"{comment}; {problems}" if problems else comment, ctx, context, context_key, held)
    return Scores([boolean_score(name, value >= threshold, comment), numeric_score("grounding", value, comment)])


@shared
def _words_of(context: str) -> frozenset[str]:
    return frozenset(_words.tokens(context))


def _shown(words: list[str]) -> str:
    """Return some of the words for a comment; only plain ones, since others can be parts of a secret."""
    plain = [word for word in words if word.isalpha() and len(word) <= 20]
    return f"{', '.join(plain[:5])}{' ...' if len(words) > len(plain[:5]) else ''}".strip()


@declares("numbers_supported", "unsupported_count")
@check(
    reads=("reply", "context"),
    scores=(boolean("numbers_supported"), numeric("unsupported_count", higher_is_better=False)),
)
def unsupported_numbers(
    ctx: Any,
    *,
    context: Any = None,
    context_key: str = "context",
    check_entities: bool = True,
    name: str = "numbers_supported",
) -> Scores:
    """Find numbers and names in the reply that the context does not have.

    Numbers compare by value: "1,200" and "1.2 thousand" are "1200", "5 %" is "5 percent", "3:30 pm" is "15:30" and
    "2024-05-25" is "May 25, 2024"; the sign is not compared, since texts put it into words ("fell by 5"). Numbers of
    the context may also be spelled out. Not counted: whole numbers of one digit (unless a percentage or a scale such as
    "million" follows), positions in a list, citation markers, digits inside URLs, identifiers and versions.

    Names are runs of capitalised words that do not start a sentence, a line or what follows a colon. A name is
    supported when its words are in the context, in any case, or an acronym's words are there. In languages that
    capitalise every noun, switch `check_entities` off.

    The context is the `context` setting, else the span attribute `context_key`, else the text of every input message.
    Both texts are read up to `util.MAX_TEXT_CHARS` characters.

    Args:
        ctx: The evaluation context, or the reply text (then give `context`).
        context: The context text, or a list of passages.
        context_key: The span attribute that holds the context.
        check_entities: Also check names.
        name: Name of the primary score.

    Returns:
        numbers_supported (BOOLEAN): all that was found is in the context.
        unsupported_count (NUMERIC): how many different numbers and names are not. Lower is better.

    Raises:
        ValueError: A setting is ill-typed, or a reply text came without a context.

    Example:
        >>> unsupported_numbers("The fee is 1200 or 75 dollars.", context="A fee of $1,200.00")[0].comment
        'not in the context: 75'
    """
    from oodle_eval.v1._names import KnownWords, names  # noqa: PLC0415 - its patterns are compiled when first needed
    from oodle_eval.v1._numbers import numbers, support_of  # noqa: PLC0415 - its patterns are compiled when first needed

    held = retrieved(ctx, context, context_key, "unsupported_numbers")
    reply = _prose(util.subject_text(ctx, limit=util.MAX_TEXT_CHARS))
    with sharing():  # both need the context's words
        support, words = support_of(held), _words_of(held)
    counted = [number for number in numbers(reply) if not number.is_one_digit]
    missing = {number.readings: number for number in counted if not support.holds(number)}
    named = list(names(reply)) if check_entities else []
    known = KnownWords(held, words, support.months)
    strange = {found.lower(): found for found in named if not known.hold(found)}
    count = len(missing) + len(strange)
    comment = f"{plural(len(counted), 'number')} and {plural(len(named), 'name')} checked"
    if count and not held.strip():
        comment = f"{comment}; {where_looked(context_key)}"
    elif count:
        unknown: list[Number | str] = [*missing.values(), *strange.values()]
        shown = [_shown_find(found, reply) for found in unknown[:_SHOWN_FINDS]]
        comment = f"not in the context: {util.join_problems([*shown, *map(str, unknown[_SHOWN_FINDS:])], _SHOWN_FINDS)}"
    comment = noted(comment, ctx, context, context_key, held)
    return Scores(
        [
            boolean_score(name, not count, comment),
            numeric_score("unsupported_count", count, comment, higher_is_better=False),
        ]
    )


# "1.", "(12)", "- 3)" at the head of a line, also in bold or behind the signs of a heading or quote.
_position = re.compile(r"^[ \t>*#|-]{0,12}\(?\d{1,3}[.)](?=[\s*]|$)", re.MULTILINE)
_marker = re.compile(r"\[\d{1,3}(?: ?[-–—,;] ?\d{1,3})*\]")
_url = re.compile(r"://\S+")  # the scheme before it states nothing either


def _prose(reply: str) -> str:
    """Return a reply without what holds digits that state nothing: list positions, markers and URLs."""
    for pattern in (_position, _marker, _url):
        reply = pattern.sub(" ", reply)
    return reply


# A card number, a telephone number or the like has so many digits, and can be written in parts.
_PRIVATE_DIGITS, _PRIVATE_REACH = 9, 24
_SHOWN_FINDS = 10


def _shown_find(found: Number | str, reply: str) -> str:
    """Return a name for a comment, or a number, unless it is a part of what no comment repeats."""
    if isinstance(found, str):
        return _masked(found)
    number = found
    begin, end = number.start, number.start + len(number.shown)
    around = reply[max(0, begin - _PRIVATE_REACH) : end + _PRIVATE_REACH]
    if len(re.findall(r"\d", around)) >= _PRIVATE_DIGITS:
        hidden = masked(around)
        if number.shown not in hidden:
            return "a part of a value that no comment repeats"
    return _masked(number.shown)


def _masked(shown: str) -> str:
    """Return what was found for a comment; what could be a card number or a key by its length only."""
    if any(map(str.isdigit, shown)) and any(map(str.isalpha, shown)):
        shown = masked(shown)
    if len(re.findall(r"\d", shown)) > 8 or len(max(shown.split(), key=len, default="")) > 30:
        return f"{len(shown)} characters that begin with {shown[:2]!r}"
    return shown[:60]


@declares("citations_ok", "citation_count")
@check(
    reads=("reply", "context"),
    scores=(boolean("citations_ok"), numeric("citation_count")),
)
def citation_check(
    ctx: Any,
    *,
    sources: str | Iterable[Any] | None = None,
    context: Any = None,
    context_key: str = "context",
    require_citation: bool = False,
    check_urls: bool = True,
    name: str = "citations_ok",
) -> Scores:
    """Check that every citation in the reply points at a real source.

    A marker such as [2], [1, 3] or [2-4], outside code, must name a source: a number from 1 to the number of `sources`
    when given, else a number that the context marks as [n] or with which one of its lines begins ("2. ..."). A URL in
    the reply must be among the sources' or the context's; its scheme, a leading "www.", percent-encoding, a closing
    slash and a fragment make no difference.

    The context is the `context` setting, else the span attribute `context_key`, else the text of every input message.

    Args:
        ctx: The evaluation context, or the reply text (then give `context` or `sources`).
        sources: The sources that the reply may cite, in order: texts, URLs, or dicts that hold them. One string is one
            source.
        context: The context text, or a list of passages.
        context_key: The span attribute that holds the context.
        require_citation: Fail a reply without any citation.
        check_urls: Check the URLs in the reply too. False: they are neither checked nor counted.
        name: Name of the primary score.

    Returns:
        citations_ok (BOOLEAN): every citation names a source, and there is one if `require_citation`.
        citation_count (NUMERIC): how many markers and URLs the reply holds; [1, 3] is one.

    Raises:
        ValueError: A setting is ill-typed, or a reply text came without a context and without sources.

    Example:
        >>> citation_check("It ships on Monday [1], says [4].", sources=["Shipping terms"])[0].comment
        '[4] names no source (there are 1)'
    """
    from oodle_eval.v1 import _citations  # noqa: PLC0415 - its patterns are compiled when first needed

    listed = None if sources is None else [sources] if isinstance(sources, str) else list(sources)
    if listed is None or context is not None or util.is_context(ctx):
        held = retrieved(ctx, context, context_key, "citation_check", "sources=[...] or context=...")
    else:
        held = ""
    reply = util.subject_text(ctx, limit=util.MAX_TEXT_CHARS)
    cited = list(_citations.markers(reply))
    urls = util.find_urls(reply) if check_urls else []
    problems = _citations.dangling(cited, listed, held) + _citations.unknown_urls(urls, listed, held)
    if not cited and not urls and require_citation:
        problems = ["no citation"]
    count = len(cited) + len(urls)
    comment = util.join_problems(dict.fromkeys(problems)) or f"{plural(count, 'citation')}, each with its source"
    if problems and listed is None and not held.strip():
        comment = f"{comment}; {where_looked(context_key)}"
    if listed is None and count:
        comment = noted(comment, ctx, context, context_key, held)
    return Scores([boolean_score(name, not problems, comment), numeric_score("citation_count", count, comment)])
