"""The host in this process: the platform's rules for the language, settings, shared libraries, and the errors they give."""

import pickle
import sys
import textwrap

import pytest

from oodle_eval.host import HostError, load, read_template
from oodle_eval.host.program import Program, SourceFile
from oodle_eval.host.rules import ALLOWED_MODULES, INJECTED, REMOVED_BUILTINS, is_allowed
from oodle_eval.runs import run
from oodle_eval.runtime import EvaluationContext, ExperimentContext, ObservationContext, TraceContext
from oodle_eval.v1 import checks
from oodle_eval.v1.checks import SettingError

ONE = "\ndef evaluate(ctx):\n    return EvaluationResult(scores=[Score(1.0, name='one')])\n"
# What platform-facts lists, written out again: the rules are not tested against themselves.
ALLOWED = """json sys math re statistics collections string datetime decimal fractions itertools functools operator copy
    textwrap unicodedata difflib hashlib hmac base64 binascii struct enum typing dataclasses abc numbers random bisect
    heapq array pprint contextlib csv tomllib html ipaddress urllib.parse oodle_eval shared""".split()
REMOVED = (
    """exec eval compile open getattr setattr delattr globals locals vars breakpoint exit quit memoryview""".split()
)
BLOCKED = """os subprocess socket threading multiprocessing asyncio ctypes importlib builtins inspect pathlib io urllib
    urllib.request http.client signal resource gc pickle shutil tempfile time logging numpy __future__ yaml
    oodle_eval.cli oodle_eval.host oodle_eval.runs oodle_eval_adapters""".split()


@pytest.fixture
def write(tmp_path):
    """Return a function that writes an evaluator, and its path."""

    def made(source, name="evaluate.py"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(source), encoding="utf-8")
        return file

    return made


def error_of(file, **options):
    with pytest.raises(HostError) as caught:
        load(file, **options)("Hello.")
    return caught.value


def values(evaluate, ctx="Hello."):
    return {score.name: score.value for score in evaluate(ctx).scores}


def test_the_lists_are_the_platforms():
    assert set(ALLOWED) == ALLOWED_MODULES
    assert set(REMOVED) == REMOVED_BUILTINS
    assert (
        *("Score", "Scores", "EvaluationResult"),
        *("EvaluationContext", "ObservationContext", "TraceContext"),
    ) == INJECTED


@pytest.mark.parametrize("module", [name for name in ALLOWED if name not in ("shared", "oodle_eval")])
def test_an_allowed_module_can_be_imported(write, module):
    code = f"import {module}\nfrom {module} import *\n{ONE}"
    assert values(load(write(code))) == {"one": 1.0}


@pytest.mark.parametrize("form", ["import oodle_eval", "import oodle_eval.v1.metrics as m", "import shared"])
def test_the_reserved_modules_can_be_imported(write, form):
    assert values(load(write(form + ONE))) == {"one": 1.0}


@pytest.mark.parametrize("module", BLOCKED)
@pytest.mark.parametrize("form", ["import {}", "from {} import x", "import {} as x"])
def test_any_other_module_is_refused_with_the_line(write, module, form):
    if form == "from {} import x" and module == "__future__":
        form = "from __future__ import annotations as x"
    head = "" if module == "__future__" else "import json"
    error = error_of(write(head + "\n" + form.format(module) + ONE))
    assert (error.code, error.message, error.line) == ("BLOCKED_IMPORT", f"module {module!r} is not allowed", 2)
    assert error.source_line == form.format(module)
    assert isinstance(error, ImportError)


def test_a_part_of_this_distribution_that_is_not_the_library_is_refused(write):
    assert error_of(write("from oodle_eval import runs" + ONE)).message == "module 'oodle_eval.runs' is not allowed"
    assert not is_allowed("oodle_eval.host.sandbox")


