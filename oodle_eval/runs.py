"""Rows times checks: results, summaries and gates. The one place that counts.

Five outcomes stay apart: scored; nothing to score; a bad setting or a missing reference; the user's code raised; a
timeout. A mean or a pass rate is over scored rows only, and `require` refuses to pass over the others in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from oodle_eval.runtime import Score, Scores, nearest
from oodle_eval.v1 import _messages, text
from oodle_eval.v1._settings import SettingError
from oodle_eval.v1._waist.bound import BoundCheck, Outcome, Part, bound_of, row_of, suite
from oodle_eval.v1._waist.documents import DOCUMENT_NAMES, documents_in
from oodle_eval.v1._waist.no_rows import refuse_no_row, refuse_no_rows
from oodle_eval.v1._waist.provenance import made_by, made_of, message_of, passes
from oodle_eval.v1._waist.row import CONTEXT_NAMES, DocumentRow, Opening, Row, split_conversation
from oodle_eval.v1._waist.steps import CALLS, steps_in, steps_of_calls
from oodle_eval.v1.util import MAX_COMMENT_CHARS

__all__ = [
    "Lack",
    "Opening",
    "RequirementError",
    "Results",
    "RowResult",
    "ScoreSummary",
    "Summary",
    "Tally",
    "as_row",
    "each_result",
    "outcomes_of",
    "preflight",
    "require",
    "result_rows",
    "row_result",
    "run",
]

# The names under which rows hold their values, the first that is there wins.
FIELDS: Mapping[str, tuple[str, ...]] = {
    "inputs": ("inputs", "input", "question", "query", "prompt", "user_input"),
    "outputs": ("outputs", "output", "answer", "response", "reply", "completion", "actual_output", "prediction"),
    "reference_outputs": (
        *(
            "reference_outputs",
            "reference",
            "expected_output",
            "expected",
            "ground_truth",
            "target",
            "expected_response",
        ),
        "expectations",  # MLflow's: a dict that holds an expected_response
    ),
    "context": CONTEXT_NAMES,
    "metadata": ("metadata", "attributes", "tags"),
    "trace": ("trace", "spans"),
}
_FIELD_OF = {key: field for field, keys in FIELDS.items() for key in keys} | dict.fromkeys(CALLS, "calls")
_RANKED = {key: rank for rank, key in enumerate(_FIELD_OF)}
IDENTITIES = ("id", "row_id", "span_id", "item_id", "run_id")


class RequirementError(AssertionError):
    """A required pass rate was not reached, or not on all rows."""


def _what_lacks(value: Mapping[str, Any]) -> str:
    """Return what is wrong with a row that has no output."""
    messages = value.get("messages")
    if not isinstance(messages, str) or not messages:
        have = ", ".join(map(str, list(value)[:20])) or "no keys"
        return f'a row needs "output" or "messages", and this one has {have}'
    import json  # noqa: PLC0415 - for the error

    try:
        json.loads(messages)
    except (ValueError, RecursionError):
        return "messages is a text that is not JSON"
    return "messages is a text: give the list of messages that it holds"


def as_row(value: Any, opening: Opening | None = None) -> Row:
    """Return a row of data as a `Row`.

    Args:
        value: A dict with `input`, `output`, `reference`, `context`, `metadata` and `trace`, or the other names that data
            sets use for them; or with `messages`, of which what follows the last user message is the output. `tool_calls`
            are the steps of a row without a trace. Or an evaluation context, or a plain string (an output).
        opening: How values that are dicts are opened.

    Raises:
        ValueError: A dict holds neither an output nor messages, or names in place of a trace's steps; or the value is no
            row at all, such as None or a file.

    Example:
        >>> as_row({"question": "2+2?", "answer": "4"}).outputs
        '4'
    """
    if type(value) is not dict and not isinstance(value, Mapping):
        if type(value) is not str and not isinstance(value, Row):
            refuse_no_row(value)
        return value if isinstance(value, Row) else row_of(value)
    taken: dict[str, str] = {}  # {field: the key that it is held under}
    for key in value:
        name = _FIELD_OF.get(key)
        if name is not None and (name not in taken or _goes_before(key, taken[name], value)):
            taken[name] = key
    found = {name: value[key] for name, key in taken.items()}
    documents = None
    if not _APART.isdisjoint(taken.values()):
        documents = _read_apart(found, taken)
    if "outputs" not in found:
        found["inputs"], found["outputs"] = _said_in(value)
    if documents is not None:
        return DocumentRow(documents, **found, opening=opening)
    return Row(**found, opening=opening)


def _said_in(row: Mapping[str, Any]) -> tuple[Any, Any]:
    """Return the input and the output of a row that holds its conversation."""
    if _messages.is_message_list(row.get("trajectory")):  # a simulation's result
        return None, row["trajectory"]
    if not _messages.is_message_list(row.get("messages")):
        raise SettingError(_what_lacks(row))
    return split_conversation(row["messages"])


# Names whose values are not a row's own as they are.
_APART = frozenset({*FIELDS["trace"], *CALLS, "expectations", *DOCUMENT_NAMES})


def _read_apart(found: dict[str, Any], taken: Mapping[str, str]) -> Any:
    """Make the trace, the calls and the reference of a row what checks read, and return its documents.

    Args:
        found: The row's values, which are changed.
        taken: The key of each.
    """
    if "trace" in found:
        found["trace"] = steps_in(found["trace"], taken["trace"] == "trace")
    calls = found.pop("calls", None)
    if calls and not found.get("trace") and not _messages.tool_calls_of(found.get("outputs")):
        found["trace"] = steps_of_calls(calls)
    if taken.get("reference_outputs") == "expectations":
        held = found.pop("reference_outputs")
        found["reference_outputs"] = held.get("expected_response") if isinstance(held, Mapping) else None
    key = taken.get("context")
    return documents_in(key, found.pop("context")) if key in DOCUMENT_NAMES else None


def _goes_before(key: str, other: str, row: Mapping[str, Any]) -> bool:
    """Return whether a row's value is that of one of two usual names for it, and not the other's.

    The one that comes first, unless it is None: DeepEval's rows have a `context` of None beside what was retrieved. An
    output that is None stays one.
    """
    if _FIELD_OF[key] != "outputs" and (row[key] is None) != (row[other] is None):
        return row[other] is None
    return _RANKED[key] < _RANKED[other]


@dataclass(slots=True)  # not frozen: that would triple the cost of making one
class RowResult:
    """What came of every check on one row.

    Args:
        place: The row's place in the data, from 0.
        identity: The row's own id, or its place.
        outcomes: What came of each check, in order.
    """

    place: int
    identity: Any
    outcomes: tuple[Outcome, ...]

    def scores(self) -> Iterator[Score]:
        """Yield the row's scores."""
        return (score for outcome in self.outcomes for score in outcome.scores)


