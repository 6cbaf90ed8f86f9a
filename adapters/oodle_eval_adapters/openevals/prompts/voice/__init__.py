"""openevals' prompts, handed on from `openevals.prompts.voice`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from openevals.prompts.voice import (
        AUDIO_QUALITY_PROMPT,
        TRANSCRIPTION_ACCURACY_PROMPT,
        USER_INTERRUPTS_PROMPT,
        VOCAL_AFFECT_PROMPT,
    )

__all__ = ["AUDIO_QUALITY_PROMPT", "TRANSCRIPTION_ACCURACY_PROMPT", "USER_INTERRUPTS_PROMPT", "VOCAL_AFFECT_PROMPT"]

__getattr__, __dir__ = handed_on(__name__, __all__)
