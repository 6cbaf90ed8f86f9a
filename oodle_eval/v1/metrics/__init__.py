"""The built-in checks, one module an area. Each takes a context or a plain string, and returns `Scores`."""

from oodle_eval.v1.metrics.agent import token_latency_budget, tool_call_validity, tool_trajectory, tools_used
from oodle_eval.v1.metrics.context import citation_check, grounding, unsupported_numbers
from oodle_eval.v1.metrics.conversation import conversation_degeneration, knowledge_retention
from oodle_eval.v1.metrics.format import (
    contains,
    csv_validity,
    html_validity,
    json_validity,
    keyword_check,
    length_budget,
    markdown_structure,
    regex_match,
    sql_shape,
    toml_validity,
)
from oodle_eval.v1.metrics.quality import detect_language, language_adherence, readability, sentiment, tone
from oodle_eval.v1.metrics.safety import pii_leak, prompt_injection, refusal, url_check
from oodle_eval.v1.metrics.similarity import (
    bleu,
    bm25_relevance,
    exact_match,
    jaccard_similarity,
    json_diff,
    levenshtein_ratio,
    numeric_diff,
    rouge,
    tfidf_similarity,
)
from oodle_eval.v1.metrics.trace import error_spans, repeated_tool_calls, span_count, total_duration

__all__ = [  # noqa: RUF022 - in the reference's order
    "json_validity",
    "regex_match",
    "keyword_check",
    "contains",
    "length_budget",
    "markdown_structure",
    "html_validity",
    "csv_validity",
    "toml_validity",
    "sql_shape",
    "readability",
    "detect_language",
    "language_adherence",
    "tone",
    "sentiment",
    "exact_match",
    "levenshtein_ratio",
    "jaccard_similarity",
    "rouge",
    "bleu",
    "numeric_diff",
    "json_diff",
    "bm25_relevance",
    "tfidf_similarity",
    "pii_leak",
    "refusal",
    "url_check",
    "prompt_injection",
    "conversation_degeneration",
    "knowledge_retention",
    "grounding",
    "unsupported_numbers",
    "citation_check",
    "tool_call_validity",
    "tools_used",
    "tool_trajectory",
    "token_latency_budget",
    "span_count",
    "error_spans",
    "repeated_tool_calls",
    "total_duration",
]
