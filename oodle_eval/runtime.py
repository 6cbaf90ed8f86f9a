"""The values of an evaluation: scores, results and the contexts that a check reads.

Nothing here reads text or decides anything: these classes hold what came in and what goes out, and refuse what could
not be stored.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self, SupportsIndex, overload

__all__ = [
    "EvaluationContext",
    "EvaluationResult",
    "ExperimentContext",
    "ObservationContext",
    "Score",
    "Scores",
    "TraceContext",
]

DATA_TYPES = ("NUMERIC", "BOOLEAN", "CATEGORICAL")
# Python's boolean and numpy's own, which is no numbers.Real and has two names.
BOOLEAN_TYPES = frozenset({"bool", "bool_"})


@dataclass(slots=True)
class Score:
    """One named score.

    Args:
        value: A finite number for NUMERIC; True or False (or a stored 1, 0, 1.0, 0.0) for BOOLEAN; a string for
            CATEGORICAL; None for "nothing to score", with the reason in `comment`.
        data_type: "NUMERIC", "BOOLEAN" or "CATEGORICAL".
        comment: Why the value is what it is, in a sentence.
        name: The score's name. Needed as soon as an evaluator returns more than one.
        higher_is_better: Which way is good. None leaves it to the evaluator's own declaration.

    Raises:
        ValueError: The value does not fit the data type, or is NaN or infinite.

    Example:
        >>> Score(name="mentions_refund", value=True, data_type="BOOLEAN")
        Score('mentions_refund', True, BOOLEAN)
    """

    value: float | bool | str | None
    data_type: str = "NUMERIC"
    comment: str | None = None
    name: str | None = None
    higher_is_better: bool | None = None

    def __post_init__(self) -> None:
        value = self.value
        kind = type(value)
        # The everyday cases first: millions of these are made.
        if kind is bool:
            if self.data_type == "BOOLEAN":
                return
        elif self.data_type == "NUMERIC" and (kind is int or (kind is float and math.isfinite(value))):  # type: ignore[arg-type]
            return
        self.value = _stored_value(value, self.data_type, self.name)

    def __repr__(self) -> str:
        parts = [repr(self.name), repr(self.value), str(self.data_type)]
        if self.higher_is_better is False:
            parts.append("lower is better")
        if self.comment:
            parts.append(repr(self.comment))
        return f"Score({', '.join(parts)})"


def _stored_value(value: object, data_type: object, name: object) -> float | bool | str | None:
    """Return the value as it is stored, or raise the ValueError that says why it can't be."""
    if data_type not in DATA_TYPES:
        # A name given first, as other libraries have it.
        is_name_first = isinstance(value, str) and not isinstance(data_type, str)
        kind = ', "BOOLEAN"' if isinstance(data_type, bool) else ""
        meant = f": a Score begins with its value, as in Score({_short(data_type)}{kind}, name={_short(value)})"
        raise ValueError(
            f'data_type must be "NUMERIC", "BOOLEAN" or "CATEGORICAL", got {_short(data_type)}{meant * is_name_first}'
        )
    if value is None:
        return None
    label = f"score {name!r}" if name is not None else "a score"
    if data_type == "CATEGORICAL":
        if isinstance(value, str):
            return value
        raise ValueError(f"{label} is CATEGORICAL, so its value must be a string, got {_short(value)}")
    if data_type == "BOOLEAN":
        return _stored_boolean(value, label)
    return _stored_number(value, label)


def _stored_boolean(value: object, label: str) -> bool:
    if isinstance(value, numbers.Real) and value in (0, 1):
        return bool(value)
    if type(value).__name__ in BOOLEAN_TYPES:
        return bool(value)
    raise ValueError(f"{label} is BOOLEAN, so its value must be True or False, got {_short(value)}")


def _stored_number(value: object, label: str) -> float:
    if type(value).__name__ in BOOLEAN_TYPES:
        raise ValueError(f'{label} is NUMERIC, got {value!r}: give data_type="BOOLEAN" for True and False')
    if isinstance(value, numbers.Integral):
        return int(value)
    if not isinstance(value, numbers.Real):
        raise ValueError(f"{label} is NUMERIC, so its value must be a number, got {_short(value)}")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ValueError(f'{label} must be finite, got {_short(value)}: use None for "nothing to score"')
    return number


def _short(value: object, limit: int = 60) -> str:
    """Return a value's repr, cut, with its type when it is no simple one."""
    try:
        shown = repr(value)
    except Exception:  # noqa: BLE001 - a foreign __repr__ may raise anything, and this is already an error message
        return f"a {type(value).__name__}"
    return shown if len(shown) <= limit else f"{shown[:limit]}... ({type(value).__name__})"


