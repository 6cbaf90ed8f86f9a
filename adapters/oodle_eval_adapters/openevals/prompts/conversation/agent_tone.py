"""openevals' prompts, handed on from `openevals.prompts.conversation.agent_tone`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from openevals.prompts.conversation.agent_tone import AGENT_TONE_PROMPT

__all__ = ["AGENT_TONE_PROMPT"]

__getattr__, __dir__ = handed_on(__name__, __all__)
