"""Rows out of files: JSON lines, JSON, CSV, Parquet, OTLP, and the exports of LangSmith and Opik; or standard input."""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import itertools
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import IO, Any

from oodle_eval.cli._opik import is_opik, rows_of_opik
from oodle_eval.cli._otlp import is_otlp, is_span_file, parsed, row_of_tags, rows_of_otlp
from oodle_eval.cli._parquet import require_pyarrow
from oodle_eval.host.suite import Item
from oodle_eval.runs import FIELDS, IDENTITIES, as_row
from oodle_eval.v1 import _messages
from oodle_eval.v1._settings import SettingError
from oodle_eval.v1._waist.row import value_at

__all__ = ["Data", "DataFormat", "FieldMap", "Position", "Raw", "Rejected", "item_of", "values_of"]


class DataFormat(StrEnum):
    """The formats of data."""

    auto = "auto"
    jsonl = "jsonl"
    json = "json"
    csv = "csv"
    parquet = "parquet"
    otlp = "otlp"
    langsmith = "langsmith"
    opik = "opik"


SUFFIXES = {
    ".jsonl": DataFormat.jsonl,
    ".ndjson": DataFormat.jsonl,
    ".json": DataFormat.json,
    ".csv": DataFormat.csv,
    ".tsv": DataFormat.csv,
    ".parquet": DataFormat.parquet,
    ".pq": DataFormat.parquet,
}
LISTS = ("rows", "data", "items", "examples", "results", "records")
# A cell of a table that holds one of these is JSON, where it is JSON at all.
JSON_FIELDS = (*FIELDS["context"], *FIELDS["metadata"], *FIELDS["trace"], "messages", "scores")
csv.field_size_limit(2**31 - 1)

# A row as it was read: its line, and the line's bytes or the value.
Raw = tuple[int, Any]


class Rejected(Exception):  # noqa: N818 - a row that is put aside is no failure of the run
    """A row that can't be read; the message says why."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A row that the reader could not read."""

    reason: str


@dataclass(frozen=True, slots=True)
class Position:
    """How far a file was read.

    Args:
        rows: How many rows.
        line: How many lines.
        offset: How many bytes, 0 where that can't be told.
    """

    rows: int = 0
    line: int = 0
    offset: int = 0


