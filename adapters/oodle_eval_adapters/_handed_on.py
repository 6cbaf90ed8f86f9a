"""What stays openevals' and agentevals' own (judges, prompts, simulated users, sandboxes) under our module paths.

A name is taken from the installed package when it is first asked for, and is the very object that is there.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any

__all__ = ["handed_on", "original"]

PREFIX = "oodle_eval_adapters."


def handed_on(module: str, public: Sequence[str] = ()) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a module that stands for the module of the same path in its package.

    Args:
        module: Our module's `__name__`, such as `oodle_eval_adapters.openevals.llm`.
        public: The names that the module lists.
    """
    path = module.removeprefix(PREFIX)

    def find(name: str) -> Any:
        if name.startswith("__"):  # what Python and its tools ask every module for
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        try:
            return getattr(original(path, name), name)
        except AttributeError:
            raise AttributeError(f"neither {module!r} nor {path!r} has an attribute {name!r}") from None
        except ImportError:
            if name in public:
                raise
            # A tool that asks a module for a name of its own, as pytest does, is told that it is not there.
            raise AttributeError(f"module {module!r} has no attribute {name!r}") from None

    def names() -> list[str]:
        return sorted(public)

    return find, names


def original(path: str, wanted: str) -> Any:
    """Return a module of openevals or agentevals.

    Args:
        path: The module's path.
        wanted: What it is wanted for, named in the error.

    Raises:
        ImportError: The package, or what it needs for this module, is not installed; it says what to install.
    """
    package = path.partition(".")[0]
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError as error:
        missing = (error.name or path).partition(".")[0]
        if missing == package:
            cure = f"pip install 'oodle-eval[openevals]' {package}"
        elif missing == "e2b_code_interpreter":
            cure = "pip install 'openevals[e2b-code-interpreter]'"
        else:
            cure = f"pip install {missing}"
        raise ImportError(f"{wanted} is {package}' own and needs {missing}, which is not installed: {cure}") from error
