"""The command's files: nothing of the user's is lost, and a run goes on only with what it began."""

import json
import os

import pytest
from typer.testing import CliRunner

from oodle_eval.cli import _data
from oodle_eval.cli._data import Data
from oodle_eval.cli.app import app

runner = CliRunner()


def cli(*arguments, code=0, stdin=None):
    done = runner.invoke(app, [str(one) for one in arguments], input=stdin)
    assert done.exit_code == code, done.output
    return done


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "z.jsonl"
    file.write_text('{"id": "a", "output": "Hello."}\n{"id": "b"}\n{"id": "c", "output": "Bye."}\n', encoding="utf-8")
    return file


def listing(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


class TestNothingIsLost:
    @pytest.mark.parametrize(
        "options",
        [
            ["--out", "z.jsonl", "--overwrite"],
            ["--out", "./z.jsonl", "--overwrite"],
            ["--out", "soft.jsonl", "--overwrite"],
            ["--out", "hard.jsonl", "--overwrite"],
            ["--out", "z.jsonl", "--resume"],
            ["--rejects", "z.jsonl"],
            ["--rejects", "z.jsonl", "--overwrite"],
            ["--out", "o.jsonl", "--rejects", "./z.jsonl", "--overwrite"],
            ["--out", "o.jsonl", "--rejects", "o.jsonl"],
            ["--out", "o.jsonl", "--rejects", "./o.jsonl"],
            ["--out", "o.jsonl", "--rejects", "o.jsonl.run.json"],
            ["--out", "o.jsonl", "--rejects", "o.jsonl.run.json.new"],
            ["--out", "o.parquet", "--rejects", "o.parquet.partial.jsonl"],
            ["--out", "mine.py", "--overwrite"],
            ["--out", "settings.yaml", "--overwrite"],
        ],
    )
    def test_one_file_for_two_things_is_refused(self, data, tmp_path, options):
        (tmp_path / "soft.jsonl").symlink_to(data)
        os.link(data, tmp_path / "hard.jsonl")
        (tmp_path / "mine.py").write_text(
            "def evaluate(ctx):\n    return EvaluationResult(scores=[])\n", encoding="utf-8"
        )
        (tmp_path / "settings.yaml").write_text("pii_leak: {}\n", encoding="utf-8")
        before = listing(tmp_path)
        done = cli(
            "run", "check:pii_leak", "mine.py", "--params", "settings.yaml", "--data", "z.jsonl", *options, code=2
        )
        assert "give another file" in done.stderr or "give each its own" in done.stderr
        assert listing(tmp_path) == before

    @pytest.mark.parametrize("side", [".run.json", ".rejects.jsonl", ".run.json.new"])
    def test_data_where_a_side_file_would_be_is_refused(self, data, tmp_path, side):
        (tmp_path / f"o.jsonl{side}").write_bytes(data.read_bytes())
        before = listing(tmp_path)
        options = ("--data", f"o.jsonl{side}", "--data-format", "jsonl", "--out", "o.jsonl", "--overwrite")
        assert "--data too and would be lost" in cli("run", "check:tone", *options, code=2).stderr
        assert listing(tmp_path) == before

    @pytest.mark.parametrize("options", [["--out", "o.jsonl"], []])
    def test_rejects_that_are_there_are_not_deleted_unasked(self, data, tmp_path, options):
        mine = tmp_path / "mine.txt"
        mine.write_text("notes", encoding="utf-8")
        run = ("run", "check:tone", "--data", data, *options, "--rejects", mine)
        assert "mine.txt is there already: give --overwrite" in cli(*run, code=2).stderr
        assert mine.read_text(encoding="utf-8") == "notes"
        assert not (tmp_path / "o.jsonl").exists()
        cli(*run, "--overwrite")
        assert json.loads(mine.read_text(encoding="utf-8"))["line"] == 2

    def test_side_files_of_someone_else_are_not_replaced_unasked(self, data, tmp_path):
        (tmp_path / "o.jsonl.run.json").write_text('{"my": "notes"}', encoding="utf-8")
        (tmp_path / "p.jsonl.rejects.jsonl").write_text("notes", encoding="utf-8")
        before = listing(tmp_path)
        assert "no record of a run" in cli("run", "check:tone", "--data", data, "--out", "o.jsonl", code=2).stderr
        assert "is there already" in cli("run", "check:tone", "--data", data, "--out", "p.jsonl", code=2).stderr
        assert listing(tmp_path) == before

    def test_an_output_that_was_deleted_is_made_anew(self, data, tmp_path):
        run = ("run", "check:tone", "--data", data, "--out", "o.jsonl")
        cli(*run)
        before = listing(tmp_path)
        (tmp_path / "o.jsonl").unlink()
        cli(*run)
        assert set(listing(tmp_path)) == set(before)
        assert (tmp_path / "o.jsonl").read_bytes() == before["o.jsonl"]

    def test_a_device_is_no_file_to_delete(self, data):
        cli("run", "check:tone", "--data", data, "--rejects", os.devnull)
        assert os.path.exists(os.devnull)  # noqa: PTH110 - no file of a path's kind

    def test_new_and_migrate_write_only_when_asked(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        (tmp_path / "mine").mkdir()
        (tmp_path / "mine" / "evaluate.py").write_text("from openevals.exact import exact_match\n", encoding="utf-8")
        before = listing(tmp_path / "mine")
        cli("new", "mine", code=2)
        cli("migrate", "mine")
        assert listing(tmp_path / "mine") == before


class TestResume:
    @pytest.mark.parametrize(
        "record",
        [
            '{"my": "notes"}',
            "[]",
            "3",
            "null",
            '{"made_by": 3, "state": {}}',
            '{"made_by": {}, "state": []}',
            "{cut",
            "",
        ],
    )
    def test_a_record_of_someone_else_is_one_message(self, data, tmp_path, record):
        run = ("run", "check:tone", "--data", data, "--out", "o.jsonl")
        cli(*run)
        (tmp_path / "o.jsonl.run.json").write_text(record, encoding="utf-8")
        before = listing(tmp_path)
        done = cli(*run, "--resume", code=2)
        assert "o.jsonl.run.json is no record of a run: give another --out, or --overwrite" in done.stderr
        assert listing(tmp_path) == before

    @pytest.mark.parametrize("name", ["o.jsonl", "o.jsonl.rejects.jsonl"])
    @pytest.mark.parametrize("left", [None, b"{"])
    def test_results_that_are_gone_are_not_passed_over(self, data, tmp_path, name, left):
        run = ("run", "check:tone", "--data", data, "--out", "o.jsonl", "--resume")
        cli(*run, "--limit", "2")
        file = tmp_path / name
        file.unlink() if left is None else file.write_bytes(left)
        assert f"{name} has lost what the run wrote" in cli(*run, code=2).stderr

    def test_parquet_by_steps_is_that_of_one_run(self, data, tmp_path):
        parquet = pytest.importorskip("pyarrow.parquet")
        cli("run", "check:tone", "--data", data, "--out", "whole.parquet")
        run = ("run", "check:tone", "--data", data, "--out", "o.parquet", "--resume")
        cli(*run, "--limit", "1")
        cli(*run)
        cli(*run)
        whole, steps = (parquet.read_table(tmp_path / name).to_pylist() for name in ("whole.parquet", "o.parquet"))
        assert steps == whole
        assert not (tmp_path / "o.parquet.partial.jsonl").exists()

    @pytest.mark.parametrize("place", [0, 99_999, 150_000, 200_000])
    def test_data_edited_in_place_is_other_data(self, tmp_path, place):
        file = tmp_path / "r.jsonl"
        rows = ['{"output": "Hello."}\n'] * 10_000
        file.write_text("".join(rows), encoding="utf-8")
        run = ("run", "check:length_budget", "--data", file, "--out", tmp_path / "o.jsonl", "--resume", "--limit", "5")
        cli(*run)
        rows[place // 21] = '{"output": "HELLO."}\n'
        file.write_text("".join(rows), encoding="utf-8")
        assert "had other data" in cli(*run, code=2).stderr

    def test_of_a_large_file_blocks_from_its_beginning_to_its_end_are_looked_at(self, tmp_path, monkeypatch):
        monkeypatch.setattr(_data, "BLOCK", 10)
        monkeypatch.setattr(_data, "BLOCKS", 5)
        file = tmp_path / "r.jsonl"
        content = bytearray(b"\n" * 100)
        file.write_bytes(content)
        before = Data(str(file)).fingerprint()
        seen = set()
        for place in range(100):
            content[place] = ord(" ")
            file.write_bytes(content)
            content[place] = ord("\n")
            if Data(str(file)).fingerprint() != before:
                seen.add(place)
        assert seen == {*range(10), *range(22, 32), *range(45, 55), *range(67, 77), *range(90, 100)}
