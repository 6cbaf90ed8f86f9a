"""Mutation testing of a few modules, in a copy of the working tree: `python benchmarks/mutation.py [MODULE...] [--keep DIR]`.

Runs mutmut (`pip install mutmut`) on `combine`, `similarity` and `agent` with the tests named below, and prints how many
mutants the tests kill, and each one that survives with its change. mutmut leaves decorated functions alone, so in the copy
`@declares` and `@check` are applied below each function instead of above it; messages and docstrings are mutated too.
"""

from __future__ import annotations

import argparse
import ast
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
# What is mutated, and the tests that are to notice.
MODULES = {
    "combine": ("oodle_eval/v1/combine.py", ["tests/test_combine.py"]),
    "similarity": ("oodle_eval/v1/metrics/similarity.py", ["tests/test_similarity.py"]),
    "agent": ("oodle_eval/v1/metrics/agent.py", ["tests/test_agent.py"]),
}
GOLDEN = "tests/test_golden.py"
# Tests of time and of endless input tell nothing of a mutant that a quick one does not, and take most of the time.
LEFT_OUT = "not hostile and not int3 and not nesting and not unclosed and not recursion and not long_texts and not ends"
CONFIG = """
[tool.mutmut]
source_paths = ["oodle_eval"]
only_mutate = ["{module}"]
also_copy = ["tests", "CHANGELOG.md", "README.md", "adapters"]
pytest_add_cli_args = ["-q", "-x", "-p", "no:cacheprovider", "-k", "{left_out}"]
pytest_add_cli_args_test_selection = [{tests}]
use_git_change_detection = false
timeout_multiplier = 10.0
timeout_constant = 10.0
"""
# Hypothesis in its own words: few examples, the same ones each time, so that a verdict does not change by chance.
CONFTEST = """
from hypothesis import HealthCheck, settings

settings.register_profile("mutation", derandomize=True, max_examples=25, deadline=None, database=None,
                          suppress_health_check=list(HealthCheck))
settings.load_profile("mutation")
"""


def without_decorators(source: str) -> str:
    """Return a module in which each decorated function is decorated below its body."""
    lines = source.split("\n")
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef) and node.decorator_list]
    for node in reversed(functions):
        applied = node.name
        for decorator in reversed(node.decorator_list):
            applied = f"({ast.get_source_segment(source, decorator)})({applied})"
        lines[node.end_lineno : node.end_lineno] = ["", "", f"{node.name} = {applied}"]
        del lines[node.decorator_list[0].lineno - 1 : node.lineno - 1]
    return "\n".join(lines)


def copied(folder: Path, name: str) -> Path:
    """Return a copy of the tree that is set up for one module."""
    module, tests = MODULES[name]
    copy = folder / name
    for part in ("oodle_eval", "tests", "adapters"):
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("CHANGELOG.md", "README.md"):
        shutil.copy(ROOT / part, copy)
    path = copy / module
    path.write_text(without_decorators(path.read_text(encoding="utf-8")), encoding="utf-8")
    # Of the golden cases those of the module's own checks, and of their tests those that run cases.
    area = path.stem
    for other in (copy / "tests/golden/v1").iterdir():
        if other.name != area:
            shutil.rmtree(other)
    golden = copy / GOLDEN
    golden.write_text(
        golden.read_text(encoding="utf-8").partition("def test_every_check_has")[0].rpartition("\n@")[0] + "\n"
    )
    selection = [*tests, *([GOLDEN] if (copy / "tests/golden/v1" / area).exists() else [])]
    listed = ", ".join(f'"{test}"' for test in selection)
    (copy / "pyproject.toml").write_text(
        "[tool.pytest.ini_options]\naddopts = '--import-mode=importlib'\nfilterwarnings = ['error']\n"
        + CONFIG.format(module=module, tests=listed, left_out=LEFT_OUT),
        encoding="utf-8",
    )
    (copy / "tests/conftest.py").write_text(CONFTEST, encoding="utf-8")
    return copy


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("module", nargs="*", choices=[*MODULES, []], default=[])
    parser.add_argument("--keep", type=Path, help="a new folder for the copy, to look at survivors with `mutmut show`")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    folder = asked.keep or Path(tempfile.mkdtemp(prefix="oodle-mutation-"))
    mutmut = [sys.executable, "-m", "mutmut"]
    for name in asked.module or MODULES:
        copy = copied(folder, name)
        subprocess.run([*mutmut, "run", "--max-children", str(asked.jobs)], cwd=copy, check=False)
        outcome = subprocess.run(
            [*mutmut, "results", "--all", "true"], cwd=copy, capture_output=True, text=True, check=False
        )
        report(name, outcome.stdout)
    return 0


def report(name: str, results: str) -> None:
    """Print the share of mutants that are killed, and those that are not."""
    verdicts = dict(line.strip().rsplit(": ", 1) for line in results.splitlines() if ": " in line)
    killed = [
        mutant for mutant, verdict in verdicts.items() if verdict in ("killed", "timeout", "caught by type check")
    ]
    print(f"{name}: {len(killed)} of {len(verdicts)} mutants killed, {len(killed) / max(1, len(verdicts)):.1%}")
    for mutant, verdict in verdicts.items():
        if mutant not in killed:
            print(f"  {verdict}: {mutant}")


if __name__ == "__main__":
    raise SystemExit(main())
