"""The format checks on public suites: JSON, JSON Schema, TOML, CSV, HTML, Markdown, SQL."""

from __future__ import annotations

import base64
import re
from typing import Any

from oodle_eval.v1 import metrics
from validity_rows import Figure, percent

NINE = {"type", "required", "properties", "items", "enum", "minimum", "maximum", "minLength", "maxLength"}
# The Nu checker's errors that are about a tag left open or one that closes nothing.
TAG_ERRORS = re.compile(
    r"End tag|Stray end tag|Stray start tag|open elements|Self-closing syntax|End of file seen when expecting text or an "
    r"end tag|inside an attribute value|in an attribute name|when expecting an attribute name|Saw “</>”"
)
FIRST_WORD = re.compile(r"(?:\s|\(|/\*.*?\*/)*(\w*)", re.DOTALL)
WRITES = set("INSERT UPDATE DELETE MERGE REPLACE CREATE ALTER DROP TRUNCATE RENAME GRANT REVOKE LOAD".split())


def text_of(row: dict[str, Any]) -> Any:
    """Return a row's text; bytes where it is not UTF-8."""
    if "base64" not in row:
        return row["text"]
    raw = base64.b64decode(row["base64"])
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw


def agreement(check: str, data: str, pairs: list[tuple[bool, bool]], said: str, goal: str = "all") -> Figure:
    """Return the share of rows where a check's verdict (first) is the label's."""
    right = sum(ours == label for ours, label in pairs)
    return Figure(
        check, data, len(pairs), said, percent(right, len(pairs)), goal=goal, met=right == len(pairs) if goal else None
    )


def json_rows(read: Any) -> list[Figure]:
    rows = [row for row in read("json_validity") if row["label"] != "implementation_defined"]
    pairs = [(metrics.json_validity(text_of(row))[0].value, row["label"] == "valid") for row in rows]
    found = [agreement("json_validity", "JSONTestSuite y_ and n_", pairs, "verdict as labelled")]
    known = NINE | {"$schema", "default"}

    def is_subset(schema: Any) -> bool:
        if isinstance(schema, bool):
            return True
        items = schema.get("items", True)
        inner = [*schema.get("properties", {}).values(), *(items if isinstance(items, list) else [items])]
        return schema.keys() <= known and all(map(is_subset, inner))

    rows = [row for row in read("json_schema") if is_subset(row["schema"])]
    pairs = []
    for row in rows:
        # Held by an object, so that a string is read as a value and not as a text to parse.
        scores = metrics.json_validity({"data": row["data"]}, schema={"properties": {"data": row["schema"]}})
        pairs.append((scores["json_schema_ok"].value, row["label"] == "valid"))
    return [*found, agreement("json_validity", "JSON Schema suite, nine keywords", pairs, "json_schema_ok as labelled")]


def toml_rows(read: Any) -> list[Figure]:
    import tomllib

    def as_tomllib(text: str) -> bool:
        try:
            tomllib.loads(text)
        except tomllib.TOMLDecodeError:
            return False
        return True

    rows = [row for row in read("toml_validity") if row["listed_for_toml_1_0"] and isinstance(text_of(row), str)]
    ours = [metrics.toml_validity(text_of(row))[0].value for row in rows]
    return [
        agreement(
            "toml_validity",
            "toml-test 1.0",
            list(zip(ours, (as_tomllib(text_of(row)) for row in rows), strict=True)),
            "as tomllib",
        ),
        agreement(
            "toml_validity",
            "toml-test 1.0",
            list(zip(ours, (row["label"] == "valid" for row in rows), strict=True)),
            "as labelled",
            "",
        ),
    ]


def csv_rows(read: Any) -> list[Figure]:
    """Return the verdicts beside those of the reference's rules as Python's own reader applies them."""
    import csv
    import io

    def by_the_rules(text: str) -> bool:
        first = re.split(r"[\r\n]+", re.sub(r'"[^"]*"', "", text.lstrip("\r\n")))[0]
        delimiter = max(",;\t|", key=first.count)
        rows = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if row]
        return len({len(row) for row in rows}) == 1 and len(rows) > 1

    rows = read("csv_validity")
    pairs = [(metrics.csv_validity(row["text"])[0].value, by_the_rules(row["text"])) for row in rows]
    return [agreement("csv_validity", "csv-spectrum, csvlint, frictionless", pairs, "as the reference's rules decide")]


