"""A metric class for each check: `PiiLeak(checks=["email"])` is `as_metric(checks.pii_leak(checks=["email"]))`.

Derived from `oodle_eval.v1.checks`; the stub beside this file is generated.
"""

from oodle_eval.v1._waist.binders import CHECKS
from oodle_eval_adapters.opik._metric import metric_class


def _class_name(check_name: str) -> str:
    return "".join(part.title() for part in check_name.split("_"))


_classes = {_class_name(name): metric_class(check, _class_name(name), __name__) for name, check in CHECKS.items()}
globals().update(_classes)

__all__ = list(_classes)
