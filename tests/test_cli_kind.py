"""What the command line says when something is not as it must be, and how it ends."""

import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from oodle_eval.cli._runner import MOST_REASONS, Reasons
from oodle_eval.cli.app import app

runner = CliRunner()


def cli(*arguments, code):
    done = runner.invoke(app, [str(one) for one in arguments])
    assert done.exit_code == code, done.output
    return done


def written(tmp_path, name, text):
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return file


NO_REFERENCE = '{"output": "x"}\n{"output": "y"}\n'


class TestRun:
    def test_rows_that_all_failed_end_with_1_and_the_reason_with_its_count(self, tmp_path):
        done = cli("run", "check:exact_match", "--data", written(tmp_path, "a.jsonl", NO_REFERENCE), "-q", code=1)
        assert "2 rows failed in exact_match: exact_match needs a reference to compare with" in done.stderr
        assert "nothing could be scored" in done.stderr
        assert json.loads(done.stdout)[0]["failed"] == 2

    def test_what_scored_in_part_ends_with_0_and_says_what_did_not(self, tmp_path):
        file = written(tmp_path, "a.jsonl", NO_REFERENCE + "nope\n")
        done = cli("run", "check:exact_match", "check:refusal", "--data", file, "-q", code=0)
        assert "1 row rejected: not JSON" in done.stderr
        assert "2 rows failed in exact_match" in done.stderr

    def test_nothing_is_said_of_rows_that_went_well(self, tmp_path):
        done = cli("run", "check:refusal", "--data", written(tmp_path, "a.jsonl", NO_REFERENCE), "-q", code=0)
        assert done.stderr == ""

    def test_rows_that_were_all_rejected_end_with_2_and_the_reasons(self, tmp_path):
        file = written(tmp_path, "a.jsonl", '{"foo": 1}\n{"foo": 2}\nnope\n')
        done = cli("run", "check:refusal", "--data", file, "-q", code=2)
        assert '2 rows rejected: a row needs "output" or "messages", and this one has foo' in done.stderr
        assert "1 row rejected: not JSON" in done.stderr
        assert "no row could be read, of 3; --output-field says where" in done.stderr

    def test_rejected_and_failed_rows_together_end_with_1(self, tmp_path):
        file = written(tmp_path, "a.jsonl", NO_REFERENCE + "nope\n")
        cli("run", "check:exact_match", "--data", file, "-q", code=1)

    @pytest.mark.parametrize(
        ("name", "text"), [("a.jsonl", ""), ("a.jsonl", "\n\n"), ("a.json", "[]"), ("a.csv", ""), ("a.csv", "output\n")]
    )
    def test_data_without_a_row_ends_with_2(self, tmp_path, name, text):
        file = written(tmp_path, name, text)
        done = cli("run", "check:refusal", "--data", file, "-q", code=2)
        assert f"there is no row in {file}" in done.stderr

    def test_a_limit_of_0_is_no_lack_of_rows(self, tmp_path):
        file = written(tmp_path, "a.jsonl", NO_REFERENCE)
        cli("run", "check:refusal", "--data", file, "-q", "--limit", 0, code=0)

    def test_the_reasons_of_a_run_that_was_stopped_are_still_known_when_it_goes_on(self, tmp_path):
        file, out = written(tmp_path, "a.jsonl", NO_REFERENCE), tmp_path / "out.jsonl"
        cli("run", "check:exact_match", "--data", file, "-q", "--out", out, "--limit", 1, code=1)
        done = cli("run", "check:exact_match", "--data", file, "-q", "--out", out, "--resume", code=1)
        assert "2 rows failed in exact_match" in done.stderr

    def test_several_processes_count_together(self, tmp_path):
        file = written(tmp_path, "a.jsonl", '{"output": "x"}\n' * 1200)
        done = cli("run", "check:exact_match", "--data", file, "-q", "--workers", 2, code=1)
        assert "1200 rows failed in exact_match" in done.stderr

    def test_the_name_of_a_check_is_answered_with_how_it_is_written(self, tmp_path):
        file = written(tmp_path, "a.jsonl", NO_REFERENCE)
        done = cli("run", "pii_leak", "--data", file, code=2)
        assert "the check of that name is check:pii_leak" in done.stderr
        assert "did you mean `check:pii_leak`?" in cli("run", "pii_leek", "--data", file, code=2).stderr
        assert "did you mean" not in cli("run", "nothing.py", "--data", file, code=2).stderr

    def test_a_directory_of_a_checks_name_is_a_template(self, tmp_path, monkeypatch):
        (tmp_path / "refusal").mkdir()
        written(tmp_path / "refusal", "evaluate.py", "def evaluate(ctx):\n    return [Score(1.0, name='x')]\n")
        file = written(tmp_path, "a.jsonl", NO_REFERENCE)
        monkeypatch.chdir(tmp_path)
        assert "template.yaml" in cli("run", "refusal", "--data", file, code=2).stderr

    def test_a_count_without_a_direction_has_a_range_and_no_pass_rate(self, tmp_path):
        file = written(tmp_path, "a.jsonl", '{"output": "http://a.example"}\n{"output": "b"}\n')
        done = cli("run", "check:url_check", "--data", file, "-q", "-o", "json", code=0)
        ok, count = json.loads(done.stdout)
        assert (count["pass_rate"], count["passed"], count["least"], count["most"]) == (None, None, 0, 1)
        assert ok["pass_rate"] == 1
        assert "least" not in ok


