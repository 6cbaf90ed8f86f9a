"""agentevals' trajectory match: an agent's tool calls beside a reference trajectory's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from oodle_eval_adapters._handed_on import handed_on
from oodle_eval_adapters._langsmith_logging import async_factory
from oodle_eval_adapters._trajectory_evaluators import match_evaluator
from oodle_eval_adapters.agentevals.trajectory._family import FAMILY

__all__ = ["create_async_trajectory_match_evaluator", "create_trajectory_match_evaluator"]


def create_trajectory_match_evaluator(
    *,
    trajectory_match_mode: str = "strict",
    tool_args_match_mode: str = "exact",
    tool_args_match_overrides: Mapping[str, Any] | None = None,
) -> Callable[..., Any]:
    """Return an evaluator that compares an agent's trajectory with a reference trajectory.

    It reads messages of any shape on both sides: a list, or a dict with "messages".

    Args:
        trajectory_match_mode: "strict": as many messages of the same roles in order, each with the same calls in any order.
            The others look at the calls only: "unordered" the same calls, "subset" none that the reference has not,
            "superset" all that the reference has.
        tool_args_match_mode: "exact" equal arguments; "ignore" none are compared; "subset" or "superset" the output's
            arguments are part of the reference's, or hold them.
        tool_args_match_overrides: {tool: what goes for its calls}: a mode, a list of dotted paths of arguments that must be
            equal, or a function of the output's and the reference's arguments.

    Returns:
        An evaluator with one result, `trajectory_<mode>_match`: True or False, with a comment that says which message or call
        differs.

    Raises:
        ValueError: A mode or an override is none of these. When it is called: a trajectory is None or holds no messages.

    Example:
        >>> call = {"function": {"name": "search", "arguments": '{"q": "oodle"}'}}
        >>> said = [{"role": "assistant", "content": "", "tool_calls": [call]}]
        >>> create_trajectory_match_evaluator()(outputs=said, reference_outputs=said)["score"]
        True
    """
    return match_evaluator(FAMILY, trajectory_match_mode, tool_args_match_mode, tool_args_match_overrides)


create_async_trajectory_match_evaluator = async_factory(
    create_trajectory_match_evaluator, "create_async_trajectory_match_evaluator"
)

__getattr__, __dir__ = handed_on(__name__, __all__)
