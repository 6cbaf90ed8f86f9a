"""openevals' prompts, handed on from `openevals.prompts.safety.fairness`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from openevals.prompts.safety.fairness import FAIRNESS_PROMPT

__all__ = ["FAIRNESS_PROMPT"]

__getattr__, __dir__ = handed_on(__name__, __all__)
