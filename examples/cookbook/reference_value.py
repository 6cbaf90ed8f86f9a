"""Compare with the expected output of an experiment's item, or on a live span with an attribute of it."""

from oodle_eval.runtime import EvaluationResult
from oodle_eval.v1 import metrics, text


def evaluate(ctx):
    wanted = ctx.expected_output
    if wanted is None:
        wanted = text.metadata_value(ctx, "shop.expected_answer", default="")
    same = metrics.exact_match(ctx, reference=wanted, normalize=True)
    return EvaluationResult(scores=same + metrics.levenshtein_ratio(ctx, reference=wanted))
