"""Names of a text: runs of capitalised words that do not start a sentence, and whether another text has them."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator

from oodle_eval.v1 import _words
from oodle_eval.v1._lexicons.numbers import MONTHS, ORDINALS
from oodle_eval.v1._lexicons.stopwords import STOPWORDS

__all__ = ["KnownWords", "names"]

# Blocks in which most capitals are: Latin, Greek, Cyrillic, Armenian. `isupper` decides for each letter.
_CAPITALS = "A-Z\u00c0-\u00d6\u00d8-\u00de\u0100-\u024f\u0370-\u052f\u0531-\u0556\u1e00-\u1fff"
_word = rf"[{_CAPITALS}][\w'’&-]*"
_run = re.compile(rf"{_word}(?:[ \u00a0]{_word})*")
_long_run = re.compile(rf"{_word}(?:[ \n-](?:(?:of|the|and|for|de) ){{0,2}}{_word})+")
_spaces = re.compile(r"[ \n-]")
# What may stand between the end of a sentence and the first word of the next: quotes, brackets, Markdown, bullets.
_OPENERS = " \t\u00a0\"“”„«»'‘’([{)]}*_#>|~`•·-–—"
_ENDS = ".!?:;…。！？\n"
_LOOK_BACK = 16
# Capitalised words that are no name wherever they stand.
_TITLES = frozenset("mr mrs ms mx dr prof sr jr".split())
_NO_NAMES = (
    STOPWORDS
    | _TITLES
    | frozenset("an it he in on at to of by or if as is be do so no my me us im ive id am pm".split())
)
_title_before = re.compile(r"(?<![^\W\d_])([A-Z][a-z]{1,3})\. ?\Z")
_quarter = re.compile(r"q([1-4])")


def names(text: str) -> Iterator[str]:
    """Yield the names of a text, in order."""
    for match in _run.finditer(text):
        if _is_inside_word(text, match.start()) or _starts_sentence(text, match.start()):
            continue
        words = match.group().replace("\u00a0", " ").split(" ")
        name = " ".join(itertools.dropwhile(lambda word: not _can_begin(word), words))
        if name:
            yield name


def _is_inside_word(text: str, start: int) -> bool:
    before = text[start - 1 : start]
    return before.isalnum() or before in {"_", "'", "’"}


def _can_begin(word: str) -> bool:
    """Return whether a name can begin with a word: a capital, and neither a function word nor a single letter."""
    stem = re.split(r"['’]", word, maxsplit=1)[0]
    return word[0].isupper() and len(stem) > 1 and stem.lower() not in _NO_NAMES


def _starts_sentence(text: str, start: int) -> bool:
    """Return whether a word is the first of a sentence, of a line, or of what follows a colon or semicolon."""
    before = text[max(0, start - _LOOK_BACK) : start].rstrip(_OPENERS)
    if not before or before[-1] not in _ENDS:
        return not before
    title = _title_before.search(before) if before[-1] == "." else None
    return title is None or title[1].lower() not in _TITLES


class KnownWords:
    """The words of a context, to look names up in."""

    def __init__(self, text: str, words: frozenset[str], months: frozenset[int]) -> None:
        self.text = text
        self.words = words
        self.months = months

    @functools.cached_property
    def initials(self) -> str:
        """The initials of the context's capitalised words, a line for each run of them."""
        runs = (match.group() for match in _long_run.finditer(self.text))
        return "\n".join("".join(word[0] for word in _spaces.split(run) if word[:1].isupper()) for run in runs)

    def hold(self, name: str) -> bool:
        """Return whether the context has a name: all its words in any case, its initials, or what its initials mean."""
        parts = [part for part in _words.words(name.lower()) if len(part) > 1]
        missing = [part for part in parts if not self._holds_word(part)]
        if not missing:
            return True
        if name.isupper() and name.isalpha() and len(name) <= 6:
            return name in self.initials
        initials = "".join(word[0] for word in name.split())
        return len(initials) > 1 and initials.isupper() and initials.lower() in self.words

    def _holds_word(self, word: str) -> bool:
        """Return whether the context has a word or its plural, a month by its number, or a quarter by its ordinal."""
        if not self.words.isdisjoint((word, word.removesuffix("s"), f"{word}s")):
            return True
        quarter = _quarter.fullmatch(word)
        if quarter is not None:
            return "quarter" in self.words and ORDINALS[int(quarter[1])] in self.words
        return MONTHS.get(word, 0) in self.months
