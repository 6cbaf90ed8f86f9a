"""Conversation checks: degeneration and knowledge retention."""

from __future__ import annotations

import math
import time
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from oodle_eval.runtime import EvaluationContext, ObservationContext
from oodle_eval.v1 import metrics, text
from oodle_eval.v1.metrics import conversation_degeneration, knowledge_retention


def chat(reply, *turns, first="user"):
    """A context whose input holds turns that take turns, and whose output is the reply."""
    roles = ("user", "assistant") if first == "user" else ("assistant", "user")
    asked = [{"role": roles[place % 2], "content": turn} for place, turn in enumerate(turns)]
    return EvaluationContext(ObservationContext(asked, {"role": "assistant", "content": reply}))


def said(reply, *users, **given):
    asked = [{"role": "user", "content": turn} for turn in users]
    return knowledge_retention(EvaluationContext(ObservationContext(asked, reply)), **given)


LONG = "The parcel left our warehouse this morning and should reach you by Friday at noon."


class TestDegeneration:
    def test_names_types_and_directions(self):
        scores = conversation_degeneration(LONG)
        assert [score.name for score in scores] == ["degenerated", "degeneration"]
        assert [score.data_type for score in scores] == ["BOOLEAN", "NUMERIC"]
        assert [score.higher_is_better for score in scores] == [False, False]
        assert conversation_degeneration.__scores__ == ("degenerated", "degeneration")
        assert [score.name for score in conversation_degeneration(LONG, name="loop")] == ["loop", "degeneration"]

    def test_repetition_is_the_share_of_occurrences_that_are_not_alone(self):
        # a b c | b c d | c d a | d a b | a b c: five 3-grams, "a b c" twice: 2/5. Low diversity: 2 of 7 words thrice
        # and so on, which is less.
        scores = conversation_degeneration("a b c d a b c")
        assert scores["degeneration"].value == pytest.approx(0.4)

    def test_a_long_text_is_counted_as_a_short_one_is(self):
        # 3,000 words of 900 kinds; the same three come again eleven times.
        words = [f"w{number * number % 907}" for number in range(3_000)]
        for place in range(100, 2_900, 270):
            words[place : place + 3] = ["so", "it", "goes"]
        runs = Counter(zip(words, words[1:], words[2:], strict=False))
        share = sum(times for times in runs.values() if times > 1) / sum(runs.values())
        scores = conversation_degeneration(" ".join(words))
        assert scores["degeneration"].value == pytest.approx(share)
        assert scores["degenerated"].comment.startswith(f'repetition {share:.2f} ("so it goes" 11 times)')

    def test_a_loop_is_caught(self):
        scores = conversation_degeneration("I will check that for you. " * 6)
        assert scores["degenerated"].value is True
        assert scores["degeneration"].value == 1.0
        assert "repetition 1.00" in scores["degenerated"].comment

    def test_low_diversity_is_one_minus_entropy_over_its_maximum(self):
        # "a a b b": entropy 1 bit of at most 2.
        assert conversation_degeneration("a a b b")["degeneration"].value == pytest.approx(0.5)
        assert conversation_degeneration("no no no no no")["degeneration"].value == 1.0
        assert conversation_degeneration("one two three four")["degeneration"].value == 0.0

    def test_one_word_is_not_degenerate(self):
        assert conversation_degeneration("Done.")["degeneration"].value == 0.0
        assert conversation_degeneration("Done.")["degenerated"].value is False

    @pytest.mark.parametrize("reply", ["", "   \n", None, [], {"role": "assistant", "content": ""}])
    def test_no_text_leaves_the_degree_out(self, reply):
        scores = conversation_degeneration(EvaluationContext(ObservationContext("Hi", reply)))
        assert [score.name for score in scores] == ["degenerated"]
        assert scores["degenerated"].value is False
        assert scores["degenerated"].comment

    def test_text_without_words_is_healthy(self):
        assert conversation_degeneration("...")["degeneration"].value == 0.0

    def test_the_same_answer_again_is_one(self):
        scores = conversation_degeneration(chat(LONG, "Where is it?", LONG, "And now?"))
        assert scores["degeneration"].value == 1.0
        assert scores["degenerated"].value is True
        # Case and punctuation make no difference.
        shouted = LONG.upper().replace(".", "!")
        assert conversation_degeneration(chat(shouted, "Q", LONG, "Q"))["degeneration"].value == 1.0

    def test_turn_similarity_is_the_smaller_of_word_sets_and_edits(self):
        reply = "your refund for the blue jacket has been sent to your bank today"
        other = "your refund for the red scarf has been sent to your card today"
        words, others = set(reply.split()), set(other.split())
        jaccard = len(words & others) / len(words | others)
        edits = Levenshtein.normalized_similarity(reply, other)
        assert jaccard < edits
        scores = conversation_degeneration(chat(reply, "Q", other, "Q"))
        assert scores["degeneration"].value == pytest.approx(jaccard)
        # The same words in another order: the edits decide.
        turned = " ".join(reversed(reply.split()))
        edits = Levenshtein.normalized_similarity(reply, turned)
        assert conversation_degeneration(chat(reply, "Q", turned, "Q"))["degeneration"].value == pytest.approx(edits)

    def test_edits_are_compared_on_the_first_thousand_characters(self):
        head = " ".join(f"w{place}" for place in range(300))[:1_000]
        one, two = f"{head} alpha", f"{head} beta"
        value = conversation_degeneration(chat(one, "Q", two, "Q"))["degeneration"].value
        words, others = set(one.split()), set(two.split())
        assert value == pytest.approx(len(words & others) / len(words | others))

    def test_a_like_worded_answer_is_no_loop(self):
        one = "The flight to Lisbon leaves at nine and costs two hundred euros with one bag."
        two = "The train to Porto goes at noon from platform four and costs thirty euros."
        assert conversation_degeneration(chat(one, "Q", two, "Q"))["degenerated"].value is False

    def test_the_closest_of_the_earlier_turns_counts(self):
        other = "We have sent a new card to the address in your profile, please wait."
        value = conversation_degeneration(chat(LONG, "Q", LONG, "Q", other, "Q"))["degeneration"]
        assert value.value == 1.0
        assert "turn 2 before it" in value.comment

    def test_turns_to_consider_are_the_latest(self):
        fillers = [
            x for n in range(3) for x in (f"question {n}", f"Answer number {n} is about something else entirely")
        ]
        ctx = chat(LONG, "Q", LONG, *fillers, "Q")
        assert conversation_degeneration(ctx, turns_to_consider=4)["degenerated"].value is True
        assert conversation_degeneration(ctx, turns_to_consider=3)["degenerated"].value is False
        assert conversation_degeneration(ctx, turns_to_consider=0)["degenerated"].value is False

    def test_short_replies_are_not_compared(self):
        ctx = chat("Your order is on its way now.", "Q", "Your order is on its way now.", "Q")
        assert conversation_degeneration(ctx)["degenerated"].value is False  # seven words
        assert conversation_degeneration(ctx, min_words=7)["degenerated"].value is True
        assert conversation_degeneration(chat("Done.", "Q", "Done.", "Q"))["degenerated"].value is False

    def test_only_assistant_turns_are_compared(self):
        assert conversation_degeneration(chat(LONG, LONG))["degenerated"].value is False

    def test_a_plain_string_is_judged_by_itself(self):
        assert conversation_degeneration(LONG)["degenerated"].value is False

    def test_threshold_is_reached_not_passed(self):
        assert conversation_degeneration("a b c d a b c", threshold=0.4)["degenerated"].value is True
        assert conversation_degeneration("a b c d a b c", threshold=0.41)["degenerated"].value is False

    def test_each_character_counts_in_scripts_without_spaces(self):
        assert conversation_degeneration("我们会尽快处理。" * 5)["degenerated"].value is True
        assert (
            conversation_degeneration("我们今天早上已经把包裹寄出,预计星期五中午前送到。")["degenerated"].value is False
        )
        reply = "我们今天早上已经把包裹寄出,预计星期五中午前送到。"
        assert conversation_degeneration(chat(reply, "?", reply, "?"))["degeneration"].value == 1.0

    def test_the_comment_repeats_no_digits(self):
        comment = conversation_degeneration("call 415 555 0137 now " * 9)["degenerated"].comment
        assert "0137" not in comment

    @pytest.mark.parametrize(
        "given", [{"turns_to_consider": -1}, {"min_words": 1.5}, {"threshold": 2}, {"threshold": "x"}]
    )
    def test_settings_are_refused(self, given):
        with pytest.raises(ValueError, match=next(iter(given))):
            conversation_degeneration(LONG, **given)

    @settings(max_examples=150, deadline=None)
    @given(st.lists(st.sampled_from("a b c d e f".split()), min_size=1, max_size=25))
    def test_the_signals_by_a_slow_version(self, words):
        grams = [tuple(words[place : place + 3]) for place in range(len(words) - 2)]
        repeated = sum(grams.count(gram) > 1 for gram in grams) / len(grams) if grams else 0.0
        shares = [count / len(words) for count in Counter(words).values()]
        entropy = -sum(part * math.log2(part) for part in shares)
        diversity = 1 - entropy / math.log2(len(words)) if len(words) > 1 else 0.0
        value = conversation_degeneration(" ".join(words))["degeneration"].value
        assert value == pytest.approx(max(repeated, diversity), abs=1e-9)

    @settings(max_examples=100, deadline=None)
    @given(st.text("abc d.", min_size=1, max_size=40), st.lists(st.text("abc d.", max_size=40), max_size=7))
    def test_turn_similarity_by_a_slow_version(self, reply, earlier):
        scores = conversation_degeneration(chat(reply, *(x for turn in earlier for x in ("Q", turn)), "Q"), min_words=0)
        if len(scores) == 1:
            assert not reply.strip()
            return
        words, best = set(text.words(reply)), 0.0
        for turn in [turn for turn in earlier if turn.strip()][-5:] if words else []:
            others = set(text.words(turn))
            edits = Levenshtein.normalized_similarity(text.normalize(reply), text.normalize(turn))
            best = max(best, min(len(words & others) / len(words | others), edits))
        alone = conversation_degeneration(reply)["degeneration"].value
        assert scores["degeneration"].value == pytest.approx(max(alone, best))


