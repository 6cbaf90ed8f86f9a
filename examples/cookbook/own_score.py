"""A built-in check, and a score of your own beside its scores."""

from oodle_eval.runtime import EvaluationResult, Score
from oodle_eval.v1 import metrics, text

ORDER_WORDS = ("order", "parcel", "delivery")


def evaluate(ctx):
    repeats = metrics.conversation_degeneration(ctx, threshold=0.6)
    said = text.reply(ctx).lower()
    named = [word for word in ORDER_WORDS if word in said]
    about_order = Score(
        name="about_order",
        value=bool(named),
        data_type="BOOLEAN",
        comment=f"names {', '.join(named)}" if named else "names none of " + ", ".join(ORDER_WORDS),
        higher_is_better=True,
    )
    return EvaluationResult(scores=[*repeats, about_order])
