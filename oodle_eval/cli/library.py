"""`checks`, `library`, `starters` and `new`: what there is, and where to begin."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Annotated, Any

import typer

from oodle_eval.cli import _manifest, _starters
from oodle_eval.cli._output import Format, FormatOption, chosen, console, fail, note, printable, show, show_records
from oodle_eval.v1.checks import CHECKS, Check

__all__ = ["checks", "library", "new", "starters"]


def complete_check(typed: str) -> list[str]:
    """Return the checks that begin as typed, for the shell."""
    return [name for name in CHECKS if name.startswith(typed)]


CheckName = Annotated[str | None, typer.Argument(help="A check's name.", autocompletion=complete_check)]
Source = Annotated[bool, typer.Option("--source", help="Print the source.")]


def check_named(name: str) -> Check:
    """Return a check, or end with a message that suggests one."""
    if name not in CHECKS:
        close = difflib.get_close_matches(name, CHECKS, n=1)
        hint = f"did you mean {close[0]!r}?" if close else "`oodle-eval checks` lists them"
        fail(f"there is no check {name!r}: {hint}")
    return CHECKS[name]


def checks(name: CheckName = None, source: Source = False, output: FormatOption = None) -> None:
    """List the checks, or show one: its settings, its scores, what it reads.

    Examples:
        oodle-eval checks

        oodle-eval checks pii_leak

        oodle-eval checks pii_leak -o json | jq .settings
    """
    if name is None:
        columns = ("name", "area", "scores", "reads", "summary")
        show_records([_line(check) for check in CHECKS.values()], output, columns)
        return
    check = check_named(name)
    if source:
        typer.echo(_manifest.source_of(check.function), nl=False)
        return
    if chosen(output) is not Format.table:
        show_one(_entry(check), output)
        return
    entry = _manifest.described(check.name, check.function)
    console().print(f"[bold]{printable(entry['signature'])}[/bold]\n\n{printable_lines(entry['doc'])}\n")
    specs = _entry(check)["scores"]
    show_records(
        specs, Format.table, ("name", "data_type", "higher_is_better", "minimum", "maximum", "always"), "scores"
    )


def printable_lines(text: str) -> str:
    """Return a text of several lines as the terminal may show it."""
    return "\n".join(printable(line) for line in text.split("\n"))


def show_one(entry: dict[str, Any], output: Format | None) -> None:
    """Print one record: as CSV its plain fields."""
    if chosen(output) is Format.csv:
        show_records([entry], output)
    else:
        show(entry, output)


def _line(check: Check) -> dict[str, Any]:
    return {
        "name": check.name,
        "area": check.area,
        "scores": [spec.name for spec in check.scores],
        "reads": list(check.reads),
        "summary": check.summary,
    }


def _entry(check: Check) -> dict[str, Any]:
    fields = ("name", "data_type", "higher_is_better", "minimum", "maximum", "categories", "always")
    return {
        **_line(check),
        "scores": [{field: getattr(spec, field) for field in fields} for spec in check.scores],
        "settings": check.json_schema(),
        "doc": _manifest.described(check.name, check.function)["doc"],
    }


def library(
    name: Annotated[str | None, typer.Argument(help="A function's name, such as pii_leak or text.reply.")] = None,
    source: Source = False,
    output: FormatOption = None,
) -> None:
    """List the library's functions, or show one. With -o json the whole library as a manifest.

    Examples:
        oodle-eval library

        oodle-eval library text.reply --source

        oodle-eval library -o json > manifest.json
    """
    if name is not None:
        _show_function(name, source, output)
        return
    if chosen(output) in (Format.json, Format.yaml):
        show(_manifest.manifest(), output)
        return
    records = [
        {"function": f"{module['name']}.{one['name']}", "scores": one["scores"], "summary": one["summary"]}
        for module in _manifest.manifest()["modules"]
        for one in module["functions"]
    ]
    show_records(records, output)


def _show_function(name: str, source: bool, output: Format | None) -> None:
    try:
        module, function = _manifest.function_named(name)
    except KeyError as error:
        fail(error.args[0])
    if source:
        typer.echo(_manifest.source_of(function), nl=False)
        return
    entry = _manifest.described(function.__name__, function)
    if chosen(output) is not Format.table:
        show_one({"module": module, **entry}, output)
        return
    scores = f"Scores: {', '.join(entry['scores'])}\n" if entry["scores"] else ""
    place = f"{entry['file']}:{entry['line']}"
    shown = (
        f"[bold]{module}.{printable(entry['signature'])}[/bold]\n\n{printable_lines(entry['doc'])}\n\n{scores}{place}"
    )
    console().print(shown)


def starters(name: CheckName = None, output: FormatOption = None) -> None:
    """List the templates to begin with, one a check; with a name, its settings and its code.

    Examples:
        oodle-eval starters

        oodle-eval starters keyword_check -o yaml
    """
    if name is None:
        columns = ("id", "name", "scoreType", "higherIsBetter", "summary")
        show_records([_starters.summary_of(check) for check in CHECKS.values()], output, columns)
        return
    check = check_named(name)
    entry: dict[str, Any] = {"id": check.name, **_starters.template_of(check), "sourceCode": _starters.code_of(check)}
    if chosen(output) is not Format.table:
        show_one(entry, output)
        return
    show_records(entry["params"], Format.table, ("name", "type", "default", "options", "description"), entry["name"])
    console().print(printable_lines(entry["sourceCode"]))


def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The directory to make.")],
    start: Annotated[
        str | None, typer.Option("--from", help="The check to begin with.", autocompletion=complete_check)
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write into a directory that holds something.")] = False,
) -> None:
    """Make a template's directory: code, settings, a sample span, and what an editor needs.

    Examples:
        oodle-eval new refund-check --from keyword_check

        oodle-eval new my-check && oodle-eval test my-check --span-file my-check/span.json
    """
    check = None if start is None else check_named(start)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())) and not force:
        fail(f"{folder} is there already and holds something: give another name, or --force")
    try:
        files = _starters.write_template(folder, check)
    except OSError as error:
        fail(error)
    for file in files:
        typer.echo(str(file))
    note(f"try it: oodle-eval test {folder} --span-file {folder / 'span.json'}")
