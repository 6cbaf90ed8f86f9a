"""Words, sentences and normalised text; span attributes."""

from __future__ import annotations

import math
import time
import unicodedata
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType, SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oodle_eval.runtime import EvaluationContext, ObservationContext
from oodle_eval.v1 import text

# --- words ---


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("", []),
        ("  \n\t ", []),
        ("...!?", []),
        ("Hello, World!", ["hello", "world"]),
        ("don't", ["don", "t"]),
        ("don’t", ["don", "t"]),
        ("well-known", ["well", "known"]),
        ("snake_case and v1_2", ["snake_case", "and", "v1_2"]),
        ("_", ["_"]),
        ("3.14 costs $5", ["3", "14", "costs", "5"]),
        ("naïve Café", ["naïve", "café"]),
        ("cafe\u0301 noir", ["cafe\u0301", "noir"]),
        ("ÄÖÜ ß", ["äöü", "ß"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("ภาษาไทย", ["ภาษาไทย"]),
        ("العَرَبِيَّة", ["العَرَبِيَّة"]),
        ("日本語", ["日本語"]),
        ("one—two…three", ["one", "two", "three"]),
        ("a 😀 b", ["a", "b"]),
        ("x² ½", ["x²", "½"]),
        ("a\u200bb", ["a", "b"]),
        ("a\u00a0b\u3000c", ["a", "b", "c"]),
        ("\u0301a", ["a"]),
    ],
)
def test_words_are_runs_of_letters_digits_and_underscores(value, found):
    assert text.words(value) == found


def test_words_are_lower_cased_unless_asked_not_to():
    assert text.words("Hello NASA") == ["hello", "nasa"]
    assert text.words("Hello NASA", lower=False) == ["Hello", "NASA"]
    assert text.words("Hello NASA", False) == ["Hello", "NASA"]


def words_slowly(value: str) -> list[str]:
    found, word = [], ""
    for char in value:
        is_letter = char.isalnum() or char == "_"
        if is_letter or (word and unicodedata.category(char).startswith("M")):
            word += char
        elif word:
            found.append(word)
            word = ""
    return [*found, word] if word else found


letters = st.sampled_from(
    [*"abZ09_ .,-'’\n\t", "é", "e\u0301", "हि", "न्", "ไ", "ท", "日", "😀", "\u200d", "½", "\u0301", "ß"]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(letters, max_size=20).map("".join))
def test_words_against_a_walk_over_the_characters(value):
    assert text.words(value, lower=False) == words_slowly(value)
    assert text.words(value) == words_slowly(value.lower())


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40))
def test_words_of_any_text(value):
    found = text.words(value)
    assert all(found)
    assert not any(char.isspace() for word in found for char in word)
    assert text.words(" ".join(found)) == text.words(" ".join(text.words(" ".join(found))))


def test_a_list_of_ones_own():
    first = text.words("a b")
    first.append("c")
    assert text.words("a b") == ["a", "b"]
    mine = text.sentences("One. Two.")
    mine.clear()
    assert text.sentences("One. Two.") == ["One.", "Two."]


# --- sentences ---


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("", []),
        (" \n ", []),
        ("No mark at all", ["No mark at all"]),
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("One.\nTwo.", ["One.", "Two."]),
        ("One.\tTwo.", ["One.", "Two."]),
        ("  One.   Two.  ", ["One.", "Two."]),
        ("Version 3.14 and v1.2 are out. Try them!", ["Version 3.14 and v1.2 are out.", "Try them!"]),
        ("See example.com for more", ["See example.com for more"]),
        # A lone new line ends nothing, a blank line does.
        ("one\ntwo", ["one\ntwo"]),
        ("one\n\ntwo", ["one", "two"]),
        ("one\n \t\ntwo", ["one", "two"]),
        ("one\r\n\r\ntwo", ["one", "two"]),
        ("- one\n- two\n\n- three", ["- one\n- two", "- three"]),
        # Runs of marks are one end.
        ("What?! Really... Yes", ["What?!", "Really...", "Yes"]),
        # The rule is literal: no list of abbreviations, no marks inside quotes.
        ("Dr. Who came", ["Dr.", "Who came"]),
        ('He said "Stop." Then left.', ['He said "Stop." Then left.']),
        # Marks of scripts that write no space behind them.
        ("你好。再见！真的？好", ["你好。", "再见！", "真的？", "好"]),
        ("मैं यहाँ हूँ। तुम कहाँ हो?", ["मैं यहाँ हूँ।", "तुम कहाँ हो?"]),
        ("كيف حالك؟ بخير.", ["كيف حالك؟", "بخير."]),
        ("真的？！是。", ["真的？！", "是。"]),
    ],
)
def test_sentences(value, found):
    assert text.sentences(value) == found


