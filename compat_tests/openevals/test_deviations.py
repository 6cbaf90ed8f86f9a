"""Each deviation on file, shown against the installed package: what theirs does is asserted too, so that a new version shows."""

from __future__ import annotations

import asyncio
import copy
import json
import logging
import os
import sys
import time
import tomllib
from pathlib import Path

import agentevals.graph_trajectory.strict
import agentevals.trajectory.match
import openevals.code.base
import openevals.code.mypy
import openevals.code.pyright
import openevals.exact
import openevals.json
import openevals.simulators
import openevals.string
import openevals.string.embedding_similarity
import openevals.trajectory.match
import pytest

import oodle_eval_adapters.agentevals.graph_trajectory.strict
import oodle_eval_adapters.agentevals.trajectory.match
import oodle_eval_adapters.openevals.code.mypy
import oodle_eval_adapters.openevals.code.pyright
import oodle_eval_adapters.openevals.exact
import oodle_eval_adapters.openevals.json
import oodle_eval_adapters.openevals.simulators
import oodle_eval_adapters.openevals.string
import oodle_eval_adapters.openevals.trajectory.match  # noqa: F401 - ours.trajectory.match
from oodle_eval_adapters import agentevals as our_agentevals
from oodle_eval_adapters import openevals as ours
from oodle_eval_adapters.openevals.code._extraction import code_in_fences

ON_FILE = tomllib.loads((Path(__file__).parent / "deviations.toml").read_text())


def nested(depth, end=1):
    for _ in range(depth):
        end = [end]
    return end


def both(outputs, reference, **values):
    return {"outputs": outputs, "reference_outputs": reference, **values}


def raises(error, call, **values):
    with pytest.raises(error):
        call(**values)


def exact_match_of_deep_values():
    raises(RecursionError, openevals.exact.exact_match, **both(nested(5_000), nested(5_000)))
    assert ours.exact.exact_match(**both(nested(20_000), nested(20_000)))["score"] is True
    assert ours.exact.exact_match(**both(nested(20_000), nested(20_000, 2)))["score"] is False


def exact_match_of_what_is_no_json():
    for value, other in (({1, 2}, {1, 3}), (b"a", b"b"), ({1: 1, "a": 2}, {1: 1, "a": 3}), (object(), object())):
        raises(TypeError, openevals.exact.exact_match, **both(value, value))
        assert ours.exact.exact_match(**both(value, value))["score"] is True
        assert ours.exact.exact_match(**both(value, other))["score"] is False


def levenshtein_of_long_texts():
    first, second = "abcde" * 20_000, "abcdf" * 20_000
    start = time.process_time()
    assert ours.string.levenshtein_distance(**both(first, second))["score"] == pytest.approx(0.8)
    assert time.process_time() - start < 5  # half a second alone; theirs would need 40 GB


def levenshtein_of_what_is_no_json():
    raises(TypeError, openevals.string.levenshtein_distance, **both({1}, {1}))
    raises(RecursionError, openevals.string.levenshtein_distance, **both(nested(5_000), "a"))
    assert ours.string.levenshtein_distance(**both({1}, {1}))["score"] == 1.0
    assert ours.string.levenshtein_distance(**both(nested(5_000), nested(5_000)))["score"] == 1.0


def similar(vectors):
    return ours.string.create_embedding_similarity_evaluator(model=vectors.get)(**both("a", "b"))


def embeddings_of_two_lengths():
    assert openevals.string.embedding_similarity._handle_embedding_outputs("cosine", [1, 0, 9], [1, 0]) == 0.11
    with pytest.raises(ValueError, match="got 3 and 2"):
        similar({"a": [1, 0, 9], "b": [1, 0]})


def embedding_without_direction():
    with pytest.raises(ZeroDivisionError):
        openevals.string.embedding_similarity._handle_embedding_outputs("cosine", [0, 0], [1, 0])
    result = similar({"a": [0, 0], "b": [1, 0]})
    assert (result["score"], "direction" in result["comment"]) == (0.0, True)


def embedding_given_as_an_object():
    with pytest.raises(Exception):  # noqa: B017 - whatever LangChain makes of it
        openevals.string.create_embedding_similarity_evaluator(model=len)(**both("a", "b"))
    assert similar({"a": [1, 0], "b": [1, 0]})["score"] == 1.0
    given = ours.string.create_embedding_similarity_evaluator(embeddings=lambda _: [1.0])
    assert given(**both("a", "b"))["score"] == 1.0


