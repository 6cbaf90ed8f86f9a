"""openevals' type check of Python code by mypy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from oodle_eval_adapters._handed_on import handed_on
from oodle_eval_adapters.openevals.code._evaluators import CodeSettings, code_evaluator
from oodle_eval_adapters.openevals.code._tools import MYPY, TIME_LIMIT_S

__all__ = ["create_async_mypy_evaluator", "create_mypy_evaluator"]

DEFAULT_ARGS = (
    "--no-incremental",
    "--disallow-untyped-calls",
    "--disallow-incomplete-defs",
    "--ignore-missing-imports",
)


def create_mypy_evaluator(
    *,
    mypy_cli_args: Sequence[str] | None = DEFAULT_ARGS,
    code_extraction_strategy: str = "none",
    code_extractor: Callable[[Any], Any] | None = None,
    client: Any = None,
    model: str | None = None,
    timeout: float = TIME_LIMIT_S,
) -> Callable[..., Any]:
    """Return an evaluator that checks the types of Python code with mypy, which must be installed.

    It reads a text, a message, or the last message of {"messages": [...]}. A note alone is no error.

    Args:
        mypy_cli_args: Arguments of the command `mypy`.
        code_extraction_strategy: "none" takes the whole text, "markdown_code_blocks" the fences that are not of a shell, and
            "llm" asks a model, which openevals' own evaluator does.
        code_extractor: A function from the outputs to the code; takes the place of a strategy.
        client: The model object of "llm".
        model: The model name of "llm".
        timeout: After so many seconds the check ends with a score of None.

    Returns:
        An evaluator with one result, `mypy_succeeded`: True or False, with mypy's messages as its comment; False with the
        metadata `code_extraction_failed` when there is no code.

    Raises:
        ValueError: Settings that exclude each other. When it is called: the outputs hold no text. mypy could not run.
        ImportError: When it is called: mypy is not installed.
    """
    args = mypy_cli_args
    settings = CodeSettings(args, code_extraction_strategy, code_extractor, client, model, timeout)
    return code_evaluator(MYPY, settings, is_async=False)


def create_async_mypy_evaluator(
    *,
    mypy_cli_args: Sequence[str] | None = DEFAULT_ARGS,
    code_extraction_strategy: str = "none",
    code_extractor: Callable[[Any], Any] | None = None,
    client: Any = None,
    model: str | None = None,
    timeout: float = TIME_LIMIT_S,
) -> Callable[..., Any]:
    """Return the async form of `create_mypy_evaluator`; the settings are the same, and `code_extractor` may be async."""
    args = mypy_cli_args
    settings = CodeSettings(args, code_extraction_strategy, code_extractor, client, model, timeout)
    return code_evaluator(MYPY, settings, is_async=True)


__getattr__, __dir__ = handed_on(__name__, __all__)
