"""What Opik's heuristics have in common: made of a check, with Opik's names around it.

A class names its check, its constructor's own signature and its `score`'s. All else is here, once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from oodle_eval.runtime import Scores
from oodle_eval.v1._waist.check import Check
from oodle_eval_adapters._faces import missing_framework

try:
    from opik.evaluation.metrics.base_metric import BaseMetric
    from opik.evaluation.metrics.score_result import ScoreResult
    from opik.exceptions import MetricComputationError
except ModuleNotFoundError as error:
    raise missing_framework("Opik", "opik") from error

__all__ = ["HeuristicMetric", "MetricComputationError", "ScoreResult", "WrongInputError", "sequence", "text", "texts"]

# What every constructor takes for Opik itself, and what the instance must not carry into a copy.
_OF_OPIK = ("name", "track", "project_name")
_MADE_ANEW = ("score", "ascore", "_settings")


class WrongInputError(MetricComputationError, AttributeError, TypeError):
    """An input of a type that can't be scored.

    Opik's metrics stumble over most of these with an AttributeError or a TypeError, so this is one of them too.
    """


class HeuristicMetric(BaseMetric):
    """A heuristic metric of Opik, computed by a check of `oodle_eval_adapters.opik.functional`.

    A subclass gives the check as `class ROUGE(HeuristicMetric, check=functional.rouge)`, and calls `_bind(locals())`
    in its constructor.
    """

    _check: ClassVar[Callable[..., Scores]]

    def __init_subclass__(cls, check: Callable[..., Scores] | None = None, **more: Any) -> None:
        super().__init_subclass__(**more)
        if check is not None:
            cls._check = staticmethod(Check.of(check).bare)

    def _bind(self, arguments: Mapping[str, Any]) -> None:
        """Set the metric up with the arguments of its constructor; `self` among them is passed over."""
        self._arguments = {name: value for name, value in arguments.items() if name not in ("self", "__class__")}
        BaseMetric.__init__(self, **{name: self._arguments.pop(name) for name in _OF_OPIK})
        self._settings = self._prepared(**self._arguments)

    def _prepared(self, **arguments: Any) -> dict[str, Any]:
        """Return the constructor's own arguments as settings of the check, refusing those that don't fit."""
        return arguments

    def _result(self, output: Any, **reference: Any) -> ScoreResult:
        """Return the check's primary score, and the figures behind it, as Opik's result.

        Raises:
            MetricComputationError: There is nothing to score; the message says why.
        """
        scores = self._check(output, **reference, **self._settings)
        primary = next(iter(scores))
        if primary.value is None:
            raise MetricComputationError(f"{self.name}: {primary.comment}")
        return ScoreResult(self.name, float(primary.value), primary.comment, metadata=getattr(scores, "details", None))

    def __getstate__(self) -> dict[str, Any]:
        # Tracking puts wrapped methods on the instance, which neither pickle nor belong to a copy.
        return {name: value for name, value in self.__dict__.items() if name not in _MADE_ANEW}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)
        self._bind({**self._arguments, **{name: getattr(self, name) for name in _OF_OPIK}})


def text(value: Any, what: str = "output") -> str:
    """Return a text.

    Raises:
        WrongInputError: It is no string.
    """
    if not isinstance(value, str):
        raise WrongInputError(f"{what} must be a string, got {type(value).__name__}")
    return value


def sequence(value: Any, what: str) -> Any:
    """Return a list, or what is as good as one.

    Raises:
        WrongInputError: It has no length, so it is none.
    """
    if not hasattr(value, "__len__"):
        raise WrongInputError(f"{what} must be a list, got {type(value).__name__}")
    return value


def texts(value: Any, what: str = "reference") -> str | list[str]:
    """Return a text, or several as a list.

    Raises:
        WrongInputError: It is neither.
    """
    if isinstance(value, str):
        return value
    if not isinstance(value, Iterable) or isinstance(value, bytes | bytearray | Mapping):
        raise WrongInputError(f"{what} must be a string or a list of strings, got {type(value).__name__}")
    return [text(item, f"each of several {what}s") for item in value]
