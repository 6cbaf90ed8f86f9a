"""What a command prints: a table on a terminal, JSON in a pipe, YAML or CSV when asked; messages go to stderr."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.table import Table

__all__ = ["Format", "FormatOption", "console", "fail", "note", "printable", "show", "show_records"]


class Format(StrEnum):
    """The forms of output."""

    table = "table"
    json = "json"
    yaml = "yaml"
    csv = "csv"


FormatOption = Annotated[
    Format | None,
    typer.Option("--output-format", "-o", help="How to print; by default a table on a terminal and JSON in a pipe."),
]


def chosen(given: Format | None) -> Format:
    """Return the form of output."""
    return given or (Format.table if sys.stdout.isatty() else Format.json)


def console() -> Console:
    """Return where tables are printed: in a pipe they keep their full width."""
    return Console(width=None if sys.stdout.isatty() else 160, highlight=False)


def printable(text: object) -> str:
    """Return a text without what a terminal would obey or rich would read as markup."""
    return "".join(char if char.isprintable() else " " for char in str(text)).replace("[", r"\[")


def note(message: str) -> None:
    """Say something on stderr."""
    typer.echo(message, err=True)


def fail(message: object, code: int = 2) -> NoReturn:
    """Say what is wrong, and end."""
    typer.echo(f"oodle-eval: {message}", err=True)
    raise typer.Exit(code)


def show_records(
    records: Sequence[Mapping[str, Any]], given: Format | None, columns: Sequence[str] = (), title: str = ""
) -> None:
    """Print records in the form that was asked for; a table shows `columns` only."""
    form = chosen(given)
    if form is Format.table:
        names = list(columns) or list(dict.fromkeys(name for record in records for name in record))
        console().print(_table(records, names, title))
    elif form is Format.csv:
        _write_csv(records)
    else:
        show(list(records), form)


def show(value: Any, given: Format | None) -> None:
    """Print one value as JSON or YAML."""
    form = chosen(given)
    if form is Format.yaml:
        import yaml  # noqa: PLC0415 - loaded where YAML was asked for

        typer.echo(yaml.safe_dump(_plain(value), sort_keys=False, allow_unicode=True), nl=False)
        return
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False, default=str))


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value, default=str))


def _table(records: Iterable[Mapping[str, Any]], columns: Sequence[str], title: str) -> Table:
    table = Table(title=title or None, title_justify="left")
    for name in columns:
        table.add_column(name, overflow="fold")
    for record in records:
        table.add_row(*(_cell(record.get(name)) for name in columns))
    return table


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, list | tuple):
        return printable(", ".join(map(str, value)))
    return printable(value)


def _write_csv(records: Sequence[Mapping[str, Any]]) -> None:
    names = list(dict.fromkeys(name for record in records for name in record))
    writer = csv.DictWriter(sys.stdout, names, lineterminator="\n")
    writer.writeheader()
    for record in records:
        writer.writerow({name: _csv_cell(value) for name, value in record.items()})


def _csv_cell(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | tuple | dict) else value
