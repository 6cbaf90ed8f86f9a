"""Readability: the Flesch formulas on sentences counted by hand, what is left out, limits."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oodle_eval.v1 import _prose, _syllables, util
from oodle_eval.v1._wording import plural
from oodle_eval.v1.metrics import readability


def flesch(words: int, sentences: int, syllables: int) -> float:
    """Flesch reading ease over 100, as the paper has it, cut off at both ends."""
    return min(1.0, max(0.0, (206.835 - 1.015 * words / sentences - 84.6 * syllables / words) / 100))


def kincaid(words: int, sentences: int, syllables: int) -> float:
    return 0.39 * words / sentences + 11.8 * syllables / words - 15.59


# Words, sentences and syllables are counted by hand.
@pytest.mark.parametrize(
    ("sentence", "words", "sentences", "syllables"),
    [
        ("The cat sat on the mat.", 6, 1, 6),
        ("The manager reviewed the annual report. It was short.", 9, 2, 15),
        ("Our customers appreciate reliable delivery, even on holidays.", 8, 1, 22),
        ("Please restart the application and try again.", 7, 1, 12),
        ("Photosynthesis converts luminous energy into chemical energy.", 7, 1, 21),
    ],
)
def test_reading_ease_is_fleschs_over_100(sentence, words, sentences, syllables):
    score = readability(sentence, min_words=1)["reading_ease"]
    assert score.value == pytest.approx(flesch(words, sentences, syllables))
    assert f"{words} words, {plural(sentences, 'sentence')}, {syllables} syllables" in score.comment


def test_the_grade_is_kincaids():
    grade = kincaid(7, 1, 12)
    assert f"grade {grade:.2f}" in readability("Please restart the application and try again.", min_words=1)[0].comment


@pytest.mark.parametrize(
    ("word", "count"),
    [
        # one vowel group each, a silent e, -le, -ed, -es
        ("cat", 1), ("make", 1), ("table", 2), ("little", 2), ("jumped", 1), ("wanted", 2), ("houses", 2), ("makes", 1),
        ("handled", 2), ("whole", 1), ("the", 1), ("be", 1), ("changes", 2), ("called", 1), ("lovely", 2), ("basement", 2),
        # vowels spoken apart or together
        ("media", 3), ("social", 2), ("period", 3), ("nation", 2), ("quiet", 2), ("science", 2), ("patient", 2),
        ("create", 2), ("theater", 3), ("actual", 3), ("language", 2), ("poem", 2), ("going", 2), ("being", 2),
        ("playing", 2), ("player", 2), ("years", 1), ("beyond", 2), ("video", 3), ("people", 2), ("friend", 1),
        # syllables that no vowel shows, endings that hide one
        ("capitalism", 5), ("rhythm", 2), ("didnt", 2), ("dont", 1), ("unique", 2), ("league", 1), ("business", 2),
        ("everything", 3), ("something", 2), ("area", 3), ("idea", 3), ("rhythms", 2),
        # other letters
        ("café", 2), ("naïve", 2), ("x", 1), ("2024", 1), ("привет", 2),
    ],
)  # fmt: skip
def test_syllables(word, count):
    assert _syllables.syllables([word]) == [count]


def test_syllables_of_many_words_are_those_of_each():
    words = ["table", "nation", "x", "café", "jumped", "table"]
    assert _syllables.syllables(words) == [_syllables.syllables([word])[0] for word in words]


def test_the_memory_of_syllables_is_bounded():
    _syllables.syllables(f"word{number}" for number in range(3 * _syllables.MOST_SEEN))
    assert len(_syllables._memory[0]) <= _syllables.MOST_SEEN
    assert _syllables.syllables(["table", "nation"]) == [2, 2]


PLAIN = "We sent the parcel on Monday. It should reach you by the end of the week, so please be home to sign for it."
EASE = readability(PLAIN)["reading_ease"].value


@pytest.mark.parametrize(
    "dressed",
    [
        f"{PLAIN}\n\n```python\nextraordinarily_complicated_identifier = internationalization()\n```",
        f"{PLAIN} https://example.com/internationalization/extraordinarily?complicated=identifier",
        PLAIN.replace("parcel", "**parcel**"),
        PLAIN.replace("parcel", "_parcel_"),
        PLAIN.replace("parcel", "[parcel](https://example.com/extraordinary-identification)"),
        PLAIN.replace("parcel", "<b>parcel</b>"),
        PLAIN.replace("Monday.", "Monday [1]."),
        f"> {PLAIN}",
        PLAIN.replace("Monday.", 'Monday."'),
        f"{PLAIN} ",
        PLAIN.replace("you by", "you `calculate_approximately()` by"),
        f"---\n\n{PLAIN}",
    ],
)
def test_code_urls_and_markdown_are_left_out(dressed):
    assert readability(dressed)["reading_ease"].value == pytest.approx(EASE)


def test_mail_addresses_are_left_out():
    assert _prose.prose("Write to first.last@mail.example.com today").split() == ["Write", "to", "today"]
    assert _prose.prose("@@ a@b @ x@y.").split() == ["@@", "a@b", "@", "x@y."]


def test_items_of_a_list_are_sentences():
    items = "\n".join(f"- a short item number {number}" for number in ("one", "two", "three", "four", "five"))
    assert "25 words, 5 sentences" in readability(items)[0].comment


def test_a_heading_is_a_sentence():
    assert _prose.sentence_count(_prose.prose("# How it works\nIt works well.")) == 2


def test_cells_of_a_table_are_apart():
    assert _prose.sentence_count(_prose.prose("| name | size |\n|---|---|\n| one | 2 |")) == 4


def test_a_number_is_one_word():
    assert _prose.prose("It costs 1,200.50 in 2024.").split() == ["It", "costs", "120050", "in", "2024."]


def test_what_a_hyphen_joins_is_one_word():
    assert "5 words" in readability("A well-known face was there.", min_words=1)[0].comment


def test_a_short_reply_passes_without_an_ease():
    scores = readability("Incomprehensibilities characterize internationalization.")
    assert [score.name for score in scores] == ["readability_ok"]
    assert scores[0].value is True
    assert "too short" in scores[0].comment


@pytest.mark.parametrize("reply", ["", None, "```\ncode only\n```", "!!!", {}, []])
def test_a_reply_without_prose_passes(reply):
    scores = readability(reply, min_words=0)
    assert scores[0].value is True
    assert len(scores) == 1 or reply == {}


def test_nineteen_words_are_too_short_and_twenty_are_not():
    assert len(readability("word " * 19)) == 1
    assert len(readability("word " * 20)) == 2


def test_characters_of_a_script_without_spaces_are_words():
    assert len(readability("我们昨天已经把包裹寄出去了请您注意查收谢谢。")) == 2
    assert len(readability("我们昨天已经寄出去了。")) == 1


DENSE = (
    "Notwithstanding considerable organizational complexity, multinational pharmaceutical corporations systematically "
    "demonstrate extraordinary adaptability regarding regulatory requirements, environmental considerations, and "
    "increasingly sophisticated international competition."
)


def test_a_dense_reply_fails_and_says_why():
    score = readability(DENSE)["readability_ok"]
    assert score.value is False
    assert "at most 10 allowed" in score.comment


def test_limits():
    assert readability(DENSE, max_grade=None)[0].value is True
    assert readability(PLAIN, min_grade=8)[0].value is False
    assert "at least 8 needed" in readability(PLAIN, min_grade=8)[0].comment
    assert readability(PLAIN, min_grade=None, max_grade=None)[0].value is True
    assert readability(DENSE, max_grade=60)[0].value is True


def test_ease_is_cut_off_at_both_ends():
    assert readability("It is so. " * 10)["reading_ease"].value == 1.0
    assert readability(DENSE)["reading_ease"].value == 0.0


@pytest.mark.parametrize(
    "wrong", [{"max_grade": "ten"}, {"min_words": -1}, {"min_grade": True}, {"max_grade": float("nan")}]
)
def test_wrong_settings_are_refused(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        readability(PLAIN, **wrong)


def test_the_name_is_the_primary_scores():
    assert [score.name for score in readability(PLAIN, name="plain")] == ["plain", "reading_ease"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["The cat sat", "A table fell", "We made plans"]), min_size=1, max_size=8))
def test_sentences_and_words_against_a_slow_count(parts):
    text = ". ".join(parts) + "."
    words = len(text.split())
    syllables = {"The cat sat": 3, "A table fell": 4, "We made plans": 3}
    expected = flesch(words, len(parts), sum(syllables[part] for part in parts))
    assert readability(text, min_words=1)["reading_ease"].value == pytest.approx(expected)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=80))
def test_any_text_gives_a_score_in_range(text):
    for score in readability(text, min_words=1):
        assert score.comment
        assert 0 <= float(score.value) <= 1


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="ab1+.-:/ é?(h\n", max_size=60))
def test_urls_are_taken_out_as_the_pattern_does(text):
    assert util._without_urls(text) == util._url.sub(" ", text)


def test_a_limit_beyond_any_float_is_a_limit():
    said = "The cat sat on the mat."
    assert readability(said, min_words=2, min_grade=10**400)["readability_ok"].value is False
    assert readability(said, min_words=2, max_grade=10**400)["readability_ok"].value is True


def test_a_url_at_the_end_of_a_sentence_leaves_its_full_stop():
    reply = (
        "You can read the guide at https://example.com/guide. Then open the app, find the settings page, and turn the "
        "new option on for your account."
    )
    # 6 and 17 words: the address is no word and ends no sentence, but the full stop behind it does.
    assert "23 words, 2 sentences" in readability(reply)["reading_ease"].comment
    bare = reply.replace("https://example.com/guide", "www.example.com")
    assert "23 words, 2 sentences" in readability(bare)["reading_ease"].comment
