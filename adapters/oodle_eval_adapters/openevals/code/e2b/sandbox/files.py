"""openevals' sandbox files, handed on from `openevals.code.e2b.sandbox.files`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from openevals.code.e2b.sandbox.files import EXTRACT_IMPORT_NAMES, PYTHON_EVALUATOR_FILE, PYTHON_EVALUATOR_SEPARATOR

__all__ = ["EXTRACT_IMPORT_NAMES", "PYTHON_EVALUATOR_FILE", "PYTHON_EVALUATOR_SEPARATOR"]

__getattr__, __dir__ = handed_on(__name__, __all__)