@dataclass(frozen=True)
class FieldMap:
    """Where rows hold their values, as dotted paths; None for the usual names."""

    input: str | None = None
    output: str | None = None
    reference: str | None = None
    context: str | None = None
    metadata: str | None = None
    trace: str | None = None
    id: str | None = None
    scores: str | None = None

    def applied(self, value: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a row under the usual names.

        Raises:
            Rejected: The input or the output is not where it was said to be.
        """
        named = {name: path for name, path in vars(self).items() if path is not None}
        if not named:
            return value
        taken = {key for name in named for key in _usual_names(name)}
        made = {key: held for key, held in value.items() if key not in taken}
        for name, path in named.items():
            try:
                made[name] = value_at(value, path, f"--{name}-field {path}", "the row")
            except SettingError as error:
                if name in ("output", "input"):
                    raise Rejected(str(error)) from None
        return made


def _usual_names(name: str) -> tuple[str, ...]:
    keys = {"input": "inputs", "output": "outputs", "reference": "reference_outputs"}
    return IDENTITIES if name == "id" else FIELDS.get(keys.get(name, name), (name,))


def item_of(raw: Raw, place: int, fields: FieldMap) -> Item:
    """Return a row that was read as an item of a suite.

    Raises:
        Rejected: It can't be read; the message says why.
    """
    value = values_of(raw, fields)
    try:
        row = as_row(value)
    except SettingError as error:
        raise Rejected(f"{error}{_delimiter_hint(value)}") from None
    identity = next((value[key] for key in IDENTITIES if value.get(key) is not None), place)
    scores = value.get("scores")
    return Item(place, identity, row, scores if isinstance(scores, dict) else {}, str(value.get("trace_id") or ""))


def _delimiter_hint(value: Mapping[str, Any]) -> str:
    """Return what may be wrong with a table of one column, whose name has another delimiter in it."""
    only = next(iter(value), "") if len(value) == 1 else ""
    found = next((sign for sign in (";", "\t", ",") if isinstance(only, str) and sign in only), "")
    named = {";": "';'", "\t": "a tab", ",": "a comma"}.get(found)
    way = {"\t": "name the file .tsv, or ", ",": "name the file .csv, or "}.get(found, "")
    return (
        f": is {named} what parts its columns? A .csv is parted by commas, a .tsv by tabs; {way}write it anew"
        if named
        else ""
    )


def values_of(raw: Raw, fields: FieldMap) -> Mapping[str, Any]:
    """Return the values of a row that was read, under the usual names.

    Raises:
        Rejected: It can't be read; the message says why.
    """
    value = raw[1]
    if isinstance(value, bytes):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError) as error:
            raise Rejected(f"not JSON: {error}") from None
    if isinstance(value, Unreadable):
        raise Rejected(value.reason)
    if isinstance(value, str):
        value = {"output": value}
    if not isinstance(value, dict):
        raise Rejected(f"expected a JSON object, got {type(value).__name__}")
    return row_of_tags(value) if is_span_file(value) else fields.applied(value)


# How much of a file its fingerprint reads: all up to so many blocks, of a larger one that many.
BLOCK, BLOCKS = 1 << 16, 1024


def _looked_at(size: int) -> Iterable[int]:
    """Return where the blocks begin that a fingerprint reads: all, or as many at even distances, the last at the end."""
    if size <= BLOCK * BLOCKS:
        return range(0, size, BLOCK)
    return [(size - BLOCK) * place // (BLOCKS - 1) for place in range(BLOCKS)]


class Data:
    """A file of rows, or standard input.

    Args:
        path: The file; "-" is standard input.
        form: Its format; by default told by its name and its beginning.
        per: For OTLP: "trace" or "span", what a row is.
        examples: For LangSmith: the export of the examples that the runs ran on.

    Raises:
        OSError: The file can't be read.
        ValueError: The format is not known.
    """

    def __init__(
        self, path: str, form: DataFormat = DataFormat.auto, per: str = "trace", examples: str | None = None
    ) -> None:
        self.path = path
        self.per = per
        self.examples = examples
        self.is_stream = path == "-"
        self.is_packed = path.endswith(".gz")
        if not self.is_stream and not Path(path).is_file():
            raise OSError(f"there is no file {path}")
        self._stream: Any = None
        self.form = self._told() if form is DataFormat.auto else form

    @property
    def size(self) -> int | None:
        """How many bytes it has, None where that says nothing about how far a run is."""
        is_told = self.form is DataFormat.jsonl and not self.is_stream and not self.is_packed
        return Path(self.path).stat().st_size if is_told else None

    def fingerprint(self) -> dict[str, Any]:
        """Return what a resumed run must find again."""
        if self.is_stream:
            return {"path": "-"}
        with Path(self.path).open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            made = hashlib.sha256()
            for place in _looked_at(size):
                file.seek(place)
                made.update(file.read(BLOCK))
        return {"path": self.path, "bytes": size, "content": made.hexdigest()[:16]}

    @property
    def files(self) -> dict[str, str]:
        """The files that are read: {what each is called: its path}."""
        return {"--data": self.path} | ({"--examples": self.examples} if self.examples else {})

    def _told(self) -> DataFormat:
        """Return the format that the name and the beginning tell."""
        suffixes = [suffix.lower() for suffix in Path(self.path).suffixes if suffix != ".gz"]
        form = SUFFIXES.get(suffixes[-1]) if suffixes else None
        if form is None and not self.is_stream:
            known = ", ".join(SUFFIXES)
            raise SettingError(
                f"{self.path}: what format is it? Its name ends with none of {known}: give --data-format"
            )
        if form is DataFormat.csv or form is DataFormat.parquet:
            return form
        return self._told_by_content(form or DataFormat.jsonl)

    def _told_by_content(self, form: DataFormat) -> DataFormat:
        if form is DataFormat.jsonl:
            first = next(self._peeked_lines(), b"")
            values: Iterable[Any] = [_value(first)]
            if self.is_stream and values == [None] and first.strip() in (b"[", b"{", b"[{"):
                return DataFormat.json
        else:
            held = self._whole()
            values = held[:1] if isinstance(held, list) else [held]
        for value in values:
            if is_otlp(value):
                return DataFormat.otlp
            if is_opik(value):
                return DataFormat.opik
            if isinstance(value, dict) and "run_type" in value and ("trace_id" in value or "dotted_order" in value):
                return DataFormat.langsmith
        return form

    def _peeked_lines(self) -> Iterator[bytes]:
        """Yield the first line, and keep it for the run."""
        if not self.is_stream:
            with self._opened() as file:
                yield file.readline()
            return
        stream = self._opened()
        first = stream.readline()
        self._stream = _Rejoined(first, stream)
        yield first

    def _opened(self) -> Any:
        if self.is_stream:
            if self._stream is None:
                self._stream = sys.stdin.buffer
            return self._stream
        return gzip.open(self.path, "rb") if self.is_packed else Path(self.path).open("rb")

    def _whole(self) -> Any:
        with self._opened() as file:
            try:
                return json.load(file)
            except (ValueError, RecursionError) as error:
                raise SettingError(f"{self.path}: not JSON: {error}") from None

    def rows(self, start: Position) -> Iterator[tuple[Raw, Position]]:
        """Yield each row behind a position, with the position behind it."""
        if self.form is DataFormat.jsonl:
            yield from self._lines(start)
            return
        reader = {
            DataFormat.json: self._json,
            DataFormat.csv: self._csv,
            DataFormat.parquet: self._parquet,
            DataFormat.otlp: self._otlp,
            DataFormat.langsmith: self._langsmith,
            DataFormat.opik: self._opik,
        }[self.form]
        for place, (line, value) in enumerate(reader()):
            if place >= start.rows:
                yield (line, value), Position(place + 1, line)

    def _lines(self, start: Position) -> Iterator[tuple[Raw, Position]]:
        with self._opened() as file:
            rows, line, offset = start.rows, start.line, start.offset
            if offset and not self.is_stream and not self.is_packed:
                file.seek(offset)
            else:
                for _ in itertools.islice(file, line):
                    pass
            for raw in file:
                line += 1
                offset += len(raw)
                if raw.strip():
                    rows += 1
                    yield (line, raw), Position(rows, line, offset)

    def _json(self) -> Iterator[Raw]:
        held = self._whole()
        if isinstance(held, dict):
            held = next((held[name] for name in LISTS if isinstance(held.get(name), list)), [held])
        yield from enumerate(held if isinstance(held, list) else [held], 1)

    def _csv(self) -> Iterator[Raw]:
        delimiter = "\t" if ".tsv" in Path(self.path).suffixes else ","
        with io.TextIOWrapper(self._opened(), encoding="utf-8-sig", errors="replace", newline="") as text:
            reader = csv.DictReader(text, delimiter=delimiter)
            for cells in reader:
                if None in cells or None in cells.values():
                    columns = len(reader.fieldnames or ())
                    yield reader.line_num, Unreadable(f"the row has not the {columns} cells of the head")
                else:
                    yield reader.line_num, {str(name): _cell(str(name), value) for name, value in cells.items()}

    def _parquet(self) -> Iterator[Raw]:
        parquet = require_pyarrow().parquet
        if self.is_stream:
            raise SettingError("Parquet can't be read from standard input: give a file")
        place = 0
        with parquet.ParquetFile(self.path) as file:
            for batch in file.iter_batches(batch_size=1000):
                for value in batch.to_pylist():
                    place += 1
                    yield place, {name: _cell(name, held) for name, held in value.items()}

    def _documents(self) -> Iterator[Any]:
        """Yield the values of a file of JSON lines, or those of one JSON value."""
        with self._opened() as file:
            data = file.read()
        try:
            held = json.loads(data)
            yield from held if isinstance(held, list) else [held]
        except (ValueError, RecursionError):
            for number, line in enumerate(data.splitlines(), 1):
                if line.strip():
                    value = _value(line)
                    if value is None:
                        raise SettingError(f"{self.path}, line {number}: not JSON") from None
                    yield value

    def _otlp(self) -> Iterator[Raw]:
        yield from enumerate(rows_of_otlp(self._documents(), self.per), 1)

    def _opik(self) -> Iterator[Raw]:
        yield from enumerate(rows_of_opik(self._documents()), 1)

    def _langsmith(self) -> Iterator[Raw]:
        from oodle_eval_adapters.langsmith import read_runs  # noqa: PLC0415 - only for exports of LangSmith

        if self.is_stream:
            raise SettingError("a LangSmith export can't be read from standard input: give a file")
        yield from enumerate(read_runs(self.path, self.examples), 1)


class _Rejoined(io.RawIOBase):
    """A stream with its first line, which was looked at, back before the rest."""

    def __init__(self, first: bytes, rest: IO[bytes]) -> None:
        self.first = first
        self.rest = rest

    def __iter__(self) -> Iterator[bytes]:
        first, self.first = self.first, b""
        if first:
            yield first
        for line in self.rest:  # noqa: UP028 - `yield from` would close the stream with an unfinished iterator
            yield line

    def readable(self) -> bool:
        """Return True."""
        return True

    def read(self, size: int = -1) -> bytes:
        """Return all that is left, or so many bytes."""
        head, self.first = (self.first, b"") if size < 0 else (self.first[:size], self.first[size:])
        return head + (self.rest.read(size - len(head) if size >= 0 else -1) or b"")


def _value(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _cell(name: str, value: Any) -> Any:
    """Return a table's cell: JSON where JSON is meant, or where it is a list of messages."""
    if not isinstance(value, str):
        return value
    if name in JSON_FIELDS and value[:1] in ("[", "{"):
        return parsed(value)
    if value.startswith("[{"):
        found = parsed(value)
        return found if _messages.is_message_list(found) else value
    return value if value or name not in JSON_FIELDS else None
