"""Markdown, HTML, CSV, TOML and SQL: one test a sentence of what the checks promise, and hostile texts."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oodle_eval.v1.metrics import csv_validity, html_validity, markdown_structure, sql_shape, toml_validity


def first(scores):
    return scores[0].value, scores[0].comment


class TestMarkdown:
    def test_fences_must_be_closed(self):
        assert first(markdown_structure("```py\nx\n```"))[0] is True
        assert first(markdown_structure("~~~\nx\n~~~"))[0] is True
        assert first(markdown_structure("a\n\n```py\nx")) == (False, "the code fence opened on line 3 is not closed")
        assert first(markdown_structure("```\nx\n~~~"))[0] is False
        assert first(markdown_structure("````\nx\n```"))[0] is False
        assert first(markdown_structure("````\n```\n````"))[0] is True
        assert first(markdown_structure("1. so:\n   ```py\n   x\n   ```\n2. then"))[0] is True
        assert first(markdown_structure("- so:\n\n      ```py\n      x\n      ```"))[0] is True
        assert first(markdown_structure("> ```\n> x\n> ```"))[0] is True
        assert first(markdown_structure("```inline``` code"))[0] is True
        assert first(markdown_structure("```py\nx\n``` py\n"))[0] is False

    def test_what_stands_in_a_fence_is_no_markdown(self):
        scores = markdown_structure("```\n# no\n- no\n| a | b |\n|---|---|\n| 1 |\n```", require_list=True)
        assert first(scores) == (False, "there is no list")
        assert scores["heading_count"].value == 0

    @pytest.mark.parametrize("said", ["- >", "1. > >", "> * >", "- >\n- > \n", "- >\t"])
    def test_an_item_may_hold_an_empty_quote(self, said):
        scores = markdown_structure(f"{said}\n\n# One", require_list=True)
        assert (scores["markdown_ok"].value, scores["heading_count"].value) == (True, 1)

    @pytest.mark.parametrize(
        ("said", "count"),
        [
            ("# One\n## Two ##\n###### Six", 3), ("#no\n####### no\n\\# no", 0), ("One\n===\n\nTwo\n---", 2),
            ("---", 0), ("a\n\n---", 0), ("- a\n---", 0), ("    # code", 0), ("> # quoted", 1), ("- # in a list", 1),
            ("#", 1), ("#\ttab", 1), ("---\ntitle: x\ntags: [a]\n---\n# One", 1), ("<!--\n# no\n-->\n# One", 1),
            ("<div>\n# no\n</div>\n\n# One", 1), ("text\n# One", 1), ("# One\r\n## Two\r# Three", 3), ("", 0),
        ],
    )  # fmt: skip
    def test_headings_are_counted(self, said, count):
        assert markdown_structure(said)["heading_count"].value == count

    def test_required_headings(self):
        said = "# Executive **Summary**: 2024!\n\ntext\n\nNext steps\n---"
        assert first(markdown_structure(said, required_headings=["summary", "NEXT STEPS"]))[0] is True
        assert first(markdown_structure(said, required_headings="summary 2024"))[0] is True
        assert first(markdown_structure(said, required_headings=["Risks"])) == (False, "no heading 'Risks'")
        assert first(markdown_structure("text with summary", required_headings=["summary"]))[0] is False
        assert first(markdown_structure(said, required_headings=[""]))[0] is True

    def test_fewest_headings(self):
        assert first(markdown_structure("# a\n# b", min_headings=2))[0] is True
        assert first(markdown_structure("# a", min_headings=2)) == (False, "1 heading, at least 2 needed")

    @pytest.mark.parametrize(
        "said", ["- a", "* a", "+ a", "1. a", "12) a", "text\n- a", "text\n\n7. a", "> - a", "  - a"]
    )
    def test_lists(self, said):
        assert first(markdown_structure(said, require_list=True))[0] is True

    @pytest.mark.parametrize(
        "said", ["a", "-a", "* * *", "---", "1.5 is", "in\n1986. It was", "    - code", "**b**", "• a"]
    )
    def test_no_lists(self, said):
        assert first(markdown_structure(said, require_list=True)) == (False, "there is no list")

    def test_tables(self):
        assert first(markdown_structure("| a | b |\n|---|:-:|\n| 1 | 2 |", require_table=True))[0] is True
        assert first(markdown_structure("a | b\n--|--\n1 | 2\n\ntext", require_table=True))[0] is True
        assert first(markdown_structure("| a \\| b |\n|---|\n| `x \\| y` |", require_table=True))[0] is True
        assert first(markdown_structure("- x\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |", require_table=True))[0] is True
        assert first(markdown_structure("a | b", require_table=True)) == (False, "there is no table")

    def test_rows_have_as_many_cells_as_the_header(self):
        said = "| a | b |\n|---|---|\n| 1 | 2 |\n| 1 |\n| 1 | 2 | 3 |"
        assert first(markdown_structure(said)) == (
            False,
            "line 4: a table row has 1 cell, its header 2; line 5: a table row has 3 cells, its header 2",
        )
        assert first(markdown_structure("| a | b |\n|---|\n| 1 | 2 |")) == (
            False,
            "line 2: the table's header has 2 cells, the line under it 1",
        )

    def test_a_table_ends_at_a_line_without_a_pipe_or_another_block(self):
        assert first(markdown_structure("| a | b |\n|---|---|\n| 1 | 2 |\nSo it is."))[0] is True
        assert first(markdown_structure("| a | b |\n|---|---|\n| 1 | 2 |\n\nx | y | z"))[0] is True
        assert first(markdown_structure("| a | b |\n|---|---|\n# a | b | c"))[0] is True

    def test_plain_text_and_nothing(self):
        assert first(markdown_structure("Just text."))[0] is True
        assert first(markdown_structure(""))[0] is True


class TestHtml:
    @pytest.mark.parametrize(
        "said",
        [
            "<p>One<br>two<img src=x></p>", "<ul><li>one<li>two</ul>", "<table><tr><td>1<td>2<tr><td>3</table>",
            "<p>one<p>two", "<dl><dt>a<dd>b<dt>c</dl>", "<select><option>a<option>b</select>", "<br/><hr />",
            "<!DOCTYPE html><html><head><title>a < b</title></head><body><p>x</body></html>", "<P>x</p>", "<DIV></div>",
            "<script>if (a < b) { x = '</div>' }</script>", "<style>a > b {}</style>", "<!-- <div> --><b>x</b>",
            "<textarea><b></textarea>", "<svg><path d='M0'/><g><circle/></g></svg>", "<math><mi>x</mi></math>",
            "a < b and 2 > 1", "", "no tags", "<a title='>'>x</a>", '<a title="</a>">x</a>', "<my-tag>x</my-tag>",
            "<p>x</p></body></html>", "<table><tbody><tr><th>a</tbody></table>", "<colgroup><col></colgroup>",
            "<ruby>a<rt>b<rt>c</ruby>", "<svg><foreignObject><p>x<p>y</foreignObject></svg>", "<div\n class=a\n>x</div\n>",
            "<script><!-- <script>x</script> --></script>", "<p><button><p>x</button></p>", "<?php a ?><b></b>",
        ],
    )  # fmt: skip
    def test_balanced(self, said):
        assert first(html_validity(said))[0] is True

    @pytest.mark.parametrize(
        ("said", "problem"),
        [
            ("<div>x", "line 1: <div> is not closed"),
            ("x</div>", "line 1: </div> closes nothing that is open"),
            ("<b><i>x</b></i>", "line 1: </i> closes nothing that is open; line 1: <i> is not closed before </b>"),
            ("<br></br>", "line 1: </br> closes nothing that is open"),
            ("<div/>", "line 1: <div/> is no void tag: it needs an end tag"),
            ("<p>\n<b>x\n</p>", "line 2: <b> is not closed before </p>"),
            ("<p><div>x</div></p>", "line 1: </p> closes nothing that is open"),
            ("<h1>x</h2>", "line 1: <h1> is not closed; line 1: </h2> closes nothing that is open"),
            ("<script>x", "line 1: <script> is not closed"),
            ("<!-- x", "line 1: the comment is not closed"),
            ("<a href='x", "line 1: <a> has a quote that is not closed"),
            ("<a href", "line 1: <a> is not finished"),
            (
                "<div <b>x</b>",
                (
                    "line 1: <div> is not finished before the next <; line 1: <div> is not closed; "
                    "line 1: </b> closes nothing that is open"
                ),
            ),
            ("x</>", "line 1: </> is an end tag without a name"),
            ("<table><tr></td></tr></table>", "line 1: </td> closes nothing that is open"),
            ("<svg><g></svg>", "line 1: <g> is not closed before </svg>"),
            ("<td><b></td></b>", "line 1: </b> closes nothing that is open; line 1: <b> is not closed before </td>"),
        ],
    )
    def test_unbalanced(self, said, problem):
        passed, comment = first(html_validity(said))
        assert passed is False
        assert sorted(comment.split("; ")) == sorted(problem.split("; "))

    def test_the_fence_is_read_when_there_is_one(self):
        assert first(html_validity("Use <div> so:\n```html\n<p>x</p>\n```"))[0] is True
        assert first(html_validity("Fine:\n```html\n<div>x\n```"))[0] is False
        assert first(html_validity("Use <div>"))[0] is False

    def test_allowed_tags(self):
        assert first(html_validity("<p><B>x</B></p>", allowed_tags=["P", "<b>"]))[0] is True
        assert first(html_validity("<p><i>x</i><br></p>", allowed_tags=["p"])) == (
            False,
            "<i> is not allowed; <br> is not allowed",
        )
        assert first(html_validity("<p>x</p>", allowed_tags=[]))[0] is True

    def test_nesting_has_no_limit(self):
        assert first(html_validity("<div>" * 5000 + "</div>" * 5000))[0] is True
        assert first(html_validity("<div>" * 5000 + "</div>" * 4999))[0] is False


class TestCsv:
    @pytest.mark.parametrize(
        ("said", "rows"),
        [
            ("a,b\n1,2\n3,4", 2), ("a;b\n1,5;2", 1), ("a\tb\n1\t2\n", 1), ("a|b\n1|2", 1), ("a\n1\n2", 2),
            ("\n\na,b\n\n1,2\n   \n3,4\n\n", 2), ('a,b\n"x, y","say ""hi"""\n', 1), ('a,b\n"one\ntwo\n\nthree",2', 1),
            ("a,b\r\n1,2\r\n", 1), ("a,b\r1,2", 1), ("\ufeffa,b\n1,2", 1), ("a,b\n,", 1), ('a\n""', 1), ('"a;b",c\n1,2', 1),
            ("a,b\n" + "x" * 200_000 + ",1", 1),
        ],
    )  # fmt: skip
    def test_even_rows(self, said, rows):
        scores = csv_validity(said)
        assert (scores["csv_valid"].value, scores["row_count"].value) == (True, rows)

    def test_rows_of_another_width(self):
        assert first(csv_validity("a,b\n1,2,3\n4\n5,6")) == (
            False,
            "line 2: 3 fields, the first row has 2; line 3: 1 field, the first row has 2",
        )
        assert first(csv_validity('a,b\n"x\ny",1\n2'))[1] == "line 4: 1 field, the first row has 2"

    def test_a_quote_must_be_closed(self):
        assert first(csv_validity('a,b\n"1,2\n3,4')) == (False, "line 2: a quote is not closed")

    def test_the_delimiter_is_what_the_first_row_uses_most(self):
        assert csv_validity("a;b;c,d\n1;2;3")["csv_valid"].value is True
        assert csv_validity("a,b;c\n1,2")["csv_valid"].value is True  # a tie goes to the comma
        assert csv_validity("a,b\n1,2", delimiter=";")["csv_valid"].value is True
        assert csv_validity("a,b\n1,2;3", delimiter=";")["csv_valid"].value is False
        assert csv_validity("a\tb\n1\t2", delimiter="\\t", required_columns="b")["csv_valid"].value is True
        assert csv_validity("a,b\n1,2", delimiter="")["csv_valid"].value is True
        with pytest.raises(ValueError, match="delimiter must not hold a quote"):
            csv_validity("a", delimiter='"')

    def test_header_and_columns(self):
        assert first(csv_validity("a, b \n1,2", required_columns=["b", " a"]))[0] is True
        assert first(csv_validity("a,b\n1,2", required_columns=["B"])) == (False, "no column 'B'")
        scores = csv_validity("a,b\n1,2", has_header=False, required_columns=["a"])
        assert first(scores) == (False, "required_columns needs a header row, and has_header is False")
        assert scores["row_count"].value == 2

    def test_fewest_rows(self):
        assert first(csv_validity("a,b")) == (False, "0 data rows, at least 1 needed")
        assert first(csv_validity("a,b", min_rows=0))[0] is True
        assert first(csv_validity("a,b\n1,2", min_rows=2))[0] is False
        assert first(csv_validity("a,b", has_header=False))[0] is True

    def test_nothing(self):
        scores = csv_validity("", min_rows=0)
        assert (first(scores), scores["row_count"].value) == ((False, "there is no header row"), 0)
        assert first(csv_validity("", has_header=False, min_rows=0))[0] is True

    def test_the_fence_is_read_when_there_is_one(self):
        assert csv_validity("Here, as asked, it is:\n```csv\na,b\n1,2\n```\nBye, all")["row_count"].value == 1

    @given(st.lists(st.lists(st.text("ab,\"\n; |'", max_size=5), min_size=2, max_size=2), min_size=1, max_size=5))
    @settings(deadline=None)
    def test_what_csv_writes_is_read_back(self, rows):
        import csv
        import io

        from oodle_eval.v1._csv import rows as read

        written = io.StringIO()
        csv.writer(written, quoting=csv.QUOTE_ALL).writerows(rows)
        assert [row.fields for row in read(written.getvalue(), ",")] == rows


