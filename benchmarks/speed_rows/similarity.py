"""Speed of the checks that compare, against the packages that the reference names."""

from __future__ import annotations

import json
import random
from typing import Any

from oodle_eval.v1 import checks, metrics
from speed_rows import Cell, near, prose


def cells(size: int | None) -> list[Cell]:
    if size is None:
        return []
    text = prose(size)
    close = near(text)
    return [
        *_exact_cells(text),
        *_edit_cells(text, close),
        *_overlap_cells(text, close, size),
        *_json_cells(size),
        *_relevance_cells(text, close),
    ]


def _exact_cells(text: str) -> list[Cell]:
    import autoevals
    from openevals.exact import exact_match as openevals_exact_match
    from opik.evaluation.metrics import Equals

    equals, exact = Equals(track=False), autoevals.ExactMatch()
    sensitive = Equals(case_sensitive=True, track=False)
    same = text[:5] + text[5:]
    bound = checks.exact_match(reference=same)
    return [
        Cell(
            "exact_match",
            lambda: bound(text),
            {"opik Equals": lambda: equals.score(text, same), "autoevals": lambda: exact.eval(text, same)},
            goal_a=1,
        ),
        # This one makes a ScoreResult from `==` and nothing else, not even a reason.
        Cell(
            "exact_match, against Opik's case-sensitive Equals",
            lambda: bound(text),
            {"opik Equals": lambda: sensitive.score(text, same)},
        ),
        Cell(
            "exact_match, against openevals",
            lambda: bound(text),
            {"openevals": lambda: openevals_exact_match(outputs=text, reference_outputs=same)},
            goal_a=40,
        ),
    ]


def _edit_cells(text: str, close: str) -> list[Cell]:
    import autoevals
    from rapidfuzz.distance import Levenshtein

    bound = checks.levenshtein_ratio(reference=close)
    left, right = text[:1000], close[:1000]
    theirs = autoevals.Levenshtein()
    return [
        Cell(
            "levenshtein_ratio",
            lambda: bound(text),
            {"rapidfuzz": lambda: Levenshtein.normalized_similarity(left, right)},
            goal_a=1,
            goal_b=2.2,
        ),
        Cell(
            "levenshtein_ratio, against autoevals",
            lambda: bound(text),
            {"autoevals": lambda: theirs.eval(left, right)},
            goal_a=3,
        ),
        Cell("jaccard_similarity", lambda: metrics.jaccard_similarity(text, reference=close), goal_b=6),
        Cell("numeric_diff", lambda: metrics.numeric_diff(text, reference="5"), goal_b=6),
    ]


def _overlap_cells(text: str, close: str, size: int) -> list[Cell]:
    from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu
    from rouge_score.rouge_scorer import RougeScorer

    rouge, bleu = checks.rouge(reference=close), checks.bleu(reference=close)
    smooth = SmoothingFunction().method2
    peers: dict[str, Any] = {}
    if size <= 10_000:  # rouge-score takes minutes on 100,000 characters
        scorer = RougeScorer(["rouge1", "rouge2", "rougeL"])
        peers = {"rouge-score": lambda: scorer.score(close, text)}
    return [
        Cell(
            "rouge",
            lambda: rouge(text),
            peers,
            goal_a={1_000: 35, 10_000: 300}.get(size),
            goal_b={1_000: 5, 10_000: 7, 100_000: 8}[size],
        ),
        Cell(
            "bleu",
            lambda: bleu(text),
            {"nltk": lambda: sentence_bleu([close.lower().split()], text.lower().split(), smoothing_function=smooth)},
            goal_a={1_000: 1.8, 10_000: 3.5, 100_000: 4}[size],
            goal_b={1_000: 11, 10_000: 7, 100_000: 6.5}[size],
        ),
    ]


def _json_cells(size: int) -> list[Cell]:
    import autoevals

    theirs = autoevals.JSONDiff()
    made = document(size)
    text = json.dumps(made)
    other = json.loads(text)
    for record in other[::10]:
        record["score"] = -1
    other_text = json.dumps(other)
    parsed, from_text = checks.json_diff(reference=other), checks.json_diff(reference=other_text)
    return [
        Cell(
            "json_diff, parsed",
            lambda: parsed(made),
            {"autoevals JSONDiff": lambda: theirs.eval(made, other)},
            goal_a=10,
            goal_b=1.2,
        ),
        Cell(
            "json_diff, text",
            lambda: from_text(text),
            {"autoevals JSONDiff": lambda: theirs.eval(text, other_text), "json.loads twice": lambda: _loads(text)},
        ),
    ]


def _loads(text: str) -> None:
    json.loads(text)
    json.loads(text)


def document(size: int) -> list[dict[str, Any]]:
    """Return records such as an extraction gives, as many as make so many characters of JSON."""
    chance = random.Random(3)
    words = prose(60_000).split()
    records: list[dict[str, Any]] = []
    length = 2
    while length < size:
        at = len(records)
        record = {
            "id": at,
            "name": " ".join(words[at * 7 % 8000 :][:3]),
            "score": round(chance.random(), 4),
            "ok": chance.random() < 0.5,
            "tags": [words[(at * 3 + k) % 8000] for k in range(3)],
            "note": " ".join(words[at * 11 % 7000 :][:8]),
        }
        records.append(record)
        length += len(json.dumps(record)) + 2
    return records


def _relevance_cells(text: str, close: str) -> list[Cell]:
    return [
        Cell("bm25_relevance", lambda: metrics.bm25_relevance(text, context=close), goal_b=6),
        Cell("tfidf_similarity", lambda: metrics.tfidf_similarity(text, context=close), goal_b=6),
    ]
