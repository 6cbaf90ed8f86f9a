"""Checks of how the reply reads: readability, language, tone, sentiment."""

from __future__ import annotations

import functools
import re
from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, get_args

from oodle_eval.runtime import Scores
from oodle_eval.v1 import _words, util
from oodle_eval.v1._declaration import boolean, category, check, numeric, share
from oodle_eval.v1._memo import shared, sharing
from oodle_eval.v1._settings import Between, Count, Share, Strings
from oodle_eval.v1._wording import plural, typed
from oodle_eval.v1.util import boolean_score, categorical_score, declares, numeric_score

# The modules that read a text are imported where first used: their patterns and word lists cost more than all the rest.
if TYPE_CHECKING:
    from oodle_eval.v1._language import Reading
    from oodle_eval.v1._valence import Sentiment

__all__ = ["detect_language", "language_adherence", "readability", "sentiment", "tone"]

Language = Literal["en", "es", "fr", "de", "it", "pt", "nl", "ru", "uk", "el", "ar", "he", "hi", "th", "zh", "ja", "ko"]

# Letters below which capitals are not judged.
MIN_LETTERS = 20
# Compound sentiment from which on a text is positive, and at whose negative it is negative.
CLEAR_SENTIMENT = 0.05


class _Reading(NamedTuple):
    """The measures of a text that both formulas are made of."""

    words: int
    sentences: int
    syllables: int

    @property
    def ease(self) -> float:
        return 206.835 - 1.015 * self.words / self.sentences - 84.6 * self.syllables / self.words

    @property
    def grade(self) -> float:
        return 0.39 * self.words / self.sentences + 11.8 * self.syllables / self.words - 15.59


@declares("readability_ok", "reading_ease")
@check(
    reads=("reply",),
    scores=(boolean("readability_ok"), share("reading_ease", always=False)),
    none_disables=("min_grade", "max_grade"),
)
def readability(
    ctx: Any,
    *,
    min_grade: float | None = None,
    max_grade: float | None = 10,
    min_words: Count = 20,
    name: str = "readability_ok",
) -> Scores:
    """Check the reply's school grade, and score how easy it reads.

    Only prose counts: code blocks, inline code, URLs, e-mail addresses and Markdown are left out. A heading, an item of a
    list and a cell of a table are sentences of their own. A number is one word of one syllable, and what a hyphen
    joins is one word. Syllables are counted by a rule for English spelling, so the grade is an estimate.

    Args:
        ctx: The evaluation context (reads the reply), or the text to check.
        min_grade: Lowest Flesch-Kincaid grade allowed. None: not checked.
        max_grade: Highest Flesch-Kincaid grade allowed. None: not checked.
        min_words: Fewest words to grade, 0 or more; a shorter reply passes. In a script without spaces each
            character is a word.
        name: Name of the primary score.

    Returns:
        readability_ok (BOOLEAN): the grade is in range, or the reply is too short to grade.
        reading_ease (NUMERIC, 0 to 1): Flesch reading ease over 100, cut off at both ends. Left out for a reply that is
            too short to grade.

    Raises:
        ValueError: A setting does not fit.

    Example:
        >>> scores = readability("The cat sat on the mat. The dog ran to the door.", min_words=5)
        >>> scores["readability_ok"].value, scores["reading_ease"].value
        (True, 1.0)

    Source:
        Flesch, "A new readability yardstick", 1948; Kincaid and others, "Derivation of new readability formulas", 1975.
    """
    reading = _reading(util.subject_text(ctx))
    if reading.words < max(1, min_words):
        comment = f"{plural(reading.words, 'word')} of prose, too short to grade (at least {max(1, min_words)})"
        return Scores([boolean_score(name, True, comment)])
    grade, ease = reading.grade, reading.ease
    problems = []
    if min_grade is not None and grade < min_grade:
        problems.append(f"grade {grade:.2f}, at least {_limit(min_grade)} needed")
    if max_grade is not None and grade > max_grade:
        problems.append(f"grade {grade:.2f}, at most {_limit(max_grade)} allowed")
    sizes = ((reading.words, "word"), (reading.sentences, "sentence"), (reading.syllables, "syllable"))
    measures = ", ".join(plural(number, noun) for number, noun in sizes)
    return Scores(
        [
            boolean_score(name, not problems, util.join_problems(problems) or f"grade {grade:.2f}; {measures}"),
            numeric_score(
                "reading_ease", min(1.0, max(0.0, ease / 100)), f"Flesch reading ease {ease:.1f}; {measures}"
            ),
        ]
    )


