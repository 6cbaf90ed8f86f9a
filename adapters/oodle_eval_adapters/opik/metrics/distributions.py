"""Word distributions and rankings."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

from oodle_eval_adapters.opik import functional
from oodle_eval_adapters.opik.functional.distributions import check_kl_settings, check_log_base
from oodle_eval_adapters.opik.metrics._base import HeuristicMetric, ScoreResult, WrongInputError, sequence, text

__all__ = ["JSDistance", "JSDivergence", "KLDivergence", "SpearmanRanking"]

Tokenizer = Callable[[str], Iterable[str]]


class JSDivergence(HeuristicMetric, check=functional.js_divergence):
    """How alike two texts distribute their words: 1 less the Jensen-Shannon divergence.

    Args:
        tokenizer: A function from a text to its tokens. None: split at white space, in lower case.
        base: The base of the logarithm, above 1.
        normalize: Accepted as Opik does; the divergence is of shares either way.
        name: The result's name.
        track: Whether Opik tracks the metric.
        project_name: The project to track in.

    Raises:
        ValueError: `base` does not fit.

    Example:
        >>> round(JSDivergence(track=False).score("cat cat sat", "cat sat on mat").value, 3)
        0.675
    """

    def __init__(
        self,
        tokenizer: Tokenizer | None = None,
        base: float = 2.0,
        normalize: bool = True,
        name: str = "js_divergence_metric",
        track: bool = True,
        project_name: str | None = None,
    ) -> None:
        self._bind(locals())

    def _prepared(self, **arguments: Any) -> dict[str, Any]:
        check_log_base(arguments["base"])
        return arguments

    def score(self, output: str, reference: str, **ignored_kwargs: Any) -> ScoreResult:  # noqa: ARG002 - Opik's signature
        """Return the likeness of two texts.

        Raises:
            MetricComputationError: A text is empty, or has no tokens.
        """
        return self._result(text(output), reference=text(reference, "reference"))


class JSDistance(JSDivergence, check=functional.js_distance):
    """How differently two texts distribute their words: the Jensen-Shannon divergence itself.

    Args:
        tokenizer: A function from a text to its tokens. None: split at white space, in lower case.
        base: The base of the logarithm, above 1.
        normalize: Accepted as Opik does; the divergence is of shares either way.
        name: The result's name.
        track: Whether Opik tracks the metric.
        project_name: The project to track in.

    Raises:
        ValueError: `base` does not fit.

    Example:
        >>> round(JSDistance(track=False).score("a a b", reference="a b b").value, 3)
        0.082
    """

    def __init__(
        self,
        tokenizer: Tokenizer | None = None,
        base: float = 2.0,
        normalize: bool = True,
        name: str = "js_distance_metric",
        track: bool = True,
        project_name: str | None = None,
    ) -> None:
        self._bind(locals())


class KLDivergence(HeuristicMetric, check=functional.kl_divergence):
    """How surprising one text's words are to who expects the other's.

    Args:
        tokenizer: A function from a text to its tokens. None: split at white space, in lower case.
        direction: "pq" (from the output), "qp" (from the reference), or "avg" of both.
        normalize: Compare shares; False compares the counts themselves.
        smoothing: Added to each share.
        name: The result's name.
        track: Whether Opik tracks the metric.
        project_name: The project to track in.

    Raises:
        ValueError: `direction` is not one of the three.
        TypeError: `smoothing` is no number.

    Example:
        >>> round(KLDivergence(direction="avg", track=False).score("hello hello world", "hello world").value, 4)
        0.0578
    """

    def __init__(
        self,
        tokenizer: Tokenizer | None = None,
        direction: str = "pq",
        normalize: bool = True,
        smoothing: float = 1e-12,
        name: str = "kl_divergence_metric",
        track: bool = True,
        project_name: str | None = None,
    ) -> None:
        self._bind(locals())

    def _prepared(self, **arguments: Any) -> dict[str, Any]:
        check_kl_settings(arguments["direction"], arguments["smoothing"])
        return arguments

    def score(self, output: str, reference: str, **ignored_kwargs: Any) -> ScoreResult:  # noqa: ARG002 - Opik's signature
        """Return the divergence of two texts.

        Raises:
            MetricComputationError: A text is empty or has no tokens, or the divergence is infinite.
        """
        return self._result(text(output), reference=text(reference, "reference"))


class SpearmanRanking(HeuristicMetric, check=functional.spearman):
    """Spearman's rank correlation of two rankings, moved to 0 (reversed) to 1 (the same).

    Args:
        name: The result's name.
        track: Whether Opik tracks the metric.
        project_name: The project to track in.

    Example:
        >>> SpearmanRanking(track=False).score(["b", "a", "c"], ["a", "b", "c"]).metadata["rho"]
        0.5
    """

    def __init__(
        self, name: str = "spearman_ranking_metric", track: bool = True, project_name: str | None = None
    ) -> None:
        self._bind(locals())

    def score(self, output: Sequence[Any], reference: Sequence[Any], **ignored_kwargs: Any) -> ScoreResult:  # noqa: ARG002 - Opik's signature
        """Return the agreement of two rankings.

        Raises:
            MetricComputationError: They are no rankings of the same items, each once.
        """
        return self._result(_ranked(output, "output"), reference=_ranked(reference, "reference"))


def _ranked(value: Any, what: str) -> Any:
    """Return a ranking.

    Raises:
        WrongInputError: It is no list, or an item of it can't be told apart from others by its hash.
    """
    for item in sequence(value, what):
        if not isinstance(item, Hashable):
            raise WrongInputError(f"each item of {what} must be hashable, such as a text, got {type(item).__name__}")
    return value
