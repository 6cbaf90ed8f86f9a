"""How comments put things, and how phrases of a setting are put in a text."""

from __future__ import annotations

__all__ = ["kind_of", "plural", "typed"]


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


def typed(text: str) -> str:
    """Return a text with an apostrophe and a hyphen as a keyboard has them, as the phrases of a setting do.

    Models write U+2019, and U+2011 or U+2010 between the parts of a word.

    Example:
        >>> typed("It\u2019s risk\u2011free")
        "It's risk-free"
    """
    return text.replace("\u2019", "'").replace("\u2011", "-").replace("\u2010", "-")