def test_parts_of_allowed_modules(write):
    code = """
        import collections.abc, json.decoder
        from urllib import parse
        import urllib.parse as again
        from html import entities

        def evaluate(ctx):
            same = parse.quote("a b") == again.quote("a b") == "a%20b"
            ok = same and isinstance([], collections.abc.Sequence) and json.decoder.JSONDecoder and entities.html5
            return EvaluationResult(scores=[Score(bool(ok), "BOOLEAN", name="ok")])
    """
    assert values(load(write(code))) == {"ok": True}


def test_a_module_does_not_hand_on_what_it_imports_for_itself(write):
    for way in ("import random\nrandom._os", "import urllib.parse\nurllib.request", "import sys\nsys.modules"):
        assert error_of(write(way + ONE)).code == "RAISED"


@pytest.mark.parametrize("form", ["from . import rules", "from .rules import x", "from ..a import b"])
def test_relative_imports_are_refused(write, form):
    error = error_of(write(form + ONE))
    assert (error.code, error.line) == ("BLOCKED_IMPORT", 1)
    assert "relative imports are not allowed" in error.message


def test_what_code_changes_on_a_module_inside_a_module_is_its_own(write):
    code = """
        import oodle_eval.v1.metrics, csv, json

        def evaluate(ctx):
            oodle_eval.v1.metrics.left = json.decoder.left = 1
            assert not hasattr(csv, "re") and oodle_eval.v1.metrics.left == 1
            return EvaluationResult(scores=[Score(1.0, name="one")])
    """
    assert values(load(write(code))) == {"one": 1.0}
    import json.decoder

    from oodle_eval.v1 import metrics

    assert not hasattr(metrics, "left")
    assert not hasattr(json.decoder, "left")


def test_an_import_can_be_tried(write):
    code = "try:\n    import numpy\nexcept ImportError:\n    numpy = None\n" + ONE
    assert values(load(write(code))) == {"one": 1.0}


@pytest.mark.parametrize("name", REMOVED)
def test_a_removed_builtin_is_refused_with_the_line(write, name):
    error = error_of(write(f"def evaluate(ctx):\n    return {name}\n"))
    assert (error.code, error.message, error.line) == ("BLOCKED_BUILTIN", f"builtin {name!r} is not allowed", 2)


def test_other_builtins_stay(write):
    kept = "print len sorted isinstance hasattr type super sum any zip map min max range open_ dict".replace(
        "open_ ", ""
    )
    code = f"for one in ({', '.join(kept.split())}):\n    assert one\n" + ONE
    assert values(load(write(code))) == {"one": 1.0}
    assert error_of(write("def evaluate(ctx):\n    return help\n")).code == "RAISED"


def test_source_up_to_256_kb(write):
    room = 256 * 1024 - len(ONE.encode())
    assert values(load(write("#" * room + ONE))) == {"one": 1.0}
    error = error_of(write("#" * (room + 1) + ONE))
    assert error.code == "SOURCE_TOO_LARGE"
    assert "262145" in error.message
    assert error_of(write("# é" + "é" * (128 * 1024) + ONE)).code == "SOURCE_TOO_LARGE"  # bytes, not characters


def test_no_python_has_its_line(write):
    error = error_of(write("x = 1\ndef evaluate(ctx:\n    pass\n"))
    assert (error.code, error.line, error.source_line) == ("SYNTAX", 2, "def evaluate(ctx:")
    assert isinstance(error, SyntaxError)
    if sys.version_info < (3, 12):
        assert "the platform runs 3.12" in error.message


@pytest.mark.parametrize("source", ["x = '\0'", "(" * 5000 + ")" * 5000, "-" * 100_000 + "1"])
def test_sources_that_a_compiler_chokes_on(write, source):
    assert error_of(write(source + ONE)).code == "SYNTAX"


