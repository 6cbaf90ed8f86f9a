"""The frameworks' offline switches, set before any of them is imported."""

import os

import pytest

os.environ.update(
    OPIK_URL_OVERRIDE="http://127.0.0.1:9/api",  # nothing listens there
    OPIK_ANALYTICS_ENABLE="false",
    OPIK_SENTRY_ENABLE="false",
    OPIK_DEFAULT_FLUSH_TIMEOUT="1",
    LITELLM_LOCAL_MODEL_COST_MAP="True",
    LANGSMITH_TRACING="false",
    HF_HUB_OFFLINE="1",
)
os.environ.pop("LANGSMITH_API_KEY", None)


def pytest_collection_modifyitems(items):
    """Leave the frameworks' own warnings alone."""
    for item in items:
        if "compat_tests" in item.path.parts:
            item.add_marker(pytest.mark.filterwarnings("ignore"))
