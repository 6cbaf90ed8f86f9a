"""`run` and `compare` over data of every format, in one process and several, stopped and gone on with."""

import csv
import gzip
import json
import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest
from typer.testing import CliRunner

from oodle_eval.cli._data import Data, DataFormat, FieldMap, Position, Rejected, item_of
from oodle_eval.cli._runner import Progress
from oodle_eval.cli._targets import parse_target
from oodle_eval.cli.app import app

runner = CliRunner()
ROWS = [
    {"id": "good", "input": "When?", "output": "Your parcel left on Monday."},
    {"id": "refuses", "input": "When?", "output": "I'm sorry, but I can't help with that."},
    {"id": "leaks", "input": "When?", "output": "Mail joe.doe@corp-mail.net."},
]


def cli(*arguments, code=0, stdin=None):
    done = runner.invoke(app, [str(one) for one in arguments], input=stdin)
    assert done.exit_code == code, done.output
    return done


def counted(*arguments, code=0, stdin=None):
    return {one["score"]: one for one in json.loads(cli("run", *arguments, code=code, stdin=stdin).stdout)}


def lines_of(file):
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def write_lines(file, rows):
    file.write_text("".join(f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return file


@pytest.fixture
def rows(tmp_path):
    return write_lines(tmp_path / "rows.jsonl", ROWS)


@pytest.fixture
def code(tmp_path):
    def made(source, name="mine.py"):
        file = tmp_path / name
        file.write_text(textwrap.dedent(source), encoding="utf-8")
        return file

    return made


POLITE = """
def evaluate(ctx):
    said = "parcel" in ctx.observation.output
    return EvaluationResult(scores=[Score(said, "BOOLEAN", name="names_parcel", higher_is_better=True)])
"""


# Targets


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("check:tone", ("check:tone", None, ())),
        ("check:tone?max_exclamations=2", ("check:tone", None, (("max_exclamations", "2"),))),
        ("a b=check:contains?values=x&values=y%26z", ("check:contains", "a b", (("values", "x"), ("values", "y&z")))),
        ("./dir/mine.py", ("./dir/mine.py", None, ())),
        ("Mine=dir?x=1", ("dir", "Mine", (("x", "1"),))),
    ],
)
def test_targets(text, spec):
    found = parse_target(text)
    assert (found.text, found.name, found.settings) == spec


def test_checks_with_settings_of_every_type(rows):
    found = counted(
        "check:length_budget?max_words=5&min_words=2",
        "check:contains?values=parcel&values=Monday&mode=all",
        'check:keyword_check?forbidden=["joe.doe", "sorry"]&case_sensitive=true',
        "check:pii_leak?ignore_values_from_input=True&checks=email",
        'check:json_validity?key_types={"a": "string"}',
        "--data",
        rows,
    )
    assert found["within_length"]["passed"] == 2
    assert found["contains"]["passed"] == 1
    assert found["pii_free"]["passed"] == 2
    assert found["keywords_ok"]["passed"] == 1
    assert found["is_json"]["passed"] == 0


def test_a_setting_from_each_row(tmp_path):
    data = write_lines(
        tmp_path / "r.jsonl", [{"output": "a b", "metadata": {"limit": n}} for n in (1, 2, 3)] + [{"output": "a"}]
    )
    found = counted("check:length_budget?max_words=row:metadata.limit", "--data", data)
    assert (found["within_length"]["passed"], found["within_length"]["failed"]) == (2, 1)


def test_several_targets_make_a_suite(rows, code, tmp_path):
    cli("new", tmp_path / "order")
    reads = """
        def evaluate(ctx):
            both = ctx.score("mine") and ctx.score("pii_leak", "pii_free")
            return EvaluationResult(scores=[Score(bool(both), "BOOLEAN", name="both", higher_is_better=True)])
    """
    found = counted(code(reads, "both.py"), code(POLITE), tmp_path / "order", "check:pii_leak", "--data", rows)
    assert [found[name]["passed"] for name in ("names_parcel", "names_order", "pii_free", "both")] == [1, 1, 2, 1]


def test_only_where_another_passed(rows, code):
    found = counted(code(POLITE), "check:refusal", "--only-where", "mine=refusal", "--data", rows)
    assert (found["names_parcel"]["scored"], found["refused"]["scored"]) == (2, 3)
    assert (
        "there is no evaluator 'x' to gate"
        in cli("run", "check:tone", "--only-where", "x=y", "--data", rows, code=2).stderr
    )


def test_scores_that_the_rows_hold(tmp_path, code):
    reads = "def evaluate(ctx):\n    return EvaluationResult(scores=[Score(ctx.score('Judge', default=0.0), name='seen')])\n"
    data = write_lines(
        tmp_path / "r.jsonl", [{"output": "x", "scores": {"Judge": [{"name": "j", "value": 0.5}]}}, {"output": "y"}]
    )
    assert counted(code(reads), "--given", "Judge", "--data", data)["seen"]["mean"] == 0.25
    assert "'mine' needs the evaluator 'Judge'" in cli("run", code(reads), "--data", data, code=2).stderr


