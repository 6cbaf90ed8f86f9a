"""A check from a shared library, beside a built-in one."""

from shared.house_rules import house_rules

from oodle_eval.runtime import EvaluationResult
from oodle_eval.v1 import metrics


def evaluate(ctx):
    return EvaluationResult(scores=house_rules(ctx) + metrics.pii_leak(ctx))