def test_bytes_that_are_no_text(tmp_path):
    file = tmp_path / "evaluate.py"
    file.write_bytes(b"# \xff\xfe" + ONE.encode())
    assert error_of(file).code == "SYNTAX"
    file.write_bytes(b"\xef\xbb\xbf" + ONE.replace("\n", "\r\n").encode())
    assert values(load(file)) == {"one": 1.0}


@pytest.mark.parametrize("source", ["x = 1\n", "evaluate = None\n", "def Evaluate(ctx):\n    pass\n"])
def test_code_without_evaluate(write, source):
    error = error_of(write(source))
    assert (error.code, error.message) == ("NO_EVALUATE", "the code must define evaluate(ctx)")


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        ("None", "got NoneType"),
        ("[Score(1)]", "got list"),
        ("Scores([Score(1)])", "got Scores"),
        ("{'score': 1}", "got dict"),
        ("5", "got int"),
        ("Changed(EvaluationResult(scores=[Score(1)]), 'value', object())", "must be a number"),
        ("Changed(EvaluationResult(scores=[Score(1)]), 'value', float('nan'))", "must be finite"),
        ("Changed(EvaluationResult(scores=[Score(1)]), 'name', 7)", "name must be a string"),
        ("Changed(EvaluationResult(scores=[Score(1)]), 'higher_is_better', 'yes')", "higher_is_better must be"),
    ],
)
def test_rubbish_is_a_bad_result(write, returned, message):
    code = f"""
        def Changed(result, field, value):
            object.__setattr__(result.scores[0], field, value)
            return result

        def evaluate(ctx):
            return {returned}
    """
    error = error_of(write(code))
    assert error.code == "BAD_RESULT"
    assert message in error.message


def test_a_score_that_can_not_be_is_the_lines_error(write):
    error = error_of(write("def evaluate(ctx):\n    return EvaluationResult(scores=[Score(True)])\n"))
    assert (error.code, error.line) == ("RAISED", 2)
    assert "BOOLEAN" in error.message


def test_what_the_code_raises_has_the_users_line(write):
    error = error_of(write("import re\n\ndef evaluate(ctx):\n    found = re.match('(', 'x')\n    return found\n"))
    assert (error.code, error.line, error.source_line) == ("RAISED", 4, "    found = re.match('(', 'x')")
    assert str(error).endswith("evaluate.py, line 4: found = re.match('(', 'x'))")
    assert type(error.__cause__).__name__ in ("error", "PatternError")


def test_system_exit_ends_the_item_only(write):
    assert error_of(write("import sys\n\ndef evaluate(ctx):\n    sys.exit(3)\n")).code == "RAISED"
    assert error_of(write("raise SystemExit(0)\n")).line == 1


def test_a_setting_that_a_check_refuses_stays_a_setting_error(write):
    code = (
        "from oodle_eval.v1 import metrics\n\ndef evaluate(ctx):\n    return metrics.tone(ctx, max_exclamations=-1)\n"
    )
    error = error_of(write(code))
    assert isinstance(error, SettingError)
    assert (error.code, error.line) == ("BAD_SETTING", 4)
    assert "max_exclamations" in error.message
    assert run(["Hello."], load(write(code))).results[0].outcomes[0].kind == "bad_setting"


def test_no_state_is_left_between_items(write):
    code = """
        import json, sys, decimal, random, math
        from oodle_eval.v1 import metrics
        from shared import memory

        seen = []

        def evaluate(ctx):
            found = [hasattr(one, "left") for one in (json, sys, metrics, memory, math)]
            found += [bool(seen), bool(memory.seen), decimal.getcontext().prec != 28]
            json.left = sys.left = metrics.left = memory.left = math.left = 1
            seen.append(1)
            memory.seen.append(1)
            decimal.getcontext().prec = 5
            ctx.params["left"] = 1
            return EvaluationResult(scores=[Score(sum(found) + len(ctx.params) - 1, name="left")])
    """
    write("seen = []\n", "shared/memory.py")
    evaluate = load(write(code), params={})
    assert [values(evaluate)["left"] for _ in range(3)] == [0, 0, 0]
    import json

    assert not hasattr(json, "left")


