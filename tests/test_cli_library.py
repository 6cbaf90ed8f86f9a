"""`checks`, `library`, `starters`, `new`, `validate` and `test`, as a user runs them."""

import json
import sys
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from oodle_eval.cli import _output
from oodle_eval.cli.app import app
from oodle_eval.host import Sandbox, read_template
from oodle_eval.v1 import metrics, text
from oodle_eval.v1.checks import CHECKS

runner = CliRunner()


def cli(*arguments, code=0):
    done = runner.invoke(app, [str(one) for one in arguments])
    assert done.exit_code == code, done.output + (done.stderr or "")
    return done


def data(*arguments, code=0):
    return json.loads(cli(*arguments, code=code).stdout)


def test_checks_lists_every_check():
    listed = data("checks")
    assert [one["name"] for one in listed] == list(CHECKS)
    assert listed[0]["scores"] == ["is_json", "json_schema_ok"]
    table = cli("checks", "-o", "table").stdout
    assert "pii_leak" in table
    assert "safety" in table


def test_one_check():
    entry = data("checks", "length_budget")
    assert entry["settings"]["properties"]["max_words"]["default"] == 300
    assert entry["scores"][0]["name"] == "within_length"
    shown = cli("checks", "length_budget", "-o", "table").stdout
    assert "max_words=300" in shown
    assert "within_length" in shown
    assert "def length_budget(" in cli("checks", "length_budget", "--source").stdout


def test_a_check_that_is_not_there():
    done = cli("checks", "pii_leek", code=2)
    assert "did you mean 'pii_leak'?" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("form", ["json", "yaml", "csv", "table"])
@pytest.mark.parametrize("command", [["checks"], ["starters"], ["library"], ["checks", "tone"], ["starters", "tone"]])
def test_every_form_of_output(command, form):
    out = cli(*command, "-o", form).stdout
    if form == "json":
        json.loads(out)
    elif form == "yaml":
        assert yaml.safe_load(out)
    assert "tone" in out.lower()


def test_a_table_on_a_terminal_and_json_in_a_pipe(monkeypatch):
    monkeypatch.setattr(_output.sys.stdout, "isatty", lambda: True, raising=False)
    assert _output.chosen(None) is _output.Format.table
    monkeypatch.setattr(_output.sys.stdout, "isatty", lambda: False, raising=False)
    assert _output.chosen(None) is _output.Format.json
    assert _output.chosen(_output.Format.csv) is _output.Format.csv


def test_the_manifest():
    held = data("library", "-o", "json")
    assert held["package"] == "oodle_eval"
    assert held["import"] == "from oodle_eval.v1 import metrics, text, combine"
    modules = {one["name"]: {f["name"]: f for f in one["functions"]} for one in held["modules"]}
    assert set(modules) == {"metrics", "text", "combine", "util"}
    assert list(modules["metrics"]) == list(metrics.__all__)
    assert set(modules["text"]) == set(text.__all__)
    tone = modules["metrics"]["tone"]
    assert tone["signature"].startswith("tone(ctx, *, max_uppercase_ratio=")
    assert tone["scores"] == ["tone_ok", "sentiment"]
    assert tone["summary"] == tone["doc"].split("\n")[0]
    assert tone["params"][0] == {"name": "ctx", "kind": "positional_or_keyword"}
    lines = Path(tone["file"]).read_text(encoding="utf-8").split("\n")
    assert any("def tone(" in line for line in lines[tone["line"] - 1 : tone["line"] + 8])
    assert {one["name"] for one in held["runtime"]} >= {"Score", "EvaluationContext", "ExperimentContext"}
    assert "ctx.expected_output" in {one["path"] for one in held["context"]}


def test_one_function_of_the_library():
    assert data("library", "text.reply")["module"] == "text"
    assert "def weighted_mean(" in cli("library", "weighted_mean", "--source").stdout
    assert "did you mean 'sentences'?" in cli("library", "sentenses", code=2).stderr


TYPES = {"string_list", "boolean", "number", "enum", "string"}


