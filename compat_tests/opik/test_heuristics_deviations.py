"""Each deviation on file, shown in both libraries; and nothing shown that is not on file."""

import math
import time
import tomllib
from pathlib import Path

import pytest

pytest.importorskip("opik")

from opik.evaluation import metrics as theirs
from opik.exceptions import MetricComputationError

from oodle_eval_adapters.opik import metrics as ours

ON_FILE = tomllib.loads((Path(__file__).parent / "deviations.toml").read_text("utf-8"))["deviation"]
SHOWN = {}


def shows(metric, case):
    def register(function):
        SHOWN[metric, case] = function
        return function

    return register


def both(name, **settings):
    return getattr(theirs, name)(track=False, **settings), getattr(ours, name)(track=False, **settings)


def test_each_deviation_on_file_is_shown_and_says_why():
    assert {(entry["metric"], entry["case"]) for entry in ON_FILE} == set(SHOWN)
    for entry in ON_FILE:
        assert entry["ours"]
        assert entry["theirs"]
        assert entry["why"]


@pytest.mark.parametrize(("metric", "case"), [(entry["metric"], entry["case"]) for entry in ON_FILE])
def test_deviation(metric, case, monkeypatch):
    SHOWN[metric, case](monkeypatch)


@shows("all", "an input of a wrong type")
def wrong_type(_):
    for name, given in [
        ("SentenceBLEU", {"output": None, "reference": "a"}),
        ("GLEU", {"output": "a", "reference": 5}),
        ("ROUGE", {"output": 5, "reference": "a"}),
        ("ChrF", {"output": "a", "reference": [1]}),
        ("CorpusBLEU", {"output": None, "reference": ["a"]}),
        ("CorpusBLEU", {"output": [1], "reference": ["a"]}),
        ("SpearmanRanking", {"output": ["a"], "reference": None}),
        ("JSDivergence", {"output": "a", "reference": ["a"]}),
        ("Tone", {"output": 5}),
        ("PromptInjection", {"output": None}),
        ("Readability", {"output": ["a"]}),
        ("KnowledgeRetentionMetric", {"conversation": None}),
    ]:
        peer, own = both(name)
        with pytest.raises((AttributeError, TypeError)) as of_peer:
            peer.score(**given)
        with pytest.raises(MetricComputationError, match="must be") as of_own:
            own.score(**given)
        assert isinstance(of_own.value, of_peer.type)


@shows("all", "reason")
def reason(_):
    peer, own = both("Equals")
    assert peer.score("a", "a").reason is None
    assert own.score("a", "a").reason == "equal"
    peer, own = both("ROUGE")
    assert peer.score("a", "a").reason != own.score("a", "a").reason


@shows("PromptInjection", '"Dan" many times')
def dan(_):
    peer, own = both("PromptInjection")
    start = time.process_time()
    assert own.score("mode " + "Dan " * 25_000).value == 0.0
    assert time.process_time() - start < 5
    start = time.process_time()
    assert peer.score("mode " + "Dan " * 2_000).value == 0.0
    first = time.process_time() - start
    start = time.process_time()
    peer.score("mode " + "Dan " * 4_000)
    assert time.process_time() - start > 2 * first
    for metric in (peer, own):
        assert metric.score("Dan has another mode").value == 1.0


@shows("PromptInjection", "order of keyword hits")
def keyword_order(_):
    peer, own = both("PromptInjection")
    told = "a system message, a hidden prompt, act as"
    assert own.score(told).metadata["keyword_hits"] == ["act as", "hidden prompt", "system message"]
    assert set(peer.score(told).metadata["keyword_hits"]) == {"act as", "hidden prompt", "system message"}


def takes_too_long(metric):
    start = time.process_time()
    with pytest.raises(MetricComputationError, match="took longer"):
        metric.score("a" * 40 + "!")
    assert time.process_time() - start < 5


