"""JSON as RFC 8259 has it, in and out; JSON in prose; fenced blocks."""

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oodle_eval.v1 import _json, text, util
from oodle_eval.v1._json import dump_json, find_json, parse_json

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
values = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)


@given(values)
def test_what_json_writes_is_read_back(value):
    assert parse_json(json.dumps(value)) == value
    assert parse_json(json.dumps(value, ensure_ascii=False, indent=1)) == value
    assert parse_json(dump_json(value)) == value


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("0", 0), ("-0", 0), ("1.5e3", 1500.0), ("1E-2", 0.01), (" [1 , 2 ] ", [1, 2]), ("\r\n\t{} ", {}),
        ('"\\u00e9\\n\\/"', "é\n/"), ('"\\ud83d\\ude00"', "😀"), ('"\\ud800"', "\ud800"), ("null", None),
        ('{"a":1,"a":2}', {"a": 2}), ('""', ""), ("1e999999", float("inf")),
    ],
)  # fmt: skip
def test_valid_texts(written, value):
    assert parse_json(written) == value


@pytest.mark.parametrize(
    "written",
    [
        "", " ", "NaN", "Infinity", "-Infinity", "[NaN]", '{"s": NaN}', "01", "+1", "1.", ".5", "1e", "0x1", "-", "--1",
        "'a'", "{a:1}", '{"a":1,}', "[1,]", "[,1]", "[1 2]", '{"a" 1}', '{"a":}', "tru", "True", "nul", "[1]]", "1 2",
        '"a', '"\n"', '"\t"', '"\\x"', '"\\u12"', "// x\n1", "/* */1", "\ufeff1", "\x0b1", "\u00a01", "{", "[", "]", "}",
        '{"a":1', "[1", "１", "[1,\n2", "{1:2}", "undefined", "\x00", "[1]\x00", "1_000", '["a\\"]', "[-]", "[1e1.5]",
        "[" * 100_000, "[" * 100_000 + "]" * 99_999, '{"a":' * 100_000, "[" * 2000 + "NaN" + "]" * 2000,
        "[" * 2000 + "01" + "]" * 2000, "1" * 5000 + "x", "[" * 2000 + "1,]" + "]" * 1999, '{"a":' * 2000 + "}" * 2000,
    ],
)  # fmt: skip
def test_invalid_texts(written):
    start = time.process_time()
    with pytest.raises(ValueError, match=r"line \d+, column \d+"):
        parse_json(written)
    assert time.process_time() - start < 5


@given(st.text(st.sampled_from('[]{}",:01.-eE+ \n\\utfalsn"a'), max_size=12))
@settings(max_examples=500)
def test_both_parsers_agree(written):
    from oodle_eval.v1._json import _Parser

    def outcome(read):
        try:
            return repr(read(written))
        except ValueError:
            return "refused"

    assert outcome(lambda text: json.loads(text, parse_constant=float.fromhex)) == outcome(parse_json) or "N" in written
    assert outcome(parse_json) == outcome(lambda text: _Parser(text).whole_text())


def same(left, right):
    """Return whether two JSON values are equal in their types and bits too."""
    if isinstance(left, dict) and isinstance(right, dict):
        return list(left) == list(right) and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return type(left) is type(right) and repr(left) == repr(right)


def outcome(read, written):
    try:
        return read(written), ""
    except ValueError as error:
        return None, str(error)


def assert_both_paths_agree(written):
    exactly, fast = outcome(_json._read_exactly, written), outcome(parse_json, written)
    assert exactly[1] == fast[1]
    assert same(exactly[0], fast[0])


digits = st.text(st.sampled_from("0123456789"), min_size=1, max_size=25)
numbers = st.builds(
    "{}{}{}{}".format, st.sampled_from(["", "-", "+"]), digits, st.just("") | digits.map(".{}".format),
    st.just("") | st.integers(-420, 420).map("e{}".format),
)  # fmt: skip


@given(st.lists(numbers | st.floats(allow_nan=False).map(repr), max_size=4))
@settings(max_examples=300)
def test_a_number_is_the_same_on_the_fast_path(written):
    assert_both_paths_agree(f"[{', '.join(written)}]")


@given(
    values, st.integers(0, 200), st.sampled_from([*'[]{}",:\\0-.eE9aN \n\t\x00\ufeff\ud800é', "", "\\ud800", "1e400"])
)
@settings(max_examples=300)
def test_a_damaged_document_is_the_same_on_the_fast_path(value, place, put_in):
    written = json.dumps([value], ensure_ascii=place % 2 == 0)
    assert_both_paths_agree(written)
    assert_both_paths_agree(written[:place] + put_in + written[place + place % 3 :])


