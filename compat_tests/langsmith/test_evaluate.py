"""Checks in LangSmith's own `evaluate`, offline and with uploads to an API of our own; what would be stored."""

from __future__ import annotations

import asyncio
import pickle
import uuid

import pytest
from langsmith import aevaluate, evaluate, schemas, traceable
from langsmith.evaluation import EvaluationResult, RunEvaluator, evaluate_comparative

from oodle_eval import runs
from oodle_eval.runtime import Score
from oodle_eval.v1 import checks
from oodle_eval.v1.checks import CHECKS
from oodle_eval_adapters import langsmith as faces
from oodle_eval_adapters import openevals as forms
from oodle_eval_adapters.langsmith import as_evaluator, pairwise_evaluator, summary_evaluator

SETTINGS = {"contains": {"values": ["sent"]}, "numeric_diff": {"reference": 7}}
QUESTIONS = [
    ({"question": "Where is FO-7?"}, {"answer": "It was sent."}),
    ({"question": "When was it sent?"}, {"answer": "On Monday."}),
]


def mixed(ctx):
    return [
        Score(True, "BOOLEAN", "yes", "fine"),
        Score(0.25, "NUMERIC", "a quarter", "share", higher_is_better=False),
        Score("short", "CATEGORICAL", "5 words", "size"),
        Score(None, "NUMERIC", "nothing to measure", "rest"),
    ]


def broken(ctx):
    raise KeyError("lost")


@pytest.fixture(scope="module")
def dataset(server, client):
    made = client.create_dataset(f"questions-{uuid.uuid4().hex[:6]}")
    for inputs, outputs in QUESTIONS:
        server.add_example(str(made.id), inputs, outputs)
    return made


@traceable(run_type="tool")
def look_up(order):
    return {"status": "sent"}


def shop(inputs):
    look_up("FO-7")
    return {"answer": "It was sent."}


@pytest.fixture(scope="module")
def experiment(client, server, dataset):
    """An uploaded experiment, and the feedback that it left."""
    server.feedback.clear()
    results = client.evaluate(
        shop,
        data=dataset.name,
        evaluators=[
            faces.exact_match(),
            faces.levenshtein_ratio(prefix="near_"),
            faces.language_adherence(),
            as_evaluator(mixed),
            as_evaluator(broken),
            as_evaluator([checks.tool_trajectory(expected=["look_up"]), checks.numeric_diff()]),
        ],
        summary_evaluators=[summary_evaluator(checks.exact_match()), summary_evaluator(checks.length_budget(), "p50")],
        max_concurrency=0,
    )
    client.flush()
    return results.experiment_name, list(server.feedback)


