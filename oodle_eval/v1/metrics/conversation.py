"""Checks of the conversation: an assistant that repeats itself, or forgets what the user said."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Any, NamedTuple

from oodle_eval.runtime import Scores
from oodle_eval.v1 import _overlap, _words, text, util
from oodle_eval.v1._declaration import boolean, check, share
from oodle_eval.v1._settings import Among, Count, Share
from oodle_eval.v1.util import boolean_score, declares, numeric_score

__all__ = ["conversation_degeneration", "knowledge_retention"]


@declares("degenerated", "degeneration")
@check(
    reads=("reply", "conversation"),
    scores=(
        boolean("degenerated", higher_is_better=False),
        share("degeneration", higher_is_better=False, always=False),
    ),
)
def conversation_degeneration(
    ctx: Any,
    *,
    turns_to_consider: Count = 5,
    min_words: Count = 8,
    threshold: Share = 0.6,
    name: str = "degenerated",
) -> Scores:
    """Check whether the assistant starts to repeat itself, in the reply or across turns.

    Reads the reply (its first `util.MAX_TEXT_CHARS` characters) and the assistant's turns in the input. Three signals,
    each from 0 (healthy) to 1:

    - repetition: of the reply's runs of three words, the share that occurs more than once in it
    - turn similarity: how close the reply is to the closest earlier assistant turn: the smaller of the Jaccard
      similarity of their word sets and the edit similarity of the normalised texts (first 1,000 characters)
    - low diversity: 1 minus the entropy of the reply's words over the most that its length allows; 0 for one word

    In scripts that are written without spaces each character counts as a word.

    Args:
        ctx: The evaluation context, or the reply text (then turn similarity is 0).
        turns_to_consider: How many of the latest earlier assistant turns to compare with, 0 or more.
        min_words: A reply of fewer words is not compared across turns, 0 or more.
        threshold: The degeneration at which the reply counts as degenerated, 0 to 1.
        name: Name of the primary score.

    Returns:
        degenerated (BOOLEAN): degeneration reached `threshold`. Lower is better. False when the reply has no text.
        degeneration (NUMERIC, 0 to 1): the largest of the three signals. Lower is better. Left out when the reply has
        no text.

    Raises:
        ValueError: A setting is out of its range.

    Example:
        >>> conversation_degeneration("Yes we can yes we can yes we can")["degenerated"].value
        True

    Source: the signals are those of Opik's ConversationDegenerationMetric, each defined anew as above.
    """
    reply = util.subject_text(ctx, limit=util.MAX_TEXT_CHARS)
    if not reply.strip():
        return Scores([boolean_score(name, False, "the reply has no text", higher_is_better=False)])
    tokens = _tokens(reply)
    signals = [_repetition(tokens), _low_diversity(tokens)]
    if util.is_context(ctx) and tokens and len(tokens) >= min_words:
        signals.append(_turn_similarity(reply, tokens, _earlier_replies(ctx, turns_to_consider)))
    worst = max(signals, key=lambda signal: signal.value)
    comment = "; ".join(signal.comment for signal in sorted(signals, key=lambda signal: -signal.value))
    return Scores(
        [
            boolean_score(name, worst.value >= threshold, comment, higher_is_better=False),
            numeric_score("degeneration", worst.value, comment, higher_is_better=False),
        ]
    )


class Signal(NamedTuple):
    """One signal of degeneration, and what it was read from."""

    value: float
    comment: str


def _tokens(reply: str) -> list[str]:
    """Return the words of a text; in a long one the same word is one object, which takes a tenth of the memory."""
    tokens = _words.tokens(reply)
    if len(tokens) < _overlap.MANY_TOKENS:
        return tokens
    known: dict[str, str] = {}
    return list(map(known.setdefault, tokens, tokens))


def _repetition(tokens: list[str]) -> Signal:
    """Return the share of 3-gram occurrences whose 3-gram occurs more than once."""
    total = len(tokens) - 2
    if total < 2:
        return Signal(0.0, "repetition 0.00")
    runs = _overlap.ngrams(tokens, 3)
    counts = Counter(runs)
    if len(counts) == total:
        return Signal(0.0, "repetition 0.00")
    value = sum([times for times in counts.values() if times > 1]) / total
    most = max(counts.values())
    place = runs.index(next(run for run, times in counts.items() if times == most))
    run = tokens[place : place + 3]
    # Digits can be a phone or card number, which no comment may repeat.
    shown = "a run of words" if any(char.isdigit() for word in run for char in word) else f'"{" ".join(run)[:60]}"'
    return Signal(value, f"repetition {value:.2f} ({shown} {most} times)")


def _low_diversity(tokens: list[str]) -> Signal:
    """Return 1 minus the entropy of the words over its maximum, the logarithm of their number."""
    total = len(tokens)
    if total < 2:
        return Signal(0.0, "low diversity 0.00")
    counts = Counter(tokens)
    # With n words, of which word i occurs c times: 1 - H / log n = sum(c log c) / (n log n).
    lost = sum(times * math.log2(times) for times in counts.values() if times > 1)
    value = min(1.0, lost / (total * math.log2(total)))
    return Signal(value, f"low diversity {value:.2f} ({len(counts)} different words of {total})")


def _earlier_replies(ctx: Any, limit: int) -> list[str]:
    """Return the latest assistant turns of the input, the newest first."""
    if not limit:
        return []
    said = [turn["content"] for turn in text.turns(ctx, include_reply=False) if turn["role"] == "assistant"]
    return said[: -limit - 1 : -1]


def _turn_similarity(reply: str, tokens: list[str], earlier: Iterable[str]) -> Signal:
    """Return how close the reply is to the closest of the earlier turns."""
    words, normalized = set(tokens), _words.normalized(reply)
    overlaps = ((_jaccard(words, turn), place, turn) for place, turn in enumerate(earlier, start=1))
    best, closest = 0.0, 0
    for overlap, place, turn in sorted(overlaps, key=lambda found: (-found[0], found[1])):
        if overlap <= best:
            break  # the smaller of the two can't be larger
        closeness = min(overlap, _overlap.edit_similarity(normalized, _words.normalized(turn[: util.MAX_TEXT_CHARS])))
        if closeness > best:
            best, closest = closeness, place
    where = f" (to the assistant's turn {closest} before it)" if closest else ""
    return Signal(best, f"turn similarity {best:.2f}{where}")


def _jaccard(words: set[str], turn: str) -> float:
    others = set(_words.tokens(turn[: util.MAX_TEXT_CHARS]))
    shared = len(words & others)
    return shared / (len(words) + len(others) - shared)


FactKinds = Annotated[str | Iterable[str], Among("email", "phone", "order_id", "name")]


@declares("knowledge_retained", "knowledge_retention")
@check(
    reads=("reply", "conversation"),
    scores=(boolean("knowledge_retained"), share("knowledge_retention", always=False)),
)
def knowledge_retention(
    ctx: Any,
    *,
    turns_to_consider: Count = 5,
    contradiction_kinds: FactKinds = ("email", "phone", "name"),
    name: str = "knowledge_retained",
) -> Scores:
    """Check that the reply does not forget what the user already said.

    Reads the user's turns in the input, the newest included, for facts that the user states about themselves: email,
    phone, the number of an order, ticket or booking, and name. A fact is forgotten when the reply asks for it again, or
    quotes another value of the kind; after a correction either of the user's values is right. A company's own address
    or hotline is no other value. Requests are read in English. A comment names kinds, never values.

    Args:
        ctx: The evaluation context. A plain string has no facts to forget.
        turns_to_consider: How many of the latest user turns to read facts from, 0 or more.
        contradiction_kinds: Kinds of which the reply may quote no other value: of "email", "phone", "order_id" and
            "name". Order numbers are left out by default, since a new ticket has a new number.
        name: Name of the primary score.

    Returns:
        knowledge_retained (BOOLEAN): no fact was forgotten. True when the user stated none.
        knowledge_retention (NUMERIC, 0 to 1): the share of the stated kinds of facts that were kept. Left out when the
        user stated none.

    Raises:
        ValueError: `contradiction_kinds` has an unknown kind, or `turns_to_consider` is no whole number of 0 or more.

    Example:
        >>> from oodle_eval.runtime import EvaluationContext, ObservationContext
        >>> said = "I'm Ada, ada@example.org"
        >>> knowledge_retention(EvaluationContext(ObservationContext(said, "What is your email?")))[0].comment
        'the reply asks again for the email; the user stated email, name'
    """
    from oodle_eval.v1 import _facts  # noqa: PLC0415 - its patterns are compiled when first needed

    said = _user_turns(ctx)
    facts = _facts.stated(said[-turns_to_consider:]) if turns_to_consider else []
    stated = [kind for kind in _facts.KINDS if any(fact.kind == kind for fact in facts)]
    if not stated:
        return Scores([boolean_score(name, True, "the user stated no facts to retain")])
    reply = util.subject_text(ctx, limit=util.MAX_TEXT_CHARS)
    asked = _facts.asked_kinds(reply, facts)
    kinds = [kind for kind in stated if kind in contradiction_kinds]
    changed = _facts.contradicted_kinds(reply, facts, said, kinds)
    problems = [f"the reply asks again for the {kind}" for kind in stated if kind in asked]
    problems += [f"the reply quotes another {kind}" for kind in stated if kind in changed]
    kept = sum(kind not in asked and kind not in changed for kind in stated)
    comment = "; ".join([*problems, f"the user stated {', '.join(stated)}"])
    return Scores(
        [
            boolean_score(name, not problems, comment),
            numeric_score("knowledge_retention", kept / len(stated), comment),
        ]
    )


def _user_turns(ctx: Any) -> list[str]:
    """Return the user's turns of the input, the newest last; together as long as a check reads."""
    if not util.is_context(ctx):
        return []
    said = [turn["content"] for turn in text.turns(ctx, include_reply=False) if turn["role"] == "user"]
    return [turn[: util.MAX_TEXT_CHARS] for turn in said]