@pytest.mark.parametrize(
    "written",
    [
        "[-0]", "[-0.0]", "[1e400]", "[-1e400]", "[1e-400]", "[0e400]", "[18446744073709551615]", "[18446744073709551616]",
        "[-9223372036854775808]", "[-9223372036854775809]", "[123456789012345678901234567890]", "[0.1234567890123456789012]",
        '["12345678901234567890"]', "[NaN]", "[-Infinity]", '{"a": 1, "b": 2, "a": 3}', '["\\ud800"]', '["\\ud83d\\ude00"]',
        '["\ud800"]', "\ufeff[1]", "[1]\ufeff", "[1]\x00", '["\x00"]', '["\\u0000"]', "\x0c[1]", "\u00a0[1]", "\u2003{}",
        "\n[1]\r\n\t ", '["\x7f\u2028"]', "[" * 300 + "]" * 300, "{", "[1,]", "[1 2]", '{"a" 1}', "[01]", "[1.]", "[+1]", "[]x",
    ],
)  # fmt: skip
def test_what_orjson_reads_otherwise(written):
    assert_both_paths_agree(written)


@pytest.mark.parametrize(
    "written", ["", " ", "\n\n x", "prose\nof two lines", " \t\r\n\n  )1", "\x0b1", "\ufeff{}", "+1", ".5", "'a'"]
)
def test_what_begins_like_no_value_is_refused_in_the_words_of_the_decoder(written):
    with pytest.raises(json.JSONDecodeError) as theirs:
        json.JSONDecoder().decode(written)
    with pytest.raises(
        ValueError, match=f"^Expecting value at line {theirs.value.lineno}, column {theirs.value.colno}$"
    ):
        parse_json(written)


def test_depth_does_not_matter():
    for depth in (900, 20_000, 100_000):
        value = parse_json("[" * depth + "7" + "]" * depth)
        levels = 0
        while isinstance(value, list):
            (value,) = value
            levels += 1
        assert (levels, value) == (depth, 7)
        held = parse_json('{"a":' * depth + "7" + "}" * depth)
        for _ in range(depth):
            held = held["a"]
        assert held == 7


def test_the_length_of_an_integer_does_not_matter():
    assert parse_json("1" + "0" * 10_000) == 10**10_000
    assert parse_json("-1" + "0" * 10_000) == -(10**10_000)
    start = time.process_time()
    assert parse_json("9" * 100_000) == 10**100_000 - 1
    assert time.process_time() - start < 5


def test_any_value_is_written():
    class Odd:
        def __str__(self):
            raise RuntimeError

    circular: dict = {"a": 1}
    circular["b"] = circular
    deep: list = []
    for _ in range(50_000):
        deep = [deep]
    assert dump_json({"a": "é", "b": [1, None, True]}) == '{"a": "é", "b": [1, null, true]}'
    assert dump_json(circular) == '{"a": 1, "b": "..."}'
    assert dump_json(deep) == "[" * 50_001 + "]" * 50_001
    assert dump_json({2, 1}) == '["1", "2"]'
    assert dump_json(b"a\xff") == '"a\ufffd"'
    assert dump_json({(1, 2): 3}) == '{"(1, 2)": 3}'
    assert dump_json(Odd()) == '"<Odd>"'
    assert dump_json([Odd(), deep]).startswith('["<Odd>", [')
    assert dump_json(10**5000) == "1" + "0" * 5000
    assert dump_json({"a": [10**5000]}) == '{"a": [1' + "0" * 5000 + "]}"
    assert dump_json("\ud800") == '"\ud800"'


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ('Sure: {"ok": true}!', {"ok": True}),
        ("first [1, 2] then [3]", [1, 2]),
        ("a set {1, 2} is none, but [3] is", [3]),
        ('{"a": [1], b}', [1]),
        ('{not} {"a": {"b": 1}}', {"a": {"b": 1}}),
        ('{"a": {"b": 1} oops [2]', {"b": 1}),
        ("[NaN] [1]", [1]),
        ('in a string: "}{" {"a": "}"}', {"a": "}"}),
        ("[](link) {}", []),
    ],
)
def test_json_in_prose(said, value):
    assert find_json(said) == (True, value)
    assert text.extract_json(said) == value


@pytest.mark.parametrize(
    "said", ["", "none", "{", "[1, 2", "{a: 1}", "[" * 100_000, '["' * 50_000, "{[" * 50_000, "{ " * 50_000]
)
def test_no_json_in_prose(said):
    start = time.process_time()
    assert find_json(said) == (False, None)
    assert text.extract_json(said) is None
    assert time.process_time() - start < 5


