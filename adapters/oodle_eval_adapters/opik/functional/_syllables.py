"""Syllables of words: counted in the CMU Pronouncing Dictionary, else by where a word can be hyphenated.

`_data/cmudict_syllables.txt.gz` holds one line for each number of syllables: the number, then the words whose first
pronunciation has so many. `_data/hyphenation_en_us.txt.gz` holds Liang's hyphenation patterns for American English.
`benchmarks/make_opik_data.py` made both; NOTICE has their licences.
"""

from __future__ import annotations

import functools
import gzip
import re
from collections.abc import Callable, Iterable
from importlib import resources
from typing import Any

from oodle_eval_adapters.opik.functional._optional import optional

__all__ = ["UnknownLanguageError", "data_lines", "syllable_counter"]

Syllables = Callable[[str], int]

# The points to hyphenate at keep so many letters before and behind.
_KEPT = 2


class UnknownLanguageError(ValueError):
    """There are no hyphenation patterns for a language."""


def syllable_counter(language: str) -> Syllables:
    """Return the function that counts the syllables of a lower-case word in a language.

    Args:
        language: A locale such as "en_US" or "de_DE".

    Raises:
        UnknownLanguageError: There are no patterns for the language.
        ImportError: Other languages than American English need pyphen, and it is not installed.
    """
    by_hyphens = _hyphen_counter(language)
    if language.partition("_")[0] != "en":
        return by_hyphens
    known = _english()

    def count(word: str) -> int:
        found = known.get(word)
        return by_hyphens(word) if found is None else found

    return count


def data_lines(name: str) -> list[str]:
    """Return the lines of a data file of this package."""
    file = resources.files("oodle_eval_adapters.opik.functional") / "_data" / name
    return gzip.decompress(file.read_bytes()).decode().rstrip("\n").split("\n")


@functools.cache
def _english() -> dict[str, int]:
    known: dict[str, int] = {}
    for line in data_lines("cmudict_syllables.txt.gz"):
        count, *words = line.split(" ")
        known.update(dict.fromkeys(words, int(count)))
    return known


def _hyphen_counter(language: str) -> Syllables:
    if language.replace("-", "_").lower().split("_")[:2] == ["en", "us"]:
        return _american_count
    pyphen = optional("pyphen")
    if pyphen is None:
        raise ImportError(
            f"syllables of {language!r} need hyphenation patterns: install the package that Opik uses with "
            '`pip install pyphen`, pass textstat_module=, or take language="en_US", which needs neither'
        )
    locale = pyphen.language_fallback(language)
    if locale is None:
        raise UnknownLanguageError(f"there are no hyphenation patterns for the language {language!r}")
    tree = _tree_of(locale)
    return lambda word: 1 + _hyphens(word, tree)


_LEVELS = ""  # the key of a node's levels; a letter's key has one character


Tree = dict[str, Any]
Levels = tuple[tuple[int, int], ...]


@functools.cache
def _american() -> Tree:
    return _tree(map(_pattern, data_lines("hyphenation_en_us.txt.gz")))


@functools.lru_cache(8)
def _tree_of(locale: str) -> Tree:
    """Return the patterns of one of pyphen's locales, which its own search takes long for in a long word."""
    patterns = optional("pyphen").Pyphen(lang=locale).hd.patterns
    return _tree((letters, tuple(enumerate(values, start))) for letters, (start, values) in patterns.items())


def _tree(patterns: Iterable[tuple[str, Levels]]) -> Tree:
    """Return patterns as a tree: letter -> node, and in a node the levels of the pattern that ends there."""
    root: Tree = {}
    for letters, levels in patterns:
        node = root
        for letter in letters:
            node = node.setdefault(letter, {})
        node[_LEVELS] = levels
    return root


_digit_or_gap = re.compile(r"(\d?)(\D?)")


def _pattern(line: str) -> tuple[str, Levels]:
    """Return a pattern such as "a1b2c" as its letters and its levels: (place between letters, level)."""
    letters, levels = "", []
    for digit, letter in _digit_or_gap.findall(line):
        if digit and digit != "0":
            levels.append((len(letters), int(digit)))
        letters += letter
    return letters, tuple(levels)


# Words that are in no dictionary are often the same ones; so many are remembered, none of them long.
_REMEMBERED, _LONG = 8192, 64


def _american_count(word: str) -> int:
    return _remembered_count(word) if len(word) <= _LONG else 1 + _hyphens(word, _american())


@functools.lru_cache(_REMEMBERED)
def _remembered_count(word: str) -> int:
    return 1 + _hyphens(word, _american())


def _hyphens(word: str, tree: Tree) -> int:
    """Return at how many points a word can be hyphenated: where the highest level of the patterns is odd."""
    marked = f".{word}."
    levels = [0] * (len(marked) + 1)
    for start in range(len(marked)):
        node = tree
        for place in range(start, len(marked)):
            found = node.get(marked[place])
            if found is None:
                break
            node = found
            for shift, level in node.get(_LEVELS, ()):
                levels[start + shift] = max(levels[start + shift], level)
    return sum(level % 2 for level in levels[1 + _KEPT : len(word) - _KEPT + 2])
