"""Facts that a person states about themselves in a conversation, and what a reply makes of them.

The kinds are email, phone, order_id (of an order, ticket, booking and the like) and name. Values are compared, never
shown. The patterns are English; values are found in any language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from oodle_eval.v1._lexicons import facts as lexicon

__all__ = ["KINDS", "Fact", "asked_kinds", "contradicted_kinds", "quoted", "stated"]

KINDS = ("email", "phone", "order_id", "name")


class Fact(NamedTuple):
    """A fact: its kind, its value in the form in which it is compared, and for an order_id what it is the number of."""

    kind: str
    value: str
    group: str = ""


def _any_of(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_GROUPS = {noun: group for group, nouns in lexicon.ORDER_NOUNS.items() for noun in nouns}
_NUMBERED = r"(?:number|no\b\.?|num|id|code|reference|ref)"
_CAPITALISED = r"[A-Z\u00c0-\u00d6\u00d8-\u00de\u0100-\u024f\u0400-\u042f][\w'-]{0,30}"
_NAME = rf"{_CAPITALISED}(?: {_CAPITALISED}){{0,2}}"

_email = re.compile(r"(?<![\w.+%-])[\w+%][\w.+%-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![\w@])")
_digits = re.compile(r"(?<![\w.,:/#-])(?:\+|\()?\d(?:\d|[ ().-]{1,2}(?=[\d(])){5,24}(?![\w/:%]|-\d|[.,]\d)")
_nanp = re.compile(r"(?:\+?1[ .-]?)?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])[2-9]\d{2}[ .-]\d{4}")
_date = re.compile(r"\d{4}[-.]\d{1,2}[-.]\d{1,2}(?: \d{1,2})?|\d{1,2}[-.]\d{1,2}[-.]\d{2,4}")
_phone_word = re.compile(
    r"\b(?:phone|telephone|mobile|cell|tel|call|text|whatsapp|reach|dial|contact|my number)\b", re.IGNORECASE
)
_order = re.compile(
    rf"\b({_any_of(_GROUPS)})s?\b(?P<noun>[ -]{{1,2}}{_NUMBERED})?"
    r"(?:[ \t]{0,2}(?:'s|is|was|of|:|=|-|,|it's|it is|[*\"'“(]{1,3}))*[ \t]{0,2}"
    r"(?P<mark>#)?(?P<value>[A-Za-z0-9](?:[A-Za-z0-9]|-(?=[A-Za-z0-9])){2,24})(?![\w@-])",
    re.IGNORECASE,
)
_hash = re.compile(r"(?<![\w#&/])#((?=[A-Z-]{0,12}\d)[A-Za-z0-9](?:[A-Za-z0-9]|-(?=[A-Za-z0-9])){2,24})(?![\w-])")
_own_name = re.compile(
    r"\b[Mm][Yy] (?:full |first |last |legal |sur)?name(?:'s| is|:| -)? {1,2}(?:is )?([^\W\d_][\w'-]{0,30}(?: [A-Z][\w'-]{0,30}){0,2})"
    rf"|^[ \t>*-]{{0,6}}(?:[Ff]ull |[Ff]irst )?[Nn]ame ?: ?({_NAME})"
    rf"|\b(?:[Cc]all me|[Uu]nder the name(?: of)?|[Ii] go by) ({_NAME})"
    rf"|\b(?:[Ii]'m|[Ii] am|[Tt]his is|[Ii]t's) ({_NAME})(?=[.,!;]? ?(?:$|\n|[.,!;]|and\b|from\b|here\b|calling\b|with\b|but\b|speaking\b))"
    rf"|(?:[Rr]egards|[Tt]hanks|[Tt]hank you|[Ss]incerely|[Cc]heers|[Bb]est|[Ww]ishes),?[ \t]*\n{{1,2}}[ \t]*({_NAME})[ \t]*$",
    re.MULTILINE,
)
_addressed = re.compile(
    rf"(?:\A|(?<=\n\n))[ \t*]{{0,4}}(?:hi|hello|hey|dear|welcome(?: back)?|thanks|thank you|sorry|apologies|great|sure|okay|ok|"
    rf"good (?:morning|afternoon|evening)),? (?P<hail>(?-i:(?:(?:Mr|Mrs|Ms|Miss|Dr)\.? )?{_NAME}))(?=[ \t]*[,!.:–—-]|[ \t]*(?:\n|\Z))"
    rf"|\byour (?:full |first |last )?name (?:is|as) (?:listed as )?(?P<told>(?-i:{_NAME}))"
    rf"|\bunder (?:the|your) name(?: of|,)? (?P<under>(?-i:{_NAME}))",
    re.IGNORECASE,
)
_others = re.compile(rf"\b(?:{_any_of(lexicon.OTHERS)})\b(?:'s)?", re.IGNORECASE)
_ours = re.compile(rf"\b(?:{_any_of(lexicon.OURS)})\b", re.IGNORECASE)
_BEFORE = 48


def straight(text: str) -> str:
    """Return a text with straight apostrophes."""
    return text.replace("’", "'").replace("‘", "'")


def stated(text: str) -> Iterator[Fact]:
    """Yield the facts that a user's turn states about the user."""
    text = straight(text)
    for kind, value, start, group in (*_emails(text), *_phones(text), *_orders(text)):
        if not _others.search(_sentence_before(text, start)):
            yield Fact(kind, value, group)
    for match in _own_name.finditer(text):
        name = next(found for found in match.groups() if found)
        if name.split(" ", 1)[0].lower() not in lexicon.NO_NAMES:
            yield Fact("name", name.lower())


