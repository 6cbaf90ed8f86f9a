"""Imports every public module of the installed wheel, and measures what `import oodle_eval.v1` costs."""

from __future__ import annotations

import importlib
import pkgutil
import statistics
import subprocess
import sys
import time

import oodle_eval

# Over bare Python, in seconds; the goal is 0.06 on a quiet machine, and CI's is not.
IMPORT_BUDGET = 0.06 * 2


def seconds(code: str) -> float:
    """Return the median time of a fresh interpreter that runs `code`."""
    times = []
    for _ in range(7):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> None:
    """Import everything, then measure."""
    names = [module.name for module in pkgutil.walk_packages(oodle_eval.__path__, "oodle_eval.")]
    for name in names:
        if not any(part.startswith("_") for part in name.split(".")):
            importlib.import_module(name)
    importlib.import_module("oodle_eval_adapters")
    cost = seconds("import oodle_eval.v1") - seconds("pass")
    print(f"{len(names)} modules imported; import oodle_eval.v1 costs {cost * 1000:.0f} ms over bare Python")
    if cost > IMPORT_BUDGET:
        sys.exit(f"import oodle_eval.v1 costs {cost * 1000:.0f} ms, the budget is {IMPORT_BUDGET * 1000:.0f} ms")


if __name__ == "__main__":
    main()