def html_rows(read: Any) -> list[Figure]:
    rows = read("html_validity")
    verdicts = [metrics.html_validity(row["text"])[0].value for row in rows]
    both = list(zip(rows, verdicts, strict=True))
    tags = [not ok for row, ok in both if row["error_class"] == "structure" and TAG_ERRORS.search(row["message"])]
    structure = [not ok for row, ok in both if row["error_class"] == "structure"]
    valid = [not ok for row, ok in both if row["label"] != "invalid"]
    fragments = read("html_tokenizer")
    scored = [metrics.html_validity(row["text"])[0].value for row in fragments]
    return [
        Figure("html_validity", "Nu checker, open or stray tags", len(tags), "found", percent(sum(tags), len(tags)), goal="85 %", met=sum(tags) >= 0.85 * len(tags)),
        Figure("html_validity", "Nu checker, all structure errors", len(structure), "found", percent(sum(structure), len(structure))),
        Figure("html_validity", "Nu checker, valid pages", len(valid), "false alarms", percent(sum(valid), len(valid)), goal="0", met=not any(valid)),
        Figure("html_validity", "html5lib tokenizer fragments", len(scored), "scored without an error", percent(len(scored), len(fragments))),
    ]  # fmt: skip


def markdown_rows(read: Any) -> list[Figure]:
    examples = read("markdown_commonmark")
    pairs = []
    for row in examples:
        shown = re.sub(r"<pre>.*?</pre>", "", row["html"], flags=re.DOTALL)
        pairs.append(
            (metrics.markdown_structure(row["text"])["heading_count"].value, len(re.findall(r"<h[1-6]>", shown)))
        )
    right = sum(ours == theirs for ours, theirs in pairs)
    replies = read("llm_outputs_halueval_general")
    flagged = [row for row in replies if not metrics.markdown_structure(row["output"])[0].value]
    lint = read("markdown_lint")
    uneven = [any(violation["rule"] == "MD056" for violation in row["violations"]) for row in lint]
    found = [not metrics.markdown_structure(row["text"])[0].value for row in lint]
    agree = sum(ours == theirs for ours, theirs in zip(found, uneven, strict=True))
    return [
        Figure("markdown_structure", "CommonMark examples", len(pairs), "heading count as rendered", percent(right, len(pairs))),
        Figure("markdown_structure", "HaluEval replies", len(replies), "flagged", percent(len(flagged), len(replies))),
        Figure("markdown_structure", "markdownlint files", len(lint), "uneven tables as rule MD056", percent(agree, len(lint))),
    ]  # fmt: skip


def sql_rows(read: Any) -> list[Figure]:
    rows = [row["text"] for row in read("sql_validity")] + [
        row["text"] for row in read("sql_match_spider") if "text" in row
    ]
    first = [(FIRST_WORD.match(text)[1].upper(), metrics.sql_shape(text, max_statements=99)[0].value) for text in rows]
    writes = [not ok for word, ok in first if word in WRITES]
    # A SELECT is plain when it neither writes a file or table nor is followed by another statement.
    plain = [
        ok
        for (word, ok), text in zip(first, rows, strict=True)
        if word in ("SELECT", "WITH") and not re.search(r"\binto\b|\bcreate\s+table\b", text, re.IGNORECASE)
    ]
    return [
        Figure("sql_shape", "TiDB parser tests, BIRD, Spider, sql-eval", len(writes), "write statements caught", percent(sum(writes), len(writes)), goal="all", met=all(writes)),
        Figure("sql_shape", "TiDB parser tests, BIRD, Spider, sql-eval", len(plain), "plain SELECT and WITH passed", percent(sum(plain), len(plain)), goal="all", met=all(plain)),
    ]  # fmt: skip


def rows(read: Any) -> list[Figure]:
    return [
        *json_rows(read),
        *toml_rows(read),
        *csv_rows(read),
        *html_rows(read),
        *markdown_rows(read),
        *sql_rows(read),
    ]
