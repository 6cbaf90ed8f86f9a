"""The speed of the format checks beside the peers' and beside plain Python."""

from __future__ import annotations

import json
import random
import re

from oodle_eval.v1 import checks
from speed_rows import Cell, prose


def document(size: int) -> str:
    """Return a JSON text of about so many characters."""
    words, records, number = prose(60_000).split(), [], 0
    while len(json.dumps(records)) < size:
        records.append(
            {
                "id": number,
                "name": " ".join(words[number : number + 3]),
                "score": number / 7,
                "tags": words[number : number + 4],
            }
        )
        number += 1
    return json.dumps(records)


def word_lists(size: int) -> list[Cell]:
    """Return the cells of 5, 50 and 500 words, a fifth of them in the text."""
    text = prose(size)
    known = sorted(set(re.findall(r"[a-z]{5,}", prose(100_000).lower())))
    lowered, cells = text.lower(), []
    for count, goals in {5: (1, 0.2), 50: (2, 0.4), 500: (15, 0.6)}.items():
        chosen = random.Random(3).sample(known, count)
        words = [word if place < max(1, count // 5) else f"zz{word}" for place, word in enumerate(chosen)]
        keywords, substrings = checks.keyword_check(required=words), checks.contains(values=words)
        peer = {"k times `in`": lambda words=words: [word for word in words if word in lowered]}
        cells += [
            Cell(f"keyword_check, {count} words", lambda check=keywords: check(text), peer, *goals),
            Cell(f"contains, {count} values", lambda check=substrings: check(text), peer, *goals),
        ]
    return cells


def cells(size: int | None) -> list[Cell]:
    if size is None:
        return []
    from autoevals import ValidJSON
    from opik.evaluation.metrics import Contains, IsJson, RegexMatch

    text, written = prose(size), document(size)
    literal, email = r"\b[A-Z]{2}\d{3}-zz\b", r"[\w.+-]+@[\w-]+\.[\w.]+"
    is_json, valid = IsJson(track=False), ValidJSON()
    holds = Contains(track=False)
    ours_json, ours_contains = checks.json_validity(), checks.contains(values=["zzqqxx needle"])
    others = [
        ("markdown_structure", checks.markdown_structure()),
        ("html_validity", checks.html_validity()),
        ("csv_validity", checks.csv_validity()),
        ("sql_shape", checks.sql_shape()),
        ("length_budget", checks.length_budget()),
    ]
    found = [
        Cell("json_validity", lambda: ours_json(written), {"json.loads": lambda: json.loads(written)}, 1, 0.3),
        Cell("json_validity, peers", lambda: ours_json(written), {"opik": lambda: is_json.score(written), "autoevals": lambda: valid.eval(written)}),
        Cell("contains, a miss", lambda: ours_contains(text), {"opik": lambda: holds.score(text, "zzqqxx needle")}, 1),
    ]  # fmt: skip
    for shown, pattern in {"literal-like": literal, "email": email}.items():
        check, plain = checks.regex_match(must_match=[pattern]), re.compile(pattern, re.MULTILINE)
        opik = RegexMatch(pattern, track=False)
        peers = {"re": lambda plain=plain: plain.search(text), "opik": lambda opik=opik: opik.score(text)}
        found.append(Cell(f"regex_match, {shown}", lambda check=check: check(text), peers, 1))
    return (
        found + word_lists(size) + [Cell(name, lambda check=check: check(text), {}, None, 6) for name, check in others]
    )
