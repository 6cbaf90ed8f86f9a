"""Syllables of words by a vowel-group rule.

A syllable is a run of vowels. What English spelling hides or adds is mended on the letters before the runs are counted:
a silent e is taken out, and vowels that are spoken apart are parted. All words are worked on as one text, a line a word,
so that the cost is a few passes over the distinct words.
"""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata
from collections.abc import Iterable

__all__ = ["syllables"]

# A silent e: at the end, in -es and -ed, and before an ending that begins with a consonant. It is heard in -le after a
# consonant (table, tables, handled), in -es after a hiss (houses), in -ed after t and d (wanted).
_silent_e = re.compile(
    r"""
    e(?:
        (?<=[^aeiouy\n]e)(?<![bcdfgkpstz]le)(?<![bcdgnt]re)$
      | (?<=[^aeiouy\n]e)(?<![bcdfgkpstz]le)(?<![scxzg]e)(?<!she)(?<!che)(?<![bcdgnt]re)(?=s$)
      | (?<=[^aeiouytd\n]e)(?<![bcdfgkpstz]le)(?=d(?:ly)?$)
      | (?<=[aeiouy][^aeiouy\n]e)(?=(?:ly|less|ness|ful|fully|ment)s?$)
      | (?<=[aeiouy][^aeiouy\n]e)(?=(?:thing|time|where|body|work|line|page|how|what|side|place|land)s?$)
    )
  | ue(?=s?$)(?<=[gq]ue)                                        # league, unique
    """,
    re.VERBOSE | re.MULTILINE,
)
# The first of two vowels that are spoken apart.
_apart = re.compile(
    r"""
    i(?:
        (?<=[^ctsh\n]i)(?=a(?!ge))                              # media, not social, marriage
      | (?<=[ct]i)(?=at)                                        # appreciate
      | (?<=[^ctsghxnl\n]i)(?=o)(?<!avi)                        # period, not nation
      | (?=os?$)                                                # ratio
      | (?<=[^cts\n]i)(?=u)                                     # medium
      | (?<=sci)(?=en) | (?<=[^ct\n]i)(?=en[tc])                # science, client, not patient
      | (?<=[^v\n]i)(?=et)                                      # quiet
      | (?<=[aeiouy][^aeiouy\n]i|[^aeiouy\n]{2}i)(?=e(?:rs?|st)$)  # easier
    )
  | u(?:
        (?<=[^gqs\n]u)(?=a) | (?<=su)(?=al)                                # actual, not language, persuade
      | (?<=[^gq\n]u)(?=e[ln]|o)                                # influence, continuous
      | (?<=r[u])(?=in) | (?<=fl[u])(?=id) | (?<=tu)(?=i) | (?<=enu)(?=in)
    )
  | e(?: (?<=are)(?=as?$) | (?<=ide)(?=as?$) | (?<=cre)(?=at[eio]) | (?<=re)(?=act) | (?<=ucle)(?=ar$)
      | (?<=ine)(?=ar) | (?<=[gd]e)(?=o(?![nu])) | (?<=the)(?=[ao][rt]) | (?=ing$) | (?<=use)(?=um) | (?<=rope)(?=an)
    )
  | o(?: (?=ing(?:s)?$) | (?<=[rtz]o)(?=ic(?:s|al)?$) | (?<=[pc]o)(?=e[tmxd]) )
  | a(?=o[^u])
  | y(?: (?=ing(?:s|ly)?$) | (?<=[aeou]y)(?=[aou]|e(?![ds]?$)) )
    """,
    re.VERBOSE | re.MULTILINE,
)
# A syllable that no vowel shows: capitalism, rhythm, didn't.
_unwritten = re.compile(r"(?:s|th)ms?$|[ds]nt$", re.MULTILINE)

_VOWELS = "aeiouy"
_other_vowels = re.compile("[аеёиоуыэюяіїєαεηιουω]")
# What each byte becomes: a run of vowels a word of its own, a line's end itself.
_runs_apart = bytes(byte if chr(byte) in _VOWELS + "\n" and byte < 128 else ord(" ") for byte in range(256))

# Syllables of words seen before. A language's common words are met again in every text; so many are kept at most.
# A full memory is replaced, not emptied: another thread may be reading it.
_memory: list[dict[str, int]] = [{}]
MOST_SEEN = 10_000


@functools.cache
def _exceptions() -> dict[str, int]:
    from oodle_eval.v1._lexicons.syllables import EXCEPTIONS  # noqa: PLC0415 - loaded when first needed

    return {word: count for count, words in EXCEPTIONS.items() for word in words.split()}


def syllables(words: Iterable[str]) -> list[int]:
    """Return the number of syllables of each word, at least 1. Words are in lower case, without apostrophes."""
    words = list(words)
    seen = _memory[0]
    new = [word for word in words if word not in seen]
    if not new:
        return [seen[word] for word in words]
    counts = dict(zip(new, _counted(new), strict=True))
    found = [counts[word] if word in counts else seen[word] for word in words]
    if len(seen) + len(counts) > MOST_SEEN:
        _memory[0] = seen = {}
    seen.update(itertools.islice(counts.items(), MOST_SEEN))
    return found


def _counted(words: list[str]) -> list[int]:
    lines = "\n".join(words)
    if not lines.isascii():
        lines = _other_vowels.sub("a", _base_letters(lines))
    lines = _silent_e.sub("", lines)
    lines = _apart.sub(r"\g<0>-", lines)
    lines = _unwritten.sub("xax", lines)
    runs = lines.encode("utf-8", "surrogatepass").translate(_runs_apart).split(b"\n")
    known = _exceptions()
    return [known.get(word) or len(run.split()) or 1 for word, run in zip(words, runs, strict=True)]


_diaeresis = re.compile("([aeiou])\u0308")


def _base_letters(text: str) -> str:
    """Return a text with its letters' accents taken off: an acute e is heard, a diaeresis parts two vowels."""
    text = unicodedata.normalize("NFD", text).replace("e\u0301", "ey")
    text = _diaeresis.sub(r"-\1", text)
    return "".join(char for char in text if not unicodedata.combining(char))
