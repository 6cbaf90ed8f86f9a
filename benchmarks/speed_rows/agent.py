"""Tool calls of a conversation of 500 messages, beside openevals' and agentevals' trajectory match."""

from __future__ import annotations

import json
from typing import Any

from oodle_eval.runtime import EvaluationContext, ObservationContext
from oodle_eval.v1 import checks
from speed_rows import Cell, prose

MODES = ("strict", "unordered", "subset", "superset")
MESSAGES = 500


def conversation(messages: int = MESSAGES) -> list[dict[str, Any]]:
    """Return a conversation in which each second message is a tool call and the next its result."""
    words = prose(5_000).split()
    made: list[dict[str, Any]] = [{"role": "user", "content": "do it"}]
    for number in range(1, messages):
        if number % 2:
            arguments = {
                "q": " ".join(words[number : number + 5]),
                "n": number,
                "flags": {"a": True, "b": [number, number + 1]},
            }
            function = {"name": f"tool_{number // 2 % 4}", "arguments": json.dumps(arguments)}
            call = {"id": f"c{number}", "type": "function", "function": function}
            made.append({"role": "assistant", "content": "", "tool_calls": [call]})
        else:
            text = " ".join(words[number : number + 20])
            made.append({"role": "tool", "tool_call_id": f"c{number - 1}", "content": text})
    return made


def cells(size: int | None) -> list[Cell]:
    if size is not None:
        return []
    import agentevals.trajectory.match as agentevals
    import openevals.trajectory.match as openevals

    made = conversation()
    copied = json.loads(json.dumps(made))
    turned = [copied[0], *reversed(copied[1:])]
    ctx = EvaluationContext(ObservationContext(input=None, output=made))
    names = [message["tool_calls"][0]["function"]["name"] for message in made if message.get("tool_calls")]
    found, theirs = [], {}
    for mode in MODES:
        reference = copied if mode == "strict" else turned
        peers = {
            peer: library.create_trajectory_match_evaluator(trajectory_match_mode=mode)
            for peer, library in (("openevals", openevals), ("agentevals", agentevals))
        }
        theirs[mode] = {
            peer: lambda run=run, reference=reference: run(outputs=made, reference_outputs=reference)
            for peer, run in peers.items()
        }
        ours = checks.tool_trajectory(expected=names, mode=mode)
        goal = 100 if mode == "strict" else 15
        found.append(Cell(f"tool_trajectory {mode}", lambda ours=ours: ours(ctx), theirs[mode], goal_a=goal))
    valid = checks.tool_call_validity(allowed_tools=[f"tool_{number}" for number in range(4)])
    # The peers compare two conversations; the loop compares the calls of one with each other.
    found.append(Cell("tool_call_validity", lambda: valid(ctx), theirs["unordered"], goal_a=15))
    return found
