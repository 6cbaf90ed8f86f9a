"""The lines of a run as Parquet. pyarrow is loaded here only."""

from __future__ import annotations

import importlib
import itertools
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

__all__ = ["require_pyarrow", "write_parquet"]

BATCH_ROWS = 20_000


def require_pyarrow() -> Any:
    """Return pyarrow.

    Raises:
        ImportError: It is not installed; the message says how to install it.
    """
    try:
        importlib.import_module("pyarrow.parquet")
        return importlib.import_module("pyarrow")
    except ModuleNotFoundError:
        raise ImportError("Parquet needs pyarrow: pip install 'oodle-eval[parquet]'") from None


def write_parquet(source: Path, target: Path) -> None:
    """Write a file of JSON lines as Parquet: a number (True is 1) in `number`, a label in `label`, settings as JSON."""
    pyarrow = require_pyarrow()
    text, number, yes = pyarrow.string(), pyarrow.float64(), pyarrow.bool_()
    fields = {"row": pyarrow.int64(), "id": text, "check": text, "name": text, "number": number, "label": text}
    fields |= {"data_type": text, "comment": text, "higher_is_better": yes, "passed": yes, "outcome": text}
    fields |= {"version": text, "settings": text, "source": text}
    schema = pyarrow.schema(list(fields.items()))
    fresh = target.with_name(target.name + ".new")
    with pyarrow.parquet.ParquetWriter(fresh, schema) as writer, source.open("rb") as lines:
        for batch in _batches(lines):
            writer.write_table(pyarrow.Table.from_pylist(batch, schema=schema))
    fresh.replace(target)


def _batches(lines: Iterator[bytes]) -> Iterator[list[dict[str, Any]]]:
    while batch := [_record(json.loads(line)) for line in itertools.islice(lines, BATCH_ROWS)]:
        yield batch


def _record(held: Mapping[str, Any]) -> dict[str, Any]:
    value = held["value"]
    is_label = isinstance(value, str)
    return {
        **{name: one for name, one in held.items() if name != "value"},
        "id": None if held.get("id") is None else str(held["id"]),
        "number": None if is_label or value is None else float(value),
        "label": value if is_label else None,
        "settings": json.dumps(held.get("settings"), ensure_ascii=False),
    }
