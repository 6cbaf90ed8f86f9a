"""The rows of the validity table, one module an area."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One row of the validity table.

    `ours` and `baseline` are printed as given, so that each can carry its unit ("95.1 %", "AUC 0.87"); `met` is None
    where there is no goal.
    """

    check: str
    data: str
    rows: int
    figure: str
    ours: str
    baseline: str = ""
    goal: str = ""
    met: bool | None = None

    def line(self) -> str:
        met = {None: "", True: "yes", False: "no"}[self.met]
        cells = (self.check, self.data, str(self.rows), self.figure, self.ours, self.baseline, self.goal, met)
        return f"| {' | '.join(cells)} |"


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"
