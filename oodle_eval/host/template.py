"""A template: an evaluator's code, its settings, its shared libraries and their pinned versions."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from oodle_eval.host.errors import HostError, error_with
from oodle_eval.host.program import Program, SourceFile
from oodle_eval.host.reading import Finding, Reading, read_source
from oodle_eval.host.rules import RESERVED_NAMES
from oodle_eval.host.settings import Setting, resolved

__all__ = ["Library", "Template", "TemplateFile", "problems_in", "read_template"]

LIBRARY_NAME = re.compile(r"[a-z_][a-z0-9_]*\Z")
LIBRARY_FILE = re.compile(r"(?P<name>[^@]+)(?:@(?P<version>\d+))?\.py\Z")


class TemplateFile(BaseModel):
    """What `template.yaml` holds. Keys that are not known here are left to the platform."""

    model_config = ConfigDict(extra="allow", populate_by_name=True)

    name: str = Field(min_length=1)
    type: str = "code"
    language: str = Field("python", alias="sourceCodeLanguage")
    description: str | None = None
    params: list[Setting] = Field(default_factory=list)
    pins: dict[str, int] = Field(default_factory=dict, alias="libraryPins")
    score_type: str | None = Field(None, alias="scoreType")
    higher_is_better: bool | None = Field(None, alias="higherIsBetter")
    # Ours: the evaluators that must have passed an item before this one scores it.
    only_where_passed: list[str] = Field(default_factory=list, alias="onlyWherePassed")

    @field_validator("only_where_passed", mode="before")
    @classmethod
    def _one_or_several(cls, value: Any) -> Any:
        return [value] if isinstance(value, str) else (value or [])

    @field_validator("params", "pins", mode="before")
    @classmethod
    def _empty(cls, value: Any, info: Any) -> Any:
        return ([] if info.field_name == "params" else {}) if value is None else value

    @field_validator("type")
    @classmethod
    def _code(cls, value: str) -> str:
        if value != "code":
            raise ValueError(f'type must be "code", got {value!r}: only code evaluators run here')
        return value

    @field_validator("language")
    @classmethod
    def _python(cls, value: str) -> str:
        if value != "python":
            raise ValueError(f'sourceCodeLanguage must be "python", got {value!r}')
        return value

    @field_validator("params")
    @classmethod
    def _names_once(cls, value: list[Setting]) -> list[Setting]:
        names = [setting.name for setting in value]
        twice = next((name for place, name in enumerate(names) if name in names[:place]), None)
        if twice is not None:
            raise ValueError(f"setting {twice!r} is declared twice")
        return value


@dataclass(frozen=True, slots=True)
class Library:
    """The version of a shared library that a template runs.

    Args:
        name: What it is imported as, below `shared`.
        file: Its source.
        version: Its version, None for a working copy that has none.
        is_pinned: The template pins the version.
    """

    name: str
    file: SourceFile
    version: int | None = None
    is_pinned: bool = False

    def __str__(self) -> str:
        version = "latest" if self.version is None else str(self.version)
        return f"{self.name} {version}{' (pinned)' if self.is_pinned else ''}"


@dataclass
class Template:
    """An evaluator's code with everything that it runs with.

    Args:
        name: The evaluator's name.
        main: The file that defines `evaluate(ctx)`.
        libraries: The shared libraries, by name.
        about: What `template.yaml` says, None for a file alone.
        path: Where it was read from.
        findings: What is wrong with the shared libraries' names and versions.
    """

    name: str
    main: SourceFile
    libraries: dict[str, Library] = field(default_factory=dict)
    about: TemplateFile | None = None
    path: Path | None = None
    findings: list[Finding] = field(default_factory=list)

    def params(self, own: Mapping[str, Any] | None) -> dict[str, Any]:
        """Return `ctx.params` for an evaluator's own values; without a template.yaml the values as they are."""
        if self.about is None:
            return dict(own or {})
        return resolved(self.about.params, own)

    def readings(self) -> dict[str, Reading]:
        """Return what the evaluator's source says and that of each library it imports, by the file's name."""
        found = {self.main.name: read_source(self.main)}
        todo = list(found[self.main.name].libraries)
        while todo:
            library = self.libraries.get(todo.pop())
            if library is None or library.file.name in found:
                continue
            reading = read_source(library.file)
            found[library.file.name] = reading
            todo += reading.libraries
        return found

    def reads(self) -> tuple[str, ...]:
        """Return the evaluators whose scores the code names."""
        return tuple(dict.fromkeys(name for reading in self.readings().values() for name in reading.evaluators))

    def needs(self) -> tuple[str, ...]:
        """Return the evaluators that must run before this one."""
        gates = self.about.only_where_passed if self.about is not None else []
        return tuple(dict.fromkeys([*self.reads(), *gates]))

    def used_libraries(self) -> list[Library]:
        """Return the shared libraries that the code imports, directly or through another."""
        names = dict.fromkeys(own for reading in self.readings().values() for own in reading.libraries)
        return [self.libraries[name] for name in names if name in self.libraries]

    def program(self, *, is_trusted: bool = False) -> Program:
        """Return the code, compiled.

        Raises:
            HostError: A file is too large or no Python.
        """
        problem = next((one for one in self.findings if one.is_error), None)
        if problem is not None:
            raise error_with(problem.code, problem.message, file=problem.file, line=problem.line)
        libraries = {own: library.file for own, library in self.libraries.items()}
        return Program(self.main, libraries, reads=self.reads(), is_trusted=is_trusted, name=self.name)


