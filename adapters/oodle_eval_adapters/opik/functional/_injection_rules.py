r"""The phrases that Opik's prompt-injection heuristic looks for, in a notation of our own.

A rule's phrase is made of words with single spaces between them, as normalised text has them:

    word            the word, or the beginning of one at the phrase's end
    a|b|c           one of several; `_` is a space inside one
    word?           may be left out, with the space behind it
    a|b~            may be left out, and so may the space behind it

Rules that the notation has no words for are regular expressions with the words that each match must hold. The rules
stand in the order of Opik's own list, and match what that list of opik 2.2 matches.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

__all__ = ["KEYWORDS", "Rule", "rules"]


class Rule(NamedTuple):
    """One rule.

    Args:
        label: What it is called in results.
        pattern: What it looks for.
        needs: Groups of words, of each of which one is in every text that the rule matches.
        then: What must stand anywhere behind the first match, "" for nothing.
    """

    label: str
    pattern: re.Pattern[str]
    needs: tuple[tuple[str, ...], ...]
    then: str = ""

    def matches(self, plain: str) -> bool:
        """Return whether the rule matches a normalised text."""
        found = self.pattern.search(plain)
        # No later match has more behind it than the first.
        return found is not None and (not self.then or plain.find(self.then, found.end()) >= 0)


# Up to four words between a verb and what it is about; punctuation ends the clause.
_GAP = r"(?:[^ .,!?;:]+ ){0,4}?"
_BARE = ("instruction", "prompt", "guideline")
_SAFETY = ("safety", "moderation", "guardrail", "safeguard")
# What an instruction can be called, once a word before it points at the model.
_POINTING = (
    "your all any previous prior earlier above original initial system safety hidden developer content ethical".split()
)
_RULE_NOUNS = (
    "instructions? prompts? guidelines? guidance policies policy rules? measures restrictions? messages? constraints? "
    "directives? safeguards? filters? safety moderation guardrails? limits? limitations? boundaries boundary "
    "programming alignment protocols? controls? context"
).split()
_PLAIN_RULE_NOUNS = tuple(noun.removesuffix("s?") for noun in _RULE_NOUNS)
# "my earlier message" and "our rules" are the speaker's own.
_RULES = (
    rf"(?:safety|moderation|guardrails?|safeguards?"
    rf"|(?<!\bmy )(?<!\bour )(?:{'|'.join(_POINTING)}) (?:the )?(?:{'|'.join(_RULE_NOUNS)}))\b"
)
_BARE_END = r"(?:instructions?|prompts?|guidelines?)\b"
_RULE_WORDS = (*_SAFETY, *_PLAIN_RULE_NOUNS)


def _ignore() -> Rule:
    pattern = rf"ignore (?:{_BARE_END}|{_GAP}{_RULES})"
    return _rule("ignore ... rules", pattern, ("ignore",), _RULE_WORDS)


def _dismiss() -> Rule:
    verbs = ("disregard", "forget", "omit", "remove", "bypass", "disable", "neglect")
    pattern = (
        rf"(?:(?:disregard|forget) {_BARE_END}"
        rf"|(?:{'|'.join(verbs)}) {_GAP}(?:{_RULES}|content\b|inputs?\b))"
    )
    return _rule("disregard ... rules", pattern, verbs, (*_RULE_WORDS, "content", "input"))


def _override() -> Rule:
    return _rule("override ... rules", rf"override {_GAP}{_RULES}", ("override",), _RULE_WORDS)


def _pretend() -> Rule:
    roles = (
        "assistant user hacker developer admin moderator human system dan jailbroken unrestricted unfiltered persona"
    ).split()
    actors = "ai model bot chatbot character persona actor agent".split()
    pattern = (
        rf"pretend (?:to )?be (?:(?:an?|the)? ?(?:{'|'.join(roles)}|other persona)"
        rf"|(?:an?|the) {_GAP}(?:{'|'.join(actors)})\b)"
    )
    return _rule("pretend to be ...", pattern, ("pretend",), (*roles, *actors))


def _expose() -> Rule:
    pattern = (
        rf"expose {_GAP}(?:{_RULES}|(?:hidden|developer|your) (?:system|configuration|config)\b"
        r"|(?:system|configuration|config) (?:prompts?|messages?|instructions?)\b)"
    )
    return _rule("expose ... system", pattern, ("expose",), (*_RULE_WORDS, "system", "config"))


def _rule(label: str, pattern: str, *needs: Iterable[str]) -> Rule:
    return Rule(label, re.compile(pattern), tuple(tuple(dict.fromkeys(group)) for group in needs))


def _phrase(phrase: str) -> Rule:
    """Return the rule of a phrase in this module's notation."""
    pattern = ""
    needs: list[tuple[str, ...]] = []
    words = phrase.split(" ")
    for place, word in enumerate(words):
        options = [option.replace("_", " ") for option in word.rstrip("?~").split("|")]
        choice = "|".join(map(re.escape, options))
        is_last = place == len(words) - 1
        if word.endswith("?"):
            pattern += f"(?:(?:{choice}) )?"
        elif word.endswith("~"):
            pattern += f"(?:{choice})? ?"
        else:
            pattern += f"(?:{choice})" + ("" if is_last else " ")
            needs.append(tuple(max(option.split(" "), key=len) for option in options))
    return Rule(phrase, re.compile(pattern), tuple(needs))


