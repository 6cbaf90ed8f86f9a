"""rouge and bleu beside the packages that everyone uses, on real replies."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import Any

from oodle_eval.v1 import metrics
from validity_rows import Figure

DATA = "similarity_rouge_bleu"


def rows(read: Callable[[str], list[dict[str, Any]]]) -> list[Figure]:
    pairs = read(DATA)
    if not pairs:
        return []
    scores = [metrics.rouge(pair["output"], reference=pair["reference"]) for pair in pairs]
    found = [
        _distance(
            f"rouge ({ours})", [(score[ours].value, pair[theirs]) for score, pair in zip(scores, pairs, strict=True)]
        )
        for ours, theirs in (("rouge_l", "rougeL_f"), ("rouge_1", "rouge1_f"), ("rouge_2", "rouge2_f"))
    ]
    ours = [metrics.bleu(pair["output"], reference=pair["reference"])["bleu"].value for pair in pairs]
    found += [
        _rank(f"bleu, sacrebleu {name}", ours, [pair[column] for pair in pairs])
        for name, column in (("with effective order", "sacrebleu_sentence"), ("without", "sacrebleu_sentence_noeff"))
    ]
    return found


def _distance(check: str, values: list[tuple[float, float]]) -> Figure:
    apart = [abs(ours - theirs) for ours, theirs in values]
    mean = statistics.fmean(apart)
    return Figure(
        check,
        DATA,
        len(values),
        "mean distance from rouge-score 0.1.2",
        f"{mean:.4f} (largest {max(apart):.3f})",
        goal="at most 0.01",
        met=mean <= 0.01,
    )


def _rank(check: str, ours: list[float], theirs: list[float]) -> Figure:
    correlation = statistics.correlation(_ranks(ours), _ranks(theirs))
    return Figure(
        check, DATA, len(ours), "rank correlation", f"{correlation:.3f}", goal="at least 0.9", met=correlation >= 0.9
    )


def _ranks(values: list[float]) -> list[float]:
    """Return the rank of each value; equal ones share the mean of theirs."""
    places: dict[float, list[int]] = {}
    for place, value in enumerate(sorted(values)):
        places.setdefault(value, []).append(place)
    return [statistics.fmean(places[value]) for value in values]