class TestToml:
    @pytest.mark.parametrize(
        "said", ["", "a = 1", "[a.b]\nc = 'x'", "[[a]]\nb = 1\n[[a]]\nb = 2", "a = 1979-05-27", "# x"]
    )
    def test_toml(self, said):
        assert first(toml_validity(said))[0] is True

    @pytest.mark.parametrize(
        "said", ["a", "a = ", "a = 1\na = 2", "Sure!", "a = 01", '{"a": 1}', "a = [1", "a = 1 b = 2"]
    )
    def test_no_toml(self, said):
        passed, comment = first(toml_validity(said))
        assert passed is False
        assert comment.startswith("not TOML: ")

    def test_required_keys(self):
        said = '[server]\nport = 80\n[[users]]\nname = "a"\n[[users]]\nname = "b"\nage = 3\n["x.y"]\nz = 1'
        wanted = ["server", "server.port", "users.name", "x.y.z"]
        assert first(toml_validity(said, required_keys=wanted))[0] is True
        assert first(toml_validity(said, required_keys=["port", "server.host", "users.age", "server.port.x"])) == (
            False,
            "lacks 'port'; lacks 'server.host'; lacks 'users.age'; lacks 'server.port.x'",
        )

    def test_the_fence_is_read_when_there_is_one(self):
        assert first(toml_validity("So:\n```toml\na = 1\n```", required_keys="a"))[0] is True


