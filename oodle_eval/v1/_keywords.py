"""Keywords and phrases as whole words, and plain substrings: which of a list a text holds.

A list is prepared once and kept for the next texts. Few keywords are looked up one by one; many by one pass over the text
with an automaton of them all, at a cost that hardly grows with the list.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable
from itertools import islice
from typing import Any, NamedTuple

from oodle_eval.v1._unicode import MARKS, SPACELESS
from oodle_eval.v1._wording import typed

__all__ = ["Substrings", "keywords", "substrings"]

# From this many keywords or substrings on, an automaton is worth making.
MANY = 12
# Of a list of more characters it would take too much memory: it holds 40 bytes for each.
MAX_AUTOMATON_CHARS = 1_000_000

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

# ASCII as lower-case words between spaces; the same without changing case. What is beyond ASCII stays, or is no word either.
_ASCII = bytes(range(128))
# Of curly quotes, dashes and their kind (U+2000 to U+203F, no letter among them), the first two of three bytes.
_PUNCTUATION = "\u2000".encode()[:2]
_ascii_words = "".join(chr(code) if chr(code).isalnum() or code == 95 else " " for code in range(128)).encode()
_WORDS_ONLY = _ascii_words + bytes(range(128, 256))
_LOWER_WORDS = _ascii_words.lower() + bytes(range(128, 256))
_WORDS_ALONE = _ascii_words + b" " * 128
_LOWER_WORDS_ALONE = _ascii_words.lower() + b" " * 128


class Keyword(NamedTuple):
    """A keyword: as it was given, as it is looked for, and its words."""

    given: str
    folded: str
    words: frozenset[bytes]
    is_word: bool  # one plain word: the text's words decide alone
    bound_left: bool  # what stands before it must not be part of a word
    bound_right: bool


def _automaton(found: Iterable[tuple[str, Any]]) -> Any:
    """Return what finds strings in a text in one pass, each with what it stands for; None when they are too long."""
    pairs = list(found)
    if sum(len(wanted) for wanted, _ in pairs) > MAX_AUTOMATON_CHARS:
        return None
    import ahocorasick  # noqa: PLC0415 - importing the checks loads no third party

    made = ahocorasick.Automaton()
    for wanted, stands_for in pairs:
        made.add_word(wanted, stands_for)
    made.make_automaton()
    return made


class Keywords:
    """Keywords and phrases to look for as whole words.

    White space between the words of a phrase is any white space; a curly apostrophe is a straight one, and a non-breaking
    hyphen a plain one; a keyword that begins or ends with a sign ("C++") needs no word boundary there. Beside a script
    that has no spaces between words, a keyword can begin and end anywhere.
    """

    def __init__(self, given: tuple[str, ...], case_sensitive: bool) -> None:
        self.given = tuple(dict.fromkeys(keyword for keyword in given if keyword.strip()))
        self.case_sensitive = case_sensitive
        self.prepared = tuple(_keyword(keyword, case_sensitive) for keyword in self.given)
        self.others = tuple(keyword for keyword in self.prepared if not keyword.is_word)
        self.plain: dict[bytes, tuple[str, ...]] = {}  # each plain word with the keywords that it is
        for keyword in self.prepared:
            if keyword.is_word:
                word = keyword.folded.encode()
                self.plain[word] = (*self.plain.get(word, ()), keyword.given)
        words = frozenset[bytes]().union(*(keyword.words for keyword in self.prepared))
        self.spaced = {f" {word.decode()} ": word for word in words if word.isascii()}
        self.is_long = len(self.given) >= MANY
        self.automaton = _automaton(self.spaced.items()) if self.is_long else None

    def found_in(self, text: str) -> set[str]:
        """Return those of the keywords that a text holds."""
        spaced = _spaced(text, self.case_sensitive)
        if spaced is None and not self.is_long:
            return self._standing_in(text, self.prepared)
        if spaced is not None and self.automaton is not None:
            held = {word for _, word in self.automaton.iter(spaced)}
        elif spaced is None or self.is_long:
            held = _words_of(text, self.case_sensitive)
        else:
            held = {word for wanted, word in self.spaced.items() if wanted in spaced}
        found = {given for word in held & self.plain.keys() for given in self.plain[word]}
        possible = [keyword for keyword in self.others if keyword.words <= held] if self.others else ()
        return found | self._standing_in(text, possible) if possible else found

    def _standing_in(self, text: str, keywords: Iterable[Keyword]) -> set[str]:
        """Return those keywords that a text holds, looked for one by one."""
        text = _folded(text, self.case_sensitive)
        found = {keyword.given for keyword in keywords if _stands_in(keyword, text)}
        phrases = [keyword for keyword in keywords if " " in keyword.folded and keyword.given not in found]
        if phrases and _odd_space.search(text):
            text = " ".join(text.split())
            found.update(keyword.given for keyword in phrases if _stands_in(keyword, text))
        return found


@functools.lru_cache(maxsize=64)
def keywords(given: tuple[str, ...], case_sensitive: bool) -> Keywords:
    """Return keywords, without blank and repeated ones, as prepared for the last text."""
    return Keywords(given, case_sensitive)


# So many hits without a word boundary are looked at one by one; the rest is left to a pattern.
MAX_HITS = 20


def _stands_in(keyword: Keyword, text: str) -> bool:
    """Return whether a text holds a keyword with word boundaries around it."""
    wanted, size = keyword.folded, len(keyword.folded)
    at = text.find(wanted)
    if at < 0:
        return False
    for _ in range(MAX_HITS):
        cut_left = keyword.bound_left and _joins(text[at - 1 : at])
        if not cut_left and not (keyword.bound_right and _joins(text[at + size : at + size + 1])):
            return True
        at = text.find(wanted, at + 1)
        if at < 0:
            return False
    return _bounded(keyword).search(text, at) is not None


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


def _has_signs_only(raw: bytes) -> bool:
    """Return whether all letters and marks of a text in UTF-8 are ASCII."""
    beyond = raw.translate(None, _ASCII)
    if beyond.count(_PUNCTUATION) * 3 == len(beyond):
        return True
    return not _patterns().cased.search(beyond.decode("utf-8", "surrogatepass"))


def _folded(text: str, case_sensitive: bool) -> str:
    if not case_sensitive:
        # Far faster than `str.casefold`, which looks every character up once one is not ASCII.
        if text.isascii():
            return text.lower()
        raw = text.encode("utf-8", "surrogatepass")
        if _has_signs_only(raw):
            return typed(raw.lower().decode("utf-8", "surrogatepass"))
    text = unicodedata.normalize("NFC", typed(text))
    return text if case_sensitive else text.casefold()


def _spaced(text: str, case_sensitive: bool) -> str | None:
    """Return a text's words between spaces, None when it has letters beyond ASCII."""
    raw = text.encode("utf-8", "surrogatepass")
    if not text.isascii() and not _has_signs_only(raw):
        return None
    return f" {raw.translate(_WORDS_ALONE if case_sensitive else _LOWER_WORDS_ALONE).decode('ascii')} "


