"""Checks in the openevals form, openevals' own evaluators as drop-ins, and its evaluators as checks.

- `create_<check>_evaluator(...)` and `create_async_<check>_evaluator(...)` for each check;
- `as_evaluator(what)` and `as_async_evaluator(what)` for bound checks, suites and any `evaluate(ctx)`;
- `from_openevals(evaluator)`: an evaluator in that form, an LLM judge for instance, as a check;
- openevals' own names, from the same module paths as in openevals: replace `openevals` by
  `oodle_eval_adapters.openevals` in an import.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._lazy import lazy_names

if TYPE_CHECKING:
    from oodle_eval_adapters.openevals._foreign import from_openevals
    from oodle_eval_adapters.openevals._form import as_async_evaluator, as_evaluator
    from oodle_eval_adapters.openevals._mirrored import *  # noqa: F403 - openevals' own names
    from oodle_eval_adapters.openevals.evaluators import *  # noqa: F403 - two names a check

__all__ = ["as_async_evaluator", "as_evaluator", "from_openevals"]

# Each is imported when it is first asked for.
_HOMES = {"as_async_evaluator": "_form", "as_evaluator": "_form", "from_openevals": "_foreign"}
__getattr__, __dir__ = lazy_names(__name__, _HOMES, lists=("evaluators", "_mirrored"))