def _limit(grade: float) -> str:
    try:
        return f"{grade:g}"
    except OverflowError:
        return "a grade beyond any float"


@shared
def _reading(text: str) -> _Reading:
    """Return the measures of a text's prose."""
    from oodle_eval.v1 import _prose, _syllables  # noqa: PLC0415 - see above

    plain = _prose.prose(text)
    counts = Counter(_words.tokens(plain))
    words = [word for word in counts if word.isalnum() or len(word) > 1]
    syllables = sum(counts[word] * number for word, number in zip(words, _syllables.syllables(words), strict=True))
    total = sum(counts[word] for word in words)
    # Flesch counts what a hyphen joins as one word, though with all its syllables.
    return _Reading(
        max(min(1, total), total - _prose.hyphen_count(plain)), max(1, _prose.sentence_count(plain)), syllables
    )


def detect_language(value: Any) -> tuple[str, float]:
    """Return the language of a text and how sure that is.

    The script decides where it belongs to one language; else letters and common words do. Code and URLs are left out.
    Text in another language than the seventeen, in several, or too short to tell is "unknown".

    Args:
        value: The text, or a message.

    Returns:
        (code, confidence): an ISO 639-1 code (en, es, fr, de, it, pt, nl, ru, uk, el, ar, he, hi, th, zh, ja, ko) or
        "unknown", and the share of the evidence that speaks for it, from 0 to 1. It is 0 for "unknown".

    Example:
        >>> detect_language("Der Hund liegt auf dem Sofa und schläft.")[0]
        'de'
    """
    reading = _language_of(util.subject_text(value))
    return reading.code, reading.confidence


@shared
def _language_of(text: str) -> Reading:
    from oodle_eval.v1 import _language  # noqa: PLC0415 - see above

    return _language.language_of(util.strip_code(text))


@declares("language_match", "detected_language")
@check(
    reads=("reply",),
    scores=(
        boolean("language_match"),
        category("detected_language", (*get_args(Language), "unknown"), always=False),
    ),
)
def language_adherence(
    ctx: Any, *, expected_language: Language = "en", min_words: Count = 5, name: str = "language_match"
) -> Scores:
    """Check that the reply is in the language you expect.

    `detect_language` finds the language, by script, letters and common words; no model is needed.

    Args:
        ctx: The evaluation context (reads the reply), or the text to check.
        expected_language: ISO 639-1 code: en, es, fr, de, it, pt, nl, ru, uk, el, ar, he, hi, th, zh, ja or ko.
        min_words: Fewest words for a verdict, 0 or more; a shorter reply passes. In a script without spaces each
            character is a word. Code and URLs are not counted.
        name: Name of the primary score.

    Returns:
        language_match (BOOLEAN): the language found is the one expected, or the reply is too short for a verdict.
        detected_language (CATEGORICAL): the code found, or "unknown". Left out for a reply that is too short.

    Raises:
        ValueError: `expected_language` is none of the seventeen codes, or `min_words` is no whole number of 0 or more.

    Example:
        >>> language_adherence("Votre colis est arrivé ce matin.", expected_language="fr")["language_match"].value
        True
    """
    reply = util.strip_code(util.subject_text(ctx))
    with sharing():  # both readings need the words
        words = len(_words.tokens(reply))
        found = _language_of(reply) if words >= min_words else None
    if found is None:
        return Scores(
            [boolean_score(name, True, f"{plural(words, 'word')}, too short for a verdict (at least {min_words})")]
        )
    comment = f"detected {found.code} (confidence {found.confidence:.2f}), expected {expected_language}"
    return Scores(
        [
            boolean_score(name, found.code == expected_language, comment),
            categorical_score("detected_language", found.code, comment),
        ]
    )