sentence_parts = st.sampled_from(["Hello", "it is 3.14", "a", "x_y", "see a.b"])
marks = st.sampled_from([".", "!", "?", "...", "?!"])
gaps = st.sampled_from([" ", "\n", "  ", "\n\n", "\t"])


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(sentence_parts, marks, gaps), max_size=6))
def test_sentences_that_were_put_together_come_apart(parts):
    whole = "".join(part + mark + gap for part, mark, gap in parts)
    assert text.sentences(whole) == [part + mark for part, mark, _ in parts]


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="ab.!?。\n \t", max_size=40))
def test_sentences_lose_nothing_but_space(value):
    found = text.sentences(value)
    assert all(sentence and sentence == sentence.strip() for sentence in found)
    assert "".join("".join(found).split()) == "".join(value.split())


# --- normalize ---


@pytest.mark.parametrize(
    ("value", "normal"),
    [
        ("", ""),
        ("...", ""),
        ("Paris.", "paris"),
        ("  Paris,\n(France)! ", "paris france"),
        ("well-known", "well known"),
        ("don't", "don t"),
        ("don’t", "don t"),
        ("snake_case", "snake_case"),
        ("A  B\tC", "a b c"),
        ("ÄPFEL", "äpfel"),
        ("50 %", "50"),
        ("a\u00a0b", "a b"),
        ("हिन्दी।", "हिन्दी"),
        ("cafe\u0301!", "cafe\u0301"),
        ("ok 👍", "ok 👍"),
        ("你好，世界。", "你好 世界"),
    ],
)
def test_normalize(value, normal):
    assert text.normalize(value) == normal


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40))
def test_normalizing_again_changes_nothing(value):
    once = text.normalize(value)
    assert once == " ".join(once.split())
    assert text.normalize(once) == once or once != once.lower()  # lower() of lower() differs for a few letters


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="abcXYZ019_ .,-'\n", max_size=40))
def test_normalize_is_the_words_with_single_spaces(value):
    assert text.normalize(value) == " ".join(text.words(value))


@pytest.mark.parametrize("function", [text.words, text.sentences, text.normalize])
@pytest.mark.parametrize("value", [None, 5, math.nan, [], {}, {1}, b"x", object(), "\ud800 a", "\x00", 10**400])
def test_any_value_is_read_as_text(function, value):
    function(value)


@pytest.mark.parametrize("function", [text.words, text.sentences, text.normalize])
@pytest.mark.parametrize(
    "value",
    ["a" * 100_000, "a " * 50_000, "!" * 100_000, "." * 50_000, "\n" * 100_000, " " * 100_000, "\n " * 50_000, "😀" * 100_000, "é. " * 30_000,
     "." + " " * 100_000, "\u0301" * 100_000, "日。" * 50_000],
)  # fmt: skip
def test_hostile_texts_take_little_time(function, value):
    start = time.process_time()
    function(value)
    assert time.process_time() - start < 5


# --- metadata_value, metadata_number ---

SUFFIXES = ["", "_int", "_float", "_double", "_bool", "_str", "_string"]


def context(metadata) -> EvaluationContext:
    return EvaluationContext(ObservationContext(metadata=metadata))


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_each_name_is_tried_with_the_type_suffixes(suffix):
    for attributes in ({f"duration_ms{suffix}": 12}, MappingProxyType({f"duration_ms{suffix}": 12})):
        assert text.metadata_value(attributes, "duration_ms") == 12
        assert text.metadata_value(context(attributes), "duration_ms") == 12
        assert text.metadata_number(context(attributes), "duration_ms") == 12.0


def test_no_other_suffix_and_no_part_of_a_name_is_read():
    for key in ("duration_ms_long", "duration", "duration_ms_int_int", "Duration_ms", "x.duration_ms"):
        assert text.metadata_value({key: 1}, "duration_ms") is None


