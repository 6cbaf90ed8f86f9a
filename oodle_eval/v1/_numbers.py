"""Numbers of a text by value, however they are written, and whether another text holds them.

"1,200", "1200.00", "1.2k" and "twelve hundred" are one value. A value is kept as its canonical decimal digits ("1200",
"0.5"), never as a float, so that nothing is rounded and no length overflows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from oodle_eval.v1 import _words
from oodle_eval.v1._lexicons.numbers import MONTHS, NUMBER_WORDS, SCALES
from oodle_eval.v1._memo import shared

__all__ = ["Number", "Support", "numbers", "support_of"]

# A digit and all that can belong to the same number, date or time, up to its last digit.
_chunk = re.compile(r"\d(?:\d|[-.,:/'’\u00a0\u202f\u2009–](?=\d))*")
_grouped = re.compile(r"\d{1,3}([,'’\u00a0\u202f\u2009])\d{3}(?:\1\d{3})*(?:\.\d+)?|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?")
_grouped_decimal_comma = re.compile(r"\d{1,3}(['’\u00a0\u202f\u2009])\d{3}(?:\1\d{3})*,\d+")
# Thousands apart by plain spaces; they are joined by thin ones. It begins with one class of characters, which the search
# skips to.
_spaced = re.compile(r"[1-9](?<![\w.,:/+-][1-9])(?<!\d[ ][1-9])\d{0,2}(?:[ ]\d{3})+(?![\w]|[.:/-]\d|[ ]\d)")
_grouped_by_dots = re.compile(r"\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}")
_decimal = re.compile(r"\d+[.,]\d+")
_date = re.compile(r"(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})")
_time = re.compile(r"(\d{1,2}):(\d{2})(?::\d{2})?")
_version = re.compile(r"\d+(?:\.\d+){2,}")
_digits = re.compile(r"\d+")
_splitter = re.compile(r"[-–:/]")
_group_marks = re.compile(r"[,'’\u00a0\u202f\u2009]")

# What stands right behind a number and belongs to it.
_percent = re.compile(r"[ \u00a0\u202f]?(?:%|％|percent\b|per cent\b|pct\b)", re.IGNORECASE)
_exponent = re.compile(r"[eE]([-+]?\d{1,3})(?![\w.])")
_scale = re.compile(
    r"[ \u00a0\u202f-]?(" + "|".join(word for word in SCALES if len(word) > 2) + r")s?\b", re.IGNORECASE
)
_letters = re.compile(r"([^\W\d_]{1,4})(?!\w)")
_half_of_day = re.compile(r"[ \u00a0\u202f]?([ap])\.?m\b", re.IGNORECASE)
# "5f3a2" is an identifier, "5kg" and "21st" are numbers.
_inside_code = re.compile(r"[^\W\d_]{1,20}\d")
_before_code = re.compile(r"(?:[^\W]|[A-Z]-)\Z")
_month_before = re.compile(r"([^\W\d_]{3,9})\.? \Z")
_year_behind = re.compile(r"(?:st|nd|rd|th)?,? (?P<year>\d{4})\b")
_month_behind = re.compile(r"(?:st|nd|rd|th)? (?:of )?(?P<month>[^\W\d_]{3,9})\b\.?(?:,? (?P<year>\d{4})\b)?")


class Number(NamedTuple):
    """A number, date or time of a text.

    Args:
        shown: As it is written.
        readings: Each value that it can mean; of a number its canonical digits with its scale ("1.2k": "1200").
        bare: Its canonical digits without its scale; "" for a date or time.
        scaled: Whether a scale such as "million" belongs to it.
        percent: Whether it is a percentage.
        start: Where it begins in the text.
    """

    shown: str
    readings: tuple[str, ...]
    bare: str = ""
    scaled: bool = False
    percent: bool = False
    start: int = 0

    @property
    def is_one_digit(self) -> bool:
        """Return whether it is a whole number of one digit, without a scale or a percent sign."""
        plain = not self.scaled and not self.percent and self.shown.isdecimal()
        return plain and len(self.bare) == 1


class Support(NamedTuple):
    """The numbers of a context, to look others up in."""

    values: frozenset[str]
    unscaled: frozenset[str]
    bare: frozenset[str]
    months: frozenset[int]

    def holds(self, number: Number) -> bool:
        """Return whether the context holds a number, in whatever form.

        The scale may be written once for two numbers ("$425 to $475 million"), so a number without one is also looked
        for among those with one, and the other way round; two numbers with different scales are different.
        """
        if not self.values.isdisjoint(number.readings):
            return True
        return bool(number.bare) and number.bare in (self.unscaled if number.scaled else self.bare)


def canonical(whole: str, fraction: str = "") -> str:
    """Return digits as one canonical decimal: no leading or closing zeros."""
    if not whole.isascii() or not fraction.isascii():  # digits of other scripts
        whole, fraction = ("".join(str(int(digit)) for digit in part) for part in (whole, fraction))
    whole, fraction = whole.lstrip("0") or "0", fraction.rstrip("0")
    return f"{whole}.{fraction}" if fraction else whole


def _shifted(value: str, places: int) -> str:
    """Return a canonical value times a power of ten."""
    whole, _, fraction = value.partition(".")
    if places >= 0:
        fraction = fraction.ljust(places, "0")
        return canonical(whole + fraction[:places], fraction[places:])
    whole = whole.rjust(-places, "0")
    return canonical(whole[:places], whole[places:] + fraction)


def _value_of(chunk: str) -> str | None:
    """Return the canonical value of a chunk that is one number, None when it is something else."""
    if chunk.isdecimal():
        return canonical(chunk)
    if _grouped.fullmatch(chunk):
        whole, _, fraction = chunk.partition(".")
        return canonical(_group_marks.sub("", whole), fraction)
    if _grouped_decimal_comma.fullmatch(chunk):
        whole, _, fraction = chunk.partition(",")
        return canonical(_group_marks.sub("", whole), fraction)
    if _grouped_by_dots.fullmatch(chunk):
        whole, _, fraction = chunk.partition(",")
        return canonical(whole.replace(".", ""), fraction)
    if _decimal.fullmatch(chunk):
        whole, _, fraction = chunk.replace(",", ".").partition(".")
        return canonical(whole, fraction)
    return None


def _values_of(chunk: str, *, versions: bool = False) -> Iterator[tuple[str, str]]:
    """Yield the numbers of a chunk: itself, or the parts of a range, a telephone number and the like."""
    value = _value_of(chunk)
    if value is not None:
        yield chunk, value
        return
    for piece in _splitter.split(chunk):
        value = _value_of(piece)
        if value is not None:
            yield piece, value
        elif versions or not _version.fullmatch(piece):
            yield from ((digits, canonical(digits)) for digits in _digits.findall(piece))


def _dates_of(chunk: str) -> list[tuple[str, int, int]]:
    """Return the dates (year, month, day) that a chunk can mean; the year as it is written."""
    match = _date.fullmatch(chunk)
    if match is None:
        return []
    first, _, middle, last = match.groups()
    if len(first) == 4:
        orders = [(first, middle, last)]
    elif len(last) in (2, 4) and len(first) <= 2:
        orders = [(last, first, middle), (last, middle, first)]
    else:
        return []
    days = [(year, int(month), int(day)) for year, month, day in orders]
    return [(year, month, day) for year, month, day in days if 1 <= month <= 12 and 1 <= day <= 31]


def _date_readings(dates: Iterable[tuple[str, int, int]], asked: bool) -> list[str]:
    """Return dates as text to compare. A year of two digits, or none, on one side is no difference.

    What is asked for and what a context holds differ in the mark of the forms that only the other side may leave open.
    """
    found: list[str] = []
    for year, month, day in dates:
        short = f"{int(year) % 100:02}" if year else ""
        if len(year) == 4:
            found += [f"{int(year)}/{month}/{day}", f"{'' if asked else '??'}{short}/{month}/{day}"]
        elif year:
            found += [f"{short}/{month}/{day}", f"{'??' if asked else ''}{short}/{month}/{day}"]
        if asked or not year:
            found.append(f"/{month}/{day}")
    return found


def _time_readings(chunk: str, behind: str) -> list[str]:
    """Return the times of day that a chunk can mean, as "hour:minute"; "9" before "am" is one."""
    match = _time.fullmatch(f"{chunk}:00" if len(chunk) <= 2 and _half_of_day.match(behind) else chunk)
    if match is None or int(match[1]) > 24 or int(match[2]) > 59:
        return []
    hour, minute = int(match[1]), int(match[2])
    half = _half_of_day.match(behind)
    if half is not None and 1 <= hour <= 12:
        return [f"{hour % 12 + (12 if half[1] in 'pP' else 0)}:{minute:02}"]
    if half is None and 1 <= hour <= 12 and not match[1].startswith("0"):
        return [f"{hour % 12}:{minute:02}", f"{hour % 12 + 12}:{minute:02}"]
    return [f"{hour % 24}:{minute:02}"]


def _with_suffix(shown: str, value: str, text: str, end: int, start: int) -> Number:
    """Return a number with the percent sign, scale or exponent that stands behind it in the text."""
    behind = text[end : end + 16]
    if not behind or behind[0] in ".,;)\n":
        return Number(shown, (value,), value, start=start)
    if _percent.match(behind):
        return Number(shown, (value, _shifted(value, -2)), value, percent=True, start=start)
    scale = _scale.match(behind) or _letters.match(behind)
    word = scale[1].lower() if scale else ""
    if scale and word in SCALES:
        return Number(shown + scale[0], (_shifted(value, SCALES[word]),), value, scaled=True, start=start)
    exponent = _exponent.match(behind)
    if exponent is not None:
        value = _shifted(value, int(exponent[1]))
        shown += exponent[0]
    return Number(shown, (value,), value, start=start)


def numbers(text: str) -> Iterator[Number]:
    """Yield the numbers, dates and times of a text that stand on their own, in order.

    Digits inside a word, an identifier or a version are no number.
    """
    text, written = _joined(text), text
    for match in _chunk.finditer(text):
        chunk, start, end = match.group(), match.start(), match.end()
        if start and _before_code.search(text[max(0, start - 2) : start]):
            continue
        behind = text[end : end + 24]
        if _inside_code.match(behind) and not _exponent.match(behind):
            continue
        readings = [*_date_readings(_dates_of(chunk), asked=True), *_time_readings(chunk, behind)]
        if readings:
            yield Number(chunk, tuple(readings), start=start)
        else:
            for piece, value in _values_of(chunk):
                # "20-22 %": what stands behind the last belongs to all.
                number = _with_suffix(piece, value, text, end, start)
                yield number if text is written else _as_written(number, written, text)


def _joined(text: str) -> str:
    """Return a text in which the thousands of a number stand apart by thin spaces, as long as it was."""
    return _spaced.sub(lambda number: number.group().replace(" ", "\u2009"), text)


def _as_written(number: Number, written: str, text: str) -> Number:
    """Return a number of a joined text as it is written; "12 345" may be two numbers, of which the last counts then."""
    end = number.start + len(number.shown)
    shown = written[number.start : end]
    if shown == number.shown or text[number.start : end] != number.shown:
        return number
    groups = number.bare.partition(".")[0]
    two = shown.count(" ") == 1 and len(groups) > 3
    readings = (*number.readings, canonical(groups[-3:])) if two else number.readings
    return number._replace(shown=shown, readings=readings)


@shared
def support_of(context: str) -> Support:
    """Return the numbers that a context holds, read generously: also those inside words, dates and times."""
    found: set[Number] = set()
    dates: set[tuple[str, int, int]] = set()
    values = set(_spelled_values(_words.tokens(context)))
    unscaled, bare = set(values), set(values)
    joined = _joined(context)
    for match in _chunk.finditer(joined) if joined is not context else ():
        if "\u2009" in match.group():
            found.update(
                _with_suffix(piece, value, joined, match.end(), 0) for piece, value in _values_of(match.group())
            )
    for match in _chunk.finditer(context):
        chunk, start, end = match.group(), match.start(), match.end()
        if not chunk.isdecimal():
            dates.update(_dates_of(chunk))
            values.update(_time_readings(chunk, context[end : end + 8]))
        elif len(chunk) <= 2:
            values.update(_time_readings(chunk, context[end : end + 8]))
            dates.update(_spelled_date(context, chunk, start, end))
        found.update(_with_suffix(piece, value, context, end, 0) for piece, value in _values_of(chunk, versions=True))
    values.update(_date_readings(dates, asked=False))
    for number in found:
        values.update(number.readings)
        bare.add(number.bare)
        if not number.scaled:
            unscaled.add(number.bare)
    months = frozenset(month for _, month, _ in dates)
    return Support(frozenset(values), frozenset(unscaled), frozenset(bare), months)


def _spelled_values(words: list[str]) -> Iterator[str]:
    """Yield the values of the numbers among words, such as "twenty five" or "two hundred and ten"."""
    number = _Spelled()
    last = -2
    spots = [(place, NUMBER_WORDS[word]) for place, word in enumerate(words) if word in NUMBER_WORDS]
    for place, worth in spots:
        joined = place == last + 1 or (place == last + 2 and words[place - 1] == "and")
        if not joined or not number.takes(worth):
            yield from number.value()
            # The "million" of "3 million" is no number of its own, that of "a million" is.
            number = _Spelled(1 if worth >= 100 and place and words[place - 1] in {"a", "an"} else 0)
        if number.takes(worth):
            number.add(worth)
            last = place
    yield from number.value()


class _Spelled:
    """A number that grows word by word: "two", "hundred", "ten", "thousand"."""

    def __init__(self, current: int = 0) -> None:
        self.total = 0
        self.current = current
        self.scale = 10**15

    def takes(self, worth: int) -> bool:
        """Return whether a word can come next: a smaller scale, "hundred" behind tens, a unit behind round tens."""
        if worth >= 1000:
            return self.current > 0 and worth < self.scale
        if worth == 100:
            return 0 < self.current < 100
        if worth >= 10:
            return self.current % 100 == 0
        return self.current % 100 == 0 or (self.current % 100 >= 20 and self.current % 10 == 0)

    def add(self, worth: int) -> None:
        """Take the next word."""
        if worth >= 1000:
            self.total, self.current, self.scale = self.total + self.current * worth, 0, worth
        elif worth == 100:
            self.current *= worth
        else:
            self.current += worth

    def value(self) -> Iterator[str]:
        """Yield the value, unless it is nothing."""
        if self.total + self.current:
            yield str(self.total + self.current)


def _spelled_date(context: str, day: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """Yield the date that a day belongs to when a month's name is beside it; the year is "" when none is given."""
    before = _month_before.search(context[max(0, start - 12) : start])
    month = MONTHS.get(before[1].lower(), 0) if before else 0
    behind = (_year_behind if month else _month_behind).match(context[end : end + 24])
    if not month and behind:
        month = MONTHS.get(behind["month"].lower(), 0)
    if month:
        yield (behind["year"] or "") if behind else "", month, int(day)
