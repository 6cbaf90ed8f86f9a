"""Tool calls beside agentevals, openevals and DeepEval. A case is (names called, names expected)."""

from __future__ import annotations

import random
from typing import Any

from oodle_eval.v1.metrics import tool_trajectory
from reference_pairs import Pair

MODES = ("strict", "unordered", "subset", "superset")


def name_lists(count: int) -> list[tuple[list[str], list[str]]]:
    chance = random.Random(61)
    made = lambda: chance.choices("abc", k=chance.randint(0, 5))
    return [
        (called, chance.choice([called, called[:-1], called[::-1], made()]))
        for called in (made() for _ in range(count))
    ]


def conversation(names: list[str]) -> list[dict[str, Any]]:
    """One assistant message a call, since the references compare messages in strict mode."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Go on"}]
    for place, name in enumerate(names):
        call = {"id": f"c{place}", "type": "function", "function": {"name": name, "arguments": "{}"}}
        messages.append({"role": "assistant", "content": "", "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"c{place}", "content": "done"})
    return messages


def ours(case: tuple[list[str], list[str]]) -> list[bool]:
    output = conversation(case[0])
    return [tool_trajectory(output, expected=case[1], mode=mode)["trajectory_match"].value for mode in MODES]


def trajectory_match(library: str) -> Any:
    def load() -> Any:
        from importlib import import_module

        made = import_module(f"{library}.trajectory.match").create_trajectory_match_evaluator
        peers = [made(trajectory_match_mode=mode, tool_args_match_mode="ignore") for mode in MODES]

        def judged(case: tuple[list[str], list[str]]) -> list[bool]:
            output, reference = map(conversation, case)
            return [bool(peer(outputs=output, reference_outputs=reference)["score"]) for peer in peers]

        return judged

    return load


def distinct_lists(count: int) -> list[tuple[list[str], list[str]]]:
    """Lists without a repeated name, and something is expected."""
    return [
        (list(dict.fromkeys(called)), list(dict.fromkeys(wanted))) for called, wanted in name_lists(count) if wanted
    ]


def correctness(case: tuple[list[str], list[str]]) -> float:
    return tool_trajectory(case[0], expected=case[1])["tool_correctness"].value


def deepeval() -> Any:
    import os

    os.environ.update(DEEPEVAL_TELEMETRY_OPT_OUT="1", DEEPEVAL_DISABLE_DOTENV="1", OPENAI_API_KEY="unused")
    from deepeval.metrics import ToolCorrectnessMetric
    from deepeval.test_case import LLMTestCase, ToolCall

    def judged(case: tuple[list[str], list[str]]) -> float:
        called, wanted = ([ToolCall(name=name) for name in names] for names in case)
        metric = ToolCorrectnessMetric(async_mode=False, include_reason=False)
        test_case = LLMTestCase(input="Go on", actual_output="", tools_called=called, expected_tools=wanted)
        return float(metric.measure(test_case, _show_indicator=False))

    return judged


PAIRS = [
    Pair("tool_trajectory", "agentevals trajectory match, four modes", ("agentevals",), "equal", name_lists, ours,
         trajectory_match("agentevals")),
    Pair("tool_trajectory", "openevals trajectory match, four modes", ("openevals",), "equal", name_lists, ours,
         trajectory_match("openevals")),
    Pair("tool_trajectory", "DeepEval ToolCorrectness, distinct names", ("deepeval",), "equal", distinct_lists, correctness,
         deepeval),
]  # fmt: skip
