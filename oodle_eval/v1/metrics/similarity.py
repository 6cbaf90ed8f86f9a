"""Checks that compare: the reply with a reference, a question or a context."""

from __future__ import annotations

import heapq
import json
import math
import numbers
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Annotated, Any, Literal

from oodle_eval.runtime import Scores
from oodle_eval.v1 import _messages, _overlap, _words, text, util
from oodle_eval.v1._context import hint_for_a_row, noted
from oodle_eval.v1._declaration import boolean, check, share
from oodle_eval.v1._json import parse_json
from oodle_eval.v1._memo import shared
from oodle_eval.v1._numeric import first_number, number_similarity
from oodle_eval.v1._objects import opened
from oodle_eval.v1._quoting import quoted
from oodle_eval.v1._settings import Between, SettingError, Share
from oodle_eval.v1._structure import Comparison
from oodle_eval.v1._wording import plural
from oodle_eval.v1.util import MAX_SENTENCES, MAX_TEXT_CHARS, boolean_score, declares, numeric_score

__all__ = [
    "bleu",
    "bm25_relevance",
    "exact_match",
    "jaccard_similarity",
    "json_diff",
    "levenshtein_ratio",
    "numeric_diff",
    "rouge",
    "tfidf_similarity",
]

Against = Literal["input", "context"]


@declares("exact_match")
@check(reads=("reply", "reference"), scores=(boolean("exact_match"),))
def exact_match(
    ctx: Any,
    *,
    reference: Any = None,
    normalize: bool = False,
    case_sensitive: bool = True,
    name: str = "exact_match",
) -> Scores:
    """Check that the reply equals a reference text.

    Space at the start and end of either is ignored. An output that is None equals nothing. An object or array that
    arrives parsed equals a parsed reference of the same JSON value, whatever the order of its keys.

    Args:
        ctx: The evaluation context (reads the reply), or the text to check.
        reference: The expected text; any other value counts as its JSON text, a message as its text. None: the item's
            expected output.
        normalize: Compare after `text.normalize`: lower case, no punctuation, single spaces.
        case_sensitive: Match case exactly. Ignored when `normalize` is set.
        name: Name of the primary score.

    Returns:
        exact_match (BOOLEAN): the texts are equal.

    Raises:
        ValueError: There is no reference, or a setting is of the wrong type.

    Example:
        >>> exact_match("Paris.", reference="paris", normalize=True)["exact_match"].value
        True
    """
    wanted = reference if isinstance(reference, str) else _reference_text(ctx, reference, "exact_match")
    said = util.subject_text(ctx) if isinstance(reference, str) else _said(ctx, reference)
    if not said and _output(ctx) is None:
        return Scores([boolean_score(name, False, f"there is no output; expected {quoted(wanted)}")])
    if said == wanted or (said := said.strip()) == (wanted := wanted.strip()) or _is_same_value(ctx, reference):
        return Scores([boolean_score(name, True, f"equal: {quoted(said)}")])
    if normalize:
        said, wanted = _words.normalized(said), _words.normalized(wanted)
    elif not case_sensitive:
        said, wanted = said.casefold(), wanted.casefold()
    equal = said == wanted
    return Scores([boolean_score(name, equal, f"equal: {quoted(said)}" if equal else _difference(said, wanted))])


@declares("levenshtein_ratio")
@check(reads=("reply", "reference"), scores=(share("levenshtein_ratio"),))
def levenshtein_ratio(
    ctx: Any, *, reference: Any = None, normalize: bool = False, name: str = "levenshtein_ratio"
) -> Scores:
    """Score how close the reply is to a reference, by edit distance.

    1 minus the Levenshtein distance (insertions, deletions and substitutions of one character) over the longer length.
    Each text is compared on its first 1,000 characters. Two empty texts are identical.

    Args:
        ctx: The evaluation context (reads the reply), or the text to check.
        reference: The expected text; any other value counts as its JSON text, a message as its text. None: the item's
            expected output.
        normalize: Compare after `text.normalize`: lower case, no punctuation, single spaces.
        name: Name of the primary score.

    Returns:
        levenshtein_ratio (NUMERIC, 0 to 1): 1 is identical.

    Raises:
        ValueError: There is no reference, or a setting is of the wrong type.

    Example:
        >>> levenshtein_ratio("kitten", reference="sitting")["levenshtein_ratio"].comment
        '3 edits over 7 characters'

    Source: V. Levenshtein, Binary codes capable of correcting deletions, insertions, and reversals (1966).
    """
    wanted = _reference_text(ctx, reference, "levenshtein_ratio")
    said = _said(ctx, reference)
    if normalize:
        said, wanted = _normalized_start(said), _normalized_start(wanted)
    most = _overlap.MAX_EDIT_CHARS
    is_cut = len(said) > most or len(wanted) > most
    said, wanted = said[:most], wanted[:most]
    longer = max(len(said), len(wanted))
    edits = _overlap.edit_distance(said, wanted)
    comment = f"{plural(edits, 'edit')} over {plural(longer, 'character')}{', of the first 1,000 of each text' if is_cut else ''}"
    return Scores([numeric_score(name, 1 - edits / longer if longer else 1.0, comment)])


