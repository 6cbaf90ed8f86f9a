"""Every check in Opik's real engine, wherever Opik takes a metric: equal to the bare check."""

import asyncio
import contextlib
import inspect

import opik
import pytest
from opik.evaluation import evaluate_threads
from opik.evaluation.metrics import AggregatedMetric, BaseMetric, ConversationThreadMetric, score_result

from oodle_eval.runtime import EvaluationContext, ExperimentContext, ObservationContext, Score, TraceContext
from oodle_eval.v1 import checks, text
from oodle_eval.v1.checks import CHECKS
from oodle_eval_adapters.opik import as_metric
from oodle_eval_adapters.opik import checks as opik_faces

THREAD = {"conversation_degeneration", "knowledge_retention"}
SPAN = {
    "error_spans",
    "repeated_tool_calls",
    "span_count",
    "token_latency_budget",
    "tool_call_validity",
    "tool_trajectory",
    "total_duration",
}
SETTINGS = {
    "contains": {"values": ["shipped"]},
    "numeric_diff": {"reference": 7},
    "tool_trajectory": {"expected": ["find_order", "find_order", "refund"]},
}
ITEM = {
    "input": "Where is my order FO-7? I'm Ada, ada@example.org.",
    "expected_output": "Order FO-7 was shipped on Monday.",
    "context": ["Order FO-7: shipped on Monday, 12 items."],
    "metadata": {"tier": "gold"},
}
REPLY = "Your order FO-7 was shipped on Monday, Ada. It holds 12 items [1]."


@opik.track(type="tool")
def find_order(order):
    return {"order": order, "state": "shipped"}


@opik.track(type="tool")
def refund(order):
    raise RuntimeError("the till is closed")


@opik.track(type="llm")
def answer(question):
    opik.opik_context.update_current_span(
        model="small-1", usage={"prompt_tokens": 30, "completion_tokens": 12, "total_tokens": 42}
    )
    return REPLY


@opik.track
def agent(question):
    find_order("FO-7")
    find_order(order="FO-7")
    with contextlib.suppress(RuntimeError):
        refund("FO-7")
    return answer(question)


def task(item):
    return {"output": agent(item["input"])}


class Captured(BaseMetric):
    """Keeps the span tree that Opik gives."""

    def __init__(self):
        super().__init__("captured", track=False)

    def score(self, task_span, **ignored):
        self.tree = task_span
        return score_result.ScoreResult("captured", 1.0)


def class_name(name):
    return "".join(part.title() for part in name.split("_"))


def all_metrics(**keywords):
    return {name: getattr(opik_faces, class_name(name))(**SETTINGS.get(name, {}), **keywords) for name in CHECKS}


def bound(name):
    return getattr(checks, name)(**SETTINGS.get(name, {}))


def plainly(results):
    return {one.name: (one.scoring_failed, one.value, one.reason) for one in results}


def as_opik_holds(scores):
    """Return scores as `plainly` shows Opik's results of them; labels are in metadata."""
    return {
        score.name: (score.value is None, 0.0 if score.value is None else float(score.value), score.comment)
        for score in scores
        if not isinstance(score.value, str)
    }


def steps_by_hand(tree):
    """Return the steps below the task as span dicts, from the tree that Opik gave; the task itself is no step."""
    kinds = {"tool": "tool", "llm": "llm", "general": "span"}
    steps = []

    def walk(span):
        for child in span.spans:
            failed = child.error_info
            steps.append(
                {
                    "name": child.name,
                    "kind": kinds[child.type],
                    "tool_name": child.name if child.type == "tool" else None,
                    "input": child.input,
                    "output": child.output,
                    "duration_ms": (child.end_time - child.start_time).total_seconds() * 1000,
                    "error": failed and f"{failed['exception_type']}: {failed['message']}",
                }
            )
            walk(child)

    walk(tree)
    return steps


