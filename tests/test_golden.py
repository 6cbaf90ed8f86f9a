"""The promise of v1: cases of (settings, input) to full scores, each with the reason why the value is right.

`tests/golden/v1/<area>/<check>.jsonl` holds a case a line: id, settings, input (a text, another value, or a context's
fields), and `scores` or a part of the `error`, and why. `tests/golden/digests.json` holds what each case promised. A new
case is free; a promise that changed or went needs a line in CHANGELOG.md that names the check, the old value and the new
one. `python tests/test_golden.py --renew` looks for that line, and then writes the digests anew.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import sys
from pathlib import Path

import pytest

from oodle_eval.runtime import EvaluationContext, ExperimentContext, ObservationContext, TraceContext
from oodle_eval.v1 import checks
from oodle_eval.v1.checks import CHECKS

HERE = Path(__file__).parent
FILES = sorted((HERE / "golden" / "v1").glob("*/*.jsonl"))
DIGESTS = HERE / "golden" / "digests.json"
CHANGELOG = HERE.parent / "CHANGELOG.md"
CONTEXT = {"input", "output", "metadata", "trace", "expected_output"}
FEWEST = 12


def read(text):
    return [json.loads(line) for line in text.splitlines()]


CASES = [(file.stem, case) for file in FILES for case in read(file.read_text(encoding="utf-8"))]
every_case = pytest.mark.parametrize(("check", "case"), CASES, ids=[f"{check}-{case['id']}" for check, case in CASES])


def subject(given):
    if not isinstance(given, dict) or set(given) != CONTEXT:
        return given
    return EvaluationContext(
        ObservationContext(given["input"], given["output"], given["metadata"]),
        TraceContext(spans=given["trace"]),
        experiment=ExperimentContext(expected_output=given["expected_output"]),
    )


def assert_kept(scores, promised):
    assert [score.name for score in scores] == [score["name"] for score in promised]
    for score, wanted in zip(scores, promised, strict=True):
        assert same(score.value, wanted["value"]), f"{score.name} is {score.value!r}, was {wanted['value']!r}"
        assert (score.data_type, score.higher_is_better) == (wanted["data_type"], wanted["higher_is_better"])
        # Where a comment quotes Python's own words, which differ by its version, only its beginning is promised.
        if wanted["comment"].endswith(" ..."):
            assert score.comment.startswith(wanted["comment"].removesuffix("..."))
        else:
            assert score.comment == wanted["comment"]


def same(value, wanted):
    if isinstance(wanted, bool) or not isinstance(wanted, int | float):
        return type(value) is type(wanted) and value == wanted
    return not isinstance(value, bool) and math.isclose(value, wanted, rel_tol=1e-12, abs_tol=1e-12)


@every_case
def test_the_bare_call_keeps_the_promise(check, case):
    if "error" in case:
        with pytest.raises(ValueError, match=re.escape(case["error"])):
            CHECKS[check].function(subject(case["input"]), **case["settings"])
    else:
        assert_kept(CHECKS[check].function(subject(case["input"]), **case["settings"]), case["scores"])


@every_case
def test_the_bound_check_keeps_the_promise(check, case):
    bind = getattr(checks, check)
    if "error" in case:
        with pytest.raises(ValueError, match=re.escape(case["error"])):
            bind(**case["settings"])(subject(case["input"]))
    else:
        assert_kept(bind(**case["settings"])(subject(case["input"])), case["scores"])


@pytest.mark.parametrize("check", CHECKS)
def test_every_check_has_its_golden_cases(check):
    ids = [case["id"] for name, case in CASES if name == check]
    assert len(ids) >= FEWEST
    assert len(set(ids)) == len(ids)
    assert (HERE / "golden" / "v1" / CHECKS[check].area / f"{check}.jsonl") in FILES
    assert all(case["why"] for name, case in CASES if name == check)


def test_every_score_of_a_check_is_promised():
    for name, check in CHECKS.items():
        promised = {score["name"] for found, case in CASES if found == name for score in case.get("scores", ())}
        assert {spec.name for spec in check.scores} <= promised


# What a case promises, and what holds it and the changelog together.


def promise(case):
    """Return what a case promises: a digest of its settings, input and outcome (comments aside), and its values."""
    values = case.get("error") or ", ".join(str(score["value"]) for score in case["scores"])
    names = [score["name"] for score in case.get("scores", ())]
    held = json.dumps([case["settings"], case["input"], names, values], sort_keys=True)
    return [hashlib.sha256(held.encode()).hexdigest()[:16], values]


def promises():
    return {f"{check}/{case['id']}": promise(case) for check, case in CASES}


def untold(before, now, changelog):
    """Return what the changelog needs to say of the promises that changed or went."""
    changed = [(key, old, now.get(key, ["", "gone"])) for key, old in before.items() if now.get(key) != old]
    return [
        f"{key}: CHANGELOG.md needs a line with `{key.partition('/')[0]}`, {old[1]} and {new[1]}"
        for key, old, new in changed
        if not is_told(changelog, key.partition("/")[0], old[1], new[1])
    ]


def is_told(changelog, check, old, new):
    """Return whether a line of the changelog names the check, the old value and the new one."""
    return any(all(word in line for word in (f"`{check}`", old, new)) for line in changelog.splitlines())


def committed():
    return json.loads(DIGESTS.read_text(encoding="utf-8")) if DIGESTS.exists() else {}


def test_a_promise_that_changed_is_in_the_changelog():
    assert not untold(committed(), promises(), CHANGELOG.read_text(encoding="utf-8"))


def test_every_case_has_its_digest():
    assert promises() == committed(), "run python tests/test_golden.py --renew"


def test_the_changelog_tells_of_a_change_by_check_and_values():
    line = "- Fixed: `bleu` of one word was 0.0, is 1.0."
    assert is_told(line, "bleu", "0.0", "1.0")
    assert not is_told(line, "rouge", "0.0", "1.0")
    assert not is_told(line, "bleu", "0.5", "1.0")


def test_a_changed_value_is_a_changed_promise_and_a_changed_comment_is_none():
    case = {"settings": {}, "input": "a", "scores": [{"name": "s", "value": True, "comment": "x"}], "why": "y"}
    other = {**case, "scores": [{"name": "s", "value": True, "comment": "z"}], "why": "w"}
    changed = {**case, "scores": [{"name": "s", "value": False, "comment": "x"}]}
    assert promise(case) == promise(other)
    before = {"bleu/a": promise(case)}
    assert untold(before, {"bleu/a": promise(changed)}, "") == [
        "bleu/a: CHANGELOG.md needs a line with `bleu`, True and False"
    ]
    assert not untold(before, {"bleu/a": promise(changed)}, "- Fixed: `bleu` of a word was True, is False.")
    assert untold(before, {}, "")
    assert not untold({}, before, "")


def renew():
    missing = untold(committed(), promises(), CHANGELOG.read_text(encoding="utf-8"))
    if not missing:
        DIGESTS.write_text(
            json.dumps(promises(), indent=0, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8"
        )
    return missing


if __name__ == "__main__":
    if sys.argv[1:] != ["--renew"]:
        raise SystemExit("usage: python tests/test_golden.py --renew")
    raise SystemExit("\n".join(renew()) or 0)
