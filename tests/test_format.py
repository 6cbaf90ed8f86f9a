"""JSON, patterns, keywords, substrings and length: one test a sentence of what the checks promise."""

import re
import time
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oodle_eval.v1 import _quoting, checks
from oodle_eval.v1._json_schema import equal
from oodle_eval.v1._keywords import keywords, substrings
from oodle_eval.v1.metrics import contains, json_validity, keyword_check, length_budget, regex_match, tone

pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning")


def context(output=None, given=None, expected=None, **attributes):
    seen = SimpleNamespace(input=given, output=output, metadata=attributes)
    return SimpleNamespace(observation=seen, trace=SimpleNamespace(spans=[]), expected_output=expected)


def verdict(scores):
    return tuple(score.value for score in scores)


class TestJsonValidity:
    @pytest.mark.parametrize("reply", ['{"a": 1}', " [1, 2]\n", "3", '"text"', "null", "[[]]", "{}"])
    def test_json_text_is_json(self, reply):
        assert verdict(json_validity(reply)) == (True, True)
        assert verdict(json_validity(context(reply))) == (True, True)

    @pytest.mark.parametrize(
        "reply",
        ['{"s": NaN}', "[" * 100_000, "Infinity", "", " ", "Sure!", "{'a': 1}", "I use {} and [] here.", '{"a": 1} ok'],
    )
    def test_anything_else_is_not(self, reply):
        scores = json_validity(reply)
        assert verdict(scores) == (False, False)
        assert scores["is_json"].comment.startswith("not JSON: ")

    def test_the_fence_is_read_when_prose_is_around_it(self):
        reply = 'Here you are:\n```json\n{"a": 1}\n```\nDone.'
        assert verdict(json_validity(reply, required_keys=["a"])) == (True, True)
        assert verdict(json_validity(reply, extract_from_code_fence=False)) == (False, False)

    def test_the_labelled_fence_wins_else_one_without_a_label(self):
        assert json_validity("```ts\n{a: 1}\n```\n```json\n[1]\n```")["is_json"].value is True
        assert json_validity("```\n[1]\n```")["is_json"].value is True
        assert json_validity("```python\n[1]\n```")["is_json"].value is False
        assert json_validity("```json\n{bad\n```\n```\n[1]\n```")["is_json"].value is False

    @pytest.mark.parametrize("output", [{"a": 1}, [1, 2], {}, [], 5, 0.5, True, {"a": [None, {"b": ["x"]}]}])
    def test_a_parsed_output_counts_as_it_is(self, output):
        assert verdict(json_validity(context(output))) == (True, True)
        assert verdict(json_validity(output)) == (True, True)

    @pytest.mark.parametrize(
        "output", [{"a": float("nan")}, [float("inf")], {1, 2}, {"a": b"x"}, object(), None, [object()]]
    )
    def test_what_json_can_not_hold_is_none(self, output):
        assert verdict(json_validity(context(output))) == (False, False)

    def test_a_value_that_holds_itself_is_none(self):
        output: dict = {}
        output["a"] = output
        assert verdict(json_validity(output)) == (False, False)
        shared = [1]
        assert verdict(json_validity([shared, shared])) == (True, True)

    def test_a_message_is_read_by_its_text(self):
        assert verdict(json_validity(context({"role": "assistant", "content": '{"a": 1}'}))) == (True, True)
        assert verdict(json_validity(context([{"role": "assistant", "content": "no"}]))) == (False, False)
        assert verdict(json_validity(context({"content": "no"}))) == (False, False)

    def test_a_structured_output_with_a_field_called_content_is_no_message(self):
        output = {"title": "A", "content": "some text"}
        assert verdict(json_validity(context(output), required_keys=["title"])) == (True, True)
        assert verdict(json_validity(context([output]), schema={"type": "array"})) == (True, True)

    def test_required_keys(self):
        scores = json_validity('{"a": null}', required_keys=["a", "b", "c"])
        assert verdict(scores) == (True, False)
        assert scores["json_schema_ok"].comment == "lacks 'b'; lacks 'c'"
        assert verdict(json_validity('{"a": null}', required_keys="a")) == (True, True)
        assert json_validity("[1]", required_keys=["a"])["json_schema_ok"].comment == (
            "the top level must be an object, is array"
        )

    @pytest.mark.parametrize(
        ("value", "fits"),
        [
            ('"x"', "string"), ("1", "integer number"), ("1.0", "integer number"), ("1.5", "number"),
            ("true", "boolean"), ("[]", "array"), ("{}", "object"), ("null", "null"),
        ],
    )  # fmt: skip
    def test_key_types(self, value, fits):
        for kind in ("string", "number", "integer", "boolean", "array", "object", "null"):
            scores = json_validity(f'{{"k": {value}}}', key_types={"k": kind})
            assert verdict(scores) == (True, kind in fits.split())

    def test_a_missing_key_is_left_to_required_keys(self):
        assert verdict(json_validity("{}", key_types={"k": "string"})) == (True, True)

    def test_an_unknown_type_is_refused(self):
        with pytest.raises(ValueError, match=r'key_types must map keys to one of "string", .* got \'text\' for \'k\''):
            json_validity("{}", key_types={"k": "text"})

    @pytest.mark.parametrize(
        ("schema", "valid", "invalid"),
        [
            ({"type": "object"}, "{}", "[]"),
            ({"type": ["string", "null"]}, "null", "1"),
            ({"type": "integer"}, "1.0", "1.5"),
            ({"type": "number"}, "1", "true"),
            ({"required": ["a"]}, '{"a": null}', '{"b": 1}'),
            ({"properties": {"a": {"type": "string"}}}, '{"b": 1}', '{"a": 1}'),
            ({"properties": {"a": False}}, "{}", '{"a": 1}'),
            ({"items": {"type": "integer"}}, "[1, 2]", '[1, "2"]'),
            ({"items": [{"type": "integer"}, {"type": "string"}]}, '[1, "a", null]', '["a"]'),
            ({"enum": [1, "a", [True]]}, "[true]", "[1]"),
            ({"enum": [0]}, "0.0", "false"),
            ({"enum": [{"a": 1, "b": 2}]}, '{"b": 2, "a": 1}', '{"a": 1}'),
            ({"minimum": 2}, "2", "1.99"),
            ({"maximum": 2}, "2", "2.01"),
            ({"minimum": 2, "maximum": 3}, '"x"', "1"),
            ({"minLength": 2}, '"ab"', '"a"'),
            ({"maxLength": 2}, '"😀😀"', '"abc"'),
            ({"minLength": 2, "format": "email", "pattern": "^z"}, '"ab"', '"a"'),
            (True, "1", ""),
            (
                {"properties": {"a": {"properties": {"b": {"items": {"maximum": 1}}}}}},
                '{"a": {"b": [1]}}',
                '{"a": {"b": [2]}}',
            ),
            ({"minimum": 0}, "9" * 5000, "-" + "9" * 5000),
        ],
    )
    def test_the_schema_keywords(self, schema, valid, invalid):
        assert json_validity(valid, schema=schema)["json_schema_ok"].value is True
        assert json_validity(invalid, schema=schema)["json_schema_ok"].value is False

    def test_a_false_schema_allows_nothing(self):
        assert verdict(json_validity("1", schema=False)) == (True, False)

    def test_a_problem_is_named_with_its_place(self):
        schema = {"properties": {"a": {"items": {"properties": {"b": {"type": "string"}}}}}}
        assert json_validity('{"a": [{}, {"b": 1}]}', schema=schema)["json_schema_ok"].comment == (
            "a[1].b must be string, is integer"
        )

    @pytest.mark.parametrize(
        ("schema", "said"),
        [
            ({"type": "text"}, "type must be one of"),
            ({"type": 5}, "type must be one of"),
            ({"required": True}, "required must be a list of keys"),
            ({"properties": ["a"]}, "properties must be a dict"),
            ({"properties": {"a": 5}}, "a schema must be a dict"),
            ({"items": 5}, "items must be a schema"),
            ({"enum": "a"}, "enum must be a list"),
            ({"minimum": "1"}, "minimum must be a number"),
            ({"maxLength": -1}, "maxLength must be a whole number"),
            ({"properties": {"a": {"items": {"type": "x"}}}}, "type must be one of"),
        ],
    )
    def test_a_malformed_schema_is_refused(self, schema, said):
        with pytest.raises(ValueError, match=said):
            json_validity("{}", schema=schema)

    def test_a_deep_schema_and_a_deep_value(self):
        schema: dict = {"type": "integer"}
        reply = "1"
        for _ in range(5000):
            schema = {"items": schema}
            reply = f"[{reply}]"
        assert verdict(json_validity(reply, schema=schema)) == (True, True)
        assert verdict(json_validity(reply.replace("1", '"x"'), schema=schema)) == (True, False)

    def test_names(self):
        assert [score.name for score in json_validity("1", name="x")] == ["x", "json_schema_ok"]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats(-3, 3) | st.text("ab", max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", max_size=1), inner, max_size=3),
    max_leaves=8,
)
schemas = st.recursive(
    st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(["string", "number", "integer", "boolean", "array", "object", "null"]),
            "enum": st.lists(json_values, min_size=1, max_size=3),
            "minimum": st.integers(-3, 3),
            "maximum": st.floats(-3, 3),
            "minLength": st.integers(0, 3),
            "maxLength": st.integers(0, 3),
            "required": st.lists(st.text("ab", max_size=1), max_size=2, unique=True),
        },
    )
    | st.booleans(),
    lambda inner: st.fixed_dictionaries(
        {}, optional={"items": inner, "properties": st.dictionaries(st.text("ab", max_size=1), inner, max_size=3)}
    ),
    max_leaves=5,
)


