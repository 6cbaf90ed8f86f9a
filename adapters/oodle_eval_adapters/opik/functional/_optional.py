"""Packages that are used where they are installed, and are no requirement of ours."""

from __future__ import annotations

import importlib
from typing import Any

__all__ = ["optional"]


def optional(module: str) -> Any:
    """Return a module, None when its package is not installed."""
    try:
        return importlib.import_module(module)
    except ImportError:
        return None