@pytest.mark.parametrize("name", CHECKS)
def test_every_check_is_a_starter_that_validates_and_runs(name, tmp_path, sandbox):
    entry = data("starters", name)
    assert [one["name"] for one in entry["params"]] == list(CHECKS[name].settings)
    assert {one["type"] for one in entry["params"]} <= TYPES
    assert entry["scoreType"] == CHECKS[name].scores[0].data_type
    assert entry["higherIsBetter"] == CHECKS[name].scores[0].higher_is_better
    folder = tmp_path / name
    cli("new", folder, "--from", name)
    assert data("validate", folder)["ok"] is True
    span = json.loads((folder / "span.json").read_text(encoding="utf-8"))
    template = read_template(folder)
    needs = {"contains": {"values": ["order"]}, "numeric_diff": {"reference": "7"}}
    for similar in ("exact_match", "levenshtein_ratio", "jaccard_similarity", "rouge", "bleu"):
        needs[similar] = {"reference": "x"}
    needs |= {"json_diff": {"reference": "{}"}}
    from oodle_eval.cli._data import FieldMap, item_of

    ctx = item_of((1, span), 0, FieldMap()).row.for_check(True)
    answer = sandbox.evaluator(template, needs.get(name)).run(ctx)
    assert answer.error is None
    bound = CHECKS[name].bind(**needs.get(name, {}))
    assert [(one.name, one.value) for one in answer.scores] == [(one.name, one.value) for one in bound(ctx)]


@pytest.fixture(scope="module")
def sandbox():
    with Sandbox() as made:
        yield made


def test_settings_that_are_structure_are_written_as_json(tmp_path, sandbox):
    cli("new", tmp_path / "json", "--from", "json_validity")
    params = {"key_types": '{"a": "string"}', "schema": '{"type": "object"}'}
    template = read_template(tmp_path / "json")
    assert [one.value for one in sandbox.evaluator(template, params).run('{"a": 1}').scores] == [True, False]
    assert [one.value for one in sandbox.evaluator(template, params).run('{"a": "b"}').scores] == [True, True]


def test_what_a_new_directory_holds(tmp_path):
    done = cli("new", tmp_path / "mine")
    names = {file.name for file in (tmp_path / "mine").iterdir()}
    assert names == {"evaluate.py", "template.yaml", "__builtins__.pyi", "pyrightconfig.json", "span.json", "shared"}
    assert "try it: oodle-eval test" in done.stderr
    done = cli("new", tmp_path / "mine", code=2)
    assert "is there already" in done.stderr
    cli("new", tmp_path / "mine", "--force", "--from", "tone")
    assert "did you mean 'tone'?" in cli("new", tmp_path / "x", "--from", "tones", code=2).stderr


def test_validate_prints_each_problem_what_is_read_and_what_would_run(tmp_path):
    cli("new", tmp_path / "mine")
    (tmp_path / "mine" / "shared" / "acme@4.py").write_text("LIMIT = 1\n", encoding="utf-8")
    (tmp_path / "mine" / "evaluate.py").write_text(
        "import os\nfrom shared.acme import LIMIT\nimport shared.acne\n\ndef run(ctx):\n"
        "    eval('1')\n    return ctx.score('Judge')\n",
        encoding="utf-8",
    )
    held = data("validate", "-d", tmp_path / "mine", code=1)
    assert [one["code"] for one in held["problems"]] == [
        *("BLOCKED_IMPORT", "BLOCKED_BUILTIN", "UNKNOWN_LIBRARY", "NO_EVALUATE")
    ]
    assert [one["line"] for one in held["problems"]] == [1, 6, None, None]
    assert held["reads"] == ["Judge"]
    assert held["libraries"] == ["acme 4"]
    done = cli("validate", tmp_path / "mine", "-o", "table", code=1)
    assert "module 'os' is not allowed" in done.stderr
    assert "4 problems" in done.stdout
    assert "shared libraries: acme 4" in done.stdout


@pytest.mark.parametrize(
    ("file", "content", "code"),
    [
        ("template.yaml", "name: x\nparams: [{name: a, type: lst}]", "BAD_TEMPLATE"),
        ("template.yaml", "name: x\nlibraryPins: {acme: 1}", "UNKNOWN_LIBRARY"),
        ("evaluate.py", "def evaluate(ctx:", "SYNTAX"),
        ("evaluate.py", "#" * 300_000, "SOURCE_TOO_LARGE"),
    ],
)
def test_validate_says_what_the_platform_would(tmp_path, file, content, code):
    cli("new", tmp_path / "mine")
    (tmp_path / "mine" / file).write_text(content, encoding="utf-8")
    assert data("validate", tmp_path / "mine", code=1)["problems"][0]["code"] == code


