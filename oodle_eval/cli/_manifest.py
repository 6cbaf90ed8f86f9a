"""The library as data: every function with its signature, documentation, score names, file and line."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any

import oodle_eval
from oodle_eval import runtime
from oodle_eval.v1 import combine, metrics, text, util
from oodle_eval.v1.checks import CHECKS

__all__ = ["function_named", "functions", "manifest", "source_of"]

MODULES: dict[str, ModuleType] = {"metrics": metrics, "text": text, "combine": combine, "util": util}
CONTEXT_PATHS = {
    "ctx.observation.input": "What the span got: a text, messages, or any JSON value.",
    "ctx.observation.output": "What it answered, in the same shapes.",
    "ctx.observation.metadata": "The span's attributes.",
    "ctx.trace.trace_id": "The trace's id, empty on a live span.",
    "ctx.trace.spans": "The agent's steps on an experiment's item, empty on a live span.",
    "ctx.trace.tools_called()": "The tools' names, in order.",
    "ctx.params": "The evaluator's settings: its own value, else the default, else None.",
    "ctx.experiment": "The data set's item: item_id, expected_output, item_metadata, run_id, dataset_id.",
    "ctx.expected_output": "The item's expected output, None on a live span.",
    "ctx.scores": "What other evaluators wrote on the same span, by their names.",
    "ctx.score(evaluator, score_name=None, default=None)": "The value of one score of another evaluator.",
}


def functions(module: str) -> dict[str, Callable[..., Any]]:
    """Return the public functions of one of the library's modules, by name."""
    held = MODULES[module]
    found = {name: getattr(held, name) for name in held.__all__}
    return {name: one for name, one in found.items() if inspect.isfunction(one)}


def function_named(name: str) -> tuple[str, Callable[..., Any]]:
    """Return a function and its module's name by its own name, or by `module.name`.

    Raises:
        KeyError: There is none; the message suggests one.
    """
    wanted_module, _, own = name.rpartition(".")
    for module in MODULES:
        if wanted_module in ("", module) and own in functions(module):
            return module, functions(module)[own]
    import difflib  # noqa: PLC0415 - for the error

    known = [one for module in MODULES for one in functions(module)]
    close = difflib.get_close_matches(own, known, n=1)
    raise KeyError(f"there is no function {name!r}" + (f": did you mean {close[0]!r}?" if close else ""))


def described(name: str, function: Callable[..., Any]) -> dict[str, Any]:
    """Return one function's entry."""
    doc = inspect.getdoc(function) or ""
    bare = inspect.unwrap(function)
    check = CHECKS.get(name) if function.__module__.startswith("oodle_eval.v1.metrics") else None
    return {
        "name": name,
        "signature": f"{name}{_signature(bare)}",
        "summary": doc.split("\n", 1)[0],
        "doc": doc,
        "params": [_parameter(one) for one in inspect.signature(bare).parameters.values()],
        "scores": [spec.name for spec in check.scores] if check is not None else [],
        "file": inspect.getsourcefile(bare),
        "line": bare.__code__.co_firstlineno,
    }


def _signature(function: Callable[..., Any]) -> str:
    signature = inspect.signature(function)
    bare = [one.replace(annotation=inspect.Parameter.empty) for one in signature.parameters.values()]
    return str(signature.replace(parameters=bare, return_annotation=inspect.Signature.empty))


def _parameter(one: inspect.Parameter) -> dict[str, Any]:
    held: dict[str, Any] = {"name": one.name, "kind": one.kind.name.lower()}
    if one.default is not one.empty:
        held["default"] = list(one.default) if isinstance(one.default, tuple | frozenset | set) else one.default
    return held


def source_of(function: Callable[..., Any]) -> str:
    """Return a function's source."""
    return inspect.getsource(inspect.unwrap(function))


def manifest() -> dict[str, Any]:
    """Return the whole library as data."""
    return {
        "package": "oodle_eval",
        "version": oodle_eval.__version__,
        "import": "from oodle_eval.v1 import metrics, text, combine",
        "modules": [
            {
                "name": module,
                "import": f"from oodle_eval.v1 import {module}",
                "summary": (inspect.getdoc(MODULES[module]) or "").split("\n", 1)[0],
                "functions": [described(name, one) for name, one in functions(module).items()],
            }
            for module in MODULES
        ],
        "runtime": [_class(name) for name in runtime.__all__],
        "context": [{"path": path, "summary": summary} for path, summary in CONTEXT_PATHS.items()],
    }


def _class(name: str) -> dict[str, Any]:
    held = getattr(runtime, name)
    doc = inspect.getdoc(held) or ""
    return {"name": name, "signature": f"{name}{_signature(held)}", "summary": doc.split("\n", 1)[0], "doc": doc}
