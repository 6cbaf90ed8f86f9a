"""The words and phrases that Opik's heuristics look for: data, as they have to be for equal results.

Taken from the behaviour of opik 2.2.
"""

from __future__ import annotations

__all__ = ["FALLBACK_PHRASES", "FORBIDDEN_PHRASES", "HARSH_WORDS", "KIND_WORDS", "REQUEST_WORDS", "UNTELLING_WORDS"]

KIND_WORDS = frozenset(
    "appreciate assist excellent glad great happy helpful please support thank welcome wonderful".split()
)
HARSH_WORDS = frozenset("angry awful bad complain frustrated hate idiot incompetent stupid terrible useless".split())
FORBIDDEN_PHRASES = ("i refuse to assist", "not my problem", "shut up", "this is pointless")

# What an assistant says when it is stuck.
FALLBACK_PHRASES = (
    "as an ai language model",
    "could you please clarify",
    "i cannot",
    "i don't have access",
    "i don't understand",
    "i'm sorry",
    "i'm unable",
    "please provide",
)

# A user turn with one of these asks for something, so it tells no fact.
REQUEST_WORDS = frozenset(
    "allow can could explain give help let may might need please provide request shall should show tell want would".split()
)
# Long enough to be a fact, and yet none.
UNTELLING_WORDS = frozenset("about could from have name number should that the there this which with would".split())
