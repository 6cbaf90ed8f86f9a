"""How a score was made: what every framework stores beside it, so that it can be made again."""

from __future__ import annotations

from typing import Any

import oodle_eval
from oodle_eval.runtime import Score
from oodle_eval.v1 import combine
from oodle_eval.v1._settings import SettingError
from oodle_eval.v1._waist.bound import Part

__all__ = ["made_by", "made_of", "message_of", "passes"]


def made_by(part: Part) -> dict[str, Any]:
    """Return what made a check's scores: its name, the version, and its settings as JSON can store them."""
    settings = {name: _plain(value) for name, value in part.settings.items()}
    return {"check": part.check.name, "version": oodle_eval.__version__, "settings": settings}


def made_of(made: dict[str, Any], score: Score) -> dict[str, Any]:
    """Return what made a score, with the score's own type, direction and verdict."""
    return {
        **made,
        "data_type": score.data_type,
        "higher_is_better": score.higher_is_better,
        "passed": passes(score),
    }


def passes(score: Score) -> bool | None:
    """Return whether a score passes, as `combine.passed` reads it; None for a label and for nothing to score."""
    value = score.value
    if score.data_type == "BOOLEAN" and value is not None:
        return bool(value) is not (score.higher_is_better is False)
    if score.data_type == "NUMERIC" and value is not None:
        return combine.passed(score)
    return None


def message_of(error: Exception, name: str, reference: str = "the row a reference") -> str:
    """Return the message of an error of a check: our own as it is, that of a user's code with its type and place.

    Args:
        error: The error.
        name: The check's name.
        reference: How the caller gives a reference, for the error of a check that has none.
    """
    if isinstance(error, SettingError) and error.needs_reference:
        return error.given_as(reference)
    place = ""
    traceback = error.__traceback__
    while traceback is not None:
        frame = traceback.tb_frame
        if not str(frame.f_globals.get("__name__", "")).startswith("oodle_eval"):
            code = frame.f_code
            place = f" in {code.co_name}, line {traceback.tb_lineno} of {code.co_filename.rpartition('/')[2]}"
        traceback = traceback.tb_next
    is_ours = type(error).__module__.startswith("oodle_eval") or (isinstance(error, ValueError) and not place)
    return str(error) if is_ours else f"{name} raised {type(error).__name__}: {error}{place}"


def _plain(value: Any) -> Any:
    """Return a setting as JSON can store it."""
    if isinstance(value, str | int | float | bool) or value is None:
        return value
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    return repr(value)
