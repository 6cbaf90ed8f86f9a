"""Who may import whom, and what an import loads: the walls of the house."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CORE = ROOT / "oodle_eval"
ADAPTERS = ROOT / "adapters" / "oodle_eval_adapters"
AREAS = {"format", "quality", "similarity", "safety", "conversation", "context", "agent", "trace"}
FRAMEWORKS = {"opik", "_opik", "langsmith", "openevals", "agentevals", "langchain_core", "langgraph", "autoevals"}


def imported(file: Path, top_level_only: bool = False) -> set[str]:
    """Return the modules that a file imports, function-level imports included; TYPE_CHECKING blocks left out."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    hidden = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    nodes = ast.iter_child_nodes(tree) if top_level_only else ast.walk(tree)
    found = set()
    for node in nodes:
        if id(node) in hidden:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def below(modules: set[str], *packages: str) -> set[str]:
    """Return the modules that are one of the packages or inside one."""
    return {name for name in modules if any(name == package or name.startswith(f"{package}.") for package in packages)}


CORE_FILES = sorted(CORE.rglob("*.py"))
ADAPTER_FILES = sorted(ADAPTERS.rglob("*.py"))
name_of = lambda file: str(file.relative_to(ROOT))


@pytest.mark.parametrize("file", CORE_FILES, ids=name_of)
def test_the_core_imports_no_adapter_and_no_framework(file):
    found = below(imported(file), *FRAMEWORKS)
    if "cli" not in file.relative_to(CORE).parts:
        found |= below(imported(file), "oodle_eval_adapters")
    assert not found


@pytest.mark.parametrize("area", sorted(AREAS))
def test_an_area_imports_no_sibling(area):
    siblings = [f"oodle_eval.v1.metrics.{other}" for other in AREAS - {area}]
    assert not below(imported(CORE / "v1" / "metrics" / f"{area}.py"), *siblings, "oodle_eval.v1.checks")


UPWARDS = {
    "runtime.py": ("oodle_eval.v1", "oodle_eval.runs"),
    "v1/text.py": ("oodle_eval.v1.util", "oodle_eval.v1.combine", "oodle_eval.v1.metrics", "oodle_eval.v1._waist"),
    "v1/util.py": ("oodle_eval.v1.combine", "oodle_eval.v1.metrics", "oodle_eval.v1._waist", "oodle_eval.v1.checks"),
    "v1/combine.py": ("oodle_eval.v1.text", "oodle_eval.v1.util", "oodle_eval.v1.metrics", "oodle_eval.v1._waist"),
    "v1/checks.py": ("oodle_eval.runs", "oodle_eval.testing", "oodle_eval.cli"),
    "runs.py": ("oodle_eval.cli", "oodle_eval.testing"),
}


@pytest.mark.parametrize("name", UPWARDS)
def test_nothing_imports_upwards(name):
    assert not below(imported(CORE / name), *UPWARDS[name])


@pytest.mark.parametrize("file", sorted((CORE / "v1").glob("_*.py")), ids=name_of)
def test_private_modules_of_v1_stay_below_the_checks(file):
    assert not below(
        imported(file), "oodle_eval.v1.metrics", "oodle_eval.v1.checks", "oodle_eval.v1._waist", "oodle_eval.runs"
    )


OWN_FRAMEWORKS = {
    "opik": {"opik", "_opik"},
    "langsmith": {"langsmith"},
    "openevals": {"langsmith", "openevals", "langchain_core", "langchain"},
    "agentevals": {"langsmith", "agentevals", "openevals", "langchain_core", "langgraph"},
}


@pytest.mark.parametrize("file", ADAPTER_FILES, ids=name_of)
def test_an_adapter_imports_its_own_framework_only(file):
    adapter = file.relative_to(ADAPTERS).parts[0]
    allowed = OWN_FRAMEWORKS.get(adapter, {"langsmith"} if file.name.startswith("_langsmith") else set())
    others = {f"oodle_eval_adapters.{other}" for other in OWN_FRAMEWORKS if other != adapter}
    if adapter == "agentevals":  # its trajectory evaluators are openevals' ones
        others.discard("oodle_eval_adapters.openevals")
    if file.name == "_stubs.py":  # a tool for developers, which writes all stubs
        return
    assert not below(imported(file), *(FRAMEWORKS - allowed), *others)


@pytest.mark.parametrize("file", sorted((ADAPTERS / "opik" / "functional").rglob("*.py")), ids=name_of)
def test_opiks_functions_need_no_opik(file):
    assert not below(imported(file), "opik", "_opik")


def loaded_by(statement: str) -> set[str]:
    code = f"import sys; before = set(sys.modules); {statement}; print('\\n'.join(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_v1_loads_the_standard_library_only():
    tops = {
        name.partition(".")[0] for name in loaded_by("import oodle_eval.v1; from oodle_eval.v1 import metrics, checks")
    }
    assert tops - set(sys.stdlib_module_names) == {"oodle_eval"}


def test_importing_v1_loads_no_heavy_part_of_the_standard_library():
    heavy = {
        "asyncio",
        "csv",
        "decimal",
        "html.parser",
        "http",
        "ipaddress",
        "socket",
        "ssl",
        "tomllib",
        "unittest",
        "urllib.parse",
    }
    assert not heavy & loaded_by("import oodle_eval.v1; from oodle_eval.v1 import metrics, text, util, combine")


def test_importing_the_adapters_alone_loads_nothing_else():
    assert {name for name in loaded_by("import oodle_eval_adapters") if "." in name and "oodle" in name} == set()


@pytest.mark.parametrize(
    ("package", "framework"), [("opik", "opik"), ("langsmith", "langsmith"), ("openevals", "langsmith")]
)
def test_a_missing_framework_is_one_error_that_names_the_extra(package, framework):
    use = "as_metric" if package == "opik" else "as_evaluator"
    code = (
        "import sys\n"
        f"sys.modules[{framework!r}] = None\n"
        "try:\n"
        f"    from oodle_eval_adapters.{package} import {use}\n"
        "except ImportError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert f"pip install 'oodle-eval[{framework}]'" in done.stdout


def test_every_public_module_says_what_it_is_for():
    undocumented = [
        name_of(file) for file in CORE_FILES if not ast.get_docstring(ast.parse(file.read_text(encoding="utf-8")))
    ]
    assert undocumented == []
