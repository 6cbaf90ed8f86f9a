"""A value as the text that openevals compares."""

from __future__ import annotations

import json
from typing import Any

from oodle_eval.v1._json import dump_json

__all__ = ["json_text"]


def json_text(value: Any) -> str:
    """Return a text as it is and any other value as its JSON text; it never raises."""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value)
    except (TypeError, ValueError, RecursionError):  # no JSON, circular, or too deep for Python
        return dump_json(value)
