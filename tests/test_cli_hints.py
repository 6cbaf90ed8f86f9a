"""What is said where a newcomer takes a wrong turn, and the right way in it."""

import pytest
from typer.testing import CliRunner

from oodle_eval.cli.app import app
from oodle_eval.v1 import checks

runner = CliRunner()


def cli(*arguments, code=0):
    done = runner.invoke(app, [str(one) for one in arguments])
    assert done.exit_code == code, done.output
    return done


@pytest.fixture
def run(tmp_path):
    def said(target, *options):
        data = tmp_path / "rows.jsonl"
        data.write_text('{"output": "Hello."}\n', encoding="utf-8")
        done = runner.invoke(app, ["run", str(target), "--data", str(data), *options])
        assert done.exit_code, done.output
        return done.stderr

    return said


def test_a_setting_that_is_close_by_a_word(run):
    assert "no setting 'alowed': did you mean 'allowed_email_domains'? Its settings" in run("check:pii_leak?alowed=x")
    assert "no setting 'patterns'; its settings are: checks," in run("check:pii_leak?patterns=x")


def test_a_check_that_is_close_by_its_words(run):
    assert "did you mean 'json_validity'?" in run("check:valid_json")
    with pytest.raises(AttributeError, match="no check 'valid_json': did you mean 'json_validity'"):
        _ = checks.valid_json
    with pytest.raises(AttributeError, match="no check 'contians': did you mean 'contains'"):
        _ = checks.contians
    with pytest.raises(AttributeError, match=r"no check 'zzzzzz'$"):
        _ = checks.zzzzzz
    assert not hasattr(checks, "__nothing__")


def test_code_that_returns_no_result_or_is_async(run, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def evaluate(ctx):\n    return [Score(1.0)]\n", encoding="utf-8")
    assert "write return EvaluationResult(scores=[...])" in run(file)
    file.write_text("async def evaluate(ctx):\n    return EvaluationResult(scores=[Score(1.0)])\n", encoding="utf-8")
    assert "evaluate is async, and nothing awaits it: write it as a plain function, without async" in run(file)


def test_a_file_beside_the_code_is_imported_from_shared(run, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("from helper import f\n\n\ndef evaluate(ctx):\n    return f()\n", encoding="utf-8")
    assert "module 'helper' is not allowed: a file of your own goes into the folder shared/" in run(file)
    file.write_text("import os\n\n\ndef evaluate(ctx):\n    return os\n", encoding="utf-8")
    assert "shared" not in run(file)


def test_notebooks_are_for_a_person(tmp_path):
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.ipynb").write_text('{"cells": [{"source": ["from openevals.exact import exact_match\\n"]}]}')
    (folder / "b.ipynb").write_text('{"cells": [{"source": ["import json"]}]}')
    said = cli("migrate", folder).stdout
    assert "a.ipynb: a notebook is not rewritten: change its imports of openevals by hand" in said
    assert "b.ipynb" not in said
    assert "a.ipynb: a notebook" in cli("migrate", folder / "a.ipynb", "--write").stdout


@pytest.mark.parametrize("name", ["Hallucination", "GEval", "BaseMetric", "score_result", "DemographicBiasJudge"])
def test_a_name_of_opiks_that_is_no_heuristic(name):
    pytest.importorskip("opik")
    with pytest.raises(ImportError, match=f"{name} is no heuristic: keep it from opik.evaluation.metrics"):
        exec(f"from oodle_eval_adapters.opik.metrics import {name}")  # noqa: S102 - the import of each name
    from oodle_eval_adapters.opik import metrics

    assert not hasattr(metrics, "Nothing")
