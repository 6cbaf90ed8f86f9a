"""The statements of an SQL text: their types and write keywords. Patterns, no parser; of any dialect.

Where dialects read a text differently, the reading that shows more is taken: what MySQL runs inside `/*! */` counts, and a
backslash escapes a quote only if the quotes don't come out even otherwise.
"""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["WRITE_KEYWORDS", "Statement", "statements"]

# What changes data, structure, rights or runs stored code, wherever it stands. INTO counts in a SELECT only.
WRITE_KEYWORDS = (
    "DROP DELETE INSERT UPDATE ALTER CREATE TRUNCATE GRANT REVOKE MERGE REPLACE UPSERT RENAME EXEC EXECUTE INTO"
).split()
# Words that a statement can begin with, of SQL's common dialects.
STATEMENTS = frozenset(
    (
        "SELECT INSERT UPDATE DELETE MERGE REPLACE UPSERT CREATE ALTER DROP TRUNCATE RENAME COMMENT GRANT REVOKE DENY "
        "EXPLAIN DESCRIBE DESC SHOW USE SET RESET DECLARE BEGIN START COMMIT ROLLBACK SAVEPOINT RELEASE ABORT END CALL "
        "EXEC EXECUTE PREPARE DEALLOCATE DO HANDLER LOAD COPY UNLOAD IMPORT EXPORT PUT GET LIST REMOVE ATTACH DETACH "
        "VACUUM ANALYZE ANALYSE OPTIMIZE REPAIR CHECK CHECKSUM CHECKPOINT REINDEX CLUSTER REFRESH PRAGMA LOCK UNLOCK "
        "VALUES TABLE FROM KILL FLUSH PURGE BACKUP RESTORE RECOVER RESUME SUSPEND INSTALL UNINSTALL LISTEN NOTIFY "
        "UNLISTEN DISCARD FETCH MOVE CLOSE OPEN PRINT RAISE IF WHILE FOR LOOP RETURN SIGNAL MSCK CACHE UNCACHE SPLIT "
        "ADMIN SHUTDOWN CHANGE INDEX XA UNDROP REASSIGN SECURITY STOP BULK DBCC RECONFIGURE GO"
    ).split()
)


class Statement(NamedTuple):
    """A statement's type, "" when it begins with no word that statements begin with; its first word; its write keywords."""

    kind: str
    first: str
    writes: list[str]


_quoted = {
    # A quote inside is doubled; the second reading lets a backslash escape it, too.
    False: r"""'[^']*+(?:''[^']*+)*+'|"[^"]*+(?:""[^"]*+)*+"|`[^`]*+(?:``[^`]*+)*+`""",
    True: r"""'(?:[^'\\]|\\.|'')*+'|"(?:[^"\\]|\\.|"")*+"|`[^`]*+(?:``[^`]*+)*+`""",
}
_skipped = {
    escapes: re.compile(
        rf"""
          (?P<run>/\*!\d*)                              # MySQL runs what is in such a comment
        | (?P<comment>--[^\n\r]*+|(?:\A|(?<=[\n\r]))\#[^\n\r]*+|\#[ \t][^\n\r]*+)
        | (?P<block>/\*)
        | (?P<dollar>(?<!\w)\$(?:[^\W\d]\w*)?\$)
        | (?P<quoted>{quoted})
        | (?P<bracketed>(?<![\w\]\)])\[[^\W\d][\w $\#@.-]{{0,128}}\]|(?<=\.)\[[^\]\n]{{1,128}}\])
        | (?P<odd>['"`])
        """,
        re.VERBOSE | re.DOTALL,
    )
    for escapes, quoted in _quoted.items()
}
_mark = re.compile(r"[/\-#$'\"`\[]")  # what each of them begins with
_word = re.compile(r"[^\W\d]\w*")
# The word comes first, which is found fast, and then what may not stand before it.
_write_words = {word: re.compile(rf"{word}(?<![\w.@:$#]{word})(?![\w$#])") for word in WRITE_KEYWORDS}
_letter = re.compile(r"[^\W\x00-\x7f]")
_other = re.compile(r"[^\x00-\x7f]")
_before = re.compile(r"(\w+)\s*$")
_with_write = re.compile(r"[()]\s*(INSERT|UPDATE|DELETE|MERGE|REPLACE)\b(?!\s*\()")
# Write keywords that are also functions: REPLACE(name, 'a', 'b').
FUNCTIONS = frozenset({"REPLACE", "INSERT", "TRUNCATE", "UPDATE"})


