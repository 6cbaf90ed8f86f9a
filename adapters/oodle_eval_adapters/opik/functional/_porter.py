"""The Porter stemmer with the changes that nltk makes to it by default.

Source: Porter, An algorithm for suffix stripping (1980); nltk's changes: irregular forms, short words in -ies and -ied,
y after a consonant, -alli, -fulli and -logi, and a vowel with a consonant as a short stem.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["stem"]

_IRREGULAR = {
    **dict.fromkeys(("sky", "skies"), "sky"),
    **dict.fromkeys(("innings", "inning"), "inning"),
    **dict.fromkeys(("outings", "outing"), "outing"),
    **dict.fromkeys(("cannings", "canning"), "canning"),
    **{f"{start}ying": f"{start}ie" for start in "dlt"},
    **{word: word for word in ("news", "howe", "proceed", "exceed", "succeed")},
}

# Suffix -> what replaces it, longest first, when the stem before it has a measure above 0 (step 2 and 3) or 1 (step 4).
_STEP_2 = {
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "bli": "ble", "alli": "al",
    "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate", "ator": "ate", "alism": "al",
    "iveness": "ive", "fulness": "ful", "ousness": "ous", "aliti": "al", "iviti": "ive", "biliti": "ble",
    "fulli": "ful", "logi": "log",
}  # fmt: skip
_STEP_3 = {"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": ""}
_STEP_4 = (
    "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize".split()
)  # fmt: skip


def _ending(suffixes: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted(suffixes, key=len, reverse=True)
    return re.compile(f"(?:{'|'.join(longest_first)})\\Z")


_shape = str.maketrans("aeiou", "vvvvv")
_other = re.compile("[^vy]")


def _shape_of(word: str) -> str:
    """Return a word as consonants and vowels, "c" and "v"; a y is a vowel behind a consonant, and else a consonant."""
    shape = _other.sub("c", _as_vowels(word))
    if "y" not in shape:
        return shape
    letters: list[str] = []
    before = "v"
    for letter in shape:
        before = ("c" if before == "v" else "v") if letter == "y" else letter
        letters.append(before)
    return "".join(letters)


def _as_vowels(word: str) -> str:
    # A "v" of the word itself is a consonant, so it is taken out of the way first.
    return word.replace("v", "c").translate(_shape)


def _measure(word: str) -> int:
    return _shape_of(word).count("vc")


def _is_short(word: str) -> bool:
    """Return whether a word ends consonant, vowel, consonant (not w, x, y), or is just a vowel and a consonant."""
    shape = _shape_of(word)
    return (shape.endswith("cvc") and word[-1] not in "wxy") or shape == "vc"


def stem(word: str) -> str:
    """Return the stem of a word, in lower case.

    Example:
        >>> [stem(word) for word in ("flies", "hopping", "happily", "relational")]
        ['fli', 'hop', 'happili', 'relat']
    """
    short = len(word) <= 2
    word = word.lower()
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if short:
        return word
    word = _without_past(_without_plural(word))
    if word.endswith("y") and len(word) > 2 and _shape_of(word[:-1]).endswith("c"):
        word = f"{word[:-1]}i"
    word = _step_4(_step_3(_step_2(word)))
    return _without_last_e(word)


def _without_plural(word: str) -> str:
    if word.endswith("ies"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _without_past(word: str) -> str:
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        if word.endswith(suffix):
            base = word[: -len(suffix)]
            if "v" in _shape_of(base):
                return _repaired(base)
    return word


def _repaired(base: str) -> str:
    """Return what is left after -ed or -ing, with its e put back or its double consonant made one."""
    if base.endswith(("at", "bl", "iz")):
        return f"{base}e"
    if len(base) >= 2 and base[-1] == base[-2] and _shape_of(base).endswith("c"):
        return base if base[-1] in "lsz" else base[:-1]
    return f"{base}e" if _measure(base) == 1 and _is_short(base) else base


_step_2_ending = _ending(list(_STEP_2))
_step_3_ending = _ending(list(_STEP_3))
_step_4_ending = _ending(_STEP_4)


def _step_2(word: str) -> str:
    while word.endswith("alli") and _measure(word[:-4]) > 0:
        word = word[:-2]
    found = _step_2_ending.search(word)
    if found is None:
        return word
    suffix = found.group()
    base = word[: found.start()]
    measured = word[:-3] if suffix == "logi" else base
    return base + _STEP_2[suffix] if _measure(measured) > 0 else word


def _step_3(word: str) -> str:
    found = _step_3_ending.search(word)
    if found is None or _measure(word[: found.start()]) == 0:
        return word
    return word[: found.start()] + _STEP_3[found.group()]


def _step_4(word: str) -> str:
    found = _step_4_ending.search(word)
    if found is None:
        return word
    base = word[: found.start()]
    if _measure(base) <= 1 or (found.group() == "ion" and base[-1] not in "st"):
        return word
    return base


def _without_last_e(word: str) -> str:
    if word.endswith("e"):
        base = word[:-1]
        measure = _measure(base)
        if measure > 1 or (measure == 1 and not _is_short(base)):
            word = base
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word
