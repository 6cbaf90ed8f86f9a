"""Checks bound to settings: one, or several as a suite; and what comes of running them on a row."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NoReturn

from oodle_eval.runtime import Score, Scores
from oodle_eval.v1._declaration import ScoreSpec
from oodle_eval.v1._memo import sharing
from oodle_eval.v1._settings import SettingError, refuse_row_inside
from oodle_eval.v1._waist.check import Check, scores_of
from oodle_eval.v1._waist.row import ROOTS, ContextRow, Row
from oodle_eval.v1.util import is_context

__all__ = ["BoundCheck", "Outcome", "RowPath", "bind", "bound_of", "row", "suite"]


@dataclass(frozen=True, slots=True)
class RowPath:
    """A setting's value that is taken from each row."""

    path: str

    takes_from_rows = True  # what the settings below this layer know it by

    def __repr__(self) -> str:
        return f"row({self.path!r})"


def row(path: str) -> Any:
    """Return a setting's value that is taken from each row by its path.

    Args:
        path: A dotted path that begins with `input`, `output`, `reference`, `metadata` or `context`; a number is a
            place in a list.

    Raises:
        ValueError: The path begins with something else.

    Example:
        >>> from oodle_eval.v1 import checks
        >>> checks.length_budget(max_words=row("metadata.limit"))
        length_budget(max_words=row('metadata.limit'))
    """
    if not isinstance(path, str) or path.partition(".")[0] not in ROOTS:
        raise SettingError(
            f'row takes a path such as "reference.tools" that begins with input, output, reference, metadata or '
            f"context, got {path!r}"
        )
    return RowPath(path)


@dataclass(frozen=True, slots=True)
class Part:
    """One check of a bound check, with its settings and the names that its scores get."""

    check: Check
    settings: Mapping[str, Any]
    prefix: str = ""
    # What the settings come to once they were looked at, without those that each row gives.
    resolved: Mapping[str, Any] = ()  # type: ignore[assignment]
    from_rows: Mapping[str, RowPath] = ()  # type: ignore[assignment]
    # Whether the check reads the output's fields rather than its text.
    structure: bool = False
    # Whether the check reads the reply and nothing else of a row.
    only_reply: bool = False
    # What the first score is called instead, of a check that takes no `name`.
    primary: str | None = None

    @property
    def scores(self) -> tuple[ScoreSpec, ...]:
        """The specs of its scores, under the names they get."""
        specs = self.check.scores
        renamed = self.settings.get("name") if self.primary is None else self.primary
        if specs and isinstance(renamed, str):
            specs = (replace(specs[0], name=renamed), *specs[1:])
        return tuple(replace(spec, name=self.prefix + spec.name) for spec in specs) if self.prefix else specs

    @property
    def context_key(self) -> str:
        """The attribute under which it looks for the context."""
        bound = self.settings.get("context_key")
        return bound if isinstance(bound, str) else "context"

    def run(self, ctx: Any, held: Row | None) -> Scores:
        """Return the scores of a context; `held` is the row that it was made of, for settings taken from it."""
        check = self.check
        settings = self.resolved
        if self.from_rows:
            settings = {**settings, **self._settings_of_row(ctx, held)}
        given = check.bare(ctx, **settings)
        scores = given if type(given) is Scores and check.area != "custom" else scores_of(given, check.name)
        if self.primary is not None and scores:
            scores = Scores([_called(scores[0], self.primary), *scores[1:]])
        if self.prefix:
            return Scores([_called(score, f"{self.prefix}{score.name}") for score in scores])
        return scores

    def direct(self) -> Callable[[Any], Scores] | None:
        """Return what does the same as `run`, for a built-in check whose scores need nothing more; else None."""
        if self.check.area == "custom" or self.from_rows or self.prefix or self.primary is not None:
            return None
        return functools.partial(self.check.bare, **self.resolved)

    def _settings_of_row(self, ctx: Any, held: Row | None) -> dict[str, Any]:
        if held is None:
            held = row_of(ctx)
        try:
            found = {name: held.value_at(path.path) for name, path in self.from_rows.items()}
        except SettingError as error:
            raise SettingError(f"{self.check.name}: {error}") from None
        resolved = self.check.schema.resolved(found)
        self.check.schema.refuse_together({**self.resolved, **resolved})
        return resolved

    def __repr__(self) -> str:
        shown = dict(self.settings) | ({"prefix": self.prefix} if self.prefix else {})
        return f"{self.check.name}({', '.join(f'{name}={value!r}' for name, value in shown.items())})"


def _called(score: Score, name: str) -> Score:
    return Score(score.value, score.data_type, score.comment, name, score.higher_is_better)


def row_of(ctx: Any) -> Row:
    """Return a context's own values as a row; a bare value is the output."""
    if not is_context(ctx):
        return Row(outputs=ctx)
    seen = ctx.observation
    metadata = seen.metadata if isinstance(seen.metadata, Mapping) else {}
    return ContextRow(seen.input, seen.output, ctx.expected_output, metadata.get("context"), metadata, ctx.trace.spans)