@declares("jaccard_similarity")
@check(reads=("reply", "reference"), scores=(share("jaccard_similarity"),))
def jaccard_similarity(ctx: Any, *, reference: Any = None, name: str = "jaccard_similarity") -> Scores:
    """Score the overlap of the reply's and the reference's word sets.

    Words are compared in lower case with no punctuation. In scripts without spaces each character is a word.

    Args:
        ctx: The evaluation context (reads the reply), or the text to check.
        reference: The expected text; any other value counts as its JSON text, a message as its text. None: the item's
            expected output.
        name: Name of the primary score.

    Returns:
        jaccard_similarity (NUMERIC, 0 to 1): shared words over all words. 1 when both texts have no words.

    Raises:
        ValueError: There is no reference, or a setting is of the wrong type.

    Example:
        >>> jaccard_similarity("a red box", reference="a blue box")["jaccard_similarity"].comment
        '2 of 4 words shared; missing: blue; not in the reference: red'

    Source: P. Jaccard, The distribution of the flora in the alpine zone (1912).
    """
    said, wanted = _tokens_of(ctx, reference, "jaccard_similarity")
    ours, theirs = set(said), set(wanted)
    common, union = len(ours & theirs), len(ours | theirs)
    comment = f"{common} of {union} words shared" if union else "neither text has a word"
    for label, tokens, others in (("missing", wanted, ours), ("not in the reference", said, theirs)):
        unshared = _first_of(token for token in tokens if token not in others)
        comment += f"; {label}: {unshared}" if unshared else ""
    return Scores([numeric_score(name, common / union if union else 1.0, comment)])


@declares("rouge_l", "rouge_1", "rouge_2")
@check(reads=("reply", "reference"), scores=(share("rouge_l"), share("rouge_1"), share("rouge_2")))
def rouge(ctx: Any, *, reference: Any = None, name: str = "rouge_l") -> Scores:
    """Score ROUGE-L, ROUGE-1 and ROUGE-2 F1 against a reference.

    Tokens are normalised words (see `text.normalize`); in scripts without spaces each character is a token. ROUGE-L uses
    the first 400 tokens of each text. Texts with the same tokens score 1, also ROUGE-2 of one token; a text without a
    token scores 0. No stemming.

    Args:
        ctx: The evaluation context (reads the reply), or the text to check.
        reference: The expected text; any other value counts as its JSON text, a message as its text. None: the item's
            expected output.
        name: Name of the primary score.

    Returns:
        rouge_l (NUMERIC, 0 to 1): longest common subsequence F1.
        rouge_1 (NUMERIC, 0 to 1): word overlap F1.
        rouge_2 (NUMERIC, 0 to 1): word pair overlap F1.

    Raises:
        ValueError: There is no reference, or a setting is of the wrong type.

    Example:
        >>> [score.value for score in rouge("A C B", reference="A B C D E F C")]
        [0.4, 0.6, 0.0]

    Source: C.-Y. Lin, ROUGE: A Package for Automatic Evaluation of Summaries (2004).
    """
    both = _overlap.Pair(_tokens_of(ctx, reference, "rouge"))
    said, wanted = both.left, both.right
    words, pairs = both.clipped_matches(2)
    ours, theirs = min(len(said), _overlap.MAX_LCS_TOKENS), min(len(wanted), _overlap.MAX_LCS_TOKENS)
    in_order = both.lcs_length()
    # One token has no pair: as the same token it is still the same text.
    one_token = said == wanted and len(said) == 1
    pair_f1 = 1.0 if one_token else _overlap.f1(pairs, len(said) - 1, len(wanted) - 1)
    sides = f"the reply's {len(said)} tokens and the reference's {len(wanted)}"
    return Scores(
        [
            numeric_score(
                name,
                _overlap.f1(in_order, ours, theirs),
                f"{in_order} in the same order, of the reply's {ours} tokens and the reference's {theirs}",
            ),
            numeric_score("rouge_1", _overlap.f1(words, len(said), len(wanted)), f"{words} shared, of {sides}"),
            numeric_score("rouge_2", pair_f1, f"{pairs} pairs shared, of {sides}"),
        ]
    )


