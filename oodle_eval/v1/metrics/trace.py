"""Checks of the agent's trace: its steps, failures, loops and duration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import groupby
from typing import Annotated, Any, Literal

from oodle_eval.runtime import Score, Scores
from oodle_eval.v1 import _spans
from oodle_eval.v1._declaration import boolean, check, numeric
from oodle_eval.v1._objects import json_value_of
from oodle_eval.v1._quoting import masked
from oodle_eval.v1._settings import Between, Count
from oodle_eval.v1._wording import plural
from oodle_eval.v1.util import boolean_score, declares, join_problems, numeric_score

__all__ = ["error_spans", "repeated_tool_calls", "span_count", "total_duration"]


@declares("span_count", "within_span_limit")
@check(
    reads=("trace",),
    scores=(numeric("span_count", higher_is_better=False), boolean("within_span_limit", always=False)),
    none_disables=("max_spans",),
)
def span_count(
    ctx: Any,
    *,
    kind: Literal["llm", "tool", "agent", "span"] | None = None,
    max_spans: Count | None = None,
    name: str = "span_count",
) -> Scores:
    """Count the agent's steps in its trace.

    A live span has no trace, so the count is 0 there; so it is for a plain string.

    Args:
        ctx: The evaluation context (reads `ctx.trace.spans`), or a list of span dicts.
        kind: Count only steps of this kind: "llm", "tool", "agent" or "span". None: every step.
        max_spans: Most steps allowed, 0 or more. None: not checked.
        name: Name of the primary score.

    Returns:
        span_count (NUMERIC, 0 or more): the count. Lower is better.
        within_span_limit (BOOLEAN): the count is at most `max_spans`. Only when `max_spans` is set.

    Raises:
        ValueError: `kind` is another word, or `max_spans` is no whole number of 0 or more.

    Example:
        >>> span_count([{"kind": "llm"}, {"kind": "tool", "tool_name": "search"}], kind="tool")["span_count"].value
        1
    """
    spans = _spans.spans_of(ctx)
    counted = [step for step in spans if kind is None or step.get("kind") == kind]
    count = len(counted)
    what = f"{plural(count, f'{kind} step')} of {len(spans)}" if kind else f"{plural(count, 'step')}{_by_kind(counted)}"
    scores = Scores([numeric_score(name, count, what, higher_is_better=False)])
    if max_spans is not None:
        scores.append(boolean_score("within_span_limit", count <= max_spans, f"{what}, at most {max_spans} allowed"))
    return scores


def _by_kind(spans: list[dict[str, Any]]) -> str:
    """Return how many steps are of which kind, for a comment."""
    kinds = Counter(step["kind"] for step in spans if isinstance(step.get("kind"), str))
    return f" ({', '.join(f'{count} {kind}' for kind, count in kinds.most_common(10))})" if kinds else ""


@declares("no_errors", "error_count")
@check(reads=("trace",), scores=(boolean("no_errors"), numeric("error_count", higher_is_better=False)))
def error_spans(ctx: Any, *, max_errors: Count = 0, name: str = "no_errors") -> Scores:
    """Count the agent's steps that failed.

    A step failed when its `error` field holds something (an empty text, False or NaN is nothing), or its `status` is
    "error", in any case.

    Args:
        ctx: The evaluation context (reads `ctx.trace.spans`), or a list of span dicts.
        max_errors: Most failed steps allowed, 0 or more.
        name: Name of the primary score.

    Returns:
        no_errors (BOOLEAN): at most `max_errors` steps failed.
        error_count (NUMERIC, 0 or more): failed steps. Lower is better.

    Raises:
        ValueError: `max_errors` is no whole number of 0 or more.

    Example:
        >>> error_spans([{"name": "search", "kind": "tool", "error": "timed out"}])["no_errors"].comment
        '1 of 1 steps failed: search (timed out)'
    """
    spans = _spans.spans_of(ctx)
    failed = [step for step in spans if _failed(step)]
    comment = f"{len(failed)} of {len(spans)} steps failed"
    if failed:
        comment += f": {join_problems(map(_failure, failed[:100]))}"
    return Scores(
        [
            boolean_score(name, len(failed) <= max_errors, comment),
            numeric_score("error_count", len(failed), comment, higher_is_better=False),
        ]
    )


def _failed(step: Mapping[str, Any]) -> bool:
    error, status = step.get("error"), step.get("status")
    if isinstance(status, str) and status.strip().lower() == "error":
        return True
    return _holds_something(error)


def _holds_something(error: Any) -> bool:
    error = json_value_of(error)
    if isinstance(error, str):
        return bool(error.strip())
    if isinstance(error, float):
        return error == error and error != 0  # noqa: PLR0124 - NaN is what tables hold where nothing was
    return bool(error) if isinstance(error, list | dict | int) else error is not None


def _failure(step: dict[str, Any]) -> str:
    """Return a failed step for a comment: its name and the head of its error."""
    label = _spans.step_name(step) or str(step.get("kind") or "a step")[:40]
    error = step.get("error")
    why = error.strip() if isinstance(error, str) else ""
    return f"{label} ({masked(why[:200])[:80]})" if why else label


@declares("tool_loop", "most_repeated")
@check(
    reads=("trace", "tool_calls"),
    scores=(boolean("tool_loop", higher_is_better=False), numeric("most_repeated", higher_is_better=False)),
)
def repeated_tool_calls(
    ctx: Any, *, max_repeats: Annotated[int, Between(1)] = 2, consecutive_only: bool = False, name: str = "tool_loop"
) -> Scores:
    """Detect an agent that calls the same tool with the same input again and again.

    Reads the trace's tool steps; when there are none (a live span), the tool calls in the output. Inputs are compared
    as JSON values: key order doesn't matter, 1 and 1.0 are equal, True is not 1, and no input is `{}`.

    Args:
        ctx: The evaluation context, or a list of span dicts.
        max_repeats: The same call seen this many times is a loop; 1 or more.
        consecutive_only: Count only calls made back to back: the longest run, other kinds of steps between them aside.
        name: Name of the primary score.

    Returns:
        tool_loop (BOOLEAN): a call was made `max_repeats` times. Lower is better.
        most_repeated (NUMERIC, 0 or more): the most times that one call was made. Lower is better.

    Raises:
        ValueError: `max_repeats` is no whole number of 1 or more.

    Example:
        >>> step = {"kind": "tool", "tool_name": "search", "input": {"q": "refund"}}
        >>> repeated_tool_calls([step, {"kind": "llm"}, step])["tool_loop"].value
        True
    """
    calls = [_spans.same_call(call) for call in _spans.calls_made(ctx)]
    if consecutive_only:
        runs = [(call, sum(1 for _ in run)) for call, run in groupby(calls)]
        repeated, most = max(runs, key=lambda run: run[1], default=(("", ""), 0))
    else:
        repeated, most = max(Counter(calls).items(), key=lambda counted: counted[1], default=(("", ""), 0))
    if not calls:
        comment = f"no tool calls{_spans.no_kinds(ctx)}"
    elif most == 1 < max_repeats:
        comment = f"no call repeated among {len(calls)}"
    else:
        times = f"{most} time{'' if most == 1 else 's'}"
        comment = f"{repeated[0] or 'a tool without a name'} called {times} with the same input"
        comment += ", back to back" if consecutive_only else ""
    return Scores(
        [
            boolean_score(name, most >= max_repeats, comment, higher_is_better=False),
            numeric_score("most_repeated", most, comment, higher_is_better=False),
        ]
    )


@declares("total_duration_ms", "within_duration")
@check(
    reads=("trace", "metadata"),
    scores=(numeric("total_duration_ms", higher_is_better=False), boolean("within_duration", always=False)),
    none_disables=("max_duration_ms",),
)
def total_duration(
    ctx: Any, *, max_duration_ms: Annotated[float, Between(0)] | None = None, name: str = "total_duration_ms"
) -> Scores:
    """Measure how long the agent ran, from its trace.

    In order: the longest step of kind "agent"; the sum of all steps' `duration_ms` (steps can overlap, so it is an upper
    bound); the span's own `duration_ms` attribute. A duration that is missing, negative or no number is passed over.

    Args:
        ctx: The evaluation context (reads `ctx.trace.spans`, then the metadata), or a list of span dicts.
        max_duration_ms: Longest time allowed, in milliseconds, 0 or more. None: not checked.
        name: Name of the primary score.

    Returns:
        total_duration_ms (NUMERIC, 0 or more): lower is better. The value is None when no duration is known.
        within_duration (BOOLEAN): at most `max_duration_ms`; None when no duration is known. Only when
        `max_duration_ms` is set.

    Raises:
        ValueError: `max_duration_ms` is no number of 0 or more.

    Example:
        >>> total_duration([{"kind": "llm", "duration_ms": 700}, {"kind": "tool", "duration_ms": 50}])[0].value
        750.0
    """
    total, source = _measured(ctx)
    if total is None:
        comment = "no duration is known: no step and no attribute has a duration_ms"
        scores = Scores([Score(None, "NUMERIC", comment, name, higher_is_better=False)])
        if max_duration_ms is not None:
            scores.append(Score(None, "BOOLEAN", comment, "within_duration", higher_is_better=True))
        return scores
    comment = f"{_spans.amount(total)} ms, {source}"
    scores = Scores([numeric_score(name, total, comment, higher_is_better=False)])
    if max_duration_ms is not None:
        limit = f"{comment}; at most {_spans.amount(max_duration_ms)} ms allowed"
        scores.append(boolean_score("within_duration", total <= max_duration_ms, limit))
    return scores


def _measured(ctx: Any) -> tuple[float | None, str]:
    """Return the duration and where it was found, None when it is not known."""
    spans = _spans.spans_of(ctx)
    timed = [(step, took) for step in spans if (took := _spans.duration_of(step)) is not None]
    agents = [took for step, took in timed if step.get("kind") == "agent"]
    if agents:
        return max(agents), f"the longest of {plural(len(agents), 'agent step')}"
    if timed:
        return _spans.total_of([took for _, took in timed]), f"the sum of {plural(len(timed), 'step')}"
    own = _spans.duration_of(ctx)
    return own, "the span's own duration_ms"
