"""How close two JSON values are: the comparison behind `json_diff`.

It keeps its own stack, so that any depth works, and knows what it has compared, so that a value that holds itself, or
one part many times, costs each part once.
"""

from __future__ import annotations

import itertools
import marshal
from collections.abc import Iterable, Sequence
from typing import Any, TypeGuard

from oodle_eval.v1 import _messages
from oodle_eval.v1._json import dump_json, parse_json
from oodle_eval.v1._numeric import number_similarity
from oodle_eval.v1._objects import json_value_of
from oodle_eval.v1._overlap import edit_similarity
from oodle_eval.v1._quoting import masked
from oodle_eval.v1._wording import plural

__all__ = ["Comparison"]

# As many places that differ are remembered for a comment.
MAX_PLACES = 5


class _Frame:
    """Two containers under comparison: which of their shared keys is next, and the sum of those done.

    It holds no iterators: on deep values the garbage collector would visit them again and again.
    """

    __slots__ = ("at", "count", "expected", "keys", "known_as", "total", "value")

    def __init__(self, value: Any, expected: Any, keys: Sequence[Any], count: int, known_as: int) -> None:
        self.value = value
        self.expected = expected
        self.keys = keys
        self.count = count
        self.known_as = known_as
        self.at = 0
        self.total = 0.0


class Comparison:
    """The comparison of a JSON value with the one that was expected.

    Attributes:
        score: 0 to 1, 1 for equal values.
        places: The first places that differ, such as "$.items[0].price: 3 instead of 4".
    """

    def __init__(self, value: Any, expected: Any) -> None:
        self.places: list[str] = []
        # Compared containers by identity, and what was made of other values by theirs; both stay alive meanwhile.
        self._known: dict[int, float] = {}
        self._made: dict[int, tuple[Any, Any]] = {}
        self._stack = [_Frame([value], [expected], range(1), 1, 0)]
        self.score = self._run()

    def _run(self) -> float:
        score = 0.0
        while self._stack:
            frame = self._stack[-1]
            inner = self._next_container(frame)
            if inner is not None:
                self._stack.append(inner)
                continue
            score = self._known[frame.known_as] = frame.total / frame.count
            self._stack.pop()
            if self._stack:
                self._stack[-1].total += score
        return score

    def _next_container(self, frame: _Frame) -> _Frame | None:
        """Add up a frame's pairs as far as the first two containers that are not known yet, and return their frame."""
        # Below the first levels, comparing parts as a whole would compare each once for every level above it.
        equal_first = len(self._stack) <= _EQUAL_FIRST
        for at in range(frame.at, len(frame.keys)):
            value, expected = frame.value[frame.keys[at]], frame.expected[frame.keys[at]]
            kind = type(value)
            if kind is type(expected) and (
                (kind in _SCALARS and value == expected)
                or (equal_first and kind in _CONTAINERS and _is_same(value, expected))
            ):
                frame.total += 1
                continue
            frame.at = at
            found = self._compared(value, expected)
            if isinstance(found, _Frame):
                frame.at = at + 1
                return found
            frame.total += found
        return None

    def _compared(self, value: Any, expected: Any) -> float | _Frame:
        """Return the score of two values, or the frame of two containers."""
        value, expected = self._as_json(value), self._as_json(expected)
        if isinstance(value, dict) and isinstance(expected, dict):
            return self._container(value, expected)
        if isinstance(value, list) and isinstance(expected, list):
            return self._container(value, expected)
        score = _scalar_similarity(value, expected)
        if score < 1:
            self._note(f"{_shown(value)} instead of {_shown(expected)}")
        return score

    def _container(self, value: Any, expected: Any) -> float | _Frame:
        """Return the score of two objects or two arrays, or their frame when it is not known."""
        known_as = id(value) << 64 | id(expected)
        if known_as in self._known:
            return self._known[known_as]
        if not value and not expected:
            return 1.0
        self._known[known_as] = 1.0  # met again inside itself, it differs by nothing more
        if isinstance(value, dict):
            return self._frame_of_objects(value, expected, known_as)
        if len(value) != len(expected):
            self._note(f"{plural(len(value), 'item')} instead of {len(expected)}")
        fewer, more = sorted((len(value), len(expected)))
        return _Frame(value, expected, range(fewer), more, known_as)

    def _frame_of_objects(self, value: dict[Any, Any], expected: dict[Any, Any], known_as: int) -> _Frame:
        if value.keys() == expected.keys():
            return _Frame(value, expected, list(expected), len(value), known_as)
        value, expected = _with_text_keys(value), _with_text_keys(expected)
        if len(self.places) < MAX_PLACES:
            self._note_all("missing", (key for key in expected if key not in value))
            self._note_all("not expected", (key for key in value if key not in expected))
        shared = [key for key in expected if key in value]
        return _Frame(value, expected, shared, len(value) + len(expected) - len(shared), known_as)

    def _as_json(self, value: Any) -> Any:
        if isinstance(value, (dict, list, *_SCALARS)):
            return value
        if id(value) not in self._made:
            self._made[id(value)] = (value, _json_of(value))
        return self._made[id(value)][1]

    def _note_all(self, problem: str, keys: Iterable[str]) -> None:
        for key in itertools.islice(keys, MAX_PLACES):
            self._note(problem, key)

    def _note(self, problem: str, key: str | None = None) -> None:
        if len(self.places) < MAX_PLACES:
            keys = [frame.keys[frame.at - (frame is not self._stack[-1])] for frame in self._stack[1:]]
            self.places.append(f"{_path([*keys, *([] if key is None else [key])])}: {problem}")


