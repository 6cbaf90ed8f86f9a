"""CSV rows as RFC 4180 has them, with any separator and any line ending; no limit on the length of a field."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["DELIMITERS", "Row", "guessed_delimiter", "problems_with", "rows"]

DELIMITERS = (",", ";", "\t", "|")

_quoted = re.compile(r'"[^"]*+(?:""[^"]*+)*+"?')
_line_end = re.compile(r"\r\n|\r|\n")


class Row(NamedTuple):
    """A row's fields, the line that it begins on, and whether its last quote is left open."""

    fields: list[str]
    line: int
    is_open: bool


def guessed_delimiter(text: str) -> str:
    """Return the separator that the first row uses most, the comma when it uses none."""
    first = _line_end.split(_quoted.sub("", text.lstrip(" \r\n")), maxsplit=1)[0]
    return max(DELIMITERS, key=first.count)


def rows(text: str, delimiter: str) -> list[Row]:
    """Return the rows of a text that are not blank."""
    mark = re.escape(delimiter)
    text_of_field = rf"[^{mark}\r\n]" if len(delimiter) == 1 else rf"(?:(?!{mark})[^\r\n])"
    field = re.compile(rf'(?:"([^"]*+(?:""[^"]*+)*+)("?))?({text_of_field}*+)({mark}|\r\n|\r|\n|\Z)')
    found: list[Row] = []
    fields: list[str] = []
    at, line, begun = 0, 1, 1
    while match := field.match(text, at):
        inside, closing, rest, end = match.groups()
        is_open = inside is not None and not closing
        fields.append(rest if inside is None else inside.replace('""', '"') + rest)
        line += len(_line_end.findall(inside or "")) + (end[:1] in ("\r", "\n"))
        at = match.end()
        if end == delimiter:
            continue
        if len(fields) > 1 or fields[0].strip(" ") or inside is not None:
            found.append(Row(fields, begun, is_open))
        fields, begun = [], line
        if not end:
            break
    return found


def problems_with(found: list[Row], has_header: bool, required: tuple[str, ...]) -> list[str]:
    """Return what is wrong with rows and their header, apart from how many there are."""
    width = len(found[0].fields) if found else 0
    problems = ["there is no header row"] if has_header and not found else []
    if required and not has_header:
        problems.append("required_columns needs a header row, and has_header is False")
    elif required:
        header = {column.strip() for column in found[0].fields} if found else set()
        problems += [f"no column {column[:60]!r}" for column in required if column.strip() not in header]
    for row in found:
        size = len(row.fields)
        if row.is_open:
            problems.append(f"line {row.line}: a quote is not closed")
        elif size != width:
            problems.append(f"line {row.line}: {size} field{'' if size == 1 else 's'}, the first row has {width}")
    return problems
