"""A small part of JSON Schema, checked without recursion: the nine keywords that `json_validity` knows.

Their meaning is that of draft 7 and of 2020-12, which agree on them but for a list under `items` (draft 7: a schema for
each place), which is read too. Any other keyword is ignored.
"""

from __future__ import annotations

import math
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from oodle_eval.v1._objects import opened
from oodle_eval.v1._settings import SettingError

__all__ = [
    "TYPES",
    "equal",
    "has_type",
    "ignored_keywords",
    "key_problems",
    "problems_with",
    "refuse_bad_schema",
    "refuse_foreign",
    "refuse_unknown_types",
    "type_name",
]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


TYPES: Mapping[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "number": _is_number,
    "integer": lambda value: _is_number(value) and (isinstance(value, int) or value.is_integer()),
    "boolean": lambda value: isinstance(value, bool),
    "array": lambda value: isinstance(value, list | tuple),
    "object": lambda value: isinstance(value, Mapping),
    "null": lambda value: value is None,
}


# Those that need no look at the value.
_PLAIN_TYPES = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer", types.NoneType: "null"}

_all_types = ", ".join(f'"{name}"' for name in TYPES)


def has_type(value: Any, name: str) -> bool:
    """Return whether a value is of a type of JSON Schema: 1.0 is an integer, a bool is no number."""
    return TYPES[name](value)


def type_name(value: Any) -> str:
    """Return what a message calls the type of a value."""
    known = _PLAIN_TYPES.get(type(value))
    return known or next((name for name in ("integer", *TYPES) if TYPES[name](value)), type(value).__name__)


def refuse_foreign(value: Any) -> Any:
    """Return a parsed value when JSON can hold all of it; models and numbers of other libraries are opened.

    Raises:
        ValueError: It holds something that JSON does not know, such as NaN, a set or bytes.
    """
    try:
        return _refuse_foreign(value)
    except ValueError:
        return _refuse_foreign(opened(value))


def _refuse_foreign(value: Any) -> Any:
    inside: set[int] = set()  # the containers around the value that is looked at
    left: list[tuple[int, Iterator[Any]]] = [(0, iter((value,)))]
    while left:
        container, items = left[-1]
        item = next(items, left)
        if item is left:
            left.pop()
            inside.discard(container)
        elif isinstance(item, str | int | None) or (isinstance(item, float) and math.isfinite(item)):
            continue
        elif not isinstance(item, Mapping | list | tuple):
            raise ValueError(
                f"{item} is not JSON" if isinstance(item, float) else f"a {type(item).__name__} is not JSON"
            )
        elif id(item) in inside:
            raise ValueError("it holds itself")
        else:
            inside.add(id(item))
            left.append((id(item), iter(item.values() if isinstance(item, Mapping) else item)))
    return value


def equal(left: Any, right: Any) -> bool:
    """Return whether two JSON values are equal: 1 equals 1.0, True is not 1, the order of keys does not matter."""
    todo = [(left, right)]
    while todo:
        one, other = todo.pop()
        if isinstance(one, Mapping) and isinstance(other, Mapping):
            if one.keys() != other.keys():
                return False
            todo += [(value, other[key]) for key, value in one.items()]
        elif isinstance(one, list | tuple) and isinstance(other, list | tuple):
            if len(one) != len(other):
                return False
            todo += zip(one, other, strict=True)
        elif isinstance(one, bool) != isinstance(other, bool) or one != other:
            return False
    return True


def refuse_unknown_types(key_types: Mapping[str, str], setting: str) -> None:
    """Refuse a mapping of keys to types that names a type JSON Schema does not have.

    Raises:
        SettingError: The message names the type and the right ones.
    """
    for key, kind in key_types.items():
        if kind not in TYPES:
            raise SettingError(f"{setting} must map keys to one of {_all_types}, got {kind[:60]!r} for {key[:60]!r}")


def key_problems(value: Any, required: Iterable[str], key_types: Mapping[str, str]) -> list[str]:
    """Return what is wrong with the keys of the top-level object, and with the types of their values."""
    missing = list(dict.fromkeys(required))
    if not missing and not key_types:
        return []
    if not isinstance(value, Mapping):
        return [f"the top level must be an object, is {type_name(value)}"]
    wrong = [
        f"{key} must be {kind}, is {type_name(value[key])}"
        for key, kind in key_types.items()
        if key in value and not has_type(value[key], kind)
    ]
    return [f"lacks {key!r}" for key in missing if key not in value] + wrong


def refuse_bad_schema(schema: Any, setting: str) -> None:
    """Refuse a schema whose keywords have values that mean nothing.

    Raises:
        SettingError: It is no schema; the message names the keyword and what it must be.
    """
    for inner in _schemas_in(schema):
        if not isinstance(inner, Mapping):
            raise SettingError(f"{setting}: a schema must be a dict, True or False, got {_shown(inner)}")
        for keyword, (fits, wanted) in _KEYWORD_VALUES.items():
            if keyword in inner and not fits(inner[keyword]):
                raise SettingError(f"{setting}: {keyword} must be {wanted}, got {_shown(inner[keyword])}")


