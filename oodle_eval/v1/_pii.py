"""Personal data in a text: email addresses, phone numbers, card numbers, US social security numbers, IP addresses.

How the patterns were made: from the published grammars (the issuers' prefixes and lengths with the Luhn sum, the North
American Numbering Plan, E.164, the Social Security Administration's rules, the textual forms of RFC 4291), and from the
contexts that tell a number of another kind apart. Checked against half of two public sets.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from oodle_eval.v1._folding import readable
from oodle_eval.v1._secrets import find_secrets

__all__ = ["KINDS", "Finding", "find", "known", "readable"]

KINDS = ("email", "phone", "credit_card", "us_ssn", "ip_address", "secret")


Windows = list[tuple[int, int]]


class Finding(NamedTuple):
    """One value: its kind, where it stands, and the form in which equal values are equal."""

    kind: str
    begin: int
    end: int
    value: str


def find(text: str, kinds: tuple[str, ...]) -> list[Finding]:
    """Return the values of the kinds in a text that `readable` gave; of those that overlap the first kind wins."""
    found: list[Finding] = []
    windows = _windows(text)
    for kind, finder in _FINDERS.items():
        if kind in kinds:
            found = _merged(found, sorted(finder(text, windows), key=lambda new: (new.begin, -new.end)))
    return found


def _merged(taken: list[Finding], new: list[Finding]) -> list[Finding]:
    """Return findings in the order of the text, without those that overlap one taken before or a longer one."""
    last = 0
    apart: list[Finding] = []
    for finding in new:
        if finding.begin >= last:
            apart.append(finding)
            last = finding.end
    if not taken:
        return apart
    begins = [known.begin for known in taken]
    apart = [finding for finding in apart if not _overlaps(finding, taken, begins)]
    return sorted([*taken, *apart], key=lambda known: known.begin)


def known(values: set[tuple[str, str]], text: str) -> set[tuple[str, str]]:
    """Return which of (kind, value) a text holds, however they are written there."""
    kinds = tuple({kind for kind, _ in values})
    there = {(found.kind, found.value) for found in find(text, kinds)}
    lowered = text.lower()
    numbers = {re.sub(r"\D", "", run.group()).lstrip("0") for run in _DIGITS.finditer(text)}
    return {
        (kind, value)
        for kind, value in values
        if (kind, value) in there
        or (kind == "secret" and value in text)
        or (kind in ("email", "ip_address") and _stands_in(value, lowered))
        or value.lstrip("0") in numbers
    }


_INSIDE_BEFORE = re.compile(r"[\w.-]")
_INSIDE_BEHIND = re.compile(r"[\w-]|\.\w")


def _stands_in(value: str, text: str) -> bool:
    """Return whether a text holds a value that is no part of a longer one; `find` is far faster than a pattern each."""
    at = text.find(value)
    while at >= 0:
        end = at + len(value)
        if not (at and _INSIDE_BEFORE.match(text, at - 1)) and not _INSIDE_BEHIND.match(text, end):
            return True
        at = text.find(value, end)
    return False


_DIGITS = re.compile(r"\d(?:[-. ()/]{0,2}\d)*+")


def _overlaps(new: Finding, taken: list[Finding], begins: list[int]) -> bool:
    """Return whether a finding overlaps one of those taken, which stand apart and in order."""
    at = bisect_right(begins, new.begin)
    return (at > 0 and taken[at - 1].end > new.begin) or (at < len(taken) and taken[at].begin < new.end)


# Letters of scripts that are written without spaces: they may stand right before and behind a value.
_UNSPACED = "\u0e00-\u0e4f\u1000-\u103f\u1780-\u17df\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_W = rf"[^\W{_UNSPACED}]"

# --- email

_DOMAIN = re.compile(
    rf"(?:[^\W_](?:[\w-]{{0,61}}[^\W_])?\.){{1,8}}(?:[a-z]{{2,24}}(?=[{_UNSPACED}])|[^\W\d_]{{2,24}}(?!\w)|xn--[a-z0-9-]{{2,59}}(?!\w))(?!-|\.\w|@)",
    re.IGNORECASE,
)
_BEHIND_UNSPACED = re.compile(rf"(?<=[{_UNSPACED}])[a-z0-9][!-~]*\Z", re.IGNORECASE)
_LOCAL = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}\Z")
_FILE_ENDS = frozenset("png jpg jpeg gif svg webp css js ts py json md txt html pdf zip mp4".split())


def _emails(text: str, _: Windows) -> Iterator[Finding]:
    at = text.find("@")
    while at >= 0:
        domain = _DOMAIN.match(text, at + 1)
        local = _local_before(text, at) if domain else ""
        if domain and local and domain.group().rsplit(".", 1)[-1].lower() not in _FILE_ENDS:
            address = f"{local}@{domain.group()}".lower()
            yield Finding("email", at - len(local), domain.end(), address)
        at = text.find("@", at + 1)


def _local_before(text: str, at: int) -> str:
    """Return the part of an address before its "@", "" when it is none."""
    if not at or not (text[at - 1].isalnum() or text[at - 1] in "_-+"):
        return ""
    match = _LOCAL.search(text, max(0, at - 64), at)
    local = match.group().lstrip(".!#$%&'*/=?^`{|}~") if match else ""
    local = re.split(r"[=/|`'*{}]", local)[-1].lstrip(".-")
    behind = _BEHIND_UNSPACED.search(local)
    local = behind.group() if behind else local
    begin = at - len(local)
    is_url = text[max(0, begin - 3) : begin] == "://" or text[max(0, begin - 1) : begin] == "@"
    return "" if is_url or ".." in local or local.lower() == "git" else local


# --- numbers

# Where numbers are: most text holds few, and only they are looked at closely.
_STRETCH = re.compile(r"\d[\d .()/:x\-]{3,}\d")
_BEFORE, _BEHIND = 3, 12


def _windows(text: str) -> Windows:
    """Return the stretches of a text that hold numbers, with what stands around them; close ones are one."""
    windows: Windows = []
    for stretch in _STRETCH.finditer(text):
        begin, end = max(0, stretch.start() - _BEFORE), stretch.end() + _BEHIND
        if windows and begin <= windows[-1][1]:
            windows[-1] = (windows[-1][0], end)
        else:
            windows.append((begin, end))
    return windows


def _within(text: str, windows: Windows, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern that begins with a digit, "(" or "+", window by window."""
    for begin, end in windows:
        yield from pattern.finditer(text, begin, end)


