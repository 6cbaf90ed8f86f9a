"""Comparisons of a text with a text, a pattern or a form: contained, equal, JSON, edit similarity, regular expression."""

from __future__ import annotations

import json
import re
from typing import Any

from oodle_eval.runtime import Scores
from oodle_eval.v1 import util
from oodle_eval.v1._declaration import boolean, check, share
from oodle_eval.v1._json import long_digits, parse_json
from oodle_eval.v1._overlap import subsequence_length
from oodle_eval.v1._settings import SettingError
from oodle_eval.v1._user_patterns import UserPattern, compiled, search
from oodle_eval.v1.util import declares
from oodle_eval_adapters.opik.functional._reading import (
    Reading,
    nothing,
    numeric_reading,
    output_of,
    reference_of,
    references_of,
    text_of,
)
from oodle_eval_adapters.opik.functional._words import lowered

__all__ = ["Pattern", "check_wanted", "contains", "equals", "is_json", "levenshtein_ratio", "pattern_of", "regex_match"]

Pattern = UserPattern | re.Pattern[Any]


def _boolean_reading(name: str, value: bool, comment: str) -> Reading:
    return Reading([util.boolean_score(name, value, comment)])


@declares("contains")
@check(reads=("reply", "reference"), scores=(boolean("contains"),))
def contains(ctx: Any, *, reference: Any = None, case_sensitive: bool = False, name: str = "contains") -> Scores:
    """Check that a text holds the reference.

    Args:
        ctx: The evaluation context (reads the reply), or the text to search.
        reference: What to look for. None: the expected output.
        case_sensitive: Upper and lower case differ.
        name: Name of the primary score.

    Returns:
        contains (BOOLEAN).

    Raises:
        ValueError: The reference is missing, empty or no string.

    Example:
        >>> contains("Hello, World!", reference="world")["contains"].value
        True
    """
    text, wanted = text_of(ctx), check_wanted(reference_of(ctx, reference, "contains"))
    found = wanted in text if case_sensitive else _holds_in_any_case(text, wanted)
    return _boolean_reading(name, found, f"{'found' if found else 'did not find'} {wanted[:100]!r}")


@declares("equals")
@check(reads=("output", "reference"), scores=(boolean("equals"),))
def equals(ctx: Any, *, reference: Any = None, case_sensitive: bool = False, name: str = "equals") -> Scores:
    """Check that a value and the reference are the same when both are written as text.

    Args:
        ctx: The value; or the evaluation context, of which the output counts.
        reference: The value to compare with. None: the expected output.
        case_sensitive: Upper and lower case differ.
        name: Name of the primary score.

    Returns:
        equals (BOOLEAN); no value when the output is None.

    Raises:
        ValueError: There is no reference.

    Example:
        >>> equals("Paris", reference="paris")["equals"].value
        True
    """
    output, wanted = output_of(ctx), reference_of(ctx, reference, "equals")
    if output is None:
        return nothing(name, "there is no output to compare")
    one, other = _written(output), _written(wanted)
    same = one == other or (not case_sensitive and _same_in_any_case(one, other))
    return _boolean_reading(name, same, "equal" if same else f"{one[:100]!r} is not {other[:100]!r}")


# As many characters are compared first: to lower all of two long texts is what takes time.
_START = 100


def _holds_in_any_case(text: str, wanted: str) -> bool:
    """Return whether `wanted.lower()` is in `text.lower()`."""
    if wanted in text and "Σ" not in wanted:  # the one letter whose lower case depends on what is around it
        return True
    low = lowered(text)
    start = wanted[:_START]
    if start.isascii() and start.lower() not in low:  # an ASCII character is lowered alike wherever it stands
        return False
    return lowered(wanted) in low


def _same_in_any_case(one: str, other: str) -> bool:
    """Return whether `one.lower()` is `other.lower()`."""
    start, other_start = one[:_START], other[:_START]
    if start.isascii() and other_start.isascii() and start.lower() != other_start.lower():
        return False
    return lowered(one) == lowered(other)


def check_wanted(reference: Any) -> str:
    """Return what to look for.

    Raises:
        SettingError: It is missing, empty or no string.
    """
    if not isinstance(reference, str) or not reference:
        raise SettingError(f"contains: reference must be a string that is not empty, got {reference!r}")
    return reference


def _written(value: Any) -> str:
    if isinstance(value, str):
        return value
    # `str` refuses integers of more than some thousand digits.
    return long_digits(value) if isinstance(value, int) and not isinstance(value, bool) else str(value)


