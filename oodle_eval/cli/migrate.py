"""`oodle-eval migrate`: imports of openevals, agentevals and Opik's heuristics become ours."""

from __future__ import annotations

import difflib
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from oodle_eval.cli._rewriting import Note

__all__ = ["migrate", "migrated"]

# A source without any of these has nothing to rewrite, and is not parsed.
WORDS = ("openevals", "agentevals", "opik")
SKIPPED = frozenset({"__pycache__", "node_modules", "site-packages", "venv", "build", "dist"})


def migrated(source: str) -> tuple[str, list[Note]]:
    """Return a Python source with its imports rewritten to ours, and what needs a person.

    Formatting and comments stay. A source that imports none of the three comes back as it is.

    Args:
        source: A module's source.

    Raises:
        ValueError: The source is no Python.

    Example:
        >>> migrated("from openevals.exact import exact_match  # ours\\n")[0]
        'from oodle_eval_adapters.openevals.exact import exact_match  # ours\\n'
    """
    if not any(word in source for word in WORDS):
        return source, []
    import libcst  # noqa: PLC0415 - loaded for a source that needs it

    from oodle_eval.cli._rewriting import rewritten  # noqa: PLC0415 - it needs libcst

    try:
        return rewritten(source)
    except libcst.ParserSyntaxError as error:
        raise ValueError(f"no Python: {error.message} at line {error.raw_line}") from error


def migrate(
    path: Annotated[Path, typer.Argument(help="A file or a folder of Python code.", exists=True)],
    write: Annotated[bool, typer.Option("--write", help="Write the changes; without it they are only shown.")] = False,
) -> None:
    """Rewrite imports of openevals, agentevals and Opik's heuristics to oodle-eval's drop-ins.

    Shows each change as a diff, and lists what needs a person and why. Nothing is written without --write.
    """
    changed = 0
    notes: list[str] = []
    for file in _files(path):
        if file.suffix == ".ipynb":
            notes += _note_on_notebook(file)
            continue
        try:
            source, encoding = _read(file)
            result, found = migrated(source)
        except (OSError, SyntaxError, ValueError) as error:
            notes.append(f"{file}: not read: {error}")
            continue
        notes += [f"{file}:{note.line}: {note.text}" for note in found]
        if result == source:
            continue
        changed += 1
        typer.echo(_diff(file, source, result), nl=False)
        if write:
            file.write_text(result, encoding=encoding, newline="")
    done = "rewritten" if write else "to rewrite (--write does it)"
    typer.echo(f"{changed} {'file' if changed == 1 else 'files'} {done}")
    if notes:
        typer.echo("For a person:")
        typer.echo("\n".join(f"  {note}" for note in notes))


def _files(path: Path) -> Iterator[Path]:
    """Yield the Python files and notebooks of a folder, but for those of hidden folders and of environments; or the file itself."""
    if path.is_file():
        yield path
        return
    for file in sorted((*path.rglob("*.py"), *path.rglob("*.ipynb"))):
        folders = file.relative_to(path).parts[:-1]
        if not any(folder in SKIPPED or folder.startswith(".") for folder in folders):
            yield file


def _note_on_notebook(file: Path) -> list[str]:
    """Return a note on a notebook that may import one of the three."""
    try:
        held = file.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        return [f"{file}: not read: {error}"]
    named = [word for word in WORDS if re.search(rf"(from|import)\s[^\n\"]*\b{word}\b", held)]
    return [f"{file}: a notebook is not rewritten: change its imports of {', '.join(named)} by hand"] if named else []


def _read(file: Path) -> tuple[str, str]:
    """Return a file's text as it is, line ends included, and its encoding."""
    data = file.read_bytes()
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    return data.decode(encoding), encoding


def _diff(file: Path, before: str, after: str) -> str:
    lines = difflib.unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), f"a/{file}", f"b/{file}"
    )
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
