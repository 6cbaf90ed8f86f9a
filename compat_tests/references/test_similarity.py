"""The checks that compare, against the packages that their docstrings name, called for real.

Equal to 1e-9 where formulas are equal. Where they part, the case stands in `deviations.toml`, with the reason.
"""

from __future__ import annotations

import math
import random
from itertools import chain
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from oodle_eval.v1 import _words, metrics, util

WORDS = "the cat sat on a mat red box ran fast today and went home berlin 7".split()
TEXTS = st.lists(st.sampled_from(WORDS), min_size=4, max_size=30).map(" ".join)
ANY_TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=30)
QUICK = settings(max_examples=60, deadline=None)


def ours(check: str, said: Any, reference: Any, **chosen: Any) -> float:
    return getattr(metrics, check)(said, reference=reference, **chosen)[0].value


@QUICK
@given(TEXTS, TEXTS)
def test_rouge_is_rouge_scores(said: str, wanted: str) -> None:
    rouge_scorer = pytest.importorskip("rouge_score.rouge_scorer")
    theirs = rouge_scorer.RougeScorer(["rougeL", "rouge1", "rouge2"]).score(wanted, said)
    found = metrics.rouge(said, reference=wanted)
    for score, name in zip(found, ("rougeL", "rouge1", "rouge2"), strict=True):
        assert score.value == pytest.approx(theirs[name].fmeasure, abs=1e-9)


@QUICK
@given(TEXTS, TEXTS)
def test_rouge_is_opiks(said: str, wanted: str) -> None:
    opik = pytest.importorskip("opik.evaluation.metrics")
    pytest.importorskip("rouge_score")
    found = metrics.rouge(said, reference=wanted)
    for score, name in zip(found, ("rougeL", "rouge1", "rouge2"), strict=True):
        assert score.value == pytest.approx(
            opik.ROUGE(rouge_type=name, track=False).score(said, wanted).value, abs=1e-9
        )


@QUICK
@given(TEXTS, TEXTS, st.integers(1, 4))
def test_bleu_is_nltks_with_the_same_smoothing(said: str, wanted: str, most: int) -> None:
    bleu_score = pytest.importorskip("nltk.translate.bleu_score")
    theirs = bleu_score.sentence_bleu(
        [wanted.split()],
        said.split(),
        weights=[1 / most] * most,
        smoothing_function=bleu_score.SmoothingFunction().method2,
    )
    assert ours("bleu", said, wanted, max_n=most) == pytest.approx(theirs, abs=1e-9)


@QUICK
@given(TEXTS, TEXTS)
def test_bleu_is_sacrebleus_with_the_same_smoothing(said: str, wanted: str) -> None:
    sacrebleu = pytest.importorskip("sacrebleu")
    theirs = sacrebleu.sentence_bleu(said, [wanted], smooth_method="add-k", smooth_value=1, tokenize="none")
    shares_a_word = bool(set(said.split()) & set(wanted.split()))
    assume(shares_a_word)
    assert ours("bleu", said, wanted) == pytest.approx(theirs.score / 100, abs=1e-9)


@QUICK
@given(ANY_TEXT, ANY_TEXT)
def test_levenshtein_ratio_is_autoevals_openevals_and_rapidfuzzs(said: str, wanted: str) -> None:
    autoevals = pytest.importorskip("autoevals")
    openevals = pytest.importorskip("openevals.string.levenshtein")
    distance = pytest.importorskip("rapidfuzz.distance").Levenshtein
    value = ours("levenshtein_ratio", said, wanted)
    assert value == pytest.approx(autoevals.Levenshtein().eval(said, wanted).score, abs=1e-9)
    assert value == pytest.approx(distance.normalized_similarity(said, wanted), abs=1e-9)
    theirs = openevals.levenshtein_distance(outputs=said, reference_outputs=wanted)
    assert value == pytest.approx(theirs["score"], abs=1e-9)


@QUICK
@given(ANY_TEXT, ANY_TEXT, st.booleans())
def test_exact_match_is_autoevals_and_opiks_on_trimmed_texts(said: str, wanted: str, same: bool) -> None:
    autoevals = pytest.importorskip("autoevals")
    opik = pytest.importorskip("opik.evaluation.metrics")
    said, wanted = said.strip(), (said if same else wanted).strip()
    assert ours("exact_match", said, wanted) == autoevals.ExactMatch().eval(said, wanted).score
    sensitive = opik.Equals(case_sensitive=True, track=False)
    assert ours("exact_match", said, wanted) == sensitive.score(said, wanted).value
    assert (
        ours("exact_match", said.upper(), said, case_sensitive=False)
        == opik.Equals(track=False).score(said.upper().lower().upper(), said.upper()).value
    )


