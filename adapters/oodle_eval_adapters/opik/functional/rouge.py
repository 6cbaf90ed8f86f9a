"""ROUGE: shared n-grams, or the longest common subsequence, of a text and its reference."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from oodle_eval.runtime import Scores
from oodle_eval.v1._declaration import check, share
from oodle_eval.v1._overlap import subsequence_length
from oodle_eval.v1._settings import SettingError
from oodle_eval.v1.util import declares
from oodle_eval_adapters.opik.functional._ngrams import common, lettered
from oodle_eval_adapters.opik.functional._optional import optional
from oodle_eval_adapters.opik.functional._porter import stem
from oodle_eval_adapters.opik.functional._reading import nothing, numeric_reading, references_of, text_of
from oodle_eval_adapters.opik.functional._words import lowered

__all__ = ["ROUGE_TYPES", "check_rouge_type", "rouge", "rouge_tokens"]

ROUGE_TYPES = ("rouge1", "rouge2", "rougeL", "rougeLsum")

Tokens = Sequence[Hashable]
Tokenize = Callable[[str], Tokens]

# Every byte but a digit or a small letter becomes a space.
_TO_SPACES = bytes(code if chr(code).isdigit() or chr(code).islower() else 32 for code in range(128)) + b" " * 128
# Shorter tokens are left as they are by the stemmer's caller.
_MIN_STEMMED = 4


@declares("rouge")
@check(reads=("reply", "reference"), scores=(share("rouge"),))
def rouge(
    ctx: Any,
    *,
    reference: Any = None,
    rouge_type: str = "rouge1",
    use_stemmer: bool = False,
    split_summaries: bool = False,
    tokenizer: Any = None,
    name: str = "rouge",
) -> Scores:
    """Score the overlap with a reference as rouge-score does: the F1 of one ROUGE variant.

    Args:
        ctx: The evaluation context (reads the reply), or the text to score.
        reference: The reference, or several, of which the best counts. None: the expected output.
        rouge_type: "rouge1", "rouge2", "rougeL", or "rougeLsum" (the subsequences of each sentence, joined).
        use_stemmer: Compare Porter stems; only without `tokenizer`.
        split_summaries: For rougeLsum, find the sentences with nltk instead of one a line.
        tokenizer: An object with `tokenize(text)`. None: runs of a-z and 0-9, in lower case.
        name: Name of the primary score.

    Returns:
        rouge (NUMERIC, 0 to 1); no value when the text or a reference is blank.

    Raises:
        ValueError: There is no reference, or `rouge_type` is not one of the four.

    Example:
        >>> round(rouge("the cat sat", reference="the cat sat down")["rouge"].value, 3)
        0.857

    Source: Lin, ROUGE: A Package for Automatic Evaluation of Summaries (2004).
    """
    check_rouge_type(rouge_type)
    output, references = text_of(ctx), references_of(ctx, reference, "rouge")
    if not output.strip():
        return nothing(name, "the text is empty, so there is nothing to compare")
    if not references or not all(map(str.strip, references)):
        return nothing(name, "a reference is empty, so there is nothing to compare with")
    tokenize = tokenizer.tokenize if tokenizer else _tokenize_for(use_stemmer)
    measure = _MEASURES[rouge_type]
    if rouge_type == "rougeLsum":
        value = max(_summary_f1(tokenize, text, output, split_summaries) for text in references)
    else:
        predicted = tokenize(output)
        value = max(measure(tokenize(text), predicted) for text in references)
    return numeric_reading(name, value, f"{rouge_type} F1 {value:.4f} against {len(references)} reference(s)")


def check_rouge_type(rouge_type: Any) -> None:
    """Refuse a variant that is not known.

    Raises:
        SettingError: It is not one of the four.
    """
    if rouge_type not in ROUGE_TYPES:
        raise SettingError(f"rouge_type must be one of {', '.join(ROUGE_TYPES)}, got {rouge_type!r}")


def rouge_tokens(text: str) -> list[bytes]:
    """Return a text's tokens: runs of a-z and 0-9 in lower case, all else being space between them."""
    return lowered(text).encode("ascii", "replace").translate(_TO_SPACES).split()


def _tokenize_for(use_stemmer: bool) -> Tokenize:
    return _stemmed_tokens if use_stemmer else rouge_tokens


def _stemmed_tokens(text: str) -> list[str]:
    stems: dict[bytes, str] = {}
    tokens = rouge_tokens(text)
    for token in set(tokens):
        word = token.decode()
        stems[token] = stem(word) if len(word) >= _MIN_STEMMED else word
    return list(map(stems.__getitem__, tokens))


def _f1(matches: int, predicted: int, wanted: int) -> float:
    precision, recall = matches / max(predicted, 1), matches / max(wanted, 1)
    return 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0


def _unigram_f1(wanted: Tokens, predicted: Tokens) -> float:
    return _f1(common(Counter(wanted), Counter(predicted)), len(predicted), len(wanted))


def _bigram_f1(wanted: Tokens, predicted: Tokens) -> float:
    pairs = (Counter(itertools.pairwise(side)) for side in (wanted, predicted))
    return _f1(common(*pairs), len(predicted) - 1, len(wanted) - 1)


