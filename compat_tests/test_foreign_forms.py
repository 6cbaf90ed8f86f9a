"""The way back: frameworks' own metrics of odd forms as checks. They pickle, run async, and give no NaN."""

import asyncio
import math
import pickle

import pytest

pytest.importorskip("opik")
pytest.importorskip("langsmith")

from langsmith.evaluation import RunEvaluator
from opik.evaluation.metrics import BaseMetric, Equals
from opik.evaluation.metrics.score_result import ScoreResult

from oodle_eval.runs import run
from oodle_eval.runtime import EvaluationContext, ExperimentContext, ObservationContext
from oodle_eval.v1 import checks
from oodle_eval_adapters.langsmith import from_langsmith
from oodle_eval_adapters.openevals import from_openevals
from oodle_eval_adapters.openevals.exact import exact_match
from oodle_eval_adapters.opik import as_metric, from_opik

CTX = EvaluationContext(ObservationContext("q", "Paris", {}), experiment=ExperimentContext(expected_output="Paris"))


class AsyncMetric(BaseMetric):
    """An async metric, whose `score` is there only to say so."""

    def __init__(self):
        super().__init__(name="later", track=False)

    def score(self, output, **ignored):
        raise NotImplementedError("use ascore")

    async def ascore(self, output, **ignored):
        await asyncio.sleep(0)
        return ScoreResult(self.name, 1.0, f"saw {output}")


class NeverMetric(BaseMetric):
    """A metric that has nothing to give."""

    def __init__(self):
        super().__init__(name="never", track=False)

    def score(self, output, **ignored):
        raise NotImplementedError("not yet")


class AsyncEvaluator(RunEvaluator):
    """The same for LangSmith."""

    def evaluate_run(self, run, example=None, evaluator_run_id=None):
        raise NotImplementedError

    async def aevaluate_run(self, run, example=None, evaluator_run_id=None):
        await asyncio.sleep(0)
        return {"key": "later", "score": run.outputs == example.outputs}


def shorter(outputs, reference_outputs):
    return len(outputs["output"]) <= len(reference_outputs["output"])


def test_an_async_metric_is_awaited_although_it_has_a_score_that_only_refuses():
    for bound in (from_opik(AsyncMetric()), from_langsmith(AsyncEvaluator())):
        assert bound(CTX)["later"].value == 1

        async def inside(bound=bound):
            return bound(CTX)["later"].value

        assert asyncio.run(inside()) == 1


def test_a_metric_that_is_not_implemented_raises_what_it_raises():
    with pytest.raises(NotImplementedError, match="not yet"):
        from_opik(NeverMetric())(CTX)


@pytest.mark.parametrize(
    "bound",
    [
        from_opik(Equals(track=False)),
        from_opik(Equals(track=False), name="same", arguments={"reference": "paris"}),
        from_openevals(exact_match),
        from_langsmith(shorter),
        from_langsmith(AsyncEvaluator(), name="mine"),
        checks.suite(from_opik(Equals(track=False)), checks.refusal()),
    ],
)
def test_a_foreign_check_pickles_where_the_metric_does(bound):
    copied = pickle.loads(pickle.dumps(bound))
    assert repr(copied) == repr(bound)
    assert [(score.name, score.value) for score in copied(CTX)] == [(score.name, score.value) for score in bound(CTX)]
    metric = pickle.loads(pickle.dumps(as_metric(bound, track=False)))
    assert metric.name == as_metric(bound, track=False).name


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_number_that_is_none_is_nothing_to_score_in_each(number):
    for bound in (
        from_openevals(lambda *, outputs: {"key": "k", "score": number, "comment": None}),
        from_langsmith(lambda outputs: {"key": "k", "score": number}),
        from_opik(lambda dataset_item, task_outputs: ScoreResult("k", number)),
    ):
        score = bound(CTX)["k"]
        assert score.value is None
        assert score.comment == f"the value {number!r} is no number"
        assert run([{"output": "a"}], bound).summary()["k"].unscored == 1
