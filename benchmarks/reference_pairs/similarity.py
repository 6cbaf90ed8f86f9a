"""The checks that compare, beside the packages that their reference names. A case is (reply, reference)."""

from __future__ import annotations

import math
import random
from itertools import chain
from typing import Any

from oodle_eval.v1 import _words, metrics, util
from reference_pairs import Pair

WORDS = "the cat sat on a mat red box ran fast today and went home berlin 7 Paris".split()
LETTERS = "abcdeé ß字🙂-.,'\n"


def ours(check: str, **chosen: Any) -> Any:
    return lambda case: getattr(metrics, check)(case[0], reference=case[1], **chosen)[0].value


def word_texts(count: int, least: int = 4, most: int = 30) -> list[tuple[str, str]]:
    """Texts of a few words, so that many are shared."""
    chance = random.Random(11)
    made = lambda: " ".join(chance.choices(WORDS, k=chance.randint(least, most)))
    return [(made(), made()) for _ in range(count)]


def letter_texts(count: int) -> list[tuple[str, str]]:
    """Texts of odd letters, some a changed copy of the other, none with space at its ends."""
    chance, cases = random.Random(12), []
    for _ in range(count):
        said = "".join(chance.choices(LETTERS, k=chance.randint(0, 40))).strip()
        other = "".join(char for char in said if chance.random() < 0.8)
        wanted = chance.choice([said, other, "".join(chance.choices(LETTERS, k=20)), said.lower()])
        cases.append((said, wanted.strip()))
    return cases


def ascii_pairs(count: int) -> list[tuple[str, str]]:
    """A text and a part of it or of another one, for a search in any case."""
    chance, cases = random.Random(13), []
    for said, other in word_texts(count):
        source = chance.choice([said, other])
        start = chance.randrange(len(source))
        part = source[start : start + chance.randint(1, 12)]
        cases.append((said, chance.choice([part, part.upper(), part.lower()])))
    return cases


def number_pairs(count: int) -> list[tuple[float, float]]:
    chance = random.Random(14)
    made = lambda: chance.choice([0, chance.randint(-(10**9), 10**9), chance.uniform(-1e6, 1e6), chance.uniform(-1, 1)])
    return [(made(), made()) for _ in range(count)]


def json_pairs(count: int) -> list[tuple[Any, Any]]:
    """A document and a changed copy whose values keep their types."""
    chance = random.Random(15)
    return [({"root": value}, {"root": _changed(value, chance)}) for value in (_value(chance) for _ in range(count))]


def _value(chance: random.Random, depth: int = 0) -> Any:
    kind = chance.random()
    if depth < 3 and kind < 0.35:
        return {key: _value(chance, depth + 1) for key in chance.sample("abcd", chance.randint(0, 4))}
    if depth < 3 and kind < 0.55:
        return [_value(chance, depth + 1) for _ in range(chance.randint(0, 4))]
    return chance.choice([chance.randint(-9, 9), chance.uniform(-9, 9), "".join(chance.choices("abc", k=4))])


def _changed(value: Any, chance: random.Random) -> Any:
    if isinstance(value, dict):
        kept = {key: _changed(item, chance) for key, item in value.items() if chance.random() < 0.8}
        return kept | ({"new": 1} if chance.random() < 0.2 else {})
    if isinstance(value, list):
        # Only the end is cut: a list that shifts would hold values of other types against each other.
        return [_changed(item, chance) for item in value][: max(0, len(value) - chance.randint(0, 1))]
    if chance.random() < 0.6:
        return value
    return value + chance.choice("abc") if isinstance(value, str) else value + chance.randint(-3, 3)


def sentence_pairs(count: int) -> list[tuple[str, str]]:
    """Texts of a few sentences, each of which has a content word."""
    chance = random.Random(16)
    sentence = lambda: " ".join(["cat", *chance.choices(WORDS, k=chance.randint(3, 12))])
    made = lambda: ". ".join(sentence() for _ in range(chance.randint(1, 5))) + "."
    return [(said, other) for said, other in ((made(), made()) for _ in range(count)) if said != other]


def autoevals_scorer(name: str, **settings: Any) -> Any:
    def load() -> Any:
        import autoevals

        scorer = getattr(autoevals, name)(**settings)
        return lambda case: scorer.eval(*case).score

    return load


def opik_scorer(name: str, **settings: Any) -> Any:
    def load() -> Any:
        from opik.evaluation import metrics as opik

        scorer = getattr(opik, name)(track=False, **settings)
        return lambda case: scorer.score(*case).value

    return load


def openevals_levenshtein() -> Any:
    from openevals.string.levenshtein import levenshtein_distance

    return lambda case: levenshtein_distance(outputs=case[0], reference_outputs=case[1])["score"]


def rapidfuzz_levenshtein() -> Any:
    from rapidfuzz.distance import Levenshtein

    return lambda case: Levenshtein.normalized_similarity(*case)


def our_rouge(case: tuple[str, str]) -> list[float]:
    return [score.value for score in metrics.rouge(case[0], reference=case[1])]


def rouge_score() -> Any:
    from rouge_score.rouge_scorer import RougeScorer

    names = ["rougeL", "rouge1", "rouge2"]
    scorer = RougeScorer(names)

    def judged(case: tuple[str, str]) -> list[float]:
        found = scorer.score(case[1], case[0])
        return [found[name].fmeasure for name in names]

    return judged