def test_params_by_name_and_by_evaluator(rows, tmp_path):
    cli("new", tmp_path / "order")
    params = tmp_path / "params.yaml"
    params.write_text("words: [sorry]\n", encoding="utf-8")
    assert counted(tmp_path / "order", "--params", params, "--data", rows)["names_order"]["passed"] == 1
    params.write_text("Names an order: {words: [mail]}\ntone: {max_exclamations: 0}\n", encoding="utf-8")
    assert counted(tmp_path / "order", "check:tone", "--params", params, "--data", rows)["names_order"]["passed"] == 1
    params.write_text("words: [mail]\n", encoding="utf-8")  # the only code: a check's settings stand behind its name
    assert counted(tmp_path / "order", "check:tone", "--params", params, "--data", rows)["names_order"]["passed"] == 1
    done = cli("run", "check:refusal", "check:tone", "--params", params, "--data", rows, code=2)
    assert "params: 'words' is no evaluator here" in done.stderr
    assert counted(f"{tmp_path / 'order'}?words=monday&words=mail", "--data", rows)["names_order"]["passed"] == 2


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("check:tonne", "there is no check 'tonne': did you mean 'tone'?"),
        ("check:tone?max_exclamation=1", "did you mean 'max_exclamations'?"),
        ("check:tone?max_exclamations=many", "max_exclamations must be a whole number"),
        ("check:tone?max_exclamations", "settings are written ?name=value"),
        ("nowhere.py", "there is no file nowhere.py"),
    ],
)
def test_a_target_that_is_none(rows, target, message):
    done = cli("run", target, "--data", rows, code=2)
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_cycles_are_refused_before_a_row_runs(rows, code):
    source = "def evaluate(ctx):\n    return ctx.score('{}')\n"
    done = cli("run", code(source.format("b"), "a.py"), code(source.format("a"), "b.py"), "--data", rows, code=2)
    assert "CYCLE: evaluators wait for each other: a -> b -> a" in done.stderr


# Data


def test_csv_with_messages_json_cells_and_bad_rows(tmp_path):
    file = tmp_path / "rows.csv"
    with file.open("w", encoding="utf-8-sig", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["id", "question", "answer", "context", "metadata"])
        writer.writerow(["a", "When?", "On\nMonday, at 5.", '["on monday at 5"]', '{"n": 1}'])
        writer.writerow(["b", json.dumps([{"role": "user", "content": "Hi"}]), "[1, 2]", "", ""])
        writer.writerow(["c", "too", "few"])
        writer.writerow(["d", "too", "many", "", "", "cells"])
    out = tmp_path / "out.jsonl"
    done = cli("run", "check:length_budget", "--data", file, "--out", out)
    assert json.loads(done.stdout)[0]["rows"] == 2
    rejected = lines_of(tmp_path / "out.jsonl.rejects.jsonl")
    assert [(one["line"], one["row"]) for one in rejected] == [(5, 2), (6, 3)]
    assert "has not the 5 cells of the head" in rejected[0]["reason"]
    items = [item_of(raw, 0, FieldMap()) for raw, _ in list(Data(str(file)).rows(Position()))[:2]]
    assert items[0].row.outputs == "On\nMonday, at 5."
    assert items[0].row.context == ["on monday at 5"]
    assert items[0].row.metadata == {"n": 1}
    assert items[1].row.inputs == [{"role": "user", "content": "Hi"}]
    assert items[1].row.outputs == "[1, 2]"  # a text that is JSON stays a text


@pytest.mark.parametrize("wrap", [lambda rows: rows, lambda rows: {"rows": rows}, lambda rows: {"examples": rows}])
def test_json(tmp_path, wrap):
    file = tmp_path / "rows.json"
    file.write_text(json.dumps(wrap(ROWS), indent=2), encoding="utf-8")
    assert counted("check:pii_leak", "--data", file)["pii_free"]["passed"] == 2


def test_gzip(tmp_path):
    file = tmp_path / "rows.jsonl.gz"
    file.write_bytes(gzip.compress("".join(json.dumps(row) + "\n" for row in ROWS).encode()))
    assert counted("check:pii_leak", "--data", file)["pii_free"]["rows"] == 3


def test_standard_input(rows):
    text = rows.read_text(encoding="utf-8")
    assert counted("check:pii_leak", "--data", "-", stdin=text)["pii_free"]["rows"] == 3
    assert counted("check:pii_leak", "--data", "-", stdin=json.dumps(ROWS, indent=1))["pii_free"]["rows"] == 3
    assert (
        counted("check:length_budget", "--data", "-", "--data-format", "csv", stdin="output\nhello\n")["within_length"][
            "rows"
        ]
        == 1
    )