def test_all_checks_in_one_evaluation_equal_the_bare_check(backend):
    metrics, captured = all_metrics(), Captured()
    result = opik.evaluate_on_dict_items([ITEM], task, scoring_metrics=[*metrics.values(), captured])
    found = plainly(result.test_results[0].score_results)

    tree = captured.tree
    took = (tree.end_time - tree.start_time).total_seconds() * 1000
    usage = {"gen_ai.usage.input_tokens": 30, "gen_ai.usage.output_tokens": 12, "duration_ms": took}
    regular = EvaluationContext(
        ObservationContext(ITEM["input"], REPLY, {**ITEM["metadata"], "context": ITEM["context"]}),
        experiment=ExperimentContext(expected_output=ITEM["expected_output"]),
    )
    of_span = EvaluationContext(
        ObservationContext(ITEM["input"], REPLY, {**usage, **ITEM["metadata"], "context": ITEM["context"]}),
        TraceContext(spans=steps_by_hand(tree)),
        experiment=ExperimentContext(expected_output=ITEM["expected_output"]),
    )
    assert len(metrics) == 39
    expected = {"captured": (False, 1.0, None)}
    for name in CHECKS:
        expected |= as_opik_holds(bound(name)(of_span if name in SPAN else regular))
    assert found == expected


def test_a_traced_agent_is_scored_by_its_steps(backend):
    result = opik.evaluate_on_dict_items(
        [ITEM],
        task,
        scoring_metrics=[
            opik_faces.ToolTrajectory(expected=["find_order", "find_order", "refund"], mode="strict"),
            opik_faces.RepeatedToolCalls(),
            opik_faces.ErrorSpans(),
            opik_faces.TotalDuration(max_duration_ms=60_000),
            opik_faces.SpanCount(kind="llm"),
            opik_faces.TokenLatencyBudget(max_output_tokens=10),
        ],
    )
    scores = {one.name: one for one in result.test_results[0].score_results}
    assert scores["trajectory_match"].value == 1.0
    assert (scores["tool_loop"].value, scores["most_repeated"].value) == (1.0, 2.0)
    assert scores["tool_loop"].reason == "find_order called 2 times with the same input"
    assert scores["error_count"].value == 1.0
    assert scores["no_errors"].reason == "1 of 5 steps failed: refund (RuntimeError: the till is closed)"
    assert 0 < scores["total_duration_ms"].value < 60_000
    assert scores["within_duration"].value == 1.0
    assert scores["span_count"].value == 1.0
    assert (scores["within_budget"].value, scores["budget_used"].value) == (0.0, 1.2)


def test_a_row_that_brings_its_own_trace_is_scored_by_it(backend):
    row = {**ITEM, "trace": [{"kind": "tool", "tool_name": "cancel"}], "metadata": {"duration_ms": 7}}
    metrics = [opik_faces.ToolTrajectory(expected=["cancel"]), opik_faces.TokenLatencyBudget(max_duration_ms=7)]
    found = plainly(opik.evaluate_on_dict_items([row], task, scoring_metrics=metrics).test_results[0].score_results)
    assert found["trajectory_match"][1] == 1.0
    assert "7 ms duration, at most 7 allowed" in found["within_budget"][2]


def test_a_setting_may_come_from_the_row(backend):
    row = {**ITEM, "expected_output": {"answer": REPLY, "tools": ["find_order", "find_order", "refund"]}}
    metric = opik_faces.ToolTrajectory(expected=checks.row("reference.tools"), mode="strict")
    found = plainly(opik.evaluate_on_dict_items([row], task, scoring_metrics=[metric]).test_results[0].score_results)
    assert found["trajectory_match"][1] == 1.0


