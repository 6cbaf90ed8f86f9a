"""How right each check is on public labelled data, beside a baseline: `python benchmarks/validity.py DIR [AREA...]`.

DIR holds the data sets as gzipped JSON lines (docs/validity.md names the sources). Each area's rows are made by the
module of its name in `validity_rows/`, whose `rows(read)` gets a function that reads one set by its file name.
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import json
import platform
import sys
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from validity_rows import Figure  # noqa: E402 - the path is set above

Reader = Callable[[str], list[dict[str, Any]]]


def reader(folder: Path) -> Reader:
    """Return a function that reads the rows of one data set by its name, [] when the set is not there."""

    def read(name: str) -> list[dict[str, Any]]:
        file = folder / f"{name}.jsonl.gz"
        if not file.exists():
            print(f"{name}: not in {folder}, its rows are left out", file=sys.stderr)
            return []
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            return [json.loads(line) for line in lines]

    return read


def areas() -> list[str]:
    return sorted(file.stem for file in (HERE / "validity_rows").glob("*.py") if file.stem != "__init__")


def figures(folder: Path, wanted: Iterable[str]) -> list[Figure]:
    read = reader(folder)
    return [figure for area in wanted for figure in importlib.import_module(f"validity_rows.{area}").rows(read)]


def table(found: Iterable[Figure]) -> str:
    """Return the figures as a Markdown table."""
    from oodle_eval import __version__

    head = [
        f"Measured {datetime.now(UTC):%Y-%m-%d} with oodle-eval {__version__} on Python {platform.python_version()}.",
        "",
        "| check | data | rows | figure | ours | baseline | goal | met |",
        "| --- | --- | ---: | --- | ---: | --- | --- | --- |",
    ]
    return "\n".join([*head, *(figure.line() for figure in found)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path, help="where the data sets are")
    parser.add_argument("areas", nargs="*", help=f"of {', '.join(areas())}; all when none is named")
    parser.add_argument("--write", type=Path, help="write the table to this file too")
    options = parser.parse_args()
    text = table(figures(options.folder, options.areas or areas()))
    print(text)
    if options.write:
        options.write.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