@dataclass(slots=True)
class ScoreSummary:
    """One score over all rows.

    Args:
        name: The score's name.
        rows: On how many rows its check ran.
        scored: On how many it has a value.
        passed: On how many it passes: True, or in the good half of 0 to 1; in the score's own direction.
        failed: On how many its check ended in an error.
        labels: How often each label of a CATEGORICAL score came.
        is_measure: Whether it is declared as a number of which neither more nor less is better, such as `url_count`. Tables
            show its range in place of a pass rate.
        least: The smallest value of such a measure, None when there is none.
        most: The largest.
    """

    name: str
    rows: int = 0
    scored: int = 0
    passed: int = 0
    failed: int = 0
    total: float = 0.0
    numbers: int = 0
    labels: dict[str, int] = field(default_factory=dict)
    is_measure: bool = False
    least: float | None = None
    most: float | None = None

    @property
    def unscored(self) -> int:
        """On how many rows there was nothing to score, or the score was left out."""
        return self.rows - self.scored - self.failed

    @property
    def pass_rate(self) -> float | None:
        """The share of scored rows that pass, 0 to 1; None when there is none, or the score is a label."""
        return self.passed / self.numbers if self.numbers else None

    @property
    def mean(self) -> float | None:
        """The mean over scored rows, True as 1; None when there is none, or the score is a label."""
        return self.total / self.numbers if self.numbers else None

    def add(self, score: Score) -> None:
        """Count one row's score."""
        value = score.value
        if value is None:
            return
        self.scored += 1
        if isinstance(value, str):
            self.labels[value] = self.labels.get(value, 0) + 1
            return
        self.numbers += 1
        self.total += max(-1e300, min(1e300, value))
        self.passed += bool(passes(score))
        if self.is_measure:
            self.stretch(value, value)

    def stretch(self, least: float | None, most: float | None) -> None:
        """Let the range of a measure hold two more values."""
        if least is not None and most is not None:
            self.least = least if self.least is None else min(self.least, least)
            self.most = most if self.most is None else max(self.most, most)


