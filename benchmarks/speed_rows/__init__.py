"""The cells of the speed table, one module an area, and the text that they run on."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Cell:
    """Something to time: ours, and what peers have for it.

    `goal_a`: the fastest peer over ours, at least. `goal_b`: ours over the floor, at most.
    """

    name: str
    ours: Callable[[], object]
    peers: dict[str, Callable[[], object]] = field(default_factory=dict)
    goal_a: float | None = None
    goal_b: float | None = None


@dataclass(frozen=True)
class Row:
    """A line of the table that was measured otherwise than by sampling: its figures are ready."""

    name: str
    ours: str
    peer: str = ""
    a: float | None = None
    goal_a: float | None = None
    note: str = ""
    met: bool | None = None


@functools.cache
def _corpus() -> str:
    """Prose of Python's language reference, which every Python has."""
    from pydoc_data.topics import topics

    kept = []
    for name in sorted(topics):
        for paragraph in topics[name].split("\n\n"):
            lines = paragraph.split("\n")
            letters = sum(char.isalpha() or char == " " for char in paragraph)
            is_code = any(line.startswith("   ") for line in lines) or any(
                m in paragraph for m in ("****", "====", "::=")
            )
            if len(paragraph) >= 60 and not is_code and letters >= 0.84 * len(paragraph):
                kept.append(" ".join(lines))
    random.Random(1).shuffle(kept)
    return "\n\n".join(dict.fromkeys(kept))


def prose(size: int, offset: int = 0) -> str:
    """Return so many characters of prose."""
    text = _corpus()
    while len(text) < size + offset:
        text += "\n\n" + text
    return text[offset : offset + size]


def near(text: str, rate: float = 0.1, seed: int = 7) -> str:
    """Return a text with a share of its words replaced, dropped, doubled or swapped."""
    chance = random.Random(seed)
    words = text.split(" ")
    out: list[str] = []
    for word in words:
        drawn = chance.random()
        if drawn < rate * 0.4:
            out.append(chance.choice(words))
        elif drawn < rate * 0.65:
            continue
        elif drawn < rate * 0.85:
            out += [word, chance.choice(words)]
        elif drawn < rate and out:
            out.insert(-1, word)
        else:
            out.append(word)
    return " ".join(out)