@settings(max_examples=150, deadline=None)
@given(json_values, schemas)
def test_a_schema_is_read_as_jsonschema_reads_it(value, schema):
    jsonschema = pytest.importorskip("jsonschema")
    expected = jsonschema.Draft7Validator(schema).is_valid(value)
    assert json_validity({"held": value}, schema={"properties": {"held": schema}})["json_schema_ok"].value is expected


def test_equality_is_that_of_json():
    assert equal({"a": [1, {"b": None}]}, {"a": [1.0, {"b": None}]})
    assert not equal(1, True)
    assert not equal([1], {"0": 1})
    assert not equal("1", 1)

    def test_what_a_schema_asks_for_beyond_what_is_looked_at_is_named(self):
        schema = {
            "title": "Order",
            "$defs": {"Item": {"type": "object"}},
            "properties": {"items": {"items": {"$ref": "#/$defs/Item"}}, "state": {"anyOf": [{"type": "string"}]}},
            "additionalProperties": False,
        }
        shape = json_validity('{"items": [{"sku": 5}]}', schema=schema)["json_schema_ok"]
        assert shape.value is True
        assert shape.comment.endswith("asked for; not looked at: 'additionalProperties', '$ref', 'anyOf'")
        # Values of these words are not keywords.
        named = {"properties": {"pattern": {"type": "string"}}, "enum": [{"pattern": "x"}]}
        assert "not looked at" not in json_validity('{"pattern": "x"}', schema=named)["json_schema_ok"].comment