@declares("bleu")
@check(reads=("reply", "reference"), scores=(share("bleu"),))
def bleu(ctx: Any, *, reference: Any = None, max_n: Annotated[int, Between(1, 4)] = 4, name: str = "bleu") -> Scores:
    """Score sentence BLEU against a reference.

    The geometric mean of the 1- to `max_n`-gram precisions, times the brevity penalty exp(1 - r / c) for a reply of c
    tokens shorter than a reference of r. The precision of words is matches / total; above that it is
    (matches + 1) / (total + 1), so that a short reply does not score 0. Tokens are normalised words (see
    `text.normalize`); in scripts without spaces each character is a token. A text without a token scores 0.

    Args:
        ctx: The evaluation context (reads the reply), or the text to check.
        reference: The expected text; any other value counts as its JSON text, a message as its text. None: the item's
            expected output.
        max_n: The longest n-gram, 1 to 4.
        name: Name of the primary score.

    Returns:
        bleu (NUMERIC, 0 to 1): 1 is identical.

    Raises:
        ValueError: There is no reference, `max_n` is out of its range, or a setting is of the wrong type.

    Example:
        >>> bleu("the cat sat", reference="the cat sat on the mat", max_n=2)["bleu"].comment
        'precisions 3/3, 3/3; brevity penalty 0.37 for 3 tokens against 6'

    Source: K. Papineni et al., BLEU: a Method for Automatic Evaluation of Machine Translation (2002); smoothing: C.-Y.
    Lin and F. J. Och, ORANGE (2004).
    """
    both = _overlap.Pair(_tokens_of(ctx, reference, "bleu"))
    said, wanted = both.left, both.right
    matches = both.clipped_matches(max_n)
    if not matches[0]:
        return Scores(
            [numeric_score(name, 0.0, f"no word of the reference among the reply's {plural(len(said), 'token')}")]
        )
    totals = [max(0, len(said) - n) for n in range(max_n)]
    precisions = [(m + (n > 0), total + (n > 0)) for n, (m, total) in enumerate(zip(matches, totals, strict=True))]
    penalty = 1.0 if len(said) >= len(wanted) else math.exp(1 - len(wanted) / len(said))
    mean = math.exp(sum(math.log(above / below) for above, below in precisions) / max_n)
    shown = ", ".join(f"{above}/{below}" for above, below in precisions)
    comment = f"precisions {shown}; brevity penalty {penalty:.2f} for {len(said)} tokens against {len(wanted)}"
    return Scores([numeric_score(name, min(1.0, mean * penalty), comment)])


@declares("numeric_diff")
@check(reads=("reply", "reference"), scores=(share("numeric_diff"),))
def numeric_diff(ctx: Any, *, reference: Any = None, name: str = "numeric_diff") -> Scores:
    """Score how close the first number in the reply is to a reference number.

    1 minus the difference over the sum of the two sizes. "1,200" reads as 1200; a currency sign or percent sign is
    ignored; digits inside a word or a version are no number (see `util.find_number`). Integers of any length are
    compared exactly; infinity is as far as can be from any number but itself.

    Args:
        ctx: The evaluation context (reads the reply), the text, or a number.
        reference: The expected number, or a text holding it; any other value counts as its JSON text. None: the item's
            expected output.
        name: Name of the primary score.

    Returns:
        numeric_diff (NUMERIC, 0 to 1): 1 is equal, also when both are 0. 0 when the reply holds no number.

    Raises:
        ValueError: There is no reference, it holds no number, or a setting is of the wrong type.

    Example:
        >>> numeric_diff("It costs $1,200.", reference=1000)["numeric_diff"].comment
        '1200 against 1000'
    """
    wanted = util.reference_or_expected(ctx, reference)
    expected = first_number(wanted if _is_number(wanted) else _reference_text(ctx, wanted, "numeric_diff"))
    if expected is None:
        shown = quoted(util.flat_text(wanted))
        raise SettingError(f"numeric_diff: reference must be a number or a text that holds one, got {shown}")
    output = _output(ctx)
    found = first_number(output if _is_number(output) else util.subject_text(ctx, limit=MAX_TEXT_CHARS))
    if found is None:
        return Scores([numeric_score(name, 0.0, f"no number in the reply: {quoted(util.subject_text(ctx))}")])
    comment = f"{_number_shown(found)} against {_number_shown(expected)}"
    return Scores([numeric_score(name, number_similarity(found, expected), comment)])


