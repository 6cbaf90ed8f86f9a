"""Speed as ratios in one process: `python benchmarks/speed.py [AREA...] [--quick] [--write docs/speed.md]`.

Each area's module in `speed_rows/` has `cells(size)`, which gives the cells of one text size (None: of no size). All
cells of a size are sampled round-robin with the floor, one `re.findall(r"\\w+", text)` over a text of that size, so
that noise hits all alike; a ratio is the median of the ratios of the rounds.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import importlib.metadata
import math
import os
import platform
import re
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "adapters")]

from speed_rows import Cell, prose  # noqa: E402 - the path is set above

SIZES = (1_000, 10_000, 100_000)
Sample = Callable[[], object]


def measure(samples: dict[str, Sample], rounds: int, tick: float = 0.002) -> dict[str, list[float]]:
    """Return the seconds a call of each sample, round by round, sampled round-robin."""
    repeats: dict[str, int] = {}
    for name, sample in samples.items():
        sample()
        start = time.perf_counter()
        sample()
        repeats[name] = max(1, int(tick / max(time.perf_counter() - start, 1e-7)))
    times: dict[str, list[float]] = {name: [] for name in samples}
    for _ in range(rounds):
        for name, sample in samples.items():
            start = time.perf_counter()
            for _ in range(repeats[name]):
                sample()
            times[name].append((time.perf_counter() - start) / repeats[name])
    return times


def ratio(above: list[float], below: list[float]) -> float:
    return statistics.median(a / b for a, b in zip(above, below, strict=True))


def line_of(cell: Cell, size: int | None, times: dict[str, list[float]], smaller: dict[str, float]) -> str:
    """Return a cell's line: ours, the fastest peer over ours (goal A), ours over the floor (goal B), and how it grows.

    `smaller` holds the cells' medians at a tenth of the size: the growth is the exponent of the size between the two.
    """
    ours = times[f"{cell.name}/ours"]
    peers = {peer: times[f"{cell.name}/{peer}"] for peer in cell.peers}
    fastest = min(peers, key=lambda peer: statistics.median(peers[peer])) if peers else ""
    a = ratio(peers[fastest], ours) if peers else math.nan
    b = ratio(ours, times["floor"]) if "floor" in times else math.nan
    met = (cell.goal_a is None or a * 1.25 >= cell.goal_a) and (cell.goal_b is None or b <= cell.goal_b * 1.25)
    has_goal = cell.goal_a is not None or cell.goal_b is not None
    took = statistics.median(ours)
    growth = math.log10(took / smaller[cell.name]) if cell.name in smaller else math.nan
    smaller[cell.name] = took
    shown = [
        cell.name,
        f"{size:,}" if size else "-",
        f"{took * 1e6:,.1f}",
        fastest,
        f"{a:.1f}x" if peers else "",
        f"{cell.goal_a:g}x" if cell.goal_a is not None else "",
        f"{b:.2f}" if "floor" in times else "",
        f"{cell.goal_b:g}" if cell.goal_b is not None else "",
        f"{growth:.2f}" if size == SIZES[-1] and not math.isnan(growth) else "",
        ("yes" if met else "no") if has_goal else "",
    ]
    return f"| {' | '.join(shown)} |"


HEAD = (
    "| what | size | ours, µs | fastest peer | peer / ours (A) | goal | ours / floor (B) | goal | growth | met |",
    "| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | --- |",
)
PEERS = ("opik", "openevals", "agentevals", "langsmith", "autoevals", "rouge-score", "nltk", "sacrebleu", "textstat")
PEERS += ("vaderSentiment", "rapidfuzz")
PAGE = """# Speed

Ratios, all of one process and one run: the samples of a size take turns, and a ratio is the median over the rounds, so that
what else the machine does hits all alike. An absolute time is there for the order of magnitude only.

- **A**: the fastest peer over ours. 3x: the peer takes three times as long.
- **B**: ours over the floor, one pass of `re.findall(r"\\w+", text)` over one text of that size.
- **growth**: the exponent of the size between 10,000 and 100,000 characters; 1 is in step with the text, 0 is flat.
- **goal**, **met**: set before the work; a quarter of tolerance is left to the noise of the machine.

A reply of 1,000 characters is a long one. {measured} Made by `python benchmarks/speed.py --write docs/speed.md`.

"""


def measured() -> str:
    from oodle_eval import __version__

    versions = []
    for name in PEERS:
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            versions.append(f"{name} {importlib.metadata.version(name)}")
    return (
        f"Measured {datetime.now(UTC):%Y-%m-%d} with oodle-eval {__version__} on Python {platform.python_version()}, "
        f"{os.cpu_count()} cores ({platform.machine()}), beside {', '.join(versions)}."
    )


def areas() -> list[str]:
    return sorted(file.stem for file in (HERE / "speed_rows").glob("*.py") if file.stem != "__init__")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("areas", nargs="*", help=f"of {', '.join(areas())}; all when none is named")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    parser.add_argument("--write", type=Path, help="write a page with the tables to this file too")
    options = parser.parse_args()
    print("\n".join(HEAD))
    tables = {area: list(table_of(area, 3 if options.quick else 9)) for area in options.areas or areas()}
    if options.write:
        parts = [f"## {TITLES.get(area, area.capitalize())}\n\n" + "\n".join([*HEAD, *tables[area]]) for area in tables]
        options.write.write_text(PAGE.format(measured=measured()) + "\n\n".join(parts) + "\n", encoding="utf-8")


TITLES = {
    "context": "Grounding",
    "faces": "Through the adapters",
    "openevals": "Drop-ins: openevals and agentevals",
    "opik_heuristics": "Drop-ins: Opik's heuristics",
}


def table_of(area: str, rounds: int) -> Iterator[str]:
    """Print and yield the lines of an area's table."""
    module = importlib.import_module(f"speed_rows.{area}")
    medians: dict[str, float] = {}
    for size in (*SIZES, None):
        cells: list[Cell] = module.cells(size)
        if not cells:
            continue
        samples: dict[str, Sample] = {}
        if size:
            text = prose(size)
            samples["floor"] = lambda text=text: re.findall(r"\w+", text)
        for cell in cells:
            samples[f"{cell.name}/ours"] = cell.ours
            samples |= {f"{cell.name}/{peer}": call for peer, call in cell.peers.items()}
        times = measure(samples, rounds)
        for cell in cells:
            line = line_of(cell, size, times, medians)
            print(line, flush=True)
            yield line


if __name__ == "__main__":
    main()
