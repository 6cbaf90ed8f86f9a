"""Keywords and phrases as whole words, and plain substrings: which of a list a text holds.

A list is prepared once and kept for the next texts. Few keywords are looked up one by one; of many, most are ruled out
by the set of the text's words, at a cost that does not grow with the list.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections import Counter
from itertools import chain
from typing import NamedTuple

from oodle_eval.v1._unicode import MARKS, SPACELESS

__all__ = ["keywords_in", "substrings_in"]

# From this many keywords on, the set of the text's words is worth making.
MANY = 12
# From this many substrings on, the stretches of the text's words are.
MANY_VALUES = 100

# Letters of scripts without spaces between words, and those scripts' own marks: a word can begin or end beside them.
_SPACELESS = f"{SPACELESS}\u0e31-\u0e4e\u0eb1-\u0ecd\u102b-\u109d\u17b4-\u17dd\u3099\u309a"


class _Patterns(NamedTuple):
    word: re.Pattern[str]
    joining: re.Pattern[str]
    cased: re.Pattern[str]  # what may have a lower case: circled letters too
    spaceless: re.Pattern[str]


@functools.cache
def _patterns() -> _Patterns:
    """Return the patterns for what is not ASCII; their many ranges take a while to compile."""
    return _Patterns(
        re.compile(rf"[\w{MARKS}]+"),
        re.compile(rf"[\w{MARKS}]"),
        re.compile(rf"[\w{MARKS}\u24b6-\u24cf]"),
        re.compile(f"[{_SPACELESS}]"),
    )


_odd_space = re.compile(r"[^\S ]|  ")

# ASCII as lower-case words between spaces, for a split; the same without changing case.
_ASCII = bytes(range(128))
_ascii_words = "".join(chr(code) if chr(code).isalnum() or code == 95 else " " for code in range(128)).encode()
_WORDS_ONLY = _ascii_words + bytes(range(128, 256))
_LOWER_WORDS = _ascii_words.lower() + bytes(range(128, 256))


class Keyword(NamedTuple):
    """A keyword: as it was given, as it is looked for, and its words."""

    given: str
    folded: str
    words: frozenset[bytes]
    is_word: bool  # one plain word: the set of the text's words decides alone
    bound_left: bool  # what stands before it must not be part of a word
    bound_right: bool


class _Prepared(NamedTuple):
    """A list of keywords, with the plain words among them apart."""

    keywords: tuple[Keyword, ...]
    plain: dict[bytes, tuple[str, ...]]  # each plain word with the keywords that it is
    others: tuple[Keyword, ...]


def keywords_in(text: str, keywords: tuple[str, ...], case_sensitive: bool) -> set[str]:
    """Return the keywords and phrases that a text holds as whole words.

    White space between the words of a phrase is any white space; a curly apostrophe is a straight one; a keyword that
    begins or ends with a sign ("C++") needs no word boundary there. Beside a script that has no spaces between words, a
    keyword can begin and end anywhere.
    """
    prepared = _prepared(keywords, case_sensitive)
    looked_in = _Text(text, case_sensitive)
    if len(keywords) < MANY:
        return {keyword.given for keyword in prepared.keywords if looked_in.holds(keyword)}
    held = _words_of(text, case_sensitive)
    found = {given for word in held & prepared.plain.keys() for given in prepared.plain[word]}
    found.update(keyword.given for keyword in prepared.others if keyword.words <= held and looked_in.holds(keyword))
    return found


class _Text:
    """A text, folded when it is first needed."""

    def __init__(self, text: str, case_sensitive: bool) -> None:
        self.text = text
        self.case_sensitive = case_sensitive

    @functools.cached_property
    def folded(self) -> str:
        return _folded(self.text, self.case_sensitive)

    @functools.cached_property
    def spaced(self) -> str:
        """The folded text with one space where there is white space."""
        return " ".join(self.folded.split()) if _odd_space.search(self.folded) else self.folded

    def holds(self, keyword: Keyword) -> bool:
        return _stands_in(keyword, self.folded) or (" " in keyword.folded and _stands_in(keyword, self.spaced))


# So many hits without a word boundary are looked at one by one; the rest is left to a pattern.
MAX_HITS = 20


def _stands_in(keyword: Keyword, text: str) -> bool:
    """Return whether a text holds a keyword with word boundaries around it."""
    wanted, size = keyword.folded, len(keyword.folded)
    at = text.find(wanted)
    for _ in range(MAX_HITS):
        if at < 0:
            return False
        cut_left = keyword.bound_left and _joins(text[at - 1 : at])
        if not cut_left and not (keyword.bound_right and _joins(text[at + size : at + size + 1])):
            return True
        at = text.find(wanted, at + 1)
    return at >= 0 and _bounded(keyword).search(text, at) is not None


def _bounded(keyword: Keyword) -> re.Pattern[str]:
    """Return the pattern of a keyword with its word boundaries."""
    part = rf"(?:(?![{_SPACELESS}])[\w{MARKS}])"
    left = f"(?<!{part})" if keyword.bound_left else ""
    right = f"(?!{part})" if keyword.bound_right else ""
    return re.compile(f"{left}{re.escape(keyword.folded)}{right}")


def _joins(char: str) -> bool:
    """Return whether a character beside a word is part of it."""
    if char.isascii():
        return char.isalnum() or char == "_"
    return _patterns().joining.match(char) is not None and _patterns().spaceless.match(char) is None


def _plainly_lowered(text: str) -> str | None:
    """Return a text in lower case when all its letters are ASCII, whatever signs it holds; else None.

    Far faster than `str.lower`, which looks every character up once one is not ASCII.
    """
    if text.isascii():
        return text.lower()
    raw = text.encode("utf-8", "surrogatepass")
    if _patterns().cased.search(raw.translate(None, _ASCII).decode("utf-8", "surrogatepass")):
        return None
    return raw.lower().decode("utf-8", "surrogatepass")


def _folded(text: str, case_sensitive: bool) -> str:
    if not case_sensitive and (lowered := _plainly_lowered(text)) is not None:
        return lowered.replace("’", "'")
    text = unicodedata.normalize("NFC", text.replace("’", "'"))
    return text if case_sensitive else text.casefold()


def _words_of(text: str, case_sensitive: bool) -> set[bytes]:
    """Return the words of a text; bytes, since they are split off so much faster."""
    table = _WORDS_ONLY if case_sensitive else _LOWER_WORDS
    words = set(text.encode("utf-8", "surrogatepass").translate(table).split())
    if text.isascii():
        return words
    # What holds other characters is a word with signs or marks around it, or several words.
    mixed = [word for word in words if not word.isascii()]
    words.difference_update(mixed)
    for word in mixed:
        words |= _split(_folded(word.decode("utf-8", "surrogatepass"), case_sensitive))
    return words


def _split(folded: str) -> set[bytes]:
    """Return the words of a folded text, but for those of scripts without spaces."""
    if folded.isascii():
        return set(folded.encode().translate(_WORDS_ONLY).split())
    spaced = _patterns().spaceless.sub(" ", folded)
    return {word.encode("utf-8", "surrogatepass") for word in _patterns().word.findall(spaced)}


@functools.lru_cache(maxsize=64)
def _prepared(keywords: tuple[str, ...], case_sensitive: bool) -> _Prepared:
    prepared = tuple(_keyword(given, case_sensitive) for given in keywords)
    plain: dict[bytes, tuple[str, ...]] = {}
    for keyword in prepared:
        if keyword.is_word:
            word = keyword.folded.encode()
            plain[word] = (*plain.get(word, ()), keyword.given)
    return _Prepared(prepared, plain, tuple(keyword for keyword in prepared if not keyword.is_word))


def _keyword(given: str, case_sensitive: bool) -> Keyword:
    folded = _folded(" ".join(given.split()), case_sensitive)
    is_word = folded.isascii() and re.fullmatch(r"\w+", folded) is not None
    return Keyword(given, folded, frozenset(_split(folded)), is_word, _joins(folded[:1]), _joins(folded[-1:]))


def substrings_in(text: str, values: tuple[str, ...], case_sensitive: bool) -> list[bool]:
    """Return for each value whether a text holds it, anywhere."""
    if not case_sensitive:
        text, values = _lowered(text), _all_lowered(values)
    if len(values) < MANY_VALUES:
        return [value in text for value in values]
    # A value without white space lies inside a word, and a text has far fewer distinct words than words.
    words = set(text.split())
    distinct = " ".join(words)
    there, needles = _grams_of_text(distinct), _needles(values)
    held = [False] * len(values)
    for place in chain(needles.unruly, *map(needles.by_gram.__getitem__, there & needles.by_gram.keys())):
        value = values[place]
        if value in words:
            held[place] = True
        elif needles.grams[place] <= there:
            held[place] = value in (text if needles.has_space[place] else distinct)
    return held


class _Needles(NamedTuple):
    """Values to look for, each by stretches of four bytes inside its words: a text that lacks one of them lacks it."""

    by_gram: dict[int, tuple[int, ...]]  # the places of values, each once, by the stretch that fewest values share
    unruly: tuple[int, ...]  # the places of values that are too short to have one
    grams: tuple[frozenset[int], ...]
    has_space: tuple[bool, ...]


def _grams_of_text(text: str) -> set[int]:
    """Return the stretches of four bytes of a text, as numbers."""
    raw = text.encode("utf-8", "surrogatepass")
    found: set[int] = set()
    for start in range(min(4, max(0, len(raw) - 3))):
        found.update(memoryview(raw[start : len(raw) - (len(raw) - start) % 4]).cast("I"))
    return found


def _lowered(text: str) -> str:
    lowered = _plainly_lowered(text)
    if lowered is None:
        lowered = text.lower().replace("ς", "σ")  # one letter, at the end of a word and elsewhere
    return lowered


@functools.lru_cache(maxsize=64)
def _all_lowered(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(_lowered, values))


@functools.lru_cache(maxsize=64)
def _needles(values: tuple[str, ...]) -> _Needles:
    grams = tuple(frozenset(chain.from_iterable(map(_grams_of_text, value.split()))) for value in values)
    shared_by = Counter(chain.from_iterable(grams))
    by_gram: dict[int, tuple[int, ...]] = {}
    for place, own in enumerate(grams):
        if own:
            telling = min(own, key=lambda gram: (shared_by[gram], gram))
            by_gram[telling] = (*by_gram.get(telling, ()), place)
    unruly = tuple(place for place, own in enumerate(grams) if not own)
    return _Needles(by_gram, unruly, grams, tuple(any(map(str.isspace, value)) for value in values))
