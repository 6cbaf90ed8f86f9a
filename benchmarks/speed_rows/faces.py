"""What a framework's face costs over the bound check, a score: measured on the metric's `score` and the like."""

from __future__ import annotations

import time

from speed_rows import Row

MOST = 5e-6  # seconds


def rows(quick: bool) -> list[Row]:
    from oodle_eval.v1 import checks
    from oodle_eval_adapters.langsmith import as_evaluator as as_langsmith
    from oodle_eval_adapters.openevals import as_evaluator as as_openevals
    from oodle_eval_adapters.opik import as_metric

    bound = checks.length_budget()
    metric = as_metric(bound, track=False)
    openevals, langsmith = as_openevals(bound), as_langsmith(bound)
    run, example = {"inputs": {"input": "q"}, "outputs": {"output": "a b c"}}, {"outputs": {"output": "x"}}
    faces = {
        "bound check": lambda: bound("a b c"),
        "opik metric.score": lambda: metric.score(output="a b c", input="q", reference="x"),
        "openevals form": lambda: openevals(outputs="a b c", inputs="q", reference_outputs="x"),
        "langsmith evaluate_run": lambda: langsmith.evaluate_run(run, example),
    }
    taken = dict.fromkeys(faces, float("inf"))
    for _ in range(10 if quick else 40):
        for name, face in faces.items():
            start = time.process_time()
            for _ in range(200):
                face()
            taken[name] = min(taken[name], (time.process_time() - start) / 200)
    base = taken.pop("bound check")
    over = {name: seconds - base for name, seconds in taken.items()}
    return [
        Row("bound check", f"{base * 1e6:.1f}"),
        *(
            Row(f"{name}, over it", f"{more * 1e6:.1f}", note="5 µs", met=more <= MOST * 1.25)
            for name, more in over.items()
        ),
    ]
