"""What an Opik metric of ours is as an object: pickled, light, quiet, cheap to import; and the cookbook's recipes as metrics."""

import copy
import inspect
import pickle
import subprocess
import sys

import opik
import pytest
from opik.evaluation.metrics import BaseMetric, ConversationThreadMetric
from opik.exceptions import MetricComputationError

from oodle_eval.runtime import EvaluationResult, Score
from oodle_eval.v1 import checks, combine, metrics, text
from oodle_eval.v1.checks import CHECKS
from oodle_eval_adapters.opik import as_metric, light
from oodle_eval_adapters.opik import checks as opik_faces


def steps(ctx):
    return [Score(len(ctx.trace.spans), name="steps")]


MADE = {
    "class": lambda track: opik_faces.LengthBudget(max_words=2, labels=True, prefix="p_", track=track),
    "thread class": lambda track: opik_faces.KnowledgeRetention(track=track),
    "span class": lambda track: opik_faces.SpanCount(kind="tool", track=track),
    "a class told its form": lambda track: opik_faces.SpanCount(task_span=False, track=track),
    "as_metric": lambda track: as_metric(checks.pii_leak(), name="own", scores="primary", track=track),
    "suite": lambda track: as_metric([checks.pii_leak(), checks.span_count()], thread=True, track=track),
    "a user's": lambda track: as_metric(steps, task_span=True, track=track),
    "light": lambda _: light.as_metric(checks.knowledge_retention(), task_span=True),
}


@pytest.mark.parametrize("track", [True, False])
@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
@pytest.mark.parametrize("again", [lambda one: pickle.loads(pickle.dumps(one)), copy.copy, copy.deepcopy])
def test_a_metric_pickles_and_copies(make, track, again):
    made = make(track)
    other = again(made)
    assert (type(other), other.name) == (type(made), made.name)
    assert inspect.signature(other.score) == inspect.signature(made.score)
    row = {"output": "one two three", "input": "I'm Ada", "trace": [{"kind": "tool"}]}
    assert other.score(**row) == made.score(**row)


def test_every_class_pickles():
    for name in opik_faces.__all__:
        made = getattr(opik_faces, name)
        assert pickle.loads(pickle.dumps(made)) is made
        assert issubclass(made, BaseMetric)


def test_the_project_of_a_tracked_metric():
    assert as_metric(checks.refusal(), project_name="mine").project_name == "mine"
    with pytest.raises(ValueError, match="project_name"):
        as_metric(checks.refusal(), track=False, project_name="mine")


def test_an_integer_beyond_any_float_is_the_largest():
    def huge(ctx):
        return [Score(10**400, name="huge")]

    assert as_metric(huge, track=False).score(output="x").value == sys.float_info.max


class TestLight:
    def test_it_gives_the_same_results(self):
        for name in CHECKS:
            if name in ("numeric_diff", "contains"):
                continue
            bound = getattr(checks, name)()
            row = {"output": "Hello Ada, 5 [1].", "input": "Hi", "reference": "Hello", "context": "Hello Ada"}
            assert light.as_metric(bound).score(**row) == as_metric(bound, track=False).score(**row)

    def test_a_missing_reference_is_a_value_error(self):
        with pytest.raises(ValueError, match="exact_match needs a reference"):
            light.as_metric(checks.exact_match()).score(output="x")
        with pytest.raises(MetricComputationError, match="exact_match needs a reference"):
            as_metric(checks.exact_match(), track=False).score(output="x")

    def test_the_engine_takes_it(self, backend):
        result = opik.evaluate_on_dict_items(
            [{"input": "q"}], lambda item: {"output": "a"}, scoring_metrics=[light.as_metric(checks.length_budget())]
        )
        assert result.test_results[0].score_results[0].value == 1.0

    def test_it_imports_no_opik(self):
        found = loaded(
            "from oodle_eval_adapters.opik import light; from oodle_eval.v1 import checks; "
            "light.as_metric(checks.span_count()).score(output='x')"
        )
        assert not {name for name in found if name.split(".")[0] in ("opik", "asyncio", "pydantic")}
        assert "_opik" in found


def loaded(statements):
    code = f"import sys; {statements}; print('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


QUIET = """
import os, socket, sys, time
os.environ.update(OPIK_TRACK_DISABLE="true")
asked = []
real = socket.getaddrinfo
socket.getaddrinfo = lambda host, *more, **and_more: asked.append(host) or real("127.0.0.1", 9)
socket.socket.connect = lambda self, address: asked.append(address)
import opik.evaluation.metrics
before = set(sys.modules)
from oodle_eval.v1 import checks as bound
from oodle_eval_adapters.opik import as_metric, checks, from_opik
more = {name.split(".")[0] for name in set(sys.modules) - before} - {"oodle_eval", "oodle_eval_adapters"}
checks.PiiLeak().score(output="x")
as_metric([bound.refusal(), bound.span_count()]).score(output="x")
from_opik(opik.evaluation.metrics.IsJson())("x")
time.sleep(0.3)
print(sorted(more - set(sys.stdlib_module_names)), asked)
"""


