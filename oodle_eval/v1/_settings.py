"""A check's settings: what its signature allows, refused or accepted in one place.

The signature is the schema. The hints that settings use are few (see `problem_with`), so the checker is small, its
messages can teach, and calling a check loads nothing beyond the standard library.
"""

from __future__ import annotations

import difflib
import functools
import inspect
import math
import numbers
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from oodle_eval.v1._wording import kind_of

__all__ = [
    "Among",
    "Between",
    "Count",
    "SettingError",
    "Settings",
    "Share",
    "Strings",
    "closest",
    "did_you_mean",
    "is_row_path",
    "missing_reference",
    "refuse_no_value",
    "refuse_row_inside",
]


class SettingError(ValueError):
    """A setting or a reference that a check can't work with. The message names it, what was got, and the remedy."""

    __module__ = "oodle_eval.v1.checks"  # where users find it

    needs_reference = False

    def given_as(self, place: str) -> str:
        """Return the message of a missing reference with the place where a framework's caller gives it."""
        need, _, remedy = str(self).partition(": pass ")
        return f"{need}: give {place}, or bind {remedy.partition(', or ')[0]} to the check"


def missing_reference(check: str, need: str, setting: str) -> SettingError:
    """Return the error of a check that needs something, which a setting or the item's expected output gives."""
    error = SettingError(
        f"{check} needs {need}, and there is none: pass {setting}, or run it on an item that has an expected output"
    )
    error.needs_reference = True
    return error


@dataclass(frozen=True, slots=True)
class Between:
    """The range of a number, both ends included; None is open."""

    minimum: float | None = None
    maximum: float | None = None

    def __str__(self) -> str:
        if self.maximum is None:
            return f"of {self.minimum} or more"
        return f"from {self.minimum} to {self.maximum}"


class _Strings:
    """Marks a setting that is a list of strings: one string is a list of one."""

    options: tuple[str, ...] = ()


class Among(_Strings):
    """Marks a list of strings of which each must be one of these."""

    def __init__(self, *options: str) -> None:
        self.options = options

    def __str__(self) -> str:
        return ", ".join(f'"{option}"' for option in self.options)


# The import packages of this library: an object of theirs is never the value of a setting.
OURS = frozenset({"oodle_eval", "oodle_eval_adapters"})

# The settings that hold what a text is compared with. Any other that takes anything may take a function or a check too.
COMPARED = frozenset({"reference", "context"})

# The hints of settings, by what they mean.
Share = Annotated[float, Between(0, 1)]
Count = Annotated[int, Between(0)]
Strings = Annotated[str | Iterable[str], _Strings()]


