r"""Patterns that a user wrote: compiled and read as Python's `re` has them, and never searched without end.

    pattern = compiled(r"(?i)\brefund(ed)?\b", None)      # re.error when it does not compile
    search(pattern, text)                                 # True or False; TimeoutError past PATTERN_TIMEOUT_S

`re` can't be stopped, so it only searches where its work is bounded: by the pattern and the length of the text. All else
goes to the `regex` module, which takes a time limit. What a pattern needs, such as the `@` of an address, is looked for
first: a text without it is not searched at all, and where a match stays in its line only the lines that hold it are. Where the two read one pattern differently (POSIX classes, fuzzy
counts, what a word character or white space is), the pattern is rewritten for `regex` so that `re`'s meaning is kept.
"""

from __future__ import annotations

import functools
import math
import re
import time
import warnings
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from oodle_eval.v1._settings import SettingError
from oodle_eval.v1.util import PATTERN_TIMEOUT_S

__all__ = ["UserPattern", "compiled", "found", "search"]

# `re` is trusted with a search of so many steps, by the estimate below: some 50 ms.
MAX_STEPS = 2_000_000


class UserPattern(NamedTuple):
    """A user's pattern; make it with `compiled`."""

    source: str
    flags: int
    plain: re.Pattern[str]


@functools.lru_cache(maxsize=256)
def compiled(pattern: str, setting: str | None = None, flags: int = re.MULTILINE) -> UserPattern:
    """Return a pattern for `search` and `found`.

    Args:
        pattern: A regular expression in Python's `re` syntax.
        setting: What the pattern was passed as, such as "refusal: extra_patterns"; None leaves the error to the caller.
        flags: Flags of `re`; multi-line by default.

    Raises:
        re.error: The pattern does not compile, and `setting` is None.
        SettingError: The pattern does not compile, and `setting` is given; the message names it.
    """
    try:
        return UserPattern(pattern, flags, _compiled(pattern, flags))
    except re.error as error:
        if setting is None:
            raise
        raise SettingError(
            f"{setting} must hold regular expressions, and {_shown(pattern)} does not compile: {error}"
        ) from None


# Of these in a set Python warns, since they may mean more one day; in all patterns but few there is none.
_MAY_MEAN_MORE = ("--", "&&", "||", "~~")


def _is_warned_of(pattern: str) -> bool:
    opened = pattern.count("[")
    return opened > 1 or (opened == 1 and any(pair in pattern for pair in _MAY_MEAN_MORE))


def _compiled(pattern: str, flags: int) -> re.Pattern[str]:
    try:
        if not _is_warned_of(pattern):
            return re.compile(pattern, flags)
        with warnings.catch_warnings():  # printed where nobody looks, or an error that says nothing of the check
            warnings.simplefilter("ignore")
            return re.compile(pattern, flags)
    except re.error:
        raise
    except RecursionError:
        raise re.error("it is nested too deeply", pattern) from None
    except (OverflowError, ValueError, MemoryError) as error:
        raise re.error(str(error) or "it is too large", pattern) from None


def _shown(pattern: str) -> str:
    shown = repr(pattern)
    return shown if len(shown) <= 80 else f"{shown[:80]}..."


def search(pattern: UserPattern, text: str) -> bool:
    """Return whether a pattern matches anywhere in a text.

    Raises:
        TimeoutError: The search took longer than `PATTERN_TIMEOUT_S`.
    """
    return _match(pattern, text) is not None


def found(pattern: UserPattern, text: str) -> str | None:
    """Return the first stretch of a text that a pattern matches, None when there is none.

    Raises:
        TimeoutError: The search took longer than `PATTERN_TIMEOUT_S`.
    """
    match = _match(pattern, text)
    return None if match is None else str(match.group())


def _match(pattern: UserPattern, text: str) -> Any:
    needed, stays_in_line = _demands(pattern.source, pattern.flags)
    if needed and needed not in text:
        return None
    stretches: Iterable[tuple[int, int]] = ((0, len(text)),)
    if needed and stays_in_line:
        stretches = _lines_with(needed, text)
    steps_left, seconds_left = float(MAX_STEPS), PATTERN_TIMEOUT_S
    for begin, end in stretches:
        steps = _steps(pattern.source, end - begin) if end > begin else 0.0
        if steps <= steps_left:
            steps_left -= steps
            match = pattern.plain.search(text, begin, end)
        else:
            started = time.process_time()  # the clock of `regex`
            match = _timed_match(pattern, text, begin, end, seconds_left)
            seconds_left -= time.process_time() - started
        if match is not None:
            return match
    return None