def quoted(reply: str) -> Iterator[Fact]:
    """Yield the values of a reply that stand for the user's own: not a company's address or hotline, nor an example."""
    reply = straight(reply)
    for kind, value, start, group in (*_emails(reply), *_phones(reply), *_orders(reply)):
        local = value.partition("@")[0]
        ours = kind in {"email", "phone"} and _ours.search(_sentence_before(reply, start))
        if not ours and not (kind == "email" and lexicon.ROLE_ADDRESSES.intersection(re.split(r"[._-]", local))):
            yield Fact(kind, value, group)
    for match in _addressed.finditer(reply):
        name = next(found for found in match.groups() if found)
        if name.split(" ", 1)[0].lower() not in lexicon.NO_NAMES:
            yield Fact("name", name.lower())


def _sentence_before(text: str, start: int) -> str:
    """Return what stands before a value in its sentence."""
    before = text[max(0, start - _BEFORE) : start]
    return re.split(r"[.?!;\n](?=\s|$)", before)[-1]


def _emails(text: str) -> Iterator[tuple[str, str, int, str]]:
    if "@" in text:
        for match in _email.finditer(text):
            yield "email", match.group().lower(), match.start(), ""


def _phones(text: str) -> Iterator[tuple[str, str, int, str]]:
    for match in _digits.finditer(text):
        shown = match.group()
        digits = re.sub(r"\D", "", shown)
        if not 7 <= len(digits) <= 15 or _date.fullmatch(shown):
            continue
        before = _sentence_before(text, match.start())
        told = _phone_word.search(before) and not _order_word.search(before)
        if told or _nanp.fullmatch(shown) or (shown[0] == "+" and len(digits) >= 8):
            yield "phone", digits.lstrip("0"), match.start(), ""


_order_word = re.compile(rf"\b(?:{_any_of(_GROUPS)}|card|account)\b[^,;]*$", re.IGNORECASE)


def _orders(text: str) -> Iterator[tuple[str, str, int, str]]:
    seen = set()
    for match in _order.finditer(text):
        value = match["value"]
        shouted = match[1].isupper()  # in "ORDER DELAYED" the capitals say nothing
        if _is_code(value, named=bool(match["noun"] or match["mark"]), shouted=shouted):
            seen.add(value)
            yield "order_id", value.upper(), match.start("value"), _GROUPS[match[1].lower()]
    for match in _hash.finditer(text):
        if match[1] not in seen:
            yield "order_id", match[1].upper(), match.start(), ""


def _is_code(value: str, *, named: bool, shouted: bool) -> bool:
    """Return whether a word behind "order" can be its number; `named`: behind "order number" or before a hash sign."""
    if any(char.isdigit() for char in value):
        is_year = len(value) == 4 and value[:2] in {"19", "20"}
        return named or (len(value) >= 4 and not is_year)
    return value.isupper() and not shouted and 5 <= len(value) <= (25 if named else 8)


