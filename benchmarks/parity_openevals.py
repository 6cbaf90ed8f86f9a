"""openevals' and agentevals' evaluators beside ours, as a table: `python benchmarks/parity_openevals.py [FOLDER]`.

The cases are those of the compat tests, generated from seeds. FOLDER may hold data sets of real trajectories: JSON lines,
gzipped or not, with `output` and `reference` (lists of calls) or `messages`.
"""

from __future__ import annotations

import argparse
import copy
import gzip
import importlib
import itertools
import json
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "adapters"), str(ROOT / "compat_tests")]

from _openevals_cases import record, record_lists, seeded, trajectories, value, varied  # noqa: E402 - the path is set above

MODES = ("strict", "unordered", "subset", "superset")
ARGUMENTS = ("exact", "ignore", "subset", "superset")


def pairs_of_values(chance):
    first = value(chance, 3)
    return first, varied(chance, first) if chance.random() < 0.6 else value(chance, 3)


def pairs_of_texts(chance):
    first = "".join(chance.choices("ab é\n😀", k=chance.randint(0, 40)))
    return first, "".join(char for char in first if chance.random() < 0.8)


def pairs_of_structures(chance):
    if chance.random() < 0.25:
        first = record(chance)
        return first, varied(chance, first)
    return record_lists(chance)


def real_trajectories(folder):
    """Yield (name of the data set, trajectory, reference) of a folder."""
    for file in sorted(folder.glob("*.jsonl*")):
        opened = gzip.open if file.suffix == ".gz" else open
        with opened(file, "rt", encoding="utf-8") as lines:
            rows = [json.loads(line) for line in lines]
        for row, other in itertools.zip_longest(rows, rows[1:], fillvalue=rows[0]):
            name = file.name.partition(".")[0]
            if is_calls(row.get("output")) and is_calls(row.get("reference")):
                yield name, messages_of(row["output"]), messages_of(row["reference"])
            elif isinstance(row.get("messages"), list) and all(isinstance(m.get("role"), str) for m in row["messages"]):
                yield name, row["messages"], row["messages"]
                yield name, row["messages"], other.get("messages", [])


def is_calls(calls):
    return isinstance(calls, list) and all(isinstance(c, dict) and isinstance(c.get("arguments"), dict) for c in calls)


def messages_of(calls):
    return [
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [
                {
                    "id": str(place),
                    "type": "function",
                    "function": {"name": call.get("name", ""), "arguments": json.dumps(call["arguments"])},
                }
            ],
        }
        for place, call in enumerate(calls)
    ]


def both(package, module, name, **settings):
    found = [
        getattr(importlib.import_module(f"{root}{package}.{module}"), name) for root in ("oodle_eval_adapters.", "")
    ]
    return [one(**settings) if name.startswith("create_") else one for one in found]


def compared(evaluators, cases):
    """Return how many cases are equal, unequal, and refused by theirs."""
    counts = Counter()
    ours, theirs = evaluators
    for outputs, reference in cases:
        try:
            expected = theirs(outputs=copy.deepcopy(outputs), reference_outputs=copy.deepcopy(reference))
        except Exception:  # noqa: BLE001 - what theirs does not answer is counted
            counts["refused"] += 1
            continue
        got = ours(outputs=outputs, reference_outputs=reference)
        counts["equal" if plain(got) == plain(expected) else "unequal"] += 1
    return counts


def plain(results):
    """Results without our comments, which say what differs where theirs say nothing."""
    return [{**result, "comment": None} for result in (results if isinstance(results, list) else [results])]


def lines(folder):
    yield (
        "exact_match",
        compared(both("openevals", "exact", "exact_match"), map(pairs_of_values, seeded("exact", 4000))),
    )
    yield (
        "levenshtein_distance",
        compared(both("openevals", "string", "levenshtein_distance"), map(pairs_of_texts, seeded("text", 4000))),
    )
    for mode in ("same_elements", "ordered", "subset", "superset"):
        counts = Counter()
        for aggregator, over_list in itertools.product((None, "all", "average"), ("all", "average")):
            settings = {"aggregator": aggregator, "list_aggregator": over_list, "list_match_mode": mode}
            evaluators = both("openevals", "json", "create_json_match_evaluator", **settings)
            counts += compared(evaluators, map(pairs_of_structures, seeded(f"json {settings}", 700)))
        yield f"json match, {mode}", counts
    for package, mode in itertools.product(("openevals", "agentevals"), MODES):
        made, real = Counter(), Counter()
        for arguments in ARGUMENTS:
            settings = {"trajectory_match_mode": mode, "tool_args_match_mode": arguments}
            evaluators = both(package, "trajectory.match", "create_trajectory_match_evaluator", **settings)
            made += compared(evaluators, map(trajectories, seeded(f"trajectory {settings}", 600)))
            if folder:
                real += compared(evaluators, [pair for _, *pair in real_trajectories(folder)])
        yield f"{package}: trajectory {mode}, generated", made
        if folder:
            yield f"{package}: trajectory {mode}, real", real


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", nargs="?", type=Path)
    print("| evaluator | cases | equal | unequal | refused by theirs |\n| --- | ---: | ---: | ---: | ---: |")
    for name, counts in lines(parser.parse_args().folder):
        shown = (sum(counts.values()), counts["equal"], counts["unequal"], counts["refused"])
        print(f"| {name} | {' | '.join(f'{count:,}' for count in shown)} |", flush=True)


if __name__ == "__main__":
    main()
