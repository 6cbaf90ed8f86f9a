"""What a heuristic of Opik refuses, its drop-in refuses too, with an error that the same handler catches."""

import pytest

pytest.importorskip("opik")

from opik.evaluation import metrics as theirs
from opik.exceptions import MetricComputationError

from oodle_eval_adapters.opik import metrics as ours


def error_of(call):
    try:
        return None, call()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is compared
        return error, None


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("KLDivergence", {"smoothing": "1"}),
        ("KLDivergence", {"smoothing": None}),
        ("KLDivergence", {"direction": ["pq"]}),
        ("KLDivergence", {"direction": "p"}),
        ("PromptInjection", {"patterns": [1]}),
        ("PromptInjection", {"patterns": ["("]}),
        ("GLEU", {"min_len": None}),
        ("GLEU", {"max_len": 0}),
        ("ConversationDegenerationMetric", {"ngram_size": None}),
        ("ConversationDegenerationMetric", {"ngram_size": "3"}),
        ("ConversationDegenerationMetric", {"ngram_size": 1}),
        ("SentenceBLEU", {"n_grams": "4"}),
        ("ChrF", {"beta": "2"}),
        ("JSDivergence", {"base": "2"}),
        ("ROUGE", {"rouge_type": "rouge3"}),
        ("RegexMatch", {"regex": "["}),
    ],
)
def test_a_constructor_refuses_the_same_settings_with_an_error_of_the_same_type(name, settings):
    of_peer, _ = error_of(lambda: getattr(theirs, name)(track=False, **settings))
    of_own, _ = error_of(lambda: getattr(ours, name)(track=False, **settings))
    assert of_peer is not None
    assert isinstance(of_own, type(of_peer))


@pytest.mark.parametrize(
    ("name", "settings"),
    [("GLEU", {"max_len": 2.5}), ("GLEU", {"min_len": 1.5}), ("ConversationDegenerationMetric", {"ngram_size": 2.5})],
)
def test_a_size_that_is_no_whole_number_is_refused_at_once_not_when_a_text_is_long_enough(name, settings):
    with pytest.raises((ValueError, MetricComputationError), match="whole number"):
        getattr(ours, name)(track=False, **settings)


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("SpearmanRanking", ([["a"], ["b"]], [["b"], ["a"]])),
        ("SpearmanRanking", ([{"id": 1}], [{"id": 1}])),
        ("SpearmanRanking", (3, 3)),
        ("BERTScore", ("a", None)),
        ("BERTScore", ("a", [])),
        ("BERTScore", ("a", ["b", ["c"]])),
        ("KnowledgeRetentionMetric", (3,)),
        ("KnowledgeRetentionMetric", (["hello"],)),
        ("ConversationDegenerationMetric", ("hello",)),
    ],
)
def test_score_refuses_the_same_values_with_an_error_of_the_same_type(name, given):
    settings = {"scorer_fn": lambda texts, references: ([0.5], [0.5], [0.5])} if name == "BERTScore" else {}
    of_peer, _ = error_of(lambda: getattr(theirs, name)(track=False, **settings).score(*given))
    of_own, _ = error_of(lambda: getattr(ours, name)(track=False, **settings).score(*given))
    assert of_peer is not None
    assert isinstance(of_own, type(of_peer))
    assert isinstance(of_own, MetricComputationError)


def test_bertscore_takes_a_set_of_references_as_one_group_as_opik_does():
    asked = []

    def scorer(texts, references):
        asked.append((texts, [sorted(group) for group in references]))
        return [0.5], [0.5], [0.5]

    for side in (theirs, ours):
        assert side.BERTScore(scorer_fn=scorer, track=False).score("a", {"b", "c"}).value == 0.5
    assert asked == [(["a"], [["b", "c"]])] * 2


TALK = [
    {"role": "user", "content": "My router is a Netgear."},
    {"role": "assistant", "content": "A Netgear, noted. A Netgear, noted."},
]


@pytest.mark.parametrize("name", ["ConversationDegenerationMetric", "KnowledgeRetentionMetric"])
@pytest.mark.parametrize("kind", [list, tuple, iter])
def test_a_conversation_may_be_any_iterable_of_messages(name, kind):
    peer = getattr(theirs, name)(track=False).score(kind(TALK))
    own = getattr(ours, name)(track=False).score(kind(TALK))
    assert own.value == pytest.approx(peer.value)
    assert own.metadata.keys() == peer.metadata.keys()
