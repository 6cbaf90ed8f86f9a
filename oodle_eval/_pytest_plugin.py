"""A pytest plugin: at the end of a session, how the scores fared that tests asserted with `testing.assert_passes`.

Says nothing in a session that asserted none. pytest loads it by itself; `-p no:oodle_eval` leaves it out.
"""

from __future__ import annotations

from typing import Any

import pytest

from oodle_eval import _asserted

__all__ = ["AssertedScores", "pytest_configure"]

WORKER_KEY = "oodle_eval_asserted"


class AssertedScores:
    """Counts asserted scores by name, in this process and, with pytest-xdist, in its workers."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.counts: dict[str, dict[str, int]] = {}

    def add(self, name: str, verdict: str, count: int = 1) -> None:
        """Count a score's verdict."""
        of_score = self.counts.setdefault(name, {})
        of_score[verdict] = of_score.get(verdict, 0) + count

    def pytest_sessionfinish(self) -> None:
        """Hand a worker's counts to the process that started it."""
        output = getattr(self.config, "workeroutput", None)  # of pytest-xdist
        if self.counts and output is not None:
            output[WORKER_KEY] = self.counts

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Add a worker's counts."""
        for name, verdicts in getattr(node, "workeroutput", {}).get(WORKER_KEY, {}).items():
            for verdict, count in verdicts.items():
                self.add(name, verdict, count)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Show the table, when any score was asserted."""
        if not self.counts:
            return
        from oodle_eval.runs import text_table  # noqa: PLC0415 - only a session that asserted scores needs it

        terminalreporter.section("oodle-eval: asserted scores")
        lines = [self._line(name, verdicts) for name, verdicts in self.counts.items()]
        terminalreporter.write_line(text_table(("score", "rows", "scored", "passed", "failed"), lines))

    @staticmethod
    def _line(name: str, verdicts: dict[str, int]) -> tuple[str, ...]:
        rows = sum(verdicts.values())
        scored = rows - verdicts.get("not scored", 0)
        return (name, *map(str, (rows, scored, verdicts.get("passed", 0), verdicts.get("FAILED", 0))))

    def pytest_unconfigure(self) -> None:
        """Stop counting: a process may run several sessions."""
        if self.add in _asserted.told:
            _asserted.told.remove(self.add)


def pytest_configure(config: pytest.Config) -> None:
    """Count what this session asserts."""
    counted = AssertedScores(config)
    _asserted.told.append(counted.add)
    config.pluginmanager.register(counted, "oodle_eval_asserted")
