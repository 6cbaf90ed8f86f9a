"""The fenced code blocks of a text, as the checks read them that want what is in one or what is around it.

Fences of CommonMark, and what models write in their place: a fence that opens behind words, ends behind the code, or
stands in a quote, and code between fences on one line.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from oodle_eval.v1._memo import shared

__all__ = ["fenced", "fences", "without_fences"]

_fence_line = re.compile(r"^ {0,3}(> ?)?[ \t]*(`{3,}|~{3,})([ \t]*)([^\s`]*)([^\n]*)$", re.MULTILINE)
# A fence behind words of its line: "Here it is: ```json", "- ```sql", or the end of a block as in "{...}```".
_late_fence = re.compile(r"(?<!`)(`{3,})[ \t]*([\w+#.-]*)[ \t\r]*$", re.MULTILINE)
_quote_marks = re.compile(r"^ {0,3}> ?", re.MULTILINE)
# Code between fences on one line, as in "```json {...}```".
_one_line = re.compile(r"(?<!`)(`{3,})([^`\n]+)\1(?!`)")


class _Mark(NamedTuple):
    """A line that can open or close a fenced block."""

    start: int
    end: int
    marker: str
    label: str
    rest: str
    quoted: bool
    late: bool = False  # words of its line come before it
    ends_at: int = 0  # with words behind it, as in "``` Hope this helps": where the marker itself ends


class _Block(NamedTuple):
    """A fenced block: from `start` to `end` with its fences, its content from `inner` to `until`."""

    label: str
    start: int
    inner: int
    until: int
    end: int
    closed: bool
    quoted: bool


def _marks(text: str) -> list[_Mark]:
    found = [
        _Mark(
            line.start(),
            line.end(),
            line[2],
            line[4].lower(),
            line[5].strip(),
            bool(line[1]),
            ends_at=line.end(2) if line[3] and line[4] else 0,
        )
        for line in _fence_line.finditer(text)
    ]
    count = len(found)
    for fence in _late_fence.finditer(text):
        before = text[text.rfind("\n", 0, fence.start()) + 1 : fence.start()]
        if before.strip(" \t>") and "```" not in before:
            found.append(_Mark(fence.start(), fence.end(), fence[1], fence[2].lower(), "", False, True))
    return found if len(found) == count else sorted(found)


@shared
def _fence_blocks(text: str) -> list[_Block]:
    """Return the fenced blocks of a text."""
    reading = _Reading()
    for mark in _marks(text):
        reading.take(mark)
    return reading.ended(len(text))


class _Reading:
    """The blocks of a text, mark by mark.

    A fence behind words opens a block only if one closes it. One behind or before words closes a block only if no line
    of its own does.
    """

    def __init__(self) -> None:
        self.found: list[_Block] = []
        self.opened: _Mark | None = None
        self.late_end: _Mark | None = None

    def take(self, mark: _Mark) -> None:
        opened = self.opened
        if opened is None:
            if mark.marker[0] == "~" or "`" not in mark.rest:  # a line such as ```x``` is inline code
                self._open(mark)
        elif not mark.label and not mark.rest and not mark.late and mark.marker.startswith(opened.marker):
            self._close(opened, mark)
        elif (mark.ends_at or not mark.label) and mark.marker.startswith(opened.marker):
            self.late_end = self.late_end or mark
        elif mark.label and not mark.late and (opened.late or self.late_end):
            if self.late_end:
                self._close(opened, self.late_end)
            self._open(mark)

    def ended(self, length: int) -> list[_Block]:
        """Return the blocks of the whole text."""
        opened = self.opened
        if opened is not None and self.late_end is not None:
            self._close(opened, self.late_end)
        elif opened is not None and not opened.late:
            self.found.append(_Block(opened.label, opened.start, opened.end + 1, length, length, False, opened.quoted))
        return self.found

    def _open(self, mark: _Mark) -> None:
        self.opened, self.late_end = mark, None

    def _close(self, opened: _Mark, by: _Mark) -> None:
        inner = min(opened.end + 1, by.start)
        until = by.start if by.late else max(inner, by.start - 1)
        self.found.append(_Block(opened.label, opened.start, inner, until, by.ends_at or by.end, True, opened.quoted))
        self.opened = self.late_end = None


def fences(text: str) -> list[tuple[str, str, bool]]:
    """Return each fenced block of a text as (label in lower case, content, whether it is closed)."""
    found = []
    for block in _fence_blocks(text):
        content = text[block.inner : block.until]
        found.append((block.label, _quote_marks.sub("", content) if block.quoted else content, block.closed))
    return found


def without_fences(text: str) -> str:
    """Return a text with its fenced blocks made spaces."""
    kept: list[str] = []
    at = 0
    for block in _fence_blocks(text):
        kept.append(text[at : block.start])
        at = block.end
    return " ".join([*kept, text[at:]])


def fenced(text: str, labels: tuple[str, ...]) -> str | None:
    """Return the content of the first block with one of the labels, else of the first without a label, else None.

    A block that is left open counts to the end of the text: a reply that was cut off still shows what it held.
    """
    if "```" not in text and "~~~" not in text:
        return None
    blocks = fences(text)
    for wanted in (labels, ("",)):
        for label, content, _ in blocks:
            if label in wanted:
                return content
    return _fenced_in_line(text, labels) if not blocks else None


def _fenced_in_line(text: str, labels: tuple[str, ...]) -> str | None:
    """Return the first code between fences on one line that has one of the labels, else that begins with a sign."""
    bare: str | None = None
    for _, code in _one_line.findall(text):
        label, _, content = code.strip().partition(" ")
        if label.lower() in labels:
            return str(content)
        if bare is None and not label[:1].isalnum():
            bare = code.strip()
    return bare
