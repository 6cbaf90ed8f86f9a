"""Every row of the speed table, as ratios in one process: `python benchmarks/speed.py [AREA...] [--quick]`.

Each area's module in `speed_rows/` has `cells(size)`, which gives the cells of one text size (None: of no size), and may
have `rows(quick)` for what is measured otherwise (imports, whole runs, memory). All cells of a size are sampled
round-robin with the floor, one `re.findall(r"\\w+", text)` over a text of that size, so that noise hits all alike; what is
measured is processor time, and a ratio is the median of the ratios of the rounds. The exponent says how the cost grows
from 10,000 to 100,000 characters. A goal counts as met within a quarter, an exponent (1.15) within 0.1.

`--write` writes docs/speed.md as well: the tables, versions and date, and `speed_limits.md`, what keeps a row from its goal.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import math
import os
import platform
import re
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "adapters")]
os.environ.update(
    OPIK_TRACK_DISABLE="true",
    OPIK_URL_OVERRIDE="http://127.0.0.1:9/api",
    OPIK_ANALYTICS_ENABLE="false",
    OPIK_SENTRY_ENABLE="false",
    LANGSMITH_TRACING="false",
)

from speed_rows import Cell, Row, prose  # noqa: E402 - the path is set above

import oodle_eval  # noqa: E402

SIZES = (1_000, 10_000, 100_000)
TABLE = HERE.parent / "docs/speed.md"
TOLERANCE, EXPONENT = 1.25, 1.15
LIMITS = HERE / "speed_limits.md"
PEERS = (
    "opik openevals agentevals langsmith autoevals rouge-score nltk sacrebleu textstat vaderSentiment rapidfuzz".split()
)
TITLES = {
    "batch": "Whole runs",
    "context": "Grounding",
    "faces": "Through the adapters",
    "openevals": "Drop-ins: openevals and agentevals",
    "opik_heuristics": "Drop-ins: Opik's heuristics",
    "suite": "All checks on one reply",
}
PAGE = """# Speed

Ratios, all of one process and one run: the samples of a size take turns, what is measured is processor time, and a ratio
is the median over the rounds, so that what else the machine does hits all alike. An absolute time is there for the order
of magnitude only.

- **A**: the fastest peer over ours. 3x: the peer takes three times as long.
- **B**: ours over the floor, one pass of `re.findall(r"\\w+", text)` over one text of that size.
- **exponent**: that of the size between 10,000 and 100,000 characters; 1 is in step with the text, 0 is flat. At most 1.15.
- **goal**, **met**: set before the work; a quarter of tolerance (0.1 of the exponent) is left to the noise of the machine.

