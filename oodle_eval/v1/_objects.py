"""Objects that stand for JSON values: pydantic models, dataclasses, enums, and numpy's and decimal's numbers.

They are read by what they have, so that no other library is imported.
"""

from __future__ import annotations

import dataclasses
import math
import numbers
from collections.abc import Mapping
from typing import Any

from oodle_eval.runtime import BOOLEAN_TYPES

__all__ = ["fields_of", "has", "json_value_of", "opened"]


def has(value: Any, name: str) -> bool:
    """Return whether an object has an attribute that is not None."""
    try:
        return getattr(value, name, None) is not None
    except Exception:  # noqa: BLE001 - a foreign property may raise anything
        return False


def fields_of(value: Any) -> dict[str, Any] | None:
    """Return the fields of a pydantic model or a dataclass, None for any other object."""
    if isinstance(value, type):
        return None
    if dataclasses.is_dataclass(value):
        return {field.name: getattr(value, field.name, None) for field in dataclasses.fields(value)}
    if not has(value, "model_dump"):
        return None
    try:
        fields = value.model_dump(warnings=False)  # a model that holds another type than it says would print
    except TypeError:
        fields = _quietly(value.model_dump)
    except Exception:  # noqa: BLE001 - a foreign model may refuse to be written
        return None
    return fields if isinstance(fields, dict) else None


def _quietly(function: Any) -> Any:
    try:
        return function()
    except Exception:  # noqa: BLE001 - a foreign method may raise anything
        return None


def json_value_of(value: Any) -> Any:
    """Return the JSON value that an object stands for, one level of it; the object itself when it stands for none."""
    if isinstance(value, str | int | float | dict | list | None):
        return value
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, tuple):
        return list(value)
    if type(value).__name__ in BOOLEAN_TYPES:
        return bool(value)
    number = _number_of(value)
    if number is not None:
        return number
    fields = fields_of(value)
    if fields is not None:
        return fields
    # An enum's member is its value, and an array a list.
    held = value.value if _is_enum(value) else _quietly(value.tolist) if has(value, "tolist") else None
    return held if isinstance(held, str | int | float | dict | list) else value


def _number_of(value: Any) -> float | None:
    """Return a number of another library's, or a decimal, as Python's own; None when it is none, or not finite."""
    if isinstance(value, numbers.Integral):
        return int(value)
    is_decimal = type(value).__name__ == "Decimal"
    if not is_decimal and not isinstance(value, numbers.Real):
        return None
    try:
        number = float(value)
        whole = _whole_decimal(value) if is_decimal and abs(number) < 1e300 else None
    except Exception:  # noqa: BLE001 - a foreign number may raise anything
        return None
    return whole if whole is not None else number if math.isfinite(number) else None


def _whole_decimal(value: Any) -> int | None:
    return int(value) if value == value.to_integral_value() else None


def _is_enum(value: Any) -> bool:
    from enum import Enum  # noqa: PLC0415 - only for an object of another kind

    return isinstance(value, Enum)


def opened(value: Any) -> Any:
    """Return a value with all objects in it as the JSON values that they stand for; one too deep to walk, as it is."""
    try:
        return _opened(value)
    except RecursionError:
        return value


def _opened(value: Any) -> Any:
    value = json_value_of(value)
    if isinstance(value, dict):
        return {key: _opened(item) for key, item in value.items()}
    return [_opened(item) for item in value] if isinstance(value, list) else value
