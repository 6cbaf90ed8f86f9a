"""Random input for every check: `python benchmarks/fuzz.py [AREA...] --count 1000000 --seed 1 [--jobs 2] [--log FILE]`.

Each input goes through every check of its area, with settings drawn at random. A check may give scores that keep to its
declaration, or raise one ValueError that names it; anything else, and any call of more than a second of processor time,
is a finding. An input depends on the seed, the area and its number only: `--first N --count 1` makes one again.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import multiprocessing
import random
import sys
import time
import traceback
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from fuzzing.making import checks_of, some_settings, some_subject  # noqa: E402 - the path is set above

from oodle_eval.runtime import Score, Scores  # noqa: E402
from oodle_eval.v1.checks import CHECKS, Check  # noqa: E402

AREAS = tuple(dict.fromkeys(check.area for check in CHECKS.values()))
# No call may take longer, in seconds of processor time.
SLOW_S = 1.0
# One input in so many is scored twice, and compared before and after.
CLOSER_LOOK = 20
# One process makes so many inputs before it reports.
CHUNK = 5_000


@dataclass
class Tally:
    """What came of a number of inputs."""

    area: str
    inputs: int = 0
    calls: int = 0
    scored: int = 0
    refused: int = 0
    slowest_ms: float = 0.0
    slowest_check: str = ""
    seconds: float = 0.0
    findings: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        for name in ("inputs", "calls", "scored", "refused", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        if other.slowest_ms > self.slowest_ms:
            self.slowest_ms, self.slowest_check = other.slowest_ms, other.slowest_check
        self.findings += other.findings


def misfit(check: Check, scores: Any, name: str) -> str | None:
    """Return how scores break the check's declaration, None when they keep to it."""
    if type(scores) is not Scores:
        return f"returned {type(scores).__name__}"
    specs = {spec.name: spec for spec in check.scores}
    specs[name] = specs.pop(check.scores[0].name)
    given = [score.name for score in scores]
    if given[:1] != [name] or not set(given) <= specs.keys():
        return f"gave the scores {given}"
    if missing := {key for key, spec in specs.items() if spec.always} - set(given):
        return f"left out {missing}"
    return next((found for score in scores if (found := _score_misfit(score, specs[score.name]))), None)


def _score_misfit(score: Score, spec: Any) -> str | None:
    comment = score.comment
    if not isinstance(comment, str) or not comment.strip() or len(comment) > 500:
        return f"{score.name}: the comment is {comment!r}"
    if score.data_type != spec.data_type or score.higher_is_better != spec.higher_is_better:
        return f"{score.name}: type or direction"
    value = score.value
    fits = {
        "BOOLEAN": lambda: type(value) is bool,
        "CATEGORICAL": lambda: isinstance(value, str) and (spec.categories is None or value in spec.categories),
        "NUMERIC": lambda: (
            isinstance(value, int | float)
            and not isinstance(value, bool)
            and math.isfinite(value)
            and (spec.minimum is None or value >= spec.minimum)
            and (spec.maximum is None or value <= spec.maximum)
        ),
    }
    return None if value is None or fits[spec.data_type]() else f"{score.name} is {value!r}"


def run_one(tally: Tally, check: Check, subject: Any, settings: dict[str, Any], closer: bool) -> str | None:
    """Call one check once (twice on a closer look); return the finding, None when all is well."""
    before = copy.deepcopy(subject) if closer else None
    start = time.process_time()
    try:
        scores: Any = check.function(subject, **settings)
    except ValueError as error:
        scores = str(error)
    except Exception:  # noqa: BLE001 - whatever else is raised is a finding
        return traceback.format_exc(limit=-3)
    took = (time.process_time() - start) * 1000
    tally.calls += 1
    if took > tally.slowest_ms:
        tally.slowest_ms, tally.slowest_check = took, check.name
    if took > SLOW_S * 1000:
        return f"took {took:.0f} ms"
    if closer and repr(before) != repr(subject):
        return "changed its input"
    if isinstance(scores, str):
        tally.refused += 1
        return None if check.name in scores or "field must be" in scores else f"the error says {scores!r}"
    tally.scored += 1
    if closer and check.function(subject, **settings) != scores:
        return "scored the same input differently"
    return misfit(check, scores, check.scores[0].name if settings.get("name") is None else settings["name"])


def run(area: str, seed: int, first: int, count: int) -> Tally:
    """Return what came of the inputs `first` to `first + count` of an area."""
    tally, checks, start = Tally(area), checks_of(area), time.perf_counter()
    for number in range(first, first + count):
        draw = random.Random(f"{seed}:{area}:{number}")
        subject = some_subject(draw)
        tally.inputs += 1
        for check in checks:
            settings = some_settings(draw, check)
            finding = run_one(tally, check, subject, settings, closer=number % CLOSER_LOOK == 0)
            if finding:
                tally.findings.append(f"{area} {number} {check.name} {settings!r:.300}: {finding}")
    tally.seconds = time.perf_counter() - start
    return tally


def _job(task: tuple[str, int, int, int]) -> Tally:
    return run(*task)


def run_area(area: str, seed: int, first: int, count: int, jobs: int) -> Tally:
    """Run an area in chunks, in several processes if asked for, and say how far it is."""
    total = Tally(area)
    tasks = [(area, seed, at, min(CHUNK, first + count - at)) for at in range(first, first + count, CHUNK)]
    pool = multiprocessing.Pool(jobs) if jobs > 1 else None
    tallies = pool.imap(_job, tasks) if pool else map(_job, tasks)
    for done, tally in enumerate(tallies, start=1):
        total.add(tally)
        for finding in tally.findings:
            print(finding, flush=True)
        if done % 10 == 0:
            print(f"{area}: {total.inputs} inputs, {total.seconds:.0f} s, {len(total.findings)} findings", flush=True)
    if pool:
        pool.close()
        pool.join()
    return total


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("area", nargs="*", choices=[*AREAS, []], default=[])
    parser.add_argument("--count", type=int, default=10_000, help="inputs per area")
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--log", type=Path, help="a file to which each area's result is added as a JSON line")
    asked = parser.parse_args()
    found = 0
    for area in asked.area or AREAS:
        tally = run_area(area, asked.seed, asked.first, asked.count, asked.jobs)
        found += len(tally.findings)
        print(
            f"{area}: {tally.inputs} inputs, {tally.calls} calls ({tally.refused} refused with a ValueError), "
            f"slowest {tally.slowest_ms:.0f} ms ({tally.slowest_check}), {len(tally.findings)} findings, {tally.seconds:.0f} s",
            flush=True,
        )
        if asked.log:
            line = {"seed": asked.seed, "first": asked.first, **asdict(tally), "findings": len(tally.findings)}
            with asked.log.open("a", encoding="utf-8") as log:
                log.write(json.dumps(line) + "\n")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