@declares("json_diff")
@check(reads=("output", "reference"), scores=(share("json_diff"),))
def json_diff(ctx: Any, *, reference: Any = None, name: str = "json_diff") -> Scores:
    """Score how close the output's JSON is to a reference JSON value.

    Objects score the mean over the union of their keys (a key on one side only scores 0), arrays the mean over the
    longer length, strings by edit similarity of their first 1,000 characters, numbers as in `numeric_diff`, booleans
    and nulls by equality. Values of different types score 0, and a boolean is no number; two empty containers of one
    kind are equal.

    Args:
        ctx: The evaluation context (reads the output), a text, or a parsed value. A text may hold its JSON in a code
            fence or among prose; a message counts as its text.
        reference: The expected value, or its JSON text. A text that is not JSON is compared as a string. None: the
            item's expected output.
        name: Name of the primary score.

    Returns:
        json_diff (NUMERIC, 0 to 1): 1 is the same structure and values. 0 when the output holds no JSON, unless its
        text is the reference's.

    Raises:
        ValueError: There is no reference, or a setting is of the wrong type.

    Example:
        >>> json_diff('{"a": 1, "b": 2}', reference={"a": 1, "b": 3})["json_diff"].comment
        '$.b: 2 instead of 3'
    """
    wanted = util.reference_or_expected(ctx, reference)
    if wanted is None:
        util.require_reference(None, "json_diff")
    output, wanted = _text_or_structure(_output(ctx)), _text_or_structure(wanted)
    if isinstance(output, str):
        if isinstance(wanted, str) and output == wanted and output.strip():
            return Scores([numeric_score(name, 1.0, f"the same text: {quoted(output)}")])
        is_json, value = text.held_json(output)
        if not is_json:
            return Scores([numeric_score(name, 0.0, f"the output holds no JSON: {quoted(output)}")])
        output = value
    found = Comparison(output, _parsed_or_text(wanted))
    comment = util.join_problems(found.places) or "the same structure and values"
    return Scores([numeric_score(name, found.score, comment)])


