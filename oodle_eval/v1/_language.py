"""Which language a text is in: by its script, then by letters and common words.

Two steps. The script with most of the letters is found first; where it belongs to one language, that is the answer.
Where several languages share it, each gets the weight of its common words that occur, less the words with letters that
it does not write. One of ours is named only when it leads by a clear margin: a neighbour ahead of it, or a second
language close behind it, makes the text "unknown".
"""

from __future__ import annotations

import functools
import math
import re
import types
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from oodle_eval.v1 import _words
from oodle_eval.v1._memo import shared
from oodle_eval.v1._unicode import MARKS

__all__ = ["CODES", "UNKNOWN", "language_of"]

CODES = ("en", "es", "fr", "de", "it", "pt", "nl", "ru", "uk", "el", "ar", "he", "hi", "th", "zh", "ja", "ko")
UNKNOWN = "unknown"

# Share of the letters that the leading script needs; below it the text is mixed.
MIN_SCRIPT_SHARE = 0.6
# Share of the words that must be common words of the language.
MIN_COVERAGE = 0.1
# Weight of common words below which a text is too short to tell.
MIN_WEIGHT = 0.9
# Share of letters that only a neighbour has above which the text is the neighbour's.
MAX_ALIEN_SHARE = 0.015
# A word longer than this may tell by its ending, which says this much; a word with an alien letter takes off that much.
SHORT_WORD = 5
ENDING_WEIGHT = 0.3
ALIEN_WEIGHT = 0.9
# Evidence from which on a text is in one language for sure. Below it each half is looked at.
SURE = 0.92
# Halves of fewer words are not looked at.
SHORTEST_HALF = 4
MIN_HALF_WEIGHT = 1.8
MIN_HALF_EVIDENCE = 0.6
# The second language must stay below this share of the first one's own weight.
MAX_SECOND_SHARE = 0.6

# A letter says as much as so many Latin ones: scripts of syllables and of words need fewer.
_SCRIPTS: dict[str, tuple[str, float]] = {
    "latin": ("A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af\u1e00-\u1eff\ua722-\ua7ff\uff21-\uff5a", 1.0),
    "greek": ("\u0370-\u03ff\u1f00-\u1fff", 1.0),
    "cyrillic": ("\u0400-\u052f\u1c80-\u1c8f\ua640-\ua69f", 1.0),
    "hebrew": ("\u05d0-\u05f2\ufb1d-\ufb4f", 1.3),
    "arabic": (
        "\u0620-\u064a\u066e-\u06d3\u06d5\u06ee-\u06ef\u06fa-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc",
        1.2,
    ),
    "devanagari": ("\u0900-\u0963\u0970-\u097f", 1.2),
    "thai": ("\u0e01-\u0e3a\u0e40-\u0e4e", 1.2),
    "hangul": ("\u1100-\u11ff\u3130-\u318f\uac00-\ud7af", 2.2),
    "kana": ("\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\uff66-\uff9d", 2.0),
    "han": ("\u3005\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff", 3.0),
}
# Letters of scripts beside these; a text of such a script is none of ours.
_OTHER = "other"


class Reading(NamedTuple):
    """A language code or "unknown", and how sure that is, from 0 to 1."""

    code: str
    confidence: float