def test_parquet_in_and_out(tmp_path, rows):
    parquet = pytest.importorskip("pyarrow.parquet")
    import pyarrow as pa

    parquet.write_table(
        pa.Table.from_pylist([{**row, "metadata": {"n": 1}} for row in ROWS]), tmp_path / "rows.parquet"
    )
    out = tmp_path / "out.parquet"
    found = counted(
        "check:pii_leak",
        "check:sql_shape",
        "--data",
        tmp_path / "rows.parquet",
        "--out",
        out,
    )
    assert found["pii_free"]["passed"] == 2
    held = parquet.read_table(out).to_pylist()
    assert {"row", "id", "check", "name", "number", "label", "passed", "version", "settings"} <= set(held[0])
    assert [one["number"] for one in held if one["name"] == "pii_free"] == [1.0, 1.0, 0.0]
    assert {one["label"] for one in held if one["name"] == "statement_type"} == {"none"}
    assert sorted(file.name for file in tmp_path.iterdir() if file.name.startswith("out")) == [
        "out.parquet",
        "out.parquet.run.json",
    ]


def test_parquet_without_pyarrow_is_one_message(tmp_path, rows, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    done = cli("run", "check:tone", "--data", rows, "--out", tmp_path / "out.parquet", code=2)
    assert "Parquet needs pyarrow: pip install 'oodle-eval[parquet]'" in done.stderr
    (tmp_path / "rows.parquet").write_bytes(b"")
    assert "pip install" in cli("run", "check:tone", "--data", tmp_path / "rows.parquet", code=2).stderr


def attribute(key, value):
    kind = {str: "stringValue", int: "intValue", float: "doubleValue", bool: "boolValue"}[type(value)]
    return {
        "key": key,
        "value": {kind: str(value) if isinstance(value, int) and not isinstance(value, bool) else value},
    }


def span(own, parent, name, start, end, status=None, events=(), **attributes):
    return {
        "traceId": "t1",
        "spanId": own,
        "parentSpanId": parent,
        "name": name,
        "startTimeUnixNano": str(start * 1_000_000),
        "endTimeUnixNano": str(end * 1_000_000),
        "attributes": [attribute(key.replace("__", "."), value) for key, value in attributes.items()],
        "events": list(events),
        "status": status or {},
    }


def said(role, text):
    return json.dumps([{"role": role, "parts": [{"type": "text", "content": text}]}])


SPANS = [
    span(
        "s3",
        "s1",
        "execute_tool find_order",
        20,
        30,
        gen_ai__operation__name="execute_tool",
        gen_ai__tool__name="find_order",
        gen_ai__tool__call__arguments='{"id": 7}',
        gen_ai__tool__call__result="shipped",
    ),
    span("s1", "", "invoke_agent", 0, 100, gen_ai__operation__name="invoke_agent"),
    span(
        "s2",
        "s1",
        "chat m",
        1,
        15,
        gen_ai__operation__name="chat",
        gen_ai__request__model="m",
        gen_ai__input__messages=said("user", "Where is order 7?"),
        gen_ai__output__messages=said("assistant", "I look."),
        gen_ai__usage__output_tokens=3,
    ),
    span(
        "s4",
        "s1",
        "chat m",
        31,
        99,
        {"code": 2, "message": "cut"},
        gen_ai__operation__name="chat",
        gen_ai__output__messages=said("assistant", "It was shipped."),
    ),
]


@pytest.fixture(params=["json", "jsonl"])
def otlp(request, tmp_path):
    file = tmp_path / f"spans.{request.param}"
    documents = [{"resourceSpans": [{"scopeSpans": [{"spans": part}]}]} for part in (SPANS[:2], SPANS[2:])]
    if request.param == "json":
        documents = [{"resourceSpans": [one["resourceSpans"][0] for one in documents]}]
        file.write_text(json.dumps(documents[0], indent=1), encoding="utf-8")
        return file
    return write_lines(file, documents)


def test_otlp_spans_are_joined_to_traces(otlp):
    data = Data(str(otlp))
    assert data.form is DataFormat.otlp
    (item,) = [item_of(raw, 0, FieldMap()) for raw, _ in data.rows(Position())]
    ctx = item.row.for_check(True)
    assert (item.identity, item.trace_id) == ("t1", "t1")
    from oodle_eval.v1 import text

    assert text.user_text(ctx) == "Where is order 7?"
    assert text.reply(ctx) == "It was shipped."
    assert ctx.observation.metadata["duration_ms"] == 100
    steps = [(one["kind"], one["tool_name"], one["duration_ms"], one["error"]) for one in ctx.trace.spans]
    assert steps == [
        ("agent", None, 100, None),
        ("llm", None, 14, None),
        ("tool", "find_order", 10, None),
        ("llm", None, 68, "cut"),
    ]
    assert ctx.trace.spans[2]["input"] == {"id": 7}
    found = counted("check:tool_trajectory?expected=find_order", "check:error_spans", "--data", otlp)
    assert (found["trajectory_match"]["passed"], found["no_errors"]["passed"]) == (1, 0)


def test_otlp_span_by_span(otlp):
    rows = [item_of(raw, 0, FieldMap()) for raw, _ in Data(str(otlp), per="span").rows(Position())]
    assert [one.identity for one in rows] == ["s2", "s3", "s4"]
    assert rows[0].row.metadata["gen_ai.usage.output_tokens"] == 3
    assert rows[0].row.for_check(True).trace.spans == []


@pytest.mark.parametrize(
    "held",
    [
        {
            "gen_ai.prompt.0.role": "user",
            "gen_ai.prompt.0.content": "Hi",
            "gen_ai.completion.0.role": "assistant",
            "gen_ai.completion.0.content": "Hello.",
        },
        {"input.value": "Hi", "output.value": "Hello."},
        {"gen_ai.prompt": "Hi", "gen_ai.completion": "Hello."},
        {},
    ],
)
def test_older_ways_to_write_messages(tmp_path, held):
    events = []
    if not held:
        content = lambda text: [{"key": "content", "value": {"stringValue": text}}]
        events = [
            {"name": "gen_ai.user.message", "attributes": content("Hi")},
            {"name": "gen_ai.choice", "attributes": content("Hello.")},
        ]
    one = span("s1", "", "chat", 0, 1, None, events)
    one["attributes"] = [attribute(key, value) for key, value in held.items()]
    write_lines(tmp_path / "spans.jsonl", [{"resourceSpans": [{"scopeSpans": [{"spans": [one]}]}]}])
    (raw,) = [raw for raw, _ in Data(str(tmp_path / "spans.jsonl")).rows(Position())]
    ctx = item_of(raw, 0, FieldMap()).row.for_check(True)
    from oodle_eval.v1 import text

    assert (text.user_text(ctx), text.reply(ctx)) == ("Hi", "Hello.")


def test_langsmith_runs(tmp_path):
    runs = [
        {
            "id": "r1",
            "run_type": "chain",
            "trace_id": "r1",
            "inputs": {"question": "When?"},
            "outputs": {"answer": "On Monday."},
            "start_time": "2026-01-01T00:00:00",
            "end_time": "2026-01-01T00:00:02",
            "reference_example_id": "e1",
        },
        {
            "id": "r2",
            "run_type": "tool",
            "trace_id": "r1",
            "parent_run_id": "r1",
            "name": "find_order",
            "inputs": {},
            "outputs": {},
        },
    ]
    file = write_lines(tmp_path / "runs.jsonl", runs)
    examples = write_lines(tmp_path / "examples.jsonl", [{"id": "e1", "outputs": {"answer": "On Monday."}}])
    found = counted(
        "check:tool_trajectory?expected=find_order", "check:exact_match", "--data", file, "--examples", examples
    )
    assert (found["trajectory_match"]["passed"], found["exact_match"]["passed"]) == (1, 1)


@pytest.mark.parametrize("together", [True, False])
def test_opik_traces(tmp_path, together):
    trace = {
        "id": "t1",
        "project_id": "p",
        "name": "agent",
        "input": {"question": "When?"},
        "output": {"answer": "On Monday."},
        "metadata": {"m": 1},
        "start_time": "2026-01-01T00:00:00Z",
        "end_time": "2026-01-01T00:00:02Z",
        "usage": {"completion_tokens": 9},
    }
    spans = [
        {
            "id": "b",
            "trace_id": "t1",
            "type": "tool",
            "name": "find_order",
            "start_time": "2026-01-01T00:00:01Z",
            "duration": 5.0,
        },
        {
            "id": "a",
            "trace_id": "t1",
            "type": "llm",
            "name": "m",
            "start_time": "2026-01-01T00:00:00Z",
            "error_info": {"exception_type": "E", "message": "x"},
        },
    ]
    rows = [{"trace": trace, "spans": spans}] if together else [trace, *spans]
    file = write_lines(tmp_path / "traces.jsonl", rows)
    (raw,) = [raw for raw, _ in Data(str(file)).rows(Position())]
    row = item_of(raw, 0, FieldMap()).row
    assert row.metadata == {"m": 1, "duration_ms": 2000.0, "gen_ai.usage.output_tokens": 9}
    assert [(one["kind"], one["tool_name"], one["error"]) for one in row.trace] == [
        ("llm", None, "E: x"),
        ("tool", "find_order", None),
    ]
    found = counted("check:tool_trajectory?expected=find_order", "check:length_budget", "--data", file)
    assert (found["trajectory_match"]["passed"], found["within_length"]["passed"]) == (1, 1)


def test_opik_experiment_items(tmp_path):
    item = {
        "id": "x",
        "dataset_item_id": "d",
        "dataset_item_data": {"input": "2+2?", "expected_output": "4"},
        "evaluation_task_output": {"output": "4"},
    }
    file = write_lines(tmp_path / "items.jsonl", [item])
    assert counted("check:exact_match", "--data", file)["exact_match"]["passed"] == 1


def test_span_files_as_rows(tmp_path, code):
    tags = {"gen_ai.output.messages": json.dumps([{"role": "assistant", "content": "parcel"}]), "n": 1}
    file = write_lines(tmp_path / "spans.jsonl", [{"span_id": "s", "trace_id": "t", "tags": tags}])
    seen = """
        def evaluate(ctx):
            ok = ctx.observation.metadata["n"] == 1 and ctx.observation.output[0]["content"] == "parcel" and ctx.trace.trace_id == "t"
            return EvaluationResult(scores=[Score(ok, "BOOLEAN", name="ok", higher_is_better=True)])
    """
    assert counted(code(seen), "--data", file)["ok"]["passed"] == 1


def test_fields_of_other_names(tmp_path):
    row = {
        "key": 7,
        "conversation": {"asked": "When?", "said": "On Monday."},
        "gold": ["On Monday."],
        "docs": "On Monday.",
        "output": "not this",
    }
    file = write_lines(tmp_path / "r.jsonl", [row, {"conversation": {}}])
    out = tmp_path / "out.jsonl"
    flags = [
        "--output-field",
        "conversation.said",
        "--input-field",
        "conversation.asked",
        "--reference-field",
        "gold.0",
        "--context-field",
        "docs",
        "--id-field",
        "key",
    ]
    found = counted("check:exact_match", "check:grounding", "--data", file, "--out", out, *flags)
    assert (found["exact_match"]["passed"], found["grounded"]["passed"]) == (1, 1)
    assert lines_of(out)[0]["id"] == 7
    (rejected,) = lines_of(tmp_path / "out.jsonl.rejects.jsonl")
    assert "--input-field conversation.asked" in rejected["reason"]


BAD = ["{bad", "[1]", '{"foo": 1}', "null", "3", "\u0000", '{"output": ' + "[" * 100_000 + "]" * 100_000 + "}"]


def test_bad_rows_go_to_a_file_with_line_and_reason_and_the_run_goes_on(tmp_path):
    file = write_lines(tmp_path / "r.jsonl", [ROWS[0], *BAD[:3], "", *BAD[3:], ROWS[1], '"just a text"'])
    with file.open("ab") as stream:
        stream.write(b'{"output": "\xff\xfe"}\n')
    out = tmp_path / "out.jsonl"
    done = cli("run", "check:length_budget", "--data", file, "--out", out)
    assert json.loads(done.stdout)[0]["rows"] == 3
    rejected = lines_of(tmp_path / "out.jsonl.rejects.jsonl")
    assert [one["line"] for one in rejected] == [2, 3, 4, 6, 7, 8, 9, 12]
    assert [one["row"] for one in rejected] == [1, 2, 3, 4, 5, 6, 7, 10]
    assert rejected[0]["reason"].startswith("not JSON: ")
    assert rejected[1]["reason"] == "expected a JSON object, got list"
    assert 'a row needs "output" or "messages"' in rejected[2]["reason"]
    assert [one["row"] for one in lines_of(out)] == [0, 8, 9]
    assert "8 rejected" in done.stderr


def test_a_file_that_is_nothing_but_rubbish_ends_with_2(tmp_path):
    file = write_lines(tmp_path / "r.jsonl", BAD)
    done = cli("run", "check:tone", "--data", file, code=2)
    assert "no row could be read, of 7" in done.stderr


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("rows.xyz", "x", "give --data-format"),
        ("rows.json", "{bad", "not JSON"),
        ("nowhere.jsonl", None, "there is no file"),
    ],
)
def test_data_that_can_not_be_read(tmp_path, name, content, message):
    if content is not None:
        (tmp_path / name).write_text(content, encoding="utf-8")
    done = cli("run", "check:tone", "--data", tmp_path / name, code=2)
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_no_rows_at_all(tmp_path):
    (tmp_path / "r.jsonl").write_text("\n\n", encoding="utf-8")
    assert counted("check:tone", "--data", tmp_path / "r.jsonl", "--out", tmp_path / "o.jsonl", code=2) == {}
    assert (tmp_path / "o.jsonl").read_bytes() == b""


