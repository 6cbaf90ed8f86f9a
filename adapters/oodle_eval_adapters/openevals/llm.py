"""openevals' judges, handed on from `openevals.llm`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from openevals.llm import create_async_llm_as_judge, create_llm_as_judge

__all__ = ["create_async_llm_as_judge", "create_llm_as_judge"]

__getattr__, __dir__ = handed_on(__name__, __all__)
