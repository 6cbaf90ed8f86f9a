"""Tone: kind and harsh words, shouting, and phrases that must not be said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from typing import Any

from oodle_eval.runtime import Scores
from oodle_eval.v1 import util
from oodle_eval.v1._declaration import boolean, check
from oodle_eval.v1.util import declares
from oodle_eval_adapters.opik.functional._lexicons import FORBIDDEN_PHRASES, HARSH_WORDS, KIND_WORDS
from oodle_eval_adapters.opik.functional._reading import Reading, nothing, text_of
from oodle_eval_adapters.opik.functional._words import beyond_ascii, lowered, plain_words

__all__ = ["lower_phrases", "tone"]

# Up to so many words, looking for each is quicker than counting all words of the text.
_FEW = 64
_word = re.compile(r"\w+")

_CAPITALS = bytes(range(ord("A"), ord("Z") + 1))
_LETTERS = _CAPITALS + _CAPITALS.lower()
_NOT_CAPITALS = bytes(code for code in range(256) if code not in _CAPITALS)
_NOT_LETTERS = bytes(code for code in range(256) if code not in _LETTERS)


@declares("tone_ok")
@check(reads=("reply",), scores=(boolean("tone_ok"),))
def tone(
    ctx: Any,
    *,
    min_sentiment: Any = -0.2,
    max_upper_ratio: Any = 0.3,
    max_exclamations: Any = 3,
    positive_lexicon: Any = None,
    negative_lexicon: Any = None,
    forbidden_phrases: Any = None,
    name: str = "tone_ok",
) -> Scores:
    """Check that a text is neither harsh nor shouted, and says no forbidden phrase.

    Args:
        ctx: The evaluation context (reads the reply), or the text to check.
        min_sentiment: Least (kind - harsh) / (kind + harsh), -1 to 1; 0 without any such word.
        max_upper_ratio: Most capitals among the letters, 0 to 1.
        max_exclamations: Most exclamation marks.
        positive_lexicon: The kind words. None: the built-in ones; empty: none.
        negative_lexicon: The harsh words. None: the built-in ones; empty: none.
        forbidden_phrases: What must not be said. None: the built-in phrases; empty: none.
        name: Name of the primary score.

    Returns:
        tone_ok (BOOLEAN); no value when the text has no word.

    Example:
        >>> tone("THANK YOU for your patience!!!", max_exclamations=2)["tone_ok"].value
        False
    """
    text = text_of(ctx)
    lower = lowered(text)
    if not text.strip():
        return nothing(name, "the text is empty, so it has no tone")
    if _word.search(lower) is None:
        return nothing(name, "the text has no word, so it has no tone")
    phrases = FORBIDDEN_PHRASES if forbidden_phrases is None else lower_phrases(forbidden_phrases)
    said = next((phrase for phrase in phrases if phrase in lower), None)
    details = {
        "sentiment_score": _balance(lower, positive_lexicon, negative_lexicon),
        "uppercase_ratio": _capital_share(text),
        "exclamation_count": text.count("!"),
        "forbidden_hit": said is not None,
        "thresholds": {
            "min_sentiment": min_sentiment,
            "max_upper_ratio": max_upper_ratio,
            "max_exclamations": max_exclamations,
        },
    }
    problems = _problems(details, said)
    comment = util.join_problems(problems) or "kind enough, not shouted, nothing forbidden"
    return Reading([util.boolean_score(name, not problems, comment)], details)


def _balance(lower: str, kind_words: Any, harsh_words: Any) -> float:
    """Return (kind - harsh) / (kind + harsh) of the words found, 0 without any."""
    kind = _occurrences(lower, KIND_WORDS if kind_words is None else lower_phrases(kind_words))
    harsh = _occurrences(lower, HARSH_WORDS if harsh_words is None else lower_phrases(harsh_words))
    return (kind - harsh) / (kind + harsh) if kind + harsh else 0.0


def lower_phrases(phrases: Any) -> frozenset[str]:
    """Return words or phrases in lower case, each once."""
    return phrases if isinstance(phrases, _Lowered) else _Lowered(phrase.lower() for phrase in phrases)


class _Lowered(frozenset[str]):
    """Words that are in lower case already."""

    __slots__ = ()


def _problems(details: dict[str, Any], said: str | None) -> list[str]:
    limits = details["thresholds"]
    problems = []
    if not details["sentiment_score"] >= limits["min_sentiment"]:
        problems.append(f"sentiment {details['sentiment_score']:.2f} is below {limits['min_sentiment']}")
    if not details["uppercase_ratio"] <= limits["max_upper_ratio"]:
        problems.append(f"{details['uppercase_ratio']:.0%} of the letters are capitals")
    if not details["exclamation_count"] <= limits["max_exclamations"]:
        problems.append(f"{details['exclamation_count']} exclamation marks")
    if said is not None:
        problems.append(f"says {said!r}")
    return problems


def _occurrences(lower: str, words: Collection[str]) -> int:
    """Return how many words of a lower-case text are among `words`."""
    if len(words) > _FEW:
        counts = Counter(plain_words(lower))
        return sum(map(counts.__getitem__, words))
    return sum(_count(lower, word) for word in words if word in lower and _word.fullmatch(word))


def _count(lower: str, word: str) -> int:
    """Return how often a word stands alone: between ends of the text or characters of no word."""
    count, at = 0, lower.find(word)
    while at >= 0:
        end = at + len(word)
        count += not (_in_word(lower[at - 1 : at]) or _in_word(lower[end : end + 1]))
        at = lower.find(word, end)
    return count


def _in_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def _capital_share(text: str) -> float:
    """Return the share of capitals among the letters; those beyond ASCII are looked at one by one."""
    raw, others = text.encode("ascii", "ignore"), beyond_ascii(text)
    # A capital that is no letter (a circled one, say) counts as neither.
    capitals = len(raw.translate(None, _NOT_CAPITALS)) + sum(char.isupper() and char.isalpha() for char in others)
    letters = len(raw.translate(None, _NOT_LETTERS)) + sum(map(str.isalpha, others))
    return capitals / letters if letters else 0.0