@shared
def language_of(text: str) -> Reading:
    """Return the language of a text.

    Confidence is the share of the evidence that speaks for the answer; for "unknown" it is 0.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    weights = _script_weights(text)
    total = sum(weights.values())
    if not total:
        return Reading(UNKNOWN, 0.0)
    script, share = _leading_script(weights, total)
    if share < MIN_SCRIPT_SHARE:
        return Reading(UNKNOWN, 0.0)
    tokens = _words.tokens(text)
    counts = Counter(tokens)
    code, evidence = _language_in(script, text, counts, weights)
    if code == UNKNOWN or (script != "latin" and _has_latin_sentences(counts, weights, total)):
        return Reading(UNKNOWN, 0.0)
    if script == "latin" and evidence < SURE and _halves_differ(code, tokens):
        return Reading(UNKNOWN, 0.0)
    return Reading(code, round(share * evidence, 4))


def _halves_differ(code: str, tokens: list[str]) -> bool:
    """Return whether one half of a text is clearly in another language than the whole."""
    middle = len(tokens) // 2
    halves = (tokens[:middle], tokens[middle:]) if middle >= SHORTEST_HALF else ()
    for half in halves:
        found, evidence = _by_words(Counter(half), _latin(), least=MIN_HALF_WEIGHT)
        if found not in (code, UNKNOWN) and evidence >= MIN_HALF_EVIDENCE:
            return True
    return False


def _has_latin_sentences(counts: Mapping[str, int], weights: Mapping[str, float], total: float) -> bool:
    """Return whether a text of another script holds much Latin that is a language, not names and terms."""
    if weights.get("latin", 0.0) < 0.2 * total:
        return False
    latin = {word: count for word, count in counts.items() if word.isascii()}
    return _by_words(latin, _latin())[0] != UNKNOWN


_ascii_letters = bytes(range(ord("A"), ord("Z") + 1)) + bytes(range(ord("a"), ord("z") + 1))
_not_ascii_letters = bytes(sorted(set(range(256)) - set(_ascii_letters)))


@functools.cache
def _letter_classes() -> list[tuple[str, float, re.Pattern[str]]]:
    return [(name, weight, re.compile(f"[{span}]")) for name, (span, weight) in _SCRIPTS.items()]


def _script_weights(text: str) -> dict[str, float]:
    """Return how much of a text is in each script, in Latin letters' worth."""
    encoded = text.encode("utf-8", "ignore")
    latin = len(encoded.translate(None, _not_ascii_letters))
    weights: dict[str, float] = {"latin": float(latin)} if latin else {}
    if text.isascii():
        return weights
    for char, count in Counter(_non_ascii.findall(text)).items():
        name, weight = _script_of(char)
        if name:
            weights[name] = weights.get(name, 0.0) + weight * count
    return weights


_non_ascii = re.compile(r"[^\x00-\x7f]")


def _script_of(char: str) -> tuple[str, float]:
    for name, weight, letters in _letter_classes():
        if letters.match(char):
            return name, weight
    return (_OTHER, 1.0) if char.isalpha() else ("", 0.0)


def _leading_script(weights: Mapping[str, float], total: float) -> tuple[str, float]:
    """Return the script of most of the letters and its share; Han with kana is one script, Japanese."""
    weights = dict(weights)
    kana = weights.pop("kana", 0.0)
    if kana:
        # Kana write the grammar of every Japanese sentence; a stray one in Chinese text is decoration.
        script = "japanese" if kana >= 0.1 * (kana + weights.get("han", 0.0)) else "han"
        weights[script] = kana + weights.pop("han", 0.0)
    script = max(weights, key=lambda name: weights[name])
    leading = weights[script]
    if script == "hangul":
        leading += weights.get("han", 0.0)
    return script, leading / total


_OF_SCRIPT = {"greek": "el", "thai": "th", "hangul": "ko", "japanese": "ja", "han": "zh"}


def _language_in(script: str, text: str, counts: Mapping[str, int], weights: Mapping[str, float]) -> tuple[str, float]:
    """Return the language of a text of a script, and how far the evidence goes, from 0 to 1."""
    letters = weights.get(script, 0.0)
    if script == "latin":
        return _by_words(counts, _latin())
    if script == "cyrillic":
        return _cyrillic_language(text, counts, letters)
    if script == "arabic":
        return _of_one("ar", counts, _arabic(), len(_alien_arabic.findall(text)), letters)
    if script == "devanagari":
        return _of_one("hi", counts, _devanagari(), len(_alien_devanagari.findall(text)), letters)
    if script == "hebrew":
        return _of_one("he", {}, _arabic(), len(_yiddish.findall(text)), letters)
    code = _OF_SCRIPT.get(script, UNKNOWN)
    letters = sum(weights.values()) if script in ("han", "japanese") else letters
    return code, letters / (letters + 1)


class _Table(NamedTuple):
    """The common words of the languages of one script."""

    ours: tuple[str, ...]
    languages: Mapping[str, tuple[str, ...]]  # of a word
    weight: Mapping[str, float]  # of a word
    alien: Mapping[str, re.Pattern[str]]  # words with letters that a language does not write
    endings: Mapping[str, tuple[str, ...]]  # the languages of an ending


