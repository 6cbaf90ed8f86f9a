"""The tools that an agent must have called; it may have called others too."""

from oodle_eval.runtime import EvaluationResult
from oodle_eval.v1 import metrics


def evaluate(ctx):
    return EvaluationResult(scores=metrics.tool_trajectory(ctx, expected=["find_order", "refund"], mode="superset"))
