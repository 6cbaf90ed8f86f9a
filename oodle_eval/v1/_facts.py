"""Facts that a person states about themselves in a conversation, and what a reply makes of them.

The kinds are email, phone, order_id (of an order, ticket, booking and the like) and name. Values are compared, never
shown. The patterns are English; values are found in any language.
"""

from __future__ import annotations

import itertools
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

_local = re.compile(r"(?<![\w.+%-])[\w+%][\w.+%-]{0,63}\Z")
_domain = re.compile(r"@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![\w@])")
_digits = re.compile(r"\d(?:\d|[ ().-]{1,2}(?=[\d(])){5,24}(?![\w/:%]|-\d|[.,]\d)")
_nanp = re.compile(r"(?:\+?1[ .-]?)?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])[2-9]\d{2}[ .-]\d{4}")
_date = re.compile(r"\d{4}[-.]\d{1,2}[-.]\d{1,2}(?: \d{1,2})?|\d{1,2}[-.]\d{1,2}[-.]\d{2,4}")
_phone_word = re.compile(
    r"\b(?:phone|telephone|mobile|cell|tel|call|text|whatsapp|reach|dial|contact|my number)\b", re.IGNORECASE
)
# A number or a code in capitals; what names it is looked for before it, so that prose without either costs little.
# It begins with one class of characters, which the search skips to.
_code = re.compile(r"[\dA-Z](?:(?<=\d)[A-Za-z0-9-]{0,25}|(?<=[A-Z])[A-Z0-9-]{3,25})")
_order_before = re.compile(
    rf"(?<![a-z])(?P<of>{_any_of(_GROUPS)})s?(?P<noun>[ -]{{1,2}}{_NUMBERED})?"
    r"(?:[ \t]{0,2}(?:'s|is|was|of|:|=|-|,|it's|it is|[*\"'“(]{1,3})){0,4}[ \t]{0,2}\Z",
    re.IGNORECASE,
)
# What stands before a name that someone gives, as it is found in lower case, and the name behind it; the line break, which
# follows a farewell, is the last.
_INTRODUCTIONS = ("name", "call me ", "i go by ", "i'm ", "i am ", "this is ", "it's ", "\n")
_of_mine = re.compile(
    r"(?:\bmy (?:full |first |last |legal |sur)?|\bunder the |(?:\A|\n)[ \t>*-]{0,6}(?:full |first )?)\Z"
)
_after_name = re.compile(rf"[Nn]ame(?:'s| is|:| -| of)? {{0,2}}(?:is )?(?P<name>{_NAME})")
_after_name_in_lower_case = re.compile(r"[Nn]ame(?:'s| is|:) {0,2}(?P<name>[^\W\d_][\w'-]{1,30})")
_after_intro = re.compile(rf"(?P<name>{_NAME})")
_closed = re.compile(r"[.,!;]? ?(?:\Z|\n|[.,!;]|and\b|from\b|here\b|calling\b|with\b|but\b|speaking\b)")
_signed = re.compile(rf"\n{{1,2}}[ \t]*(?P<name>{_NAME})[ \t]*(?:\Z|\n\n)")
_FAREWELLS = ("regards", "thanks", "thank you", "sincerely", "cheers", "best", "wishes")


def _own_names(text: str) -> Iterator[str]:
    """Yield the names that someone gives as their own."""
    lowered = _lowered(text)
    signed = any(farewell in lowered for farewell in _FAREWELLS)
    for intro in _INTRODUCTIONS if signed else _INTRODUCTIONS[:-1]:
        at = lowered.find(intro)
        while at >= 0:
            name = _name_at(text, lowered, intro, at)
            if name:
                yield name
            at = lowered.find(intro, at + len(intro))


def _name_at(text: str, lowered: str, intro: str, at: int) -> str:
    """Return the name that an introduction at a place gives, "" when it gives none."""
    before = lowered[max(0, at - 24) : at]
    if intro == "\n":
        farewell = before.rstrip(" \t").removesuffix(",").endswith(_FAREWELLS)
        match = _signed.match(text, at) if farewell else None
        return match["name"] if match else ""
    if intro == "name":
        match = _after_name.match(text, at) or _after_name_in_lower_case.match(text, at)
        return match["name"] if match and _of_mine.search(before) else ""
    if before[-1:].isalnum():
        return ""
    match = _after_intro.match(text, at + len(intro))
    if match is None or (intro not in {"call me ", "i go by "} and not _closed.match(text, match.end())):
        return ""
    return match["name"]


