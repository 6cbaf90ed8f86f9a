"""The functional core by itself: values worked out by hand, contexts, and inputs that hang or crash others."""

import importlib
import math
import random
import time
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oodle_eval.runtime import EvaluationContext, ExperimentContext, ObservationContext, Score
from oodle_eval.v1.checks import Check
from oodle_eval_adapters.opik import functional as f
from oodle_eval_adapters.opik.functional import _injection_rules, _ngrams, _porter, _syllables, _words

# Their functions have the same names.
rouge = importlib.import_module("oodle_eval_adapters.opik.functional.rouge")
injection = importlib.import_module("oodle_eval_adapters.opik.functional.prompt_injection")


def context(output, expected=None):
    return EvaluationContext(ObservationContext(output=output), experiment=ExperimentContext(expected_output=expected))


def test_values_worked_out_by_hand():
    # rouge1: 3 of 3 and of 4 words; rouge2: 2 of 2 and of 3; rougeL: as rouge1.
    assert f.rouge("the cat sat", reference="the cat sat down")[0].value == pytest.approx(2 * 0.75 / 1.75)
    assert f.rouge("the cat sat", reference="the cat sat down", rouge_type="rouge2")[0].value == pytest.approx(0.8)
    # Words in another order: the longest common subsequence of "a b c" and "c a b" is "a b".
    assert f.rouge("a b c", reference="c a b", rouge_type="rougeL")[0].value == pytest.approx(2 / 3)
    # BLEU: 5/6, 3/5, 2/4 ("the cat sat", "on the mat"), and 0.1/3 smoothed, at equal length.
    bleu = math.exp((math.log(5 / 6) + math.log(3 / 5) + math.log(1 / 4) + math.log(0.1 / 3)) / 4)
    assert f.bleu("the cat sat on the mat", reference="the cat is on the mat")[0].value == pytest.approx(bleu)
    # GLEU: 5 + 3 + 1 + 0 n-grams shared of 6 + 5 + 4 + 3.
    assert f.gleu("the cat sat on the mat", reference="the cat is on the mat")[0].value == pytest.approx(9 / 18)
    # KL of (2/3, 1/3) and (1/2, 1/2).
    divergence = 2 / 3 * math.log(4 / 3) + 1 / 3 * math.log(2 / 3)
    assert f.kl_divergence("a a b", reference="a b")[0].value == pytest.approx(divergence)
    # Spearman: 1 - 6 * 2 / (3 * 8) = 0.5.
    assert f.spearman(["b", "a", "c"], reference=["a", "b", "c"]).details == {"rho": 0.5}
    # Flesch: 206.835 - 1.015 * 6 - 84.6 * 1, over 100 and cut at 1.
    reading = f.readability("The cat sat on the mat.")
    assert reading.details["flesch_reading_ease"] == pytest.approx(116.145)
    assert reading[0].value == 1.0
    # One kind and one harsh word.
    assert f.tone("Great, but awful.").details["sentiment_score"] == 0.0


def test_chrf_is_the_mean_of_the_f_scores_by_length():
    def grams(value, n):
        return Counter(value[at : at + n] for at in range(len(value) - n + 1))

    output, reference, total = "thecatsat", "thecatsatdown", 0.0
    for n in range(1, 7):
        shared = (grams(output, n) & grams(reference, n)).total()
        precision, recall = shared / (len(output) - n + 1), shared / (len(reference) - n + 1)
        total += 5 * precision * recall / (4 * precision + recall)
    assert f.chrf("the cat sat", reference="the cat sat down")[0].value == pytest.approx(total / 6)


def test_reads_a_context_with_its_expected_output():
    ctx = context({"role": "assistant", "content": "the cat sat"}, "the cat sat down")
    assert f.rouge(ctx) == f.rouge("the cat sat", reference="the cat sat down")
    assert f.spearman(context(["a", "b"], ["b", "a"]))[0].value == 0.0
    assert f.corpus_bleu(context(["a b c d e"], ["a b c d e"]))[0].value == 1.0
    assert f.is_json(context({"a": 1}))[0].value is False
    assert f.is_json(context('{"a": 1}'))[0].value is True
    assert f.equals(context(5, "5"))[0].value is True
    talk = EvaluationContext(
        ObservationContext(
            input=[{"role": "user", "content": "My router is a Netgear."}],
            output={"role": "assistant", "content": "Your Netgear router."},
        )
    )
    assert f.knowledge_retention(talk)[0].value == 1.0
    assert f.conversation_degeneration(talk)[0].value == 0.0


