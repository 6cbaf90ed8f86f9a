"""How positive or negative a text sounds, by a graded word list.

Each word of the list counts with its grade, changed by what stands before it in its clause: a negation turns and damps
it, an adverb of degree strengthens or weakens it. What follows "but" outweighs what came before it. The sum is brought
between -1 and 1 as x / sqrt(x^2 + 15), which is VADER's formula (Hutto and Gilbert, 2014), as are the damping of a
negation and the weights of "but".
"""

from __future__ import annotations

import functools
import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from itertools import chain, compress
from typing import NamedTuple

__all__ = ["Sentiment", "extra_words", "sentiment_of"]

NORMALIZER = 15
NEGATION = -0.74
BEFORE_BUT, AFTER_BUT = 0.5, 1.5
CAPITALS = 0.7
EXCLAMATION, MOST_EXCLAMATIONS = 0.29, 4
EXTRA_GRADE = 2.0
STRONG_DEGREE = 0.3
# What might be ("would be nice") counts for so much.
UNREAL = 0.4
# What one is sorry for ("sorry for the trouble") counts for so much.
SORRY_FOR = 0.3
# "can't praise it enough" is no negation: "enough" may follow within so many words.
ENOUGH_REACH = 6
# A degree or a negation reaches so many words ahead, and the degree less with each.
REACH = 4
FADING = (1.0, 0.95, 0.9, 0.85)
# So many different words are named at most.
MOST_NAMED = 5


# By anchor: (its place, words, grade).
_Phrases = Mapping[str, tuple[tuple[int, list[str], float], ...]]


class Sentiment(NamedTuple):
    """The sentiment from -1 to 1, and the words that weigh most for and against."""

    compound: float
    positive: tuple[str, ...]
    negative: tuple[str, ...]


class _WordSets(NamedTuple):
    """The words of the list by what they do. What of them is in a text is found by one operation on sets."""

    known: frozenset[str]  # all of them, and every word of a phrase
    graded: frozenset[str]
    unsure: frozenset[str]  # those of the graded words whose grade depends on their neighbours
    anchors: Mapping[str, tuple[frozenset[str], ...]]  # with the words of each of its phrases
    modifiers: frozenset[str]  # without one of these before it a word's grade does not change
    changing: frozenset[str]  # what stands before a word and changes its grade, or keeps others from it

    @classmethod
    def of(
        cls, grades: Mapping[str, float], phrases: _Phrases, degrees: Collection[str], others: Collection[str]
    ) -> _WordSets:
        unsure = {word for word in grades if word in _UNSURE or word in degrees or word.endswith("ly")}
        modifiers = frozenset(chain(degrees, others, unsure, _DENIED, _UNREAL))
        anchors = {anchor: tuple(frozenset(words) for _, words, _ in found) for anchor, found in phrases.items()}
        known = modifiers.union(grades, _MARKS, *chain(*anchors.values()))
        changing = modifiers.union(_DENIALS, _BEING, _STOPS)
        return cls(known, frozenset(grades), frozenset(unsure), anchors, modifiers, changing)


class _Lexicon(NamedTuple):
    grades: Mapping[str, float]
    phrases: _Phrases
    degrees: Mapping[str, float]
    negators: frozenset[str]
    likers: frozenset[str]
    apologies: frozenset[str]
    signs: Mapping[str, float]  # emoticons and emoji
    sets: _WordSets


# Two tokens of punctuation: the end of a sentence, and of a clause. No word holds a control character.
END, CLAUSE = "\x01", "\x02"
_BUTS = frozenset(("but", "however"))
_MARKS = _BUTS | {END}
_STOPS = _MARKS | {CLAUSE}
_BEING = frozenset(("be", "been"))
_UNREAL = frozenset(("would", "could", "should", "might", "i'd", "it'd", "that'd"))
_CANNOT = frozenset(("can't", "cannot", "cant", "couldn't", "not"))
_NOT_AFTER_A = frozenset(("few", "little"))
# Two words that deny what follows them.
_DENIALS = {
    "of": ("free",),
    "from": ("far", "free"),
    "but": ("anything",),
    "to": ("failed", "fails", "fail", "failing"),
}
_DENIED = frozenset(chain(*_DENIALS.values()))


