"""The checks of a reply's form, beside the parsers of each form. A case is a text."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from oodle_eval.v1 import metrics
from reference_pairs import Pair

# Each text turns on one rule of RFC 8259.
JSON_TEXTS = [
    "", " ", "{}", "[]", " [ ] ", "null", "true", "false", "nul", "True", "None", "0", "-0", "-", "+1", "01", "1.", ".5",
    "1.5", "-1.5e3", "1e5", "1E+5", "1e", "1e+", "0x1", "1_000", "1 2", "[1,]", "[,1]", "[1 2]", "[1,,2]", "[1", "1]",
    "[[]]", "[[[]]", '""', '"', '"a', "'a'", '"a\\n"', '"\\x"', '"\\u00e9"', '"\\u00e"', '"\\ud800"', '"\\ud83d\\ude00"',
    '"a\nb"', '"a\tb"', '"\x00"', '"\x7f"', '"é字🙂"', '{"a":1}', "{a:1}", "{'a':1}", '{"a"}', '{"a":}', '{"a":1,}',
    '{"a":1 "b":2}', '{"a":1,"a":2}', '{"a":{"b":[1,2,{"c":null}]}}', '{"a":1}}', '{"a":1} x', "// c\n1", "/* c */ 1",
    "#1", "[1]\n", "\ufeff[1]", "\u00a0[1]", "\u2028[1]", "[\f1]", "[\v1]", "[1]\x00", "undefined", '["a" , "b"]',
    "[true,false,null]", "[tru]", "[1e-400]", "[-0.0]", "[1.0E-2]", "[--1]", "[1.2.3]", "[0e]", "[9007199254740993]",
    '"\\""', '"\\\\"', '"\\', '{"":0}', "{1:2}", "{[]:1}", "{null:1}", '"\\/"', '"\\a"', '[""]', '["\\u0000"]', "[1];",
    "NaN", "[NaN]", "[Infinity]", "[-Infinity]", '{"a":NaN}',
]  # fmt: skip

SCHEMAS: list[Any] = [
    {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer", "minimum": 0, "maximum": 5}}},
    {"type": "array", "items": {"type": "string", "minLength": 2, "maxLength": 3}},
    {"type": ["object", "array"]},
    {"type": "number"},
    {"type": "integer"},
    {"type": "boolean"},
    {"type": "null"},
    {"enum": [1, "ab", None, [1], {"a": 1}]},
    {"properties": {"a": {"type": "array", "items": {"enum": ["x", 1]}}, "b": {"required": ["c"]}}},
    {"minimum": 1, "maximum": 3.5},
    {"minLength": 1, "maxLength": 2},
    {"items": {"type": "object", "required": ["a"]}},
    {},
    True,
    False,
]


def json_texts(count: int) -> list[str]:
    return JSON_TEXTS


def cut_json(count: int) -> list[str]:
    """JSON texts with one character left out, doubled or changed."""
    chance, cases = random.Random(21), []
    for _ in range(count):
        value = {"a": [chance.randint(-99, 99), chance.uniform(-9, 9), None, True], "b": {"c": 'x "y"\n', "é": []}}
        text = json.dumps(value, ensure_ascii=chance.random() < 0.5)
        place = chance.randrange(len(text))
        cases.append(
            text[:place] + chance.choice(["", text[place] * 2, chance.choice('{}[]",:0 e.-')]) + text[place + 1 :]
        )
    return cases


def schema_cases(count: int) -> list[tuple[Any, Any]]:
    values = [0, 1, 3.5, 6, 1.0, -1, True, False, None, "", "a", "ab", "abc", "abcd", "🙂", [], ["ab"], ["a"], [1], [{}],
              [{"a": 1}], {}, {"a": 1}, {"a": 1.0}, {"a": 6}, {"a": "x"}, {"a": ["x", 1]}, {"a": [2]}, {"b": {}},
              {"b": {"c": 1}}, {"a": True}, {"a": None}, [True], [None, "ab"]]  # fmt: skip
    return [(value, schema) for schema in SCHEMAS for value in values]


def python_json() -> Any:
    def refused(name: str) -> None:
        raise ValueError(name)

    def judged(text: str) -> bool:
        try:
            json.loads(text, parse_constant=refused)
        except ValueError:
            return False
        return True

    return judged


def opik_is_json() -> Any:
    from opik.evaluation.metrics import IsJson

    metric = IsJson(track=False)
    return lambda text: metric.score(text).value == 1.0


def autoevals_valid_json() -> Any:
    from autoevals import ValidJSON

    scorer = ValidJSON()
    return lambda text: scorer.eval(text).score == 1


def json_schema() -> Any:
    from jsonschema import Draft202012Validator

    return lambda case: Draft202012Validator(case[1]).is_valid(case[0])


# Blocks of Markdown, each ended by its blank line, so that they can follow each other in any order.
MARKDOWN_BLOCKS = [
    "# One", "## Two ##", "### *Three*", "#Four", "####### Seven", "Title\n=====", "Title\n---", "Plain text.",
    "Two lines\nof text", "- a\n- b", "* a\n* b", "1. a\n2. b", "2) a", "1.a", "-a", "+ a", "> quote\n> # In a quote",
    "```\n# code\n- x\n```", "~~~ md\n# code\n~~~", "    # indented", "| a | b |\n| - | - |\n| 1 | 2 |",
    "a | b\n--- | ---\n1 | 2", "| a |\n| - |", "a | b", "***", "- - -", "<div>\n# raw\n</div>", "<!-- # -->", "\\# No",
    "  # Indented by two", "#\tTab", "#", "- # In a list", "`# code`", "Text\n# Heading", "Text\n- item", "Text\n2. no",
    "<b>x</b>\n# After inline", "[a]: /b", "text  \nbreak", "A\nB\n===",
]  # fmt: skip


def markdown_texts(count: int) -> list[str]:
    chance = random.Random(22)
    made = ["\n\n".join(chance.choices(MARKDOWN_BLOCKS, k=chance.randint(1, 6))) for _ in range(count)]
    return [*MARKDOWN_BLOCKS, *made]


def our_markdown(text: str) -> list[Any]:
    """Return the number of headings, whether there is a list, whether there is a table."""
    found = metrics.markdown_structure(text, require_list=True, require_table=True)
    said = found["markdown_ok"].comment
    return [found["heading_count"].value, "there is no list" not in said, "there is no table" not in said]


def markdown_it() -> Any:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable("table")

    def judged(text: str) -> list[Any]:
        kinds = [token.type for token in parser.parse(text)]
        is_list = "bullet_list_open" in kinds or "ordered_list_open" in kinds
        return [kinds.count("heading_open"), is_list, "table_open" in kinds]

    return judged


HTML_TEXTS = [
    "<p>One</p>", "<p>One", "<p>One<p>Two", "<div><p>One</div>", "<div><b>One</div>", "<b><i>x</b></i>", "</p>", "</b>",
    "<br>", "<br/>", "<img src=x>", "<div/>", "<ul><li>a<li>b</ul>", "<ul><li>a</li></ul>", "<ul><li>a</ul></li>",
    "<table><tr><td>1<td>2<tr><td>3</table>", "<table><tbody><tr><td>1</td></tr></tbody></table>", "<div>", "</div>",
    "<span>a</span>", "<span>a</div>", "<a href='x'>y</a>", "<em>a</strong>", "<h1>a</h2>", "<h1>a</h1>", "plain",
    "<!-- <b> -->", "<script>if (a<b) {}</script>", "<style>b {}</style>", "<select><option>a<option>b</select>",
    "<dl><dt>a<dd>b</dl>", "<p><div>x</div>", "<div><span></div></span>", "<section><p>x</section>", "<b>x", "<i><b>x</b>",
    "<textarea><b></textarea>", "<title><b></title>", "<ol><li>1<ul><li>2</ul><li>3</ol>", "<video><source src=x></video>",
    "<input>x</input>", "<hr></hr>", "<p>a</p></p>", "<details><summary>x</summary>y</details>", "<svg><path/></svg>",
]  # fmt: skip

# What html5lib reports that is a question of nesting; it also reports a missing doctype and the like.
_NESTING = (
    "expected-closing-tag-but-got-eof", "unexpected-end-tag", "end-tag-too-early", "end-tag-too-early-named",
    "end-tag-too-early-ignored", "adoption-agency-1.1", "adoption-agency-1.2", "adoption-agency-1.3",
    "unexpected-cell-end-tag", "unexpected-end-tag-before-html", "expected-closing-tag-but-got-char",
    "non-void-element-with-trailing-solidus", "eof-in-comment", "expected-one-end-tag-but-got-another",
    "unexpected-end-tag-treated-as", "unexpected-end-tag-in-table-row", "unexpected-end-tag-in-select",
    "unexpected-end-tag-implies-table-voodoo", "unexpected-end-tag-in-table-body", "unexpected-implied-end-tag",
)  # fmt: skip


def html5lib() -> Any:
    from html5lib import HTMLParser

    def judged(text: str) -> bool:
        parser = HTMLParser()
        parser.parseFragment(text)
        return not any(code in _NESTING for _, code, _ in parser.errors)

    return judged


TOML_LINES = [
    "a = 1", "a = 01", "a = +1", "a = 1_000", "a = 1__0", "a = 0xFF", "a = 0XFF", "a = 1.", "a = .5", "a = 1e3", "a = inf",
    "a = nan", "a = -nan", "a = True", "a = true", "a = yes", 'a = "x"', "a = 'x'", 'a = "\\q"', 'a = """x\ny"""', "a = '''x'''",
    "a = [1, 2,]", "a = [1, 'x']", "a = [1,, 2]", "a = {b = 1}", "a = {b = 1,}", "a = {b = 1, b = 2}", "a =", "= 1", "a",
    "a.b = 1", "a.b = 1\na = 2", "a = 1\na = 2", "[t]\na = 1", "[t]\n[t]", "[[t]]\n[[t]]", "[t]\n[[t]]", "[ t . u ]", "[t",
    "[]", "a = 1979-05-27", "a = 1979-05-27T07:32:00Z", "a = 1979-13-01", "a = 07:32:00", "a = 07:32", "a = 1 # c", "# c",
    '"a b" = 1', "a b = 1", "é = 1", '"é" = 1', 'a = "x\ty"', 'a = "x\x00"', "a = 1 b = 2", "a = 1\n\nb = 2", 'a = "x', "",
    'a = "\\u00e9"', 'a = "\\ud800"', "a = 0b12", "a = 0o17", "a = -0", "a = 9223372036854775808", "a = 1.5e+3", "a = 1e",
    "a = [\n1,\n# c\n2\n]", "a = {\nb = 1}", "[a]\nb.c = 1\n[a.b]", "[a.b]\n[a]", "a.b.c = 1\n[a.b]", "'' = 1", "a\r= 1",
]  # fmt: skip


def toml_texts(count: int) -> list[str]:
    return TOML_LINES


def tomllib() -> Any:
    import tomllib as parser

    def judged(text: str) -> bool:
        try:
            parser.loads(text)
        except ValueError:
            return False
        return True

    return judged


SQL_TEXTS = [
    "SELECT 1", "select a from t", "SELECT a FROM t;", "SELECT 1; SELECT 2", "DROP TABLE t", "DELETE FROM t", "UPDATE t SET a = 1",
    "INSERT INTO t VALUES (1)", "INSERT INTO t SELECT * FROM u", "CREATE TABLE t (a INT)", "ALTER TABLE t ADD COLUMN b INT",
    "TRUNCATE TABLE t", "WITH x AS (SELECT 1) SELECT * FROM x", "WITH x AS (SELECT 1) DELETE FROM t", "GRANT SELECT ON t TO u",
    "SELECT 'DROP TABLE t'", "SELECT * FROM t -- DROP TABLE t", "SELECT /* DELETE FROM t */ 1", 'SELECT "update" FROM t',
    "SELECT REPLACE(a, 'x', 'y') FROM t", "SELECT t.update FROM t", "(SELECT 1)", "(SELECT 1) UNION (SELECT 2)",
    "SELECT 1 UNION ALL SELECT 2", "SELECT * INTO u FROM t", "MERGE INTO t USING u ON t.a = u.a WHEN MATCHED THEN DELETE",
    "SELECT a FROM t WHERE b IN (SELECT b FROM u)", "SELECT a FROM t FOR UPDATE", "CREATE VIEW v AS SELECT 1", "DROP VIEW v",
    "SELECT COUNT(*) FROM t GROUP BY a HAVING COUNT(*) > 1 ORDER BY a LIMIT 5", "EXPLAIN SELECT 1", "SHOW TABLES", "DESCRIBE t",
    "SELECT CASE WHEN a = 1 THEN 'x' ELSE 'y' END FROM t", "SELECT deleted, updated_at FROM t", "SELECT 1; DROP TABLE t",
    "VALUES (1)", "WITH x AS (DELETE FROM t RETURNING a) SELECT * FROM x", "REPLACE INTO t VALUES (1)", "SET a = 1",
    "SELECT INSERT('abc', 1, 1, 'x')", "SELECT $$DROP TABLE t$$", "BEGIN", "COMMIT", "USE db",
]  # fmt: skip

_TYPES = {
    "Select": "SELECT", "Union": "SELECT", "Subquery": "SELECT", "Insert": "INSERT", "Update": "UPDATE", "Delete": "DELETE",
    "Create": "CREATE", "Drop": "DROP", "Alter": "ALTER", "TruncateTable": "TRUNCATE", "Merge": "MERGE", "Grant": "GRANT",
    "Describe": "DESCRIBE", "Values": "VALUES", "Set": "SET", "Use": "USE", "Transaction": "BEGIN", "Commit": "COMMIT",
}  # fmt: skip


def sqlglot() -> Any:
    """Return a judge of whether a text is one statement that only reads, by the tree that sqlglot makes of it."""
    import logging

    from sqlglot import ParseError, exp, parse

    logging.getLogger("sqlglot").setLevel(logging.CRITICAL)
    writes = (
        exp.Insert,
        exp.Update,
        exp.Delete,
        exp.Create,
        exp.Drop,
        exp.Alter,
        exp.TruncateTable,
        exp.Merge,
        exp.Into,
    )

    def trees(text: str) -> list[Any]:
        try:
            return parse(text, dialect="postgres")
        except ParseError:
            return parse(text, dialect="mysql")

    def judged(text: str) -> list[Any]:
        statements = [tree for tree in trees(text) if tree is not None]
        first = statements[0]
        reads = isinstance(first, exp.Query) and not any(tree.find(*writes) for tree in statements)
        kind = _TYPES.get(type(first).__name__, str(first.this).upper())
        inner = next((type(node).__name__ for node in _ctes(first) if isinstance(node, writes)), None)
        return [reads and len(statements) == 1, _TYPES[inner] if inner and kind == "SELECT" else kind]

    def _ctes(tree: Any) -> Iterator[Any]:
        return (cte.this for cte in tree.find_all(exp.CTE))

    return judged


def our_sql(text: str) -> list[Any]:
    found = metrics.sql_shape(text)
    return [found["sql_ok"].value, found["statement_type"].value]


def sql_texts(count: int) -> list[str]:
    return SQL_TEXTS


def valid(check: str, **settings: Any) -> Any:
    return lambda text: getattr(metrics, check)(text, **settings)[0].value


bare_json = valid("json_validity", extract_from_code_fence=False)


def our_schema(case: tuple[Any, Any]) -> bool:
    # A value that is itself a text would be parsed as JSON, so each is given as its JSON.
    return metrics.json_validity(json.dumps(case[0]), schema=case[1])["json_schema_ok"].value


PAIRS = [
    Pair("json_validity", "RFC 8259 by rules; json, strict", ("json",), "agreement", json_texts, bare_json, python_json,
         least=0.95, fixed=True),
    Pair("json_validity", "json, strict, on damaged JSON", ("json",), "equal", cut_json, bare_json, python_json),
    Pair("json_validity", "Opik IsJson", ("opik",), "agreement", json_texts, bare_json, opik_is_json, least=0.95, fixed=True),
    Pair("json_validity", "autoevals ValidJSON", ("autoevals",), "agreement", json_texts, bare_json, autoevals_valid_json,
         least=0.75, fixed=True),
    Pair("json_validity", "jsonschema, on the keywords it reads", ("jsonschema",), "equal", schema_cases, our_schema,
         json_schema),
    Pair("markdown_structure", "markdown-it-py", ("markdown_it",), "equal", markdown_texts, our_markdown, markdown_it),
    Pair("html_validity", "html5lib, its errors of nesting", ("html5lib",), "agreement",
         lambda count: HTML_TEXTS, valid("html_validity"), html5lib, least=0.85, fixed=True),
    Pair("toml_validity", "tomllib", ("tomllib",), "equal", toml_texts, valid("toml_validity"), tomllib),
    Pair("sql_shape", "sqlglot", ("sqlglot",), "agreement", sql_texts, our_sql, sqlglot, least=0.85, fixed=True),
]  # fmt: skip
