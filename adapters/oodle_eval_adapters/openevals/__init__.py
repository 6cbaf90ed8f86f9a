"""Checks in the openevals form, openevals' own evaluators as drop-ins, and its evaluators as checks.

- `create_<check>_evaluator(...)` and `create_async_<check>_evaluator(...)` for each check;
- `as_evaluator(what)` and `as_async_evaluator(what)` for bound checks, suites and any `evaluate(ctx)`;
- `from_openevals(evaluator)`: an evaluator in that form, an LLM judge for instance, as a check;
- openevals' own names, from the same module paths as in openevals: replace `openevals` by
  `oodle_eval_adapters.openevals` in an import.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from oodle_eval_adapters.openevals._foreign import from_openevals
    from oodle_eval_adapters.openevals._form import as_async_evaluator, as_evaluator
    from oodle_eval_adapters.openevals._mirrored import *  # noqa: F403 - openevals' own names
    from oodle_eval_adapters.openevals.evaluators import *  # noqa: F403 - two names a check

__all__ = ["as_async_evaluator", "as_evaluator", "from_openevals"]

# Where the names of this package live; each is imported when it is first asked for.
_HOMES = ("_form", "_foreign", "evaluators", "_mirrored")


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(name)
    for home in _HOMES:
        module = importlib.import_module(f"{__name__}.{home}")
        if name in module.__all__:
            return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
