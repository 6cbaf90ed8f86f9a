"""A text as a reader sees it: what disguises letters is undone, so that a pattern needs to know one spelling only.

How the tables were made: the invisible characters are those of category Cf in Unicode 14 plus the Hangul fillers and
variation selectors; the look-alikes were gathered by eye from the lower-case letters of Cyrillic, Greek, Armenian and
the phonetic Latin letters that print like an ASCII letter in common fonts, and the marks that print like an ASCII one.
"""

from __future__ import annotations

import codecs
import functools
import re
import unicodedata
from typing import NamedTuple

from oodle_eval.v1._memo import shared

__all__ = ["Folded", "folded", "readable"]

# Look-alikes in lower case, beside what they look like. Letters of one script stay apart from each other where possible.
_LOOK_ALIKES = dict(
    zip(
        "абвгеёзкмнорстухьіїјѕһԁԛԝѵӏґєαβγεηικμνορτυχωϲϳաօսոցհգյզıɑɡɩɪʀʙɢʜʟɴʏᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢꜰꜱøłđħŧƙɓɗɠʋßæ",
        "a6bree3kmhopctyxbiijshdqwvlreabyenikmvoptuxwcjwounghqjqiagiirbghlnyacdejkmoptuvwzfsoldhtkbdgvsa",
        strict=True,
    )
)
_PUNCTUATION = {
    "\u2018": "'", "\u2019": "'", "\u201a": "'", "\u201b": "'", "\u2032": "'", "\u02bc": "'", "\u00b4": "'", "`": "`",
    "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u00ab": '"', "\u00bb": '"', "\u2033": '"',
    "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2015": "-", "\u2212": "-",
    "\u2024": ".", "\u3002": ".", "\u2044": "/", "\u2215": "/", "\u2236": ":", "\u02d0": ":", "\ua789": ":",
}  # fmt: skip
_TABLE = str.maketrans({**_LOOK_ALIKES, **_PUNCTUATION})

# Shown as nothing. Tag characters are kept apart: they are a signal of their own.
_TAGS = "\U000e0000-\U000e007f"
INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0080-\U000e01ef"
)
_invisible = re.compile(f"[{INVISIBLE}]")
_tag = re.compile(f"[{_TAGS}]")
_hidden = re.compile(f"[{INVISIBLE}{_TAGS}]")
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
_accents = re.compile("[\u0300-\u036f]+")
# Where invisible characters belong: in emoji (joiners, presentation, flags of regions), in scripts that join or part
# letters with them or turn the direction with them, and behind a Han character to pick its variant.
_rightful = re.compile(
    "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f"
    "|(?<=[\u2190-\u2bff\u3030\u303d\U0001f000-\U0001faff\ufe0f])\u200d(?=[\u2190-\u2bff\U0001f000-\U0001faff])"
    f"|(?<![{INVISIBLE}])[\ufe00-\ufe0f]"
    "|(?<=[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])[\U000e0100-\U000e01ef]"
    "|(?<=[\u0590-\u109f\u1780-\u17ff])[\u061c\u200b-\u200f]|[\u200e\u200f](?=[\u0590-\u08ff])"
)

# Stand-ins while a text is folded: control characters that no prose holds, counted and taken out at the end.
_INVISIBLE_MARK, _TAG_MARK = "\x01", "\x02"
_HANDLER, _READING = "oodle_eval.v1.fold", "oodle_eval.v1.read"
_LONGEST_KEPT = 8


class Folded(NamedTuple):
    """A text in lower case without accents and disguises, and how much was hidden in it.

    `parted` has a space where an invisible character was, which may stand for one; "" when there was none.
    """

    text: str
    invisible: int
    tags: int
    parted: str = ""


@functools.lru_cache(maxsize=2048)
def _folded_short(run: str) -> bytes:
    return _folded_run(run)


def _folded_run(run: str) -> bytes:
    """Return a run of characters beyond ASCII as it looks, with a mark for each hidden character."""
    plain = _rightful.sub("", run)
    plain = _tag.sub(_TAG_MARK, _invisible.sub(_INVISIBLE_MARK, plain))
    plain = unicodedata.normalize("NFKD", plain).lower()
    plain = unicodedata.normalize("NFC", _accents.sub("", plain))
    return plain.translate(_TABLE).encode("utf-8", "ignore")


def _handle(error: UnicodeError) -> tuple[bytes, int]:
    """Fold a run that the ASCII encoder can't take: it walks over the rest of the text at the speed of C."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    run = error.object[error.start : error.end]
    return (_folded_short(run) if len(run) <= _LONGEST_KEPT else _folded_run(run)), error.end


@functools.lru_cache(maxsize=2048)
def _plain_run(run: str) -> bytes:
    """Return a run of characters beyond ASCII as it is, but for width, dashes and what shows as nothing."""
    return unicodedata.normalize("NFKC", _hidden.sub("", run)).translate(_DASHES).encode("utf-8", "ignore")


def _handle_reading(error: UnicodeError) -> tuple[bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    run = error.object[error.start : error.end]
    return (_plain_run(run) if len(run) <= _LONGEST_KEPT else _plain_run.__wrapped__(run)), error.end


@functools.cache
def _register() -> None:
    codecs.register_error(_HANDLER, _handle)
    codecs.register_error(_READING, _handle_reading)


@shared
def folded(text: str) -> Folded:
    """Return a text as a reader sees it, in lower case.

    Full-width and other compatibility letters, letters of other scripts that look Latin, accents, curly quotes and
    invisible characters are all undone. Letters of other scripts that look like none stay.
    """
    if text.isascii():
        return Folded(text.lower(), 0, 0)
    _register()
    plain = text.encode("ascii", _HANDLER).decode("utf-8", "ignore").lower()
    invisible = plain.count(_INVISIBLE_MARK) - text.count(_INVISIBLE_MARK) if _INVISIBLE_MARK in plain else 0
    tags = plain.count(_TAG_MARK) - text.count(_TAG_MARK) if _TAG_MARK in plain else 0
    if tags:
        plain = plain.replace(_TAG_MARK, "")
    if invisible:
        return Folded(plain.replace(_INVISIBLE_MARK, ""), invisible, tags, plain.replace(_INVISIBLE_MARK, " "))
    return Folded(plain, invisible, tags)


@shared
def readable(text: str) -> str:
    """Return a text without invisible characters, with full-width characters and dashes made plain; case stays."""
    if text.isascii():
        return text
    _register()
    return text.encode("ascii", _READING).decode("utf-8", "ignore")
