"""A shared library: what no reply of ours says. Every evaluator that imports it follows when the list changes."""

from oodle_eval.v1 import metrics

NEVER_SAID = ["no risk at all", "everybody does it", "trust me"]


def house_rules(ctx):
    """Check that a reply says none of it."""
    return metrics.keyword_check(ctx, forbidden=NEVER_SAID, name="house_rules_ok")
