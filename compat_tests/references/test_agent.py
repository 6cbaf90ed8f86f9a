"""Tool trajectories against agentevals' and openevals' trajectory match, called for real.

Theirs compares two conversations with the calls' arguments, ours the names: so theirs is told to ignore arguments, or
gets arguments that are all equal. One assistant message makes one call, since theirs compares messages in strict mode.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oodle_eval.v1.metrics import tool_call_validity, tool_trajectory

agentevals = pytest.importorskip("agentevals.trajectory.match")
openevals = pytest.importorskip("openevals.trajectory.match")

MODES = ("strict", "unordered", "subset", "superset")
PEERS = [
    pytest.param(library, arguments, id=f"{library.__name__.split('.')[0]}-{arguments}")
    for library in (agentevals, openevals)
    for arguments in ("ignore", "exact")
]


def conversation(names: list[str], arguments: str = "{}") -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Go on"}]
    for place, name in enumerate(names):
        call = {"id": f"c{place}", "type": "function", "function": {"name": name, "arguments": arguments}}
        messages.append({"role": "assistant", "content": "", "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"c{place}", "content": "done"})
    return messages


@pytest.mark.parametrize(("library", "arguments"), PEERS)
@settings(max_examples=40, deadline=None)
@given(names=st.tuples(*[st.lists(st.sampled_from(["a", "b", "c"]), max_size=5)] * 2))
def test_every_mode_agrees(library, arguments, names):
    called, expected = names
    output, reference = conversation(called), conversation(expected)
    for mode in MODES:
        theirs = library.create_trajectory_match_evaluator(trajectory_match_mode=mode, tool_args_match_mode=arguments)
        verdict = theirs(outputs=output, reference_outputs=reference)["score"]
        ours = tool_trajectory(output, expected=expected, mode=mode)["trajectory_match"].value
        assert ours is bool(verdict), (mode, called, expected)


@pytest.mark.parametrize("mode", ["unordered", "subset", "superset"])
def test_calls_of_one_message_are_calls_as_well(mode):
    two = [{**conversation(["a"])[1], "tool_calls": [m["tool_calls"][0] for m in conversation(["a", "b"])[1::2]]}]
    for called, expected in ((two, ["a", "b"]), (two, ["a"]), (two, ["a", "b", "c"])):
        theirs = agentevals.create_trajectory_match_evaluator(trajectory_match_mode=mode, tool_args_match_mode="ignore")
        verdict = theirs(outputs=called, reference_outputs=conversation(expected))["score"]
        assert tool_trajectory(called, expected=expected, mode=mode)["trajectory_match"].value is bool(verdict)


@pytest.mark.parametrize("library", [agentevals, openevals])
def test_arguments_that_do_not_parse_raise_there_and_fail_here(library):
    bad = conversation(["a"], "{bad")
    theirs = library.create_trajectory_match_evaluator(trajectory_match_mode="unordered")
    with pytest.raises(json.JSONDecodeError):
        theirs(outputs=bad, reference_outputs=conversation(["a"]))
    scores = tool_call_validity(bad)
    assert scores["tool_calls_valid"].value is False
    assert "call 1 (a)" in scores["tool_calls_valid"].comment


def test_langchain_messages_read_the_same_on_both_sides():
    messages = pytest.importorskip("langchain_core.messages")
    output = [
        messages.HumanMessage("Go on"),
        messages.AIMessage("", tool_calls=[{"name": "a", "args": {"q": 1}, "id": "c1"}]),
        messages.ToolMessage("done", tool_call_id="c1"),
        messages.AIMessage("All done"),
    ]
    for mode in MODES:
        theirs = agentevals.create_trajectory_match_evaluator(trajectory_match_mode=mode)
        assert theirs(outputs=output, reference_outputs=output)["score"] is True
        assert tool_trajectory(output, expected=["a"], mode=mode)["trajectory_match"].value is True
