"""All checks of v1 on one reply, in one context, beside Opik's eight metrics that compare with a reference."""

from __future__ import annotations

from typing import Any

from speed_rows import Cell, near, prose

# What a check needs beside the context.
SETTINGS: dict[str, dict[str, Any]] = {
    "contains": {"values": ["needle", "haystack"]},
    "keyword_check": {"required": ["statement", "needle"]},
    "regex_match": {"must_match": [r"\bstatement\b"]},
    "numeric_diff": {"reference": 5},
}


def cells(size: int | None) -> list[Cell]:
    if size is None:
        return []
    from opik.evaluation import metrics as opik

    from oodle_eval.runtime import EvaluationContext, ExperimentContext, ObservationContext
    from oodle_eval.v1 import checks

    text = prose(size)
    reference = near(text)
    messages = [{"role": "user", "content": "What does the language reference say of statements?"}]
    seen = ObservationContext(messages, [{"role": "assistant", "content": text}], {"context": reference})
    ctx = EvaluationContext(seen, experiment=ExperimentContext(expected_output=reference))
    every = checks.suite(
        *(getattr(checks, name)(prefix=f"{name}_", **SETTINGS.get(name, {})) for name in checks.CHECKS)
    )
    theirs = [opik.ROUGE(track=False, rouge_type=kind) for kind in ("rouge1", "rouge2", "rougeL")]
    theirs += [
        getattr(opik, name)(track=False)
        for name in ("SentenceBLEU", "GLEU", "JSDivergence", "ChrF", "LevenshteinRatio")
    ]
    # rouge-score's table of 100,000 characters takes minutes and gigabytes.
    peers = {"opik, 8 metrics": lambda: [one.score(text, reference) for one in theirs]} if size < 100_000 else {}
    return [Cell(f"all {len(checks.CHECKS)} checks", lambda: every(ctx), peers, 30, 60)]
