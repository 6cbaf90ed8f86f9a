"""Conversation checks beside Opik's, where their definitions meet."""

from __future__ import annotations

import math
import random
from typing import Any

from oodle_eval.runtime import EvaluationContext, ObservationContext
from oodle_eval.v1 import text
from oodle_eval.v1.metrics import conversation_degeneration, knowledge_retention
from reference_pairs import Pair

WORDS = "we have sent your order to the new address and it will arrive on monday".split()

# (what the user said first, the last reply): one that keeps the facts, or asks for them again or changes them.
RETENTION = [
    ["My name is Ada Byron, ada@web.example.", "I have written to ada@web.example, Ada Byron."],
    ["My name is Ada Byron, ada@web.example.", "Could you tell me your name and your email address?"],
    ["My order number is 48151, it never came.", "Order 48151 never came, so I send my excuses and a new one."],
    ["My order number is 48151, it never came.", "What is your order number?"],
    ["I live in Berlin and need a delivery on Friday.", "The delivery in Berlin is planned for Friday."],
    ["I'm Tom. My phone number is 212-555-0143.", "What's your phone number?"],
    ["I'm Tom. My phone number is 212-555-0143.", "Thanks Tom, I will call 212-555-0143."],
    ["My flight is BA 117 on 5 May.", "Flight BA 117 on 5 May is on time."],
]


def context(conversation: list[dict[str, Any]]) -> EvaluationContext:
    return EvaluationContext(ObservationContext(conversation[:-1], conversation[-1]))


def replies(count: int) -> list[str]:
    chance = random.Random(51)
    return [" ".join(chance.choices(WORDS, k=chance.randint(2, 40))) for _ in range(count)]


def opik_degeneration() -> Any:
    """Return the same two signals made of Opik's: it divides the entropy by that of the distinct words, v1 by the length's."""
    from opik.evaluation.metrics import ConversationDegenerationMetric

    metric = ConversationDegenerationMetric(track=False, fallback_phrases=[])

    def judged(reply: str) -> float:
        talk = [{"role": "user", "content": "Q"}, {"role": "assistant", "content": reply}]
        signals, words = metric.score(talk).metadata["per_turn"][-1], text.words(reply)
        distinct = len(set(words))
        entropy = (1 - signals["normalized_entropy"]) * math.log2(distinct) if distinct > 1 else 0.0
        return max(signals["repetition_ratio"], 1 - entropy / math.log2(len(words)))

    return judged


def talk(case: list[str]) -> list[dict[str, Any]]:
    said = [case[0], "Thank you.", "What happens now?", case[1]]
    return [{"role": "assistant" if turn % 2 else "user", "content": words} for turn, words in enumerate(said)]


def opik_retention() -> Any:
    from opik.evaluation.metrics import KnowledgeRetentionMetric

    metric = KnowledgeRetentionMetric(track=False)
    return lambda case: metric.score(talk(case)).value >= 0.3


PAIRS = [
    Pair("conversation_degeneration", "Opik's repetition and entropy", ("opik",), "equal", replies,
         lambda reply: conversation_degeneration(reply)["degeneration"].value, opik_degeneration),
    Pair("knowledge_retention", "Opik KnowledgeRetention, at 0.3", ("opik",), "agreement", lambda count: RETENTION,
         lambda case: knowledge_retention(context(talk(case)))["knowledge_retained"].value, opik_retention, least=0.8,
         fixed=True),
]  # fmt: skip