def _lowered(text: str) -> str:
    """Return a text in lower case, with each character where it was."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else "".join(char.lower()[:1] for char in text)


_hail = re.compile(
    r"[ \t*]{0,4}(?:hi|hello|hey|dear|welcome(?: back)?|thanks|thank you|sorry|apologies|"
    rf"good (?:morning|afternoon|evening)),? (?P<name>(?-i:(?:(?:Mr|Mrs|Ms|Miss|Dr)\.? )?{_NAME}))"
    r"(?=[ \t]*[,!.:–—-]|[ \t]*(?:\n|\Z))",
    re.IGNORECASE,
)
_told_name = re.compile(rf"name(?: (?:is|as)(?: listed as)?| of|,)? (?P<name>{_NAME})")
_yours = re.compile(r"\b(?:your (?:full |first |last )?|under (?:the|your) )\Z", re.IGNORECASE)


def _addressed(reply: str) -> Iterator[str]:
    """Yield the names by which a reply calls the user: behind a greeting at the head of a paragraph, or "your name is"."""
    heads = [0] + [match.end() for match in re.finditer(r"\n\n", reply)]
    for head in heads:
        match = _hail.match(reply, head)
        if match:
            yield match["name"]
    for match in _told_name.finditer(reply):
        if _yours.search(reply[max(0, match.start() - 16) : match.start()]):
            yield match["name"]


_others = re.compile(rf"\b(?:{_any_of(lexicon.OTHERS)})\b(?:'s)?", re.IGNORECASE)
_ours = re.compile(rf"\b(?:{_any_of(lexicon.OURS)})\b", re.IGNORECASE)
_BEFORE = 48


def straight(text: str) -> str:
    """Return a text with straight apostrophes."""
    return text.replace("’", "'").replace("‘", "'")


# As many different facts of a kind are known, the newest ones, and as many values of a reply are compared with them.
MAX_FACTS = 200


def stated(turns: Iterable[str]) -> list[Fact]:
    """Return the different facts that a user's turns state about the user."""
    of_kind: dict[str, list[Fact]] = {}
    for fact in dict.fromkeys(_all_stated(turns)):
        of_kind.setdefault(fact.kind, []).append(fact)
    return [fact for facts in of_kind.values() for fact in facts[-MAX_FACTS:]]


def _all_stated(turns: Iterable[str]) -> Iterator[Fact]:
    text = straight("\n\n".join(turns))
    for kind, value, start, group in (*_emails(text), *_phones(text), *_orders(text)):
        if not _others.search(_sentence_before(text, start)):
            yield Fact(kind, value, group)
    for name in _own_names(text):
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
    for name in _addressed(reply):
        if name.split(" ", 1)[0].lower() not in lexicon.NO_NAMES:
            yield Fact("name", name.lower())


def _sentence_before(text: str, start: int) -> str:
    """Return what stands before a value in its sentence."""
    before = text[max(0, start - _BEFORE) : start]
    return re.split(r"[.?!;\n](?=\s|$)", before)[-1]


def _emails(text: str) -> Iterator[tuple[str, str, int, str]]:
    at = text.find("@")
    while at >= 0:
        domain = _domain.match(text, at)
        head = max(0, at - 65)
        local = _local.search(text[head:at]) if domain else None
        if domain and local:
            yield "email", (local.group() + domain.group()).lower(), head + local.start(), ""
        at = text.find("@", at + 1)