class TestRegexMatch:
    def test_every_required_pattern_must_match(self):
        assert regex_match("order 12", must_match=[r"\d+", "order"])["regex_pass"].value is True
        scores = regex_match("order 12", must_match=[r"\d+", "refund"])
        assert scores["regex_pass"].value is False
        assert scores["regex_pass"].comment == "no match for 'refund'"

    def test_no_forbidden_pattern_may_match(self):
        scores = regex_match("order 12", must_not_match=r"\d+")
        assert scores["regex_pass"].value is False
        assert scores["regex_pass"].comment == "'\\\\d+' matches '12'"

    def test_multi_line_mode_and_inline_flags(self):
        assert regex_match("a\nb", must_match="^b$")["regex_pass"].value is True
        assert regex_match("Hello", must_match="(?i)hello")["regex_pass"].value is True
        assert regex_match("Hello", must_match="hello")["regex_pass"].value is False

    @pytest.mark.parametrize("setting", ["must_match", "must_not_match"])
    def test_a_pattern_that_does_not_compile_fails_and_says_so(self, setting):
        score = regex_match("(x", **{setting: ["("]})["regex_pass"]
        assert score.value is False
        assert score.comment.startswith("the pattern '(' does not compile")

    @pytest.mark.parametrize("setting", ["must_match", "must_not_match"])
    def test_a_pattern_that_takes_too_long_fails_and_says_so(self, setting):
        start = time.process_time()
        score = regex_match("a" * 40 + "b", **{setting: r"(a|aa)+$"})["regex_pass"]
        assert time.process_time() - start < 5
        assert score.value is False
        assert "longer than 0.5 s" in score.comment

    def test_fields(self):
        seen = context("reply", [{"role": "user", "content": "question"}])
        assert regex_match(seen, must_match="question")["regex_pass"].value is False
        assert regex_match(seen, must_match="question", field="input")["regex_pass"].value is True
        assert regex_match(seen, must_match=["question", "reply"], field="both")["regex_pass"].value is True
        with pytest.raises(ValueError, match=r'field must be "output" or "input" or "both"'):
            regex_match(seen, must_match="x", field="trace")

    def test_no_pattern_and_an_empty_one(self):
        assert regex_match("x")["regex_pass"].value is True
        assert regex_match("x", must_not_match=[""])["regex_pass"].value is True

    def test_a_wrong_type_is_refused(self):
        with pytest.raises(ValueError, match="must_match must be a string or a list of strings"):
            regex_match("x", must_match=[1])


