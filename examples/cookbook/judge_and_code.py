"""One score of an LLM judge's and a code check's, which other evaluators wrote on the same span."""

from oodle_eval.runtime import EvaluationResult, Score
from oodle_eval.v1 import combine


def evaluate(ctx):
    helpful = ctx.score("Helpfulness", default=0.0)
    clean = ctx.score("Personal data", "pii_free", default=True)
    parts = [
        Score(name="helpful", value=helpful),
        Score(name="clean", value=clean, data_type="BOOLEAN"),
    ]
    overall = combine.weighted_mean(parts, weights={"helpful": 3, "clean": 1}, name="overall")
    return EvaluationResult(scores=[overall])
