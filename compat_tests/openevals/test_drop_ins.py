"""The drop-ins in their surroundings: simulations, type checkers, judges, hostile inputs, the documents' examples."""

from __future__ import annotations

import asyncio
import functools
import inspect
import json
import os
import re
import sys
import time
import types
from pathlib import Path

import openevals.code.mypy
import openevals.code.pyright
import openevals.json
import openevals.simulators
import pytest
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.runnables import RunnableLambda

from oodle_eval_adapters.openevals.code import mypy as our_mypy
from oodle_eval_adapters.openevals.code import pyright as our_pyright
from oodle_eval_adapters.openevals.exact import exact_match
from oodle_eval_adapters.openevals.json import create_async_json_match_evaluator, create_json_match_evaluator
from oodle_eval_adapters.openevals.simulators import run_multiturn_simulation, run_multiturn_simulation_async
from oodle_eval_adapters.openevals.string import levenshtein_distance
from oodle_eval_adapters.openevals.trajectory.match import create_trajectory_match_evaluator
from oodle_eval_adapters.openevals.types import EvaluatorResult, SimpleEvaluator
from oodle_eval_adapters.openevals.utils import _arun_evaluator, _run_evaluator

sys.path.append(str(Path(__file__).parents[1]))
from _openevals_cases import seeded

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@pytest.fixture(autouse=True)
def _type_checkers_on_the_path(monkeypatch):
    """openevals runs `mypy` and `pyright` by name."""
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")


# Simulations


def answers(chance):
    """What an app may return, of all shapes."""
    number = chance.randint(0, 3)
    call = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": '{"a":1}'}}
    return chance.choice(
        [
            {"role": "assistant", "content": f"answer {number}"},
            {"role": "assistant", "content": f"answer {number}", "id": f"id{number}"},
            {"role": "assistant", "content": None, "tool_calls": [call], "refusal": "no", "name": "bot", "extra": 1},
            {"role": "assistant", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]},
            {"role": "tool", "content": "found", "tool_call_id": "c1"},
            {"role": "ai", "content": "hello"},
            {"type": "ai", "content": "hello", "tool_calls": [{"name": "f", "args": {"é": 1}, "id": "c2"}]},
            AIMessage("hi", id=f"m{number}"),
            AIMessage([{"type": "text", "text": "x"}, {"type": "tool_use", "id": "t", "name": "f", "input": {"a": 1}}]),
            AIMessage("", tool_calls=[{"name": "f", "args": {"a": [1, None]}, "id": "c3"}]),
            ToolMessage("result", tool_call_id="c9"),
            HumanMessage(["a", {"type": "text", "text": "b"}], name="ann"),
        ]
    )


def without_random_ids(result):
    trajectory = [{**m, "id": "?" if UUID.fullmatch(m["id"]) else m["id"]} for m in result["trajectory"]]
    return {**result, "trajectory": trajectory}


def scores(*, outputs, reference_outputs, **_):
    return [{"key": "length", "score": len(outputs)}, {"key": "reference", "score": reference_outputs}]


def simulated(run, chance, is_async=False):
    """Run a simulation with everything drawn from `chance`."""
    user = chance.choice([["hi", {"role": "user", "content": "ho"}, HumanMessage("hm", id="h")], None])

    def app(message, *, thread_id, **_):
        assert (message["role"] != "", thread_id) == (True, "t")
        return answers(chance)

    def talk(trajectory, *, thread_id, turn_counter, **_):
        return {"role": "user", "content": f"{len(trajectory)} {turn_counter} {thread_id}"}

    def stop(trajectory, *, turn_counter, **_):
        return turn_counter == 2 or len(trajectory) > 3

    def evaluator(**values):
        return scores(**values)[0] if "x" in str(values["outputs"]) else scores(**values)

    functions = [app, user or talk, stop, evaluator]
    if is_async:
        functions = [one if isinstance(one, list) else as_async(one) for one in functions]
    settings = {
        "app": functions[0],
        "user": functions[1],
        "thread_id": "t",
        "reference_outputs": chance.choice([None, 1]),
    }
    settings |= chance.choice(
        [{"max_turns": 3}, {"max_turns": 1}, {"stopping_condition": functions[2]}, {"max_turns": 0}]
    )
    return run(**settings, trajectory_evaluators=[functions[3]])


def as_async(function):
    @functools.wraps(function)
    async def run(*args, **kwargs):
        await asyncio.sleep(0)
        return function(*args, **kwargs)

    return run


def test_simulations_are_theirs():
    theirs = openevals.simulators.run_multiturn_simulation
    for first, second in zip(seeded("simulation", 300), seeded("simulation", 300), strict=True):
        assert without_random_ids(simulated(run_multiturn_simulation, first)) == without_random_ids(
            simulated(theirs, second)
        )