def test_the_context_that_the_code_sees(write):
    code = """
        def evaluate(ctx):
            assert ctx.observation.input == [{"role": "user", "content": "Hi"}]
            assert ctx.observation.metadata["a.b"] == 1
            assert ctx.trace.trace_id == "t" and ctx.trace.tools_called() == ["search"]
            assert ctx.experiment.item_id == "i" and ctx.expected_output == {"x": 1}
            return EvaluationResult(scores=[Score(1, name=ctx.observation.output)])
    """
    ctx = EvaluationContext(
        ObservationContext([{"role": "user", "content": "Hi"}], "fine", {"a.b": 1}),
        TraceContext("t", [{"kind": "tool", "tool_name": "search"}]),
        experiment=ExperimentContext("i", {"x": 1}),
    )
    assert values(load(write(code)), ctx) == {"fine": 1}


def test_dataclasses_and_enums_work(write):
    code = """
        import dataclasses, enum, typing

        class Kind(enum.Enum):
            good = 1

        @dataclasses.dataclass(frozen=True)
        class Found:
            kind: "Kind"
            share: typing.ClassVar["float"] = 0.5

        class Pair(typing.NamedTuple):
            one: int

        def evaluate(ctx):
            return EvaluationResult(scores=[Score(Found(Kind.good).share * Pair(2).one, name="share")])
    """
    assert values(load(write(code))) == {"share": 1.0}


def test_prints_go_to_the_log(write, capsys):
    code = "import sys\nprint('begin')\n\ndef evaluate(ctx):\n    print('a', 1, sep='-')\n    print('err', file=sys.stderr)\n    sys.stdout.write('raw')\n"
    answer = load(write(code)).run("Hello.")
    assert answer.logs == "begin\na-1\nerr\nraw"
    assert answer.error.code == "BAD_RESULT"
    assert capsys.readouterr().out == ""


def test_the_answer_of_a_run(write):
    answer = load(write(ONE)).run("Hello.").as_dict()
    assert answer["scores"] == [
        {"name": "one", "value": 1.0, "data_type": "NUMERIC", "comment": None, "higher_is_better": None}
    ]
    assert answer["error"] is None
    assert answer["logs"] == ""
    assert answer["duration_ms"] > 0
    failed = load(write("def evaluate(ctx):\n    print('so far')\n    return 1 / 0\n")).run("x").as_dict()
    assert failed["scores"] == []
    assert failed["logs"] == "so far\n"
    assert failed["error"]["code"] == "RAISED"
    assert failed["error"]["line"] == 3


def test_an_unnamed_score_takes_the_evaluators_name(write):
    file = write("def evaluate(ctx):\n    return EvaluationResult(scores=[Score(1)])\n", "polite.py")
    assert values(load(file)) == {"polite": 1}


# Templates


TEMPLATE = """
name: Mentions refund
type: code
sourceCodeLanguage: python
params:
  - name: required
    type: string_list
    default: [refund]
  - name: strict
    type: boolean
  - name: limit
    type: number
    default: 3
    label: Limit
  - name: mode
    type: enum
    options: [all, any]
    default: all
  - name: note
    type: string
"""
SHOWS_PARAMS = """
def evaluate(ctx):
    scores = [Score(repr(ctx.params[name]), "CATEGORICAL", name=name) for name in ctx.params]
    return EvaluationResult(scores=scores)
"""


@pytest.fixture
def template(write, tmp_path):
    write(TEMPLATE, "check/template.yaml")
    write(SHOWS_PARAMS, "check/evaluate.py")
    return tmp_path / "check"


