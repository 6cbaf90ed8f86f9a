"""`run`: targets over data."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from oodle_eval.cli._data import Data, DataFormat, FieldMap
from oodle_eval.cli._output import FormatOption, fail, note, show_records
from oodle_eval.cli._parquet import require_pyarrow
from oodle_eval.cli._runner import Files, Recipe, RunState, run_over
from oodle_eval.cli._targets import Targets, parse_target
from oodle_eval.cli.evaluators import read_mapping
from oodle_eval.cli.library import complete_check
from oodle_eval.host.errors import HostError
from oodle_eval.host.rules import SECONDS
from oodle_eval.runs import RequirementError, Summary
from oodle_eval.runs import require as require_shares
from oodle_eval.v1._settings import SettingError

__all__ = ["requirements", "run", "summary_records"]


def complete_target(typed: str) -> list[str]:
    """Return the checks that begin as typed, for the shell."""
    return [f"check:{name}" for name in complete_check(typed.removeprefix("check:"))]


class Per(StrEnum):
    """What a row of OTLP is."""

    trace = "trace"
    span = "span"


class Kept(StrEnum):
    """Which scores of an evaluator count."""

    all = "all"
    primary = "primary"


def _field(name: str) -> Any:
    return typer.Option(f"--{name}-field", metavar="PATH", help=f"Where rows hold the {name}: a dotted path.")


def run(
    targets: Annotated[
        list[str],
        typer.Argument(
            metavar="TARGET...",
            help="A template's directory, a .py file, or check:NAME?setting=value, where row:PATH takes the value from each row; with NAME= before it, a name of its own.",
            autocompletion=complete_target,
        ),
    ],
    data: Annotated[str, typer.Option(help="The rows: a file, or - for standard input.")],
    out: Annotated[
        str | None, typer.Option("--out", help="Write a line a row and score: .jsonl, or .parquet with pyarrow.")
    ] = None,
    data_format: Annotated[DataFormat, typer.Option(help="The data's format.")] = DataFormat.auto,
    per: Annotated[Per, typer.Option("--rows", help="For OTLP: a row per trace or per span.")] = Per.trace,
    examples: Annotated[str | None, typer.Option(help="For LangSmith runs: the export of their examples.")] = None,
    input_field: Annotated[str | None, _field("input")] = None,
    output_field: Annotated[str | None, _field("output")] = None,
    reference_field: Annotated[str | None, _field("reference")] = None,
    context_field: Annotated[str | None, _field("context")] = None,
    metadata_field: Annotated[str | None, _field("metadata")] = None,
    trace_field: Annotated[str | None, _field("trace")] = None,
    id_field: Annotated[str | None, _field("id")] = None,
    scores_field: Annotated[str | None, _field("scores")] = None,
    given: Annotated[
        list[str] | None, typer.Option("--given", help="An evaluator whose scores the rows hold; may be repeated.")
    ] = None,
    only_where: Annotated[
        list[str] | None,
        typer.Option("--only-where", metavar="A=B", help="Run A only where B passed; may be repeated."),
    ] = None,
    params: Annotated[Path | None, typer.Option(help="Settings: by name, or by evaluator and name.")] = None,
    shared: Annotated[str | None, typer.Option(help="The folder of the shared libraries.")] = None,
    scores: Annotated[Kept, typer.Option(help="All scores, or the first of each evaluator.")] = Kept.all,
    workers: Annotated[int, typer.Option(min=1, max=256, help="How many processes work.")] = 1,
    limit: Annotated[int | None, typer.Option(min=0, help="Stop behind so many rows.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with what a stopped run left.")] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Begin anew where there is an output.")] = False,
    rejects: Annotated[
        str | None, typer.Option(help="Where rows go that can't be read; by default OUT.rejects.jsonl.")
    ] = None,
    require: Annotated[
        list[str] | None, typer.Option(help="A pass rate to demand, such as is_json=0.99; may be repeated.")
    ] = None,
    allow_failed: Annotated[int, typer.Option(min=0, help="How many rows may fail, with --require.")] = 0,
    allow_unscored: Annotated[int, typer.Option(min=0, help="How many may be without a score, with --require.")] = 0,
    allow_rejected: Annotated[int, typer.Option(min=0, help="How many may be rejected, with --require.")] = 0,
    seconds: Annotated[float, typer.Option(min=0.01, help="How long code may take for one row.")] = SECONDS,
    trusted: Annotated[
        bool,
        typer.Option(
            "--trusted",
            help="Run code in this process, without the sandbox; PYTHONPATH says where modules of yours are.",
        ),
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing about the progress.")] = False,
    output: FormatOption = None,
) -> None:
    """Run checks and code evaluators over a file of rows, and count how many pass.

    Ends with 1 when a requirement is not met or nothing could be scored, and with 2 when something can't be read. Why rows
    were rejected and evaluators failed is said on stderr. Several targets make a suite: an evaluator whose code reads
    another's scores runs behind it.

    Examples:
        oodle-eval run check:pii_leak check:refusal --data rows.jsonl

        oodle-eval run refund-check "check:length_budget?max_words=120" --data rows.jsonl --out scores.jsonl

        oodle-eval run check:json_validity --data rows.jsonl --require is_json=0.99

        oodle-eval run "check:tool_trajectory?expected=row:reference.tools" --data rows.jsonl

        oodle-eval run refund-check --data big.jsonl --out scores.parquet --workers 4 --resume

        cat rows.jsonl | oodle-eval run check:tone --data - --output-field reply.text
    """
    fields = FieldMap(
        input_field, output_field, reference_field, context_field, metadata_field, trace_field, id_field, scores_field
    )
    try:
        shares = requirements(require or [])
        if out is not None and Path(out).suffix in (".parquet", ".pq"):
            require_pyarrow()
        what = Targets(
            tuple(map(parse_target, targets)),
            shared,
            read_mapping(params, "--params"),
            _gates(only_where or []),
            tuple(given or ()),
            trusted,
            seconds,
        )
        state = run_over(
            Data(data, data_format, per.value, examples),
            Recipe(what, fields, scores.value),
            Files(out, rejects),
            workers=workers,
            limit=limit,
            is_resumed=resume,
            is_replaced=overwrite,
            stream=None if quiet else sys.stderr,
            others={} if params is None else {"--params": str(params)},
        )
    except KeyboardInterrupt:
        note("stopped; --resume goes on from here" if out is not None else "stopped")
        raise typer.Exit(130) from None
    except (OSError, ImportError, SettingError, HostError, RuntimeError) as error:
        fail(error)
    summary = state.tally.summary()
    show_records(summary_records(summary), output, title=f"{state.position.rows} rows")
    if not state.position.rows and limit != 0:
        fail(f"there is no row in {'standard input' if data == '-' else data}")
    _judge(state, summary, shares, (allow_failed, allow_unscored, allow_rejected))


def _gates(texts: list[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for text in texts:
        name, is_given, gate = text.partition("=")
        if not is_given or not name or not gate:
            raise SettingError(f"--only-where takes A=B, to run A only where B passed, got {text!r}")
        found[name] = (*found.get(name, ()), gate)
    return found


def requirements(texts: list[str]) -> dict[str, float]:
    """Return what `--require` demands.

    Raises:
        ValueError: It is no NAME=SHARE.
    """
    found: dict[str, float] = {}
    for text in texts:
        name, _, share = text.rpartition("=")
        try:
            found[name] = float(share)
        except ValueError:
            raise SettingError(f"--require takes NAME=SHARE, such as pii_free=0.99, got {text!r}") from None
        if not name or not 0 <= found[name] <= 1:
            raise SettingError(f"--require takes NAME=SHARE with a share from 0 to 1, got {text!r}")
    return found


def summary_records(summary: Summary) -> list[dict[str, Any]]:
    """Return a summary as records: one a score."""
    return [
        {
            "score": one.name,
            "rows": one.rows,
            "scored": one.scored,
            "passed": one.passed if one.numbers and not one.is_measure else None,
            "pass_rate": None if one.is_measure else one.pass_rate,
            "mean": one.mean,
            **({"least": one.least, "most": one.most} if one.is_measure else {}),
            "not_scored": one.unscored,
            "failed": one.failed,
            **({"labels": one.labels} if one.labels else {}),
        }
        for one in summary.values()
    ]


def _judge(state: RunState, summary: Summary, shares: dict[str, float], allowed: tuple[int, int, int]) -> None:
    """Say why rows failed, and end with what the run deserves."""
    for line in state.reasons.lines():
        note(line)
    if state.position.rows and state.rejected == state.position.rows:
        fail(f"no row could be read, of {state.rejected}; --output-field says where a row holds its output")
    if not shares:
        if state.reasons.counts and not any(one.scored for one in summary.values()):
            note("oodle-eval: nothing could be scored")
            raise typer.Exit(1)
        return
    failed, unscored, rejected = allowed
    try:
        require_shares(summary, shares, allow_failed=failed, allow_unscored=unscored, show=note)
    except RequirementError as error:
        note(str(error))
        raise typer.Exit(1) from None
    if state.rejected > rejected:
        note(f"{state.rejected} rows were rejected ({rejected} allowed)")
        raise typer.Exit(1)