class TestExtractJson:
    def test_the_whole_text_comes_first(self):
        assert text.extract_json('"```json\\n1\\n```"') == "```json\n1\n```"
        assert text.extract_json("12") == 12

    def test_the_labelled_fence_wins(self):
        said = 'Types:\n```ts\nx = {a: 1}\n```\nData:\n```json\n{"ok": true}\n```'
        assert text.extract_json(said) == {"ok": True}
        assert text.extract_json("```\n[1]\n```\n```JSON\n[2]\n```") == [2]

    def test_else_the_one_without_a_label(self):
        assert text.extract_json('```py\n[0]\n```\n```\n{"a": 1}\n```') == {"a": 1}

    def test_a_value_that_is_parsed_is_returned_as_it_is(self):
        held = {"a": 1}
        assert text.extract_json(held) is held
        assert text.extract_json(None) is None

    def test_the_fence_may_be_of_tildes_or_indented(self):
        assert text.extract_json("~~~json\n[1]\n~~~") == [1]
        assert text.extract_json("1. so:\n   ```json\n   [1]\n   ```") == [1]


class TestFencedBlock:
    def test_the_block_of_a_label(self):
        assert util.fenced_block("a\n```sql\nSELECT 1\n```\nb", "sql") == "SELECT 1"
        assert util.fenced_block("```SQL\nSELECT 1\n```", "sql") == "SELECT 1"
        assert util.fenced_block("```b\n2\n```\n```a\n1\n```", "a", "b") == "2"

    def test_a_block_without_a_label_is_accepted(self):
        assert util.fenced_block("```\nx\n```", "sql") == "x"

    def test_a_block_of_another_label_is_not(self):
        said = "```python\nx\n```"
        assert util.fenced_block(said, "sql") == said

    def test_no_block_is_the_whole_text(self):
        assert util.fenced_block("SELECT 1", "sql") == "SELECT 1"
        assert util.fenced_block("", "sql") == ""

    def test_a_block_that_is_left_open_counts_to_the_end(self):
        assert util.fenced_block("so:\n```sql\nSELECT 1", "sql") == "SELECT 1"

    def test_a_longer_fence_holds_a_shorter_one(self):
        assert util.fenced_block("````sql\n```\nx\n```\n````", "sql") == "```\nx\n```"

    def test_an_empty_block_is_empty(self):
        assert util.fenced_block("```sql\n```", "sql") == ""

    def test_windows_line_ends(self):
        assert util.fenced_block("```sql\r\nSELECT 1\r\n```", "sql").strip() == "SELECT 1"


class TestStripCode:
    def test_code_and_urls_are_spaces(self):
        said = "Run `pip install x`, see https://example.com/a?b=c then\n```sh\nrm -rf\n```\ndone"
        assert util.strip_code(said).split() == ["Run", ",", "see", "then", "done"]

    def test_a_fence_left_open_is_code_to_the_end(self):
        assert util.strip_code("so\n```\nx = 1").split() == ["so"]

    def test_double_backticks_hold_a_single_one(self):
        assert util.strip_code("a ``b ` c`` d").split() == ["a", "d"]

    def test_text_without_code_stays(self):
        assert util.strip_code("plain, text.") == "plain, text."
        assert util.strip_code("") == ""

    @pytest.mark.parametrize("said", ["`" * 100_000, "`a" * 50_000, "```\n" * 30_000, "a://" * 25_000, "~~~" * 30_000])
    def test_it_ends(self, said):
        start = time.process_time()
        util.strip_code(said)
        assert time.process_time() - start < 5


class TestFencesAsModelsWriteThem:
    """Where the fence is clear although no line of its own holds it."""

    @pytest.mark.parametrize(
        "reply",
        [
            'Here it is: ```json\n{"a": 1}\n```\nDone.',
            'Here it is: ```\n{"a": 1}\n```',
            '- the result ```json\n  {"a": 1}\n  ```',
            '```json\n{"a": 1}```',
            '```json\n{"a": 1}```\n\nAnd the code:\n```py\nprint(1)\n```',
            'Sure: ```json {"a": 1}``` as asked.',
            'Sure: ```{"a": 1}```',
            '> ```json\n> {"a":\n>  1}\n> ```',
            '```json\n{"a": 1}\n``` Hope this helps!',
        ],
    )
    def test_the_block_is_read(self, reply):
        assert json.loads(util.fenced_block(reply, "json")) == {"a": 1}

    @pytest.mark.parametrize("reply", ["Run: ```sh\nls\n``` now", "```sh\nls``` now", "It ends ```sh\nls```\nnow"])
    def test_the_code_is_no_prose(self, reply):
        assert "ls" not in util.strip_code(reply)

    def test_a_fence_behind_words_opens_nothing_that_is_never_closed(self):
        assert util.strip_code("End the block with ```\nand go on.").split()[-3:] == ["and", "go", "on."]

    def test_a_fence_behind_words_closes_nothing_that_a_line_of_its_own_closes(self):
        assert util.fenced_block("```md\nuse ```\nhere\n```", "md") == "use ```\nhere"

    def test_other_labels_are_not_read_on_one_line_either(self):
        said = "Run ```python print(1)``` first."
        assert util.fenced_block(said, "json") == said