# A group of digits stands alone: it is no part of a word or a longer number. A comma may part the cells of a row.
_ALONE = rf"(?<!{_W})(?<![\d][-./:])(?<![$€£#])"
_END = rf"(?!{_W})(?![-./:]\d)"
# In four groups, what follows may be the end of a long number, or the expiry or check code.
_CARD = re.compile(
    rf"{_ALONE}(?<![A-Z]{{2}}\d\d[ ])(?:\d{{12,19}}+|\d{{4}}([ ]{{1,2}}|[ ]?[-.][ ]?)\d{{4}}\1\d{{4}}\1\d{{1,4}}(?:\1\d{{1,3}}\b)?(?![ ]\d{{4}}\b)|\d{{4}}([ ]{{1,2}}|[ ]?[-.][ ]?)\d{{6}}\2\d{{4,5}})(?!{_W})(?![-.]\d)"
)


@functools.cache
def _issuers() -> tuple[tuple[int, int, int, frozenset[int]], ...]:
    """Return (first prefix, last prefix, digits of the prefix, lengths) of the issuers."""
    table = """
        4 4 13,16,19;  51 55 16;  2221 2720 16;  34 34 15;  37 37 15;  6011 6011 16,17,18,19;  644 649 16,17,18,19;  65 65 16,17,18,19;
        622126 622925 16,17,18,19;  300 305 14;  3095 3095 14;  36 36 14;  38 39 14,16;
        35 35 16;  2131 2131 15;  1800 1800 15;  62 62 16,17,18,19;  81 82 16;  2200 2204 16,17,18,19;  9792 9792 16;
        5018 5018 12,13,14,15,16,17,18,19;  5020 5020 12,13,14,15,16,17,18,19;  5038 5038 12,13,14,15,16,17,18,19;
        5019 5019 16;  5893 5893 12,13,14,15,16,17,18,19;  6304 6304 12,13,14,15,16,17,18,19;  6759 6759 12,13,14,15,16,17,18,19;
        6761 6763 12,13,14,15,16,17,18,19;  6390 6390 12,13,14,15,16,17,18,19;  506 509 16,17,18,19;  60 60 16;  1 1 15
    """
    rows = (row.split() for row in table.replace("\n", " ").split(";"))
    return tuple((int(a), int(b), len(a), frozenset(map(int, lengths.split(",")))) for a, b, lengths in rows)


