"""HTML's tags: whether each is closed, in order. One pass over the text, by the rules of the HTML standard.

`tags` splits a text as the standard's tokenizer does; `Nesting` keeps the open elements as its tree construction does, but
for what has no bearing on which tags are left open or stray.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Report", "report"]


def _set(names: str) -> frozenset[str]:
    return frozenset(names.split())


VOID = _set(
    "area base basefont bgsound br col command embed frame hr image img input keygen link meta param source track wbr"
)
# Elements whose end tag HTML makes optional.
OPTIONAL_END = _set(
    "p li dt dd option optgroup tr td th thead tbody tfoot colgroup caption rb rt rtc rp html head body"
)
CLOSES_P = _set(
    "address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 "
    "h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp"
)
HEADINGS = _set("h1 h2 h3 h4 h5 h6")
# An end tag does not reach past these.
BARRIERS = _set("applet caption html marquee object table td template th")
# A new <li>, <dd> or <dt> closes an open one only up to one of these.
SPECIAL = BARRIERS | _set(
    "article aside blockquote body button center dd details dir dl dt fieldset figcaption figure footer form frameset h1 "
    "h2 h3 h4 h5 h6 head header hgroup iframe li listing main menu nav noscript ol pre search section select summary "
    "tbody tfoot thead tr ul"
)
RAW_TEXT = _set("script style xmp iframe noembed noframes title textarea")
IN_HEAD = _set("base basefont bgsound link meta title noscript noframes script style template")
SECTIONS = _set("thead tbody tfoot")
# What a new part of a table closes, innermost first.
TABLE_PARTS = {
    "td": ("td", "th"),
    "th": ("td", "th"),
    "tr": ("td", "th", "tr", "caption", "colgroup"),
    "col": ("td", "th", "tr", "thead", "tbody", "tfoot", "caption"),
} | dict.fromkeys(
    ("thead", "tbody", "tfoot", "colgroup", "caption"),
    ("td", "th", "tr", "thead", "tbody", "tfoot", "caption", "colgroup"),
)
# What a start tag closes when it is the innermost open element.
CLOSED_AT_ONCE = {
    "option": ("option",),
    "optgroup": ("option", "optgroup"),
    "hr": ("option", "optgroup"),
} | dict.fromkeys(("rb", "rt", "rtc", "rp"), ("rb", "rt", "rtc", "rp"))
# HTML inside these foreign elements is HTML again.
INTEGRATION = _set("foreignobject desc title mi mo mn ms mtext annotation-xml")
# HTML start tags that end foreign content.
BREAKOUT = _set(
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta "
    "nobr ol p pre ruby s small span strong strike sub sup table tt u ul var"
)


class Tag(NamedTuple):
    """A start or end tag, or a flaw of the text itself."""

    name: str
    at: int
    is_end: bool = False
    closes_itself: bool = False
    flaw: str = ""


_open = re.compile(r"<(?:(!--)|(!\[CDATA\[)|([!?])|(/)?([A-Za-z][^\s/>]*)|(/))")
_attribute = re.compile(r"""([\s/]*+)(?:(>)|([^\s/>][^\s/>=]*+)(?:\s*+=\s*+(?:"[^"]*+("?)|'[^']*+('?)|([^\s>]*+)))?)""")
_script_step = re.compile(r"<!--|-->|<script(?=[\s/>])|</script(?=[\s/>])", re.IGNORECASE)


def _end_of_tag(text: str, at: int) -> tuple[int, bool, str]:
    """Return (where a tag ends, whether it closes itself, its flaw) from behind its name on."""
    while match := _attribute.match(text, at):
        spaces, end, name, double, single, _ = match.groups()
        at = match.end()
        if end:
            return at, spaces.endswith("/"), ""
        if double == "" or single == "":
            return len(text), False, "has a quote that is not closed"
        if name and "<" in name:
            return at, False, "is not finished before the next <"
    return len(text), False, "is not finished"


def _end_of_script(text: str, at: int) -> int:
    """Return where a script's end tag begins, -1 when there is none; a script inside a comment of it does not count."""
    commented = nested = False
    for step in _script_step.finditer(text, at):
        found = step.group().lower()
        if found == "<!--":
            commented = True
        elif found == "-->":
            commented = nested = False
        elif found == "<script":
            nested = commented
        elif not nested:
            return step.start()
        else:
            nested = False
    return -1


class _Scanner:
    """Splits a text into its tags."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.foreign = False  # set by who reads the tags: CDATA and raw text depend on it

    def tags(self) -> Iterator[Tag]:
        while match := _open.search(self.text, self.at):
            comment, cdata, bogus, slash, name, bare = match.groups()
            start, self.at = match.start(), match.end()
            if name:
                yield from self._tag(name.lower(), start, is_end=bool(slash))
            elif comment:
                yield from self._skip_to("-->", start, "the comment", alternative="--!>", back=2)
            elif cdata and self.foreign:
                yield from self._skip_to("]]>", start, "the CDATA section")
            elif bare and self.text.startswith(">", self.at):
                yield Tag("", start, flaw="</> is an end tag without a name")
            elif bogus or cdata or bare:
                end = self.text.find(">", self.at)
                self.at = len(self.text) if end < 0 else end + 1

    def _skip_to(self, end: str, start: int, what: str, alternative: str = "", back: int = 0) -> Iterator[Tag]:
        """Move behind the end of a comment or the like."""
        ends = [
            (found, mark)
            for mark in (end, alternative)
            if mark and (found := self.text.find(mark, self.at - back)) >= 0
        ]
        if ends:
            found, mark = min(ends)
            self.at = found + len(mark)
        else:
            self.at = len(self.text)
            yield Tag("", start, flaw=f"{what} is not closed")

    def _tag(self, name: str, start: int, *, is_end: bool) -> Iterator[Tag]:
        self.at, closes_itself, flaw = _end_of_tag(self.text, self.at)
        shown = f"<{'/' if is_end else ''}{_short(name)}>"
        if flaw:
            yield Tag(name, start, flaw=f"{shown} {flaw}")
        if flaw and self.at == len(self.text):
            return
        yield Tag(name, start, is_end, closes_itself)
        if name in RAW_TEXT and not is_end and not self.foreign:
            self._skip_raw(name)

    def _skip_raw(self, name: str) -> None:
        """Move to the end tag of an element whose content holds no tags; to the end when there is none."""
        if name == "script":
            end = _end_of_script(self.text, self.at)
        else:
            match = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(self.text, self.at)
            end = match.start() if match else -1
        self.at = len(self.text) if end < 0 else end


def _short(name: str) -> str:
    return name if len(name) <= 40 else f"{name[:40]}..."


class _Element(NamedTuple):
    name: str  # of a foreign one, after a colon
    at: int
    is_flawed: bool = False  # already reported: it is not reported again when left open


class Nesting:
    """The elements that are open, and what was wrong so far."""

    def __init__(self) -> None:
        self.open: list[_Element] = []
        # Where each name, a barrier and a special element stand in `open`: looking one up never walks the stack.
        self.places: dict[str, list[int]] = {}
        self.barriers: list[int] = [-1]
        self.special: list[int] = [-1]
        self.problems: list[tuple[int, str]] = []
        self.seen: set[str] = set()

    @property
    def is_foreign(self) -> bool:
        """Whether the next tag is read as SVG or MathML."""
        top = self.open[-1].name if self.open else ""
        return top.startswith(":") and top[1:] not in INTEGRATION

    def problem(self, at: int, said: str) -> None:
        self.problems.append((at, said))

    def push(self, name: str, at: int, *, is_flawed: bool = False) -> None:
        place = len(self.open)
        self.open.append(_Element(name, at, is_flawed))
        self.places.setdefault(name, []).append(place)
        if name in BARRIERS or name.startswith(":"):
            self.barriers.append(place)
        if name in SPECIAL or name.startswith(":"):
            self.special.append(place)

    def pop(self) -> _Element:
        element = self.open.pop()
        self.places[element.name].pop()
        for marks in (self.barriers, self.special):
            if marks[-1] == len(self.open):
                marks.pop()
        return element

    def last(self, *names: str) -> int:
        """Return the place of the innermost open element of one of these names, -1 when there is none."""
        return max((places[-1] for name in names if (places := self.places.get(name))), default=-1)

    def close(self, place: int, by: str) -> None:
        """Close an element, and report what is open inside it and may not be left open."""
        while len(self.open) > place + 1:
            inner = self.pop()
            if inner.name not in OPTIONAL_END and not inner.is_flawed:
                self.problem(inner.at, f"<{_short(inner.name.lstrip(':'))}> is not closed before {by}")
        self.pop()

    def start(self, tag: Tag) -> None:
        name, by = tag.name, f"<{_short(tag.name)}>"
        if self.is_foreign:
            if name not in BREAKOUT:
                if not tag.closes_itself:
                    self.push(f":{name}", tag.at)
                return
            self.close(self._foreign_root(), by)
        self.close_implied(name, by)
        if name in ("svg", "math"):
            if not tag.closes_itself:
                self.push(f":{name}", tag.at)
        elif name not in VOID:
            if tag.closes_itself:
                self.problem(tag.at, f"<{_short(name)}/> is no void tag: it needs an end tag")
            self.seen.add(name)
            self.push(name, tag.at, is_flawed=tag.closes_itself)

    def _foreign_root(self) -> int:
        return self.last(":svg", ":math")

    def close_implied(self, name: str, by: str) -> None:
        """Close what a start tag closes."""
        if name not in IN_HEAD and self.open and self.open[-1].name == "head":
            self.pop()
        if name in TABLE_PARTS and self.last("table") >= 0:
            self._close_table_parts(name, by)
        if name in ("li", "dd", "dt"):
            place = self.last("li") if name == "li" else self.last("dd", "dt")
            if place >= 0 and place >= self.special[-1]:
                self.close(place, by)
        while self.open and self.open[-1].name in CLOSED_AT_ONCE.get(name, ()):
            self.pop()
        if name in CLOSES_P and (place := self.last("p")) > max(self.barriers[-1], self.last("button")):
            self.close(place, by)
        if name in HEADINGS and self.open and self.open[-1].name in HEADINGS:
            self.close(len(self.open) - 1, by)

    def _close_table_parts(self, name: str, by: str) -> None:
        floor = self.last("table", "template")
        for part in TABLE_PARTS[name]:
            if self.last(part) > floor:
                self.close(self.last(part), by)
        parent = self.open[-1].name
        if name == "tr" and parent == "table":
            self.push("tbody", self.open[-1].at)
        elif name == "col" and parent == "table":
            self.push("colgroup", self.open[-1].at)

    def end(self, tag: Tag) -> None:
        name, by = tag.name, f"</{_short(tag.name)}>"
        if self.is_foreign and self.last(f":{name}") >= 0:
            self.close(self.last(f":{name}"), by)
            return
        place = self.last(name)
        if name in TABLE_PARTS or name == "table":
            reach = self.last("table", "template") if name != "table" else self.last("template")
        elif name in BARRIERS | {"body"}:
            reach = -1
        elif name == "p":
            reach = max(self.barriers[-1], self.last("button"))
        else:
            reach = self.barriers[-1]
        if place > reach and place >= 0:
            self.close(place, by)
        elif self._foreign_end(name):
            self.close(self.last(f":{name}"), by)
        # The start tags of these three may be left out, and nothing is left to close then.
        elif name not in ("html", "head", "body") or name in self.seen:
            self.problem(tag.at, f"{by} closes nothing that is open")

    def _foreign_end(self, name: str) -> bool:
        """Return whether an end tag closes a foreign element around the HTML that it stands in."""
        place = self.last(f":{name}")
        return place >= 0 and place >= self.barriers[-1]

    def finish(self) -> None:
        for element in self.open:
            if element.name not in OPTIONAL_END and not element.is_flawed:
                self.problem(element.at, f"<{_short(element.name.lstrip(':'))}> is not closed")


class Report(NamedTuple):
    """What was found in a text: its problems, each with its line, and the names of its tags."""

    problems: list[str]
    names: list[str]


def report(text: str) -> Report:
    """Return what is wrong with the tags of a text, in the order of the text, and which tags it has."""
    scanner, nesting = _Scanner(text), Nesting()
    names: dict[str, None] = {}
    for tag in scanner.tags():
        if tag.flaw:
            nesting.problem(tag.at, tag.flaw)
            continue
        if tag.is_end:
            nesting.end(tag)
        else:
            names[tag.name] = None
            nesting.start(tag)
        scanner.foreign = nesting.is_foreign
    nesting.finish()
    return Report(_with_lines(text, nesting.problems), list(names))


def _with_lines(text: str, problems: list[tuple[int, str]]) -> list[str]:
    """Return problems in the order of the text, each with its line."""
    written: list[str] = []
    at, line = 0, 1
    for place, said in sorted(problems):
        line += text.count("\n", at, place)
        at = place
        written.append(f"line {line}: {said}")
    return written