def nearest(name: str, names: Iterable[str]) -> str:
    """Return ` (did you mean 'x'?)` for a name that is close to one of some names, "" when none is close."""
    import difflib  # noqa: PLC0415 - only an error needs it

    close = difflib.get_close_matches(name[:100], list(names), n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


class Scores(list[Any]):
    """A list of `Score` that also finds a score by its name.

    Every built-in check returns one. Adding, slicing and copying give `Scores` again. The items may also be plain
    score dicts, as a platform stores them. Of two scores with one name, the first is found.

    Example:
        >>> scores = Scores([Score(True, "BOOLEAN", name="is_json")])
        >>> scores["is_json"].value
        True
        >>> (scores + [Score(0.5, name="share")])["share"].value
        0.5
    """

    def __init__(self, iterable: Iterable[Any] = ()) -> None:
        list.__init__(self, iterable)  # a third faster than by super(), in each of millions of results

    @overload
    def __getitem__(self, key: SupportsIndex | str) -> Any: ...
    @overload
    def __getitem__(self, key: slice) -> Scores: ...
    def __getitem__(self, key: SupportsIndex | str | slice) -> Any:
        """Return the score of a name, the score at a place, or a slice.

        Raises:
            KeyError: There is no score of that name.
        """
        if isinstance(key, str):
            for score in self:
                if score_name(score) == key:
                    return score
            names = [str(score_name(score)) for score in self]
            have = ", ".join(names) or "none"
            raise KeyError(f"no score named {key!r}; the scores here are: {have}{nearest(key, names)}")
        item = super().__getitem__(key)
        return Scores(item) if isinstance(key, slice) else item

    def __add__(self, other: Iterable[Any]) -> Scores:
        if not isinstance(other, list | tuple):
            return NotImplemented
        return Scores([*self, *other])

    def __radd__(self, other: Iterable[Any]) -> Scores:
        if not isinstance(other, list | tuple):
            return NotImplemented
        return Scores([*other, *self])

    def __mul__(self, times: SupportsIndex) -> Scores:
        return Scores(super().__mul__(times))

    __rmul__ = __mul__

    def copy(self) -> Scores:
        """Return a shallow copy."""
        return Scores(self)

    def __repr__(self) -> str:
        return f"Scores({super().__repr__()})"

    def _repr_html_(self) -> str:
        """Return a table, for notebooks."""
        import html  # noqa: PLC0415 - only notebooks need it

        rows = "".join(
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in _table_row(score)) + "</tr>" for score in self
        )
        head = "".join(f"<th>{title}</th>" for title in ("name", "value", "type", "comment"))
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def score_field(score: object, field: str) -> Any:
    """Return a field of a `Score` or of a score dict, None when it is not there."""
    if isinstance(score, Mapping):
        return score.get(field)
    return getattr(score, field, None)


def score_name(score: object) -> Any:
    """Return the name of a `Score` or of a score dict."""
    return score_field(score, "name")


def _table_row(score: object) -> list[str]:
    cells = (score_field(score, field) for field in ("name", "value", "data_type", "comment"))
    return ["" if cell is None else str(cell) for cell in cells]


class EvaluationResult:
    """What `evaluate(ctx)` returns.

    Args:
        scores: A list of `Score`; a `Scores` is one.

    Raises:
        ValueError: `scores` is no list of scores, or an unnamed score stands among several.

    Example:
        >>> EvaluationResult(scores=[Score(1.0, name="quality")]).scores["quality"].value
        1.0
    """

    __slots__ = ("scores",)

    scores: Scores

    def __init__(self, scores: Iterable[Score]) -> None:
        if isinstance(scores, Score):
            raise ValueError(f"scores must be a list of Score, got one Score: write scores=[{scores!r}]")
        if not isinstance(scores, list | tuple):
            raise ValueError(f"scores must be a list of Score, got {_short(scores)}")
        for score in scores:
            if not isinstance(score, Score | Mapping):
                raise ValueError(f"scores must hold Score objects, got {_short(score)}")
        if len(scores) > 1 and any(not score_name(score) for score in scores):
            raise ValueError(f"each of several scores needs a name, got one without among {len(scores)}: give name=")
        self.scores = Scores(scores)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EvaluationResult) and self.scores == other.scores

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"EvaluationResult(scores={self.scores!r})"

    def _repr_html_(self) -> str:
        return self.scores._repr_html_()


class _Values:
    """Equality, repr and copying by the declared fields, for the context classes."""

    __slots__: tuple[str, ...] = ()

    def _fields(self) -> dict[str, Any]:
        return {field: getattr(self, field) for field in self.__slots__}

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, _Values) and self._fields() == other._fields()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        held = self._fields().items()
        shown = ", ".join(
            f"{field}={value!r}"
            for field, value in held
            if not (value is None or (isinstance(value, dict | list) and not value))
        )
        return f"{type(self).__name__}({shown})"


