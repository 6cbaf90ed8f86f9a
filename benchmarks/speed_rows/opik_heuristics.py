"""Opik's heuristics as drop-ins: their `score` over ours, on the metric of either library."""

from __future__ import annotations

import itertools
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from opik_cases import SmallWordNet, give_nltk_wordnet, put_nltk_data

from speed_rows import Cell, near, prose

os.environ.update(
    OPIK_TRACK_DISABLE="true",
    OPIK_URL_OVERRIDE="http://127.0.0.1:9/api",
    OPIK_ANALYTICS_ENABLE="false",
    OPIK_SENTRY_ENABLE="false",
)

SIZES = (1_000, 10_000, 100_000)
# {cell: (class, constructor arguments, goals by size)}; a goal is theirs over ours, at least.
PAIRS: dict[str, tuple[str, dict[str, Any], tuple[float, ...]]] = {
    "ROUGE-1": ("ROUGE", {}, (5, 5, 5)),
    "ROUGE-2": ("ROUGE", {"rouge_type": "rouge2"}, (3.5, 3.5, 3.5)),
    "ROUGE-L": ("ROUGE", {"rouge_type": "rougeL"}, (70, 700, 3000)),
    "SentenceBLEU": ("SentenceBLEU", {}, (1.8, 3.5, 4)),
    "GLEU": ("GLEU", {}, (1.8, 3.5, 4)),
    "ChrF": ("ChrF", {}, (4, 4, 4)),
    "JSDivergence": ("JSDivergence", {}, (1.25, 1.25, 1.25)),
    "KLDivergence": ("KLDivergence", {}, (1.25, 1.25, 1.25)),
    "METEOR": ("METEOR", {}, ()),
    "LevenshteinRatio": ("LevenshteinRatio", {}, ()),
    "Contains": ("Contains", {}, ()),
    "Equals": ("Equals", {}, ()),
}
SINGLES: dict[str, tuple[str, dict[str, Any], tuple[float, ...]]] = {
    "Readability": ("Readability", {}, (1.3, 1.8, 3)),
    "Sentiment (VADER)": ("Sentiment", {}, (2.5, 2.5, 2.5)),
    "VADERSentiment": ("VADERSentiment", {}, (2.5, 2.5, 2.5)),
    "PromptInjection": ("PromptInjection", {}, (24, 20, 12)),
    "Tone": ("Tone", {}, (2.2, 2.2, 2.2)),
    "IsJson": ("IsJson", {}, ()),
}
CONVERSATIONS = ("ConversationDegenerationMetric", "KnowledgeRetentionMetric")
# rouge-score's table of 100,000 characters takes minutes and gigabytes; and so ours runs alone there.
TOO_LONG = {("ROUGE-L", 100_000)}


@cache
def _both() -> tuple[Any, Any]:
    """Return Opik's metrics, with their nltk data, and ours."""
    import nltk
    from opik.evaluation import metrics as theirs

    from oodle_eval_adapters.opik import metrics as ours

    nltk.data.path.insert(0, str(put_nltk_data(Path(tempfile.mkdtemp()))))
    give_nltk_wordnet(SmallWordNet())
    return theirs, ours


def cells(size: int | None) -> list[Cell]:
    if size is None:
        return []
    text, reference = prose(size), near(prose(size))
    found = [_cell(name, *spec, size, lambda: (text, reference)) for name, spec in PAIRS.items()]
    found += [_cell(name, *spec, size, _new_texts(text)) for name, spec in SINGLES.items()]
    talk = [{"role": role, "content": text[: size // 2]} for role in ("user", "assistant")]
    found += [_cell(name, name, {}, (1.5, 1.5, 1.5), size, lambda: (talk,)) for name in CONVERSATIONS]
    return found


def _new_texts(text: str) -> Callable[[], tuple[str]]:
    """Return a function that gives another text each time: textstat remembers the ones it has seen."""
    numbers = itertools.count()
    return lambda: (f"{next(numbers)} {text}",)


def _cell(
    name: str,
    made: str,
    arguments: dict[str, Any],
    goals: tuple[float, ...],
    size: int,
    inputs: Callable[[], tuple[Any, ...]],
) -> Cell:
    theirs, ours = (getattr(side, made)(track=False, **arguments).score for side in _both())
    peers = {} if (name, size) in TOO_LONG else {"opik": lambda: theirs(*inputs())}
    goal = goals[SIZES.index(size)] if goals and peers else None
    return Cell(f"Opik's {name}", lambda: ours(*inputs()), peers, goal_a=goal)