_BOUNDS = "rules|guidelines|system|policy|instructions"
_VERBS = "forget|ignore|disregard|bypass|remove|omit"


def rules() -> list[Rule]:
    """Return the rules, in order."""
    earlier = "previous|prior|above instructions|prompts|messages"
    shown = "prompt|system_message|instructions"
    return [
        _phrase("ignore the? previous|prior|above|earlier instructions|prompts|guidelines|messages|rules|content|input"),
        _ignore(),
        _dismiss(),
        _rule(
            f"{_VERBS} everything, or all that was said",
            rf"(?:{_VERBS}) (?:everything|(?:all )?(?:that|which) (?:i|you) (?:said|told|provided))",
            _VERBS.split("|"),
            ("everything", "said", "told", "provided"),
        ),
        _phrase("reset all? instructions|prompts|settings|conversation|history"),
        _override(),
        _rule(
            "from now on you ignore|disregard|bypass",
            r"from now on,? you (?:must|will|should|are to)? ?(?:ignore|disregard|bypass)",
            ("from",),
            ("now",),
            ("ignore", "disregard", "bypass"),
        ),
        _phrase(f"you are no longer bound by the? {_BOUNDS}"),
        _phrase(f"you're no longer restricted by the? {_BOUNDS}"),
        _pretend(),
        _phrase("reveal the? system|hidden|initial|preprompt|prompt_message"),
        _phrase("what is the? system|hidden|initial|developer|base prompt"),
        _phrase("show me? your? system|developer|hidden|initial|prompt prompt|message|instructions"),
        _phrase("print the? prompt|system_message|developer_message|full_prompt"),
        _phrase("leak the? prompt|instructions|system|developer_message"),
        _expose(),
        _phrase("can you share your? system|developer|prompt|internal prompt|content|instructions|message"),
        _phrase("provide the? system|prompt|hidden|developer~ prompt|instructions|message"),
        _phrase(f"output the? {shown}"),
        _phrase("recite the? system|prompt|instructions|message"),
        _phrase(f"display the? {shown}"),
        _phrase("bypass the? content|safety|policy|control|filter|restriction|moderation"),
        _phrase("enable|activate|switch_to developer_mode|dan_mode|jailbreak|god_mode"),
        _phrase("act as an|a|the~ system|hacker|developer|admin|moderator|human|other_assistant"),
        _phrase("this is jailbreak"),
        _rule("dan ... mode", r"\bdan\b", ("dan",), ("mode",))._replace(then="mode"),
        _rule("jailbreak", r"\bjailbreak\b", ("jailbreak",)),
        _rule("dan: or dan mode", r"dan(?::| mode)", ("dan",)),
        _rule("unleash the? dan", r"\bunleash (?:the )?dan\b", ("unleash",), ("dan",)),
        _phrase("no restrictions apply"),
        _phrase("no rules apply"),
        _rule(
            "no longer bound|restricted|limited by",
            r"\bno longer (?:bound|restricted|limited) by",
            ("longer",),
            ("bound", "restricted", "limited"),
        ),
        _phrase("[system message]"),
        _phrase("[prompt]"),
        _rule(
            "system: you are|must|will",
            r"\bsystem ?(?:prompt|message)? ?: ?you (?:are|must|will)",
            ("system",),
            (":",),
            ("you",),
        ),
        _phrase(f"please disregard the? {earlier}"),
        _phrase(f"please ignore the? {earlier}"),
    ]


# What alone is only suspicious.
KEYWORDS = (
    "act as", "bypass content filter", "bypass policy", "dan mode", "developer message", "developer mode",
    "disable moderation", "disregard above", "forget instructions", "hidden prompt", "ignore previous", "ignore safety",
    "jailbreak", "leak prompt", "no longer bound", "override instructions", "override policy", "print prompt",
    "prompt leak", "prompt output", "show developer prompt", "show system prompt", "system message", "system prompt",
    "unfiltered mode",
)  # fmt: skip
