"""Seeded cases for the parity tests: JSON values, records, lists of records, messages and trajectories."""

from __future__ import annotations

import copy
import itertools
import json
import random

KEYS = ("a", "b", "c", "d_1", "é")
SCALARS = (0, 1, 2, 1.0, 0.5, True, False, None, "", "x", "y", "long text", -3, 10**20)


def value(chance, depth=2):
    """A JSON value, small ones often equal."""
    drawn = chance.random()
    if depth == 0 or drawn < 0.7:
        return chance.choice(SCALARS)
    if drawn < 0.85:
        return [value(chance, depth - 1) for _ in range(chance.randint(0, 3))]
    return record(chance, depth - 1)


def record(chance, depth=1, keys=KEYS):
    return {key: value(chance, depth) for key in chance.sample(keys, chance.randint(0, len(keys)))}


def varied(chance, item):
    """A copy with something changed, or not."""
    item = copy.deepcopy(item)
    if isinstance(item, dict) and item and chance.random() < 0.6:
        key = chance.choice(list(item))
        if chance.random() < 0.3:
            del item[key]
        else:
            item[key] = value(chance)
    return item


def record_lists(chance, longest=6, keys=KEYS):
    """Two lists of records that are alike: reordered, cut, with records changed."""
    first = [record(chance, keys=keys) for _ in range(chance.randint(0, longest))]
    second = [varied(chance, item) if chance.random() < 0.5 else copy.deepcopy(item) for item in first]
    if chance.random() < 0.5:
        chance.shuffle(second)
    if chance.random() < 0.3:
        second += [record(chance, keys=keys) for _ in range(chance.randint(0, 2))]
    if chance.random() < 0.3:
        second = second[chance.randint(0, len(second)) :]
    return (first, second) if chance.random() < 0.5 else (second, first)


TOOLS = ("search", "book", "pay")


def call(chance, number):
    arguments = record(chance, depth=1, keys=("city", "day", "n"))
    return {
        "id": f"call_{number}",
        "type": "function",
        "function": {"name": chance.choice(TOOLS), "arguments": json.dumps(arguments)},
    }


def message(chance, number):
    role = chance.choice(("user", "assistant", "assistant", "assistant", "tool", "system"))
    made = {"role": role, "content": chance.choice(("", "hi", "done", None if role == "assistant" else "x"))}
    if role == "tool" and chance.random() < 0.8:
        made["tool_call_id"] = f"call_{number}"
    if role == "assistant" and chance.random() < 0.8:
        made["tool_calls"] = [call(chance, 10 * number + place) for place in range(chance.randint(0, 3))]
    if chance.random() < 0.2:
        made["id"] = f"m{number}"
    return made


def trajectories(chance):
    """Two trajectories that are alike."""
    first = [message(chance, number) for number in range(chance.randint(0, 5))]
    second = copy.deepcopy(first)
    for item in second:
        calls = item.get("tool_calls") or []
        for made in calls:
            if chance.random() < 0.25:
                arguments = json.loads(made["function"]["arguments"])
                made["function"]["arguments"] = json.dumps(varied(chance, arguments), indent=chance.choice((None, 1)))
        if calls and chance.random() < 0.3:
            chance.shuffle(calls)
        if calls and chance.random() < 0.15:
            calls.pop()
        if chance.random() < 0.05:
            item["role"] = "user"
    if chance.random() < 0.2:
        chance.shuffle(second)
    if second and chance.random() < 0.15:
        second.pop()
    return (first, second) if chance.random() < 0.5 else (second, first)


def seeded(name, count):
    """Random generators for so many cases of a name."""
    return [random.Random(f"{name} {number}") for number in range(count)]


def shorter(output, reference):
    return len(output) <= len(reference)


OVERRIDES = [
    None,
    {"search": "ignore"},
    {"search": ["city"], "book": ["day", "n"]},
    {"search": shorter, "pay": "superset"},
    {"search": []},
    {"book": ["n.a"]},
]
MATCH_SETTINGS = [
    {"trajectory_match_mode": mode, "tool_args_match_mode": arguments, "tool_args_match_overrides": overrides}
    for mode, arguments, overrides in itertools.product(
        ("strict", "unordered", "subset", "superset"), ("exact", "ignore", "subset", "superset"), OVERRIDES
    )
]


def as_langchain(messages):
    from langchain_core.messages import convert_to_messages

    whole = [{**message, "content": message["content"] or ""} for message in messages]
    return convert_to_messages(
        [{**m, "tool_call_id": m.get("tool_call_id", "")} if m["role"] == "tool" else m for m in whole]
    )


def trajectories_of(chance):
    first, second = trajectories(chance)
    if chance.random() < 0.3:
        first = as_langchain(first)
    if chance.random() < 0.2:
        second = {"messages": second}
    return {"outputs": first, "reference_outputs": second}


def compare_trajectories(ours, theirs, case):
    expected = theirs(**copy.deepcopy(case))
    before = repr(case)
    got = ours(**case)
    assert repr(case) == before, "the input was changed"
    assert {**got, "comment": None} == expected, case
    assert type(got["score"]) is bool
    assert (got["comment"] is None) == got["score"], "a mismatch says what differs, as theirs does not"
    return got["score"]
