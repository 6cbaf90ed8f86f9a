"""A user's pattern means what `re` means by it, and its search ends."""

import contextlib
import re
import time
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oodle_eval.v1 import _user_patterns
from oodle_eval.v1._settings import SettingError
from oodle_eval.v1._user_patterns import compiled, found, search

pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning")


def test_a_pattern_is_searched_anywhere_and_in_multi_line_mode():
    assert search(compiled("^b$"), "a\nb\nc")
    assert not search(compiled("^b"), "ab")
    assert found(compiled(r"\d+"), "no 12 or 13") == "12"
    assert found(compiled(r"\d+"), "none") is None


def test_case_is_ignored_when_the_pattern_says_so():
    assert search(compiled("(?i)refund"), "REFUND")
    assert not search(compiled("refund"), "REFUND")


@pytest.mark.parametrize(
    "pattern", ["(", "[a", "*", "a**", "a{99999999999}", "(" * 5000 + ")" * 5000, r"\p{L}", "(?<=a*)b", "(?z)"]
)
def test_what_does_not_compile_is_one_error(pattern):
    with pytest.raises(re.error):
        compiled(pattern)
    with pytest.raises(SettingError, match=r"^refusal: patterns must hold regular expressions"):
        compiled(pattern, "refusal: patterns")


@pytest.mark.parametrize("pattern", ["[[q]x", "([[q]+)+x", "[q&&q]x", "[q||q]x", "[q~~q]x", "[+--q]x", "(?:[[]q?|q)x"])
@pytest.mark.parametrize("action", ["error", "always"])
def test_nothing_is_warned_of_and_a_warning_made_an_error_is_none(pattern, action):
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter(action)
        assert search(compiled(pattern, f"unique to this test: {action}"), "qx")
    assert not warned


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"(a|aa)+$", "a" * 40 + "b"),
        (r"^(\w+\s?)*$", "word " * 10_000 + "?"),
        (r"\d+(?:\.\d+)*%", "1" * 50_000),
        (r"a*b", "a" * 100_000),
        (r"(x+x+)+y", "x" * 5000),
        (r"(.*)(.*)(.*)(.*)\1\2z", "ab" * 5000),
        (r"(?:(?:a?){30}){30}b", "a" * 2000),
    ],
)
def test_a_search_ends(pattern, text):
    start = time.process_time()
    try:
        assert not search(compiled(pattern), text)
    except TimeoutError as error:
        assert "0.5 s" in str(error)  # noqa: PT017 - either end is right
    assert time.process_time() - start < 5


def test_a_search_that_would_not_end_is_a_timeout():
    with pytest.raises(TimeoutError, match=r"longer than 0\.5 s"):
        search(compiled(r"(a|aa)+$"), "a" * 60 + "b")


# Each is read differently by `regex` when given as it is.
@pytest.mark.parametrize(
    ("pattern", "text", "matches"),
    [
        (r"(?:[[:alpha:]])+", "x", False),  # a set of [ : a l p h, then a bracket
        (r"(?:[[:alpha:]])+", "p]", True),
        (r"(?:foo){e<=1}(?:a|a)*", "fox", False),
        (r"(?:foo){e<=1}(?:a|a)*", "foo{e<=1}", True),
        (r"^(?:\w+)+$", "e\u0301", False),  # a combining mark is no word character of `re`
        (r"^(?:\s+)+$", "\x1c", True),
        (r"^(?:x{,})+$", "xxx", True),
        (r"(?x)(?: a  # an [ in a comment" + "\n b)+", "ab", True),
    ],
)
def test_the_timed_engine_reads_a_pattern_as_re_does(pattern, text, matches):
    assert bool(re.search(pattern, text, re.MULTILINE)) is matches
    assert bool(_user_patterns._timed(pattern, re.MULTILINE, text.isascii()).search(text)) is matches


PIECES = [*"ab-_.$^|{", "é", "\u0301", r"\w", r"\W", r"\s", r"\S", r"\d", r"\D", r"\b", r"\B", "[^a]", r"[\w-]"]
PIECES += [r"[^\W\d_]", r"[\W_]", r"[^\S\n]", "[[:alpha:]]", "[]a]", "[^]a]", "{e<=1}", "x{,}", "a{,2}", "(?=a)"]
PIECES += ["(?!a)", "(?<=a)", "(?<!b)", "(?:a|b)", "(a)", "(?#x[)", "[a-c&&b]", "[a||b]", "[a--b]", "a*", "[ab]++"]


