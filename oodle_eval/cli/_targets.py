"""What `run` runs: `check:name?setting=value`, a template's directory, a Python file; each with a name if it is given one."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from oodle_eval.host.errors import HostError
from oodle_eval.host.loading import Evaluator
from oodle_eval.host.sandbox import Sandbox
from oodle_eval.host.suite import Suite, Target
from oodle_eval.host.template import Template, read_template
from oodle_eval.v1._settings import SettingError, closest, did_you_mean
from oodle_eval.v1._waist.bound import row
from oodle_eval.v1.checks import CHECKS

__all__ = ["TargetSpec", "Targets", "parse_target"]

NAMED = re.compile(r"(?P<name>[^=?/\\:]+)=(?P<rest>.+)", re.DOTALL)
# A setting's value that each row gives: row:reference.tools, or as Python has it, row("reference.tools").
FROM_ROW = re.compile(
    r"""row:(?P<prefixed>.*)|(?:checks\.)?row\(\s*(?P<quote>["']?)(?P<called>[^"'()]*)(?P=quote)\s*\)""", re.DOTALL
)


@dataclass(frozen=True)
class TargetSpec:
    """A target as it was written.

    Args:
        text: The target without name and settings: "check:pii_leak" or a path.
        name: The evaluator's name that was given, None for its own.
        settings: Its settings, in order; a name that stands twice is a list.
    """

    text: str
    name: str | None = None
    settings: tuple[tuple[str, str], ...] = ()

    @property
    def check(self) -> str | None:
        """The name of the built-in check, None for code."""
        return self.text.removeprefix("check:") if self.text.startswith("check:") else None


def parse_target(text: str) -> TargetSpec:
    """Return a target of the command line.

    Example:
        >>> parse_target("short=check:length_budget?max_words=50")
        TargetSpec(text='check:length_budget', name='short', settings=(('max_words', '50'),))
    """
    match = NAMED.fullmatch(text)
    name, rest = (match["name"], match["rest"]) if match else (None, text)
    place, _, query = rest.partition("?")
    if place == "check:":
        raise SettingError(f"{text!r} names no check: write check:NAME, such as check:pii_leak")
    if query and not all("=" in part for part in query.split("&")):
        raise SettingError(f"settings are written ?name=value&name=value, got {query!r} in {text!r}")
    return TargetSpec(place, name, tuple(parse_qsl(query, keep_blank_values=True)))


@dataclass(frozen=True)
class Targets:
    """All targets of a run, in a form that other processes can be given.

    Args:
        specs: The targets.
        shared: The folder of the shared libraries, None for the one beside each template.
        params: {evaluator: its own settings}, or settings by name when there is one evaluator.
        gates: {evaluator: the evaluators that must have passed}.
        given: Evaluators whose scores come with the data.
        is_trusted: Run code in this process, without the platform's rules.
        seconds: How long one item may take.
    """

    specs: tuple[TargetSpec, ...]
    shared: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    gates: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    given: tuple[str, ...] = ()
    is_trusted: bool = False
    seconds: float = 5.0

    def files(self) -> dict[str, str]:
        """Return the files of code that the targets name: {the target: its path}."""
        return {f"the target {one.text}": one.text for one in self.specs if Path(one.text).is_file()}

    def suite(self, sandbox: Sandbox) -> Suite:
        """Return the evaluators, ready to run.

        Raises:
            ValueError: A target is not there, or a setting does not fit.
        """
        self._refuse_lost_params()
        targets = [self._target(spec, sandbox) for spec in self.specs]
        known = {target.name for target in targets}
        unknown = [name for name in self.gates if name not in known]
        if unknown:
            raise SettingError(f"there is no evaluator {unknown[0]!r} to gate; they are: {', '.join(sorted(known))}")
        return Suite(targets, self.given)

    def _target(self, spec: TargetSpec, sandbox: Sandbox) -> Target:
        if spec.check is not None:
            name = spec.name or spec.check
            return Target(name, bound_check(spec, self._own_params(spec, name)), self.gates.get(name, ()))
        template = template_of(spec, self.shared)
        if spec.name is not None:
            template.name = spec.name
        params = {**self._own_params(spec, template.name), **_template_settings(template, spec.settings)}
        evaluator = (
            Evaluator(template, params, is_trusted=True) if self.is_trusted else sandbox.evaluator(template, params)
        )
        own = template.about.only_where_passed if template.about is not None else []
        return Target(template.name, evaluator, (*own, *self.gates.get(template.name, ())))

    def _own_params(self, spec: TargetSpec, name: str) -> dict[str, Any]:
        """Return the settings that the file of params has for an evaluator: under its name, or for the only one."""
        if isinstance(self.params.get(name), Mapping):
            return dict(self.params[name])
        return {} if self._is_by_evaluator() or spec is not self._only() else dict(self.params)

    def _only(self) -> TargetSpec | None:
        """Return the evaluator that settings without an evaluator's name are for: the only one, or the only code."""
        code = [spec for spec in self.specs if spec.check is None]
        candidates = code or list(self.specs)
        return candidates[0] if len(candidates) == 1 else None

    def _is_by_evaluator(self) -> bool:
        return any(isinstance(self.params.get(name), Mapping) for name in self._names())

    def _names(self) -> list[str]:
        return [spec.name or spec.check or template_of(spec, self.shared).name for spec in self.specs]

    def _refuse_lost_params(self) -> None:
        names = self._names()
        lost = [name for name in self.params if name not in names]
        if lost and (self._is_by_evaluator() or self._only() is None):
            raise SettingError(
                f"params: {lost[0]!r} is no evaluator here, so whose setting is it? The evaluators are: {', '.join(names)}"
            )

    def described(self) -> list[dict[str, Any]]:
        """Return what makes each target what it is, for the record of a run."""
        found: list[dict[str, Any]] = []
        for spec in self.specs:
            if spec.check is not None:
                name = spec.name or spec.check
                settings = {**self._own_params(spec, name), **dict(_grouped(spec.settings))}
                found.append({"name": name, "check": spec.check, "settings": settings})
                continue
            template = template_of(spec, self.shared)
            name = spec.name or template.name
            params = {**self._own_params(spec, name), **_template_settings(template, spec.settings)}
            libraries = {one.name: one.version for one in template.used_libraries()}
            found.append(
                {"name": name, "settings": template.params(params), "source": digest(template), "libraries": libraries}
            )
        return found


def template_of(spec: TargetSpec, shared: str | None) -> Template:
    """Return the template of a target that is code.

    Raises:
        HostError: It can't be read.
        SettingError: There is no such file, and there is a check of that name.
    """
    if spec.text in CHECKS and not Path(spec.text).exists():
        raise SettingError(f"there is no file {spec.text}: the check of that name is check:{spec.text}")
    try:
        return read_template(spec.text, shared)
    except HostError as error:
        near = did_you_mean(spec.text, CHECKS) if re.fullmatch(r"\w+", spec.text) else ""
        if Path(spec.text).exists() or not near:
            raise
        near = near.replace('"', "`check:", 1).replace('"', "`")
        raise SettingError(f"there is no file {spec.text}{near} `oodle-eval checks` lists them") from error


def digest(template: Template) -> str:
    """Return a short fingerprint of a template's code and of the libraries that it uses."""
    made = hashlib.sha256()
    for file in (template.main, *(library.file for library in template.used_libraries())):
        made.update(file.source.encode("utf-8", "surrogatepass") + b"\0")
    return made.hexdigest()[:16]


def bound_check(spec: TargetSpec, params: Mapping[str, Any]) -> Any:
    """Return the bound check of a target.

    Raises:
        ValueError: There is no such check, or a setting does not fit; the message lists the right ones.
    """
    name = spec.check or ""
    if name not in CHECKS:
        close = closest(name, CHECKS)
        hint = f"did you mean {close!r}? " if close else ""
        raise SettingError(f"there is no check {name!r}: {hint}`oodle-eval checks` lists them")
    check = CHECKS[name]
    settings = {own: _from_row(value) for own, value in params.items()}
    for own, texts in _grouped(spec.settings):
        schema = check.json_schema()["properties"].get(own, {"type": "string"})
        settings[own] = _setting(texts, schema)
    return check.bind(**settings)


def _grouped(settings: tuple[tuple[str, str], ...]) -> list[tuple[str, list[str]]]:
    found: dict[str, list[str]] = {}
    for name, value in settings:
        found.setdefault(name, []).append(value)
    return list(found.items())


def _from_row(value: Any) -> Any:
    match = FROM_ROW.fullmatch(value) if isinstance(value, str) else None
    return row(match["prefixed"] or match["called"]) if match else value


def _setting(texts: list[str], schema: Mapping[str, Any]) -> Any:
    """Return a setting's value as its schema takes it: text where text is meant, else what its JSON says."""
    kinds = [one.get("type") for one in schema.get("anyOf", [schema])]
    last = texts[-1]
    if FROM_ROW.fullmatch(last):
        return _from_row(last)
    if "array" in kinds:
        held = _json(last) if len(texts) == 1 and last.startswith("[") else texts
        return held if isinstance(held, list) else texts
    if "string" in kinds or "enum" in schema or any("enum" in one for one in schema.get("anyOf", ())):
        return last
    return _json(last)


def _json(text: str) -> Any:
    lowered = {"True": "true", "False": "false", "None": "null"}.get(text, text)
    try:
        return json.loads(lowered)
    except ValueError:
        return text


def _template_settings(template: Template, settings: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    types = {one.name: one.type for one in template.about.params} if template.about is not None else {}
    schemas = {"string_list": {"type": "array"}, "string": {"type": "string"}, "enum": {"type": "string"}}
    return {name: _setting(texts, schemas.get(types.get(name, ""), {})) for name, texts in _grouped(settings)}
