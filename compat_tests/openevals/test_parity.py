"""openevals' deterministic evaluators beside ours, on generated cases: the same results, types included, sync and async.

What differs is on file in `deviations.toml`, with its reason.
"""

from __future__ import annotations

import asyncio
import copy
import importlib
import itertools
import random
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1]))
from _openevals_cases import (
    MATCH_SETTINGS,
    compare_trajectories,
    record,
    record_lists,
    seeded,
    trajectories_of,
    value,
    varied,
)

CASES = 2_000


def pair(module, name):
    """The same name of our module and theirs."""
    theirs = getattr(importlib.import_module(f"openevals.{module}"), name)
    return getattr(importlib.import_module(f"oodle_eval_adapters.openevals.{module}"), name), theirs


def outcome(call, **values):
    """A result, or the type of the error."""
    try:
        return typed(call(**copy.deepcopy(values)))
    except ValueError:
        return ValueError


def typed(result):
    """A result beside the type of its score: 1, 1.0 and True differ."""
    if isinstance(result, list):
        return [typed(item) for item in result]
    return type(result["score"]), result


def check(evaluators, cases):
    """Assert that both give the same for all cases; return how many distinct results there were."""
    (ours, theirs), (ours_async, theirs_async) = evaluators
    seen = set()
    for case in cases:
        expected = outcome(theirs, **case)
        assert outcome(ours, **case) == expected, case
        seen.add(repr(expected))

    async def compare():
        for case in cases:
            expected = typed(await theirs_async(**copy.deepcopy(case)))
            assert typed(await ours_async(**copy.deepcopy(case))) == expected, case

    cases = [case for case in cases if None not in case.values()]
    asyncio.run(compare())
    return len(seen)


def values_of(chance):
    first = value(chance, 3)
    return {"outputs": first, "reference_outputs": varied(chance, first) if chance.random() < 0.6 else value(chance, 3)}


def texts_of(chance):
    letters = "ab é\n😀"
    first = "".join(chance.choices(letters, k=chance.randint(0, 30)))
    second = "".join(char for char in first if chance.random() < 0.8) + "".join(
        chance.choices(letters, k=chance.randint(0, 3))
    )
    if chance.random() < 0.2:
        return values_of(chance)
    return {"outputs": first, "reference_outputs": second}


def test_exact_match():
    cases = [values_of(chance) for chance in seeded("exact", CASES)]
    assert check([pair("exact", "exact_match"), pair("exact", "exact_match_async")], cases) >= 2


def test_levenshtein_distance():
    cases = [texts_of(chance) for chance in seeded("levenshtein", CASES)]
    names = "levenshtein_distance", "levenshtein_distance_async"
    assert check([pair("string.levenshtein", name) for name in names], cases) > 100


class Letters:
    """A local deterministic embedding: how often each letter occurs, and one so that no vector is zero."""

    def embed_query(self, text):
        return [text.count(letter) for letter in "abcdefgh é"] + [1.0]

    async def aembed_query(self, text):
        await asyncio.sleep(0)
        return self.embed_query(text)


