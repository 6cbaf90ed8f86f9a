"""agentevals' strict match of graph trajectories."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oodle_eval_adapters._handed_on import handed_on
from oodle_eval_adapters._langsmith_logging import Result, as_coroutine, logged
from oodle_eval_adapters._values import same, shown

__all__ = ["graph_trajectory_strict_match", "graph_trajectory_strict_match_async"]

KEY = "graph_trajectory_strict_match"


def graph_trajectory_strict_match(*, outputs: Any, reference_outputs: Any, **_unused: Any) -> Result:
    """Return whether a graph took the same steps in the same order as the reference.

    Args:
        outputs: {"steps": [[node, ...], ...]}: the nodes of each turn, as `extract_langgraph_trajectory_from_thread` gives
            them; other keys don't count.
        reference_outputs: The reference trajectory.

    Returns:
        One result, `graph_trajectory_strict_match`: True or False, with a comment that says which turn differs.

    Raises:
        ValueError: One of the two is None or has no steps.

    Example:
        >>> steps = {"inputs": [], "results": [], "steps": [["__start__", "agent"]]}
        >>> graph_trajectory_strict_match(outputs=steps, reference_outputs=steps)["score"]
        True
    """

    def compared() -> Result:
        comment = _difference(_steps(outputs, "outputs"), _steps(reference_outputs, "reference_outputs"))
        return {"key": KEY, "score": comment is None, "comment": comment, "metadata": None}

    shown = {"outputs": outputs, "reference_outputs": reference_outputs}
    result: Result = logged(KEY, compared, framework="agentevals", values=shown)
    return result


graph_trajectory_strict_match_async = as_coroutine(graph_trajectory_strict_match, "graph_trajectory_strict_match_async")


def _steps(trajectory: Any, name: str) -> list[Any]:
    steps = trajectory.get("steps") if isinstance(trajectory, Mapping) else None
    if not isinstance(steps, list | tuple):
        raise ValueError(f'{KEY}: {name} must be a dict with "steps", a list of lists, got {shown(trajectory)}')
    return list(steps)


def _difference(steps: list[Any], expected: list[Any]) -> str | None:
    """Return which turn differs, None when none does."""
    if len(steps) != len(expected):
        return f"{len(steps)} turns, the reference has {len(expected)}"
    for place, (taken, wanted) in enumerate(zip(steps, expected, strict=True)):
        if not same(taken, wanted):
            return f"turn {place + 1}: {shown(taken, 200)}, in the reference {shown(wanted, 200)}"
    return None


__getattr__, __dir__ = handed_on(__name__, __all__)
