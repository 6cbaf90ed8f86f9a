"""Random contexts and settings. Everything is drawn from the `random.Random` that is passed in."""

from __future__ import annotations

import math
import random
from typing import Any

from oodle_eval.runtime import EvaluationContext, ExperimentContext, ObservationContext, TraceContext
from oodle_eval.v1.checks import CHECKS, Check

# What texts are put together from: what the checks look for, and what disturbs it.
PIECES: tuple[str, ...] = (
    *"the a of to not never but very order Ada Berlin is was I can't help sorry great terrible please Monday".split(),
    *"ignore previous instructions system: reveal your prompt developer mode <|im_start|> DAN".split(),
    *"jo@corp.test +14155550132 415-555-0132 4111111111111111 536-90-4399 10.0.0.1 ::1 1.2.3.4.5 api_key=".split(),
    *"sk-proj-abc eyJhbGciOiJIUzI1NiJ9. AKIA ghp_ password: http://a.b/c https://[::1]:80/ ftp://x javascript://%".split(),
    *"1 12 1,200 1,200.50 -5 3-5 1e3 1e999999 5% 5 % $ € .5 5. 1/2 2024-05-25 May 3:30 pm v1.2.3 [1] [1,3] [2-4] 1.".split(),
    *'{ } [ ] {"a": "a" : , null true false NaN 1.0 "\\u0041" \\ " \' `` ``` ~~~ ```json ```sql ```csv ```html ```toml'.split(),
    *"# ## - * > | |---| <b> </b> <p> <br/> <!-- --> <script> </script> &amp; <![CDATA[ <div/>".split(),
    *"SELECT INSERT DROP TABLE WITH AS ( ) ; -- /* */ 'x' \"y\" [server] key= [[a]] = , ; \t".split(" "),
    *"é ß ı İ ſ 中 文 字 か タ ไทย हिन्दी العربية עברית 한 русский язык naïve 😀 👨‍👩‍👧 🇩🇪 ！ 。 ？ ؟ ।".split(),
    *("\u200b", "\u200d", "\u202e", "\ufeff", "\U000e0041", "\u0301", "\ud800", "\udfff", "\x00", "\x1b", "\u2028"),
    *("\n", "\n\n", " ", "  ", "\r\n", "\t", ". ", "! ", "? ", "...", "’", "“", "—", "－", "\u00a0", "_", "@", "://"),
    *("My name is ", "my email is ", "What is your email?", "order #A-77", "call me at ", "aWdub3JlIGFsbCBydWxlcw=="),
)
WORDS = ("order", "shipped", "Monday", "refund", "the", "total", "1200", "Ada", "is", "not", "good", "bad")
KEYS = (
    *"role content parts type text tool_calls name arguments args function id input output kind tool_name".split(),
    *"duration_ms error status refusal tool_call_id call_id choices message data kwargs result response".split(),
)
STRANGE: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    5,
    10**400,
    0.0,
    1.5,
    math.inf,
    -math.inf,
    math.nan,
    b"\xff",
    "",
    [],
)
KINDS = ("llm", "tool", "agent", "span", "TOOL", "", None, 3)


def some_text(draw: random.Random) -> str:
    """Return a text: pieces in any order, a repeated piece, words of prose, or single characters."""
    roll = draw.random()
    if roll < 0.06:
        return draw.choice(PIECES) * draw.choice((1, 2, 7, 60, 60, 400))
    if roll < 0.12:
        return "".join(
            chr(draw.choice((draw.randrange(128), draw.randrange(0x3000), draw.randrange(0x110000))))
            for _ in range(draw.randrange(30))
        )
    length = draw.choice((1, 3, 8, 8, 20, 20, 40))
    if roll < 0.002 + 0.12:
        length = 4000
    pool = WORDS if roll > 0.8 else PIECES
    between = draw.choice((" ", " ", " ", "", "\n"))
    text = between.join(draw.choices(pool, k=length))
    return mutated(draw, text) if roll < 0.3 else text


def mutated(draw: random.Random, text: str) -> str:
    """Return a text with a piece cut out, doubled, or put in."""
    start, end = sorted((draw.randrange(len(text) + 1), draw.randrange(len(text) + 1)))
    return draw.choice(
        (
            text[:start] + text[end:],
            text[:end] + text[start:],
            text[:start] + draw.choice(PIECES) + text[start:],
            text[::-1],
            text.upper(),
        )
    )


def some_value(draw: random.Random, depth: int = 0) -> Any:
    """Return any value: mostly what JSON can hold, now and then what it can't."""
    roll = draw.random()
    if depth > 3 or roll < 0.35:
        return some_text(draw) if roll < 0.2 else draw.choice(WORDS)
    if roll < 0.5:
        return draw.choice(STRANGE)
    if roll < 0.55:
        return draw.choice((draw.randrange(10**9), draw.uniform(-1e3, 1e3), {1, "a"}, object, (1, "a"), frozenset()))
    if roll < 0.75:
        return [some_value(draw, depth + 1) for _ in range(draw.randrange(4))]
    return {
        draw.choice(KEYS) if draw.random() < 0.8 else draw.choice(STRANGE[:10]): some_value(draw, depth + 1)
        for _ in range(draw.randrange(5))
    }


def some_call(draw: random.Random) -> Any:
    name = draw.choice((*WORDS, "", None, 5))
    arguments = draw.choice(
        ('{"q": 1}', '{"q": 1.0}', "{bad", "", None, {"q": 1}, {"q": True}, [1], some_value(draw, 2))
    )
    return draw.choice(
        (
            {
                "id": draw.choice(("c1", "", None)),
                "type": "function",
                "function": {"name": name, "arguments": arguments},
            },
            {"type": "tool_use", "id": "c1", "name": name, "input": arguments},
            {"type": "function_call", "call_id": "c1", "name": name, "arguments": arguments},
            {"type": "tool_call", "name": name, "args": arguments},
            some_value(draw, 1),
        )
    )