class TestSql:
    @pytest.mark.parametrize(
        "said",
        [
            "SELECT 1", "select * from t where a = 'drop table x'", "SELECT 1;", "(SELECT 1) UNION (SELECT 2)",
            "WITH a AS (SELECT 1) SELECT * FROM a", "SELECT 1 -- DROP TABLE t", "/* DELETE */ SELECT 1", 'SELECT "update"',
            "SELECT `delete`, [insert] FROM t", "SELECT REPLACE(a, 'b', 'c') FROM t", "SELECT t.update FROM t",
            "SELECT a FROM t FOR UPDATE", "SELECT created, updated_at, dropped FROM t", "SELECT 'it''s; DROP'",
            "SELECT 'it\\'s; DROP TABLE t'", "SELECT $$; DROP TABLE t$$", "# DROP\nSELECT 1", "SELECT a AS replace FROM t",
            "SELECT * REPLACE (1 AS a) FROM t", "SELECT TRUNCATE(1.5, 0)", ";;SELECT 1;;", "```sql\nSELECT 1\n```",
            "Drop it so:\n```sql\nSELECT 1\n```",
        ],
    )  # fmt: skip
    def test_a_select_is_allowed(self, said):
        scores = sql_shape(said)
        assert (scores["sql_ok"].value, scores["statement_type"].value) == (True, "SELECT")

    @pytest.mark.parametrize(
        ("said", "kind"),
        [
            ("DROP TABLE t", "DROP"), ("delete from t", "DELETE"), ("INSERT INTO t VALUES (1)", "INSERT"),
            ("UPDATE t SET a = 1", "UPDATE"), ("ALTER TABLE t ADD a INT", "ALTER"), ("CREATE TABLE t (a INT)", "CREATE"),
            ("TRUNCATE t", "TRUNCATE"), ("GRANT ALL ON t TO u", "GRANT"), ("REVOKE ALL ON t FROM u", "REVOKE"),
            ("REPLACE INTO t VALUES (1)", "REPLACE"), ("MERGE INTO t USING s ON 1 = 1", "MERGE"), ("CALL p()", "CALL"),
            ("WITH a AS (SELECT 1) DELETE FROM t", "DELETE"), ("WITH a AS (SELECT 1) INSERT INTO t SELECT * FROM a", "INSERT"),
            ("WITH d AS (DELETE FROM t RETURNING *) SELECT * FROM d", "DELETE"), ("SELECT 1; DROP TABLE t", "SELECT"),
            ("SELECT * INTO copy FROM t", "SELECT"), ("SELECT 1 /*!50000 ; DROP TABLE t */", "SELECT"),
            ("SELECT '\\'; DROP TABLE t; --'", "SELECT"), ("SELECT 1\nDROP TABLE t", "SELECT"), ("SHOW TABLES", "SHOW"),
            ("EXPLAIN ANALYZE DELETE FROM t", "EXPLAIN"), ("SELECT 1; SELECT 2", "SELECT"), ("EXEC p", "EXEC"),
            ("SELECT 1 /* x */ ; /* y */ delete/**/from t", "SELECT"), ("SELECT 1;DROP/**/TABLE t", "SELECT"),
        ],
    )  # fmt: skip
    def test_anything_else_is_not(self, said, kind):
        scores = sql_shape(said)
        assert (scores["sql_ok"].value, scores["statement_type"].value) == (False, kind)

    @pytest.mark.parametrize("said", ["", ";", "-- nothing", "I can't do that.", "/* open", "42"])
    def test_no_statement(self, said):
        scores = sql_shape(said)
        assert (scores["sql_ok"].value, scores["statement_type"].value) == (False, "none")

    def test_allowed_statements_and_keywords(self):
        insert = "INSERT INTO t SELECT 1"
        assert first(sql_shape(insert, allowed_statements=["insert"]))[0] is True
        assert first(sql_shape("SELECT 1", allowed_statements=["INSERT"])) == (
            False,
            "SELECT is not an allowed statement",
        )
        assert first(sql_shape("CREATE TABLE a AS SELECT 1", allowed_keywords=["CREATE"]))[0] is False
        upsert = "INSERT INTO t VALUES (1) ON CONFLICT DO UPDATE SET a = 1"
        assert first(sql_shape(upsert, allowed_statements="INSERT")) == (False, "the keyword UPDATE is not allowed")
        assert first(sql_shape(upsert, allowed_statements="INSERT", allowed_keywords="update"))[0] is True
        assert first(sql_shape("SELECT 1 INTO x", allowed_keywords=["into"]))[0] is True
        cascade = "CREATE TABLE t (a INT REFERENCES b ON DELETE CASCADE ON UPDATE CASCADE)"
        assert first(sql_shape(cascade, allowed_statements="CREATE"))[0] is True
        assert first(sql_shape("MATCH (n) RETURN n", allowed_statements="MATCH"))[0] is True

    def test_most_statements(self):
        assert first(sql_shape("SELECT 1; SELECT 2")) == (False, "2 statements, at most 1 allowed")
        assert first(sql_shape("SELECT 1; SELECT 2;", max_statements=2))[0] is True


