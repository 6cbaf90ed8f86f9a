"""Runs over data of any length: chunks of rows to one process or several, results in order, and a record to go on from.

After each chunk the record says how far the data was read and how long the files are. A run that is killed leaves at most
a chunk behind the record: going on cuts the files to what it says, so that nothing is lost and nothing repeated.
"""

from __future__ import annotations

import dataclasses
import itertools
import json
import os
import platform
import stat
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import Any, BinaryIO, Self, TextIO

import oodle_eval
from oodle_eval.cli._data import Data, FieldMap, Position, Raw, Rejected, item_of
from oodle_eval.cli._targets import Targets
from oodle_eval.host._confinement import die_with_parent
from oodle_eval.host.sandbox import Sandbox
from oodle_eval.runs import RowResult, ScoreSummary, Tally, result_rows
from oodle_eval.v1._settings import SettingError
from oodle_eval.v1._waist.provenance import message_of
from oodle_eval.v1._wording import plural

__all__ = ["Files", "Progress", "Recipe", "RunState", "run_over"]

CHUNK_ROWS = 500
# How much of a rejected row is kept.
SHOWN_BYTES = 1000


@dataclass(frozen=True)
class Recipe:
    """What a run does with each row, in a form that other processes can be given.

    Args:
        targets: What runs.
        fields: Where rows hold their values.
        scores: "all", or "primary" for the first score of each evaluator.
    """

    targets: Targets
    fields: FieldMap = field(default_factory=FieldMap)
    scores: str = "all"


# How many different reasons a run remembers, and how much of each.
MOST_REASONS, REASON_CHARS = 100, 300


@dataclass
class Reasons:
    """Why rows were rejected and checks failed on them, and how often, the first reasons first.

    Args:
        counts: {(what failed, "" for a rejected row; the reason): how often}.
        others: How often for reasons beyond the first.
    """

    counts: dict[tuple[str, str], int] = field(default_factory=dict)
    others: int = 0

    def add(self, owner: str, reason: str, times: int = 1) -> None:
        """Count a reason."""
        key = (owner, " ".join(reason.split())[:REASON_CHARS])
        if key in self.counts or len(self.counts) < MOST_REASONS:
            self.counts[key] = self.counts.get(key, 0) + times
        else:
            self.others += times

    def add_errors(self, result: RowResult) -> None:
        """Count the errors of one row."""
        for outcome in result.outcomes:
            if outcome.error is not None:
                name = outcome.part.check.name
                self.add(name, message_of(outcome.error, name))

    def merge(self, other: Reasons) -> None:
        """Add what was counted on other rows."""
        for (owner, reason), times in other.counts.items():
            self.add(owner, reason, times)
        self.others += other.others

    def lines(self, limit: int = 5) -> list[str]:
        """Return the first reasons as lines, and how often there were others."""
        shown = list(self.counts.items())
        lines = [
            f"{plural(times, 'row')} {f'failed in {owner}' if owner else 'rejected'}: {reason}"
            for (owner, reason), times in shown[:limit]
        ]
        others = self.others + sum(times for _, times in shown[limit:])
        return [*lines, f"and {plural(others, 'row')} for other reasons"] if others else lines


@dataclass
class ChunkResult:
    """What came of a chunk: lines for the files, and counts."""

    output: bytes
    rejects: bytes
    rejected: int
    tally: Tally
    reasons: Reasons


class Machine:
    """Runs chunks.

    Args:
        recipe: What to do with each row.
    """

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.sandbox = Sandbox(seconds=recipe.targets.seconds)
        self.suite = recipe.targets.suite(self.sandbox)
        self.sources = {one["name"]: one["source"] for one in recipe.targets.described() if "source" in one}

    def chunk(self, rows: list[Raw], place: int, keeps_rows: bool) -> ChunkResult:
        """Return what comes of rows, of which the first is at a place in the data."""
        items, rejects = [], []
        reasons = Reasons()
        for own, raw in enumerate(rows, place):
            try:
                items.append(item_of(raw, own, self.recipe.fields))
            except Rejected as reason:
                rejects.append(_rejected(raw, own, str(reason)))
                reasons.add("", str(reason))
        tally = Tally(self.recipe.scores)
        lines: list[str] = []
        for result in self.suite.results(items):
            tally.add(result)
            reasons.add_errors(result)
            if keeps_rows:
                lines += self._lines(result)
        return ChunkResult(_utf8(lines), _utf8(rejects), len(rejects), tally, reasons)

    def _lines(self, result: RowResult) -> Iterator[str]:
        for found in result_rows(result, self.recipe.scores):
            if found["check"] in self.sources:
                found["source"] = self.sources[found["check"]]
            yield _line(found)