def test_lone_surrogates_survive(tmp_path):
    file = write_lines(tmp_path / "r.jsonl", ['{"id": "\\ud800", "output": "caf\\u00e9"}'])
    out = tmp_path / "o.jsonl"
    cli("run", "check:length_budget", "--data", file, "--out", out)
    assert lines_of(out)[0]["id"] == "\ud800"


# Output


def test_a_line_has_what_reproduces_it(rows, tmp_path, code):
    out = tmp_path / "out.jsonl"
    cli("run", "check:length_budget?max_words=5", code(POLITE), "--data", rows, "--out", out)
    lines = lines_of(out)
    assert len(lines) == 6
    first = lines[0]
    assert first | {"comment": ""} == {
        "name": "within_length", "value": True, "comment": "", "row": 0, "id": "good", "check": "length_budget",
        "version": first["version"], "settings": {"max_words": 5}, "outcome": "scored", "data_type": "BOOLEAN",
        "higher_is_better": True, "passed": True,
    }  # fmt: skip
    assert len(lines[1]["source"]) == 16
    record = json.loads((tmp_path / "out.jsonl.run.json").read_bytes())
    assert record["made_by"]["targets"][0] == {
        "name": "length_budget",
        "check": "length_budget",
        "settings": {"max_words": ["5"]},
    }
    assert record["made_by"]["targets"][1]["source"] == lines[1]["source"]
    assert record["state"]["is_finished"] is True
    assert record["made_by"]["data"]["bytes"] == rows.stat().st_size


