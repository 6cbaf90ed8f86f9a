"""`compare` where the two runs are not of the same rows or checks."""

import json

import pytest
from typer.testing import CliRunner

from oodle_eval.cli.app import app

runner = CliRunner()


def cli(*arguments, code=0):
    done = runner.invoke(app, [str(one) for one in arguments])
    assert done.exit_code == code, done.output
    return done


@pytest.fixture
def results(tmp_path):
    def made(name, texts, *targets):
        data = tmp_path / f"{name}.in.jsonl"
        data.write_text(
            "".join(
                json.dumps({"output": text, "metadata": {"limit": 9} if text == "Last." else {}}) + "\n"
                for text in texts
            ),
            encoding="utf-8",
        )
        cli("run", *(targets or ["check:pii_leak"]), "--data", data, "--out", tmp_path / name, "-q")
        return tmp_path / name

    return made


def test_rows_that_only_the_first_has_are_said_and_fail_the_gate(results):
    a, b = results("a.jsonl", ["Hello."] * 5), results("b.jsonl", ["Hello."] * 2)
    assert "3 rows of A are not in B\n" in cli("compare", a, b).stderr
    assert "3 rows of A are not in B\n" in cli("compare", a, b, "--fail-if-worse", "--chance", "0.01", code=1).stderr
    assert cli("compare", b, a, "--fail-if-worse").stderr == ""
    assert cli("compare", a, a, "--fail-if-worse").stderr == ""


def test_a_score_that_only_the_first_has_fails_the_gate(results):
    a = results("a.jsonl", ["Hello."], "check:pii_leak", "check:refusal")
    b = results("b.jsonl", ["Hello."], "check:pii_leak")
    assert "refused is not in B\n" in cli("compare", a, b, "--fail-if-worse", code=1).stderr
    cli("compare", b, a, "--fail-if-worse")


def test_rows_that_the_second_failed_on_fail_the_gate(results):
    a = results("a.jsonl", ["Hello.", "Hi.", "Last."], "check:length_budget?max_words=3")
    b = results("b.jsonl", ["Hello.", "Hi.", "Last."], "check:length_budget?max_words=row:metadata.limit")
    assert (
        "within_length failed in B on 2 rows that have it in A"
        in cli("compare", a, b, "--fail-if-worse", code=1).stderr
    )


def test_other_settings_of_a_check_are_one_line(results):
    a = results("a.jsonl", ["Hello."] * 2, "check:length_budget?max_words=3", "check:pii_leak")
    b = results("b.jsonl", ["Hello."] * 2, "check:length_budget?max_words=4", "check:pii_leak")
    said = cli("compare", a, b, "--fail-if-worse").stderr
    assert said.startswith("length_budget is not the same in both: settings {")
    assert '"max_words": 3' in said
    assert '"max_words": 4' in said
    assert said.count("\n") == 1


def test_another_version_of_a_check_is_said(results):
    a, b = results("a.jsonl", ["Hello."]), results("b.jsonl", ["Hello."])
    lines = [json.loads(line) for line in b.read_text(encoding="utf-8").splitlines()]
    b.write_text("".join(json.dumps({**line, "version": "0.1"}) + "\n" for line in lines), encoding="utf-8")
    said = cli("compare", a, b).stderr
    assert said.startswith("pii_leak is not the same in both: version ")
    assert said.endswith('"0.1" in B\n')
