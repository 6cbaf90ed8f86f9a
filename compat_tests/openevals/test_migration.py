"""`oodle-eval migrate` on a sample project: its tests pass before and after, with equal results."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from oodle_eval.cli.migrate import migrated

SAMPLE = Path(__file__).parent / "sample_project"
FILE = "sample_checks.py"


@pytest.fixture(scope="module")
def projects(tmp_path_factory):
    """The project as it is and migrated, each with what its own tests print."""
    folders = [tmp_path_factory.mktemp(name) for name in ("before", "after")]
    source = (SAMPLE / FILE).read_text()
    for folder, text in zip(folders, (source, migrated(source)[0]), strict=True):
        (folder / FILE).write_text(text)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:asyncio", FILE]
    running = [
        subprocess.Popen(command, cwd=folder, env={**os.environ, "PATH": path}, stdout=subprocess.PIPE, text=True)
        for folder in folders
    ]
    return [(folder, process.communicate(timeout=300)[0]) for folder, process in zip(folders, running, strict=True)]


def test_its_tests_pass_before_and_after(projects):
    for _, said in projects:
        assert "4 passed" in said


def test_its_results_are_equal_before_and_after(projects):
    before, after = (json.loads((folder / "results.json").read_text()) for folder, _ in projects)
    assert before == after
    assert len(before) == 16
    assert before["sandbox"] is True


def modules_of(source):
    """The modules of all imports, and what is imported from them."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            yield from ((node.module, alias.name) for alias in node.names)


def test_only_imports_changed():
    source = (SAMPLE / FILE).read_text()
    result, notes = migrated(source)
    peers = ("openevals", "agentevals")
    assert any(module.split(".")[0] in peers for module, _ in modules_of(source))
    assert not any(module.split(".")[0] in peers for module, _ in modules_of(result))
    assert ("opik.evaluation.metrics", "GEval") in set(modules_of(result))
    assert ("oodle_eval_adapters.opik.metrics", "Equals") in set(modules_of(result))
    changed = [line for line in result.splitlines() if line not in source.splitlines()]
    assert all("oodle_eval_adapters" in line or line.startswith("from opik") for line in changed)
    assert {word for note in notes for word in ("create_llm_as_judge", "CONCISENESS_PROMPT") if word in note.text} == {
        "create_llm_as_judge",
        "CONCISENESS_PROMPT",
    }


def test_the_sample_uses_every_import_of_the_openevals_document():
    """The document's imports, listed by hand."""
    document = {
        "openevals.code.e2b.execution": ["create_e2b_execution_evaluator"],
        "openevals.code.e2b.pyright": ["create_e2b_pyright_evaluator"],
        "openevals.code.llm": ["create_code_llm_as_judge", "CODE_CORRECTNESS_PROMPT"],
        "openevals.code.mypy": ["create_mypy_evaluator"],
        "openevals.code.pyright": ["create_pyright_evaluator"],
        "openevals.exact": ["exact_match"],
        "openevals.json": ["create_json_match_evaluator"],
        "openevals.llm": ["create_async_llm_as_judge", "create_llm_as_judge"],
        "openevals.prompts": [
            "CONCISENESS_PROMPT",
            "CORRECTNESS_PROMPT",
            "HALLUCINATION_PROMPT",
            "RAG_GROUNDEDNESS_PROMPT",
            "RAG_HELPFULNESS_PROMPT",
            "RAG_RETRIEVAL_RELEVANCE_PROMPT",
        ],
        "openevals.simulators": ["create_llm_simulated_user", "run_multiturn_simulation"],
        "openevals.string.embedding_similarity": ["create_embedding_similarity_evaluator"],
        "openevals.string.levenshtein": ["levenshtein_distance"],
        "openevals.types": ["ChatCompletionMessage", "EvaluatorResult", "SimpleEvaluator"],
        "openevals.utils": ["_run_evaluator"],
    }
    used = set(modules_of((SAMPLE / FILE).read_text()))
    assert {(module, name) for module, names in document.items() for name in names} <= used
