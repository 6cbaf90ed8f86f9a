"""openevals' simulations around checks: as `trajectory_evaluators`, and their results as contexts."""

from __future__ import annotations

import asyncio

import pytest
from langchain_core.messages import AIMessage, ToolMessage
from openevals.simulators import run_multiturn_simulation, run_multiturn_simulation_async

from oodle_eval import runs
from oodle_eval.v1 import checks
from oodle_eval_adapters import openevals as forms
from oodle_eval_adapters.openevals import as_async_evaluator, as_evaluator

ASKED = ["Where is my order? My order number is FO-7.", "It's FO-7, as I said.", "FO-7!"]
CALL = {"id": "c1", "type": "function", "function": {"name": "look_up", "arguments": '{"order": "FO-7"}'}}


def reply(text):
    return {"role": "assistant", "content": text}


def forgetful():
    """Asks for the order number again and again, and looks nothing up."""
    said = iter(["One moment.", "Could you please tell me your order number?", "What is your order number?"])
    return lambda message, *, thread_id: reply(next(said))


def helpful():
    """Looks the order up, once more in the next turn, and answers; the simulator takes one message a turn."""
    calls = [{**CALL, "id": identity} for identity in ("c1", "c2")]
    said = [{"role": "assistant", "content": "I'll look.", "tool_calls": [call]} for call in calls]
    turns = iter([*said, reply("It was sent on Monday.")])
    return lambda message, *, thread_id: next(turns)


def langchain_app():
    turns = iter(
        [
            AIMessage("", tool_calls=[{"name": "look_up", "args": {"order": "FO-7"}, "id": "c1"}]),
            ToolMessage("sent on Monday", tool_call_id="c1"),
            AIMessage("It was sent on Monday."),
        ]
    )
    return lambda message, *, thread_id: next(turns)


EVALUATORS = (
    checks.knowledge_retention(),
    checks.conversation_degeneration(min_words=3),
    checks.tool_trajectory(expected=["look_up"], mode="superset"),
    checks.repeated_tool_calls(),
    checks.tool_call_validity(allowed_tools=["look_up"], required_args={"look_up": ["order"]}),
    checks.span_count(kind="tool", max_spans=3),
    checks.error_spans(),
    checks.length_budget(max_words=8),
)


def simulated(app, make=as_evaluator, run=run_multiturn_simulation):
    return run(app=app, user=list(ASKED), max_turns=3, trajectory_evaluators=[make(bound) for bound in EVALUATORS])


def scores_of(result):
    return {one["key"]: one["score"] for one in result["evaluator_results"]}


def test_an_assistant_that_forgets():
    scores = scores_of(simulated(forgetful()))
    assert scores["knowledge_retained"] is False
    assert (scores["trajectory_match"], scores["tool_correctness"]) == (False, 0.0)
    assert (scores["tool_loop"], scores["most_repeated"]) == (False, 0)
    assert scores["tool_calls_valid"] is True
    assert (scores["span_count"], scores["within_span_limit"]) == (0, True)
    assert scores["within_length"] is True  # the last reply alone


def test_an_assistant_that_looks_things_up():
    result = simulated(helpful())
    scores = scores_of(result)
    assert scores["knowledge_retained"] is True
    assert (scores["trajectory_match"], scores["tool_correctness"]) == (True, 1.0)
    # The same call in the first and the second turn, before the last reply.
    assert (scores["tool_loop"], scores["most_repeated"]) == (True, 2)
    assert scores["tool_calls_valid"] is True
    assert scores["span_count"] == 2
    assert scores["no_errors"] is True


def test_langchain_messages():
    scores = scores_of(simulated(langchain_app()))
    assert scores["trajectory_match"] is True
    assert scores["span_count"] == 1


def test_async():
    app = forgetful()

    async def run():
        async def async_app(message, *, thread_id):
            return app(message, thread_id=thread_id)

        evaluators = [as_async_evaluator(bound) for bound in EVALUATORS]
        return await run_multiturn_simulation_async(
            app=async_app, user=list(ASKED), max_turns=3, trajectory_evaluators=evaluators
        )

    assert scores_of(asyncio.run(run())) == scores_of(simulated(forgetful()))


def test_a_stopping_condition_and_a_reference():
    evaluator = forms.create_exact_match_evaluator()
    result = run_multiturn_simulation(
        app=helpful_once,
        user=ASKED[:1],
        stopping_condition=lambda trajectory, *, turn_counter: True,
        trajectory_evaluators=[evaluator],
        reference_outputs={"answer": "It was sent on Monday."},
    )
    assert scores_of(result) == {"exact_match": True}


def helpful_once(message, *, thread_id):
    return reply("It was sent on Monday.")


@pytest.mark.parametrize("app", [forgetful, helpful, langchain_app])
def test_the_result_as_a_row_and_as_outputs_gives_the_same(app):
    result = simulated(app())
    expected = scores_of(result)
    from_runs = {score.name: score.value for row in runs.run([result], list(EVALUATORS)) for score in row.scores()}
    assert from_runs == expected
    for outputs in (result, {"trajectory": result["trajectory"]}, {"messages": result["trajectory"]}):
        found = as_evaluator(list(EVALUATORS))(outputs=outputs)
        assert {one["key"]: one["score"] for one in found} == expected
