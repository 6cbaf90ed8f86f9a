"""openevals' comparisons of texts."""

from oodle_eval_adapters.openevals.string.embedding_similarity import (
    create_async_embedding_similarity_evaluator,
    create_embedding_similarity_evaluator,
)
from oodle_eval_adapters.openevals.string.levenshtein import levenshtein_distance, levenshtein_distance_async

__all__ = [
    "create_async_embedding_similarity_evaluator",
    "create_embedding_similarity_evaluator",
    "levenshtein_distance",
    "levenshtein_distance_async",
]