class TestUploads:
    def of(self, experiment, key):
        return [one for one in experiment[1] if one["key"] == key]

    def test_the_api_knew_every_request(self, experiment, server):
        assert server.unknown == []

    def test_one_feedback_a_row_and_score(self, experiment):
        for key in (
            "exact_match",
            "near_levenshtein_ratio",
            "fine",
            "share",
            "size",
            "rest",
            "broken",
            "trajectory_match",
        ):
            stored = self.of(experiment, key)
            assert len(stored) == len(QUESTIONS), key
            assert len({one["run_id"] for one in stored}) == len(QUESTIONS)

    def test_what_is_stored_of_a_score(self, experiment):
        one = next(one for one in self.of(experiment, "exact_match") if one["score"] is True)
        assert (one["comment"], one["value"], one["error"]) == ("equal: 'It was sent.'", None, None)
        assert one["feedback_source"]["type"] == "model"
        made = one["feedback_source"]["metadata"]
        assert (made["check"], made["settings"], made["passed"]) == ("exact_match", {}, True)
        assert one["trace_id"] == one["run_id"]

    def test_the_range_is_stored_as_the_configuration(self, experiment):
        assert {str(one["feedback_config"]) for one in self.of(experiment, "near_levenshtein_ratio")} == {
            "{'type': 'continuous', 'min': 0.0, 'max': 1.0}"
        }
        assert self.of(experiment, "share")[0]["feedback_config"] is None

    def test_a_label_is_stored_as_a_value(self, experiment):
        one = self.of(experiment, "size")[0]
        assert (one["score"], one["value"], one["comment"]) == (None, "short", "5 words")

    def test_nothing_to_score_is_stored_with_its_reason_and_no_score(self, experiment):
        one = self.of(experiment, "rest")[0]
        assert (one["score"], one["value"], one["comment"], one["error"]) == (None, None, "nothing to measure", None)

    def test_an_error_is_stored_as_one(self, experiment):
        one = self.of(experiment, "broken")[0]
        assert (one["score"], one["error"]) == (None, True)
        assert "broken raised KeyError: 'lost' in broken, line" in one["comment"]

    def test_one_check_of_a_suite_fails_alone(self, experiment):
        assert [one["score"] for one in self.of(experiment, "trajectory_match")] == [True, True]
        assert [one["error"] for one in self.of(experiment, "numeric_diff")] == [True, True]

    def test_summaries_are_stored_at_the_experiment(self, experiment):
        (rate,) = self.of(experiment, "exact_match_pass_rate")
        assert (rate["score"], rate["comment"]) == (0.5, "2 of 2 rows scored, 0 not scored, 0 failed")
        assert rate["session_id"] == self.of(experiment, "exact_match")[0]["session_id"]
        assert rate.get("run_id") is None
        assert self.of(experiment, "within_length_p50")[0]["score"] == 1.0

    def test_an_existing_experiment_is_scored_with_its_traces(self, experiment, client):
        results = evaluate(
            experiment[0],
            evaluators=[
                as_evaluator([checks.tool_trajectory(expected=["look_up"]), checks.exact_match(), checks.span_count()])
            ],
            client=client,
            load_nested=True,
            max_concurrency=0,
        )
        found = [{one.key: one.score for one in row["evaluation_results"]["results"]} for row in results]
        assert [one["span_count"] for one in found] == [1, 1]
        assert all(one["trajectory_match"] is True for one in found)
        assert sorted(one["exact_match"] for one in found) == [False, True]

    def test_which_of_two_experiments_is_better(self, experiment, client, server, dataset):
        other = client.evaluate(lambda inputs: {"answer": "On Monday."}, data=dataset.name, max_concurrency=0)
        client.flush()
        server.feedback.clear()
        results = evaluate_comparative(
            (experiment[0], other.experiment_name),
            evaluators=[
                pairwise_evaluator(checks.exact_match()),
                pairwise_evaluator(checks.length_budget(), key="tie"),
            ],
            client=client,
        )
        preferred = {}
        for row in results:
            result = row["evaluation_results"]["feedback.exact_match_preference"]
            assert sorted(result.scores.values()) == [0.0, 1.0]
            better = max(row["evaluation_results"]["runs"], key=lambda run: result.scores[run.id])
            preferred[row["example"].outputs["answer"]] = better.outputs["answer"]
            assert set(row["evaluation_results"]["feedback.tie"].scores.values()) == {0.5}
        assert preferred == {"It was sent.": "It was sent.", "On Monday.": "On Monday."}
        client.flush()
        assert len([one for one in server.feedback if one["key"] == "exact_match_preference"]) == 4
        assert server.unknown == []


def of_row(row):
    return {one.key: one for one in row["evaluation_results"]["results"]}


