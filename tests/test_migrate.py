from __future__ import annotations

import subprocess
import sys

import pytest
from typer.testing import CliRunner

from oodle_eval.cli.migrate import migrated


def after(source):
    return migrated(source)[0]


def notes(source):
    return [(note.line, note.text) for note in migrated(source)[1]]


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("from openevals.exact import exact_match\n", "from oodle_eval_adapters.openevals.exact import exact_match\n"),
        ("from openevals import exact_match as e\n", "from oodle_eval_adapters.openevals import exact_match as e\n"),
        (
            "from agentevals.trajectory.match import x\n",
            "from oodle_eval_adapters.agentevals.trajectory.match import x\n",
        ),
        ("import openevals.json as oj\n", "import oodle_eval_adapters.openevals.json as oj\n"),
        ("import os, openevals.exact  # keep\n", "import os, oodle_eval_adapters.openevals.exact  # keep\n"),
        ("from .openevals import thing\n", "from .openevals import thing\n"),
        ("from openevals_extra import thing\n", "from openevals_extra import thing\n"),
        ("from my.openevals import thing\n", "from my.openevals import thing\n"),
        ("from opik.evaluation.metrics import ROUGE\n", "from oodle_eval_adapters.opik.metrics import ROUGE\n"),
        ("from opik.evaluation.metrics import GEval\n", "from opik.evaluation.metrics import GEval\n"),
        (
            "from opik.evaluation.metrics.heuristics.equals import Equals as E\n",
            "from oodle_eval_adapters.opik.metrics import Equals as E\n",
        ),
        (
            "from opik.evaluation.metrics import ROUGE, GEval, Equals as E  # both\n",
            (
                "from opik.evaluation.metrics import GEval  # both\n"
                "from oodle_eval_adapters.opik.metrics import ROUGE, Equals as E\n"
            ),
        ),
        ("x = 1\n", "x = 1\n"),
        ("def broken(:\n", "def broken(:\n"),
    ],
)
def test_imports(before, expected):
    assert after(before) == expected


def test_formatting_and_comments_survive():
    source = (
        '"""A module."""\r\n'
        "from openevals.llm import (  # judges\r\n"
        "    create_llm_as_judge,   # one\r\n"
        "\r\n"
        "    create_async_llm_as_judge as later,\r\n"
        ")\r\n"
        "from openevals.exact import exact_match ; x=1\r\n"
        "def f( a ):\r\n"
        "\treturn [ a,\r\n"
        "\t\t2 ]  # odd\r\n"
    )
    assert after(source) == source.replace("from openevals", "from oodle_eval_adapters.openevals")


def test_a_parenthesised_import_is_split_with_its_comments():
    source = (
        "from opik.evaluation.metrics import (\n"
        "    # text\n"
        "    Contains,  # a\n"
        "    GEval,  # judge\n"
        "    IsJson,  # b\n"
        ")\n"
    )
    assert after(source) == (
        "from opik.evaluation.metrics import (\n"
        "    # text\n"
        "    GEval,  # judge\n"
        ")\n"
        "from oodle_eval_adapters.opik.metrics import (\n"
        "    Contains,  # a\n"
        "    IsJson,  # b\n"
        ")\n"
    )


def test_names_of_a_plain_import_are_rewritten_where_they_mean_it():
    source = (
        "import openevals.exact\n"
        "import agentevals\n"
        "def f():\n"
        "    return openevals.exact.exact_match(outputs=agentevals)\n"
        "def g(openevals):\n"
        "    return openevals.exact\n"
    )
    assert after(source) == (
        "import oodle_eval_adapters.openevals.exact\n"
        "import oodle_eval_adapters.agentevals\n"
        "def f():\n"
        "    return oodle_eval_adapters.openevals.exact.exact_match(outputs=oodle_eval_adapters.agentevals)\n"
        "def g(openevals):\n"
        "    return openevals.exact\n"
    )


def test_opiks_module_is_swapped_when_only_ours_is_used():
    source = "from opik.evaluation import metrics as m, evaluate\na = m.ROUGE(); b = m.Equals\n"
    assert after(source) == (
        "from opik.evaluation import evaluate\n"
        "from oodle_eval_adapters.opik import metrics as m\n"
        "a = m.ROUGE(); b = m.Equals\n"
    )
    assert after("import opik.evaluation.metrics as om\nom.IsJson()\n") == (
        "import oodle_eval_adapters.opik.metrics as om\nom.IsJson()\n"
    )


