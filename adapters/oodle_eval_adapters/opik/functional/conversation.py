"""Conversations: an assistant that repeats itself, and one that forgets what the user told it."""

from __future__ import annotations

import math
import re
import string
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from oodle_eval.runtime import Scores
from oodle_eval.v1 import text
from oodle_eval.v1._declaration import check, share
from oodle_eval.v1._overlap import ngrams
from oodle_eval.v1._settings import SettingError
from oodle_eval.v1.util import declares
from oodle_eval_adapters.opik.functional._lexicons import FALLBACK_PHRASES, REQUEST_WORDS, UNTELLING_WORDS
from oodle_eval_adapters.opik.functional._optional import helper
from oodle_eval_adapters.opik.functional._reading import Reading, check_whole, nothing, numeric_reading
from oodle_eval_adapters.opik.functional._words import lowered, plain_words

__all__ = ["check_ngram_size", "conversation_degeneration", "knowledge_retention"]


@declares("degeneration")
@check(reads=("conversation",), scores=(share("degeneration", higher_is_better=False),))
def conversation_degeneration(
    ctx: Any, *, ngram_size: Any = 3, fallback_phrases: Any = None, name: str = "degeneration"
) -> Scores:
    """Score how stuck an assistant is, at its worst turn: repetition, sameness, few different words, stock phrases.

    Args:
        ctx: The conversation as a list of messages, or the evaluation context.
        ngram_size: The length of the word sequences that are looked for twice, 2 or more.
        fallback_phrases: The stock phrases. None: the built-in ones.
        name: Name of the primary score.

    Returns:
        degeneration (NUMERIC, 0 to 1, lower is better); no value without an assistant turn.

    Raises:
        ValueError: `ngram_size` is below 2.

    Example:
        >>> talk = [{"role": "assistant", "content": "Please provide more."}]
        >>> conversation_degeneration(talk)["degeneration"].value
        0.25
    """
    check_ngram_size(ngram_size)
    replies = [content for role, content in _turns(ctx) if role == "assistant"]
    if not replies:
        return nothing(name, "there is no assistant turn")
    phrases = FALLBACK_PHRASES if fallback_phrases is None else [phrase.lower() for phrase in fallback_phrases]
    figures = _figures_by_turn(replies, ngram_size, phrases)
    risks = [turn["degeneration_score"] for turn in figures]
    worst = max(risks)
    details = {"per_turn": figures, "average_score": sum(risks) / len(risks), "peak_score": worst}
    comment = f"worst of {len(risks)} turns is turn {risks.index(worst) + 1} with {worst:.3f}"
    return numeric_reading(name, worst, comment, details, higher_is_better=False)


def check_ngram_size(ngram_size: Any) -> None:
    """Refuse a length that finds nothing.

    Raises:
        SettingError: It is no whole number, or below 2.
    """
    check_whole(ngram_size=ngram_size)
    if ngram_size < 2:
        raise SettingError(f"ngram_size must be 2 or more, got {ngram_size!r}")


def _turns(ctx: Any) -> Iterable[tuple[str, str]]:
    """Yield (role, text) of each message that has both."""
    if not isinstance(ctx, list | tuple):
        ctx = text.turns(ctx)
    for message in ctx:
        role, content = (message.get(key) if isinstance(message, Mapping) else None for key in ("role", "content"))
        if role and content:
            yield role, content if isinstance(content, str) else text.message_text(message)


def _figures_by_turn(replies: list[str], size: int, phrases: Iterable[str]) -> list[dict[str, float]]:
    figures = []
    before: set[str] = set()
    for reply in replies:
        lower = lowered(reply)
        words = plain_words(lower)
        counts = Counter(words)
        repetition, sameness = _repetition(words, size), _sameness(counts.keys(), before)
        stock = float(any(phrase in lower for phrase in phrases))
        plainness = 1.0 - _evenness(counts)
        figures.append(
            {
                "repetition_ratio": repetition,
                "overlap_previous": sameness,
                "fallback_hit": stock,
                "normalized_entropy": plainness,
                "is_wordless": 0.0 if words else 1.0,
                "degeneration_score": min(1.0, (repetition + sameness + stock + plainness) / 4.0),
            }
        )
        # A turn without words doesn't come between the two that it stands between.
        before = set(counts) or before
    return figures


