"""Packages whose names are imported when they are first asked for."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any


def lazy_names(
    package: str, homes: Mapping[str, str], lists: tuple[str, ...] = ()
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package that finds each name in the module that it lives in.

    Args:
        package: The package's `__name__`.
        homes: {name: module below the package}.
        lists: Modules below the package that say in their `__all__` which further names they have.
    """

    def find(name: str) -> Any:
        if name in homes:
            return getattr(importlib.import_module(f"{package}.{homes[name]}"), name)
        for listing in lists if not name.startswith("_") else ():
            module = importlib.import_module(f"{package}.{listing}")
            if name in module.__all__:
                return getattr(module, name)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def names() -> list[str]:
        listed = (importlib.import_module(f"{package}.{listing}").__all__ for listing in lists)
        return sorted({*homes, *(name for some in listed for name in some)})

    return find, names
