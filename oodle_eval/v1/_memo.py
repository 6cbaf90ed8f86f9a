"""Work that several checks need, done once per suite call.

A suite opens a scope; inside it, a function marked `shared` answers a text it has seen before from the scope. Outside a
scope nothing is kept, and a scope ends with its suite call, so nothing grows. Each thread and task has its own scope.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

Result = TypeVar("Result")

_scope: ContextVar[dict[Any, Any] | None] = ContextVar("oodle_eval_scope", default=None)


@contextmanager
def sharing() -> Generator[None, None, None]:
    """Open a scope for one suite call. A suite inside a suite uses the outer scope."""
    if _scope.get() is not None:
        yield
        return
    token = _scope.set({})
    try:
        yield
    finally:
        _scope.reset(token)


def shared(function: Callable[[str], Result]) -> Callable[[str], Result]:
    """Make a function of one text answer from the open scope. Its result must not be changed by a caller."""

    @functools.wraps(function)
    def remembered(text: str) -> Result:
        known = _scope.get()
        if known is None:
            return function(text)
        key = (function, text)
        if key not in known:
            known[key] = function(text)
        found: Result = known[key]
        return found

    return remembered


def shared_by_identity(function: Callable[[Any], Result]) -> Callable[[Any], Result]:
    """Make a function of one object answer from the open scope, which keeps the object alive meanwhile."""

    @functools.wraps(function)
    def remembered(value: Any) -> Result:
        known = _scope.get()
        if known is None:
            return function(value)
        key = (function, id(value))
        if key not in known:
            known[key] = (value, function(value))
        found: Result = known[key][1]
        return found

    return remembered