@dataclass(slots=True)  # not frozen: that would triple the cost of making one
class Outcome:
    """What came of one check on one row.

    Args:
        part: The check, with its settings.
        kind: "scored", "nothing_to_score" (scores, none of them with a value), "bad_setting" (or a missing reference),
            "raised" (the user's own code) or "timeout".
        scores: The scores; empty after an error.
        error: The error, None when there was none.
    """

    part: Part
    kind: str
    scores: Scores
    error: Exception | None = None


def _kind_of_error(error: Exception) -> str:
    if isinstance(error, SettingError):
        return "bad_setting"
    return "timeout" if isinstance(error, TimeoutError) else "raised"


# What a framework asks its own metrics for, and what makes one of a check.
FACES = {
    "score": "oodle_eval_adapters.opik.as_metric",
    "ascore": "oodle_eval_adapters.opik.as_metric",
    "evaluate_run": "oodle_eval_adapters.langsmith.as_evaluator",
    "aevaluate_run": "oodle_eval_adapters.langsmith.as_evaluator",
}


class BoundCheck:
    """One check bound to its settings, or a suite of them: call it with a context or a plain string.

    Args:
        parts: The checks, each with its settings.
        name: What it is called in frameworks; by default the check's name, or "suite".

    Example:
        >>> from oodle_eval.v1 import checks
        >>> short = checks.length_budget(max_words=2)
        >>> short("one two three")["within_length"].value
        False
    """

    __slots__ = ("_context_keys", "_direct", "_read", "name", "parts", "scores")

    def __init__(self, parts: Iterable[Part], name: str | None = None) -> None:
        self.parts = tuple(parts)
        self.name = name if name is not None else (self.parts[0].check.name if len(self.parts) == 1 else "suite")
        self.scores: tuple[ScoreSpec, ...] = tuple(spec for part in self.parts for spec in part.scores)
        self._context_keys = tuple(dict.fromkeys(part.context_key for part in self.parts))
        self._read = _read_of_a_row(self.parts)
        self._direct = self.parts[0].direct() if len(self.parts) == 1 else None
        refuse_same_names([spec.name for spec in self.scores])

    @property
    def check(self) -> Check:
        """The check; of a suite, the first one."""
        return self.parts[0].check

    @property
    def settings(self) -> Mapping[str, Any]:
        """The bound settings; of a suite, those of each check by its name."""
        if len(self.parts) == 1:
            return self.parts[0].settings
        return {f"{part.prefix}{part.check.name}": part.settings for part in self.parts}

    @property
    def reads(self) -> tuple[str, ...]:
        """What its checks read, together."""
        return tuple(dict.fromkeys(reading for part in self.parts for reading in part.check.reads))

    def __call__(self, ctx: Any) -> Scores:
        """Return the scores of a context, a plain string, or whatever else the check takes.

        Raises:
            ValueError: A setting or a reference that a check needs is missing.
        """
        try:
            if self._direct is not None:
                return self._direct(ctx)
            if len(self.parts) == 1:
                return self.parts[0].run(ctx, None)
            with sharing():
                scores = Scores([score for part in self.parts for score in part.run(ctx, None)])
        except SettingError as error:
            if error.needs_reference and type(ctx) is dict:
                raise SettingError(
                    f"{error} (a dict is an output as it is: `oodle_eval.runs.run` takes rows)"
                ) from None
            raise
        refuse_same_names([score.name for score in scores])
        return scores

    def on_row(self, held: Row) -> Scores:
        """Return the scores of a framework's row; the first error is raised."""
        if len(self.parts) == 1:
            part = self.parts[0]
            return part.run(self._subject(part, held), held)
        outcomes = self.outcomes(held)
        for outcome in outcomes:
            if outcome.error is not None:
                raise outcome.error
        return Scores([score for outcome in outcomes for score in outcome.scores])

    def _subject(self, part: Part, held: Row) -> Any:
        """Return what a check gets of a row: its context, or the output alone where a text is all that it reads."""
        if part.only_reply and (reply := held.plain_output) is not None:
            return reply
        if len(self.parts) == 1:  # no other check shares the context
            return held.context_of(part.structure, self._context_keys, self._read)
        return held.for_check(part.structure, self._context_keys, self._read)

    def outcomes(self, held: Any) -> list[Outcome]:
        """Return what came of each check on a row or a context, errors included."""
        if len(self.parts) == 1:
            return [self._outcome(self.parts[0], held)]
        with sharing():
            found = [self._outcome(part, held) for part in self.parts]
        names = [score.name for outcome in found for score in outcome.scores]
        if len(set(names)) != len(names):
            refuse_same_names(names)
        return found

    def _outcome(self, part: Part, held: Any) -> Outcome:
        try:
            scores = part.run(self._subject(part, held), held) if isinstance(held, Row) else part.run(held, None)
        except Exception as error:  # noqa: BLE001 - a user's code may raise anything, and a run goes on
            return Outcome(part, _kind_of_error(error), Scores(), error)
        for score in scores:
            if score.value is not None:
                return Outcome(part, "scored", scores)
        return Outcome(part, "nothing_to_score", scores)

    def with_prefix(self, prefix: str) -> BoundCheck:
        """Return the same with a prefix before every score's name."""
        return BoundCheck((replace(part, prefix=prefix + part.prefix) for part in self.parts), self.name)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            """Say what to give a framework that takes a check for one of its own."""
            face = FACES.get(name)
            hint = f": give it {face}(the check)" if face else ""
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}{hint}")

    def __repr__(self) -> str:
        shown = [repr(part) for part in self.parts]
        return shown[0] if len(shown) == 1 else f"suite({', '.join(shown)})"

    def __reduce__(self) -> tuple[Any, ...]:
        recipe = [
            (part.check.function, part.check.name, dict(part.settings), part.prefix, part.primary)
            for part in self.parts
        ]
        return (_rebuilt, (recipe, self.name))


