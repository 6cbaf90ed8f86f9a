r"""The phrases that Opik's prompt-injection heuristic looks for, in a notation of our own.

A rule's phrase is made of words with single spaces between them, as normalised text has them:

    word            the word, or the beginning of one at the phrase's end
    a|b|c           one of several; `_` is a space inside one
    word?           may be left out, with the space behind it
    a|b~            may be left out, and so may the space behind it

Rules that the notation has no words for are regular expressions. The rules stand in the order of Opik's own list, and
match what that list of opik 2.2 matches.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

__all__ = ["GATES", "KEYWORDS", "Rule", "gates_of", "rules"]


class Rule(NamedTuple):
    """One rule.

    Args:
        label: What it is called in results.
        pattern: What it looks for.
        leads: What each match begins with, one of these.
        gates: Of `GATES`, those that let the rule in: each match holds one.
        then: What must stand anywhere behind the first match, "" for nothing.
    """

    label: str
    pattern: re.Pattern[str]
    leads: tuple[str, ...]
    gates: frozenset[str]
    then: str = ""

    def matches(self, plain: str, places: Iterable[int]) -> bool:
        """Return whether the rule matches a normalised text from one of some places on, which are in order."""
        match = self.pattern.match
        for at in places:
            found = match(plain, at)
            if found is not None:
                # No later match has more behind it than the first.
                return not self.then or plain.find(self.then, found.end()) >= 0
        return False


# Of these, every match of a rule and every keyword holds one. A text with none of them needs no other look.
GATES = (
    "prompt", "message", "instruction", "ignore", "disregard", "forget", "omit", "remove", "bypass", "disable",
    "neglect", "reset", "override", "pretend", "reveal", "share", "expose", "mode", "jailbreak",
    "act as", "dan", "apply", "longer", "system",
)  # fmt: skip


def gates_of(options: Iterable[str]) -> frozenset[str]:
    """Return the gates of which one is in each of some options; none when one option holds none."""
    found = [next((gate for gate in GATES if gate in option), "") for option in options]
    return frozenset(found) if all(found) else frozenset()


# Up to four words between a verb and what it is about; punctuation ends the clause.
_GAP = r"(?:[^ .,!?;:]+ ){0,4}?"
# What an instruction can be called, once a word before it points at the model.
_POINTING = (
    "your all any previous prior earlier above original initial system safety hidden developer content ethical".split()
)
_RULE_NOUNS = (
    "instructions? prompts? guidelines? guidance policies policy rules? measures restrictions? messages? constraints? "
    "directives? safeguards? filters? safety moderation guardrails? limits? limitations? boundaries boundary "
    "programming alignment protocols? controls? context"
).split()
# "my earlier message" and "our rules" are the speaker's own.
_RULES = (
    rf"(?:safety|moderation|guardrails?|safeguards?"
    rf"|(?<!\bmy )(?<!\bour )(?:{'|'.join(_POINTING)}) (?:the )?(?:{'|'.join(_RULE_NOUNS)}))\b"
)
_BARE_END = r"(?:instructions?|prompts?|guidelines?)\b"


def _ignore() -> Rule:
    pattern = rf"ignore (?:{_BARE_END}|{_GAP}{_RULES})"
    return _rule("ignore ... rules", pattern, "ignore")


def _dismiss() -> Rule:
    verbs = ("disregard", "forget", "omit", "remove", "bypass", "disable", "neglect")
    pattern = (
        rf"(?:(?:disregard|forget) {_BARE_END}"
        rf"|(?:{'|'.join(verbs)}) {_GAP}(?:{_RULES}|content\b|inputs?\b))"
    )
    return _rule("disregard ... rules", pattern, *verbs)


def _override() -> Rule:
    return _rule("override ... rules", rf"override {_GAP}{_RULES}", "override")


def _pretend() -> Rule:
    roles = (
        "assistant user hacker developer admin moderator human system dan jailbroken unrestricted unfiltered persona"
    ).split()
    actors = "ai model bot chatbot character persona actor agent".split()
    pattern = (
        rf"pretend (?:to )?be (?:(?:an?|the)? ?(?:{'|'.join(roles)}|other persona)"
        rf"|(?:an?|the) {_GAP}(?:{'|'.join(actors)})\b)"
    )
    return _rule("pretend to be ...", pattern, "pretend")


def _expose() -> Rule:
    pattern = (
        rf"expose {_GAP}(?:{_RULES}|(?:hidden|developer|your) (?:system|configuration|config)\b"
        r"|(?:system|configuration|config) (?:prompts?|messages?|instructions?)\b)"
    )
    return _rule("expose ... system", pattern, "expose")


def _rule(label: str, pattern: str, *leads: str, then: str = "") -> Rule:
    return Rule(label, re.compile(pattern), leads, gates_of(leads), then)


def _phrase(phrase: str) -> Rule:
    """Return the rule of a phrase in this module's notation."""
    pattern = ""
    leads = [""]
    gates: frozenset[str] = frozenset()
    words = phrase.split(" ")
    for place, word in enumerate(words):
        options = [option.replace("_", " ") for option in word.rstrip("?~").split("|")]
        choice = "|".join(map(re.escape, options))
        if word[-1] in "?~":
            pattern += f"(?:(?:{choice}) )?" if word.endswith("?") else f"(?:{choice})? ?"
            continue
        pattern += f"(?:{choice})" + (" " if place < len(words) - 1 else "")
        gates = gates or gates_of(options)
        if place == 0:
            leads = options
        elif len(options) == len(leads) == 1 and not {"?", "~"} & {other[-1] for other in words[:place]}:
            leads = [f"{leads[0]} {options[0]}"]
    return Rule(phrase, re.compile(pattern), tuple(leads), gates)