class Summary(dict[str, ScoreSummary]):
    """{score name: `ScoreSummary`}, which prints as a table."""

    def __missing__(self, name: object) -> ScoreSummary:
        raise KeyError(f"no score named {name!r}; {_scores_there(self, str(name))}")

    HEAD = ("score", "rows", "scored", "passed", "pass rate", "mean", "not scored", "failed")

    def cells(self) -> list[tuple[str, ...]]:
        """Return the table's lines as texts."""
        return [
            (
                one.name,
                str(one.rows),
                str(one.scored),
                str(one.passed) if one.numbers and not one.is_measure else "",
                "" if one.pass_rate is None or one.is_measure else f"{one.pass_rate:.3f}",
                _mean_cell(one),
                str(one.unscored),
                str(one.failed),
            )
            for one in self.values()
        ]

    def __str__(self) -> str:
        return text_table(self.HEAD, self.cells())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Return a table, for notebooks."""
        import html  # noqa: PLC0415 - only notebooks need it

        lines = ("".join(f"<td>{html.escape(cell)}</td>" for cell in line) for line in self.cells())
        head = "".join(f"<th>{title}</th>" for title in self.HEAD)
        body = "".join(f"<tr>{line}</tr>" for line in lines)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _mean_cell(one: ScoreSummary) -> str:
    """Return a score's mean, and of a measure its range."""
    shown = "" if one.mean is None else f"{one.mean:.4g}"
    if one.least is None or one.most is None:
        return shown
    least, most = (max(-1e300, min(1e300, value)) for value in (one.least, one.most))
    return f"{shown} ({least:.4g} to {most:.4g})"


def _scores_there(summary: Summary, name: str) -> str:
    """Return which scores there are, and which of them may be meant by a name: also by the name of a check."""
    from oodle_eval.v1._waist.binders import CHECKS  # noqa: PLC0415 - only an error needs it

    have = ", ".join(summary) or "none"
    check = CHECKS.get(name)
    if check is not None:
        gives = " and ".join(spec.name for spec in check.scores)
        return f"the scores are: {have} (the check {name} gives {gives})"
    return f"the scores are: {have}{nearest(name, summary)}"


def text_table(head: tuple[str, ...], lines: Sequence[tuple[str, ...]]) -> str:
    """Return lines of texts as a table with aligned columns."""
    widths = [max(map(len, column)) for column in zip(head, *lines, strict=True)]
    rows = [head, tuple("-" * width for width in widths), *lines]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


class Results:
    """What a run gave, row by row.

    Args:
        results: The rows' results.
        checks: The checks that ran.
        scores: "all", or "primary" to count and show the first score of each check only.
    """

    def __init__(self, results: list[RowResult], checks: BoundCheck, scores: str = "all") -> None:
        if scores not in ("all", "primary"):
            raise SettingError(f'scores must be "all" or "primary", got {scores!r}')
        self.results = results
        self.checks = checks
        self.scores = scores

    def __len__(self) -> int:
        return len(self.results)

    def __iter__(self) -> Iterator[RowResult]:
        return iter(self.results)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield a dict for each row and score, or each error, with what made it.

        Keys: row, id, check, version, settings, outcome, name, value, data_type, comment, higher_is_better, passed.
        """
        for result in self.results:
            yield from result_rows(result, self.scores)

    def summary(self) -> Summary:
        """Return each score over all rows: how many rows, scored, passed, not scored, failed, and the mean.

        Example:
            >>> from oodle_eval.v1 import checks
            >>> run(["short", "much too long"], checks.length_budget(max_words=2)).summary()["within_length"].pass_rate
            0.5
        """
        tally = Tally(self.scores)
        for result in self.results:
            tally.add(result)
        return tally.summary()

    def failures(self) -> Iterator[tuple[RowResult, Outcome, Score | None]]:
        """Yield each score that does not pass, with its row; for an error the score is None."""
        for result in self.results:
            for outcome in result.outcomes:
                if outcome.error is not None:
                    yield result, outcome, None
                for score in kept_scores(outcome, self.scores):
                    if passes(score) is False:
                        yield result, outcome, score

    def require(self, *, allow_failed: int = 0, allow_unscored: int = 0, **shares: float) -> None:
        """Fail unless each named score passes on at least its share of the scored rows; print each share with its n.

        Rows on which a check failed or had nothing to score are no passes: more of them than allowed fail it too.

        Args:
            allow_failed: How many rows may have ended in an error, for each score.
            allow_unscored: How many rows may have had nothing to score, for each score.
            **shares: {score name: share, 0 to 1}, such as `is_json=0.99`.

        Raises:
            RequirementError: An `AssertionError` that names each requirement that was not met.
            ValueError: A share is no number from 0 to 1, or no requirement was given.
        """
        require(self.summary(), shares, allow_failed=allow_failed, allow_unscored=allow_unscored, show=print)

    def __repr__(self) -> str:
        return f"Results of {len(self)} rows\n{self.summary()}"

    def _repr_html_(self) -> str:
        return self.summary()._repr_html_()


def names_of(part: Part) -> list[str]:
    """Return the names of a check's scores; of a user's function that declares none, the function's name."""
    return [spec.name for spec in part.scores] or [f"{part.prefix}{part.check.name}"]