def json_scores(outputs, reference, package=ours, **settings):
    results = package.json.create_json_match_evaluator(**settings)(**both(outputs, reference))
    return {result["key"].partition(":")[2]: result["score"] for result in results}


def json_match_of_json_text():
    raises(AttributeError, openevals.json.create_json_match_evaluator(), **both('{"a": 1}', {"a": 1}))
    assert json_scores('{"a": 1, "b": 2}', {"a": 1, "b": 3}) == {"a": 1, "b": 0}
    assert json_scores({"a": 1}, '{"a": 1}') == {"a": 1}
    assert json_scores("no JSON", {"a": 1}) == {"a": 0}
    assert json_scores("no JSON", [{"a": 1}], aggregator="average") == {"average": 0}
    with pytest.raises(ValueError, match="reference_outputs must be"):
        json_scores({"a": 1}, "no JSON")


def json_match_of_deep_values():
    raises(
        RecursionError, openevals.json.create_json_match_evaluator(), **both({"a": nested(5_000)}, {"a": nested(5_000)})
    )
    assert json_scores({"a": nested(20_000)}, {"a": nested(20_000)}) == {"a": 1}
    assert json_scores([{"a": nested(20_000)}], [{"a": nested(20_001)}]) == {"a": 0}


def json_match_of_lists_of_values():
    raises(AttributeError, openevals.json.create_json_match_evaluator(), **both([1, 2], [1, 2]))
    assert json_scores([1, 2], [2, 1]) == {"item": 1}
    assert json_scores([1, 2], [2, 3], list_aggregator="average") == {"item": 0.5}


def json_match_of_one_list():
    raises(AttributeError, openevals.json.create_json_match_evaluator(), **both({"a": 1}, [{"a": 1}]))
    raises(ValueError, openevals.json.create_json_match_evaluator(), **both([{"a": 1}], {"a": 1}))
    raises(ValueError, ours.json.create_json_match_evaluator(), **both({"a": 1}, [{"a": 1}]))
    raises(ValueError, ours.json.create_json_match_evaluator(), **both([{"a": 1}], {"a": 1}))


def json_match_with_inputs():
    raises(TypeError, openevals.json.create_json_match_evaluator(), **both({"a": 1}, {"a": 1}, inputs="q"))
    assert ours.json.create_json_match_evaluator()(**both({"a": 1}, {"a": 1}, inputs="q"))[0]["score"] == 1


def json_match_of_nan():
    nan = float("nan")
    assert json_scores({"a": nan}, {"a": nan}, openevals) == {"a": 0}
    assert json_scores({"a": [nan]}, {"a": [nan]}, openevals) == {"a": 1}
    assert json_scores({"a": nan}, {"a": float("nan")}) == {"a": 1}
    assert json_scores({"a": nan}, {"a": 1.0}) == {"a": 0}


def json_match_async_counts_missing_keys():
    case = both([{"a": 1, "b": 1}, {"a": 1, "b": 1}, {"b": 1}], [{"a": 1, "b": 1}, {"a": 1, "b": 1}, {"b": 1}])
    settings = {"list_aggregator": "average"}
    scores = [
        [result["score"] for result in results]
        for results in (
            openevals.json.create_json_match_evaluator(**settings)(**case),
            asyncio.run(openevals.json.create_async_json_match_evaluator(**settings)(**case)),
            ours.json.create_json_match_evaluator(**settings)(**case),
            asyncio.run(ours.json.create_async_json_match_evaluator(**settings)(**case)),
        )
    ]
    assert scores == [[2 / 3, 1.0], [1.0, 1.0], [2 / 3, 1.0], [2 / 3, 1.0]]


def json_match_with_an_unknown_setting():
    for setting in ({"aggregator": "mean"}, {"list_match_mode": "any"}, {"list_aggregator": "mean"}):
        openevals.json.create_json_match_evaluator(**setting)(**both([{"a": 1}], [{"a": 1}]))
        with pytest.raises(ValueError, match="must be one of"):
            ours.json.create_json_match_evaluator(**setting)


def json_match_of_long_lists():
    first = [{"id": n, "kind": n % 3, "note": f"n{n}"} for n in range(20_000)]
    second = [{**record, "kind": 7} if record["id"] % 10 == 0 else record for record in first]
    start = time.process_time()
    got = json_scores(first, second, aggregator="average", list_aggregator="average")
    assert got == {"average": pytest.approx(0.9 + 0.1 * 2 / 3)}
    assert time.process_time() - start < 5


