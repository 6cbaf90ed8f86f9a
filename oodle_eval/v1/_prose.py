"""The prose of a reply: its text without code, addresses and Markdown, and the sentences in it."""

from __future__ import annotations

import re

from oodle_eval.v1 import util

__all__ = ["hyphen_count", "prose", "sentence_count"]

# Each pattern begins with a sign that is rare in prose, which is what makes it fast.
# A link or image is its text; the address goes.
_link = re.compile(r"\[([^\[\]\n]{0,500})\]\([^()\n]{0,1000}\)")
_tag = re.compile(r"<[a-zA-Z/!][^<>\n]{0,300}>")
_note = re.compile(r"\[\^?\d{1,3}(?:, ?\d{1,3}){0,20}\]")
# Without the punctuation of the sentence around it.
_site = re.compile(r"www\.[^\s<>]{0,999}[^\s<>.,;:!?'\")\]}]")
# A heading or an item of a list is a block of its own, and so is a cell of a table.
_heading = re.compile(r"\n[ \t]{0,3}#{1,6}[ \t]([^\n]*)")
_item = re.compile(r"\n[ \t]*(?:[-+*\u2022][ \t]|\d{1,3}[.)][ \t])")
_quote = re.compile(r"\n[ \t]{0,3}>[> \t]*")
_rule = re.compile(r"\n[ \t]{0,3}(?:[-*_=][ \t]?){3,200}(?=\n|$)")
_row = re.compile(r"\n[ \t]*\|[^\n]*")
# A point or comma inside a number.
_in_number = re.compile(r"[.,](?=\d)(?<=\d.)")
# The two sides of an e-mail address.
_user = re.compile(r"[\w.+-]{1,64}")
_host = re.compile(r"[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")

_apostrophes = ("'", "\u2019")
# Marks that stand between the end of a sentence and the space behind it, or dress words up.
_dressing = ('"', "\u201c", "\u201d", "\u00ab", "\u00bb", "\u201e", ")", "*", "~~")


def prose(text: str) -> str:
    """Return a text without code, URLs and Markdown: its blocks apart by blank lines, apostrophes and quotes gone."""
    if "](" in text:
        text = _link.sub(r"\1", text)
    text = util.strip_code(text)
    if "[" in text:
        text = _note.sub("", text)
    if "<" in text:
        text = _tag.sub(" ", text)
    if "@" in text:
        text = _without_mail(text)
    if "www." in text:
        text = _site.sub(" ", text)
    text = _without_block_marks(f"\n{text}")
    for mark in (*_apostrophes, *_dressing):
        text = text.replace(mark, "")
    return _in_number.sub("", text.replace("_", " ").replace("`", " "))


def _without_mail(text: str) -> str:
    """Return a text without e-mail addresses."""
    before, *others = text.split("@")
    kept = [before]
    for part in others:
        host = _host.match(part)
        tail = kept[-1][-64:]
        user = next((found for found in _user.finditer(tail) if found.end() == len(tail)), None)
        if host and user:
            kept[-1] = kept[-1][: len(kept[-1]) - len(user.group())]
            kept.append(part[host.end() :])
        else:
            kept[-1] += "@"
            kept.append(part)
    return "".join(kept)


def _without_block_marks(text: str) -> str:
    """Return a text that begins with a line break with headings, items and cells as blocks, without their marks."""
    if "#" in text:
        text = _heading.sub(r"\n\n\1\n\n", text)
    if ">" in text:
        text = _quote.sub("\n", text)
    if "|" in text:
        text = _row.sub(lambda row: row.group().replace("|", "\n\n"), text)
    text = _rule.sub("\n\n", text)
    return _item.sub("\n\n", text)


# The end of a sentence as `text.sentences` has it: a mark before white space or the end, or a blank line.
_end = re.compile(r"[.!?\n。！？؟।](?:(?<=[.!?])\s|(?<=[。！？؟।])|(?<=\n)[^\S\n]*\n)")
_word = re.compile(r"\w")


def sentence_count(text: str) -> int:
    """Return the number of sentences that hold a word."""
    return sum(1 for part in _end.split(text) if _word.search(part))


_hyphen = re.compile(r"-(?=\w)(?<=\w-)")


def hyphen_count(text: str) -> int:
    """Return the number of hyphens inside words."""
    return len(_hyphen.findall(text)) if "-" in text else 0
