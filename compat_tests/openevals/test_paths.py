"""Every import path and public name of the installed openevals and agentevals is there under ours; judges are theirs, unchanged."""

from __future__ import annotations

import ast
import importlib
import inspect
import subprocess
import sys
from pathlib import Path

import agentevals
import openevals
import pytest

ROOTS = {package.__name__: Path(package.__file__).parent for package in (openevals, agentevals)}
FILES = {
    ".".join(file.relative_to(root.parent).with_suffix("").parts).removesuffix(".__init__"): file
    for root in ROOTS.values()
    for file in sorted(root.rglob("*.py"))
}
SANDBOXED = {"openevals.code.e2b.pyright", "openevals.code.e2b.execution"}
# Whole modules that we hand on.
OWN = ("llm", "prompts", "prebuilts", "e2b", "base")


def public_names(file):
    """The names that a module defines or lists."""
    tree = ast.parse(file.read_text())
    names = [n.name for n in tree.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)]
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            names += ast.literal_eval(node.value) if name == "__all__" else [name]
    return [name for name in dict.fromkeys(names) if not name.startswith("_")]


@pytest.mark.parametrize("module", FILES)
def test_module_is_there(module):
    importlib.import_module(f"oodle_eval_adapters.{module}")


NAMES = [(module, name) for module, file in FILES.items() for name in public_names(file)]


@pytest.mark.parametrize(("module", "name"), NAMES)
def test_name_is_there(module, name):
    ours = importlib.import_module(f"oodle_eval_adapters.{module}")
    if module in SANDBOXED:
        with pytest.raises(ImportError, match="e2b-code-interpreter"):
            getattr(ours, name)
        return
    mine, theirs = getattr(ours, name), getattr(importlib.import_module(module), name)
    if name.isupper() or "llm" in name or any(part in OWN for part in module.split(".")):
        assert mine is theirs, "what is handed on is unchanged"
    elif inspect.isroutine(theirs):
        assert mine.__name__ == theirs.__name__ == name
        assert mine is not theirs or "langgraph" in name


def parameters(function):
    """The parameters of a function, without the one that LangSmith's decorator adds."""
    named = inspect.signature(function).parameters.values()
    return [p.name for p in named if p.kind is not p.VAR_KEYWORD and p.name != "config"]


@pytest.mark.parametrize(
    ("module", "name"),
    [
        (m, n)
        for m, n in NAMES
        if n.startswith(("create_", "run_", "exact", "leven", "traj", "graph")) and m not in SANDBOXED
    ],
)
def test_parameters_are_theirs_and_ours_come_behind(module, name):
    mine = parameters(getattr(importlib.import_module(f"oodle_eval_adapters.{module}"), name))
    theirs = parameters(getattr(importlib.import_module(module), name))
    assert [p for p in mine if p in theirs] == theirs
    assert set(mine) - set(theirs) <= {"timeout", "embeddings", "tool_call_args_exact_match"}


def test_the_documented_helpers_are_ours():
    from oodle_eval_adapters.agentevals.utils import _run_evaluator as agents
    from oodle_eval_adapters.openevals.utils import _arun_evaluator, _run_evaluator

    result = {"key": "k", "score": True, "comment": None, "metadata": None}
    for run in (_run_evaluator, agents):
        assert run.__module__.startswith("oodle_eval_adapters")
        assert run(run_name="n", scorer=lambda: True, feedback_key="k") == result
    assert _run_evaluator(run_name="n", scorer=lambda name: name, feedback_key="k", name=0.5)["score"] == 0.5
    assert _run_evaluator(run_name="n", scorer=lambda: 3, feedback_key="k", return_raw_outputs=True) == 3
    assert _arun_evaluator.__module__ == _run_evaluator.__module__


def test_star_imports_work():
    space = {}
    exec("from oodle_eval_adapters.openevals.prompts import *", space)  # noqa: S102
    assert space["CORRECTNESS_PROMPT"] is openevals.prompts.CORRECTNESS_PROMPT


def run(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


WITHOUT = "import sys; sys.modules.update({name: None for name in ('openevals', 'agentevals', 'langchain', 'langchain_core')});"


def test_ours_need_neither_openevals_nor_langchain():
    code = (
        WITHOUT
        + """
import warnings; warnings.simplefilter("ignore")
from oodle_eval_adapters.openevals.exact import exact_match
from oodle_eval_adapters.openevals.json import create_json_match_evaluator
from oodle_eval_adapters.openevals.string import levenshtein_distance
from oodle_eval_adapters.openevals.trajectory import create_trajectory_match_evaluator
from oodle_eval_adapters.openevals.simulators import run_multiturn_simulation
from oodle_eval_adapters.openevals.code.pyright import create_pyright_evaluator
from oodle_eval_adapters.openevals.types import EvaluatorResult
from oodle_eval_adapters.agentevals.trajectory.match import create_trajectory_match_evaluator as agents
from oodle_eval_adapters.agentevals.graph_trajectory.strict import graph_trajectory_strict_match
print(exact_match(outputs=1, reference_outputs=1)["score"], levenshtein_distance(outputs="a", reference_outputs="a")["score"],
      create_json_match_evaluator()(outputs={"a": 1}, reference_outputs={"a": 1})[0]["score"],
      agents()(outputs=[], reference_outputs=[])["score"])
"""
    )
    assert run(code) == "True 1.0 1 True"


@pytest.mark.parametrize(
    ("module", "name", "package"),
    [
        ("openevals.llm", "create_llm_as_judge", "openevals"),
        ("openevals.prompts", "CORRECTNESS_PROMPT", "openevals"),
        ("openevals.simulators", "create_llm_simulated_user", "openevals"),
        ("openevals.code.llm", "create_code_llm_as_judge", "openevals"),
        ("openevals", "create_llm_as_judge", "openevals"),
        ("agentevals.trajectory.llm", "create_trajectory_llm_as_judge", "agentevals"),
        ("agentevals.graph_trajectory.utils", "extract_langgraph_trajectory_from_thread", "agentevals"),
    ],
)
def test_a_missing_package_is_one_clear_error(module, name, package):
    code = WITHOUT + (
        f"\ntry:\n    from oodle_eval_adapters.{module} import {name}\n"
        "except ImportError as error:\n    print(type(error).__name__, error)"
    )
    assert run(code) == (
        f"ImportError {name} is {package}' own and needs {package}, which is not installed: "
        f"pip install 'oodle-eval[openevals]' {package}"
    )


def test_missing_langsmith_is_one_clear_error():
    code = (
        "import sys; sys.modules['langsmith'] = None\n"
        "try:\n    from oodle_eval_adapters.openevals.exact import exact_match\n"
        "except ImportError as error:\n    print(error)"
    )
    assert "oodle-eval[openevals]" in run(code)


def test_importing_ours_loads_nothing_heavy():
    code = (
        "import sys; import oodle_eval_adapters.openevals.exact, oodle_eval_adapters.openevals.json;"
        "import oodle_eval_adapters.openevals.trajectory.match, oodle_eval_adapters.openevals.simulators;"
        "print([name for name in ('openevals', 'langchain_core', 'langchain', 'pydantic', 'rapidfuzz', 'opik') if name in sys.modules])"
    )
    assert run(code) == "[]"
