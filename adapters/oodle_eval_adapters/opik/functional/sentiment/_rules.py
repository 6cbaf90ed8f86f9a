"""The words that VADER's rules know: intensifiers, negations, idioms.

Facts of the published algorithm (Hutto and Gilbert, 2014; MIT licence, see NOTICE), as nltk reads them.
"""

from __future__ import annotations

__all__ = ["BOOSTERS", "DAMPENED", "IDIOMS", "NEGATIONS"]

_BOOSTED, DAMPENED = 0.293, -0.293

_STRONGER = """
    absolutely amazingly awfully completely considerably decidedly deeply effing enormously entirely especially
    exceptionally extremely fabulously flippin flipping frickin fricking friggin frigging fucking fully greatly hella
    highly hugely incredibly intensely majorly more most particularly purely quite really remarkably so substantially
    thoroughly totally tremendously uber unbelievably unusually utterly very
""".split()
_WEAKER = """
    almost barely hardly just_enough kind-of kind_of kinda kindof less little marginally occasionally partly scarcely
    slightly somewhat sort-of sort_of sorta sortof
""".split()

# What an intensifier adds to the strength of the word behind it.
BOOSTERS = {
    **dict.fromkeys(_STRONGER, _BOOSTED),
    **{word.replace("_", " "): DAMPENED for word in _WEAKER},
}

_WITH_NOT = """
    ai are ca could dare did does do had has have is might must need ought sha should was were wo would
""".split()
# "didn't" and "didnt" alike.
NEGATIONS = frozenset(
    [f"{verb}n{mark}t" for verb in _WITH_NOT for mark in ("", "'")]
    + ("cannot despite neither never none nope nor not nothing nowhere rarely seldom uh-uh uhuh without").split()
)

IDIOMS = {
    "the shit": 3.0,
    "the bomb": 3.0,
    "bad ass": 1.5,
    "yeah right": -2.0,
    "cut the mustard": 2.0,
    "kiss of death": -1.5,
    "hand to mouth": -2.0,
}