def test_a_setting_is_its_own_value_else_the_default_else_none(template):
    assert values(load(template)) == {
        "required": "['refund']",
        "strict": "None",
        "limit": "3",
        "mode": "'all'",
        "note": "None",
    }
    own = {"required": ["a", "b"], "strict": True, "limit": 0.5, "mode": "any", "note": ""}
    assert values(load(template, params=own)) == {name: repr(value) for name, value in own.items()}
    assert values(load(template, params=dict.fromkeys(own)))["limit"] == "3"


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"required": 3}, "setting 'required' must be a list of strings, got 3"),
        ({"required": ["a", 1]}, "setting 'required' must be a list of strings, got ['a', 1]"),
        ({"strict": "yes"}, "setting 'strict' must be true or false, got 'yes'"),
        ({"strict": 1}, "setting 'strict' must be true or false, got 1"),
        ({"limit": "3"}, "setting 'limit' must be a finite number, got '3'"),
        ({"limit": True}, "setting 'limit' must be a finite number, got True"),
        ({"limit": float("nan")}, "setting 'limit' must be a finite number, got nan"),
        ({"mode": "al"}, "setting 'mode' must be one of 'all', 'any' (did you mean 'all'?), got 'al'"),
        ({"mode": ["all"]}, "setting 'mode' must be one of 'all', 'any', got ['all']"),
        ({"note": 5}, "setting 'note' must be a string, got 5"),
        (
            {"requred": ["a"]},
            "there is no setting 'requred': did you mean 'required'? the settings are: required, strict, limit, mode, note",
        ),
    ],
)
def test_a_setting_that_does_not_fit_is_refused(template, params, message):
    with pytest.raises(SettingError) as caught:
        load(template, params=params)
    assert caught.value.code == "BAD_PARAMS"
    assert caught.value.message == message


def test_one_string_is_a_list_of_one(template):
    assert values(load(template, params={"required": "order"}))["required"] == "['order']"


def test_a_required_setting_needs_a_value(template):
    held = (template / "template.yaml").read_text(encoding="utf-8")
    (template / "template.yaml").write_text(held + "    required: true\n", encoding="utf-8")
    with pytest.raises(HostError, match="setting 'note' is required"):
        load(template)
    assert values(load(template, params={"note": "x"}))["note"] == "'x'"


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ("[]", "must hold a mapping, got list"),
        ("type: code", "name: Field required"),
        ("name: x\ntype: llm", "type must be \"code\", got 'llm'"),
        ("name: x\nsourceCodeLanguage: js", 'sourceCodeLanguage must be "python"'),
        ("name: x\nparams: [{name: a, type: list}]", "params.0.type: Input should be 'string_list'"),
        ("name: x\nparams: [{name: a b, type: string}]", "params.0.name: must be a name"),
        ("name: x\nparams: [{name: a, type: enum}]", "setting 'a' is an enum, so it needs options"),
        (
            "name: x\nparams: [{name: a, type: number, default: b}]",
            "the default of setting 'a' must be a finite number",
        ),
        ("name: x\nparams: [{name: a, type: string}, {name: a, type: string}]", "setting 'a' is declared twice"),
        ("name: x\nlibraryPins: {a: latest}", "pins.a: Input should be a valid integer"),
        ("name: [x", "no YAML"),
    ],
)
def test_a_template_that_says_nonsense_is_refused(template, about, message):
    (template / "template.yaml").write_text(about, encoding="utf-8")
    with pytest.raises(HostError) as caught:
        load(template)
    assert caught.value.code == "BAD_TEMPLATE"
    assert message.replace("pins.a", "").strip(": ") in caught.value.message
    assert caught.value.file.endswith("template.yaml")


def test_keys_of_the_platform_that_are_not_known_here_are_let_be(template):
    held = (template / "template.yaml").read_text(encoding="utf-8")
    (template / "template.yaml").write_text(
        held + "scoreType: BOOLEAN\nhigherIsBetter: true\nowner: me\n", encoding="utf-8"
    )
    about = read_template(template).about
    assert (about.score_type, about.higher_is_better, about.name) == ("BOOLEAN", True, "Mentions refund")


