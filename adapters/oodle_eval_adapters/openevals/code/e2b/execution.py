"""openevals' sandboxed execution, handed on from `openevals.code.e2b.execution`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from openevals.code.e2b.execution import create_async_e2b_execution_evaluator, create_e2b_execution_evaluator

__all__ = ["create_async_e2b_execution_evaluator", "create_e2b_execution_evaluator"]

__getattr__, __dir__ = handed_on(__name__, __all__)
