"""METEOR: words aligned by form, by stem and, with a WordNet, by meaning."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from oodle_eval.runtime import Scores
from oodle_eval.v1._declaration import check, share
from oodle_eval.v1.util import declares
from oodle_eval_adapters.opik.functional._optional import optional
from oodle_eval_adapters.opik.functional._porter import stem
from oodle_eval_adapters.opik.functional._reading import Reading, nothing, numeric_reading, references_of, text_of
from oodle_eval_adapters.opik.functional._words import lowered

__all__ = ["find_wordnet", "meteor"]

MeteorFunction = Callable[[Sequence[str], str], float]
Word = tuple[int, str]
Pair = tuple[int, int]


@declares("meteor")
@check(reads=("reply", "reference"), scores=(share("meteor"),))
def meteor(
    ctx: Any,
    *,
    reference: Any = None,
    alpha: Any = 0.9,
    beta: Any = 3.0,
    gamma: Any = 0.5,
    wordnet: Any = None,
    meteor_fn: Any = None,
    name: str = "meteor",
) -> Scores:
    """Score how well a text's words align with a reference's, as nltk's METEOR does.

    Words are split at white space, in lower case. They are paired by form, then by Porter stem, then by the synonyms of
    a WordNet. Without one the third stage is left out, and the comment and the details say so.

    Args:
        ctx: The evaluation context (reads the reply), or the text to score.
        reference: The reference, or several, of which the best counts. None: the expected output.
        alpha: How much recall weighs, 0 to 1.
        beta: How steeply the penalty grows with the number of separate stretches.
        gamma: The largest penalty.
        wordnet: An object with nltk's `synsets(word)`, such as `nltk.corpus.wordnet`. None: no synonyms.
        meteor_fn: A function of the references and the text that scores instead.
        name: Name of the primary score.

    Returns:
        meteor (NUMERIC, 0 to 1); no value when the text or a reference is blank.

    Raises:
        ValueError: There is no reference.

    Example:
        >>> meteor("the cat sat", reference="the cats sat")["meteor"].comment
        'METEOR 0.9815 against 1 reference(s), by exact words and stems (there is no WordNet for synonyms)'

    Source: Banerjee and Lavie, METEOR (2005); Lavie and Agarwal (2007).
    """
    output, references = text_of(ctx), references_of(ctx, reference, "meteor")
    if not output.strip():
        return nothing(name, "the text is empty, so there is nothing to compare")
    if not references or not all(map(str.strip, references)):
        return nothing(name, "a reference is empty, so there is nothing to compare with")
    if meteor_fn is not None:
        value = float(meteor_fn(references, output))
        return numeric_reading(name, value, f"METEOR {value:.4f} by the function given")
    words = lowered(output).split()
    try:
        value = max(_meteor(words, text, wordnet, (alpha, beta, gamma)) for text in references)
    except LookupError as error:
        return nothing(name, f"the WordNet's data are not complete: {str(error).strip()[:200]}")
    comment = f"METEOR {value:.4f} against {len(references)} reference(s)"
    if wordnet is not None:
        return numeric_reading(name, value, comment)
    return _without_synonyms(name, value, comment)


def _without_synonyms(name: str, value: float, comment: str) -> Reading:
    comment += ", by exact words and stems (there is no WordNet for synonyms)"
    return numeric_reading(name, value, comment, {"stages": ["exact", "stem"]})


def find_wordnet() -> Any:
    """Return nltk's WordNet when nltk and its data are installed, else None. Nothing is downloaded."""
    corpus = optional("nltk.corpus")
    if corpus is None:
        return None
    try:
        load = getattr(corpus.wordnet, "ensure_loaded", None)
        if load is not None:
            load()
    except LookupError:
        return None
    return corpus.wordnet


def _meteor(words: list[str], reference: str, wordnet: Any, weights: tuple[float, float, float]) -> float:
    wanted = lowered(reference).split()
    pairs = _aligned(words, wanted, wordnet)
    if not pairs:
        return 0.0
    alpha, beta, gamma = weights
    precision, recall = len(pairs) / len(words), len(pairs) / len(wanted)
    try:
        mean = precision * recall / (alpha * precision + (1 - alpha) * recall)
        penalty = gamma * (_stretches(pairs) / len(pairs)) ** beta
    except ZeroDivisionError:
        return 0.0
    return float((1 - penalty) * mean)


def _aligned(words: list[str], wanted: list[str], wordnet: Any) -> list[Pair]:
    """Return the pairs of places, in the order of the text's words."""
    own, others = list(enumerate(words)), list(enumerate(wanted))
    exact, own, others = _paired_alike(own, others)
    # What is left goes on as stems, and so does the search for synonyms: nltk has it so.
    by_stem, own, others = _paired_alike(_stems(own), _stems(others))
    by_meaning = [] if wordnet is None else _paired_by(_Synonyms(wordnet).of, own, others)
    return sorted(exact + by_stem + by_meaning)


def _stems(words: list[Word]) -> list[Word]:
    known = {word: stem(word) for word in {word for _, word in words}}
    return [(place, known[word]) for place, word in words]


class _Synonyms:
    """The one-word synonyms of words, each looked up once."""

    def __init__(self, wordnet: Any) -> None:
        self.wordnet = wordnet
        self.known: dict[str, set[str]] = {}

    def of(self, word: str) -> set[str]:
        """Return a word and its synonyms."""
        if word not in self.known:
            lemmas = (lemma.name() for synset in self.wordnet.synsets(word) for lemma in synset.lemmas())
            self.known[word] = {word, *(lemma for lemma in lemmas if "_" not in lemma)}
        return self.known[word]


def _paired_alike(own: list[Word], others: list[Word]) -> tuple[list[Pair], list[Word], list[Word]]:
    """Pair words from the end, each with the last one still free that is the same.

    Returns:
        The pairs, and the words of either side that are left.
    """
    free = _places(others)
    pairs: list[Pair] = []
    left: list[Word] = []
    for word in reversed(own):
        same = free.get(word[1])
        if same:
            pairs.append((word[0], others[same.pop()][0]))
        else:
            left.append(word)
    return pairs, left[::-1], [others[at] for at in sorted(itertools.chain.from_iterable(free.values()))]


def _paired_by(forms: Callable[[str], set[str]], own: list[Word], others: list[Word]) -> list[Pair]:
    """Pair words from the end, each with the last one still free that is one of its forms."""
    free = _places(others)
    pairs: list[Pair] = []
    for place, word in reversed(own):
        ends = [free[form] for form in forms(word) if free.get(form)]
        if ends:
            at = max(ends, key=lambda places: places[-1]).pop()
            pairs.append((place, others[at][0]))
    return pairs


def _places(words: list[Word]) -> dict[str, list[int]]:
    """Return where each word is among the words."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for at, (_, word) in enumerate(words):
        places[word].append(at)
    return places


def _stretches(pairs: list[Pair]) -> int:
    """Return how many stretches of neighbours on both sides the pairs make."""
    together = sum([behind[0] == at + 1 and behind[1] == to + 1 for (at, to), behind in itertools.pairwise(pairs)])
    return len(pairs) - together
