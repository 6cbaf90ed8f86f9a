"""Every check beside every reference implementation that it is like: the agreement promised, and where the two part.

The pairs stand in `benchmarks/reference_pairs`; a reference that is not installed is skipped. No chance and no clock:
the cases are the same in each run.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
import reference_pairs

PAIRS = {pair.name: pair for pair in reference_pairs.pairs()}
DEVIATIONS = reference_pairs.deviations()
CASES = [(entry, case) for entry in DEVIATIONS for case in entry["given"]]
COUNT = 150


def needed(pair):
    if pair.missing:
        pytest.skip(f"{pair.missing} is not installed")
    try:
        return pair.theirs()
    except LookupError as error:  # a package without its data
        pytest.skip(str(error))


def filed(pair):
    return [case for entry, case in CASES if f"{entry['check']} ~ {entry['reference']}" == pair.name]


@pytest.mark.parametrize("name", PAIRS)
def test_agreement_is_what_was_promised(name):
    pair = PAIRS[name]
    needed(pair)
    found = reference_pairs.agreement(pair, COUNT)
    assert found.kept, (found.value, found.parted[:3])
    if pair.fixed:
        assert [parted for parted in found.parted if parted[0] not in filed(pair)] == []


@pytest.mark.parametrize(("entry", "case"), CASES, ids=[f"{entry['check']}-{entry['case']}" for entry, _ in CASES])
def test_a_deviation_is_as_filed(entry, case):
    pair = PAIRS[f"{entry['check']} ~ {entry['reference']}"]
    theirs = needed(pair)
    assert same(pair.ours(case), entry["ours"])
    assert same(theirs(case), entry["theirs"])


def same(value, wanted):
    if isinstance(wanted, list):
        return len(value) == len(wanted) and all(map(same, value, wanted))
    if isinstance(wanted, float) and math.isnan(wanted):
        return math.isnan(value)
    return value == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize("entry", DEVIATIONS, ids=[f"{entry['check']}-{entry['case']}" for entry in DEVIATIONS])
def test_a_deviation_says_who_is_right_and_why(entry):
    assert entry["right"] in ("ours", "theirs", "either")
    assert len(entry["why"].split()) >= 4
    assert not same(entry["theirs"], entry["ours"])


def test_rank_correlation_is_spearmans():
    assert reference_pairs.rank_correlation([1, 2, 3, 4], [10, 20, 40, 30]) == pytest.approx(
        0.8
    )  # 1 - 6 * 2 / (4 * 15)
    assert reference_pairs.rank_correlation([1, 2, 2, 3], [1, 2, 2, 3]) == pytest.approx(1)
