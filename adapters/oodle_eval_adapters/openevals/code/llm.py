"""openevals' judges of code, handed on from `openevals.code.llm`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from openevals.code.llm import (
        CODE_CORRECTNESS_PROMPT,
        CODE_CORRECTNESS_PROMPT_WITH_REFERENCE_OUTPUTS,
        create_code_llm_as_judge,
    )

__all__ = ["CODE_CORRECTNESS_PROMPT", "CODE_CORRECTNESS_PROMPT_WITH_REFERENCE_OUTPUTS", "create_code_llm_as_judge"]

__getattr__, __dir__ = handed_on(__name__, __all__)