def test_errors_are_lines_too_and_cost_one_row(tmp_path, code):
    source = """
        def evaluate(ctx):
            if ctx.observation.output == "loop":
                while True: pass
            return EvaluationResult(scores=[Score(1 / len(ctx.observation.output), name="share")])
    """
    file = write_lines(tmp_path / "r.jsonl", [{"output": "ab"}, {"output": ""}, {"output": "loop"}, {"output": "abcd"}])
    out = tmp_path / "o.jsonl"
    counted(code(source), "--data", file, "--out", out, "--seconds", "0.5")
    assert [(one["row"], one["outcome"], one["value"]) for one in lines_of(out)] == [
        (0, "scored", 0.5), (1, "raised", None), (2, "timeout", None), (3, "scored", 0.25),
    ]  # fmt: skip
    assert "line 5" in lines_of(out)[1]["comment"]
    assert "line 4" in lines_of(out)[2]["comment"]


def test_an_output_that_is_there_is_not_lost(rows, tmp_path):
    out = tmp_path / "o.jsonl"
    cli("run", "check:tone", "--data", rows, "--out", out)
    before = out.read_bytes()
    assert "is there already: give --resume" in cli("run", "check:tone", "--data", rows, "--out", out, code=2).stderr
    assert out.read_bytes() == before
    cli("run", "check:refusal", "--data", rows, "--out", out, "--overwrite")
    assert lines_of(out)[0]["name"] == "refused"


