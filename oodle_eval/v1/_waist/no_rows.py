"""What people give where rows are meant, and what to do about it.

Each of these would be run as something else: a text letter by letter, a file by its raw lines, a table by the names of its
columns, the name of a file as a reply.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

from oodle_eval.v1 import _messages
from oodle_eval.v1._settings import SettingError
from oodle_eval.v1._waist.bound import BoundCheck
from oodle_eval.v1._waist.check import Check
from oodle_eval.v1._waist.row import Row
from oodle_eval.v1._wording import kind_of

__all__ = ["refuse_no_row", "refuse_no_rows"]

_data_file = re.compile(r"\S{1,1000}\.(?:jsonl|ndjson|json|csv|tsv|parquet|pq)(?:\.gz)?")
# How the rows of a file are read, by its ending.
READ_BY = {
    ".json": "json.load(open({file}))",
    ".csv": "list(csv.DictReader(open({file})))",
    ".tsv": 'list(csv.DictReader(open({file}), delimiter="\\t"))',
    ".parquet": 'pandas.read_parquet({file}).to_dict("records")',
    ".pq": 'pandas.read_parquet({file}).to_dict("records")',
}
READ_LINES = "[json.loads(line) for line in open({file})]"


def refuse_no_rows(rows: Any) -> None:
    """Refuse what is no iterable of rows.

    Raises:
        SettingError: The message says what it is, and what to write in its place.
    """
    problem = _problem_with(rows)
    if problem:
        raise SettingError(f"rows must be a list or another iterable of rows, got {problem}")


def _problem_with(rows: Any) -> str:
    """Return what something is that is no rows, with the remedy; "" when it is rows."""
    if isinstance(rows, str) and _data_file.fullmatch(rows.strip()):
        return f"the name of a file: {_how_to_read(rows.strip())}"
    if isinstance(rows, str | bytes | Mapping | Row) or _messages.is_context(rows):
        return f"one {type(rows).__name__}: write [row]"
    if isinstance(rows, BoundCheck | Check):
        return f"the check {rows.name}: the rows come first, then the checks"
    problem = _of_a_file(rows) or _of_a_table(rows)
    if problem or isinstance(rows, list):
        return problem
    return "" if hasattr(rows, "__iter__") or hasattr(rows, "__getitem__") else kind_of(rows)


def _of_a_file(value: Any) -> str:
    """Return what a path or an open file is, with the remedy, "" for anything else."""
    if isinstance(value, os.PathLike):
        return f"the path of a file: {_how_to_read(os.fspath(value))}"
    if hasattr(value, "readline") and hasattr(value, "close"):
        name = getattr(value, "name", None)
        lines = "each of its lines would be a reply as it stands"
        if isinstance(name, str) and not _data_file.fullmatch(name):
            return f"an open file: {lines}; write [line.rstrip() for line in file] if that is meant"
        return f"an open file: {lines}; {_how_to_read(name)}"
    return ""


def _how_to_read(path: Any) -> str:
    known = path if isinstance(path, str) else None
    ending = os.path.splitext(known or "")[1].lower()  # noqa: PTH122 - pathlib costs an import
    how = READ_BY.get(ending, READ_LINES).format(file="..." if known is None else repr(known))
    return f"read its rows first, such as {how}, or let `oodle-eval run check:NAME --data {known or 'FILE'}` read them"


def _of_a_table(value: Any) -> str:
    """Return what a data frame is, which iterates over its columns, with the remedy; "" for anything else."""
    if hasattr(value, "columns") and hasattr(value, "to_dicts"):
        return f"{kind_of(value)}: write rows.to_dicts()"
    if hasattr(value, "columns") and hasattr(value, "to_dict"):
        return f'{kind_of(value)}: write rows.to_dict("records")'
    return ""


def refuse_no_row(value: Any) -> None:
    """Refuse what can't be a row, and would be read as an empty text or as the text that Python shows for it.

    Raises:
        SettingError: The message says what it is.
    """
    problem = ""
    if value is None:
        problem = "None"
    elif isinstance(value, BoundCheck | Check):
        problem = f"the check {value.name}"
    elif not _messages.is_context(value):
        problem = _of_a_file(value) or _of_a_table(value)
    if problem:
        raise SettingError(f"a row must be a dict with an output, a context or a text, got {problem}")
