"""openevals' prompts, handed on from `openevals.prompts.quality.plan_adherence`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from openevals.prompts.quality.plan_adherence import PLAN_ADHERENCE_PROMPT

__all__ = ["PLAN_ADHERENCE_PROMPT"]

__getattr__, __dir__ = handed_on(__name__, __all__)