@declares("bm25_relevance")
@check(reads=("reply", "input", "context"), scores=(share("bm25_relevance"),))
def bm25_relevance(
    ctx: Any,
    *,
    against: Against = "input",
    context: Any = None,
    context_key: str = "context",
    k1: Annotated[float, Between(0, 1_000_000)] = 1.5,
    b: Share = 0.75,
    name: str = "bm25_relevance",
) -> Scores:
    """Score how relevant the reply is to the question or context, by BM25.

    The question's (or context's) content words are the query, and each sentence of the reply is a document. The best
    sentence's BM25 score is divided by the score that a sentence of average length would get that holds each query word
    once, and capped at 1. How rare a word is, idf = log(1 + (N - n + 0.5) / (n + 0.5)), comes from the sentences of
    both texts; the average length from the reply's. For ranking, or to flag replies that do not touch the question: it
    is not a calibrated probability. Each text is read up to `util.MAX_TEXT_CHARS` and `util.MAX_SENTENCES`.

    Args:
        ctx: The evaluation context, or the reply text (then give `context`, which is compared whatever `against` is).
        against: "input": the user's last message. "context": the context (see `grounding` for where it comes from).
        context: The context text, or a list of passages.
        context_key: The span attribute that holds the context when `context` is not given.
        k1: How soon repeats of a word stop to count, 0 to 1,000,000.
        b: How much a sentence's length counts, 0 to 1.
        name: Name of the primary score.

    Returns:
        bm25_relevance (NUMERIC, 0 to 1): higher is more relevant. The same text is 1; 0 when either text has no content
        word.

    Raises:
        ValueError: A plain text without `context`, a setting out of its range or of the wrong type.

    Example:
        >>> bm25_relevance("It ships Monday. Thanks!", context="When ships my parcel?")["bm25_relevance"].comment
        "best sentence 'It ships Monday.' has 1 of 2 query words: ships; missing: parcel"

    Source: S. Robertson and H. Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009).
    """
    said = util.subject_text(ctx, limit=MAX_TEXT_CHARS)
    other = _compared_text(ctx, against, context, context_key, "bm25_relevance")
    explained = _explaining(ctx, against, context, context_key, other)
    (sentences, documents), (_, others) = _sentences_and_words(said), _sentences_and_words(other)
    if said.strip() == other.strip() and _words.tokens(said):
        return Scores([numeric_score(name, 1.0, explained(f"the same text: {quoted(said)}"))])
    if not any(documents) or not any(others):
        return Scores([numeric_score(name, 0.0, explained(_what_is_missing(said, other, against, context_key)))])
    idf = _bm25_idf(others, documents)
    average = sum(map(len, documents)) / len(documents)
    scores = [_bm25_score(document, idf, k1, 1 + b * (len(document) / average - 1)) for document in documents]
    best = max(range(len(scores)), key=scores.__getitem__)
    there = set(documents[best])
    held, missing = [word for word in idf if word in there], [word for word in idf if word not in there]
    comment = f"best sentence {quoted(sentences[best])} has {len(held)} of {len(idf)} query words"
    comment += f": {_first_of(held)}" if held else ""
    comment += f"; missing: {_first_of(missing)}" if missing else ""
    return Scores([numeric_score(name, min(1.0, scores[best] / math.fsum(idf.values())), explained(comment))])


@declares("tfidf_similarity")
@check(reads=("reply", "input", "context"), scores=(share("tfidf_similarity"),))
def tfidf_similarity(
    ctx: Any,
    *,
    against: Against = "input",
    context: Any = None,
    context_key: str = "context",
    name: str = "tfidf_similarity",
) -> Scores:
    """Score the cosine similarity of the reply and the question or context, by TF-IDF.

    Content words only (no stop words); in scripts without spaces each character counts. A word weighs as often as it
    occurs times log((1 + N) / (1 + n)) + 1, where n of the N sentences of both texts have it. Each text is read up to
    `util.MAX_TEXT_CHARS` and `util.MAX_SENTENCES`.

    Args:
        ctx: The evaluation context, or the reply text (then give `context`, which is compared whatever `against` is).
        against: "input": the user's last message. "context": the context (see `grounding` for where it comes from).
        context: The context text, or a list of passages.
        context_key: The span attribute that holds the context when `context` is not given.
        name: Name of the primary score.

    Returns:
        tfidf_similarity (NUMERIC, 0 to 1): 1 is the same words in the same proportions. 0 when either text has no
        content word, unless they are the same text.

    Raises:
        ValueError: A plain text without `context`, or a setting of the wrong type.

    Example:
        >>> tfidf_similarity("Ships Monday.", context="Ships Friday.")["tfidf_similarity"].comment
        'the texts share ships'

    Source: G. Salton and C. Buckley, Term-weighting approaches in automatic text retrieval (1988); smoothing as in
    scikit-learn's TfidfVectorizer.
    """
    said = util.subject_text(ctx, limit=MAX_TEXT_CHARS)
    other = _compared_text(ctx, against, context, context_key, "tfidf_similarity")
    explained = _explaining(ctx, against, context, context_key, other)
    (_, documents), (_, others) = _sentences_and_words(said), _sentences_and_words(other)
    if said.strip() == other.strip() and _words.tokens(said):
        return Scores([numeric_score(name, 1.0, explained(f"the same text: {quoted(said)}"))])
    if not any(documents) or not any(others):
        return Scores([numeric_score(name, 0.0, explained(_what_is_missing(said, other, against, context_key)))])
    ours, theirs = Counter(chain.from_iterable(documents)), Counter(chain.from_iterable(others))
    total, held = len(documents) + len(others), _sentences_with([*documents, *others])
    weight = {count: (math.log((1 + total) / (1 + count)) + 1) ** 2 for count in set(held.values())}
    square = {word: weight[count] for word, count in held.items()}
    common = {word: ours[word] * theirs[word] * square[word] for word in ours if word in theirs}
    dot = math.fsum(common.values())
    size = math.sqrt(_squared_size(ours, square) * _squared_size(theirs, square))
    heaviest = heapq.nlargest(6, common, key=common.__getitem__)
    comment = f"the texts share {_first_of(heaviest)}" if common else "the texts share no content word"
    return Scores([numeric_score(name, min(1.0, dot / size), explained(comment))])


