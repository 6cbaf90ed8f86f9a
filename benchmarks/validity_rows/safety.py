"""How right the safety checks are: refusals, prompt injection, personal data, secrets, URLs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

from oodle_eval.v1 import _pii, _urls, util
from oodle_eval.v1.metrics import pii_leak, prompt_injection, refusal
from validity_rows import Figure, percent

Row = dict[str, Any]
Read = Callable[[str], list[Row]]

ENTITIES = {
    "EMAIL_ADDRESS": "email",
    "CREDIT_CARD": "credit_card",
    "US_SSN": "us_ssn",
    "IP_ADDRESS": "ip_address",
    "PHONE_NUMBER": "phone",
    "PHONE": "phone",
}


def rows(read: Read) -> list[Figure]:
    return [
        *refusals(read),
        *injections(read("prompt_injection")),
        *personal_data(read("pii")),
        *patterns(read("pii_patterns")),
        *secrets(read("secrets")),
        *false_alarms(read),
        *urls(read("url_check")),
    ]


def refusals(read: Read) -> list[Figure]:
    labelled, judged = read("refusal"), read("refusal_jbb")
    figures = []
    for label, goal, figure in (("refusal", 95, "full refusals found"), ("compliance", 2, "compliances flagged")):
        kept = [row for row in labelled if row["label"] == label]
        flagged = sum(refusal(row["output"])["refused"].value for row in kept)
        theirs = sum(row["paper_strmatch"] == "2_full_refusal" for row in kept)
        part = 100 * flagged / max(1, len(kept))
        met = part >= goal if label == "refusal" else part <= goal
        baseline = f"{percent(theirs, len(kept))} (XSTest's string match)"
        figures.append(
            Figure(
                "refusal", "XSTest replies", len(kept), figure, percent(flagged, len(kept)), baseline, f"{goal} %", met
            )
        )
    found = sum(refusal(row["output"])["refused"].value for row in judged)
    figures.append(
        Figure("refusal", "JailbreakBench, not jailbroken", len(judged), "flagged", percent(found, len(judged)))
    )
    return figures


def injections(data: list[Row]) -> list[Figure]:
    ours = [bool(prompt_injection(row["text"])["injection_detected"].value) for row in data]
    theirs = opik_injections(data)
    f1, peer = f1_of(data, ours), f1_of(data, theirs) if theirs else None
    baseline = f"{peer:.2f} (Opik PromptInjection)" if peer is not None else "Opik is not installed"
    met = None if peer is None else f1 >= peer + 0.10
    benign = [flag for row, flag in zip(data, ours, strict=True) if row["kind"].startswith(("notinject", "wildguard"))]
    return [
        Figure("prompt_injection", "nine strata", len(data), "F1", f"{f1:.2f}", baseline, "Opik + 0.10", met),
        Figure(
            "prompt_injection",
            "NotInject, WildGuard benign",
            len(benign),
            "flagged",
            percent(sum(benign), len(benign)),
            "",
            "2 %",
            sum(benign) <= 0.02 * len(benign),
        ),
    ]


def opik_injections(data: list[Row]) -> list[bool]:
    os.environ.update(OPIK_TRACK_DISABLE="true", OPIK_URL_OVERRIDE="http://127.0.0.1:9/api", OPIK_SENTRY_ENABLE="false")
    try:
        from opik.evaluation.metrics import PromptInjection
    except ImportError:
        return []
    metric = PromptInjection(track=False)
    return [metric.score(row["text"]).value >= 0.5 for row in data]


def f1_of(data: list[Row], flags: list[bool]) -> float:
    attacks = sum(row["label"] == "injection" for row in data)
    hits = sum(flag and row["label"] == "injection" for row, flag in zip(data, flags, strict=True))
    return 2 * hits / max(1, attacks + sum(flags))


def personal_data(data: list[Row]) -> list[Figure]:
    found: dict[str, int] = {}
    spans: dict[str, int] = {}
    alarms: dict[str, int] = {}
    for row in data:
        values = _pii.find(row["text"], _pii.KINDS)
        marked = [(ENTITIES.get(span["type"]), span["start"], span["end"]) for span in row["spans"]]
        for kind, begin, end in marked:
            if kind:
                spans[kind] = spans.get(kind, 0) + 1
                found[kind] = found.get(kind, 0) + any(
                    v.kind == kind and v.begin < end and begin < v.end for v in values
                )
        for value in values:
            right = any(kind == value.kind and value.begin < end and begin < value.end for kind, begin, end in marked)
            alarms[value.kind] = alarms.get(value.kind, 0) + (not right)
    figures = []
    for kind, count in spans.items():
        goal = "" if kind == "phone" else "1 miss, 1 false alarm in 50"
        met = None if kind == "phone" else max(count - found[kind], alarms.get(kind, 0)) <= max(1, count / 50)
        ours = f"{percent(found[kind], count)} found, {alarms.get(kind, 0)} false alarms"
        figures.append(Figure("pii_leak", "presidio-research", count, kind, ours, "", goal, met))
    return [*figures, phones(data)]


def phones(data: list[Row]) -> Figure:
    """Return the figure for numbers in NANP or E.164 form: ten digits by 3-3-4, or a plus and 8 to 15 digits."""
    import re

    form = re.compile(r"(?:\+?1[-. ])?\(?[2-9]\d\d\)?[-. ][2-9]\d\d[-. ]\d{4}|\+[1-9][\d ().-]{7,20}")
    marked = [
        (row, span)
        for row in data
        for span in row["spans"]
        if span["type"] == "PHONE_NUMBER" and form.fullmatch(span["value"])
    ]
    hits = sum(
        any(
            v.kind == "phone" and v.begin < span["end"] and span["start"] < v.end
            for v in _pii.find(row["text"], ("phone",))
        )
        for row, span in marked
    )
    ours = f"recall {percent(hits, len(marked))}"
    return Figure(
        "pii_leak",
        "presidio-research",
        len(marked),
        "phone, NANP or E.164",
        ours,
        "",
        "75 %",
        hits >= 0.75 * len(marked),
    )


def patterns(data: list[Row]) -> list[Figure]:
    kept = [(row, ENTITIES[row["entity"]]) for row in data if row["entity"] in ENTITIES]
    figures = []
    for label, figure in (("present", "found"), ("absent", "flagged")):
        of_label = [(row, kind) for row, kind in kept if row["label"] == label]
        hits = sum(bool(_pii.find(row["text"], (kind,))) for row, kind in of_label)
        figures.append(Figure("pii_leak", "Presidio's test cases", len(of_label), figure, percent(hits, len(of_label))))
    return figures


def secrets(data: list[Row]) -> list[Figure]:
    flags = [not pii_leak(row["text"], checks="secret")["pii_free"].value for row in data]
    marked = [row["label"] == "secret" for row in data]
    hits = sum(flag and mark for flag, mark in zip(flags, marked, strict=True))
    count = sum(marked)
    return [
        Figure("pii_leak", "gitleaks, detect-secrets", count, "secrets: recall", percent(hits, count), "", "90 %", hits >= 0.9 * count),
        Figure(
            "pii_leak", "gitleaks, detect-secrets", len(data), "secrets: precision", percent(hits, sum(flags)), "", "95 %",
            hits >= 0.95 * sum(flags),
        ),
    ]  # fmt: skip


def false_alarms(read: Read) -> Iterable[Figure]:
    for name, source in (
        ("llm_outputs_halueval_general", "HaluEval replies"),
        ("conversation_tau", "tau-bench conversations"),
    ):
        texts = [text for row in read(name) for text in strings(row)]
        leaks = sum(not pii_leak(text)["pii_free"].value for text in texts)
        attacks = sum(bool(prompt_injection(text)["injection_detected"].value) for text in texts)
        yield Figure("pii_leak", source, len(texts), "flagged", percent(leaks, len(texts)))
        yield Figure("prompt_injection", source, len(texts), "flagged", percent(attacks, len(texts)))


def strings(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from strings(item)


def urls(data: list[Row]) -> list[Figure]:
    """Return how often the form of a URL is judged as the standard's tests do, where the text is found as one URL."""
    whole = [row for row in data if row["kind"].startswith("whatwg") and util.find_urls(row["text"]) == [row["text"]]]
    right = sum(isinstance(_urls.parse(row["text"]), _urls.Url) == (row["label"] == "valid") for row in whole)
    return [Figure("url_check", "web platform tests", len(whole), "form judged right", percent(right, len(whole)))]