@QUICK
@given(st.floats(-1e9, 1e9) | st.integers(-(10**9), 10**9), st.floats(-1e9, 1e9) | st.integers(-(10**9), 10**9))
def test_numeric_diff_is_autoevals(said: float, wanted: float) -> None:
    autoevals = pytest.importorskip("autoevals")
    theirs = autoevals.NumericDiff().eval(said, wanted).score
    assert ours("numeric_diff", said, wanted) == pytest.approx(theirs, abs=1e-9)
    assert ours("numeric_diff", f"It is {said!r}.", wanted) == pytest.approx(theirs, abs=1e-9)


LEAVES = st.floats(-9, 9) | st.integers(-9, 9) | st.text("abc", min_size=1, max_size=6)
DOCUMENTS = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=4),
    max_leaves=12,
)


def changed(value: Any, chance: random.Random) -> Any:
    """Return a value of the same types with some parts changed, dropped or added."""
    if isinstance(value, dict):
        kept = {key: changed(item, chance) for key, item in value.items() if chance.random() < 0.8}
        return kept | ({"new": 1} if chance.random() < 0.2 else {})
    if isinstance(value, list):
        # Only the end is cut: a list that shifts would hold values of other types against each other.
        return [changed(item, chance) for item in value][: len(value) - chance.randint(0, 1)]
    if chance.random() < 0.6:
        return value
    return value + chance.choice("abc") if isinstance(value, str) else value + chance.randint(-3, 3)


@QUICK
@given(DOCUMENTS, st.randoms(use_true_random=False))
def test_json_diff_is_autoevals_where_types_agree(value: Any, chance: random.Random) -> None:
    autoevals = pytest.importorskip("autoevals")
    said, wanted = {"root": value}, {"root": changed(value, chance)}
    theirs = autoevals.JSONDiff(preserve_strings=True).eval(said, wanted).score
    assert ours("json_diff", said, wanted) == pytest.approx(theirs, abs=1e-9)


SENTENCES = st.lists(TEXTS, min_size=1, max_size=5).map(lambda sentences: ". ".join(sentences) + ".")


def documents_of(text: str) -> list[list[str]]:
    return [util.content_words(sentence) for sentence in _words.sentences(text)]


@QUICK
@given(SENTENCES, SENTENCES)
def test_tfidf_is_scikit_learns(said: str, other: str) -> None:
    feature_extraction = pytest.importorskip("sklearn.feature_extraction.text")
    assume(said != other)
    documents, others = documents_of(said), documents_of(other)
    assume(any(documents) and any(others))
    model = feature_extraction.TfidfVectorizer(analyzer=list).fit(documents + others)
    left, right = (model.transform([list(chain.from_iterable(side))]).toarray()[0] for side in (documents, others))
    value = metrics.tfidf_similarity(said, context=other)[0].value
    assert value == pytest.approx(float(left @ right), abs=1e-9)


@QUICK
@given(SENTENCES, SENTENCES, st.sampled_from([0.5, 1.5, 2.0]), st.sampled_from([0.0, 0.75, 1.0]))
def test_bm25_is_rank_bm25s_with_our_weights(said: str, other: str, k1: float, b: float) -> None:
    rank_bm25, np = pytest.importorskip("rank_bm25"), pytest.importorskip("numpy")
    assume(said != other)
    documents, others = documents_of(said), documents_of(other)
    assume(any(documents) and any(others))
    theirs = rank_bm25.BM25Okapi(documents, k1=k1, b=b)
    query, every = sorted({word for document in others for word in document}), documents + others
    for word in query:  # its own weights are negative for common words, and know the reply's sentences only
        count = sum(word in document for document in every)
        theirs.idf[word] = math.log(1 + (len(every) - count + 0.5) / (count + 0.5))
    with np.errstate(invalid="ignore"):
        scores = theirs.get_scores(query)
    # With b = 1 its score of a sentence without a content word is 0 / 0. Such a sentence has no query word: 0.
    best = float(max(np.nan_to_num(scores))) / sum(theirs.idf[word] for word in query)
    value = metrics.bm25_relevance(said, context=other, k1=k1, b=b)[0].value
    assert value == pytest.approx(min(1.0, best), abs=1e-9)
