"""agentevals' deterministic evaluators beside ours, on generated cases: the same results, sync and async.

What differs is on file in `../openevals/deviations.toml`, with its reason.
"""

from __future__ import annotations

import asyncio
import copy
import importlib
import sys
from pathlib import Path

import agentevals.graph_trajectory.strict as theirs
import pytest

from oodle_eval_adapters.agentevals.graph_trajectory.strict import (
    graph_trajectory_strict_match,
    graph_trajectory_strict_match_async,
)

sys.path.append(str(Path(__file__).parents[1]))
from _openevals_cases import MATCH_SETTINGS, compare_trajectories, seeded, trajectories_of

CASES = 2_000


@pytest.mark.parametrize("mode", ["strict", "unordered", "subset", "superset"])
def test_trajectory_match(mode):
    """Four argument modes and six overrides a mode, 720 cases each."""
    ours = importlib.import_module("oodle_eval_adapters.agentevals.trajectory.match").create_trajectory_match_evaluator
    theirs = importlib.import_module("agentevals.trajectory.match").create_trajectory_match_evaluator
    scores = []
    for settings in MATCH_SETTINGS:
        if settings["trajectory_match_mode"] == mode:
            our, their = ours(**settings), theirs(**settings)
            for chance in seeded(f"agentevals {settings}", 30):
                scores.append(compare_trajectories(our, their, trajectories_of(chance)))
    assert 0.02 < sum(scores) / len(scores) < 0.98


def test_trajectory_match_async():
    name = "create_async_trajectory_match_evaluator"
    ours = getattr(importlib.import_module("oodle_eval_adapters.agentevals.trajectory.match"), name)
    theirs = getattr(importlib.import_module("agentevals.trajectory.match"), name)
    made = [(ours(**settings), theirs(**settings)) for settings in MATCH_SETTINGS]

    async def compare():
        for number, chance in enumerate(seeded("agentevals async", CASES)):
            our, their = made[number % len(made)]
            case = trajectories_of(chance)
            expected = await their(**copy.deepcopy(case))
            assert {**(await our(**case)), "comment": None} == expected, case

    asyncio.run(compare())


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("strict", "trajectory_strict_match"),
        ("unordered", "trajectory_unordered_match"),
        ("subset", "trajectory_subset"),
        ("superset", "trajectory_superset"),
    ],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_deprecated_trajectory_evaluators(module, name):
    ours = importlib.import_module(f"oodle_eval_adapters.agentevals.trajectory.{module}")
    theirs = importlib.import_module(f"agentevals.trajectory.{module}")
    for chance in seeded(f"agentevals {name}", 300):
        case = trajectories_of(chance)
        compare_trajectories(getattr(ours, name), getattr(theirs, name), case)
        expected = asyncio.run(getattr(theirs, f"{name}_async")(**copy.deepcopy(case)))
        got = asyncio.run(getattr(ours, f"{name}_async")(**case))
        assert {**got, "comment": None} == expected


def test_graph_trajectories():
    nodes = ("__start__", "agent", "tools", "__interrupt__")
    for chance in seeded("graph", 2_000):
        steps = [[chance.choice(nodes) for _ in range(chance.randint(0, 3))] for _ in range(chance.randint(0, 3))]
        other = copy.deepcopy(steps) if chance.random() < 0.6 else [chance.sample(nodes, 2) for _ in steps]
        case = {"outputs": {"inputs": [], "results": [], "steps": steps}, "reference_outputs": {"steps": other}}
        expected = theirs.graph_trajectory_strict_match(**case)
        got = graph_trajectory_strict_match(**case)
        assert {**got, "comment": None} == expected
        assert (got["comment"] is None) == got["score"]
        assert asyncio.run(graph_trajectory_strict_match_async(**case)) == got


def test_graph_trajectory_says_which_turn():
    got = graph_trajectory_strict_match(outputs={"steps": [["a"], ["b"]]}, reference_outputs={"steps": [["a"], ["c"]]})
    assert got["comment"] == "turn 2: ['b'], in the reference ['c']"
