"""openevals' helpers for evaluators of one's own, which its document names; the others are handed on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from oodle_eval_adapters._handed_on import handed_on
from oodle_eval_adapters._langsmith_logging import arun_evaluator, in_sync

__all__: list[str] = []


async def _arun_evaluator(
    *,
    run_name: str,
    scorer: Callable[..., Any],
    feedback_key: str,
    return_raw_outputs: bool = False,
    ls_framework: str = "openevals",
    **values: Any,
) -> Any:
    """Run a scorer, sync or async, and return its results, traced and logged.

    Args:
        run_name: Name of the traced run.
        scorer: Called with `values`; gives a score, (score, comment), (score, comment, metadata), or a dict of them by key.
        feedback_key: The key of a single score.
        return_raw_outputs: Return what the scorer gives as it is, and log nothing.
        ls_framework: What the run's metadata names as its framework.
        **values: The scorer's keyword arguments.
    """
    return await arun_evaluator(
        run_name, feedback_key, scorer, framework=ls_framework, raw=return_raw_outputs, values=values
    )


_run_evaluator = in_sync(_arun_evaluator)

__getattr__, __dir__ = handed_on(__name__, ["_arun_evaluator", "_run_evaluator"])