def test_files_that_are_not_there(tmp_path):
    for path in (tmp_path / "no.py", tmp_path):
        with pytest.raises(HostError, match="BAD_TEMPLATE: there is no file"):
            load(path)
    (tmp_path / "evaluate.py").write_text(ONE, encoding="utf-8")
    with pytest.raises(HostError, match="there is no folder"):
        load(tmp_path / "evaluate.py", shared=tmp_path / "nowhere")


# Shared libraries


def test_the_forms_of_a_shared_import(write):
    write("LIMIT = 3\n", "shared/acme_rules.py")
    write("from shared.acme_rules import LIMIT\nTWICE = 2 * LIMIT\n", "shared/more.py")
    code = """
        import shared.acme_rules
        import shared.more as more
        from shared import acme_rules
        from shared.acme_rules import LIMIT

        def evaluate(ctx):
            total = shared.acme_rules.LIMIT + more.TWICE + acme_rules.LIMIT + LIMIT
            return EvaluationResult(scores=[Score(total, name="total")])
    """
    assert values(load(write(code))) == {"total": 15}


def test_a_library_that_is_not_there_is_named(write):
    write("", "shared/acme.py")
    for form in ("from shared.acne import x", "import shared.acne", "from shared import acne"):
        error = error_of(write(form + ONE))
        assert (error.code, error.line) == ("UNKNOWN_LIBRARY", 1)
        assert error.message == "there is no shared library 'acne'; the libraries here are: acme"


def test_an_error_in_a_library_has_its_own_line(write):
    write("def check(ctx):\n    return 1 / 0\n", "shared/acme.py")
    error = error_of(write("from shared.acme import check\n\ndef evaluate(ctx):\n    return check(ctx)\n"))
    assert (error.code, error.line, error.source_line) == ("RAISED", 2, "    return 1 / 0")
    assert error.file.endswith("acme.py")


def test_the_rules_hold_in_a_library_too(write):
    write("import os\n", "shared/acme.py")
    error = error_of(write("import shared.acme" + ONE))
    assert (error.code, error.line) == ("BLOCKED_IMPORT", 1)
    assert error.file.endswith("acme.py")
    write("x = open\n", "shared/acme.py")
    assert error_of(write("import shared.acme" + ONE)).code == "BLOCKED_BUILTIN"
    write("x = Score\n", "shared/acme.py")  # a library imports what it needs from oodle_eval.runtime
    assert error_of(write("import shared.acme" + ONE)).code == "RAISED"
    write("def f(:\n", "shared/acme.py")
    assert error_of(write("import shared.acme" + ONE)).code == "SYNTAX"


def test_libraries_that_import_each_other(write):
    write("import shared.b\nNAME = 'a'\n", "shared/a.py")
    write("import shared.a\nNAME = 'b'\n", "shared/b.py")
    code = "from shared.a import NAME\nfrom shared import b\n\ndef evaluate(ctx):\n    return EvaluationResult(scores=[Score(1, name=NAME + b.NAME)])\n"
    assert values(load(write(code))) == {"ab": 1}


@pytest.mark.parametrize("name", ["shared", "oodle_eval"])
def test_reserved_names(write, name):
    write("", f"shared/{name}.py")
    with pytest.raises(HostError, match=f"no shared library can be called '{name}': the name is reserved"):
        load(write(ONE))
    with pytest.raises(HostError, match="reserved"):
        Program(SourceFile("evaluate.py", ONE), {name: SourceFile("x.py", "")})


@pytest.mark.parametrize("name", ["Acme", "2fast", "a-b"])
def test_a_librarys_name_is_a_lower_case_identifier(write, name):
    write("", f"shared/{name}.py")
    with pytest.raises(HostError, match="a library's name is a lower-case identifier"):
        load(write(ONE))