def _bare(text: str) -> str:
    """Return a text without comments, and with a place-holder for each string and quoted name."""
    bare, is_even = _read(text, escapes=False)
    return bare if is_even or "\\" not in text else _read(text, escapes=True)[0]


def _read(text: str, *, escapes: bool) -> tuple[str, bool]:
    """Return the bare text, and whether every quote was closed."""
    kept: list[str] = []
    at, is_even, unclosed_tags = 0, True, 0
    pattern = _skipped[escapes]
    while mark := _mark.search(text, at):
        match = pattern.match(text, mark.start())
        if match is None:
            kept.append(text[at : mark.end()])
            at = mark.end()
            continue
        kept.append(text[at : match.start()])
        at = match.end()
        kind = match.lastgroup
        if kind == "block":
            end = text.find("*/", at)
            at = len(text) if end < 0 else end + 2
            kept.append(" ")
        elif kind == "dollar":
            # After many tags that nothing closes, the text is no SQL, and looking for more would take long.
            end = text.find(match.group(), at) if unclosed_tags < 50 else -1
            unclosed_tags += end < 0
            kept.append(" q ")
            at = end + len(match.group()) if end >= 0 else at
        elif kind in ("quoted", "bracketed"):
            kept.append(" q ")
        else:
            is_even &= kind != "odd"
            kept.append(" ")
    kept.append(text[at:])
    return "".join(kept), is_even


def statements(text: str, known: frozenset[str] = frozenset()) -> list[Statement]:
    """Return the statements of a text, split at semicolons.

    Args:
        text: The SQL.
        known: More words that a statement can begin with, in upper case.
    """
    bare = _bare(text)
    if not bare.isascii():  # SQL's own words are ASCII; a letter stays a letter
        bare = _other.sub(" ", _letter.sub("x", bare))
    parts = (part.strip() for part in bare.upper().split(";"))
    return [_statement(part, known) for part in parts if part.strip("*/ \t\r\n")]


def _statement(bare: str, known: frozenset[str]) -> Statement:
    word = _word.match(bare.lstrip("( \t\r\n"))
    first = word.group() if word else ""
    kind = first if first in STATEMENTS or first in known else ""
    if first == "WITH":
        write = _with_write.search(bare)
        kind = write[1] if write else "SELECT"
    return Statement(kind, first or bare[:20], _writes(bare, kind))


def _writes(bare: str, kind: str) -> list[str]:
    """Return the write keywords of a statement in upper case."""
    return [word for word in WRITE_KEYWORDS if word in bare and _writes_with(word, bare, kind)]


def _writes_with(word: str, bare: str, kind: str) -> bool:
    """Return whether a write keyword writes something in one of the places where it stands."""
    for match in _write_words[word].finditer(bare):
        follows = bare[match.end() : match.end() + 20].lstrip()
        before = _before.search(bare, max(0, match.start() - 40), match.start())
        if not _is_innocent(word, before[1] if before else "", follows, kind):
            return True
    return False


def _is_innocent(word: str, before: str, follows: str, kind: str) -> bool:
    """Return whether a write keyword writes nothing where it stands."""
    if word in FUNCTIONS and follows.startswith("("):
        return True
    if word == "INTO":
        return kind != "SELECT"
    if word in ("UPDATE", "DELETE") and before in ("ON", "AFTER", "BEFORE"):
        return kind != "SELECT"  # of a foreign key or a trigger
    if word == "UPDATE" and before in ("FOR", "KEY") and kind == "SELECT":
        return True  # FOR UPDATE locks rows and changes none
    return before == "AS" and kind == "SELECT"  # a name
