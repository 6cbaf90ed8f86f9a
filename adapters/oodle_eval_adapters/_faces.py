"""What every framework's face needs: how a row is run, and what each score becomes before a framework shapes it.

Imports no framework. A face is written once per framework, as a translation of `Finding`s.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from oodle_eval.runtime import Score, Scores
from oodle_eval.v1._declaration import ScoreSpec
from oodle_eval.v1._messages import tool_calls_of
from oodle_eval.v1._settings import SettingError
from oodle_eval.v1._waist.bound import BoundCheck, Outcome, Part, bound_of
from oodle_eval.v1._waist.provenance import made_by, made_of, message_of
from oodle_eval.v1._waist.row import AUTO, OUTPUT_KEYS, Opening, Row, context_among
from oodle_eval.v1._waist.steps import CALLS, steps_of_calls

__all__ = ["AUTO", "Face", "Finding", "Opening", "Row", "SettingError", "message_of", "missing_framework", "named"]


@dataclass(slots=True)  # not frozen: that would triple the cost of making one
class Finding:
    """One score of a row, or the error of one check, before a framework shapes it.

    Args:
        name: The score's name; of an error the name of the check's primary score.
        score: The score, None after an error.
        part: The check that it comes from.
        primary: Whether it is the first score of its check.
        error: The error, None when there was none.
    """

    name: str
    score: Score | None
    part: Part
    primary: bool
    error: Exception | None = None


class Face:
    """A bound check as a framework sees it.

    Args:
        what: A bound check, a list of them, a check, or an `evaluate(ctx)`.
        name: Renames the primary score of a single check, and the whole; None keeps the names.
        scores: "all", or "primary" for the first score of each check only.
        opening: How the framework's dicts are opened.

    Raises:
        ValueError: `scores` or `what` is none of these.
    """

    __slots__ = ("_made", "bound", "context_keys", "name", "needs", "opening", "scores")

    def __init__(self, what: Any, name: str | None = None, scores: str = "all", opening: Opening | None = None) -> None:
        if scores not in ("all", "primary"):
            raise SettingError(f'scores must be "all" or "primary", got {scores!r}')
        self.bound = named(bound_of(what), name)
        self.scores = scores
        self.opening = opening or Opening()
        self.name = name if name is not None else _name_of(self.bound)
        self._made: dict[int, dict[str, Any]] = {}
        self.needs = _needs(self.bound)
        self.context_keys = tuple({part.context_key for part in self.bound.parts})

    @property
    def specs(self) -> tuple[ScoreSpec, ...]:
        """What is known of the scores that it gives."""
        if self.scores == "primary":
            return tuple(part.scores[0] for part in self.bound.parts if part.scores)
        return self.bound.scores

    @property
    def keys(self) -> list[str]:
        """The names of the scores that it gives, as far as they are known; the face's own name where none is."""
        known = [spec.name for spec in self.specs]
        return known or [self.name]

    @property
    def single(self) -> bool:
        """Whether it is one check, so that its error is the face's error."""
        return len(self.bound.parts) == 1

    def is_list(self, count: int) -> bool:
        """Return whether so many results are given as a list: whenever two or more are declared, or there are more."""
        return not self.single or len(self.specs) > 1 or count != 1

    def row(self, **values: Any) -> Row:
        """Return a framework's values as a row."""
        return Row(**values, opening=self.opening)

    def outcomes(self, held: Row, failure: str | None = None) -> list[Outcome]:
        """Return what came of each check on a row.

        Args:
            held: The row.
            failure: Why the application gave no output. A check of the output then has nothing to read, and an empty
                text would pass many: it ends in an error that says so. Checks of the trace and attributes run.
        """
        outcomes = self.bound.outcomes(held)
        return outcomes if failure is None else [_unless_failed(outcome, failure) for outcome in outcomes]

    def findings(self, held: Row, all_or_none: bool = False, failure: str | None = None) -> list[Finding]:
        """Return what comes of a row.

        Args:
            held: The row.
            all_or_none: Raise the first error of a suite. Else an error is raised when no check gave scores, and is a
                finding when others did.
            failure: See `outcomes`.

        Raises:
            Exception: The error of a check.
        """
        parts = self.bound.parts
        if len(parts) == 1 and failure is None:
            return self._scored(parts[0], self.bound.on_row(held))
        outcomes = self.outcomes(held, failure)
        errors = [outcome.error for outcome in outcomes if outcome.error is not None]
        if errors and (all_or_none or len(errors) == len(outcomes)):
            raise errors[0]
        return [finding for outcome in outcomes for finding in self._findings(outcome)]

    def _findings(self, outcome: Outcome) -> list[Finding]:
        part = outcome.part
        if outcome.error is not None:
            name = part.scores[0].name if part.scores else f"{part.prefix}{part.check.name}"
            return [Finding(name, None, part, True, outcome.error)]
        return self._scored(part, outcome.scores)

    def _scored(self, part: Part, scores: Scores) -> list[Finding]:
        if self.scores == "primary":
            scores = scores[:1]
        if len(scores) == 1:
            return [Finding(scores[0].name, scores[0], part, True)]
        return [Finding(score.name, score, part, place == 0) for place, score in enumerate(scores)]

    def made_of(self, finding: Finding) -> dict[str, Any]:
        """Return how a finding was made, as a fresh dict."""
        part = finding.part
        made = self._made.get(id(part))
        if made is None:
            made = self._made[id(part)] = made_by(part)
        return dict(made) if finding.score is None else made_of(made, finding.score)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuilt, (self.bound, self.name, self.scores, self.opening))