def kept_scores(outcome: Outcome, scores: str) -> Scores:
    """Return the scores of an outcome that count: all, or the first."""
    return outcome.scores[:1] if scores == "primary" else outcome.scores


def result_rows(result: RowResult, scores: str = "all") -> Iterator[dict[str, Any]]:
    """Yield a dict for each score of one row, or each error, with what made it; see `Results.rows`."""
    for outcome in result.outcomes:
        made = {"row": result.place, "id": result.identity, **made_by(outcome.part), "outcome": outcome.kind}
        for score in kept_scores(outcome, scores):
            yield {"name": score.name, "value": score.value, "comment": score.comment} | made_of(made, score)
        if outcome.error is not None:
            said = message_of(outcome.error, outcome.part.check.name)
            yield {"name": names_of(outcome.part)[0], "value": None, "comment": said, **made}


def _is_measure(part: Part, name: str) -> bool:
    """Return whether a built-in check declares a score as a number of which neither more nor less is better."""
    spec = next((spec for spec in part.scores if spec.name == name), None)
    is_known = spec is not None and part.check.area != "custom"  # of a user's scores only the names are declared
    return is_known and spec is not None and spec.data_type == "NUMERIC" and spec.higher_is_better is None


class Tally:
    """Counts results as they come, holding none of them: the summary of a run of any length.

    Args:
        scores: "all", or "primary" to count the first score of each check only.

    Example:
        >>> from oodle_eval.v1 import checks
        >>> tally = Tally()
        >>> for result in each_result(["short", "much too long"], checks.length_budget(max_words=2)):
        ...     tally.add(result)
        >>> tally.summary()["within_length"].pass_rate
        0.5
    """

    def __init__(self, scores: str = "all") -> None:
        self.scores = scores
        # {(a check's name, a score's name): its counts}: two evaluators may call a score by one name.
        self.found: dict[tuple[str, str], ScoreSummary] = {}
        # What a part is called and declares, looked up once: {id(part): (the part, to keep its id its own, ...)}.
        self._parts: dict[int, tuple[Part, str, list[str]]] = {}

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_parts": {}}

    def _about(self, part: Part) -> tuple[Part, str, list[str]]:
        declared = [spec.name for spec in part.scores]
        kept = declared[:1] if self.scores == "primary" else declared
        about = self._parts[id(part)] = (part, f"{part.prefix}{part.check.name}", kept)
        return about

    def add(self, result: RowResult) -> None:
        """Count the result of one row."""
        for outcome in result.outcomes:
            _, owner, declared = self._parts.get(id(outcome.part)) or self._about(outcome.part)
            scores = {str(score.name): score for score in kept_scores(outcome, self.scores)}
            names = [*declared, *scores]
            # A user's function declares nothing, so its error is counted under its own name.
            for name in dict.fromkeys(names or names_of(outcome.part)):
                one = self.found.get((owner, name))
                if one is None:
                    is_measure = _is_measure(outcome.part, name)
                    one = self.found[owner, name] = ScoreSummary(name, is_measure=is_measure)
                one.rows += 1
                if outcome.error is not None:
                    one.failed += 1
                elif name in scores:
                    one.add(scores[name])

    def merge(self, other: Tally) -> None:
        """Add what another tally counted on other rows."""
        for key, theirs in other.found.items():
            one = self.found.setdefault(key, ScoreSummary(theirs.name))
            for count in ("rows", "scored", "passed", "failed", "total", "numbers"):
                setattr(one, count, getattr(one, count) + getattr(theirs, count))
            one.is_measure |= theirs.is_measure
            one.stretch(theirs.least, theirs.most)
            for label, times in theirs.labels.items():
                one.labels[label] = one.labels.get(label, 0) + times

    def summary(self) -> Summary:
        """Return what was counted; a name that two evaluators gave is told apart by the evaluator's."""
        names = [name for _, name in self.found]
        found = Summary()
        for (owner, name), one in self.found.items():
            shown = name if names.count(name) == 1 else f"{owner}.{name}"
            found[shown] = replace(one, name=shown)
        return found