def _schemas_in(schema: Any) -> Iterator[Any]:
    """Yield a schema and those in it, each once, but for True and False."""
    todo, seen = [schema], set()
    while todo:
        inner = todo.pop()
        if isinstance(inner, bool) or id(inner) in seen:
            continue
        yield inner
        seen.add(id(inner))
        items = inner.get("items", True)
        todo += items if isinstance(items, list | tuple) else [items]
        todo += reversed(inner.get("properties", {}).values())


def ignored_keywords(schema: Any) -> list[str]:
    """Return the keywords of a schema that demand something and are not looked at, each once."""
    found = {str(keyword): None for inner in _schemas_in(schema) for keyword in inner if keyword not in _KEYWORD_VALUES}
    return [keyword for keyword in found if keyword not in _ANNOTATIONS]


def _shown(value: Any) -> str:
    shown = repr(value) if isinstance(value, str | int | float | None) else f"a {type(value).__name__}"
    return shown if len(shown) <= 80 else f"{shown[:80]}..."


def _names_types(value: Any) -> bool:
    names = [value] if isinstance(value, str) else value
    return isinstance(names, list | tuple) and all(isinstance(name, str) and name in TYPES for name in names)


def _is_length(value: Any) -> bool:
    return has_type(value, "integer") and value >= 0


_KEYWORD_VALUES: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "type": (_names_types, f"one of {_all_types}, or a list of them"),
    "required": (
        lambda value: isinstance(value, list | tuple) and all(isinstance(key, str) for key in value),
        "a list of keys",
    ),
    "properties": (lambda value: isinstance(value, Mapping), "a dict of schemas"),
    "items": (lambda value: isinstance(value, Mapping | bool | list | tuple), "a schema"),
    "enum": (lambda value: isinstance(value, list | tuple), "a list of values"),
    "minimum": (_is_number, "a number"),
    "maximum": (_is_number, "a number"),
    "minLength": (_is_length, "a whole number of 0 or more"),
    "maxLength": (_is_length, "a whole number of 0 or more"),
}

# Keywords that demand nothing of a value.
_ANNOTATIONS = frozenset(
    {"$schema", "$id", "id", "$anchor", "$comment", "$defs", "definitions", "title", "description", "default"}
    | {"examples", "example", "deprecated", "readOnly", "writeOnly", "discriminator"}
)

# Where a value is: (the path of what holds it, its key or place); None is the top. Written out only for a problem.
Path = tuple[Any, Any] | None


def problems_with(value: Any, schema: Any) -> list[str]:
    """Return how a value breaks a schema, "" when it does not; a schema that `refuse_bad_schema` accepts."""
    problems: list[str] = []
    todo: list[tuple[Any, Any, Path]] = [(value, schema, None)]
    while todo:
        item, rules, path = todo.pop()
        if rules is False:
            problems.append(f"{_written(path)} is not allowed")
        elif rules is not True:
            problems += (f"{_written(path)} {problem}" for problem in _broken(item, rules))
            todo += reversed(list(_inner(item, rules, path)))
    return problems


def _written(path: Path) -> str:
    """Return a path as text; of a deep one, the innermost part."""
    steps: list[str] = []
    while path is not None and len(steps) < 20:
        path, key = path
        steps.append(f"[{key}]" if isinstance(key, int) else f".{key}"[:60])
    text = "".join(reversed(steps)).lstrip(".") or "the value"
    return text if path is None else f"...{text}"


def _inner(value: Any, schema: Mapping[str, Any], path: Path) -> Iterator[tuple[Any, Any, Path]]:
    """Yield what a value holds with the schema that each must match."""
    if isinstance(value, Mapping):
        rules = schema.get("properties", {})
        yield from ((value[key], rules[key], (path, key)) for key in rules if key in value)
    elif isinstance(value, list | tuple) and "items" in schema:
        items = schema["items"]
        each = items if isinstance(items, list | tuple) else [items] * len(value)
        yield from ((item, rules, (path, place)) for place, (item, rules) in enumerate(zip(value, each, strict=False)))


def _broken(value: Any, schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield how a value itself breaks a schema, apart from what it holds."""
    if "type" in schema:
        names = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
        if not any(has_type(value, name) for name in names):
            yield f"must be {' or '.join(names) or 'of no type'}, is {type_name(value)}"
    if "enum" in schema and not any(equal(value, option) for option in schema["enum"]):
        yield "is not one of the enum's values"
    if isinstance(value, Mapping):
        missing = [key for key in schema.get("required", ()) if key not in value]
        yield from (f"lacks {key!r}" for key in missing)
    elif isinstance(value, str):
        yield from _out_of_range(len(value), schema.get("minLength"), schema.get("maxLength"), "has {} characters")
    elif _is_number(value):
        yield from _out_of_range(value, schema.get("minimum"), schema.get("maximum"), "is {}")


def _out_of_range(number: float, least: float | None, most: float | None, said: str) -> Iterator[str]:
    shown = said.format(_digits(number))
    if least is not None and number < least:
        yield f"{shown}, at least {_digits(least)} needed"
    if most is not None and number > most:
        yield f"{shown}, at most {_digits(most)} allowed"


def _digits(number: float) -> str:
    """Return a number as a message shows it; Python refuses to write the longest integers."""
    if isinstance(number, int) and abs(number) >= 10**30:
        return f"an integer of {number.bit_length()} bits"
    return str(number)
