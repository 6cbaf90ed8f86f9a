"""openevals' prompts, handed on from `openevals.prompts.voice.vocal_affect`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from openevals.prompts.voice.vocal_affect import VOCAL_AFFECT_PROMPT

__all__ = ["VOCAL_AFFECT_PROMPT"]

__getattr__, __dir__ = handed_on(__name__, __all__)