def versioned(write, template, pins=""):
    write("VERSION = 'working copy'\n", "check/shared/acme.py")
    write("VERSION = '2'\n", "check/shared/acme@2.py")
    write("VERSION = '3'\n", "check/shared/acme@3.py")
    write(
        "from shared.acme import VERSION\n\ndef evaluate(ctx):\n    return EvaluationResult(scores=[Score(1, name=VERSION)])\n",
        "check/evaluate.py",
    )
    (template / "template.yaml").write_text(f"name: x\n{pins}", encoding="utf-8")


def test_a_pin_sets_the_version_of_a_library_and_without_one_the_latest_runs(write, template):
    versioned(write, template, "libraryPins:\n  acme: 2\n")
    assert values(load(template)) == {"2": 1}
    assert [str(one) for one in read_template(template).used_libraries()] == ["acme 2 (pinned)"]
    versioned(write, template)
    assert values(load(template)) == {"working copy": 1}
    (template / "shared" / "acme.py").unlink()
    assert values(load(template)) == {"3": 1}


def test_a_pin_of_the_version_that_was_pulled_is_the_working_copy(write, template):
    versioned(write, template, "libraryPins:\n  acme: 7\n")
    with pytest.raises(
        HostError, match="UNKNOWN_VERSION: libraryPins: acme 7 is not here; there is the working copy, 2, 3"
    ):
        load(template)
    write('{"id": "t1", "libraries": {"acme": 7}}', "check/.oodle/state.json")
    assert values(load(template)) == {"working copy": 1}


def test_a_pin_of_no_library(write, template):
    versioned(write, template, "libraryPins:\n  acne: 1\n")
    with pytest.raises(HostError, match="UNKNOWN_LIBRARY: libraryPins: there is no shared library 'acne'"):
        load(template)


# As a check


def test_a_loaded_evaluator_is_a_check_everywhere(write):
    evaluate = load(write(ONE, "mine.py"))
    results = run(["a", "b"], [evaluate, checks.length_budget()])
    assert results.summary()["one"].mean == 1.0
    assert [outcome.part.check.name for outcome in results.results[0].outcomes] == ["mine", "length_budget"]


def test_it_can_be_sent_to_another_process(write):
    evaluate = load(
        write("def evaluate(ctx):\n    return EvaluationResult(scores=[Score(ctx.params['x'])])\n"), params={"x": 2}
    )
    assert pickle.loads(pickle.dumps(evaluate))("Hello.") == evaluate("Hello.")


def test_its_errors_can_be_sent_too(write):
    error = error_of(write("def evaluate(ctx):\n    raise KeyError('x')\n"))
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.line) == (type(error), str(error), 2)


def test_other_evaluators_scores_are_those_that_the_code_names(write):
    code = """
        def evaluate(ctx):
            assert set(ctx.scores) == {"Judge"}
            assert ctx.scores["Judge"]["judge"].value == ctx.scores["Judge"]["judge"]["value"] == 0.5
            assert ctx.score("Nobody", default=7) == 7
            return EvaluationResult(scores=[Score(ctx.score("Judge", "judge"), name="again")])
    """
    scores = {"Judge": [{"name": "judge", "value": 0.5}], "Other": [{"name": "x", "value": 1}]}
    ctx = EvaluationContext(ObservationContext("a", "b"), scores=scores)
    assert values(load(write(code)), ctx) == {"again": 0.5}


def test_the_callers_values_are_not_changed(write):
    code = """
        def evaluate(ctx):
            ctx.params["x"] = 1
            ctx.scores["y"] = 1
            ctx.observation = None
            return EvaluationResult(scores=[Score(1)])
    """
    ctx = EvaluationContext(ObservationContext("a", "b"), params={"own": 1})
    load(write(code), params={"p": 1})(ctx)
    assert (ctx.params, ctx.scores, ctx.observation.output) == ({"own": 1}, {}, "b")