def _rebuilt(bound: BoundCheck, name: str, scores: str, opening: Opening) -> Face:
    face = Face(bound, None, scores, opening)
    face.name = name
    return face


def _unless_failed(outcome: Outcome, failure: str) -> Outcome:
    """Return an outcome, or the error in its place where a check of the output had none to read."""
    check = outcome.part.check
    if not check.reads_output:
        return outcome
    error = SettingError(f"{check.name} has no output to score: {failure}")
    return Outcome(outcome.part, "bad_setting", Scores(), error)


def _needs(bound: BoundCheck) -> frozenset[str]:
    """Return which of "metadata", "trace" and "context" the checks read; making the others of a long trace is spared."""
    roots = {path.path.partition(".")[0] for part in bound.parts for path in dict(part.from_rows).values()}
    needs = roots | set(bound.reads)
    if "context" in needs:
        needs.add("metadata")  # a check looks for its context among the attributes
    return frozenset(needs & {"metadata", "trace", "context"})


def _name_of(bound: BoundCheck) -> str:
    """Return the name of a bound check in frameworks: a single check's primary score, else its own."""
    if len(bound.parts) == 1 and bound.scores:
        return bound.scores[0].name
    return bound.name


# Where one of these is the application's output, an "answer" beside it is the data set's.
RIVALS = frozenset(
    {"prediction", "predicted", "pred", "actual_output", "actual", "model_output", "generated", "generated_text"}
    | {"candidate", "hypothesis"}
)


def output_of_call(output: Any, other: Mapping[str, Any], wanted: str) -> tuple[Any, str | None]:
    """Return the output of a call, and why there is none where the call gave other arguments in its place.

    A check must not read an output that was not given as an empty text, which would pass many.

    Args:
        output: What was given under the face's name; None looks for the one other usual name.
        other: What the call gave beside the face's own arguments.
        wanted: The face's name of the output.
    """
    if output is not None or not other:
        return output, None
    held = {name for name in other if other[name] is not None}
    usual = held & OUTPUT_KEYS
    if len(usual) == 1 and held.isdisjoint(RIVALS):
        return other[usual.pop()], None
    return None, f"no {wanted} given, but {', '.join(sorted(map(str, other)))}: name it {wanted}"


def context_of_call(context: Any, other: Mapping[str, Any], metadata: Any, context_keys: tuple[str, ...]) -> Any:
    """Return the context of a call: what was given as such, else what it gave under another usual name.

    What the metadata holds goes before the latter.
    """
    if context is not None or (isinstance(metadata, Mapping) and not metadata.keys().isdisjoint(context_keys)):
        return context
    return context_among(other)


def trace_of_call(trace: Any, output: Any, other: Mapping[str, Any]) -> Any:
    """Return the trace of a call: what was given as such, else the tool calls that it gave beside an output without any."""
    calls = None if trace else next((other[name] for name in CALLS if other.get(name) is not None), None)
    return trace if calls is None or tool_calls_of(output) else steps_of_calls(calls)


def named(bound: BoundCheck, name: str | None) -> BoundCheck:
    """Return a bound check under another name, which its primary score takes when it is one check."""
    if name is None:
        return bound
    if not isinstance(name, str) or not name:
        raise SettingError(f"name must be a text, got {name!r}")
    if len(bound.parts) != 1:
        return BoundCheck(bound.parts, name)
    part = bound.parts[0]
    if part.check.area == "custom":
        return BoundCheck([replace(part, primary=name)], name)
    renamed: BoundCheck = part.check.bind(**{**part.settings, "name": name}, prefix=part.prefix)
    return renamed


def missing_framework(framework: str, extra: str) -> ImportError:
    """Return the one error for a framework that is not installed."""
    return ImportError(f"this needs {framework}, which is not installed: pip install 'oodle-eval[{extra}]'")
