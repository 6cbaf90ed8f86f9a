"""The demo: which checks fit a row, and the spans that come with the project."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from oodle_eval.cli._data import Data, DataFormat, FieldMap, Position, Rejected, values_of
from oodle_eval.runs import Results, RowResult, as_row, row_result
from oodle_eval.v1 import _messages, checks
from oodle_eval.v1._settings import SettingError
from oodle_eval.v1._waist.bound import BoundCheck, suite
from oodle_eval.v1._waist.row import Row

__all__ = ["demo_results", "read_rows", "support_spans"]


@dataclass(frozen=True)
class DemoCheck:
    """A bound check, and which rows have what it reads."""

    bound: BoundCheck
    fits: Callable[[Row], bool]


def support_spans() -> Path:
    """Return the file of the support agent's spans: packaged, or in the checkout."""
    packaged = Path(__file__).parent / "support" / "spans.jsonl"
    return packaged if packaged.exists() else Path(__file__).parents[2] / "examples" / "support" / "spans.jsonl"


def read_rows(file: Path) -> Iterator[Mapping[str, Any]]:
    """Yield the rows of a file of any format that `oodle-eval run` reads.

    Raises:
        OSError: The file can't be read.
        ValueError: A row can't be read, or there is none; the message names the file and the line.
    """
    data = Data(str(file))
    count = 0
    for raw, _ in data.rows(Position()):
        count += 1
        try:
            value = values_of(raw, FieldMap())
            as_row(value)
        except (Rejected, SettingError) as reason:
            what = "line" if data.form in (DataFormat.jsonl, DataFormat.csv) else "row"
            raise ValueError(f"{file}, {what} {raw[0]}: {reason}") from None
        yield value
    if not count:
        raise ValueError(f"there is no row in {file}")


def demo_checks() -> list[DemoCheck]:
    """Return the demo's checks."""
    return [
        DemoCheck(checks.pii_leak(), _always),
        DemoCheck(checks.refusal(), _always),
        DemoCheck(checks.prompt_injection(), _has_input),
        DemoCheck(checks.url_check(), _always),
        DemoCheck(checks.tone(), _always),
        DemoCheck(checks.language_adherence(), lambda row: _attribute(row, "language") in (None, "en")),
        DemoCheck(checks.length_budget(), _always),
        DemoCheck(checks.markdown_structure(), _always),
        DemoCheck(
            checks.json_validity(required_keys=["category", "priority"], name="ticket_json"),
            lambda row: _attribute(row, "format") == "json",
        ),
        DemoCheck(checks.conversation_degeneration(), _always),
        DemoCheck(checks.knowledge_retention(), _has_conversation),
        DemoCheck(checks.grounding(), _has_context),
        DemoCheck(checks.unsupported_numbers(), _has_context),
        DemoCheck(checks.citation_check(), _has_context),
        DemoCheck(checks.tool_trajectory(expected=checks.row("reference.tools"), mode="superset"), _expects_tools),
        DemoCheck(checks.tool_call_validity(), lambda row: bool(_messages.tool_calls_of(row.outputs))),
        DemoCheck(checks.repeated_tool_calls(), lambda row: bool(row.trace)),
        DemoCheck(checks.error_spans(), lambda row: bool(row.trace)),
        DemoCheck(checks.token_latency_budget(), lambda row: bool(row.metadata)),
    ]


def _always(row: Row) -> bool:
    return row.outputs is not None


def _has_input(row: Row) -> bool:
    return bool(row.inputs)


def _has_context(row: Row) -> bool:
    return bool(row.context) or bool(row.sought_context())


def _has_conversation(row: Row) -> bool:
    return isinstance(row.inputs, list) and len(row.inputs) > 1


def _expects_tools(row: Row) -> bool:
    return isinstance(row.reference_outputs, Mapping) and bool(row.reference_outputs.get("tools"))


def _attribute(row: Row, name: str) -> Any:
    return row.metadata.get(name) if isinstance(row.metadata, Mapping) else None


def demo_results(rows: Iterable[Mapping[str, Any]]) -> Results:
    """Run on each row the checks that have something to read there, and keep the primary score of each."""
    known = demo_checks()
    suites: dict[tuple[int, ...], BoundCheck] = {}
    results: list[RowResult] = []
    for place, value in enumerate(rows):
        held = as_row(value)
        fitting = tuple(number for number, one in enumerate(known) if one.fits(held))
        if not fitting:
            continue
        if fitting not in suites:
            suites[fitting] = suite(*(known[number].bound for number in fitting))
        results.append(row_result(value, place, suites[fitting]))
    return Results(results, suite(*(one.bound for one in known)), scores="primary")
