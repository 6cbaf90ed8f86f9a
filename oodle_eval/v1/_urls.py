"""What is wrong with a URL: its form by the WHATWG URL standard, and where its host leads.

Source: https://url.spec.whatwg.org (host parsing, with IPv4 in all its written forms), the IANA registries of special
purpose addresses. Beyond the standard, a host name must be one that DNS can hold: no empty label, none over 63 characters,
none that begins or ends with a hyphen.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

__all__ = ["Url", "is_public", "matches_domain", "normal_domain", "parse"]

SPECIAL = frozenset(("http", "https", "ws", "wss", "ftp"))
_FORBIDDEN_HOST = re.compile(r"[\x00\t\n\r #/<>?@\[\\\]^|]")
# The sign for what is no character, and halves of characters.
_NO_CHARACTER = re.compile("[\ufffd\ud800-\udfff]")
_FORBIDDEN_DOMAIN = re.compile(r"[\x00-\x20\"#%/:<>?@\[\\\]^`{|}\x7f]")
_DOTS = re.compile("[。．｡]")
_IGNORED = re.compile("[\u00ad\u034f\u180b-\u180f\u200b-\u200d\u2060\ufe00-\ufe0f\ufeff]")


_BAD_LABEL = "a host name with a label that no name has"


class Url(NamedTuple):
    """What checking needs of a URL: its scheme, and its host in one form ("" for none; an address as a number)."""

    scheme: str
    host: str
    ipv4: int | None = None
    ipv6: int | None = None


def parse(url: str) -> Url | str:
    """Return a URL's parts, or what is wrong with it."""
    scheme, _, rest = url.partition("://")
    scheme = scheme.lower()
    if scheme in SPECIAL:
        rest = rest.lstrip("/\\")
    authority = re.split(r"[/?#\\]" if scheme in SPECIAL or scheme == "file" else r"[/?#]", rest, maxsplit=1)[0]
    has_user = "@" in authority
    if scheme == "file" and re.fullmatch(r"[A-Za-z][:|]", authority):
        return Url(scheme, "")  # a drive of Windows
    host = authority.rpartition("@")[2]
    host, problem = (host, "") if scheme == "file" else _without_port(host)
    if problem or (scheme == "file" and ":" in host and host[0] != "["):
        return problem or "a port, which a file has not"
    if not host:
        needs_host = scheme in SPECIAL or has_user or authority.endswith(":")
        return "no host" if needs_host or (authority and scheme != "file") else Url(scheme, "")
    if host[0] == "[":
        return _bracketed(scheme, host)
    if scheme not in SPECIAL and scheme != "file":
        return "a character in the host that no host has" if _FORBIDDEN_HOST.search(host) else Url(scheme, host.lower())
    return _named(scheme, host)


def _without_port(host: str) -> tuple[str, str]:
    """Return a host without its port, and what is wrong with the port."""
    bracket = host.rfind("]") + 1
    name, colon, port = host[bracket:].partition(":")
    name = host[:bracket] + name
    if colon and not name:
        return "", "no host"
    if port and not (port.isascii() and port.isdigit() and int(port[-9:]) <= 65_535 and len(port.lstrip("0")) <= 5):
        return "", "a port that is no number up to 65535"
    return name, ""


def _bracketed(scheme: str, host: str) -> Url | str:
    from ipaddress import IPv6Address  # noqa: PLC0415 - not light, and needed only for such hosts

    try:
        address = IPv6Address(host[1:-1] if host.endswith("]") and "%" not in host else "")
    except ValueError:
        return "an IPv6 address that is none"
    return Url(scheme, f"[{address.compressed}]", ipv6=int(address))


def _named(scheme: str, host: str) -> Url | str:
    """Return a URL of a host that is a name or an IPv4 address."""
    if "%" in host:
        from urllib.parse import unquote_to_bytes  # noqa: PLC0415 - not light, and seldom needed

        host = unquote_to_bytes(host.encode("utf-8", "surrogatepass")).decode("utf-8", "replace")
    name = normal_domain(host)
    if not name:
        return _BAD_LABEL if "." in _DOTS.sub(".", host) else "no host"
    if _FORBIDDEN_DOMAIN.search(name) or _NO_CHARACTER.search(name):
        return "a character in the host that no host has"
    labels = name.split(".")
    if _is_number(labels[-1]):
        address = _ipv4(labels)
        return "an IPv4 address that is none" if address is None else Url(scheme, _dotted(address), ipv4=address)
    if any(not label or len(label) > 63 or "-" in (label[0], label[-1]) for label in labels):
        return _BAD_LABEL
    return Url(scheme, name)