def test_only_primary_scores(rows, tmp_path):
    out = tmp_path / "o.jsonl"
    assert set(counted("check:pii_leak", "--data", rows, "--out", out, "--scores", "primary")) == {"pii_free"}
    assert {one["name"] for one in lines_of(out)} == {"pii_free"}


@pytest.mark.parametrize("form", ["table", "json", "yaml", "csv"])
def test_the_summary_in_every_form(rows, form):
    out = cli("run", "check:pii_leak", "--data", rows, "-o", form).stdout
    assert "pii_free" in out
    assert "0.6667" in out or "0.666666" in out


# Requirements


def test_requirements_set_the_exit_code(rows):
    done = cli("run", "check:pii_leak", "--data", rows, "--require", "pii_free=0.6")
    assert "pii_free: 0.6667 of n=3 scored rows passed, required 0.6" in done.stderr
    done = cli("run", "check:pii_leak", "--data", rows, "--require", "pii_free=0.9", code=1)
    assert "below the required share" in done.stderr
    assert json.loads(done.stdout)  # the summary is there all the same


def test_rows_that_failed_were_not_scored_or_rejected_are_no_passes(tmp_path):
    file = write_lines(tmp_path / "r.jsonl", [{"output": "x", "reference": "x"}, {"output": "x"}, "{bad"])
    run = ["run", "check:exact_match", "--data", file, "--require", "exact_match=1"]
    assert "1 rows failed (0 allowed)" in cli(*run, code=1).stderr
    assert "1 rows were rejected (0 allowed)" in cli(*run, "--allow-failed", 1, code=1).stderr
    cli(*run, "--allow-failed", 1, "--allow-rejected", 1)


@pytest.mark.parametrize("text", ["pii_free", "pii_free=x", "=0.5", "pii_free=2"])
def test_a_requirement_that_is_none(rows, text):
    assert (
        "--require takes NAME=SHARE" in cli("run", "check:pii_leak", "--data", rows, "--require", text, code=2).stderr
    )


def test_a_requirement_of_a_score_that_is_not_there(rows):
    done = cli("run", "check:pii_leak", "--data", rows, "--require", "pii=1", code=1)
    assert "no score of that name; the scores are: pii_free, pii_count" in done.stderr


# Going on


def many(tmp_path, count=4000):
    texts = [
        "Your parcel left on Monday.",
        "WHY???!!!",
        "I'm sorry, but I can't help with that.",
        "Mail joe.doe@corp-mail.net.",
    ]
    rows = [{"id": f"r{n}", "output": f"{texts[n % 4]} {n}"} if n % 997 else "{bad" for n in range(count)]
    return write_lines(tmp_path / "many.jsonl", rows)