class TestForms:
    @pytest.mark.parametrize("name", CHECKS)
    def test_what_a_check_reads_decides_its_form(self, name):
        metric = getattr(opik_faces, class_name(name))(track=False)
        arguments = list(inspect.signature(metric.score).parameters)
        assert isinstance(metric, ConversationThreadMetric) == (name in THREAD)
        assert (arguments[0] == "conversation") == (name in THREAD)
        assert ("task_span" in arguments) == (name in SPAN)
        assert {"output", "input", "reference", "expected_output", "context", "metadata", "trace"} < set(arguments)
        assert inspect.signature(type(metric).score) == inspect.signature(type(metric).score)
        assert list(inspect.signature(type(metric).score).parameters)[1:] == arguments

    def test_no_argument_is_required(self):
        for metric in all_metrics(track=False).values():
            parameters = inspect.signature(metric.score).parameters.values()
            assert all(p.default is not p.empty or p.kind is p.VAR_KEYWORD for p in parameters)

    def test_tracking_keeps_the_form(self):
        for form in ({}, {"thread": True}, {"task_span": True}, {"thread": True, "task_span": True}):
            metric = as_metric(checks.length_budget(), track=True, **form)
            arguments = list(inspect.signature(metric.score).parameters)
            assert ("task_span" in arguments) == ("task_span" in form)
            assert (
                (arguments[0] == "conversation") == ("thread" in form) == isinstance(metric, ConversationThreadMetric)
            )

    def test_a_users_evaluate_is_regular_unless_asked(self):
        def evaluate(ctx):
            return [Score(len(ctx.trace.spans), name="steps")]

        assert "task_span" not in inspect.signature(as_metric(evaluate).score).parameters
        assert "task_span" in inspect.signature(as_metric(evaluate, task_span=True).score).parameters

    def test_a_suite_has_the_form_of_all_its_checks(self):
        metric = as_metric([checks.pii_leak(), checks.knowledge_retention(), checks.span_count()], track=False)
        assert isinstance(metric, ConversationThreadMetric)
        assert "task_span" in inspect.signature(metric.score).parameters

    def test_a_class_can_be_told_its_form_too(self):
        assert "task_span" not in inspect.signature(opik_faces.SpanCount(task_span=False).score).parameters
        assert next(iter(inspect.signature(opik_faces.PiiLeak(thread=True).score).parameters)) == "conversation"


class TestScore:
    @pytest.mark.parametrize("name", CHECKS)
    def test_a_bare_score_equals_the_bare_check_sync_and_async(self, name):
        metric = getattr(opik_faces, class_name(name))(track=False, **SETTINGS.get(name, {}))
        trace = [{"kind": "tool", "tool_name": "find_order", "input": {"order": "FO-7"}, "duration_ms": 3}] * 2
        given = {"output": REPLY, "input": ITEM["input"], "reference": "x", "context": ITEM["context"], "trace": trace}
        ctx = EvaluationContext(
            ObservationContext(ITEM["input"], REPLY, {"context": ITEM["context"]}),
            TraceContext(spans=trace),
            experiment=ExperimentContext(expected_output="x"),
        )
        expected = as_opik_holds(bound(name)(ctx))
        for results in (metric.score(**given), asyncio.run(metric.ascore(**given))):
            assert plainly(results if isinstance(results, list) else [results]) == expected

    def test_a_user_function_that_asks_gets_the_steps(self, backend):
        def evaluate(ctx):
            return [Score(",".join(ctx.trace.tools_called()), "CATEGORICAL", name="tools")]

        (result,) = (
            opik.evaluate_on_dict_items([ITEM], task, scoring_metrics=[as_metric(evaluate, task_span=True)])
            .test_results[0]
            .score_results
        )
        assert result.category_name == "find_order,find_order,refund"

    def test_opiks_span_may_be_the_trace_itself(self, backend):
        captured = Captured()
        opik.evaluate_on_dict_items([ITEM], task, scoring_metrics=[captured])
        metric = opik_faces.SpanCount(kind="tool", task_span=False, track=False)
        assert metric.score(trace=captured.tree)[0].value == 3.0


