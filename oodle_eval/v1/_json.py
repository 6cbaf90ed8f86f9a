"""JSON as RFC 8259 has it: any depth, integers of any length, and no NaN or Infinity.

orjson reads what it can. It refuses some valid JSON (1,024 levels, numbers beyond a double, lone surrogates), and it
does not say what is wrong as the standard library does, which therefore gets what is left. That one too gives up on deep
nesting and on very long integers; then a slower parser without recursion takes over.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable
from typing import Any, NoReturn

from oodle_eval.v1._objects import json_value_of

__all__ = ["dump_json", "find_json", "parse_json"]

# A text is searched for embedded JSON until this many times its length has been read: a bound on hostile input.
SEARCH_BUDGET = 20
# So many places are tried with the fast parser first; to refuse a text costs it a look at all lines before.
FAST_TRIES = 100


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_decoder = json.JSONDecoder(parse_constant=_refuse_constant)

# orjson makes an integer of more than 64 bits a float: a run of so many digits is not left to it.
_LONG = b"0" * 19
_DIGITS_AS_ZERO = bytes(48 if 48 <= code <= 57 else code for code in range(256))


@functools.cache
def _orjson_loads() -> Callable[[bytes], Any]:
    import orjson  # noqa: PLC0415 - importing the checks loads no third party

    loads: Callable[[bytes], Any] = orjson.loads
    return loads


def _read_fast(text: str) -> tuple[bool, Any]:
    """Return (True, value) of a text that orjson reads, and reads as we do; else (False, None)."""
    if text.lstrip()[:1] not in ("{", "["):  # to refuse prose costs orjson as much as to read a document
        return False, None
    try:
        raw = text.encode()
        value = _orjson_loads()(raw)
    except ValueError:
        return False, None
    return (False, None) if _LONG in raw.translate(_DIGITS_AS_ZERO) else (True, value)


def parse_json(text: str) -> Any:
    """Return the value of a JSON text.

    Raises:
        ValueError: The text is not JSON; the message says what is wrong and where.
    """
    is_read, value = _read_fast(text)
    return value if is_read else _read_exactly(text)


# What a JSON value, or a constant that is not JSON, begins with.
_BEGINNINGS = frozenset('{["-0123456789tfnNI')


def _read_exactly(text: str) -> Any:
    # What the decoder's own `decode` does, but for the two ways in which prose fails: to say so takes it long.
    at = _behind_space(text, 0)
    if text[at : at + 1] not in _BEGINNINGS:
        raise _refusal("Expecting value", text, at)
    try:
        value, end = _decoder.raw_decode(text, at)
    except json.JSONDecodeError as error:
        raise ValueError(f"{error.msg.removesuffix(' at')} at line {error.lineno}, column {error.colno}") from None
    except (RecursionError, ValueError):
        # Deeply nested, an integer beyond Python's limit for int(), or a constant that is not JSON.
        return _Parser(text).whole_text()
    end = _behind_space(text, end)
    if end != len(text):
        raise _refusal("Extra data", text, end)
    return value


_space = re.compile(r"[ \t\n\r]*")


def _behind_space(text: str, at: int) -> int:
    match = _space.match(text, at)
    return match.end() if match else at


def _refusal(problem: str, text: str, at: int) -> ValueError:
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    return ValueError(f"{problem} at line {line}, column {column}")


class _RefusedError(ValueError):
    """What stops the parser; where is worked out only when somebody reads it."""


class _Parser:
    """A JSON parser with its own stack, for what the standard library's gives up on."""

    _number = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
    _words = (("true", True), ("false", False), ("null", None))

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.opened: list[int] = []  # where each container still open begins
        self.completed: tuple[int, Any] | None = None  # of the containers that were closed, the first: (start, value)

    def whole_text(self) -> Any:
        """Return the value of the whole text."""
        try:
            value = self.value_at(0)
            self.skip_space()
            if self.at != len(self.text):
                self.fail("Extra data")
        except _RefusedError as problem:
            raise _refusal(str(problem), self.text, self.at) from None
        return value

    def fail(self, problem: str) -> NoReturn:
        raise _RefusedError(problem)

    def skip_space(self) -> None:
        self.at = _behind_space(self.text, self.at)

    def value_at(self, start: int) -> Any:
        """Return the value that begins at `start`, and leave `at` behind it."""
        self.at = start
        self.opened, self.completed = [], None
        stack: list[Any] = []
        keys: list[str] = []
        while True:
            value, is_open = self.next_value()
            if is_open:
                stack.append(value)
                if isinstance(value, dict):
                    keys.append(self.key())
                continue
            value = self.placed(value, stack, keys)
            if not stack:
                return value

    def next_value(self) -> tuple[Any, bool]:
        """Read a scalar, an empty container, or the opening of a container that has items (True)."""
        self.skip_space()
        text, at = self.text, self.at
        char = text[at : at + 1]
        if char and char in "{[":
            self.at += 1
            self.skip_space()
            container: Any = {} if char == "{" else []
            if self.text[self.at : self.at + 1] == ("}" if char == "{" else "]"):
                self.at += 1
                self.close(at, container)
                return container, False
            self.opened.append(at)
            return container, True
        if char == '"':
            return self.string(), False
        for word, value in self._words:
            if text.startswith(word, at):
                self.at += len(word)
                return value, False
        return self.number(), False

    def placed(self, value: Any, stack: list[Any], keys: list[str]) -> Any:
        """Put a finished value into its container, closing containers as they end."""
        while stack:
            container = stack[-1]
            if isinstance(container, dict):
                container[keys[-1]] = value
            else:
                container.append(value)
            self.skip_space()
            char = self.text[self.at : self.at + 1]
            if char == ",":
                self.at += 1
                if isinstance(container, dict):
                    keys[-1] = self.key()
                return value
            if char != ("}" if isinstance(container, dict) else "]"):
                self.fail("Expecting ',' delimiter")
            self.at += 1
            value = stack.pop()
            if isinstance(value, dict):
                keys.pop()
            self.close(self.opened.pop(), value)
        return value

    def close(self, start: int, container: Any) -> None:
        if self.completed is None or start < self.completed[0]:
            self.completed = (start, container)

    def key(self) -> str:
        self.skip_space()
        if self.text[self.at : self.at + 1] != '"':
            self.fail("Expecting property name enclosed in double quotes")
        key = self.string()
        self.skip_space()
        if self.text[self.at : self.at + 1] != ":":
            self.fail("Expecting ':' delimiter")
        self.at += 1
        return key

    def string(self) -> str:
        try:
            value, self.at = json.decoder.scanstring(self.text, self.at + 1, True)  # type: ignore[attr-defined]
        except json.JSONDecodeError as error:
            self.at = error.pos
            self.fail(error.msg.removesuffix(" at"))
        return str(value)

    def number(self) -> float:
        match = self._number.match(self.text, self.at)
        if match is None:
            self.fail("Expecting value")
        self.at = match.end()
        if match.group(1) or match.group(2):
            return float(match.group())
        return integer(match.group())