def test_it_imports_no_more_than_opiks_metrics_and_sends_nothing_with_analytics_off():
    done = subprocess.run([sys.executable, "-c", QUIET], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[] []"


# The cookbook's recipes, as they stand there.


def support_reply(ctx):
    scores = metrics.conversation_degeneration(ctx, threshold=0.6)
    mine = Score(
        name="mentions_refund",
        value="refund" in text.reply(ctx).lower(),
        data_type="BOOLEAN",
        higher_is_better=True,
    )
    return EvaluationResult(scores=[*scores, mine])


def weighted_quality(ctx):
    readable = metrics.readability(ctx, max_grade=10)
    tone = metrics.tone(ctx)
    length = metrics.length_budget(ctx, max_words=250)
    primary = [readable["readability_ok"], tone["tone_ok"], length["within_length"]]
    quality = combine.weighted_mean(
        primary, weights={"readability_ok": 1, "tone_ok": 2, "within_length": 1}, name="quality"
    )
    return EvaluationResult(scores=readable + tone + length + [quality])


def cites_sources(ctx):
    shape = metrics.json_validity(ctx, required_keys=["answer", "sources"])
    if not combine.passed(shape["is_json"]):
        return EvaluationResult(scores=shape)
    data = text.extract_json(text.reply(ctx))
    value = isinstance(data, dict) and bool(data.get("sources"))
    cited = Score(name="has_sources", value=value, data_type="BOOLEAN", higher_is_better=True)
    return EvaluationResult(scores=[*shape, cited])


def safe_reply(ctx):
    found = (
        metrics.pii_leak(ctx) + metrics.refusal(ctx) + metrics.keyword_check(ctx, forbidden=["guarantee", "promise"])
    )
    return EvaluationResult(scores=[*found, combine.all_pass(found, name="safe_reply")])


def trajectory(ctx):
    return EvaluationResult(
        scores=metrics.tool_trajectory(ctx, expected=["search_orders", "issue_refund"], mode="superset")
    )


def reference_value(ctx):
    expected = ctx.expected_output
    if expected is None:
        expected = text.metadata_value(ctx, "app.expected_answer", default="")
    return EvaluationResult(
        scores=metrics.exact_match(ctx, reference=expected, normalize=True)
        + metrics.levenshtein_ratio(ctx, reference=expected)
    )


def rag(ctx):
    grounded = metrics.grounding(ctx, threshold=0.8)
    numbers = metrics.unsupported_numbers(ctx)
    citations = metrics.citation_check(ctx)
    primary = [grounded["grounded"], numbers["numbers_supported"], citations["citations_ok"]]
    return EvaluationResult(scores=grounded + numbers + citations + [combine.all_pass(primary, name="rag_ok")])


@opik.track(type="tool")
def search_orders(customer):
    return ["FO-7"]


@opik.track(type="tool")
def issue_refund(order):
    return "done"


def scored(metric, item, output):
    def task(item):
        issue_refund(search_orders("Ada")[0])
        return {"output": output}

    results = opik.evaluate_on_dict_items([item], task, scoring_metrics=[metric]).test_results[0].score_results
    assert not [one for one in results if one.scoring_failed]
    return {one.name: one.value for one in results}


class TestCookbook:
    def test_a_built_in_check_and_ones_own_score(self, backend):
        found = scored(as_metric(support_reply), {"input": "Hi"}, "We will refund it today.")
        assert (found["degenerated"], found["mentions_refund"]) == (0.0, 1.0)

    def test_the_same_as_a_metric_of_threads(self):
        metric = as_metric(support_reply, name="support_reply", thread=True, track=False)
        assert isinstance(metric, ConversationThreadMetric)
        said = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "You get a refund."}]
        assert {one.name: one.value for one in metric.score(said)}["mentions_refund"] == 1.0

    def test_weighted_quality(self, backend):
        found = scored(
            as_metric(weighted_quality), {"input": "Hi"}, "Thank you. We sent it on Monday. It is on its way."
        )
        assert found["quality"] == 1.0

    def test_a_gate(self, backend):
        found = scored(as_metric(cites_sources), {"input": "Hi"}, '{"answer": "yes", "sources": ["a"]}')
        assert (found["is_json"], found["has_sources"]) == (1.0, 1.0)
        assert "has_sources" not in scored(as_metric(cites_sources), {"input": "Hi"}, "no JSON")

    def test_all_pass(self, backend):
        assert scored(as_metric(safe_reply), {"input": "Hi"}, "It was shipped.")["safe_reply"] == 1.0
        assert scored(as_metric(safe_reply), {"input": "Hi"}, "We promise it.")["safe_reply"] == 0.0

    def test_a_trajectory_reads_the_steps_when_asked(self, backend):
        assert scored(as_metric(trajectory, task_span=True), {"input": "Hi"}, "Done.")["trajectory_match"] == 1.0
        assert scored(as_metric(trajectory), {"input": "Hi"}, "Done.")["trajectory_match"] == 0.0

    def test_a_reference_value(self, backend):
        assert scored(as_metric(reference_value), {"expected_output": "It was shipped"}, "it was shipped.") == {
            "exact_match": 1.0,
            "levenshtein_ratio": pytest.approx(13 / 15),
        }
        asked = {"metadata": {"app.expected_answer": "Yes"}}
        assert scored(as_metric(reference_value), asked, "Yes")["levenshtein_ratio"] == 1.0

    def test_a_grounded_answer(self, backend):
        item = {"input": "When?", "context": ["[1] Order FO-7 was shipped on Monday with 3 items."]}
        found = scored(as_metric(rag), item, "Order FO-7 was shipped on Monday with 3 items [1].")
        assert found["rag_ok"] == 1.0
