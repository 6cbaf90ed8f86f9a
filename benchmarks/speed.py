"""Speed as ratios in one process: `python benchmarks/speed.py [AREA...] [--quick]`.

Each area's module in `speed_rows/` has `cells(size)`, which gives the cells of one text size (None: of no size). All
cells of a size are sampled round-robin with the floor, one `re.findall(r"\\w+", text)` over a text of that size, so
that noise hits all alike; a ratio is the median of the ratios of the rounds.
"""

from __future__ import annotations

import argparse
import importlib
import math
import re
import statistics
import sys
import time
from collections.abc import Callable
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


def lines_of(cell: Cell, size: int | None, times: dict[str, list[float]]) -> str:
    """Return a cell's line: ours, the fastest peer over ours (goal A), ours over the floor (goal B)."""
    ours = times[f"{cell.name}/ours"]
    peers = {peer: times[f"{cell.name}/{peer}"] for peer in cell.peers}
    fastest = min(peers, key=lambda peer: statistics.median(peers[peer])) if peers else ""
    a = ratio(peers[fastest], ours) if peers else math.nan
    b = ratio(ours, times["floor"]) if "floor" in times else math.nan
    met = (cell.goal_a is None or a * 1.25 >= cell.goal_a) and (cell.goal_b is None or b <= cell.goal_b * 1.25)
    has_goal = cell.goal_a is not None or cell.goal_b is not None
    shown = [
        cell.name,
        f"{size:,}" if size else "-",
        f"{statistics.median(ours) * 1e6:,.1f}",
        fastest,
        f"{a:.1f}x" if peers else "",
        f"{cell.goal_a:g}x" if cell.goal_a is not None else "",
        f"{b:.2f}" if "floor" in times else "",
        f"{cell.goal_b:g}" if cell.goal_b is not None else "",
        ("yes" if met else "no") if has_goal else "",
    ]
    return f"| {' | '.join(shown)} |"


def areas() -> list[str]:
    return sorted(file.stem for file in (HERE / "speed_rows").glob("*.py") if file.stem != "__init__")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("areas", nargs="*", help=f"of {', '.join(areas())}; all when none is named")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    options = parser.parse_args()
    print("| what | size | ours, µs | fastest peer | peer / ours (A) | goal | ours / floor (B) | goal | met |")
    print("| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | --- |")
    for area in options.areas or areas():
        module = importlib.import_module(f"speed_rows.{area}")
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
            times = measure(samples, 3 if options.quick else 9)
            for cell in cells:
                print(lines_of(cell, size, times), flush=True)


if __name__ == "__main__":
    main()
