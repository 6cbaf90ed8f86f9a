"""openevals' prompts, handed on from `openevals.prompts.quality`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from openevals.prompts.quality import (
        ANSWER_RELEVANCE_PROMPT,
        CODE_CORRECTNESS_PROMPT,
        CODE_CORRECTNESS_PROMPT_WITH_REFERENCE_OUTPUTS,
        CONCISENESS_PROMPT,
        CORRECTNESS_PROMPT,
        HALLUCINATION_PROMPT,
        LAZINESS_PROMPT,
        PLAN_ADHERENCE_PROMPT,
    )

__all__ = [
    "ANSWER_RELEVANCE_PROMPT",
    "CODE_CORRECTNESS_PROMPT",
    "CODE_CORRECTNESS_PROMPT_WITH_REFERENCE_OUTPUTS",
    "CONCISENESS_PROMPT",
    "CORRECTNESS_PROMPT",
    "HALLUCINATION_PROMPT",
    "LAZINESS_PROMPT",
    "PLAN_ADHERENCE_PROMPT",
]

__getattr__, __dir__ = handed_on(__name__, __all__)
