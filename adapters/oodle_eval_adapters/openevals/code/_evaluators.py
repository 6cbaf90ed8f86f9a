"""The evaluators of generated code, which differ in the type checker only."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from oodle_eval_adapters._handed_on import original
from oodle_eval_adapters._langsmith_logging import arun_evaluator, in_sync, settled
from oodle_eval_adapters.openevals.code._extraction import code_in_fences, reply_text
from oodle_eval_adapters.openevals.code._tools import Tool, checked

__all__ = ["CodeSettings", "code_evaluator"]

STRATEGIES = ("none", "llm", "markdown_code_blocks")


@dataclass(frozen=True, slots=True)
class CodeSettings:
    """What the factories of code evaluators take.

    Raises:
        ValueError: Two settings exclude each other, or the strategy is none of those there are.
    """

    cli_args: Sequence[str] | None
    strategy: str
    extractor: Callable[[Any], Any] | None
    client: Any
    model: str | None
    timeout: float

    def __post_init__(self) -> None:
        if self.strategy not in STRATEGIES:
            raise ValueError(f"code_extraction_strategy must be one of {', '.join(STRATEGIES)}, got {self.strategy!r}")
        if self.strategy != "llm" and (self.client or self.model):
            raise ValueError('client and model are only used with code_extraction_strategy="llm"')
        if self.extractor is not None and self.strategy != "none":
            raise ValueError("code_extractor and code_extraction_strategy exclude each other")
        if self.strategy == "llm" and not (self.client or self.model):
            raise ValueError('code_extraction_strategy="llm" needs a model or a client')

    @property
    def arguments(self) -> list[str]:
        """The arguments of the command: one text is one argument, None is none."""
        return [self.cli_args] if isinstance(self.cli_args, str) else list(self.cli_args or ())


def code_evaluator(tool: Tool, settings: CodeSettings, *, is_async: bool) -> Callable[..., Any]:
    """Return an evaluator that runs a type checker on the code of a reply.

    Where a model extracts the code, it is openevals' own evaluator.
    """
    if settings.strategy == "llm":
        return _theirs(tool, settings, is_async=is_async)
    key, run = f"{tool.name}_succeeded", f"{tool.name}_{'check' if is_async else 'evaluator'}"

    async def score(*, outputs: Any, **_unused: Any) -> Any:
        code = await _code(outputs, settings)
        if code is None:
            return False, None, {"code_extraction_failed": True}
        check = functools.partial(checked, code, tool, settings.arguments, settings.timeout)
        return await asyncio.to_thread(check) if is_async else check()

    async def evaluate(*, inputs: Any = None, outputs: Any, reference_outputs: Any = None, **values: Any) -> Any:
        """Check the code of a reply."""
        given = {**values, "inputs": inputs, "outputs": outputs, "reference_outputs": reference_outputs}
        return await arun_evaluator(run, key, score, values=given)

    return evaluate if is_async else in_sync(evaluate)


async def _code(outputs: Any, settings: CodeSettings) -> str | None:
    """Return the code of a reply, None when there is none.

    Raises:
        ValueError: The reply is no text, or the user's extractor gave none.
    """
    if settings.extractor is None:
        text = reply_text(outputs)
        return code_in_fences(text) if settings.strategy == "markdown_code_blocks" else text
    code = await settled(settings.extractor(outputs))
    if not isinstance(code, str):
        raise ValueError(f"code_extractor must return a text, got {code!r:.80}")
    return code


def _theirs(tool: Tool, settings: CodeSettings, *, is_async: bool) -> Callable[..., Any]:
    """Return openevals' own evaluator, whose model extracts the code."""
    module = original(f"openevals.code.{tool.name}", "the extraction of code by a model")
    create = getattr(module, f"create_{'async_' if is_async else ''}{tool.name}_evaluator")
    evaluator: Callable[..., Any] = create(
        code_extraction_strategy="llm",
        client=settings.client,
        model=settings.model,
        **{f"{tool.name}_cli_args": settings.arguments},
    )
    return evaluator