def _is_card(digits: str, said: bool) -> bool:
    """Return whether an issuer gives out such numbers, and the Luhn sum is right.

    Maestro has wide prefixes and lengths: its numbers count where a card is spoken of.
    """
    fits = any(
        first <= int(digits[:width]) <= last and len(digits) in lengths for first, last, width, lengths in _issuers()
    )
    return (fits or (said and digits[:2] in ("50", "56", "57", "58", "67"))) and len(set(digits)) > 1 and _luhn(digits)


def _luhn(digits: str) -> bool:
    doubled = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)
    return (sum(map(int, digits[-1::-2])) + sum(doubled[int(digit)] for digit in digits[-2::-2])) % 10 == 0


# What a long number is when its label says so.
_OTHER_LABEL = re.compile(
    r"(?:order|invoice|tracking|shipment|ticket|case|reference|ref|transaction|timestamp|epoch|unix|isbn|ean|upc|imei|serial|account|booking|confirmation|"
    r"request|session|user|customer|build|time|ts|created_?at|updated_?at)[\s_]*(?:number|num|no|nr|id|code|\W)*(?:is|was|of)?[\s\"'`:#=()*]*\Z",
    re.IGNORECASE,
)


def _labelled_otherwise(text: str, at: int) -> bool:
    return bool(_OTHER_LABEL.search(text, max(0, at - 40), at))


_CARD_WORD = re.compile(r"card|credit|debit|maestro|visa|\bcc\b|payment", re.IGNORECASE)


def _said(text: str, at: int) -> bool:
    return bool(_CARD_WORD.search(text, max(0, at - 40), at))


def _cards(text: str, windows: Windows) -> Iterator[Finding]:
    for match in _within(text, windows, _CARD):
        digits = re.sub(r"\D", "", match.group())
        if not digits.isascii() or (digits == match.group() and _labelled_otherwise(text, match.start())):
            continue
        said = _said(text, match.start())
        if _is_card(digits, said):
            yield Finding("credit_card", match.start(), match.end(), digits)
        elif match[1] and len(digits) > 16 and _is_card(digits[:16], said):
            end = match.end() - len(digits) + 16 - len(match[1])
            yield Finding("credit_card", match.start(), end, digits[:16])


_SSN = re.compile(rf"{_ALONE}(\d{{3}})([- .])(\d{{2}})\2(\d{{4}}){_END}")
_SSN_BARE = re.compile(
    rf"(?:ssn|social[ -]security(?:[ -](?:number|no|num|nr))?)(?![^\W\d_])[^\d\n]{{0,24}}(?<!{_W})(?<![$€£])(\d{{3}})([- ]?)(\d{{2}})\2(\d{{4}}){_END}",
    re.IGNORECASE,
)
_SSN_BEHIND = re.compile(
    r"[ ,]{1,2}(?:is|was|as)[ ](?:the|my|your|his|her|their|our)[ ](?:ssn|social security)", re.IGNORECASE
)


def _ssns(text: str, windows: Windows) -> Iterator[Finding]:
    lowered = text.lower()
    labelled = _SSN_BARE.finditer(text) if "ssn" in lowered or "security" in lowered else ()
    for pattern, matches in ((_SSN, _within(text, windows, _SSN)), (_SSN_BARE, labelled)):
        for match in matches:
            area, group, serial = match[1], match[3], match[4]
            alike = match[2] == " " and pattern is _SSN and "0" not in (area[0], group[0])
            if alike and not _SSN_BEHIND.match(text, match.end()):
                continue  # three numbers in a row: no number is written with a leading zero
            if area in ("000", "666") or area[0] == "9" or group == "00" or serial == "0000":
                continue
            yield Finding("us_ssn", match.start(1), match.end(), area + group + serial)


# --- IP addresses

