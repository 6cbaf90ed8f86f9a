"""The registry of the built-in checks, and a function for each that binds it to settings."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from oodle_eval.runtime import nearest
from oodle_eval.v1 import metrics
from oodle_eval.v1._waist.bound import BoundCheck
from oodle_eval.v1._waist.check import Check

__all__ = ["CHECKS", "PREFIX", "binder", "binders", "settings_docs", "signature_with"]


class _Checks(dict[str, Check]):
    """The checks by name; asked for another name, it says which there are."""

    def __missing__(self, name: object) -> Check:
        raise KeyError(f"no check named {name!r}; the checks are: {', '.join(self)}{nearest(str(name), self)}")


def _built_in() -> dict[str, Check]:
    functions = {name: getattr(metrics, name) for name in metrics.__all__}
    checks = {name: Check.of(function) for name, function in functions.items() if hasattr(function, "__check__")}
    return _Checks(checks)


# Every built-in check, by name.
CHECKS: Mapping[str, Check] = MappingProxyType(_built_in())

PREFIX = inspect.Parameter("prefix", inspect.Parameter.KEYWORD_ONLY, default="", annotation=str)


def signature_with(check: Check, *extra: inspect.Parameter, returns: Any) -> inspect.Signature:
    """Return the signature of a derived function: the check's settings, and parameters of the face."""
    return inspect.Signature([*check.schema.parameters.values(), *extra], return_annotation=returns)


def settings_docs(check: Check) -> str:
    """Return the docstring of the check without the line about `ctx`, for functions derived from it."""
    lines = (inspect.getdoc(check.function) or "").split("\n")
    kept, skipping = [], False
    for line in lines:
        if line.startswith("    ctx:"):
            skipping = True
            continue
        if skipping and line.startswith("        "):
            continue
        skipping = False
        if line in ("Example:", "Examples:"):
            break
        kept.append(line)
    return "\n".join(kept).rstrip()


def binder(check: Check, module: str) -> Callable[..., BoundCheck]:
    """Return the function that binds a check to settings."""

    def bind(*args: Any, **settings: Any) -> BoundCheck:
        if args:
            called = f"checks.{check.name}"
            raise TypeError(
                f"{check.schema.by_name_only(called, args, f'{called}(')}. "
                f"To score a text here and now, call metrics.{check.name}(text) or {called}()(text)"
            )
        bound: BoundCheck = check.bind(**settings)
        return bound

    bind.__name__ = bind.__qualname__ = check.name
    bind.__module__ = module
    bind.__doc__ = (
        f"{settings_docs(check)}\n\nBinds `metrics.{check.name}` to settings; `prefix` goes before every score's name."
    )
    bind.__binds__ = check  # type: ignore[attr-defined]
    bind.__signature__ = signature_with(check, PREFIX, returns=BoundCheck)  # type: ignore[attr-defined]
    return bind


def binders(module: str) -> dict[str, Callable[..., BoundCheck]]:
    """Return a binder for every built-in check, by name."""
    return {name: binder(check, module) for name, check in CHECKS.items()}
