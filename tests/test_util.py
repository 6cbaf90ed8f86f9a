"""The building blocks of a check: declarations, contexts, subject texts, scores, problems, URLs, messages."""

from __future__ import annotations

import inspect
import math
import pickle
import time
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oodle_eval.runtime import EvaluationContext, ObservationContext, Score, Scores
from oodle_eval.v1 import util


def context(given_input=None, output=None) -> EvaluationContext:
    return EvaluationContext(ObservationContext(given_input, output))


# --- declares, opt ---


def short(ctx, *, limit=3, name="short"):
    """Check that it is short."""
    return Scores([util.boolean_score(name, len(util.subject_text(ctx)) <= limit, f"limit {limit}")])


def test_declares_sets_the_score_names_and_returns_the_function_itself():
    assert util.declares("short", "length")(short) is short
    assert short.__scores__ == ("short", "length")
    assert short.__doc__ == "Check that it is short."
    assert str(inspect.signature(short)) == "(ctx, *, limit=3, name='short')"
    assert short("abc")["short"].value is True
    assert pickle.loads(pickle.dumps(short)) is short


def test_declares_takes_any_number_of_names():
    assert util.declares()(lambda ctx: Scores()).__scores__ == ()
    assert util.declares("a")(lambda ctx: Scores()).__scores__ == ("a",)


@given(st.none() | st.integers() | st.text() | st.booleans() | st.lists(st.integers()))
def test_opt_gives_the_default_for_none_only(value):
    default = object()
    assert util.opt(value, default) is (default if value is None else value)


# --- is_context ---


def test_a_context_has_observation_and_trace():
    assert util.is_context(context())
    assert util.is_context(SimpleNamespace(observation=None, trace=None))


@pytest.mark.parametrize(
    "value",
    [
        None,
        "text",
        5,
        [],
        {},
        {"observation": 1, "trace": 2},
        SimpleNamespace(observation=1),
        SimpleNamespace(trace=1),
        ObservationContext(),
        EvaluationContext,
        object(),
    ],
)
def test_nothing_else_is_a_context(value):
    assert util.is_context(value) is False


# --- subject_text ---

TALK = [
    {"role": "system", "content": "Be kind."},
    {"role": "user", "content": "Where is it?"},
    {"role": "assistant", "content": "Which one?"},
    {"role": "user", "content": "The red one."},
]
REPLY = [{"role": "assistant", "content": "It shipped."}, {"role": "tool", "content": "{}"}]


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("output", "It shipped."),
        ("input", "Where is it?\nThe red one."),
        ("both", "Where is it?\nThe red one.\nIt shipped."),
    ],
)
def test_subject_text_of_a_context(field, text):
    assert util.subject_text(context(TALK, REPLY), field) == text
    assert util.subject_text(context(TALK, REPLY), field=field, limit=5) == text[:5]
    assert util.subject_text(context(TALK, REPLY), field, 10_000) == text
    assert util.subject_text(context(), field) == ""


def test_the_field_is_the_output_by_default():
    assert util.subject_text(context(TALK, REPLY)) == "It shipped."


def test_both_leaves_out_the_side_that_is_empty():
    assert util.subject_text(context(TALK[1:2], None), "both") == "Where is it?"
    assert util.subject_text(context(None, "It shipped."), "both") == "It shipped."


def test_a_string_is_returned_as_it_is_and_cut():
    assert util.subject_text("  any text ") == "  any text "
    assert util.subject_text("any text", limit=3) == "any"
    assert util.subject_text("any text", limit=0) == ""
    # The field is of a context only.
    for field in ("input", "both", "whatever"):
        assert util.subject_text("any text", field) == "any text"


def test_a_message_value_gives_its_assistant_text():
    assert util.subject_text(REPLY) == "It shipped."
    assert util.subject_text({"content": "no role"}) == "no role"
    assert util.subject_text({"role": "user", "content": "asked"}) == ""
    assert util.subject_text({"status": "ok"}) == '{"status": "ok"}'
    assert util.subject_text(None) == ""


