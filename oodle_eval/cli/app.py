"""The commands of `oodle-eval`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

import oodle_eval
from oodle_eval.cli import comparing, evaluators, library, migrate, running
from oodle_eval.cli.demo import demo_results, read_rows, support_spans
from oodle_eval.runs import RequirementError, Results
from oodle_eval.v1._settings import SettingError

app = typer.Typer(
    name="oodle-eval",
    help="Deterministic checks for LLM output: no LLM, no network. A table on a terminal, JSON in a pipe; messages on stderr.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
COMMANDS: dict[str, Callable[..., None]] = {
    "checks": library.checks,
    "library": library.library,
    "starters": library.starters,
    "new": library.new,
    "validate": evaluators.validate,
    "test": evaluators.try_on_span,
    "run": running.run,
    "compare": comparing.compare,
    "migrate": migrate.migrate,
}
for _name, _command in COMMANDS.items():
    app.command(_name)(_command)


def _console() -> Console:
    # In a pipe a table keeps its full width; on a terminal it fits.
    return Console(width=None if sys.stdout.isatty() else 160, highlight=False)


@app.callback(invoke_without_command=True)
def _version(
    version: Annotated[bool, typer.Option("--version", help="Print the version and end.")] = False,
) -> None:
    if version:
        typer.echo(oodle_eval.__version__)
        raise typer.Exit


@app.command()
def demo(
    data: Annotated[
        Path | None,
        typer.Option(
            help="A file of your own rows, of any format that `run` reads: JSON lines, JSON, CSV, Parquet ..."
        ),
    ] = None,
    show: Annotated[int, typer.Option(min=0, help="How many failing rows to show.")] = 30,
    require: Annotated[
        list[str] | None, typer.Option(help="A pass rate to demand, such as pii_free=0.99; may be given several times.")
    ] = None,
) -> None:
    """Score forty-one support replies, or your own rows, with every check that has something to read.

    A row holds `output` (or `answer`, `response`, `messages` ...), and may hold `input`, `reference`, `context`,
    `metadata` and `trace`. Checks that read what a row lacks are left out for that row.
    """
    try:
        results = demo_results(read_rows(data or support_spans()))
    except (OSError, ImportError, ValueError) as error:
        typer.echo(f"oodle-eval: {error}", err=True)
        raise typer.Exit(2) from None
    console = _console()
    console.print(_summary_table(results))
    if show:
        console.print(_failures_table(results, show))
    if require:
        _enforce(results, require)


def _summary_table(results: Results) -> Table:
    table = Table(title=f"{len(results)} rows", title_justify="left")
    table.add_column("check")
    table.add_column("score")
    for heading in ("rows", "passed", "pass rate", "not scored", "errors"):
        table.add_column(heading, justify="right")
    checks = {outcome.part.scores[0].name: outcome.part.check.name for row in results for outcome in row.outcomes}
    for one in results.summary().values():
        rate = "" if one.pass_rate is None else f"{one.pass_rate:.1%}"
        table.add_row(
            checks.get(one.name, ""),
            one.name,
            str(one.rows),
            str(one.passed),
            rate,
            str(one.unscored or ""),
            str(one.failed or ""),
        )
    return table


def _failures_table(results: Results, show: int) -> Table:
    failures = list(results.failures())
    table = Table(title=f"{len(failures)} failures", title_justify="left")
    if len(failures) > show:
        table.caption = f"the first {show} of {len(failures)}; --show N shows more"
    for heading in ("row", "score", "why"):
        table.add_column(heading, overflow="fold")
    for row, outcome, score in failures[:show]:
        name = outcome.part.scores[0].name if score is None else str(score.name)
        why = f"error: {outcome.error}" if score is None else str(score.comment)
        table.add_row(str(row.identity), name, _printable(why))
    return table


def _printable(text: str) -> str:
    """Return a text without what a terminal would obey or rich would read as markup."""
    return "".join(char if char.isprintable() else " " for char in text).replace("[", r"\[")


def _enforce(results: Results, requirements: list[str]) -> None:
    try:
        shares: dict[str, Any] = dict(_requirement(text) for text in requirements)
        results.require(allow_unscored=len(results), **shares)
    except RequirementError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from None
    except SettingError as error:
        typer.echo(f"oodle-eval: {error}", err=True)
        raise typer.Exit(2) from None


def _requirement(text: str) -> tuple[str, float]:
    name, _, share = text.partition("=")
    try:
        return name, float(share)
    except ValueError:
        raise SettingError(f"--require takes NAME=SHARE, such as pii_free=0.99, got {text!r}") from None
