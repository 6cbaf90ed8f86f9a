"""The longest time and the most memory that each check takes: `python benchmarks/worst_case.py [CHECK...] [--write]`.

Every check is called on each hostile text of `tests/test_laws.py`, and on 1 MB of prose (the language reference that
Python carries, repeated with other numbers), as the reply, two messages of the input, the context, and, cut, the reference at once.
Time is processor time, the best of two calls; memory is the peak of what Python allocates during a call over the size of
the text, beside what one pass of a tokeniser (`re.findall`) takes. `--write` makes docs/worst-case.md.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import re
import sys
import time
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from pydoc_data import topics
from typing import Any, NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path[:0] = [str(HERE), str(ROOT), str(ROOT / "tests")]

from test_laws import HOSTILE, TOOL_STEP, bound, context, outcome  # noqa: E402 - the path is set above

from oodle_eval.v1.checks import CHECKS  # noqa: E402

PAGE = ROOT / "docs" / "worst-case.md"
FUZZ_LOG = HERE / "fuzz_log.jsonl"
# What may come of one call: seconds on a hostile text, and bytes for each byte of prose.
MOST_S, MOST_TIMES = 1.0, 20.0
# Texts from this length on are looked at for memory.
LONG = 10_000


def prose(size: int) -> str:
    """Return so many characters of English prose with code in it."""
    reference = "\n\n".join(topics.topics.values())
    copies = [reference.replace("3.", f"{number}.") for number in range(size // len(reference) + 1)]
    return "\n\n".join(copies)[:size]


# Settings that make a check work, for those that without them have nothing to look for.
SETTINGS: dict[str, dict[str, Any]] = {
    "regex_match": {"must_match": [r"(?i)\bmonday\b"], "must_not_match": [r"^(\w+\s?)*$"]},
    "keyword_check": {"required": ["Monday", "order number"], "forbidden": ["guaranteed"]},
    "markdown_structure": {"required_headings": ["Summary"], "require_list": True, "require_table": True},
    "citation_check": {"sources": ["https://example.org/a", "Terms"]},
    "tool_call_validity": {"required_args": {"get_order": ["id"]}},
    "tool_trajectory": {"expected": ["get_order"]},
}


class Row(NamedTuple):
    """What a check takes: on prose, and on the hostile text that takes longest."""

    check: str
    prose_ms: float
    prose_times: float
    slowest: str
    slowest_ms: float
    most_memory: str
    most_times: float


def _subject(text: str) -> Any:
    chat = [
        {"role": "user", "content": "Where is my order FO-7?"},
        {"role": "assistant", "content": text},
        {"role": "user", "content": text},
    ]
    spans = [{**TOOL_STEP, "input": text, "error": text}, {"kind": "agent", "duration_ms": 5}]
    return context(text, question=chat, expected=text[:2000], metadata={"context": text}, spans=spans)


def measured(call: Callable[[], object], size: int) -> tuple[float, float]:
    """Return the processor time of a call in milliseconds, and the peak of its memory over the size of its text."""
    took = min(_timed(call) for _ in range(2))
    gc.collect()
    tracemalloc.start()
    call()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return took * 1000, peak / size


def _timed(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def row(name: str, text: str) -> Row:
    check = bound(name, **SETTINGS.get(name, {}))
    taken = {}
    for label, hostile in HOSTILE.items():
        subject, size = _subject(hostile), len(hostile.encode("utf-8", "surrogatepass"))
        taken[label] = measured(lambda subject=subject: outcome(check, subject), size)
    subject = _subject(text)
    prose_ms, prose_times = measured(lambda: outcome(check, subject), len(text.encode()))
    slowest = max(taken, key=lambda label: taken[label][0])
    # A few characters take less than what any call takes.
    most = max((label for label in taken if len(HOSTILE[label]) >= LONG), key=lambda label: taken[label][1])
    return Row(name, prose_ms, prose_times, slowest, taken[slowest][0], most, taken[most][1])


def table(rows: list[Row], floor: tuple[float, float]) -> list[str]:
    """Return the rows as a Markdown table."""
    lines = [
        "| check | 1 MB of prose, ms | memory, times the text | slowest hostile text | ms | most memory on | times |",
        "| --- | ---: | ---: | --- | ---: | --- | ---: |",
        f"| *one pass of `re.findall`* | {floor[0]:.0f} | {floor[1]:.1f} | | | | |",
    ]
    return lines + [
        f"| {found.check} | {found.prose_ms:.0f} | {found.prose_times:.1f} | {found.slowest} | {found.slowest_ms:.0f} "
        f"| {found.most_memory} | {found.most_times:.1f} |"
        for found in rows
    ]


def fuzzed() -> list[str]:
    """Return what came of the long runs of the fuzzer, area by area."""
    if not FUZZ_LOG.exists():
        return []
    areas: dict[str, list[dict[str, Any]]] = {}
    for line in FUZZ_LOG.read_text(encoding="utf-8").splitlines():
        found = json.loads(line)
        areas.setdefault(found["area"], []).append(found)
    lines = [
        "| area | inputs | calls | refused with a ValueError | slowest call, ms | findings |",
        "| --- | ---: | ---: | ---: | --- | ---: |",
    ]
    for area, runs in areas.items():
        sums = {key: sum(run[key] for run in runs) for key in ("inputs", "calls", "refused", "findings")}
        slowest = max(runs, key=lambda run: run["slowest_ms"])
        lines.append(
            f"| {area} | {sums['inputs']:,} | {sums['calls']:,} | {sums['refused']:,} "
            f"| {slowest['slowest_ms']:.0f} ({slowest['slowest_check']}) | {sums['findings']} |"
        )
    return lines


def page(rows: list[Row], floor: tuple[float, float]) -> str:
    from oodle_eval import __version__

    python = platform.python_version()
    measured_on = f"Measured {datetime.now(UTC):%Y-%m-%d} with oodle-eval {__version__} on Python {python}"
    return "\n".join(
        [
            "# Worst cases",
            "",
            "What one call of a check takes on hostile text and on 1 MB of prose. Written by",
            "`python benchmarks/worst_case.py --write`; the module says how it is measured, and `tests/test_laws.py` has the",
            f"hostile texts. {measured_on}; processor time on a busy machine.",
            "",
            f"No hostile text may take longer than {MOST_S:g} s, and one item of prose no more than {MOST_TIMES:g} times the",
            "memory of its text. The text stands in the reply, in two messages of the input, and in the context at once. A",
            "check that reads a text up to a bound (`util.MAX_TEXT_CHARS`) takes no longer for what is beyond it.",
            "",
            *table(rows, floor),
            "",
            *_limits(rows),
            "",
            "## Random input",
            "",
            "From `python benchmarks/fuzz.py --count N --log benchmarks/fuzz_log.jsonl`. A finding is anything but scores that",
            "keep to the check's declaration, or one ValueError that names the check; each was fixed, and is a test.",
            "",
            *fuzzed(),
            "",
        ]
    )


def _limits(rows: list[Row]) -> list[str]:
    slow = [
        f"{found.check} ({found.slowest_ms:.0f} ms on {found.slowest})"
        for found in rows
        if found.slowest_ms > MOST_S * 1000
    ]
    large = [f"{found.check} ({found.prose_times:.1f} times)" for found in rows if found.prose_times > MOST_TIMES]
    return [
        f"Over a second on a hostile text: {', '.join(slow) or 'none'}.",
        f"Over {MOST_TIMES:g} times the text on prose: {', '.join(large) or 'none'}.",
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("check", nargs="*", choices=[*CHECKS, []], default=[])
    parser.add_argument("--write", action="store_true", help="write docs/worst-case.md")
    parser.add_argument("--log-only", action="store_true", help="only write the table of random input anew")
    asked = parser.parse_args()
    if asked.log_only:
        kept = PAGE.read_text(encoding="utf-8").partition("| area | inputs")[0]
        PAGE.write_text("\n".join([kept + fuzzed()[0], *fuzzed()[1:], ""]), encoding="utf-8")
        return 0
    text = prose(1_000_000)
    floor = measured(lambda: re.findall(r"\w+", text), len(text.encode()))
    rows = []
    for name in asked.check or CHECKS:
        rows.append(row(name, text))
        print(*table(rows[-1:], floor)[-1:], sep="\n", flush=True)
    print(*_limits(rows), sep="\n")
    if asked.write:
        PAGE.write_text(page(rows, floor), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