@pytest.mark.parametrize("algorithm", ["cosine", "dot_product"])
@pytest.mark.parametrize("given", ["object", "name"])
def test_embedding_similarity(monkeypatch, algorithm, given):
    import langchain.embeddings
    import openevals.string.embedding_similarity as theirs_module

    monkeypatch.setattr(theirs_module, "init_embeddings", lambda _: Letters())
    monkeypatch.setattr(langchain.embeddings, "init_embeddings", lambda _: Letters())
    evaluators = []
    for name in ("create_embedding_similarity_evaluator", "create_async_embedding_similarity_evaluator"):
        ours, theirs = pair("string.embedding_similarity", name)
        model = Letters() if given == "object" else "local:letters"
        evaluators.append((ours(model=model, algorithm=algorithm), theirs(model="local:letters", algorithm=algorithm)))
    cases = [texts_of(chance) for chance in seeded(f"embedding {algorithm}", CASES // 2)]
    assert check(evaluators, cases) > 20


JSON_SETTINGS = [
    {"aggregator": aggregator, "list_aggregator": over_list, "list_match_mode": mode, "exclude_keys": excluded}
    for aggregator, over_list, mode, excluded in itertools.product(
        (None, "all", "average"),
        ("all", "average"),
        ("superset", "subset", "same_elements", "ordered"),
        ([], ["a"], ["a", "b"]),
    )
]


def structures_of(chance):
    if chance.random() < 0.25:
        first = record(chance)
        return {"outputs": first, "reference_outputs": varied(chance, first)}
    longest, keys = chance.choice([(6, "abcde"), (6, ("a", "b_1", "")), (40, "abc")])
    first, second = record_lists(chance, longest, tuple(keys))
    return {"outputs": first, "reference_outputs": second}


@pytest.mark.parametrize("settings", JSON_SETTINGS, ids=lambda settings: "-".join(map(str, settings.values())))
def test_json_match(settings):
    """72 settings, 60 cases each: 4,320 in all."""
    ours, theirs = pair("json", "create_json_match_evaluator")
    for chance in seeded(f"json {settings}", 60):
        case = structures_of(chance)
        expected = outcome(theirs(**settings), **case)
        assert outcome(ours(**settings), **case) == expected, case


def test_json_match_async():
    """The same where theirs has no error of its own: without an aggregator it counts keys that some records lack otherwise."""
    ours, theirs = pair("json", "create_async_json_match_evaluator")
    made = [(ours(**settings), theirs(**settings), settings) for settings in JSON_SETTINGS]

    async def compare():
        for number, chance in enumerate(seeded("json async", CASES)):
            our, their, settings = made[number % len(made)]
            case = structures_of(chance)
            if settings["aggregator"] is None and isinstance(case["outputs"], list):
                their = pair("json", "create_json_match_evaluator")[1](**settings)
                expected = typed(their(**copy.deepcopy(case)))
            else:
                expected = typed(await their(**copy.deepcopy(case)))
            assert typed(await our(**case)) == expected, (settings, case)

    asyncio.run(compare())


@pytest.mark.parametrize("few", [0, 32])
@pytest.mark.parametrize("mode", ["superset", "subset", "same_elements"])
def test_json_match_of_long_lists_of_like_records(monkeypatch, few, mode):
    """Where many records have the same values, so that they are counted rather than looked up."""
    from oodle_eval_adapters.openevals.json import _pairing

    monkeypatch.setattr(_pairing, "FEW", few)
    ours, theirs = pair("json", "create_json_match_evaluator")
    settings = {"aggregator": "average", "list_aggregator": "average", "list_match_mode": mode}
    for chance in seeded(f"long {mode}", 6):
        lists = [
            [
                {key: chance.choice((1, 2, "x", None)) for key in chance.sample("abcd", 3)}
                for _ in range(chance.randint(60, 90))
            ]
            for _ in range(2)
        ]
        case = {"outputs": lists[0], "reference_outputs": lists[1]}
        assert ours(**settings)(**case) == theirs(**settings)(**case)


@pytest.mark.parametrize("mode", ["strict", "unordered", "subset", "superset"])
def test_trajectory_match(mode):
    """Four argument modes and six overrides a mode, 720 cases each."""
    ours = importlib.import_module("oodle_eval_adapters.openevals.trajectory.match").create_trajectory_match_evaluator
    theirs = importlib.import_module("openevals.trajectory.match").create_trajectory_match_evaluator
    scores = []
    for settings in MATCH_SETTINGS:
        if settings["trajectory_match_mode"] == mode:
            our, their = ours(**settings), theirs(**settings)
            for chance in seeded(f"openevals {settings}", 30):
                scores.append(compare_trajectories(our, their, trajectories_of(chance)))
    assert 0.02 < sum(scores) / len(scores) < 0.98


def test_trajectory_match_async():
    name = "create_async_trajectory_match_evaluator"
    ours = getattr(importlib.import_module("oodle_eval_adapters.openevals.trajectory.match"), name)
    theirs = getattr(importlib.import_module("openevals.trajectory.match"), name)
    made = [(ours(**settings), theirs(**settings)) for settings in MATCH_SETTINGS]

    async def compare():
        for number, chance in enumerate(seeded("openevals async", CASES)):
            our, their = made[number % len(made)]
            case = trajectories_of(chance)
            expected = await their(**copy.deepcopy(case))
            assert {**(await our(**case)), "comment": None} == expected, case

    asyncio.run(compare())


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("strict", "trajectory_strict_match"),
        ("unordered", "trajectory_unordered_match"),
        ("subset", "trajectory_subset"),
        ("superset", "trajectory_superset"),
    ],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_deprecated_trajectory_evaluators(module, name):
    ours = importlib.import_module(f"oodle_eval_adapters.openevals.trajectory.{module}")
    theirs = importlib.import_module(f"openevals.trajectory.{module}")
    for chance in seeded(f"openevals {name}", 300):
        case = trajectories_of(chance)
        compare_trajectories(getattr(ours, name), getattr(theirs, name), case)
        expected = asyncio.run(getattr(theirs, f"{name}_async")(**copy.deepcopy(case)))
        got = asyncio.run(getattr(ours, f"{name}_async")(**case))
        assert {**got, "comment": None} == expected


def test_deprecated_evaluators_warn():
    from oodle_eval_adapters.openevals.trajectory.strict import trajectory_strict_match

    with pytest.warns(DeprecationWarning, match="create_trajectory_match_evaluator"):
        trajectory_strict_match(outputs=[], reference_outputs=[])


def test_strict_match_without_arguments():
    from oodle_eval_adapters.openevals.trajectory.strict import trajectory_strict_match

    calls = [
        [
            {
                "role": "assistant",
                "content": "",
                "tool_calls": [{"id": "1", "function": {"name": "f", "arguments": text}}],
            }
        ]
        for text in ('{"a": 1}', '{"a": 2}')
    ]
    with pytest.warns(DeprecationWarning, match="deprecated"):
        assert trajectory_strict_match(outputs=calls[0], reference_outputs=calls[1])["score"] is False
    with pytest.warns(DeprecationWarning, match="deprecated"):
        got = trajectory_strict_match(outputs=calls[0], reference_outputs=calls[1], tool_call_args_exact_match=False)
    assert got["score"] is True


def test_seeds_are_independent_of_the_order():
    assert seeded("a", 3)[2].random() == random.Random("a 2").random()
