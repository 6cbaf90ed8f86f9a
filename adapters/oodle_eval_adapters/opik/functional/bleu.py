"""BLEU of a text or of a corpus, and GLEU."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from oodle_eval.runtime import Scores
from oodle_eval.v1._declaration import check, share
from oodle_eval.v1._settings import SettingError
from oodle_eval.v1.util import declares
from oodle_eval_adapters.opik.functional._ngrams import clipped_matches, counts, lettered, totals
from oodle_eval_adapters.opik.functional._reading import (
    check_whole,
    nothing,
    numeric_reading,
    output_of,
    reference_of,
    references_of,
    text_of,
)
from oodle_eval_adapters.opik.functional._words import lowered

__all__ = ["bleu", "check_gleu_lengths", "corpus_bleu", "gleu", "order_weights"]

GleuFunction = Callable[[list[list[str]], list[str]], float]


@declares("bleu")
@check(reads=("reply", "reference"), scores=(share("bleu"),))
def bleu(
    ctx: Any,
    *,
    reference: Any = None,
    n_grams: Any = 4,
    smoothing_method: str = "method1",
    weights: Any = None,
    name: str = "bleu",
) -> Scores:
    """Score the n-gram precision against a reference with a brevity penalty, as nltk's sentence BLEU does.

    Words are split at white space, in lower case. An order that the text is too short for is left out, and the weights
    of the others are scaled up.

    Args:
        ctx: The evaluation context (reads the reply), or the text to score.
        reference: The reference, or several that count together. None: the expected output.
        n_grams: The highest order, 1 or more.
        smoothing_method: What stands for an order without a match, "method0" to "method7" (Chen and Cherry).
        weights: The weight of each order, adding up to 1. None: equal.
        name: Name of the primary score.

    Returns:
        bleu (NUMERIC, 0 to 1); no value when a text is blank, or "method6" finds no trigram to extrapolate from.

    Raises:
        ValueError: There is no reference, or `n_grams` or `weights` does not fit.

    Example:
        >>> bleu("the cat is on the mat", reference="the cat is on the mat")["bleu"].value
        1.0

    Source: Papineni et al., BLEU (2002); Chen and Cherry, Smoothing Techniques for Sentence-Level BLEU (2014).
    """
    used = order_weights(n_grams, weights)
    output, references = text_of(ctx), references_of(ctx, reference, "bleu")
    if not output.strip():
        return nothing(name, "the text is empty, so there is nothing to compare")
    if not references or not all(map(str.strip, references)):
        return nothing(name, "a reference is empty, so there is nothing to compare with")
    corpus = _Corpus(len(used))
    corpus.add(output, references)
    return _bleu_reading(name, corpus, used, smoothing_method)


@declares("bleu")
@check(reads=("output", "reference"), scores=(share("bleu"),))
def corpus_bleu(
    ctx: Any,
    *,
    reference: Any = None,
    n_grams: Any = 4,
    smoothing_method: str = "method1",
    weights: Any = None,
    name: str = "bleu",
) -> Scores:
    """Score a list of texts against the references of each with one BLEU, as nltk's corpus BLEU does.

    Args:
        ctx: The texts as a list; or the evaluation context whose output is one.
        reference: A list as long, each item a reference or several. None: the expected output.
        n_grams: The highest order, 1 or more.
        smoothing_method: As in `bleu`; the methods 4 to 7 look at the last text, as nltk's do.
        weights: The weight of each order, adding up to 1. None: equal.
        name: Name of the primary score.

    Returns:
        bleu (NUMERIC, 0 to 1); no value when the lists are empty or of different length, or a text is blank.

    Raises:
        ValueError: There is no reference, or `n_grams` or `weights` does not fit.

    Example:
        >>> round(corpus_bleu(["the cat sat", "a dog"], reference=["the cat sat", ["a dog", "a hound"]])["bleu"].value, 3)
        0.794

    Source: Papineni et al., BLEU (2002).
    """
    used = order_weights(n_grams, weights)
    outputs, references = output_of(ctx), reference_of(ctx, reference, "corpus_bleu")
    if not isinstance(outputs, list | tuple) or not isinstance(references, list | tuple):
        return nothing(name, "the texts and the references must be two lists, one reference or more for each text")
    if len(outputs) != len(references):
        return nothing(name, f"there are {len(outputs)} texts and {len(references)} references: one for each is needed")
    if not outputs:
        return nothing(name, "there are no texts")
    corpus = _Corpus(len(used))
    for output, given in zip(outputs, references, strict=True):
        several = [given] if isinstance(given, str) else given
        if not isinstance(output, str) or not isinstance(several, list | tuple) or not _are_texts(several):
            return nothing(name, "each text must be a string, and its references a string or a list of strings")
        if not output.strip() or not several or not all(map(str.strip, several)):
            return nothing(name, "a text or a reference is empty, so there is nothing to compare")
        corpus.add(output, several)
    return _bleu_reading(name, corpus, used, smoothing_method)


def _are_texts(values: Sequence[Any]) -> bool:
    return all(isinstance(value, str) for value in values)


def order_weights(n_grams: Any, weights: Any) -> list[float]:
    """Return the weight of each order.

    Raises:
        SettingError: `n_grams` is no whole number of 1 or more, or the weights are not as many, or don't add up to 1.
    """
    if not isinstance(n_grams, int) or isinstance(n_grams, bool) or n_grams < 1:
        raise SettingError(f"n_grams must be a whole number of 1 or more, got {n_grams!r}")
    if weights is None:
        return [1.0 / n_grams] * n_grams
    if len(weights) != n_grams:
        raise SettingError(f"weights must hold one number for each of the {n_grams} orders, got {len(weights)}")
    if abs(sum(weights) - 1.0) > 1e-6:
        raise SettingError(f"weights must add up to 1, got {sum(weights)}")
    return list(weights)


@dataclass
class _Corpus:
    """What the texts that were added come to: matches and n-grams of each order, and the lengths."""

    order: int
    matches: list[int] = field(default_factory=list)
    grams: list[int] = field(default_factory=list)
    length: int = 0
    wanted_length: int = 0
    longest: int = 0
    last: tuple[Any, list[Any]] = ("", [])  # the last text and its references, as letters

    def add(self, output: str, references: Sequence[str]) -> None:
        """Count one text in."""
        tokens = lowered(output).split()
        wanted = [lowered(text).split() for text in references]
        letters, *wanted_letters = lettered(tokens, *wanted)
        length = len(tokens)
        matches = _matches(letters, wanted_letters, self.order)
        # An order that a text is too short for counts as one n-gram without a match.
        grams = [max(1, count) for count in totals(length, self.order)]
        self.matches = _summed(self.matches, matches)
        self.grams = _summed(self.grams, grams)
        self.length += length
        self.wanted_length += min((len(side) for side in wanted), key=lambda size: (abs(size - length), size))
        self.longest = max(self.longest, length)
        self.last = (letters, wanted_letters)

    def last_precision(self, order: int) -> float:
        """Return the precision of one order in the last text alone."""
        letters, wanted = self.last
        return _matches(letters, wanted, order)[order - 1] / max(1, len(letters) - order + 1)


def _summed(one: list[int], other: list[int]) -> list[int]:
    return [a + b for a, b in zip(one, other, strict=True)] if one else other


def _matches(letters: Any, references: list[Any], order: int) -> list[int]:
    """Return the n-grams of each order that the references hold, none more often than one reference does."""
    if len(references) == 1:
        return clipped_matches(letters, references[0], order)
    reach = min(order, len(letters))
    most: list[Counter[Any]] = [Counter() for _ in range(reach)]
    for reference in references:
        most = [held | found for held, found in zip(most, counts(reference, reach), strict=True)]
    found = [(own & held).total() for own, held in zip(counts(letters, reach), most, strict=True)]
    return found + [0] * (order - reach)


def _bleu_reading(name: str, corpus: _Corpus, weights: list[float], method: str) -> Scores:
    used = weights[: corpus.longest]
    total = sum(used) or 1.0
    used = [weight / total for weight in used]
    order = len(used)
    matches, grams = corpus.matches[:order], corpus.grams[:order]
    value = 0.0
    if matches[0]:
        precisions = _smoothed(method, matches, grams, corpus)
        if precisions is None:
            return nothing(name, "method6 extrapolates from trigrams, and there is none that matches")
        logs = [weight * math.log(p) for weight, p in zip(used, precisions, strict=True) if p > 0]
        value = _brevity_penalty(corpus.wanted_length, corpus.length) * math.exp(math.fsum(logs))
    shown = ", ".join(f"{hit}/{count}" for hit, count in zip(matches, grams, strict=True))
    return numeric_reading(name, value, f"BLEU {value:.4f}, smoothed by {method}; n-grams matched {shown}")


def _brevity_penalty(wanted: int, length: int) -> float:
    return 1.0 if length > wanted else math.exp(1 - wanted / length)


# The constants that Chen and Cherry found best.
_EPSILON, _ALPHA, _K = 0.1, 5, 5


def _smoothed(method: str, matches: list[int], grams: list[int], corpus: _Corpus) -> list[float] | None:
    """Return the precision of each order, smoothed; an unknown method smooths nothing, as in nltk."""
    plain = [hit / count for hit, count in zip(matches, grams, strict=True)]
    if method == "method1":
        return [(hit or _EPSILON) / count for hit, count in zip(matches, grams, strict=True)]
    if method == "method2":
        return [plain[0], *((hit + 1) / (count + 1) for hit, count in zip(matches[1:], grams[1:], strict=True))]
    if method == "method3":
        return _filled(matches, grams, 1.0)
    if method == "method4":
        return _filled(matches, grams, _shrink(corpus))
    if method == "method5":
        return _averaged(plain, corpus)
    if method == "method6":
        return _extrapolated(plain, matches, corpus)
    if method == "method7":
        return _averaged(_filled(matches, grams, _shrink(corpus)), corpus)
    return [precision or sys.float_info.min for precision in plain]


def _shrink(corpus: _Corpus) -> float | None:
    """Return by how much less a missing order counts in a shorter text; None: it counts nothing."""
    return math.log(corpus.length) / _K if corpus.length > 1 else None


def _filled(matches: list[int], grams: list[int], scale: float | None) -> list[float]:
    """Put half a match, then a quarter, an eighth ... in the place of none."""
    filled, missing = [], 0
    for hit, count in zip(matches, grams, strict=True):
        if hit or scale is None:
            filled.append(hit / count)
            continue
        missing += 1
        filled.append(scale / 2**missing / count)
    return filled


def _averaged(precisions: list[float], corpus: _Corpus) -> list[float]:
    """Average each precision with the one before, smoothed already, and the one behind."""
    before = precisions[0] + 1
    averaged = []
    for own, behind in zip(precisions, [*precisions[1:], corpus.last_precision(5)], strict=True):
        before = (before + own + behind) / 3
        averaged.append(before)
    return averaged


def _extrapolated(precisions: list[float], matches: list[int], corpus: _Corpus) -> list[float] | None:
    """Mix each precision from trigrams up with what the two before it let expect."""
    if len(precisions) < 3 or not precisions[2]:
        return None
    mixed = precisions[:2]
    for order in range(2, len(precisions)):
        expected = mixed[order - 1] ** 2 / mixed[order - 2] if mixed[order - 2] else 0.0
        own_grams = max(0, len(corpus.last[0]) - order)
        mixed.append((matches[order] + _ALPHA * expected) / (own_grams + _ALPHA))
    return mixed


@declares("gleu")
@check(reads=("reply", "reference"), scores=(share("gleu"),))
def gleu(
    ctx: Any,
    *,
    reference: Any = None,
    min_len: Any = 1,
    max_len: Any = 4,
    gleu_fn: Any = None,
    name: str = "gleu",
) -> Scores:
    """Score the n-grams that a text and a reference share, over the more numerous side: Google's GLEU.

    Words are split at white space, in any case.

    Args:
        ctx: The evaluation context (reads the reply), or the text to score.
        reference: The reference, or several, of which the best counts. None: the expected output.
        min_len: The lowest order, 1 or more.
        max_len: The highest order, `min_len` or more.
        gleu_fn: A function of the references' words and the text's words that scores instead.
        name: Name of the primary score.

    Returns:
        gleu (NUMERIC, 0 to 1); no value when the text or a reference is blank.

    Raises:
        ValueError: There is no reference, or the orders don't fit.

    Example:
        >>> gleu("a b c d", reference="a b c d")["gleu"].value
        1.0

    Source: Wu et al., Google's Neural Machine Translation System (2016).
    """
    check_gleu_lengths(min_len, max_len)
    output, references = text_of(ctx).split(), [text.split() for text in references_of(ctx, reference, "gleu")]
    if not output:
        return nothing(name, "the text is empty, so there is nothing to compare")
    if not references or not all(references):
        return nothing(name, "a reference is empty, so there is nothing to compare with")
    if gleu_fn is not None:
        value = float(gleu_fn(references, output))
    else:
        value = max(_gleu(output, wanted, min_len, max_len) for wanted in references)
    return numeric_reading(name, value, f"GLEU {value:.4f} against {len(references)} reference(s)")


def check_gleu_lengths(min_len: Any, max_len: Any) -> None:
    """Refuse orders that don't fit.

    Raises:
        SettingError: One is no whole number or below 1, or the lowest is above the highest.
    """
    check_whole(min_len=min_len, max_len=max_len)
    if min_len <= 0 or max_len <= 0:
        raise SettingError(f"min_len and max_len must be 1 or more, got {min_len!r} and {max_len!r}")
    if min_len > max_len:
        raise SettingError(f"min_len must be at most max_len, got {min_len!r} and {max_len!r}")


def _gleu(output: list[str], wanted: list[str], min_len: int, max_len: int) -> float:
    one, other = lettered(output, wanted)
    used = slice(min_len - 1, max_len)
    most = max(sum(totals(len(side), max_len)[used]) for side in (output, wanted))
    return sum(clipped_matches(one, other, max_len)[used]) / most if most else 0.0
