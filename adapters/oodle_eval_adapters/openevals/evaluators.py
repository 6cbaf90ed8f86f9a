"""`create_<check>_evaluator` and `create_async_<check>_evaluator` for each check.

Derived from `oodle_eval.v1.checks`; the stub beside this file is generated.
"""

from oodle_eval.v1._waist.binders import CHECKS
from oodle_eval_adapters.openevals._form import as_async_evaluator, as_evaluator, evaluator_factory

_kinds = {"create_{}_evaluator": as_evaluator, "create_async_{}_evaluator": as_async_evaluator}
_factories = {
    pattern.format(name): evaluator_factory(check, make, pattern.format(name), __name__)
    for name, check in CHECKS.items()
    for pattern, make in _kinds.items()
}
globals().update(_factories)

__all__ = list(_factories)
