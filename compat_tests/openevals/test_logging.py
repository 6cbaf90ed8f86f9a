"""`_langsmith_logging` beside openevals' own `_run_evaluator`: the same results, the same feedback, the same runs."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import importlib
import subprocess
import sys
import types
import uuid

import openevals.utils
import pytest
from langsmith import get_current_run_tree, tracing_context
from langsmith.testing import _internal

from oodle_eval_adapters import _langsmith_logging as ours


class Recorder:
    """A LangSmith client and a pytest case that keep what they are told."""

    otel_exporter = None

    def __init__(self):
        self.runs, self.feedback = [], []
        self.run_id, self.example_id, self._logged_outputs = uuid.uuid4(), uuid.uuid4(), {"answer": "x"}
        self.test_suite = types.SimpleNamespace(experiment=types.SimpleNamespace(name="experiment"))

    def create_run(self, **run):
        self.runs.append(run)

    def update_run(self, *, run_id=None, **run):
        self.runs.append({"id": run_id, **run})

    def submit_feedback(self, run_id, feedback, **kwargs):
        assert run_id == self.run_id
        self.feedback.append({**feedback, "comment": kwargs.get("comment"), "has_source": "source_run_id" in kwargs})

    @property
    def named(self):
        """What was traced: (name, inputs, outputs, the evaluator's metadata) of each finished run."""
        return [
            (
                run.get("name"),
                run.get("inputs"),
                run.get("outputs"),
                {
                    key: value
                    for key, value in run["extra"]["metadata"].items()
                    if key.startswith(("__ls_e", "__ls_f", "my"))
                },
                run.get("error"),
            )
            for run in self.runs
            if run.get("end_time")
        ]


@contextlib.contextmanager
def watched(*, case, tracing=True):
    recorder = Recorder()
    token = _internal._TEST_CASE.set(recorder if case else None)
    try:
        with tracing_context(enabled=tracing, client=recorder):
            yield recorder
    finally:
        _internal._TEST_CASE.reset(token)


SCORERS = {
    "bool": lambda **_: True,
    "number": lambda **_: 0.25,
    "comment": lambda **_: (False, "why"),
    "metadata": lambda **_: (1.0, "why", {"my": 1}),
    "dict": lambda **_: {"a": 1, "b": {"score": 0, "reasoning": "no", "metadata": {"my": 2}}, "c": [1, {"score": 0}]},
    "source": lambda **_: {"a": {"score": 1, "source_run_id": "id"}},
    "empty": lambda **_: {},
    "list": lambda **_: [1, 2],
}
VALUES = {
    "none": {},
    "inputs": {"inputs": "i", "outputs": "o"},
    "reference": {"outputs": [1], "reference_outputs": {"a": 1}},
}


def theirs(scorer, values, **kwargs):
    return openevals.utils._run_evaluator_untyped(run_name="run", scorer=scorer, feedback_key="key", **kwargs, **values)


def mine(scorer, values, raw=False):
    return ours.run_evaluator("run", "key", scorer, values=values, raw=raw)


async def our_createasync(scorer, values):
    return await ours.arun_evaluator("run", "key", scorer, values=values)


@pytest.mark.parametrize("values", VALUES.values(), ids=VALUES)
@pytest.mark.parametrize("scorer", SCORERS.values(), ids=SCORERS)
@pytest.mark.parametrize("case", [False, True], ids=["traced", "pytest case"])
@pytest.mark.parametrize("kind", ["sync", "async"])
def test_results_feedback_and_runs_are_theirs(scorer, values, case, kind):
    with watched(case=case) as told_theirs:
        expected = theirs(scorer, values)
    with watched(case=case) as told_ours:
        got = mine(scorer, values) if kind == "sync" else asyncio.run(our_createasync(scorer, values))
    assert got == expected
    assert told_ours.feedback == told_theirs.feedback
    assert len(told_ours.feedback) == (0 if not case else len(got) if isinstance(got, list) else 1)
    assert [run[0] for run in told_ours.named] == ["run"] * (2 if case else 1)
    assert told_ours.named == told_theirs.named


@pytest.mark.parametrize("scorer", SCORERS.values(), ids=SCORERS)
def test_results_alone_are_theirs_and_raw_ones_stay(scorer):
    assert mine(scorer, {}) == theirs(scorer, {})
    with watched(case=True) as recorder:
        assert mine(scorer, {}, raw=True) == scorer()
    assert recorder.feedback == []


@pytest.mark.parametrize("score", [(1,), (1, 2, 3, 4), {"a": {"reasoning": "no score"}}])
def test_a_malformed_score_is_the_same_error(score):
    with pytest.raises(ValueError):
        theirs(lambda: score, {})
    with pytest.raises(ValueError, match="must"):
        mine(lambda: score, {})


def test_the_surrounding_run_learns_who_evaluated():
    described = []
    for call in (theirs, mine):
        with watched(case=False):
            from langsmith import trace

            with trace("around"):
                call(SCORERS["metadata"], {})
                described.append(
                    {
                        k: v
                        for k, v in get_current_run_tree().metadata.items()
                        if k.startswith(("__ls_e", "__ls_f", "__ls_l", "my"))
                    }
                )
    assert described[0] == described[1] != {}


def test_an_error_is_traced_and_passed_on():
    def scorer():
        raise KeyError("broken")

    for call in (theirs, mine):
        with watched(case=True) as recorder, pytest.raises(KeyError):
            call(scorer, {})
        assert recorder.feedback == []
        assert all("broken" in run[-1] for run in recorder.named)


def test_a_label_is_logged_as_value():
    with watched(case=True) as recorder:
        ours.logged("run", lambda: [{"key": "k", "score": None, "comment": "c", "metadata": None, "value": "red"}])
    assert recorder.feedback == [{"key": "k", "value": "red", "comment": "c", "has_source": True}]


def test_switched_off_tracing_is_off():
    with watched(case=False, tracing=False) as recorder:
        assert mine(SCORERS["bool"], {})["score"] is True
    assert recorder.runs == []


def test_an_awaitable_in_a_sync_evaluator_is_refused():
    async def scorer():
        await asyncio.sleep(0)

    with pytest.raises(TypeError, match="async form"):
        mine(scorer, {})


def test_nothing_of_langsmith_is_loaded_by_a_call():
    code = (
        "import sys; from oodle_eval_adapters import _langsmith_logging as l;"
        "l.run_evaluator('n', 'k', lambda: True); print([m for m in ('langsmith.client', 'langsmith.run_helpers') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


RECORDS = {"outputs": [{"a": 1, "b": 2}, {"a": 2}], "reference_outputs": [{"a": 1, "b": 3}, {"a": 2}]}
STEPS = {"outputs": [{"role": "user", "content": "hi"}], "reference_outputs": [{"role": "user", "content": "hi"}]}
DROP_INS = {
    "exact": ("openevals.exact", "exact_match", None, RECORDS),
    "levenshtein": ("openevals.string", "levenshtein_distance", None, RECORDS),
    "json by key": ("openevals.json", "create_json_match_evaluator", {}, RECORDS),
    "json together": ("openevals.json", "create_json_match_evaluator", {"aggregator": "all"}, RECORDS),
    "trajectory": ("openevals.trajectory.match", "create_trajectory_match_evaluator", {}, STEPS),
    "agents": ("agentevals.trajectory.match", "create_trajectory_match_evaluator", {}, STEPS),
}


@pytest.mark.parametrize(("module", "name", "settings", "values"), DROP_INS.values(), ids=DROP_INS)
def test_drop_ins_log_what_theirs_log(module, name, settings, values):
    """Each result once, from a run of the same name, marked with the same framework."""
    told = []
    for root in ("", "oodle_eval_adapters."):
        evaluator = getattr(importlib.import_module(root + module), name)
        evaluator = evaluator if settings is None else evaluator(**settings)
        with watched(case=True) as recorder:
            results = evaluator(**copy.deepcopy(values))
        results = results if isinstance(results, list) else [results]
        told.append((recorder.feedback, [(run[0], run[3]) for run in recorder.named]))
        assert len(recorder.feedback) == len(results)
    assert told[0] == told[1]


def test_a_single_comparison_names_its_run():
    """openevals gives the run of a key that only one record has; so do we."""
    from openevals.json import create_json_match_evaluator as theirs

    from oodle_eval_adapters.openevals.json import create_json_match_evaluator as our_create

    shapes = []
    for create in (theirs, our_create):
        with watched(case=False):
            results = create()(**copy.deepcopy(RECORDS))
        shapes.append([(one["key"], "source_run_id" in one) for one in results])
    assert shapes[0] == shapes[1] == [("json_match:a", False), ("json_match:b", True)]


@pytest.mark.parametrize("package", ["openevals", "agentevals"])
def test_a_trajectorys_run_shows_how_arguments_were_compared(package):
    told = []
    for root in ("", "oodle_eval_adapters."):
        module = importlib.import_module(f"{root}{package}.trajectory.match")
        evaluator = module.create_trajectory_match_evaluator(tool_args_match_mode="subset")
        with watched(case=False) as recorder:
            evaluator(**copy.deepcopy(STEPS), extra=1)
        told.append(next(run["inputs"] for run in recorder.runs if run.get("name") == "trajectory_strict_match"))
    assert told[0] == told[1]
    assert told[1]["tool_args_match_mode"] == "subset"