def _phones(text: str) -> Iterator[tuple[str, str, int, str]]:
    for match in _digits.finditer(text):
        start = match.start()
        while text[start - 1 : start] in {"(", "+"}:
            start -= 1
        if text[start - 1 : start].isalnum() or text[start - 1 : start] in set("_.,:/#-"):
            continue
        shown = text[start : match.end()]
        digits = re.sub(r"\D", "", shown)
        if not 7 <= len(digits) <= 15 or _date.fullmatch(shown):
            continue
        before = _sentence_before(text, start)
        told = _phone_word.search(before) and not _order_word.search(before)
        if told or _nanp.fullmatch(shown) or (shown[0] == "+" and len(digits) >= 8):
            yield "phone", digits.lstrip("0"), start, ""


_order_word = re.compile(rf"\b(?:{_any_of(_GROUPS)}|card|account)\b[^,;]*$", re.IGNORECASE)


_LINKS = frozenset(" \t:=-,*\"'“(")


def _orders(text: str) -> Iterator[tuple[str, str, int, str]]:
    done = 0
    for match in _code.finditer(text):
        start, end = _code_bounds(text, match.start(), match.end())
        if start < done or not 3 <= end - start <= 25 or text[end : end + 1] in {"_", "@"}:
            continue
        done = end
        value, mark = text[start:end], text[start - 1 : start] == "#"
        head = start - mark
        linked = text[head - 1 : head] in _LINKS
        named = _order_before.search(text[max(0, head - _BEFORE) : head]) if linked else None
        if named is not None:
            sure, shouted = bool(named["noun"]) or mark, named["of"].isupper()
            if _is_code(value, named=sure, shouted=shouted):
                yield "order_id", value.upper(), start, _GROUPS[named["of"].lower()]
        elif mark and any(map(str.isdigit, value)) and not text[head - 1 : head].isalnum():
            yield "order_id", value.upper(), start, ""