def _table(
    ours: Mapping[str, str],
    decoys: Mapping[str, str],
    alphabets: Mapping[str, str],
    endings: Mapping[str, str] = types.MappingProxyType({}),
) -> _Table:
    languages = _languages_of([*ours.items(), *decoys.items()])
    weight = {word: _weight_of(word, len(codes)) for word, codes in languages.items()}
    alien = {code: re.compile(f"[^\\x00-\\x7f{letters}{MARKS}]") for code, letters in alphabets.items()}
    return _Table(tuple(ours), languages, weight, alien, _languages_of(endings.items()))


def _languages_of(lists: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Return the languages that list each word."""
    languages: dict[str, tuple[str, ...]] = {}
    for code, listed in lists:
        for word in dict.fromkeys(listed.split()):
            languages[word] = (*languages.get(word, ()), code)
    return languages


def _weight_of(word: str, shared_by: int) -> float:
    """Return what a common word says: less when it is one letter, less the more languages have it."""
    length = (0.45, 0.8, 1.0)[min(len(word), 3) - 1]
    return length * (1.6 / (0.6 + math.sqrt(shared_by)))


_ALPHABETS = {
    "en": "",
    "es": "áéíóúüñªº",
    "fr": "àâæçéèêëîïôœùûüÿªº",
    "de": "äöüß",
    "it": "àèéìíîòóùúªº",
    "pt": "áâãàçéêíóôõúüªº",
    "nl": "áéèëïíóöü",
}


@functools.cache
def _latin() -> _Table:
    from oodle_eval.v1._lexicons import languages  # noqa: PLC0415 - loaded when first needed

    return _table(languages.LATIN, languages.DECOYS, _ALPHABETS, languages.ENDINGS)


def _by_words(
    counts: Mapping[str, int], table: _Table, letters: Mapping[str, float] | None = None, least: float = MIN_WEIGHT
) -> tuple[str, float]:
    """Return which of the languages leads by its common words, and how far the evidence goes.

    Args:
        counts: The words of the text.
        table: The common words of the languages.
        letters: What letters alone say for a language.
        least: The weight below which the words are too few.
    """
    score: dict[str, float] = dict(letters or {})
    matched: dict[str, float] = dict(letters or {})
    listed: list[tuple[tuple[str, ...], float]] = []
    for word, count in counts.items():
        codes = table.languages.get(word)
        if codes:
            # A letter that is a word may also be a variable or a list's mark.
            share: float = count if len(word) > 1 else min(count, 3)
            weight = table.weight[word] * share
            listed.append((codes, weight))
        elif len(word) > SHORT_WORD and (codes := _ending(table, word)):
            weight, share = ENDING_WEIGHT * count, 0.5 * count
        else:
            continue
        for code in codes:
            score[code] = score.get(code, 0.0) + weight
            matched[code] = matched.get(code, 0.0) + share
    _take_off_alien_words(score, counts, table)
    best, second = (*sorted(score, key=lambda code: -score[code])[:2], UNKNOWN, UNKNOWN)[:2]
    words = sum(counts.values())
    if best not in table.ours or score[best] < least or matched.get(best, 0.0) < MIN_COVERAGE * words:
        return UNKNOWN, 0.0
    return _against_second(best, second, listed, letters or {})


def _take_off_alien_words(score: dict[str, float], counts: Mapping[str, int], table: _Table) -> None:
    """Take off each language's score the words that have a letter it does not write."""
    odd = [(word, count) for word, count in counts.items() if not word.isascii()]
    for code, alien in table.alien.items():
        wrong = sum(count for word, count in odd if alien.search(word))
        if wrong:
            score[code] = score.get(code, 0.0) - ALIEN_WEIGHT * wrong


def _against_second(
    best: str, second: str, listed: Iterable[tuple[tuple[str, ...], float]], letters: Mapping[str, float]
) -> tuple[str, float]:
    """Return the leading language unless the words that only the second one has come close to its own."""
    own, others = letters.get(best, 0.0), letters.get(second, 0.0)
    for codes, weight in listed:
        if best in codes:
            own += 0.0 if second in codes else weight
        elif second in codes:
            others += weight
    if others > MAX_SECOND_SHARE * own:
        return UNKNOWN, 0.0
    return best, (own + 0.5) / (own + others + 1)


def _ending(table: _Table, word: str) -> tuple[str, ...]:
    endings = table.endings
    return endings.get(word[-5:]) or endings.get(word[-4:]) or endings.get(word[-3:]) or ()


@functools.cache
def _cyrillic() -> _Table:
    from oodle_eval.v1._lexicons import languages  # noqa: PLC0415 - loaded when first needed

    ours = {code: languages.CYRILLIC[code] for code in ("ru", "uk")}
    decoys = {code: words for code, words in languages.CYRILLIC.items() if code not in ours}
    # Any other letter of the Cyrillic block is a neighbour's: Kazakh, Serbian, Mongolian, Tajik, Belarusian ...
    return _table(ours, decoys, {"ru": "а-яё", "uk": "а-щьюяєіїґ"})


# What only Russian, only Ukrainian, and neither writes, beside the letters that are a neighbour's alone. The soft sign
# is missing in Bulgarian (but before o), Macedonian and Serbian; the hard sign is a vowel of its own in Bulgarian.
_russian_letters = re.compile(r"[ыэё]|ь(?!о)|[иы]й\b|ся\b", re.IGNORECASE)
_ukrainian_letters = re.compile(r"[іїєґ]", re.IGNORECASE)
_neighbours_letters = re.compile(
    "[\u0400\u0402\u0403\u0405\u0408-\u040f\u0450\u0452\u0453\u0455\u0458-\u045f\u0460-\u048f\u0492-\u052f]"
)
_bulgarian_letters = re.compile(r"ъ(?![еёюя])|(?:та|то|ът)\b|йто\b", re.IGNORECASE)


def _cyrillic_language(text: str, counts: Mapping[str, int], letter_count: float) -> tuple[str, float]:
    """Return Russian or Ukrainian where words or letters say so."""
    if len(_neighbours_letters.findall(text)) > MAX_ALIEN_SHARE * letter_count:
        return UNKNOWN, 0.0
    letters = {
        "ru": 0.5 * len(_russian_letters.findall(text)),
        "uk": 0.4 * len(_ukrainian_letters.findall(text)),
        "bg": 0.5 * len(_bulgarian_letters.findall(text)),
    }
    return _by_words(counts, _cyrillic(), letters)


@functools.cache
def _arabic() -> _Table:
    from oodle_eval.v1._lexicons import languages  # noqa: PLC0415 - loaded when first needed

    decoys = {code: words for code, words in languages.ARABIC.items() if code != "ar"}
    return _table({"ar": languages.ARABIC["ar"]}, decoys, {})


@functools.cache
def _devanagari() -> _Table:
    from oodle_eval.v1._lexicons import languages  # noqa: PLC0415 - loaded when first needed

    decoys = {code: words for code, words in languages.DEVANAGARI.items() if code != "hi"}
    return _table({"hi": languages.DEVANAGARI["hi"]}, decoys, {})


# Letters that Arabic does not write: those of Persian, Urdu, Pashto, Kurdish, Uighur and Sindhi.
_alien_arabic = re.compile("[\u0671-\u06d3\u06d5\u06ee-\u06ef\u06fa-\u06ff\u0750-\u077f]")
# Letters that Hindi does not write: the retroflex L of Marathi, and vowels of the south and of Marathi loans.
_alien_devanagari = re.compile("[\u0904\u090d-\u090e\u0912\u0929\u0931\u0933-\u0934\u0945-\u0946\u094a\u0972]")
# Letters that only Yiddish writes: double vav and yod as one, and alef with a vowel sign.
_yiddish = re.compile("[\u05f0-\u05f2]|\u05d0[\u05b7\u05b8]|[\ufb2e\ufb2f]")


def _of_one(code: str, counts: Mapping[str, int], table: _Table, alien: int, letters: float) -> tuple[str, float]:
    """Return the one language of ours in a script, unless letters or words are a neighbour's."""
    if alien > MAX_ALIEN_SHARE * letters:
        return UNKNOWN, 0.0
    score: dict[str, float] = {code: 0.0}
    for word, count in counts.items():
        for language in table.languages.get(word, ()):
            score[language] = score.get(language, 0.0) + table.weight[word] * count
    rival = max((value for language, value in score.items() if language != code), default=0.0)
    if rival > score[code]:
        return UNKNOWN, 0.0
    own = score[code] + 0.5 * letters
    return code, own / (own + rival + 1)
