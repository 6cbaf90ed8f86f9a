"""url_check: form, scheme, domain and where a URL really leads."""

from __future__ import annotations

from ipaddress import ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oodle_eval.runtime import EvaluationContext, ObservationContext
from oodle_eval.v1 import _urls
from oodle_eval.v1.metrics import url_check


def ok(text, **settings):
    return url_check(text, **settings)["urls_ok"].value


@pytest.mark.parametrize(
    "url",
    [
        "https://example.com",
        "HTTPS://EXAMPLE.COM/path?q=1#top",
        "http://example.com:8080/",
        "http://example.com./",
        "http://user:pw@example.com/",
        "http://bücher.example/",
        "http://xn--bcher-kva.example/",
        "http://8.8.8.8/",
        "http://[2001:4860:4860::8888]/",
        "http://[::ffff:8.8.8.8]/",
        "http://a_b.example.com/",
        "http://example.com/a%20b/(c)",
        "http://172.32.0.1/",
    ],
)
def test_a_url_that_passes(url):
    scores = url_check(f"See {url} for more")
    assert scores["urls_ok"].value is True, scores["urls_ok"].comment
    assert scores["url_count"].value == 1


@pytest.mark.parametrize(
    "url",
    [
        "http://?q",
        "http://user@/",
        "http://:80/",
        "http://example.com:99999/",
        "http://example.com:8o/",
        "http://256.1.1.1/",
        "http://1.2.3.4.5/",
        "http://1.2.3.08/",
        "http://0x100.2.3.4/",
        "http://[::1",
        "http://[1::2::3]/",
        "http://[fe80::1%25eth0]/",
        "http://a..b/",
        "http://-a.example/",
        "http://a%b/",
        "http://ho%20st/",
        "http://a\x07b/",
        "file://example:80/",
        "tel://:1",
        "https://\u00ad/",
    ],
)
def test_a_url_that_is_not_well_formed(url):
    schemes = ("http", "https", "file", "tel")
    assert ok(url, allow_private=True, allowed_schemes=schemes) is False


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost:8000",
        "http://api.localhost/",
        "http://LOCALHOST./",
        "http://127.0.0.1/",
        "http://127.1/",
        "http://2130706433/",
        "http://0x7f.0.0.1/",
        "http://0x7f000001/",
        "http://017700000001/",
        "http://0/",
        "http://10.1.2.3/",
        "http://172.16.0.1/",
        "http://192.168.1.1/",
        "http://169.254.169.254/latest/meta-data",
        "http://100.64.0.1/",
        "http://192.0.2.1/",
        "http://240.0.0.1/",
        "http://224.0.0.1/",
        "http://[::1]/",
        "http://[::]/",
        "http://[fe80::1]/",
        "http://[fd00::1]/",
        "http://[::ffff:10.0.0.1]/",
        "http://[64:ff9b::10.0.0.1]/",
        "http://[2002:7f00:1::]/",
        "http://[2001:db8::1]/",
        "http://⑯⑨.254.⑯⑨.254/",
        "http://127。0。0。1/",
        "http://example.com@10.0.0.1/",
    ],
)
def test_a_host_that_is_not_public(url):
    scores = url_check(url)
    assert scores["urls_ok"].value is False
    assert "not a public address" in scores["urls_ok"].comment
    assert ok(url, allow_private=True) is True


def test_schemes():
    assert ok("ftp://example.com/a") is False
    assert ok("ftp://example.com/a", allowed_schemes=("ftp",)) is True
    assert ok("HTTP://example.com", allowed_schemes="https") is False
    assert ok("HTTPS://example.com", allowed_schemes="Https") is True
    assert ok("javascript://alert(1)") is False


