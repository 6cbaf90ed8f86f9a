"""Version 1: its scores stay what they are, but for bug fixes.

`metrics` holds the checks, `text` reads spans, `combine` makes one score of several, `util` has the building blocks of
a check of your own, and `checks` binds checks to settings for use in any framework. Each is loaded when it is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from oodle_eval.v1 import checks, combine, metrics, text, util

__all__ = ["checks", "combine", "metrics", "text", "util"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
