"""Readability, language, tone and sentiment, beside textstat, Opik's Tone and vaderSentiment where they are installed."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from importlib.util import find_spec

from oodle_eval.v1 import metrics
from speed_rows import Cell, prose

# By size: how many times as fast as the peer, and how many passes over the text.
READABILITY = {1_000: (1.3, 4.5), 10_000: (1.8, 3.5), 100_000: (3.0, 3.0)}
SENTIMENT = {1_000: 2.3, 10_000: 2.3, 100_000: 2.0}


def _fresh(text: str) -> Callable[[], str]:
    """Return a function that gives another text of the same size each time, since textstat keeps what it has seen."""
    numbers = itertools.count()
    return lambda: f"{text[:-8]} w{next(numbers) % 99_999:05d}."


def _textstat(text: str) -> dict[str, Callable[[], object]]:
    if find_spec("textstat") is None:
        return {}
    import textstat

    fresh = _fresh(text)
    try:
        textstat.flesch_reading_ease("Its table of syllables is read here.")
    except LookupError:  # it needs NLTK's cmudict
        return {}
    return {"textstat": lambda: textstat.flesch_reading_ease(fresh())}


def _opik_tone(text: str) -> dict[str, Callable[[], object]]:
    if find_spec("opik") is None:
        return {}
    from opik.evaluation.metrics import Tone

    metric = Tone(track=False)
    return {"opik Tone": lambda: metric.score(text)}


def _vader(text: str) -> dict[str, Callable[[], object]]:
    if find_spec("vaderSentiment") is None:
        return {}
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

    analyzer = SentimentIntensityAnalyzer()
    # Its cost grows with the square of the text.
    return {"vaderSentiment": lambda: analyzer.polarity_scores(text)} if len(text) <= 10_000 else {}


def cells(size: int | None) -> list[Cell]:
    if size is None:
        return []
    text = prose(size)
    fresh = _fresh(text)
    ease_a, ease_b = READABILITY[size]
    return [
        Cell("readability", lambda: metrics.readability(fresh()), _textstat(text), ease_a, ease_b),
        Cell("tone", lambda: metrics.tone(text), _opik_tone(text), 2, SENTIMENT[size]),
        Cell("sentiment", lambda: metrics.sentiment(text), _vader(text), 2.5, SENTIMENT[size]),
        Cell("language_adherence", lambda: metrics.language_adherence(text), {}, None, 6),
        Cell("detect_language", lambda: metrics.detect_language(text), {}, None, 6),
    ]
