"""Several evaluators over rows: which run first, which run at all, and what a source says before it runs."""

import textwrap

import pytest

from oodle_eval.host import HostError, read_template
from oodle_eval.host.loading import Evaluator
from oodle_eval.host.ordering import in_order
from oodle_eval.host.program import SourceFile
from oodle_eval.host.reading import read_source
from oodle_eval.host.suite import Item, Suite, Target
from oodle_eval.runs import as_row
from oodle_eval.v1 import checks
from oodle_eval.v1.checks import SettingError


def reading(source):
    return read_source(SourceFile("evaluate.py", textwrap.dedent(source)))


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("def evaluate(ctx): return ctx.scores['A']", ("A",)),
        ("def evaluate(ctx): return ctx.scores.get('A')", ("A",)),
        ("def evaluate(ctx): return ctx.score('A')", ("A",)),
        ("def evaluate(ctx): return ctx.score('A', 'a', default=ctx.score('B'))", ("A", "B")),
        ("def evaluate(ctx): return ctx.score(evaluator='A')", ("A",)),
        ("def evaluate(c): return c.score('A b/c')", ("A b/c",)),
        ("def evaluate(ctx): return ctx.score('A' 'B')", ("AB",)),
        ("def helper(x): return x.scores['A']['B']\ndef evaluate(ctx): return helper(ctx)", ("A",)),
        ("def evaluate(ctx): return [ctx.score('B'), ctx.scores['A'], ctx.score('B')]", ("B", "A")),
        # What only looks like it: the scores of a check, of a result, of something else.
        ("def evaluate(ctx):\n  made = check(ctx)\n  return made.scores['is_json']", ()),
        ("def evaluate(ctx):\n  made = check(ctx)\n  return made['is_json'], sentiment.score('x')", ()),
        ("NAME = 'A'\ndef evaluate(ctx): return ctx.params.get('A')", ()),
    ],
)
def test_the_evaluators_that_a_source_reads_are_found_in_it(source, names):
    assert reading(source).evaluators == names


def test_a_name_that_is_no_literal_is_a_hint():
    found = reading("NAME = 'A'\ndef evaluate(ctx):\n    return ctx.score(NAME)\n")
    assert found.evaluators == ()
    assert [(one.code, one.line, one.is_error) for one in found.findings] == [("DYNAMIC_NAME", 3, False)]


def test_what_a_source_may_not_is_found_before_it_runs():
    found = reading(
        """
        import os, json
        from . import x
        from socket import socket
        from urllib import parse, request
        from oodle_eval import host
        import shared.acme
        from shared import other
        from shared.third import y

        def evaluate(ctx):
            import subprocess
            return open("x"), eval("1")
        """
    )
    assert [(one.code, one.line) for one in found.findings] == [
        ("BLOCKED_IMPORT", 2),
        ("BLOCKED_IMPORT", 3),
        ("BLOCKED_IMPORT", 4),
        ("BLOCKED_IMPORT", 5),
        ("BLOCKED_IMPORT", 6),
        ("BLOCKED_IMPORT", 12),
        ("BLOCKED_BUILTIN", 13),
        ("BLOCKED_BUILTIN", 13),
    ]
    assert found.libraries == ("acme", "other", "third")


def test_a_name_of_ones_own_is_no_builtin():
    assert reading("def evaluate(ctx, open=None):\n    vars = 1\n    return open, vars\n").findings == ()


@pytest.mark.parametrize(
    ("source", "is_there"),
    [
        ("def evaluate(ctx): pass", True),
        ("from shared.acme import evaluate", True),
        ("if True:\n    def evaluate(ctx): pass", True),
        ("evaluate = lambda ctx: None", True),
        ("def f():\n    def evaluate(ctx): pass", False),
        ("class A:\n    def evaluate(self): pass", False),
    ],
)
def test_whether_evaluate_is_defined(source, is_there):
    assert reading(source).defines_evaluate is is_there


def test_each_evaluator_runs_behind_those_it_needs():
    assert in_order({"c": ["b"], "b": ["a"], "a": []}) == ["a", "b", "c"]
    assert in_order({"x": [], "y": [], "z": ["x"]}) == ["x", "y", "z"]
    assert in_order({"d": ["b", "c"], "b": ["a"], "c": ["a"], "a": []}) == ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    ("needs", "shown"),
    [
        ({"a": ["a"]}, "a -> a"),
        ({"a": ["b"], "b": ["a"]}, "a -> b -> a"),
        ({"x": [], "a": ["x", "c"], "b": ["a"], "c": ["b"]}, "a -> c -> b -> a"),
        ({"outside": ["a"], "a": ["b"], "b": ["a"]}, "a -> b -> a"),
    ],
)
def test_a_cycle_is_refused_and_shown(needs, shown):
    with pytest.raises(HostError) as caught:
        in_order(needs)
    assert caught.value.code == "CYCLE"
    assert caught.value.message == f"evaluators wait for each other: {shown}"