_OCTET = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_FOUR = rf"{_OCTET}(?:\.{_OCTET}){{3}}"
# Also the two ends of a range, but no version with a build number behind it.
_IPV4 = re.compile(
    rf"(?<!{_W})(?<!\.)(?:(?<!\d-)|(?<=\.\d-)|(?<=\.\d\d-)|(?<=\.\d\d\d-)){_FOUR}(?!{_W}|\.\d|-(?!{_FOUR}(?!{_W}|\.\d))\d)"
)
_IPV6 = re.compile(
    rf"(?<!{_W})(?<![:.])(?:[0-9A-Fa-f]{{0,4}}:){{2,7}}(?:[0-9A-Fa-f]{{0,4}}|(?:\d{{1,3}}\.){{3}}\d{{1,3}})(?!{_W}|:|\.\d)"
)
_SIX = re.compile(r":[0-9A-Fa-f]{1,4}:[0-9A-Fa-f]{1,4}:")
_VERSION = re.compile(
    r"(?:\b(?:version|ver|release|rev|revision|section|sec|chapter|clause|paragraph|para|article|appendix|annex|figure|fig|table|step|build|firmware|"
    r"driver|update|upgrade|rule|item|part|requirement|exercise|theorem|equation|eq|page|oid|v|from|to|assembly|package)s?\.?|\w{1,20}version|§|[=><~^]=|==|~>|\^)"
    r"[\s:=(\"'`#v]{0,4}(?:number\s)?\Z",
    re.IGNORECASE,
)
_VERSION_ONLY = re.compile(r"(?:\b(?:from|to))[\s:=(\"'`#v]{0,4}\Z", re.IGNORECASE)

_RESOLVERS = frozenset({"1.1.1.1", "1.1.1.2", "8.8.8.8", "8.8.4.4", "9.9.9.9", "4.2.2.2"})
_PACKAGE = re.compile(
    r"\.(?:tar|t?gz|bz2|zip|whl|jar|war|exe|msi|dll|deb|rpm|dmg|pkg|apk|nupkg|iso|egg|gem|so)\b", re.IGNORECASE
)
_UPGRADE = re.compile(
    r"\b(?:version|release|upgrade|update|downgrade|migrate|patch|bump)(?:d|ed|s|r|ing)?\b", re.IGNORECASE
)


def _ips(text: str, windows: Windows) -> Iterator[Finding]:
    if text.count(".") > 2:
        for match in _within(text, windows, _IPV4):
            if not _is_version(text, match):
                yield Finding("ip_address", match.start(), match.end(), match.group())
    if "::" in text or _SIX.search(text):
        yield from _ipv6(text)


def _is_version(text: str, match: re.Match[str]) -> bool:
    """Return whether four numbers are a version or the number of a section, by what stands before and behind them."""
    before = _VERSION.search(text, max(0, match.start() - 24), match.start())
    if before and not _VERSION_ONLY.search(text, max(0, match.start() - 24), match.start()):
        return True
    small = all(int(octet) < 30 for octet in match.group().split("."))
    if _PACKAGE.match(text, match.end()) or (
        small and _UPGRADE.search(text, max(0, match.start() - 60), match.end() + 12)
    ):
        return True
    if small and ("0" in match.group().split(".") or match.group() in _RESOLVERS):
        return False  # no section has such a number
    begins_line = not match.start() or text[match.start() - 1] in "\n#*"
    behind = text[match.end() : match.end() + 2]
    return small and begins_line and len(behind) == 2 and behind[0] in " \t" and behind[1].isupper()


def _ipv6(text: str) -> Iterator[Finding]:
    from ipaddress import IPv6Address  # noqa: PLC0415 - not light, and needed only when a text may hold one

    for match in _IPV6.finditer(text):
        written = match.group()
        groups = [group for group in written.split(":") if group]
        if ("::" in written and not any(map(str.isdigit, written))) or not _plausible(text, match, groups):
            continue
        try:
            address = IPv6Address(written)
        except ValueError:
            continue
        yield Finding("ip_address", match.start(), match.end(), str(address))


def _plausible(text: str, match: re.Match[str], groups: list[str]) -> bool:
    """Return whether a short form is an address and no slice such as `x[1::2]`."""
    subscript = (
        text[match.start() - 1 : match.start()] == "["
        and match.start() > 1
        and (text[match.start() - 2].isalnum() or text[match.start() - 2] in "_])")
    )
    return not subscript and (len(groups) > 2 or (len(groups) == 2 and len(groups[0]) > 2) or match.group() == "::1")


# --- phone numbers

