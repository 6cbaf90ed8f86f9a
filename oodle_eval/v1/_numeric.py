"""Numbers of any size: the first one of a reply, and how close two are."""

from __future__ import annotations

import math
import numbers
import re
from typing import Any

from oodle_eval.v1 import text
from oodle_eval.v1._json import integer
from oodle_eval.v1.util import NUMBER, digits_of, number_of

__all__ = ["first_number", "number_similarity"]


def first_number(value: Any) -> float | None:
    """Return the first number of a value as `util.find_number` does, also one beyond a float: an int, or infinity."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, numbers.Real):
        return _as_builtin(value)
    match = NUMBER.search(text.message_text(value))
    if match is None:
        return None
    number = float(number_of(match))
    return _unbounded(match) if math.isinf(number) else number


def _as_builtin(value: Any) -> float | None:
    """Return a number of any numeric type as an int or float; NaN is none."""
    if isinstance(value, numbers.Integral):
        return int(value)
    try:
        number = float(value)
    except OverflowError:  # a Fraction
        return int(value)
    return None if math.isnan(number) else number


def _unbounded(match: re.Match[str]) -> float:
    """Return a number that is too large for a float: to the digit, but infinity from an exponent of five digits on."""
    sign = -1 if match["sign"] in ("-", "\u2212") else 1
    fraction = (match["fraction"] or ".")[1:]
    exponent = (match["exponent"] or "e0")[1:].lstrip("+")
    if len(exponent) > 4:
        return sign * math.inf
    digits = sign * integer(digits_of(match) + fraction)
    power = int(exponent) - len(fraction)
    scale: int = 10 ** abs(power)
    return digits * scale if power >= 0 else digits // scale


def number_similarity(left: float, right: float) -> float:
    """Return 1 minus the difference of two numbers over the sum of their sizes; 1 when they are equal.

    Exact for integers of any length. Infinity is as close to itself as can be, and far from any other number.
    """
    if left == right:
        return 1.0
    if not (_is_finite(left) and _is_finite(right)):
        return 0.0
    try:
        difference, size = float(abs(left - right)), float(abs(left) + abs(right))
    except OverflowError:  # an integer that no float can hold
        difference = size = math.inf
    if size == math.inf:
        left, right = int(left), int(right)
        return max(0.0, 1 - abs(left - right) / (abs(left) + abs(right)))
    return max(0.0, 1 - difference / size)


def _is_finite(number: float) -> bool:
    return isinstance(number, int) or math.isfinite(number)
