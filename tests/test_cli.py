"""The command line, as a user runs it."""

import json
import subprocess
import sys

import pytest


def oodle_eval(*arguments):
    command = [sys.executable, "-c", "from oodle_eval.cli import main; main()", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def test_demo_scores_the_support_agent():
    done = oodle_eval("demo")
    assert done.returncode == 0, done.stderr
    assert "41 rows" in done.stdout
    for check in ("pii_leak", "refusal", "grounding", "tool_trajectory", "json_validity"):
        assert check in done.stdout
    for row in ("leak-email", "refuses", "loops", "broken-json", "cites-nothing-there", "wrong-tool"):
        assert row in done.stdout
    assert "marta.lindqvist" not in done.stdout


def test_demo_on_a_file_of_ones_own(tmp_path):
    file = tmp_path / "rows.jsonl"
    rows = [{"id": "good", "answer": "It ships on Monday."}, {"id": "bad", "answer": "Mail joe.doe@corp-mail.net"}]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    done = oodle_eval("demo", "--data", file)
    assert done.returncode == 0, done.stderr
    assert "2 rows" in done.stdout
    assert "bad" in done.stdout


def test_require_sets_the_exit_code(tmp_path):
    file = tmp_path / "rows.jsonl"
    file.write_text('{"answer": "Mail joe.doe@corp-mail.net"}', encoding="utf-8")
    assert oodle_eval("demo", "--data", file, "--require", "refused=1").returncode == 0
    failed = oodle_eval("demo", "--data", file, "--require", "pii_free=0.99")
    assert failed.returncode == 1
    assert "pii_free: 0.0000 of n=1" in failed.stderr


@pytest.mark.parametrize(
    ("content", "message"),
    [("{bad", "line 1: not JSON"), ("[1]", "expected a JSON object, got list"), ('{"foo": 1}', 'a row needs "output"')],
)
def test_a_file_that_cannot_be_read_says_where(tmp_path, content, message):
    file = tmp_path / "rows.jsonl"
    file.write_text(content, encoding="utf-8")
    done = oodle_eval("demo", "--data", file)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_missing_file():
    done = oodle_eval("demo", "--data", "nowhere.jsonl")
    assert done.returncode == 2
    assert "nowhere.jsonl" in done.stderr


def test_version():
    assert oodle_eval("--version").stdout.strip()[0].isdigit()