class TestKeywordCheck:
    def test_whole_words(self):
        scores = keyword_check("We start at noon.", required=["art", "noon"])
        assert verdict(scores) == (False, 0.5)
        assert scores["keywords_ok"].comment == "missing: 'art'"

    def test_any_is_enough(self):
        assert verdict(keyword_check("at noon", required=["dawn", "noon"], mode="any")) == (True, 0.5)
        assert verdict(keyword_check("at dusk", required=["dawn", "noon"], mode="any")) == (False, 0.0)

    def test_forbidden(self):
        scores = keyword_check("We promise it.", forbidden=["guarantee", "promise"])
        assert verdict(scores) == (False,)
        assert scores["keywords_ok"].comment == "forbidden: 'promise'"
        assert verdict(keyword_check("compromised", forbidden="promise")) == (True,)

    def test_coverage_only_with_required(self):
        assert [score.name for score in keyword_check("x", forbidden="y")] == ["keywords_ok"]
        assert [score.name for score in keyword_check("x", required=[""])] == ["keywords_ok"]
        assert [score.name for score in keyword_check("x", required="x")] == ["keywords_ok", "keyword_coverage"]

    def test_case(self):
        assert verdict(keyword_check("STRASSE", required="straße")) == (True, 1.0)
        assert verdict(keyword_check("Noon", required="noon")) == (True, 1.0)
        assert verdict(keyword_check("Noon", required="noon", case_sensitive=True)) == (False, 0.0)

    @pytest.mark.parametrize(
        ("said", "keyword", "there"),
        [
            ("written in C++.", "C++", True), ("a 50% share", "%", True), ("runs on .NET", ".net", True),
            ("in\nthe   end", "in the end", True), ("we don’t know", "don't", True), ("we don't know", "don’t", True),
            ("the end", "the en", False), ("re-start", "start", True), ("start_up", "start", False),
            ("cafe\u0301", "cafe", False), ("cafe\u0301", "café", True), ("東京都に住む", "東京", True),
            ("私のiPhoneは", "iphone", True), ("नमस्ते दुनिया", "नमस्ते", True), ("नमस्ते", "नमस", False),
            ("naïve", "na", False), ("a1", "a", False), ("$50", "$5", False), ("👍🏽 ok", "👍", True), ("", "x", False),
            ("x", "x", True), ("aaa aa", "aa", True), ("ärger", "rger", False), ("e\u0301a", "a", False),
        ],
    )  # fmt: skip
    def test_what_a_whole_word_is(self, said, keyword, there):
        assert keyword_check(said, required=keyword)["keywords_ok"].value is there
        # A long list takes another way to the same answer.
        many = (keyword, *(f"zq{number}" for number in range(30)))
        assert keywords(many, False).found_in(said) == ({keyword} if there else set())

    def test_no_keyword(self):
        assert verdict(keyword_check("x")) == (True,)

    def test_repeated_keywords_count_once(self):
        assert verdict(keyword_check("a b", required=["a", "a", "c"])) == (False, 0.5)

    @pytest.mark.parametrize(
        "said", ["a" * 100_000, "a " * 50_000, "aa" * 50_000 + "é", "a\u0301" * 30_000, "-" * 100_000]
    )
    def test_it_ends(self, said):
        words = ["a", "aa", "aaa", "a a", "-", "--", "é", "a b"]
        start = time.process_time()
        keyword_check(said, required=words, forbidden=words)
        keyword_check(said, required=["a" * size for size in range(1, 100)])
        assert time.process_time() - start < 5


