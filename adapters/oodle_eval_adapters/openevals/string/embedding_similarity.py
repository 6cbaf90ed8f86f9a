"""openevals' embedding similarity, with embeddings of any kind: a model's name, an object, or a function."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from oodle_eval_adapters._handed_on import handed_on
from oodle_eval_adapters._langsmith_logging import Result, arun_evaluator, in_sync, settled
from oodle_eval_adapters.openevals.string._text import json_text

__all__ = ["create_async_embedding_similarity_evaluator", "create_embedding_similarity_evaluator"]

Embed = Callable[[str], Any]

KEY = "embedding_similarity"
DEFAULT_MODEL = "openai:text-embedding-3-small"
ALGORITHMS = ("cosine", "dot_product")


def create_async_embedding_similarity_evaluator(
    *, model: Any = DEFAULT_MODEL, algorithm: str = "cosine", embeddings: Any = None
) -> Callable[..., Any]:
    """Return an async evaluator that compares outputs and reference outputs by their embeddings.

    See `create_embedding_similarity_evaluator`. `aembed_query` is used where there is one, and a function may be async.
    """
    embedder = _embedder(model, embeddings, algorithm, "aembed_query", "embed_query")

    async def evaluate(*, outputs: Any, reference_outputs: Any, **_unused: Any) -> Result:
        """Compare outputs with reference outputs by their embeddings."""
        return await _compared(embedder, algorithm, outputs, reference_outputs)

    return evaluate


def create_embedding_similarity_evaluator(
    *, model: Any = DEFAULT_MODEL, algorithm: str = "cosine", embeddings: Any = None
) -> Callable[..., Any]:
    """Return an evaluator that compares outputs and reference outputs by their embeddings.

    Args:
        model: A model's name for LangChain's `init_embeddings`, an object with `embed_query`, or a function from a text
            to a vector.
        algorithm: "cosine", or "dot_product" for vectors that are normalised or whose length counts.
        embeddings: The same as `model`, under the name of openevals' TypeScript; it goes before `model`.

    Returns:
        An evaluator with one result, `embedding_similarity`: rounded to two digits; -1 to 1 for "cosine".

    Raises:
        ValueError: Another algorithm; when it is called: None to compare, or vectors of two lengths.

    Example:
        >>> evaluate = create_embedding_similarity_evaluator(model=lambda text: [len(text), 1])
        >>> evaluate(outputs="abc", reference_outputs="abc")["score"]
        1.0
    """
    embedder = _embedder(model, embeddings, algorithm, "embed_query")

    def evaluate(*, outputs: Any, reference_outputs: Any, **_unused: Any) -> Result:
        """Compare outputs with reference outputs by their embeddings."""
        return _compared_now(embedder, algorithm, outputs, reference_outputs)

    return evaluate


async def _compared(embedder: Callable[[], Embed], algorithm: str, outputs: Any, reference: Any) -> Result:
    """Return the result for one pair."""
    if outputs is None or reference is None:
        raise ValueError(f"{KEY}: outputs and reference_outputs must both be given, got None")

    async def score() -> float | tuple[float, str]:
        embed = embedder()
        first = await settled(embed(json_text(outputs)))
        second = await settled(embed(json_text(reference)))
        return similarity(first, second, algorithm)

    result: Result = await arun_evaluator(KEY, KEY, score)
    return result


_compared_now = in_sync(_compared)


def _embedder(model: Any, embeddings: Any, algorithm: str, *methods: str) -> Callable[[], Embed]:
    """Return what gives the function from a text to its vector; a model given by name is loaded at each call."""
    if algorithm not in ALGORITHMS:
        raise ValueError(f'{KEY}: algorithm must be "cosine" or "dot_product", got {algorithm!r}')
    given = model if embeddings is None else embeddings
    if isinstance(given, str):
        return lambda: _method(_langchain_embeddings(given), methods)
    embed = _method(given, methods)
    return lambda: embed


def _method(given: Any, methods: Sequence[str]) -> Embed:
    """Return an embeddings object's method, or the function itself."""
    for name in methods:
        if callable(getattr(given, name, None)):
            method: Embed = getattr(given, name)
            return method
    if callable(given):
        function: Embed = given
        return function
    raise ValueError(f"{KEY}: model must be a model's name, an object with embed_query, or a function, got {given!r}")


def _langchain_embeddings(model: str) -> Any:
    """Return LangChain's embeddings of a model's name."""
    try:
        from langchain.embeddings import init_embeddings  # noqa: PLC0415 - only for a model given by name
    except ImportError as error:
        raise ImportError(
            f"{KEY}: the embeddings of {model!r} need langchain, which is not installed: "
            "pip install 'oodle-eval[openevals]' langchain, or give an embeddings object or a function as model"
        ) from error
    return init_embeddings(model)


def similarity(first: Sequence[float], second: Sequence[float], algorithm: str) -> float | tuple[float, str]:
    """Return how alike two vectors are, rounded to two digits; a comment beside it where cosine has no value."""
    if len(first) != len(second):
        raise ValueError(f"{KEY}: the two embeddings must have one length, got {len(first)} and {len(second)}")
    product = _product(first, second)
    if not math.isfinite(product):
        raise ValueError(f"{KEY}: an embedding must hold finite numbers")
    if algorithm == "dot_product":
        return round(product, 2)
    lengths: float = _product(first, first) ** 0.5 * _product(second, second) ** 0.5
    if not lengths:
        return 0.0, "an embedding is all zeros and has no direction to compare"
    return round(product / lengths, 2)


def _product(first: Sequence[float], second: Sequence[float]) -> float:
    return sum(float(a) * float(b) for a, b in zip(first, second, strict=True))


__getattr__, __dir__ = handed_on(__name__, __all__)
