"""An application that is not traced may give its steps among its outputs."""

import langsmith
import pytest
from langsmith import schemas

from oodle_eval.v1 import checks
from oodle_eval_adapters.langsmith import as_evaluator

STEPS = [{"name": "search", "kind": "tool", "input": {"q": "refund"}}, {"name": "answer", "kind": "llm"}]
CHECKS = [checks.tool_trajectory(expected=["search"]), checks.span_count()]


def scores_of(run, example=None):
    return {one.key: one.score for one in as_evaluator(CHECKS).evaluate_run(run, example)["results"]}


@pytest.mark.parametrize("name", ["trace", "spans"])
def test_steps_among_the_outputs_are_the_trace(name):
    found = scores_of({"outputs": {"output": "Done.", name: STEPS}})
    assert found == {"trajectory_match": True, "tool_correctness": 1.0, "span_count": 2}


def test_the_runs_below_are_the_trace_where_there_are_some():
    below = {"name": "pay", "run_type": "tool", "inputs": {}, "outputs": {}}
    found = scores_of({"outputs": {"output": "Done.", "trace": STEPS}, "child_runs": [below]})
    assert (found["trajectory_match"], found["span_count"]) == (False, 1)


@pytest.mark.parametrize("held", [None, [], "a text", {"kind": "tool"}, ["search"], 5])
def test_what_is_no_list_of_steps_is_no_trace(held):
    assert scores_of({"outputs": {"output": "Done.", "trace": held}})["span_count"] == 0


def test_the_text_is_still_read():
    (one,) = as_evaluator(checks.length_budget()).evaluate_run({"outputs": {"output": "Done.", "trace": STEPS}})[
        "results"
    ]
    assert one.comment == "1 word, 5 characters"


def test_in_evaluate():
    example = schemas.Example(
        id="00000000-0000-0000-0000-000000000001",
        inputs={"question": "?"},
        outputs={"output": "Done."},
        dataset_id="00000000-0000-0000-0000-000000000002",
    )
    (row,) = langsmith.evaluate(
        lambda inputs: {"output": "Done.", "trace": STEPS},
        data=[example],
        evaluators=[as_evaluator(CHECKS)],
        upload_results=False,
        client=langsmith.Client(api_key="none"),
    )
    assert {one.key: one.score for one in row["evaluation_results"]["results"]}["trajectory_match"] is True
