"""agentevals' helpers for evaluators of one's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from oodle_eval_adapters._handed_on import handed_on
from oodle_eval_adapters._langsmith_logging import arun_evaluator, in_sync

__all__: list[str] = []


async def _arun_evaluator(*, run_name: str, scorer: Callable[..., Any], feedback_key: str, **values: Any) -> Any:
    """Run a scorer, sync or async, on `values` and return its results, traced and logged under agentevals' name."""
    return await arun_evaluator(run_name, feedback_key, scorer, framework="agentevals", values=values)


_run_evaluator = in_sync(_arun_evaluator)

__getattr__, __dir__ = handed_on(__name__, ["_arun_evaluator", "_run_evaluator"])