def _graded(groups: Mapping[float, str], separator: str | None = None) -> dict[str, float]:
    return {" ".join(word.split()): grade for grade, words in groups.items() for word in words.split(separator)}


@functools.cache
def _lexicon() -> _Lexicon:
    from oodle_eval.v1._lexicons import sentiment as data  # noqa: PLC0415 - loaded when first needed

    listed = _inflected(data)
    degrees = _graded(data.DEGREES)
    grades = {word: grade for word, grade in listed.items() if "-" not in word and not _is_degree(word, degrees)}
    # The text is split at hyphens, so a word with one is a phrase.
    hyphened = {word.replace("-", " "): grade for word, grade in listed.items() if "-" in word}
    phrases = _anchored(hyphened | _graded(data.PHRASES, "|"))
    negators, apologies = frozenset(data.NEGATORS.split()), frozenset(data.APOLOGIES.split())
    return _Lexicon(
        grades,
        phrases,
        degrees,
        negators,
        frozenset(data.LIKERS.split()),
        apologies,
        _graded(data.EMOTICONS) | _graded(data.EMOJI),
        _WordSets.of(grades, phrases, degrees, negators | apologies),
    )


def _is_degree(word: str, degrees: Mapping[str, float]) -> bool:
    """Return whether a word made by rule is an adverb of degree: "terribly", "remarkably"."""
    return word in degrees and word.endswith("ly")


def _inflected(data: object) -> dict[str, float]:
    """Return every form of every word with its grade. What is listed beats what is made by rule."""
    grades: dict[str, float] = {}
    rules = (("VERBS", _verb_forms), ("NOUNS", _noun_forms), ("ADJECTIVES", _adjective_forms))
    for name, forms in rules:
        for word, grade in _graded(getattr(data, name)).items():
            for form in forms(word):
                grades.setdefault(form, grade)
    for word in data.NOT_FORMS.split():  # type: ignore[attr-defined]
        grades.pop(word, None)
    for name in ("NOUNS", "VERBS", "ADJECTIVES", "PLAIN"):
        grades.update(_graded(getattr(data, name)))
    return grades


_VOWELS = frozenset("aeiou")


def _plural(word: str) -> str:
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return f"{word}es"
    if word.endswith("y") and word[-2] not in _VOWELS:
        return f"{word[:-1]}ies"
    return f"{word}s"


def _stem(word: str) -> str:
    """Return a word as -ed and -ing are put to it: without a silent e, with its last letter doubled after one vowel."""
    if word.endswith("e") and not word.endswith(("ee", "oe", "ye")):
        return word[:-1]
    short = len(word) > 2 and word[-1] not in "aeiouwxyh" and word[-2] in _VOWELS and word[-3] not in _VOWELS
    one_vowel = sum(letter in _VOWELS for letter in word) == 1
    return word + word[-1] if short and one_vowel else word


def _verb_forms(word: str) -> list[str]:
    stem = _stem(word)
    past = f"{word[:-1]}ied" if word.endswith("y") and word[-2] not in _VOWELS else f"{stem}ed"
    ing = f"{word[:-2]}ying" if word.endswith("ie") else f"{stem}ing"
    return [word, _plural(word), past, ing]


def _noun_forms(word: str) -> list[str]:
    return [word, _plural(word)]


def _adjective_forms(word: str) -> list[str]:
    if word.endswith("y") and len(word) > 3:
        stem = word[:-1]
        return [word, f"{stem}ily", f"{stem}ier", f"{stem}iest", f"{stem}iness"]
    if word.endswith("le") and word[-3] not in _VOWELS:
        adverb = f"{word[:-1]}y"
    else:
        adverb = f"{word}ally" if word.endswith("ic") else f"{word}ly"
    forms = [word, adverb, f"{word}ness"]
    if len(word) < 7 and not word.endswith(("ed", "ing", "ful", "ic")):
        stem = _stem(word)
        forms += [f"{stem}er", f"{stem}est"]
    return forms