_NANP = re.compile(
    rf"(?<!{_W})(?<![\d][-./:])(?<![$€£#])(?:\+?1[-. ]{{0,2}})?(?:\([2-9]\d\d\)[-. ]{{0,2}}|[2-9]\d\d[-. ])[2-9]\d\d[-. ]?\d{{4}}(?:\s?(?:x|ext\.?)\s?\d{{1,6}}\b)?{_END}"
)
_E164 = re.compile(
    rf"(?<!{_W})(?<!\+)\+[1-9]\d*+(?:(?<=\))\d++|[-. /]{{1,2}}+\(?\d++\)?|\(\d++\)[-. ]?){{0,8}}+(?!{_W})"
)
_BARE = re.compile(
    rf"(?<!{_W})(?<!\+)(?<!\d[-./:])\(?\d++\)?(?:[-. /]{{1,2}}+\(?\d++\)?|(?<=\))\d++){{0,9}}+(?!{_W}|:)"
)
# As it is written at home: ten digits by 3-3-4 though the middle is none of North America's, an area code in brackets
# behind a zero or an 8, a country behind 00 or 011.
_NATIONAL = re.compile(
    rf"(?<!{_W})(?<!\d[-./:])(?<![$€£#])(?:(?:1[-. ])?(?:[2-9]\d\d-\d{{3}}-\d{{4}}|123-456-7890|[2-9]\d\d\.\d{{3}}\.\d{{4}}|\(\d{{3}}\) ?\d{{3}}[-. ]\d{{4}})"
    rf"|\(0\d{{1,4}}\)[ /-]?\d{{2,4}}(?:[ -]?\d{{2,4}}){{1,3}}|\(\d\d\) ?9?\d{{4}}-\d{{4}}|8[ -]?\(\d{{3}}\) ?\d{{3}}[- ]\d\d[- ]\d\d"
    rf"|0[1-9]\d{{0,2}}-\d{{3,4}}-\d{{4}}|(?<!\w[.:-])0[1-9]([.-])\d\d(?:\1\d\d){{3}}(?![.:-]\w)|(?<!\d )0(?:\d\d \d{{4}} \d{{4}}|\d{{3}} \d{{3}} \d{{4}}|\d{{4}} \d{{6}})"
    rf"|(?<!\d )(?:00|011)[ -]?[1-9]\d{{0,2}}(?:[ -]\(?\d{{2,8}}\)?){{2,5}}){_END}"
)
# What a number with a plus begins with: the codes of the countries, to the length that each has.
_COUNTRY = re.compile(
    r"1|7|2[07]|2[1-689]\d|3[0-469]|3[578]\d|4[013-9]|42\d|5[1-8]|5[09]\d|6[0-6]|6[789]\d|8[1246]|8[05789]\d|9[0-58]|9[679]\d"
)
# Words before which a number of the phone stands, and what may be between: of the languages that `detect_language` knows
# and some more.
_PHONE_WORD = re.compile(
    r"(?:(?<![^\W_])(?:(?:cell|mobile|phone|tel|telephone|fax|contact|whatsapp)(?:number|no|nr|num)|call(?:ed|ing)?|tel|telephone|phone|mobile|mob|cell|cellphone|fax|sms|whatsapp|dial|landline|hotline|helpline|reach(?:ed)?|text|contact|ring|ph|cel"
    r"|telefon|telefonisch|telefonnummer|telefoni?e?nummer|telefone|telefono|teléfono|téléphone|telefoon|handy|handynummer|mobil|mobilnummer|mobiltelefon|móvil|movil|"
    r"celular|cellulare|portable|rufnummer|hotline|rufen|appelez|ll[aá]m\w{1,6}|chiamare|chiama|ligue|bel|gsm|cep|тел|телефон|телефону|моб|мобильный|звоните|позвоните|τηλέφωνο|τηλ|"
    r"هاتف|جوال|טלפון|फोन|फ़ोन|โทร)(?![^\W_])|電話番号|電話|携帯|电话|手机|전화|휴대폰|번호|연락처|致电|拨打|[☎📞📱📲])"
    r"(?:[\s.:：#()\"'*+`|=_-]|(?:number|no|num|us|me|him|her|them|at|on|is|to|for|the|or|are|nr|via|it|my|our|your|his|back|anytime|new|today|now|by|and|as|usual|file|record|below|following|listed|registered|with|home|office|work"
    r"|nummer|numero|número|numéro|unter|an|ist|sie|mich|uns|mir|es|est|è|é|de|del|do|da|le|la|el|al|au|il|moi|nous|mi|mio|mia|mon|ma|meine|mein|номер|номера|по|мой|мне|nam|onder|naar)\b|は|：|是|号码|番号|번호|는){0,16}\Z",
    re.IGNORECASE,
)
_PHONE_BEHIND = re.compile(
    r"[ ](?:is|was)[ ](?:my|your|his|her|their|our|the)[ ](?:\w{1,12}[ ]){0,2}(?:phone|mobile|cell|telephone|fax|whatsapp|landline)\b",
    re.IGNORECASE,
)
_PHONE_CUES = (
    "call", "tel", "phone", "mob", "cell", "fax", "sms", "whatsapp", "dial", "line", "reach", "text", "contact", "ring", "ph", "tél", "handy", "móvil",
    "movil", "celul", "portable", "ruf", "appel", "llam", "llám", "chiam", "ligue", "bel", "gsm", "cep", "cel", "тел", "моб", "звон", "τηλ", "هاتف", "جوال",
    "טלפון", "फोन", "फ़ोन", "โทร", "電話", "携帯", "电话", "手机", "전화", "휴대폰", "번호", "연락처", "致电", "拨打", "☎", "📞", "📱", "📲",
)  # fmt: skip
# A date, or an amount: thousands apart, or a number of a kind of thing.
_NO_PHONE = re.compile(
    r"(?:19|20)\d\d([-./])[01]\d\1[0-3]\d|[0-3]?\d([-./])[01]?\d\2(?:19|20)\d\d|\d{1,3}(?: 000){2,}|[1-9]0{6,}|[1-9]\d?0{5,}"
)
_COUNTED = re.compile(
    r"[ ](?:people|times|percent|%|[a-z]{3,}(?:ers|ors|ients|isions|nts|ages|ords|kens|ows|ines|ytes|ands|ons|rs|ies))\b"
)