def test_nothing_to_score_has_a_reason_and_no_value():
    for scores in (
        f.rouge(" ", reference="a"),
        f.rouge("a", reference=""),
        f.bleu("a", reference=["a", " "]),
        f.chrf("", reference="a"),
        f.meteor("a", reference=[]),
        f.js_divergence("a", reference="b", tokenizer=lambda value: []),
        f.kl_divergence("a", reference="b", smoothing=0),
        f.spearman(["a"], reference=["b"]),
        f.readability("..."),
        f.readability("A cat.", language="xx"),
        f.tone("!!!"),
        f.sentiment("\n"),
        f.conversation_degeneration([]),
        f.corpus_bleu("a", reference=["a"]),
        f.equals(None, reference="a"),
        f.regex_match("a" * 40 + "!", regex="(a|aa)+$"),
    ):
        assert len(scores) == 1
        assert scores[0].value is None
        assert scores[0].comment


def test_meteor_with_a_wordnet_pairs_synonyms():
    class Cats:
        """A WordNet that knows one set of synonyms."""

        def synsets(self, word):
            return [self] if word in ("cat", "kitti") else []

        def lemmas(self):
            return [self, Named("kitti"), Named("house_cat")]

        def name(self):
            return "cat"

    class Named:
        def __init__(self, word):
            self.word = word

        def name(self):
            return self.word

    # "kitty" is looked up as its stem; both pairs are neighbours on both sides: 1 - 0.5 * (1/2) ** 3.
    reading = f.meteor("a kitty", reference="a cat", wordnet=Cats())
    assert reading[0].value == pytest.approx(1 - 0.5 / 8)
    assert reading.details is None
    # Without: one pair of two words, F 0.5 and the whole penalty.
    assert f.meteor("a kitty", reference="a cat")[0].value == pytest.approx(0.25)

    class Broken:
        def synsets(self, word):
            raise LookupError("omw-1.4 is missing")

    assert "omw-1.4" in f.meteor("a b", reference="a c", wordnet=Broken())[0].comment


def test_a_missing_reference_is_an_error_that_says_how_to_give_one():
    for function in (f.rouge, f.bleu, f.gleu, f.chrf, f.meteor, f.js_divergence, f.kl_divergence, f.contains, f.equals):
        with pytest.raises(ValueError, match="reference"):
            function("a")


def test_each_score_has_a_comment_and_names_no_more_than_it_declares():
    for name in f.__all__:
        function = getattr(f, name)
        if not hasattr(function, "__check__"):
            continue
        needed = {"regex_match": {"regex": "a"}, "language_adherence": {"expected_language": "en", "detector": len}}
        settings = needed.get(name, {})
        if name == "language_adherence":
            settings["detector"] = lambda value: ("en", 1.0)
        if name == "bertscore":
            settings["scorer_fn"] = lambda *texts: ([0.1], [0.1], [0.1])
        ctx = context("a cat sat", "a cat")
        if name in ("corpus_bleu", "spearman"):
            ctx = context(["a"], ["a"])
        scores = Check.of(function).bind(**settings)(ctx)
        assert [score.name for score in scores] == list(function.__scores__)
        for score, spec in zip(scores, Check.of(function).scores, strict=True):
            assert isinstance(score, Score)
            assert score.comment
            assert (score.data_type, score.higher_is_better) == (spec.data_type, spec.higher_is_better)


def test_arrays_count_as_strings_do():
    numpy = pytest.importorskip("numpy")
    chance = random.Random(3)
    for _ in range(300):
        one, other = ("".join(chance.choices("abcdé𝒳", k=chance.randint(8, 60))) for _ in range(2))
        plain = [_ngrams.common(a, b) for a, b in zip(_ngrams.counts(one, 6), _ngrams.counts(other, 6), strict=True)]
        assert _ngrams._by_arrays(numpy, one, other, 6) == plain
        assert [
            _ngrams.common(a, b) for a, b in zip(*(_ngrams.counts(list(x), 6) for x in (one, other)), strict=True)
        ] == plain


