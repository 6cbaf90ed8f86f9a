"""Settings that can never work are refused when a check is bound, and by a direct call in the same words."""

import re
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from oodle_eval.runtime import EvaluationContext, ObservationContext, Score, Scores
from oodle_eval.v1 import checks, metrics
from oodle_eval.v1._settings import UNSURE
from oodle_eval.v1.checks import CHECKS, SettingError

# (check, settings, what the message says)
NEVER = [
    ("json_validity", {"schema": {"type": "objct"}}, 'schema: type must be one of .*"object".*objct'),
    ("json_validity", {"schema": {"properties": {"a": {"minLength": -1}}}}, "minLength must be a whole number"),
    ("json_validity", {"key_types": {"a": "strng"}}, "key_types must map keys to one of"),
    ("refusal", {"patterns": "(abc"}, "refusal: patterns must hold regular expressions"),
    ("refusal", {"extra_patterns": ["fine", "(abc"]}, "refusal: extra_patterns must hold"),
    ("prompt_injection", {"extra_patterns": ["(abc"]}, "prompt_injection: extra_patterns must hold"),
    ("csv_validity", {"delimiter": '"'}, "delimiter must not hold a quote"),
    (
        "url_check",
        {"field": "outputs"},
        'field must be "output" or "input" or "both", got .outputs.: did you mean "output"',
    ),
    ("prompt_injection", {"field": "reply"}, 'field must be "output" or "input" or "both", got .reply'),
]


@pytest.mark.parametrize(("name", "settings", "said"), NEVER)
def test_refused_when_bound_and_when_called_in_the_same_words(name, settings, said):
    with pytest.raises(SettingError, match=said) as bound:
        getattr(checks, name)(**settings)
    with pytest.raises(SettingError) as direct:
        getattr(metrics, name)("A text.", **settings)
    assert str(direct.value) == str(bound.value)


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("length_budget", {"min_words": 3, "max_words": 3}),
        ("length_budget", {"min_words": 5, "max_words": None}),
        # Limits between which nothing is are a score, as they always were.
        ("length_budget", {"min_words": 5, "max_words": 3}),
        ("readability", {"min_grade": 9, "max_grade": 8.5}),
        ("length_budget", {"min_words": 400}),
        ("length_budget", {"max_words": 0}),
        ("readability", {"min_grade": 12}),
        ("json_validity", {"schema": False}),
        ("csv_validity", {"has_header": False, "required_columns": ["a"]}),
        ("refusal", {"patterns": None}),
    ],
)
def test_what_can_work_or_is_documented_as_a_failed_check_is_bound(name, settings):
    assert getattr(checks, name)(**settings)("A text.")


def test_a_pattern_of_regex_match_that_does_not_compile_fails_the_check_and_says_so_bound_or_not():
    for scores in (checks.regex_match(must_match="(abc")("abc"), metrics.regex_match("abc", must_match="(abc")):
        assert scores["regex_pass"].value is False
        assert "does not compile" in scores["regex_pass"].comment


@pytest.mark.parametrize("name", CHECKS)
def test_the_primary_score_needs_a_name(name):
    required = {"values": ["a"]} if name == "contains" else {}
    with pytest.raises(SettingError, match=f"{name}: name must be a name for the primary score"):
        getattr(checks, name)(name="", **required)
    with pytest.raises(SettingError, match=f"{name}: name must be a name"):
        getattr(metrics, name)("A text.", name="", **required)


def test_settings_that_a_row_gives_are_refused_in_the_same_words():
    checked = checks.json_validity(schema=checks.row("metadata.schema"))
    ctx = EvaluationContext(ObservationContext("Hi", "{}", {"schema": {"type": "object"}}))
    assert checked(ctx)["json_schema_ok"].value is True
    ctx.observation.metadata["schema"] = {"type": "objct"}
    with pytest.raises(SettingError, match="schema: type must be one of"):
        checked(ctx)


# What is no value: it would be compared as the text that Python shows for it.
NO_VALUES = {
    "BoundCheck": checks.refusal(),
    "the function refusal": checks.refusal,
    "the function <lambda>": lambda row: row["answer"],
    "the type dict": dict,
    "a Check": CHECKS["refusal"],
    "a Score": Score(1.0, name="x"),
    "a Scores": Scores(),
    "an EvaluationContext": EvaluationContext(ObservationContext("Hi", "Ho")),
}
TAKING_ANY = [
    (name, setting)
    for name, check in CHECKS.items()
    for setting in ("reference", "context", "sources")
    if setting in check.settings
]