def test_opiks_module_stays_beside_ours_when_both_are_used():
    result = after("from opik.evaluation import metrics\na = metrics.ROUGE()\nb = metrics.GEval()\n")
    assert "from opik.evaluation import metrics\n" in result
    assert "import oodle_eval_adapters.opik.metrics\n" in result
    assert "a = oodle_eval_adapters.opik.metrics.ROUGE()\nb = metrics.GEval()\n" in result


def test_a_dotted_use_of_opik_is_rewritten():
    result = after("import opik\na = opik.evaluation.metrics.Equals().score\n")
    assert "import opik\n" in result
    assert "a = oodle_eval_adapters.opik.metrics.Equals().score\n" in result


@pytest.mark.parametrize(
    ("source", "line", "words"),
    [
        ("\nfrom openevals import *\n", 2, "name what is imported"),
        ("from opik.evaluation.metrics import *\n", 1, "name the metrics"),
        ("from openevals.llm import create_llm_as_judge\n", 1, "must stay installed"),
        ("import openevals.prompts\n", 1, "must stay installed"),
        ("from openevals.code.e2b.pyright import create_e2b_pyright_evaluator\n", 1, "must stay installed"),
        ("from openevals.utils import _convert_to_openai_message\n", 1, "private to openevals"),
        ("import openevals\n\npatch('openevals.exact.exact_match')\n", 3, "a text is left"),
        ("from opik.evaluation import metrics\nf(metrics)\n", 2, "used as a value"),
    ],
)
def test_what_needs_a_person_is_listed_with_its_line(source, line, words):
    assert [(at, words in text) for at, text in notes(source)] == [(line, True)]


def test_documented_helpers_need_nobody():
    assert notes("from openevals.utils import _run_evaluator\nfrom openevals.exact import exact_match\n") == []


def test_it_is_idempotent():
    once = after("import openevals.exact\nfrom opik.evaluation.metrics import GEval, ROUGE\nopenevals.exact.f()\n")
    assert migrated(once) == (once, [])


def test_no_python_is_an_error():
    with pytest.raises(ValueError, match="no Python"):
        migrated("import openevals\ndef broken(:\n")


@pytest.fixture
def project(tmp_path):
    (tmp_path / "pkg").mkdir()
    (tmp_path / ".venv").mkdir()
    (tmp_path / "pkg" / "a.py").write_bytes(
        "# -*- coding: latin-1 -*-\nimport openevals.exact  # é\n".encode("latin-1")
    )
    (tmp_path / "pkg" / "b.py").write_text("x = 1\n")
    (tmp_path / "broken.py").write_text("import openevals\ndef f(:\n")
    (tmp_path / ".venv" / "c.py").write_text("import openevals\n")
    return tmp_path


def command(*arguments):
    import typer

    from oodle_eval.cli.migrate import migrate

    app = typer.Typer()
    app.command()(migrate)
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_the_command_shows_and_does_not_write(project):
    before = (project / "pkg" / "a.py").read_bytes()
    done = command(project)
    assert done.exit_code == 0
    assert "-import openevals.exact  # é\n+import oodle_eval_adapters.openevals.exact  # é\n" in done.output
    assert "1 file to rewrite" in done.output
    assert "broken.py: not read: no Python" in done.output
    assert ".venv" not in done.output
    assert (project / "pkg" / "a.py").read_bytes() == before


def test_the_command_writes_in_the_files_own_encoding(project):
    assert "1 file rewritten" in command(project, "--write").output
    written = (project / "pkg" / "a.py").read_bytes().decode("latin-1")
    assert written == "# -*- coding: latin-1 -*-\nimport oodle_eval_adapters.openevals.exact  # é\n"
    assert "0 files" in command(project).output


def test_a_single_file_is_enough(project):
    assert "1 file to rewrite" in command(project / "pkg" / "a.py").output


def test_libcst_is_loaded_only_where_it_is_needed():
    code = "import sys, oodle_eval.cli.migrate as m; m.migrated('x = 1'); print('libcst' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