def test_union_of_subsequences_is_read_as_a_full_table_has_it():
    def table_way(wanted, candidate):
        rows = [[0] * (len(candidate) + 1) for _ in range(len(wanted) + 1)]
        for i, token in enumerate(wanted, 1):
            for j, there in enumerate(candidate, 1):
                rows[i][j] = rows[i - 1][j - 1] + 1 if token == there else max(rows[i - 1][j], rows[i][j - 1])
        at, to, places = len(wanted), len(candidate), []
        while at and to:
            if wanted[at - 1] == candidate[to - 1]:
                at, to = at - 1, to - 1
                places.append(at)
            elif rows[at][to - 1] > rows[at - 1][to]:
                to -= 1
            else:
                at -= 1
        return places

    chance = random.Random(4)
    for _ in range(2000):
        one, other = (chance.choices("abcd", k=chance.randint(0, 12)) for _ in range(2))
        assert rouge._common_places(one, other) == table_way(one, other)


def test_fast_readings_equal_the_plain_ones():
    import re
    import unicodedata

    chance = random.Random(5)
    letters = "aB_ 9.,-'\n\tÉßİıΣσς日本🙂…\u00a0“”½²ⅧﬁǅK\u0301\u0327각\u1100\u1161क\u093c\ud800₿"
    for _ in range(5000):
        value = "".join(chance.choices(letters, k=chance.randint(0, 12)))
        assert _words.lowered(value) == value.lower()
        assert _words.plain_words(value) == re.findall(r"\w+", value)
        assert _words.compatible(value) == unicodedata.normalize("NFKC", value)


def test_texts_in_any_case_are_compared_as_the_lowered_ones():
    chance = random.Random(8)
    letters = "aAbB ßİıΣσςÉé.\u0307"
    for _ in range(5000):
        one, other = ("".join(chance.choices(letters, k=chance.randint(1, 6))) for _ in range(2))
        if chance.random() < 0.5:  # longer than the start that is compared first
            one, other = (side + "x" * chance.choice((97, 99, 100)) + chance.choice("yYzΣ") for side in (one, other))
        if chance.random() < 0.5:
            other = one[chance.randint(0, 3) :].swapcase() or "a"
        assert f.contains(one, reference=other)["contains"].value == (other.lower() in one.lower())
        assert f.equals(one, reference=other)["equals"].value == (other.lower() == one.lower())
    assert f.contains("ΑΣΑ", reference="ΑΣ")["contains"].value is ("ΑΣ".lower() in "ΑΣΑ".lower())


def test_stems_of_the_published_examples():
    published = {
        "caresses": "caress", "ponies": "poni", "ties": "tie", "cats": "cat", "feed": "feed", "agreed": "agre",
        "plastered": "plaster", "motoring": "motor", "sing": "sing", "conflated": "conflat", "troubled": "troubl",
        "sized": "size", "hopping": "hop", "falling": "fall", "hissing": "hiss", "failing": "fail", "filing": "file",
        "happy": "happi", "sky": "sky", "relational": "relat", "conditional": "condit", "rational": "ration",
        "digitizer": "digit", "vietnamization": "vietnam", "triplicate": "triplic", "hopeful": "hope",
        "goodness": "good", "revival": "reviv", "adjustable": "adjust", "adoption": "adopt", "controll": "control",
        "roll": "roll", "cease": "ceas", "dying": "die", "news": "news",
    }  # fmt: skip
    assert {word: _porter.stem(word) for word in published} == published


def test_stems_are_nltks():
    porter = pytest.importorskip("nltk.stem.porter").PorterStemmer()
    chance = random.Random(6)
    endings = "ational tional izer bli alli entli eli ousli ization fulli logi icate ful ness ement ion ies ied eed ing ed s e ll y"
    for _ in range(20_000):
        word = "".join(chance.choices("aeioubtslyvwxz", k=chance.randint(0, 6)))
        word += "".join(chance.choices(endings.split(), k=chance.randint(0, 3)))
        assert _porter.stem(word) == porter.stem(word)


def test_syllables_of_words_in_and_out_of_the_dictionary():
    count = _syllables.syllable_counter("en_US")
    assert [count(word) for word in ("cat", "university", "don't", "'tis", "queue")] == [1, 5, 1, 1, 1]
    # By hyphens: one more than there are points to hyphenate at.
    assert count("xqz") == 1
    positions = pytest.importorskip("pyphen").Pyphen(lang="en_US").positions
    for word in ("zorblaxian", "rejoicefulness", "frobnicate", "a", "", "öäü", "x" * 70, "hyphenationally" * 9):
        assert count(word) == 1 + len(positions(word))
    german = _syllables.syllable_counter("de_DE")
    positions = pytest.importorskip("pyphen").Pyphen(lang="de_DE").positions
    for word in ("silbentrennung", "straßenbahn", "donaudampfschifffahrt", "ab"):
        assert german(word) == 1 + len(positions(word))


