"""openevals' prompts, handed on from `openevals.prompts.conversation`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from openevals.prompts.conversation import (
        AGENT_TONE_PROMPT,
        KNOWLEDGE_RETENTION_PROMPT,
        LANGUAGE_DETECTION_PROMPT,
        PERCEIVED_ERROR_PROMPT,
        SUPPORT_INTENT_PROMPT,
        TASK_COMPLETION_PROMPT,
        USER_SATISFACTION_PROMPT,
        WINS_PROMPT,
    )

__all__ = [
    "AGENT_TONE_PROMPT",
    "KNOWLEDGE_RETENTION_PROMPT",
    "LANGUAGE_DETECTION_PROMPT",
    "PERCEIVED_ERROR_PROMPT",
    "SUPPORT_INTENT_PROMPT",
    "TASK_COMPLETION_PROMPT",
    "USER_SATISFACTION_PROMPT",
    "WINS_PROMPT",
]

__getattr__, __dir__ = handed_on(__name__, __all__)
