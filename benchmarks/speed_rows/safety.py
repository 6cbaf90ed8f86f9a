"""The speed of the safety checks, beside Opik's PromptInjection where it is installed."""

from __future__ import annotations

import os
from collections.abc import Callable

from oodle_eval.v1 import metrics
from speed_rows import Cell, prose

GOALS = {1_000: (24, 1.2), 10_000: (20, 1.3), 100_000: (12, 2)}


def opik() -> Callable[[str], object] | None:
    os.environ.update(OPIK_TRACK_DISABLE="true", OPIK_URL_OVERRIDE="http://127.0.0.1:9/api", OPIK_SENTRY_ENABLE="false")
    try:
        from opik.evaluation.metrics import PromptInjection
    except ImportError:
        return None
    return PromptInjection(track=False).score


def cells(size: int | None) -> list[Cell]:
    if size is None:
        return []
    text = prose(size)
    goal_a, goal_b = GOALS[size]
    peer = opik()
    peers = {} if peer is None else {"opik": lambda: peer(text)}
    return [
        Cell("prompt_injection", lambda: metrics.prompt_injection(text), peers, goal_a, goal_b),
        Cell("pii_leak", lambda: metrics.pii_leak(text), goal_b=6),
        Cell("refusal", lambda: metrics.refusal(text), goal_b=6),
        Cell("url_check", lambda: metrics.url_check(text), goal_b=6),
    ]
