"""What a check is: a frozen record, derived from its function and its declaration."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from oodle_eval.runtime import EvaluationResult, Score, Scores, score_field
from oodle_eval.v1._declaration import READS, Declaration, ScoreSpec
from oodle_eval.v1._settings import SettingError, Settings

__all__ = ["Check", "scores_of"]

# What makes a check read structure: the output's own fields, rather than its text.
STRUCTURE = frozenset({"output", "tool_calls"})
# What a check reads of what the application said.
OF_THE_OUTPUT = frozenset({"reply", "output", "conversation"})


@dataclass(frozen=True, slots=True)
class Check:
    """A check: what it is called, what it reads, what it gives, and the function that does it.

    Args:
        name: The function's name.
        area: The module it is in: format, quality, similarity, safety, conversation, context, agent, trace; "custom"
            for a user's own.
        summary: The first line of its docstring.
        scores: What is known of its scores, primary first; empty for a user's function that declares none.
        settings: {setting: default}; a setting without a default is missing here and must be bound.
        reads: What it reads, of "reply", "output", "input", "reference", "context", "conversation", "tool_calls",
            "trace" and "metadata".
        function: The function itself.

    Example:
        >>> from oodle_eval.v1.checks import CHECKS
        >>> CHECKS["length_budget"].scores[0].data_type
        'BOOLEAN'
    """

    name: str
    area: str
    summary: str
    scores: tuple[ScoreSpec, ...]
    settings: Mapping[str, Any]
    reads: tuple[str, ...]
    function: Callable[..., Any]
    schema: Settings = field(repr=False, compare=False)
    # The function behind the wrapper that looks at settings: for settings that were looked at when they were bound.
    bare: Callable[..., Any] = field(repr=False, compare=False)

    @classmethod
    def of(cls, function: Callable[..., Any]) -> Check:
        """Return the record of a built-in check or of a user's function.

        Args:
            function: A check, an `evaluate(ctx)`, or any callable that takes a context and returns scores. Keyword
                parameters behind the first are its settings.

        Raises:
            ValueError: It is not callable, or takes no context.
        """
        if not callable(function):
            raise SettingError(f"a check must be callable, got {function!r}{_hint_for(function)}")
        binds = getattr(function, "__binds__", None)  # `checks.pii_leak` itself, not called
        if isinstance(binds, cls):
            return binds
        declaration = getattr(function, "__check__", None)
        if isinstance(declaration, Declaration):
            return cls._built_in(function, declaration)
        settings = _UserSettings(function)
        return cls(
            name=_name_of(function),
            area="custom",
            summary=_summary(function),
            scores=tuple(_unknown_spec(name) for name in getattr(function, "__scores__", ())),
            settings=settings.defaults,
            reads=READS,
            function=function,
            schema=settings,
            bare=function,
        )

    @classmethod
    def _built_in(cls, function: Callable[..., Any], declaration: Declaration) -> Check:
        settings = declaration.settings
        return cls(
            name=_name_of(function),
            area=function.__module__.rpartition(".")[2],
            summary=_summary(function),
            scores=declaration.scores,
            settings=settings.defaults,
            reads=declaration.reads,
            function=function,
            schema=settings,
            bare=declaration.bare,
        )

    @property
    def reads_structure(self) -> bool:
        """Whether it reads the output's fields rather than its text."""
        return bool(STRUCTURE & set(self.reads))

    @property
    def reads_output(self) -> bool:
        """Whether it is a built-in check that reads what the application said; a user's function may read anything."""
        return self.area != "custom" and not OF_THE_OUTPUT.isdisjoint(self.reads)

    @property
    def none_disables(self) -> frozenset[str]:
        """The settings that None switches off."""
        return self.schema.none_disables

    def bind(self, *args: Any, **settings: Any) -> Any:
        """Return the check bound to settings, as a `BoundCheck`.

        Args:
            *args: Refused: settings are given by name.
            **settings: The check's settings, and `prefix` to put before every score's name. A value may be
                `row("reference.tools")`, taken from each row.

        Raises:
            ValueError: A setting is unknown or does not fit; the message lists the right ones.
            TypeError: A setting is given by place.
        """
        if args:
            raise TypeError(self.schema.by_name_only("bind()", args, "bind("))
        from oodle_eval.v1._waist.bound import bind  # noqa: PLC0415 - a bound check is made of checks

        return bind(self, settings)

    def json_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the settings as one object."""
        return self.schema.json_schema()

    def __reduce__(self) -> tuple[Any, ...]:
        return (Check.of, (self.function,))


class _UserSettings(Settings):
    """The settings of a user's function: every parameter behind the context."""

    @functools.cached_property
    def parameters(self) -> dict[str, inspect.Parameter]:
        """The parameters behind the first, by name."""
        try:
            found = list(inspect.signature(self.function).parameters.values())
        except (TypeError, ValueError):  # a builtin without a signature
            return {}
        if not found:
            raise SettingError(f"{_name_of(self.function)} must take the context as its first argument")
        named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
        return {parameter.name: parameter for parameter in found[1:] if parameter.kind in named}

    @functools.cached_property
    def hints(self) -> dict[str, Any]:
        """A user's hints are the user's own: any value is handed on."""
        return dict.fromkeys(self.parameters, Any)

    @functools.cached_property
    def defaults(self) -> dict[str, Any]:
        """The default of each setting that has one."""
        return {name: p.default for name, p in self.parameters.items() if p.default is not p.empty}

    def resolved(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the settings as given: None is the user's own to read."""
        for name in given:
            if name not in self.parameters:
                raise TypeError(f"{_name_of(self.function)}() has no setting {name!r}{self.listed(name)}")
        return dict(given)


def _hint_for(value: Any) -> str:
    """Return what to do about something that is no check but close to one."""
    if isinstance(value, Score | EvaluationResult):
        return ", which are scores already: give the check itself, such as checks.refusal()"
    if isinstance(value, str):
        return ": give the check itself, such as checks.refusal(), or your own function of the context"
    return ""


def _name_of(function: Callable[..., Any]) -> str:
    """Return the name of a function, of what a partial wraps, or of a callable object's class."""
    inner: Any = function
    while hasattr(inner, "func"):
        inner = inner.func
    name = getattr(inner, "__name__", None)
    return name if isinstance(name, str) else type(inner).__name__


def _summary(function: Callable[..., Any]) -> str:
    return (inspect.getdoc(function) or "").strip().split("\n", 1)[0]


def _unknown_spec(name: str) -> ScoreSpec:
    """Return the spec of a score of which only the name is declared."""
    return ScoreSpec(name, "NUMERIC", None)


def scores_of(result: Any, name: str) -> Scores:
    """Return what a user's function gave back as `Scores`; one unnamed score takes the function's name.

    Raises:
        ValueError: It gave back no scores; the message says what and how to give them.
    """
    found = result.scores if isinstance(result, EvaluationResult) else result
    if type(found) is Scores and _are_named(found):  # the everyday case: nothing to mend
        return found
    if isinstance(found, Score):
        found = [found]
    if not isinstance(found, list | tuple) or not all(isinstance(score, Score | Mapping) for score in found):
        got = type(result).__name__
        if inspect.iscoroutine(result):
            result.close()  # else Python warns that it was never awaited
            got = "a coroutine: write it as a plain function, without async"
        raise ValueError(f"{name} must return an EvaluationResult, Scores or a list of Score, got {got}")
    scores = Scores(map(_as_score, found))
    if len(scores) == 1 and not scores[0].name:
        only = scores[0]
        return Scores([Score(only.value, only.data_type, only.comment, name, only.higher_is_better)])
    if any(not score.name for score in scores):
        raise ValueError(f"{name} returned {len(scores)} scores, so each needs a name, and one has none")
    return scores


def _are_named(scores: Scores) -> bool:
    for score in scores:  # noqa: SIM110 - a loop takes a third of the time of all(), on every row
        if type(score) is not Score or not score.name:
            return False
    return True


def _as_score(score: Any) -> Score:
    if isinstance(score, Score):
        return score
    value = score.get("value")
    data_type = score.get("data_type")
    if not data_type:
        kinds = {bool: "BOOLEAN", str: "CATEGORICAL"}
        data_type = kinds.get(type(value), "NUMERIC")
    fields = {field: score_field(score, field) for field in ("comment", "name", "higher_is_better")}
    return Score(value, data_type, **fields)