@shows("PromptInjection", "a pattern of the user that never ends")
def endless_injection_pattern(_):
    takes_too_long(ours.PromptInjection(patterns=["(a|aa)+$"], track=False))


@shows("RegexMatch", "a pattern that never ends")
def endless_pattern(_):
    takes_too_long(ours.RegexMatch("(a|aa)+$", track=False))


@shows("IsJson", "JSON of great depth")
def deep_json(_):
    peer, own = both("IsJson")
    deep = "[" * 20_000 + "]" * 20_000
    assert (peer.score(deep).value, own.score(deep).value) == (0.0, 1.0)
    assert own.score("[" * 20_000).value == 0.0


@shows("IsJson", "an integer of more than 4,300 digits")
def long_json_integer(_):
    peer, own = both("IsJson")
    assert (peer.score("9" * 5_000).value, own.score("9" * 5_000).value) == (0.0, 1.0)


@shows("Equals", "integers of more than 4,300 digits")
def long_integers(_):
    peer, own = both("Equals")
    with pytest.raises(ValueError):
        peer.score(10**5_000, 10**5_000)
    assert own.score(10**5_000, 10**5_000).value == 1.0
    assert own.score(10**5_000, 10**5_000 + 1).value == 0.0
    assert own.score(10**5_000, "1" + "0" * 5_000).value == 1.0


@shows("SentenceBLEU", "method6 without a trigram that matches")
def method6(_):
    peer, own = both("SentenceBLEU", smoothing_method="method6")
    for texts, error in [(("a b", "a b"), IndexError), (("a b c d", "x y z w a"), AssertionError)]:
        with pytest.raises(error):
            peer.score(*texts)
        with pytest.raises(MetricComputationError, match="trigram"):
            own.score(*texts)
    texts = ("the cat sat on the mat", "the cat sat on a mat")
    assert own.score(*texts).value == pytest.approx(peer.score(*texts).value, abs=1e-9)


@shows("ChrF", "a beta without a finite square")
def infinite_beta(_):
    peer, own = both("ChrF", beta=math.inf)
    assert math.isnan(peer.score("a b c", "a b c").value)
    with pytest.raises(MetricComputationError):
        own.score("a b c", "a b c")
    peer, own = both("ChrF", beta=1e200)
    with pytest.raises(OverflowError):
        peer.score("a b c", "a b c")
    with pytest.raises(MetricComputationError):
        own.score("a b c", "a b c")


@shows("ChrF", "a text of a subclass of str")
def subclass_of_str(_):
    class Text(str):
        __slots__ = ()

    peer, own = both("ChrF", ignore_whitespace=False)
    plain = peer.score("the cat sat", "the cat sat down").value
    assert peer.score(Text("the cat sat"), "the cat sat down").value < plain / 2
    assert own.score(Text("the cat sat"), "the cat sat down").value == pytest.approx(plain)


@shows("GLEU", "an injected function that returns NaN")
def injected_nan(_):
    peer, own = both("GLEU", gleu_fn=lambda references, words: math.nan)
    assert math.isnan(peer.score("a", "b").value)
    with pytest.raises(MetricComputationError):
        own.score("a", "b")
    for metric in (
        ours.ChrF(chrf_fn=lambda *texts: math.nan, track=False),
        ours.METEOR(meteor_fn=lambda *texts: math.inf, track=False),
        ours.BERTScore(scorer_fn=lambda *texts: ([1], [1], [math.nan]), track=False),
    ):
        with pytest.raises(MetricComputationError):
            metric.score("a", "b")


@shows("JSDivergence", "a base that is NaN")
def nan_base(_):
    assert theirs.JSDivergence(base=math.nan, track=False).score("a", "b").value == 1.0
    with pytest.raises(ValueError):
        ours.JSDivergence(base=math.nan, track=False)


