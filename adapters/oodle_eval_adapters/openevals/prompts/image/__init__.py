"""openevals' prompts, handed on from `openevals.prompts.image`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from openevals.prompts.image import EXPLICIT_CONTENT_PROMPT, SENSITIVE_IMAGERY_PROMPT

__all__ = ["EXPLICIT_CONTENT_PROMPT", "SENSITIVE_IMAGERY_PROMPT"]

__getattr__, __dir__ = handed_on(__name__, __all__)
