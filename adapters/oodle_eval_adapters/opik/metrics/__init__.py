"""Opik's heuristic metrics as drop-ins: the same names, arguments and values, faster and offline.

    from oodle_eval_adapters.opik.metrics import ROUGE

in place of `from opik.evaluation.metrics import ROUGE`. What they compute is in `oodle_eval_adapters.opik.functional`,
which needs no Opik.
"""

from typing import NoReturn

from oodle_eval_adapters.opik.metrics._base import HeuristicMetric, WrongInputError
from oodle_eval_adapters.opik.metrics.conversation import ConversationDegenerationMetric, KnowledgeRetentionMetric
from oodle_eval_adapters.opik.metrics.distributions import JSDistance, JSDivergence, KLDivergence, SpearmanRanking
from oodle_eval_adapters.opik.metrics.overlap import (
    GLEU,
    METEOR,
    ROUGE,
    BERTScore,
    ChrF,
    CorpusBLEU,
    SentenceBLEU,
)
from oodle_eval_adapters.opik.metrics.text import Contains, Equals, IsJson, LevenshteinRatio, RegexMatch
from oodle_eval_adapters.opik.metrics.writing import (
    LanguageAdherenceMetric,
    PromptInjection,
    Readability,
    Sentiment,
    Tone,
    VADERSentiment,
)

__all__ = [
    "GLEU",
    "METEOR",
    "ROUGE",
    "BERTScore",
    "ChrF",
    "Contains",
    "ConversationDegenerationMetric",
    "CorpusBLEU",
    "Equals",
    "HeuristicMetric",
    "IsJson",
    "JSDistance",
    "JSDivergence",
    "KLDivergence",
    "KnowledgeRetentionMetric",
    "LanguageAdherenceMetric",
    "LevenshteinRatio",
    "PromptInjection",
    "Readability",
    "RegexMatch",
    "SentenceBLEU",
    "Sentiment",
    "SpearmanRanking",
    "Tone",
    "VADERSentiment",
    "WrongInputError",
]

# What `opik.evaluation.metrics` has besides its heuristics: judges, conversation judges, base classes and modules.
_OPIKS = frozenset(
    """
    AggregatedMetric AnswerRelevance BaseMetric ContextPrecision ContextRecall ConversationThreadMetric
    ConversationalCoherenceMetric GEval GEvalConversationMetric GEvalPreset Hallucination MetricComputationError Moderation
    RagasMetricWrapper SessionCompletenessQuality StructuredOutputCompliance SycEval TrajectoryAccuracy Usefulness
    UserFrustrationMetric aggregated_metric arguments_helpers arguments_validator base_metric conversation_types heuristics
    llm_judges ragas_metric score_result
    """.split()
)


def __getattr__(name: str) -> NoReturn:
    is_judge = name.endswith("Judge") or (name.startswith("Conversation") and name.endswith("Metric"))
    if name in _OPIKS or is_judge:  # an ImportError, since `from ... import` drops what an AttributeError says
        raise ImportError(f"{name} is no heuristic: keep it from opik.evaluation.metrics", name=__name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
