"""Checks as Opik metrics, and Opik's metrics as checks.

- `as_metric(what)`: a bound check, a list of them, or any `evaluate(ctx)` as an Opik `BaseMetric`;
- `checks`: a metric class for each check (`checks.PiiLeak()`);
- `metrics`: Opik's own heuristics as drop-ins; `functional`: what they compute, without Opik;
- `from_opik(metric)`: any Opik metric as a check;
- `light.as_metric(what)`: the same as `as_metric` on Opik's light base class, without importing `opik`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._lazy import lazy_names

if TYPE_CHECKING:
    from oodle_eval_adapters.opik._foreign import from_opik
    from oodle_eval_adapters.opik._metric import as_metric

__all__ = ["as_metric", "from_opik"]

__getattr__, __dir__ = lazy_names(__name__, {"as_metric": "_metric", "from_opik": "_foreign"})