def _phones(text: str, windows: Windows) -> Iterator[Finding]:
    if not windows:
        return
    for pattern in (_E164, _NANP, _NATIONAL):
        for match in _within(text, windows, pattern):
            if _is_phone(text, match):
                yield _phone(match)
    for match in _bare_candidates(text, windows):
        digits = re.sub(r"\D", "", match.group())
        if not 7 <= len(digits) <= 14:
            continue
        if _PHONE_WORD.search(text, max(0, match.start() - 48), match.start()) or _PHONE_BEHIND.match(
            text, match.end()
        ):
            yield _phone(match)


def _is_phone(text: str, match: re.Match[str]) -> bool:
    """Return whether what has the form of a phone number is one, by its digits and by what is around it."""
    # Not in a row of numbers that are reckoned with.
    if re.match(r"[ ]?[-+*/=%^]\s?\d", text[match.end() : match.end() + 4]):
        return False
    digits = re.sub(r"\D", "", match.group())
    if match.re is _E164:
        return 8 <= len(digits) <= 15 and _has_country(match.group(), digits)
    least = 11 if digits.startswith("00") else 8
    return match.re is _NANP or (least <= len(digits) <= 17 and not _labelled_otherwise(text, match.start()))


def _has_country(written: str, digits: str) -> bool:
    """Return whether a number behind a plus begins with a country's code and is no amount ("+12 345 678")."""
    if digits[0] == "1":
        amount = digits.endswith("00000") or re.fullmatch(r"\+\d{1,3}(?: \d{3})+", written)
        return digits[1] != "0" and (len(digits) == 11 or not amount)
    first = re.split(r"\D", written[1:], maxsplit=1)[0]
    return bool(_COUNTRY.match(first))


def _phone(match: re.Match[str]) -> Finding:
    digits = re.sub(r"\D", "", match.group())
    national = digits[1:] if len(digits) == 11 and digits[0] == "1" else digits
    return Finding("phone", match.start(), match.end(), national.lstrip("0"))


def _bare_candidates(text: str, windows: Windows) -> Iterator[re.Match[str]]:
    """Yield runs of digits that a word such as "call" may make a phone number: only when the text holds such a word."""
    lowered = text.lower()
    if any(cue in lowered for cue in _PHONE_CUES):
        for match in _within(text, windows, _BARE):
            if not _NO_PHONE.fullmatch(match.group()) and not _COUNTED.match(text, match.end()):
                yield match


def _secrets(text: str, _: Windows) -> Iterator[Finding]:
    for begin, end in find_secrets(text):
        yield Finding("secret", begin, end, text[begin:end])


# Surest first: a later kind does not count inside an earlier one.
_FINDERS = {
    "secret": _secrets,
    "email": _emails,
    "credit_card": _cards,
    "us_ssn": _ssns,
    "ip_address": _ips,
    "phone": _phones,
}