def saying(*arguments, name="f", role="assistant"):
    calls = [
        {"id": str(place), "type": "function", "function": {"name": name, "arguments": text}}
        for place, text in enumerate(arguments)
    ]
    return [{"role": role, "content": "", "tool_calls": calls}]


def matcher(package, mode="strict", **settings):
    return package.trajectory.match.create_trajectory_match_evaluator(trajectory_match_mode=mode, **settings)


def trajectory_of_none():
    for package, mine in ((openevals, ours), (agentevals, our_agentevals)):
        for mode in ("strict", "unordered", "subset", "superset"):
            assert matcher(package, mode)(**both(None, None))["score"] is True
            for case in (both(None, None), both([], None), both(None, [])):
                raises(ValueError, matcher(mine, mode), **case)
            assert matcher(mine, mode)(**both([], []))["score"] is True
        assert matcher(package, "superset")(**both(saying("{}"), None))["score"] is True


def trajectory_mismatch_has_a_comment():
    case = both(saying('{"city": "Rome", "n": 1}'), saying('{"city": "Bern", "n": 1}'))
    for mode in ("strict", "unordered", "subset", "superset"):
        assert matcher(openevals, mode)(**case)["comment"] is None
        assert "f (its city differs)" in matcher(ours, mode)(**case)["comment"]
    assert matcher(ours)(**both([], saying("{}")))["comment"] == "0 messages, the reference has 1"
    assert "from user" in matcher(ours)(**both([{"role": "user", "content": ""}], saying("{}")))["comment"]
    missed = matcher(ours, "superset")(**both([], saying("{}", name="pay")))
    assert missed["comment"] == "the reference's call pay({}) is not made"


def trajectory_with_malformed_arguments():
    for mode in ("strict", "unordered", "subset", "superset"):
        case = both(saying('{"a": 1'), saying('{"a": 1'))
        raises(json.JSONDecodeError, matcher(openevals, mode), **case)
        assert matcher(ours, mode)(**case)["score"] is True
        assert matcher(ours, mode)(**both(saying('{"a": 1'), saying('{"a": 1}')))["score"] is False


def trajectory_without_arguments():
    for text in ("", None, "null"):
        for mode in ("strict", "unordered"):
            case = both(saying(text), saying("{}"))
            raises(Exception, matcher(openevals, mode), **case)
            assert matcher(ours, mode)(**case)["score"] is True


def trajectory_with_nan():
    case = both(saying('{"x": NaN}'), saying('{"x": NaN}'))
    for family in (openevals, ours):
        assert matcher(family)(**case)["score"] is True
    assert matcher(openevals, tool_args_match_mode="subset")(**case)["score"] is False
    assert matcher(ours, tool_args_match_mode="subset")(**case)["score"] is True


def trajectory_as_text():
    case = both(json.dumps(saying("{}")), saying("{}"))
    raises(ValueError, matcher(openevals), **case)
    assert matcher(ours)(**case)["score"] is True
    raises(ValueError, matcher(ours), **both("just a reply", saying("{}")))


def trajectory_with_an_unknown_override():
    settings = {"tool_args_match_overrides": {"f": "exactly"}}
    assert matcher(openevals, **settings)(**both(saying('{"a": 1}'), saying('{"a": 2}')))["score"] is True
    with pytest.raises(ValueError, match="f must have one of exact, ignore"):
        matcher(ours, **settings)


def agentevals_changes_its_input():
    messages = [
        {"role": "assistant", "tool_calls": [{"type": "function", "function": {"name": "f", "arguments": "{}"}}]}
    ]
    for package, changes in ((agentevals, True), (our_agentevals, False)):
        given = copy.deepcopy(messages)
        matcher(package)(**both(given, copy.deepcopy(messages)))
        assert (given != messages) is changes


def graph_trajectory_without_steps():
    case = both({"results": []}, {"results": []})
    raises(KeyError, agentevals.graph_trajectory.strict.graph_trajectory_strict_match, **case)
    with pytest.raises(ValueError, match="steps"):
        our_agentevals.graph_trajectory.strict.graph_trajectory_strict_match(**case)


NOTED = "x: int = 1\nreveal_type(x)\n"


