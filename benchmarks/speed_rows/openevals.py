"""openevals' and agentevals' evaluators as drop-ins, beside the packages."""

from __future__ import annotations

import importlib
import json
import random

from speed_rows import Cell, near, prose

LIST_GOALS = {1_000: 20, 10_000: 50, 100_000: 250}


def records(size):
    """Records of six fields, as long as JSON text of that size."""
    chance = random.Random(3)
    words = prose(60_000, 5_000).split()
    made, length = [], 2
    while length < size or not made:
        n = len(made)
        made.append(
            {
                "id": n,
                "name": " ".join(words[n * 7 % 8000 : n * 7 % 8000 + 3]),
                "score": round(chance.random(), 4),
                "ok": chance.random() < 0.5,
                "tags": [words[(n * 3 + k) % 8000] for k in range(3)],
                "note": " ".join(words[n * 11 % 7000 : n * 11 % 7000 + 8]),
            }
        )
        length += len(json.dumps(made[-1])) + 2
    return made


def trajectory(count):
    """So many messages, every second one a tool call."""
    words = prose(5_000).split()
    made = [{"role": "user", "content": "do it"}]
    number = 0
    while len(made) < count:
        number += 1
        arguments = {
            "q": " ".join(words[number : number + 5]),
            "n": number,
            "flags": {"a": True, "b": [number, number + 1]},
        }
        function = {"name": f"tool_{number % 4}", "arguments": json.dumps(arguments)}
        call = {"id": f"c{number}", "type": "function", "function": function}
        made.append({"role": "assistant", "content": "", "tool_calls": [call]})
        made.append({"role": "tool", "tool_call_id": f"c{number}", "content": " ".join(words[number : number + 20])})
    return made[:count]


def evaluator(root, module, name, **settings):
    return getattr(importlib.import_module(f"{root}.{module}"), name)(**settings)


def json_cells(size):
    """A list of records beside one with a tenth of them changed."""
    first = records(size)
    second = json.loads(json.dumps(first))
    for place in range(0, len(second), 10):
        second[place]["score"] = -1
    cells = []
    for label, settings, goal in (
        ("json match, list, all", {"aggregator": "all"}, LIST_GOALS[size]),
        ("json match, list, average", {"aggregator": "average"}, None),
        ("json match, list, by key", {}, None),
        ("json match, list, superset", {"aggregator": "average", "list_match_mode": "superset"}, None),
    ):
        ours = evaluator("oodle_eval_adapters.openevals", "json", "create_json_match_evaluator", **settings)
        theirs = evaluator("openevals", "json", "create_json_match_evaluator", **settings)
        assert ours(outputs=first, reference_outputs=second) == theirs(outputs=first, reference_outputs=second)
        cells.append(
            Cell(
                label,
                lambda ours=ours: ours(outputs=first, reference_outputs=second),
                {"openevals": lambda theirs=theirs: theirs(outputs=first, reference_outputs=second)},
                goal_a=goal,
            )
        )
    return cells


def trajectory_cells():
    """500 messages: strict beside the same, the other modes beside the same in reverse."""
    first = trajectory(500)
    same = json.loads(json.dumps(first))
    reverse = [same[0], *reversed(same[1:])]
    cells = []
    for root in ("openevals", "agentevals"):
        for mode in ("strict", "unordered", "subset", "superset"):
            settings = {"trajectory_match_mode": mode}
            made = [
                evaluator(package, "trajectory.match", "create_trajectory_match_evaluator", **settings)
                for package in (f"oodle_eval_adapters.{root}", root)
            ]
            reference = same if mode == "strict" else reverse
            assert all(one(outputs=first, reference_outputs=reference)["score"] is True for one in made)
            calls = [
                lambda one=one, reference=reference: one(outputs=first, reference_outputs=reference) for one in made
            ]
            goal = 100 if mode == "strict" else 15
            cells.append(Cell(f"trajectory {mode}, {root}", calls[0], {root: calls[1]}, goal_a=goal))
    return cells


def cells(size):
    if size is None:
        return trajectory_cells()
    import autoevals
    from openevals.exact import exact_match as their_exact_match

    from oodle_eval_adapters.openevals.exact import exact_match
    from oodle_eval_adapters.openevals.string import levenshtein_distance

    text = prose(size)
    changed, copy = near(text), "".join([text[:5], text[5:]])
    made = [
        Cell(
            "exact_match",
            lambda: exact_match(outputs=text, reference_outputs=copy),
            {"openevals": lambda: their_exact_match(outputs=text, reference_outputs=copy)},
            goal_a=40,
        )
    ]
    if size <= 10_000:  # openevals itself needs gigabytes from here on; autoevals minutes
        peer = autoevals.Levenshtein()
        made.append(
            Cell(
                "levenshtein_distance",
                lambda: levenshtein_distance(outputs=text, reference_outputs=changed),
                {"autoevals": lambda: peer.eval(text, changed)},
            )
        )
    return [*made, *json_cells(size)]
