"""Conversation checks beside Opik's metrics of the same purpose, where their definitions meet."""

from __future__ import annotations

import math
import random

import pytest

opik_metrics = pytest.importorskip("opik.evaluation.metrics")

from oodle_eval.runtime import EvaluationContext, ObservationContext  # noqa: E402 - Opik's absence skips the module
from oodle_eval.v1 import text  # noqa: E402
from oodle_eval.v1.metrics import conversation_degeneration, knowledge_retention  # noqa: E402

WORDS = "we have sent your order to the new address and it will arrive on monday".split()


def context(conversation):
    return EvaluationContext(ObservationContext(conversation[:-1], conversation[-1]))


def generated(count, seed):
    chance = random.Random(seed)
    for _ in range(count):
        yield " ".join(chance.choice(WORDS) for _ in range(chance.randint(2, 40)))


def opik_signals(conversation):
    metric = opik_metrics.ConversationDegenerationMetric(track=False, fallback_phrases=[])
    return metric.score(conversation).metadata["per_turn"][-1]


def test_repetition_and_diversity_are_opiks():
    """Repetition is defined alike. Opik divides the entropy by that of the distinct words, v1 by that of the length."""
    for reply in generated(300, seed=1):
        theirs = opik_signals([{"role": "user", "content": "Q"}, {"role": "assistant", "content": reply}])
        words = text.words(reply)
        distinct = len(set(words))
        entropy = (1 - theirs["normalized_entropy"]) * math.log2(distinct) if distinct > 1 else 0.0
        wanted = max(theirs["repetition_ratio"], 1 - entropy / math.log2(len(words)))
        assert conversation_degeneration(reply)["degeneration"].value == pytest.approx(wanted, abs=1e-9)


def test_turn_similarity_is_at_most_opiks_overlap():
    """Opik compares word sets with the reply before; v1 takes the smaller of that and the edit similarity."""
    replies = list(generated(200, seed=2))
    for reply, earlier in zip(replies, reversed(replies), strict=True):
        conversation = [
            {"role": "assistant", "content": earlier},
            {"role": "user", "content": "Q"},
            {"role": "assistant", "content": reply},
        ]
        theirs = opik_signals(conversation)["overlap_previous"]
        ours = conversation_degeneration(context(conversation), min_words=0)["degeneration"].value
        alone = conversation_degeneration(reply)["degeneration"].value
        assert ours <= max(theirs, alone) + 1e-9
        if earlier == reply:
            assert theirs == ours == 1.0


@pytest.mark.parametrize(
    ("reply", "kept"),
    [
        ("I have written to ada@web.example, Ada Byron.", True),
        ("Could you tell me your name and your email address?", False),
    ],
)
def test_both_tell_a_reply_that_remembers_from_one_that_forgets(reply, kept):
    """Opik counts the user's words that come again, v1 facts that are asked for again or changed."""
    conversation = [
        {"role": "user", "content": "My name is Ada Byron, ada@web.example."},
        {"role": "assistant", "content": "Thank you."},
        {"role": "user", "content": "The parcel never arrived."},
        {"role": "assistant", "content": reply},
    ]
    theirs = opik_metrics.KnowledgeRetentionMetric(track=False).score(conversation).value
    assert (theirs >= 0.3) is kept
    assert knowledge_retention(context(conversation))["knowledge_retained"].value is kept


def test_no_facts_is_nothing_forgotten_in_both():
    conversation = [{"role": "user", "content": "Hi?"}, {"role": "assistant", "content": "Hello."}]
    assert opik_metrics.KnowledgeRetentionMetric(track=False).score(conversation).value == 1.0
    assert knowledge_retention(context(conversation))["knowledge_retained"].value is True
