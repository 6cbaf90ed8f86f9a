"""A LangSmith of our own on 127.0.0.1, and runs recorded by LangSmith's `evaluate` without it."""

from __future__ import annotations

import sys
import uuid
from datetime import UTC, datetime
from pathlib import Path

import pytest
from langsmith import Client, evaluate, schemas

sys.path.append(str(Path(__file__).parents[1]))
from _langsmith_server import LangSmithServer


@pytest.fixture(scope="session")
def server():
    with LangSmithServer() as running:
        yield running


@pytest.fixture(scope="session")
def client(server):
    """A client of that server. LangChain sends its runs also where `evaluate` was told not to upload."""
    return Client(api_url=server.url, api_key="x")


@pytest.fixture(scope="session")
def example():
    def make(inputs, outputs=None, **fields):
        known = {"id": uuid.uuid4(), "dataset_id": uuid.uuid4(), "created_at": datetime.now(UTC)}
        return schemas.Example(**known, inputs=inputs, outputs=outputs, **fields)

    return make


@pytest.fixture(scope="session")
def rows_of(client, example):
    """Return the rows of `evaluate` offline: of a target, evaluators and [(inputs, outputs)]."""

    def run(target, evaluators, data=(({"question": "q"}, None),), **kwargs):
        examples = [example(inputs, outputs) for inputs, outputs in data]
        results = evaluate(
            target,
            data=examples,
            evaluators=evaluators,
            upload_results=False,
            client=client,
            max_concurrency=0,
            **kwargs,
        )
        return list(results)

    return run


@pytest.fixture(scope="session")
def feedback(rows_of):
    """Return the feedback of one example by key."""

    def run(target, *evaluators, inputs=None, outputs=None):
        (row,) = rows_of(target, list(evaluators), [(inputs or {"question": "q"}, outputs)])
        return {one.key: one for one in row["evaluation_results"]["results"]}

    return run


@pytest.fixture(scope="session")
def recorded(rows_of):
    """Return the run that `evaluate` recorded of a target."""

    def run(target, inputs):
        (row,) = rows_of(target, [lambda run, example: True], [(inputs, None)])
        return row["run"]

    return run