def _read_of_a_row(parts: Iterable[Part]) -> frozenset[str]:
    """Return which of a row's input, context and reference checks read; a conversation and a context may be the input."""
    reads = {reading for part in parts for reading in part.check.reads}
    of_the_input = {"input", "conversation", "context"}
    return frozenset(({"input"} if reads & of_the_input else set()) | (reads & {"context", "reference"}))


def _rebuilt(recipe: list[tuple[Callable[..., Any], str, dict[str, Any], str, str | None]], name: str) -> BoundCheck:
    return BoundCheck(
        (
            replace(_part(replace(Check.of(function), name=own), settings, prefix), primary=primary)
            for function, own, settings, prefix, primary in recipe
        ),
        name,
    )


def refuse_same_names(names: list[Any]) -> None:
    """Refuse two scores of one name: one of them would be lost in a framework.

    Raises:
        SettingError: Two scores have one name; the message says how to cure it.
    """
    if len(set(names)) == len(names):
        return
    twice = next(name for place, name in enumerate(names) if name in names[:place])
    raise SettingError(
        f"two scores are called {twice!r}, so one would overwrite the other: give one of the checks "
        f'prefix="..." (or name="..." for its primary score)'
    )


def bind(check: Check, given: Mapping[str, Any]) -> BoundCheck:
    """Return a check bound to settings; see `Check.bind`."""
    settings = dict(given)
    prefix = settings.pop("prefix", None) if "prefix" not in check.schema.parameters else None
    if prefix is not None and not isinstance(prefix, str):
        raise SettingError(f"{check.name}: prefix must be a string, got {prefix!r}")
    return BoundCheck([_part(check, settings, prefix or "")])


def _part(check: Check, settings: dict[str, Any], prefix: str) -> Part:
    known = check.schema.parameters
    for name in settings:
        if name not in known:
            raise SettingError(f"{check.name} has no setting {name!r}{check.schema.listed(name)}")
    missing = [name for name in known if name not in check.settings and name not in settings]
    if missing:
        raise SettingError(f"{check.name} needs its setting {missing[0]!r}, which has no default")
    from_rows = {name: value for name, value in settings.items() if isinstance(value, RowPath)}
    fixed = {name: value for name, value in settings.items() if name not in from_rows}
    for name, value in fixed.items():
        refuse_row_inside(check.name, name, value)
    resolved = check.schema.resolved(fixed)
    return Part(check, settings, prefix, resolved, from_rows, check.reads_structure, check.reads == ("reply",))


def bound_of(what: Any) -> BoundCheck:
    """Return what a face is given as a bound check: a bound check, a list of them, a check, or an `evaluate(ctx)`.

    Raises:
        ValueError: It is none of these.
    """
    if isinstance(what, BoundCheck):
        return what
    if isinstance(what, Check):
        return bind(what, {})
    if isinstance(what, list | tuple):
        return suite(*what)
    return bind(Check.of(what), {})


def suite(*bound: Any, name: str | None = None) -> BoundCheck:
    """Return several bound checks as one, which reads its context once.

    Args:
        *bound: Bound checks, suites, or functions such as a user's `evaluate(ctx)`.
        name: What the suite is called in frameworks.

    Raises:
        ValueError: There is none, or two scores have one name; `prefix=` on one of the checks cures it.

    Example:
        >>> from oodle_eval.v1 import checks
        >>> [score.name for score in suite(checks.length_budget(), checks.length_budget(prefix="b_"))("Hi")]
        ['within_length', 'b_within_length']
    """
    if not bound:
        raise SettingError("a suite needs at least one bound check, such as suite(checks.refusal(), checks.pii_leak())")
    return BoundCheck(_parts(bound), name)


def _parts(bound: Iterable[Any]) -> Iterator[Part]:
    for what in bound:
        yield from bound_of(what).parts