_encode = json.JSONEncoder(ensure_ascii=False, default=str).encode


def _line(value: Mapping[str, Any]) -> str:
    return _encode(value) + "\n"


def _utf8(lines: list[str]) -> bytes:
    """Return lines of JSON as bytes that are always UTF-8."""
    try:
        return "".join(lines).encode("utf-8")
    except UnicodeEncodeError:  # a lone surrogate: escaped as JSON escapes it
        return "".join(lines).encode("utf-8", "backslashreplace")


def _rejected(raw: Raw, place: int, reason: str) -> str:
    line, value = raw
    shown = value.decode("utf-8", "replace") if isinstance(value, bytes) else json.dumps(value, default=str)
    return _line({"line": line, "row": place, "reason": reason, "data": shown.strip()[:SHOWN_BYTES]})


@dataclass
class RunState:
    """How far a run is.

    Args:
        position: How far the data was read.
        rejected: How many rows were put aside.
        output_bytes: How long the output is.
        rejects_bytes: How long the file of rejected rows is.
        tally: The counts.
        reasons: Why rows were put aside and checks failed.
        is_finished: The data is at its end.
    """

    position: Position = field(default_factory=Position)
    rejected: int = 0
    output_bytes: int = 0
    rejects_bytes: int = 0
    tally: Tally = field(default_factory=Tally)
    is_finished: bool = False
    reasons: Reasons = field(default_factory=Reasons)

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        counts = [{"owner": owner, **dataclasses.asdict(one)} for (owner, _), one in self.tally.found.items()]
        return {
            "position": dataclasses.asdict(self.position),
            "rejected": self.rejected,
            "output_bytes": self.output_bytes,
            "rejects_bytes": self.rejects_bytes,
            "is_finished": self.is_finished,
            "counts": counts,
            "reasons": [[owner, reason, times] for (owner, reason), times in self.reasons.counts.items()],
            "other_reasons": self.reasons.others,
        }

    @classmethod
    def of(cls, held: Mapping[str, Any], scores: str) -> RunState:
        """Return it from its dict."""
        tally = Tally(scores)
        for counts in held["counts"]:
            fields = {name: value for name, value in counts.items() if name != "owner"}
            tally.found[counts["owner"], counts["name"]] = ScoreSummary(**fields)
        numbers = {name: held[name] for name in ("rejected", "output_bytes", "rejects_bytes", "is_finished")}
        counts = {(owner, reason): times for owner, reason, times in held.get("reasons", ())}
        reasons = Reasons(counts, held.get("other_reasons", 0))
        return cls(position=Position(**held["position"]), tally=tally, reasons=reasons, **numbers)