def differs(found: Fact, known: Iterable[Fact]) -> bool:
    """Return whether a value that a reply quotes is another than each known one of its kind."""
    same_kind = [fact for fact in known if fact.kind == found.kind]
    if found.kind == "order_id":
        same_kind = [fact for fact in same_kind if not fact.group or not found.group or fact.group == found.group]
    return bool(same_kind) and not any(_same(found, fact) for fact in same_kind)


def _same(found: Fact, fact: Fact) -> bool:
    if found.value == fact.value:
        return True
    if found.kind == "phone":  # with and without the country's code
        longer, shorter = sorted((found.value, fact.value), key=len, reverse=True)
        return len(shorter) >= 7 and longer.endswith(shorter)
    if found.kind == "name":
        said, parts = set(_name_parts(found.value)), set(_name_parts(fact.value))
        return any(a.startswith(b) or b.startswith(a) for a in said for b in parts)
    return False


def _name_parts(name: str) -> list[str]:
    return [part for part in re.findall(r"\w+", name) if len(part) > 1 and part not in lexicon.TITLES] or [name]


_request = re.compile(
    r"\b(?:(?P<what>(?:what|which)(?:'s| is| was| would be)?|who am i (?:speaking|talking|chatting) (?:with|to))"
    r"|(?:may|can|could|might) (?:i|we) (?:please |also |just |kindly )*(?:have|know|get|ask for|ask|take)"
    r"|(?P<confirm>(?:could|can|would|will) you (?:please |also |just |kindly |again )*(?:confirm|verify))"
    r"|(?:could|can|would|will) you (?:please |also |just |kindly |again )*(?:provide|share|give|tell|send|supply|specify|"
    r"let (?:me|us) know|remind|repeat|resend|state|mention)"
    r"|would you mind (?:providing|sharing|giving|telling|sending|confirming|repeating)"
    r"|(?:i|we) (?:don't|do not|didn't|did not) (?:seem to |currently |yet |actually )*(?:have|see|find|catch|get)"
    r"|(?:please|kindly) (?:also |just |kindly |please |again )*(?:provide|share|give|tell|send|supply|specify|let (?:me|us) know|remind|repeat|"
    r"resend|state|reply with|respond with)"
    r"|(?:i|we)(?:'ll|'d| will| would)?(?: also| still| just| only| first)*(?: need| require)(?: to (?:have|know|get|ask for))?"
    r"|do you (?:have|know|remember)|let (?:me|us) know"
    r"|if you (?:could|can) (?:please )?(?:provide|share|give|tell|send))\b",
    re.IGNORECASE,
)
_who = re.compile(r"\bwho am i (?:speaking|talking|chatting) (?:with|to)\b", re.IGNORECASE)
_sentence_end = re.compile(r"(?<=[?!])|\.(?=\s|$)|\n[ \t]*\n")
_your = re.compile(r"\byour?\b", re.IGNORECASE)
_directly = re.compile(r"[\s*]*(?:me |us )?(?:with )?(?:the |an? )?[\s*]*", re.IGNORECASE)
# "And your email?", "Order number, please?"
_bare_question = re.compile(
    r"(?:\A|[.!?:\n])[ *\n-]{0,4}(?:(?:and|also|then) )?(?:the |your )?(?P<bare>[a-z][a-z-]{2,12}(?: [a-z]{2,8}){0,2}(?:, please)?\?)",
    re.IGNORECASE,
)
_FOLLOWS = (
    r"(?=[*\"'”)]{0,3}\s*(?:[,.;:?!)\n/(–—-]|\Z|(?:and|or|so|again|please|associated|linked|connected|you|that|which|on|used|"
    r"for|first|once|to|in|we|i|as|before|if|with|along|is|was|should|did|do|can|would|shall)\b))"
)
_nouns = {
    "email": re.compile(rf"\be-?mail(?P<strong> address| id)?{_FOLLOWS}", re.IGNORECASE),
    "phone": re.compile(
        r"\b(?:(?:phone|telephone|mobile|cell|cellphone|cell phone|contact|callback|call-back|whatsapp)"
        r"(?P<strong> (?:phone )?(?:number|no\b\.?))|(?<=, )(?:phone|telephone)|(?:phone|telephone)(?=,| and| or)"
        rf"|(?P<reach>(?:best )?number (?:to reach|where (?:i|we) can reach)))\b{_FOLLOWS}",
        re.IGNORECASE,
    ),
    "order_id": re.compile(rf"\b(?P<noun>{_any_of(_GROUPS)})(?P<strong>[ -]{_NUMBERED})\b(?! of\b)", re.IGNORECASE),
    "name": re.compile(
        rf"\b(?P<part>full |first |last |legal |complete |sur)?(?<!user)name\b{_FOLLOWS}(?! on\b)", re.IGNORECASE
    ),
}
_another = re.compile(rf"\b(?:{_any_of(lexicon.ANOTHER)})\b", re.IGNORECASE)
_needless = re.compile(rf"\b(?:{_any_of(lexicon.NEEDLESS)})\b", re.IGNORECASE)
_WINDOW = 160
_WHAT_WINDOW = 36


