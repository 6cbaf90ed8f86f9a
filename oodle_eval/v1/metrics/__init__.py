"""The built-in checks, one module an area. Each takes a context or a plain string, and returns `Scores`."""

from oodle_eval.v1.metrics.format import length_budget

__all__ = ["length_budget"]
