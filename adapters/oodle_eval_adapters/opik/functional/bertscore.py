"""BERTScore, by the bert-score package or by a function of yours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from oodle_eval.runtime import Scores
from oodle_eval.v1._declaration import check, numeric
from oodle_eval.v1.util import declares
from oodle_eval_adapters.opik.functional._optional import optional
from oodle_eval_adapters.opik.functional._reading import nothing, numeric_reading, reference_of, text_of

__all__ = ["bertscore", "package_scorer"]

ScorerFunction = Callable[[Sequence[str], Sequence[Any]], tuple[Any, Any, Any]]


@declares("bertscore")
@check(reads=("reply", "reference"), scores=(numeric("bertscore", minimum=-1, maximum=1),))
def bertscore(
    ctx: Any,
    *,
    reference: Any = None,
    scorer_fn: Any = None,
    model_type: str = "bert-base-uncased",
    lang: str = "en",
    rescale_with_baseline: bool = False,
    name: str = "bertscore",
) -> Scores:
    """Score how alike two texts are by the embeddings of their tokens.

    Args:
        ctx: The evaluation context (reads the reply), or the text to score.
        reference: The reference, or several, of which the best counts. None: the expected output.
        scorer_fn: A function of the texts and the references that gives (precision, recall, F1), each one a text, as
            `bert_score.score` does. None: the bert-score package with the model named next.
        model_type: The model.
        lang: The language.
        rescale_with_baseline: Rescale by the model's baseline.
        name: Name of the primary score.

    Returns:
        bertscore (NUMERIC, the F1); no value when the text is blank or there is no reference in a list.

    Raises:
        ValueError: There is no reference.
        ImportError: There is neither `scorer_fn` nor the bert-score package.

    Example:
        >>> bertscore("a", reference="b", scorer_fn=lambda texts, references: ([0.5], [0.6], [0.55]))["bertscore"].value
        0.55

    Source: Zhang et al., BERTScore (2020).
    """
    output, wanted = text_of(ctx), reference_of(ctx, reference, "bertscore")
    if not output.strip():
        return nothing(name, "the text is empty, so there is nothing to compare")
    references = [wanted] if isinstance(wanted, str) else _listed(wanted)
    problem = _problem(references)
    if problem:
        return nothing(name, problem)
    # Several references of one text are one group, of which the scorer takes the best.
    if len(references) > 1 and isinstance(references[0], str):
        references = [list(references)]
    if scorer_fn is None:
        scorer_fn = package_scorer(model_type, lang, rescale_with_baseline=rescale_with_baseline)
    precision, recall, f1 = (_first(side) for side in scorer_fn([output], references))
    comment = f"BERTScore F1 {f1:.4f} (precision {precision:.4f}, recall {recall:.4f})"
    return numeric_reading(name, f1, comment, {"precision": precision, "recall": recall})


def _listed(references: Any) -> Any:
    """Return several references as what has an order, such as a set's members."""
    return list(references) if isinstance(references, AbstractSet) else references


def _problem(references: Any) -> str:
    try:
        texts = sum(isinstance(item, str) for item in references)
        count = len(references)
    except TypeError:
        return f"the reference must be a string or a list, got {type(references).__name__}"
    if not count:
        return "the list of references is empty"
    return "" if texts in (0, count) else "the references must be all strings, or all lists of strings"


def _first(values: Any) -> float:
    value = values[0]
    return float(value.item() if hasattr(value, "item") else value)


def package_scorer(
    model_type: str | None,
    lang: str | None,
    *,
    rescale_with_baseline: bool = False,
    device: str | None = None,
    **more: Any,
) -> ScorerFunction:
    """Return the scorer of the bert-score package with a model.

    Raises:
        ImportError: The package is not installed; the message says what to give instead.
    """
    bert_score = optional("bert_score")
    if bert_score is None:
        raise ImportError(
            "BERTScore needs embeddings: install the package that Opik uses with `pip install bert-score`, or pass "
            "scorer_fn=, a function of (texts, references) that gives (precision, recall, F1)"
        )

    def score_texts(texts: Sequence[str], references: Sequence[Any]) -> tuple[Any, Any, Any]:
        found: tuple[Any, Any, Any] = bert_score.score(
            texts,
            references,
            model_type=model_type,
            lang=lang,
            rescale_with_baseline=rescale_with_baseline,
            device=device,
            **more,
        )
        return found

    return score_texts
