"""Readability, sentiment and tone against textstat, vaderSentiment and Opik's Tone, called for real.

Ours counts syllables by rule and has a word list of its own, so numbers differ; orders and clear cases must agree.
"""

from __future__ import annotations

import statistics

import pytest

from oodle_eval.v1 import _syllables
from oodle_eval.v1._wording import plural
from oodle_eval.v1.metrics import readability, sentiment, tone

TEXTS = [
    "The cat sat on the mat. The dog ran to the door. They play all day in the sun and sleep at night.",
    "We got your note and sent a new box today. It should come by Friday. Call us if it does not.",
    "Our team looked at your account and found the problem. The last payment did not go through, so the order stopped.",
    "The committee reviewed the annual report and asked the manager to explain several unexpected expenses in detail.",
    "Researchers observed that participants who received regular feedback completed considerably more assignments than others.",
    "The implementation of comprehensive environmental regulations necessitates considerable institutional coordination.",
    "Notwithstanding extraordinary organizational complexity, multinational corporations demonstrate remarkable adaptability.",
    "Please open the settings page, choose your name, and press the blue button. Then wait until the light turns green.",
    "Photosynthesis is the process by which green plants transform light energy into chemical energy stored in glucose.",
    "He said that he would be late. She did not mind. The train was slow and the rain was cold, but the tea was hot.",
]


@pytest.fixture(scope="module")
def textstat():
    module = pytest.importorskip("textstat")
    try:
        module.flesch_reading_ease("Its table of syllables is read here.")
    except LookupError:
        pytest.skip("textstat needs NLTK's cmudict, which is not installed")
    return module


def test_reading_ease_has_textstats_order(textstat):
    ours = [readability(text, min_words=1)["reading_ease"].comment.split()[3].rstrip(";") for text in TEXTS]
    theirs = [textstat.flesch_reading_ease(text) for text in TEXTS]
    assert statistics.correlation([float(value) for value in ours], theirs) > 0.98


def test_syllables_are_textstats_in_nearly_all_common_words(textstat):
    words = sorted({word.strip(".,").lower() for text in TEXTS for word in text.split()})
    same = sum(
        ours == textstat.syllable_count(word) for word, ours in zip(words, _syllables.syllables(words), strict=True)
    )
    assert same >= 0.95 * len(words)


def test_words_and_sentences_are_textstats(textstat):
    for text in TEXTS:
        measures = readability(text, min_words=1)["reading_ease"].comment
        assert f"{textstat.lexicon_count(text)} words, {plural(textstat.sentence_count(text), 'sentence')}" in measures


CLEAR = [
    "I love this phone, it is fantastic!",
    "Great service and friendly staff.",
    "This was a wonderful, happy evening :)",
    "Thank you so much, you are the best",
    "VERY good value, I am really pleased",
    "What a horrible experience, I hated it.",
    "The food was disgusting and the waiter was rude",
    "I am so angry and disappointed :(",
    "It is not good.",
    "The worst film of the year, boring and stupid.",
    "The story is nice, but the acting is terrible.",
    "The acting is terrible, but the story is wonderful and beautiful.",
    "The meeting starts at nine in the big room.",
    "The river flows from the hills to the sea.",
]


def test_clear_sentences_have_vaders_label():
    analyzer = pytest.importorskip("vaderSentiment.vaderSentiment").SentimentIntensityAnalyzer()
    for text in CLEAR:
        theirs = analyzer.polarity_scores(text)["compound"]
        label = "positive" if theirs >= 0.05 else "negative" if theirs <= -0.05 else "neutral"
        assert sentiment(text)["sentiment_label"].value == label, text


def test_the_compound_is_normalised_as_vaders():
    vader = pytest.importorskip("vaderSentiment.vaderSentiment")
    # "excellent" is graded 3 and "awful" -2 in our list.
    for text, total in (("excellent", 3.0), ("awful", -2.0), ("excellent, awful", 1.0)):
        assert sentiment(text)["sentiment"].value == pytest.approx(vader.normalize(total), abs=1e-4)


@pytest.mark.parametrize(
    ("reply", "fine"),
    [
        ("Thank you for the report. We fixed it and sent the new file.", True),
        ("PLEASE STOP WRITING TO US ABOUT THIS MATTER NOW", False),
        ("Stop!!!! Now!!!!", False),
        ("Shut up and read the manual.", False),
        ("I hate this awful, terrible, horrible product.", False),
    ],
)
def test_clear_replies_have_the_verdict_of_opiks_tone(reply, fine):
    opik = pytest.importorskip("opik.evaluation.metrics")
    assert (opik.Tone(track=False).score(reply).value == 1.0) is fine
    assert tone(reply)["tone_ok"].value is fine
