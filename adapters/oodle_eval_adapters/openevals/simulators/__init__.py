"""openevals' simulations of conversations; the simulated users are handed on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on
from oodle_eval_adapters.openevals.simulators.multiturn import run_multiturn_simulation, run_multiturn_simulation_async
from oodle_eval_adapters.openevals.types import MultiturnSimulationResult

if TYPE_CHECKING:
    from openevals.simulators.prebuilts import create_async_llm_simulated_user, create_llm_simulated_user

__all__ = [
    "MultiturnSimulationResult",
    "create_async_llm_simulated_user",
    "create_llm_simulated_user",
    "run_multiturn_simulation",
    "run_multiturn_simulation_async",
]

__getattr__, __dir__ = handed_on(__name__, __all__)
