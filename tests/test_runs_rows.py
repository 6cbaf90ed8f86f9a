"""What is no row or no rows says so, and numbers without a direction show their range."""

import io
import math
import re
from pathlib import Path

import pytest

from oodle_eval.runs import Tally, as_row, each_result, preflight, run
from oodle_eval.runtime import Score
from oodle_eval.v1 import checks
from oodle_eval.v1.checks import SettingError

SHORT = checks.length_budget(max_words=2)


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("rows.jsonl").write_text('{"output": "a"}\n')
    Path("replies.txt").write_text("Hello\n")
    return Path("rows.jsonl")


class Frame:
    """A table as pandas has it: iterating gives the names of its columns."""

    columns = ("output",)

    def __iter__(self):
        return iter(self.columns)

    def to_dict(self, orient):
        return [{"output": "a"}]


class TestNoRows:
    @pytest.mark.parametrize("mode", ["r", "rb"])
    def test_an_open_file_of_rows_says_how_they_are_read(self, file, mode):
        with file.open(mode) as opened, pytest.raises(SettingError, match="an open file: each of its lines") as refused:
            run(opened, SHORT)
        assert "[json.loads(line) for line in open('rows.jsonl')]" in str(refused.value)
        assert "oodle-eval run check:NAME --data rows.jsonl" in str(refused.value)

    def test_any_other_open_file_says_how_lines_are_given(self, file):
        with (
            Path("replies.txt").open() as opened,
            pytest.raises(SettingError, match=r"\[line.rstrip\(\) for line in file\]"),
        ):
            run(opened, SHORT)
        with pytest.raises(SettingError, match="an open file"):
            run(io.StringIO("a"), SHORT)

    @pytest.mark.parametrize(
        ("rows", "how"),
        [
            ("rows.jsonl", "json.loads(line)"),
            ("data/rows.jsonl.gz", "json.loads(line)"),
            (Path("rows.jsonl"), "json.loads(line)"),
            ("rows.json", "json.load(open('rows.json'))"),
            ("rows.csv", "csv.DictReader(open('rows.csv'))"),
            ("rows.parquet", "read_parquet('rows.parquet')"),
        ],
    )
    def test_the_name_of_a_file_says_how_its_rows_are_read(self, rows, how):
        with pytest.raises(SettingError, match="of a file: read its rows first") as refused:
            run(rows, SHORT)
        assert how in str(refused.value)

    def test_a_reply_that_speaks_of_a_file_is_a_reply(self):
        assert run(["see rows.jsonl", "rows.jsonl"], SHORT).summary()["within_length"].scored == 2
        assert run(["rows.jsonl"], SHORT).summary()["within_length"].scored == 1
        assert run([{"output": "rows.jsonl"}], SHORT).summary()["within_length"].scored == 1

    @pytest.mark.parametrize(
        ("rows", "said"),
        [
            ("Hello", r"got one str: write \[row\]"),
            ({"output": "a"}, r"got one dict: write \[row\]"),
            (Frame(), r'a Frame: write rows.to_dict\("records"\)'),
            (SHORT, "the check length_budget: the rows come first"),
            (None, "got None"),
            (5, "got an int"),
        ],
    )
    def test_what_is_no_rows_is_refused(self, rows, said):
        with pytest.raises(SettingError, match=said):
            run(rows, SHORT)
        with pytest.raises(SettingError, match=said):
            preflight(rows, SHORT)

    def test_rows_and_checks_in_the_wrong_order(self):
        with pytest.raises(SettingError, match="the rows come first, then the checks"):
            run(SHORT, ["a reply"])

    def test_any_iterable_is_fine(self):
        for rows in (("a", "b"), (each for each in "ab"), {"a": 1, "b": 2}.keys(), each_result_rows()):
            assert run(rows, SHORT).summary()["within_length"].scored == 2


def each_result_rows():
    yield {"output": "a"}
    yield "b"


class TestNoRow:
    @pytest.mark.parametrize(
        ("value", "said"),
        [
            (None, "got None"),
            (Path("rows.jsonl"), "got the path of a file"),
            (SHORT, "got the check length_budget"),
            (Frame(), "got a Frame"),
        ],
    )
    def test_is_a_failed_row_with_a_reason(self, value, said):
        results = run([value, "a"], [checks.refusal(), SHORT])
        for one in results.summary().values():
            assert (one.rows, one.scored, one.failed) == (2, 1, 1)
        comments = [line["comment"] for line in results.rows() if line["row"] == 0]
        assert len(comments) == 2
        assert all(re.search(f"a row must be a dict with an output.*{said}", comment) for comment in comments)

    def test_numbers_and_messages_are_outputs(self):
        assert as_row(7).outputs == 7
        assert as_row([{"role": "assistant", "content": "Hi"}]).outputs[0]["content"] == "Hi"


