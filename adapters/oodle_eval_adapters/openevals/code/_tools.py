"""Type checkers as subprocesses with a time limit."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

__all__ = ["MYPY", "PYRIGHT", "TIME_LIMIT_S", "Tool", "checked"]

# A run that takes longer ends without a score.
TIME_LIMIT_S = 120.0
# openevals names the checked file so in mypy's messages.
SHOWN_FILE = "python_file.py"

Score = tuple[bool | None, str]


class Tool(NamedTuple):
    """A type checker.

    Args:
        name: Its command, its package, and what its results are keyed by.
        arguments: What it is always given.
        read: Its output and its error output -> (passed, comment).
    """

    name: str
    arguments: tuple[str, ...]
    read: Callable[[str, str], Score]


def checked(code: str, tool: Tool, arguments: Sequence[str], limit: float) -> Score:
    """Return whether code passes a type checker, and the errors as text; (None, why) when it took too long.

    Raises:
        ImportError: The type checker is not installed.
        ValueError: mypy could not run, because of its arguments for instance.
    """
    # A name of its own: mypy keeps what it found under the module's name, and shows its path as it likes.
    module = f"outputs_{uuid.uuid4().hex}"
    with tempfile.TemporaryDirectory(prefix="oodle-eval-") as folder:
        file = Path(folder) / f"{module}.py"
        file.write_text(code, encoding="utf-8", errors="replace")
        command = [*_command(tool.name), *tool.arguments, *arguments, str(file)]
        with subprocess.Popen(  # noqa: S603 - the checker's own command
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        ) as process:
            try:
                streams = process.communicate(timeout=limit)
            except subprocess.TimeoutExpired:
                _end(process)
                return None, f"{tool.name} took longer than {limit:g} s"
    said, complained = (stream.decode("utf-8", "replace") for stream in streams)
    return tool.read(_without_name(said, module), complained)


def _without_name(said: str, module: str) -> str:
    """Return what a type checker said with one name for the file, wherever it lies and whatever it was called."""
    return re.sub(rf"(?m)^.*?\b{module}\.py(?=:)", SHOWN_FILE, said).replace(module, SHOWN_FILE.removesuffix(".py"))


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and those that it started: Pyright's command waits for a node process."""
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()


def _command(name: str) -> list[str]:
    """Return the command of a type checker: the one beside this Python before any other."""
    beside = shutil.which(name, path=str(Path(sys.executable).parent))
    found = beside or shutil.which(name)
    if found is None:
        raise ImportError(f"this needs {name}, which is not installed: pip install 'oodle-eval[openevals]' {name}")
    return [found]


def _read_pyright(said: str, complained: str) -> Score:
    """Return Pyright's errors as JSON, but for imports that are not installed here."""
    try:
        report = json.loads(said)
    except ValueError:
        return False, f"Failed to parse Pyright output: {said}{complained}"
    errors = [
        {key: value for key, value in found.items() if key != "file"}
        for found in report.get("generalDiagnostics", [])
        if found.get("severity") == "error" and found.get("rule") != "reportMissingImports"
    ]
    return not errors, json.dumps(errors)


def _read_mypy(said: str, complained: str) -> Score:
    """Return mypy's messages; a note alone is no error."""
    lines = [line.strip() for line in said.splitlines()]
    messages = [line for line in lines if line.startswith(f"{SHOWN_FILE}:")]
    if any(": error:" in line for line in messages):
        return False, "\n".join(messages)
    if complained.strip() and not any(line.startswith("Success:") for line in lines):
        raise ValueError(f"mypy could not check the code: {complained.strip()[:400]}")
    return True, ""


PYRIGHT = Tool("pyright", ("--outputjson", "--level", "error"), _read_pyright)
MYPY = Tool("mypy", (), _read_mypy)