LONG = 100_000
HOSTILE = {
    "one letter": "a" * LONG,
    "letters": "a " * (LONG // 2),
    "marks": "!" * LONG,
    "Dan": "mode " + "Dan " * (LONG // 4),
    "ignore": "ignore " * (LONG // 7),
    "disregard": "disregard " * 5_000 + "x" * 50_000,
    "emoji": "🙂" * LONG,
    "but good": "but good " * (LONG // 9),
    "digits": "1" * 50_000,
    "dots": "." * 50_000,
    "at": "@" * 50_000,
    "numbered": "(1.)" * (LONG // 4),
    "brackets": "[" * LONG,
    "closed brackets": "[" * LONG + "]" * LONG,
    "keys": '{"a":' * LONG,
    "integer": "9" * LONG,
    "NUL": "\0" * 1_000 + "a b",
    "surrogates": "\ud800 a \udfff b",
    "lines": "a\n" * (LONG // 2),
    "different lines": "\n".join(f"x a{number}" for number in range(15_000)),
    "y": "y" * LONG,
    "words": " ".join(f"w{number}" for number in range(LONG // 6)),
    "quotes": "'" * LONG,
    "sigma": "Σ" * LONG,
    "composed": "a\u0301" * (LONG // 2),
}
OF_TWO = [
    lambda a, b: f.rouge(a, reference=b),
    lambda a, b: f.rouge(a, reference=b, rouge_type="rougeL", use_stemmer=True),
    lambda a, b: f.rouge(a, reference=b, rouge_type="rougeLsum"),
    lambda a, b: f.bleu(a, reference=b),
    lambda a, b: f.gleu(a, reference=b),
    lambda a, b: f.chrf(a, reference=b),
    lambda a, b: f.meteor(a, reference=b),
    lambda a, b: f.js_divergence(a, reference=b),
    lambda a, b: f.kl_divergence(a, reference=b),
    lambda a, b: f.levenshtein_ratio(a, reference=b),
    lambda a, b: f.conversation_degeneration(
        [{"role": "assistant", "content": a}, {"role": "assistant", "content": b}]
    ),
    lambda a, b: f.knowledge_retention([{"role": "user", "content": a}, {"role": "assistant", "content": b}]),
]
OF_ONE = [f.readability, f.tone, f.prompt_injection, f.sentiment, f.is_json]


@pytest.fixture(scope="module", autouse=True)
def data_at_hand():
    f.readability("A cat.")
    f.sentiment("good")
    f.chrf("a" * 600, reference="b" * 600)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_takes_less_than_a_second(name):
    value = HOSTILE[name]
    near = f"{value[: len(value) // 2]} zz {value[len(value) // 2 :]}"
    for number, function in enumerate([*OF_TWO, *OF_ONE]):
        start = time.process_time()
        scores = function(value, near) if number < len(OF_TWO) else function(value)
        assert time.process_time() - start < 5, (number, name)
        assert scores[0].value is None or math.isfinite(scores[0].value)
    assert f.is_json(value)[0].value is (name in ("digits", "integer", "closed brackets"))
    assert f.prompt_injection(value)[0].value in (0.0, 0.5)


@pytest.mark.parametrize("value", [None, 5, 10**400, math.inf, math.nan, {"a"}, b"abc", object(), [], {}, ("a",)])
def test_any_value_scores_or_has_nothing_to_score(value):
    for function in OF_ONE:
        assert function(value)[0].comment
    for function in OF_TWO[:10]:
        assert function(value, "a b")[0].comment


@given(st.lists(st.sampled_from([*_injection_rules.GATES, " ", "x", "ı", "ü"]), max_size=12).map("".join))
def test_one_pass_finds_each_gate_of_a_prompt_injection(text):
    seen = injection._Seen(text)
    plain = text.replace("ı", "i")
    places = {gate: [at for at in range(len(plain)) if plain.startswith(gate, at)] for gate in _injection_rules.GATES}
    assert seen.gates == {gate: found for gate, found in places.items() if found}
