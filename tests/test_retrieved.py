"""Where a row's context comes from: the names of other libraries, an output's documents, and a trace's retrievers."""

from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from oodle_eval.runs import as_row, preflight, run
from oodle_eval.runtime import EvaluationContext, ObservationContext, TraceContext
from oodle_eval.v1 import checks, metrics
from oodle_eval.v1._waist.row import Row

REPLY = "The parcel ships on Monday from Graz."
PASSAGE = "Every parcel ships on Monday.\nIt ships from Graz."
OF_THE_INPUT = "compared with the input, since there is no context"
GROUNDED = checks.grounding()


@dataclass
class Document:
    """As LangChain's."""

    page_content: str
    metadata: dict


def score_of(row, check=GROUNDED):
    (result,) = run([row], check)
    return next(result.scores())


def row_with(**more):
    return {"question": "When?", "answer": REPLY, **more}


DOCUMENTS = [
    PASSAGE,
    [PASSAGE],
    (PASSAGE,),
    {"page_content": PASSAGE, "metadata": {}},
    [{"page_content": PASSAGE, "metadata": {}}],
    [{"content": PASSAGE, "score": 0.5}],
    [{"text": PASSAGE}],
    [Document(PASSAGE, {})],
    [SimpleNamespace(page_content=PASSAGE)],
    [(Document(PASSAGE, {}), 0.3)],
    [{"node": {"text": PASSAGE, "id_": "1"}, "score": 0.8}],
    [SimpleNamespace(node=SimpleNamespace(text=PASSAGE), score=0.8)],
    [{"lc": 1, "type": "constructor", "id": ["langchain", "Document"], "kwargs": {"page_content": PASSAGE}}],
]


class TestNames:
    @pytest.mark.parametrize("name", ["source_documents", "retrieved_documents", "docs", "chunks", "source_nodes"])
    @pytest.mark.parametrize("documents", DOCUMENTS, ids=range(len(DOCUMENTS)))
    def test_documents_of_a_row_and_of_an_output(self, name, documents):
        assert score_of(row_with(**{name: documents})).comment == "1 of 1 sentences grounded"
        assert score_of({"question": "When?", "output": {"answer": REPLY, name: documents}}).value is True
        assert score_of({"input": {"question": "When?", name: documents}, "output": REPLY}).value is True

    def test_lines_of_a_passage_stay_lines(self):
        held = Row(outputs={"answer": REPLY, "docs": [{"text": PASSAGE}]})
        assert held.context_of(False, ("context",), frozenset({"context"})).observation.metadata == {
            "context": [PASSAGE]
        }

    def test_known_names_are_read_as_they_came(self):
        documents = [{"page_content": PASSAGE, "metadata": {"source": "terms"}}]
        row = row_with(documents=documents)
        assert score_of(row).value is True
        assert (
            run([row], checks.grounding(context=checks.row("context.0.metadata.source"))).summary()["grounded"].failed
            == 0
        )

    @pytest.mark.parametrize("value", [3, True, None, 2.5])
    def test_a_count_is_no_context(self, value):
        assert score_of(row_with(docs=value)).comment.endswith(OF_THE_INPUT)

    def test_a_context_of_none_beside_what_was_retrieved(self):
        assert score_of(row_with(context=None, retrieval_context=[PASSAGE])).value is True
        assert score_of(row_with(retrieval_context=[PASSAGE], context=None)).value is True

    def test_an_output_of_none_stays_none(self):
        assert "output is None" in score_of({"output": None, "answer": "It ships."}, checks.length_budget()).comment

    def test_a_rows_own_context_goes_first(self):
        said = {"answer": REPLY, "documents": [PASSAGE]}
        assert score_of({"output": said, "context": "Nothing of it."}).value is False
        assert score_of({"output": said, "metadata": {"context": "Nothing of it."}}).value is False
        assert score_of({"output": said, "context": []}).value is False

    def test_empty_documents_of_an_output_are_passed_over(self):
        said = {"answer": REPLY, "documents": []}
        assert score_of({"input": {"question": "When?", "docs": PASSAGE}, "output": said}).value is True

    def test_a_row_path_finds_it_too(self):
        row = {"output": {"answer": REPLY, "documents": [PASSAGE]}}
        assert score_of(row, checks.grounding(context=checks.row("context.0"))).value is True
        (result,) = run([{"output": REPLY}], checks.grounding(context=checks.row("context.0")))
        assert "it has no context" in str(result.outcomes[0].error)

    def test_a_context_key_of_its_own(self):
        row = {"output": {"answer": REPLY, "documents": [PASSAGE]}, "metadata": {"seen": "Nothing."}}
        assert score_of(row, checks.grounding(context_key="seen")).value is False
        assert score_of(row, checks.grounding(context_key="other")).value is True

    def test_ones_own_evaluate_sees_it(self):
        def share(ctx):
            return metrics.grounding(ctx)

        assert score_of({"output": {"answer": REPLY, "source_documents": [PASSAGE]}}, share).value is True

    def test_an_array_among_the_outputs(self):
        class Array:
            def __bool__(self):
                raise ValueError("ambiguous")

        assert score_of({"output": {"answer": REPLY, "evidence": Array()}}) is not None