def _repetition(words: list[str], size: int) -> float:
    """Return the share of word sequences that occur more than once."""
    total = len(words) - size + 1
    if total <= 0:
        return 0.0
    counts = Counter(ngrams(words, size))
    once = list(counts.values()).count(1)
    return (total - once) / total


def _sameness(words: Iterable[str], before: set[str]) -> float:
    if not before:
        return 0.0
    here = set(words)
    return len(here & before) / len(here | before) if here else 0.0


def _evenness(counts: Counter[str]) -> float:
    """Return the entropy of the words over the most that so many different words can have; 0 for one word."""
    if len(counts) < 2:
        return 0.0
    total, log = counts.total(), math.log2
    # Few counts are different, and each is worked out once.
    of_count = {count: count / total * log(count / total) for count in set(counts.values())}
    entropy = -sum(map(of_count.__getitem__, counts.values()))
    return min(1.0, entropy / log(len(counts)))


@declares("knowledge_retention")
@check(reads=("conversation",), scores=(share("knowledge_retention"),))
def knowledge_retention(ctx: Any, *, turns_to_consider: Any = 5, name: str = "knowledge_retention") -> Scores:
    """Score how many of the telling words of the first user turns come back in the last reply.

    A user turn that asks (with a question mark, or a word such as "please") tells nothing.

    Args:
        ctx: The conversation as a list of messages, or the evaluation context.
        turns_to_consider: How many user turns are read, from the first.
        name: Name of the primary score.

    Returns:
        knowledge_retention (NUMERIC, 0 to 1): 1 when no fact was told, 0 without a reply.

    Example:
        >>> talk = [{"role": "user", "content": "My router is a Netgear."}, {"role": "assistant", "content": "Netgear!"}]
        >>> knowledge_retention(talk)["knowledge_retention"].value
        0.5
    """
    told: list[str] = []
    reply = None
    for role, content in _turns(ctx):
        if role == "user" and "?" not in content and REQUEST_WORDS.isdisjoint(words := _plain_words(content)):
            told.append(" ".join(words))
        elif role == "assistant":
            reply = content
    if reply is None:
        return numeric_reading(name, 0.0, "there is no assistant turn", {})
    facts = {fact for turn in told[:turns_to_consider] for fact in _telling(turn.split(" "))}
    if not facts:
        return numeric_reading(name, 1.0, "the user told no fact to keep", {})
    kept = facts & _telling(_plain_words(reply))
    lost = sorted(facts - kept)
    comment = f"{len(kept)} of {len(facts)} facts kept" + (f"; lost: {', '.join(lost[:10])}" if lost else "")
    details = {"reference_terms": sorted(facts), "retained_terms": sorted(kept)}
    return Reading(numeric_reading(name, len(kept) / len(facts), comment), details)


def _telling(words: Iterable[str]) -> set[str]:
    return {word for word in words if len(word) >= 4 and word not in UNTELLING_WORDS}


_without_ascii_marks = str.maketrans("", "", string.punctuation)
# Dashes, quotation marks, daggers, dots and the like.
_marks = re.compile("[\u2010-\u2015\u2018-\u2027\u2030-\u2043]")


def _plain_words(content: str) -> list[str]:
    """Return the words in lower case, without punctuation and emoji."""
    lower = content.lower() if content.isascii() else _without_emoji(unicodedata.normalize("NFKC", content).lower())
    plain = lower.translate(_without_ascii_marks)
    return (plain if plain.isascii() else _marks.sub("", plain)).split()


def _without_emoji(content: str) -> str:
    # Opik reads emoji by this package where it is installed, and so do we.
    emoji = helper("emoji")
    if emoji is not None:
        return str(emoji.replace_emoji(content, replace=""))
    return "".join(char for char in content if char.isascii() or unicodedata.category(char) not in ("So", "Sk"))
