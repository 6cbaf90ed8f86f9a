"""Markdown's blocks, line by line: fences, headings, lists and tables, as CommonMark and GitHub's tables have them.

Only what decides those four is read. Where a model's Markdown is often sloppy and yet clear, reading is lenient: a fence
inside a list may be indented in any way, and a line without a pipe ends a table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from oodle_eval.v1._wording import plural

__all__ = ["Outline", "outline"]

_blank = re.compile(r"^[ \t]*$")
_lines = re.compile(r"\r\n|\r|\n")
_matter_line = re.compile(r"[ \t]|#|- |[\w.\"'-]{1,100}[ \t]*:|$")
_quote = re.compile(r" {0,3}> ?")
_fence = re.compile(r"(`{3,}|~{3,})[ \t]*([^\n]*)$")
_heading = re.compile(r"#{1,6}(?:[ \t]+(.*)|)$")
_closing_marks = re.compile(r"(?:^|[ \t]+)#+[ \t]*$")
_underline = re.compile(r"(?:=+|-+)[ \t]*$")
_rule = re.compile(r"(?:(?:\*[ \t]*+){3,}|(?:-[ \t]*+){3,}|(?:_[ \t]*+){3,})$")
_item = re.compile(r"(?:([-+*])|(\d{1,9})[.)])(?=[ \t]|$)")
_delimiter = re.compile(r"\|?[ \t]*+:?-+:?[ \t]*+(?:\|[ \t]*+:?-+:?[ \t]*+)*+\|?[ \t]*$")
_escape = re.compile(r"\\.")
# Blocks of raw HTML: the first kind up to its end, the others up to a blank line.
_raw = re.compile(r"<(?:(!--)|(script|pre|style|textarea)(?=[\s>]|$))", re.IGNORECASE)
_html = re.compile(
    r"</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|"
    r"dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|"
    r"menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|"
    r"track|ul)(?=[\s/>]|$)",
    re.IGNORECASE,
)
_lone_tag = re.compile(r"</?[A-Za-z][\w-]*(?:\s[^<>]*)?>[ \t]*$")


@dataclass
class Outline:
    """What a Markdown text holds."""

    headings: list[str] = field(default_factory=list)
    has_list: bool = False
    has_table: bool = False
    problems: list[str] = field(default_factory=list)


@dataclass
class _Fence:
    marker: str
    indent: int
    quotes: int
    line: int

    def is_closed_by(self, content: str, indent: int) -> bool:
        bare = content.rstrip(" \t")
        return indent <= self.indent + 3 and len(bare) >= len(self.marker) and bare == self.marker[0] * len(bare)


class _Reader:
    def __init__(self) -> None:
        self.found = Outline()
        self.number = 0
        self.fence: _Fence | None = None
        self.raw_end: re.Pattern[str] | None = None  # what ends the HTML that is being skipped; None: nothing is
        self.items: list[int] = []  # how far the text of each open list item is indented
        self.paragraph: list[str] = []
        self.depth = (0, 0)  # quotes and list items around the paragraph
        self.columns = 0  # of the table being read, 0 outside one

    def read(self, line: str) -> None:
        """Read the next line."""
        self.number += 1
        quotes, rest = self._unquoted(line)
        if self.fence is not None:
            if quotes >= self.fence.quotes:
                self._in_fence(rest)
                return
            self._unclosed()
        if self.raw_end is not None:
            if self.raw_end.search(rest):
                self.raw_end = None
            return
        if not rest.strip(" \t"):
            self._end_paragraph()
            return
        self._block(rest, quotes)

    def _unquoted(self, line: str) -> tuple[int, str]:
        """Return a line without the marks of the quotes around it, and how many there are."""
        quotes, most = 0, self.fence.quotes if self.fence is not None else 100
        while quotes < most and (mark := _quote.match(line)):
            quotes += 1
            line = line[mark.end() :]
        return quotes, line

    def _in_fence(self, line: str) -> None:
        content = line.lstrip(" \t")
        if self.fence is not None and self.fence.is_closed_by(content, _indent(line)):
            self.fence = None

    def finish(self) -> None:
        self._unclosed()

    def _unclosed(self) -> None:
        if self.fence is not None:
            self.found.problems.append(f"the code fence opened on line {self.fence.line} is not closed")
        self.fence = None

    def _end_paragraph(self) -> None:
        self.paragraph = []
        self.columns = 0

    def _block(self, line: str, quotes: int) -> None:
        """Read a line that is outside fences and raw HTML, and not blank."""
        indent, before = _indent(line), list(self.items)
        while self.items and indent < self.items[-1]:
            self.items.pop()
        content = line.lstrip(" \t")
        relative = indent - (self.items[-1] if self.items else 0)
        if relative >= 4 and not self._may_be_fence(content):
            if self.paragraph or self.columns:  # no code: the paragraph or table goes on
                self._text(content, quotes, before)
            return
        if not self._starts_block(content, indent, quotes):
            self._text(content, quotes, before)

    def _may_be_fence(self, content: str) -> bool:
        return bool(self.items) and _fence.match(content) is not None

    def _starts_block(self, content: str, indent: int, quotes: int) -> bool:
        """Read what begins a block of its own; False when the line is text."""
        depth = (quotes, len(self.items))
        if self.paragraph and depth == self.depth and _underline.match(content):
            self.found.headings.append(" ".join(self.paragraph))
        elif heading := _heading.match(content):
            self.found.headings.append(_closing_marks.sub("", heading[1] or "").strip(" \t"))
        elif (fence := _fence.match(content)) and not (content[0] == "`" and "`" in fence[2]):
            self.fence = _Fence(fence[1], indent, quotes, self.number)
        elif _rule.match(content):
            pass
        elif (item := _item.match(content)) and self._may_begin(item, content, depth):
            self._open_item(item, content, indent, quotes)
            return True
        elif content[0] == "<" and (end := self._raw_end(content)):
            self.raw_end = None if end is not _blank and end.search(content) else end
        else:
            return False
        self._end_paragraph()
        return True

    def _may_begin(self, item: re.Match[str], content: str, depth: tuple[int, int]) -> bool:
        """Return whether a list may begin here: in the middle of a paragraph, only with text, and only at 1."""
        if not self.paragraph or depth != self.depth or depth[1] < self.depth[1]:
            return True
        return bool(content[item.end() :].strip(" \t")) and item[2] in (None, "1", "01")

    def _open_item(self, item: re.Match[str], content: str, indent: int, quotes: int) -> None:
        self.found.has_list = True
        self._end_paragraph()
        rest = content[item.end() :]
        spaces = _indent(rest)
        width = spaces if 1 <= spaces <= 4 and rest.strip(" \t") else 1
        self.items.append(indent + item.end() + width)
        if len(self.items) > 100:  # a line of bullets only
            return
        inner = " " * (indent + item.end() + spaces) + rest.lstrip(" \t")
        if rest.strip(" \t"):
            more, inner_line = self._unquoted(rest.lstrip(" \t"))
            if inner_line.strip(" \t"):  # "- >" holds an empty quote
                self._block(inner_line if more else inner, quotes + more)

    @staticmethod
    def _raw_end(content: str) -> re.Pattern[str] | None:
        """Return what ends the raw HTML that a line begins, None when it begins none."""
        raw = _raw.match(content)
        if raw:
            return re.compile("-->") if raw[1] else re.compile(rf"</{raw[2]}>", re.IGNORECASE)
        return _blank if _html.match(content) or _lone_tag.match(content) else None

    def _text(self, content: str, quotes: int, before: list[int]) -> None:
        """Read a line of a paragraph or of a table."""
        depth = (quotes, len(self.items))
        if self.columns and "|" in content:
            self._row(content)
            return
        if self.paragraph and depth < self.depth:
            self.items = before  # the line goes on with the paragraph, though it is not indented as the item is
            depth = self.depth
        if self.paragraph and depth == self.depth and self._is_table(self.paragraph[-1], content):
            self.paragraph = []
            return
        self.columns = 0
        self.paragraph = [*self.paragraph[-20:], content.strip(" \t")]
        self.depth = depth

    def _is_table(self, header: str, content: str) -> bool:
        """Return whether a table begins with a header and this line under it."""
        if "|" not in content or not _delimiter.match(content):
            return False
        wanted, got = _cells(header), _cells(content)
        if wanted == got:
            self.columns = wanted
            self.found.has_table = True
        elif "|" in header:
            self._problem(f"the table's header has {plural(wanted, 'cell')}, the line under it {got}")
        else:
            return False
        return True

    def _row(self, content: str) -> None:
        got = _cells(content)
        if got != self.columns:
            self._problem(f"a table row has {plural(got, 'cell')}, its header {self.columns}")

    def _problem(self, said: str) -> None:
        self.found.problems.append(f"line {self.number}: {said}")


def _indent(line: str) -> int:
    """Return how far a line is indented; a tab reaches to the next multiple of 4."""
    width = 0
    for char in line:
        if char == " ":
            width += 1
        elif char == "\t":
            width += 4 - width % 4
        else:
            break
    return width


def _cells(row: str) -> int:
    """Return how many cells a table row has. An escaped pipe is text, also inside code."""
    bare = _escape.sub("x", row.strip(" \t"))
    return bare.removeprefix("|").removesuffix("|").count("|") + 1


def _front_matter(lines: list[str]) -> int:
    """Return how many lines of YAML stand at the start, between two lines of `---`; 0 when there are none."""
    if lines[0].lstrip("\ufeff").rstrip(" \t") != "---":
        return 0
    for place, line in enumerate(lines[1:], 1):
        if line.rstrip(" \t") == "---":
            return place + 1
        if not _matter_line.match(line):
            return 0
    return 0


def outline(text: str) -> Outline:
    """Return what a Markdown text holds, and what is wrong with it."""
    lines = _lines.split(text)
    reader = _Reader()
    reader.number = _front_matter(lines)
    for line in lines[reader.number :]:
        reader.read(line)
    reader.finish()
    return reader.found