HOSTILE = [
    "a" * 100_000, "a " * 50_000, "<" * 100_000, "<a>" * 33_000, "<p>" * 33_000, "</a>" * 25_000, "<a b='" * 16_000,
    "<li>" * 25_000, "<b>" * 15_000 + "</x>" * 12_000, "<p><button>" + "<b>" * 15_000 + "<div>" * 10_000, "<!--" * 25_000,
    "<script>" * 12_000, "<table>" * 14_000, "<svg>" * 20_000, "|" * 100_000, "a|" * 50_000 + "\n" + "-|" * 50_000,
    "- " * 50_000, "> " * 50_000, "#" * 100_000, "`" * 100_000, "~~~\n" * 25_000, "1. " * 33_000, "---\n" + " \n" * 50_000,
    '"' * 100_001, "'" * 100_001, ",\n" * 50_000, ',"' * 50_000, "a,b\n" * 25_000, "/*" * 50_000, "--" * 50_000,
    ";" * 100_000, "$a$" * 33_333, "".join(f"$a{n}$" for n in range(14_000)), "update " * 14_000, "[" * 100_000,
    "with a as (" * 9_000, "a." * 50_000 + "=1", '"a".' * 25_000 + "=1", "a=[" * 30_000, "a=" + "[" * 100_000,
    "[a]\n" * 25_000, 'a="""' + '"' * 100_000, "{a.b={" * 16_000, "\n" * 100_000, " " * 100_000, "\t" * 100_000,
    "\ud800\x00" * 50_000, "\U0001f600" * 100_000, "e\u0301" * 50_000, "a=1\n" * 25_000, "<a \t=" * 20_000,
]  # fmt: skip
CHECKS = [
    lambda said: markdown_structure(said, required_headings=["a"], require_table=True),
    lambda said: html_validity(said, allowed_tags=["a"]),
    lambda said: csv_validity(said, required_columns=["a"]),
    lambda said: toml_validity(said, required_keys=["a.b"]),
    sql_shape,
]


