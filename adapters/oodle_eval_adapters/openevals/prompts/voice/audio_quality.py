"""openevals' prompts, handed on from `openevals.prompts.voice.audio_quality`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from openevals.prompts.voice.audio_quality import AUDIO_QUALITY_PROMPT

__all__ = ["AUDIO_QUALITY_PROMPT"]

__getattr__, __dir__ = handed_on(__name__, __all__)
