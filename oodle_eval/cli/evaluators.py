"""`validate` and `test` (`try_on_span`): a template looked at, and run on one span."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from oodle_eval.cli._data import FieldMap, Rejected, item_of
from oodle_eval.cli._otlp import is_otlp, rows_of_otlp
from oodle_eval.cli._output import Format, FormatOption, chosen, fail, note, show, show_records
from oodle_eval.host.errors import HostError
from oodle_eval.host.loading import Evaluator
from oodle_eval.host.program import Run
from oodle_eval.host.reading import Finding
from oodle_eval.host.sandbox import Sandbox
from oodle_eval.host.template import Template, problems_in, read_template, read_yaml
from oodle_eval.runtime import EvaluationContext, TraceContext
from oodle_eval.v1._settings import SettingError

__all__ = ["read_mapping", "try_on_span", "validate"]


class StoredScore(BaseModel):
    """A score of another evaluator, as `--scores` gives it."""

    model_config = ConfigDict(extra="allow")

    name: str
    value: bool | float | str | None
    data_type: Literal["NUMERIC", "BOOLEAN", "CATEGORICAL"] = "NUMERIC"


SCORES = TypeAdapter(dict[str, list[StoredScore]])

Shared = Annotated[str | None, typer.Option("--shared", help="The folder of the shared libraries.")]


def read_mapping(file: Path | None, what: str) -> dict[str, Any]:
    """Return what a YAML or JSON file maps, or end with a message."""
    if file is None:
        return {}
    held = _read(file)
    if held is None:
        return {}
    if not isinstance(held, dict):
        fail(f"{file}: {what} must be a mapping, got {type(held).__name__}")
    return {str(name): value for name, value in held.items()}


def _read(file: Path) -> Any:
    """Return what a YAML or JSON file holds, or end with a message."""
    if not file.is_file():
        fail(f"there is no file {file}")
    try:
        return read_yaml(file, "BAD_FILE")
    except (OSError, HostError, ImportError) as error:
        fail(error)


def problems_of(template: Template) -> list[Finding]:
    """Return what the platform would refuse, and hints."""
    found = list(template.findings)
    readings = template.readings()
    for file, reading in readings.items():
        found += reading.findings
        found += [
            Finding("UNKNOWN_LIBRARY", f"there is no shared library {own!r}", file)
            for own in reading.libraries
            if own not in template.libraries
        ]
    if not readings[template.main.name].defines_evaluate:
        found.append(Finding("NO_EVALUATE", "the code must define evaluate(ctx)", template.main.name))
    return found


def validate(
    folder: Annotated[Path | None, typer.Argument(metavar="DIR", help="The template's directory, or a file.")] = None,
    place: Annotated[Path | None, typer.Option("-d", "--dir", help="The same.")] = None,
    params: Annotated[Path | None, typer.Option(help="Values of the settings, to be looked at too.")] = None,
    shared: Shared = None,
    output: FormatOption = None,
) -> None:
    """Look at a template without running it: each problem, the evaluators it reads, the libraries it would run.

    Ends with 1 when there is a problem.

    Examples:
        oodle-eval validate refund-check

        oodle-eval validate -d refund-check -o json
    """
    target = folder or place or Path()
    reads: tuple[str, ...] = ()
    libraries: list[str] = []
    template, found = _template_with_problems(target, shared)
    if template is not None:
        # What is wrong in one place hides nothing in another.
        try:
            found += problems_of(template)
            reads, libraries = template.reads(), [str(one) for one in template.used_libraries()]
        except HostError as error:
            found += [*template.findings, _finding(error, target)]
        try:
            template.params(read_mapping(params, "--params"))
        except HostError as error:
            found.append(_finding(error, target))
    problems = [one for one in found if one.is_error]
    if chosen(output) is Format.table:
        for one in found:
            note(f"{'problem' if one.is_error else 'hint'}: {one}")
        typer.echo(f"{len(problems)} {'problem' if len(problems) == 1 else 'problems'}")
        typer.echo(f"reads the scores of: {', '.join(reads) or 'no other evaluator'}")
        typer.echo(f"shared libraries: {', '.join(libraries) or 'none'}")
    else:
        _show_findings(found, reads, libraries, output)
    raise typer.Exit(1 if problems else 0)


def _finding(error: HostError, target: Path) -> Finding:
    return Finding(error.code, error.message, error.file or str(target), error.line)


def _template_with_problems(target: Path, shared: str | None) -> tuple[Template | None, list[Finding]]:
    """Return a template, its code alone when its template.yaml is none, and what is wrong with that."""
    try:
        return read_template(target, shared), []
    except ImportError as error:
        fail(error)
    except HostError as error:
        found = [Finding(error.code, one, error.file or str(target), error.line) for one in problems_in(error)]
        if not (target / "evaluate.py").is_file():
            return None, found
    try:
        return read_template(target / "evaluate.py", shared), found
    except HostError as error:
        return None, [*found, _finding(error, target)]


def _show_findings(found: list[Finding], reads: tuple[str, ...], libraries: list[str], output: Format | None) -> None:
    records = [
        {"code": one.code, "message": one.message, "file": one.file, "line": one.line, "is_error": one.is_error}
        for one in found
    ]
    if chosen(output) is Format.csv:
        show_records(records, output)
        return
    is_good = not any(one.is_error for one in found)
    show({"ok": is_good, "problems": records, "reads": list(reads), "libraries": libraries}, output)


def try_on_span(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The template's directory, or a file.")],
    span_file: Annotated[Path, typer.Option(help="One span, JSON or YAML: {span_id, trace_id, tags}.")],
    params: Annotated[Path | None, typer.Option(help="The settings' values by name, JSON or YAML.")] = None,
    scores: Annotated[Path | None, typer.Option(help="The other evaluators' scores by evaluator.")] = None,
    shared: Shared = None,
    trusted: Annotated[bool, typer.Option("--trusted", help="Run in this process, without the sandbox.")] = False,
    output: FormatOption = None,
) -> None:
    """Run a template on one span, as the platform would, and show its scores, its time and its logs.

    Ends with 1 when the code fails.

    Examples:
        oodle-eval test refund-check --span-file span.json

        oodle-eval test refund-check --span-file span.yaml --params params.yaml --scores scores.yaml -o json
    """
    try:
        template = read_template(folder, shared)
        ctx = _context(span_file, _other_scores(scores))
        own = read_mapping(params, "--params")
        run = _run(template, own, ctx, trusted)
    except HostError as error:
        run = Run(error=error)
    except (OSError, ImportError, SettingError) as error:
        fail(error)
    _show_run(run, output)
    raise typer.Exit(0 if run.error is None else 1)


def _run(template: Template, own: Mapping[str, Any], ctx: EvaluationContext, is_trusted: bool) -> Run:
    for name in template.reads():
        if name not in ctx.scores:
            note(f"the code reads the scores of {name!r}, and --scores has none")
    if is_trusted:
        return Evaluator(template, own, is_trusted=True).run(ctx)
    with Sandbox() as sandbox:
        return sandbox.evaluator(template, own).run(ctx)


def _context(file: Path, scores: Mapping[str, Any]) -> EvaluationContext:
    """Return the context of a span file: a span with tags, a row of data, or OTLP."""
    held = _read(file)
    if is_otlp(held):
        held = next(rows_of_otlp([held]), None)
    if not isinstance(held, dict):
        fail(f"{file}: a span file holds {{span_id, trace_id, tags}}, got {type(held).__name__}")
    if "tags" in held and not isinstance(held["tags"], dict):
        fail(f"{file}: tags must be a mapping, got {type(held['tags']).__name__}")
    try:
        item = item_of((1, held), 0, FieldMap())
    except Rejected as reason:
        fail(f"{file}: {reason}; a span file holds {{span_id, trace_id, tags}}")
    ctx = item.row.for_check(structure=True)
    trace = TraceContext(item.trace_id, ctx.trace.spans)
    return EvaluationContext(ctx.observation, trace, None, {**item.scores, **scores}, ctx.experiment)


def _other_scores(file: Path | None) -> dict[str, Any]:
    held = read_mapping(file, "--scores")
    try:
        checked = SCORES.validate_python(held)
    except ValidationError as error:
        first = error.errors()[0]
        fail(f"{file}: {'.'.join(map(str, first['loc']))}: {first['msg']}")
    return {name: [score.model_dump() for score in one] for name, one in checked.items()}


def _show_run(run: Run, output: Format | None) -> None:
    if run.error is not None:
        note(f"oodle-eval: {run.error}")
    if chosen(output) in (Format.json, Format.yaml):
        show(run.as_dict(), output)
        return
    records = [
        {"NAME": one.name, "VALUE": str(one.value), "TYPE": one.data_type, "COMMENT": one.comment} for one in run.scores
    ]
    if records or chosen(output) is Format.csv:
        show_records(records, output, ("NAME", "VALUE", "TYPE", "COMMENT"))
    if chosen(output) is Format.table:
        typer.echo(f"{run.duration_ms:.1f} ms")
        if run.logs:
            typer.echo(f"logs:\n{run.logs}")
