"""The settings that a template declares, and what an evaluator's own values come to."""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from oodle_eval.host.errors import error_with

__all__ = ["Setting", "resolved"]

IDENTIFIER = r"^[A-Za-z_][A-Za-z0-9_]*$"


class Setting(BaseModel):
    """One setting of a template.

    Args:
        name: Its key in `ctx.params`.
        type: "string_list", "boolean", "number", "enum" (with `options`) or "string".
        default: Its value where the evaluator sets none.
        label: What a form calls it.
        description: What it does.
        required: An evaluator must have a value for it.
        options: What an enum may be.
    """

    model_config = ConfigDict(extra="allow")

    name: str = Field(pattern=IDENTIFIER)
    type: Literal["string_list", "boolean", "number", "enum", "string"]
    default: Any = None
    label: str | None = None
    description: str | None = None
    required: bool = False
    options: list[str] | None = None

    @field_validator("options", mode="before")
    @classmethod
    def _plain_options(cls, value: Any) -> Any:
        """Take an option as {value: ..., label: ...} too."""
        if not isinstance(value, list):
            return value
        return [one.get("value", one.get("name")) if isinstance(one, Mapping) else one for one in value]

    @model_validator(mode="after")
    def _default_fits(self) -> Setting:
        if self.type == "enum" and not self.options:
            raise ValueError(f"setting {self.name!r} is an enum, so it needs options")
        if self.default is not None:
            self.default = self.accepted(self.default, "the default of ")
        return self

    def accepted(self, value: Any, whose: str = "") -> Any:
        """Return a value as `ctx.params` holds it.

        Raises:
            ValueError: It does not fit the type; the message says what does.
        """
        if self.type == "string_list" and isinstance(value, str):
            return [value]
        if (
            self.type == "string_list"
            and isinstance(value, list | tuple)
            and all(isinstance(one, str) for one in value)
        ):
            return list(value)
        if self.type == "boolean" and isinstance(value, bool):
            return value
        if self.type == "number" and _is_number(value):
            return value
        if self.type == "string" and isinstance(value, str):
            return value
        if self.type == "enum" and isinstance(value, str) and value in (self.options or ()):
            return value
        raise ValueError(f"{whose}setting {self.name!r} must be {self._wanted(value)}, got {_shown(value)}")

    def _wanted(self, value: Any) -> str:
        if self.type == "enum":
            options = self.options or []
            close = difflib.get_close_matches(value, options, n=1) if isinstance(value, str) else []
            hint = f" (did you mean {close[0]!r}?)" if close else ""
            return f"one of {', '.join(map(repr, options))}{hint}"
        return {
            "string_list": "a list of strings",
            "boolean": "true or false",
            "number": "a finite number",
            "string": "a string",
        }[self.type]


def _is_number(value: Any) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and (isinstance(value, int) or math.isfinite(value))
    )


def _shown(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 80 else f"{shown[:80]}..."


def resolved(declared: Sequence[Setting], own: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return `ctx.params`: for each declared setting its own value, else the default, else None.

    Args:
        declared: The template's settings.
        own: The evaluator's own values by name.

    Raises:
        HostError: "BAD_PARAMS": a name is not declared, a value does not fit, or a required setting has none.

    Example:
        >>> terms = Setting(name="terms", type="string_list", default=["refund"])
        >>> resolved([terms, Setting(name="strict", type="boolean")], {"terms": None})
        {'terms': ['refund'], 'strict': None}
    """
    given = dict(own or {})
    known = [setting.name for setting in declared]
    for name in given:
        if name not in known:
            close = difflib.get_close_matches(str(name), known, n=1)
            hint = f"did you mean {close[0]!r}? " if close else ""
            raise error_with(
                "BAD_PARAMS", f"there is no setting {name!r}: {hint}the settings are: {', '.join(known) or 'none'}"
            )
    values: dict[str, Any] = {}
    for setting in declared:
        value = given.get(setting.name)
        if value is None:
            values[setting.name] = setting.default
            if setting.required and setting.default is None:
                raise error_with("BAD_PARAMS", f"setting {setting.name!r} is required, and has no value and no default")
            continue
        try:
            values[setting.name] = setting.accepted(value)
        except ValueError as error:
            raise error_with("BAD_PARAMS", str(error)) from None
    return values