class Files:
    """The files of a run: the output, the rejected rows, and the record.

    Args:
        output: Where the results go, None to keep the counts only. Parquet is written at the end.
        rejects: Where rejected rows go; by default beside the output.
    """

    def __init__(self, output: str | None, rejects: str | None) -> None:
        self.target = Path(output) if output is not None else None
        self.is_parquet = self.target is not None and self.target.suffix in (".parquet", ".pq")
        self.output = self._beside(".partial.jsonl") if self.is_parquet else self.target
        self.gives_rejects = rejects is not None
        self.rejects = Path(rejects) if rejects is not None else self._beside(".rejects.jsonl")
        self.record = self._beside(".run.json")
        self._open: dict[str, BinaryIO] = {}

    def _beside(self, ending: str) -> Path | None:
        return None if self.target is None else self.target.with_name(self.target.name + ending)

    def refuse_loss(self, inputs: Mapping[str, str]) -> None:
        """Refuse a run that would write over what it reads, or write two files into one.

        Args:
            inputs: {what it is called: a file that the run reads; "-" for standard input}.

        Raises:
            ValueError: Two of the files are one, by whatever name; the message says which.
        """
        written = self._written()
        for place, (name, path) in enumerate(written):
            for other, read in inputs.items():
                if _is_same(path, read):
                    raise SettingError(f"{name} is {path}, which is {other} too and would be lost: give another file")
            for other, before in written[:place]:
                if _is_same(path, before):
                    raise SettingError(f"{name} and {other} are one file, {path}: give each its own")

    def _written(self) -> list[tuple[str, Path]]:
        """Return each file that a run writes, with what it is called; files that stand for a moment only, too."""
        named = [
            ("--out", self.target),
            ("--rejects" if self.gives_rejects else "the file of rejected rows", self.rejects),
            ("the run's record", self.record),
            ("the run's new record", self._beside(".run.json.new")),
        ]
        if self.is_parquet:
            named += [("the run's lines", self.output), ("the new output", self._beside(".new"))]
        return [(name, path) for name, path in named if path is not None]

    def start(self, recipe: Mapping[str, Any], scores: str, *, is_resumed: bool, is_replaced: bool) -> RunState:
        """Return where to begin.

        Raises:
            ValueError: A file is there already, or the record is that of another run.
        """
        state = self._left(recipe, scores) if is_resumed else None
        if state is not None:
            return state
        if not is_replaced:
            self._refuse_files()
        state = RunState(tally=Tally(scores))
        if self.output is not None:
            self.note(state, recipe)
            self.output.parent.mkdir(parents=True, exist_ok=True)
            self.output.write_bytes(b"")
        if self.rejects is not None and self.rejects.is_file():
            self.rejects.unlink()
        return state

    def _left(self, recipe: Mapping[str, Any], scores: str) -> RunState | None:
        """Return how far a stopped run came, with its files cut to that; None where there is no record."""
        held = self._recorded(scores)
        if held is None:
            return None
        made_by, state = held
        _refuse_another(made_by, recipe)
        is_whole = state.is_finished and self.is_parquet  # its lines are Parquet by now
        for path, size in ((self.output, 0 if is_whole else state.output_bytes), (self.rejects, state.rejects_bytes)):
            if size and path is not None and not (path.exists() and path.stat().st_size >= size):
                raise SettingError(f"--resume: {path} has lost what the run wrote: give --overwrite to begin anew")
        _cut(self.output, state.output_bytes)
        _cut(self.rejects, state.rejects_bytes)
        return state

    def _refuse_files(self) -> None:
        """Refuse to begin where files are that a run would write, but for what is left of one whose output is gone."""
        if self.target is not None and self.output is not None and (self.target.exists() or self.output.exists()):
            raise SettingError(f"{self.target} is there already: give --resume to go on with it, or --overwrite")
        is_ours = not self.gives_rejects and self._recorded("all") is not None
        if self.rejects is not None and self.rejects.is_file() and not is_ours:
            raise SettingError(f"{self.rejects} is there already: give --overwrite to write it anew")

    def _recorded(self, scores: str) -> tuple[dict[str, Any], RunState] | None:
        """Return what made the run that left a record, and how far it came; None where there is no record.

        Raises:
            ValueError: The file is the record of no run.
        """
        if self.record is None or not self.record.is_file():
            return None
        try:
            held = json.loads(self.record.read_bytes())
            return dict(held["made_by"]), RunState.of(held["state"], scores)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise SettingError(
                f"{self.record} is no record of a run: give another --out, or --overwrite to begin anew"
            ) from None

    def add(self, result: ChunkResult, state: RunState) -> None:
        """Write what came of a chunk, and count it."""
        if self.output is not None:
            state.output_bytes += self._append("output", self.output, result.output)
        if result.rejects and self.rejects is not None:
            state.rejects_bytes += self._append("rejects", self.rejects, result.rejects)

    def _append(self, name: str, path: Path, data: bytes) -> int:
        file = self._open.get(name)
        if file is None:
            file = self._open[name] = path.open("ab")
        file.write(data)
        file.flush()
        return len(data)

    def note(self, state: RunState, recipe: Mapping[str, Any]) -> None:
        """Write the record: a whole one always, since it takes the old one's place at once."""
        if self.record is None:
            return
        self.record.parent.mkdir(parents=True, exist_ok=True)
        held = {"made_by": recipe, "state": state.as_dict()}
        fresh = self.record.with_name(self.record.name + ".new")
        fresh.write_text(json.dumps(held, indent=1, default=str), encoding="utf-8")
        os.replace(fresh, self.record)  # noqa: PTH105 - the same

    def close(self) -> None:
        """Close the files."""
        for file in self._open.values():
            file.close()
        self._open = {}

    def finish(self, *, is_whole: bool) -> None:
        """Make Parquet of the lines where it was asked for; the lines of a run that stopped early stay, to go on from.

        Args:
            is_whole: The data is at its end.
        """
        self.close()
        if self.is_parquet and self.output is not None and self.target is not None and self.output.exists():
            from oodle_eval.cli._parquet import write_parquet  # noqa: PLC0415 - an extra, and large

            write_parquet(self.output, self.target)
            if is_whole:
                self.output.unlink()


