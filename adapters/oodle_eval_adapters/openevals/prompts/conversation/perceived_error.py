"""openevals' prompts, handed on from `openevals.prompts.conversation.perceived_error`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from openevals.prompts.conversation.perceived_error import PERCEIVED_ERROR_PROMPT

__all__ = ["PERCEIVED_ERROR_PROMPT"]

__getattr__, __dir__ = handed_on(__name__, __all__)