def test_a_domain_rule_covers_subdomains_and_no_other():
    assert ok("https://example.com", allowed_domains="example.com") is True
    assert ok("https://a.b.example.com", allowed_domains="example.com") is True
    assert ok("https://notexample.com", allowed_domains="example.com") is False
    assert ok("https://example.com.evil.test", allowed_domains="example.com") is False
    assert ok("https://EXAMPLE.com.", allowed_domains="Example.COM") is True
    assert ok("https://shop.example.com", allowed_domains="*.example.com") is True
    assert ok("https://shop.example.com", blocked_domains="example.com") is False
    assert ok("https://other.test", blocked_domains="example.com") is True
    assert ok("https://bad.example.com", allowed_domains="example.com", blocked_domains="bad.example.com") is False


def test_the_host_is_the_one_a_browser_goes_to():
    assert ok("https://example.com@evil.test/", allowed_domains="example.com") is False
    assert ok("https://example.com:pw@evil.test/", allowed_domains="example.com") is False
    assert ok("https://evil.test/@example.com", allowed_domains="example.com") is False
    assert ok("https://evil.test\\@example.com", allowed_domains="example.com") is False
    assert ok("https://evil.test#@example.com", allowed_domains="example.com") is False
    assert ok("https://evil.test?@example.com", allowed_domains="example.com") is False
    assert ok("https://exаmple.com/", allowed_domains="example.com") is False  # Cyrillic а
    assert ok("https://ｅｘａｍｐｌｅ.com/", allowed_domains="example.com") is True
    assert ok("https://bücher.example", allowed_domains="xn--bcher-kva.example") is True
    assert ok("https://xn--bcher-kva.example", blocked_domains="BÜCHER.example") is False
    assert ok("https://%65xample.com/", blocked_domains="example.com") is False


def test_no_url():
    assert ok("no link here, only www.example.com") is True
    assert ok("no link here", require_url=True) is False
    assert ok("https://example.com", require_url=True) is True
    assert url_check("none")["url_count"].value == 0


def test_every_url_must_pass_and_all_are_counted():
    scores = url_check("https://example.com, http://10.0.0.1 and https://example.com")
    assert scores["urls_ok"].value is False
    assert scores["url_count"].value == 3
    assert scores["urls_ok"].comment == "http://10.0.0.1: not a public address"


def test_the_comment_holds_no_password():
    assert "s3cret" not in url_check("http://jo:s3cret@10.0.0.1/?token=s3cret")["urls_ok"].comment


def test_field():
    ctx = EvaluationContext(ObservationContext(input="http://10.0.0.1", output="https://example.com"))
    assert ok(ctx) is True
    assert ok(ctx, field="input") is False
    assert ok(ctx, field="both") is False
    assert url_check(ctx, field="both")["url_count"].value == 2
    with pytest.raises(ValueError, match="field must be"):
        url_check(ctx, field="reply")


@given(st.ip_addresses(v=4), st.sampled_from(["dotted", "integer", "hex", "octal"]))
def test_ipv4_in_every_form_is_as_public_as_the_standard_library_says(address, form):
    number = int(address)
    host = {"dotted": str(address), "integer": str(number), "hex": hex(number), "octal": f"0{number:o}"}[form]
    parsed = _urls.parse(f"http://{host}/")
    assert isinstance(parsed, _urls.Url)
    assert parsed.ipv4 == number
    if (
        number >> 8 != 0xC00000 and number >> 8 != 0xC05863
    ):  # 192.0.0.0/24 and the old 6to4 relays: Python versions differ
        assert _urls.is_public(parsed) == (address.is_global and not address.is_multicast)


@given(st.ip_addresses(v=6))
def test_ipv6_is_parsed_as_the_standard_library_does(address):
    parsed = _urls.parse(f"https://[{address}]/")
    assert isinstance(parsed, _urls.Url)
    assert parsed.ipv6 == int(address)
    if not address.is_global:
        private = ip_address("64:ff9b::") <= address <= ip_address("64:ff9b::ffff:ffff")
        assert private or address.ipv4_mapped or int(address) >> 105 == 0x2001 << 7 or not _urls.is_public(parsed)


@given(st.text())
def test_any_text_is_answered(text):
    assert ok("http://" + text) in (True, False)
    assert ok(text) in (True, False)
