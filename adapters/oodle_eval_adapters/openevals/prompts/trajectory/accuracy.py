"""openevals' prompts, handed on from `openevals.prompts.trajectory.accuracy`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from openevals.prompts.trajectory.accuracy import (
        TRAJECTORY_ACCURACY_PROMPT,
        TRAJECTORY_ACCURACY_PROMPT_WITH_REFERENCE,
    )

__all__ = ["TRAJECTORY_ACCURACY_PROMPT", "TRAJECTORY_ACCURACY_PROMPT_WITH_REFERENCE"]

__getattr__, __dir__ = handed_on(__name__, __all__)