def test_async_simulations_are_theirs():
    theirs = openevals.simulators.run_multiturn_simulation_async

    async def compare():
        for first, second in zip(seeded("simulation", 150), seeded("simulation", 150), strict=True):
            got = await simulated(run_multiturn_simulation_async, first, is_async=True)
            expected = await simulated(theirs, second, is_async=True)
            assert without_random_ids(got) == without_random_ids(expected)

    asyncio.run(compare())


@pytest.mark.parametrize("settings", [{}, {"max_turns": 5}])
def test_a_simulation_that_can_not_end_or_go_on_is_an_error(settings):
    for run in (run_multiturn_simulation, openevals.simulators.run_multiturn_simulation):
        with pytest.raises(ValueError):
            run(app=lambda *_, **__: {"role": "assistant", "content": ""}, user=["only one"], **settings)


# Type checkers

CODES = [
    "\ndef sum_of_two_numbers(a, b): return a + b\n",
    "x: int = 'a'\ny: str = 1\n",
    "def f(:\n",
    "import no_such_package\n",
]


@pytest.mark.parametrize("name", ["pyright", "mypy"])
@pytest.mark.parametrize("code", CODES)
def test_type_checkers_are_theirs(name, code):
    def plain(result):
        return {**result, "comment": re.sub(r"python_file\.py:[^:]*\.py:", "python_file.py:", result["comment"])}

    ours, theirs = {"pyright": our_pyright, "mypy": our_mypy}[name], getattr(openevals.code, name)
    expected = plain(getattr(theirs, f"create_{name}_evaluator")()(outputs=code))
    assert getattr(ours, f"create_{name}_evaluator")()(outputs=code) == expected
    if code == CODES[1]:
        assert asyncio.run(getattr(ours, f"create_async_{name}_evaluator")()(outputs={"content": code})) == expected


FENCES = (
    "```",
    "```python",
    "```bash",
    "```json",
    "text",
    "x = 1",
    "",
    "````",
    "```py x",
    "  ```",
    "```é",
    "a```",
    "```sh",
)


def test_the_code_of_fences_is_theirs():
    from openevals.code.base import _extract_code_from_markdown_code_blocks as theirs

    from oodle_eval_adapters.openevals.code._extraction import code_in_fences as ours

    for chance in seeded("fences", 2_000):
        text = "\n".join(chance.choice(FENCES) for _ in range(chance.randint(0, 9)))
        assert ours(text) == theirs(text), text


def test_code_is_extracted_as_said():
    fenced = "Look:\n```python\nx: int = 1\n```\n```bash\nls\n```\n"
    made = functools.partial(our_mypy.create_mypy_evaluator, code_extraction_strategy="markdown_code_blocks")
    assert made()(outputs=fenced)["score"] is True
    failed = made()(outputs="no code")
    assert failed == {
        "key": "mypy_succeeded",
        "score": False,
        "comment": None,
        "metadata": {"code_extraction_failed": True},
    }
    assert made()(outputs={"messages": [AIMessage("no"), AIMessage(fenced)]})["score"] is True
    taken = our_mypy.create_mypy_evaluator(code_extractor=lambda outputs: outputs["code"])
    assert taken(outputs={"code": "x: int = 'a'"})["score"] is False

    async def extract(outputs):
        await asyncio.sleep(0)
        return outputs["code"]

    later = our_mypy.create_async_mypy_evaluator(code_extractor=extract)
    assert asyncio.run(later(outputs={"code": "x: int = 'a'"}))["score"] is False
    with pytest.raises(TypeError, match="async form"):
        our_mypy.create_mypy_evaluator(code_extractor=extract)(outputs={"code": ""})


@pytest.mark.parametrize(
    "settings",
    [
        {"code_extraction_strategy": "markdown_code_blocks", "code_extractor": str},
        {"model": "m"},
        {"code_extraction_strategy": "llm"},
        {"code_extraction_strategy": "magic"},
    ],
)
def test_settings_of_code_evaluators_that_exclude_each_other(settings):
    for create in (our_mypy.create_mypy_evaluator, our_pyright.create_async_pyright_evaluator):
        with pytest.raises(ValueError, match=r"code_extract|model|client"):
            create(**settings)


class FakeModel(FakeListChatModel):
    """Says what it is told, also where a structure or a tool call is wanted."""

    responses: list[str] = ["I see."]  # noqa: RUF012 - pydantic copies it

    def with_structured_output(self, schema, **_):
        wanted = schema["properties"] if isinstance(schema, dict) else {}
        fields = {key: {"reasoning": "alike", "score": True} for key in wanted}
        return RunnableLambda(lambda _: fields)

    def bind_tools(self, *_, **__):
        call = {"name": "ExtractCode", "args": {"code": "x: int = 'a'"}, "id": "1"}
        return RunnableLambda(lambda _: AIMessage("", tool_calls=[call]))