def _lines_with(needed: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield where the lines begin and end that hold a string."""
    at = text.find(needed)
    while at >= 0:
        begin, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
        yield begin, end if end >= 0 else len(text)
        at = text.find(needed, end) if end >= 0 else -1


def _timed_match(pattern: UserPattern, text: str, begin: int, end: int, seconds: float) -> Any:
    """Search a stretch of a text for so many seconds at most."""
    timed = _timed(pattern.source, pattern.flags, text.isascii() or _reads_alike(text[begin:end]))
    if timed is None:
        return pattern.plain.search(text, begin, end)
    slow = f"the pattern {_shown(pattern.source)} took longer than {PATTERN_TIMEOUT_S} s"
    if seconds <= 0:
        raise TimeoutError(slow)
    try:
        return timed.search(text, begin, end, timeout=seconds)
    except TimeoutError:
        raise TimeoutError(slow) from None
    except (RecursionError, MemoryError):
        raise TimeoutError(f"the pattern {_shown(pattern.source)} ran out of memory") from None


_ASCII = bytes(range(128))


def _reads_alike(text: str) -> bool:
    """Return whether both engines agree which characters of a text are word characters and white space."""
    import regex  # noqa: PLC0415 - loaded when the first risky pattern is met

    beyond = text.encode("utf-8", "surrogatepass").translate(None, _ASCII).decode("utf-8", "surrogatepass")
    chars = "".join(set(beyond))
    return all(re.findall(kind, chars) == regex.findall(kind, chars) for kind in (r"\w", r"\s"))


# What a pattern is made of. `re` has accepted it, so the tokens are well formed.
_token = re.compile(
    r"""
      (?P<escape>\\(?:N\{[^}]*\}|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[0-3][0-7]{2}|0[0-7]?|[1-9]\d?|.))
    | (?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])
    | (?P<remark>\(\?\#[^)]*\))
    | (?P<open>\((?:\?(?:P<[^>]*>|<?[=!]|[:>]|P=[^)]*\)|\([^)]*\)|[aiLmsux-]*[:)]))?)
    | (?P<close>\))
    | (?P<bar>\|)
    | (?P<count>(?:[*+?]|\{(?:\d+(?:,\d*)?|,\d*)\})[?+]?)
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_verbose_flag = re.compile(r"\(\?[aiLmsu]*x[aiLmsux]*\)")
_ascii_flag = re.compile(r"\(\?[imsux]*a")


def _tokens(source: str) -> list[tuple[str, str]]:
    """Return the tokens of a pattern as (kind, text), without comments."""
    if _verbose_flag.match(source):
        source = re.sub(r"((?:\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[^#\\])+)|#[^\n]*", r"\1", source, flags=re.DOTALL)
    # A count behind a comment is one of what stands before it.
    return [(str(match.lastgroup), match.group()) for match in _token.finditer(source) if match.lastgroup != "remark"]


_other_reading = re.compile(r"\(\?[aiLmsu]*[sx]|\(\?\(")  # verbose, a dot that is any character, a condition
_ignored_case = re.compile(r"\(\?[aLmsu]*i")


@functools.lru_cache(maxsize=256)
def _demands(source: str, flags: int) -> tuple[str, bool]:
    """Return a string that every match of a pattern holds ("" when none is known), and whether a match stays in its line.

    Only what stands outside of brackets is looked at for the string.
    """
    if flags & (re.VERBOSE | re.DOTALL) or not flags & re.MULTILINE or _other_reading.search(source):
        return "", False
    caseless = bool(flags & re.IGNORECASE or _ignored_case.search(source))
    runs, depth = [""], 0
    for kind, token in _tokens(source):
        char = token[1:] if kind == "escape" else token
        is_literal = not token[1].isalnum() if kind == "escape" else kind == "other" and char not in ".^$"
        if kind == "bar" and not depth:
            return "", False
        if kind == "count" and _range(token)[0] == 0:
            runs[-1] = runs[-1][:-1]
        depth += (kind == "open" and not token.endswith(")")) - (kind == "close")
        if is_literal and not depth and not (caseless and (char.isalpha() or not char.isascii())):
            runs[-1] += char
        else:
            runs.append("")
    return max(runs, key=len), all(_stays(kind, token) for kind, token in _tokens(source))


def _stays(kind: str, token: str) -> bool:
    """Return whether a token of a pattern matches no line break, and takes a line's end as it takes the text's."""
    if kind == "escape":
        return token[1] in "wdbS" or not (token[1] == "\n" or token[1].isalnum())
    if kind == "set":
        escaped = re.findall(r"\\(.)", token, re.DOTALL)
        if token[1] == "^":
            return "s" in escaped or "n" in escaped
        return min(token) >= " " and all(char in "wdS" or not char.isalnum() for char in escaped)
    if kind == "open":
        return token in ("(", "(?:", "(?i)") or token.startswith("(?P<")
    return "\n" not in token