TARGETS = ["check:pii_leak", "check:tone", "check:length_budget?max_words=6"]


def test_several_workers_give_the_output_of_one(tmp_path, code):
    data = many(tmp_path, 2500)
    outs = [tmp_path / f"o{workers}.jsonl" for workers in (1, 2)]
    found = [
        counted(*TARGETS, code(POLITE), "--data", data, "--out", out, "--workers", workers)
        for workers, out in zip((1, 2), outs, strict=True)
    ]
    assert found[0] == found[1]
    assert outs[0].read_bytes() == outs[1].read_bytes()
    assert (
        outs[0].with_name("o1.jsonl.rejects.jsonl").read_bytes()
        == outs[1].with_name("o2.jsonl.rejects.jsonl").read_bytes()
    )


def start(*arguments):
    command = [sys.executable, "-c", "from oodle_eval.cli import main; main()", "run", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)


@pytest.mark.skipif(os.name == "nt", reason="kill -9 is POSIX")
@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_that_is_killed_loses_nothing_and_repeats_nothing(tmp_path, workers):
    data = many(tmp_path, 6000)
    whole, out = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    expected = counted(*TARGETS, "--data", data, "--out", whole)
    run = [*TARGETS, "--data", data, "--out", out, "--workers", workers]
    process = start(*run)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (not out.exists() or out.stat().st_size < 50_000):
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert 0 < out.stat().st_size < whole.stat().st_size
    with out.open("ab") as stream:  # a line that was half written when the power went
        stream.write(b'{"name": "pii_')
    assert counted(*run, "--resume") == expected
    assert out.read_bytes() == whole.read_bytes()
    rejects = [one.with_name(one.name + ".rejects.jsonl").read_bytes() for one in (out, whole)]
    assert rejects[0] == rejects[1]
    done = cli("run", *run, "--resume")  # a run that is finished has nothing left to do
    assert {one["score"]: one for one in json.loads(done.stdout)} == expected
    assert out.read_bytes() == whole.read_bytes()


def test_going_on_by_steps_and_from_standard_input(tmp_path):
    data = many(tmp_path, 1300)
    whole, out = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    text = data.read_text(encoding="utf-8")
    cli("run", *TARGETS, "--data", data, "--out", whole)
    for limit in (10, 700, 5000):
        cli("run", *TARGETS, "--data", "-", "--out", out, "--limit", limit, "--resume", stdin=text)
    assert out.read_bytes() == whole.read_bytes()


def test_going_on_with_another_run_is_refused(rows, tmp_path):
    out = tmp_path / "o.jsonl"
    cli("run", "check:tone", "--data", rows, "--out", out)
    done = cli("run", "check:refusal", "--data", rows, "--out", out, "--resume", code=2)
    assert "--resume: the run that began this output had other targets" in done.stderr
    write_lines(rows, ROWS[:2])
    done = cli("run", "check:tone", "--data", rows, "--out", out, "--resume", code=2)
    assert "had other data" in done.stderr


def test_going_on_where_nothing_began_begins(rows, tmp_path):
    cli("run", "check:tone", "--data", rows, "--out", tmp_path / "o.jsonl", "--resume")
    assert len(lines_of(tmp_path / "o.jsonl")) == 6


def test_progress_says_rate_and_time_left():
    import io

    stream = io.StringIO()
    progress = Progress(1_000_000, Position(), stream)
    progress.begun -= 10
    line = progress.line(Position(50_000, 50_000, 250_000), progress.begun + 10)
    assert line == "50,000 rows, 5,000 a second, 25%, 0:30 left"
    progress.last -= 60
    progress.update(Position(10, 10, 10))
    progress.end(Position(1_000_000, 1, 1), 3)
    assert stream.getvalue().count("\n") == 2
    assert "3 rejected" in stream.getvalue()


def test_messages_go_to_stderr_and_quiet_says_nothing(rows):
    done = cli("run", "check:tone", "--data", rows)
    assert "3 rows in" in done.stderr
    assert json.loads(done.stdout)
    assert cli("run", "check:tone", "--data", rows, "-q").stderr == ""


# compare


def results(tmp_path, name, texts, target="check:pii_leak", ids=None):
    rows = [{"id": (ids or range(99))[place], "output": text} for place, text in enumerate(texts)]
    data = write_lines(tmp_path / f"{name}.in.jsonl", rows)
    cli("run", target, "--data", data, "--out", tmp_path / name, "-q")
    return tmp_path / name


CLEAN, LEAK = "All is well.", "Mail joe.doe@corp-mail.net."


