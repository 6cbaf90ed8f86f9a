"""Checks of an agent's tool calls and of what a call costs: well-formedness, trajectory, tokens and latency."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from oodle_eval.runtime import Scores
from oodle_eval.v1 import _messages, _spans, text
from oodle_eval.v1._declaration import boolean, check, numeric, share
from oodle_eval.v1._json import parse_json
from oodle_eval.v1._settings import Between, Count, Strings
from oodle_eval.v1._wording import plural
from oodle_eval.v1.util import boolean_score, declares, join_problems, numeric_score

__all__ = ["token_latency_budget", "tool_call_validity", "tool_trajectory", "tools_used"]

Call = dict[str, Any]


@declares("tool_calls_valid", "tool_call_loop")
@check(
    reads=("tool_calls", "trace", "input"),
    scores=(boolean("tool_calls_valid"), boolean("tool_call_loop", higher_is_better=False, always=False)),
)
def tool_call_validity(
    ctx: Any,
    *,
    allowed_tools: Strings = (),
    required_args: Mapping[str, Strings] | None = None,
    max_identical_calls: Annotated[int, Between(1)] = 2,
    name: str = "tool_calls_valid",
) -> Scores:
    """Check that the tool calls are well formed, allowed and not stuck in a loop.

    Checked are the output's calls and, on an item with a trace, the calls of its tool steps that are not among them
    (the same id, or the same place with the same name and arguments). A call is well formed when it names a tool and its
    arguments are a JSON object; no arguments at all (None or an empty text) are fine.

    For the loop, calls that the input already holds count too. Two calls are the same when their names are equal and
    their arguments are equal as JSON values: key order doesn't matter, 1 and 1.0 are equal, True is not 1.

    Args:
        ctx: The evaluation context, or a message value. A plain string holds no calls.
        allowed_tools: Tool names allowed. Empty: any tool.
        required_args: {tool name: [argument names]} that each call of that tool must carry.
        max_identical_calls: The same call seen this many times is a loop; 1 or more.
        name: Name of the primary score.

    Returns:
        tool_calls_valid (BOOLEAN): every call is well formed and allowed.
        tool_call_loop (BOOLEAN): a call repeated. Lower is better. Not returned when there are no calls.

    Raises:
        ValueError: A setting has another type, or `max_identical_calls` is below 1.

    Example:
        >>> call = {"name": "search", "arguments": '{"q": "refund"'}
        >>> tool_call_validity([call])["tool_calls_valid"].comment
        "call 1 (search): arguments are not JSON: Expecting ',' delimiter at line 1, column 15"
    """
    calls = _calls_to_check(ctx)
    allowed = frozenset(allowed_tools)
    required = {
        tool: (names,) if isinstance(names, str) else tuple(names) for tool, names in (required_args or {}).items()
    }
    problems = [
        f"call {place} ({call['name'] or 'no name'}): {problem}"
        for place, call in enumerate(calls, 1)
        for problem in _problems(call, allowed, required.get(call["name"], ()))
    ]
    fine = (
        f"{plural(len(calls), 'tool call')}, all well formed and allowed"
        if calls
        else f"no tool calls{_spans.no_kinds(ctx)}"
    )
    scores = Scores([boolean_score(name, not problems, join_problems(problems) or fine)])
    if calls:
        times, tool = _most_repeated(calls, _earlier_calls(ctx))
        comment = f"no call repeated among {len(calls)}"
        if times > 1 or max_identical_calls == 1:
            often = f"{times} time{'' if times == 1 else 's'}"
            comment = f"{tool or 'a tool without a name'} called {often} with the same arguments"
        scores.append(boolean_score("tool_call_loop", times >= max_identical_calls, comment, higher_is_better=False))
    return scores


def _calls_to_check(ctx: Any) -> list[Call]:
    """Return the output's calls, and the trace's calls that are not among them."""
    calls = _messages.tool_calls_of(_spans.outputs_of(ctx))
    spans = _spans.spans_of(ctx)
    if not spans:
        return calls
    ids = {call["id"] for call in calls if call["id"]}
    by_place = [_spans.same_call(call) for call in calls]
    for place, step in enumerate(_spans.span_calls(spans)):
        same_place = place < len(by_place) and by_place[place] == _spans.same_call(step)
        if step["id"] not in ids and not same_place:
            calls.append(step)
    return calls


def _earlier_calls(ctx: Any) -> list[Call]:
    return _messages.tool_calls_of(ctx.observation.input) if _messages.is_context(ctx) else []


def _problems(call: Call, allowed: frozenset[str], required: tuple[str, ...]) -> Iterable[str]:
    """Yield what is wrong with one call. Values of arguments are not shown: they may be secrets."""
    tool, arguments = call["name"], call["arguments"]
    if not tool.strip():
        yield "it names no tool"
    elif allowed and tool not in allowed:
        yield "the tool is not allowed"
    if isinstance(arguments, str) and arguments.strip():
        yield f"arguments are not {_json_problem(arguments)}"
    elif not isinstance(arguments, dict) and not _spans.has_no_arguments(arguments):
        yield f"arguments are not a JSON object but a {type(arguments).__name__}"
    given = arguments if isinstance(arguments, dict) else {}
    missing = [argument for argument in required if argument not in given]
    if missing:
        yield f"required arguments missing: {', '.join(missing)}"


def _json_problem(arguments: str) -> str:
    """Return why an argument text is no JSON object."""
    try:
        parse_json(arguments)
    except ValueError as error:
        return f"JSON: {error}"
    return "a JSON object but a text"


def _most_repeated(calls: list[Call], earlier: list[Call]) -> tuple[int, str]:
    """Return how often the most repeated of the calls was made, earlier ones counted, and its tool."""
    likes = [_spans.likeness(call) for call in calls]
    alike = Counter(likes)
    alike.update(like for call in earlier if (like := _spans.likeness(call)) in alike)
    # Only calls that may be the same are compared in full.
    counts = Counter(_spans.same_call(call) for call, like in zip(calls, likes, strict=True) if alike[like] > 1)
    if not counts:
        return 1, calls[0]["name"]
    before = (_spans.same_call(call) for call in earlier if _spans.likeness(call) in alike)
    counts.update(same for same in before if same in counts)
    (tool, _), times = max(counts.items(), key=lambda counted: counted[1])
    return times, tool


def tools_used(ctx: Any) -> list[str]:
    """Return the names of the tools the agent called, in order.

    Reads the tool steps of the trace. When it has none (a live span), reads the tool calls in the output.

    Args:
        ctx: The evaluation context, a message value, or a list of span dicts. A plain string holds no calls.

    Returns:
        A list of tool names; "" stands for a call without a name.

    Example:
        >>> tools_used([{"kind": "llm"}, {"kind": "tool", "tool_name": "search"}])
        ['search']
    """
    return _spans.names_called(ctx)


@declares("trajectory_match", "tool_correctness")
@check(reads=("tool_calls", "trace"), scores=(boolean("trajectory_match"), share("tool_correctness")))
def tool_trajectory(
    ctx: Any,
    *,
    expected: Strings = (),
    mode: Literal["strict", "unordered", "subset", "superset"] = "strict",
    name: str = "trajectory_match",
) -> Scores:
    """Check the agent's tool calls against the tools you expect.

    Calls are compared by tool name. Repeated names count: two expected calls need two calls.

    Args:
        ctx: The evaluation context (see `tools_used`), or a list of tool names. A plain string holds no calls.
        expected: The tool names you expect, in order.
        mode: "strict": the same calls in the same order. "unordered": the same calls in any order. "subset": every call
            is an expected one (no extra call). "superset": every expected call happened (extra calls are allowed).
        name: Name of the primary score.

    Returns:
        trajectory_match (BOOLEAN): the calls meet `mode`.
        tool_correctness (NUMERIC, 0 to 1): the share of expected calls that happened. 1 when nothing is expected.

    Raises:
        ValueError: `mode` is another word, or `expected` is no list of strings.

    Example:
        >>> tool_trajectory(["search", "refund"], expected=["refund", "search"])["trajectory_match"].comment
        'expected calls in another order: search at place 1, where refund is expected'
    """
    called = list(ctx) if _is_name_list(ctx) else _spans.names_called(ctx)
    wanted = list(expected)
    missing, extra = _left_over(wanted, called), _left_over(called, wanted)
    matches = {
        "strict": called == wanted,
        "unordered": not missing and not extra,
        "subset": not extra,
        "superset": not missing,
    }[mode]
    happened = len(wanted) - missing.total()
    comment = _as_expected(mode, called, wanted) if matches else _difference(mode, called, wanted, missing, extra)
    comment += "" if called else _spans.no_kinds(ctx)
    correctness = happened / len(wanted) if wanted else 1.0
    share_comment = f"{happened} of {len(wanted)} expected calls happened" if wanted else "no calls expected"
    return Scores(
        [boolean_score(name, matches, comment), numeric_score("tool_correctness", correctness, share_comment)]
    )


def _as_expected(mode: str, called: list[str], wanted: list[str]) -> str:
    """Return what the calls were when they meet the mode."""
    made = plural(len(called), "call") if called else "no calls"
    if mode == "subset":
        return f"{made}, none but expected ones"
    if mode == "superset":
        more = len(called) - len(wanted)
        return f"{len(wanted)} of {len(wanted)} expected calls happened" + (f", and {more} more" if more else "")
    return f"{made}, as expected" + (", in any order" if mode == "unordered" else "")


def _is_name_list(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)


def _left_over(names: list[str], taken: list[str]) -> Counter[str]:
    """Return the names without those taken, each as often as it is left."""
    return Counter() if names == taken else Counter(names) - Counter(taken)


def _difference(mode: str, called: list[str], wanted: list[str], missing: Counter[str], extra: Counter[str]) -> str:
    """Return how the calls differ from those expected, as far as the mode minds."""
    problems = []
    if missing and mode != "subset":
        problems.append(f"missing: {_counted(missing)}")
    if extra and mode != "superset":
        problems.append(f"not expected: {_counted(extra)}")
    if problems:
        return "; ".join(problems)
    place = next(place for place, (made, meant) in enumerate(zip(called, wanted, strict=True)) if made != meant)
    return f"expected calls in another order: {called[place]} at place {place + 1}, where {wanted[place]} is expected"


def _counted(tools: Counter[str]) -> str:
    names = [f"{tool or '(no name)'}{f' ({times} times)' if times > 1 else ''}" for tool, times in tools.items()]
    return join_problems(names).replace("; ", ", ")


OUTPUT_TOKENS = (
    "gen_ai.usage.output_tokens",
    "gen_ai.usage.completion_tokens",
    "output_tokens",
    "completion_tokens",
)
INPUT_TOKENS = ("gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens", "input_tokens", "prompt_tokens")
FIRST_TOKEN_MS = ("time_to_first_token_ms", "gen_ai.server.time_to_first_token_ms")
FIRST_TOKEN_S = ("gen_ai.server.time_to_first_token",)


@declares("within_budget", "budget_used")
@check(
    reads=("metadata",),
    scores=(boolean("within_budget"), numeric("budget_used", higher_is_better=False, always=False)),
    none_disables=("max_output_tokens", "max_input_tokens", "max_duration_ms", "max_time_to_first_token_ms"),
)
def token_latency_budget(
    ctx: Any,
    *,
    max_output_tokens: Count | None = 2000,
    max_input_tokens: Count | None = None,
    max_duration_ms: Annotated[float, Between(0)] | None = 30000,
    max_time_to_first_token_ms: Annotated[float, Between(0)] | None = 5000,
    name: str = "within_budget",
) -> Scores:
    """Check that the call stays inside its token, duration and time to first token limits.

    Reads these span attributes, each with or without a type suffix (`_int`, `_float`, `_double`, `_bool`, `_str`,
    `_string`); the first of a line that holds a number of 0 or more counts:

    - output tokens: `gen_ai.usage.output_tokens`, `gen_ai.usage.completion_tokens`, `output_tokens`,
      `completion_tokens`
    - input tokens: `gen_ai.usage.input_tokens`, `gen_ai.usage.prompt_tokens`, `input_tokens`, `prompt_tokens`
    - duration: `duration_ms`
    - time to first token: `time_to_first_token_ms`, `gen_ai.server.time_to_first_token_ms` (milliseconds), then
      `gen_ai.server.time_to_first_token` (seconds)

    A span that reports none of them passes, and the comment says so.

    Args:
        ctx: The evaluation context (reads the metadata), or the metadata dict.
        max_output_tokens: Most output tokens, 0 or more. None: not checked.
        max_input_tokens: Most input tokens, 0 or more. None: not checked.
        max_duration_ms: Longest duration in milliseconds, 0 or more. None: not checked.
        max_time_to_first_token_ms: Longest time to the first token in milliseconds, 0 or more. None: not checked.
        name: Name of the primary score.

    Returns:
        within_budget (BOOLEAN): no limit was passed.
        budget_used (NUMERIC, 0 or more): the largest share of any limit; above 1 is over. Of a limit of 0, nothing used
        is 0 and anything else is 1 more than itself. Lower is better. Not returned when the span reports nothing that is
        checked.

    Raises:
        ValueError: A limit is no number of 0 or more (of tokens, no whole number).

    Example:
        >>> token_latency_budget({"gen_ai.usage.output_tokens": 500, "duration_ms": 1500})["budget_used"].value
        0.25
    """
    limits = (
        ("output tokens", _reported(ctx, *OUTPUT_TOKENS), max_output_tokens),
        ("input tokens", _reported(ctx, *INPUT_TOKENS), max_input_tokens),
        ("ms duration", _reported(ctx, "duration_ms"), max_duration_ms),
        ("ms to first token", _first_token_ms(ctx), max_time_to_first_token_ms),
    )
    checked = [(what, used, limit) for what, used, limit in limits if used is not None and limit is not None]
    if not checked:
        return Scores(
            [boolean_score(name, True, _nothing_checked([what for what, used, _ in limits if used is not None]))]
        )
    shown = [f"{_spans.amount(used)} {what}, at most {_spans.amount(limit)} allowed" for what, used, limit in checked]
    over = [line for line, (_, used, limit) in zip(shown, checked, strict=True) if used > limit]
    shares = [(_share_of(used, limit), what, limit) for what, used, limit in checked]
    largest, which, most = max(shares, key=lambda item: item[0])
    used_most = f"{largest:.0%} of the {_spans.amount(most)} {which} allowed"
    return Scores(
        [
            boolean_score(name, not over, join_problems(over or shown)),
            numeric_score("budget_used", largest, used_most, higher_is_better=False),
        ]
    )


def _nothing_checked(reported: list[str]) -> str:
    if reported:
        return f"nothing to check: of {' and '.join(reported)}, which the span reports, no limit is set"
    return "nothing to check: the span reports no tokens, no duration and no time to first token"


def _reported(ctx: Any, *names: str) -> float | None:
    """Return the first attribute that is a number of 0 or more: -1 is what some clients write for "unknown"."""
    found = (text.metadata_number(ctx, name) for name in names)
    return next((number for number in found if number is not None and number >= 0), None)


def _first_token_ms(ctx: Any) -> float | None:
    found = _reported(ctx, *FIRST_TOKEN_MS)
    if found is not None:
        return found
    seconds = _reported(ctx, *FIRST_TOKEN_S)
    return None if seconds is None else min(seconds * 1000, sys.float_info.max)


def _share_of(used: float, limit: float) -> float:
    if limit == 0:
        return used + 1 if used else 0.0
    try:
        return min(used / limit, sys.float_info.max)
    except OverflowError:  # a limit beyond any float
        return 0.0