@settings(max_examples=400, deadline=None)
@given(
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map("".join),
    st.text(st.sampled_from("abAB é_-.[]:{}<=1#\n\t\u0301\x1c½²٣ßſKİı中\ud800"), min_size=1, max_size=12),
)
def test_both_engines_agree(pattern, text):
    try:
        plain = compiled(pattern).plain
    except re.error:
        return
    expected, got = plain.search(text), _user_patterns._timed(pattern, re.MULTILINE, text.isascii()).search(text)
    assert (expected and expected.span()) == (got and got.span())


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=30), st.text(max_size=50))
def test_any_text_is_a_pattern_or_an_error(pattern, text):
    with contextlib.suppress(re.error):
        search(compiled(pattern), text)


@pytest.mark.parametrize(
    ("pattern", "needed", "stays_in_line"),
    [
        (r"[\w.+-]+@[\w-]+\.[\w.]+", "@", True),
        (r"[^@\s]+@[^@\s]+", "@", True),
        (r"\b[A-Z]{2}\d{3}-zz\b", "-zz", True),
        (r"(?i)order-\d+", "-", True),
        (r"order-\d+", "order-", True),
        (r"refunds?", "refund", True),
        (r"ab*c", "a", True),
        (r"ab+c", "ab", True),
        (r"a(bc)+de", "de", True),
        (r"foo|bar", "", False),
        (r"(?x)foo bar", "", False),
        (r"(foo)?(?(1)bar|b)", "", False),
        (r"foo\s+bar", "foo", False),
        (r"foo[^x]bar", "foo", False),
        (r"[^\\n]foo", "foo", False),
        (r"foo\Z", "foo", False),
        (r"(?s)foo.", "", False),
        (r"(?!x)foo", "foo", False),
        (r"foo[\t-a]", "foo", False),
        ("foo[\t-a]", "foo", False),
        ("foo\n", "foo\n", False),
        ("foo\\\n", "foo\n", False),
        (r"foo\n", "foo", False),
        # An escape with digits behind it is one character, or a group.
        (r"\x41b", "b", False),
        (r"\u00e9b", "b", False),
        (r"\U0001F600b", "b", False),
        (r"\N{LATIN SMALL LETTER A}b", "b", False),
        (r"\101b", "b", False),
        (r"\07b", "b", False),
        (r"(a)(b)\2c", "c", False),
        (r"\-b", "-b", True),
        (r"ab(?#a comment)?c", "a", True),
    ],
)
def test_what_every_match_holds(pattern, needed, stays_in_line):
    assert _user_patterns._demands(pattern, re.MULTILINE) == (needed, stays_in_line)


NEEDING = [
    r"\x61",
    r"\u0062",
    r"\101",
    r"\N{LATIN SMALL LETTER A}",
    "(?#x)",
    "@",
    "-",
    "ab",
    r"\.",
    "a?",
    "b+",
    "a{2}",
    ".",
    "(?i)",
    "(a|@)",
    "(?P<n>b)",
    "[^\n]",
    r"[^\s]",
    r"[^\\n]",
    r"[\n-a]",
]


@pytest.mark.parametrize("most", [_user_patterns.MAX_STEPS, 0])
@settings(max_examples=400, deadline=None)
@given(
    st.lists(st.sampled_from([*PIECES, *NEEDING, *NEEDING]), min_size=1, max_size=5).map("".join),
    st.text(st.sampled_from("aabAB@-. \n\né\u0301½\ud800"), min_size=1, max_size=20),
    st.sampled_from([re.MULTILINE, re.MULTILINE | re.IGNORECASE, re.NOFLAG]),
)
def test_a_search_of_some_lines_finds_what_a_search_of_the_text_does(most, pattern, text, flags):
    try:
        made = compiled(pattern, None, flags)
    except re.error:
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_user_patterns, "MAX_STEPS", most)
        got, expected = _user_patterns._match(made, text), made.plain.search(text)
    assert (got and got.span()) == (expected and expected.span())


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"(a|aa)+@$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@b\n" * 2000),
        (r"[\w.]+@[\w.]+\.[\w.]+\.x", "a@a.a\n" * 20_000),
        (r"[\w.+-]+@[\w-]+\.[\w.]+", "a@" * 50_000),
        (r"[\w.+-]+@[\w-]+\.[\w.]+", "a" * 99_999 + "@"),
        (r"\d+(?:\.\d+)*%", "1" * 99_999 + "%a"),
    ],
)
def test_many_lines_have_one_limit_of_time(pattern, text):
    start = time.process_time()
    with contextlib.suppress(TimeoutError):
        search(compiled(pattern), text)
    assert time.process_time() - start < 5


def test_a_plain_pattern_needs_no_second_engine():
    steps = _user_patterns._steps
    assert steps("foo|bar", 100_000) < _user_patterns.MAX_STEPS
    assert steps(r"\d+%", 1000) < _user_patterns.MAX_STEPS < steps(r"\d+%", 100_000)
    assert steps(r"(\w+)+", 10) == steps(r"(a)\1", 10) == float("inf")