def _now_on() -> Rule:
    verbs = ("ignore", "disregard", "bypass")
    pattern = rf"from now on,? you (?:must|will|should|are to)? ?(?:{'|'.join(verbs)})"
    return Rule("from now on you ignore|disregard|bypass", re.compile(pattern), ("from now on",), frozenset(verbs))


_BOUNDS = "rules|guidelines|system|policy|instructions"
_VERBS = "forget|ignore|disregard|bypass|remove|omit"


def rules() -> list[Rule]:
    """Return the rules, in order."""
    earlier = "previous|prior|above instructions|prompts|messages"
    shown = "prompt|system_message|instructions"
    return [
        _phrase(
            "ignore the? previous|prior|above|earlier instructions|prompts|guidelines|messages|rules|content|input"
        ),
        _ignore(),
        _dismiss(),
        _rule(
            f"{_VERBS} everything, or all that was said",
            rf"(?:{_VERBS}) (?:everything|(?:all )?(?:that|which) (?:i|you) (?:said|told|provided))",
            *_VERBS.split("|"),
        ),
        _phrase("reset all? instructions|prompts|settings|conversation|history"),
        _override(),
        _now_on(),
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
        _phrase("act_as an|a|the~ system|hacker|developer|admin|moderator|human|other_assistant"),
        _phrase("this is jailbreak"),
        _rule("dan ... mode", r"\bdan\b", "dan", then="mode"),
        _rule("jailbreak", r"\bjailbreak\b", "jailbreak"),
        _rule("dan: or dan mode", r"dan(?::| mode)", "dan"),
        Rule("unleash the? dan", re.compile(r"\bunleash (?:the )?dan\b"), ("unleash",), frozenset(["dan"])),
        _phrase("no restrictions apply"),
        _phrase("no rules apply"),
        _rule(
            "no longer bound|restricted|limited by",
            r"\bno longer (?:bound|restricted|limited) by",
            "no longer ",
        ),
        _phrase("[system message]"),
        _phrase("[prompt]"),
        _rule(
            "system: you are|must|will",
            r"\bsystem ?(?:prompt|message)? ?: ?you (?:are|must|will)",
            "system",
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