def integer(digits: str) -> int:
    """Return the integer of decimal digits of any length, without touching Python's global limit.

    Halving keeps the cost far below quadratic.
    """
    if digits.startswith("-"):
        return -integer(digits[1:])
    if len(digits) <= 4000:
        return int(digits)
    half = len(digits) // 2
    return int(integer(digits[:-half]) * 10**half + integer(digits[-half:]))


_opener = re.compile(r"[{\[]")


def _fast(text: str, start: int) -> tuple[bool, Any]:
    """Return (True, value) of the JSON value that begins at a place, by the fast parser; (False, None) if it refuses."""
    try:
        return True, _decoder.raw_decode(text, start)[0]
    except (RecursionError, ValueError):
        return False, None


def find_json(text: str) -> tuple[bool, Any]:
    """Return (True, value) of the first object or array in a text that parses, else (False, None).

    A container left open where parsing fails can't parse from its own start either, and one that was closed on the way
    is the answer. So a text is read about once; `SEARCH_BUDGET` bounds what is left.
    """
    parser = _Parser(text)
    dead: set[int] = set()
    budget = SEARCH_BUDGET * len(text) + 1000
    tries = 0
    match = _opener.search(text)
    while match and budget > 0:
        start = match.start()
        if start not in dead:
            tries += 1
            found, value = _fast(text, start) if tries <= FAST_TRIES else (False, None)
            if found:
                return True, value
            try:
                return True, parser.value_at(start)
            except ValueError:
                if parser.completed is not None:
                    return True, parser.completed[1]
            budget -= parser.at - start + 1
            dead.update(parser.opened)
        match = _opener.search(text, start + 1)
    return False, None


def dump_json(value: Any) -> str:
    """Return the JSON text of any value; what neither JSON nor `json_value_of` knows becomes its `str`. It never raises."""
    try:
        return json.dumps(value, ensure_ascii=False, default=_foreign)
    except (RecursionError, ValueError, TypeError):
        return "".join(_pieces(value))


def _foreign(value: Any) -> Any:
    """Return what stands for a value that JSON doesn't know."""
    if isinstance(value, set | frozenset):
        return sorted(_text_of(item) for item in value)
    if isinstance(value, bytes | bytearray):
        return value.decode("utf-8", "replace")
    known = json_value_of(value)
    return _text_of(value) if known is value else known


def _text_of(value: Any) -> str:
    try:
        return str(value)
    except Exception:  # noqa: BLE001 - a foreign __str__ may raise anything
        return f"<{type(value).__name__}>"


def _pieces(value: Any) -> list[str]:
    """Return the JSON text in pieces, without recursion: for deep, circular or odd values."""
    pieces: list[str] = []
    inside: set[int] = set()
    todo: list[Any] = [(value,)]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            pieces.append(item)
        elif isinstance(item, int):
            inside.discard(item)
        else:
            todo.extend(_opened(item[0], inside, pieces))
    return pieces


def _opened(value: Any, inside: set[int], pieces: list[str]) -> list[Any]:
    """Write a scalar, or return what is left to do for a container, last first."""
    if not isinstance(value, dict | list | tuple):
        pieces.append(_scalar(value))
        return []
    if id(value) in inside:
        pieces.append('"..."')
        return []
    inside.add(id(value))
    is_object = isinstance(value, dict)
    left: list[Any] = [id(value), "}" if is_object else "]"]
    if isinstance(value, dict):
        for place, (key, item) in enumerate(reversed(list(value.items()))):
            left += [", "] if place else []
            left += [(item,), ": ", json.dumps(_text_of(key), ensure_ascii=False)]
    else:
        for place, item in enumerate(reversed(value)):
            left += [", "] if place else []
            left.append((item,))
    pieces.append("{" if is_object else "[")
    return left


def _scalar(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return long_digits(value)
    try:
        return json.dumps(value, ensure_ascii=False, default=_text_of)
    except (ValueError, RecursionError):
        return f'"<{type(value).__name__}>"'


def long_digits(value: int) -> str:
    """Return the decimal digits of an integer of any length, without touching Python's global limit."""
    try:
        return str(value)
    except ValueError:
        from decimal import Context, Decimal  # noqa: PLC0415 - only for integers of more than 4,300 digits

        return f"{Context(prec=10**7).create_decimal(Decimal(value)):f}"
