"""What every function here gives back, and how each reads what it is given."""

from __future__ import annotations

import math
import numbers
from collections.abc import Iterable
from typing import Any

from oodle_eval.runtime import Score, Scores
from oodle_eval.v1 import util
from oodle_eval.v1._settings import SettingError

__all__ = [
    "Reading",
    "WrongTypeError",
    "check_whole",
    "nothing",
    "numeric_reading",
    "output_of",
    "reference_of",
    "references_of",
    "text_of",
]


class WrongTypeError(SettingError, TypeError):
    """A setting of a wrong type: a TypeError too, which is what Opik's metrics raise."""


def check_whole(**settings: Any) -> None:
    """Refuse settings that are no whole numbers.

    Raises:
        SettingError: One is none; the message names it.
    """
    for name, value in settings.items():
        if not isinstance(value, numbers.Integral):
            kind = SettingError if isinstance(value, numbers.Real) else WrongTypeError
            raise kind(f"{name} must be a whole number, got {value!r}")


class Reading(Scores):
    """Scores, and beside them the figures that they were made of.

    Args:
        scores: The scores, primary first.
        details: The figures, by name; None when there are none.
    """

    def __init__(self, scores: Iterable[Score], details: dict[str, Any] | None = None) -> None:
        super().__init__(scores)
        self.details = details


def numeric_reading(
    name: str, value: float, comment: str, details: dict[str, Any] | None = None, *, higher_is_better: bool = True
) -> Reading:
    """Return one NUMERIC score; a value that is no finite number, as a function given may return, is nothing to score."""
    if not math.isfinite(value):
        return nothing(name, f"the score is no number: {value!r}")
    return Reading([util.numeric_score(name, value, comment, higher_is_better)], details)


def nothing(name: str, reason: str) -> Reading:
    """Return "nothing to score": a score without a value, and why."""
    return Reading([Score(None, "NUMERIC", reason, name)])


def text_of(ctx: Any) -> str:
    """Return the text of what is scored: a string as it is, the reply of a context or of a message."""
    return ctx if isinstance(ctx, str) else util.subject_text(ctx)


def output_of(ctx: Any) -> Any:
    """Return what is scored as it is: the output of a context, or the value itself."""
    return ctx.observation.output if not isinstance(ctx, str) and util.is_context(ctx) else ctx


def reference_of(ctx: Any, reference: Any, check: str) -> Any:
    """Return the reference as it is: the setting, else the context's expected output.

    Raises:
        SettingError: There is none.
    """
    found = util.reference_or_expected(ctx, reference)
    if found is None:
        util.require_reference(None, check)
    return found


def references_of(ctx: Any, reference: Any, check: str) -> list[str]:
    """Return the references as texts: one string is a list of one.

    Raises:
        SettingError: There is none, or one of several is not a string.
    """
    found = reference_of(ctx, reference, check)
    if isinstance(found, list | tuple):
        for item in found:
            if not isinstance(item, str):
                raise SettingError(f"{check}: each of several references must be a string, got {type(item).__name__}")
        return list(found)
    return [util.require_reference(found, check)]
