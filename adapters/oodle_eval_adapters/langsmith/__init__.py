"""Checks as LangSmith evaluators, and LangSmith evaluators as checks.

- a function for each check (`pii_leak()`), and `as_evaluator(what)` for bound checks, suites and any `evaluate(ctx)`;
- `summary_evaluator` and `pairwise_evaluator`: one score over a data set, and which of several runs is better;
- `from_langsmith(evaluator)`: an evaluator of any form as a check;
- `read_runs` and `read_examples`: exports as rows for `oodle_eval.runs`.

In experiments an evaluator goes into `evaluate(..., evaluators=[pii_leak()])`. What it sees of a run: the example's inputs
and outputs (as the reference), the run's outputs, its metadata with tokens, duration and time to first token, its steps as
the trace (of an application that is not traced, the list of steps that its outputs hold as "trace"), and as the context
what the metadata, the outputs or the inputs hold under its name, else what its retrievers and tools returned.

In pytest, a call in a test marked with `@pytest.mark.langsmith` is logged as the test's feedback, once, and traced. In any
test, `oodle_eval.testing.assert_passes(pii_leak()(outputs=reply))` fails with a table of what did not pass, and a table of all
asserted scores ends the session.

Nothing here sends anything by itself. What LangSmith sends, its own switches stop:

- `evaluate(..., upload_results=False)` keeps an experiment on this machine, with `client=Client(api_key="none")` where
  there is no key. LangChain's and LangGraph's own tracers send their runs even so: give a client whose `api_url` leads
  nowhere, or have the application called with tracing off;
- `LANGSMITH_TEST_TRACKING=false` makes marked tests plain ones: nothing is sent, nothing is logged;
- without `LANGSMITH_TRACING=true` checks log and trace nothing, in marked tests too (LangSmith still registers those).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._lazy import lazy_names

if TYPE_CHECKING:
    from oodle_eval_adapters.langsmith._datasets import pairwise_evaluator, summary_evaluator
    from oodle_eval_adapters.langsmith._evaluator import as_evaluator
    from oodle_eval_adapters.langsmith._exports import read_examples, read_runs
    from oodle_eval_adapters.langsmith._foreign import from_langsmith
    from oodle_eval_adapters.langsmith.checks import *  # noqa: F403 - one function a check, see there

__all__ = ["as_evaluator", "from_langsmith", "pairwise_evaluator", "read_examples", "read_runs", "summary_evaluator"]

# Each is imported when it is first asked for, so that exports are read without LangSmith.
_HOMES = {
    "as_evaluator": "_evaluator",
    "from_langsmith": "_foreign",
    "pairwise_evaluator": "_datasets",
    "read_examples": "_exports",
    "read_runs": "_exports",
    "summary_evaluator": "_datasets",
}
__getattr__, __dir__ = lazy_names(__name__, _HOMES, lists=("checks",))