@pytest.mark.parametrize("field", ["reply", "", None, 5, "OUTPUT"])
def test_another_field_is_refused_for_a_context(field):
    with pytest.raises(ValueError, match='field must be "output", "input" or "both"'):
        util.subject_text(context(), field)


# --- scores ---


@pytest.mark.parametrize(
    ("value", "stored"), [(True, True), (1, True), ("x", True), ([], False), (None, False), ("", False)]
)
def test_boolean_score_reads_any_value_as_true_or_false(value, stored):
    assert util.boolean_score("polite", value, "said please") == Score(stored, "BOOLEAN", "said please", "polite", True)


def test_a_score_may_be_lower_is_better():
    assert util.boolean_score("refused", True, "why", higher_is_better=False).higher_is_better is False
    assert util.numeric_score("errors", 2, "why", False) == Score(2, "NUMERIC", "why", "errors", False)


def test_numeric_score_takes_finite_numbers():
    assert util.numeric_score("share", 0.5, "half") == Score(0.5, "NUMERIC", "half", "share", True)
    for value in (math.nan, math.inf, True, "1"):
        with pytest.raises(ValueError, match="share"):
            util.numeric_score("share", value, "why")


def test_a_comment_is_text_of_500_characters_at_most():
    for score in (util.boolean_score("a", True, "x" * 501), util.numeric_score("a", 1, "x" * 10_000)):
        assert len(score.comment) == 500
        assert score.comment.endswith("...")
    assert util.boolean_score("a", True, "x" * 500).comment == "x" * 500
    assert util.numeric_score("a", 1, 5).comment == "5"
    assert util.boolean_score("a", True, None).comment == ""


# --- join_problems ---


@pytest.mark.parametrize(
    ("problems", "limit", "joined"),
    [
        ([], 10, ""),
        (["a"], 10, "a"),
        (["a", "b"], 10, "a; b"),
        (list("abcde"), 2, "a; b; and 3 more"),
        (list("abc"), 3, "a; b; c"),
        (list("abc"), 2, "a; b; and 1 more"),
        (list("abc"), 0, "and 3 more"),
        ("one problem", 10, "one problem"),
        (iter(["a", "b"]), 1, "a; and 1 more"),
        ([1, None], 10, "1; None"),
    ],
)
def test_join_problems(problems, limit, joined):
    assert util.join_problems(problems, limit) == joined


def test_ten_problems_are_named_by_default():
    assert util.join_problems(list("abcdefghijkl")) == "a; b; c; d; e; f; g; h; i; j; and 2 more"


# --- find_urls ---


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        ("See https://example.com.", ["https://example.com"]),
        (
            "See https://example.com/a, http://b.org/c; and ftp://d.net!",
            ["https://example.com/a", "http://b.org/c", "ftp://d.net"],
        ),
        ("(https://example.com/a)", ["https://example.com/a"]),
        ("https://example.com/a_(b)", ["https://example.com/a_(b)"]),
        ("(see https://example.com/a_(b)).", ["https://example.com/a_(b)"]),
        ("[here](https://example.com/x?y=1&z=2#top)", ["https://example.com/x?y=1&z=2#top"]),
        ("<https://example.com>", ["https://example.com"]),
        ("\"https://example.com/q\" and 'http://b.org'", ["https://example.com/q", "http://b.org"]),
        ("“https://example.com”", ["https://example.com"]),
        ("**https://example.com**", ["https://example.com"]),
        ("_https://example.com_", ["https://example.com"]),
        ("Is it https://example.com/path?", ["https://example.com/path"]),
        ("https://example.com/?q=what?!", ["https://example.com/?q=what"]),
        ("https://example.com/...", ["https://example.com/"]),
        ("https://user:pw@example.com:8080/a", ["https://user:pw@example.com:8080/a"]),
        ("http://[::1]:80/x", ["http://[::1]:80/x"]),
        ("https://пример.рф/путь", ["https://пример.рф/путь"]),
        ("请访问https://example.com。谢谢", ["https://example.com"]),
        ("（https://example.com/a）", ["https://example.com/a"]),
        ("HTTPS://EXAMPLE.COM", ["HTTPS://EXAMPLE.COM"]),
        ("git+ssh://host/repo.git", ["git+ssh://host/repo.git"]),
        ("read on.https://example.com", ["https://example.com"]),
        ("a https://x.io b https://x.io", ["https://x.io", "https://x.io"]),
        ("line\nhttps://a.io\nhttps://b.io\n", ["https://a.io", "https://b.io"]),
        ("no url, not www.example.com nor a@b.org nor 12:30", []),
        ("http:// and http://... and ://x", []),
        ("", []),
    ],
)
def test_find_urls(text, urls):
    assert util.find_urls(text) == urls


