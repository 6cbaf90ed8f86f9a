"""Two trajectories compared by their messages' roles and tool calls: pure functions, shared by openevals and agentevals.

A verdict is whether they match, and if not, which message or call differs.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from oodle_eval.v1._json import dump_json
from oodle_eval_adapters._openai_messages import arguments_of, messages_of, openai_message
from oodle_eval_adapters._values import Tokens, same

__all__ = ["Rules", "Verdict", "match_of"]

Matcher = Callable[[Any, Any], bool]

MODES = ("strict", "unordered", "subset", "superset")
ARGUMENT_MODES = ("exact", "ignore", "subset", "superset")
# Roles that a message's dict can be read by as it is.
PLAIN_ROLES = frozenset({"user", "assistant", "tool", "system", "developer", "function"})
MISSING = object()


class Verdict(NamedTuple):
    """Whether two trajectories match, and what differs when they don't."""

    matches: bool
    comment: str | None = None


class Call(NamedTuple):
    """A tool call; its arguments may still be JSON text."""

    name: Any
    arguments: Any


class Rules:
    """How the arguments of two calls of a tool are compared.

    Args:
        mode: "exact", "ignore", or "subset" / "superset": the output's arguments are part of the reference's, or hold them.
        overrides: {tool: a mode, a list of argument paths that must be equal, or a function of both arguments}.
        missing_is_none: Whether a path that one side lacks equals None on the other, as agentevals has it.

    Raises:
        ValueError: A mode is none of these, or an override is something else.
    """

    def __init__(self, mode: Any, overrides: Mapping[str, Any] | None, *, missing_is_none: bool) -> None:
        if mode not in ARGUMENT_MODES:
            raise ValueError(f"tool_args_match_mode must be one of {', '.join(ARGUMENT_MODES)}, got {mode!r}")
        self.mode: str = mode
        # An empty override is none, as in openevals.
        self.overrides = {tool: override for tool, override in (overrides or {}).items() if override}
        self.missing_is_none = missing_is_none
        for tool, override in self.overrides.items():
            is_mode = isinstance(override, str) and override in ARGUMENT_MODES
            if not (is_mode or callable(override) or isinstance(override, list | tuple)):
                wanted = f"one of {', '.join(ARGUMENT_MODES)}, a list of argument names, or a function"
                raise ValueError(f"tool_args_match_overrides: {tool} must have {wanted}, got {override!r}")

    def of(self, tool: Any) -> str | Matcher:
        """Return "exact" or "ignore", which need no comparison of each with each, or a matcher."""
        rule: Any = self.overrides.get(tool, self.mode)
        if isinstance(rule, list | tuple):
            return self._on_paths(rule)
        if rule == "subset":
            return _is_part
        if rule == "superset":
            return lambda output, reference: _is_part(reference, output)
        exact_or_matcher: str | Matcher = rule
        return exact_or_matcher

    def _on_paths(self, paths: Sequence[str]) -> Matcher:
        def is_match(output: Any, reference: Any) -> bool:
            return all(self._agree(_at(output, path), _at(reference, path)) for path in paths)

        return is_match

    def _agree(self, first: Any, second: Any) -> bool:
        if self.missing_is_none:
            first, second = (None if value is MISSING else value for value in (first, second))
        return first is not MISSING and second is not MISSING and same(first, second)


def _is_part(part: Any, whole: Any) -> bool:
    """Return whether each argument of one call is in the other, with the same value."""
    if not isinstance(part, dict) or not isinstance(whole, dict):
        return same(part, whole)
    return all(key in whole and same(whole[key], value) for key, value in part.items())


def _at(arguments: Any, path: str) -> Any:
    """Return the argument at a dotted path, MISSING when there is none."""
    for part in path.split("."):
        if not isinstance(arguments, dict) or part not in arguments:
            return MISSING
        arguments = arguments[part]
    return arguments


