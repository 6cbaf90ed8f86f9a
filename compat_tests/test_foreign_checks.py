"""Frameworks' evaluators as checks take whatever a built-in check takes: a context, or a plain string as the output."""

import pytest

from oodle_eval.runs import run
from oodle_eval.runtime import EvaluationContext, ObservationContext
from oodle_eval.v1 import checks
from oodle_eval_adapters.langsmith import from_langsmith
from oodle_eval_adapters.openevals import from_openevals
from oodle_eval_adapters.opik import from_opik


def in_langsmith(outputs):
    return {"key": "polite", "score": "please" in outputs["output"]}


def in_openevals(*, outputs, **kwargs):
    return {"key": "polite", "score": "please" in outputs, "comment": None}


class InOpik:
    name = "polite"

    def score(self, output):
        from opik.evaluation.metrics.score_result import ScoreResult

        return ScoreResult("polite", "please" in output)


CHECKS = [from_langsmith(in_langsmith), from_openevals(in_openevals), from_opik(InOpik())]


@pytest.mark.parametrize("check", CHECKS, ids=["langsmith", "openevals", "opik"])
@pytest.mark.parametrize(("said", "wanted"), [("yes, please", True), ("yes", False)])
def test_a_plain_string_is_the_output(check, said, wanted):
    assert bool(check(said)["polite"].value) is wanted
    assert bool(check(EvaluationContext(ObservationContext(output=said)))["polite"].value) is wanted
    assert bool(checks.suite(check, checks.refusal())(said)["polite"].value) is wanted
    (result,) = run([said], check)
    assert bool(next(result.scores()).value) is wanted
