"""The building blocks that the comparing checks stand on: numbers, references, contexts and content words."""

import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oodle_eval.runtime import EvaluationContext, ExperimentContext, ObservationContext
from oodle_eval.v1 import text, util


def item(*, output=None, given=None, metadata=None, expected=None):
    seen = ObservationContext(input=given, output=output, metadata=metadata)
    return EvaluationContext(seen, experiment=ExperimentContext(expected_output=expected))


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("-5", -5),
        ("\u22125", -5),  # a minus sign
        ("3-5", 3),
        ("a -5", -5),
        ("x=-5", -5),
        ("5 - 3", 5),
        ("+5", 5),
        ("1,200", 1200),
        ("1,200.50", 1200.5),
        ("12,34,567", 1234567),  # grouped as in India
        ("1,20", 1),
        ("1e3", 1000),
        ("2.5E-1", 0.25),
        ("5%", 5),
        ("5 %", 5),
        ("$5", 5),
        ("-$5", -5),
        ("$-5", -5),
        ("€ 1,200.50", 1200.5),
        ("1,200.50€", 1200.5),
        ("US$5", 5),
        ("$.50", 0.5),
        (".5", 0.5),
        ("-.5", -0.5),
        ("5.", 5),
        ("It is 5.", 5),
        ("wait...5", 5),
        ("5kg", 5),
        ("5e", 5),
        ("(5)", 5),
        ("**5**", 5),
        ("10:30", 10),
        ("٣ كتب", 3),
        ("v2 has 7", 7),
        ("1.2.3, then 4", 4),
        ("1.200,50 €", 1200.5),
        ("1.234.567,89.", 1234567.89),
        ("-1.200,5", -1200.5),
        ("1.200, 50", 1.2),
        ("1.200,50x2", 1.2),
        ("1.200,50,70", 1.2),
        ("1.200", 1.2),
        ("1,5", 1),
        ("CHF 1'200.50", 1200.5),
        ("1\u20191'200", 1),
        ("5'10", 5),
        ("1'2000", 1),
        ("12\u00a0345\u00a0678 people", 12345678),
        ("1\u202f200,5", 1200.5),
        ("1\u2009200.5", 1200.5),
        ("1\u00a0200\u202f300", 1200),
        ("In 2024\u00a0200 came", 2024),
        ("1 200", 1),
        (7, 7),
        (2.5, 2.5),
        (Fraction(1, 2), 0.5),
        ({"answer": 3}, 3),
        ([{"role": "assistant", "content": "It is 12."}], 12),
    ],
)
def test_find_number_finds_the_first_number(value, number):
    found = util.find_number(value)
    assert found == number
    assert type(found) is float


@pytest.mark.parametrize(
    "value",
    [
        *(
            "v2",
            "v1.2",
            "1.2.3",
            "192.168.1.1",
            "x.5",
            ".5.6",
            "5f3a2",
            "0x1F",
            "H2O",
            "",
            "none",
            "½",
            "NaN",
            "Infinity",
        ),
        *(None, True, False, float("nan"), float("inf"), 10**400, Fraction(10**400), "1e400", "7" * 50_000),
        *([], {}, b"", object()),
    ],
)
def test_find_number_finds_none(value):
    assert util.find_number(value) is None


@given(st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**15), 10**15))
def test_find_number_reads_back_what_python_writes(number):
    assert util.find_number(f"about {number!r} units") == number


@given(st.integers(-(10**15), 10**15))
def test_find_number_reads_thousands(number):
    assert util.find_number(f"{number:,}") == number


@pytest.mark.parametrize(
    "text",
    [
        *("7" * 100_000, "1," * 50_000, "1,111" + ",111" * 25_000 + "1", "." * 100_000, "1." * 50_000, ".1" * 50_000),
        *("1e" * 50_000, "1e" + "9" * 100_000, "-" * 100_000, "$ " * 50_000, "a1" * 50_000, "1" + "a" * 100_000),
        *("1" + "a" * 99_999 + "_", "12" + ",34" * 30_000, "(1.)" * 25_000, "..1" * 30_000),
    ],
)
def test_find_number_is_linear(text):
    start = time.process_time()
    util.find_number(text)
    assert time.process_time() - start < 5