def test_an_unknown_evaluator_is_refused_and_shown():
    with pytest.raises(HostError) as caught:
        in_order({"overall": ["Helpfulnes"], "tone": []}, given=["Helpfulness"])
    assert caught.value.code == "UNKNOWN_EVALUATOR"
    assert "'overall' needs the evaluator 'Helpfulnes'" in caught.value.message
    assert "did you mean 'Helpfulness'?" in caught.value.message
    assert "the evaluators here are: 'overall', 'tone', 'Helpfulness'" in caught.value.message


@pytest.fixture
def code(tmp_path):
    """Return a function that makes a target of code."""

    def made(name, source, gates=()):
        file = tmp_path / f"{name}.py"
        file.write_text(textwrap.dedent(source), encoding="utf-8")
        return Target(name, Evaluator(read_template(file)), gates)

    return made


OVERALL = """
def evaluate(ctx):
    return EvaluationResult(scores=[Score(ctx.score("tone", "tone_ok", default=None) is True, "BOOLEAN", name="overall")])
"""


def items(*texts, scores=()):
    return [Item(place, place, as_row({"output": text}), dict(scores)) for place, text in enumerate(texts)]


def kinds(results):
    return [[outcome.kind for outcome in row.outcomes] for row in results]


def test_an_evaluator_reads_what_another_wrote_whatever_the_order_of_the_targets(code):
    made = Suite([code("overall", OVERALL), Target("tone", checks.tone())])
    assert made.order == ["tone", "overall"]
    results = made.results(items("Thank you.", "THIS IS TERRIBLE!!!!!"))
    found = [[(score.name, score.value) for score in row.scores()] for row in results]
    assert [dict(row)["overall"] for row in found] == [True, False]
    assert [row[0][0] for row in found] == ["overall", "overall"]  # results stand in the order of the targets


def test_scores_that_come_with_the_rows(code):
    made = Suite([code("overall", OVERALL)], given=["tone"])
    given = {"tone": [{"name": "tone_ok", "value": True, "data_type": "BOOLEAN"}]}
    assert [next(row.scores()).value for row in made.results(items("x", scores=given.items()))] == [True]
    assert [next(row.scores()).value for row in made.results(items("x"))] == [False]
    with pytest.raises(HostError, match="UNKNOWN_EVALUATOR"):
        Suite([code("overall", OVERALL)])


def test_only_where_another_passed(code):
    one = "def evaluate(ctx):\n    return EvaluationResult(scores=[Score(1.0, name='judged')])\n"
    targets = [code("judge", one, ("json",)), Target("json", checks.json_validity())]
    results = Suite(targets).results(items('{"a": 1}', "prose", "[]"))
    assert kinds(results) == [["scored", "scored"], ["nothing_to_score", "scored"], ["scored", "scored"]]
    left_out = results[1].outcomes[0].scores[0]
    assert left_out.value is None
    assert left_out.comment == "runs only where 'json' passed, and here it did not"


def test_a_gate_before_a_check_and_behind_one_that_failed(code):
    raising = "def evaluate(ctx):\n    return 1 / 0\n"
    targets = [Target("tone", checks.tone(), ("broken",)), code("broken", raising)]
    results = Suite(targets).results(items("x"))
    assert kinds(results) == [["nothing_to_score", "raised"]]
    assert results[0].outcomes[0].scores[0].name == "tone_ok"


def test_gates_make_cycles_too(code):
    with pytest.raises(HostError, match="tone -> overall -> tone"):
        Suite([Target("tone", checks.tone(), ("overall",)), code("overall", OVERALL)])


def test_the_gate_of_a_template(tmp_path):
    (tmp_path / "evaluate.py").write_text("def evaluate(ctx): pass\n", encoding="utf-8")
    (tmp_path / "template.yaml").write_text("name: x\nonlyWherePassed: JSON reply\n", encoding="utf-8")
    assert read_template(tmp_path).needs() == ("JSON reply",)


def test_names_that_clash_are_refused(code):
    with pytest.raises(SettingError, match="two evaluators are called 'tone'"):
        Suite([Target("tone", checks.tone()), Target("tone", checks.refusal())])
    with pytest.raises(SettingError, match="two scores are called 'tone_ok'"):
        Suite([Target("a", checks.tone()), Target("b", checks.tone(max_exclamations=0)), code("c", OVERALL)], ["tone"])


def test_what_a_library_reads_counts_too(tmp_path):
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "acme.py").write_text("def f(ctx):\n    return ctx.score('Judge')\n", encoding="utf-8")
    (tmp_path / "e.py").write_text(
        "from shared.acme import f\ndef evaluate(ctx):\n    return f(ctx)\n", encoding="utf-8"
    )
    assert read_template(tmp_path / "e.py").reads() == ("Judge",)