@declares("is_json")
@check(reads=("output",), scores=(boolean("is_json"),))
def is_json(ctx: Any, *, name: str = "is_json") -> Scores:
    """Check that an output is JSON text as RFC 8259 has it: of any depth, with integers of any length, without NaN.

    Args:
        ctx: The text, or its bytes in an encoding of JSON; or the evaluation context, of which the output counts. A
            value that is parsed already is no JSON text.
        name: Name of the primary score.

    Returns:
        is_json (BOOLEAN).

    Example:
        >>> is_json('{"a": 1}')["is_json"].value, is_json("NaN")["is_json"].value
        (True, False)
    """
    problem = _json_problem(output_of(ctx))
    return _boolean_reading(name, not problem, problem or "valid JSON")


def _json_problem(output: Any) -> str:
    try:
        if isinstance(output, bytes | bytearray):
            output = output.decode(json.detect_encoding(output), "surrogatepass")
        if not isinstance(output, str):
            return f"it is no text but a {type(output).__name__}"
        parse_json(output)
    except (ValueError, RecursionError) as error:
        return str(error)
    return ""


@declares("levenshtein_ratio")
@check(reads=("reply", "reference"), scores=(share("levenshtein_ratio"),))
def levenshtein_ratio(
    ctx: Any, *, reference: Any = None, case_sensitive: bool = False, name: str = "levenshtein_ratio"
) -> Scores:
    """Score the edit similarity of a text and a reference where a replaced character counts as two edits.

    Args:
        ctx: The evaluation context (reads the reply), or the text to score.
        reference: The text to compare with. None: the expected output.
        case_sensitive: Upper and lower case differ.
        name: Name of the primary score.

    Returns:
        levenshtein_ratio (NUMERIC, 0 to 1).

    Raises:
        ValueError: There is no reference.

    Example:
        >>> round(levenshtein_ratio("kitten", reference="sitting")["levenshtein_ratio"].value, 3)
        0.615
    """
    text, (wanted, *_) = text_of(ctx), [*references_of(ctx, reference, "levenshtein_ratio"), ""]
    if not case_sensitive:
        text, wanted = lowered(text), lowered(wanted)
    length = len(text) + len(wanted)
    # What is not in the longest common subsequence is inserted or deleted.
    value = 1 - (length - 2 * subsequence_length(text, wanted)) / length if length else 1.0
    return numeric_reading(name, value, f"{value:.1%} alike by insertions and deletions")


@declares("regex_match")
@check(reads=("reply",), scores=(boolean("regex_match"),))
def regex_match(ctx: Any, *, regex: Any, name: str = "regex_match") -> Scores:
    """Check that a regular expression matches somewhere in a text.

    Args:
        ctx: The evaluation context (reads the reply), or the text to search.
        regex: The pattern, in the syntax of `re`: a string or a compiled one.
        name: Name of the primary score.

    Returns:
        regex_match (BOOLEAN); no value when the search takes longer than half a second.

    Raises:
        ValueError: The pattern does not compile.

    Example:
        >>> regex_match("My SSN is 123-45-6789", regex=r"\\d{3}-\\d{2}-\\d{4}")["regex_match"].value
        True
    """
    pattern = pattern_of(regex)
    text = text_of(ctx)
    try:
        matched = search(pattern, text) if isinstance(pattern, UserPattern) else bool(pattern.search(text))
    except TimeoutError as error:
        return nothing(name, str(error))
    source = pattern.source if isinstance(pattern, UserPattern) else pattern.pattern
    return _boolean_reading(name, matched, f"{'matches' if matched else 'does not match'} {str(source)[:100]!r}")


# What a search with a time limit can keep of a compiled pattern's flags.
_KEPT_FLAGS = re.IGNORECASE | re.MULTILINE | re.DOTALL | re.UNICODE


def pattern_of(regex: Any) -> Pattern:
    """Return a pattern ready to be searched for, with a time limit wherever that is possible.

    Raises:
        SettingError: It is no pattern.
        re.error: It does not compile.
    """
    if isinstance(regex, UserPattern):
        return regex
    if isinstance(regex, str):
        return compiled(regex, None, 0)
    if not isinstance(regex, re.Pattern):
        raise SettingError(f"regex must be a string or a compiled pattern, got {regex!r}")
    if isinstance(regex.pattern, str) and not regex.flags & ~_KEPT_FLAGS:
        return compiled(regex.pattern, None, regex.flags & ~re.UNICODE)
    return regex