_FREQUENT = frozenset(
    """
    a about all an and any are as at be been but by can case class code could do first for from get had has have here
    how i if in is it its itself just key like my name no not note of on one only or out own same see should so some
    than that the them then there these they this time to up use used was way we well what when which who will with
    without would you your called built defined must numbers
    """.split()
)


def _anchored(phrases: Mapping[str, float]) -> _Phrases:
    """Return the phrases by their longest word that is seldom met outside them; long phrases first."""
    anchored: dict[str, list[tuple[int, list[str], float]]] = {}
    for phrase, grade in phrases.items():
        words = phrase.split()
        at = max(range(len(words)), key=lambda place: (words[place] not in _FREQUENT, len(words[place])))
        anchored.setdefault(words[at], []).append((at, words, grade))
    return {anchor: tuple(sorted(found, key=lambda one: -len(one[1]))) for anchor, found in anchored.items()}


def extra_words(positive: Iterable[str], negative: Iterable[str]) -> dict[tuple[str, ...], float]:
    """Return a caller's own words by their tokens; in both lists, the negative one counts."""
    extra: dict[tuple[str, ...], float] = {}
    for words, grade in ((positive, EXTRA_GRADE), (negative, -EXTRA_GRADE)):
        for word in words:
            tokens = tuple(_tokens_of_any(word))
            if tokens:
                extra[tokens] = grade
    return extra


def _byte_of_token(byte: int) -> int:
    """Return what a byte of UTF-8 text becomes: a small letter, or a mark; an apostrophe stays in its word."""
    char = chr(byte)
    if byte > 127 or byte in END.encode() + CLAUSE.encode() or char == "'" or char.isalnum():
        return ord(char.lower()) if byte < 128 else byte
    if char in ".!?":
        return ord(END)
    return ord(CLAUSE) if char in ",;:()" else ord(" ")


_separated = bytes(map(_byte_of_token, range(256)))
# The same for a list that is all ASCII: what is beyond it can only be a letter of no word of the list.
_separated_ascii = bytes(byte if byte < 128 else ord("~") for byte in _separated)
_signs = {"’": "'", "‘": " ", "“": " ", "”": " ", "\u00a0": " ", "—": CLAUSE, "–": CLAUSE, "，": CLAUSE}
_signs |= {"é": "e", "…": END, "！": END, "？": END, "。": END}
# Each is searched for by its first byte, which is rare: a hyphen that is a dash, and an apostrophe that is a quotation mark.
_dash = re.compile(rb"-(?:-|(?<= -) (?:- )?)")
_quotation_mark = re.compile(rb"'(?:(?<= ')|(?= ))")


def _tokens(text: str, encoded: bytes, beyond: Iterable[str], table: bytes) -> list[str]:
    """Return the words of a text, ASCII in lower case, with the marks that end sentences and clauses.

    Args:
        text: The text.
        encoded: The same in UTF-8.
        beyond: The different characters in it that are not ASCII.
        table: What each byte becomes.
    """
    signs = [sign for sign in beyond if sign in _signs]
    if signs:
        # One sign for one is fast in text; all else is several times as fast in bytes.
        for sign in signs:
            text = text.replace(sign, _signs[sign])
        encoded = _encoded(text)
    encoded = _dash.sub(b"\x02", encoded).translate(table).replace(b"\x01", b" \x01 ").replace(b"\x02", b" \x02 ")
    if b"'" in encoded:
        encoded = _quotation_mark.sub(b"", b" %b " % encoded)
    drawn_out = _drawn_out(encoded)
    plain_text = encoded.decode("utf-8", "surrogatepass")
    return (_shortened(plain_text, drawn_out) if drawn_out else plain_text).split()


# A vowel three times or more is drawn out: "soooo".
_bits = {vowel: 1 << place for place, vowel in enumerate("aeiou")}
_bit_of_vowel = bytes(_bits.get(chr(byte), 0) for byte in range(256))