@shows("JSDivergence", "tokens that have no order")
def unordered_tokens(_):
    peer, own = both("JSDivergence", tokenizer=lambda value: [1, "a"])
    with pytest.raises(TypeError):
        peer.score("a", "b")
    assert own.score("a", "b").value == 1.0


@shows("KnowledgeRetentionMetric", "message content in blocks")
def blocks(_):
    peer, own = both("KnowledgeRetentionMetric")
    talk = [
        {"role": "user", "content": [{"type": "text", "text": "My router is a Netgear."}]},
        {"role": "assistant", "content": [{"type": "text", "text": "A Netgear router it is."}]},
    ]
    with pytest.raises(TypeError):
        peer.score(talk)
    assert own.score(talk).value == 1.0
    assert ours.ConversationDegenerationMetric(track=False).score(talk).value == 0.0


def without_data(monkeypatch):
    nltk = pytest.importorskip("nltk")
    monkeypatch.setattr(nltk.data, "path", [])
    monkeypatch.setattr(nltk, "download", lambda *names, **options: False)


@shows("METEOR", "no WordNet")
def no_wordnet(monkeypatch):
    without_data(monkeypatch)
    from nltk.corpus import wordnet

    def missing(*words):
        raise LookupError

    monkeypatch.setitem(wordnet.__dict__, "ensure_loaded", missing)
    with pytest.raises(ImportError):
        theirs.METEOR(track=False)
    result = ours.METEOR(track=False).score("the cat sat", "the cats sat")
    # Three pairs of three words in one stretch: 1 - 0.5 * (1/3) ** 3.
    assert result.value == pytest.approx(1 - 0.5 / 27)
    assert result.metadata == {"stages": ["exact", "stem"]}
    assert "no WordNet" in result.reason


@shows("Readability", "no nltk data")
def no_cmudict(monkeypatch):
    pytest.importorskip("textstat")
    without_data(monkeypatch)
    from textstat.backend.utils import _get_cmudict

    peer, own = both("Readability")
    monkeypatch.setattr(peer, "_textstat", Uncached(_get_cmudict))
    with pytest.raises(LookupError):
        peer.score("A cat sat on the mat.")
    assert own.score("A cat sat on the mat.").metadata["syllable_count"] == 6


class Uncached:
    """Textstat's look for CMUdict, as in a new process: `get_cmudict` remembers what it found."""

    def __init__(self, module):
        self.look = module.get_cmudict.__wrapped__

    def sentence_count(self, value):
        return 1

    def lexicon_count(self, value, removepunct):
        return len(self.look("en_US")) + removepunct


@shows("Sentiment", "no nltk data")
def no_lexicon(monkeypatch):
    without_data(monkeypatch)
    for name in ("Sentiment", "VADERSentiment"):
        with pytest.raises(ImportError):
            getattr(theirs, name)(track=False)
    assert ours.Sentiment(track=False).score("I love this product! It's amazing.").value == 0.8516
    assert ours.VADERSentiment(track=False).score("I love this product! It's amazing.").value == pytest.approx(0.9258)


@shows("ROUGE", "split_summaries without nltk's punkt data")
def no_punkt(monkeypatch):
    without_data(monkeypatch)
    peer, own = both("ROUGE", rouge_type="rougeLsum", split_summaries=True)
    with pytest.raises(LookupError):
        peer.score("A. B.", "A. B.")
    with pytest.raises(ValueError, match="line of its own"):
        own.score("A. B.", "A. B.")


@shows("ROUGE", "rougeL of long texts")
def long_rouge_l(_):
    peer, own = both("ROUGE", rouge_type="rougeL")
    words = [f"w{number % 97}" for number in range(400)]
    one, other = " ".join(words), " ".join(words[::2] + words[1::3])
    assert own.score(one, other).value == peer.score(one, other).value
    start = time.process_time()
    assert own.score(f"{one} " * 40, f"{one} " * 40).value == 1.0
    assert time.process_time() - start < 5