STEPS = [
    {"kind": "retriever", "output": {"documents": [{"page_content": PASSAGE}]}},
    {"run_type": "retriever", "outputs": {"documents": [{"page_content": PASSAGE}]}},
    {"run_type": "retriever", "outputs": [Document(PASSAGE, {})]},
    {"type": "retriever", "output": [PASSAGE]},
    {"span_kind": "RETRIEVER", "output": PASSAGE},
    {"attributes": {"openinference.span.kind": "RETRIEVER", "output.value": PASSAGE}},
    {"attributes": {"openinference.span.kind": "RETRIEVER", "retrieval.documents": [{"document.content": PASSAGE}]}},
    {"kind": "Retriever", "outputs": {"source_nodes": [{"node": {"text": PASSAGE}}]}},
]


class TestRetrievers:
    @pytest.mark.parametrize("step", STEPS, ids=range(len(STEPS)))
    @pytest.mark.parametrize("wrap", [lambda step: [step], lambda step: {"spans": [{"kind": "llm"}, step]}])
    def test_what_a_retriever_found(self, step, wrap):
        found = Row("When?", REPLY, trace=wrap(step)).context_of(False, ("context",), frozenset({"context"}))
        assert found.observation.metadata == {"context": [PASSAGE]}
        assert score_of(row_with(trace=[step])).comment == "1 of 1 sentences grounded"

    def test_documents_beside_the_output_are_there_for_any_reader(self):
        metadata = as_row(row_with(docs=[{"text": PASSAGE}])).for_check(structure=True).observation.metadata
        assert metadata == {"context": [PASSAGE]}

    def test_other_steps_are_none(self):
        steps = [{"kind": "tool", "output": PASSAGE}, {"kind": "retriever", "output": None}]
        assert score_of(row_with(trace=steps)).comment.endswith(OF_THE_INPUT)

    def test_a_context_goes_first(self):
        assert score_of(row_with(trace=[STEPS[0]], context="Nothing of it.")).value is False
        assert score_of(row_with(trace=[STEPS[0]], metadata={"context": "Nothing of it."})).value is False

    def test_a_check_without_a_context_does_not_look(self):
        ctx = Row("When?", REPLY, trace=[STEPS[0]]).context_of(False, ("context",), frozenset({"input"}))
        assert ctx.observation.metadata == {}


class TestAnEvaluationContext:
    """It keeps its own order: the setting, the attribute, the input."""

    CTX = EvaluationContext(
        ObservationContext("When?", {"answer": REPLY, "documents": [PASSAGE]}, {}), TraceContext("", [STEPS[0]])
    )

    def test_in_a_run_and_by_hand(self):
        for score in (score_of(self.CTX), metrics.grounding(self.CTX)[0], GROUNDED(self.CTX)[0]):
            assert (score.value, score.comment.endswith(OF_THE_INPUT)) == (False, True)


class TestComment:
    CTX = EvaluationContext(ObservationContext("When does the parcel ship?", REPLY + " It costs 75 euros [1].", {}))

    @pytest.mark.parametrize(
        "check",
        [
            metrics.grounding,
            metrics.unsupported_numbers,
            metrics.citation_check,
            lambda ctx, **more: metrics.bm25_relevance(ctx, against="context", **more),
            lambda ctx, **more: metrics.tfidf_similarity(ctx, against="context", **more),
        ],
    )
    def test_says_when_the_input_was_compared(self, check):
        assert all(score.comment.endswith(f"; {OF_THE_INPUT}") for score in check(self.CTX))
        given = EvaluationContext(ObservationContext("When?", REPLY, {"context": PASSAGE}))
        assert not any(OF_THE_INPUT in score.comment for score in check(given))
        assert not any(OF_THE_INPUT in score.comment for score in check(self.CTX, context=PASSAGE))
        empty = EvaluationContext(ObservationContext(None, REPLY + " 75 [1].", {}))
        assert not any(OF_THE_INPUT in score.comment for score in check(empty))

    @pytest.mark.parametrize("check", [metrics.bm25_relevance, metrics.tfidf_similarity])
    def test_against_the_input_is_as_asked(self, check):
        assert OF_THE_INPUT not in check(self.CTX)[0].comment

    def test_sources_are_no_input(self):
        assert OF_THE_INPUT not in metrics.citation_check(self.CTX, sources=["a"])[0].comment

    def test_a_long_comment_keeps_it(self):
        reply = " ".join(f"It was {'Q' * 50}{n} there." for n in range(20))
        comment = metrics.unsupported_numbers(EvaluationContext(ObservationContext("Who?", reply, {})))[0].comment
        assert comment.endswith(f"; {OF_THE_INPUT}")
        assert len(comment) <= 500


