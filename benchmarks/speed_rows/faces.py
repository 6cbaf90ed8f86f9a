"""What a framework's face costs over the bound check, in seconds a score."""

from __future__ import annotations

import os

from speed_rows import Cell

os.environ.update(OPIK_URL_OVERRIDE="http://127.0.0.1:9/api", OPIK_ANALYTICS_ENABLE="false", LANGSMITH_TRACING="false")


def cells(size: int | None) -> list[Cell]:
    if size is not None:
        return []
    from oodle_eval.v1 import checks
    from oodle_eval_adapters.langsmith import as_evaluator as as_langsmith
    from oodle_eval_adapters.openevals import as_evaluator as as_openevals
    from oodle_eval_adapters.opik import as_metric

    bound = checks.length_budget()
    metric = as_metric(bound, track=False)
    openevals, langsmith = as_openevals(bound), as_langsmith(bound)
    run, example = {"inputs": {"input": "q"}, "outputs": {"output": "a b c"}}, {"outputs": {"output": "x"}}
    return [
        Cell("bound check", lambda: bound("a b c")),
        Cell("opik metric.score", lambda: metric.score(output="a b c", input="q", reference="x")),
        Cell("openevals form", lambda: openevals(outputs="a b c", inputs="q", reference_outputs="x")),
        Cell("langsmith evaluate_run", lambda: langsmith.evaluate_run(run, example)),
    ]
