"""The plugin's table at the end of a pytest session, and `assert_passes` on every framework's results."""

import ast
import importlib.metadata
import re
import subprocess
import sys
import tomllib
import types
from pathlib import Path

import pytest

from oodle_eval.testing import assert_passes

ROOT = Path(__file__).parent.parent
TESTS = """
    import pytest
    from oodle_eval.runtime import Score
    from oodle_eval.testing import assert_passes
    from oodle_eval.v1 import checks

    @pytest.mark.parametrize("reply", ["Sent.", "Sent on Monday.", "Mail joe@corp-mail.net"])
    def test_reply(reply):
        assert_passes(checks.pii_leak()(reply))

    def test_language():
        assert_passes([Score("en", "CATEGORICAL", name="language")])

    def test_nothing():
        assert_passes([Score(None, name="share", comment="no reply")])
"""


def session(folder, source, *arguments):
    """Return what a pytest session of its own printed."""
    file = folder / "test_replies.py"
    file.write_text("\n".join(line[4:] for line in source.splitlines()))
    installed = any(one.name == "oodle_eval" for one in importlib.metadata.entry_points(group="pytest11"))
    plugin = [] if installed else ["-p", "oodle_eval._pytest_plugin"]
    # Other installed plugins have nothing to do with it.
    others = [word for name in ("opik", "langsmith_plugin", "anyio", "asyncio") for word in ("-p", f"no:{name}")]
    command = [sys.executable, "-m", "pytest", "-q", "--rootdir", str(folder), *plugin, *others, *arguments, str(file)]
    return subprocess.run(command, check=False, capture_output=True, text=True, cwd=folder).stdout


def table(printed):
    """Return the table as {score: (rows, scored, passed, failed)}."""
    found = re.findall(r"^(\w+) +(\d+) +(\d+) +(\d+) +(\d+)$", printed, re.MULTILINE)
    return {name: tuple(map(int, counts)) for name, *counts in found}


COUNTED = {"pii_free": (3, 3, 2, 1), "pii_count": (3, 3, 2, 1), "language": (1, 1, 0, 0), "share": (1, 0, 0, 0)}


def test_the_table_at_the_end(tmp_path):
    printed = session(tmp_path, TESTS)
    assert "oodle-eval: asserted scores" in printed
    assert re.search(r"^score +rows +scored +passed +failed$", printed, re.MULTILINE)
    assert table(printed) == COUNTED
    assert "2 failed, 3 passed" in printed


def test_with_workers(tmp_path):
    pytest.importorskip("xdist")
    assert table(session(tmp_path, TESTS, "-n2")) == COUNTED


def test_a_session_that_asserts_nothing_shows_nothing_and_loads_nothing(tmp_path):
    printed = session(
        tmp_path,
        """
    import sys

    def test_nothing():
        assert not {"oodle_eval.testing", "oodle_eval.v1", "oodle_eval.runs"} & set(sys.modules)
    """,
    )
    assert "1 passed" in printed
    assert "oodle-eval" not in printed


def test_pytest_finds_it_by_itself():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["entry-points"]["pytest11"] == {"oodle_eval": "oodle_eval._pytest_plugin"}


def test_only_the_plugin_imports_pytest():
    importing = {
        file.name
        for file in (ROOT / "oodle_eval").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if (isinstance(node, ast.Import) and any(alias.name.startswith("pytest") for alias in node.names))
        or (isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pytest"))
    }
    assert importing == {"_pytest_plugin.py"}


def object_of(**fields):
    return types.SimpleNamespace(**fields)


MADE = {"data_type": "BOOLEAN", "higher_is_better": False}


@pytest.mark.parametrize(
    "results",
    [
        {"key": "short", "score": True, "comment": "fine", "metadata": None},
        [{"key": "short", "score": 1.0, "comment": "fine"}, {"key": "size", "score": None, "value": "small"}],
        {"results": [object_of(key="refused", score=False, value=None, comment="fine", evaluator_info=MADE)]},
        object_of(name="refused", value=0.0, reason="fine", metadata=MADE, scoring_failed=False),
    ],
)
def test_results_of_a_framework_that_pass(results):
    assert_passes(results)


@pytest.mark.parametrize(
    "results",
    [
        {"key": "short", "score": False, "comment": "the reason", "metadata": None},
        {"key": "short", "score": None, "comment": "the reason", "metadata": None},
        {"results": [object_of(key="refused", score=True, value=None, comment="the reason", evaluator_info=MADE)]},
        [object_of(name="short", value=0.0, reason="the reason", metadata=None, scoring_failed=True)],
        {"results": []},
    ],
)
def test_results_of_a_framework_that_do_not(results):
    with pytest.raises(AssertionError, match=r"the reason|nothing was checked"):
        assert_passes(results)
