"""The factories of trajectory match evaluators, which openevals and agentevals have alike."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from oodle_eval_adapters._langsmith_logging import Result, as_coroutine, logged
from oodle_eval_adapters._trajectories import MODES, Rules, match_of

__all__ = ["Family", "deprecated_evaluator", "match_evaluator"]

Evaluator = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Family:
    """What openevals and agentevals do differently.

    Args:
        framework: The name that traced runs get.
        missing_is_none: See `Rules`.
        is_swapped: See `match_of`.
    """

    framework: str
    missing_is_none: bool
    is_swapped: bool


def match_evaluator(
    family: Family, mode: str, arguments_mode: str, overrides: Mapping[str, Any] | None, key: str | None = None
) -> Evaluator:
    """Return an evaluator of one mode.

    Args:
        family: Whose evaluator it is.
        mode: "strict", "unordered", "subset" or "superset".
        arguments_mode: See `Rules`.
        overrides: See `Rules`.
        key: The result's key; None for `trajectory_<mode>_match`.

    Raises:
        ValueError: A mode or an override is none of those there are.
    """
    if mode not in MODES:
        raise ValueError(f"trajectory_match_mode must be one of {', '.join(MODES)}, got {mode!r}")
    rules = Rules(arguments_mode, overrides, missing_is_none=family.missing_is_none)
    name = key or f"trajectory_{mode}_match"
    settings = {"tool_args_match_mode": arguments_mode, "tool_args_match_overrides": overrides}

    def evaluate(*, outputs: Any, reference_outputs: Any, **values: Any) -> Result:
        """Compare a trajectory's tool calls with a reference trajectory's."""

        def compared() -> Result:
            verdict = match_of(outputs, reference_outputs, mode, rules, is_swapped=family.is_swapped)
            return {"key": name, "score": verdict.matches, "comment": verdict.comment, "metadata": None}

        shown = {**values, "outputs": outputs, "reference_outputs": reference_outputs, **settings}
        result: Result = logged(name, compared, framework=family.framework, values=shown)
        return result

    return evaluate


def deprecated_evaluator(family: Family, name: str, mode: str) -> tuple[Evaluator, Evaluator]:
    """Return the evaluator of one mode that openevals had before its factories, and its async form.

    They warn. "strict" takes `tool_call_args_exact_match`; the others look at the tools' names only.
    """

    def evaluate(
        *, outputs: Any, reference_outputs: Any, tool_call_args_exact_match: bool = mode == "strict", **values: Any
    ) -> Result:
        """Compare a trajectory's tool calls with a reference trajectory's; `create_trajectory_match_evaluator` replaces it."""
        warnings.warn(
            f'{name} is deprecated: use create_trajectory_match_evaluator(trajectory_match_mode="{mode}")',
            DeprecationWarning,
            stacklevel=2,
        )
        arguments_mode = "exact" if tool_call_args_exact_match and mode == "strict" else "ignore"
        evaluator = match_evaluator(family, mode, arguments_mode, None, key=name)
        result: Result = evaluator(outputs=outputs, reference_outputs=reference_outputs, **values)
        return result

    evaluate.__name__ = evaluate.__qualname__ = name
    return evaluate, as_coroutine(evaluate, f"{name}_async")