def _output(ctx: Any) -> Any:
    return ctx.observation.output if util.is_context(ctx) else ctx


def _is_number(value: Any) -> bool:
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def _reference_text(ctx: Any, reference: Any, check_name: str) -> str:
    """Return the reference as the text that a reply is compared with: a conversation as its reply, too."""
    wanted = util.reference_or_expected(ctx, reference)
    if isinstance(wanted, str):
        return wanted
    if _is_said(wanted):
        return text.reply(wanted) or text.message_text(wanted)
    return util.require_reference(wanted, check_name)


def _is_said(value: Any) -> bool:
    """Return whether a value is a message or an item of a conversation, or a list with one."""
    opened = _messages.plain(value)
    return _messages.is_message(opened) or _messages.is_item(opened) or _messages.is_message_list(opened)


def _said(ctx: Any, reference: Any, limit: int | None = None) -> str:
    """Return the reply's text. Beside a reference that is an array, an array of no messages is its JSON text, too."""
    output = _output(ctx)
    if isinstance(output, list | tuple) and not isinstance(reference, str):
        values = [_messages.plain(output), _messages.plain(util.reference_or_expected(ctx, reference))]
        if all(isinstance(value, list) and not _is_said(value) for value in values):
            return _messages.text_of(values[0])[:limit]
    return util.subject_text(ctx, limit=limit)


