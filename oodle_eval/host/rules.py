"""The platform's rules for a code evaluator, as data."""

from __future__ import annotations

import importlib.util
import sys

__all__ = [
    "ALLOWED_MODULES",
    "INJECTED",
    "MAX_LOG_CHARS",
    "MAX_RESULT_BYTES",
    "MAX_SOURCE_BYTES",
    "MEMORY_BYTES",
    "PLATFORM_PYTHON",
    "REMOVED_BUILTINS",
    "RESERVED_NAMES",
    "SECONDS",
    "is_allowed",
    "refusal_of",
]

# Facts of the platform.
PLATFORM_PYTHON = (3, 12)
SECONDS = 5.0
MEMORY_BYTES = 128 * 1024 * 1024
MAX_SOURCE_BYTES = 256 * 1024
RESERVED_NAMES = frozenset({"shared", "oodle_eval"})
INJECTED = ("Score", "Scores", "EvaluationResult", "EvaluationContext", "ObservationContext", "TraceContext")
REMOVED_BUILTINS = frozenset(
    {"exec", "eval", "compile", "open", "getattr", "setattr", "delattr", "globals", "locals", "vars"}
    | {"breakpoint", "exit", "quit", "memoryview"}
)
ALLOWED_MODULES = frozenset(
    {"json", "sys", "math", "re", "statistics", "collections", "string", "datetime", "decimal", "fractions"}
    | {"itertools", "functools", "operator", "copy", "textwrap", "unicodedata", "difflib", "hashlib", "hmac"}
    | {"base64", "binascii", "struct", "enum", "typing", "dataclasses", "abc", "numbers", "random", "bisect", "heapq"}
    | {"array", "pprint", "contextlib", "csv", "tomllib", "html", "ipaddress", "urllib.parse", "oodle_eval", "shared"}
)

# Ours: how much of what the code prints is kept, and how large an answer may be.
MAX_LOG_CHARS = 20_000
MAX_RESULT_BYTES = 4 * 1024 * 1024

# Of this distribution, what the platform's library holds: not the host, the runs and the command line beside it.
LIBRARY = ("oodle_eval", "oodle_eval.runtime", "oodle_eval.v1")


def refusal_of(module: str) -> str:
    """Return what is said of a module that code may not import; where it may be the user's own file, with the way to it.

    Example:
        >>> refusal_of("os")
        "module 'os' is not allowed"
    """
    top = module.partition(".")[0]
    refused = f"module {module!r} is not allowed"
    if top in sys.stdlib_module_names or top.startswith("oodle_eval") or _is_installed(top):
        return refused
    return f"{refused}: a file of your own goes into the folder shared/ beside the code, for `from shared.{module} import ...`"


def _is_installed(top: str) -> bool:
    """Return whether a module is of a package that is installed, and no file of the user's."""
    try:
        found = importlib.util.find_spec(top)
    except (ImportError, ValueError, OSError):
        return False
    places = [] if found is None else [found.origin or "", *(found.submodule_search_locations or ())]
    return any("-packages" in place for place in places)


def is_allowed(module: str) -> bool:
    """Return whether the platform lets code import a module; what is inside an allowed one is allowed.

    Example:
        >>> is_allowed("collections.abc"), is_allowed("urllib"), is_allowed("oodle_eval.cli")
        (True, False, False)
    """
    top = module.partition(".")[0]
    if top == "oodle_eval":
        return module in LIBRARY or module.startswith("oodle_eval.v1.")
    return top in ALLOWED_MODULES or module in ALLOWED_MODULES or module.startswith("urllib.parse.")