@settings(max_examples=300, deadline=None)
@given(
    st.text(st.sampled_from("ab_1 -.'\né\u0301東"), max_size=15),
    st.lists(st.text(st.sampled_from("ab_1-.é東"), min_size=1, max_size=3), min_size=1, max_size=4),
)
def test_few_and_many_keywords_have_one_meaning(said, words):
    few = keywords(tuple(words), False).found_in(said)
    many = keywords((*words, *(f"zq{number}" for number in range(20))), False).found_in(said)
    assert many == few


class TestContains:
    def test_any_part_of_a_word(self):
        assert verdict(contains("restart", values=["start"])) == (True,)

    @pytest.mark.parametrize(
        ("mode", "passes"),
        [("any", [True, True, False]), ("all", [True, False, False]), ("none", [False, False, True])],
    )
    def test_modes(self, mode, passes):
        replies = ["foo and bar", "only foo", "neither"]
        assert [contains(reply, values=["foo", "bar"], mode=mode)["contains"].value for reply in replies] == passes

    def test_comments_name_the_evidence(self):
        assert contains("foo", values=["foo", "bar"])["contains"].comment == "found: 'foo'"
        assert contains("foo", values=["foo", "bar"], mode="all")["contains"].comment == "missing: 'bar'"
        assert contains("foo", values=["bar"])["contains"].comment == "missing: 'bar'"
        assert contains("foo", values=["foo"], mode="none")["contains"].comment == "found: 'foo'"
        assert contains("foo", values=["bar"], mode="none")["contains"].comment == "missing: 'bar'"

    def test_case(self):
        assert verdict(contains("PARIS", values="paris")) == (True,)
        assert verdict(contains("PARIS", values="paris", case_sensitive=True)) == (False,)

    def test_an_empty_value_is_ignored(self):
        assert verdict(contains("unrelated text", values=["foo", ""])) == (False,)
        with pytest.raises(ValueError, match="contains needs something to look for"):
            contains("unrelated text", values=[""])

    def test_the_expected_output_stands_in(self):
        assert verdict(contains(context("It is Paris.", expected="paris"))) == (True,)
        assert verdict(contains(context("It is Paris.", expected=["Rome", "Paris"]))) == (True,)
        assert verdict(contains(context("It is Paris.", expected=["Rome", "Paris"]), mode="all")) == (False,)
        assert verdict(contains(context("It is Paris.", expected="Rome"), values=["Paris"])) == (True,)
        assert verdict(contains(context("it is 5", expected=5))) == (True,)

    @pytest.mark.parametrize(
        "ctx", ["text", context("text"), context("text", expected=""), context("text", expected=[])]
    )
    def test_nothing_to_look_for_is_refused(self, ctx):
        with pytest.raises(ValueError, match="contains needs something to look for"):
            contains(ctx)

    def test_a_wrong_mode_is_refused(self):
        with pytest.raises(ValueError, match=r'mode must be "any" or "all" or "none", got \'some\''):
            contains("x", values="x", mode="some")

    def test_many_values(self):
        values = tuple(f"w{number}w" for number in range(500))
        for _ in range(3):
            assert substrings(values, False).places_in("xw7wx W499W") == {7, 499}

    def test_values_inside_each_other(self):
        values = ("start", "art", "tar", "restart", "ar", "estar", "rts", *(f"zq{number}" for number in range(20)))
        for _ in range(3):
            assert substrings(values, False).places_in("it Restarts") == {0, 1, 2, 3, 4, 5, 6}
            assert substrings(values, True).places_in("tart") == {1, 2, 4}

    def test_values_that_differ_in_case_only(self):
        values = ("Art", "art", "ART", *(f"zq{number}" for number in range(20)))
        for _ in range(3):
            assert substrings(values, False).places_in("parts") == {0, 1, 2}
            assert substrings(values, True).places_in("parts") == {1}

    @pytest.mark.parametrize("size", [1000, 100_000])
    def test_a_list_that_is_used_once(self, size):
        said = f"{'so many words ' * (size // 14)} w49999w"
        start = time.process_time()
        assert substrings(tuple(f"w{number}w" for number in range(50_000)), False).places_in(said) == {49_999}
        assert time.process_time() - start < 5

    @pytest.mark.parametrize(
        "said", ["a" * 100_000, "ab" * 50_000, "a" * 99_999 + "é", "\ud800\x00" * 50_000, "." * 100_000]
    )
    def test_values_that_are_everywhere(self, said):
        values = [*("a" * size for size in range(1, 500)), "aab", "\x00\ud800", "\ud800\ud800", "é"]
        check = checks.contains(values=values, mode="all")
        for _ in range(3):
            start = time.process_time()
            said_so = check(said)["contains"].comment
            assert time.process_time() - start < 5
        missing = [value for value in values if value not in said]
        assert said_so.endswith(f" and {len(missing) - 10} more" if len(missing) > 10 else repr(missing[-1]))


