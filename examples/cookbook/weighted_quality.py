"""Several checks, and one score from 0 to 1 of them; tone counts twice."""

from oodle_eval.runtime import EvaluationResult
from oodle_eval.v1 import combine, metrics

WEIGHTS = {"tone_ok": 2}  # a name that is missing here weighs 1


def evaluate(ctx):
    easy = metrics.readability(ctx, max_grade=10)
    friendly = metrics.tone(ctx)
    short = metrics.length_budget(ctx, max_words=60)
    judged = [easy["readability_ok"], friendly["tone_ok"], short["within_length"]]
    quality = combine.weighted_mean(judged, weights=WEIGHTS, name="quality")
    return EvaluationResult(scores=[*easy, *friendly, *short, quality])