CONVERSATION = [
    {"role": "user", "content": "I'm Ada, ada@example.org. Where is my order?"},
    {"role": "assistant", "content": "Your order is on its way to you, please wait until Monday for it."},
    {"role": "user", "content": "And now?"},
    {"role": "assistant", "content": "Your order is on its way to you, please wait until Monday for it."},
]


class TestConversations:
    def ctx(self, asked, answered):
        return EvaluationContext(ObservationContext(asked, answered))

    @pytest.mark.parametrize("name", CHECKS)
    def test_every_check_takes_a_conversation(self, name):
        metric = getattr(opik_faces, class_name(name))(thread=True, track=False, **SETTINGS.get(name, {}))
        ctx = self.ctx(CONVERSATION[:-1], CONVERSATION[-1:])
        if "reference" in CHECKS[name].reads and name not in SETTINGS:
            with pytest.raises(opik.exceptions.MetricComputationError, match=f"{name} needs a reference"):
                metric.score(CONVERSATION)
            return
        expected = as_opik_holds(bound(name)(ctx))
        results = metric.score(CONVERSATION)
        assert plainly(results if isinstance(results, list) else [results]) == expected
        assert metric.score(conversation=CONVERSATION) == results
        assert asyncio.run(metric.ascore(CONVERSATION)) == results

    def test_a_repeated_answer_is_degenerated(self):
        degenerated, degeneration = opik_faces.ConversationDegeneration(track=False).score(CONVERSATION)
        assert (degenerated.value, degeneration.value) == (1.0, 1.0)

    def test_a_question_without_an_answer_yet_belongs_to_no_reply(self):
        asked = [*CONVERSATION, {"role": "user", "content": "Hello?"}]
        metric = opik_faces.ConversationDegeneration(track=False)
        assert metric.score(asked) == metric.score(CONVERSATION)

    def test_tool_calls_belong_to_the_reply_that_they_led_to(self):
        call = {"id": "c", "type": "function", "function": {"name": "find_order", "arguments": "{}"}}
        said = [
            *CONVERSATION[:3],
            {"role": "assistant", "content": "", "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c", "content": "shipped"},
            CONVERSATION[3],
        ]
        metric = as_metric(checks.tool_trajectory(expected=["find_order"]), thread=True, track=False)
        assert metric.score(said)[0].value == 1.0

    def test_an_output_is_the_reply_to_the_conversation(self):
        metric = opik_faces.KnowledgeRetention(track=False)
        asked, retained = CONVERSATION[:3], 1.0
        assert metric.score(conversation=asked, output="What is your email?")[0].value == 0.0
        assert metric.score(conversation=asked, output="It comes tomorrow.")[0].value == retained
        whole = opik_faces.ConversationDegeneration(track=False).score(
            conversation=CONVERSATION, output=CONVERSATION[-1]["content"]
        )
        assert "turn 1 before it" not in whole[0].reason or whole[1].value == 1.0

    def test_a_text_is_a_reply(self):
        assert (
            opik_faces.ConversationDegeneration(track=False).score("Yes we can yes we can yes we can")[0].value == 1.0
        )

    def test_no_conversation_at_all(self):
        for nothing in ([], None, "", [{"role": "user", "content": "Hi"}], [None], {"messages": []}, 7):
            degenerated = opik_faces.ConversationDegeneration(track=False).score(nothing)
            assert (degenerated[0] if isinstance(degenerated, list) else degenerated).value == 0.0

    def test_what_is_no_conversation_hides_nothing(self):
        def heard(ctx):
            return [Score(f"{text.user_text(ctx)}|{text.reply(ctx)}", "CATEGORICAL", name="heard")]

        metric = as_metric(heard, track=False)
        assert metric.score(conversation="chat-17", input="Hi", output="Hello").category_name == "Hi|Hello"
        assert metric.score(conversation="Hello", input="Hi").category_name == "Hi|Hello"

    def test_a_regular_metric_takes_a_conversation_by_name(self):
        assert opik_faces.LengthBudget(max_words=2, track=False).score(conversation=CONVERSATION).value == 0.0


