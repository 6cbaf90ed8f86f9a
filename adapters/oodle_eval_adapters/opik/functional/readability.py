"""Readability: Flesch's reading ease and the Flesch-Kincaid grade."""

from __future__ import annotations

import re
import threading
from collections import Counter
from typing import Any, NamedTuple

from oodle_eval.runtime import Scores
from oodle_eval.v1._declaration import check, share
from oodle_eval.v1.util import declares
from oodle_eval_adapters.opik.functional._optional import optional
from oodle_eval_adapters.opik.functional._reading import nothing, numeric_reading, text_of
from oodle_eval_adapters.opik.functional._syllables import UnknownLanguageError, syllable_counter

__all__ = ["readability"]

# Of the formula of each language: what it begins with, the weight of words a sentence and of syllables a word.
_EASE = {
    "en": (206.835, 1.015, 84.6),  # Flesch; also for languages without one of their own
    "de": (180.0, 1.0, 58.5),  # Amstad
    "es": (206.84, 1.02, 60.0),  # Fernández Huerta
    "fr": (207.0, 1.015, 73.6),  # Kandel and Moles
    "it": (217.0, 1.3, 60.0),  # Vacca
    "nl": (206.835, 0.93, 77.0),  # Douma
    "ru": (206.835, 1.3, 60.1),  # Oborneva
    "hu": (206.835, 1.015, 58.5),
}


class _Counts(NamedTuple):
    sentences: int
    words: int
    syllables: int
    ease: float
    grade: float


@declares("readability")
@check(reads=("reply",), scores=(share("readability"),))
def readability(
    ctx: Any,
    *,
    min_grade: Any = None,
    max_grade: Any = None,
    language: str = "en_US",
    textstat_module: Any = None,
    enforce_bounds: bool = False,
    name: str = "readability",
) -> Scores:
    """Score how easily a text reads: Flesch's reading ease as a share of 100.

    Words, sentences and syllables are counted as textstat counts them.

    Args:
        ctx: The evaluation context (reads the reply), or the text to score.
        min_grade: Lowest Flesch-Kincaid grade. None: not bounded.
        max_grade: Highest Flesch-Kincaid grade. None: not bounded.
        language: The locale of the syllables and of the formula. "en_US" needs no package, others need pyphen.
        textstat_module: A module with textstat's functions that counts instead.
        enforce_bounds: Score 1 inside the bounds and 0 outside, instead of the ease.
        name: Name of the primary score.

    Returns:
        readability (NUMERIC, 0 to 1); no value when the text has no word, or the language is unknown.

    Raises:
        ImportError: The language needs pyphen, and it is not installed.

    Example:
        >>> readability("The cat sat on the mat.")["readability"].value
        1.0

    Source: Flesch, A New Readability Yardstick (1948); Kincaid et al. (1975).
    """
    text = text_of(ctx).strip()
    if not text:
        return nothing(name, "the text is empty, so there is nothing to read")
    try:
        counts = _counted(text, language) if textstat_module is None else _counted_by(textstat_module, text, language)
    except UnknownLanguageError as error:
        return nothing(name, f"{error}: take another language, or pass textstat_module=")
    if counts is None:
        return nothing(name, "the text has no word or no sentence")
    inside = _is_inside(counts.grade, min_grade, max_grade)
    value = float(inside) if enforce_bounds else max(0.0, min(100.0, counts.ease)) / 100.0
    bounds = {"min_grade": min_grade, "max_grade": max_grade, "within_grade_bounds": inside}
    comment = f"reading ease {counts.ease:.2f}, grade {counts.grade:.2f}"
    return numeric_reading(name, value, comment, {**_figures(counts), **bounds})


def _is_inside(grade: float, least: Any, most: Any) -> bool:
    return (least is None or grade >= least) and (most is None or grade <= most)


def _figures(counts: _Counts) -> dict[str, Any]:
    return {
        "flesch_reading_ease": counts.ease,
        "flesch_kincaid_grade": counts.grade,
        "words_per_sentence": counts.words / counts.sentences,
        "syllables_per_word": counts.syllables / counts.words,
        "sentence_count": counts.sentences,
        "word_count": counts.words,
        "syllable_count": counts.syllables,
    }


# An apostrophe that begins no contraction, and any other mark.
_quote = re.compile(r"'(?![tsd]|ve|ll|re)")
_mark = re.compile(r"[^\w\s']+")
_end = re.compile(r"[.!?]+")
_word_character = re.compile(r"\w")


def _counted(text: str, language: str) -> _Counts | None:
    syllables_of = syllable_counter(language)
    words = _word_counts(text)
    total = sum(words.values())
    if not total:
        return None
    syllables = sum(syllables_of(word) * count for word, count in words.items())
    sentences = _sentence_count(text)
    base, of_sentence, of_word = _EASE.get(language.partition("_")[0], _EASE["en"])
    length, weight = total / sentences, syllables / total
    if not syllables:
        return _Counts(sentences, total, 0, 0.0, 0.0)
    ease = base - of_sentence * length - of_word * weight
    return _Counts(sentences, total, syllables, ease, 0.39 * length + 11.8 * weight - 15.59)


def _word_counts(text: str) -> dict[str, int]:
    """Return how often each word occurs: in lower case, without any mark but the apostrophe of a contraction."""
    counts: dict[str, int] = {}
    for token, count in Counter(text.split()).items():
        word = token if token.isalnum() else _mark.sub("", _quote.sub("", token))
        if word:
            word = word.lower()
            counts[word] = counts.get(word, 0) + count
    return counts


def _sentence_count(text: str) -> int:
    """Return how many stretches between end marks hold three words or more; at least 1."""
    return max(1, sum(map(_has_three_words, _end.split(text))))


def _has_three_words(stretch: str) -> bool:
    first = stretch.split(None, 3)
    if len(first) < 3:
        return False
    if all(map(_word_character.search, first[:3])):
        return True
    # A mark stands alone among them, so all have to be looked at.
    return sum(_word_character.search(word) is not None for word in stretch.split()) >= 3


# A textstat module holds its language as state: nobody else may set it while one text is counted.
_one_at_a_time = threading.Lock()


def _counted_by(textstat: Any, text: str, language: str) -> _Counts | None:
    with _one_at_a_time:
        set_language = getattr(textstat, "set_lang", None)
        if set_language is not None:
            set_language(language)
        sentences, words = textstat.sentence_count(text), textstat.lexicon_count(text, removepunct=True)
        if sentences <= 0 or words <= 0:
            return None
        try:
            syllables = textstat.syllable_count(text)
            ease, grade = float(textstat.flesch_reading_ease(text)), float(textstat.flesch_kincaid_grade(text))
        except KeyError:
            # textstat's own sign of a language that it has no patterns for.
            if _is_known(language):
                raise
            raise UnknownLanguageError(f"textstat has no hyphenation patterns for {language!r}") from None
    return _Counts(sentences, words, syllables, ease, grade)


def _is_known(language: str) -> bool:
    pyphen = optional("pyphen")
    return pyphen is not None and pyphen.language_fallback(language) is not None