class TestReasons:
    def test_the_first_are_shown_and_the_rest_counted(self):
        reasons = Reasons()
        for number in range(8):
            reasons.add("", f"reason {number}", times=number + 1)
        lines = reasons.lines(limit=2)
        assert lines == ["1 row rejected: reason 0", "2 rows rejected: reason 1", "and 33 rows for other reasons"]

    def test_no_more_than_some_are_kept(self):
        reasons, others = Reasons(), Reasons()
        for number in range(2 * MOST_REASONS):
            reasons.add("x", f"reason {number}")
        others.add("x", "reason 0")
        others.merge(reasons)
        assert len(others.counts) == MOST_REASONS
        assert sum(others.counts.values()) + others.others == 2 * MOST_REASONS + 1


class TestDemo:
    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("a.csv", "output,input\nHello.,Hi\nMail joe.doe@corp-mail.net,Hi\n"),
            ("a.json", '[{"output": "Hello."}, {"output": "Mail joe.doe@corp-mail.net"}]'),
            ("a.json", '{"rows": [{"output": "Hello."}, {"answer": "Mail joe.doe@corp-mail.net"}]}'),
            ("a.jsonl", '{"output": "Hello."}\n{"answer": "Mail joe.doe@corp-mail.net"}\n'),
        ],
    )
    def test_reads_every_format_of_rows(self, tmp_path, name, text):
        done = cli("demo", "--data", written(tmp_path, name, text), code=0)
        assert "2 rows" in done.stdout
        assert "found: 1 email" in done.stdout

    @pytest.mark.parametrize(("name", "text"), [("a.jsonl", ""), ("a.json", "[]"), ("a.csv", "output\n")])
    def test_data_without_a_row_ends_with_2(self, tmp_path, name, text):
        assert "there is no row in" in cli("demo", "--data", written(tmp_path, name, text), code=2).stderr

    def test_a_row_that_cannot_be_read_is_named(self, tmp_path):
        file = written(tmp_path, "a.jsonl", '{"output": "fine"}\n\n{"foo": 1}\n')
        assert 'a.jsonl, line 3: a row needs "output"' in cli("demo", "--data", file, code=2).stderr
        file = written(tmp_path, "a.json", '[{"output": "fine"}, 5]')
        assert "a.json, row 2: expected a JSON object, got int" in cli("demo", "--data", file, code=2).stderr


def test_the_package_runs_as_a_module():
    done = subprocess.run(
        [sys.executable, "-m", "oodle_eval", "--version"], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout[0].isdigit()


@pytest.mark.parametrize("target", ["check:", "mine=check:", "check:?a=b"])
def test_a_target_without_a_checks_name(tmp_path, target):
    done = cli("run", target, "--data", written(tmp_path, "a.jsonl", NO_REFERENCE), code=2)
    assert "names no check: write check:NAME" in done.stderr
