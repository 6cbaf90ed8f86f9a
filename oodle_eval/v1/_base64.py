"""Long stretches of base64 that hide readable text."""

from __future__ import annotations

import functools
import re
from itertools import repeat

from oodle_eval.v1._memo import shared

__all__ = ["hidden_text"]

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_"
_run = re.compile(r"[A-Za-z0-9+/_\-]+(?:\r?\n[A-Za-z0-9+/_\-]+)*")
# As much of a run is decoded: enough to tell text from data.
_DECODED_CHARS = 4_000
_READABLE = 0.9


def hidden_text(text: str, least: int) -> str | None:
    """Return the text that the first readable base64 run hides, None when there is none.

    A run of `least` characters or more covers a whole block of half as many, so that only blocks are looked at.
    """
    if least > len(text) or not _has_unbroken(text, least):
        return None
    step = max(1, (least + 1) // 2)
    block = _block(step)
    done = 0
    for found in filter(None, map(block.match, repeat(text), range(0, len(text) - step + 1, step))):
        begin = _begin(text, found.start() + (text[found.start()] in "\r\n"), step)
        run = _run.match(text, begin) if begin >= done else None
        if run:
            done = run.end()
            decoded = len(run.group()) >= least and _decoded("".join(run.group().split()))
            if decoded:
                return decoded
    return None


def _has_unbroken(text: str, least: int) -> bool:
    """Return whether a text has so many characters in a row without a space: prose has not, and a few looks tell."""
    begin = 0
    while begin + least <= len(text):
        space = text.rfind(" ", begin, begin + least)
        if space < 0:
            return True
        begin = space + 1
    return False


@functools.lru_cache(maxsize=16)
def _block(step: int) -> re.Pattern[str]:
    return re.compile(rf"[\r\n]?[A-Za-z0-9+/_\-](?:[A-Za-z0-9+/_\-]|\r?\n(?=[A-Za-z0-9+/_\-])){{{max(0, step - 3)}}}")


def _begin(text: str, at: int, step: int) -> int:
    """Return where the run begins that holds the block at `at`: in the block before at the earliest."""
    begin = at
    while begin > max(0, at - step) and text[begin - 1] in _ALPHABET:
        begin -= 1
    return begin


@shared
def _decoded(run: str) -> str | None:
    """Return a run as the text that it stands for, None when it stands for no text. What comes before may be glued on."""
    from base64 import b64decode  # noqa: PLC0415 - needed only when a text holds such a run

    standard = run.replace("-", "+").replace("_", "/")
    for begin in range(min(4, len(run))):
        piece = standard[begin : begin + _DECODED_CHARS]
        data = b64decode(piece[: len(piece) // 4 * 4])
        for encoding in ("utf-8", "utf-16-le"):
            text = _readable(data, encoding)
            if text:
                return text
    return None


def _readable(data: bytes, encoding: str) -> str | None:
    """Return bytes as text when nearly all of it is what people write: letters, digits, spaces, common marks."""
    try:
        text = data[: len(data) // 2 * 2 if encoding == "utf-16-le" else len(data)].decode(encoding)
    except UnicodeDecodeError as error:
        if encoding == "utf-16-le" or error.start < len(data) - 3:  # but a character cut off at the end
            return None
        text = data[: error.start].decode(encoding)
    plain = sum(char.isalnum() or char in " \n\t.,;:!?'\"()-_/{}[]<>=&@#%+*|$" for char in text)
    ascii_letters = sum(char.isascii() and char.isalpha() for char in text)
    if encoding == "utf-16-le" and ascii_letters < len(text) / 2:
        return None  # any bytes are UTF-16
    return text if text and plain >= _READABLE * len(text) and any(map(str.isalpha, text)) else None
