"""VADER: sentiment by a word list and rules for what stands around a word.

Source: Hutto and Gilbert, VADER: A Parsimonious Rule-based Model for Sentiment Analysis of Social Media Text (2014).
The values are those of nltk's version of the rules. `_data/vader_lexicon.txt.gz` holds the word list's means; NOTICE
has its licence.
"""

from __future__ import annotations

import functools
import math
import re
import string
from collections.abc import Mapping, Sequence
from typing import Any

from oodle_eval.runtime import Score, Scores
from oodle_eval.v1._declaration import check, numeric, share
from oodle_eval.v1.util import declares, numeric_score
from oodle_eval_adapters.opik.functional._reading import Reading, nothing, text_of
from oodle_eval_adapters.opik.functional._syllables import data_lines
from oodle_eval_adapters.opik.functional.sentiment._rules import BOOSTERS, DAMPENED, IDIOMS, NEGATIONS

__all__ = ["polarity", "sentiment", "vader_sentiment"]

# How much capitals add to a word's strength, and what a negation leaves of it.
_CAPITALS, _NEGATED = 0.733, -0.74
# A booster two or three words away counts a little less.
_FADING = (1.0, 0.95, 0.9)
# The sum is brought between -1 and 1 by sum / sqrt(sum² + this).
_ALPHA = 15
_MARKS = frozenset((*".!?,;:-'\"", "!!", "!!!", "??", "???", "?!?", "!?!", "?!?!", "!?!?"))
_mark = re.compile(f"[{re.escape(string.punctuation)}]")


# What each share is called, and which way is good.
_SHARES = {"positive": ("pos", True), "neutral": ("neu", None), "negative": ("neg", False)}


@declares("sentiment", *_SHARES)
@check(
    reads=("reply",),
    scores=(
        numeric("sentiment", minimum=-1, maximum=1),
        *(numeric(name, maximum=1, higher_is_better=good, always=False) for name, (_, good) in _SHARES.items()),
    ),
)
def sentiment(ctx: Any, *, name: str = "sentiment") -> Scores:
    """Score the sentiment of a text from -1 to 1 by VADER's rules: the compound score.

    Args:
        ctx: The evaluation context (reads the reply), or the text to score.
        name: Name of the primary score.

    Returns:
        sentiment (NUMERIC, -1 to 1); positive, neutral, negative (NUMERIC, 0 to 1): their shares. Only the first, with
        no value, when the text is blank.

    Example:
        >>> sentiment("I love this product! It's amazing.")["sentiment"].value
        0.8516

    Source: Hutto and Gilbert (2014).
    """
    text = text_of(ctx)
    if not text.strip():
        return nothing(name, "the text is empty, so it has no sentiment")
    found = polarity(text)
    compound = found["compound"]
    kind = "positive" if compound >= 0.05 else "negative" if compound <= -0.05 else "neutral"
    return Reading([numeric_score(name, compound, f"{kind}, compound {compound:.4f}"), *_shares(found)], found)


def _shares(found: Mapping[str, float]) -> list[Score]:
    return [
        Score(found[key], "NUMERIC", f"{found[key]:.1%} of what the words weigh is {name}", name, good)
        for name, (key, good) in _SHARES.items()
    ]


@declares("vader_sentiment")
@check(reads=("reply",), scores=(share("vader_sentiment"),))
def vader_sentiment(ctx: Any, *, analyzer: Any = None, name: str = "vader_sentiment") -> Scores:
    """Score the sentiment of a text from 0 to 1 by VADER's rules: 0.5 is neutral.

    Args:
        ctx: The evaluation context (reads the reply), or the text to score.
        analyzer: An object with `polarity_scores(text)` that scores instead.
        name: Name of the primary score.

    Returns:
        vader_sentiment (NUMERIC, 0 to 1); no value when the text is blank.

    Example:
        >>> round(vader_sentiment("I absolutely love this experience!")["vader_sentiment"].value, 2)
        0.85

    Source: Hutto and Gilbert (2014).
    """
    text = text_of(ctx)
    if not text.strip():
        return nothing(name, "the text is empty, so it has no sentiment")
    found = polarity(text) if analyzer is None else analyzer.polarity_scores(text)
    compound = float(found.get("compound", 0.0))
    comment = f"VADER's compound score {compound:.4f}, moved to 0 to 1"
    return Reading([numeric_score(name, (compound + 1.0) / 2.0, comment)], {"vader": found})


def polarity(text: str) -> dict[str, float]:
    """Return VADER's four figures: neg, neu, pos (shares) and compound (-1 to 1).

    A word counts each time as it stands the first time, as in nltk: so each different word is looked at once.
    """
    words = _words(text)
    if not words:
        return {"neg": 0.0, "neu": 0.0, "pos": 0.0, "compound": 0.0}
    valence_of = _Valences(words)
    valences = [valence_of.get(word, 0.0) for word in words] if valence_of else []
    if valence_of and "but" in valence_of.lower:
        turn = valence_of.lower.index("but")
        valences = [
            valence * (0.5 if place < turn else 1.5 if place > turn else 1.0) for place, valence in enumerate(valences)
        ]
    return _figures([valence for valence in valences if valence], len(words), _emphasis(text))


@functools.cache
def _lexicon() -> dict[str, float]:
    entries = (line.rpartition("\t") for line in data_lines("vader_lexicon.txt.gz"))
    return {word: float(mean) for word, _, mean in entries}


