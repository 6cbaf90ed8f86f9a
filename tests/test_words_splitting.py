"""The fast splitting of words and sentences must find what the patterns that define them find."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from oodle_eval.v1 import _words

# Letters, marks, symbols, separators and surrogates, so that every branch is met often.
ODD = "ab_1 .,-'\n\x1c\x85\xa0é°’“…\u0301\ufe0f⚠😀中ก้ำ\u200b\u200d\u2028\ud800\udc00İßΣ²½٣\x00\u0903\u0488"
TEXTS = st.one_of(st.text(), st.text(st.sampled_from(ODD)), st.text(st.characters(min_codepoint=0x2000)))


@settings(max_examples=500, deadline=None)
@given(TEXTS)
def test_words_are_what_the_pattern_finds(text):
    assert _words.words(text) == _words._patterns.word.findall(text)


@settings(max_examples=500, deadline=None)
@given(TEXTS)
def test_tokens_and_normalized_are_what_the_patterns_find(text):
    low = text.lower()
    pattern = _words._patterns.token if _words._patterns.spaceless.search(low) else _words._patterns.word_or_symbol
    assert _words.tokens(text) == pattern.findall(low)
    assert _words.normalized(text) == " ".join(_words._patterns.word_or_symbol.findall(low))


def test_a_text_of_many_different_signs_is_left_to_the_pattern():
    signs = "".join(map(chr, range(0x2000, 0x2BFF))) * 20
    assert _words.words(signs) == _words._patterns.word.findall(signs)
    assert _words.tokens(signs) == _words._patterns.word_or_symbol.findall(signs.lower())


def test_marks_belong_to_their_word_and_not_to_what_is_no_word():
    assert _words.words("cafe\u0301 \u0301au lait") == ["cafe\u0301", "au", "lait"]
    assert _words.tokens("⚠\ufe0f stop") == ["⚠", "stop"]


# A sentence's end as the rule says it: a mark before space, a mark of a script without spaces, or a blank line.
RULE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？؟।])(?![。！？؟।.!?])\s*|\n[^\S\n]*\n\s*")
MARKED = st.text(st.sampled_from("ab.!?。！؟। \n\t\x0b\x0c\u3000\u2028\x85\x1c\r"))


@settings(max_examples=500, deadline=None)
@given(st.one_of(st.text(), MARKED))
def test_sentences_are_the_parts_between_the_ends(text):
    assert _words.sentences(text) == [part.strip() for part in RULE.split(text) if part.strip()]