def test_a_model_that_extracts_code_is_theirs():
    for module in (our_mypy, openevals.code.mypy):
        evaluator = module.create_mypy_evaluator(code_extraction_strategy="llm", client=FakeModel())
        assert evaluator(outputs="some code")["score"] is False


# A rubric's judge


@pytest.mark.parametrize("aggregator", [None, "all", "average"])
@pytest.mark.parametrize("outputs", [{"a": "x", "b": 1}, [{"a": "x", "b": 1}, {"b": 2}]])
def test_a_rubric_is_judged_by_theirs(aggregator, outputs):
    settings = {
        "rubric": {"a": "Is it alike?"},
        "judge": FakeModel(),
        "aggregator": aggregator,
        "list_aggregator": "average",
    }
    reference = json.loads(json.dumps(outputs).replace('"x"', '"X"'))
    case = {"outputs": outputs, "reference_outputs": reference}

    def plain(results):
        return [{key: value for key, value in result.items() if key != "source_run_id"} for result in results]

    expected = plain(openevals.json.create_json_match_evaluator(**settings)(**case))
    assert plain(create_json_match_evaluator(**settings)(**case, inputs="ignored")) == expected
    assert (
        plain(create_json_match_evaluator(**settings)(outputs=json.dumps(outputs), reference_outputs=reference))
        == expected
    )
    expected = plain(asyncio.run(openevals.json.create_async_json_match_evaluator(**settings)(**case)))
    assert plain(asyncio.run(create_async_json_match_evaluator(**settings)(**case))) == expected


@pytest.mark.parametrize("settings", [{"rubric": {"a": "?"}}, {"judge": FakeModel()}, {"model": "m"}])
def test_a_rubric_and_a_judge_need_each_other(settings):
    for module in (openevals.json, sys.modules["oodle_eval_adapters.openevals.json"]):
        for name in ("create_json_match_evaluator", "create_async_json_match_evaluator"):
            with pytest.raises(ValueError):
                getattr(module, name)(**settings)


# Hostile inputs: each ends within a second, and neither raises nor gives a wrong verdict

DEEP = "[" * 20_000 + "]" * 20_000


def within_a_second(call, **values):
    start = time.process_time()
    result = call(**values)
    assert time.process_time() - start < 5, "a second, with room for a busy machine"
    return result


@pytest.mark.parametrize(
    "text", ["a" * 100_000, "a " * 50_000, "😀" * 100_000, "\ud800" * 1_000, "\0", DEEP, "9" * 100_000]
)
def test_hostile_texts(text):
    case = {"outputs": text, "reference_outputs": "".join([text[:7], text[7:]])}
    assert within_a_second(exact_match, **case)["score"] is True
    assert within_a_second(levenshtein_distance, **case)["score"] == 1.0
    assert within_a_second(exact_match, outputs=text, reference_outputs=text + "!")["score"] is False


@pytest.mark.parametrize(
    "value", [10**400, float("inf"), float("nan"), {1, 2}, b"bytes", object(), "\ud800", [[]] * 10_000]
)
def test_hostile_values(value):
    case = {"outputs": {"a": value}, "reference_outputs": {"a": value}}
    assert within_a_second(exact_match, **case)["score"] is True
    assert within_a_second(levenshtein_distance, **case)["score"] == 1.0
    for mode in ("same_elements", "ordered", "subset", "superset"):
        evaluator = create_json_match_evaluator(list_match_mode=mode, aggregator="average")
        assert within_a_second(evaluator, **case)[0]["score"] == 1
        lists = {name: [held, {"b": 1}] for name, held in case.items()}
        assert within_a_second(evaluator, **lists)[0]["score"] == 1


def test_a_circular_value_ends():
    circle = {}
    circle["self"] = circle
    assert within_a_second(exact_match, outputs=circle, reference_outputs=circle)["score"] is True


def calling(text):
    call = {"id": "1", "type": "function", "function": {"name": "f", "arguments": text}}
    return [{"role": "assistant", "content": "", "tool_calls": [call]}]