# So many levels are compared as a whole before they are compared by their parts.
_EQUAL_FIRST = 4


def _is_same(value: Any, expected: Any) -> bool:
    """Return whether two containers are the same, with booleans told from numbers.

    Python's own comparison takes True for 1, the bytes of marshal don't. It is quick, and may say False of equal
    containers that are deep, hold anything but JSON, or have their keys in another order.
    """
    try:
        # Version 2 writes a value and nothing about how it is held in memory.
        return bool(value == expected) and marshal.dumps(value, 2) == marshal.dumps(expected, 2)
    except Exception:  # noqa: BLE001 - deep nesting, or a foreign value that refuses to be compared
        return False


_CONTAINERS = frozenset({dict, list})
_SCALARS = (str, int, float, bool, type(None))


def _scalar_similarity(value: Any, expected: Any) -> float:
    if isinstance(value, str) and isinstance(expected, str):
        return edit_similarity(value, expected)
    if _is_number(value) and _is_number(expected):
        return number_similarity(value, expected)
    return float(type(value) is type(expected) and value == expected)


def _is_number(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _with_text_keys(value: dict[Any, Any]) -> dict[str, Any]:
    """Return an object with its keys as JSON writes them."""
    if all(isinstance(key, str) for key in value):
        return value
    return {key if isinstance(key, str) else dump_json(key): item for key, item in value.items()}


def _json_of(value: Any) -> Any:
    """Return what JSON has for a value of another kind."""
    fields = _messages.plain(value)
    if isinstance(fields, dict | list):
        return fields
    known = json_value_of(value)
    return parse_json(dump_json(value)) if known is value else known


def _path(keys: list[Any]) -> str:
    steps = [f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys[:20]]
    return "".join(["$", *steps, "..." if len(keys) > 20 else ""])


def _shown(value: Any) -> str:
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "an array"
    # A small number needs no JSON encoder, which takes longer to make than all the rest here.
    is_small = type(value) in (int, float) and abs(value) < 10**15
    text = repr(value) if is_small else masked(dump_json(value)[:200])
    return text if len(text) <= 40 else f"{text[:40]}..."
