"""Each check beside the reference implementations that it is like: what both are given, and how near they must be.

`compat_tests/references/test_agreement.py` holds every pair to what it promises; `benchmarks/agreement.py` writes the
table. Where the two part, `compat_tests/references/deviations.toml` has the case, both values, and who is right.
"""

from __future__ import annotations

import functools
import importlib
import itertools
import json
import math
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

TOLERANCE = 1e-9
DEVIATIONS = Path(__file__).parents[2] / "compat_tests/references/deviations.toml"
AREAS = ("format", "quality", "similarity", "safety", "conversation", "agent")

Judge = Callable[[Any], Any]


@dataclass(frozen=True)
class Pair:
    """A check and a reference.

    `cases(count)` gives the inputs, as many as asked where they are generated, or all of a fixed list. `ours` judges
    one; `theirs()` loads the reference and gives its judge. `kind` says what is promised: "equal" to 1e-9,
    "agreement" of verdicts or "rank" correlation, these two with `least`. `fixed`: every case where the two part must
    be on file.
    """

    check: str
    reference: str
    modules: tuple[str, ...]
    kind: Literal["equal", "agreement", "rank"]
    cases: Callable[[int], Sequence[Any]]
    ours: Judge
    theirs: Callable[[], Judge]
    least: float = 1.0
    fixed: bool = False
    note: str = ""  # why a rank is not 1

    @property
    def name(self) -> str:
        return f"{self.check} ~ {self.reference}"

    @property
    def missing(self) -> str:
        """A module of the reference that is not installed, "" when all are."""
        return next((module for module in self.modules if find_spec(module.split(".")[0]) is None), "")

    @property
    def version(self) -> str:
        """The reference's distribution and its version."""
        root = self.modules[0].split(".")[0]
        names = _distributions().get(root)
        return f"{names[0]} {metadata.version(names[0])}" if names else "standard library"


@dataclass(frozen=True)
class Agreement:
    """What came of a pair: `value` is the largest difference, the share of equal verdicts, or the rank correlation."""

    pair: Pair
    cases: int
    value: float
    parted: list[tuple[Any, Any, Any]]

    @property
    def kept(self) -> bool:
        return not self.parted if self.pair.kind == "equal" else self.value >= self.pair.least


@functools.cache
def _distributions() -> Mapping[str, list[str]]:
    return metadata.packages_distributions()


def pairs() -> list[Pair]:
    """Return every pair, in the order of the areas."""
    modules = [importlib.import_module(f"reference_pairs.{area}") for area in AREAS]
    return [pair for module in modules for pair in module.PAIRS]


def deviations() -> list[dict[str, Any]]:
    """Return the deviations on file; `given` is JSON, since TOML has no null."""
    filed = tomllib.loads(DEVIATIONS.read_text("utf-8"))["deviation"]
    return [entry | {"given": json.loads(entry["given"])} for entry in filed]


def differs(ours: Any, theirs: Any) -> float:
    """Return how far two values are apart: lists item by item, anything but numbers 0 or infinitely."""
    if isinstance(ours, list | tuple) and isinstance(theirs, list | tuple) and len(ours) == len(theirs):
        return max(itertools.starmap(differs, zip(ours, theirs, strict=True)), default=0.0)
    if isinstance(ours, int | float) and isinstance(theirs, int | float):
        return 0.0 if ours == theirs else abs(ours - theirs) if math.isfinite(ours - theirs) else math.inf
    return 0.0 if ours == theirs else math.inf


def agreement(pair: Pair, count: int) -> Agreement:
    """Compare a pair on its cases."""
    theirs, cases = pair.theirs(), pair.cases(count)
    found = [(case, pair.ours(case), theirs(case)) for case in cases]
    if pair.kind == "rank":
        return Agreement(pair, len(found), rank_correlation([a for _, a, _ in found], [b for _, _, b in found]), [])
    parted = [(case, a, b) for case, a, b in found if not differs(a, b) <= TOLERANCE]
    if pair.kind == "agreement":
        return Agreement(pair, len(found), 1 - len(parted) / len(found), parted)
    return Agreement(pair, len(found), max(differs(a, b) for _, a, b in found), parted)


def rank_correlation(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """Return Spearman's rank correlation."""
    from statistics import correlation

    return correlation(_ranks(ours), _ranks(theirs))


def _ranks(values: Sequence[float]) -> list[float]:
    """Return each value's rank; equal ones share theirs."""
    ordered = sorted(values)
    first = {value: place for place, value in reversed(list(enumerate(ordered)))}
    last = {value: place for place, value in enumerate(ordered)}
    return [(first[value] + last[value]) / 2 for value in values]
