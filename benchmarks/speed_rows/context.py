"""Context checks: a reply and a context of the text's size."""

from __future__ import annotations

from speed_rows import Cell, near, prose


def cells(size: int | None) -> list[Cell]:
    if size is None:
        return []
    from oodle_eval.v1 import metrics

    context = prose(size)
    reply = near(context)
    cited = " ".join(f"{sentence} [{number % 9 + 1}]" for number, sentence in enumerate(reply.split(". ")))
    sources = [f"https://example.org/{number}" for number in range(9)]
    return [
        Cell("grounding", lambda: metrics.grounding(reply, context=context), goal_b=6),
        Cell("unsupported_numbers", lambda: metrics.unsupported_numbers(reply, context=context), goal_b=6),
        Cell("citation_check", lambda: metrics.citation_check(cited, sources=sources, context=context), goal_b=6),
    ]
