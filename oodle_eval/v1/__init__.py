"""Version 1: its scores stay what they are, but for bug fixes.

`metrics` holds the checks, `text` reads spans, `combine` makes one score of several, `util` has the building blocks of
a check of your own, and `checks` binds checks to settings for use in any framework.
"""
