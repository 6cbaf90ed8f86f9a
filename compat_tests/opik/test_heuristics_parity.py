"""Our drop-ins give what the installed Opik gives: on generated inputs, and on real texts where they are at hand.

`OODLE_EVAL_PARITY` sets how many generated inputs a metric gets.
"""

import os
import sys
from pathlib import Path

import pytest

for package in ("opik", "nltk", "rouge_score", "textstat", "scipy", "vaderSentiment"):
    pytest.importorskip(package)

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared/data"
COUNT = int(os.environ.get("OODLE_EVAL_PARITY", "2000"))

sys.path.insert(0, str(ROOT / "benchmarks"))
import opik_cases  # noqa: E402
import parity_opik  # noqa: E402


@pytest.fixture(scope="module", autouse=True)
def nltk_data(tmp_path_factory):
    parity_opik.set_up(tmp_path_factory.mktemp("nltk_data"))


@pytest.fixture(scope="module")
def real():
    if not DATA.is_dir():
        pytest.skip("no data folder stands beside the checkout")
    return opik_cases.real_inputs(DATA)


@pytest.mark.parametrize("name", opik_cases.METRICS)
def test_generated_inputs_score_alike(name):
    found = parity_opik.parity(name, COUNT)
    assert found.problems == []
    assert found.cases >= COUNT
    assert found.largest <= 1e-9
    assert found.errors < found.cases / 2, "the inputs are there to be scored"


@pytest.mark.parametrize("name", opik_cases.METRICS)
def test_real_texts_score_alike(name, real):
    found = parity_opik.real_parity(name, real.get(name, []))
    assert found.problems == []
    assert found.cases >= 500
    assert found.largest <= 1e-9


EDGES = [
    {"output": output, "reference": reference}
    for output in ("", " ", "\n\t", "a", "...", "A.", "é", "\x1c", "0")
    for reference in ("", " ", "a", "A b", [], [""], ["a", " "], ["a", "b"], "...", "\x1c")
]


@pytest.mark.parametrize("name", opik_cases.METRICS)
def test_edge_inputs_score_or_fail_alike(name):
    metric = opik_cases.METRICS[name]
    takes = set(metric.inputs(opik_cases.random.Random(1)))
    if takes == {"conversation"}:
        given = [[], [{}], [{"role": "user"}], [{"role": "assistant", "content": ""}], [{"content": "a"}]]
        inputs = [{"conversation": talk} for talk in given]
    elif name == "CorpusBLEU":
        inputs = [{"output": [one["output"]], "reference": [one["reference"]]} for one in EDGES]
        inputs += [{"output": [], "reference": []}, {"output": ["a"], "reference": []}]
    elif name == "SpearmanRanking":
        inputs = [
            {"output": [], "reference": []},
            {"output": ["a"], "reference": ["a"]},
            {"output": "abc", "reference": "cab"},
        ]
        inputs += [{"output": ["a"], "reference": ["b"]}, {"output": ["a", "a"], "reference": ["a", "a"]}]
    else:
        inputs = [{key: one[key] for key in takes} for one in EDGES]
    for theirs, ours in parity_opik.pairs_of(name):
        found = parity_opik.Parity(name)
        for given in inputs:
            if name in ("JSDivergence", "JSDistance", "KLDivergence", "LevenshteinRatio") and isinstance(
                given["reference"], list
            ):
                continue  # of a wrong type: see the deviations
            parity_opik.compared(found, parity_opik.outcome(theirs, given), parity_opik.outcome(ours, given), given)
        assert found.problems == []


BAD_SETTINGS = [
    ("SentenceBLEU", {"n_grams": 0}),
    ("SentenceBLEU", {"n_grams": True}),
    ("SentenceBLEU", {"n_grams": 2.0}),
    ("CorpusBLEU", {"weights": [0.5, 0.5]}),
    ("CorpusBLEU", {"n_grams": 2, "weights": [0.5, 0.6]}),
    ("GLEU", {"min_len": 0}),
    ("GLEU", {"min_len": 3, "max_len": 2}),
    ("ROUGE", {"rouge_type": "rougeLSum"}),
    ("ChrF", {"beta": "2"}),
    ("ChrF", {"beta": True}),
    ("ChrF", {"char_order": 0}),
    ("ChrF", {"char_order": 1.5}),
    ("JSDivergence", {"base": 1.0}),
    ("JSDistance", {"base": 0.5}),
    ("KLDivergence", {"direction": "qq"}),
    ("ConversationDegenerationMetric", {"ngram_size": 1}),
    ("RegexMatch", {"regex": "("}),
    ("PromptInjection", {"patterns": ["("]}),
    ("BERTScore", {}),
    ("LanguageAdherenceMetric", {"expected_language": "en"}),
    ("LanguageAdherenceMetric", {}),
    ("Tone", {"unknown": 1}),
    ("Equals", {"track": False, "project_name": "p"}),
]


@pytest.mark.parametrize(("name", "settings"), BAD_SETTINGS)
def test_settings_that_do_not_fit_are_refused_with_the_same_error(name, settings):
    from opik.evaluation import metrics as theirs

    from oodle_eval_adapters.opik import metrics as ours

    settings = {"track": False, **settings}
    with pytest.raises(Exception) as of_theirs:
        getattr(theirs, name)(**settings)
    with pytest.raises(of_theirs.type):
        getattr(ours, name)(**settings)


def test_contains_refuses_what_opik_refuses():
    from opik.evaluation import metrics as theirs

    from oodle_eval_adapters.opik import metrics as ours

    for side in (theirs, ours):
        with pytest.raises(ValueError):
            side.Contains(track=False).score("Hello")
        with pytest.raises(ValueError):
            side.Contains(reference="", track=False).score("Hello")
        with pytest.raises(ValueError):
            side.Contains(track=False).score(5, reference=5)
        with pytest.raises(theirs.MetricComputationError):
            side.Contains(track=False).score(5, reference="5")
        assert side.Contains(reference="world", track=False).score("Hello", reference="hell").value == 1.0