def opik_rouge() -> Any:
    scorers = [opik_scorer("ROUGE", rouge_type=name)() for name in ("rougeL", "rouge1", "rouge2")]
    return lambda case: [scorer(case) for scorer in scorers]


def nltk_bleu() -> Any:
    from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

    smooth = SmoothingFunction().method2
    split = lambda text: text.lower().split()
    return lambda case: sentence_bleu([split(case[1])], split(case[0]), smoothing_function=smooth)


def sacrebleu() -> Any:
    from sacrebleu import sentence_bleu

    settings = {"smooth_method": "add-k", "smooth_value": 1, "tokenize": "none", "lowercase": True}
    return lambda case: sentence_bleu(case[0], [case[1]], **settings).score / 100


def with_a_shared_word(count: int) -> list[tuple[str, str]]:
    return [case for case in word_texts(count) if set(case[0].lower().split()) & set(case[1].lower().split())]


def documents_of(text: str) -> list[list[str]]:
    return [util.content_words(sentence) for sentence in _words.sentences(text)]


def rank_bm25() -> Any:
    from rank_bm25 import BM25Okapi

    def judged(case: tuple[str, str]) -> float:
        documents, others = map(documents_of, case)
        theirs = BM25Okapi(documents)
        query, every = sorted({word for document in others for word in document}), documents + others
        for word in query:  # its own weights are negative for common words, and know the reply's sentences only
            count = sum(word in document for document in every)
            theirs.idf[word] = math.log(1 + (len(every) - count + 0.5) / (count + 0.5))
        return min(1.0, float(max(theirs.get_scores(query))) / sum(theirs.idf[word] for word in query))

    return judged


def scikit_learn() -> Any:
    from sklearn.feature_extraction.text import TfidfVectorizer

    def judged(case: tuple[str, str]) -> float:
        documents, others = map(documents_of, case)
        model = TfidfVectorizer(analyzer=list).fit(documents + others)
        left, right = (model.transform([list(chain.from_iterable(side))]).toarray()[0] for side in (documents, others))
        return float(left @ right)

    return judged


def against(check: str) -> Any:
    return lambda case: getattr(metrics, check)(case[0], context=case[1])[0].value


def our_contains(case: tuple[str, str]) -> float:
    return float(metrics.contains(case[0], values=[case[1]])["contains"].value)


PAIRS = [
    Pair("exact_match", "autoevals ExactMatch", ("autoevals",), "equal", letter_texts, ours("exact_match"),
         autoevals_scorer("ExactMatch")),
    Pair("exact_match", "Opik Equals, case-sensitive", ("opik",), "equal", letter_texts, ours("exact_match"),
         opik_scorer("Equals", case_sensitive=True)),
    Pair("exact_match", "Opik Equals", ("opik",), "equal", word_texts, ours("exact_match", case_sensitive=False),
         opik_scorer("Equals")),
    Pair("levenshtein_ratio", "autoevals Levenshtein", ("autoevals",), "equal", letter_texts,
         ours("levenshtein_ratio"), autoevals_scorer("Levenshtein")),
    Pair("levenshtein_ratio", "openevals levenshtein_distance", ("openevals",), "equal", letter_texts,
         ours("levenshtein_ratio"), openevals_levenshtein),
    Pair("levenshtein_ratio", "rapidfuzz", ("rapidfuzz",), "equal", letter_texts, ours("levenshtein_ratio"),
         rapidfuzz_levenshtein),
    # Another formula: insertions and deletions over the sum of the lengths.
    Pair("levenshtein_ratio", "Opik LevenshteinRatio", ("opik",), "rank", letter_texts, ours("levenshtein_ratio"),
         opik_scorer("LevenshteinRatio"), least=0.95),
    Pair("contains", "Opik Contains", ("opik",), "equal", ascii_pairs, our_contains, opik_scorer("Contains")),
    Pair("rouge", "rouge-score", ("rouge_score",), "equal", word_texts, our_rouge, rouge_score),
    Pair("rouge", "Opik ROUGE", ("opik", "rouge_score"), "equal", word_texts, our_rouge, opik_rouge),
    Pair("bleu", "nltk, smoothing method 2", ("nltk",), "equal", word_texts, ours("bleu"), nltk_bleu),
    Pair("bleu", "sacrebleu, add-1 smoothing", ("sacrebleu",), "equal", with_a_shared_word, ours("bleu"), sacrebleu),
    Pair("bleu", "Opik SentenceBLEU, smoothing method 2", ("opik", "nltk"), "equal", with_a_shared_word, ours("bleu"),
         opik_scorer("SentenceBLEU", smoothing_method="method2")),
    Pair("numeric_diff", "autoevals NumericDiff", ("autoevals",), "equal", number_pairs, ours("numeric_diff"),
         autoevals_scorer("NumericDiff")),
    Pair("json_diff", "autoevals JSONDiff", ("autoevals",), "equal", json_pairs, ours("json_diff"),
         autoevals_scorer("JSONDiff", preserve_strings=True)),
    Pair("json_diff", "autoevals JSONDiff, as it comes", ("autoevals",), "equal", json_pairs, ours("json_diff"),
         autoevals_scorer("JSONDiff")),
    Pair("bm25_relevance", "rank-bm25, with our word weights", ("rank_bm25", "numpy"), "equal", sentence_pairs,
         against("bm25_relevance"), rank_bm25),
    Pair("tfidf_similarity", "scikit-learn TfidfVectorizer", ("sklearn",), "equal", sentence_pairs,
         against("tfidf_similarity"), scikit_learn),
]  # fmt: skip
