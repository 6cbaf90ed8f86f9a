"""The `oodle-eval` command: thin over the core. Its libraries are loaded only when it runs."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line."""
    try:
        from oodle_eval.cli.app import app  # noqa: PLC0415 - typer and rich are an extra
    except ModuleNotFoundError as error:
        if error.name not in {"typer", "rich", "yaml", "click"}:
            raise
        sys.exit(f"oodle-eval needs {error.name}, which is not installed: pip install 'oodle-eval[cli]'")
    app()