@declares("tone_ok", "sentiment")
@check(reads=("reply",), scores=(boolean("tone_ok"), numeric("sentiment", minimum=-1, maximum=1)))
def tone(
    ctx: Any,
    *,
    max_uppercase_ratio: Share = 0.3,
    max_exclamations: Count = 2,
    min_sentiment: Annotated[float, Between(-1, 1)] = -0.3,
    forbidden_phrases: Strings = (
        "calm down",
        "obviously",
        "as i already said",
        "that's not my problem",
        "you should have",
        "stupid",
        "shut up",
    ),
    extra_positive_words: Strings = (),
    extra_negative_words: Strings = (),
    name: str = "tone_ok",
) -> Scores:
    """Flag a reply that shouts, piles on exclamation marks, reads as negative, or uses a banned phrase.

    Code and URLs are left out, but for banned phrases, which are looked for in all of the reply. Sentiment is that of
    `sentiment`: a graded word list, no model.

    Args:
        ctx: The evaluation context (reads the reply), or the text to check.
        max_uppercase_ratio: Share of capitals among the letters of words of 3 or more letters, 0 to 1, above which the
            reply shouts. Judged only on 20 or more such letters.
        max_exclamations: Most exclamation marks allowed, 0 or more.
        min_sentiment: Lowest sentiment allowed, from -1 to 1.
        forbidden_phrases: Phrases that fail the check wherever they occur, in any case; a curly apostrophe is a
            straight one, a non-breaking hyphen a plain one, and a line break a space.
        extra_positive_words: Words or phrases to count as positive.
        extra_negative_words: Words or phrases to count as negative.
        name: Name of the primary score.

    Returns:
        tone_ok (BOOLEAN): no issue was found; the comment names each issue.
        sentiment (NUMERIC, -1 to 1): the reply's sentiment.

    Raises:
        ValueError: A setting does not fit.

    Example:
        >>> tone("Calm down! It works!! Read the docs!")["tone_ok"].comment
        '4 exclamation marks, at most 2 allowed; phrase "calm down"'
    """
    reply = util.subject_text(ctx)
    bare = util.strip_code(reply)
    found = _sentiment_of(bare, extra_positive_words, extra_negative_words)
    problems = [
        *_shouting(bare, max_uppercase_ratio),
        *_exclamations(bare, max_exclamations),
        *_negativity(found, min_sentiment),
        *(f'phrase "{phrase}"' for phrase in _phrases_in(reply, forbidden_phrases)),
    ]
    return Scores(
        [
            boolean_score(name, not problems, util.join_problems(problems) or "no issue found"),
            numeric_score("sentiment", found.compound, _sentiment_comment(found)),
        ]
    )


@declares("sentiment", "sentiment_label")
@check(
    reads=("reply",),
    scores=(
        numeric("sentiment", minimum=-1, maximum=1),
        category("sentiment_label", ("positive", "negative", "neutral")),
    ),
)
def sentiment(
    ctx: Any, *, extra_positive_words: Strings = (), extra_negative_words: Strings = (), name: str = "sentiment"
) -> Scores:
    """Score the reply's sentiment from -1 (negative) to 1 (positive).

    Each word of a graded list counts, with emoticons and emoji: turned and damped by a negation before it, strengthened
    or weakened by an adverb of degree, capitals and exclamation marks. What follows "but" outweighs what came before.
    The sum x becomes x / sqrt(x^2 + 15). Code and URLs are left out. The list is English.

    Args:
        ctx: The evaluation context (reads the reply), or the text to check.
        extra_positive_words: Words or phrases to count as positive, over the list.
        extra_negative_words: Words or phrases to count as negative, over the list and over the positive ones.
        name: Name of the primary score.

    Returns:
        sentiment (NUMERIC, -1 to 1): the compound sentiment, 0 for a text without a word of the list.
        sentiment_label (CATEGORICAL): "positive" at 0.05 and above, "negative" at -0.05 and below, else "neutral".

    Raises:
        ValueError: A setting is no string or list of strings.

    Example:
        >>> sentiment("I love it, it works great.")["sentiment_label"].value
        'positive'

    Source:
        The compound formula is that of Hutto and Gilbert, "VADER", 2014; the word list is our own.
    """
    found = _sentiment_of(util.strip_code(util.subject_text(ctx)), extra_positive_words, extra_negative_words)
    comment = _sentiment_comment(found)
    return Scores(
        [
            numeric_score(name, found.compound, comment),
            categorical_score("sentiment_label", _label(found.compound), comment),
        ]
    )


def _sentiment_of(text: str, positive: Strings, negative: Strings) -> Sentiment:
    from oodle_eval.v1 import _valence  # noqa: PLC0415 - see above

    if not positive and not negative:
        return _plain_sentiment(text)
    return _valence.sentiment_of(text, _valence.extra_words(positive, negative))