class ObservationContext(_Values):
    """The span or dataset item under evaluation.

    Args:
        input: The input as the span stored it: a string, a message list or any JSON value.
        output: The output, in the same shapes.
        metadata: The span's attributes.
    """

    __slots__ = ("input", "metadata", "output")

    def __init__(self, input: Any = None, output: Any = None, metadata: Mapping[str, Any] | None = None) -> None:  # noqa: A002 - the published name
        self.input = input
        self.output = output
        self.metadata: Any = {} if metadata is None else metadata


class TraceContext(_Values):
    """The agent's trace, as ordered steps.

    Args:
        trace_id: The trace's id, "" for a live span.
        spans: A list of dicts with name, kind ("llm", "tool", "agent" or "span"), tool_name, model, input, output,
            duration_ms and error. Empty for a live span.
    """

    __slots__ = ("spans", "trace_id")

    def __init__(self, trace_id: str = "", spans: list[dict[str, Any]] | None = None) -> None:
        self.trace_id = trace_id
        self.spans: Any = [] if spans is None else spans

    def tools_called(self) -> list[str]:
        """Return the tool name of each tool step, in order; a step without `tool_name` counts under its `name`.

        Example:
            >>> TraceContext(spans=[{"kind": "tool", "tool_name": "search"}, {"kind": "llm"}]).tools_called()
            ['search']
        """
        spans = self.spans if isinstance(self.spans, list | tuple) else []
        steps = [span for span in spans if isinstance(span, Mapping) and span.get("kind") == "tool"]
        names = ((step.get("tool_name"), step.get("name")) for step in steps)
        return [next((name for name in pair if isinstance(name, str) and name), "") for pair in names]


class ExperimentContext(_Values):
    """The dataset item that an experiment runs; every field None (metadata {}) on a live span.

    Args:
        item_id: The dataset item's id.
        expected_output: The item's expected output: a string or any JSON value.
        item_metadata: The item's metadata.
        run_id: The experiment run's id.
        dataset_id: The dataset's id.
    """

    __slots__ = ("dataset_id", "expected_output", "item_id", "item_metadata", "run_id")

    def __init__(
        self,
        item_id: str | None = None,
        expected_output: Any = None,
        item_metadata: Mapping[str, Any] | None = None,
        run_id: str | None = None,
        dataset_id: str | None = None,
    ) -> None:
        self.item_id = item_id
        self.expected_output = expected_output
        self.item_metadata: Any = {} if item_metadata is None else item_metadata
        self.run_id = run_id
        self.dataset_id = dataset_id


def _found_by_name(scores: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the scores of other evaluators with each plain list of them as `Scores`."""
    if not isinstance(scores, Mapping) or not any(type(held) in (list, tuple) for held in scores.values()):
        return scores
    return {name: Scores(held) if type(held) in (list, tuple) else held for name, held in scores.items()}


class EvaluationContext(_Values):
    """What `evaluate(ctx)` gets.

    Args:
        observation: The span or dataset item under evaluation.
        trace: The agent's steps; empty for a live span.
        params: The evaluator's settings, resolved.
        scores: The scores that other evaluators wrote on the same span: {evaluator name: Scores}.
        experiment: The dataset item of an experiment; empty on a live span.

    Example:
        >>> ctx = EvaluationContext(ObservationContext(input="2+2?", output="4"))
        >>> ctx.expected_output is None
        True
    """

    __slots__ = ("experiment", "observation", "params", "scores", "trace")

    def __init__(
        self,
        observation: ObservationContext,
        trace: TraceContext | None = None,
        params: Mapping[str, Any] | None = None,
        scores: Mapping[str, Any] | None = None,
        experiment: ExperimentContext | None = None,
    ) -> None:
        self.observation = observation
        self.trace = TraceContext() if trace is None else trace
        self.params: Any = {} if params is None else params
        self.scores: Any = {} if scores is None else _found_by_name(scores)
        self.experiment = ExperimentContext() if experiment is None else experiment

    @property
    def expected_output(self) -> Any:
        """The experiment item's expected output, None on a live span."""
        return self.experiment.expected_output

    def score(self, evaluator: str, score_name: str | None = None, default: Any = None) -> Any:
        """Return the value of one score that another evaluator wrote.

        Args:
            evaluator: The evaluator's name.
            score_name: The score's name. None: its first score.
            default: Returned when there is no such score, or its value is None.

        Example:
            >>> ctx = EvaluationContext(ObservationContext(), scores={"PII": [{"name": "pii_free", "value": True}]})
            >>> ctx.score("PII", "pii_free"), ctx.score("PII", "other", default=0)
            (True, 0)
        """
        written = self.scores.get(evaluator) or ()
        for score in written:
            if score_name is None or score_field(score, "name") == score_name:
                value = score_field(score, "value")
                return default if value is None else value
        return default

    def __copy__(self) -> Self:
        return type(self)(self.observation, self.trace, self.params, self.scores, self.experiment)