@pytest.mark.parametrize("called", NO_VALUES)
@pytest.mark.parametrize(("name", "setting"), TAKING_ANY)
def test_an_object_of_the_library_or_a_function_is_no_value(name, setting, called):
    given = {setting: NO_VALUES[called]}
    if (name, setting) == ("citation_check", "sources") and called == "a Scores":
        given = {setting: NO_VALUES["a Score"]}
    for call in (lambda: getattr(metrics, name)("A text.", **given), lambda: getattr(checks, name)(**given)):
        with pytest.raises(SettingError, match=f"{name}: {setting} "):
            call()
    if setting == "reference":
        with pytest.raises(SettingError, match=re.escape(called)):
            getattr(metrics, name)("A text.", **given)


def test_a_row_path_in_a_direct_call_says_who_takes_one():
    with pytest.raises(
        SettingError, match=r"exact_match: reference can't be row\('reference.a'\): only a bound check"
    ) as e:
        metrics.exact_match("x", reference=checks.row("reference.a"))
    assert "checks.exact_match(reference=row('reference.a'))" in str(e.value)
    with pytest.raises(SettingError, match=r"max_words must be .*only a bound check takes a setting from its rows"):
        metrics.length_budget("x", max_words=checks.row("metadata.limit"))


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("contains", {"values": [checks.row("reference.a")]}),
        ("exact_match", {"reference": [checks.row("reference.a")]}),
        ("exact_match", {"reference": {"a": checks.row("reference.a")}}),
        ("tool_call_validity", {"required_args": {"search": checks.row("reference.a")}}),
    ],
)
def test_a_row_path_inside_a_list_or_dict_is_refused(name, settings):
    with pytest.raises(SettingError, match="stands for a whole setting, not for a part of it"):
        getattr(checks, name)(**settings)


def test_values_that_are_no_text_are_still_references():
    class Odd:
        def __getattr__(self, name):
            raise RuntimeError(name)

        def __repr__(self):
            return "odd"

    assert metrics.exact_match("odd", reference=Odd())[0].value is True
    assert metrics.exact_match("1.5", reference=1.5)[0].value is True
    assert metrics.exact_match("[1, 2]", reference=(1, 2))[0].value is True


@pytest.mark.parametrize(
    ("name", "settings", "nearest"),
    [
        ("language_adherence", {"expected_language": "EN"}, "en"),
        ("pii_leak", {"checks": ["emails"]}, "email"),
        ("keyword_check", {"mode": "ANY"}, "any"),
        ("tool_trajectory", {"mode": "supersets"}, "superset"),
    ],
)
def test_a_word_close_to_one_of_those_taken_is_answered_with_it(name, settings, nearest):
    with pytest.raises(SettingError, match=f'did you mean "{nearest}"'):
        getattr(checks, name)(**settings)
    (setting,) = settings
    with pytest.raises(SettingError) as refused:
        getattr(checks, name)(**{setting: "something else"})
    assert "did you mean" not in str(refused.value)


def test_a_check_of_ones_own_takes_a_function_or_a_check_as_a_setting():
    def graded(ctx, *, judge=None, inner=None, name="graded"):
        return [Score(judge(ctx), "NUMERIC", "judged", name), *inner(ctx)]

    bound = checks.Check.of(graded).bind(judge=len, inner=checks.refusal())
    assert [(score.name, score.value) for score in bound("Sure.")] == [("graded", 5), ("refused", False)]


# One setting of each hint.
SETTINGS = {
    str((hint, setting == "name", setting in CHECKS[name].none_disables)): (name, setting)
    for name, check in CHECKS.items()
    for setting, hint in check.schema.hints.items()
}.values()
WORDS = ("output", "both", "any", "all", "en", "EN", "email", "name", "tool", "strict", "input", "", "x")
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.sampled_from([10**400, -(10**400)]),
    st.floats(),
    st.floats(0, 1),
    st.sampled_from([0.0, 1.0, 2.0, -0.0]),
    st.sampled_from(WORDS),
    st.lists(st.sampled_from((*WORDS, 1, None)), max_size=3),
    st.lists(st.sampled_from(WORDS), max_size=3).map(tuple),
    st.sets(st.sampled_from(WORDS), max_size=2),
    st.sampled_from([b"x", Fraction(1, 2), Fraction(2, 1), Decimal(1), {"a": "string"}, {}, {"a": 1}]),
)


def came_to(settings, name, value):
    try:
        found = settings.accepted(name, value)
    except SettingError as error:
        return str(error)
    return type(found), repr(found)


@pytest.mark.parametrize(("name", "setting"), SETTINGS)
def test_the_short_way_for_plain_values_is_the_long_one(name, setting):
    settings = CHECKS[name].schema
    slow = type(settings)(settings.function, settings.none_disables)
    slow.everyday = dict.fromkeys(settings.parameters, ())
    slow.quick = dict.fromkeys(settings.parameters, lambda value: UNSURE)

    @given(VALUES)
    @hypothesis_settings(max_examples=60, deadline=None)
    def same(value):
        assert came_to(settings, setting, value) == came_to(slow, setting, value)

    same()
