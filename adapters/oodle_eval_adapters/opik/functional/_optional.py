"""Packages that are used where they are installed, and are no requirement of ours."""

from __future__ import annotations

import functools
import importlib
from typing import Any

__all__ = ["helper", "optional"]


def optional(module: str) -> Any:
    """Return a module, None when its package is not installed."""
    try:
        return importlib.import_module(module)
    except ImportError:
        return None


@functools.cache
def helper(module: str) -> Any:
    """Return what `optional` does, looked for once: a missing package takes long to look for in each call."""
    return optional(module)