@shared
def _plain_sentiment(text: str) -> Sentiment:
    from oodle_eval.v1 import _valence  # noqa: PLC0415 - see above

    return _valence.sentiment_of(text)


def _label(compound: float) -> str:
    if compound >= CLEAR_SENTIMENT:
        return "positive"
    return "negative" if compound <= -CLEAR_SENTIMENT else "neutral"


def _sentiment_comment(found: Sentiment) -> str:
    """Return the words that weigh most on each side."""
    sides = [
        f"{side}: {', '.join(words)}"
        for side, words in (("positive", found.positive), ("negative", found.negative))
        if words
    ]
    return f"{_label(found.compound)} {found.compound:.2f}; {'; '.join(sides) or 'no word of the list'}"


_long_word = re.compile(r"[^\W\d_]{3,}")
_letters = bytes(byte for byte in range(128) if chr(byte).isalpha())
_not_capitals = bytes(byte for byte in range(256) if not ord("A") <= byte <= ord("Z"))
_ascii = bytes(range(128))


def _shouting(text: str, most: float) -> list[str]:
    """Return the issue when too many of the letters of longer words are capitals."""
    if _is_quiet(text, most):
        return []
    letters = "".join(_long_word.findall(text))
    if len(letters) < MIN_LETTERS:
        return []
    ratio = sum(map(str.isupper, letters)) / len(letters)
    return [f"shouting: {ratio:.0%} capitals, at most {most:.0%} allowed"] if ratio > most else []


def _is_quiet(text: str, most: float) -> bool:
    """Return whether counts of characters alone clear a text: most texts, in a tenth of the time."""
    encoded = text.encode("utf-8", "surrogatepass")
    capitals = len(encoded.translate(None, _not_capitals))
    letters = len(encoded) - len(encoded.translate(None, _letters))
    if not text.isascii():
        capitals += sum(map(str.isupper, encoded.translate(None, _ascii).decode("utf-8", "surrogatepass")))
    # A word too short to count has two letters at most, and there is a word more than there are gaps at most.
    in_long_words = letters - 2 * (len(text) - letters + 1)
    return capitals <= most * in_long_words


def _exclamations(text: str, most: int) -> list[str]:
    count = text.count("!") + (0 if text.isascii() else text.count("！"))
    return [f"{count} exclamation marks, at most {most} allowed"] if count > most else []


def _negativity(found: Sentiment, least: float) -> list[str]:
    if found.compound >= least:
        return []
    return [f"sentiment {found.compound:.2f}, at least {least:g} needed ({', '.join(found.negative)})"]


# Small letters, and white space as spaces, in one pass over bytes.
_small = bytes(
    ord(" ") if byte in b"\t\n\v\f\r" else ord(chr(byte).lower()) if byte < 128 else byte for byte in range(256)
)


class _Phrase(NamedTuple):
    """A phrase to look for, its two longest words, and a pattern of it; all as they are written in a text made plain."""

    given: str
    longest: bytes
    second: bytes
    pattern: bytes


class _Phrases(NamedTuple):
    phrases: tuple[_Phrase, ...]
    are_ascii: bool


def _phrases_in(text: str, phrases: Strings) -> list[str]:
    """Return the phrases that a text holds, in any case, with straight apostrophes, plain hyphens and single spaces."""
    wanted = _wanted(tuple(phrases))
    if not text.isascii():
        text = typed(text).replace("\u00a0", " ")
        if not wanted.are_ascii:
            text = text.lower()
    encoded = text.encode("utf-8", "surrogatepass").translate(_small)
    # A pattern is tried only where the longest words of a phrase are there.
    return [
        phrase.given
        for phrase in wanted.phrases
        if phrase.longest in encoded and phrase.second in encoded and re.search(phrase.pattern, encoded)
    ]


@functools.lru_cache(maxsize=16)
def _wanted(phrases: tuple[str, ...]) -> _Phrases:
    """Return the phrases that are not empty, made plain."""
    found = []
    for phrase in phrases:
        plain = [word.encode("utf-8", "surrogatepass") for word in typed(phrase.lower()).split()]
        if plain:
            longest, second = (*sorted(plain, key=len, reverse=True), b"")[:2]
            found.append(_Phrase(phrase, longest, second, b" +".join(map(re.escape, plain))))
    return _Phrases(tuple(found), all(phrase.pattern.isascii() for phrase in found))
