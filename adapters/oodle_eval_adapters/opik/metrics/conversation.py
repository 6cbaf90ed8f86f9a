"""Conversations: an assistant that repeats itself, and one that forgets what the user told it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from opik.evaluation.metrics.conversation.conversation_thread_metric import ConversationThreadMetric

from oodle_eval.v1._settings import SettingError
from oodle_eval_adapters.opik import functional
from oodle_eval_adapters.opik.functional.conversation import check_ngram_size
from oodle_eval_adapters.opik.metrics._base import (
    HeuristicMetric,
    MetricComputationError,
    ScoreResult,
    WrongInputError,
)

__all__ = ["ConversationDegenerationMetric", "KnowledgeRetentionMetric"]


class ConversationDegenerationMetric(
    HeuristicMetric, ConversationThreadMetric, check=functional.conversation_degeneration
):
    """How stuck an assistant is at its worst turn: repetition, sameness, few different words, stock phrases.

    Args:
        name: The result's name.
        track: Whether Opik tracks the metric.
        project_name: The project to track in.
        ngram_size: The length of the word sequences that are looked for twice, 2 or more.
        fallback_phrases: The stock phrases. None: Opik's.

    Raises:
        MetricComputationError: `ngram_size` is no whole number, or below 2.

    Example:
        >>> talk = [{"role": "assistant", "content": "Please provide more."}]
        >>> ConversationDegenerationMetric(track=False).score(talk).value
        0.25
    """

    def __init__(
        self,
        name: str = "conversation_degeneration_metric",
        track: bool = True,
        project_name: str | None = None,
        ngram_size: int = 3,
        fallback_phrases: list[str] | None = None,
    ) -> None:
        self._bind(locals())

    def _prepared(self, **arguments: Any) -> dict[str, Any]:
        try:
            check_ngram_size(arguments["ngram_size"])
        except SettingError as error:
            kind = WrongInputError if isinstance(error, TypeError) else MetricComputationError
            raise kind(str(error)) from None
        return arguments

    def score(self, conversation: Any, **ignored_kwargs: Any) -> ScoreResult:  # noqa: ARG002 - Opik's signature
        """Return the worst turn's risk.

        Raises:
            MetricComputationError: There is no assistant turn.
        """
        return self._result(_messages(conversation))


class KnowledgeRetentionMetric(HeuristicMetric, ConversationThreadMetric, check=functional.knowledge_retention):
    """How many of the telling words of the first user turns come back in the last reply.

    Args:
        name: The result's name.
        track: Whether Opik tracks the metric.
        project_name: The project to track in.
        turns_to_consider: How many user turns are read, from the first.

    Example:
        >>> talk = [{"role": "user", "content": "My router is a Netgear."}, {"role": "assistant", "content": "Netgear!"}]
        >>> KnowledgeRetentionMetric(track=False).score(talk).value
        0.5
    """

    def __init__(
        self,
        name: str = "knowledge_retention_metric",
        track: bool = True,
        project_name: str | None = None,
        turns_to_consider: int = 5,
    ) -> None:
        self._bind(locals())

    def score(self, conversation: Any, **ignored_kwargs: Any) -> ScoreResult:  # noqa: ARG002 - Opik's signature
        """Return the share of facts that came back: 1.0 when none was told, 0.0 without a reply."""
        return self._result(_messages(conversation))


def _messages(conversation: Any) -> list[Mapping[str, Any]]:
    if not isinstance(conversation, Iterable) or isinstance(conversation, str | bytes | Mapping):
        raise WrongInputError(f"conversation must be a list of messages, got {type(conversation).__name__}")
    messages = list(conversation)
    for message in messages:
        if not isinstance(message, Mapping):
            raise WrongInputError(f"each message of a conversation must be a dict, got {type(message).__name__}")
    return messages