def normal_domain(name: str) -> str:
    """Return a domain name in the one form in which names are compared: lower case, NFKC, no final dot, Unicode letters."""
    if not name.isascii():
        name = _IGNORED.sub("", unicodedata.normalize("NFKC", _DOTS.sub(".", name)))
    name = name.lower().removesuffix(".")
    if "xn--" not in name:
        return name
    return ".".join(_unpunycoded(label) for label in name.split("."))


def _unpunycoded(label: str) -> str:
    if not label.startswith("xn--"):
        return label
    try:
        return label[4:].encode("ascii").decode("punycode")
    except (UnicodeError, ValueError):
        return label


def matches_domain(host: str, domain: str) -> bool:
    """Return whether a host is a domain or lies below it; "*.example.com" and ".example.com" mean example.com."""
    wanted = normal_domain(domain.strip().removeprefix("*").lstrip("."))
    return bool(wanted) and (host == wanted or host.endswith(f".{wanted}"))


def _is_number(label: str) -> bool:
    return bool(re.fullmatch(r"\d+|0x[0-9a-f]*", label, re.ASCII))


def _ipv4(labels: list[str]) -> int | None:
    """Return the number of an IPv4 address in one to four parts, each decimal, octal or hexadecimal."""
    parts = [_part(label) for label in labels]
    if len(parts) > 4 or any(part is None for part in parts):
        return None
    numbers = [part for part in parts if part is not None]
    *heads, last = numbers
    if any(head > 255 for head in heads) or last >= 256 ** (5 - len(numbers)):
        return None
    return last + sum(head << (8 * (3 - place)) for place, head in enumerate(heads))


def _part(label: str) -> int | None:
    if not _is_number(label) or len(label) > 100:
        return None
    if label.startswith("0x"):
        return int(label[2:] or "0", 16)
    if label.startswith("0") and len(label) > 1:
        return int(label, 8) if set(label) <= set("01234567") else None
    return int(label)


def _dotted(address: int) -> str:
    return ".".join(str(address >> shift & 255) for shift in (24, 16, 8, 0))


# Special purpose IPv4 networks as (first address, bits of the prefix).
_NOT_PUBLIC = (
    (0x00000000, 8), (0x0A000000, 8), (0x64400000, 10), (0x7F000000, 8), (0xA9FE0000, 16), (0xAC100000, 12), (0xC0000000, 24),
    (0xC0000200, 24), (0xC0586300, 24), (0xC0A80000, 16), (0xC6120000, 15), (0xC6336400, 24), (0xCB007100, 24), (0xE0000000, 3),
)  # fmt: skip
_LOCAL_NAMES = ("localhost", "localhost.localdomain", "localhost6", "ip6-localhost", "ip6-loopback")


def is_public(url: Url) -> bool:
    """Return whether a URL's host is no private, local or reserved address, and not localhost."""
    if url.ipv4 is not None:
        return _public_ipv4(url.ipv4)
    if url.ipv6 is not None:
        return _public_ipv6(url.ipv6)
    return not any(matches_domain(url.host, name) for name in _LOCAL_NAMES)


def _public_ipv4(address: int) -> bool:
    return not any(address >> (32 - bits) == first >> (32 - bits) for first, bits in _NOT_PUBLIC)


def _public_ipv6(address: int) -> bool:
    """Return whether an IPv6 address is public; one that carries an IPv4 address is as public as that."""
    if address >> 32 in (0xFFFF, 0x64FF9B << 64) and address > 0xFFFF:  # mapped; NAT64
        return _public_ipv4(address & 0xFFFFFFFF)
    if address >> 112 == 0x2002:  # 6to4
        return _public_ipv4(address >> 80 & 0xFFFFFFFF)
    documentation = address >> 96 == 0x20010DB8
    return address >> 125 == 1 and not documentation
