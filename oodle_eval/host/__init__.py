"""Code evaluators on your own machine, by the platform's rules.

`load` gives a recipe file as a function that runs here, in this process. `Sandbox` runs it in a process of its own.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from oodle_eval.host.errors import HostError as HostError
    from oodle_eval.host.loading import Evaluator as Evaluator
    from oodle_eval.host.loading import load as load
    from oodle_eval.host.program import Run as Run
    from oodle_eval.host.sandbox import Sandbox as Sandbox
    from oodle_eval.host.sandbox import SandboxedEvaluator as SandboxedEvaluator
    from oodle_eval.host.template import Template as Template
    from oodle_eval.host.template import read_template as read_template

PLACES = {
    "Evaluator": "loading",
    "HostError": "errors",
    "Run": "program",
    "Sandbox": "sandbox",
    "SandboxedEvaluator": "sandbox",
    "Template": "template",
    "load": "loading",
    "read_template": "template",
}

__all__ = ["Evaluator", "HostError", "Run", "Sandbox", "SandboxedEvaluator", "Template", "load", "read_template"]


def __getattr__(name: str) -> Any:
    # The sandbox's worker loads a part of this package, and no more than it needs.
    if name in PLACES:
        return getattr(importlib.import_module(f"oodle_eval.host.{PLACES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
