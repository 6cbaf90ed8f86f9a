"""Rows of tables, settings that rows give, and what is said about them."""

import json

import pytest
from typer.testing import CliRunner

from oodle_eval.cli.app import app
from oodle_eval.v1 import checks

runner = CliRunner()


def cli(*arguments, code=0):
    done = runner.invoke(app, [str(one) for one in arguments])
    assert done.exit_code == code, done.output
    return done


def table(folder, text, name="r.csv"):
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def test_messages_that_are_no_json_are_named(tmp_path):
    done = cli("run", "check:tone", "--data", table(tmp_path, "id,messages\n1,hello there\n"), code=2)
    assert "messages is a text that is not JSON" in done.stderr


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("id;output\n1;Hello.\n", "r.csv", "is ';' what parts its columns?"),
        ("id\toutput\n1\tHello.\n", "r.csv", "is a tab what parts its columns?"),
        ("id,output\n1\n", "r.tsv", "is a comma what parts its columns?"),
    ],
)
def test_another_delimiter_is_hinted_at(tmp_path, text, name, said):
    assert said in cli("run", "check:tone", "--data", table(tmp_path, text, name), code=2).stderr


CALL = json.dumps(
    [
        {
            "role": "assistant",
            "tool_calls": [{"id": "1", "type": "function", "function": {"name": "find", "arguments": "{}"}}],
        }
    ]
)


@pytest.mark.parametrize(
    "setting",
    ["row:reference.tools", "row(reference.tools)", 'row("reference.tools")', "checks.row('reference.tools')"],
)
def test_a_setting_from_a_reference_that_is_a_cell_of_json(tmp_path, setting):
    file = tmp_path / "r.csv"
    cells = ["output", "reference"], [CALL, '{"tools": ["find"]}'], [CALL, '{"tools": ["other"]}']
    import csv

    with file.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows(cells)
    out = tmp_path / "o.jsonl"
    cli("run", f"check:tool_trajectory?expected={setting}", "--data", file, "--scores", "primary", "--out", out)
    assert [json.loads(line)["passed"] for line in out.read_text(encoding="utf-8").splitlines()] == [True, False]


def test_a_reference_that_is_the_text_of_json_stays_a_text(tmp_path):
    file = tmp_path / "r.csv"
    file.write_text('output,reference\n"{""a"": 1}","{""a"": 1}"\n"{""a"":1}","{""a"": 1}"\n', encoding="utf-8")
    out = tmp_path / "o.jsonl"
    cli("run", "check:exact_match", "check:json_diff", "--data", file, "--scores", "primary", "--out", out)
    found = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [one["passed"] for one in found if one["check"] == "exact_match"] == [True, False]
    assert [one["passed"] for one in found if one["check"] == "json_diff"] == [True, True]


@pytest.mark.parametrize("held", ["{no json", "[" * 100_000, '"a"', "a text"])
def test_a_path_into_a_text_that_is_no_json_says_so(held):
    bound = checks.length_budget(max_words=checks.row("reference.n"))
    from oodle_eval.runs import run

    (row,) = run([{"output": "x", "reference": held}], bound)
    assert "reference has a str" in str(row.outcomes[0].error) or "has a text" in str(row.outcomes[0].error)


def test_the_help_has_a_setting_from_the_rows():
    said = runner.invoke(app, ["run", "--help"], env={"COLUMNS": "200"}).stdout
    assert "row:reference.tools" in said
