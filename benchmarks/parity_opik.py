"""Write docs/parity-opik.md: our drop-ins against the installed Opik's heuristics.

    python benchmarks/parity_opik.py [DATA FOLDER] [--count 2000]

Each metric is given the same seeded inputs in both libraries; the table has how many, the largest difference of a
value, and the deviations that are on file with their reasons (`compat_tests/opik/deviations.toml`).
"""

from __future__ import annotations

import argparse
import math
import os
import random
import sys
import tempfile
import tomllib
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "adapters")]

from opik_cases import EXAMPLES, METRICS, Example, SmallWordNet, give_nltk_wordnet, put_nltk_data, real_inputs  # noqa: E402 - see above

DEVIATIONS = HERE.parent / "compat_tests/opik/deviations.toml"
TABLE = HERE.parent / "docs/parity-opik.md"
TOLERANCE = 1e-9

# A label by which either library may word a figure its own way: compared as sets.
_UNORDERED = ("keyword_hits",)


@dataclass
class Parity:
    """What came of comparing one metric."""

    metric: str
    cases: int = 0
    errors: int = 0  # of the cases, those that both refuse
    largest: float = 0.0
    problems: list[str] = field(default_factory=list)


def outcome(metric: Any, given: dict[str, Any]) -> Any:
    """Return a metric's result, or the error that it raised."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # nltk warns of orders without a match
        try:
            return metric.score(**given)
        except Exception as error:  # noqa: BLE001 - the error is what is compared
            return error


def differences(theirs: Any, ours: Any, path: str = "value") -> Iterator[tuple[str, float]]:
    """Yield (place, difference) of two values; infinite where they are of different kinds."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        if theirs.keys() != ours.keys():
            yield f"{path}: keys {sorted(theirs)} and {sorted(ours)}", math.inf
            return
        for key, value in theirs.items():
            pair = (value, ours[key])
            yield from differences(*(map(set, pair) if key in _UNORDERED else pair), f"{path}.{key}")
    elif isinstance(theirs, list) and isinstance(ours, list) and len(theirs) == len(ours):
        for place, pair in enumerate(zip(theirs, ours, strict=True)):
            yield from differences(*pair, f"{path}[{place}]")
    elif isinstance(theirs, int | float) and isinstance(ours, int | float):
        yield path, abs(theirs - ours) if not math.isnan(theirs) or not math.isnan(ours) else 0.0
    elif theirs != ours:
        yield f"{path}: {theirs!r} and {ours!r}", math.inf


def compared(found: Parity, theirs: Any, ours: Any, given: Any) -> None:
    """Add one case to what was found."""
    found.cases += 1
    if isinstance(theirs, Exception):
        found.errors += 1
        if not isinstance(ours, type(theirs)):
            found.problems.append(f"{given}: theirs raised {theirs!r}, ours gave {ours!r}")
        return
    if isinstance(ours, Exception):
        found.problems.append(f"{given}: theirs gave {theirs!r}, ours raised {ours!r}")
        return
    if ours.name != theirs.name:
        found.problems.append(f"{given}: names {theirs.name!r} and {ours.name!r}")
    for place, difference in [
        *differences(float(theirs.value), ours.value),
        *differences(theirs.metadata, ours.metadata, "metadata"),
    ]:
        found.largest = max(found.largest, difference)
        if difference > TOLERANCE:
            found.problems.append(f"{given}: {place} differs by {difference}: {theirs!r} and {ours!r}")


def pairs_of(name: str) -> list[tuple[Any, Any]]:
    """Return the metric of both libraries for each of its variants."""
    from opik.evaluation import metrics as theirs

    from oodle_eval_adapters.opik import metrics as ours

    return [
        (getattr(theirs, name)(track=False, **variant), getattr(ours, name)(track=False, **variant))
        for variant in METRICS[name].variants
    ]


def parity(name: str, count: int, seed: int = 20) -> Parity:
    """Compare a metric on so many generated inputs, its variants in turn."""
    chance = random.Random(f"{seed}{name}")
    made = pairs_of(name)
    found = Parity(name)
    for turn in range(count):
        given = METRICS[name].inputs(chance)
        theirs, ours = made[turn % len(made)]
        compared(found, outcome(theirs, given), outcome(ours, given), (METRICS[name].variants[turn % len(made)], given))
    return found