@pytest.mark.parametrize(
    "arguments", [f'{{"a": {DEEP}}}', f'{{"a": {"9" * 100_000}}}', '{"a": NaN}', "{" * 100_000, '{"a":' * 100_000, "\0"]
)
@pytest.mark.parametrize("mode", ["strict", "unordered", "subset", "superset"])
def test_hostile_arguments(mode, arguments):
    evaluator = create_trajectory_match_evaluator(trajectory_match_mode=mode)
    same = within_a_second(evaluator, outputs=calling(arguments), reference_outputs=calling(f" {arguments} "[1:-1]))
    other = within_a_second(evaluator, outputs=calling(arguments), reference_outputs=calling('{"b": 2}'))
    assert (same["score"], other["score"]) == (True, False)
    assert len(other["comment"]) <= 500


def test_long_trajectories():
    def messages(layout):
        texts = [json.dumps({"n": number, "tags": ["x", number % 7]}, indent=layout) for number in range(3_000)]
        return [message for text in texts for message in calling(text)]

    for mode in ("strict", "unordered", "subset", "superset"):
        evaluator = create_trajectory_match_evaluator(trajectory_match_mode=mode)
        expected = messages(1) if mode == "strict" else messages(1)[::-1]
        assert within_a_second(evaluator, outputs=messages(None), reference_outputs=expected)["score"] is True


def test_messages_of_any_shape_are_read_alike():
    """The same call as OpenAI, LangChain (object and dict), Anthropic, and an SDK's object write it."""
    arguments = {"city": "Rome"}
    sdk = types.SimpleNamespace(
        role="assistant",
        content=None,
        tool_calls=[{"id": "1", "type": "function", "function": {"name": "f", "arguments": json.dumps(arguments)}}],
    )
    shapes = [
        calling(json.dumps(arguments)),
        calling(arguments),
        [AIMessage("", tool_calls=[{"name": "f", "args": arguments, "id": "1"}])],
        [{"role": "assistant", "content": "", "tool_calls": [{"name": "f", "args": arguments, "id": "1"}]}],
        [{"type": "ai", "content": "", "tool_calls": [{"name": "f", "args": arguments, "id": "1"}]}],
        [{"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "f", "input": arguments}]}],
        [sdk],
        {"messages": tuple(calling(json.dumps(arguments)))},
        calling(json.dumps(arguments))[0],
    ]
    for mode in ("strict", "unordered", "subset", "superset"):
        evaluator = create_trajectory_match_evaluator(trajectory_match_mode=mode)
        for outputs in shapes:
            for reference in shapes:
                assert evaluator(outputs=outputs, reference_outputs=reference)["score"] is True
            assert evaluator(outputs=outputs, reference_outputs=calling('{"city": "Bern"}'))["score"] is False


# What the openevals document shows, with values of our own


def test_a_custom_evaluator():
    def create_regex_evaluator(*, regex: str) -> SimpleEvaluator:
        compiled = re.compile(regex)

        def evaluator(*, outputs, **_) -> EvaluatorResult:
            return _run_evaluator(
                run_name="regex_match", scorer=lambda: compiled.match(outputs) is not None, feedback_key="regex_match"
            )

        return evaluator

    result = create_regex_evaluator(regex="some")(outputs="some string", inputs="unused")
    assert result == {"key": "regex_match", "score": True, "comment": None, "metadata": None}


def test_a_custom_async_evaluator():
    async def scorer(outputs):
        await asyncio.sleep(0)
        return len(outputs), "its length"

    result = asyncio.run(_arun_evaluator(run_name="n", scorer=scorer, feedback_key="length", outputs="abc"))
    assert result == {"key": "length", "score": 3, "comment": "its length", "metadata": None}


def test_evaluators_run_within_langsmiths_evaluate():
    import datetime as dt
    import uuid

    from langsmith import Client, evaluate, schemas

    example = schemas.Example(
        id=uuid.uuid4(),
        dataset_id=uuid.uuid4(),
        inputs={"q": "hi"},
        outputs={"a": "ho"},
        created_at=dt.datetime.now(tz=dt.UTC),
    )
    rows = evaluate(
        lambda inputs: {"a": inputs["q"]},
        data=[example],
        evaluators=[exact_match, levenshtein_distance, create_json_match_evaluator()],
        upload_results=False,
        client=Client(api_key="x", api_url="http://127.0.0.1:9", auto_batch_tracing=False),
    )
    (row,) = list(rows)
    found = {result.key: result.score for result in row["evaluation_results"]["results"]}
    assert found == {"exact_match": False, "levenshtein_distance": 1 - 1 / 11, "json_match:a": 0}


def test_sync_and_async_forms_are_what_they_seem():
    assert not inspect.iscoroutinefunction(run_multiturn_simulation)
    assert inspect.iscoroutinefunction(run_multiturn_simulation_async)
    assert inspect.iscoroutinefunction(create_async_json_match_evaluator())
    assert not inspect.iscoroutinefunction(create_json_match_evaluator())