def require(
    summary: Summary,
    shares: Mapping[str, Any],
    *,
    allow_failed: int = 0,
    allow_unscored: int = 0,
    show: Callable[[str], object] = print,
) -> None:
    """Fail unless each named score passes on at least its share of the scored rows; see `Results.require`.

    Args:
        summary: What was counted.
        shares: {score name: share, 0 to 1}.
        allow_failed: How many rows may have ended in an error, for each score.
        allow_unscored: How many rows may have had nothing to score, for each score.
        show: Takes each line that says what was measured.

    Raises:
        RequirementError: A requirement was not met.
        ValueError: A share is no number from 0 to 1, or no requirement was given.
    """
    if not shares:
        raise SettingError("require needs at least one score with its share, such as require(is_json=0.99)")
    problems: list[str] = []
    for name, share in shares.items():
        line, problem = _judged(summary, name, share, allow_failed, allow_unscored)
        show(line)  # a gate's log shows what it measured, also when it is open
        problems += [f"{line}: {problem}"] if problem else []
    if problems:
        raise RequirementError("\n".join(problems))


def _judged(summary: Summary, name: str, share: Any, allow_failed: int, allow_unscored: int) -> tuple[str, str]:
    """Return a requirement's line with its n, and what is wrong with it, "" when it is met."""
    if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
        raise SettingError(f"require: {name} must be a share from 0 to 1, got {share!r}")
    one = summary.get(name)
    if one is None:
        return f"{name}: n=0", f"no score of that name; {_scores_there(summary, name)}"
    rate = one.pass_rate
    shown = "no rate" if rate is None else f"{rate:.4f}"
    line = f"{name}: {shown} of n={one.numbers} scored rows passed, required {share:g}"
    problems = []
    if rate is None or rate < share:
        problems.append("below the required share" if rate is not None else "nothing was scored")
    if one.failed > allow_failed:
        problems.append(f"{one.failed} rows failed ({allow_failed} allowed)")
    if one.unscored > allow_unscored:
        problems.append(f"{one.unscored} rows were not scored ({allow_unscored} allowed)")
    return line, "; ".join(problems)


def _bound(checks: Any) -> BoundCheck:
    return suite(*checks) if isinstance(checks, list | tuple) else bound_of(checks)


def _identity(value: Any, place: int) -> Any:
    if type(value) is not dict and not isinstance(value, Mapping):
        return place
    for key in IDENTITIES:
        if key in value and value[key] is not None:
            return value[key]
    return place


def run(rows: Iterable[Any], checks: Any, *, scores: str = "all", opening: Opening | None = None) -> Results:
    """Run checks on rows.

    Args:
        rows: Dicts, evaluation contexts or plain strings; see `as_row`.
        checks: A bound check, a suite, an `evaluate(ctx)`, or a list of these.
        scores: "all", or "primary" to count the first score of each check only.
        opening: How values that are dicts are opened.

    Returns:
        The results, row by row. An error of a check is an outcome of its row and ends nothing.

    Example:
        >>> from oodle_eval.v1 import checks
        >>> rows = [{"input": "Hi", "output": "Hello!"}, {"input": "Hi", "output": ""}]
        >>> print(run(rows, [checks.length_budget(), checks.refusal()]).summary())
        score          rows  scored  passed  pass rate  mean  not scored  failed
        -------------  ----  ------  ------  ---------  ----  ----------  ------
        within_length  2     2       1       0.500      0.5   0           0
        refused        2     2       2       1.000      0     0           0
    """
    rows = _several(rows)
    bound = _bound(checks)
    if opening is not None and not isinstance(opening, Opening):
        raise SettingError(
            f"opening must be an Opening, such as oodle_eval.runs.Opening(output_key='answer'), got {opening!r}"
        )
    return Results(list(each_result(rows, bound, opening)), bound, scores)


def each_result(rows: Iterable[Any], bound: BoundCheck, opening: Opening | None = None) -> Iterator[RowResult]:
    """Yield the result of each row, holding one at a time."""
    checks = _bound(bound)
    return (row_result(value, place, checks, opening) for place, value in enumerate(_several(rows)))


