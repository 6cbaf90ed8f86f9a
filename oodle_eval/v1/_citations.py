"""Citation markers and URLs of a reply, and the sources that they can name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from oodle_eval.v1 import util
from oodle_eval.v1._quoting import masked

__all__ = ["Marker", "dangling", "marked_numbers", "markers", "same_url", "unknown_urls"]

# Sources are numbered from below 1000 on: "[1984]" and "[1984-1990]" are years, "[1-1984]" names sources.
_marker = re.compile(r"\[ ?(\d{1,3}(?: ?[-–—,;] ?\d{1,18})*) ?\]")
_range = re.compile(r"(\d+)(?: ?[-–—] ?(\d+))?")
_marked = re.compile(r"\[(\d{1,3})\]")
_numbered_line = re.compile(r"^[ \t>*#-]{0,8}\(?(\d{1,3})(?:[.):]|\*\*[.):]?|[.):]\*\*)[ \t]", re.MULTILINE)
# As many URLs of a reply are also looked for without their scheme.
_BARE_URLS = 50


class Marker(NamedTuple):
    """A citation marker as it is written, and the first and last number of each range that it names."""

    shown: str
    ranges: tuple[tuple[int, int], ...]


def markers(text: str) -> Iterator[Marker]:
    """Yield the markers of a text outside its code: "[2]", "[1, 3]", "[2-4]".

    No source has the number 0, so "[0, 1]" is an interval, no marker; "[0]" is a marker that names nothing.
    """
    for match in _marker.finditer(util.strip_code(text)):
        ends = [sorted((int(first), int(last or first))) for first, last in _range.findall(match[1])]
        if match[1] == "0" or min(ends)[0] > 0:
            yield Marker(match.group(), tuple((low, high) for low, high in ends))


def marked_numbers(context: str) -> frozenset[int]:
    """Return the numbers that a context marks as [n], or with which one of its lines begins."""
    found = _marked.findall(context) + _numbered_line.findall(context)
    return frozenset(map(int, found))


def same_url(url: str) -> str:
    """Return a URL in the form in which it is compared.

    Its scheme, a leading "www.", the case of its host, percent-encoding, a closing slash and a fragment make no
    difference.
    """
    from urllib.parse import unquote  # noqa: PLC0415 - a light import stays light

    rest = url.partition("://")[2] or url
    host, slash, path = rest.partition("#")[0].partition("/")
    path = unquote(path) if "%" in path else path
    return f"{host.lower().removeprefix('www.')}{slash}{path}".rstrip("/")


def _is_bare_in(url: str, text: str) -> bool:
    """Return whether a text has a URL, in the form in which it is compared, without a scheme before it."""
    if not url:  # "https:///" and "https://#top" name no page
        return False
    at = text.find(url)
    while at >= 0:
        end = at + len(url)
        before, behind = text[at - 1 : at], text[end : end + 2]
        inside = before.isalnum() or before in {"-", "@"} or (before == "." and text[at - 4 : at] != "www.")
        longer = (
            behind[:1].isalnum()
            or behind[:1] in set("-%?=&_")
            or (len(behind) == 2 and behind[0] in "/." and behind[1].isalnum())
        )
        if not inside and not longer:
            return True
        at = text.find(url, end)
    return False


def dangling(cited: list[Marker], sources: list[Any] | None, held: str) -> list[str]:
    """Return what is wrong with the markers of a reply."""
    if not cited:
        return []
    real = marked_numbers(held) if sources is None else range(1, len(sources) + 1)
    have = "the context marks no such number" if sources is None else f"there are {len(sources)}"
    return [
        f"{marker.shown} names no source ({have})"
        for marker in dict.fromkeys(cited)
        if not all(_names_sources(low, high, real) for low, high in marker.ranges)
    ]


def _names_sources(low: int, high: int, real: range | frozenset[int]) -> bool:
    """Return whether each number of a range is one of a source."""
    if isinstance(real, range):
        return low in real and high in real
    return high - low < len(real) and all(number in real for number in range(low, high + 1))


def unknown_urls(urls: list[str], sources: list[Any] | None, held: str) -> list[str]:
    """Return what is wrong with the URLs of a reply."""
    if not urls:
        return []
    text = f"{util.flat_text(sources)}\n{held}"
    known = frozenset(map(same_url, util.find_urls(text)))
    missing = [same for same in dict.fromkeys(map(same_url, urls)) if same not in known]
    # Each of these takes a pass over the text, so only the first ones get it.
    strange = [same for place, same in enumerate(missing) if place >= _BARE_URLS or not _is_bare_in(same, text)]
    # A query can hold a secret, which no comment may repeat.
    shown = [masked(url.partition("?")[0].rpartition("@")[2][:80]) for url in strange]
    return [f"{url or 'a URL without a host'} is in no source" for url in shown]
