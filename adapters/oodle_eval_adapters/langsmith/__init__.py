"""Checks as LangSmith evaluators, and LangSmith evaluators as checks.

- a function for each check (`pii_leak()`), and `as_evaluator(what)` for bound checks, suites and any `evaluate(ctx)`;
- `summary_evaluator` and `pairwise_evaluator`: one score over a data set, and which of several runs is better;
- `from_langsmith(evaluator)`: an evaluator of any form as a check;
- `read_runs` and `read_examples`: exports as rows for `oodle_eval.runs`.
"""

from oodle_eval_adapters.langsmith._datasets import pairwise_evaluator, summary_evaluator
from oodle_eval_adapters.langsmith._evaluator import as_evaluator
from oodle_eval_adapters.langsmith._exports import read_examples, read_runs
from oodle_eval_adapters.langsmith._foreign import from_langsmith
from oodle_eval_adapters.langsmith.checks import *  # noqa: F403 - one function a check, see there

__all__ = ["as_evaluator", "from_langsmith", "pairwise_evaluator", "read_examples", "read_runs", "summary_evaluator"]
