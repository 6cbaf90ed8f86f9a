"""How comments put things."""

from __future__ import annotations

__all__ = ["plural"]


def plural(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural but for 1.

    Example:
        >>> plural(1, "word"), plural(0, "word")
        ('1 word', '0 words')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
