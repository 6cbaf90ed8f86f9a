"""Text against reference: shared words, characters, meanings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from oodle_eval.v1._settings import SettingError
from oodle_eval_adapters.opik import functional
from oodle_eval_adapters.opik.functional.bertscore import package_scorer
from oodle_eval_adapters.opik.functional.bleu import check_gleu_lengths, order_weights
from oodle_eval_adapters.opik.functional.chrf import check_chrf_settings
from oodle_eval_adapters.opik.functional.rouge import check_rouge_type
from oodle_eval_adapters.opik.metrics._base import (
    HeuristicMetric,
    MetricComputationError,
    ScoreResult,
    WrongInputError,
    sequence,
    text,
    texts,
)

__all__ = ["GLEU", "METEOR", "ROUGE", "BERTScore", "ChrF", "CorpusBLEU", "SentenceBLEU"]


class _BLEU(HeuristicMetric):
    """What both BLEU metrics share: the orders and their weights."""

    def _prepared(self, **arguments: Any) -> dict[str, Any]:
        self.n_grams = arguments["n_grams"]
        self.smoothing_method = arguments["smoothing_method"]
        self.weights = order_weights(arguments["n_grams"], arguments["weights"])
        return {**arguments, "weights": self.weights}


class SentenceBLEU(_BLEU, check=functional.bleu):
    """BLEU of one text against one or more references.

    Args:
        name: The result's name.
        track: Whether Opik tracks the metric.
        n_grams: The highest order of n-grams, 1 or more.
        smoothing_method: "method0" to "method7".
        weights: The weight of each order, adding up to 1. None: equal.
        project_name: The project to track in.

    Raises:
        ValueError: `n_grams` or `weights` does not fit.

    Example:
        >>> SentenceBLEU(track=False).score("the cat is on the mat", "the cat is on the mat").value
        1.0
    """

    def __init__(
        self,
        name: str = "sentence_bleu_metric",
        track: bool = True,
        n_grams: int = 4,
        smoothing_method: str = "method1",
        weights: list[float] | None = None,
        project_name: str | None = None,
    ) -> None:
        self._bind(locals())

    def score(self, output: str, reference: str | list[str], **ignored_kwargs: Any) -> ScoreResult:  # noqa: ARG002 - Opik's signature
        """Return the BLEU of a text.

        Raises:
            MetricComputationError: The text or a reference is empty.
        """
        return self._result(text(output), reference=texts(reference))


class CorpusBLEU(_BLEU, check=functional.corpus_bleu):
    """One BLEU of many texts, each against one or more references.

    Args:
        name: The result's name.
        track: Whether Opik tracks the metric.
        n_grams: The highest order of n-grams, 1 or more.
        smoothing_method: "method0" to "method7".
        weights: The weight of each order, adding up to 1. None: equal.
        project_name: The project to track in.

    Raises:
        ValueError: `n_grams` or `weights` does not fit.

    Example:
        >>> CorpusBLEU(track=False).score(["the cat is on the mat"], [["the cat is on the mat", "a mat"]]).value
        1.0
    """

    def __init__(
        self,
        name: str = "corpus_bleu_metric",
        track: bool = True,
        n_grams: int = 4,
        smoothing_method: str = "method1",
        weights: list[float] | None = None,
        project_name: str | None = None,
    ) -> None:
        self._bind(locals())

    def score(self, output: list[str], reference: list[str | list[str]], **ignored_kwargs: Any) -> ScoreResult:  # noqa: ARG002 - Opik's signature
        """Return the BLEU of all texts together.

        Raises:
            MetricComputationError: The lists differ in length, or a text or a reference is empty.
        """
        outputs = [text(item, "each output") for item in sequence(output, "output")]
        return self._result(outputs, reference=[texts(item) for item in sequence(reference, "reference")])


class GLEU(HeuristicMetric, check=functional.gleu):
    """Google's BLEU of one text against one or more references.

    Args:
        gleu_fn: A function of the references' words and the text's words that scores instead.
        min_len: The lowest order of n-grams, 1 or more.
        max_len: The highest order of n-grams.
        name: The result's name.
        track: Whether Opik tracks the metric.
        project_name: The project to track in.

    Raises:
        ValueError: The orders don't fit.

    Example:
        >>> round(GLEU(track=False).score("The cat sat on the mat", "The cat is on the mat").value, 3)
        0.5
    """

    def __init__(
        self,
        gleu_fn: Callable[[Sequence[Sequence[str]], Sequence[str]], float] | None = None,
        min_len: int = 1,
        max_len: int = 4,
        name: str = "gleu_metric",
        track: bool = True,
        project_name: str | None = None,
    ) -> None:
        self._bind(locals())

    def _prepared(self, **arguments: Any) -> dict[str, Any]:
        check_gleu_lengths(arguments["min_len"], arguments["max_len"])
        return arguments

    def score(self, output: str, reference: str | Sequence[str], **ignored_kwargs: Any) -> ScoreResult:  # noqa: ARG002 - Opik's signature
        """Return the GLEU of a text.

        Raises:
            MetricComputationError: The text or a reference is empty.
        """
        return self._result(text(output), reference=texts(reference))


class ROUGE(HeuristicMetric, check=functional.rouge):
    """ROUGE F1 of one text against one or more references, of which the best counts.

    Args:
        name: The result's name.
        track: Whether Opik tracks the metric.
        rouge_type: "rouge1", "rouge2", "rougeL" or "rougeLsum".
        use_stemmer: Compare Porter stems.
        split_summaries: For rougeLsum, find sentences with nltk instead of one a line.
        tokenizer: An object with `tokenize(text)`.
        project_name: The project to track in.

    Raises:
        MetricComputationError: `rouge_type` is not one of the four.

    Example:
        >>> ROUGE(track=False).score("The quick brown fox.", "the quick brown fox").value
        1.0
    """

    def __init__(
        self,
        name: str = "rouge_metric",
        track: bool = True,
        rouge_type: str = "rouge1",
        use_stemmer: bool = False,
        split_summaries: bool = False,
        tokenizer: Any | None = None,
        project_name: str | None = None,
    ) -> None:
        self._bind(locals())

    def _prepared(self, **arguments: Any) -> dict[str, Any]:
        try:
            check_rouge_type(arguments["rouge_type"])
        except SettingError as error:
            raise MetricComputationError(str(error)) from None
        return arguments

    def score(self, output: str, reference: str | list[str], **ignored_kwargs: Any) -> ScoreResult:  # noqa: ARG002 - Opik's signature
        """Return the ROUGE of a text.

        Raises:
            MetricComputationError: The text or a reference is empty.
        """
        return self._result(text(output), reference=texts(reference))


class ChrF(HeuristicMetric, check=functional.chrf):
    """chrF of one text against one or more references, of which the best counts.

    Args:
        name: The result's name.
        track: Whether Opik tracks the metric.
        project_name: The project to track in.
        beta: How much more recall weighs than precision.
        ignore_whitespace: Leave white space out.
        char_order: The longest n-gram of characters, 1 or more.
        word_order: Read by a `chrf_fn` of yours only.
        lowercase: Compare in lower case.
        chrf_fn: A function of the text and the references that scores instead.

    Raises:
        ValueError: `beta` or `char_order` does not fit.

    Example:
        >>> round(ChrF(track=False).score("The quick brown fox", "The quick brown fox jumps").value, 3)
        0.769
    """

    def __init__(
        self,
        name: str = "chrf_metric",
        track: bool = True,
        project_name: str | None = None,
        beta: float = 2.0,
        ignore_whitespace: bool = True,
        char_order: int = 6,
        word_order: int = 0,
        lowercase: bool = False,
        chrf_fn: Callable[[Any, Sequence[str]], float] | None = None,
    ) -> None:
        self._bind(locals())

    def _prepared(self, **arguments: Any) -> dict[str, Any]:
        check_chrf_settings(arguments["beta"], arguments["char_order"])
        return arguments

    def score(self, output: str, reference: str | Sequence[str], **ignored_kwargs: Any) -> ScoreResult:  # noqa: ARG002 - Opik's signature
        """Return the chrF of a text.

        Raises:
            MetricComputationError: The text or a reference is empty.
        """
        return self._result(text(output), reference=texts(reference))


class METEOR(HeuristicMetric, check=functional.meteor):
    """METEOR of one text against one or more references, of which the best counts.

    Synonyms are found with nltk's WordNet where it is installed. Without it the first two stages (exact words, stems)
    score alone, and the result's reason and metadata say so; nothing is downloaded.

    Args:
        meteor_fn: A function of the references and the text that scores instead.
        alpha: How much recall weighs.
        beta: How steeply the penalty for scattered words grows.
        gamma: The largest penalty.
        name: The result's name.
        track: Whether Opik tracks the metric.
        project_name: The project to track in.

    Example:
        >>> round(METEOR(track=False).score("the cat sat", "the cats sat").value, 3)
        0.981
    """

    def __init__(
        self,
        meteor_fn: Callable[[Sequence[str], str], float] | None = None,
        alpha: float = 0.9,
        beta: float = 3.0,
        gamma: float = 0.5,
        name: str = "meteor_metric",
        track: bool = True,
        project_name: str | None = None,
    ) -> None:
        self._bind(locals())

    def _prepared(self, **arguments: Any) -> dict[str, Any]:
        wordnet = functional.find_wordnet() if arguments["meteor_fn"] is None else None
        return {**arguments, "wordnet": wordnet}

    def score(self, output: str, reference: str | Sequence[str], **ignored_kwargs: Any) -> ScoreResult:  # noqa: ARG002 - Opik's signature
        """Return the METEOR of a text.

        Raises:
            MetricComputationError: The text or a reference is empty.
        """
        return self._result(text(output), reference=texts(reference))


class BERTScore(HeuristicMetric, check=functional.bertscore):
    """BERTScore's F1 of one text against one or more references, of which the best counts.

    Args:
        scorer_fn: A function of texts and references that gives (precision, recall, F1), instead of bert-score.
        model_type: The model.
        lang: The language.
        rescale_with_baseline: Rescale by the model's baseline.
        device: Where the model runs.
        name: The result's name.
        track: Whether Opik tracks the metric.
        project_name: The project to track in.
        **scorer_kwargs: Handed on to bert-score.

    Raises:
        ImportError: There is neither `scorer_fn` nor the bert-score package.

    Example:
        >>> metric = BERTScore(scorer_fn=lambda texts, references: ([0.5], [0.6], [0.55]), track=False)
        >>> metric.score("a", "b").value
        0.55
    """

    def __init__(
        self,
        scorer_fn: Callable[[Sequence[str], Any], tuple[Any, Any, Any]] | None = None,
        model_type: str | None = "bert-base-uncased",
        lang: str | None = "en",
        rescale_with_baseline: bool = False,
        device: str | None = None,
        name: str = "bertscore_metric",
        track: bool = True,
        project_name: str | None = None,
        **scorer_kwargs: Any,
    ) -> None:
        self._bind(locals())

    def _prepared(self, **arguments: Any) -> dict[str, Any]:
        scorer = arguments.pop("scorer_fn")
        if scorer is None:
            scorer = package_scorer(**arguments.pop("scorer_kwargs"), **arguments)
        return {"scorer_fn": scorer}

    def score(
        self,
        output: str,
        reference: str | Sequence[str] | Sequence[Sequence[str]],
        **ignored_kwargs: Any,  # noqa: ARG002 - Opik's signature
    ) -> ScoreResult:
        """Return the BERTScore of a text.

        Raises:
            MetricComputationError: The text is empty, or the references are no strings.
        """
        references = sequence(reference, "reference")
        if isinstance(references, Mapping):
            raise WrongInputError(f"reference must be a string or a list, got {type(references).__name__}")
        return self._result(text(output), reference=references)
