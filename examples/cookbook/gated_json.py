"""Look into a JSON reply only where it is one: what is in a reply that does not parse means nothing."""

from oodle_eval.runtime import EvaluationResult, Score
from oodle_eval.v1 import combine, metrics, text


def evaluate(ctx):
    shape = metrics.json_validity(ctx, required_keys=["category", "articles"])
    if not combine.passed(shape["is_json"]):
        return EvaluationResult(scores=shape)
    ticket = text.extract_json(text.reply(ctx))
    articles = ticket.get("articles") if isinstance(ticket, dict) else None
    linked = Score(
        name="has_articles",
        value=bool(articles),
        data_type="BOOLEAN",
        comment=f"{len(articles)} articles" if isinstance(articles, list) else "no list of articles",
        higher_is_better=True,
    )
    return EvaluationResult(scores=[*shape, linked])