def _drawn_out(encoded: bytes) -> list[str]:
    """Return the vowels that stand three times in a row, by operations on a long integer with one bit a vowel."""
    bits = int.from_bytes(encoded.translate(_bit_of_vowel), "little")
    bits &= (bits >> 8) & (bits >> 16)
    runs = bits.to_bytes(len(encoded), "little") if bits else b""
    return [vowel for vowel, bit in _bits.items() if bit in runs]


def _tokens_of_any(text: str) -> list[str]:
    """Return what `_tokens` does for words that are not ASCII too."""
    lower = text.lower()
    encoded = _encoded(lower)
    return _tokens(lower, encoded, _beyond_ascii(encoded), _separated)


def sentiment_of(text: str, extra: Mapping[tuple[str, ...], float] | None = None) -> Sentiment:
    """Return how positive or negative a text sounds.

    Args:
        text: The text.
        extra: A caller's own words, from `extra_words`.
    """
    lexicon = _with_extra(_lexicon(), extra) if extra else _lexicon()
    if "&" in text:
        text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    # The list is ASCII, and reading ASCII alone is faster; a caller's words may be more.
    encoded = _encoded(text)
    beyond = _beyond_ascii(encoded)
    tokens = _tokens_of_any(text) if extra else _tokens(text, encoded, beyond, _separated_ascii)
    found: dict[str, float] = {}
    total = _sum_of_words(found, tokens, lexicon, encoded)
    for sign, grade in _signs_of(text, beyond, lexicon):
        found[sign] = grade
        total += grade
    if total:
        total += math.copysign(min(text.count("!"), MOST_EXCLAMATIONS) * EXCLAMATION, total)
    return Sentiment(round(total / math.sqrt(total * total + NORMALIZER), 4), *_strongest(found))