def test_validate_looks_at_settings_too(tmp_path):
    cli("new", tmp_path / "mine")
    (tmp_path / "params.yaml").write_text("words: 3\n", encoding="utf-8")
    held = data("validate", tmp_path / "mine", "--params", tmp_path / "params.yaml", code=1)
    assert held["problems"][0]["code"] == "BAD_PARAMS"


def span_file(folder, name="span.yaml", **tags):
    file = folder / name
    messages = [{"role": "assistant", "parts": [{"type": "text", "content": "Your parcel is here."}]}]
    held = {"span_id": "s1", "trace_id": "t1", "tags": {"gen_ai.output.messages": json.dumps(messages), **tags}}
    file.write_text(yaml.safe_dump(held) if name.endswith("yaml") else json.dumps(held), encoding="utf-8")
    return file


@pytest.mark.parametrize("name", ["span.yaml", "span.json"])
def test_test_runs_one_span(tmp_path, name):
    cli("new", tmp_path / "mine")
    held = data("test", tmp_path / "mine", "--span-file", span_file(tmp_path, name))
    assert [(one["name"], one["value"]) for one in held["scores"]] == [("names_order", True)]
    assert held["error"] is None
    (tmp_path / "params.yaml").write_text("words: [kettle]\n", encoding="utf-8")
    held = data("test", tmp_path / "mine", "--span-file", tmp_path / name, "--params", tmp_path / "params.yaml")
    assert held["scores"][0]["value"] is False


def test_test_prints_a_table_the_time_and_the_logs(tmp_path):
    cli("new", tmp_path / "mine")
    code = tmp_path / "mine" / "evaluate.py"
    code.write_text(code.read_text(encoding="utf-8").replace("    said =", "    print('hello log')\n    said ="))
    out = cli("test", tmp_path / "mine", "--span-file", span_file(tmp_path), "-o", "table").stdout
    for shown in (
        "NAME",
        "VALUE",
        "TYPE",
        "COMMENT",
        "names_order",
        "True",
        "BOOLEAN",
        "names parcel",
        " ms",
        "hello log",
    ):
        assert shown in out


def test_what_the_code_sees_of_a_span(tmp_path):
    code = tmp_path / "sees.py"
    code.write_text(
        "def evaluate(ctx):\n"
        "    assert ctx.observation.input == 'raw text' and ctx.observation.metadata['n'] == 5\n"
        "    assert ctx.observation.output[0]['role'] == 'assistant'\n"
        "    assert 'gen_ai.input.messages' in ctx.observation.metadata\n"
        "    assert ctx.trace.trace_id == 't1' and ctx.trace.spans == [] and ctx.expected_output is None\n"
        "    return EvaluationResult(scores=[Score(1)])\n",
        encoding="utf-8",
    )
    cli("test", code, "--span-file", span_file(tmp_path, **{"gen_ai.input.messages": "raw text", "n": 5}))


def test_other_evaluators_scores_for_a_test(tmp_path):
    code = tmp_path / "reads.py"
    code.write_text(
        "def evaluate(ctx):\n    return EvaluationResult(scores=[Score(ctx.score('Helpfulness', default=-1.0))])\n",
        encoding="utf-8",
    )
    scores = tmp_path / "scores.yaml"
    scores.write_text("Helpfulness: [{name: Helpfulness, value: 0.8, data_type: NUMERIC}]\n", encoding="utf-8")
    span = span_file(tmp_path)
    assert data("test", code, "--span-file", span, "--scores", scores)["scores"][0]["value"] == 0.8
    done = cli("test", code, "--span-file", span)
    assert "reads the scores of 'Helpfulness', and --scores has none" in done.stderr
    assert json.loads(done.stdout)["scores"][0]["value"] == -1.0
    scores.write_text("Helpfulness: {value: 1}\n", encoding="utf-8")
    assert (
        "Helpfulness: Input should be a valid list"
        in cli("test", code, "--span-file", span, "--scores", scores, code=2).stderr
    )