class TestPreflight:
    def test_an_input_is_no_context(self):
        rows = [row_with(), row_with(docs=[PASSAGE]), row_with(trace=[STEPS[0]]), row_with(context=PASSAGE)]
        assert [str(one) for one in preflight(rows, GROUNDED)] == ["row 0: grounding reads context, and there is none"]

    @pytest.mark.parametrize("bind", [checks.bm25_relevance, checks.tfidf_similarity])
    def test_what_is_compared_with_the_input_needs_none(self, bind):
        assert preflight([row_with()], bind()) == []
        assert [one.what for one in preflight([row_with()], bind(against="context"))] == ["context"]

    def test_the_metadata_holds_it_with_a_suffix(self):
        assert preflight([row_with(metadata={"context_str": PASSAGE})], GROUNDED) == []


SAID = {"answer": REPLY, "source_documents": [{"page_content": PASSAGE}]}
CALLS = [
    ({"output": SAID}, True),
    ({"output": REPLY, "docs": [{"text": PASSAGE}]}, True),
    ({"output": REPLY, "trace": [{"run_type": "retriever", "outputs": {"documents": [PASSAGE]}}]}, True),
    ({"output": REPLY, "input": "When?"}, False),
    ({"output": REPLY, "docs": [PASSAGE], "metadata": {"context": "Nothing of it."}}, False),
    ({"output": REPLY, "docs": [PASSAGE], "context": "Nothing of it."}, False),
]


class TestFrameworks:
    """Each reads what `run` reads."""

    @pytest.mark.parametrize(("given", "value"), CALLS, ids=range(len(CALLS)))
    def test_opik_and_the_openevals_form(self, given, value):
        opik = pytest.importorskip("oodle_eval_adapters.opik")
        openevals = pytest.importorskip("oodle_eval_adapters.openevals")
        assert score_of(given).value is value
        assert opik.as_metric(GROUNDED, track=False).score(**given)[0].value == value
        named = {{"output": "outputs", "input": "inputs"}.get(name, name): held for name, held in given.items()}
        assert openevals.as_evaluator(GROUNDED)(**named)[0]["score"] is value

    def test_langsmith(self):
        langsmith = pytest.importorskip("oodle_eval_adapters.langsmith")
        found = {"run_type": "retriever", "outputs": {"documents": [{"text": PASSAGE}]}}
        for run_tree in ({"outputs": SAID}, {"outputs": {"answer": REPLY}, "child_runs": [found]}):
            results = langsmith.as_evaluator(GROUNDED).evaluate_run({"inputs": {"question": "When?"}, **run_tree})
            assert results["results"][0].score is True


class TestOpiksSpanTree:
    NOTE = "; Opik's span tree of the task holds no steps"

    @pytest.mark.parametrize("check", [checks.tool_trajectory(expected=["a"]), checks.error_spans()])
    def test_one_without_steps_is_told(self, check):
        opik = pytest.importorskip("oodle_eval_adapters.opik")
        metric = opik.as_metric(check, track=False)
        tool = SimpleNamespace(name="a", type="tool", spans=[], input={}, output={})
        for spans, is_told in (([], True), ([tool], False)):
            tree = SimpleNamespace(name="task", type="general", spans=spans, input={}, output={}, metadata={})
            results = metric.score(output="y", task_span=tree)
            assert all(one.reason.endswith(self.NOTE) is is_told for one in results)
        assert not any(self.NOTE in one.reason for one in metric.score(output="y"))


@pytest.mark.parametrize("key", ["tool_calls", "tools_called"])
def test_calls_beside_an_output_are_seen_in_every_form(key):
    opik = pytest.importorskip("oodle_eval_adapters.opik")
    openevals = pytest.importorskip("oodle_eval_adapters.openevals")
    check, calls = checks.tool_trajectory(expected=["a"]), [{"name": "a", "args": {}}]
    tree = SimpleNamespace(name="task", type="general", spans=[], input={}, output={}, metadata={})
    assert score_of({"output": "y", key: calls}, check).value is True
    for more in ({}, {"task_span": tree}):
        (result, *_) = opik.as_metric(check, track=False).score(output="y", **{key: calls}, **more)
        assert (result.value, result.reason) == (1.0, "1 call, as expected")
    assert openevals.as_evaluator(check)(outputs="y", **{key: calls})[0]["score"] is True
    assert (
        openevals.as_evaluator(check)(outputs="y", trace=[{"kind": "tool", "name": "b"}], **{key: calls})[0]["score"]
        is False
    )
