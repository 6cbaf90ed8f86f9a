"""Which record of a list is compared with which, as openevals chooses: each takes the free one that it agrees with most.

Agreement is the number of keys with equal values; of several with most the first is taken. openevals looks at each free
record for each record, which is quadratic in Python. Here a record that equals the first free one takes it at once, and
any other asks an index: first the values that few records have, and only if these can't decide, the counts of all free
records together, kept as bits of long integers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import repeat
from operator import eq
from typing import Any

from oodle_eval_adapters._values import PLAIN, Tokens, same

__all__ = ["Record", "are_same_records", "pairing"]

Record = dict[str, Any]

# A value that more records have than this is not looked up one by one.
FEW = 32
TELLING = str, int, float
FLAGS = True, False
MISSING = object()
BITS = bytes.maketrans(b"\0\1", b"01")


def are_same_records(first: Sequence[Record], second: Sequence[Record]) -> bool:
    """Return whether two lists hold equal records, in any order."""
    if len(first) != len(second):
        return False
    differing = next((one for one, other in zip(first, second, strict=True) if not same(one, other)), None)
    if differing is None:
        return True
    if not _holds(second, differing):
        return False
    tokens = Tokens()
    return Counter(map(tokens, first)) == Counter(map(tokens, second))


def _holds(records: Sequence[Record], record: Record) -> bool:
    try:
        return record in records
    except Exception:  # noqa: BLE001 - too deep for Python, or a foreign `__eq__`
        return any(same(record, other) for other in records)


def pairing(seekers: Sequence[Record], sought: Sequence[Record]) -> list[tuple[int | None, bool]]:
    """Return for each seeker the place of the record that it takes (None when none is left), and if it equals it."""
    pool = _Pool(sought)
    pairs: list[tuple[int | None, bool]] = []
    for seeker in seekers:
        if pool.first == len(sought):
            pairs.append((None, False))
        elif same(seeker, sought[pool.first]):
            pairs.append((pool.first, True))
            pool.remove(pool.first)
        else:
            place = pool.best(seeker)
            pairs.append((place, False))
            pool.remove(place)
    return pairs


def _agreement(first: Record, second: Record) -> int:
    """Return the number of keys that have equal values."""
    try:
        agreed = sum(map(eq, first.values(), map(second.get, first, repeat(MISSING))))
    except Exception:  # noqa: BLE001 - too deep for Python, or a foreign `__eq__`
        agreed = None
    if type(agreed) is int:
        return agreed
    return sum(1 for key, value in first.items() if key in second and same(value, second[key]))


def _looked_up(record: Record) -> list[str]:
    """Return a record's keys as they are looked up: those of texts and numbers, which tell records apart, come first."""
    return sorted(record, key=lambda key: not isinstance(record[key], TELLING) or record[key] in FLAGS)


class _Pool:
    """Records that can each be taken once."""

    def __init__(self, records: Sequence[Record]) -> None:
        self.records = records
        self.is_free = bytearray(b"\1" * len(records))
        self.first = 0  # the first free one; the number of records when none is
        self.tokens = Tokens()
        self.columns: dict[str, dict[Any, list[int]]] = {}
        self.masks: dict[tuple[str, Any], int] = {}
        self.orders: dict[tuple[str, ...], list[str]] = {}

    def remove(self, place: int) -> None:
        """Take a record away."""
        is_free = self.is_free
        is_free[place] = 0
        if place == self.first:
            self.first = place + 1
            if self.first < len(is_free) and not is_free[self.first]:
                following = is_free.find(1, place)
                self.first = len(is_free) if following < 0 else following

    def best(self, record: Record) -> int:
        """Return the free record that agrees most.

        A record that has none of the values looked up so far agrees in `unseen` at most.
        """
        best, most = self.first, _agreement(record, self.records[self.first])
        unseen = len(record)
        keys = tuple(record)
        if keys not in self.orders:
            self.orders[keys] = _looked_up(record)
        for key in self.orders[keys]:
            if most > unseen or (most == unseen and best == self.first):
                return best
            places = self._places(key, record[key])
            if len(places) > FEW:
                continue
            unseen -= 1
            for place in places:
                if self.is_free[place] and place != self.first:
                    agreed = _agreement(record, self.records[place])
                    if agreed > most or (agreed == most and place < best):
                        best, most = place, agreed
        is_decided = most > unseen or (most == unseen and best == self.first)
        return best if is_decided else self._counted(record)

    def _token(self, value: Any) -> Any:
        return value if type(value) in PLAIN else self.tokens(value)

    def _places(self, key: str, value: Any) -> Sequence[int]:
        """Return the records, free or not, that have this value."""
        if key not in self.columns:
            column: dict[Any, list[int]] = {}
            for place, record in enumerate(self.records):
                if key in record:
                    column.setdefault(self._token(record[key]), []).append(place)
            self.columns[key] = column
        return self.columns[key].get(self._token(value), ())

    def _counted(self, record: Record) -> int:
        """Return the free record that agrees most, by counting the agreements of all records at once.

        Bit `n` of `digits[d]` is binary digit `d` of the count of record `n`.
        """
        digits: list[int] = []
        for key, value in record.items():
            carry = self._mask(key, value)
            for place, digit in enumerate(digits):
                digits[place], carry = digit ^ carry, digit & carry
            if carry:
                digits.append(carry)
        left = _as_bits(self.is_free)
        for digit in reversed(digits):
            left = left & digit or left
        return (left & -left).bit_length() - 1

    def _mask(self, key: str, value: Any) -> int:
        """Return the records that have this value, as bits."""
        places = self._places(key, value)
        if len(places) <= FEW:
            return sum(1 << place for place in places)
        name = key, self._token(value)
        if name not in self.masks:
            flags = bytearray(len(self.records))
            for place in places:
                flags[place] = 1
            self.masks[name] = _as_bits(flags)
        return self.masks[name]


def _as_bits(flags: bytearray) -> int:
    """Return flags of one byte each (0 or 1) as the bits of an integer."""
    return int(flags[::-1].translate(BITS), 2)
