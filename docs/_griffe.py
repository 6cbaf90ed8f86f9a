"""Docstrings as the site shows them: an example is a section of its own, whose doctest is code."""

from __future__ import annotations

import re
from typing import Any

import griffe


class Examples(griffe.Extension):
    """Reads the section "Example", as docstrings of the Google style have it, as griffe's "Examples"."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rename the section of one object's docstring."""
        if obj.docstring is not None:
            obj.docstring.value = re.sub(r"^Example:$", "Examples:", obj.docstring.value, flags=re.MULTILINE)