def _is_same_value(ctx: Any, reference: Any) -> bool:
    """Return whether the output and the reference are both objects or arrays, no messages, and the same JSON value."""
    if isinstance(reference, str):
        return False
    said, wanted = _messages.plain(_output(ctx)), _messages.plain(util.reference_or_expected(ctx, reference))
    if not isinstance(said, dict | list) or type(said) is not type(wanted) or _is_said(said) or _is_said(wanted):
        return False
    try:
        return json.dumps(opened(said), sort_keys=True) == json.dumps(opened(wanted), sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        return False  # what JSON does not know, what holds itself, or what is too deep


def _tokens_of(ctx: Any, reference: Any, check_name: str) -> Iterator[list[str]]:
    """Yield the tokens of the reply, and those of the reference."""
    wanted = _reference_text(ctx, reference, check_name)[:MAX_TEXT_CHARS]
    yield _words.tokens(_said(ctx, reference, MAX_TEXT_CHARS))
    yield _words.tokens(wanted)


def _normalized_start(value: str) -> str:
    """Return the normalised text as far as it is compared, without normalising all of a long text."""
    length = 4 * _overlap.MAX_EDIT_CHARS
    while True:
        start = _words.normalized(value[:length])
        if len(start) > _overlap.MAX_EDIT_CHARS or length >= len(value):
            return start
        length *= 4


def _first_of(words: Iterable[str], limit: int = 5) -> str:
    """Return the first few different words as one text."""
    named: dict[str, None] = {}
    for word in words:
        if len(named) == limit and word not in named:
            return f"{', '.join(named)}, ..."
        named[_cut(word)] = None
    return ", ".join(named)


def _cut(word: str) -> str:
    return word if len(word) <= 40 else f"{word[:40]}..."


def _difference(said: str, wanted: str) -> str:
    """Return where two texts part."""
    place = _overlap.common_prefix(said, wanted)
    start = max(0, place - 20)
    return f"differs at character {place + 1}: got {quoted(said, start)}, expected {quoted(wanted, start)}"


def _number_shown(number: float) -> str:
    if isinstance(number, int) and abs(number) >= 10**15:
        return f"an integer of about {int(number.bit_length() * 0.30103) + 1} digits"
    return f"{number:.15g}"


def _text_or_structure(value: Any) -> Any:
    """Return a conversation's text, and any other value as it is.

    A `role`, `parts` or a content block's `type` makes a message for sure. A dict with mere `content` may be structure
    of its own: it counts as a message when its content holds an object or array.
    """
    value = _messages.plain(value)
    if value is None or isinstance(value, str | bytes | bytearray):
        return _messages.text_of(value)
    if isinstance(value, list):
        # A conversation shows in its first items; a long list of records is not searched for one.
        return text.reply(value) if any(map(_is_surely_message, value[:3])) else value
    if _is_surely_message(value):
        return text.reply(value)
    if _messages.is_message(value) and isinstance(text.held_json(text.reply(value))[1], dict | list):
        return text.reply(value)
    return value


_ROLES = frozenset({"user", "assistant", "system", "tool", "developer", "human", "ai", "model", "function"})


def _is_surely_message(value: Any) -> bool:
    value = _messages.plain(value)
    if not isinstance(value, dict) or value.keys().isdisjoint(("role", "parts", "type")):
        return False
    role, kind = value.get("role"), value.get("type")
    return (
        (isinstance(role, str) and role.lower() in _ROLES)
        or isinstance(value.get("parts"), list)
        or _messages.is_item(value)
        or (isinstance(kind, str) and kind in _messages.MESSAGE_TYPES and _messages.is_message(value))
    )


def _parsed_or_text(value: Any) -> Any:
    """Return the value of a JSON text, and any other value as it is."""
    try:
        return parse_json(value) if isinstance(value, str) else value
    except ValueError:
        return value


def _compared_text(ctx: Any, against: str, context: Any, context_key: str, check_name: str) -> str:
    """Return the question or the context that a reply is compared with."""
    if not util.is_context(ctx):
        if context is None:
            raise SettingError(
                f"{check_name} needs something to compare a plain text with: pass context=...{hint_for_a_row(ctx)}"
            )
        return util.context_text(ctx, context)
    if against == "input":
        return text.last_user_message(ctx)[:MAX_TEXT_CHARS]
    return util.context_text(ctx, context, context_key)


def _explaining(ctx: Any, against: str, context: Any, context_key: str, other: str) -> Callable[[str], str]:
    """Return what makes the final comment of a comment: one about the context says so where the input stood for it."""
    if against == "input":
        return str
    return lambda comment: noted(comment, ctx, context, context_key, other)


def _what_is_missing(said: str, other: str, against: str, context_key: str) -> str:
    """Return why there is nothing to weigh."""
    if not other.strip() and against == "context":
        return f"no context: looked at context=, the attribute {context_key!r} and the input"
    if not other.strip():
        return "no user message in the input"
    if not any(_sentences_and_words(other)[1]):
        return f"no content word in the {'context' if against == 'context' else 'question'}: {quoted(other)}"
    return f"no content word in the reply: {quoted(said)}"


@shared
def _sentences_and_words(value: str) -> tuple[list[str], list[list[str]]]:
    """Return the sentences of a text, and the content words of each."""
    sentences = _words.sentences(value)[:MAX_SENTENCES]
    return sentences, [util.content_tokens(sentence) for sentence in sentences]


def _sentences_with(documents: Iterable[list[str]]) -> Counter[str]:
    """Return in how many sentences each word is."""
    return Counter(chain.from_iterable(map(set, documents)))


def _bm25_idf(query: list[list[str]], documents: list[list[str]]) -> dict[str, float]:
    """Return each query word's weight, in the order of the query."""
    total, held = len(query) + len(documents), _sentences_with([*query, *documents])
    weight = {count: math.log(1 + (total - count + 0.5) / (count + 0.5)) for count in set(held.values())}
    return {word: weight[held[word]] for word in dict.fromkeys(chain.from_iterable(query))}


def _bm25_score(document: list[str], idf: dict[str, float], k1: float, length_factor: float) -> float:
    """Return the BM25 score of one sentence; `length_factor` is 1 for a sentence of average length."""
    gain, damping = k1 + 1, k1 * length_factor
    present = list(filter(idf.__contains__, document))
    if len(set(present)) == len(present):  # as most sentences: no word twice
        return math.fsum(map(idf.__getitem__, present)) * (gain / (1 + damping))
    counts = Counter(present)
    return math.fsum([idf[word] * (count * gain) / (count + damping) for word, count in counts.items()])


def _squared_size(counts: Counter[str], square: dict[str, float]) -> float:
    return math.fsum([count * count * square[word] for word, count in counts.items()])