def test_content_words_are_lower_case_words_of_three_letters_that_are_no_stop_words():
    assert util.content_words("The parcel, which is in BERLIN, has an ID of 12 or 345.") == ["parcel", "berlin", "345"]


def test_content_words_keep_repeats_and_order_and_give_a_list_of_ones_own():
    found = util.content_words("parcel box parcel")
    assert found == ["parcel", "box", "parcel"]
    found.clear()
    assert util.content_words("parcel box parcel") == ["parcel", "box", "parcel"]


@pytest.mark.parametrize("value", ["", None, "the and but", "a b c"])
def test_content_words_of_nothing(value):
    assert util.content_words(value) == []


def test_content_words_are_literal_for_scripts_without_spaces():
    # One run of letters is one word; the checks count each character instead.
    assert util.content_words("今天天气") == ["今天天气"]
    assert util.content_tokens("今天 the parcel ok") == ["今", "天", "parcel"]


@given(st.text(alphabet=st.characters(max_codepoint=0x24F)))
def test_content_tokens_are_the_content_words_where_words_have_spaces(text):
    assert util.content_tokens(text) == util.content_words(text)


def test_a_reference_that_is_set_comes_first():
    assert util.reference_or_expected(item(expected="Paris"), "Rome") == "Rome"


def test_only_none_falls_back_to_the_expected_output():
    assert util.reference_or_expected(item(expected="Paris"), None) == "Paris"
    for falsy in ("", 0, False, [], {}):
        assert util.reference_or_expected(item(expected="Paris"), falsy) == falsy


def test_without_a_context_or_an_expected_output_there_is_no_reference():
    assert util.reference_or_expected("a reply", None) is None
    assert util.reference_or_expected(item(), None) is None


def test_require_reference_gives_text_as_it_is_and_other_values_as_json():
    assert util.require_reference(" Paris ", "exact_match") == " Paris "
    assert util.require_reference("", "exact_match") == ""
    assert util.require_reference({"a": [1, None, True]}, "exact_match") == '{"a": [1, null, true]}'
    assert util.require_reference(5, "exact_match") == "5"


def test_require_reference_says_which_check_misses_it_and_how_to_give_one():
    with pytest.raises(ValueError, match=r"exact_match.*reference=.*expected output"):
        util.require_reference(None, "exact_match")


def test_the_context_argument_comes_first():
    ctx = item(given="asked", metadata={"context": "stored"})
    assert util.context_text(ctx, "given") == "given"
    assert util.context_text(ctx, ["one", "two"]) == "one\ntwo"
    assert util.context_text(ctx, "") == ""


def test_then_the_span_attribute_then_the_input_messages():
    messages = [{"role": "system", "content": "Passage."}, {"role": "user", "content": "Question?"}]
    assert util.context_text(item(given=messages, metadata={"context": "stored"})) == "stored"
    assert util.context_text(item(given=messages, metadata={"docs_str": "d"}), context_key="docs") == "d"
    assert util.context_text(item(given=messages)) == "Passage.\nQuestion?"
    assert util.context_text(item()) == ""


def test_for_a_plain_string_only_the_argument_counts():
    assert util.context_text("a reply") == ""
    assert util.context_text("a reply", "given") == "given"


def test_a_context_is_cut():
    assert len(util.context_text("a reply", "x" * (util.MAX_TEXT_CHARS + 1))) == util.MAX_TEXT_CHARS


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("as it is", "as it is"),
        (None, ""),
        ([], ""),
        (["one", "two"], "one\ntwo"),
        (["one", {"two": 2}, None, 3], 'one\n{"two": 2}\n\n3'),
        ({"a": 1}, '{"a": 1}'),
        (5, "5"),
        (True, "true"),
    ],
)
def test_flat_text(value, text):
    assert util.flat_text(value) == text


@pytest.mark.parametrize("value", [None, 3, b"x", {"a": 1}, [1], {"role": "user", "content": "Run `ls`"}])
def test_helpers_of_a_text_read_other_values_as_their_text(value):
    assert util.strip_code(value) == util.strip_code(text.message_text(value))
    assert util.fenced_block(value, "json") == text.message_text(value)