def _words(text: str) -> list[str]:
    """Return the words of two characters or more, without a mark that stands before or behind one."""
    return [word if word.isalnum() else _bare(word) for word in text.split() if len(word) > 1]


def _bare(word: str) -> str:
    core = word.rstrip(string.punctuation)
    if core != word:
        marks = word[len(core) :]
    else:
        core = word.lstrip(string.punctuation)
        marks = word[: len(word) - len(core)]
    return core if marks in _MARKS and len(core) > 1 and not _mark.search(core) else word


class _Valences(dict[str, float]):
    """{word: valence} of the words that carry one, each as it first stands in the text."""

    def __init__(self, words: list[str]) -> None:
        super().__init__()
        self.words = words
        self.lower = list(map(str.lower, words))
        lexicon = _lexicon()
        first: dict[str, int] = {}
        for place, word in enumerate(self.lower):
            if word in lexicon:
                first.setdefault(words[place], place)
        capitals = sum(map(str.isupper, words)) if first else 0
        self.some_capitals = 0 < capitals < len(words)
        for word, place in first.items():
            valence = self._valence(place)
            if valence:
                self[word] = valence

    def _valence(self, at: int) -> float:
        lower = self.lower
        word = lower[at]
        if word in BOOSTERS or (word == "kind" and lower[at + 1 : at + 2] == ["of"]):
            return 0.0
        lexicon = _lexicon()
        valence = lexicon[word]
        if self.some_capitals and self.words[at].isupper():
            valence += _CAPITALS if valence > 0 else -_CAPITALS
        for distance in range(1, min(at, 3) + 1):
            if lower[at - distance] in lexicon:
                continue
            valence += self._boost(at - distance, valence) * _FADING[distance - 1]
            valence *= _negation(self.words, at, distance)
            if distance == 3:
                valence = _with_idioms(valence, self.words, at)
        return valence * self._least(at)

    def _boost(self, at: int, valence: float) -> float:
        """Return what a word before adds to a valence."""
        boost = BOOSTERS.get(self.lower[at], 0.0)
        if not boost:
            return 0.0
        if valence < 0:
            boost = -boost
        if self.some_capitals and self.words[at].isupper():
            boost += _CAPITALS if valence > 0 else -_CAPITALS
        return boost

    def _least(self, at: int) -> float:
        """Return -0.74 behind "least", unless it is "at least" or "very least"."""
        lower = self.lower
        if at == 0 or lower[at - 1] != "least" or "least" in _lexicon():
            return 1.0
        return 1.0 if at > 1 and lower[at - 2] in ("at", "very") else _NEGATED


def _is_negation(word: str) -> bool:
    word = word.lower()
    return word in NEGATIONS or "n't" in word


def _negation(words: Sequence[str], at: int, distance: int) -> float:
    """Return by what a word at a distance multiplies the valence: a negation turns it, "never so" strengthens it."""
    if distance == 1:
        return _NEGATED if _is_negation(words[at - 1]) else 1.0
    near = words[at - 1] in ("so", "this")
    if distance == 2:
        strengthened, factor = words[at - 2] == "never" and near, 1.5
    else:
        strengthened = near or (words[at - 3] == "never" and words[at - 2] in ("so", "this"))
        factor = 1.25
    if strengthened:
        return factor
    return _NEGATED if _is_negation(words[at - distance]) else 1.0


def _with_idioms(valence: float, words: Sequence[str], at: int) -> float:
    """Return the valence of an idiom around a word, if there is one; and dampened behind "kind of" and its like."""
    around = words[at - 3 : at + 3]  # the word itself is at 3
    three_two, two_one = " ".join(around[:2]), " ".join(around[1:3])
    before = (" ".join(around[2:4]), " ".join(around[1:4]), two_one, " ".join(around[:3]), three_two)
    found = next((IDIOMS[phrase] for phrase in before if phrase in IDIOMS), None)
    if found is not None:
        valence = found
    if len(around) > 4:
        valence = IDIOMS.get(" ".join(around[3:5]), valence)
    if len(around) > 5:
        valence = IDIOMS.get(" ".join(around[3:6]), valence)
    if three_two in BOOSTERS or two_one in BOOSTERS:
        valence += DAMPENED
    return valence


def _emphasis(text: str) -> float:
    """Return what exclamation and question marks add."""
    questions = text.count("?")
    asked = 0.0 if questions < 2 else questions * 0.18 if questions <= 3 else 0.96
    return min(text.count("!"), 4) * 0.292 + asked


def _figures(valences: list[float], word_count: int, emphasis: float) -> dict[str, float]:
    """Return the four figures of the valences that are not 0, among so many words."""
    total = float(sum(valences))
    if total > 0:
        total += emphasis
    elif total < 0:
        total -= emphasis
    # A neutral word counts 1, so the others count 1 more than their valence.
    positive = sum(valence + 1 for valence in valences if valence > 0)
    negative = sum(valence - 1 for valence in valences if valence < 0)
    if positive > -negative:
        positive += emphasis
    elif positive < -negative:
        negative -= emphasis
    neutral = word_count - len(valences)
    everything = positive - negative + neutral
    return {
        "neg": round(-negative / everything, 3) + 0.0,
        "neu": round(neutral / everything, 3),
        "pos": round(positive / everything, 3),
        "compound": round(total / math.sqrt(total * total + _ALPHA), 4),
    }