def match_of(outputs: Any, reference: Any, mode: str, rules: Rules, *, is_swapped: bool = True) -> Verdict:
    """Return whether a trajectory matches its reference.

    Args:
        outputs: The trajectory: messages of any shape, or {"messages": [...]}.
        reference: The reference trajectory.
        mode: "strict": the same messages' roles in order, each with the same calls in any order; the others look at calls
            only: "unordered" the same calls, "subset" no other than the reference's, "superset" all of the reference's.
        rules: How arguments are compared.
        is_swapped: Whether a function of both arguments gets the output's first where the reference's calls are searched
            too. agentevals gives it the reference's first there.

    Raises:
        ValueError: One of the two is None or holds no messages.
    """
    messages, expected = messages_of(outputs, "outputs"), messages_of(reference, "reference_outputs")
    if mode == "strict":
        return _strict(messages, expected, rules)
    calls, wanted = _calls(messages), _calls(expected)
    if mode in {"unordered", "superset"}:
        missed = _unmatched(wanted, calls, rules, of_reference=True)
        if missed is not None:
            return Verdict(False, f"the reference's call {_shown(missed, calls)} is not made")
    if mode in {"unordered", "subset"}:
        extra = _unmatched(calls, wanted, rules, of_reference=not is_swapped)
        if extra is not None:
            return Verdict(False, f"the call {_shown(extra, wanted)} is not in the reference")
    return Verdict(True)


def _strict(messages: Sequence[Any], expected: Sequence[Any], rules: Rules) -> Verdict:
    """Return whether two trajectories have the same roles in order, and each message the same calls."""
    if len(messages) != len(expected):
        return Verdict(False, f"{len(messages)} messages, the reference has {len(expected)}")
    is_equality_enough = not rules.overrides
    for place, (message, wanted) in enumerate(zip(messages, expected, strict=True)):
        if is_equality_enough and _are_alike(message, wanted):
            continue
        (role, calls), (wanted_role, wanted_calls) = _read(message), _read(wanted)
        if role != wanted_role:
            return Verdict(False, f"message {place + 1} is from {role}, in the reference from {wanted_role}")
        if len(calls) != len(wanted_calls):
            return Verdict(False, f"message {place + 1} has {len(calls)} calls, in the reference {len(wanted_calls)}")
        extra = _unmatched(calls, wanted_calls, rules, of_reference=False)
        if extra is not None:
            return Verdict(
                False, f"message {place + 1}: the call {_shown(extra, wanted_calls)} is not in the reference"
            )
    return Verdict(True)


def _are_alike(message: Any, wanted: Any) -> bool:
    """Return whether two messages have the same role and calls at first sight, before their calls are read."""
    if type(message) is not dict or type(wanted) is not dict:
        return False
    try:
        return message == wanted or (
            message.get("role") == wanted.get("role")
            and message.get("role") in PLAIN_ROLES
            and message.get("tool_calls") == wanted.get("tool_calls")
            and not any("additional_kwargs" in one or isinstance(one.get("content"), list) for one in (message, wanted))
        )
    except Exception:  # noqa: BLE001 - too deep for Python, or a foreign `__eq__`
        return False


def _calls(messages: Iterable[Any]) -> list[Call]:
    return [call for message in messages for call in _read(message)[1]]


def _read(message: Any) -> tuple[str, Sequence[Call]]:
    """Return a message's role and its calls."""
    if type(message) is dict and message.get("role") in PLAIN_ROLES and not isinstance(message.get("content"), list):
        made = message.get("tool_calls") if message["role"] == "assistant" else None
        if not made and "additional_kwargs" not in message:
            return message["role"], ()
        if made and all(type(call) is dict and type(call.get("function")) is dict for call in made):
            return "assistant", [Call(call["function"].get("name"), call["function"].get("arguments")) for call in made]
    read = openai_message(message)
    calls = [call["function"] for call in read.get("tool_calls", ())]
    return read["role"], [Call(call["name"], call["arguments"]) for call in calls]


def _unmatched(wanted: Sequence[Call], offered: Sequence[Call], rules: Rules, *, of_reference: bool) -> Call | None:
    """Return the first wanted call that finds no partner of its own among those offered, None when each does.

    Each wanted call takes the first free partner that fits, as openevals does it. `of_reference` says whether the wanted calls
    are the reference's: a matcher gets the output's arguments first.
    """
    if rules.mode == "exact" and not rules.overrides and len(wanted) > 1:
        wanted, offered = _without_pairs(wanted, offered, _as_text)
        wanted, offered = _without_pairs(wanted, offered, _as_sorted_text)
    if not wanted:
        return None
    if rules.mode == "exact" and not rules.overrides and len(wanted) == len(offered) == 1:
        is_match = wanted[0].name == offered[0].name and same(_value(wanted[0].arguments), _value(offered[0].arguments))
        return None if is_match else wanted[0]
    pools = _Pools(offered, wanted, rules, of_reference=of_reference)
    return next((call for call in wanted if not pools.take(call)), None)