def _code_bounds(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where the code around a digit or a capital begins and ends: letters, digits and inner hyphens."""
    least = max(0, start - 25)
    while start > least and (text[start - 1].isalnum() or text[start - 1] in "-_@"):
        start -= 1
    while end > start and text[end - 1] == "-":
        end -= 1
    if text[end : end + 1].isalnum():  # the head of a word
        return start, start
    return start, end


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


# In lower case; it begins with one class of letters, which the search skips to.
_PLEASE = r"(?:please |also |just |kindly |again ){0,3}"
_GIVE = (
    r"(?:provide|share|give|tell|send|supply|specify|let (?:me|us) know|remind|repeat|resend|state|mention|"
    r"reply with|respond with)"
)
_HAVE = r"(?:have|know|get|ask for|ask|take)"
_LACK = r"(?: don't| do not| didn't| did not) (?:seem to |currently |yet |actually ){0,2}(?:have|see|find|catch|get)"
_NEED = r"(?:'ll|'d| will| would)?(?: also| still| just| only| first){0,2}(?: need| require)(?: to (?:have|know|get|ask for))?"
_MIND = r"mind (?:providing|sharing|giving|telling|sending|confirming|repeating)"
_request = re.compile(
    r"[cdiklmpw](?:"
    r"(?<=w)(?:(?P<what>hat(?:'s| is| was| would be)?|hich(?: is)?)"
    rf"|(?:ill|ould) you {_PLEASE}(?:{_GIVE}|(?P<confirm2>confirm|verify))|ould you {_MIND}|e{_LACK}|e{_NEED})"
    rf"|(?<=m)(?:(?:ay|ight) (?:i|we) {_PLEASE}{_HAVE}|{_MIND[1:]})"
    rf"|(?<=c)(?:an|ould) (?:(?:i|we) {_PLEASE}{_HAVE}|you {_PLEASE}(?:{_GIVE}|(?P<confirm>confirm|verify))"
    r"|(?:i|we) (?:trouble|bother) you for)"
    rf"|(?<=d)o you (?:{_MIND}|have|know|remember)"
    rf"|(?<=i)(?:{_LACK}|{_NEED}|f you (?:could|can) (?:please )?(?:provide|share|give|tell|send))"
    rf"|(?<=p)lease {_PLEASE}{_GIVE}|(?<=k)indly {_PLEASE}{_GIVE}"
    r"|(?<=l)et (?:me|us) know"
    r")\b"
)
_who = re.compile(r"who am i (?:speaking|talking|chatting) (?:with|to)\b")
_sentence_end = re.compile(r"(?<=[?!])|\.(?=\s|$)|\n[ \t]*\n")
_your = re.compile(r"\byour?\b", re.IGNORECASE)
_directly = re.compile(
    r"[\s*]*(?:me |us )?(?:with )?(?:the |an? )?(?:best |preferred |right |good )?[\s*]*", re.IGNORECASE
)
# "And your email?", "Order number, please?"
_bare_question = re.compile(
    r"(?:\A|[.!?:\n])[ *\n-]{0,4}(?:(?:and|also|then) )?(?:the |your )?(?P<bare>[a-z][a-z-]{2,12}(?: [a-z]{2,8}){0,2}(?:, please)?\?)",
    re.IGNORECASE,
)
_FOLLOWS = (
    r"(?=[*\"'”)]{0,3}\s*(?:[,.;:?!)\n/(–—-]|\Z|(?:and|or|so|again|please|associated|linked|connected|you|that|which|on|used|"
    r"for|first|once|yet|to|in|we|i|as|before|if|with|along|is|was|should|did|do|can|would|shall)\b))"
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
_CONTACTS = ("email", "phone")
_on_file = re.compile(
    r"(?: address| number)? (?:(?:did|do) you (?:use|have|sign|register)|you (?:used|signed|registered|gave)|"
    r"(?:on|for|with|linked to|associated with) (?:the|your|this) (?:account|file|profile)|on file)\b",
    re.IGNORECASE,
)
# "Your cat's name" is none of the user's own facts; "your account's email" is.
_of_other = re.compile(
    r"\byour (?:[\w-]{1,20} ){0,2}(?!(?:account|profile|order|booking|reservation|card|ticket|case|return|purchase)'s)[\w-]{1,20}'s \Z",
    re.IGNORECASE,
)
_another = re.compile(rf"\b(?:{_any_of(lexicon.ANOTHER)})\b", re.IGNORECASE)
_needless = re.compile(rf"\b(?:{_any_of(lexicon.NEEDLESS)})\b", re.IGNORECASE)
_WINDOW = 160
_WHAT_WINDOW = 36


def asked_kinds(reply: str, facts: Iterable[Fact]) -> set[str]:
    """Return the kinds of facts that a reply asks for again."""
    reply, known = straight(reply), list(facts)
    lowered = _lowered(reply)
    open_kinds = {fact.kind for fact in known}
    open_kinds = {kind for kind in open_kinds if any(clue in lowered for clue in _clues[kind])}
    asked: set[str] = set()
    if open_kinds:
        for wanted in _requested(reply, lowered):
            asked.update(kind for kind in open_kinds - asked if _asks(kind, wanted, known))
    if any(fact.kind == "name" for fact in known) and _who.search(lowered):
        asked.add("name")
    return asked


# Without one of these words nothing of the kind is asked for.
_clues = {
    "email": ("mail",),
    "phone": ("number", "phone", " no"),
    "order_id": ("number", " no", " num", " id", "-id", "code", "ref"),
    "name": ("name",),
}


def _requested(reply: str, lowered: str) -> Iterator[str]:
    """Yield what stands behind each request of a reply, to the end of its sentence."""
    for match in _request.finditer(lowered):
        if lowered[match.start() - 1 : match.start()].isalnum():
            continue
        window = reply[match.end() : match.end() + (_WHAT_WINDOW if match["what"] else _WINDOW)]
        wanted = _sentence_end.split(window, maxsplit=1)[0]
        # "can you confirm ...?" asks; "you can confirm ..." does not.
        unasked = (match["confirm"] or match["confirm2"]) and "?" not in wanted
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
    told = parts.get("strong") or parts.get("reach") or (kind in _CONTACTS and _on_file.match(wanted, match.end()))
    owned = _your.search(before) or (told and _directly.fullmatch(before))
    if not owned or _another.search(before) or _of_other.search(before):
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
    given = (found for found in dict.fromkeys(quoted(reply)) if found.kind in wanted)
    strange = [found for found in itertools.islice(given, MAX_FACTS) if differs(found, known)]
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
