"""openevals' sandboxed Pyright, handed on from `openevals.code.e2b.pyright`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from openevals.code.e2b.pyright import E2B_COMMAND, create_async_e2b_pyright_evaluator, create_e2b_pyright_evaluator

__all__ = ["E2B_COMMAND", "create_async_e2b_pyright_evaluator", "create_e2b_pyright_evaluator"]

__getattr__, __dir__ = handed_on(__name__, __all__)
