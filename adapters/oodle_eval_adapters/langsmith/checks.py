"""A function for each check that gives its LangSmith evaluator: `pii_leak(checks=["email"])`.

Derived from `oodle_eval.v1.checks`; the stub beside this file is generated.
"""

from oodle_eval.v1._waist.binders import CHECKS
from oodle_eval_adapters.langsmith._evaluator import evaluator_function

_functions = {name: evaluator_function(check, __name__) for name, check in CHECKS.items()}
globals().update(_functions)

__all__ = list(_functions)
