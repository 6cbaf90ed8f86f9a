"""Words that stand for numbers.

Made by us from English grammar: the cardinals and ordinals, the words and abbreviations of scale, and the months.
"""

_UNITS = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen
""".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
ORDINALS = """
    zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
    fifteenth sixteenth seventeenth eighteenth nineteenth
""".split()
_ORDINAL_TENS = "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth".split()

# What each word is worth.
NUMBER_WORDS = {
    **{word: value for value, word in enumerate(_UNITS)},
    **{word: value for value, word in enumerate(ORDINALS)},
    **{word: 10 * value for value, word in enumerate(_TENS, start=2)},
    **{word: 10 * value for value, word in enumerate(_ORDINAL_TENS, start=2)},
    "dozen": 12,
    "hundred": 100,
    "hundredth": 100,
    "thousand": 1_000,
    "thousandth": 1_000,
    "million": 1_000_000,
    "billion": 1_000_000_000,
    "trillion": 1_000_000_000_000,
}

# The power of ten of each word or abbreviation of scale; one of one or two letters stands right behind its digits.
SCALES = {
    "hundred": 2,
    "thousand": 3,
    "k": 3,
    "lakh": 5,
    "million": 6,
    "mio": 6,
    "mil": 6,
    "mn": 6,
    "mm": 6,
    "m": 6,
    "crore": 7,
    "billion": 9,
    "bn": 9,
    "b": 9,
    "trillion": 12,
    "tn": 12,
    "t": 12,
}

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sep sept",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}