@pytest.mark.parametrize("trusted", [[], ["--trusted"]])
def test_code_that_fails_ends_with_1_and_says_where(tmp_path, trusted):
    code = tmp_path / "fails.py"
    code.write_text("def evaluate(ctx):\n    print('so far')\n    return 1 / 0\n", encoding="utf-8")
    done = cli("test", code, "--span-file", span_file(tmp_path), *trusted, code=1)
    assert "RAISED: ZeroDivisionError: division by zero" in done.stderr
    assert "line 3" in done.stderr
    assert json.loads(done.stdout)["logs"] == "so far\n"


def test_trusted_code_may_do_what_the_sandbox_refuses(tmp_path):
    code = tmp_path / "imports.py"
    code.write_text(
        "import os\n\ndef evaluate(ctx):\n    return EvaluationResult(scores=[Score(len(os.sep))])\n", encoding="utf-8"
    )
    span = span_file(tmp_path)
    done = cli("test", code, "--span-file", span, code=1)
    assert "BLOCKED_IMPORT: module 'os' is not allowed" in done.stderr
    assert data("test", code, "--span-file", span, "--trusted")["scores"][0]["value"] == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{bad", "no JSON"),
        ("[1]", "a span file holds {span_id, trace_id, tags}, got list"),
        ('{"tags": 3}', "tags must be a mapping, got int"),
        ('{"x": 1}', 'a row needs "output" or "messages"'),
    ],
)
def test_a_span_file_that_is_none(tmp_path, content, message):
    cli("new", tmp_path / "mine")
    (tmp_path / "span.json").write_text(content, encoding="utf-8")
    done = runner.invoke(app, ["test", str(tmp_path / "mine"), "--span-file", str(tmp_path / "span.json")])
    assert done.exit_code == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_files_that_are_not_there(tmp_path):
    assert "there is no file" in cli("test", tmp_path, "--span-file", "nowhere.json", code=1).stderr
    cli("new", tmp_path / "mine")
    assert (
        "there is no file nowhere.json" in cli("test", tmp_path / "mine", "--span-file", "nowhere.json", code=2).stderr
    )


@pytest.mark.parametrize("command", ["checks", "library", "starters", "new", "validate", "test", "run", "compare"])
def test_help_has_examples(command):
    out = cli(command, "--help").stdout
    assert "Examples:" in out
    assert f"oodle-eval {command}" in out


def test_the_shell_completes_checks():
    from oodle_eval.cli.library import complete_check
    from oodle_eval.cli.running import complete_target

    assert complete_check("pii") == ["pii_leak"]
    assert complete_target("check:pii") == ["check:pii_leak"]
    assert "--install-completion" in cli("--help").stdout


def test_messages_are_no_markup(tmp_path):
    code = tmp_path / "odd.py"
    code.write_text(
        "def evaluate(ctx):\n    return EvaluationResult(scores=[Score(1, comment='[bold]x[/] \\x1b[31mred')])\n",
        encoding="utf-8",
    )
    out = cli("test", code, "--span-file", span_file(tmp_path), "-o", "table").stdout
    assert "[bold]x[/]" in out
    assert "\x1b" not in out


def test_a_missing_extra_is_one_message():
    import subprocess

    code = "import sys; sys.modules['typer'] = None; from oodle_eval.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "pip install 'oodle-eval[cli]'" in done.stderr


def test_validate_hides_no_problem_behind_another(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    folder.joinpath("template.yaml").write_text("name: T\ntype: code\nparams:\n  - {name: a b, type: foo}\n")
    folder.joinpath("evaluate.py").write_text(
        "import os\nfrom shared.zz import y\n\ndef evaluate(ctx):\n    return ctx.score('X')\n"
    )
    held = data("validate", folder, code=1)
    assert [one["code"] for one in held["problems"]] == [
        "BAD_TEMPLATE",
        "BAD_TEMPLATE",
        "BLOCKED_IMPORT",
        "UNKNOWN_LIBRARY",
    ]
    assert held["problems"][0]["message"].endswith(
        "must be a name: letters, digits and _, and no digit first, got 'a b'"
    )
    assert held["reads"] == ["X"]


def test_validate_names_the_code_s_problems_and_the_settings(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    folder.joinpath("template.yaml").write_text("name: T\ntype: code\n")
    folder.joinpath("evaluate.py").write_text("def evaluate(ctx)\n")
    folder.joinpath("params.yaml").write_text("n: 1\n")
    held = data("validate", folder, "--params", folder / "params.yaml", code=1)
    assert [one["code"] for one in held["problems"]] == ["SYNTAX", "BAD_PARAMS"]
