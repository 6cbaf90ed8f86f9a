"""openevals' comparison of structured outputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on
from oodle_eval_adapters.openevals.json.match import create_async_json_match_evaluator, create_json_match_evaluator

if TYPE_CHECKING:
    from openevals.json.match import SYSTEM_PROMPT, USER_PROMPT

__all__ = ["SYSTEM_PROMPT", "USER_PROMPT", "create_async_json_match_evaluator", "create_json_match_evaluator"]

__getattr__, __dir__ = handed_on(__name__, __all__)
