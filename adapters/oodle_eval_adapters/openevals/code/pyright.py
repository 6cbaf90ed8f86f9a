"""openevals' type check of Python code by Pyright."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from oodle_eval_adapters._handed_on import handed_on
from oodle_eval_adapters.openevals.code._evaluators import CodeSettings, code_evaluator
from oodle_eval_adapters.openevals.code._tools import PYRIGHT, TIME_LIMIT_S

__all__ = ["create_async_pyright_evaluator", "create_pyright_evaluator"]


def create_pyright_evaluator(
    *,
    pyright_cli_args: Sequence[str] | None = (),
    code_extraction_strategy: str = "none",
    code_extractor: Callable[[Any], Any] | None = None,
    client: Any = None,
    model: str | None = None,
    timeout: float = TIME_LIMIT_S,
) -> Callable[..., Any]:
    """Return an evaluator that checks the types of Python code with Pyright, which must be installed.

    It reads a text, a message, or the last message of {"messages": [...]}. Imports that are not installed here don't count.

    Args:
        pyright_cli_args: Arguments of the command `pyright`.
        code_extraction_strategy: "none" takes the whole text, "markdown_code_blocks" the fences that are not of a shell, and
            "llm" asks a model, which openevals' own evaluator does.
        code_extractor: A function from the outputs to the code; takes the place of a strategy.
        client: The model object of "llm".
        model: The model name of "llm".
        timeout: After so many seconds the check ends with a score of None.

    Returns:
        An evaluator with one result, `pyright_succeeded`: True or False, with Pyright's errors as JSON as its comment; False with the
        metadata `code_extraction_failed` when there is no code.

    Raises:
        ValueError: Settings that exclude each other. When it is called: the outputs hold no text.
        ImportError: When it is called: Pyright is not installed.
    """
    args = pyright_cli_args
    settings = CodeSettings(args, code_extraction_strategy, code_extractor, client, model, timeout)
    return code_evaluator(PYRIGHT, settings, is_async=False)


def create_async_pyright_evaluator(
    *,
    pyright_cli_args: Sequence[str] | None = (),
    code_extraction_strategy: str = "none",
    code_extractor: Callable[[Any], Any] | None = None,
    client: Any = None,
    model: str | None = None,
    timeout: float = TIME_LIMIT_S,
) -> Callable[..., Any]:
    """Return the async form of `create_pyright_evaluator`; the settings are the same, and `code_extractor` may be async."""
    args = pyright_cli_args
    settings = CodeSettings(args, code_extraction_strategy, code_extractor, client, model, timeout)
    return code_evaluator(PYRIGHT, settings, is_async=True)


__getattr__, __dir__ = handed_on(__name__, __all__)