def _several(rows: Any) -> Iterable[Any]:
    """Return rows, and refuse what would be run piece by piece: a text by its letters, a file by its raw lines."""
    if type(rows) is not list:
        refuse_no_rows(rows)
    return cast("Iterable[Any]", rows)


def row_result(value: Any, place: int, bound: BoundCheck, opening: Opening | None = None) -> RowResult:
    """Return the result of one row of data."""
    return RowResult(place, _identity(value, place), tuple(_outcomes(value, bound, opening)))


def _outcomes(value: Any, bound: BoundCheck, opening: Opening | None) -> list[Outcome]:
    """Return what came of each check on one row; a row that can't be read is an error of each."""
    try:
        held = as_row(value, opening)
    except SettingError as error:
        return [Outcome(part, "bad_setting", Scores(), error) for part in bound.parts]
    return outcomes_of(held, bound)


def outcomes_of(held: Row, bound: BoundCheck) -> list[Outcome]:
    """Return what came of each check on a row; of an output that is None each score's comment says so."""
    outcomes = bound.outcomes(held)
    if held.outputs is not None:
        return outcomes
    for outcome in outcomes:
        if outcome.part.check.reads_output:
            outcome.scores = Scores(map(_without_output, outcome.scores))
    return outcomes


def _without_output(score: Score) -> Score:
    said = "the row's output is None" + (f"; {score.comment}" if score.comment else "")
    return replace(score, comment=said[:MAX_COMMENT_CHARS])


@dataclass(frozen=True, slots=True)
class Lack:
    """Something that a check reads and a row does not have."""

    place: int
    identity: Any
    check: str
    what: str

    def __str__(self) -> str:
        return f"row {self.identity}: {self.check} reads {self.what}, and there is none"


# What a row is opened for, to see what it lacks.
PREFLIGHT = frozenset({"context", "input", "reference"})
# A reading that a setting can give instead.
GIVEN_BY: Mapping[str, tuple[str, ...]] = {"reference": ("reference", "values"), "context": ("context", "sources")}


def preflight(rows: Iterable[Any], checks: Any, *, opening: Opening | None = None) -> list[Lack]:
    """Return, before a run, what rows lack that checks read: a reference, a context, a trace, or a `row(...)` path.

    A row without a context lacks it, though checks then compare with the input.

    Args:
        rows: The rows, as for `run`.
        checks: The checks, as for `run`.
        opening: How values that are dicts are opened.

    Example:
        >>> from oodle_eval.v1 import checks
        >>> limited = checks.length_budget(max_words=checks.row("metadata.limit"))
        >>> print(preflight([{"output": "Hi", "id": 7}], limited)[0])
        row 7: length_budget reads metadata.limit, and there is none
    """
    bound = _bound(checks)
    found: list[Lack] = []
    for place, value in enumerate(_several(rows)):
        held = as_row(value, opening)
        identity = _identity(value, place)
        found += [Lack(place, identity, part.check.name, what) for part in bound.parts for what in _lacking(part, held)]
    return found


def _lacking(part: Part, held: Row) -> Iterator[str]:
    """Yield what a row lacks for one check."""
    for path in part.from_rows.values():
        try:
            held.value_at(path.path)
        except SettingError:
            yield path.path
    if part.check.area == "custom":  # a user's function may read anything, and needs nothing for sure
        return
    for what, settings in GIVEN_BY.items():
        is_given = any(part.settings.get(name) is not None for name in settings)
        if what in _read_by(part) and not is_given and not _has(what, part, held):
            yield what
    if "trace" in part.check.reads and not _has("trace", part, held):
        yield "trace"


def _read_by(part: Part) -> tuple[str, ...]:
    """Return what a check reads by its settings: one that compares with the input or the context reads one of them."""
    reads = part.check.reads
    if "against" in part.check.schema.parameters and part.settings.get("against") != "context":
        return tuple(what for what in reads if what != "context")
    return reads


def _has(what: str, part: Part, held: Row) -> bool:
    ctx = held.for_check(part.structure, (part.context_key,), PREFLIGHT)
    if what == "reference":
        return ctx.expected_output is not None
    if what == "context":
        return text.metadata_value(ctx, part.context_key) is not None
    return bool(ctx.trace.spans) or ("tool_calls" in part.check.reads and bool(text.tool_calls(ctx)))