@settings(max_examples=200)
@given(st.text("abÀßⒶ\ud800 ", max_size=20), st.lists(st.text("abÀßⒶ ", min_size=1, max_size=6), max_size=4))
def test_substrings_against_the_plain_way(said, values):
    values = list(dict.fromkeys(values))
    plainly = {place for place, value in enumerate(values) if value in said}
    lowered = {place for place, value in enumerate(values) if value.lower() in said.lower()}
    many = (*values, *(f"zq{number}" for number in range(20)))  # a long list takes another way, from its second text on
    for wanted in (tuple(values), many, many):
        assert substrings(wanted, True).places_in(said) == plainly
        assert substrings(wanted, False).places_in(said) == lowered


@given(st.text(st.sampled_from("ab c@:=07٣５²é’😀\ud800\x00"), max_size=12))
def test_what_may_leak_is_seen_in_any_script(said):
    assert _quoting._is_harmless(said) == (re.search(r"[@:=\d]", said) is None)


@given(st.lists(st.text("ab'\"\\@7é\ud800", max_size=70), min_size=1, max_size=14))
def test_a_comment_lists_ten_values(values):
    shown = [_quoting.quoted(value) for value in values]
    more = f" and {len(values) - 10} more" if len(values) > 10 else ""
    assert _quoting.listed(values, len(values)) == ", ".join(shown[:10]) + more