def _words_of(text: str, case_sensitive: bool) -> set[bytes]:
    """Return the words of a text; bytes, since they are split off so much faster."""
    table = _WORDS_ONLY if case_sensitive else _LOWER_WORDS
    words = set(text.encode("utf-8", "surrogatepass").translate(table).split())
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


def _keyword(given: str, case_sensitive: bool) -> Keyword:
    if given.isascii() and given.replace("_", "a").isalnum():  # one plain word, as most are
        folded = given if case_sensitive else given.lower()
        return Keyword(given, folded, frozenset((folded.encode(),)), True, True, True)
    folded = _folded(" ".join(given.split()), case_sensitive)
    is_word = folded.isascii() and re.fullmatch(r"\w+", folded) is not None
    return Keyword(given, folded, frozenset(_split(folded)), is_word, _joins(folded[:1]), _joins(folded[-1:]))


def _lowered(text: str) -> str:
    return text.lower().replace("ς", "σ")  # one letter, at the end of a word and elsewhere


def _lowered_ascii(text: str) -> str:
    """Return a text in lower case with a "?" for each character beyond ASCII: far faster, and enough to find ASCII in it."""
    if "\u212a" in text or "\u0130" in text:  # K and I of their own, whose lower case is ASCII
        return _lowered(text)
    return text.encode("ascii", "replace").lower().decode("ascii")


def _typed_values(given: tuple[str, ...]) -> tuple[tuple[str, ...], bool]:
    """Return values with plain apostrophes and hyphens, and whether a text is to be read like that, too.

    A value that is nothing but signs is looked for as it is, and so are then all.
    """
    values = tuple(map(typed, given))
    signed = [value for value in values if "'" in value or "-" in value]
    is_typed = bool(signed) and all(re.search(r"\w", value) for value in signed)
    return (values, True) if is_typed else (given, False)


class Substrings:
    """Values to look for: few one by one, many with an automaton, made for the second text or for a long one."""

    def __init__(self, given: tuple[str, ...], case_sensitive: bool) -> None:
        self.given = tuple(dict.fromkeys(value for value in given if value))
        self.case_sensitive = case_sensitive
        values, self.is_typed = _typed_values(self.given)
        self.values = values if case_sensitive else tuple(map(_lowered, values))
        is_plain = all(value.isascii() and "?" not in value for value in values)
        self.lowered = _lowered_ascii if is_plain else _lowered
        self.automaton: Any = None
        self.waits = 2 if len(self.given) >= MANY else 0

    def places_in(self, text: str) -> set[int]:
        """Return the places in `given` of those values that a text holds."""
        if self.is_typed and not text.isascii():
            text = typed(text)
        if not self.case_sensitive:
            text = self.lowered(text)
        if self.waits:
            # To make it costs for each character of a value as much as to search a thousand characters for the value.
            pays = self.waits == 1 or len(text) * len(self.values) > 1000 * sum(map(len, self.values))
            self.waits, self.automaton = (0, self._prepared()) if pays else (1, None)
        if self.automaton is None:
            return {place for place, value in enumerate(self.values) if value in text}
        hits = self.automaton.iter(text)
        found = {place for _, places in islice(hits, len(text)) for place in places}
        if next(hits, None) is not None:  # values that lie in each other: the rest one by one
            found.update(place for place, value in enumerate(self.values) if place not in found and value in text)
        return found

    def _prepared(self) -> Any:
        """Return the automaton; it finds each value with its places, since two may differ in case only."""
        places: dict[str, list[int]] = {}
        for place, value in enumerate(self.values):
            places.setdefault(value, []).append(place)
        return _automaton(places.items())


@functools.lru_cache(maxsize=64)
def substrings(given: tuple[str, ...], case_sensitive: bool) -> Substrings:
    """Return values, without empty and repeated ones, as prepared for the last text."""
    return Substrings(given, case_sensitive)