class TestWithABackend:
    @pytest.fixture(autouse=True)
    def fresh(self, backend):
        backend.forget()

    def test_evaluate_and_evaluate_experiment(self, backend):
        dataset = opik.get_global_client().create_dataset("orders")
        dataset.insert([{"question": ITEM["input"], "expected_output": REPLY}])
        result = opik.evaluate(
            dataset,
            lambda item: {"output": agent(item["question"])},
            scoring_metrics=[
                opik_faces.ExactMatch(),
                opik_faces.PiiLeak(prefix="asked_", output_key=None),
                opik_faces.ToolTrajectory(expected=["find_order", "find_order", "refund"]),
            ],
            scoring_key_mapping={"input": "question"},
            experiment_name="orders-1",
            verbose=0,
        )
        scores = plainly(result.test_results[0].score_results)
        assert (scores["exact_match"][1], scores["trajectory_match"][1]) == (1.0, 1.0)

        again = opik.evaluate_experiment(
            "orders-1",
            [
                opik_faces.ExactMatch(name="same"),
                opik_faces.LengthBudget(max_words=3),
                opik_faces.SpanCount(task_span=False),
            ],
            scoring_key_mapping={"input": "question"},
            verbose=0,
        )
        scores = plainly(again.test_results[0].score_results)
        assert {name: value for name, (_, value, _) in scores.items()} == {
            "same": 1.0,
            "within_length": 0.0,
            "span_count": 0.0,
        }
        assert backend.stored("exact_match") == [1.0]
        assert backend.stored("same") == [1.0]
        assert backend.stored("trajectory_match") == [1.0]
        assert backend.stored("within_length") == [0.0]

    def test_a_failed_score_is_not_stored(self, backend):
        dataset = opik.get_global_client().create_dataset("no reference")
        dataset.insert([{"input": "q"}])
        result = opik.evaluate(
            dataset,
            lambda item: {"output": "a"},
            scoring_metrics=[opik_faces.JaccardSimilarity(), opik_faces.TomlValidity()],
            experiment_name="no-reference",
            verbose=0,
        )
        failed, scored = result.test_results[0].score_results
        assert (failed.name, failed.scoring_failed, scored.scoring_failed) == ("jaccard_similarity", True, False)
        assert "jaccard_similarity needs a reference" in failed.reason
        assert (backend.stored("jaccard_similarity"), backend.stored("toml_valid")) == ([], [0.0])

    def test_evaluate_threads(self, backend):
        backend.thread(
            "t1",
            ("I'm Ada, ada@example.org. Where is my order?", "It was shipped.", ["FO-7: shipped on Monday."]),
            ("When?", "What is your email?", ["FO-7: shipped on Monday."]),
        )
        backend.thread("t2", ("Hello", "Hi!", []))
        metrics = [
            opik_faces.KnowledgeRetention(),
            opik_faces.ConversationDegeneration(),
            opik_faces.PiiLeak(),
            as_metric(checks.grounding(), thread=True),
        ]
        takes_context = "trace_context_transform" in inspect.signature(evaluate_threads).parameters
        context = {"trace_context_transform": lambda trace: trace.metadata["documents"]} if takes_context else {}
        result = evaluate_threads(
            "Default Project",
            None,
            "scored threads",
            metrics,
            trace_input_transform=lambda held: held["question"],
            trace_output_transform=lambda held: held["answer"],
            verbose=0,
            **context,
        )
        scores = {one.thread_id: plainly(one.scores) for one in result.results}
        assert scores["t1"]["knowledge_retained"][1:] == (
            0.0,
            "the reply asks again for the email; the user stated email, name",
        )
        assert scores["t2"]["knowledge_retained"][1] == 1.0
        assert scores["t1"]["degenerated"][1] == 0.0
        if takes_context:
            assert "0 of 1 sentences grounded" in scores["t1"]["grounded"][2]
        assert sorted(backend.stored("knowledge_retained")) == [0.0, 1.0]