class TestLengthBudget:
    def test_every_bound(self):
        said = "one two three"
        assert verdict(length_budget(said)) == (True,)
        assert verdict(length_budget(said, min_words=4)) == (False,)
        assert verdict(length_budget(said, max_words=2)) == (False,)
        assert verdict(length_budget(said, min_chars=14)) == (False,)
        assert verdict(length_budget(said, max_chars=12)) == (False,)
        assert verdict(length_budget(said, min_words=3, max_words=3, min_chars=13, max_chars=13)) == (True,)

    def test_defaults_and_none(self):
        assert verdict(length_budget("")) == (False,)
        assert verdict(length_budget("", min_words=None)) == (True,)
        assert verdict(length_budget("a " * 301)) == (False,)
        assert verdict(length_budget("a " * 301, max_words=None)) == (True,)
        assert verdict(length_budget("a" * 4001)) == (False,)
        assert verdict(length_budget("a" * 4001, max_chars=None)) == (True,)

    def test_characters_are_code_points(self):
        assert verdict(length_budget("😀" * 10, max_chars=10)) == (True,)

    @pytest.mark.parametrize("limit", [-1, 1.5, "3", True])
    def test_a_wrong_limit_is_refused(self, limit):
        with pytest.raises(ValueError, match="length_budget: max_words must be a whole number of 0 or more"):
            length_budget("x", max_words=limit)


@pytest.mark.parametrize("hyphen", ["-", "\u2010", "\u2011"])
@pytest.mark.parametrize("case_sensitive", [False, True])
@pytest.mark.parametrize("around", ["", " in a café", " 。"])
def test_a_hyphen_of_another_kind_is_a_hyphen(hyphen, case_sensitive, around):
    said = f"This is a risk{hyphen}free offer{around}."
    for forbidden in (["risk-free"], ["risk\u2011free"], ["risk-free", *(f"word-{number}" for number in range(40))]):
        found = keyword_check(said, forbidden=forbidden, case_sensitive=case_sensitive)
        assert found["keywords_ok"].value is False
    found = keyword_check(said, required=["risk-free", "risk", "free", "risk free"], case_sensitive=case_sensitive)
    assert found["keyword_coverage"].value == 0.75
    assert tone(said, forbidden_phrases=["a risk-free offer"])["tone_ok"].value is False
    assert tone(said, forbidden_phrases=["risk\u2011free"])["tone_ok"].value is False


def test_where_a_text_stops_being_json_is_said_once():
    assert json_validity('{"a": "x')["is_json"].comment == "not JSON: Unterminated string starting at line 1, column 7"
    assert json_validity('["\x01"]')["is_json"].comment == "not JSON: Invalid control character at line 1, column 3"
    deep = "[" * 3000 + '"'
    assert " at at " not in json_validity(deep)["is_json"].comment


@pytest.mark.parametrize(
    "pattern", [r"\x41b", r"\u0041b", r"\101b", r"\N{LATIN CAPITAL LETTER A}b", r"(A)(b)|\1", r"Ac(?#x)?b"]
)
def test_a_character_may_be_written_as_an_escape(pattern):
    assert regex_match("Ab", must_match=[pattern])["regex_pass"].value is True
    assert regex_match("Ab", must_not_match=[pattern])["regex_pass"].value is False
    assert regex_match("x", must_match=[pattern])["regex_pass"].value is False


@pytest.mark.parametrize("case_sensitive", [False, True])
@pytest.mark.parametrize("more", [0, 40])
@pytest.mark.parametrize(
    ("said", "value", "is_there"),
    [
        ("We don\u2019t know.", "don't", True),
        ("We don't know.", "don\u2019t", True),
        ("We don\u2019t know, caf\u00e9.", "don\u2019t know, caf\u00e9", True),
        ("A risk\u2011free offer", "risk-free", True),
        ("A risk-free offer", "risk\u2010free", True),
        ("A risk\u2013free offer", "risk-free", False),
        ("We don't know.", "\u2019", False),
        ("We don\u2019t know.", "\u2019", True),
        ("We don\u2019t know.", "'", False),
    ],
)
def test_contains_reads_apostrophes_and_hyphens_as_typed(said, value, is_there, more, case_sensitive):
    values = [value, *(f"word{number}" for number in range(more))]
    for _ in range(3):
        assert contains(said, values=values, case_sensitive=case_sensitive)["contains"].value is is_there