class Settings:
    """The settings of one check: their names, defaults and hints, read from its signature when first needed."""

    def __init__(
        self,
        function: Callable[..., Any],
        none_disables: frozenset[str] = frozenset(),
        refuse: Callable[[Mapping[str, Any]], None] | None = None,
    ) -> None:
        self.function = function
        self.none_disables = none_disables
        self.refuse = refuse  # raises for settings that fit their hints and still can't work

    @functools.cached_property
    def parameters(self) -> dict[str, inspect.Parameter]:
        """The keyword-only parameters of the check, by name."""
        found = inspect.signature(self.function).parameters.values()
        return {parameter.name: parameter for parameter in found if parameter.kind is parameter.KEYWORD_ONLY}

    @functools.cached_property
    def hints(self) -> dict[str, Any]:
        """The type hint of each setting; Any where there is none."""
        hints = typing.get_type_hints(self.function, include_extras=True)
        return {name: hints.get(name, Any) for name in self.parameters}

    @functools.cached_property
    def defaults(self) -> dict[str, Any]:
        """The default of each setting that has one."""
        return {name: p.default for name, p in self.parameters.items() if p.default is not p.empty}

    @functools.cached_property
    def everyday(self) -> dict[str, tuple[type, ...]]:
        """The types of which any value is fine as it is, for each setting: most values need no closer look."""
        return {name: _everyday(hint) for name, hint in self.hints.items()}

    @functools.cached_property
    def quick(self) -> dict[str, Callable[[Any], Any]]:
        """What gives a value of a plain type back as the check takes it, UNSURE where a closer look is needed."""
        return {name: _quick(hint) for name, hint in self.hints.items()}

    def resolved(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return settings as the check takes them.

        Raises:
            SettingError: A value does not fit; the message names the setting, what it takes and what it got.
            TypeError: A setting is unknown.
        """
        resolved: dict[str, Any] = {}
        for name, value in given.items():
            if name not in self.parameters:
                raise TypeError(f"{self.function.__name__}() has no setting {name!r}{self.listed(name)}")
            if value is None and name not in self.none_disables:
                continue
            resolved[name] = self.accepted(name, value)
        if resolved:
            self.refuse_together(resolved)
        return resolved

    def refuse_together(self, resolved: Mapping[str, Any]) -> None:
        """Refuse settings that fit their hints and still can't work; see `check`.

        Raises:
            SettingError: The message says what is wrong.
        """
        if self.refuse is not None:
            self.refuse(resolved)

    def accepted(self, name: str, value: Any) -> Any:
        """Return one value as the check takes it, or raise the SettingError that says why it does not fit."""
        if type(value) in self.everyday[name] and (value or name != "name"):
            return value
        found = self.quick[name](value)
        if found is not UNSURE:
            return found
        hint = self.hints[name]
        value = _coerced(hint, value)
        problem = problem_with(hint, value, name in self.none_disables)
        own = self.function.__name__
        if problem:
            wrong = _first_not_among(hint, value)
            refuse_row_inside(own, name, value)
            more = _remedy(own, name, value) or _nearest(hint, wrong)
            raise SettingError(f"{own}: {name} must be {problem}, got {_shown(wrong)}{more}")
        if name == "name" and value == "":
            raise SettingError(f"{own}: name must be a name for the primary score, got an empty text")
        if hint is Any and name in COMPARED:
            refuse_no_value(own, name, value)
        return value

    def by_name_only(self, called: str, values: Sequence[Any], call: str) -> str:
        """Return the message for settings that were given by place.

        Args:
            called: What was called.
            values: What it was given.
            call: The call that is meant, up to the settings.
        """
        names = list(self.parameters)
        shown = ", ".join(f"{name}={_shown(value)}" for name, value in zip(names, values, strict=False))
        return f"{called} takes settings, which are given by name: {', '.join(names) or 'none'}; write {call}{shown or '...'})"

    def listed(self, unknown: str) -> str:
        """Return how a sentence about an unknown setting goes on: with the closest of the settings, and all of them."""
        close = closest(unknown, self.parameters)
        hint = f": did you mean {close!r}? Its" if close else "; its"
        return f"{hint} settings are: {', '.join(self.parameters) or 'none'}"

    def json_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the settings as one object."""
        properties: dict[str, Any] = {}
        for name in self.parameters:
            schema = _schema(self.hints[name])
            if name in self.defaults:
                schema["default"] = _plain_default(self.defaults[name])
            properties[name] = schema
        return {"type": "object", "properties": properties, "additionalProperties": False}


def refuse_no_value(check: str, name: str, value: Any) -> None:
    """Refuse what is no value for a setting that takes any: it would be read as the text that Python shows for it.

    Raises:
        SettingError: It is an object of this library, a context, or a function; the message says what to give.
    """
    if _is_ours(value) or callable(value):
        remedy = _remedy(check, name, value) or ": give the value itself, a text or any JSON value"
        raise SettingError(f"{check}: {name} can't be {_called(value)}{remedy}")


def _is_ours(value: Any) -> bool:
    """Return whether a value is an object of this library, or a context of another implementation."""
    if any(str(kind.__module__).partition(".")[0] in OURS for kind in type(value).__mro__):
        return True
    try:
        return hasattr(value, "observation") and hasattr(value, "trace")
    except Exception:  # noqa: BLE001 - a foreign object may raise anything when it is asked for what it has
        return False


def _called(value: Any) -> str:
    """Return what a message calls an object that is no value."""
    if is_row_path(value):
        return repr(value)
    named = value.__name__ if isinstance(value, type | types.FunctionType | types.BuiltinFunctionType) else ""
    return f"the {type(value).__name__} {named}" if named else kind_of(value)


def is_row_path(value: Any) -> bool:
    """Return whether a value is a `row("reference.tools")`, which the waist defines above this module."""
    return getattr(type(value), "takes_from_rows", False) is True


def refuse_row_inside(check: str, name: str, value: Any) -> None:
    """Refuse a `row(...)` inside a list or dict: only a whole setting is taken from a row.

    Raises:
        SettingError: There is one; the message says where it can stand.
    """
    if isinstance(value, list | tuple | Mapping):
        items = list(value.values() if isinstance(value, Mapping) else value)
        path = next(filter(is_row_path, items[:1000]), None)
        if path is not None:
            raise SettingError(f"{check}: {path!r} stands for a whole setting, not for a part of it: {name}={path!r}")


def _remedy(check: str, name: str, value: Any) -> str:
    """Return what to do about a `row(...)` that stands where only a value can."""
    if not is_row_path(value):
        return ""
    return f": only a bound check takes a setting from its rows: checks.{check}({name}={value!r})"


def _nearest(hint: Any, value: Any) -> str:
    """Return a question that names the nearest of the words that a setting takes, "" when none is near."""
    among = _among(hint)
    members = _alternatives(_split(hint)[0])
    options = [str(option) for one in members if typing.get_origin(one) is Literal for option in typing.get_args(one)]
    options += among.options if among is not None else ()
    return did_you_mean(value, options)


# How alike the words of two names are, on average, where the one is meant by the other.
CLOSE_WORDS = 0.75


def closest(name: str, options: Iterable[str]) -> str:
    """Return the option that is close to a name, as a whole or by its words in any order; "" when none is.

    Example:
        >>> closest("valid_json", ["json_diff", "json_validity"]), closest("x", ["json_diff"])
        ('json_validity', '')
    """
    known = list(options)
    close = difflib.get_close_matches(name[:100], known, n=1)
    if close:
        return close[0]
    words = [word for word in name[:100].lower().split("_") if len(word) > 2]
    if not words:
        return ""
    alike = {option: sum(_likeness(word, option.split("_")) for word in words) / len(words) for option in known}
    best = max(known, key=alike.__getitem__, default="")
    return best if best and alike[best] >= CLOSE_WORDS else ""


def _likeness(word: str, words: list[str]) -> float:
    return max(difflib.SequenceMatcher(None, word, other).ratio() for other in words)


def did_you_mean(value: Any, options: Iterable[str]) -> str:
    """Return `: did you mean "x"?` for a text that is close to one of some words, "" for any other value."""
    if not isinstance(value, str):
        return ""
    folded = {option.lower(): option for option in options}
    close = difflib.get_close_matches(value.strip().lower()[:100], folded, n=1)
    return f': did you mean "{folded[close[0]]}"?' if close else ""


def _plain_default(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _shown(value: Any) -> str:
    try:
        shown = repr(value)
    except Exception:  # noqa: BLE001 - a foreign __repr__ may raise anything
        shown = f"a {type(value).__name__}"
    return shown if len(shown) <= 80 else f"{shown[:80]}..."


def _split(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return a hint without its annotations, and the annotations."""
    if typing.get_origin(hint) is Annotated:
        inner, *notes = typing.get_args(hint)
        return inner, tuple(notes)
    return hint, ()


def _alternatives(hint: Any) -> tuple[Any, ...]:
    """Return the members of a union, or the hint alone."""
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return typing.get_args(hint)
    return (hint,)


def _is_strings(hint: Any) -> bool:
    return any(isinstance(note, _Strings) for member in _alternatives(hint) for note in _split(member)[1])


def _among(hint: Any) -> Among | None:
    """Return the mark of a list of strings whose items are known beforehand."""
    return next((note for note in _split(hint)[1] if isinstance(note, Among)), None)


def _first_not_among(hint: Any, value: Any) -> Any:
    """Return the first string of a list that is not one of those known, the value itself where that is not the problem."""
    among = _among(hint)
    if among is None or not isinstance(value, tuple):
        return value
    return next((item for item in value if item not in among.options), value)


def _everyday(hint: Any) -> tuple[type, ...]:
    if hint is Any:
        return (str, bool, int, float, dict, list)
    return tuple(kind for kind in (str, bool) if kind in _alternatives(hint))


UNSURE: Any = object()


def _quick(hint: Any) -> Callable[[Any], Any]:
    """Return the short way through `_coerced` and `problem_with` for values of plain types that fit a hint."""
    if _is_strings(hint):
        return _quick_strings(hint)
    members = [_split(member) for member in _alternatives(hint)]
    words = frozenset(
        word for bare, _ in members if typing.get_origin(bare) is Literal for word in typing.get_args(bare)
    )
    whole = [_limits(notes) for bare, notes in members if bare is int]
    real = [_limits(notes) for bare, notes in members if bare is float]

    def quick(value: Any) -> Any:
        kind = type(value)
        if kind is str:
            return value if value in words else UNSURE
        if kind is not int and (kind is not float or whole or not math.isfinite(value)):
            return UNSURE
        for least, most in (*whole, *real):
            if (least is None or value >= least) and (most is None or value <= most):
                return value
        return UNSURE

    return quick


def _limits(notes: tuple[Any, ...]) -> tuple[float | None, float | None]:
    limits = next((note for note in notes if isinstance(note, Between)), Between())
    return limits.minimum, limits.maximum


def _quick_strings(hint: Any) -> Callable[[Any], Any]:
    marks = [note for member in _alternatives(hint) for note in _split(member)[1] if isinstance(note, _Strings)]
    options = frozenset(marks[0].options)

    def quick(value: Any) -> Any:
        kind = type(value)
        if kind is not str and kind is not list and kind is not tuple:
            return UNSURE
        items = (value,) if kind is str else tuple(value)
        for item in items:
            if type(item) is not str or (options and item not in options):
                return UNSURE
        return items

    return quick


def _coerced(hint: Any, value: Any) -> Any:
    """Return a value in the one form that a check's body reads."""
    if _is_strings(hint):
        if isinstance(value, str):
            return (value,)
        if isinstance(value, Iterable) and not isinstance(value, Mapping | bytes | bytearray):
            return tuple(value)
        return value
    if isinstance(value, numbers.Integral) and not isinstance(value, bool):
        return int(value)
    if isinstance(value, numbers.Real) and not isinstance(value, bool | int):
        number = float(value)
        whole = int in {_split(member)[0] for member in _alternatives(_split(hint)[0])}
        return int(number) if whole and math.isfinite(number) and number == int(number) else number
    return value


def problem_with(hint: Any, value: Any, none_allowed: bool = False) -> str | None:
    """Return what a value must be when it does not fit its hint, None when it fits."""
    if none_allowed and value is None:
        return None
    members = _alternatives(hint)
    if any(_fits(member, value) for member in members):
        return None
    wanted = [_described(member) for member in members if member is not types.NoneType]
    if none_allowed or types.NoneType in members:
        wanted.append("None")
    return " or ".join(dict.fromkeys(wanted))


def _fits(hint: Any, value: Any) -> bool:
    bare, notes = _split(hint)
    if _is_strings(hint):
        among = _among(hint)
        return isinstance(value, tuple) and all(
            isinstance(item, str) and (among is None or item in among.options) for item in value
        )
    if len(_alternatives(bare)) > 1:
        return any(_fits(member, value) for member in _alternatives(bare))
    if not _fits_bare(bare, value):
        return False
    return all(_in_range(note, value) for note in notes if isinstance(note, Between))


def _in_range(limits: Between, value: Any) -> bool:
    above = limits.minimum is None or value >= limits.minimum
    return above and (limits.maximum is None or value <= limits.maximum)


def _fits_bare(hint: Any, value: Any) -> bool:
    if hint is Any or hint is object:
        return True
    if hint is types.NoneType:
        return value is None
    if hint in (int, float):
        is_number = isinstance(value, int if hint is int else int | float) and not isinstance(value, bool)
        return is_number and (isinstance(value, int) or math.isfinite(value))
    origin = typing.get_origin(hint)
    if origin is Literal:
        return isinstance(value, str) and value in typing.get_args(hint)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        keys, values = typing.get_args(hint)
        return isinstance(value, Mapping) and all(
            _fits(keys, key) and _fits(values, _coerced(values, item)) for key, item in value.items()
        )
    if isinstance(origin, type) and issubclass(origin, Iterable):
        (items,) = typing.get_args(hint)[:1]
        return isinstance(value, list | tuple) and all(_fits(items, item) for item in value)
    return isinstance(value, hint)


def _described(hint: Any) -> str:
    """Return what a hint takes, in words."""
    bare, notes = _split(hint)
    limits = "".join(f" {note}" for note in notes if isinstance(note, Between))
    if _is_strings(hint):
        among = _among(hint)
        return "a string or a list of strings" if among is None else f"of {among}"
    if len(_alternatives(bare)) > 1:
        return " or ".join(_described(member) for member in _alternatives(bare))
    simple = {int: "a whole number", float: "a number", str: "a string", bool: "True or False"}
    if bare in simple:
        return simple[bare] + limits
    origin = typing.get_origin(bare)
    if origin is Literal:
        return " or ".join(f'"{option}"' for option in typing.get_args(bare))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        keys, values = typing.get_args(bare)
        return f"a dict of {_described(keys)} to {_described(values)}"
    if isinstance(origin, type) and issubclass(origin, Iterable):
        return f"a list of {_described(typing.get_args(bare)[0])}"
    return getattr(bare, "__name__", str(bare))


def _schema(hint: Any) -> dict[str, Any]:
    """Return the JSON Schema of a hint."""
    bare, notes = _split(hint)
    if _is_strings(hint):
        among = _among(hint)
        return {"type": "array", "items": {"type": "string"} if among is None else {"enum": list(among.options)}}
    members = _alternatives(bare)
    if len(members) > 1:
        return {"anyOf": [_schema(member) for member in members]}
    simple = {int: "integer", float: "number", str: "string", bool: "boolean", types.NoneType: "null"}
    if bare in simple:
        schema: dict[str, Any] = {"type": simple[bare]}
        for note in notes:
            if isinstance(note, Between):
                limits = {"minimum": note.minimum, "maximum": note.maximum}
                schema |= {key: limit for key, limit in limits.items() if limit is not None}
        return schema
    origin = typing.get_origin(bare)
    if origin is Literal:
        return {"enum": list(typing.get_args(bare))}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _schema(typing.get_args(bare)[1])}
    if isinstance(origin, type) and issubclass(origin, Iterable):
        return {"type": "array", "items": _schema(typing.get_args(bare)[0])}
    return {}
