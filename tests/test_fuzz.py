"""A short run of the fuzzer; `python benchmarks/fuzz.py --count 1000000` is the long one."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"


@pytest.fixture(scope="module")
def fuzz():
    sys.path.insert(0, str(BENCHMARKS))
    try:
        import fuzz
    finally:
        sys.path.remove(str(BENCHMARKS))
    return fuzz


AREAS = ("format", "quality", "similarity", "safety", "conversation", "context", "agent", "trace")


@pytest.mark.filterwarnings("ignore::FutureWarning")  # a pattern of the fuzzer's may be one that Python warns of
@pytest.mark.parametrize("area", AREAS)
def test_random_input_gives_scores_or_one_error(fuzz, area):
    # Other inputs than the long run's, which begins at 0.
    tally = fuzz.run(area, seed=2, first=0, count=250)
    assert not tally.findings
    assert tally.inputs == 250
    assert tally.scored > 250


def test_every_area_is_fuzzed(fuzz):
    assert set(fuzz.AREAS) == set(AREAS)


def test_an_input_depends_on_its_seed_only(fuzz):
    def made(seed):
        return repr([fuzz.some_subject(random.Random(f"{seed}:{number}")) for number in range(50)])

    assert made(1) == made(1)
    assert made(1) != made(2)


def test_what_breaks_a_declaration_is_found(fuzz):
    from oodle_eval.runtime import Score, Scores
    from oodle_eval.v1.checks import CHECKS

    check = CHECKS["length_budget"]
    good = Scores([Score(True, "BOOLEAN", "3 words", "within_length", True)])
    assert fuzz.misfit(check, good, "within_length") is None
    assert fuzz.misfit(check, list(good), "within_length")
    assert fuzz.misfit(check, Scores(), "within_length")
    assert fuzz.misfit(check, good, "mine")
    for broken in (
        Score(True, "BOOLEAN", "", "within_length", True),
        Score(True, "BOOLEAN", "x" * 501, "within_length", True),
        Score(True, "BOOLEAN", "x", "within_length", False),
        Score(1, "NUMERIC", "x", "within_length", True),
    ):
        assert fuzz.misfit(check, Scores([broken]), "within_length")