def test_compare(tmp_path):
    a = results(tmp_path, "a.jsonl", [CLEAN, LEAK, LEAK, CLEAN, CLEAN])
    b = results(tmp_path, "b.jsonl", [CLEAN, CLEAN, CLEAN, LEAK, CLEAN])
    done = cli("compare", a, b)
    one = {found["score"]: found for found in json.loads(done.stdout)}["pii_free"]
    assert (one["rows"], one["pass_rate_a"], one["pass_rate_b"], one["fixed"], one["broken"]) == (5, 0.6, 0.8, 2, 1)
    assert one["chance"] == 1.0  # of three changes, one or fewer to the one side: 2 * (1 + 3) / 8
    assert "row 1: pii_free fixed" in done.stderr
    assert "row 3: pii_free broken" in done.stderr
    cli("compare", a, b, "--fail-if-worse")
    assert "worse: pii_free" in cli("compare", b, a, "--fail-if-worse", code=1).stderr
    cli("compare", b, a, "--fail-if-worse", "--chance", "0.05")
    assert "pass_rate_a" in cli("compare", a, b, "-o", "table").stdout


def test_the_chance_of_changes_is_the_sign_tests(tmp_path):
    a = results(tmp_path, "a.jsonl", [CLEAN] * 10)
    b = results(tmp_path, "b.jsonl", [LEAK] * 6 + [CLEAN] * 4)
    one = {found["score"]: found for found in json.loads(cli("compare", a, b).stdout)}["pii_free"]
    assert one["chance"] == pytest.approx(2 / 64)
    assert one["broken"] == 6


def test_compare_rows_that_one_run_lacks_and_rows_of_other_data(tmp_path):
    a = results(tmp_path, "a.jsonl", [CLEAN, LEAK, CLEAN])
    b = results(tmp_path, "b.jsonl", [CLEAN, LEAK])
    one = json.loads(cli("compare", a, b).stdout)[0]
    assert (one["rows"], one["only_a"], one["only_b"]) == (2, 1, 0)
    other = results(tmp_path, "c.jsonl", [CLEAN, LEAK], ids=["x", "y"])
    assert "the runs were over other rows" in cli("compare", a, other, code=2).stderr
    assert "no result of `oodle-eval run --out`" in cli("compare", a, tmp_path / "a.jsonl.in.jsonl", code=2).stderr
    assert "nowhere" in cli("compare", a, "nowhere.jsonl", code=2).stderr


def test_a_rejected_row_says_why():
    for raw, reason in ((b"{", "not JSON"), ([1], "got list"), ({"x": 1}, "a row needs")):
        with pytest.raises(Rejected, match=reason):
            item_of((1, raw), 0, FieldMap())


OPENINFERENCE = {
    "openinference.span.kind": "LLM",
    "llm.model_name": "m-1",
    "llm.token_count.completion": 7,
    "llm.input_messages.0.message.role": "user",
    "llm.input_messages.0.message.contents.0.message_content.type": "text",
    "llm.input_messages.0.message.contents.0.message_content.text": "Weather?",
    "llm.output_messages.0.message.role": "assistant",
    "llm.output_messages.0.message.content": "42",
    "llm.output_messages.0.message.tool_calls.0.tool_call.id": "c1",
    "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "weather",
    "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments": '{"city": "Bern"}',
    "input.value": '{"messages": [], "model": "m-1"}',
    "output.value": '{"choices": []}',
}
OPENLLMETRY = {
    "llm.request.type": "chat",
    "gen_ai.response.model": "m-1",
    "gen_ai.usage.output_tokens": 7,
    "gen_ai.prompt.0.role": "user",
    "gen_ai.prompt.0.content": '[{"type": "text", "text": "Weather?"}]',
    "gen_ai.completion.0.role": "assistant",
    "gen_ai.completion.0.content": "42",
    "gen_ai.completion.0.finish_reason": "tool_calls",
    "gen_ai.completion.0.tool_calls.0.id": "c1",
    "gen_ai.completion.0.tool_calls.0.name": "weather",
    "gen_ai.completion.0.tool_calls.0.arguments": '{"city": "Bern"}',
}


@pytest.mark.parametrize("held", [OPENINFERENCE, OPENLLMETRY], ids=["openinference", "openllmetry"])
def test_messages_written_one_attribute_a_field_hold_their_calls(tmp_path, held):
    from oodle_eval.v1 import text

    one = span("s1", "", "chat", 0, 1, None, [])
    one["attributes"] = [attribute(key, value) for key, value in held.items()]
    write_lines(tmp_path / "spans.jsonl", [{"resourceSpans": [{"scopeSpans": [{"spans": [one]}]}]}])
    (raw,) = [raw for raw, _ in Data(str(tmp_path / "spans.jsonl")).rows(Position())]
    ctx = item_of(raw, 0, FieldMap()).row.for_check(True)
    assert (text.user_text(ctx), text.reply(ctx)) == ("Weather?", "42")
    assert text.tool_calls(ctx) == [{"id": "c1", "name": "weather", "arguments": {"city": "Bern"}}]
    assert (ctx.trace.spans[0]["kind"], ctx.trace.spans[0]["model"]) == ("llm", "m-1")
    assert ctx.observation.metadata["gen_ai.usage.output_tokens"] == 7