class TestOffline:
    def test_every_check_in_both_faces_gives_what_the_bare_check_does(self, rows_of):
        names = list(CHECKS)
        native = [getattr(faces, name)(**SETTINGS.get(name, {})) for name in names]
        form = [getattr(forms, f"create_{name}_evaluator")(prefix="form_", **SETTINGS.get(name, {})) for name in names]
        (row,) = rows_of(shop, native + form, QUESTIONS[:1])
        results = of_row(row)
        held = runs.as_row(
            {"inputs": QUESTIONS[0][0], "outputs": {"answer": "It was sent."}, "reference_outputs": QUESTIONS[0][1]}
        )
        for name in names:
            bound = getattr(checks, name)(**SETTINGS.get(name, {}))
            if {"trace", "metadata", "context"} & set(bound.reads):
                continue  # a run has more of these than this row
            for score in bound.on_row(held):
                for key in (score.name, f"form_{score.name}"):
                    one = results[key]
                    assert (one.score if one.value is None else one.value, one.comment) == (score.value, score.comment)
        in_form = {key.removeprefix("form_") for key in results if key.startswith("form_")}
        assert in_form == {key for key in results if not key.startswith("form_")}
        assert in_form <= {spec.name for name in names for spec in CHECKS[name].scores}
        assert not any((one.extra or {}).get("error") for one in results.values())

    def test_several_evaluators_and_repetitions(self, rows_of):
        rows = rows_of(shop, [faces.exact_match(), faces.pii_leak(), as_evaluator(mixed)], QUESTIONS, num_repetitions=2)
        assert [sorted(of_row(row)) for row in rows] == [
            ["exact_match", "fine", "pii_count", "pii_free", "rest", "share", "size"]
        ] * 4

    def test_aevaluate(self, client, example):
        async def run():
            async def target(inputs):
                return shop(inputs)

            results = await aevaluate(
                target,
                data=[example(*question) for question in QUESTIONS],
                evaluators=[
                    faces.exact_match(),
                    as_evaluator(broken),
                    forms.create_async_tool_trajectory_evaluator(expected=["look_up"]),
                ],
                summary_evaluators=[summary_evaluator(checks.exact_match())],
                upload_results=False,
                client=client,
            )
            return [of_row(row) async for row in results]

        found = asyncio.run(run())
        assert sorted(one["exact_match"].score for one in found) == [False, True]
        assert all(one["broken"].extra == {"error": True} for one in found)
        assert all(one["trajectory_match"].score is True for one in found)

    def test_concurrency(self, client, example):
        results = evaluate(
            shop,
            data=[example(*QUESTIONS[0]) for _ in range(20)],
            evaluators=[as_evaluator([checks.exact_match(), checks.readability(), checks.pii_leak()])],
            upload_results=False,
            client=client,
            max_concurrency=4,
        )
        assert [of_row(row)["exact_match"].score for row in results] == [True] * 20

    def test_settings_from_each_row(self, feedback):
        evaluator = faces.tool_trajectory(expected=checks.row("reference.tools"))
        assert feedback(shop, evaluator, outputs={"tools": ["look_up"]})["trajectory_match"].score is True
        failed = feedback(shop, evaluator, outputs={"answer": "x"})["trajectory_match"]
        assert failed.extra == {"error": True}
        assert "reference has answer" in failed.comment


class TestForms:
    run = schemas.Run(
        id=uuid.uuid4(),
        name="app",
        run_type="chain",
        start_time="2026-01-01T00:00:00Z",
        trace_id=uuid.uuid4(),
        inputs={"question": "q"},
        outputs={"answer": "yes"},
    )

    @pytest.mark.parametrize("as_dicts", [False, True])
    def test_a_run_and_an_example(self, example, as_dicts):
        run, held = self.run, example({"question": "q"}, {"answer": "yes"})
        if as_dicts:
            run, held = run.model_dump(), held.model_dump()
        evaluator = faces.exact_match()
        calls = [
            evaluator(run, held),
            evaluator(run, example=held),
            evaluator(run=run, example=held),
            evaluator.evaluate_run(run, held),
            evaluator.evaluate_run(run=run, example=held, evaluator_run_id=uuid.uuid4()),
            asyncio.run(evaluator.aevaluate_run(run, held)),
        ]
        assert [call["results"][0].score for call in calls] == [True] * len(calls)

    def test_without_an_example_a_check_that_needs_none_runs(self):
        assert faces.length_budget()(self.run)["results"][0].score is True
        assert faces.length_budget().evaluate_run(self.run)["results"][0].score is True

    def test_named_values(self):
        values = {"inputs": {"question": "q"}, "outputs": {"answer": "yes"}, "reference_outputs": {"answer": "yes"}}
        assert faces.exact_match()(**values, attachments={})["results"][0].score is True

    def test_it_is_a_run_evaluator_with_a_name_of_its_own(self):
        evaluator = faces.pii_leak(prefix="out_")
        assert isinstance(evaluator, RunEvaluator)
        assert evaluator.__name__ == "out_pii_free"
        assert evaluator.feedback_keys == ["out_pii_free", "out_pii_count"]
        assert as_evaluator(checks.pii_leak(), scores="primary").feedback_keys == ["pii_free"]
        assert as_evaluator(checks.pii_leak(), key="leaks").feedback_keys == ["leaks", "pii_count"]
        assert as_evaluator(mixed).feedback_keys == ["mixed"]
        assert repr(evaluator) == "CheckRunEvaluator(pii_leak(prefix='out_'))"

    def test_it_pickles(self):
        evaluator = pickle.loads(
            pickle.dumps(as_evaluator([checks.pii_leak(), checks.length_budget()], scores="primary"))
        )
        assert [one.key for one in evaluator(outputs="a")["results"]] == ["pii_free", "within_length"]

    def test_results_are_langsmiths_own_and_alone(self):
        one, two = (faces.length_budget()(outputs="a")["results"][0] for _ in range(2))
        assert isinstance(one, EvaluationResult)
        made = EvaluationResult.model_validate(one.model_dump())
        assert made == one
        assert made.__dict__.keys() == one.__dict__.keys()
        assert pickle.loads(pickle.dumps(one)) == one == one.model_copy()
        with pytest.raises(ValueError, match="unknown"):
            EvaluationResult(**one.model_dump(), unknown=1)
        one.source_run_id = uuid.uuid4()  # LangSmith sets it
        one.evaluator_info["mine"] = 1
        one.comment = "changed"
        assert two.evaluator_info.get("mine") is None
        assert faces.length_budget()(outputs="a")["results"][0].comment != "changed"

    def test_two_scores_of_one_key_are_refused_at_once(self):
        with pytest.raises(ValueError, match="two scores are called 'within_length'"):
            as_evaluator([checks.length_budget(), checks.length_budget()])


