"""How property tests run: no deadline, since a shared machine may stall, and in CI the same examples each time."""

import os

from hypothesis import settings

settings.register_profile("everywhere", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "everywhere")
