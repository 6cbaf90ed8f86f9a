"""Checks as LangSmith evaluators: a function for each check (`pii_leak()`), and `as_evaluator` for anything else."""

from oodle_eval_adapters.langsmith._evaluator import as_evaluator
from oodle_eval_adapters.langsmith.checks import *  # noqa: F403 - one function a check, see there

__all__ = ["as_evaluator"]
