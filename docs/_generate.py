"""The pages about the checks, written from what the checks declare: `python docs/_generate.py DIR` writes them to DIR.

The site's hook (`_hooks.py`) calls the same functions, so the pages are never stored and never stale. Imports no mkdocs.
"""

from __future__ import annotations

import ast
import collections.abc
import functools
import html
import inspect
import json
import re
import sys
import types
import typing
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE)] if str(HERE) not in sys.path else []

from _examples import NOTES

from oodle_eval.v1 import metrics
from oodle_eval.v1._settings import Among, Between, _Strings
from oodle_eval.v1.checks import CHECKS, Check, ScoreSpec

AREAS = {
    "format": "Format",
    "quality": "Quality",
    "similarity": "Similarity",
    "safety": "Safety",
    "conversation": "Conversation",
    "context": "Grounding",
    "agent": "Agents",
    "trace": "Traces",
}

READINGS = {
    "reply": "the reply's text",
    "output": "the output, with its fields",
    "input": "the input",
    "reference": "the reference",
    "context": "the retrieved context",
    "conversation": "the conversation",
    "tool_calls": "the tool calls",
    "trace": "the agent's steps",
    "metadata": "the span's attributes",
}

# A check whose figures stand under another name: what it does is measured there.
MEASURED_AS = {"language_adherence": "(?:language_adherence|detect_language)", "tone": "(?:tone|sentiment)"}

SECTIONS = ("Args", "Returns", "Raises", "Example", "Source")
_section = re.compile(rf"^({'|'.join(SECTIONS)}):[ \t]*(.*)$")
_entry = re.compile(r"^    (\w[\w.]*)(?: \(([^)]*)\))?: (.*)$")


def sections_of(function: Any) -> dict[str, list[str]]:
    """Return the lines of a docstring by section; what stands before the first is ""."""
    found: dict[str, list[str]] = {"": []}
    current = ""
    for line in (inspect.getdoc(function) or "").split("\n"):
        head = _section.match(line)
        if head:
            current = head[1]
            found[current] = [f"    {head[2]}"] if head[2] else []
        elif current and line and not line.startswith(" "):
            found[""].append(line)
        else:
            found[current].append(line)
    return found