def test_find_urls_up_to_a_limit():
    text = "http://a.io http://b.io http://c.io"
    assert util.find_urls(text, limit=2) == ["http://a.io", "http://b.io"]
    assert util.find_urls(text, 0) == []
    assert util.find_urls(text, None) == util.find_urls(text, 9) == text.split()


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.from_regex(r"\Ahttps?://[a-z0-9]{1,8}\.[a-z]{2,3}(/[a-z0-9_\-%]{1,6}[a-z0-9])?\Z"), max_size=5),
    st.sampled_from([". ", ", ", "; ", " ", "\n", "! ", "? ", ") "]),
)
def test_urls_come_back_whatever_punctuation_is_behind(urls, mark):
    assert util.find_urls("See " + mark.join(urls) + mark) == urls


@pytest.mark.parametrize(
    "text",
    [
        "http://" + "a" * 100_000,
        "a" * 100_000,
        "a." * 50_000,
        "http://" * 15_000,
        "http://a" + ")" * 100_000,
        "://" * 30_000,
    ],
)
def test_find_urls_is_linear(text):
    start = time.process_time()
    util.find_urls(text)
    assert time.process_time() - start < 5


@pytest.mark.parametrize("value", [None, 5, [], {}, b"x", object(), "\ud800http://a.io"])
def test_find_urls_takes_anything(value):
    assert util.find_urls(value) in ([], ["http://a.io"])


# --- is_messages ---


@pytest.mark.parametrize(
    "value",
    [
        [{"role": "user", "content": "Hi"}],
        [{"role": "assistant"}],
        [{"parts": [{"type": "text", "content": "Hi"}]}],
        ["text", {"role": "user", "content": "Hi"}],
        ({"role": "user", "content": "Hi"},),
        [SimpleNamespace(role="user", content="Hi")],
    ],
)
def test_a_list_with_a_dict_that_has_role_or_parts_is_messages(value):
    assert util.is_messages(value) is True


@pytest.mark.parametrize(
    "value",
    [
        None,
        "role",
        b"role",
        5,
        [],
        [{}],
        ["role"],
        [[{"role": "user"}]],
        {"role": "user"},
        [{"content": "x"}],
        {"role"},
        object(),
    ],
)
def test_nothing_else_is(value):
    assert util.is_messages(value) is False


PIECES = [*"http :// a 9 + . 字 / ( ) ' : HTTP://b 。".split(), " ", "x" * 31, "x" * 32]


@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_urls_are_found_where_a_scheme_is(value):
    assert [match.span() for match in util._matched_urls(value)] == [
        match.span() for match in util._url.finditer(value)
    ]


def test_a_scheme_alone_hides_no_url_behind_it():
    assert util.strip_code("http:// http://web.org/a is down").split() == ["http://", "is", "down"]


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        ("Read https://example.com/a. Then go.", "Read  . Then go."),
        ("(see https://example.com/a) or https://example.org!", "(see  ) or  !"),
        ("**https://example.com/a_(b)**, ok", "** **, ok"),
        ("It is done.https://example.com/a", "It is done. "),
        ("at http://example.com/:) or https://example.com: ok", "at  ) or   ok"),
    ],
)
def test_strip_code_leaves_the_sentence_around_a_url(value, kept):
    assert util.strip_code(value) == kept
