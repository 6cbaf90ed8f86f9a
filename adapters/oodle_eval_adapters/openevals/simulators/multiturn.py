"""openevals' multi-turn simulation: an app and a user, scripted or not, talk, and evaluators score the conversation."""

from __future__ import annotations

import functools
import logging
import uuid
from collections.abc import Callable, Sequence
from typing import Any

from oodle_eval_adapters._handed_on import handed_on
from oodle_eval_adapters._langsmith_logging import in_sync, settled, traced
from oodle_eval_adapters._openai_messages import openai_message

__all__ = ["run_multiturn_simulation", "run_multiturn_simulation_async"]

Message = dict[str, Any]


async def run_multiturn_simulation_async(
    *,
    app: Callable[..., Any],
    user: Callable[..., Any] | Sequence[Any],
    max_turns: int | None = None,
    trajectory_evaluators: Sequence[Callable[..., Any]] | None = None,
    stopping_condition: Callable[..., Any] | None = None,
    reference_outputs: Any = None,
    thread_id: str | None = None,
) -> dict[str, Any]:
    """Let an app and a simulated user talk, and evaluate their conversation.

    The user begins. Each of the two is given what it needs, and returns a message: a dict, a LangChain or SDK message, or its
    text. Messages that repeat an id are kept once; those without an id get one. In the async form each function may be sync
    or async.

    Args:
        app: Called as `app(message, thread_id=...)` with the user's newest message.
        user: Called as `user(trajectory, thread_id=..., turn_counter=...)`; or a list of what the user says, in turn.
        max_turns: After so many turns the conversation ends.
        trajectory_evaluators: Called with `outputs` (the trajectory) and `reference_outputs`. One that raises is logged, and
            gives no result.
        stopping_condition: Called as `stopping_condition(trajectory, turn_counter=...)` after each turn; true ends the
            conversation.
        reference_outputs: Passed to the evaluators.
        thread_id: Which conversation it is, for an app that keeps state; by default a new UUID.

    Returns:
        {"trajectory": the messages in OpenAI's form, "evaluator_results": the evaluators' results in one list}.

    Raises:
        ValueError: Neither `max_turns` nor `stopping_condition` is given, or a scripted user has nothing left to say.
    """
    if max_turns is None and stopping_condition is None:
        raise ValueError(
            "run_multiturn_simulation: max_turns or stopping_condition must be given, else it would not end"
        )
    thread = str(uuid.uuid4()) if thread_id is None else thread_id
    speaker = user if callable(user) else _scripted(user)

    async def simulate() -> dict[str, Any]:
        trajectory = await _conversation(app, speaker, thread, max_turns, stopping_condition)
        results = await _evaluated(trajectory_evaluators or (), trajectory, reference_outputs)
        return {"trajectory": trajectory, "evaluator_results": results}

    result: dict[str, Any] = await traced(
        "multiturn_simulator", simulate, {"thread_id": thread, "max_turns": max_turns}
    )
    return result


run_multiturn_simulation = in_sync(run_multiturn_simulation_async)
run_multiturn_simulation.__name__ = run_multiturn_simulation.__qualname__ = "run_multiturn_simulation"


def _scripted(lines: Sequence[Any]) -> Callable[..., Any]:
    """Return a user that says the given lines, one a turn."""

    def user(_trajectory: list[Message], *, turn_counter: int, **_unused: Any) -> Any:
        if turn_counter >= len(lines):
            raise ValueError(
                f"run_multiturn_simulation: the scripted user has {len(lines)} lines and was asked for one more; "
                "give more lines, or a smaller max_turns"
            )
        return lines[turn_counter]

    return user


async def _conversation(
    app: Callable[..., Any],
    user: Callable[..., Any],
    thread: str,
    max_turns: int | None,
    stopping_condition: Callable[..., Any] | None,
) -> list[Message]:
    """Return the messages of a conversation."""
    trajectory: list[Message] = []
    turn = 0
    while max_turns is None or turn < max_turns:
        heard = list(trajectory)
        said = await traced(
            "simulated_user",
            functools.partial(user, heard, thread_id=thread, turn_counter=turn),
            {"inputs": heard, "turn_counter": turn},
        )
        question = _message(said, "user")
        _add(trajectory, question)
        answer = await traced("app", functools.partial(app, question, thread_id=thread), {"inputs": question})
        _add(trajectory, _message(answer, "assistant"))
        turn += 1
        if stopping_condition and await settled(stopping_condition(list(trajectory), turn_counter=turn)):
            break
    return trajectory


def _message(said: Any, role: str) -> Message:
    """Return what was said as a message with an id."""
    message = openai_message({"role": role, "content": said} if isinstance(said, str) else said)
    return {**message, "id": str(uuid.uuid4())} if message.get("id") is None else message


def _add(trajectory: list[Message], message: Message) -> None:
    if all(message["id"] != other["id"] for other in trajectory):
        trajectory.append(message)


async def _evaluated(
    evaluators: Sequence[Callable[..., Any]], trajectory: list[Message], reference_outputs: Any
) -> list[Any]:
    """Return the evaluators' results."""
    results: list[Any] = []
    for evaluator in evaluators:
        try:
            result = await settled(evaluator(outputs=trajectory, reference_outputs=reference_outputs))
        except Exception:
            logging.getLogger(__name__).exception("the trajectory evaluator %r raised", evaluator)
            continue
        results += result if isinstance(result, list) else [result]
    return results


__getattr__, __dir__ = handed_on(__name__, __all__)