EMAIL = "My email is ada@web.example."
PHONE = "You can call me at 415-555-0137."
ORDER = "My order number is A-10293."
NAME = "Hi, my name is Ada Byron."


class TestRetention:
    def test_names_types_and_directions(self):
        scores = said("Thanks.", EMAIL)
        assert [(score.name, score.data_type) for score in scores] == [
            ("knowledge_retained", "BOOLEAN"),
            ("knowledge_retention", "NUMERIC"),
        ]
        assert [score.name for score in said("Thanks.", EMAIL, name="kept")] == ["kept", "knowledge_retention"]
        assert knowledge_retention.__scores__ == ("knowledge_retained", "knowledge_retention")

    def test_no_facts(self):
        for scores in (said("What is your email?", "Hello"), knowledge_retention("What is your email?")):
            assert [score.name for score in scores] == ["knowledge_retained"]
            assert scores[0].value is True
            assert scores[0].comment

    @pytest.mark.parametrize(
        ("fact", "reply"),
        [
            (EMAIL, "Could you please provide your email address?"),
            (EMAIL, "What’s your e-mail?"),
            (EMAIL, "May I have your email, please?"),
            (EMAIL, "I'll need your email address to continue."),
            (EMAIL, "To go on, please send me:\n- your full name\n- your email"),
            (EMAIL, "And your email?"),
            (EMAIL, "I don't have your email address yet."),
            (PHONE, "What is your phone number?"),
            (PHONE, "Could you share a phone number?"),
            (PHONE, "What's the best number to reach you?"),
            (PHONE, "What's the best phone number to reach you at?"),
            (PHONE, "Could I trouble you for your phone number?"),
            (EMAIL, "Mind sharing your email?"),
            (EMAIL, "Which email did you use when you signed up?"),
            (EMAIL, "What is the email on the account?"),
            (ORDER, "Can I have your order number?"),
            (ORDER, "Please share the order ID."),
            ("It's about order #55231.", "Which order number is it?"),
            ("my ticket 4521 is open", "Could you tell me your ticket number?"),
            ("The booking reference is ZX81QL.", "Please provide your reservation number."),
            (NAME, "What is your name?"),
            (NAME, "Could you tell me your full name?"),
            (NAME, "Who am I speaking with?"),
            ("I'm Ada.", "May I have your name?"),
            ("this is Ada from Turin", "What's your name?"),
            ("Please help.\n\nThanks,\nAda", "What is your name?"),
            ("my name is ada", "What is your name?"),
        ],
    )
    def test_asking_again_is_forgetting(self, fact, reply):
        scores = said(reply, fact, "And now?")
        assert scores["knowledge_retained"].value is False
        assert "asks again" in scores["knowledge_retained"].comment

    @pytest.mark.parametrize(
        ("fact", "reply"),
        [
            (EMAIL, "I'll write to ada@web.example."),
            (EMAIL, "Is ada@web.example still your email address?"),
            (EMAIL, "Please check your email."),
            (EMAIL, "I don't need your email address again."),
            (EMAIL, "Thank you for providing your email. What is your order number?"),
            (EMAIL, "What is your new email address?"),
            (EMAIL, "What is the recipient's email address?"),
            (EMAIL, "Did you receive our email?"),
            (EMAIL, "What is the email for the sales desk?"),
            (PHONE, "What's the best time to reach you?"),
            (NAME, "Which name did you have in mind for the dog?"),
            (EMAIL, "I need to send an email to the warehouse."),
            (EMAIL, "Please verify your email address with the link we sent."),
            (EMAIL, "Write to us at help@shop.example."),
            (PHONE, "I'll call (415) 555-0137."),
            (PHONE, "I'll call +1 415 555 0137."),
            (PHONE, "Our hotline is 800-555-1234."),
            (PHONE, "Please restart your phone. Do you have its charger?"),
            (ORDER, "Order A-10293 has shipped."),
            (ORDER, "I opened ticket 55121 for you."),
            (ORDER, "What is your ticket number?"),
            (ORDER, "What is the order number of the second order?"),
            (NAME, "Hi Ada, it shipped."),
            (NAME, "Dear Ms. Byron, it shipped."),
            (NAME, "Hi there, how are you?"),
            (NAME, "Okay, Berlin. I booked it."),
            (NAME, "Dear Sir or Madam, it shipped."),
            (NAME, "What is your username?"),
            (NAME, "What is the name of the product?"),
            ("I'm Ada.", "What is your last name?"),
            ("I'm Italian.", "What is your name?"),
            ("My dog's name is Rex.", "What is your name?"),
            ("Please write to my boss at bob@web.example", "What is your email address?"),
        ],
    )
    def test_this_is_not_forgetting(self, fact, reply):
        assert said(reply, fact, "And now?")["knowledge_retained"].value is True

    @pytest.mark.parametrize(
        ("fact", "reply", "kind"),
        [
            (EMAIL, "I have sent it to eve@web.example.", "email"),
            (PHONE, "I will call you at 415-555-9999.", "phone"),
            (NAME, "Hi Peter, it shipped.", "name"),
            (NAME, "Dear Mr. Jones, it shipped.", "name"),
            (NAME, "I see your name is Bob Miller.", "name"),
        ],
    )
    def test_another_value_is_a_contradiction(self, fact, reply, kind):
        scores = said(reply, fact)
        assert scores["knowledge_retained"].value is False
        assert f"another {kind}" in scores["knowledge_retained"].comment

    def test_order_numbers_contradict_only_when_asked_for(self):
        reply = "Your order number is B-99999."
        assert said(reply, ORDER)["knowledge_retained"].value is True
        assert said(reply, ORDER, contradiction_kinds=["order_id"])["knowledge_retained"].value is False
        assert said(reply, ORDER, contradiction_kinds="order_id")["knowledge_retained"].value is False

    def test_contradiction_kinds_can_be_none_of_them(self):
        assert said("Sent to eve@web.example.", EMAIL, contradiction_kinds=())["knowledge_retained"].value is True
        assert said("Sent to eve@web.example.", EMAIL, contradiction_kinds=None)["knowledge_retained"].value is False

    def test_unknown_kinds_are_refused(self):
        with pytest.raises(ValueError, match=r"contradiction_kinds.*'mail'"):
            said("x", EMAIL, contradiction_kinds=["mail"])
        with pytest.raises(ValueError, match="turns_to_consider"):
            said("x", EMAIL, turns_to_consider=-1)

    def test_after_a_correction_either_value_is_right(self):
        turns = ("My email is a@web.example", "Sorry, it is b@web.example")
        for value, kept in (("a", True), ("b", True), ("c", False)):
            assert said(f"Sent to {value}@web.example.", *turns)["knowledge_retained"].value is kept

    def test_the_newest_turn_counts_as_said(self):
        assert said("What is your email?", "Hello", EMAIL)["knowledge_retained"].value is False

    def test_turns_to_consider(self):
        turns = (EMAIL, "one", "two", "three", "four")
        assert said("What is your email?", *turns)["knowledge_retained"].value is False
        assert len(said("What is your email?", *turns, turns_to_consider=4)) == 1
        assert len(said("What is your email?", EMAIL, turns_to_consider=0)) == 1

    def test_the_share_is_by_kind(self):
        scores = said("What is your email?", f"{EMAIL} {PHONE} {ORDER} {NAME}")
        assert scores["knowledge_retention"].value == 0.75
        scores = said("What is your email? Your phone number?", f"{EMAIL} or b@web.example", PHONE)
        assert scores["knowledge_retention"].value == 0.0
        assert said("It shipped.", EMAIL, PHONE)["knowledge_retention"].value == 1.0

    def test_only_the_user_states_facts(self):
        asked = [
            {"role": "system", "content": "You are Max, max@shop.example."},
            {"role": "assistant", "content": "My name is Max."},
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": "1", "content": "email: t@web.example"}],
            },
            {"role": "user", "content": "Hello"},
        ]
        assert len(knowledge_retention(EvaluationContext(ObservationContext(asked, "Your email?")))) == 1

    def test_comments_repeat_no_value(self):
        scores = said("What is your email? eve@web.example", f"{EMAIL} {PHONE} {ORDER} {NAME}")
        for value in ("ada@", "0137", "10293", "Byron", "eve@"):
            assert value not in scores["knowledge_retained"].comment

    def test_dates_and_prices_are_no_phones(self):
        for turn in (
            "It was on 2024-05-25 at 10:30.",
            "It cost 1,200,300 euros.",
            "Between 2019-2024.",
            "Card 4111 1111 1111 1111",
        ):
            assert len(said("What is your phone number?", turn)) == 1

    def test_quantities_are_no_order_numbers(self):
        assert len(said("What is your order number?", "I want to order 20 shirts in 2024, in order to save.")) == 1


