"""What is no row or no rows says so; the names and shapes of rows; numbers without a direction show their range."""

import io
import math
import re
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import pytest

from oodle_eval.runs import Tally, as_row, each_result, preflight, run
from oodle_eval.runtime import Score
from oodle_eval.v1 import checks, metrics
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


class TestCallsBesideTheOutput:
    EXPECTED = checks.tool_trajectory(expected=["look_up", "send"])

    @pytest.mark.parametrize("key", ["tool_calls", "tools_called"])
    @pytest.mark.parametrize(
        "calls",
        [
            [{"name": "look_up", "args": {"q": 1}}, {"name": "send", "arguments": "{}"}],
            [{"function": {"name": "look_up", "arguments": "{}"}}, {"function": {"name": "send", "arguments": "{}"}}],
            [{"name": "look_up", "input_parameters": {"q": 1}, "output": "x"}, {"name": "send"}],
            ["look_up", "send"],
            (SimpleNamespace(name="look_up", args={}), SimpleNamespace(name="send", args={})),
        ],
    )
    def test_are_the_steps_of_a_row_without_a_trace(self, key, calls):
        (result,) = run([{"output": "Sent.", key: calls}], self.EXPECTED)
        assert next(result.scores()).value is True

    def test_keep_arguments_results_and_ids(self):
        calls = [{"name": "a", "input_parameters": {"q": 1}, "output": "x"}, {"name": "b", "id": "7", "args": {"r": 2}}]
        assert as_row({"output": "y", "tools_called": calls}).trace == [
            {"name": "a", "kind": "tool", "tool_name": "a", "input": {"q": 1}, "tool_call_id": "", "output": "x"},
            {"name": "b", "kind": "tool", "tool_name": "b", "input": {"r": 2}, "tool_call_id": "7", "output": None},
        ]

    def test_a_trace_goes_first(self):
        trace = [{"kind": "tool", "tool_name": "b"}]
        assert as_row({"output": "y", "tool_calls": ["a"], "trace": trace}).trace == trace
        assert len(as_row({"output": "y", "tool_calls": ["a"], "trace": []}).trace) == 1

    def test_an_output_with_its_own_calls_is_left_alone(self):
        said = {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "a", "arguments": "{}"}}]}
        assert as_row({"output": said, "tool_calls": said["tool_calls"]}).trace is None

    @pytest.mark.parametrize("calls", [None, [], "a", 5, [None], [5], [{}]])
    def test_anything_else_is_no_error(self, calls):
        (result,) = run([{"output": "y", "tool_calls": calls}], checks.length_budget())
        assert next(result.scores()).value is True


class TestTraces:
    STEP: ClassVar = {"kind": "tool", "tool_name": "a"}

    def test_a_dict_with_spans_is_their_list(self):
        assert as_row({"output": "y", "trace": {"spans": [self.STEP]}}).trace == [self.STEP]
        assert as_row({"output": "y", "trace": self.STEP}).trace == [self.STEP]
        (result,) = run([{"output": "y", "trace": {"spans": [self.STEP]}}], checks.tool_trajectory(expected=["a"]))
        assert next(result.scores()).value is True

    @pytest.mark.parametrize("trace", [{"spans": ["a"]}, {"thought": "a"}, "a", 5, ["I looked it up."]])
    def test_something_else_is_no_trace(self, trace):
        assert as_row({"output": "y", "trace": trace}).trace is None

    def test_names_are_refused_with_the_place_where_they_go(self):
        with pytest.raises(ValueError, match='names of called tools go under "tool_calls"'):
            as_row({"output": "y", "trace": ["look_up", "send"]})
        assert as_row({"output": "y", "spans": ["PER", "LOC"]}).trace is None


class TestNamesOfDataSets:
    def test_a_prediction_and_its_target(self):
        row = as_row({"question": "2+2?", "prediction": "4", "target": "4"})
        assert (row.inputs, row.outputs, row.reference_outputs) == ("2+2?", "4", "4")
        assert as_row({"output": "a", "prediction": "b"}).outputs == "a"

    def test_mlflows_expectations(self):
        row = as_row({"inputs": {"question": "?"}, "outputs": "4", "expectations": {"expected_response": "4"}})
        assert row.reference_outputs == "4"
        assert as_row({"outputs": "4", "expectations": {"guidelines": ["be kind"]}}).reference_outputs is None
        assert (
            as_row({"outputs": "4", "expectations": {"expected_response": "4"}, "expected": "5"}).reference_outputs
            == "5"
        )
        assert as_row({"outputs": "4", "expected_response": "4"}).reference_outputs == "4"


class TestPreflightOfCalls:
    CALL: ClassVar = {"function": {"name": "a", "arguments": "{}"}}
    SAID: ClassVar = {"role": "assistant", "content": None, "tool_calls": [CALL]}

    @pytest.mark.parametrize(
        "row",
        [
            {"output": {"messages": [SAID]}},
            {"output": {"choices": [{"message": SAID}]}},
            {"output": SAID},
            {"messages": [{"role": "user", "content": "?"}, SAID]},
            {"output": "y", "tool_calls": ["a"]},
            {"output": "y", "trace": {"spans": [{"kind": "tool", "tool_name": "a"}]}},
        ],
    )
    def test_calls_that_are_scored_do_not_lack(self, row):
        check = checks.tool_trajectory(expected=["a"])
        (result,) = run([row], check)
        assert next(result.scores()).value is True
        assert preflight([row], check) == []

    def test_none_at_all_does(self):
        assert [one.what for one in preflight([{"output": "y"}], checks.tool_trajectory(expected=["a"]))] == ["trace"]


class TestARowGivenAsAContext:
    ROW: ClassVar = {"output": "It ships on Monday.", "context": "It ships on Friday."}

    @pytest.mark.parametrize(
        "check",
        [
            metrics.grounding,
            metrics.unsupported_numbers,
            metrics.citation_check,
            metrics.bm25_relevance,
            metrics.tfidf_similarity,
            checks.grounding(),
            checks.suite(checks.grounding(), checks.refusal()),
        ],
    )
    def test_is_told_where_rows_go(self, check):
        for held in (self.ROW, {"question": "When?", "answer": "Monday.", "documents": ["Friday."]}):
            with pytest.raises(ValueError, match=r"looks like a row: .*run\(\[row\]"):
                check(held)

    @pytest.mark.parametrize("held", ["a reply", {"role": "assistant", "content": "a"}, {"a": 1}, ["a"]])
    def test_anything_else_is_not(self, held):
        with pytest.raises(ValueError, match="needs a context") as caught:
            metrics.grounding(held)
        assert "looks like" not in str(caught.value)