def test_the_first_name_found_wins():
    attributes = {"b": 2, "a_int": 1, "c": 3}
    assert text.metadata_value(attributes, "a", "b") == 1
    assert text.metadata_value(attributes, "b", "a") == 2
    assert text.metadata_value(attributes, "x", "c", "b") == 3
    # The bare name comes before its suffixes.
    assert text.metadata_value({"a_int": 1, "a": 5}, "a") == 5


def test_an_attribute_that_is_none_is_absent():
    assert text.metadata_value({"a": None, "a_int": 1}, "a") == 1
    assert text.metadata_value({"a": None, "b": 2}, "a", "b") == 2
    assert text.metadata_value({"a": None}, "a", default="d") == "d"


@pytest.mark.parametrize("value", [0, "", False, [], {}, 0.0])
def test_an_empty_value_is_a_value(value):
    assert text.metadata_value({"a": value}, "a", default="d") is value


def test_a_value_comes_as_it_is_stored():
    stored = {"list": [1, 2], "flag_bool": True, "text_str": "12"}
    assert text.metadata_value(stored, "list") is stored["list"]
    assert text.metadata_value(stored, "flag") is True
    assert text.metadata_value(stored, "text") == "12"


def test_the_default_is_given_when_no_name_is_found():
    assert text.metadata_value({}, "a") is None
    assert text.metadata_value({}, "a", default=7) == 7
    assert text.metadata_value({"a": 1}, default=7) == 7
    assert text.metadata_number({}, "a") is None
    assert text.metadata_number({"a": "many"}, "a", default=1.5) == 1.5


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (12, 12.0),
        (1.5, 1.5),
        (-3, -3.0),
        (0, 0.0),
        ("12", 12.0),
        (" 1.5 ", 1.5),
        ("1e3", 1000.0),
        ("-7", -7.0),
        (Fraction(1, 2), 0.5),
    ],
)
def test_a_number_is_a_float(value, number):
    found = text.metadata_number({"a": value}, "a")
    assert found == number
    assert type(found) is float


@pytest.mark.parametrize(
    "value",
    [
        True,
        False,
        None,
        "",
        "many",
        "12 ms",
        "1,200",
        "nan",
        "inf",
        "-Infinity",
        math.nan,
        math.inf,
        10**400,
        [1],
        {"a": 1},
        b"1",
        object(),
    ],
)
def test_what_does_not_read_as_a_number_is_skipped(value):
    assert text.metadata_number({"a": value}, "a") is None
    assert text.metadata_number({"a": value, "b": 2}, "a", "b") == 2.0
    # Also where the same name has a suffix.
    assert text.metadata_number({"a": value, "a_int": 3}, "a") == 3.0


def test_numpy_numbers_and_decimals_are_numbers():
    assert text.metadata_number({"a": Decimal("1.5")}, "a") == 1.5
    numpy = pytest.importorskip("numpy")
    assert text.metadata_number({"a": numpy.int64(3)}, "a") == 3.0
    assert text.metadata_number({"a": numpy.float32(0.5)}, "a") == 0.5
    assert text.metadata_number({"a": numpy.bool_(True)}, "a") is None


@pytest.mark.parametrize(
    "odd", [None, "text", 5, [], [("a", 1)], object(), context(None), context("text"), context([1]), context(5)]
)
def test_without_attributes_the_default_is_given(odd):
    assert text.metadata_value(odd, "a", default="d") == "d"
    assert text.metadata_number(odd, "a", default=0.5) == 0.5


def test_any_object_with_observation_and_trace_is_a_context():
    ctx = SimpleNamespace(observation=SimpleNamespace(metadata={"a": 1}), trace=None)
    assert text.metadata_value(ctx, "a") == 1


@given(
    st.dictionaries(
        st.sampled_from([name + suffix for name in ("a", "b") for suffix in SUFFIXES]),
        st.none() | st.integers(0, 3) | st.just("x"),
    )
)
def test_metadata_against_a_search_by_hand(attributes):
    keys = [name + suffix for name in ("b", "a") for suffix in SUFFIXES]
    held = [attributes[key] for key in keys if attributes.get(key) is not None]
    assert text.metadata_value(attributes, "b", "a") == (held[0] if held else None)
    numbers = [float(value) for value in held if value != "x"]
    assert text.metadata_number(attributes, "b", "a") == (numbers[0] if numbers else None)
