"""Credentials in a text.

How the rules were made: most vendors give their tokens a prefix and a fixed length, which their documentation states; each
such token is a rule. Other credentials show by what surrounds them: a PEM header, a JWT whose header decodes, user and
password in a URL or behind `curl -u`, a header of authorization, or a name such as `api_key` with a value that looks random.
What masks or stands for a value ("xxxx", "your-key", "example", "${NAME}") is none. Checked against half of the public
fixtures of two secret scanners and against replies without secrets.
"""

from __future__ import annotations

import functools
import math
import re
from collections import Counter
from collections.abc import Iterator

__all__ = ["find_secrets"]

# (what the token holds, which is looked for first; the token). Upper and lower case count.
_VENDORS: tuple[tuple[str, str], ...] = (
    ("AKIA", r"AKIA[A-Z0-9]{16}"),
    ("ASIA", r"ASIA[A-Z0-9]{16}"),
    ("ABIA", r"ABIA[A-Z0-9]{16}"),
    ("ACCA", r"ACCA[A-Z0-9]{16}"),
    ("A3T", r"A3T[A-Z0-9][A-Z0-9]{16}"),
    ("ABSK", r"ABSK[A-Za-z0-9+/]{109,269}={0,2}"),
    ("bedrock-api-key-", r"bedrock-api-key-[A-Za-z0-9+/]{60,}={0,2}"),
    ("AKC", r"AKC[A-Za-z0-9]{10,72}"),
    ("AP", r"AP[0-9A-F][A-Za-z0-9]{10,72}"),
    ("LTAI", r"LTAI[A-Za-z0-9]{20}"),
    ("ghp_", r"ghp_[A-Za-z0-9]{36}"),
    ("gho_", r"gho_[A-Za-z0-9]{36}"),
    ("ghu_", r"ghu_[A-Za-z0-9]{36}"),
    ("ghs_", r"ghs_[A-Za-z0-9]{36}"),
    ("ghr_", r"ghr_[A-Za-z0-9]{36,76}"),
    ("github_pat_", r"github_pat_[A-Za-z0-9_]{82}"),
    ("glpat-", r"glpat-[\w-]{27,300}\.[0-9a-z]{2}[a-z0-9]{7}|glpat-[\w-]{20,22}"),
    ("glptt-", r"glptt-[\w-]{40}"),
    ("gldt-", r"gldt-[\w-]{20}"),
    ("glrt", r"glrt[r-][\w-]{20,22}"),
    ("glcbt-", r"glcbt-(?:[0-9a-zA-Z]{1,5}_)?[\w-]{18,20}"),
    ("glimt-", r"glimt-[\w-]{25}"),
    ("glagent-", r"glagent-[\w-]{50,}"),
    ("gloas-", r"gloas-[\w-]{64}"),
    ("glsoat-", r"glsoat-[\w-]{20}"),
    ("glffct-", r"glffct-[\w-]{20}"),
    ("glft-", r"glft-[\w-]{20}"),
    ("GR1348941", r"GR1348941[\w-]{20}"),
    ("_gitlab_session=", r"_gitlab_session=[0-9a-z]{32}"),
    ("T3BlbkFJ", r"sk-(?:proj-|svcacct-|admin-|None-)?[\w-]{20,80}T3BlbkFJ[\w-]{20,80}"),
    (
        "sk-",
        r"sk-(?:or-v1-)?(?!ant-)(?=[A-Za-z]{0,99}\d)[A-Za-z0-9]{20,}|sk-(?:proj|svcacct|admin)-(?=[A-Za-z_-]{0,99}\d)[\w-]{32,}",
    ),
    ("sk-lf-", r"sk-lf-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    ("sk-ant-", r"sk-ant-(?:api03|admin01|oat01)-[\w-]{93}AA"),
    ("gsk_", r"gsk_[A-Za-z0-9]{52}"),
    ("pplx-", r"pplx-[A-Za-z0-9]{48}"),
    ("xai-", r"xai-[A-Za-z0-9]{70,90}"),
    ("r8_", r"r8_[A-Za-z0-9]{37}"),
    ("lsv2_", r"lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}"),
    ("pcsk_", r"pcsk_[A-Za-z0-9_]{60,80}"),
    ("hf_", r"hf_[A-Za-z0-9]{34}"),
    ("api_org_", r"api_org_[A-Za-z]{34}"),
    ("sk_live_", r"sk_live_[A-Za-z0-9]{10,99}"),
    ("sk_test_", r"sk_test_[A-Za-z0-9]{10,99}"),
    ("rk_live_", r"rk_live_[A-Za-z0-9]{10,99}"),
    ("rk_test_", r"rk_test_[A-Za-z0-9]{10,99}"),
    ("sk_prod_", r"sk_prod_[A-Za-z0-9]{10,99}"),
    ("whsec_", r"whsec_[A-Za-z0-9+/]{32,}={0,2}"),
    ("xox", r"xox[abeoprs](?:\.xox[bp])?-(?:\d-)?(?:(?:\d{8,14}-){1,3}[A-Za-z0-9]{8,}|[A-Za-z0-9]{60,})"),
    ("xapp-", r"xapp-\d-[A-Z0-9]+-\d+-[a-z0-9]{20,}"),
    ("hooks.slack.com", r"(?:https?://)?hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{43,56}"),
    ("discord", r"https?://(?:ptb\.|canary\.)?discord(?:app)?\.com/api/webhooks/\d{17,20}/[\w-]{60,72}"),
    (
        ".webhook.office.com",
        r"https://[a-z0-9]+\.webhook\.office\.com/webhookb2/[a-z0-9-]{36}@[a-z0-9-]{36}/IncomingWebhook/[a-z0-9]{32}/[a-z0-9-]{36}",
    ),
    ("SG.", r"SG\.[\w-]{22}\.[\w-]{43}"),
    ("SK", r"SK[0-9a-f]{32}"),
    ("AC", r"AC(?:[0-9a-f]{32}|x{32})"),
    ("-us", r"[0-9a-f]{32}-us\d{1,2}"),
    ("key-", r"key-[0-9a-f]{32}"),
    ("xkeysib-", r"xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}"),
    ("dckr_pat_", r"dckr_(?:pat|oat)_[\w-]{27,32}"),
    ("tvly-", r"tvly-(?:dev-|prod-)?[A-Za-z0-9]{32}"),
    ("nvapi-", r"nvapi-[\w-]{64}"),
    ("oy2", r"oy2[a-z0-9]{43}"),
    ("1//0", r"1//0[\w-]{40,}"),
    ("rnd_", r"rnd_(?=[A-Za-z]{0,32}\d)[A-Za-z0-9]{28,32}"),
    ("npm_", r"npm_[A-Za-z0-9]{36}"),
    (":_authToken=", r"//[\w./-]{1,100}/:_authToken=\s?(?:npm_[A-Za-z0-9]+|[A-Fa-f0-9-]{36})"),
    ("pypi-Ag", r"pypi-Ag(?:EIcHlwaS5vcmc|ENdGVzdC5weXBpLm9yZw)[\w-]{70,}"),
    ("rubygems_", r"rubygems_[a-f0-9]{48}"),
    ("CLOJARS_", r"CLOJARS_[a-z0-9]{60}"),
    ("A3-", r"A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}"),
    ("ops_eyJ", r"ops_eyJ[A-Za-z0-9+/]{250,}={0,3}"),
    ("Q~", r"[\w~.]{3}\dQ~[\w~.-]{31,34}"),
    ("AccountKey=", r"(?<=AccountKey=)[A-Za-z0-9+/]{86}=="),
    ("glc_", r"glc_[A-Za-z0-9+/]{32,400}={0,3}"),
    ("glsa_", r"glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}"),
    (".atlasv1.", r"[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,70}"),
    ("hvs.", r"hvs\.[\w-]{90,}"),
    ("hvb.", r"hvb\.[\w-]{138,300}"),
    ("s.", r"s\.(?=[a-z]{0,23}[A-Z0-9])(?=[A-Z0-9]{0,23}[a-z])(?=[A-Za-z]{0,23}\d)[A-Za-z0-9]{24}"),
    ("HRKU-", r"HRKU-AA[\w-]{58}"),
    ("ico-", r"ico-[A-Za-z0-9]{32}"),
    ("ntn_", r"ntn_(?=[A-Za-z]{0,40}\d)[A-Za-z0-9]{40,50}"),
    ("secret_", r"secret_[A-Za-z0-9]{43}"),
    ("sha256~", r"sha256~[\w-]{43}"),
    ("pnu_", r"pnu_[A-Za-z0-9]{36}"),
    ("PMAK-", r"PMAK-[a-f0-9]{24}-[a-f0-9]{34}"),
    ("sntry", r"sntryu_[a-f0-9]{64}|sntrys_eyJ[\w+/=-]{60,}"),
    ("shp", r"shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}"),
    ("sq0", r"sq0(?:atp|csp|idp)-[\w-]{22,43}"),
    ("EAAA", r"EAAA[\w-]{60}"),
    ("EAA", r"EAA[MC][A-Za-z0-9]{100,}"),
    ("|", r"\d{15,16}(?:\||%7C)[\w-]{27}"),
    ("fm", r"fm[12][ar]?_[\w+/=-]{100,}(?:,fm[12][ar]?_[\w+/=-]+)*"),
    ("fo1_", r"fo1_[\w-]{43}"),
    ("sgp_", r"sgp_(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40}"),
    ("sq", r"sq[apu]_[A-Za-z0-9]{40}"),
    ("_v1_", r"do[opr]_v1_[a-f0-9]{64}"),
    ("dapi", r"dapi[a-f0-9]{32}(?:-\d)?"),
    ("dp.", r"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[\w-]+\.)?[A-Za-z0-9]{40,44}"),
    ("dt0c01.", r"dt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    ("EZ", r"EZ[AT]K[A-Za-z0-9]{54}"),
    ("lin_api_", r"lin_api_[A-Za-z0-9]{40}"),
    ("NR", r"NRAK-[A-Z0-9]{27}|NRII-[\w-]{32}|NRJS-[a-f0-9]{19}"),
    ("pscale_", r"pscale_(?:tkn|oauth|pw)_[\w=.-]{32,64}"),
    ("phx_", r"phx_[A-Za-z0-9]{43}"),
    ("pul-", r"pul-[a-f0-9]{40}"),
    ("rdme_", r"rdme_[a-z0-9]{70}"),
    ("shippo_", r"shippo_(?:live|test)_[a-f0-9]{40}"),
    ("duffel_", r"duffel_(?:test|live)_[\w=-]{43}"),
    ("FLWSECK", r"FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,34}(?:-X)?"),
    ("tfp_", r"tfp_[\w.=-]{59}"),
    ("fio-u-", r"fio-u-[\w=-]{64}"),
    ("pat", r"pat[A-Za-z0-9]{14}\.[a-f0-9]{64}|pat\.[\w-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}"),
    ("ATATT3", r"ATATT3[\w=-]{180,}"),
    ("ATCTT3", r"ATCTT3[\w=-]{150,}"),
    ("AGE-SECRET-KEY-1", r"AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}"),
    ("API-", r"API-[A-Z0-9]{26}"),
    ("GOCSPX-", r"GOCSPX-[\w-]{28}"),
    ("ya29.", r"ya29\.[\w-]{20,}"),
    ("sbp_", r"sbp_[a-f0-9]{40}"),
    ("tskey-", r"tskey-[a-z]+-[A-Za-z0-9]+-[A-Za-z0-9]{20,}"),
    ("sk.eyJ", r"sk\.eyJ[\w-]{40,}\.[\w-]{20,}"),
    ("dop_", r"dop_v1_[a-f0-9]{64}"),
    ("CFPAT-", r"CFPAT-[\w-]{43}"),
    ("nfp_", r"nfp_[A-Za-z0-9]{36}"),
    ("figd_", r"figd_[\w-]{40}"),
    ("SCW", r"SCW[A-Z0-9]{17}"),
    ("tk-us-", r"tk-us-[\w-]{48}"),
    ("t1.", r"t1\.[A-Z0-9a-z_-]{10,}={0,2}\.[A-Za-z0-9_-]{86}={0,2}"),
    ("AQVN", r"AQVN[\w-]{35,38}"),
    ("p8e-", r"p8e-[A-Za-z0-9]{32}"),
    ("EZTK", r"EZTK[A-Za-z0-9]{54}"),
    ("CCIPAT_", r"CCIPAT_[A-Za-z0-9]{22}_[a-f0-9]{40}"),
    ("ghv_", r"ghv_[A-Za-z0-9]{36}"),
    ("sm_", r"sm_(?:aat|pat|sat)_[A-Za-z0-9]{16}"),
    ("v1.0-", r"v1\.0-[a-f0-9]{24}-[a-f0-9]{146}"),
    ("CONTRIBSYS__COM", r"BUNDLE_[A-Z]+__CONTRIBSYS__COM\W{1,8}[a-f0-9]{8}:[a-f0-9]{8}"),
)
# A discord bot token has no prefix: its first part is a number in base64.
_DISCORD = r"[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,38}"
_TELEGRAM = r"\d{8,10}:[0-9A-Za-z_-]{35}"

_placeholder = re.compile(
    r"x{5,}|\*{3,}|\.{3}|[<{]|#{3}|(?<![a-z])your[-_ ]|example|placeholder|sample|dummy|change-?me|redacted|insert|replace|"
    r"put_|_here\b|notapassword|not_?a_?(?:real|secret)|(?-i:([B-Za-z])\1{7,})|(\d)\2{11,}|0{9,}",
    re.IGNORECASE,
)
_variable = re.compile(r"[$%`<{]|\(\(|__\w+__$|process\.|os\.|env\b|getenv", re.IGNORECASE)


@functools.cache
def _vendor_rule(cue: str, token: str) -> tuple[re.Pattern[str], bool]:
    """Return the pattern of a vendor's tokens, and whether they begin with the cue."""
    return re.compile(rf"(?<![A-Za-z0-9_])(?:{token})(?![A-Za-z0-9_-])"), token.replace("\\", "").startswith(cue)


@functools.cache
def _compiled(pattern: str, flags: int = 0) -> re.Pattern[str]:
    return re.compile(pattern, flags)


def find_secrets(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the credentials of a text are, as (begin, end); some may come twice."""
    suspects = " ".join(filter(_is_long, text.split()))
    for cue, token in _VENDORS if suspects else ():
        if cue in suspects:
            yield from _tokens(text, cue, token)
    if suspects.count(".") > 1 and _compiled(_DISCORD).search(suspects):
        yield from _spans(text, _bounded(_DISCORD))
    if ":" in suspects and _compiled(_TELEGRAM).search(suspects):
        yield from _spans(text, _bounded(_TELEGRAM))
    yield from _in_urls(text)
    yield from _in_requests(text)
    yield from _keys_of_google(text)
    yield from _private_keys(text)
    yield from _jwts(text)
    yield from _behind_names(text)


_SHORTEST_TOKEN = 13


def _is_long(word: str) -> bool:
    return len(word) >= _SHORTEST_TOKEN


def _bounded(token: str) -> re.Pattern[str]:
    return _compiled(rf"(?<![\w-])(?:{token})(?![\w-])")


def _spans(text: str, pattern: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    for match in pattern.finditer(text):
        if not _placeholder.search(match.group()):
            yield match.span()


def _tokens(text: str, cue: str, token: str) -> Iterator[tuple[int, int]]:
    """Yield a vendor's tokens. A mask is none, but for the vendors whose short tokens scanners know only masked."""
    short_masks_count = cue in ("AKC", "AP", "AC")
    pattern, begins = _vendor_rule(cue, token)
    for match in _at_each(text, cue, pattern) if begins else pattern.finditer(text):
        if (short_masks_count and len(match.group()) < 35) or _looks_random(match.group()):
            yield match.span()


def _at_each(text: str, cue: str, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    at = text.find(cue)
    while at >= 0:
        match = pattern.match(text, at)
        if match:
            yield match
        at = text.find(cue, match.end() if match else at + 1)


def _looks_random(token: str) -> bool:
    return not _placeholder.search(token) or token.startswith(("A3T", "ABIA", "ACCA", "ABSK"))


def _keys_of_google(text: str) -> Iterator[tuple[int, int]]:
    """Yield Google's API keys that are said or given to somebody; scanners hold most of those that stand alone for public."""
    if "AIza" in text:
        for match in _compiled(r"(?<!\w)AIza[\w-]{35}(?![\w-])").finditer(text):
            around = text[max(0, match.start() - 60) : match.start()]
            said = re.search(r"key|token|secret|google|gcp|firebase|credential", around, re.IGNORECASE)
            free = not match.start() or text[match.start() - 1] in " \t\n`*\"'("
            if said or (free and " " in text.strip()):
                yield match.span()


def _private_keys(text: str) -> Iterator[tuple[int, int]]:
    """Yield private keys in PEM, PGP's and PuTTY's form that hold something."""
    if "PuTTY-User-Key-File" in text:
        yield from _spans(text, _compiled(r"Private-Lines: \d{1,4}\s{1,2}[A-Za-z0-9+/=]{40,}"))
    if "PRIVATE KEY" in text:
        pem = r"-----BEGIN[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:\\n|\\r|[\s\"'+]){0,20}(?:[A-Za-z-]{1,30}: [^\n]{1,100}\n\s?){0,5}[A-Za-z0-9+/= \\\n\r]{32,}"
        for match in _compiled(pem).finditer(text):
            if not _placeholder.search(match.group()[-32:]):
                yield match.span()
        # The beginning of a key that was cut is a part of one.
        cut = r"-----BEGIN[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:\\n|\r?\n)\s{0,8}([A-Za-z0-9+/]{6,31})(?![A-Za-z0-9+/])"
        for match in _compiled(cut).finditer(text):
            if not _placeholder.search(match[1]) and _looks_encoded(match[1]):
                yield match.span()


def _looks_encoded(part: str) -> bool:
    """Return whether a short text is of base64 and no word."""
    return any(map(str.isdigit, part)) or (not part.isupper() and sum(map(str.isupper, part)) > 2)


def _jwts(text: str) -> Iterator[tuple[int, int]]:
    """Yield JSON web tokens whose header decodes to one."""
    if "eyJ" not in text:
        return
    from binascii import a2b_base64  # noqa: PLC0415 - needed only when a text may hold one

    for match in _compiled(r"(?<![\w-])(eyJ[A-Za-z0-9_-]{8,})\.[\w-]{8,}(?:\.[\w-]*)?(?![\w-])").finditer(text):
        header = match.group(1)[:400].replace("-", "+").replace("_", "/")
        if b'"alg"' in a2b_base64(header[: len(header) // 4 * 4]):
            yield match.span()


_NO_PASSWORD = re.compile(r"(?i)^(?:pass(?:word|wd)?|pwd|token|secret|key|api_?key|x+|\*+|\d{1,5}|port|user(?:name)?)$")


def _in_urls(text: str) -> Iterator[tuple[int, int]]:
    """Yield what stands before the host of a URL: a password, or a token alone."""
    if "://" not in text or "@" not in text:
        return
    for match in _compiled(r"://[^\s/:@\"'<>]{0,100}:([^\s/:@\"'<>]{3,100})@[\w\[]").finditer(text):
        if not any(no.search(match[1]) for no in (_variable, _NO_PASSWORD, _placeholder)):
            yield match.span(1)
    for match in _compiled(r"://([\w-]{30,255})@[\w\[]").finditer(text):
        if _is_random(match[1], 30, 3.5) and not _placeholder.search(match[1]):
            yield match.span(1)


def _in_requests(text: str) -> Iterator[tuple[int, int]]:
    """Yield passwords behind `curl -u`, and what authorizes in a header."""
    if "curl" in text:
        for match in _compiled(
            r"(?<!\S)(?:-u|--user)[ =]{1,3}([\"']?)([^\s:\"']{0,100})[\"']?:[\"']?([^\s\"']{0,100})"
        ).finditer(text):
            password = match[3] or match[2]
            if (
                len(password) > 3
                and not _variable.search(re.sub(r"^\{|\}$|\$\d$", "", password))
                and not _NO_PASSWORD.search(password.strip("<>{}[]"))
            ):
                yield match.span(3) if match[3] else match.span(2)
    lowered = text.lower()
    if "authorization" in lowered or "bearer" in lowered:
        behind = (
            r"(?:authorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:(?:bearer|basic|token|apikey)\s{1,3})?|\bbearer\s{1,3})"
        )
        for match in _compiled(rf"({behind})([\w.~+/=-]{{12,}})", re.IGNORECASE).finditer(text):
            least = 12 if match[1][0] in "aA" else 20
            if _is_random(match[2], least, 3.0) and not _placeholder.search(match[2]):
                yield match.span(2)


# Names of what is secret. "key" alone is anything; it must be said whose.
_NAMES = (
    r"(?:api[_-]?key|apikey|secret|token|passw(?:or)?d|passwd|pwd|credentials?|auth[_-]?key|access[_-]?key|accesskey|accessid|access_id|private[_-]?key|"
    r"encryption[_-]?key|signing[_-]?key|service[_-]?key|account[_-]?key|master[_-]?key|bearer|login|client[_-]?id|(?<=[a-z])_key|(?<=[a-z])key\b|\bkey\b"
    r"|passwort|kennwort|wachtwoord|contraseña|\bpasse\b|\bsenha\b|пароль|密码|パスワード)"
)
_NAMED = re.compile(_NAMES, re.IGNORECASE)
_TAIL = re.compile(r"[\w.\-]{0,40}+")
_NAME_CUES = (
    "key",
    "secret",
    "token",
    "passw",
    "pwd",
    "credential",
    "accessid",
    "access_id",
    "bearer",
    "login",
    "client",
    "kennwort",
    "wachtwoord",
    "contrase",
    "passe",
    "senha",
    "пароль",
    "密码",
    "パスワード",
)
_PASSWORDS = re.compile(r"(?i)passw|pwd|kennwort|wachtwoord|contraseña|\bpasse\b|\bsenha\b|пароль|密码|パスワード")
# What makes a name harmless: "token_url", "secret_name", "public_key".
_HARMLESS_TAIL = re.compile(
    r"(?i)(?:_|-|\.)?(?:name|id|ids|url|uri|file|path|type|version|field|label|size|length|len|count|format|prefix|suffix|algorithm|"
    r"expir\w*|limit|usage|selector|alias|vault|endpoint|store|index|chars|provider|manager|class|hash|s|ref|arn|mode|meshing|pair)$"
)
_HARMLESS = re.compile(
    r"(?i)public|sequence|primary|foreign|schema|partition|sort|cache|keyword|keyboard|monkey|turkey|hockey|whiskey|checksum|csrf|translation|i18n"
)
_VENDOR_ID = re.compile(r"(?i)messagebird|sumo|fitbit|discord|linkedin|adobe|beamer|plaid|sentry|okta")
# What joins a name and its value: in code, in a sentence, in a cell of a table, in Markdown's emphasis or a fence behind it.
_VALUE = re.compile(
    r"[\"'`\]*]{0,4}(?:\s{0,4}(?::{0,3}\??=>?|[-=]?>|→|:|,(?=\s?[\"'])|\b(?:is|was)\b:?|\bto\b(?=\s[\"'`])|\|{1,2})[*_]{0,2}\s{0,4}"
    r"|\s{1,2}(?=[\"'])|\s-{1,2}\s)(?:```\w{0,12}\s{1,4})?[\"'`]{0,3}(?:bearer |token |basic )?([^\s\"'`,;()<>\[\]|]{6,400})",
    re.IGNORECASE,
)
_uuid = re.compile(r"(?i)^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$")
_no_value = re.compile(
    r"(?i)^(?:https?|file|s3|gs)?:?//|^/|\\|^[\w.-]+\.(?:pem|json|ya?ml|txt|crt|key|jks|keystore|py|js|ts|go|env|com|net|org|io)$|^arn:"
)
_word = re.compile(r"^[A-Za-z]++(?:[._/:-][A-Za-z]++)*+\d{0,2}[.;]?$")
_no_password = re.compile(
    r"(?i)[`<{]|^[$%]|\$(?-i:[({A-Z_])|^(?:pass(?:word|wd)?|pwd|user(?:name)?|fields?|step|string|str|var|param|arg|value|type|option|line|test|foo|bar|min|max)[_.:-]?\d?$"
    r"|process\.|os\.|env\b|getenv"
)


def _behind_names(text: str) -> Iterator[tuple[int, int]]:
    """Yield the values given to a name such as `api_key` that look random."""
    lowered = text.lower()
    if len(lowered) != len(text):  # a few letters are longer in lower case: places would not fit
        lowered = "".join(char.lower() if char.isascii() else char for char in text)
    done = 0
    for at in sorted(at for cue in _NAME_CUES if cue in lowered for at in _places(lowered, cue)):
        tail = _TAIL.match(text, at)
        given = _VALUE.match(text, tail.end()) if tail and at >= done else None
        name = _name_at(text, at, given.start()) if given else ""
        if not given or not _NAMED.search(name):
            continue
        done = given.end()
        value = given[1].rstrip(".:!?}*_")
        if _counts(name, value):
            yield given.start(1), given.start(1) + len(value)


def _places(text: str, cue: str) -> Iterator[int]:
    at = text.find(cue)
    while at >= 0:
        yield at
        at = text.find(cue, at + len(cue))


_whose_key = re.compile(r"(?i)\b(?:api|secret|access|private|encryption|signing)[ -]\Z")


def _name_at(text: str, at: int, end: int) -> str:
    """Return the whole name around a word of it, "" when it is a key of a URL's query that promises nothing."""
    begin = at
    while begin > max(0, at - 40) and (text[begin - 1].isalnum() or text[begin - 1] in "_-."):
        begin -= 1
    name = text[begin:end]
    in_query = text[max(0, begin - 1) : begin] in ("?", "&")
    if name.lower() == "key" and _whose_key.search(text, max(0, begin - 12), begin):
        name = f"api_{name}"
    return "" if in_query and not re.search(r"(?i)token|secret|api|passw|access", name) else name


def _counts(name: str, value: str) -> bool:
    """Return whether a value of a name is a credential."""
    if not name or _placeholder.search(value) or _no_value.search(value) or _HARMLESS.search(name):
        return False
    if _PASSWORDS.search(name):
        return _is_password(value)
    if _variable.search(value) or _word.search(value):
        return False
    if _HARMLESS_TAIL.search(name) and not (_VENDOR_ID.search(name) and not name.lower().endswith(("name", "url"))):
        return False
    if name.lower().endswith("_authtoken"):  # npm's, of a registry that is named: a rule of its own
        return False
    if _uuid.match(value):
        return True
    if re.fullmatch(r"(?i)\W?key", name):
        return _is_random(value, 24, 3.5)
    parts = re.split(r"[./:-]", value)
    return _is_random(value, 12, 3.0) and any(
        len(part) >= min(16, len(value)) and _is_random(part, 12, 2.5) for part in parts
    )


def _is_password(value: str) -> bool:
    kinds = sum(
        (any(map(str.islower, value)), any(map(str.isupper, value)), any(map(str.isdigit, value)), not value.isalnum())
    )
    return (
        6 <= len(value) <= 64
        and not _no_password.search(value)
        and any(map(str.isdigit, value))
        and kinds >= 2
        and not re.fullmatch(r"[\d.,:/-]+", value)
    )


def _is_random(value: str, least: int, entropy: float) -> bool:
    """Return whether a value is long, holds letters and digits, and varies enough (bits a character)."""
    has_both = any(map(str.isdigit, value)) and any(map(str.isalpha, value))
    if len(value) < least or not has_both or not re.fullmatch(r"[\w.~+/=:!@#%^&*-]+", value):
        return False
    counts = Counter(value[:200]).values()
    total = sum(counts)
    return -sum(count / total * math.log2(count / total) for count in counts) >= entropy
