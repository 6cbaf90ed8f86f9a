"""What an evaluator's `import` gives: the allowed modules, its shared libraries, nothing else.

Each run gets shallow copies, so that what code hangs on a module is gone with the run, and so that a module's own
imports (`random` holds `os`) are not handed on by it.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import sys
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

from oodle_eval.host.errors import BlockedImport
from oodle_eval.host.rules import is_allowed, refusal_of

__all__ = ["Importer"]

# Doors of the interpreter that no evaluator needs.
HIDDEN_OF_SYS = frozenset(
    {"modules", "meta_path", "path", "path_hooks", "path_importer_cache", "addaudithook", "audit", "settrace"}
    | {"setprofile", "gettrace", "getprofile", "_getframe", "_current_frames", "_current_exceptions", "excepthook"}
    | {"unraisablehook", "displayhook", "setrecursionlimit", "setswitchinterval", "__stdout__", "__stderr__"}
    | {"__stdin__", "stdin", "_getframemodulename", "activate_stack_trampoline", "last_traceback", "_debugmallocstats"}
)


class Importer:
    """The `__import__` of one run.

    Args:
        libraries: {name: run this library in a namespace} for `shared.<name>`.
        log: Where `sys.stdout` and `sys.stderr` of the code write.
        is_trusted: Give every module as it is.
    """

    def __init__(self, libraries: Mapping[str, Callable[[ModuleType], None]], log: Any, is_trusted: bool) -> None:
        self.libraries = libraries
        self.log = log
        self.is_trusted = is_trusted
        self.copies: dict[str, ModuleType] = {}

    def __call__(
        self,
        name: str,
        globals: Any = None,  # noqa: A002 - the names that Python's own __import__ has
        locals: Any = None,  # noqa: A002
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        """Return a module, as `__import__` does."""
        del globals, locals
        if level:
            raise BlockedImport(
                "BLOCKED_IMPORT",
                f"relative imports are not allowed: write the whole name, such as shared.{name or 'rules'}",
            )
        is_shared = name == "shared" or name.startswith("shared.")
        if self.is_trusted and not is_shared:
            return __import__(name, None, None, fromlist or (), 0)
        wanted = [item for item in fromlist or () if isinstance(item, str)]
        self._refuse_blocked(name, wanted)
        module = self._module(name)
        for item in wanted:
            self._attach(module, name, item)
        return module if fromlist else self._module(name.partition(".")[0])

    def _refuse_blocked(self, name: str, wanted: list[str]) -> None:
        if is_allowed(name):
            return
        if wanted and all(is_allowed(f"{name}.{item}") for item in wanted):  # from urllib import parse
            return
        raise BlockedImport("BLOCKED_IMPORT", refusal_of(name))

    def _attach(self, module: ModuleType, name: str, item: str) -> None:
        """Make `from name import item` work where the item is a module."""
        inside = f"{name}.{item}"
        if name == "shared":
            self._module(inside)
        elif item not in module.__dict__:
            if not is_allowed(inside) and _exists(inside):
                raise BlockedImport("BLOCKED_IMPORT", refusal_of(inside))
            if is_allowed(inside) and _exists(inside):
                self._module(inside)

    def _module(self, name: str) -> ModuleType:
        found = self.copies.get(name)
        if found is None:
            parent, _, own = name.rpartition(".")
            holder = self._module(parent) if parent else None
            found = self.copies.get(name)
            if found is None:
                found = self._shared(name) if name.partition(".")[0] == "shared" else self._copied(name)
            if holder is not None:
                holder.__dict__[own] = found
        return found

    def _shared(self, name: str) -> ModuleType:
        module = self.copies[name] = ModuleType(name)
        own = name.partition(".")[2]
        if not own:
            return module
        run = self.libraries.get(own)
        if run is None:
            have = ", ".join(sorted(self.libraries)) or "none"
            raise BlockedImport(
                "UNKNOWN_LIBRARY", f"there is no shared library {own!r}; the libraries here are: {have}"
            )
        try:
            run(module)
        except BaseException:
            del self.copies[name]
            raise
        return module

    def _copied(self, name: str) -> ModuleType:
        copy = self.copies[name] = ModuleType(name)
        if name == "urllib":  # only the way to urllib.parse
            return copy
        copy.__dict__.update(_handed_on(name))
        copy.__dict__.setdefault("__getattr__", functools.partial(self._inside, name))
        if name == "sys":
            copy.__dict__.update(stdout=self.log, stderr=self.log)
        return copy

    def _inside(self, name: str, item: str) -> ModuleType:
        """Return a module inside a module, for code that reaches it as an attribute."""
        inside = f"{name}.{item}"
        if item.startswith("__") or not is_allowed(inside) or inside not in sys.modules:
            raise AttributeError(f"module {name!r} has no attribute {item!r}")
        return self._module(inside)


@functools.cache  # as many as there are allowed modules
def _handed_on(name: str) -> dict[str, Any]:
    """Return what a module hands on: its own names, without the modules that it imports for itself."""
    real = importlib.import_module(name)
    if name == "sys":
        return {key: getattr(sys, key) for key in dir(sys) if key not in HIDDEN_OF_SYS}
    return {key: held for key, held in real.__dict__.items() if type(held) is not ModuleType}


def _exists(name: str) -> bool:
    """Return whether there is a module of that name; looks at the disk only for what is not loaded."""
    if name in sys.modules:
        return True
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, AttributeError, ValueError):
        return False