def entries_of(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each entry of a section."""
    name, parts = "", [""]
    for line in lines:
        entry = _entry.match(line)
        if entry:
            if name:
                yield name, " ".join(parts)
            name, parts = entry[1], [entry[3]]
        elif line.strip():
            parts.append(line.strip())
    if name:
        yield name, " ".join(parts)


def cell(text: str) -> str:
    """Return a text as a table's cell."""
    return html.escape(" ".join(text.split()), quote=False).replace("|", "\\|")


def code(text: str) -> str:
    """Return a text as code in a table's cell."""
    return f"`{text}`".replace("|", "\\|")


def type_shown(hint: Any) -> str:
    """Return a setting's hint in words."""
    if hint is Any:
        return "any"
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    marks = [mark for mark in args[1:] if isinstance(mark, _Strings | Between)] if origin is typing.Annotated else []
    if marks:
        return _marked(args[0], marks[0])
    if origin in (typing.Union, types.UnionType):
        shown = [type_shown(arg) for arg in args if arg is not type(None)]
        return " or ".join([*shown, "None"] if type(None) in args else shown)
    if origin is typing.Literal:
        return ", ".join(f'"{arg}"' for arg in args)
    if origin in (collections.abc.Iterable, collections.abc.Sequence, list):
        return "list" if args in ((), (Any,)) else f"list of {type_shown(args[0])}"
    if origin in (collections.abc.Mapping, dict):
        return f"dict of {type_shown(args[0])} to {type_shown(args[1])}"
    return getattr(hint, "__name__", str(hint))


def _marked(hint: Any, mark: Any) -> str:
    if isinstance(mark, Between):
        return f"{type_shown(hint)} {mark}"
    return "list of these names" if isinstance(mark, Among) else "str or list of str"


def range_shown(spec: ScoreSpec) -> str:
    """Return a score's range in words."""
    if spec.data_type == "BOOLEAN":
        return "True, False"
    if spec.data_type == "CATEGORICAL":
        return ", ".join(spec.categories) if spec.categories else "labels"
    if spec.minimum is not None and spec.maximum is not None:
        return f"{spec.minimum:g} to {spec.maximum:g}"
    return f"{spec.minimum:g} and up" if spec.minimum is not None else "any number"


def direction_shown(spec: ScoreSpec) -> str:
    """Return in a word or two which way of a score is good."""
    if spec.higher_is_better is None:
        return "neither"
    if spec.data_type == "BOOLEAN":
        return "True" if spec.higher_is_better else "False"
    return "more" if spec.higher_is_better else "less"


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    """Return a Markdown table."""
    lines = [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
    return [*lines, *(f"| {' | '.join(row)} |" for row in rows)]


def example_scores(source: str) -> Any:
    """Return what the last line of an example gives."""
    tree = ast.parse(source)
    last = tree.body.pop()
    if not isinstance(last, ast.Expr):
        raise TypeError(f"an example must end with an expression: {source}")
    space: dict[str, Any] = {"metrics": metrics}
    exec(compile(tree, "<example>", "exec"), space)  # noqa: S102 - our own examples
    return eval(compile(ast.Expression(last.value), "<example>", "eval"), space)  # noqa: S307 - the same


def scores_table(scores: Any) -> list[str]:
    """Return scores as a Markdown table."""
    return table(
        ("score", "value", "comment"),
        ((code(score.name), code(f"{shown(score.value)}"), cell(str(score.comment))) for score in scores),
    )


def shown(value: Any) -> str:
    """Return a score's value, a number with four digits at most."""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


@functools.cache
def rows_of(page: str) -> list[tuple[list[str], list[str]]]:
    """Return the (heads, cells) of all table rows of a page, [] when it is not there."""
    file = HERE / page
    found: list[tuple[list[str], list[str]]] = []
    head: list[str] = []
    for line in file.read_text(encoding="utf-8").split("\n") if file.exists() else []:
        if not line.startswith("|"):
            head = []
            continue
        cells = [part.strip() for part in re.split(r"(?<!\\)\|", line)[1:-1]]
        if not head:
            head = cells
        elif not all(set(part) <= set("-: ") for part in cells):
            found.append((head, cells))
    return found


def figures_of(check: Check, page: str) -> list[str]:
    """Return a table of a page's rows about a check, without the column that names it."""
    kept = [
        (head, cells)
        for head, cells in rows_of(page)
        if head[0] in ("check", "what") and re.match(rf"`?{MEASURED_AS.get(check.name, check.name)}\b", cells[0])
    ]
    if not kept:
        return []
    head = kept[0][0]
    named = head[0] == "check"
    rows = [cells for _, cells in kept]
    return table(tuple(head[named:]), (tuple(cells[named:]) for cells in rows))


def class_name(name: str) -> str:
    """Return the name of a check's Opik class."""
    return "".join(part.title() for part in name.split("_"))


def front_of(check: Check, sections: dict[str, list[str]]) -> list[str]:
    """Return the head of a page: title, description and what the check reads."""
    described = "\n".join(sections[""]).strip()
    reads = ", ".join(READINGS[reading] for reading in check.reads)
    return [f"# {check.name}", "", html.escape(described, quote=False), "", f"**Reads** {reads}.", ""]


def scores_of(check: Check, sections: dict[str, list[str]]) -> list[str]:
    """Return the table of a check's scores."""
    meanings = dict(entries_of(sections.get("Returns", ())))
    rows = (
        (
            code(spec.name),
            spec.data_type,
            cell(range_shown(spec)),
            direction_shown(spec),
            cell(meanings.get(spec.name, "")),
        )
        for spec in check.scores
    )
    return ["## Scores", "", *table(("score", "type", "range", "good is", "meaning"), rows), ""]


def settings_of(check: Check, sections: dict[str, list[str]]) -> list[str]:
    """Return the table of a check's settings."""
    meanings = dict(entries_of(sections.get("Args", ())))
    rows = []
    for name in check.schema.parameters:
        default = check.settings.get(name, "needed")
        off = " None switches it off." if name in check.none_disables and "None" not in meanings.get(name, "") else ""
        shown_default = list(default) if isinstance(default, tuple) else default
        rows.append(
            (
                code(name),
                cell(type_shown(check.schema.hints[name])),
                code(repr(shown_default)),
                cell(meanings.get(name, "") + off),
            )
        )
    return ["## Settings", "", *table(("setting", "type", "default", "meaning"), rows), ""]


def example_of(check: Check) -> list[str]:
    """Return a check's example and what it gives."""
    source = NOTES[check.name].example
    listing = ["from oodle_eval.v1 import metrics", "", source]
    return [
        "## Example",
        "",
        "````python",
        *listing,
        "````",
        "",
        "gives",
        "",
        *scores_table(example_scores(source)),
        "",
    ]


def faces_of(check: Check) -> list[str]:
    """Return the names that a check has in each framework."""
    name = check.name
    rows = (
        ("plain Python", code(f"oodle_eval.v1.metrics.{name}(ctx, ...)")),
        ("bound to settings", code(f"oodle_eval.v1.checks.{name}(...)")),
        ("[Opik](../guides/opik.md)", code(f"oodle_eval_adapters.opik.checks.{class_name(name)}(...)")),
        ("[LangSmith](../guides/langsmith.md)", code(f"oodle_eval_adapters.langsmith.{name}(...)")),
        (
            "[openevals form](../guides/openevals.md)",
            code(f"oodle_eval_adapters.openevals.create_{name}_evaluator(...)"),
        ),
    )
    return ["## In each place", "", *table(("where", "name"), rows), ""]


def evidence_of(check: Check) -> list[str]:
    """Return how right and how fast a check is, as measured."""
    lines: list[str] = []
    validity = figures_of(check, "validity.md")
    lines += ["## How right it is", ""]
    if validity:
        lines += [*validity, "", "Sources, licences and how to measure again: [validity](../validity.md).", ""]
    else:
        lines += [
            "No labelled public data measures this one: it counts, and its cases are tested by hand. "
            "See [how we know](../how-we-know.md).",
            "",
        ]
    parity = figures_of(check, "parity-references.md")
    if parity:
        about = "How it was compared, and the deviations: [beside reference implementations](../parity-references.md)."
        lines += ["## Beside reference implementations", "", *parity, "", about, ""]
    speed, worst = figures_of(check, "speed.md"), figures_of(check, "worst-case.md")
    if speed or worst:
        lines += ["## What it costs", ""]
    if speed:
        lines += [*speed, "", "What the columns mean: [speed](../speed.md).", ""]
    if worst:
        lines += [*worst, "", "How it was measured: [worst cases](../worst-case.md).", ""]
    return lines


def ending_of(check: Check, sections: dict[str, list[str]]) -> list[str]:
    """Return a check's limits, errors and sources."""
    lines = ["## Known limits", "", *(f"- {limit}" for limit in NOTES[check.name].limits), ""]
    for title, name in (("Errors", "Raises"), ("Source", "Source")):
        said = " ".join(line.strip() for line in sections.get(name, ()) if line.strip())
        if said:
            lines += [f"## {title}", "", html.escape(re.sub(r"^(ValueError): ", r"`\1`: ", said), quote=False), ""]
    return lines


def check_page(check: Check) -> str:
    """Return the page of a check, in Markdown."""
    sections = sections_of(check.function)
    parts = [
        front_of(check, sections),
        scores_of(check, sections),
        settings_of(check, sections),
        example_of(check),
        faces_of(check),
        evidence_of(check),
        ending_of(check, sections),
    ]
    return "\n".join(line for part in parts for line in part).rstrip() + "\n"


def index_page() -> str:
    """Return the page that lists all checks."""
    lines = [
        "# All checks",
        "",
        f"{len(CHECKS)} checks, by area. Each has a primary score, named first, and reads a plain string, a span or a row",
        "of any framework. Every page says what a check reads, its settings and scores, how right it is on labelled data",
        "and where it ends.",
        "",
    ]
    for area, title in AREAS.items():
        kept = [check for check in CHECKS.values() if check.area == area]
        rows = (
            (
                f"[{check.name}]({check.name}.md)",
                ", ".join(code(spec.name) for spec in check.scores),
                cell(check.summary),
            )
            for check in kept
        )
        lines += [f"## {title}", "", *table(("check", "scores", "what it does"), rows), ""]
    lines += [
        "Two more functions of `oodle_eval.v1.metrics` give no scores: `detect_language(text)` returns a language's code and",
        "how sure it is, `tools_used(ctx)` the names of the tools that were called. See the [reference](../reference/checks.md).",
        "",
    ]
    return "\n".join(lines)


def cookbook_page() -> str:
    """Return the page of the cookbook: each recipe with what it gives on its own rows."""
    from oodle_eval.host import load  # noqa: PLC0415 - only this page runs recipes
    from oodle_eval.runs import run  # noqa: PLC0415

    lines = [
        "# Cookbook",
        "",
        "Each recipe is a whole code evaluator: a function `evaluate(ctx)` that a platform runs on a span, and that runs",
        "here in every form: `as_metric(load(...))` for Opik, `as_evaluator(load(...))` for LangSmith, `run(rows, load(...))`",
        "for rows. The files are in `examples/cookbook`, with the rows that gave the tables here.",
        "",
    ]
    for file in sorted((HERE.parent / "examples" / "cookbook").glob("*.py")):
        source = file.read_text(encoding="utf-8")
        about, _, body = source.partition('"""\n')
        lines += [f"## {file.stem.replace('_', ' ').capitalize()}", "", about.removeprefix('"""'), ""]
        lines += [f'```python title="{file.name}"', body.strip(), "```", ""]
        data = file.parent / "data" / f"{file.stem}.jsonl"
        rows = [json.loads(line) for line in data.read_text(encoding="utf-8").splitlines()] if data.exists() else []
        if not rows or any("scores" in row for row in rows):
            continue
        found = run(rows[:3], load(file)).rows()
        shown_rows = (
            (code(str(one["id"])), code(str(one["name"])), code(shown(one["value"])), cell(one["comment"] or ""))
            for one in found
        )
        lines += [*table(("row", "score", "value", "comment"), shown_rows), ""]
    return "\n".join(lines)


def pages() -> dict[str, str]:
    """Return all generated pages, by path."""
    return {"checks/index.md": index_page()} | {f"checks/{name}.md": check_page(one) for name, one in CHECKS.items()}


def main() -> None:
    """Write the pages to a folder."""
    folder = Path(sys.argv[1])
    for path, text in pages().items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
