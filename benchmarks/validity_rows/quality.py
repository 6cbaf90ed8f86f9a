"""Language, sentiment and readability on public labelled text, beside VADER and textstat."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any

from oodle_eval.v1 import _language, metrics
from validity_rows import Figure, percent

Rows = list[dict[str, Any]]


def rows(read: Callable[[str], Rows]) -> list[Figure]:
    return [
        *of_languages(read("language_id")),
        *of_sentiment(read("sentiment")),
        *of_readability(read("readability")),
    ]


def of_languages(data: Rows) -> list[Figure]:
    if not data:
        return []
    ours = [row for row in data if row["label"] in _language.CODES]
    others = [row for row in data if row["label"] not in _language.CODES]
    right = sum(metrics.detect_language(row["text"])[0] == row["label"] for row in ours)
    taken = sum(metrics.detect_language(row["text"])[0] != "unknown" for row in others)
    languages = len({row["label"] for row in others})
    return [
        Figure(
            "detect_language",
            "Leipzig sentences (lingua), 17 languages",
            len(ours),
            "sentences named right",
            percent(right, len(ours)),
            goal="98 %",
            met=right >= 0.98 * len(ours),
        ),
        Figure(
            "detect_language",
            f"Leipzig sentences (lingua), {languages} other languages",
            len(others),
            "sentences taken for one of ours",
            percent(taken, len(others)),
            goal="at most 10 %",
            met=taken <= 0.1 * len(others),
        ),
    ]


def _label(compound: float) -> str:
    if compound >= 0.05:
        return "positive"
    return "negative" if compound <= -0.05 else "neutral"


def of_sentiment(data: Rows) -> list[Figure]:
    figures = []
    for domain in sorted({row["domain"] for row in data}):
        found = [row for row in data if row["domain"] == domain]
        ours = sum(metrics.sentiment(row["text"])["sentiment_label"].value == row["label"] for row in found)
        theirs = _vader_agreement(found)
        baseline = f"VADER {percent(theirs, len(found))}" if theirs is not None else "VADER is not installed"
        figures.append(
            Figure(
                "sentiment",
                f"Hutto and Gilbert, {domain}",
                len(found),
                "label is the human class",
                percent(ours, len(found)),
                baseline,
                "at least VADER's",
                None if theirs is None else ours >= theirs,
            )
        )
    return figures


def _vader_agreement(data: Rows) -> int | None:
    if find_spec("vaderSentiment") is None:
        return None
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

    analyzer = SentimentIntensityAnalyzer()
    return sum(_label(analyzer.polarity_scores(row["text"])["compound"]) == row["label"] for row in data)


def _ease(text: str) -> float:
    return float(metrics.readability(text, min_words=1)["reading_ease"].value)


def of_readability(data: Rows) -> list[Figure]:
    if not data:
        return []
    ours = [_ease(row["text"]) for row in data]
    theirs = [row["textstat"]["flesch_reading_ease"] for row in data]
    rank = statistics.correlation(_ranks(ours), _ranks(theirs))
    falls, pairs = _falling(data, ours)
    fell, _ = _falling(data, theirs)
    return [
        Figure(
            "readability",
            "OneStopEnglish, elementary and advanced of one article",
            pairs,
            "reading ease falls",
            percent(falls, pairs),
            f"textstat {percent(fell, pairs)}",
            "90 %",
            falls >= 0.9 * pairs,
        ),
        Figure(
            "readability",
            "OneStopEnglish",
            len(data),
            "rank correlation with textstat 0.7.4",
            f"{rank:.3f}",
            _newer_textstat(data, theirs),
            "0.95",
            rank >= 0.95,
        ),
    ]


def _newer_textstat(data: Rows, stored: Sequence[float]) -> str:
    """Return how the textstat that is installed ranks against the stored values: it counts by a dictionary."""
    if find_spec("textstat") is None:
        return ""
    import textstat

    try:
        newer = [textstat.flesch_reading_ease(row["text"]) for row in data]
    except LookupError:  # it needs NLTK's cmudict
        return ""
    version = ".".join(map(str, textstat.__version__))
    return f"textstat {version} {statistics.correlation(_ranks(newer), _ranks(stored)):.3f}"


def _falling(data: Rows, ease: Sequence[float]) -> tuple[int, int]:
    """Return for how many articles the easy version reads easier than the hard one, and how many have both."""
    by_article: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row, value in zip(data, ease, strict=True):
        by_article[row["article"]][row["label"]].append(value)
    pairs = [levels for levels in by_article.values() if {"elementary", "advanced"} <= levels.keys()]
    falls = sum(statistics.mean(pair["elementary"]) > statistics.mean(pair["advanced"]) for pair in pairs)
    return falls, len(pairs)


def _ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value, equal ones sharing their mean rank."""
    places: dict[float, list[int]] = defaultdict(list)
    for place, value in enumerate(sorted(values)):
        places[value].append(place)
    return [statistics.mean(places[value]) for value in values]
