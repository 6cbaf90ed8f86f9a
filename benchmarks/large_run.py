"""A run over many rows: throughput, memory, and whether a run that is killed in the middle ends as one that is not.

    python benchmarks/large_run.py [ROWS] [WORKERS]

Not in CI: with a million rows it takes minutes and three gigabytes of disk.
"""

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPLIES = (
    "Your parcel left our store on Monday and reaches you by Friday at the latest.",
    "I'm sorry, but I can't help with that.",
    "Please write to joe.doe@corp-mail.net or call 555-0199.",
    "WHY DO YOU KEEP ASKING!!! It was shipped already, see https://example.com/track/77.",
)
CHECKS = ("check:length_budget", "check:pii_leak", "check:refusal")


def write_rows(file: Path, count: int) -> None:
    made = random.Random(1)
    with file.open("w", encoding="utf-8") as stream:
        for number in range(count):
            reply = f"{made.choice(REPLIES)} {made.choice(REPLIES)} Order {number}."
            stream.write(json.dumps({"id": f"r{number}", "input": f"Where is order {number}?", "output": reply}) + "\n")


def memory_mb(root: int) -> list[int]:
    """Return the resident memory of a process and of those below it."""
    found, sizes = {root}, []
    for place in sorted(Path("/proc").glob("[0-9]*"), key=lambda one: int(one.name)):
        try:
            own, parent = int(place.name), int((place / "stat").read_text().rpartition(")")[2].split()[1])
            if own == root or parent in found:
                found.add(own)
                sizes.append(int((place / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 2**20)
        except (OSError, ValueError):
            continue
    return sizes


def run(data: Path, out: Path, workers: int, *extra: str, killed_at: int | None = None) -> str:
    command = [sys.executable, "-c", "from oodle_eval.cli import main; main()", "run", *CHECKS, "--data", str(data)]
    command += ["--out", str(out), "--workers", str(workers), "--quiet", "-o", "csv", *extra]
    start, seen = time.monotonic(), []
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    while process.poll() is None:
        seen.append(memory_mb(process.pid))
        if killed_at is not None and out.exists() and out.stat().st_size > killed_at:
            process.send_signal(signal.SIGKILL)
        time.sleep(0.5)
    took = time.monotonic() - start
    tenth, last = (sum(seen[place]) if seen else 0 for place in (len(seen) // 10, -2))
    print(f"{took:.0f} s; memory of all processes {tenth} MB after a tenth, {last} MB at the end, one at most "
          f"{max(max(one, default=0) for one in seen)} MB; load {os.getloadavg()[0]:.1f}")  # fmt: skip
    return process.communicate()[0]


def fingerprint(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def main(count: int = 1_000_000, workers: int = 2) -> None:
    with tempfile.TemporaryDirectory() as folder:
        data, whole, broken = (Path(folder, name) for name in ("rows.jsonl", "whole.jsonl", "broken.jsonl"))
        write_rows(data, count)
        expected = run(data, whole, workers)
        run(data, broken, workers, killed_at=whole.stat().st_size // 2)
        left = broken.stat().st_size / whole.stat().st_size
        again = run(data, broken, workers, "--resume")
        same = again == expected and fingerprint(whole) == fingerprint(broken)
        print(f"{count} rows; killed at {left:.0%} and gone on with: {'equal' if same else 'NOT EQUAL'}")
        sys.exit(0 if same else 1)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
