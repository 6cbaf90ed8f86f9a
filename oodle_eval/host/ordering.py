"""Evaluators in the order of what they read from each other."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

from oodle_eval.host.errors import error_with

__all__ = ["in_order"]


def in_order(needs: Mapping[str, Iterable[str]], given: Iterable[str] = ()) -> list[str]:
    """Return evaluators so that each stands behind those it needs, and otherwise as they came.

    Args:
        needs: {evaluator: the evaluators whose scores it reads, or that must have passed before it runs}.
        given: Evaluators whose scores come with the data.

    Raises:
        HostError: "UNKNOWN_EVALUATOR" or "CYCLE"; the message shows the names.

    Example:
        >>> in_order({"overall": ["tone", "judge"], "tone": []}, given=["judge"])
        ['tone', 'overall']
    """
    known = set(given)
    inner: dict[str, list[str]] = {}
    for name, wanted in needs.items():
        inner[name] = [other for other in dict.fromkeys(wanted) if other in needs]
        for other in wanted:
            if other not in needs and other not in known:
                raise error_with("UNKNOWN_EVALUATOR", _unknown(name, other, [*needs, *sorted(known)]))
    found: list[str] = []
    while len(found) < len(needs):
        ready = [name for name in needs if name not in found and all(other in found for other in inner[name])]
        if not ready:
            raise error_with("CYCLE", f"evaluators wait for each other: {_cycle(inner, set(found))}")
        found.append(ready[0])
    return found


def _unknown(name: str, other: str, have: list[str]) -> str:
    close = difflib.get_close_matches(other, have, n=1)
    hint = f" (did you mean {close[0]!r}?)" if close else ""
    listed = ", ".join(map(repr, have))
    return f"{name!r} needs the evaluator {other!r}, and there is none of that name{hint}; the evaluators here are: {listed}"


def _cycle(inner: Mapping[str, list[str]], done: set[str]) -> str:
    """Return one of the cycles, as names with arrows."""
    name = next(name for name in inner if name not in done)
    walked: list[str] = []
    while name not in walked:
        walked.append(name)
        name = next(other for other in inner[name] if other not in done)
    return " -> ".join([*walked[walked.index(name) :], name])