A reply of 1,000 characters is a long one. {measured} Made by `python benchmarks/speed.py --write`; what keeps a row from
its goal stands [at the end](#where-a-goal-is-not-met).
"""
HEAD = "| what | size | ours, µs | fastest peer | peer / ours (A) | goal | ours / floor (B) | goal | exponent | met |"
RULE = "| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | --- |"
Sample = Callable[[], object]
Times = dict[str, list[float]]


def measure(samples: dict[str, Sample], rounds: int, tick: float, slow: float = math.inf) -> Times:
    """Return the seconds a call of each sample, round by round, sampled round-robin.

    A sample that takes longer than `slow` is taken twice at most; its figures are repeated.
    """
    clock = time.process_time
    gc.collect()
    gc.freeze()  # what the peers have loaded is no part of a sample
    repeats: dict[str, int] = {}
    times: Times = {}
    for name, sample in samples.items():
        sample()
        sample()  # some prepare themselves for a list of words when they meet it again
        start = clock()
        sample()
        first = clock() - start
        repeats[name] = max(1, int(tick / max(first, 1e-7)))
        times[name] = [first] * rounds if first > slow else []
    for _ in range(rounds):
        for name, sample in samples.items():
            if len(times[name]) == rounds:
                continue
            start = clock()
            for _ in range(repeats[name]):
                sample()
            times[name].append((clock() - start) / repeats[name])
    return times


def ratio(above: list[float], below: list[float]) -> float:
    return statistics.median(a / b for a, b in zip(above, below, strict=True))


def line_of(cell: Cell, size: int | None, times: Times, before: float | None) -> str:
    """Return a cell's line: ours, the fastest peer over ours (goal A), ours over the floor (goal B), the growth.

    `before` is the cell's time on the size before, where the growth from there counts.
    """
    ours = times[f"{cell.name}/ours"]
    peers = {peer: times[f"{cell.name}/{peer}"] for peer in cell.peers}
    fastest = min(peers, key=lambda peer: statistics.median(peers[peer])) if peers else ""
    a = ratio(peers[fastest], ours) if peers else math.nan
    b = ratio(ours, times["floor"]) if "floor" in times else math.nan
    growth = math.log10(min(ours) / before) if before else math.nan
    met = (
        (cell.goal_a is None or not peers or a * TOLERANCE >= cell.goal_a)
        and (cell.goal_b is None or b <= cell.goal_b * TOLERANCE)
        and not growth > EXPONENT + 0.1
    )
    has_goal = cell.goal_a is not None or cell.goal_b is not None or before is not None
    shown = [
        cell.name,
        f"{size:,}" if size else "-",
        f"{statistics.median(ours) * 1e6:,.1f}",
        fastest,
        f"{a:.1f}x" if peers else "",
        f"{cell.goal_a:g}x" if cell.goal_a is not None and peers else "",
        f"{b:.2f}" if "floor" in times else "",
        f"{cell.goal_b:g}" if cell.goal_b is not None else "",
        f"{growth:.2f}" if before else "",
        ("yes" if met else "no") if has_goal else "",
    ]
    return f"| {' | '.join(shown)} |"


def line_of_row(row: Row) -> str:
    a = "" if row.a is None else f"{row.a:,.1f}x"
    goal = "" if row.goal_a is None else f"{row.goal_a:g}x"
    met = row.met if row.met is not None else None if row.goal_a is None else (row.a or 0) * TOLERANCE >= row.goal_a
    verdict = "" if met is None else "yes" if met else "no"
    return f"| {row.name} | - | {row.ours} | {row.peer} | {a} | {goal} | {row.note} | | | {verdict} |"


def lines_of(area: str, quick: bool) -> Iterator[str]:
    """Yield the lines of an area."""
    module = importlib.import_module(f"speed_rows.{area}")
    rounds, tick, slow = (3, 0.001, 0.2) if quick else (9, 0.003, 1.0)
    before: dict[str, float] = {}
    for size in (*SIZES, None):
        cells: list[Cell] = module.cells(size) if hasattr(module, "cells") else []
        samples: dict[str, Sample] = {}
        if size and cells:
            text = prose(size)
            samples["floor"] = lambda text=text: re.findall(r"\w+", text)
        for cell in cells:
            samples[f"{cell.name}/ours"] = cell.ours
            samples |= {f"{cell.name}/{peer}": call for peer, call in cell.peers.items()}
        times = measure(samples, rounds, tick, slow)
        for cell in cells:
            yield line_of(cell, size, times, before.get(cell.name) if size == SIZES[-1] else None)
            before[cell.name] = min(times[f"{cell.name}/ours"])
    for row in module.rows(quick) if hasattr(module, "rows") else []:
        yield line_of_row(row)


def areas() -> list[str]:
    return sorted(file.stem for file in (HERE / "speed_rows").glob("*.py") if file.stem != "__init__")


def measured() -> str:
    """Return on what the page's figures were measured."""
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in PEERS)
    return (
        f"Measured {datetime.now(UTC):%Y-%m-%d} with oodle-eval {oodle_eval.__version__} on Python "
        f"{platform.python_version()}, {os.cpu_count()} cores ({platform.machine()}), beside {versions}."
    )


def page(tables: dict[str, list[str]]) -> str:
    parts = ["\n".join([f"## {TITLES.get(area, area.capitalize())}", "", HEAD, RULE, *tables[area]]) for area in tables]
    return "\n\n".join([PAGE.format(measured=measured()), *parts, LIMITS.read_text("utf-8")])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("areas", nargs="*", help=f"of {', '.join(areas())}; all when none is named")
    parser.add_argument("--quick", action="store_true", help="fewer rounds: a minute")
    parser.add_argument(
        "--write", nargs="?", type=Path, const=TABLE, help="write a page of it, by default docs/speed.md"
    )
    options = parser.parse_args()
    warnings.simplefilter("ignore")  # peers warn of what they meet
    tables: dict[str, list[str]] = {}
    print(HEAD, RULE, sep="\n")
    for area in options.areas or areas():
        tables[area] = []
        for line in lines_of(area, options.quick):
            print(line, flush=True)
            tables[area].append(line)
    if options.write:
        options.write.write_text(page(tables), "utf-8")


if __name__ == "__main__":
    main()
