"""Every public function and class has the published signature, and every check declares the published scores.

`data/signatures.json` holds them by module: {"name": {"signature": "(...)", "scores": [...]}}; a function without
"scores" gives none.
"""

from __future__ import annotations

import importlib
import inspect
import json
from pathlib import Path
from typing import Any

import pytest

PUBLISHED: dict[str, dict[str, dict[str, Any]]] = json.loads(
    (Path(__file__).parent / "data" / "signatures.json").read_text(encoding="utf-8")
)
FUNCTIONS = [(module, name) for module, functions in PUBLISHED.items() for name in functions]
CHECKS = [name for name, published in PUBLISHED["oodle_eval.v1.metrics"].items() if "scores" in published]
AREAS = {
    "format": "json_validity regex_match keyword_check contains length_budget markdown_structure html_validity "
    "csv_validity toml_validity sql_shape",
    "quality": "readability detect_language language_adherence tone sentiment",
    "similarity": "exact_match levenshtein_ratio jaccard_similarity rouge bleu numeric_diff json_diff bm25_relevance "
    "tfidf_similarity",
    "safety": "pii_leak refusal url_check prompt_injection",
    "conversation": "conversation_degeneration knowledge_retention",
    "context": "grounding unsupported_numbers citation_check",
    "agent": "tool_call_validity tools_used tool_trajectory token_latency_budget",
    "trace": "span_count error_spans repeated_tool_calls total_duration",
}


def public(module: str, name: str) -> Any:
    return getattr(importlib.import_module(module), name)


def bare(signature: inspect.Signature) -> str:
    """Return a signature as text, without its annotations."""
    parameters = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in signature.parameters.values()]
    return str(signature.replace(parameters=parameters, return_annotation=inspect.Signature.empty))


@pytest.mark.parametrize(("module", "name"), FUNCTIONS)
def test_the_signature_is_the_published_one(module, name):
    assert bare(inspect.signature(public(module, name))) == PUBLISHED[module][name]["signature"]


@pytest.mark.parametrize(("module", "name"), FUNCTIONS)
def test_it_is_documented_and_exported(module, name):
    assert name in importlib.import_module(module).__all__
    assert (inspect.getdoc(public(module, name)) or "").split("\n")[0].endswith(".")


@pytest.mark.parametrize("name", CHECKS)
def test_a_check_declares_its_scores(name):
    check = public("oodle_eval.v1.metrics", name)
    published = PUBLISHED["oodle_eval.v1.metrics"][name]["scores"]
    assert list(check.__scores__) == published
    assert [spec.name for spec in check.__check__.scores] == published
    # `name` renames the primary score, whose name is its default.
    assert inspect.signature(check).parameters["name"].default == published[0]


def test_only_two_functions_give_no_scores():
    metrics = importlib.import_module("oodle_eval.v1.metrics")
    without = [name for name in metrics.__all__ if not hasattr(getattr(metrics, name), "__scores__")]
    assert without == ["detect_language", "tools_used"]


def test_metrics_exports_them_in_the_published_order_and_nothing_else():
    metrics = importlib.import_module("oodle_eval.v1.metrics")
    assert list(metrics.__all__) == list(PUBLISHED["oodle_eval.v1.metrics"])


@pytest.mark.parametrize("area", AREAS)
def test_a_check_lives_in_the_module_of_its_area(area):
    module = importlib.import_module(f"oodle_eval.v1.metrics.{area}")
    for name in AREAS[area].split():
        assert getattr(module, name) is public("oodle_eval.v1.metrics", name)
        assert getattr(module, name).__module__ == module.__name__
        assert name in module.__all__


def test_the_areas_hold_every_function():
    assert [name for names in AREAS.values() for name in names.split()] == list(PUBLISHED["oodle_eval.v1.metrics"])


@pytest.mark.parametrize("name", ["STOPWORDS", "MAX_TEXT_CHARS", "MAX_SENTENCES", "PATTERN_TIMEOUT_S", "Scores"])
def test_util_has_the_constants_that_the_reference_names(name):
    assert hasattr(importlib.import_module("oodle_eval.v1.util"), name)


def test_the_modules_import_as_the_reference_shows():
    from oodle_eval.runtime import EvaluationResult, Score
    from oodle_eval.v1 import combine, metrics, text, util
    from oodle_eval.v1.metrics import length_budget

    assert metrics.length_budget is length_budget
    assert metrics.format.length_budget is length_budget
    assert callable(text.reply)
    assert callable(util.opt)
    assert combine.all_pass([Score(True, "BOOLEAN", name="a")]).value is True
    assert EvaluationResult(scores=[]).scores == []
