"""Opik's backend, played on 127.0.0.1."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1]))


@pytest.fixture(scope="module")
def backend():
    from _opik_backend import Backend

    with Backend() as played:
        yield played