class TestAggregated:
    def test_checks_in_an_aggregated_metric(self, backend):
        def mean(results):
            return score_result.ScoreResult("mean", sum(one.value for one in results) / len(results))

        metric = AggregatedMetric(
            "mean",
            [opik_faces.ExactMatch(), opik_faces.LengthBudget(max_words=3), opik_faces.SpanCount(kind="tool")],
            mean,
        )
        rows = [{"expected_output": REPLY, "trace": [{"kind": "tool", "tool_name": "x"}]}]
        result = opik.evaluate_on_dict_items(rows, lambda item: {"output": REPLY}, scoring_metrics=[metric])
        (score,) = result.test_results[0].score_results
        assert score.value == pytest.approx((1 + 0 + 1) / 3)

    def test_one_that_fails_is_one_failed_score(self, backend):
        metric = AggregatedMetric("mean", [opik_faces.ExactMatch()], lambda results: results[0])
        result = opik.evaluate_on_dict_items([{"input": "q"}], lambda item: {"output": "a"}, scoring_metrics=[metric])
        (score,) = result.test_results[0].score_results
        assert (score.name, score.scoring_failed) == ("mean", True)
        assert "exact_match needs a reference" in score.reason


class TestScoringFunctions:
    def test_a_metric_is_a_scoring_function(self, backend):
        metrics = [
            opik_faces.ExactMatch(),
            opik_faces.SpanCount(kind="tool"),
            as_metric(checks.length_budget(max_words=3), name="short"),
        ]
        result = opik.evaluate_on_dict_items([ITEM], task, scoring_functions=metrics)
        found = {name: value for name, (_, value, _) in plainly(result.test_results[0].score_results).items()}
        assert found == {"exact_match": 0.0, "span_count": 3.0, "short": 0.0}

    def test_an_error_is_a_failed_score_of_the_metrics_name(self, backend):
        result = opik.evaluate_on_dict_items(
            [{"input": "q"}], lambda item: {"output": "a"}, scoring_functions=[opik_faces.ExactMatch()]
        )
        (score,) = result.test_results[0].score_results
        assert (score.name, score.scoring_failed) == ("exact_match", True)
        assert "exact_match needs a reference" in score.reason

    def test_checks_inside_ones_own_scoring_function(self, backend):
        bound_check = checks.length_budget(max_words=3)
        metric = as_metric(bound_check, track=False)

        def short(dataset_item, task_outputs):
            return metric.score(output=task_outputs["output"], input=dataset_item["input"])

        result = opik.evaluate_on_dict_items([ITEM], task, scoring_functions=[short])
        assert plainly(result.test_results[0].score_results) == as_opik_holds(bound_check(REPLY))


def test_the_key_mapping_takes_names_and_functions(backend):
    result = opik.evaluate_on_dict_items(
        [{"q": "x", "gold": {"text": "A B"}}],
        lambda item: {"reply": "a b"},
        scoring_metrics=[opik_faces.ExactMatch(normalize=True)],
        scoring_key_mapping={"output": "reply", "reference": lambda row: row["gold"]["text"]},
    )
    (score,) = result.test_results[0].score_results
    assert score.value == 1.0


def test_the_statistics_leave_failed_scores_out(backend):
    rows = [{"expected_output": "a"}, {"input": "no reference"}, {"expected_output": "b"}]
    result = opik.evaluate_on_dict_items(rows, lambda item: {"output": "a"}, scoring_metrics=[opik_faces.ExactMatch()])
    aggregated = result.aggregate_evaluation_scores()
    statistics = getattr(aggregated, "aggregated_scores", aggregated)["exact_match"]
    assert (statistics.mean, sorted(statistics.values)) == (0.5, [0.0, 1.0])