class TestMeasures:
    TEXTS = ("http://a.example http://b.example", "none", "http://a.example")

    def test_a_count_without_a_direction_shows_its_range_and_no_pass_rate(self):
        summary = run(self.TEXTS, checks.url_check()).summary()
        one = summary["url_count"]
        assert (one.is_measure, one.least, one.most, one.mean) == (True, 0, 2, 1)
        lines = str(summary).splitlines()
        assert lines[3].split() == ["url_count", "3", "3", "1", "(0", "to", "2)", "0", "0"]
        assert not summary["urls_ok"].is_measure

    @pytest.mark.parametrize(
        ("bound", "name"),
        [
            (checks.markdown_structure(), "heading_count"),
            (checks.csv_validity(), "row_count"),
            (checks.url_check(prefix="a_"), "a_url_count"),
        ],
    )
    def test_each_such_count_is_one(self, bound, name):
        assert run(["# a", "b"], bound).summary()[name].is_measure

    def test_shares_and_counts_with_a_direction_keep_their_pass_rate(self):
        summary = run(["a@b.test", "b"], [checks.pii_leak(), checks.sentiment()]).summary()
        assert not any(one.is_measure for one in summary.values())
        assert summary["pii_count"].pass_rate == 0.5

    def test_a_score_of_a_users_function_keeps_its_pass_rate(self):
        def share(ctx):
            return [Score(0.7, name="share")]

        assert not run(["a"], share).summary()["share"].is_measure
        assert run(["a"], share).summary()["share"].pass_rate == 1.0

    def test_tallies_of_parts_come_to_the_tally_of_all(self):
        whole, parts = Tally(), [Tally(), Tally(), Tally()]
        for place, result in enumerate(each_result(self.TEXTS, checks.url_check())):
            whole.add(result)
            parts[place].add(result)
        merged = Tally()
        for part in parts:
            merged.merge(part)
        assert merged.summary() == whole.summary()
        assert str(merged.summary()) == str(whole.summary())

    def test_nothing_scored_has_no_range(self):
        summary = run([None], checks.url_check()).summary()
        assert (summary["url_count"].least, summary["url_count"].mean) == (None, None)
        assert math.isclose(run(["a"], checks.url_check()).summary()["url_count"].most, 0)


class TestOutputsThatAreNone:
    def test_are_scored_as_no_text_and_each_comment_says_so(self):
        results = run([{"input": "Hi", "output": None}], [checks.refusal(), checks.json_validity(), SHORT])
        lines = list(results.rows())
        assert {line["name"]: line["value"] for line in lines} == {
            "refused": False,
            "is_json": False,
            "json_schema_ok": False,
            "within_length": False,
        }
        assert all(line["comment"].startswith("the row's output is None; ") for line in lines)

    def test_checks_of_the_trace_say_nothing_of_it(self):
        (line, *_) = run([{"output": None, "trace": [{"kind": "tool", "name": "x"}]}], checks.error_spans()).rows()
        assert line["comment"] == "0 of 1 steps failed"

    def test_an_empty_output_is_a_text(self):
        (line,) = run([{"output": ""}], checks.refusal()).rows()
        assert line["comment"] == "no words of refusal at the start"

    def test_a_users_function_reads_what_it_likes(self):
        def mine(ctx):
            return [Score(ctx.observation.output is None, "BOOLEAN", "mine", "is_none")]

        (line,) = run([{"output": None}], mine).rows()
        assert (line["value"], line["comment"]) == (True, "mine")

    def test_the_command_line_says_so_too(self, tmp_path):
        from typer.testing import CliRunner

        from oodle_eval.cli.app import app

        (tmp_path / "rows.jsonl").write_text('{"output": null}\n')
        out = tmp_path / "out.jsonl"
        command = ["run", "check:refusal", "--data", str(tmp_path / "rows.jsonl"), "--out", str(out), "-q"]
        assert CliRunner().invoke(app, command).exit_code == 0
        assert "the row's output is None; no words of refusal" in out.read_text()


def test_bind_takes_settings_by_name():
    with pytest.raises(TypeError, match=r"given by name: min_words, .*write bind\(min_words=5\)"):
        checks.CHECKS["length_budget"].bind(5)


@pytest.mark.parametrize(
    "row",
    [
        {"input": "q", "actual_output": "a", "expected_output": "r", "retrieval_context": ["c"]},
        {"user_input": "q", "response": "a", "reference": "r", "retrieved_contexts": ["c"]},
        {"question": "q", "answer": "a", "ground_truth": "r", "contexts": ["c"]},
    ],
    ids=["deepeval", "ragas", "ragas before"],
)
def test_rows_of_other_tools_data_sets(row):
    read = as_row(row)
    assert (read.inputs, read.outputs, read.reference_outputs, read.context) == ("q", "a", "r", ["c"])
