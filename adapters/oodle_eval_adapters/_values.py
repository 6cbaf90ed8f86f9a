"""Equality of JSON-like values as Python has it (`1 == 1.0`, `1 == True`), at any depth and in linear time.

Below the openevals and agentevals drop-ins. `==` gives up on deeply nested values, and finds a NaN unequal to itself.
"""

from __future__ import annotations

import contextlib
from collections.abc import Hashable, Sequence
from typing import Any

__all__ = ["JsonTokens", "Tokens", "same", "shown"]

PLAIN = frozenset({str, int, bool, type(None)})
NAN = "<NaN>", None
CYCLE = "<cycle>", None


def shown(value: Any, limit: int = 80) -> str:
    """Return what a message shows of a value: how Python writes it, cut; its type where that raises."""
    try:
        return repr(value)[:limit]
    except Exception:  # noqa: BLE001 - too deep for Python, or a foreign `__repr__` that raises
        return f"a {type(value).__name__}"


def same(first: Any, second: Any) -> bool:
    """Return whether two values are equal; two NaNs are, unless a container hides them."""
    try:
        return bool(first == second) or (isinstance(first, float) and first != first and second != second)  # noqa: PLR0124
    except Exception:  # noqa: BLE001 - too deep for Python, or a foreign `__eq__` that raises or gives no bool
        return Tokens().are_equal(first, second)


class Tokens:
    """Gives each value a token; two values have one token when they are equal.

    A container is known by its members' tokens, so that a token is found without recursion and hashed in no time.
    """

    def __init__(self) -> None:
        self._known: dict[Hashable, object] = {}
        self._odd: list[tuple[Any, object]] = []  # what is neither JSON nor hashable

    def __call__(self, value: Any) -> Any:
        """Return the token of a value."""
        return self.atom(value) if self._members(value) is None else self._container(value)

    def are_equal(self, first: Any, second: Any) -> bool:
        """Return whether two values have one token."""
        return bool(self(first) == self(second))

    def atom(self, value: Any) -> Any:
        """Return the token of a value that holds no others."""
        if isinstance(value, float) and value != value:  # noqa: PLR0124 - only a NaN differs from itself
            return NAN
        try:
            hash(value)
        except Exception:  # noqa: BLE001 - a foreign `__hash__` may raise anything
            return self._odd_one(value)
        return value

    def named(self, value: Any, members: list[Any]) -> Hashable:
        """Return what a container is known by, from its members' tokens."""
        if isinstance(value, dict):
            return "dict", frozenset(zip(value, members, strict=True))
        return ("list" if isinstance(value, list) else "tuple"), *members

    @staticmethod
    def _members(value: Any) -> Sequence[Any] | None:
        """Return the members of a container, None for any other value."""
        if type(value) in PLAIN:
            return None
        if isinstance(value, dict):
            return list(value.values())
        return value if isinstance(value, list | tuple) else None

    def _container(self, root: Any) -> Any:
        """Return a container's token, its members' first: with a stack of its own, so that depth doesn't matter."""
        done: list[Any] = []
        inside: set[int] = set()
        todo: list[tuple[Any, int]] = [(root, -1)]
        while todo:
            value, size = todo.pop()
            if size >= 0:  # its members are done: they are the last `size` tokens
                start = len(done) - size
                name = self.named(value, done[start:])
                done[start:] = [self._known.setdefault(name, object())]
                inside.discard(id(value))
                continue
            members = self._members(value)
            if members is None:
                done.append(self.atom(value))
            elif id(value) in inside:
                done.append(CYCLE)
            else:
                inside.add(id(value))
                todo.append((value, len(members)))
                todo.extend((member, -1) for member in reversed(members))
        return done[0]

    def _odd_one(self, value: Any) -> object:
        """Return the token of an unhashable object: that of one seen before that it equals."""
        for seen, token in self._odd:
            with contextlib.suppress(Exception):  # a foreign `__eq__` may raise anything
                if seen is value or (type(seen) is type(value) and bool(seen == value)):
                    return token
        self._odd.append((value, object()))
        return self._odd[-1][1]


class JsonTokens(Tokens):
    """Tokens of values that are equal when their JSON texts with sorted keys are: 1, 1.0 and True differ."""

    def atom(self, value: Any) -> Any:
        """Return the token of a scalar, told apart by type as JSON's text does."""
        if value is None or isinstance(value, str):
            return value
        if isinstance(value, bool):
            return "bool", bool(value)
        if isinstance(value, int):
            return "int", int(value)
        if isinstance(value, float):
            return "float", float.__repr__(value)
        return "other", super().atom(value)

    def named(self, value: Any, members: list[Any]) -> Hashable:
        """Return what a container is known by; a tuple is JSON's list, and keys are texts."""
        if isinstance(value, dict):
            return "dict", frozenset(zip(map(_json_key, value), members, strict=True))
        return "list", *members


def _json_key(key: Any) -> Any:
    """Return a key as JSON's text writes it."""
    if key is None or isinstance(key, bool):
        return {None: "null", True: "true", False: "false"}[key]
    if isinstance(key, float):
        return float.__repr__(key)
    return str(int(key)) if isinstance(key, int) else key
