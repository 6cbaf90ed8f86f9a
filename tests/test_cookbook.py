"""Every recipe of the cookbook on its own data: the values that it promises, equal in every place where checks run."""

import ast
import importlib.util
import json
import textwrap
from pathlib import Path

import pytest

from oodle_eval.host import HostError, load
from oodle_eval.runs import as_row, run
from oodle_eval.runtime import EvaluationContext, ExperimentContext, ObservationContext, TraceContext

COOKBOOK = Path(__file__).parent.parent / "examples" / "cookbook"
RECIPES = sorted(file.stem for file in COOKBOOK.glob("*.py"))
DATA = {"tool_trajectory_settings": "tool_trajectory"}

# {recipe: {row: {score: value}}}, worked out from what the recipe says it does.
PROMISED = {
    "own_score": {
        "on-its-way": {"degenerated": False, "about_order": True},
        "loops": {"degenerated": True, "about_order": False},
    },
    # quality = (readability_ok + 2 * tone_ok + within_length) / 4
    "weighted_quality": {
        "good": {"readability_ok": True, "tone_ok": True, "within_length": True, "quality": 1.0},
        "shouts": {"readability_ok": True, "tone_ok": False, "within_length": True, "quality": 0.5},
        "hard": {"readability_ok": False, "tone_ok": True, "within_length": True, "quality": 0.75},
    },
    "gated_json": {
        "complete": {"is_json": True, "json_schema_ok": True, "has_articles": True},
        "no-articles": {"is_json": True, "json_schema_ok": True, "has_articles": False},
        "prose": {"is_json": False, "json_schema_ok": False},
    },
    # refused is lower-is-better: a refusal fails the set.
    "all_pass": {
        "fit": {"pii_free": True, "refused": False, "keywords_ok": True, "fit_to_send": True},
        "refuses": {"pii_free": True, "refused": True, "keywords_ok": True, "fit_to_send": False},
        "promises": {"pii_free": True, "refused": False, "keywords_ok": False, "fit_to_send": False},
        "leaks": {"pii_free": False, "refused": False, "keywords_ok": True, "fit_to_send": False},
    },
    "tool_trajectory": {
        "with-extra": {"trajectory_match": True, "tool_correctness": 1.0},
        "exact": {"trajectory_match": True, "tool_correctness": 1.0},
        "swapped": {"trajectory_match": True, "tool_correctness": 1.0},
        "half": {"trajectory_match": False, "tool_correctness": 0.5},
    },
    "tool_trajectory_settings": {
        "with-extra": {"trajectory_match": False},
        "exact": {"trajectory_match": True},
        "swapped": {"trajectory_match": False},
        "half": {"trajectory_match": False},
    },
    "with_shared_library": {
        "fit": {"house_rules_ok": True, "pii_free": True},
        "says-it": {"house_rules_ok": False, "pii_free": True},
        "leaks": {"house_rules_ok": True, "pii_free": False},
    },
    # (3 * 0.8 + 1) / 4, (3 * 0.8 + 0) / 4, and the defaults: (3 * 0 + 1) / 4
    "judge_and_code": {"both": {"overall": 0.85}, "leaks": {"overall": 0.6}, "neither": {"overall": 0.25}},
    # "Monday." and "monday" differ in two of seven places, "Monday" and "Friday" in three of six.
    "reference_value": {
        "item": {"exact_match": True, "levenshtein_ratio": 5 / 7},
        "attribute": {"exact_match": True, "levenshtein_ratio": 1.0},
        "item-first": {"exact_match": False, "levenshtein_ratio": 0.5},
    },
    "grounded_answer": {
        "grounded": {"grounded": True, "numbers_supported": True, "citations_ok": True, "answer_ok": True},
        "attribute": {"grounded": True, "numbers_supported": True, "citations_ok": True, "answer_ok": True},
        "in-the-prompt": {"grounded": True, "numbers_supported": True, "citations_ok": True, "answer_ok": True},
        "other-number": {"numbers_supported": False, "citations_ok": True, "answer_ok": False},
        "no-such-source": {"grounded": True, "numbers_supported": True, "citations_ok": False, "answer_ok": False},
        "made-up": {"grounded": False, "grounding": 0.0, "answer_ok": False},
    },
}
# Every score that a recipe writes, in its order; a score that the row above does not name is not looked at there.
NAMES = {
    "own_score": ["degenerated", "degeneration", "about_order"],
    "judge_and_code": ["overall"],
    "reference_value": ["exact_match", "levenshtein_ratio"],
    "tool_trajectory": ["trajectory_match", "tool_correctness"],
    "with_shared_library": ["house_rules_ok", "pii_free", "pii_count"],
    "all_pass": ["pii_free", "pii_count", "refused", "keywords_ok", "fit_to_send"],
}
PARAMS = {"tool_trajectory_settings": {"expected": ["find_order", "refund"], "mode": "strict"}}


