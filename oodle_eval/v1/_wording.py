"""How comments put things."""

from __future__ import annotations

__all__ = ["kind_of", "plural"]


def kind_of(value: object) -> str:
    """Return what a message calls the kind of a value.

    Example:
        >>> kind_of(5), kind_of("x"), kind_of(None)
        ('an int', 'a str', 'None')
    """
    if value is None:
        return "None"
    name = type(value).__name__
    return f"a{'n' if name[:1] in 'AEIOaeio' else ''} {name}"


def plural(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural but for 1.

    Example:
        >>> plural(1, "word"), plural(0, "word")
        ('1 word', '0 words')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
