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


HEAD = (
    "| check | data | rows | figure | ours | baseline | goal | met |",
    "| --- | --- | ---: | --- | ---: | --- | --- | --- |",
)
COMMAND = "python benchmarks/validity.py DIR --write docs/validity.md"
PAGE = """# How right the checks are

Each check on public labelled data that nobody of this project wrote, beside the best simple baseline that we know: a plain
rule, the peer's own metric, or the source's own judge. A goal was set before the work; where it is not met, the row says
no. There is no row without its number of rows, and small ones say little.

{measured} Made by `{command}`; below the tables is where to get the data.

Some rows show a limit and not an achievement. Words go only so far: `grounding` finds what is off the subject, and is no
better than chance on careful edits of a true summary (rag_summedits). `prompt_injection` raises no false alarms on the benign
texts and misses attacks that have no words of attack. Read the rows before you set a gate on a check.

"""


def measured() -> str:
    from oodle_eval import __version__

    return f"Measured {datetime.now(UTC):%Y-%m-%d} with oodle-eval {__version__} on Python {platform.python_version()}."


def table(found: Iterable[Figure]) -> str:
    """Return the figures as a Markdown table."""
    return "\n".join([*HEAD, *(figure.line() for figure in found)])


def page(tables: dict[str, str]) -> str:
    """Return the tables of all areas as a page, with the sources of the data."""
    parts = [f"## {area.capitalize()}\n\n{table}\n\n" for area, table in tables.items()]
    sources = (HERE / "validity_sources.md").read_text(encoding="utf-8")
    return PAGE.format(measured=measured(), command=COMMAND) + "".join(parts) + sources


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path, help="where the data sets are")
    parser.add_argument("areas", nargs="*", help=f"of {', '.join(areas())}; all when none is named")
    parser.add_argument("--write", type=Path, help="write a page with the tables and the sources to this file too")
    options = parser.parse_args()
    tables = {area: table(figures(options.folder, [area])) for area in options.areas or areas()}
    print("\n\n".join([measured(), *tables.values()]))
    if options.write:
        options.write.write_text(page(tables), encoding="utf-8")


if __name__ == "__main__":
    main()
