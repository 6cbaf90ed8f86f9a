"""Conversation checks: false alarms on real replies and real conversations, and what they must catch."""

from __future__ import annotations

from validity_rows import Figure, percent

CONVERSATIONS = ("conversation_tau", "conversation_apibank")


def rows(read):
    from oodle_eval.v1 import metrics

    found = [*_replies(read, metrics), *_caught(read, metrics)]
    for name in CONVERSATIONS:
        contexts = list(_assistant_turns(read(name)))
        if not contexts:
            continue
        degenerated = sum(metrics.conversation_degeneration(ctx)[0].value for ctx in contexts)
        close = sum(_close_by_words(ctx) for ctx in contexts)
        goal = 0.02 if name == "conversation_tau" else None
        found.append(
            Figure(
                "conversation_degeneration",
                name,
                len(contexts),
                "assistant turns flagged",
                percent(degenerated, len(contexts)),
                f"word sets alone {percent(close, len(contexts))}",
                "at most 2 %" if goal else "",
                degenerated <= goal * len(contexts) if goal else None,
            )
        )
        scores = [metrics.knowledge_retention(ctx) for ctx in contexts]
        with_facts = [score for score in scores if len(score) > 1]
        flagged = sum(not score[0].value for score in scores)
        found.append(
            Figure(
                "knowledge_retention",
                name,
                len(contexts),
                f"assistant turns flagged; {len(with_facts)} of them behind a stated fact",
                f"{flagged} ({percent(flagged, len(contexts))})",
            )
        )
    return found


def _replies(read, metrics):
    replies = [row["output"] for row in read("llm_outputs_halueval_general")]
    if not replies:
        return []
    flagged = sum(metrics.conversation_degeneration(reply)[0].value for reply in replies)
    shown = percent(flagged, len(replies))
    met = flagged <= 0.01 * len(replies)
    name = "llm_outputs_halueval_general"
    return [
        Figure("conversation_degeneration", name, len(replies), "real replies flagged", shown, "", "at most 1 %", met)
    ]


def _caught(read, metrics):
    """Return the share of real replies that are caught when they loop, and when they come again."""
    replies = [row["output"] for row in read("llm_outputs_halueval_general") if len(row["output"].split()) >= 12]
    if not replies:
        return []
    name = "llm_outputs_halueval_general"
    looping = sum(metrics.conversation_degeneration(_looping(reply))[0].value for reply in replies)
    again = sum(
        metrics.conversation_degeneration(_context([{"role": "assistant", "content": reply}], reply))[0].value
        for reply in replies
    )
    count = len(replies)
    return [
        Figure(
            "conversation_degeneration",
            name,
            count,
            "caught when their last 12 words come eight times more",
            percent(looping, count),
        ),
        Figure("conversation_degeneration", name, count, "caught when given again", percent(again, count)),
    ]


def _looping(reply):
    words = reply.split()
    return " ".join([*words[:40], *(words[-12:] * 9)])


def _context(asked, answer):
    from oodle_eval.runtime import EvaluationContext, ObservationContext

    return EvaluationContext(ObservationContext(asked, answer))


def _assistant_turns(conversations):
    """Yield a context for each assistant turn: the turns before it as input."""
    for conversation in conversations:
        messages = conversation["messages"]
        for place, message in enumerate(messages):
            if message["role"] == "assistant":
                yield _context(messages[:place], message)


def _close_by_words(ctx):
    """Whether word sets alone call one of the five latest turns close, the baseline."""
    from oodle_eval.v1 import text

    words = set(text.words(text.reply(ctx)))
    earlier = [turn["content"] for turn in text.turns(ctx, include_reply=False) if turn["role"] == "assistant"]
    if len(text.words(text.reply(ctx))) < 8:
        return False
    others = (set(text.words(turn)) for turn in earlier[-5:])
    return any(len(words & other) / len(words | other) >= 0.6 for other in others)
