"""LangSmith's JSONL exports as rows for `oodle_eval.runs`. Needs no LangSmith."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from oodle_eval_adapters._langsmith_runs import field, row_values

__all__ = ["read_examples", "read_runs"]

JSON_FIELDS = frozenset({"inputs", "outputs", "extra", "metadata", "events"})


def _objects(path: str | Path) -> Iterator[dict[str, Any]]:
    file = Path(path)
    opener = gzip.open if file.suffix == ".gz" else open
    with opener(file, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                value = json.loads(line)
            except ValueError as error:
                raise ValueError(f"{file}, line {number}: not JSON ({error})") from None
            if not isinstance(value, dict):
                raise ValueError(f"{file}, line {number}: expected a JSON object, got {type(value).__name__}")
            yield {key: _opened(held) if key in JSON_FIELDS else held for key, held in value.items()}


def _opened(value: Any) -> Any:
    """Return a field's value; bulk exports write what is an object elsewhere as its JSON text."""
    if not isinstance(value, str) or not value.lstrip().startswith(("{", "[")):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def read_examples(path: str | Path) -> Iterator[dict[str, Any]]:
    """Yield the examples of an export, with the example's outputs as the reference.

    Args:
        path: A file of JSON lines, or its gzip.

    Yields:
        Dicts with id, inputs, reference_outputs and metadata. Add `outputs` to make rows of them.

    Raises:
        ValueError: A line is no JSON object.
    """
    for example in _objects(path):
        yield {
            "id": example.get("id"),
            "inputs": example.get("inputs"),
            "reference_outputs": example.get("outputs") or None,
            "metadata": example.get("metadata") or {},
        }


def read_runs(path: str | Path, examples: str | Path | None = None) -> Iterator[dict[str, Any]]:
    """Yield the root runs of an export as rows, each with its child runs as the trace.

    The whole file is held in memory, since child runs may stand anywhere in it.

    Args:
        path: A file of JSON lines, or its gzip.
        examples: An export of the examples that the runs ran on; gives the reference of each run that names one.

    Yields:
        Dicts with id, inputs, outputs, reference_outputs, metadata and trace, for `oodle_eval.runs.run`.

    Raises:
        ValueError: A line is no JSON object.
    """
    runs = list(_objects(path))
    known = {str(run.get("id")) for run in runs}
    children: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for run in runs:
        children[str(run.get("parent_run_id"))].append(run)
    by_id = {str(example.get("id")): example for example in _objects(examples)} if examples is not None else {}
    for run in runs:
        parent = str(run.get("parent_run_id"))
        if parent in known and parent != str(run.get("id")):
            continue
        tree = _tree(run, children)
        yield {"id": run.get("id"), **row_values(tree, by_id.get(str(run.get("reference_example_id"))))}


def _tree(root: dict[str, Any], children: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """Return a run with its child runs inside it, however deep, and whether or not a run names itself as its parent."""
    made = {**root, "child_runs": list(field(root, "child_runs", []))}
    todo, seen = [made], {str(root.get("id"))}
    while todo:
        run = todo.pop()
        below = [child for child in children.get(str(run.get("id")), []) if str(child.get("id")) not in seen]
        seen |= {str(child.get("id")) for child in below}
        own = [{**child, "child_runs": list(field(child, "child_runs", []))} for child in below]
        run["child_runs"] += own
        todo += own
    return made