def _strongest(found: Mapping[str, float]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words that weigh most for and against."""
    ranked = sorted(found, key=lambda word: -abs(found[word]))
    positive = [word for word in ranked if found[word] > 0]
    negative = [word for word in ranked if found[word] < 0]
    return tuple(positive[:MOST_NAMED]), tuple(negative[:MOST_NAMED])


class _Counted(NamedTuple):
    """A word that was counted, and what stood before it was: a phrase that begins with it counts in its place."""

    at: int
    name: str
    grade_before: float | None
    sentence_before: float


def _taken_back(found: dict[str, float], last: _Counted) -> float:
    """Take the word that was counted last out again; return the sum of its sentence without it."""
    if last.grade_before is None:
        del found[last.name]
    else:
        found[last.name] = last.grade_before
    return last.sentence_before


class _Present(NamedTuple):
    """What of the word list is in a text."""

    plain: frozenset[str] = frozenset()  # graded words that always count by themselves
    events: frozenset[str] = frozenset()  # every token to look at: graded, an anchor, "but", an end of a sentence
    modifiers: frozenset[str] = frozenset()


def _present(tokens: list[str], sets: _WordSets) -> _Present:
    known = sets.known.intersection(tokens)
    graded = known & sets.graded
    anchors = {word for word in known if word in sets.anchors and any(map(known.issuperset, sets.anchors[word]))}
    if not graded and not anchors:
        return _Present()
    return _Present(graded - sets.unsure - anchors, graded.union(anchors, known & _MARKS), known & sets.modifiers)


def _sum_of_words(found: dict[str, float], tokens: list[str], lexicon: _Lexicon, encoded: bytes) -> float:
    """Return the sum of the grades of a text's words, sentence by sentence, and note each in `found`."""
    present = _present(tokens, lexicon.sets)
    if not present.events:
        return 0.0
    capitals = _capitals(encoded)
    total = sentence = 0.0
    weight = 1.0
    done = -1  # the last token that was read
    counted: list[_Counted] = []  # in this sentence
    for at in compress(range(len(tokens)), map(present.events.__contains__, tokens)):
        word = tokens[at]
        if word in _MARKS:
            if word == END:
                total += sentence
                sentence, weight = 0.0, 1.0
            else:
                # What came before it in the sentence counts less, what follows more.
                sentence *= BEFORE_BUT
                weight = AFTER_BUT
            counted.clear()
        elif at > done:
            alone = word in present.plain
            first, done, grade = (at, at, lexicon.grades[word]) if alone else _graded_at(tokens, at, lexicon)
            while counted and counted[-1].at >= first:
                sentence = _taken_back(found, counted.pop())
            if grade:
                if word in capitals:
                    grade += math.copysign(CAPITALS, grade)
                if _is_modified(tokens, first, present.modifiers):
                    grade = _in_context(tokens, first, done, grade, lexicon)
                name = word if first == done else " ".join(tokens[first : done + 1])
                counted.append(_Counted(at, name, found.get(name), sentence))
                sentence += grade * weight
                found[name] = found.get(name, 0.0) + grade
    return total + sentence


def _is_modified(tokens: list[str], first: int, modifiers: frozenset[str]) -> bool:
    """Return whether one of the words that can change a grade stands before a word."""
    # The two words before the reach are those of "failed to", "would have been".
    return not modifiers.isdisjoint(tokens[max(0, first - REACH - 2) : first])


def _graded_at(tokens: list[str], at: int, lexicon: _Lexicon) -> tuple[int, int, float]:
    """Return the phrase or word at a token as (its first token, its last, its grade); grade 0 when it does not count."""
    word = tokens[at]
    if word in lexicon.phrases:
        for place, words, grade in lexicon.phrases[word]:
            first = at - place
            if first >= 0 and tokens[first : first + len(words)] == words:
                return first, first + len(words) - 1, grade
    grade = lexicon.grades.get(word, 0.0)
    if grade and word in _UNSURE and not _is_meant(word, tokens, at, lexicon):
        grade = 0.0
    elif grade and (word.endswith("ly") or word in lexicon.degrees) and _next_is_graded(tokens, at, lexicon):
        grade = 0.0  # "beautifully bad": a degree, see `_in_context`
    return at, at, grade


def _next_is_graded(tokens: list[str], at: int, lexicon: _Lexicon) -> bool:
    return at + 1 < len(tokens) and tokens[at + 1] in lexicon.grades


# Words that carry a feeling in some places only.
_UNSURE = frozenset(("like", "well", "kind", "pretty"))


def _is_meant(word: str, tokens: list[str], at: int, lexicon: _Lexicon) -> bool:
    """Return whether a word that may be grammar alone is meant in its full sense."""
    before = tokens[at - 1] if at else END
    after = tokens[at + 1] if at + 1 < len(tokens) else END
    if word == "like":
        return before in lexicon.likers
    if word == "well":
        return before != "as" and after != "as" and (before not in (END, CLAUSE) or after not in (END, CLAUSE))
    if word == "kind":
        return after != "of" and before not in ("what", "this", "that", "some", "any", "which", "one")
    return after in (END, CLAUSE, "and") or after not in lexicon.grades


def _changing_before(tokens: list[str], first: int, changing: frozenset[str]) -> list[int]:
    """Return the places of the words before a word that may change its grade, the nearest first."""
    return [at for at in range(first - 1, max(0, first - REACH) - 1, -1) if tokens[at] in changing]


def _in_context(tokens: list[str], first: int, last: int, grade: float, lexicon: _Lexicon) -> float:
    """Return a grade as the degrees and negations before it in its clause change it."""
    if first and tokens[first - 1] in _BEFORE_UTMOST and _is_utmost(tokens, first):
        return grade
    sign = math.copysign(1.0, grade)
    factor = 1.0
    for at in _changing_before(tokens, first, lexicon.sets.changing):
        word = tokens[at]
        if word in _DENIALS and at and tokens[at - 1] in _DENIALS[word]:
            factor = NEGATION
            continue
        if word in _STOPS:
            break
        degree = lexicon.degrees.get(word)
        if degree is None and at == first - 1 and word.endswith("ly") and word in lexicon.grades:
            degree = STRONG_DEGREE
        if degree:
            grade += sign * degree * FADING[first - at - 1]
        elif word in lexicon.negators and not (word in _NOT_AFTER_A and at and tokens[at - 1] == "a"):
            factor = 1.0 if word in _CANNOT and "enough" in tokens[last + 1 : last + 1 + ENOUGH_REACH] else NEGATION
        elif word in lexicon.apologies and grade < 0:
            factor *= SORRY_FOR
        elif word in _BEING and any(before in _UNREAL for before in tokens[max(0, at - 2) : at]):
            factor *= UNREAL
    return grade * factor


_BEFORE_UTMOST = ("be", "more")
_UTMOST = ("couldn't be", "could not be", "can't be", "cannot be")


def _is_utmost(tokens: list[str], first: int) -> bool:
    """Return whether a word is a comparative of what can't be more: "couldn't be happier", "could not be more pleased"."""
    before = tokens[first - 1]
    said = " ".join(tokens[max(0, first - 4) : first])
    return said.endswith(tuple(f"{be} more" for be in _UTMOST) if before == "more" else _UTMOST) and (
        before == "more" or tokens[first].endswith("er") or tokens[first] == "worse"
    )


def _with_extra(lexicon: _Lexicon, extra: Mapping[tuple[str, ...], float]) -> _Lexicon:
    """Return the word list with a caller's own words."""
    single = {words[0]: grade for words, grade in extra.items() if len(words) == 1}
    longer = _anchored({" ".join(words): grade for words, grade in extra.items() if len(words) > 1})
    phrases = {anchor: found for anchor, found in lexicon.phrases.items() if anchor not in single}
    phrases |= {anchor: (*found, *lexicon.phrases.get(anchor, ())) for anchor, found in longer.items()}
    grades = {**lexicon.grades, **single}
    sets = _WordSets.of(grades, phrases, lexicon.degrees, lexicon.negators | lexicon.apologies)
    return lexicon._replace(grades=grades, phrases=phrases, sets=sets)


_run = re.compile(r"([a-z])\1{2,}")
_rest = re.compile(r"[a-z]*")
_LONGEST = 40


def _shortened(lower: str, drawn_out: Iterable[str]) -> str:
    """Return a text with words whose letters are drawn out written as the word list has them."""
    for vowel in drawn_out:
        lower = _without_run(lower, vowel * 3)
    return lower


def _without_run(lower: str, run: str) -> str:
    lexicon = _lexicon()
    kept: list[str] = []
    done, at = 0, lower.find(run)
    while at >= 0:
        start = at
        while start > done and at - start < _LONGEST and lower[start - 1].isalpha():
            start -= 1
        found = _rest.match(lower, at)
        end = max(found.end() if found else at, at + len(run))
        word = lower[start:end]
        kept += [lower[done:start], _undrawn(word, lexicon) if len(word) <= _LONGEST else word]
        done, at = end, lower.find(run, end)
    return "".join([*kept, lower[done:]])


def _undrawn(word: str, lexicon: _Lexicon) -> str:
    """Return the word of the list that a drawn-out word stands for, else the word itself."""
    if word in lexicon.grades:
        return word
    forms = (_run.sub(r"\1\1", word), _run.sub(r"\1", word))
    return next((form for form in forms if form in lexicon.grades or form in lexicon.degrees), word)


# Small letters and digits go, other signs become spaces: what is left in runs are capitals.
_small = bytes(range(ord("a"), ord("z") + 1)) + b"'0123456789"
_spaced = bytes(byte if chr(byte).isupper() and byte < 128 else ord(" ") for byte in range(256))


def _capitals(encoded: bytes) -> frozenset[str]:
    """Return the words in capitals, in lower case; none when all of the text is."""
    runs = encoded.translate(_spaced, _small).lower().split()
    found = frozenset(run.decode() for run in runs if len(run) > 1)
    return found if found and not encoded.decode("utf-8", "surrogatepass").isupper() else frozenset()


# An emoticon, found by a sign of it that is rare in prose, which is what makes this one pass fast. A mouth that is a
# letter counts only apart from a word, not in "http://", and a mouth before eyes only behind a space, not in "(as here):".
# Where the rare sign stands second, what is found lacks the first: see `_WHOLE`.
_emoticon = re.compile(
    r"""
    [:;=<>^\\_D()\[\]](?:
        (?<=[:;=])[-o'^]?[)(\]\[|*@}]{1,8}(?!\w)
      | (?<=[:;=])(?<![\w)\]].)[-']?[DPpSsO3/\\c](?![\w/\\])
      | (?<=[()\[\]])[-']?[:;=](?![\w:;=])
      | (?<=<)/?3(?!\d)
      | (?<=>)(?::-?[(|]|[_.]<)
      | (?<=\^)[_.]?\^
      | (?<=\\)o/
      | (?<=[-TnoO.]_)[-TnoO.](?!\w)
      | (?<=[xX]D)(?<!\w.D)(?!\w)
    )
    """,
    re.VERBOSE,
)
_WHOLE = {"_-": "-_-", "_T": "T_T", "_n": "n_n", "_O": "o_O", "_o": "o_O", "_.": "._.", "D": "xD"}
MOST_OF_ONE_SIGN = 3


def _signs_of(text: str, beyond: Iterable[str], lexicon: _Lexicon) -> list[tuple[str, float]]:
    """Return the emoticons and emoji of a text, each with its grade, a repeated one up to three times."""
    counts = _emoticons_of(text) if _may_hold_emoticon(text) else {}
    for sign in filter(lexicon.signs.__contains__, beyond):
        counts[sign] = text.count(sign)
    return [
        (sign, lexicon.signs[sign] * min(count, MOST_OF_ONE_SIGN))
        for sign, count in counts.items()
        if sign in lexicon.signs
    ]


def _emoticons_of(text: str) -> dict[str, int]:
    """Return how often each emoticon is in a text."""
    counts: Counter[str] = Counter()
    for found in _emoticon.finditer(text):
        sign = found.group()
        if sign[0] not in _MOUTHS or _stands_apart(text, found.start()):
            counts[_WHOLE.get(sign, sign)] += 1
    return counts


# The rare sign of an emoticon, with what may follow it there; at the end of a text nothing does.
_EYES = ":;="
_FOLLOWERS = dict.fromkeys(_EYES, "-o'^)(][|*@}DPpSsO3/\\c") | {
    "<": "/3",
    ">": ":_.",
    "^": "_.^",
    "\\": "o",
}
# Names in code are full of this sign.
_underscore = re.compile(r"_(?<=[-TnoO.]_)[-TnoO.]")


def _may_hold_emoticon(text: str) -> bool:
    """Return whether a look at each rare sign finds an emoticon; that is several times as fast as a search for one."""
    for sign, followers in _FOLLOWERS.items():
        at = text.find(sign)
        while at >= 0:
            if text[at + 1 : at + 2] in followers and _emoticon.match(text, at):
                return True
            if text[at - 1 : at] in _BEFORE_EYES and sign in _EYES and _is_behind_mouth(text, at):
                return True
            at = text.find(sign, at + 1)
    return ("_" in text and _underscore.search(text) is not None) or ("D" in text and ("xD" in text or "XD" in text))


_MOUTHS = frozenset("()[]")
_BEFORE_EYES = _MOUTHS | {"-", "'"}


def _is_behind_mouth(text: str, at: int) -> bool:
    """Return whether eyes may be those of "(:" or "(-:"."""
    at -= 1 + (text[at - 1 : at] in ("-", "'"))
    return text[at : at + 1] in _MOUTHS and _stands_apart(text, at)


def _stands_apart(text: str, at: int) -> bool:
    return at == 0 or text[at - 1].isspace()


_ascii = bytes(range(128))


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _beyond_ascii(encoded: bytes) -> Collection[str]:
    """Return the different characters of a text that are not ASCII, in their order."""
    if encoded.isascii():
        return ()
    return dict.fromkeys(encoded.translate(None, _ascii).decode("utf-8", "surrogatepass"))
