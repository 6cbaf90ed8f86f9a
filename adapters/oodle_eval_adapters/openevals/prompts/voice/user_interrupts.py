"""openevals' prompts, handed on from `openevals.prompts.voice.user_interrupts`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from openevals.prompts.voice.user_interrupts import USER_INTERRUPTS_PROMPT

__all__ = ["USER_INTERRUPTS_PROMPT"]

__getattr__, __dir__ = handed_on(__name__, __all__)
