"""What a run over many items costs an item beside the check itself: ours, langsmith's evaluate, Opik's."""

from __future__ import annotations

import contextlib
import io
import logging
import time
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from speed_rows import Row

FEW, MANY = 50, 250


def rows(quick: bool) -> list[Row]:
    logging.disable(logging.WARNING)
    rounds = 2 if quick else 5
    ours = an_item(our_run, rounds, FEW * 20, MANY * 20)
    langsmith, opik = (an_item(run, rounds, FEW, MANY) for run in (langsmith_run, opik_run))
    shown = f"{ours * 1e6:.1f}"
    return [
        Row("a run, an item", shown, f"langsmith evaluate ({langsmith * 1e3:.2f} ms)", langsmith / ours, 100),
        Row(
            "a run, an item, against Opik",
            shown,
            f"opik evaluate_on_dict_items ({opik * 1e3:.2f} ms)",
            opik / ours,
            250,
        ),
    ]


def an_item(run: Callable[[int], object], rounds: int, few: int, many: int) -> float:
    """Return the seconds of one more item."""
    run(2)
    taken = {}
    for count in (few, many):
        taken[count] = min(_seconds(run, count) for _ in range(rounds))
    return max(taken[many] - taken[few], 1e-9) / (many - few)


def _seconds(run: Callable[[int], object], count: int) -> float:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        start = time.process_time()
        run(count)
        return time.process_time() - start


def our_run(count: int) -> None:
    from oodle_eval import runs
    from oodle_eval.runtime import Score, Scores

    def same(ctx: Any) -> Scores:
        return Scores([Score(ctx.observation.output == ctx.expected_output, "BOOLEAN", "compared", "same")])

    found = runs.run([{"input": "hi", "output": "hi", "expected_output": "hi"} for _ in range(count)], same)
    assert len(found) == count


def langsmith_run(count: int) -> None:
    from langsmith import Client, evaluate, schemas

    client = Client(api_key="none", api_url="http://127.0.0.1:9", auto_batch_tracing=False)
    dataset, now = uuid.uuid4(), datetime.now(UTC)
    examples = [
        schemas.Example(id=uuid.uuid4(), dataset_id=dataset, inputs={"q": "hi"}, outputs={"a": "hi"}, created_at=now)
        for _ in range(count)
    ]

    def same(outputs: dict[str, Any], reference_outputs: dict[str, Any]) -> bool:
        return outputs == reference_outputs

    target = lambda inputs: {"a": inputs["q"]}
    found = list(evaluate(target, data=examples, evaluators=[same], upload_results=False, client=client))
    assert len(found) == count


def opik_run(count: int) -> None:
    import opik
    from opik.evaluation.metrics import base_metric, score_result

    class Same(base_metric.BaseMetric):
        def score(self, output: str, expected_output: str, **_: Any) -> Any:
            return score_result.ScoreResult(self.name, float(output == expected_output))

    items = [{"input": "hi", "expected_output": "hi"} for _ in range(count)]
    task = lambda item: {"output": item["input"]}
    found = opik.evaluate_on_dict_items(
        items, task, scoring_metrics=[Same("same", track=False)], scoring_threads=1, verbose=0
    )
    assert len(found.test_results) == count
