"""An answer stays inside what was retrieved: its words, its numbers and names, its citations; and one verdict."""

from oodle_eval.runtime import EvaluationResult
from oodle_eval.v1 import combine, metrics


def evaluate(ctx):
    words = metrics.grounding(ctx, threshold=0.8)
    facts = metrics.unsupported_numbers(ctx)
    sources = metrics.citation_check(ctx)
    verdict = combine.all_pass(
        [words["grounded"], facts["numbers_supported"], sources["citations_ok"]], name="answer_ok"
    )
    return EvaluationResult(scores=[*words, *facts, *sources, verdict])