def _refuse_another(before: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    """Refuse to go on with what another run began."""
    seen = json.loads(json.dumps(now, default=str))
    for name in ("targets", "fields", "scores", "data"):
        if before.get(name) != seen.get(name):
            raise SettingError(
                f"--resume: the run that began this output had other {name}: "
                f"{json.dumps(before.get(name))[:200]}, and now {json.dumps(seen.get(name))[:200]}"
            )


def _is_same(written: Path, other: str | Path) -> bool:
    """Return whether a file that is written and another are one, be it by a link or by another way to write its path."""
    try:
        if other == "-":
            held = os.fstat(sys.stdin.fileno())
            return stat.S_ISREG(held.st_mode) and os.path.samestat(written.stat(), held)
        if os.path.realpath(written) == os.path.realpath(other):
            return True
        return stat.S_ISREG(written.stat().st_mode) and written.samefile(other)
    except (OSError, ValueError):  # one of the two is not there
        return False


def _cut(path: Path | None, size: int) -> None:
    if path is not None and path.exists():
        os.truncate(path, size)


class Progress:
    """Says on stderr how far a run is: on one line of a terminal, or now and then a line.

    Args:
        size: The data's bytes, None when they are not known.
        start: The position of the beginning.
        stream: Where it is said; None to say nothing.
    """

    def __init__(self, size: int | None, start: Position, stream: TextIO | None) -> None:
        self.size = size
        self.start = start
        self.stream = stream
        self.begun = self.last = time.monotonic()
        self.is_terminal = stream is not None and stream.isatty()

    def update(self, position: Position) -> None:
        """Say how far it is, when it is time for it."""
        now = time.monotonic()
        if self.stream is None or now - self.last < (0.3 if self.is_terminal else 10):
            return
        self.last = now
        self._write(self.line(position, now), ending="" if self.is_terminal else "\n")

    def line(self, position: Position, now: float) -> str:
        """Return the line: rows, rate, time left."""
        took = max(now - self.begun, 1e-9)
        done = position.rows - self.start.rows
        shown = f"{position.rows:,} rows, {done / took:,.0f} a second"
        read = position.offset - self.start.offset
        if self.size and read > 0:
            left = (self.size - position.offset) * took / read
            shown += f", {position.offset / self.size:.0%}, {_clock(left)} left"
        return shown

    def end(self, position: Position, rejected: int) -> None:
        """Say what was done."""
        took = time.monotonic() - self.begun
        done = position.rows - self.start.rows
        put_aside = f", {rejected:,} rejected" if rejected else ""
        if self.stream is not None:
            self._write(
                f"{done:,} {'row' if done == 1 else 'rows'} in {took:.1f} s, {done / max(took, 1e-9):,.0f} a second{put_aside}",
                "\n",
            )

    def _write(self, text: str, ending: str) -> None:
        assert self.stream is not None  # noqa: S101 - looked at by the caller
        self.stream.write(f"\r\x1b[K{text}{ending}" if self.is_terminal else f"{text}{ending}")
        self.stream.flush()


def _clock(seconds: float) -> str:
    minutes, seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@dataclass
class Chunk:
    """Rows that are run together."""

    rows: list[Raw]
    place: int
    behind: Position


def chunks(data: Data, start: Position, limit: int | None) -> Iterator[Chunk]:
    """Yield the rows behind a position in chunks."""
    rows = data.rows(start)
    if limit is not None:
        rows = itertools.islice(rows, max(0, limit - start.rows))
    place = start.rows
    while taken := list(itertools.islice(rows, CHUNK_ROWS)):
        yield Chunk([raw for raw, _ in taken], place, taken[-1][1])
        place += len(taken)


def run_over(
    data: Data,
    recipe: Recipe,
    files: Files,
    *,
    workers: int = 1,
    limit: int | None = None,
    is_resumed: bool = False,
    is_replaced: bool = False,
    stream: TextIO | None = None,
    others: Mapping[str, str] | None = None,
) -> RunState:
    """Run a recipe over data.

    Args:
        data: The rows.
        recipe: What to do with each.
        files: Where results go.
        workers: How many processes work.
        limit: Stop behind so many rows.
        is_resumed: Go on with what a killed run left.
        is_replaced: Begin anew where there is an output.
        stream: Where progress is said.
        others: {what it is called: another file that must not be written}.

    Returns:
        The counts, and how far it came.

    Raises:
        ValueError: A target, a setting or a file is not what it must be.
    """
    files.refuse_loss({**data.files, **recipe.targets.files(), **(others or {})})
    made_by = _made_by(data, recipe)
    # One machine here first: what is wrong with a target shows before a file is touched.
    machine = Machine(recipe)
    state = files.start(made_by, recipe.scores, is_resumed=is_resumed, is_replaced=is_replaced)
    progress = Progress(data.size, state.position, stream)
    if state.is_finished:
        return state
    keeps_rows = files.output is not None
    try:
        with _Workers(machine, workers, keeps_rows) as pool:
            for chunk, result in pool.results(chunks(data, state.position, limit)):
                files.add(result, state)
                state.tally.merge(result.tally)
                state.rejected += result.rejected
                state.reasons.merge(result.reasons)
                state.position = chunk.behind
                files.note(state, made_by)
                progress.update(state.position)
        state.is_finished = limit is None
        files.finish(is_whole=state.is_finished)
        files.note(state, made_by)
    finally:
        files.close()
        machine.sandbox.close()
    progress.end(state.position, state.rejected)
    return state


def _made_by(data: Data, recipe: Recipe) -> dict[str, Any]:
    """Return what makes a run what it is: with it, the same output can be made again."""
    return {
        "oodle_eval": oodle_eval.__version__,
        "python": platform.python_version(),
        "targets": recipe.targets.described(),
        "gates": {name: list(gates) for name, gates in recipe.targets.gates.items()},
        "fields": {name: path for name, path in vars(recipe.fields).items() if path is not None},
        "scores": recipe.scores,
        "data": {"format": str(data.form), **data.fingerprint()},
    }


class _Workers:
    """One process or several that run chunks; results come in the order of the chunks."""

    def __init__(self, machine: Machine, count: int, keeps_rows: bool) -> None:
        self.machine = machine
        self.count = count
        self.keeps_rows = keeps_rows
        self.pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        if self.count > 1:
            self.pool = ProcessPoolExecutor(
                self.count, get_context("spawn"), initializer=_begin, initargs=(self.machine.recipe,)
            )
        return self

    def __exit__(self, *exception: object) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=True, cancel_futures=True)

    def results(self, todo: Iterator[Chunk]) -> Iterator[tuple[Chunk, ChunkResult]]:
        """Yield each chunk with what came of it; at most two chunks a process are on their way."""
        if self.pool is None:
            for chunk in todo:
                yield chunk, self.machine.chunk(chunk.rows, chunk.place, self.keeps_rows)
            return
        waiting: deque[tuple[Chunk, Future[ChunkResult]]] = deque()
        for chunk in todo:
            waiting.append((chunk, self.pool.submit(_work, chunk.rows, chunk.place, self.keeps_rows)))
            chunk.rows = []
            if len(waiting) >= 2 * self.count:
                yield self._first(waiting)
        while waiting:
            yield self._first(waiting)

    @staticmethod
    def _first(waiting: deque[tuple[Chunk, Future[ChunkResult]]]) -> tuple[Chunk, ChunkResult]:
        chunk, future = waiting.popleft()
        try:
            return chunk, future.result()
        except BrokenProcessPool:
            raise RuntimeError(
                f"a worker process ended near row {chunk.place}; what was written before is whole: go on with --resume"
            ) from None


_machine: Callable[[], Machine]


def _begin(recipe: Recipe) -> None:
    """Make a process ready to work."""
    global _machine  # noqa: PLW0603 - a worker process has one machine
    die_with_parent()
    parent = parent_process()
    if parent is not None and os.getppid() != parent.pid:  # it went before the kernel was asked
        os._exit(1)
    sys.stdout = sys.stderr  # results go to the parent; stdout is the command's
    made = Machine(recipe)
    _machine = lambda: made  # noqa: E731 - what it is


def _work(rows: list[Raw], place: int, keeps_rows: bool) -> ChunkResult:
    return _machine().chunk(rows, place, keeps_rows)
