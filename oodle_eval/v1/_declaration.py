"""What a check says of itself beside its function, and the one wrapper that every built-in check gets."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ParamSpec, Protocol, TypeVar, cast

from oodle_eval.runtime import Scores
from oodle_eval.v1._settings import Settings

__all__ = ["READS", "Declaration", "ScoreSpec", "boolean", "category", "check", "numeric", "share"]

Parameters = ParamSpec("Parameters")
Function = TypeVar("Function", bound=Callable[..., Any])

# What a check can read of a context.
READS = ("reply", "output", "input", "reference", "context", "conversation", "tool_calls", "trace", "metadata")


@dataclass(frozen=True, slots=True)
class ScoreSpec:
    """What is known of a score before the check has run.

    Args:
        name: The score's name.
        data_type: "NUMERIC", "BOOLEAN" or "CATEGORICAL".
        higher_is_better: Which way is good; None where neither is.
        minimum: The smallest value of a NUMERIC score, None when open.
        maximum: The largest value of a NUMERIC score, None when open.
        categories: The labels of a CATEGORICAL score, None when open.
        always: False when the check leaves the score out in cases that its docstring states.
    """

    name: str
    data_type: str
    higher_is_better: bool | None = True
    minimum: float | None = None
    maximum: float | None = None
    categories: tuple[str, ...] | None = None
    always: bool = True


def boolean(name: str, *, higher_is_better: bool = True, always: bool = True) -> ScoreSpec:
    """Declare a BOOLEAN score."""
    return ScoreSpec(name, "BOOLEAN", higher_is_better, always=always)


def numeric(
    name: str,
    *,
    minimum: float | None = 0,
    maximum: float | None = None,
    higher_is_better: bool | None = True,
    always: bool = True,
) -> ScoreSpec:
    """Declare a NUMERIC score; by default it is a count or a size, 0 and up."""
    return ScoreSpec(name, "NUMERIC", higher_is_better, minimum, maximum, always=always)


def share(name: str, *, higher_is_better: bool = True, always: bool = True) -> ScoreSpec:
    """Declare a NUMERIC score from 0 to 1."""
    return numeric(name, maximum=1, higher_is_better=higher_is_better, always=always)


def category(name: str, categories: Iterable[str] | None = None, *, always: bool = True) -> ScoreSpec:
    """Declare a CATEGORICAL score."""
    labels = None if categories is None else tuple(categories)
    return ScoreSpec(name, "CATEGORICAL", None, categories=labels, always=always)


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a check's name and signature can't say."""

    reads: tuple[str, ...]
    scores: tuple[ScoreSpec, ...]
    none_disables: frozenset[str]
    settings: Settings
    bare: Callable[..., Scores]


class Declared(Protocol):
    """A check function with its declaration."""

    __check__: Declaration


def _context_of(settings: Settings, args: tuple[Any, ...], given: dict[str, Any]) -> Any:
    """Return the context of a call that did not give it alone by place.

    Raises:
        TypeError: There is none, or settings were given by place; the message shows the call that is meant.
    """
    name = settings.function.__name__
    if not args and "ctx" in given:
        return given.pop("ctx")
    if not args:
        raise TypeError(f"{name}() needs the context or a text to score: {name}(ctx, ...)")
    raise TypeError(settings.by_name_only(f"{name}()", args[1:], f"{name}(ctx, "))


def check(
    *,
    reads: tuple[str, ...],
    scores: tuple[ScoreSpec, ...],
    none_disables: tuple[str, ...] = (),
    refuse: Callable[[Mapping[str, Any]], None] | None = None,
) -> Callable[[Callable[Parameters, Scores]], Callable[Parameters, Scores]]:
    """Declare a built-in check, and let it receive only settings that fit.

    The function it gives back replaces a setting passed as None by its default (but for `none_disables`, where None
    switches a limit off), makes one string a list of one where strings are meant, and refuses what does not fit with a
    ValueError that names the setting. So a check's body never looks at a wrong setting.

    Args:
        reads: What the check reads, of `READS`.
        scores: Its scores, primary first.
        none_disables: The settings that None switches off.
        refuse: Takes the given settings, each of which fits its hint, and raises a SettingError where they still can't
            work: a pattern that does not compile, a range that is empty. It runs once when a check is bound, so the
            body does not look again.
    """

    def declare(function: Callable[Parameters, Scores]) -> Callable[Parameters, Scores]:
        settings = Settings(function, frozenset(none_disables), refuse)

        @functools.wraps(function)
        def checked(*args: Any, **given: Any) -> Scores:
            if len(args) != 1:
                args = (_context_of(settings, args, given),)
            if given:
                given = settings.resolved(given)
            bare = cast("Callable[..., Scores]", function)
            return bare(*args, **given)

        declared = cast("Declared", checked)
        declared.__check__ = Declaration(reads, scores, frozenset(none_disables), settings, function)
        return cast("Callable[Parameters, Scores]", checked)

    return declare
