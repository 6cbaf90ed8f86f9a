"""Several evaluators over rows: each after those whose scores it reads, and only where those passed that must have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from oodle_eval.host.errors import HostError
from oodle_eval.host.loading import Evaluator
from oodle_eval.host.ordering import in_order
from oodle_eval.host.program import Run
from oodle_eval.runs import RowResult, names_of, outcomes_of
from oodle_eval.runtime import EvaluationContext, Score, Scores, TraceContext
from oodle_eval.v1._settings import SettingError
from oodle_eval.v1._waist.bound import BoundCheck, Outcome, Part, suite
from oodle_eval.v1._waist.check import Check, scores_of
from oodle_eval.v1._waist.provenance import passes
from oodle_eval.v1._waist.row import Row

__all__ = ["Item", "Suite", "Target"]


@dataclass(frozen=True)
class Target:
    """One evaluator of a suite: a bound check or a template's code.

    Args:
        name: The evaluator's name, under which others read its scores.
        evaluator: What runs.
        gates: The evaluators whose first score must pass on an item.
    """

    name: str
    evaluator: BoundCheck | Evaluator
    gates: tuple[str, ...] = ()

    @property
    def reads(self) -> tuple[str, ...]:
        """The evaluators whose scores it reads."""
        return self.evaluator.program.reads if isinstance(self.evaluator, Evaluator) else ()

    @property
    def needs(self) -> tuple[str, ...]:
        """The evaluators that run before it."""
        return (*self.reads, *self.gates)

    @property
    def part(self) -> Part:
        """What a result says about who made it."""
        if isinstance(self.evaluator, BoundCheck):
            return self.evaluator.parts[0]
        return Part(Check.of(self.evaluator), self.evaluator.params, "", {}, {}, structure=True)


@dataclass(slots=True)
class Item:
    """One row on its way through a suite.

    Args:
        place: Its place in the data, from 0.
        identity: Its own id, or its place.
        row: Its values.
        scores: What other evaluators wrote, by their names.
        trace_id: The trace's id.
        outcomes: What came of each evaluator so far, by its name.
    """

    place: int
    identity: Any
    row: Row
    scores: Mapping[str, Any] = field(default_factory=dict)
    trace_id: str = ""
    outcomes: dict[str, Outcome] = field(default_factory=dict)

    def scores_of(self, evaluator: str) -> Any:
        """Return what an evaluator wrote on this row; None when nothing."""
        outcome = self.outcomes.get(evaluator)
        return self.scores.get(evaluator) if outcome is None else (outcome.scores or None)


class Suite:
    """Evaluators, in the order in which they can run.

    Args:
        targets: The evaluators.
        given: Evaluators whose scores come with the data.

    Raises:
        HostError: "UNKNOWN_EVALUATOR" or "CYCLE".
        ValueError: Two evaluators have one name, or two checks write a score of one name.
    """

    def __init__(self, targets: Sequence[Target], given: Iterable[str] = ()) -> None:
        names = [target.name for target in targets]
        twice = next((name for place, name in enumerate(names) if name in names[:place]), None)
        if twice is not None:
            raise SettingError(f"two evaluators are called {twice!r}: give one of them a name, such as second={twice}")
        self.targets = {target.name: target for target in targets}
        self.order = in_order({target.name: target.needs for target in targets}, given)
        self._parts = {target.name: target.part for target in targets}
        self._together = self._checks_alone()

    def _checks_alone(self) -> BoundCheck | None:
        """Return the suite of bound checks when there is nothing else: those share what they read of a row."""
        bound = [target.evaluator for target in self.targets.values() if isinstance(target.evaluator, BoundCheck)]
        together = suite(*bound) if bound else None  # refuses two scores of one name
        is_plain = len(bound) == len(self.targets) and not any(target.needs for target in self.targets.values())
        return together if is_plain else None

    def results(self, items: Sequence[Item]) -> list[RowResult]:
        """Return what came of every evaluator on each item."""
        if self._together is not None:
            together = self._together
            return [RowResult(item.place, item.identity, tuple(outcomes_of(item.row, together))) for item in items]
        for name in self.order:
            self._run(self.targets[name], items)
        return [
            RowResult(item.place, item.identity, tuple(item.outcomes[name] for name in self.targets)) for item in items
        ]

    def _run(self, target: Target, items: Sequence[Item]) -> None:
        part = self._parts[target.name]
        let_in: list[Item] = []
        for item in items:
            closed = next((gate for gate in target.gates if not _is_open(gate, item)), None)
            if closed is None:
                let_in.append(item)
            else:
                item.outcomes[target.name] = _left_out(part, closed)
        if isinstance(target.evaluator, BoundCheck):
            for item in let_in:
                item.outcomes[target.name] = outcomes_of(item.row, target.evaluator)[0]
            return
        ready: list[tuple[Item, EvaluationContext]] = []
        for item in let_in:
            try:
                ready.append((item, _context(target, item)))
            except SettingError as error:  # the row does not have what the opening of its dicts asks for
                item.outcomes[target.name] = Outcome(part, "bad_setting", Scores(), error)
        runs = target.evaluator.run_many([ctx for _, ctx in ready])
        for (item, _), run in zip(ready, runs, strict=True):
            item.outcomes[target.name] = _outcome(part, run)


def _context(target: Target, item: Item) -> EvaluationContext:
    ctx = item.row.for_check(structure=True)
    scores = {name: found for name in target.reads if (found := item.scores_of(name)) is not None}
    return EvaluationContext(
        ctx.observation, TraceContext(item.trace_id, ctx.trace.spans), None, scores, ctx.experiment
    )


def _is_open(gate: str, item: Item) -> bool:
    """Return whether an evaluator's first score passes on an item."""
    scores = item.scores_of(gate)
    return bool(scores) and passes(scores_of(list(scores[:1]), gate)[0]) is True


def _left_out(part: Part, gate: str) -> Outcome:
    name = names_of(part)[0]
    kind = part.scores[0].data_type if part.scores else "NUMERIC"
    comment = f"runs only where {gate!r} passed, and here it did not"
    return Outcome(part, "nothing_to_score", Scores([Score(None, kind, comment, name)]))


def _outcome(part: Part, run: Run) -> Outcome:
    if run.error is not None:
        return Outcome(part, _kind(run.error), Scores(), run.error)
    kind = "scored" if any(score.value is not None for score in run.scores) else "nothing_to_score"
    return Outcome(part, kind, run.scores)


def _kind(error: HostError) -> str:
    if isinstance(error, SettingError):
        return "bad_setting"
    return "timeout" if isinstance(error, TimeoutError) else "raised"
