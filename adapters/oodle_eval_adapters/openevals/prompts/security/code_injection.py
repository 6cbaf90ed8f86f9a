"""openevals' prompts, handed on from `openevals.prompts.security.code_injection`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from openevals.prompts.security.code_injection import CODE_INJECTION_PROMPT

__all__ = ["CODE_INJECTION_PROMPT"]

__getattr__, __dir__ = handed_on(__name__, __all__)
