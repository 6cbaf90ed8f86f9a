"""The same for any agent: `expected` and `mode` are the evaluator's settings."""

from oodle_eval.runtime import EvaluationResult
from oodle_eval.v1 import metrics


def evaluate(ctx):
    return EvaluationResult(scores=metrics.tool_trajectory(ctx, **ctx.params))