@pytest.mark.parametrize("check", CHECKS)
def test_hostile_texts_end(check):
    for said in HOSTILE:
        start = time.process_time()
        scores = check(said)
        assert time.process_time() - start < 5, said[:20]
        assert all(score.comment and len(score.comment) <= 500 for score in scores)


markup = st.text(st.sampled_from("<>/ab='\"-!|#`~;,:.*+_()[]{}$\\ \n\t1é\ud800"), max_size=40)


@pytest.mark.parametrize("check", CHECKS)
@given(said=markup | st.text(max_size=30))
@settings(max_examples=150, deadline=None)
def test_any_text_is_scored(check, said):
    assert all(score.comment for score in check(said))


OUTPUTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.binary(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["role", "content", "parts", "type", "text", "tool_calls", "x"]), inner, max_size=4
        )
    ),
    max_leaves=8,
)


@given(output=OUTPUTS)
@settings(max_examples=150, deadline=None)
def test_any_output_is_scored(output):
    from types import SimpleNamespace

    from oodle_eval.v1 import metrics

    seen = SimpleNamespace(input=output, output=output, metadata=output)
    for given_ in (output, SimpleNamespace(observation=seen, trace=SimpleNamespace(spans=[]), expected_output=None)):
        for check in (*CHECKS, metrics.json_validity, metrics.length_budget):
            assert all(score.comment for score in check(given_))
        assert metrics.regex_match(given_, must_match="x", field="both")
        assert metrics.keyword_check(given_, required="x", field="both")
        assert metrics.contains(given_, values="x", field="input")


def test_a_link_in_a_heading_is_its_text():
    said = "## [Next](https://example.com/a) steps [now](#now)"
    assert markdown_structure(said, required_headings=["Next steps now"])["markdown_ok"].value is True
    assert markdown_structure(said, required_headings=["example"])["markdown_ok"].value is False
    assert markdown_structure("# [a] (b) [c](d", required_headings=["a b c d"])["markdown_ok"].value is True
