"""`from_langsmith`: LangSmith evaluators of every accepted form as checks."""

from __future__ import annotations

import asyncio
import functools
import uuid
import warnings
from datetime import UTC, datetime

import pytest
from langsmith import schemas
from langsmith.evaluation import EvaluationResult, RunEvaluator, StringEvaluator, run_evaluator
from langsmith.evaluation.evaluator import _normalize_evaluator_func
from langsmith.schemas import Example, Run
from openevals.exact import exact_match
from openevals.json import create_json_match_evaluator

from oodle_eval import runs
from oodle_eval.runtime import EvaluationContext, ExperimentContext, ObservationContext, TraceContext
from oodle_eval.v1 import checks
from oodle_eval_adapters import langsmith as faces
from oodle_eval_adapters.langsmith import from_langsmith
from oodle_eval_adapters.openevals import as_evaluator as as_openevals
from oodle_eval_adapters.opik import as_metric


def context(output="ab", expected="abc", spans=None, metadata=None):
    return EvaluationContext(
        ObservationContext("q", output, metadata),
        TraceContext(spans=spans),
        experiment=ExperimentContext(expected_output=expected),
    )


def by_outputs(outputs, reference_outputs):
    return len(outputs["output"]) < len(reference_outputs["output"])


def by_inputs_too(inputs, outputs, reference_outputs, attachments):
    return {
        "key": "all",
        "score": inputs == {"input": "q"} and attachments == {} and by_outputs(outputs, reference_outputs),
    }


def by_keyword(*, outputs, reference_outputs=None, threshold=2):
    return len(outputs["output"]) <= threshold


def by_place(outputs, /):
    return outputs["output"] == "ab"


def by_run(run, example):
    return run.outputs["output"] == "ab" and example.outputs["output"] == "abc"


def by_run_alone(run):
    return run.inputs == {"input": "q"}


def by_mixed(run, outputs, example):
    return run.outputs == outputs and example.inputs == run.inputs


def by_old_names(root_run: Run, example: Example):
    return root_run.outputs["output"] == "ab" and example.outputs["output"] == "abc"


def by_types(r: Run, e: Example | None = None):
    return True


async def by_waiting(outputs, reference_outputs):
    await asyncio.sleep(0)
    return by_outputs(outputs, reference_outputs)


class AsObject:
    def __call__(self, outputs):
        return outputs["output"] == "ab"


class AsRunEvaluator(RunEvaluator):
    def evaluate_run(self, run, example=None, evaluator_run_id=None):
        return EvaluationResult(key="mine", score=run.outputs["output"] == "ab", comment="compared")


FORMS = [
    by_outputs,
    by_inputs_too,
    by_keyword,
    by_place,
    by_run,
    by_run_alone,
    by_mixed,
    by_old_names,
    by_waiting,
    functools.partial(by_keyword, threshold=5),
    AsObject(),
    AsRunEvaluator(),
    run_evaluator(by_outputs),
    run_evaluator(by_waiting),
    lambda **values: values["outputs"] == {"output": "ab"},
]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: getattr(form, "__name__", type(form).__name__))
class TestForms:
    def test_it_is_called_as_langsmith_would(self, form):
        (score,) = from_langsmith(form)(context())
        assert (score.value, score.data_type) == (True, "BOOLEAN")

    def test_in_a_running_loop(self, form):
        async def run():
            return from_langsmith(form)(context())[0].value

        assert asyncio.run(run()) is True

    def test_langsmith_takes_it_too(self, form):
        if not isinstance(form, RunEvaluator) and getattr(form, "__name__", "") != "<lambda>":
            _normalize_evaluator_func(form)


def test_it_is_a_check_everywhere(rows_of):
    bound = from_langsmith(by_outputs)
    assert checks.suite(bound, checks.length_budget())(context())["by_outputs"].value is True
    assert as_openevals(bound)(outputs="ab", reference_outputs="abc")["score"] is True
    assert as_metric(bound, track=False).score(output="ab", reference="abc").value == 1.0
    assert runs.run([{"output": "ab", "reference": "abc"}], bound).summary()["by_outputs"].passed == 1
    (row,) = rows_of(lambda inputs: {"output": "ab"}, [faces.as_evaluator(bound)], [({"q": 1}, {"output": "abc"})])
    assert row["evaluation_results"]["results"][0].score is True


class TestRefused:
    @pytest.mark.parametrize(
        ("function", "message"),
        [
            (lambda output, expected: 1, r"LangSmith would pass a Run as 'output' and an Example as 'expected'"),
            (lambda prediction, reference: 1, r"a Run as 'prediction' and an Example as 'reference'"),
            (lambda outputs, expected: 1, r"a Run as 'outputs' and an Example as 'expected'"),
            (lambda answer: 1, "LangSmith would refuse; name the arguments inputs, outputs"),
            (lambda a, b, c: 1, "takes a, b, c, which LangSmith would refuse"),
            (lambda runs, examples: 1, "it scores several runs at once"),
            (lambda runs, example: 1, "it scores several runs at once"),
        ],
    )
    def test_a_function_that_would_silently_get_something_else(self, function, message):
        with pytest.raises(ValueError, match=message):
            from_langsmith(function, name="mine")

    def test_what_langsmith_would_have_passed(self, rows_of):
        got = []
        rows_of(lambda inputs: {"output": "ab"}, [lambda output, expected: bool(got.append((output, expected)))])
        assert isinstance(got[0][0], (schemas.Run, schemas.RunBase)) or type(got[0][0]).__name__ == "RunTree"
        assert isinstance(got[0][1], schemas.Example)

    @pytest.mark.parametrize("given", [None, 3, "exact_match", {}])
    def test_what_is_no_evaluator(self, given):
        with pytest.raises(ValueError, match="from_langsmith takes an evaluator"):
            from_langsmith(given)