def read_template(path: str | Path, shared: str | Path | None = None) -> Template:
    """Return the template in a directory, or a file alone as one.

    Args:
        path: A directory with `evaluate.py` and `template.yaml`, or a Python file that defines `evaluate(ctx)`.
        shared: The folder of the shared libraries; by default `shared` beside the code.

    Raises:
        HostError: "BAD_TEMPLATE": there is no such file, or template.yaml does not say what a template must.
    """
    place = Path(path)
    if place.is_dir():
        main, about = place / "evaluate.py", _about(place / "template.yaml")
        folder = place
    else:
        main, about, folder = place, None, place.parent
    if not main.is_file():
        raise error_with("BAD_TEMPLATE", f"there is no file {main}", file=str(main))
    source = SourceFile(str(main), read_text(main))
    libraries_folder = Path(shared) if shared is not None else folder / "shared"
    if shared is not None and not libraries_folder.is_dir():
        raise error_with("BAD_TEMPLATE", f"there is no folder {libraries_folder} of shared libraries")
    pins = about.pins if about is not None else {}
    libraries, findings = _libraries(libraries_folder, pins, _pulled(folder / ".oodle"))
    name = about.name if about is not None else (place.name if place.is_dir() else place.stem)
    return Template(name, source, libraries, about, place, findings)


def read_text(file: Path) -> str:
    """Return a source's text.

    Raises:
        HostError: "SYNTAX": it is no UTF-8.
    """
    try:
        return file.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise error_with("SYNTAX", f"the source is no UTF-8 ({error.reason})", file=str(file)) from None


def _about(file: Path) -> TemplateFile:
    if not file.is_file():
        raise error_with("BAD_TEMPLATE", f"there is no file {file}", file=str(file))
    held = read_yaml(file)
    if not isinstance(held, dict):
        raise error_with(
            "BAD_TEMPLATE", f"template.yaml must hold a mapping, got {type(held).__name__}", file=str(file)
        )
    try:
        return TemplateFile.model_validate(held)
    except ValidationError as error:
        raise error_with("BAD_TEMPLATE", "; ".join(map(_problem, error.errors())), file=str(file)) from error


def problems_in(error: HostError) -> list[str]:
    """Return what is wrong with a template, one by one: its template.yaml can have several faults."""
    cause = error.__cause__
    return [_problem(one) for one in cause.errors()] if isinstance(cause, ValidationError) else [error.message]