def rows_of(recipe):
    lines = (COOKBOOK / "data" / f"{DATA.get(recipe, recipe)}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def context_of(row):
    """Return a context made by hand: the bare call knows nothing of rows."""
    metadata = {**row.get("metadata", {}), **({"context": row["context"]} if "context" in row else {})}
    return EvaluationContext(
        ObservationContext(row["input"], row["output"], metadata),
        TraceContext(spans=row.get("trace")),
        scores=row.get("scores"),
        experiment=ExperimentContext(expected_output=row.get("reference")),
    )


def loaded(recipe):
    return load(COOKBOOK / f"{recipe}.py", params=PARAMS.get(recipe))


CASES = [pytest.param(recipe, row, id=f"{recipe}-{row['id']}") for recipe in RECIPES for row in rows_of(recipe)]


def test_every_recipe_has_its_promise():
    assert set(PROMISED) == set(RECIPES)
    for recipe, rows in PROMISED.items():
        assert list(rows) == [row["id"] for row in rows_of(recipe)]


@pytest.mark.parametrize(("recipe", "row"), CASES)
def test_the_bare_call_gives_what_the_recipe_promises(recipe, row):
    scores = loaded(recipe)(context_of(row)).scores
    promised = PROMISED[recipe][row["id"]]
    found = {score.name: score.value for score in scores}
    assert {name: found[name] for name in promised} == pytest.approx(promised)
    for name, value in promised.items():
        assert isinstance(found[name], bool) == isinstance(value, bool)
    if recipe in NAMES:
        assert [score.name for score in scores] == NAMES[recipe]
    if recipe == "gated_json":
        assert ("has_articles" in found) == found["is_json"]


@pytest.mark.parametrize(("recipe", "row"), CASES)
def test_all_three_adapters_give_the_scores_of_the_bare_call(recipe, row):
    openevals = pytest.importorskip("oodle_eval_adapters.openevals")
    langsmith = pytest.importorskip("oodle_eval_adapters.langsmith")
    opik = pytest.importorskip("oodle_eval_adapters.opik")
    evaluate = loaded(recipe)
    row = {key: value for key, value in row.items() if key not in ("id", "scores")}  # a framework has no other's scores
    expected = [(score.name, score.value, score.comment) for score in evaluate(context_of(row)).scores]

    values = {"input": row["input"], "output": row["output"], "reference": row.get("reference")}
    extra = {key: row[key] for key in ("context", "metadata", "trace") if key in row}
    results = opik.as_metric(evaluate, track=False).score(**values, **extra)
    results = results if isinstance(results, list) else [results]
    assert [(one.name, one.value, one.reason) for one in results] == expected

    values = {"inputs": row["input"], "outputs": row["output"], "reference_outputs": row.get("reference"), **extra}
    given = openevals.as_evaluator(evaluate)(**values)
    given = given if isinstance(given, list) else [given]
    assert [(one["key"], one["score"], one["comment"]) for one in given] == expected

    feedback = langsmith.as_evaluator(evaluate)(**values)
    feedback = feedback["results"] if isinstance(feedback, dict) else [feedback]
    assert [(one.key, one.score, one.comment) for one in feedback] == expected


@pytest.mark.parametrize("recipe", [name for name in RECIPES if name not in PARAMS])
def test_a_recipe_runs_over_rows(recipe):
    results = run(rows_of(recipe), loaded(recipe))
    assert [outcome.kind for row in results for outcome in row.outcomes] == ["scored"] * len(rows_of(recipe))


@pytest.mark.parametrize("recipe", [name for name in RECIPES if name not in (*PARAMS, "with_shared_library")])
def test_a_recipe_is_a_plain_module_too(recipe):
    spec = importlib.util.spec_from_file_location(f"cookbook_{recipe}", COOKBOOK / f"{recipe}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for row in rows_of(recipe):
        assert module.evaluate(context_of(row)) == loaded(recipe)(context_of(row))


def without_runtime_imports(source):
    """Return a source without its import of the names that the platform has there already."""
    tree = ast.parse(source)
    place = next(node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "oodle_eval.runtime")
    lines = source.splitlines(keepends=True)
    return "".join(lines[: place.lineno - 1] + lines[place.end_lineno :])


@pytest.mark.parametrize("recipe", RECIPES)
def test_pasted_without_the_import_it_gives_the_same(recipe, tmp_path):
    pasted = tmp_path / "evaluate.py"
    source = (COOKBOOK / f"{recipe}.py").read_text(encoding="utf-8")
    pasted.write_text(without_runtime_imports(source), encoding="utf-8")
    evaluate = load(pasted, params=PARAMS.get(recipe), shared=COOKBOOK / "shared")
    for row in rows_of(recipe):
        assert evaluate(context_of(row)) == loaded(recipe)(context_of(row))


def test_the_settings_of_a_trajectory_decide(tmp_path):
    rows = {row["id"]: context_of(row) for row in rows_of("tool_trajectory")}
    expected = {  # by the meaning of each mode
        "strict": {"exact"},
        "unordered": {"exact", "swapped"},
        "subset": {"exact", "swapped", "half"},
        "superset": {"with-extra", "exact", "swapped"},
    }
    for mode, passing in expected.items():
        evaluate = load(
            COOKBOOK / "tool_trajectory_settings.py", params={"expected": ["find_order", "refund"], "mode": mode}
        )
        assert {name for name, ctx in rows.items() if evaluate(ctx).scores["trajectory_match"].value} == passing


def test_a_changed_library_changes_every_evaluator_that_imports_it(tmp_path):
    library = tmp_path / "shared" / "house_rules.py"
    library.parent.mkdir()
    source = (COOKBOOK / "shared" / "house_rules.py").read_text(encoding="utf-8")
    library.write_text(source.replace('"trust me"', '"never late"'), encoding="utf-8")
    evaluate = load(COOKBOOK / "with_shared_library.py", shared=library.parent)
    assert evaluate("Trust me.").scores["house_rules_ok"].value is True
    assert evaluate("We are never late.").scores["house_rules_ok"].value is False


# Code of every shape that evaluators have on the platform: injected names, settings, gates, other evaluators' scores.
SHAPES = {
    "lists added": (
        """
        from oodle_eval.v1 import metrics, text

        def evaluate(ctx):
            scores = metrics.length_budget(ctx, max_words=3)
            mine = Score(name="thanks", value="thank" in text.reply(ctx).lower(), data_type="BOOLEAN",
                         higher_is_better=True)
            return EvaluationResult(scores=scores + [mine])
        """,
        {"within_length": True, "thanks": True},
    ),
    "several lists and a combination in one": (
        """
        from oodle_eval.v1 import combine, metrics

        def evaluate(ctx):
            checks = (
                metrics.length_budget(ctx)
                + metrics.refusal(ctx)
            )
            return EvaluationResult(scores=checks + [combine.all_pass(checks, name="fine")])
        """,
        {"within_length": True, "refused": False, "fine": True},
    ),
    "an early return": (
        """
        from oodle_eval.v1 import combine, metrics

        def evaluate(ctx):
            shape = metrics.json_validity(ctx)
            if not combine.passed(shape["is_json"]):
                return EvaluationResult(scores=shape)
            raise ValueError("not reached")
        """,
        {"is_json": False, "json_schema_ok": False},
    ),
    "settings passed straight through": (
        """
        from oodle_eval.v1 import metrics

        def evaluate(ctx):
            return EvaluationResult(scores=metrics.keyword_check(ctx, **ctx.params))
        """,
        {"keywords_ok": True, "keyword_coverage": 1.0},
    ),
    "every injected name": (
        """
        def evaluate(ctx):
            assert isinstance(ctx, EvaluationContext) and isinstance(ctx.observation, ObservationContext)
            assert isinstance(ctx.trace, TraceContext)
            return EvaluationResult(scores=Scores([Score(1, name="here")]))
        """,
        {"here": 1},
    ),
    "other evaluators' scores": (
        """
        from oodle_eval.v1 import combine

        def evaluate(ctx):
            judged = ctx.score("Judge", default=0.0)
            first = ctx.scores["Judge"][0]
            assert ctx.scores.get("Nobody") is None
            return EvaluationResult(scores=[combine.threshold(Score(name="judged", value=judged), 0.5), first])
        """,
        {"judged_ok": True, "judge": 0.75},
    ),
    "one score without a name": (
        """
        def evaluate(ctx):
            return EvaluationResult(scores=[Score(value=0.5, comment="half")])
        """,
        {"shape": 0.5},
    ),
    "a shared library with imports of the runtime": (
        """
        from shared.kind import kindness

        def evaluate(ctx):
            return EvaluationResult(scores=kindness(ctx))
        """,
        {"kind": True},
    ),
}
KIND = """
from oodle_eval.runtime import Score, Scores
from oodle_eval.v1 import util

@util.declares("kind")
def kindness(ctx):
    return Scores([util.boolean_score("kind", "thank" in util.subject_text(ctx).lower(), "thanks")])
"""


@pytest.mark.parametrize("shape", SHAPES)
def test_code_as_it_is_on_the_platform_runs_unchanged(shape, tmp_path):
    source, expected = SHAPES[shape]
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "kind.py").write_text(KIND, encoding="utf-8")
    file = tmp_path / "shape.py"
    file.write_text(textwrap.dedent(source), encoding="utf-8")
    evaluate = load(file, params={"required": ["thank"]} if "settings" in shape else None)
    ctx = EvaluationContext(
        ObservationContext("Hi", [{"role": "assistant", "content": "Oh, thank you"}]),
        scores={"Judge": [{"name": "judge", "value": 0.75, "data_type": "NUMERIC"}]},
    )
    assert {score.name: score.value for score in evaluate(ctx).scores} == expected


def test_an_error_has_the_users_line(tmp_path):
    file = tmp_path / "broken.py"
    file.write_text("def evaluate(ctx):\n    wanted = None\n    return wanted.lower()\n", encoding="utf-8")
    with pytest.raises(HostError, match=r"RAISED: AttributeError: .*broken\.py, line 3: return wanted\.lower\(\)"):
        load(file)("Hello.")


def test_a_row_counts_an_error_and_the_run_goes_on(tmp_path):
    file = tmp_path / "picky.py"
    file.write_text(
        "def evaluate(ctx):\n"
        "    return EvaluationResult(scores=[Score(1 / len(ctx.observation.output), name='share')])\n",
        encoding="utf-8",
    )
    results = run(["four", "", "x"], load(file))
    assert [row.outcomes[0].kind for row in results] == ["scored", "raised", "scored"]
    assert as_row("x").outputs == "x"