class TestOthers:
    def test_a_string_evaluator(self):
        with warnings.catch_warnings(action="ignore"):
            graded = StringEvaluator(
                evaluation_name="closeness",
                grading_function=lambda asked, said, answer: {"score": 0.5, "comment": f"{asked} {said} {answer}"},
            )
        (score,) = from_langsmith(graded)(context())
        assert (score.name, score.value, score.comment) == ("closeness", 0.5, "q ab abc")

    def test_a_langchain_string_evaluator(self):
        class Wrapped:
            def as_run_evaluator(self):
                return run_evaluator(by_outputs)

        assert from_langsmith(Wrapped())(context())[0].value is True

    def test_openevals(self):
        assert from_langsmith(exact_match)(context("a", "a"))["exact_match"].value is True
        fields = from_langsmith(create_json_match_evaluator(aggregator=None))
        assert {one.name: one.value for one in fields(context({"a": 1, "b": 2}, {"a": 1, "b": 3}))} == {
            "json_match:a": 1.0,
            "json_match:b": 0,
        }

    def test_our_own_and_back(self):
        bound = from_langsmith(faces.as_evaluator([checks.pii_leak(), checks.sentiment()]))
        expected = checks.suite(checks.pii_leak(), checks.sentiment())(context("a b c"))
        shown = lambda scores: [(one.name, one.value, one.comment, one.higher_is_better) for one in scores]
        assert shown(bound(context("a b c"))) == shown(expected)

    def test_the_run_has_steps_tokens_and_times(self):
        def looked(run, example):
            step, *_ = run.child_runs
            return {
                "key": "seen",
                "score": len(run.child_runs),
                "comment": f"{step.name} {step.run_type} {step.inputs} {step.error} {run.prompt_tokens} {run.latency}",
            }

        spans = [
            {"kind": "tool", "tool_name": "look_up", "input": {"id": 7}, "error": "busy", "duration_ms": 5},
            {"kind": "agent"},
        ]
        metadata = {"gen_ai.usage.input_tokens": 12, "duration_ms": 250}
        (score,) = from_langsmith(looked)(context(spans=spans, metadata=metadata))
        assert (score.value, score.comment) == (2, "look_up tool {'id': 7} busy 12 0.25")


class TestResults:
    @pytest.mark.parametrize(
        ("result", "scores"),
        [
            (True, [("judge", True, "BOOLEAN", None)]),
            (0.5, [("judge", 0.5, "NUMERIC", None)]),
            (3, [("judge", 3, "NUMERIC", None)]),
            ("good", [("judge", "good", "CATEGORICAL", None)]),
            ({"score": 1, "comment": "c"}, [("judge", 1, "NUMERIC", "c")]),
            ({"key": "k", "value": "red"}, [("k", "red", "CATEGORICAL", None)]),
            ({"key": "k", "value": 3}, [("k", 3, "NUMERIC", None)]),
            (
                [{"key": "a", "score": 1}, {"key": "b", "score": False}],
                [("a", 1, "NUMERIC", None), ("b", False, "BOOLEAN", None)],
            ),
            ({"results": [{"key": "a", "score": None, "comment": "none"}]}, [("a", None, "NUMERIC", "none")]),
            (EvaluationResult(key="k", score=0.5, comment="c"), [("k", 0.5, "NUMERIC", "c")]),
            ({"results": [EvaluationResult(key="k", value="red")]}, [("k", "red", "CATEGORICAL", None)]),
        ],
    )
    def test_every_accepted_result(self, result, scores):
        found = from_langsmith(lambda outputs: result, name="judge")(context())
        assert [(one.name, one.value, one.data_type, one.comment) for one in found] == scores

    @pytest.mark.parametrize("result", [None, (1, "c"), [], {}, {"key": "k"}, object(), [None]])
    def test_what_is_no_result_is_an_error(self, result):
        with pytest.raises(ValueError, match="judge returned"):
            from_langsmith(lambda outputs: result, name="judge")(context())

    def test_error_feedback_is_an_error(self):
        failed = {"results": [EvaluationResult(key="k", comment="no key", extra={"error": True})]}
        with pytest.raises(ValueError, match="judge: no key"):
            from_langsmith(lambda outputs: failed, name="judge")(context())

    def test_the_direction_survives(self):
        made = EvaluationResult(key="k", score=1, evaluator_info={"higher_is_better": False})
        assert from_langsmith(lambda outputs: made)(context())["k"].higher_is_better is False


@pytest.mark.parametrize("output", [None, 3, [], {}, {1: 2}, b"x", [{"role": "user", "content": "q"}], "a"])
def test_outputs_of_any_shape_are_a_dict_as_langsmith_has_them(output):
    def seen(run, example):
        assert isinstance(run.outputs, dict)
        assert isinstance(example.outputs, dict)
        return True

    assert from_langsmith(seen)(context(output, output))[0].value is True


def test_ids_and_times_are_set():
    def seen(run, example):
        assert isinstance(run.id, uuid.UUID)
        return run.start_time <= datetime.now(UTC)

    assert from_langsmith(seen)(context())[0].value is True