def _problem(error: Any) -> str:
    where = ".".join(str(step) for step in error["loc"])
    said = error["msg"].removeprefix("Value error, ")
    given = error.get("input")
    if error["type"] == "string_pattern_mismatch":
        said = "must be a name: letters, digits and _, and no digit first"
    if isinstance(given, str | int | float | None) and error["type"] not in ("missing", "value_error"):
        said = f"{said}, got {given!r}"
    return f"{where}: {said}" if where else said


def read_yaml(file: Path, code: str = "BAD_TEMPLATE") -> Any:
    """Return what a YAML or JSON file holds.

    Args:
        file: The file.
        code: The error's code.

    Raises:
        HostError: It can't be read; the message has the line.
        ImportError: PyYAML is not installed, and the file is no JSON.
    """
    text = read_text(file)
    if file.suffix == ".json":
        return _json(text, file, code)
    try:
        import yaml  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        raise ImportError(f"reading {file.name} needs PyYAML: pip install 'oodle-eval[cli]'") from None
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else None
        what = getattr(error, "problem", None) or str(error)
        raise error_with(code, f"no YAML: {what}", file=str(file), line=line) from None


def _json(text: str, file: Path, code: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        raise error_with(code, f"no JSON: {error}", file=str(file), line=line) from None


def _pulled(folder: Path) -> dict[str, int]:
    """Return the versions of the shared libraries at the last pull."""
    for name in ("state.json", "state.yaml"):
        file = folder / name
        if file.is_file():
            try:
                held = read_yaml(file)
            except HostError:
                return {}
            versions = held.get("libraries") if isinstance(held, dict) else None
            return {str(k): v for k, v in versions.items() if isinstance(v, int)} if isinstance(versions, dict) else {}
    return {}


def _libraries(
    folder: Path, pins: Mapping[str, int], pulled: Mapping[str, int]
) -> tuple[dict[str, Library], list[Finding]]:
    """Return the version of each shared library that runs, and what is wrong with names and pins."""
    versions: dict[str, dict[int | None, Path]] = {}
    findings: list[Finding] = []
    for file in sorted(folder.glob("*.py")) if folder.is_dir() else []:
        match = LIBRARY_FILE.match(file.name)
        own = match["name"] if match else file.stem
        if own == "__init__":
            continue
        if own in RESERVED_NAMES or not match or not LIBRARY_NAME.match(own):
            why = "the name is reserved" if own in RESERVED_NAMES else "a library's name is a lower-case identifier"
            findings.append(Finding("BAD_LIBRARY_NAME", f"no shared library can be called {own!r}: {why}", str(file)))
            continue
        versions.setdefault(own, {})[int(match["version"]) if match["version"] else None] = file
    found: dict[str, Library] = {}
    for own, files in versions.items():
        library = _version(own, files, pins.get(own), pulled.get(own))
        if library is None:
            have = ", ".join("the working copy" if v is None else str(v) for v in files)
            findings.append(
                Finding("UNKNOWN_VERSION", f"libraryPins: {own} {pins[own]} is not here; there is {have}", str(folder))
            )
        else:
            found[own] = library
    findings += [
        Finding("UNKNOWN_LIBRARY", f"libraryPins: there is no shared library {own!r}", str(folder))
        for own in pins
        if own not in versions
    ]
    return found, findings


def _version(own: str, files: Mapping[int | None, Path], pin: int | None, pulled: int | None) -> Library | None:
    """Return the pinned version of a library, else its working copy, else its newest version."""
    if pin is not None:
        file = files.get(pin) or (files.get(None) if pulled == pin else None)
        return None if file is None else Library(own, SourceFile(str(file), read_text(file)), pin, is_pinned=True)
    version = None if None in files else max(one for one in files if one is not None)
    file = files[version]
    return Library(own, SourceFile(str(file), read_text(file)), pulled if version is None else version)
