"""`compare`: two runs over the same rows, score by score."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path
from typing import Annotated, Any

import typer

from oodle_eval.cli._output import Format, FormatOption, chosen, fail, note, show_records
from oodle_eval.cli._parquet import require_pyarrow
from oodle_eval.v1._settings import SettingError
from oodle_eval.v1._wording import plural

__all__ = ["compare"]

Row = dict[str, Any]
# What came of a check that did not fail.
ANSWERED = ("scored", "nothing_to_score")
# More changes than this are judged by the normal curve.
EXACT_CHANGES = 1000


@dataclass
class Compared:
    """One score in both runs, over the rows on which both have it.

    Args:
        score: The score's name, with the check's before it where several checks have it.
        rows: On how many rows both have a value.
        passed: On how many it passes, in the one and the other.
        total: The sums of its values.
        fixed: On how many it passes in the second only.
        broken: On how many it passes in the first only.
        alone: On how many only the one or only the other has a value.
        lost: On how many the first has a value, and the check failed in the second.
        made: What made it in each run, by what was first seen there.
    """

    score: str
    rows: int = 0
    judged: int = 0
    passed: list[int] = field(default_factory=lambda: [0, 0])
    total: list[float] = field(default_factory=lambda: [0.0, 0.0])
    numbers: int = 0
    fixed: int = 0
    broken: int = 0
    changed_labels: int = 0
    alone: list[int] = field(default_factory=lambda: [0, 0])
    lost: int = 0
    made: list[Row | None] = field(default_factory=lambda: [None, None])

    def add(self, before: Row | None, after: Row | None) -> str | None:
        """Count one row, and return "fixed" or "broken" when the verdict changed."""
        held = [one is not None and one.get("value") is not None for one in (before, after)]
        for side, one in enumerate((before, after)):
            if one is not None and self.made[side] is None:
                self.made[side] = {name: one.get(name) for name in ("version", "settings", "source")}
        if before is None or after is None or not all(held):
            self.alone = [count + (held[side] and not held[1 - side]) for side, count in enumerate(self.alone)]
            return None
        self.rows += 1
        values = before["value"], after["value"]
        if any(isinstance(value, str) for value in values):
            self.changed_labels += values[0] != values[1]
            return None
        self.numbers += 1
        self.total = [total + float(value) for total, value in zip(self.total, values, strict=True)]
        verdicts = before.get("passed"), after.get("passed")
        if None in verdicts:
            return None
        self.judged += 1
        self.passed = [count + bool(verdict) for count, verdict in zip(self.passed, verdicts, strict=True)]
        if verdicts[0] == verdicts[1]:
            return None
        self.fixed += bool(verdicts[1])
        self.broken += bool(verdicts[0])
        return "fixed" if verdicts[1] else "broken"

    def differences(self) -> list[str]:
        """Return what made it differently in the two runs: its version, settings or source."""
        first, second = self.made
        if first is None or second is None:
            return []
        return [
            f"{name} {_shown(first[name])} in A, {_shown(second[name])} in B"
            for name in first
            if first[name] != second[name]
        ]

    @property
    def chance(self) -> float | None:
        """How likely so uneven a count of changes is when neither run is better: the exact sign test, two-sided."""
        changes = self.fixed + self.broken
        if not changes:
            return None
        less = min(self.fixed, self.broken)
        if changes > EXACT_CHANGES:
            return math.erfc((abs(self.fixed - self.broken) - 1) / math.sqrt(2 * changes))
        tail = sum(math.comb(changes, count) for count in range(less + 1))
        return min(1.0, float(2 * tail / 2**changes))

    def record(self) -> dict[str, Any]:
        """Return it as a line of the table."""
        rates = [count / self.judged if self.judged else None for count in self.passed]
        means = [total / self.numbers if self.numbers else None for total in self.total]
        return {
            "score": self.score,
            "rows": self.rows,
            "pass_rate_a": rates[0],
            "pass_rate_b": rates[1],
            "mean_a": means[0],
            "mean_b": means[1],
            "fixed": self.fixed,
            "broken": self.broken,
            "chance": self.chance,
            "other_labels": self.changed_labels,
            "only_a": self.alone[0],
            "only_b": self.alone[1],
        }


def compare(
    first: Annotated[Path, typer.Argument(metavar="A", help="The results of a run: .jsonl or .parquet.")],
    second: Annotated[Path, typer.Argument(metavar="B", help="The results of another run over the same rows.")],
    show: Annotated[int, typer.Option(min=0, help="How many changed rows to show on stderr.")] = 10,
    fail_if_worse: Annotated[
        bool, typer.Option("--fail-if-worse", help="End with 1 when a pass rate fell or B lacks rows.")
    ] = False,
    chance: Annotated[
        float, typer.Option(min=0, max=1, help="With --fail-if-worse: only when chance is below this.")
    ] = 1.0,
    output: FormatOption = None,
) -> None:
    """Compare the results of two runs over the same rows: pass rates, means, and which rows changed.

    Rows of A that B lacks or failed on are said on stderr, and are worse; so is what made a check another one: its version,
    settings or source. `chance` is the sign test's: how likely so uneven a count of fixed and broken rows is when neither run is better.

    Examples:
        oodle-eval compare before.jsonl after.jsonl

        oodle-eval compare before.jsonl after.jsonl --fail-if-worse --chance 0.05
    """
    try:
        found, changes, missing = _compared(first, second, show)
    except (OSError, ImportError, SettingError) as error:
        fail(error)
    columns = ("score", "rows", "pass_rate_a", "pass_rate_b", "mean_a", "mean_b", "fixed", "broken", "chance")
    show_records([one.record() for one in found.values()], output, columns if chosen(output) is Format.table else ())
    for change in changes:
        note(change)
    for line in _differences(found):
        note(line)
    lost = _lost(found, missing)
    for line in lost:
        note(line)
    worse = [one.score for one in found.values() if one.broken > one.fixed and (one.chance or 0) <= chance]
    if fail_if_worse and worse:
        note(f"worse: {', '.join(worse)}")
    if fail_if_worse and (worse or lost):
        raise typer.Exit(1)


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)[:200]


def _differences(found: dict[tuple[str, str], Compared]) -> list[str]:
    """Return a line for each check that was not the same in both runs."""
    by_check = {check: one.differences() for (check, _), one in reversed(found.items())}
    return [f"{check} is not the same in both: {'; '.join(said)}" for check, said in reversed(by_check.items()) if said]


def _lost(found: dict[tuple[str, str], Compared], missing: int) -> list[str]:
    """Return lines about what the first run has and the second lacks: rows, whole scores, and values where it failed."""
    lines = [f"{plural(missing, 'row')} of A {'is' if missing == 1 else 'are'} not in B"] if missing else []
    for one in found.values():
        if one.made[0] is not None and one.made[1] is None:
            lines.append(f"{one.score} is not in B")
        elif one.lost:
            lines.append(
                f"{one.score} failed in B on {plural(one.lost, 'row')} that {'has' if one.lost == 1 else 'have'} it in A"
            )
    return lines


def _compared(first: Path, second: Path, show: int) -> tuple[dict[tuple[str, str], Compared], list[str], int]:
    found: dict[tuple[str, str], Compared] = {}
    changes: list[str] = []
    missing = 0
    for place, before, after in _pairs(first, second):
        missing += bool(before) and not after
        failed = {check for (check, _), one in after.items() if one.get("outcome", "scored") not in ANSWERED}
        for key, held in before.items():
            if key[0] in failed and held.get("value") is not None:
                found.setdefault(key, Compared(key[1])).lost += 1
        for key in dict.fromkeys((*before, *after)):
            one = found.setdefault(key, Compared(key[1]))
            change = one.add(before.get(key), after.get(key))
            if change and len(changes) < show:
                bad = (before if change == "fixed" else after)[key]
                changes.append(f"row {bad.get('id', place)}: {key[1]} {change}: {bad.get('comment') or ''}")
    names = [name for _, name in found]
    for (check, name), one in found.items():
        one.score = name if names.count(name) == 1 else f"{check}.{name}"
    return found, changes, missing


def _pairs(first: Path, second: Path) -> Iterator[tuple[int, dict[Any, Row], dict[Any, Row]]]:
    """Yield each row's scores in both files, which hold rows in one order; neither file is held in memory."""
    streams = [itertools.groupby(_lines(path), key=itemgetter("row")) for path in (first, second)]
    heads = [_next(stream) for stream in streams]
    while any(head is not None for head in heads):
        place = min(head[0] for head in heads if head is not None)
        taken: list[dict[Any, Row]] = []
        for side, head in enumerate(heads):
            is_here = head is not None and head[0] == place
            taken.append(head[1] if is_here and head is not None else {})
            if is_here:
                heads[side] = _next(streams[side])
        ids = [next(iter(scores.values())).get("id") for scores in taken if scores]
        if len(ids) == 2 and ids[0] != ids[1]:
            raise SettingError(
                f"row {place} is {ids[0]!r} in {first} and {ids[1]!r} in {second}: the runs were over other rows"
            )
        yield place, taken[0], taken[1]


def _next(stream: Any) -> tuple[int, dict[Any, Row]] | None:
    head = next(stream, None)
    return None if head is None else (head[0], {(one.get("check"), one.get("name")): one for one in head[1]})


def _lines(path: Path) -> Iterator[Row]:
    if path.suffix in (".parquet", ".pq"):
        yield from _parquet_lines(path)
        return
    before = -1
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                held = json.loads(line)
                place = int(held["row"])
            except (ValueError, TypeError, KeyError):
                raise SettingError(f"{path}, line {number}: no result of `oodle-eval run --out`") from None
            if place < before:
                raise SettingError(f"{path}, line {number}: the rows are not in order")
            before = place
            yield held


def _parquet_lines(path: Path) -> Iterator[Row]:
    with require_pyarrow().parquet.ParquetFile(path) as file:
        for batch in file.iter_batches():
            for held in batch.to_pylist():
                value = held["label"] if held["number"] is None else held["number"]
                yield {**held, "value": value}