SHAPES = [
    lambda role, content: {"role": role, "content": content},
    lambda role, content: {"role": role, "content": [{"type": "text", "text": content}]},
    lambda role, content: {"role": role, "parts": [{"type": "text", "content": content}]},
    lambda role, content: {"type": {"user": "human", "assistant": "ai"}[role], "content": content},
]


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_gives_the_same_scores(shape):
    asked = [("user", f"{EMAIL} {NAME}"), ("assistant", LONG), ("user", "And now?")]
    ctx = EvaluationContext(ObservationContext([shape(*turn) for turn in asked], [shape("assistant", LONG)]))
    assert conversation_degeneration(ctx)["degeneration"].value == 1.0
    assert knowledge_retention(ctx)["knowledge_retention"].value == 1.0


HOSTILE = {
    "letters": "a" * 100_000,
    "a": "a " * 50_000,
    "marks": "!" * 100_000,
    "Dan": "Dan " * 25_000,
    "emoji": "😀" * 100_000,
    "but good": "but good " * 11_000,
    "digits": "1" * 50_000,
    "dots": "." * 50_000,
    "at": "@" * 50_000,
    "addresses": "a@b." * 25_000,
    "items": "(1.)" * 12_500,
    "please": "please " * 15_000,
    "names": "my name is " * 9_000,
    "orders": "order 1 " * 12_000,
    "hashes": "#1 " * 30_000,
    "phones": "+1 " * 30_000,
    "asks": "what is your email? " * 5_000,
    "needs": "i need also still just only first " * 3_000,
    "blank": "\n\n" * 50_000,
    "nul": "\0\ud800" * 1_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text(name):
    value = HOSTILE[name]
    facts = f"my name is Ada, order #12345, a@b.example, call 415-555-0137. {value}"
    asked = [{"role": "user", "content": facts}, {"role": "assistant", "content": value}]
    ctx = EvaluationContext(ObservationContext(asked, value))
    degree = metrics.conversation_degeneration(ctx)
    assert all(0 <= score.value <= 1 for score in degree)
    if name in {"a", "Dan", "but good", "please", "emoji", "orders"}:
        assert degree["degenerated"].value is True
    assert metrics.knowledge_retention(ctx)["knowledge_retained"].value is (name != "asks")


@pytest.mark.parametrize("value", [None, 3, {1, 2}, b"bytes", object(), {"a": [1]}, [[], {}], float("nan")])
def test_values_of_any_type(value):
    for ctx in (value, EvaluationContext(ObservationContext(value, value))):
        assert metrics.conversation_degeneration(ctx)[0].comment
        assert metrics.knowledge_retention(ctx)[0].value is True


@pytest.mark.parametrize(
    "fact",
    [
        "my email is a@b.example ",
        "my email is a{0}@b.example ",
        "call me at 415-555-{0:04} ",
        "I'm Ada, order #{0:06}. ",
    ],
)
def test_many_facts_are_compared_soon(fact):
    facts = "".join(fact.format(count) for count in range(5000))
    reply = "".join(fact.format(count + 5000) for count in range(5000))
    ctx = EvaluationContext(ObservationContext([{"role": "user", "content": facts}], reply))
    began = time.process_time()
    scores = metrics.knowledge_retention(ctx)
    assert time.process_time() - began < 5
    assert scores["knowledge_retained"].value is ("{" not in fact or "order" in fact)


@pytest.mark.parametrize(
    ("reply", "kept"),
    [("What is your cat's name?", True), ("What is your name?", False), ("What is your account's name?", False)],
)
def test_the_name_of_what_belongs_to_the_user_is_another(reply, kept):
    ctx = EvaluationContext(ObservationContext("My name is Maria Lopez", reply))
    assert knowledge_retention(ctx)["knowledge_retained"].value is kept