def real_parity(name: str, inputs: list[dict[str, Any]], count: int = 500) -> Parity:
    """Compare a metric on real inputs, its variants in turn."""
    made = pairs_of(name)
    found = Parity(name)
    for turn, given in enumerate(inputs[:count]):
        theirs, ours = made[turn % len(made)]
        compared(found, outcome(theirs, given), outcome(ours, given), (METRICS[name].variants[turn % len(made)], given))
    return found


def set_up(folder: Path) -> None:
    """Give Opik its nltk data, from a folder built of installed packages."""
    import nltk

    nltk.data.path.insert(0, str(put_nltk_data(folder)))
    give_nltk_wordnet(SmallWordNet())


def table(count: int, data: Path | None) -> str:
    deviations = tomllib.loads(DEVIATIONS.read_text("utf-8"))["deviation"]
    real = real_inputs(data) if data else {}
    made_by = (
        f"Made by `benchmarks/parity_opik.py` with opik {metadata.version('opik')}, nltk {metadata.version('nltk')}, "
        f"rouge-score {metadata.version('rouge-score')}, textstat {metadata.version('textstat')}. Both libraries get the "
        "same inputs: texts with odd characters, several references, every constructor argument. A case is equal when "
        "value, result name and each figure of the metadata are; a refused input when the error is of the same type."
    )
    lines = [
        "# Opik's heuristics: parity",
        "",
        made_by,
        "",
        "| metric | generated cases | real cases | refused by both | largest difference | unequal | deviations on file |",
        "| --- | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    for name in METRICS:
        made, seen = parity(name, count), real_parity(name, real.get(name, []))
        filed = ", ".join(entry["case"] for entry in deviations if entry["metric"] == name)
        lines.append(
            f"| {name} | {made.cases:,} | {seen.cases:,} | {made.errors + seen.errors:,} "
            f"| {max(made.largest, seen.largest):.1e} | {len(made.problems) + len(seen.problems)} | {filed} |"
        )
        for problem in [*made.problems, *seen.problems][:3]:
            print(name, problem[:600], file=sys.stderr)
    lines += ["", "## Worked examples", ""]
    lines += ["The examples of Opik's documentation; some of the values that it prints are out of date.", ""]
    lines += ["| metric | printed | installed Opik | ours |", "| --- | ---: | ---: | ---: |"]
    lines += map(example_line, EXAMPLES)
    lines += ["", "## Deviations", ""]
    for entry in deviations:
        lines += [
            f"**{entry['metric']}: {entry['case']}.** Ours: {entry['ours']} Opik's: {entry['theirs']} {entry['why']}",
            "",
        ]
    return "\n".join(lines).rstrip() + "\n"


def example_line(example: Example) -> str:
    """Return the row of a worked example: what is printed, what Opik gives, what ours gives."""
    from opik.evaluation import metrics as theirs

    from oodle_eval_adapters.opik import metrics as ours

    figures = []
    for side in (theirs, ours):
        result = getattr(side, example.metric)(track=False, **example.settings).score(**example.given)
        figure = result.value if example.figure == "value" else result.metadata[example.figure]
        figures.append(f"{round(figure, example.digits):g}")
    name = example.metric if example.figure == "value" else f"{example.metric} ({example.figure})"
    printed = "-" if example.printed is None else f"{example.printed:g}"
    return f"| {name} | {printed} | {figures[0]} | {figures[1]} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("data", nargs="?", type=Path, help="a folder with real texts")
    parser.add_argument("--count", type=int, default=2000, help="generated inputs a metric")
    options = parser.parse_args()
    # Read by Opik when it is first imported, which happens below.
    os.environ.update(
        OPIK_TRACK_DISABLE="true",
        OPIK_URL_OVERRIDE="http://127.0.0.1:9/api",
        OPIK_ANALYTICS_ENABLE="false",
        OPIK_SENTRY_ENABLE="false",
    )
    with tempfile.TemporaryDirectory() as folder:
        set_up(Path(folder))
        TABLE.write_text(table(options.count, options.data), "utf-8")
    print(TABLE.read_text("utf-8"))


if __name__ == "__main__":
    main()
