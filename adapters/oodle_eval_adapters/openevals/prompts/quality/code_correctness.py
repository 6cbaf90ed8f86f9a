"""openevals' prompts, handed on from `openevals.prompts.quality.code_correctness`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from openevals.prompts.quality.code_correctness import (
        CODE_CORRECTNESS_PROMPT,
        CODE_CORRECTNESS_PROMPT_WITH_REFERENCE_OUTPUTS,
    )

__all__ = ["CODE_CORRECTNESS_PROMPT", "CODE_CORRECTNESS_PROMPT_WITH_REFERENCE_OUTPUTS"]

__getattr__, __dir__ = handed_on(__name__, __all__)
