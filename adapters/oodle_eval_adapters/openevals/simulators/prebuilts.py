"""openevals' simulated users, handed on from `openevals.simulators.prebuilts`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from openevals.simulators.prebuilts import create_async_llm_simulated_user, create_llm_simulated_user

__all__ = ["create_async_llm_simulated_user", "create_llm_simulated_user"]

__getattr__, __dir__ = handed_on(__name__, __all__)
