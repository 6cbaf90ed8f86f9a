"""Opik's heuristic metrics as drop-ins: the same names, arguments and values, faster and offline.

    from oodle_eval_adapters.opik.metrics import ROUGE

in place of `from opik.evaluation.metrics import ROUGE`. What they compute is in `oodle_eval_adapters.opik.functional`,
which needs no Opik.
"""

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
