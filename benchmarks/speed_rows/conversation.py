"""Conversation checks beside Opik's, on a conversation of ten turns that is as long as the text."""

from __future__ import annotations

from speed_rows import Cell, prose

TURNS = 10


def cells(size: int | None) -> list[Cell]:
    if size is None:
        return []
    from opik.evaluation.metrics import ConversationDegenerationMetric, KnowledgeRetentionMetric

    from oodle_eval.runtime import EvaluationContext, ObservationContext
    from oodle_eval.v1 import metrics

    text, step = prose(size), size // TURNS
    conversation = [
        {"role": "assistant" if turn % 2 else "user", "content": text[turn * step : (turn + 1) * step]}
        for turn in range(TURNS)
    ]
    # A fact, so that the reply is looked at too.
    conversation[0]["content"] = "I'm Ada, ada@example.org. " + conversation[0]["content"]
    ctx = EvaluationContext(ObservationContext(conversation[:-1], conversation[-1]))
    degeneration = ConversationDegenerationMetric(track=False)
    retention = KnowledgeRetentionMetric(track=False)
    return [
        Cell(
            "conversation_degeneration",
            lambda: metrics.conversation_degeneration(ctx),
            {"opik": lambda: degeneration.score(conversation)},
            1.5,
            3,
        ),
        Cell(
            "knowledge_retention",
            lambda: metrics.knowledge_retention(ctx),
            {"opik": lambda: retention.score(conversation)},
            1.5,
            3,
        ),
    ]