def asked_kinds(reply: str, facts: Iterable[Fact]) -> set[str]:
    """Return the kinds of facts that a reply asks for again."""
    reply, known = straight(reply), list(facts)
    asked: set[str] = set()
    for wanted in _requested(reply):
        asked.update(kind for kind in KINDS if kind not in asked and _asks(kind, wanted, known))
    if _who.search(reply):
        asked.add("name")
    return asked


def _requested(reply: str) -> Iterator[str]:
    """Yield what stands behind each request of a reply, to the end of its sentence."""
    for match in _request.finditer(reply):
        window = reply[match.end() : match.end() + (_WHAT_WINDOW if match["what"] else _WINDOW)]
        wanted = _sentence_end.split(window, maxsplit=1)[0]
        unasked = match["confirm"] and "?" not in wanted  # "can you confirm ..." asks, "please verify by mail" does not
        if not unasked and not _needless.search(_sentence_before(reply, match.start())):
            yield wanted
    for match in _bare_question.finditer(reply):
        if any(noun.match(match["bare"]) for noun in _nouns.values()):
            yield f"your {match['bare']}"


def _asks(kind: str, wanted: str, known: list[Fact]) -> bool:
    """Return whether what is requested is a fact of one kind that is known, and does not quote one."""
    same_kind = [fact for fact in known if fact.kind == kind]
    if not same_kind or any(fact.kind == kind for fact in quoted(wanted)):
        return False
    return any(_is_for_known(match, kind, wanted, same_kind) for match in _nouns[kind].finditer(wanted))


def _is_for_known(match: re.Match[str], kind: str, wanted: str, known: list[Fact]) -> bool:
    """Return whether the noun of a request stands for the user's own fact that is known."""
    before, parts = wanted[: match.start()], match.groupdict()
    owned = _your.search(before) or ((parts.get("strong") or parts.get("reach")) and _directly.fullmatch(before))
    if not owned or _another.search(before):
        return False
    if kind == "order_id":
        return _of_group(_GROUPS[parts["noun"].lower()], known)
    return kind != "name" or not _is_more(parts["part"] or "", known)


def _of_group(group: str, facts: list[Fact]) -> bool:
    return any(not fact.group or fact.group == group for fact in facts)


def _is_more(part: str, facts: list[Fact]) -> bool:
    """Return whether "last name" or "full name" asks for more than the one name that was given."""
    return part.strip().lower() in {"full", "last", "legal", "complete", "sur"} and not any(
        " " in fact.value for fact in facts
    )


def contradicted_kinds(reply: str, facts: Iterable[Fact], said: Iterable[str], kinds: Iterable[str]) -> set[str]:
    """Return those of the kinds of which a reply quotes a value that the user never wrote."""
    known, wanted = list(facts), set(kinds)
    strange = [found for found in quoted(reply) if found.kind in wanted and differs(found, known)]
    if not strange:
        return set()
    written = "\n".join(said).lower()
    digits = "".join(filter(str.isdigit, written))
    return {found.kind for found in strange if not _is_written(found, written, digits)}


def _is_written(found: Fact, written: str, digits: str) -> bool:
    if found.kind == "phone":
        return found.value in digits
    parts = _name_parts(found.value) if found.kind == "name" else [found.value.lower()]
    return any(part in written for part in parts)
