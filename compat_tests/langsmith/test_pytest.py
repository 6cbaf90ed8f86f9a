"""Checks in tests that LangSmith's pytest plugin watches: what they log, once, and the offline switches.

Each session is a process of its own, with an API of ours on 127.0.0.1.
"""

from __future__ import annotations

import importlib.metadata
import os
import re
import subprocess
import sys
import textwrap

import pytest
from _langsmith_server import LangSmithServer

TESTS = """
import asyncio
import os
import pytest
from langsmith import testing
from oodle_eval.runtime import Score
from oodle_eval.testing import assert_passes
from oodle_eval.v1 import checks
from oodle_eval_adapters import langsmith, openevals

REPLY = {"answer": "It was sent to joe.doe@corp-mail.net."}

def mixed(ctx):
    return [
        Score(0.25, name="share", comment="a quarter"),
        Score("short", "CATEGORICAL", name="size"),
        Score(None, name="rest", comment="nothing to measure"),
    ]

def judge(*, outputs, **kwargs):  # an evaluator that logs for itself, as openevals' own do
    return openevals.as_evaluator(checks.length_budget(), feedback_key="judge")(outputs=outputs)

@pytest.mark.langsmith
def test_marked():
    if os.environ["LANGSMITH_TRACING"] == "true":  # LangSmith's own functions raise without
        testing.log_inputs({"question": "Where is it?"})
        testing.log_outputs(REPLY)
    results = langsmith.pii_leak()(outputs=REPLY)
    with pytest.raises(AssertionError):
        assert_passes(results)
    assert_passes(openevals.create_contains_evaluator(values=["sent"])(outputs=REPLY))
    asyncio.run(openevals.create_async_refusal_evaluator()(outputs=REPLY))
    langsmith.as_evaluator(mixed)(outputs=REPLY)
    openevals.as_evaluator([checks.exact_match(), checks.levenshtein_ratio()])(outputs="a", reference_outputs="a")
    openevals.as_evaluator(openevals.from_openevals(judge), feedback_key="judged")(outputs=REPLY)
    langsmith.json_validity().evaluate_run({"outputs": REPLY})  # what an experiment calls is the experiment's to log
    with pytest.raises(ValueError):
        langsmith.numeric_diff()(outputs="7")

def test_unmarked():
    assert langsmith.url_check()(outputs=REPLY)["results"][0].score is True
    openevals.create_readability_evaluator()(outputs=REPLY)
"""
KEYS = {
    "pii_free": False,
    "pii_count": 1,
    "contains": True,
    "refused": False,
    "share": 0.25,
    "size": None,
    "rest": None,
    "exact_match": True,
    "levenshtein_ratio": 1.0,
    "judged": True,
    "pass": 1,
}


def session(folder, server, *arguments, **environment):
    """Run the tests in a session of their own, and return what it printed."""
    (folder / "test_shop.py").write_text(textwrap.dedent(TESTS))
    # A session inside a pytest-xdist worker would take itself for one.
    foreign = ("LANGSMITH", "LANGCHAIN", "PYTEST_XDIST")
    known = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    known |= {"LANGSMITH_ENDPOINT": server.url, "LANGSMITH_API_KEY": "x", "LANGSMITH_TEST_SUITE": "shop", **environment}
    installed = any(one.name == "oodle_eval" for one in importlib.metadata.entry_points(group="pytest11"))
    plugin = [] if installed else ["-p", "oodle_eval._pytest_plugin"]
    others = [word for name in ("opik", "anyio", "asyncio", "xdist") for word in ("-p", f"no:{name}")]
    command = [sys.executable, "-m", "pytest", "--rootdir", str(folder), "-W", "ignore", *plugin, *others, *arguments]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=folder, env=known, timeout=100)
    return done.stdout + done.stderr


@pytest.fixture
def api():
    with LangSmithServer() as running:
        yield running


@pytest.mark.parametrize("arguments", [["-q"], ["--langsmith-output"]], ids=["plain", "with LangSmith's table"])
def test_each_score_is_logged_once_and_its_call_is_traced(tmp_path, api, arguments):
    printed = session(tmp_path, api, *arguments, LANGSMITH_TRACING="true")
    assert "failed" not in printed.replace("passed  failed", "")
    assert api.unknown == []
    logged = [one["key"] for one in api.feedback]
    assert sorted(logged) == sorted(KEYS)
    stored = {one["key"]: one for one in api.feedback}
    assert {key: one.get("score") for key, one in stored.items()} == KEYS
    assert stored["size"]["value"] == "short"
    assert stored["rest"]["comment"] == "nothing to measure"
    (case,) = [run for run in api.runs.values() if run["name"] == "test_marked"]
    assert {one["run_id"] for one in api.feedback} == {case["id"]}
    sources = {stored[key]["feedback_source"]["metadata"]["__run"]["run_id"] for key in KEYS if key != "pass"}
    traced = [run for run in api.runs.values() if run["session_name"] == "evaluators"]
    assert sources <= {run["id"] for run in traced}
    described = {run["extra"]["metadata"].get("__ls_framework") for run in traced if run["id"] in sources}
    assert described == {"oodle-eval"}
    if arguments == ["-q"]:
        assert re.search(r"^pii_free +1 +1 +0 +1$", printed, re.MULTILINE)
        assert re.search(r"^contains +1 +1 +1 +0$", printed, re.MULTILINE)


def test_without_test_tracking_nothing_is_sent(tmp_path, api):
    printed = session(tmp_path, api, "-q", LANGSMITH_TEST_TRACKING="false", LANGSMITH_TRACING="false")
    assert "2 passed" in printed
    assert (api.feedback, api.runs, api.sessions, api.datasets) == ([], {}, {}, {})


def test_without_tracing_checks_work_and_log_nothing(tmp_path, api):
    printed = session(tmp_path, api, "-q", LANGSMITH_TRACING="false")
    assert "2 passed" in printed
    assert {one["key"] for one in api.feedback} <= {"pass"}
