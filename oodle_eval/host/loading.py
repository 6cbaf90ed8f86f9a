"""`load`: a recipe file as a function that runs in this process."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from oodle_eval.host.program import Program, Run
from oodle_eval.host.template import Template, read_template
from oodle_eval.runtime import EvaluationContext, EvaluationResult, ObservationContext

__all__ = ["Evaluator", "load"]

printed = logging.getLogger("oodle_eval.host")


class Evaluator:
    """A template's code with its settings: call it with a context.

    It runs in this process, by the platform's rules for the language (imports, builtins, source size, no state
    between items). Time, memory and the network are the sandbox's.

    Args:
        template: The template.
        params: The evaluator's own values of the settings.
        is_trusted: Let the code import anything and use every builtin.
    """

    def __init__(
        self, template: Template, params: Mapping[str, Any] | None = None, *, is_trusted: bool = False
    ) -> None:
        self.template = template
        self.params = template.params(params)
        self.program: Program = template.program(is_trusted=is_trusted)
        self.__name__ = template.name
        self.__doc__ = (template.about.description if template.about is not None else None) or f"Run {template.path}."

    def __call__(self, ctx: Any) -> EvaluationResult:
        """Return the scores of a context, or of a plain string, which is the output.

        Raises:
            HostError: The code failed; the message has its line.
        """
        run = self.run(ctx)
        if run.logs:
            printed.info("%s printed: %s", self.__name__, run.logs)
        if run.error is not None:
            raise run.error
        return EvaluationResult(list(run.scores))

    def run(self, ctx: Any) -> Run:
        """Return the answer of one run: the scores or the error, and what the code printed."""
        return self.run_many([ctx])[0]

    def run_many(self, contexts: Sequence[Any]) -> list[Run]:
        """Return the answers for several items, in order."""
        return [self.program.run(with_params(ctx, self.params)) for ctx in contexts]

    def __repr__(self) -> str:
        return f"Evaluator({self.__name__!r})"


def with_params(ctx: Any, params: Mapping[str, Any]) -> EvaluationContext:
    """Return a context with an evaluator's settings; what the context itself sets goes before."""
    if not isinstance(ctx, EvaluationContext):
        if not (hasattr(ctx, "observation") and hasattr(ctx, "trace")):
            ctx = ObservationContext(output=ctx)
            return EvaluationContext(ctx, params=dict(params))
        ctx = EvaluationContext(ctx.observation, ctx.trace, getattr(ctx, "params", None), getattr(ctx, "scores", None))
    own = {name: value for name, value in dict(ctx.params or {}).items() if value is not None or name not in params}
    return EvaluationContext(ctx.observation, ctx.trace, {**params, **own}, ctx.scores, ctx.experiment)


class LoadedEvaluator(Evaluator):
    """An evaluator that knows where it came from, so that it can be sent to another process."""

    def __init__(self, path: str, params: Mapping[str, Any] | None, shared: str | None, is_trusted: bool) -> None:
        self._recipe = (path, dict(params or {}), shared, is_trusted)
        super().__init__(read_template(path, shared), params, is_trusted=is_trusted)
        self.program.check()

    def __reduce__(self) -> tuple[Any, ...]:
        return LoadedEvaluator, self._recipe


def load(path: str | Path, *, params: Mapping[str, Any] | None = None, shared: str | Path | None = None) -> Evaluator:
    """Return the `evaluate(ctx)` of a recipe file or a template directory, as the platform would run it.

    The platform's names (`Score`, `Scores`, `EvaluationResult` and the contexts) are there without an import;
    `ctx.params` holds the settings; `from shared.rules import ...` finds `rules.py` in the folder of shared libraries.
    The code runs anew for each item, in this process.

    Args:
        path: A Python file that defines `evaluate(ctx)`, or a directory with `evaluate.py` and `template.yaml`.
        params: The values of the settings. With a template.yaml they are looked at, and defaults fill the rest.
        shared: The folder of the shared libraries; by default `shared` beside the code.

    Returns:
        A function of the context, usable as a check everywhere: in `oodle_eval.runs` and in each adapter.

    Raises:
        HostError: The code is no Python, imports what it may not, defines no `evaluate`, or a setting does not fit.

    Example:
        >>> import pathlib, tempfile
        >>> file = pathlib.Path(tempfile.mkdtemp(), "polite.py")
        >>> _ = file.write_text('''
        ... def evaluate(ctx):
        ...     said = ctx.params["word"] in ctx.observation.output
        ...     return EvaluationResult(scores=[Score(name="polite", value=said, data_type="BOOLEAN")])
        ... ''')
        >>> load(file, params={"word": "please"})("Try again, please.").scores["polite"].value
        True
    """
    return LoadedEvaluator(str(path), params, None if shared is None else str(shared), False)