@functools.lru_cache(maxsize=256)
def _factors(source: str) -> tuple[float, int, bool]:
    """Return (constant factor, repeats of open length, whether repeats are nested) of a pattern's worst search.

    A repeat of what can itself match in several ways multiplies with every round, and so may a back-reference.
    """
    constant, open_repeats, nested = 1.0, 0, False
    varies = [False]  # of each bracket that is open: can it match in several ways?
    inner = False  # the same of the bracket that ends right here
    for kind, token in _tokens(source):
        ended, inner = inner, False
        if kind == "open":
            nested |= token.startswith("(?P=")
            varies += [] if token.endswith(")") else [False]
        elif kind == "close" and len(varies) > 1:
            inner = varies.pop()
            varies[-1] |= inner
        elif kind == "bar":
            constant += 1
            varies[-1] = True
        elif kind == "escape":
            nested |= token[1] in "123456789"
        elif kind == "count":
            least, most = _range(token)
            nested |= ended and most > 1
            varies[-1] |= least != most
            open_repeats += most == math.inf
            constant *= 1.0 if most == math.inf else max(1.0, most, most - least + 1)
    return constant, open_repeats, nested


def _range(count: str) -> tuple[float, float]:
    """Return the least and the most that a count stands for."""
    if count[0] in "*+?":
        return {"*": (0, math.inf), "+": (1, math.inf), "?": (0, 1)}[count[0]]
    least, comma, most = count[1 : count.index("}")].partition(",")
    lowest = float(least or 0)
    return lowest, float(most) if most else (math.inf if comma else lowest)


def _steps(source: str, length: int) -> float:
    """Return an upper estimate of the steps of `re` in a text of a length."""
    constant, open_repeats, nested = _factors(source)
    if nested:
        return math.inf
    return constant * float(length) ** min(open_repeats + 1, 30)


@functools.lru_cache(maxsize=256)
def _timed(source: str, flags: int, alike: bool) -> Any:
    """Return the pattern as a `regex` pattern that means the same, None when `regex` can't have it.

    `alike`: the text holds no character that only one of the engines takes as a word character.
    """
    import regex  # noqa: PLC0415 - loaded when the first risky pattern is met

    flags_there = regex.V0 | (regex.MULTILINE if flags & re.MULTILINE else 0)
    flags_there |= (regex.IGNORECASE if flags & re.IGNORECASE else 0) | (regex.DOTALL if flags & re.DOTALL else 0)
    try:
        return regex.compile(_rewritten(source, alike), flags_there, cache_pattern=False)
    except (regex.error, RecursionError, OverflowError, ValueError, MemoryError):
        return None


# `re`'s word characters and white space, as the inside of a set of `regex`.
_WORD = r"\p{L}\p{N}_"
_SPACE = r"\s\x1c-\x1f"


def _rewritten(source: str, alike: bool) -> str:
    """Return a pattern in the syntax of `regex` with the meaning that it has in `re`.

    `alike`: both mean the same by a word character, as in a text of ASCII only.
    """
    native = bool(_ascii_flag.search(source))
    out: list[str] = []
    for kind, token in _tokens(source):
        if kind == "set":
            out.append(_set(token, native, alike))
        elif kind == "escape":
            out.append(token if native else _escape(token, alike))
        elif kind == "count" and token.startswith("{,}"):
            out.append(f"*{token[3:]}")
        elif kind == "other" and token in ("{", "}"):
            out.append(f"\\{token}")
        else:
            out.append(token)
    return "".join(out)


def _escape(token: str, alike: bool) -> str:
    """Return an escape outside a set."""
    spaces = {r"\s": f"[{_SPACE}]", r"\S": f"[^{_SPACE}]"}
    if alike or token in spaces:
        return spaces.get(token, token)
    behind, ahead = f"(?<=[{_WORD}])", f"(?=[{_WORD}])"
    not_behind, not_ahead = f"(?<![{_WORD}])", f"(?![{_WORD}])"
    return {
        r"\w": f"[{_WORD}]",
        r"\W": f"[^{_WORD}]",
        r"\b": f"(?:{behind}{not_ahead}|{not_behind}{ahead})",
        r"\B": f"(?:{behind}{ahead}|{not_behind}{not_ahead})",
    }.get(token, token)


def _set(token: str, native: bool, alike: bool) -> str:
    """Return a set: its opening brackets are characters, and its shorthands mean what they mean in `re`."""
    inside = token[1:-1]
    negated = inside.startswith("^")
    inside = inside[1:] if negated else inside
    kept: list[str] = []
    outside: list[str] = []  # what a set of `regex` can't hold: the opposite of several classes
    for item in re.findall(r"\\(?:N\{[^}]*\}|.)|.", inside, flags=re.DOTALL):
        if native or item[0] != "\\":
            kept.append("\\" + item if item in "[]&|~" else item)
        elif item == r"\S" or (item == r"\W" and not alike):
            outside.append(_escape(item, alike))
        else:
            kept.append({r"\s": _SPACE, r"\w": r"\w" if alike else _WORD}.get(item, item))
    if not outside:
        return f"[{'^' if negated else ''}{''.join(kept)}]"
    if negated:
        rest = f"[^{''.join(kept)}]" if kept else r"[\s\S]"
        return f"(?:(?!{'|'.join(outside)}){rest})"
    if kept:
        outside.append(f"[{''.join(kept)}]")
    return f"(?:{'|'.join(outside)})"