class TestSummaries:
    rows = (("a", "a"), ("a", "b"), (None, "c"))

    def summarized(self, what, statistic, **kwargs):
        held = [({"outputs": {"output": out}}, {"outputs": {"output": expected}}) for out, expected in self.rows]
        found = summary_evaluator(what, statistic, **kwargs)(*map(list, zip(*held, strict=True)))["results"]
        return {one["key"]: one for one in found}

    @pytest.mark.parametrize("statistic", ["pass_rate", "mean"])
    def test_as_runs_counts(self, statistic):
        bound = checks.levenshtein_ratio()
        rows = [{"outputs": {"output": out}, "reference": {"output": expected}} for out, expected in self.rows]
        counted = runs.run(rows, bound).summary()["levenshtein_ratio"]
        found = self.summarized(bound, statistic)[f"levenshtein_ratio_{statistic}"]
        assert found["score"] == getattr(counted, statistic)
        assert (
            found["comment"]
            == f"{counted.scored} of 3 rows scored, {counted.unscored} not scored, {counted.failed} failed"
        )

    def test_a_percentile(self):
        lengths = iter([5, 1, 3])

        def length(ctx):
            return [Score(next(lengths), name="length")]

        assert self.summarized(length, "p50")["length_p50"]["score"] == 3
        lengths = iter([5, 1, 3])
        assert self.summarized(length, "p100", key="longest")["longest"]["score"] == 5

    def test_errors_are_counted_and_not_averaged(self):
        def sometimes(ctx):
            if ctx.observation.output is None:
                raise KeyError("lost")
            return [Score(1.0, name="sometimes")]

        found = self.summarized(sometimes, "mean")["sometimes_mean"]
        assert (found["score"], found["comment"]) == (1.0, "2 of 3 rows scored, 0 not scored, 1 failed")

    def test_a_statistic_that_is_none(self):
        with pytest.raises(ValueError, match="statistic must be"):
            summary_evaluator(checks.length_budget(), "median")


class TestPreferences:
    def compared(self, bound, *outputs):
        held = [{"id": place, "outputs": {"output": output}} for place, output in enumerate(outputs)]
        return pairwise_evaluator(bound)(held, {"outputs": {"output": "abc"}})

    def test_higher_is_better(self):
        assert self.compared(checks.levenshtein_ratio(), "abc", "abx")["scores"] == {0: 1.0, 1: 0.0}

    def test_lower_is_better(self):
        assert self.compared(checks.refusal(), "I can't help with that.", "Sure: 7.")["scores"] == {0: 0.0, 1: 1.0}

    def test_a_tie_and_more_than_two(self):
        assert self.compared(checks.exact_match(), "abc", "abc")["scores"] == {0: 0.5, 1: 0.5}
        assert self.compared(checks.exact_match(), "abc", "x", "abc")["scores"] == {0: 0.75, 1: 0.0, 2: 0.75}

    def test_a_run_that_can_not_be_scored(self):
        found = pairwise_evaluator(checks.exact_match())([{"id": 1, "outputs": {}}, {"id": 2, "outputs": {}}], None)
        assert found["scores"] == {1: None, 2: None}
        assert "not scored" in found["comment"]