def _subsequence_f1(wanted: Tokens, predicted: Tokens) -> float:
    return _f1(_lcs_length(wanted, predicted), len(predicted), len(wanted))


_MEASURES: dict[str, Callable[[Tokens, Tokens], float]] = {
    "rouge1": _unigram_f1,
    "rouge2": _bigram_f1,
    "rougeL": _subsequence_f1,
    "rougeLsum": _subsequence_f1,
}


def _lcs_length(one: Tokens, other: Tokens) -> int:
    if not one or not other:
        return 0
    return subsequence_length(*lettered(one, other))


def _summary_f1(tokenize: Tokenize, reference: str, output: str, split_summaries: bool) -> float:
    """Return the F1 of the union of each reference sentence's common subsequences with all sentences of the output."""
    wanted = [list(tokenize(part)) for part in _sentences(reference, split_summaries)]
    predicted = [list(tokenize(part)) for part in _sentences(output, split_summaries)]
    matches = _union_matches([part for part in wanted if part], [part for part in predicted if part])
    return _f1(matches, sum(map(len, predicted)), sum(map(len, wanted)))


def _sentences(text: str, split_summaries: bool) -> list[str]:
    if not split_summaries:
        return [line for line in text.split("\n") if line]
    nltk = optional("nltk")
    try:
        if nltk is not None:
            return [part for part in nltk.sent_tokenize(text) if part]
    except LookupError:
        pass
    raise SettingError(
        "rouge: split_summaries=True finds sentences with nltk and its punkt data, which are not installed: put each "
        "sentence on a line of its own and leave split_summaries out"
    )


def _union_matches(wanted: list[list[Hashable]], predicted: list[list[Hashable]]) -> int:
    if len(wanted) == 1 and len(predicted) == 1:
        # One subsequence alone holds no token more often than both texts do.
        return _lcs_length(wanted[0], predicted[0])
    left_wanted = Counter(token for part in wanted for token in part)
    left_predicted = Counter(token for part in predicted for token in part)
    candidates = _Candidates(predicted)
    unions: dict[tuple[Hashable, ...], list[Hashable]] = {}
    matches = 0
    for part in wanted:
        key = tuple(part)
        if key not in unions:
            unions[key] = candidates.union_with(part)
        for token in unions[key]:
            if left_wanted[token] > 0 and left_predicted[token] > 0:
                matches += 1
                left_wanted[token] -= 1
                left_predicted[token] -= 1
    return matches


class _Candidates:
    """The different sentences of an output, found by the tokens in them."""

    def __init__(self, sentences: list[list[Hashable]]) -> None:
        self.sentences = list(dict.fromkeys(map(tuple, sentences)))
        self.holding: dict[Hashable, list[int]] = {}
        for place, sentence in enumerate(self.sentences):
            for token in set(sentence):
                self.holding.setdefault(token, []).append(place)

    def union_with(self, wanted: list[Hashable]) -> list[Hashable]:
        """Return the tokens of a sentence that are in its common subsequence with any candidate."""
        reachable = {place for place, token in enumerate(wanted) if token in self.holding}
        found: set[int] = set()
        looked_at: set[int] = set()
        # The candidates with the rarest tokens come first: once every token is found, the rest can add nothing.
        for token in sorted({wanted[place] for place in reachable}, key=lambda token: len(self.holding[token])):
            for place in self.holding[token]:
                if len(found) == len(reachable):
                    break
                if place not in looked_at:
                    looked_at.add(place)
                    found.update(_common_places(wanted, self.sentences[place]))
        return [wanted[place] for place in sorted(found)]


def _common_places(wanted: Sequence[Hashable], candidate: Sequence[Hashable]) -> list[int]:
    """Return the places in `wanted` of the common subsequence that rouge-score reads out of its table.

    Several are equally long, and which one is taken changes the union. So the table's way back is walked as there: a
    step over `candidate` only where that keeps strictly more. Each row of the table is one integer whose bit j says
    that the length grows at token j of the candidate.
    """
    rows = _growth_rows(wanted, candidate)
    at, to = len(wanted), len(candidate)
    places: list[int] = []
    length = rows[at].bit_count()  # of the two prefixes that end at `at` and `to`
    while at > 0 and to > 0:
        if wanted[at - 1] == candidate[to - 1]:
            at, to = at - 1, to - 1
            places.append(at)
            length -= 1
            continue
        grows = rows[at] >> (to - 1) & 1
        above = (rows[at - 1] & ((1 << to) - 1)).bit_count()
        if length - grows > above:
            to -= 1
            length -= grows
        else:
            at -= 1
            length = above
    return places


def _growth_rows(wanted: Sequence[Hashable], candidate: Sequence[Hashable]) -> list[int]:
    """Return the rows of the table of common subsequence lengths, as bits (Hyyrö's bit-parallel recurrence)."""
    positions: dict[Hashable, int] = {}
    for place, token in enumerate(candidate):
        positions[token] = positions.get(token, 0) | 1 << place
    everywhere = (1 << len(candidate)) - 1
    still = everywhere  # bit j is 0 where the length grows at token j
    rows = [0]
    for token in wanted:
        matched = still & positions.get(token, 0)
        still = ((still + matched) | (still - matched)) & everywhere
        rows.append(still ^ everywhere)
    return rows
