"""One verdict for a set of rules, and the scores that it comes from."""

from oodle_eval.runtime import EvaluationResult
from oodle_eval.v1 import combine, metrics

PROMISES = ["guaranteed", "by tomorrow at the latest"]


def evaluate(ctx):
    rules = metrics.pii_leak(ctx) + metrics.refusal(ctx) + metrics.keyword_check(ctx, forbidden=PROMISES)
    return EvaluationResult(scores=[*rules, combine.all_pass(rules, name="fit_to_send")])
