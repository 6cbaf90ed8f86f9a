"""Simple comparisons: contained, equal, JSON, edit similarity, regular expression."""

from __future__ import annotations

import re
from typing import Any

from oodle_eval_adapters._values import shown
from oodle_eval_adapters.opik import functional
from oodle_eval_adapters.opik.functional.text import check_wanted, pattern_of
from oodle_eval_adapters.opik.metrics._base import HeuristicMetric, ScoreResult, WrongInputError, text

__all__ = ["Contains", "Equals", "IsJson", "LevenshteinRatio", "RegexMatch"]


class Contains(HeuristicMetric, check=functional.contains):
    """Whether a text holds the reference.

    Args:
        case_sensitive: Upper and lower case differ.
        reference: What to look for where `score` is given none.
        name: The result's name.
        track: Whether Opik tracks the metric.
        project_name: The project to track in.

    Example:
        >>> Contains(reference="world", track=False).score("Hello, World!").value
        1.0
    """

    def __init__(
        self,
        case_sensitive: bool = False,
        reference: str | None = None,
        name: str = "contains_metric",
        track: bool = True,
        project_name: str | None = None,
    ) -> None:
        self._bind(locals())

    def _prepared(self, **arguments: Any) -> dict[str, Any]:
        self._default_reference = arguments["reference"]
        return {"case_sensitive": arguments["case_sensitive"]}

    def score(self, output: str, reference: str | None = None, **ignored_kwargs: Any) -> ScoreResult:  # noqa: ARG002 - Opik's signature
        """Return 1.0 where the reference is in the text, else 0.0.

        Raises:
            ValueError: The reference is missing, empty or no string.
            MetricComputationError: The output is no string.
        """
        wanted = check_wanted(self._default_reference if reference is None else reference)
        return self._result(text(output), reference=wanted)


class Equals(HeuristicMetric, check=functional.equals):
    """Whether two values are the same when both are written as text.

    Args:
        case_sensitive: Upper and lower case differ.
        name: The result's name.
        track: Whether Opik tracks the metric.
        project_name: The project to track in.

    Example:
        >>> Equals(track=False).score("Hello, World!", "hello, world!").value
        1.0
    """

    def __init__(
        self,
        case_sensitive: bool = False,
        name: str = "equals_metric",
        track: bool = True,
        project_name: str | None = None,
    ) -> None:
        self._bind(locals())

    def score(self, output: Any, reference: Any, **ignored_kwargs: Any) -> ScoreResult:  # noqa: ARG002 - Opik's signature
        """Return 1.0 where both are the same, else 0.0.

        Raises:
            MetricComputationError: One of them is None.
        """
        if output is None or reference is None:
            raise WrongInputError(f"output and reference must not be None, got {shown(output)} and {shown(reference)}")
        return self._result(output, reference=reference)


class IsJson(HeuristicMetric, check=functional.is_json):
    """Whether a text is JSON as RFC 8259 has it.

    Args:
        name: The result's name.
        track: Whether Opik tracks the metric.
        project_name: The project to track in.

    Example:
        >>> IsJson(track=False).score('{"key": "value"}').value
        1.0
    """

    def __init__(self, name: str = "is_json_metric", track: bool = True, project_name: str | None = None) -> None:
        self._bind(locals())

    def score(self, output: str, **ignored_kwargs: Any) -> ScoreResult:  # noqa: ARG002 - Opik's signature
        """Return 1.0 where the text is JSON, else 0.0; a parsed value is no text."""
        return self._result(output)


class LevenshteinRatio(HeuristicMetric, check=functional.levenshtein_ratio):
    """The edit similarity of two texts, where a replaced character counts as two edits.

    Args:
        case_sensitive: Upper and lower case differ.
        name: The result's name.
        track: Whether Opik tracks the metric.
        project_name: The project to track in.

    Example:
        >>> LevenshteinRatio(track=False).score("Hello, World!", "Hello, World").value
        0.96
    """

    def __init__(
        self,
        case_sensitive: bool = False,
        name: str = "levenshtein_ratio_metric",
        track: bool = True,
        project_name: str | None = None,
    ) -> None:
        self._bind(locals())

    def score(self, output: str, reference: str, **ignored_kwargs: Any) -> ScoreResult:  # noqa: ARG002 - Opik's signature
        """Return the similarity, 0.0 to 1.0.

        Raises:
            MetricComputationError: One of them is no string.
        """
        return self._result(text(output), reference=text(reference, "reference"))


class RegexMatch(HeuristicMetric, check=functional.regex_match):
    """Whether a regular expression matches somewhere in a text.

    Args:
        regex: The pattern, a string or compiled.
        name: The result's name.
        track: Whether Opik tracks the metric.
        project_name: The project to track in.

    Raises:
        re.error: The pattern does not compile.

    Example:
        >>> RegexMatch(r"\\d{3}-\\d{4}", track=False).score("Call 555-1234").value
        1.0
    """

    def __init__(
        self,
        regex: str | re.Pattern[str],
        name: str = "regex_match_metric",
        track: bool = True,
        project_name: str | None = None,
    ) -> None:
        self._bind(locals())

    def _prepared(self, **arguments: Any) -> dict[str, Any]:
        return {"regex": pattern_of(arguments["regex"])}

    def score(self, output: str, **ignored_kwargs: Any) -> ScoreResult:  # noqa: ARG002 - Opik's signature
        """Return 1.0 where the pattern matches, else 0.0.

        Raises:
            MetricComputationError: The output is no string, or the search took longer than half a second.
        """
        return self._result(text(output))
