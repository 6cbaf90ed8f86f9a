"""Tool calls of public benchmarks: ground truth must pass, invented tools must not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from oodle_eval.v1 import metrics
from validity_rows import Figure, percent

Rows = list[dict[str, Any]]


def verdict(row: dict[str, Any]) -> bool:
    """Return whether a row's calls are valid, with its tools allowed and their schemas' required arguments."""
    required = {tool["name"]: tool["parameters"].get("required", []) for tool in row["tools"]}
    scores = metrics.tool_call_validity(
        row["output"], allowed_tools=[tool["name"] for tool in row["tools"]], required_args=required
    )
    return scores["tool_calls_valid"].value


def invented(row: dict[str, Any]) -> bool:
    """The baseline for a tool that was not offered: its name is not among the tools' names."""
    return any(call["name"] not in {tool["name"] for tool in row["tools"]} for call in row["output"])


def rows(read: Callable[[str], Rows]) -> list[Figure]:
    return [*of_bfcl(read("tool_call_bfcl")), *of_toolbench(read("tool_call_toolbench")), *of_tau(read)]


def of_bfcl(data: Rows) -> list[Figure]:
    valid = [row for row in data if row["label"] == "valid_call"]
    if not valid:
        return []
    accepted = sum(map(verdict, valid))
    loops = sum(metrics.tool_call_validity(row["output"])["tool_call_loop"].value for row in valid)
    by_schema = sum(row["jsonschema_ok"] is True for row in valid)
    stripped = [(row, call) for row in valid for call in without_required(row)]
    caught = sum(not verdict({**row, "output": calls}) for row, calls in stripped)
    return [
        Figure(
            "tool_call_validity",
            "BFCL v4",
            len(valid),
            "ground-truth calls accepted",
            percent(accepted, len(valid)),
            f"jsonschema {percent(by_schema, len(valid))}",
            "100 %",
            accepted == len(valid),
        ),
        Figure(
            "tool_call_validity",
            "BFCL v4",
            len(stripped),
            "calls without one required argument flagged",
            percent(caught, len(stripped)),
            "",
            "100 %",
            caught == len(stripped),
        ),
        Figure(
            "tool_call_validity",
            "BFCL v4",
            len(valid),
            "ground truth seen as a loop",
            percent(loops, len(valid)),
            "",
            "0.0 %",
            not loops,
        ),
    ]


def without_required(row: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """Return a row's calls with one required argument taken out, once for each."""
    required = {tool["name"]: tool["parameters"].get("required", []) for tool in row["tools"]}
    return [
        [
            {
                "name": call["name"],
                "arguments": {key: value for key, value in call["arguments"].items() if key != argument},
            }
        ]
        for call in row["output"]
        for argument in required.get(call["name"], [])
    ]


def of_toolbench(data: Rows) -> list[Figure]:
    found = []
    for label, what, flags, goal in (
        ("hallucinated_tool", "calls of tools that were not offered flagged", True, True),
        ("accepted", "calls that the server accepted passed", False, None),
        ("server_rejected", "calls that the server refused flagged", True, None),
    ):
        chosen = [row for row in data if row["label"] == label]
        if not chosen:
            continue
        right = sum(verdict(row) is not flags for row in chosen)
        names = sum(invented(row) is flags for row in chosen)
        baseline = f"names alone {percent(names, len(chosen))}"
        met = right == len(chosen) if goal else None
        found.append(
            Figure(
                "tool_call_validity",
                "ToolBench",
                len(chosen),
                what,
                percent(right, len(chosen)),
                baseline,
                "100 %" if goal else "",
                met,
            )
        )
    return found


def of_tau(read: Callable[[str], Rows]) -> list[Figure]:
    """How a trajectory that holds every expected write goes with a task that succeeded (reads are not listed)."""
    data = read("tool_trajectory_tau")
    if not data:
        return []
    found = []
    for mode in ("strict", "unordered", "subset", "superset"):
        verdicts = [
            (
                row["label"] == "success",
                metrics.tool_trajectory(row["output"], expected=[call["name"] for call in row["reference"]], mode=mode)[
                    "trajectory_match"
                ].value,
            )
            for row in data
        ]
        of_success = [match for success, match in verdicts if success]
        of_failure = [match for success, match in verdicts if not success]
        ours = f"{percent(sum(of_success), len(of_success))} of successes, {percent(sum(of_failure), len(of_failure))} of failures"
        found.append(Figure("tool_trajectory", "tau-bench airline", len(data), f"{mode} matches", ours))
    loops = sum(metrics.tool_call_validity(row["output"])["tool_call_loop"].value for row in data if row["output"])
    found.append(
        Figure(
            "tool_call_validity", "tau-bench airline", len(data), "runs with a repeated call", percent(loops, len(data))
        )
    )
    return found