def mypy_notes():
    theirs = openevals.code.mypy.create_mypy_evaluator()(outputs=NOTED)
    assert (theirs["score"], "note:" in theirs["comment"]) == (False, True)
    assert ours.code.mypy.create_mypy_evaluator()(outputs=NOTED)["score"] is True


def mypy_that_can_not_run():
    wrong = {"mypy_cli_args": ["--no-such-flag"]}
    assert openevals.code.mypy.create_mypy_evaluator(**wrong)(outputs="x = 1")["score"] is True
    with pytest.raises(ValueError, match="no-such-flag"):
        ours.code.mypy.create_mypy_evaluator(**wrong)(outputs="x = 1")


def mypy_names_the_file():
    code = "x: int = 'a'\n"
    first, second = (openevals.code.mypy.create_mypy_evaluator()(outputs=code)["comment"] for _ in range(2))
    assert first != second
    got = ours.code.mypy.create_mypy_evaluator()(outputs=code)["comment"]
    assert got.startswith("python_file.py:1: error:")


def type_checker_with_a_time_limit():
    for module, name in ((ours.code.mypy, "mypy"), (ours.code.pyright, "pyright")):
        start = time.process_time()
        result = getattr(module, f"create_{name}_evaluator")(timeout=0.05)(outputs="x = 1")
        assert result["score"] is None
        assert result["comment"] == f"{name} took longer than 0.05 s"
        assert time.process_time() - start < 5


def code_fences_with_spaces_behind():
    for text in ("```python \nx = 1\n```", "```python\r\nx = 1\n```\r\n"):
        assert openevals.code.base._extract_code_from_markdown_code_blocks(text) is None
        assert code_in_fences(text) == "x = 1\n"


def code_from_a_message_of_blocks():
    blocks = [{"type": "image_url", "image_url": {"url": "x"}}, {"type": "text", "text": "```\nx = 1\n```"}]
    message = {"role": "assistant", "content": blocks}
    settings = {"code_extraction_strategy": "markdown_code_blocks"}
    raises(TypeError, openevals.code.mypy.create_mypy_evaluator(**settings), outputs=message)
    assert ours.code.mypy.create_mypy_evaluator(**settings)(outputs=message)["score"] is True


def simulate(package, **settings):
    settings = {
        "app": lambda *_, **__: {"role": "assistant", "content": "yes"},
        "user": ["hi"],
        "max_turns": 1,
    } | settings
    return package.simulators.run_multiturn_simulation(**settings)


def broken(**_):
    raise KeyError("broken")


def simulation_evaluator_that_raises(capsys, caplog):
    with caplog.at_level(logging.ERROR):
        for package in (openevals, ours):
            assert simulate(package, trajectory_evaluators=[broken])["evaluator_results"] == []
    assert capsys.readouterr().out.count("broken") > 0
    assert "KeyError" in caplog.text
    simulate(ours, trajectory_evaluators=[broken])
    assert capsys.readouterr().out == ""


def simulation_with_text_answers():
    raises(ValueError, simulate, package=openevals, app=lambda *_, **__: "yes")
    messages = simulate(ours, app=lambda *_, **__: "yes")["trajectory"]
    assert [(message["role"], message["content"]) for message in messages] == [("user", "hi"), ("assistant", "yes")]


async def answering(*_, **__):
    return {"role": "assistant", "content": "yes"}


def async_simulation_with_sync_functions():
    settings = {"app": answering, "user": ["hi", "ho"], "stopping_condition": lambda _, turn_counter: turn_counter == 2}
    with pytest.raises(TypeError):
        asyncio.run(openevals.simulators.run_multiturn_simulation_async(**settings))
    scoring = [lambda *, outputs, **_: {"key": "n", "score": len(outputs)}]
    got = asyncio.run(ours.simulators.run_multiturn_simulation_async(**settings, trajectory_evaluators=scoring))
    assert got["evaluator_results"] == [{"key": "n", "score": 4}]


@pytest.fixture(autouse=True)
def _type_checkers_on_the_path(monkeypatch):
    """openevals runs `mypy` and `pyright` by name."""
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.parametrize("name", ON_FILE)
def test_deviation(name, capsys, caplog):
    assert set(ON_FILE[name]) == {"theirs", "ours", "why"}
    shown = globals()[name]
    shown(capsys, caplog) if shown is simulation_evaluator_that_raises else shown()
