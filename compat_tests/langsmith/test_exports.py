"""`read_runs` and `read_examples` on exports as LangSmith writes them: one JSON object a line."""

from __future__ import annotations

import gzip
import json

import pytest
from langchain_core.messages import AIMessage
from langsmith import schemas, traceable

from oodle_eval import runs
from oodle_eval.v1 import checks, text
from oodle_eval_adapters.langsmith import read_examples, read_runs


@traceable(run_type="tool")
def look_up(order):
    return {"status": "sent"}


@traceable
def shop(inputs):
    look_up("FO-7")
    look_up("FO-7")
    return {"answer": "It was sent on Monday."}


def as_exported(run):
    """Return a recorded run and those below it as LangSmith's API gives them: flat, each with its parent's id."""
    fields = {name: getattr(run, name, None) for name in schemas.RunBase.model_fields}
    fields |= {name: getattr(run, name, None) for name in ("parent_run_id", "trace_id", "dotted_order", "tags")}
    line = json.loads(json.dumps(fields, default=str))
    return [line, *(below for child in run.child_runs for below in as_exported(child))]


def written(path, objects):
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(one) + "\n" for one in objects)
    return path


@pytest.fixture(scope="module")
def exported(recorded):
    lines = as_exported(recorded(shop, {"question": "Where is FO-7?"}))
    example = {
        "id": "e1",
        "inputs": {"question": "Where?"},
        "outputs": {"answer": "It was sent."},
        "metadata": {"split": "a"},
    }
    lines[0] |= {"reference_example_id": "e1", "prompt_tokens": 12, "completion_tokens": 3}
    return lines, example


@pytest.mark.parametrize("name", ["runs.jsonl", "runs.jsonl.gz"])
def test_runs_with_their_steps_and_references(exported, tmp_path, name):
    lines, example = exported
    path = written(tmp_path / name, reversed(lines))  # children may come before their parents
    (row,) = read_runs(path, written(tmp_path / f"examples.{name}", [example]))
    assert row["id"] == lines[0]["id"]
    assert row["inputs"] == {"question": "Where?"}
    assert row["outputs"] == {"answer": "It was sent on Monday."}
    assert row["reference_outputs"] == {"answer": "It was sent."}
    assert row["metadata"]["split"] == "a"
    assert row["metadata"]["gen_ai.usage.input_tokens"] == 12
    assert row["metadata"]["duration_ms"] >= 0
    assert [(span["kind"], span["tool_name"], span["input"]) for span in row["trace"]] == [
        ("tool", "look_up", {"order": "FO-7"})
    ] * 2


def test_they_are_rows_for_runs(exported, tmp_path):
    lines, example = exported
    rows = read_runs(written(tmp_path / "r.jsonl", lines), written(tmp_path / "e.jsonl", [example]))
    bounds = [
        checks.repeated_tool_calls(),
        checks.contains(values=["sent"]),
        checks.token_latency_budget(max_output_tokens=2),
    ]
    results = runs.run(rows, bounds)
    values = {score.name: score.value for row in results for score in row.scores()}
    assert values["tool_loop"] is True
    assert values["contains"] is True
    assert values["within_budget"] is False
    assert next(iter(results)).identity == lines[0]["id"]


def test_without_examples_there_is_no_reference(exported, tmp_path):
    (row,) = read_runs(written(tmp_path / "r.jsonl", exported[0]))
    assert row["reference_outputs"] is None
    assert row["inputs"] == {"question": "Where is FO-7?"}


def test_examples(exported, tmp_path):
    rows = list(
        read_examples(written(tmp_path / "e.jsonl", [exported[1], {"id": "e2", "inputs": {"q": 1}, "outputs": {}}]))
    )
    assert rows == [
        {
            "id": "e1",
            "inputs": {"question": "Where?"},
            "reference_outputs": {"answer": "It was sent."},
            "metadata": {"split": "a"},
        },
        {"id": "e2", "inputs": {"q": 1}, "reference_outputs": None, "metadata": {}},
    ]
    answered = [{**row, "outputs": {"answer": "It was sent."}} for row in rows[:1]]
    assert runs.run(answered, checks.exact_match()).summary()["exact_match"].passed == 1


def test_messages_as_langchain_writes_them(tmp_path):
    call = AIMessage("", tool_calls=[{"name": "look_up", "args": {"id": 7}, "id": "c1"}])
    said = [call, AIMessage("It was sent.")]
    run = {"id": "r", "run_type": "chain", "inputs": {"messages": [["user", "Where?"]]}}
    run["outputs"] = {"messages": [json.loads(one.model_dump_json()) for one in said]}
    (row,) = read_runs(written(tmp_path / "r.jsonl", [run]))
    ctx = runs.as_row(row).for_check(True)
    assert text.reply(ctx) == "It was sent."
    assert [one["name"] for one in text.tool_calls(ctx)] == ["look_up"]
    assert text.last_user_message(ctx) == "Where?"


def test_a_part_of_a_trace_and_a_run_that_is_its_own_parent(tmp_path):
    lines = [
        {"id": "a", "parent_run_id": "elsewhere", "outputs": {"output": "a"}},
        {"id": "b", "parent_run_id": "a", "run_type": "tool", "name": "t"},
        {"id": "c", "parent_run_id": "c", "outputs": {"output": "c"}},
    ]
    rows = {row["id"]: row for row in read_runs(written(tmp_path / "r.jsonl", lines))}
    assert [span["name"] for span in rows["a"]["trace"]] == ["t"]
    assert set(rows) == {"a", "c"}


def test_a_bulk_export_writes_fields_as_json_text(exported, tmp_path):
    as_text = [
        {name: json.dumps(value) if name in ("inputs", "outputs", "extra") else value for name, value in line.items()}
        for line in exported[0]
    ]
    (row,) = read_runs(written(tmp_path / "r.jsonl", as_text))
    (plain,) = read_runs(written(tmp_path / "p.jsonl", exported[0]))
    assert row == plain
    (odd,) = read_runs(written(tmp_path / "o.jsonl", [{"id": "a", "outputs": "{not json"}]))
    assert odd["outputs"] == "{not json"


def test_blank_lines_are_passed_over(tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_text('\n{"id": "a", "outputs": {"output": "x"}}\n\n', encoding="utf-8")
    assert [row["id"] for row in read_runs(path)] == ["a"]


@pytest.mark.parametrize(
    ("line", "message"),
    [("{", "line 2: not JSON"), ("[1]", "line 2: expected a JSON object, got list"), ("3", "got int")],
)
@pytest.mark.parametrize("read", [read_runs, read_examples])
def test_what_is_no_export_is_an_error_with_its_line(tmp_path, read, line, message):
    path = tmp_path / "r.jsonl"
    path.write_text(f'{{"id": "a"}}\n{line}\n', encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        list(read(path))
