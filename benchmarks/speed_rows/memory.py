"""Memory: what a check takes at most beside its text, and what a run takes as its items grow in number."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tracemalloc
from collections import deque
from collections.abc import Callable

from speed_rows import Row, near, prose
from speed_rows.suite import SETTINGS

SIZE = 100_000
MOST = 20  # times the texts that a check reads
BOTH = {"reference", "context"}  # what is as long again as the reply


def peak(run: Callable[[], object]) -> int:
    """Return how many bytes were taken at once, the least of three times: the peers' threads take some as well."""
    run()  # what is prepared once and kept
    return min(_peak(run) for _ in range(3))


def _peak(run: Callable[[], object]) -> int:
    tracemalloc.start()
    try:
        run()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def rows(quick: bool) -> list[Row]:
    """Return the rows, measured in a process of their own, where nothing but the checks takes memory."""
    path = os.pathsep.join(sys.path)
    code = "import pickle, sys; from speed_rows import memory; sys.stdout.buffer.write(pickle.dumps(memory.own_rows()))"
    found = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, env={**os.environ, "PYTHONPATH": path}
    )
    return pickle.loads(found.stdout)


def own_rows() -> list[Row]:
    from oodle_eval import runs
    from oodle_eval.runtime import EvaluationContext, ExperimentContext, ObservationContext
    from oodle_eval.v1 import checks

    text = prose(SIZE)
    reference = near(text)
    seen = ObservationContext([{"role": "user", "content": "Well?"}], text, {"context": reference})
    ctx = EvaluationContext(seen, experiment=ExperimentContext(expected_output=reference))
    bound = {name: getattr(checks, name)(prefix=f"{name}_", **SETTINGS.get(name, {})) for name in checks.CHECKS}
    read = {name: SIZE * (1 + bool(BOTH & set(check.reads))) for name, check in bound.items()}
    taken = {name: peak(lambda check=check: check(ctx)) / read[name] for name, check in bound.items()}
    most = sorted(taken, key=lambda name: -taken[name])[:3]
    found = [
        Row(f"memory: {name}", f"{taken[name]:.1f} x its texts", note=f"{MOST} x", met=taken[name] <= MOST)
        for name in most
    ]
    whole = peak(lambda: checks.suite(*bound.values())(ctx)) / SIZE / 2
    found.append(Row("memory: all checks in one context", f"{whole:.1f} x their texts"))
    few, many = (
        peak(lambda count=count: deque(runs.each_result(_items(count), bound["refusal"]), maxlen=0))
        for count in (100, 1_000)
    )
    growth = many / few
    found.append(
        Row("memory: 1,000 items over 100, as results come", f"{growth:.2f} x", note="1 x", met=growth <= 1.25)
    )
    return found


def _items(count: int):
    return ({"input": "hi", "output": f"Item {number}"} for number in range(count))