def _without_pairs(
    wanted: Sequence[Call], offered: Sequence[Call], text_of: Callable[[Call], Any]
) -> tuple[Sequence[Call], Sequence[Call]]:
    """Return two lists of calls without the pairs that have one text: these need no closer look."""
    if not wanted or not offered:
        return wanted, offered
    free: defaultdict[Any, list[Call]] = defaultdict(list)
    try:
        for call in reversed(offered):
            free[text_of(call)].append(call)
        missed = [call for call in wanted if not (texts := free[text_of(call)]) or not texts.pop()]
    except (TypeError, ValueError, RecursionError):  # arguments that have no text
        return wanted, offered
    return missed, [call for calls in free.values() for call in calls]


def _as_text(call: Call) -> tuple[Any, Any]:
    return call.name, call.arguments


def _as_sorted_text(call: Call) -> tuple[Any, str]:
    return call.name, json.dumps(arguments_of(call.arguments), sort_keys=True)


class _Pools:
    """The calls that are offered, by tool: counted where arguments are equal or not, listed where a matcher decides."""

    def __init__(self, offered: Sequence[Call], wanted: Sequence[Call], rules: Rules, *, of_reference: bool) -> None:
        self.of_reference = of_reference
        self.rules = {name: rules.of(name) for name in {call.name for call in wanted}}
        self.keys = _Keys()
        self.counted: Counter[Any] = Counter()
        self.listed: defaultdict[Any, list[Any]] = defaultdict(list)
        for call in offered:
            rule = self.rules.get(call.name)
            if callable(rule):
                self.listed[call.name].append(_value(call.arguments))
            elif rule is not None:
                self.counted[self._key(call, rule)] += 1

    def take(self, call: Call) -> bool:
        """Take a partner of a wanted call; return whether there was one."""
        rule = self.rules[call.name]
        if callable(rule):
            return self._take_listed(call, rule)
        key = self._key(call, rule)
        if self.counted[key] <= 0:
            return False
        self.counted[key] -= 1
        return True

    def _key(self, call: Call, rule: str) -> Any:
        return call.name if rule == "ignore" else (call.name, self.keys(call.arguments))

    def _take_listed(self, call: Call, matches: Matcher) -> bool:
        arguments, others = _value(call.arguments), self.listed[call.name]
        for place, other in enumerate(others):
            pair = (other, arguments) if self.of_reference else (arguments, other)
            if matches(*pair):
                del others[place]
                return True
        return False


class _Keys:
    """Keys of arguments: equal when the arguments are, whatever the layout of their text. Each text is parsed once."""

    def __init__(self) -> None:
        self.tokens = Tokens()
        self.known: dict[str, Any] = {}

    def __call__(self, arguments: Any) -> Any:
        if type(arguments) is not str:
            return self.tokens(_value(arguments))
        if arguments not in self.known:
            self.known[arguments] = self.tokens(arguments_of(arguments))
        return self.known[arguments]


def _value(arguments: Any) -> Any:
    """Return a call's arguments as the value that their JSON text stands for."""
    if isinstance(arguments, str | bytes) or not arguments:
        return arguments_of(arguments)
    try:
        return json.loads(json.dumps(arguments))
    except (TypeError, ValueError, RecursionError):
        return arguments


def _shown(call: Call, others: Sequence[Call]) -> str:
    """Return a call as a comment names it: with its place among others of its name, and which arguments differ."""
    value = _value(call.arguments)
    alike = [_value(other.arguments) for other in others if other.name == call.name]
    if len(alike) == 1 and isinstance(value, dict) and isinstance(alike[0], dict):
        keys = [*value, *(key for key in alike[0] if key not in value)]
        differing = [str(key) for key in keys if not same(value.get(key, MISSING), alike[0].get(key, MISSING))]
        if differing:
            return f"{call.name} (its {', '.join(differing)[:200]} differs)"
    return f"{call.name}({dump_json(value)[:200]})"