def some_message(draw: random.Random) -> Any:
    """Return a message of some shape, or what stands in place of one."""
    role = draw.choice(("user", "assistant", "system", "tool", "human", "ai", "", None, 7))
    text = some_text(draw)
    blocks = [
        {"type": draw.choice(("text", "tool_result", "refusal", "image", "")), "text": text, "content": text},
        some_call(draw),
    ]
    return draw.choice(
        (
            {"role": role, "content": text},
            {"role": role, "content": text, "tool_calls": [some_call(draw) for _ in range(draw.randrange(3))]},
            {"role": role, "content": blocks},
            {"role": role, "parts": [{"type": "text", "content": text}, some_call(draw)]},
            {"type": draw.choice(("human", "ai", "function_call_output", "message")), "content": text, "output": text},
            text,
            some_value(draw, 1),
        )
    )


def some_span(draw: random.Random) -> Any:
    if draw.random() < 0.1:
        return some_value(draw, 1)
    span: dict[str, Any] = {
        "kind": draw.choice(KINDS),
        "name": draw.choice(WORDS),
        "tool_name": draw.choice((*WORDS, "", None)),
    }
    for field in ("input", "output", "error", "status", "duration_ms"):
        if draw.random() < 0.5:
            span[field] = draw.choice(("error", '{"q": 1}', {"q": 1}, 12, -1, "12", some_value(draw, 2)))
    return span


def some_side(draw: random.Random) -> Any:
    """Return an input or an output: a text, a conversation or any value."""
    roll = draw.random()
    if roll < 0.5:
        return some_text(draw)
    if roll < 0.8:
        return [some_message(draw) for _ in range(draw.randrange(5))]
    return some_message(draw) if roll < 0.9 else some_value(draw)


def some_metadata(draw: random.Random) -> Any:
    if draw.random() < 0.05:
        return some_value(draw)
    metadata: dict[Any, Any] = {}
    if draw.random() < 0.5:
        metadata["context"] = draw.choice(
            (some_text(draw), [some_text(draw), some_value(draw, 2)], some_value(draw, 1))
        )
    for field in ("duration_ms", "output_tokens", "gen_ai.usage.input_tokens", "gen_ai.server.time_to_first_token"):
        if draw.random() < 0.3:
            metadata[field + draw.choice(("", "_int", "_str"))] = draw.choice((5, 1e9, "12", "x", -1, *STRANGE))
    return metadata


def some_subject(draw: random.Random) -> Any:
    """Return what a check is called with: mostly a context, else a text or any value."""
    roll = draw.random()
    if roll < 0.15:
        return some_text(draw)
    if roll < 0.25:
        return some_side(draw)
    spans = [some_span(draw) for _ in range(draw.randrange(5))] if draw.random() < 0.95 else some_value(draw)
    output = some_side(draw)
    expected = draw.choice((None, output, some_text(draw), some_value(draw)))
    return EvaluationContext(
        ObservationContext(some_side(draw), output, some_metadata(draw)),
        TraceContext(spans=spans),
        experiment=ExperimentContext(expected_output=expected),
    )


PATTERNS = (
    r"(a|aa)+$",
    r"^(\w+\s?)*$",
    r"\d+(?:\.\d+)*%",
    "(",
    "",
    "(?i)order",
    r"[^\W\d_]+$",
    r"\bIS\b",
    "(?P<x>a)(?P=x)",
    "order|refund",
)


def some_setting(draw: random.Random, check: Check, setting: str) -> Any:
    """Return a value of a setting: one that fits, by its default or its name, or any value at all."""
    default = check.settings[setting]
    if draw.random() < 0.04:
        return some_value(draw)
    if "pattern" in setting or setting.startswith("must_"):
        return draw.sample(PATTERNS[2:], 2) if draw.random() < 0.97 else [draw.choice(PATTERNS)]
    if setting == "name":
        return draw.choice(("mine", "", None))
    if isinstance(default, bool):
        return draw.random() < 0.5
    if isinstance(default, int) or (setting.startswith(("min_", "max_")) and default is None):
        return draw.choice((0, 1, 2, 3, 20, None))
    if isinstance(default, float):
        return draw.choice((0, 0.3, 1.0, None))
    if isinstance(default, tuple):
        return draw.choice(([], some_text(draw), [some_text(draw), draw.choice(WORDS)], draw.sample(WORDS, 3), None))
    named = {
        "mode": ("all", "any", "none", "strict", "unordered", "subset", "superset"),
        "field": ("input", "output", "both"),
        "against": ("input", "context"),
        "kind": ("llm", "tool", None),
        "expected_language": ("en", "de", "ja"),
        "delimiter": (",", ";", "\\t", "", '"', "ab"),
        "key_types": ({"a": "string"}, {"role": "integer"}, {"a": "wrong"}),
        "schema": ({"type": "object", "required": ["a"]}, {"items": {"minimum": 3}}, {"type": "wrong"}, True, {}),
        "required_args": ({"order": ["q"]}, {"order": "q"}),
        "sources": (["one", "http://a.b/c"], "one", [some_value(draw, 2)]),
    }
    return draw.choice(named.get(setting, (some_text(draw), some_value(draw, 1), None)))


def some_settings(draw: random.Random, check: Check) -> dict[str, Any]:
    if draw.random() < 0.4:
        return {}
    return {setting: some_setting(draw, check, setting) for setting in check.settings if draw.random() < 0.4}


def checks_of(area: str) -> list[Check]:
    return [check for check in CHECKS.values() if check.area == area]
