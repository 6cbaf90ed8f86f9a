"""openevals' base of code evaluators, handed on from `openevals.code.base`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from openevals.code.base import LLM_EXTRACTION_SYSTEM_PROMPT, LLM_EXTRACTION_USER_PROMPT, ExtractCode, NoCode

__all__ = ["LLM_EXTRACTION_SYSTEM_PROMPT", "LLM_EXTRACTION_USER_PROMPT", "ExtractCode", "NoCode"]

__getattr__, __dir__ = handed_on(__name__, __all__)
