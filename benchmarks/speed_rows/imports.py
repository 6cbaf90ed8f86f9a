"""What an import costs over bare Python, in processor time, each in a process of its own."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

from speed_rows import Row

ROOT = Path(__file__).parents[2]
# Compiled files are written, as an installed package has them.
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": ""}
CELLS = {
    "bare": "pass",
    "v1": "import oodle_eval.v1",
    "metrics": "from oodle_eval.v1 import metrics",
    "checks": "from oodle_eval.v1 import checks",
    "langsmith": "from langsmith import evaluate",
    "opik": "import opik",
}


def seconds(code: str) -> float:
    """Return the processor time of a new Python that runs a line."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, env=ENVIRONMENT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def rows(quick: bool) -> list[Row]:
    rounds = 3 if quick else 9
    found = dict.fromkeys(CELLS, float("inf"))
    for _ in range(rounds):
        for name, code in CELLS.items():
            found[name] = min(found[name], seconds(code))
    net = {name: max(found[name] - found["bare"], 0.001) for name in CELLS}
    shown = lambda name: f"{net[name] * 1e3:,.1f} ms"
    ratio = lambda name, peer: net[peer] / net[name]
    return [
        Row("import oodle_eval.v1", shown("v1"), "langsmith evaluate", ratio("v1", "langsmith"), 15),
        Row("import oodle_eval.v1, against Opik", shown("v1"), "opik", ratio("v1", "opik"), 60),
        Row("import oodle_eval.v1, at most 60 ms", shown("v1"), met=net["v1"] <= 0.060 * 1.25),
        Row("from oodle_eval.v1 import metrics", shown("metrics"), "langsmith evaluate", ratio("metrics", "langsmith")),
        Row("from oodle_eval.v1 import checks", shown("checks"), "opik", ratio("checks", "opik")),
    ]
