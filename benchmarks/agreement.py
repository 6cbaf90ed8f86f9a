"""Write docs/parity-references.md: every check beside the reference implementations that it is like.

    python benchmarks/agreement.py [--count 2000]

The pairs stand in `reference_pairs`, the cases in which the two part, with reasons, in
`compat_tests/references/deviations.toml`. A reference that is not installed leaves its row empty; those that are heavy
come with `pip install -e '.[references]'`.
"""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "adapters")]
os.environ.update(
    OPIK_TRACK_DISABLE="true",
    OPIK_URL_OVERRIDE="http://127.0.0.1:9/api",
    OPIK_ANALYTICS_ENABLE="false",
    OPIK_SENTRY_ENABLE="false",
)

from reference_pairs import Agreement, Pair, agreement, deviations, pairs  # noqa: E402 - the path is set above

import oodle_eval  # noqa: E402

TABLE = HERE.parent / "docs/parity-references.md"
PROMISES = {"equal": "equal to 1e-9", "agreement": "same verdict", "rank": "rank correlation"}


def shown(found: Agreement) -> str:
    if found.pair.kind == "equal":
        return f"{found.cases - len(found.parted):,} of {found.cases:,} (largest difference {found.value:.1e})"
    if found.pair.kind == "agreement":
        return f"{found.cases - len(found.parted):,} of {found.cases:,}"
    return f"{found.value:.3f}"


def row(pair: Pair, count: int, filed: list[dict[str, Any]]) -> str:
    parts = ", ".join(
        entry["case"] for entry in filed if (entry["check"], entry["reference"]) == (pair.check, pair.reference)
    )
    parts = pair.note or parts
    if pair.missing:
        return f"| {pair.check} | {pair.reference} | not installed | | | | {parts} |"
    found = agreement(pair, count)
    if not found.kept:
        print(f"{pair.name}: {shown(found)}, {found.parted[:3]}", file=sys.stderr)
    return (
        f"| {pair.check} | {pair.reference} | {pair.version} | {found.cases:,} | {PROMISES[pair.kind]} | {shown(found)} "
        f"| {parts} |"
    )


def text(value: Any) -> str:
    """Return a value as the page shows it, on one line."""
    return f"`{value!r}`".replace("\n", "\\n")


def table(count: int) -> str:
    filed = deviations()
    made_by = (
        f"Made by `benchmarks/agreement.py` on {datetime.now(UTC):%Y-%m-%d} with oodle-eval {oodle_eval.__version__}. "
        "Both sides get the same inputs: generated ones where formulas are equal (the same in each run), else lists that "
        "have the forms on which readers differ. A value is equal within 1e-9, a verdict when it is the same. "
        "`compat_tests/references` holds each row to this."
    )
    lines = [
        "# The checks beside reference implementations",
        "",
        made_by,
        "",
        "| check | reference | version | cases | compared by | agreement | deviations on file |",
        "| --- | --- | --- | ---: | --- | --- | --- |",
        *(row(pair, count, filed) for pair in pairs()),
        "",
        "## Where they part",
        "",
    ]
    for entry in filed:
        right = {"ours": "ours", "theirs": "theirs", "either": "either, by its own definition"}[entry["right"]]
        cases = ", ".join(text(case) for case in entry["given"][:3]) + (", ..." if len(entry["given"]) > 3 else "")
        lines.append(
            f"**{entry['check']}, {entry['reference']}: {entry['case']}.** Given {cases}, ours is {text(entry['ours'])}, "
            f"theirs {text(entry['theirs'])}. Right: {right}. {entry['why']}"
        )
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--count", type=int, default=2000, help="generated inputs a pair")
    options = parser.parse_args()
    warnings.simplefilter("ignore")  # references warn of what they meet
    TABLE.write_text(table(options.count), "utf-8")
    print(TABLE)


if __name__ == "__main__":
    main()
