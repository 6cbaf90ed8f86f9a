"""What Opik's heuristics compute, as checks that need no Opik.

Each takes an evaluation context, a message or a plain string and returns `Scores`; the figures behind the primary score
are in the result's `details`. They bind, combine and run in every framework as the built-in checks do:

    from oodle_eval.v1.checks import Check
    from oodle_eval_adapters.opik import functional

    bound = Check.of(functional.chrf).bind(reference="the cat sat")
    bound("the cat sat down")["chrf"].value

Equal to the metrics of opik 2.2; `oodle_eval_adapters.opik.metrics` has the classes.
"""

from oodle_eval_adapters.opik.functional.bertscore import bertscore, package_scorer
from oodle_eval_adapters.opik.functional.bleu import bleu, corpus_bleu, gleu
from oodle_eval_adapters.opik.functional.chrf import chrf
from oodle_eval_adapters.opik.functional.conversation import conversation_degeneration, knowledge_retention
from oodle_eval_adapters.opik.functional.distributions import js_distance, js_divergence, kl_divergence
from oodle_eval_adapters.opik.functional.language import fasttext_detector, language_adherence
from oodle_eval_adapters.opik.functional.meteor import find_wordnet, meteor
from oodle_eval_adapters.opik.functional.prompt_injection import prompt_injection
from oodle_eval_adapters.opik.functional.readability import readability
from oodle_eval_adapters.opik.functional.rouge import rouge
from oodle_eval_adapters.opik.functional.sentiment.vader import sentiment, vader_sentiment
from oodle_eval_adapters.opik.functional.spearman import spearman
from oodle_eval_adapters.opik.functional.text import contains, equals, is_json, levenshtein_ratio, regex_match
from oodle_eval_adapters.opik.functional.tone import tone

__all__ = [
    "bertscore",
    "bleu",
    "chrf",
    "contains",
    "conversation_degeneration",
    "corpus_bleu",
    "equals",
    "fasttext_detector",
    "find_wordnet",
    "gleu",
    "is_json",
    "js_distance",
    "js_divergence",
    "kl_divergence",
    "knowledge_retention",
    "language_adherence",
    "levenshtein_ratio",
    "meteor",
    "package_scorer",
    "prompt_injection",
    "readability",
    "regex_match",
    "rouge",
    "sentiment",
    "spearman",
    "tone",
    "vader_sentiment",
]
