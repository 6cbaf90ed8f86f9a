"""A code evaluator as something that runs: its source and its libraries, executed anew for each item.

Standard library only: this is what the sandbox's worker loads.
"""

from __future__ import annotations

import builtins
import contextvars
import functools
import itertools
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from types import CodeType, ModuleType, TracebackType
from typing import Any

from oodle_eval import runtime
from oodle_eval.host._modules import Importer
from oodle_eval.host.errors import BlockedImport, HostError, error_with
from oodle_eval.host.rules import (
    INJECTED,
    MAX_LOG_CHARS,
    MAX_SOURCE_BYTES,
    PLATFORM_PYTHON,
    REMOVED_BUILTINS,
    RESERVED_NAMES,
)
from oodle_eval.runtime import EvaluationContext, EvaluationResult, ObservationContext, Score, Scores
from oodle_eval.v1._settings import SettingError

__all__ = ["Log", "Program", "Run", "SourceFile"]

# The evaluator's `__name__`: of no module that somebody may have installed.
MODULE = "oodle_evaluator"
KEPT_BUILTINS = {name: value for name, value in vars(builtins).items() if name not in REMOVED_BUILTINS}
KEYS = itertools.count()
SITE_ADDITIONS = frozenset({"help", "copyright", "credits", "license"})


class Log:
    """What the code prints, kept up to a bound: the rest is counted and dropped.

    Args:
        limit: How many characters are kept.
    """

    encoding = "utf-8"
    errors = "strict"

    def __init__(self, limit: int = MAX_LOG_CHARS) -> None:
        self.limit = limit
        self.kept: list[str] = []
        self.size = 0
        self.dropped = 0

    def write(self, text: str) -> int:
        """Keep a text, or as much of it as there is room for."""
        if not isinstance(text, str):
            raise TypeError(f"write() takes a string, got {type(text).__name__}")
        room = self.limit - self.size
        if room > 0 and text:
            self.kept.append(text[:room])
            self.size += min(room, len(text))
        self.dropped += max(0, len(text) - max(room, 0))
        return len(text)

    def flush(self) -> None:
        """Do nothing: a file has it."""

    def isatty(self) -> bool:
        """Return False: a file has it."""
        return False

    @property
    def text(self) -> str:
        """What was printed, with a last line that says how much was dropped."""
        note = f"\n... {self.dropped} more characters were printed" if self.dropped else ""
        return "".join(self.kept) + note


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file of an evaluator.

    Args:
        name: What it is called in messages, such as "refund/evaluate.py".
        source: Its text.
    """

    name: str
    source: str

    def line(self, number: int | None) -> str | None:
        """Return a line's text, None when there is none of that number."""
        lines = self.source.split("\n", number or 0)
        return lines[number - 1] if number and number <= len(lines) else None


@dataclass(slots=True)
class Run:
    """The answer of one run, as the platform gives it.

    Args:
        scores: The scores; empty after an error.
        error: What went wrong, None when nothing did.
        logs: What the code printed, bounded.
        duration_ms: How long it took.
    """

    scores: Scores = field(default_factory=Scores)
    error: HostError | None = None
    logs: str = ""
    duration_ms: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        return {
            "scores": [
                {
                    "name": score.name,
                    "value": score.value,
                    "data_type": score.data_type,
                    "comment": score.comment,
                    "higher_is_better": score.higher_is_better,
                }
                for score in self.scores
            ],
            "error": None if self.error is None else self.error.as_dict(),
            "logs": self.logs,
            "duration_ms": round(self.duration_ms, 3),
        }


class Program:
    """An evaluator's compiled code.

    Args:
        main: The file that defines `evaluate(ctx)`.
        libraries: {name: file} of the shared libraries.
        reads: The evaluators whose scores the code names; others are not shown to it.
        is_trusted: Let the code import anything and use every builtin.
        name: The evaluator's name, which a score without a name takes.

    Raises:
        HostError: A file is too large ("SOURCE_TOO_LARGE"), no Python ("SYNTAX"), or takes a reserved name.
    """

    def __init__(
        self,
        main: SourceFile,
        libraries: Mapping[str, SourceFile] | None = None,
        *,
        reads: tuple[str, ...] = (),
        is_trusted: bool = False,
        name: str = "evaluate",
    ) -> None:
        self.main = main
        self.libraries = dict(libraries or {})
        self.reads = reads
        self.is_trusted = is_trusted
        self.name = name
        # What a sandbox knows it by.
        self.key = str(next(KEYS))
        for own in RESERVED_NAMES & set(self.libraries):
            raise error_with("BAD_TEMPLATE", f"a shared library can't be called {own!r}: the name is reserved")
        # Called when the memory is used up, before the failure is told.
        self.relief: Callable[[], None] = _nothing
        self._files = {file.name: file for file in (main, *self.libraries.values())}
        self._code = compiled(main)
        self._library_code: dict[str, CodeType] = {}

    def _library(self, own: str) -> CodeType:
        if own not in self._library_code:
            self._library_code[own] = compiled(self.libraries[own])
        return self._library_code[own]

    def check(self) -> None:
        """Run the module once, without an item.

        Raises:
            HostError: It fails, or defines no `evaluate`.
        """
        log = Log()
        try:
            self._evaluate_function(log)
        except (Exception, SystemExit) as error:
            raise self.error_of(error, log.text) from error

    @property
    def file_names(self) -> tuple[str, ...]:
        """The names of its files."""
        return tuple(self._files)

    def file_named(self, name: str) -> SourceFile:
        """Return one of its files."""
        return self._files[name]

    def run(self, ctx: Any, log: Log | None = None) -> Run:
        """Return what one run gives, errors included. Never raises what the code raises."""
        log = Log() if log is None else log
        start = time.perf_counter()
        try:
            scores = contextvars.copy_context().run(self._scores, ctx, log)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - a user's code may raise anything
            if isinstance(error, MemoryError):
                self.relief()
            failure = self.error_of(error, log.text)
            failure.__cause__ = error
            return Run(Scores(), failure, log.text, (time.perf_counter() - start) * 1000)
        return Run(scores, None, log.text, (time.perf_counter() - start) * 1000)

    def _scores(self, ctx: Any, log: Log) -> Scores:
        decimal = sys.modules.get("decimal")
        if decimal is not None:
            decimal.setcontext(decimal.Context())
        evaluate = self._evaluate_function(log)
        return self._checked(evaluate(self._context(ctx)))

    def _context(self, ctx: Any) -> EvaluationContext:
        """Return the context that the code sees: its own object, with the scores that it names."""
        if not isinstance(ctx, EvaluationContext):
            ctx = EvaluationContext(ObservationContext(output=ctx))
        given = ctx.scores if isinstance(ctx.scores, Mapping) else {}
        scores = {name: _as_stored(given[name]) for name in self.reads if given.get(name) is not None}
        return EvaluationContext(ctx.observation, ctx.trace, dict(ctx.params or {}), scores, ctx.experiment)

    def _evaluate_function(self, log: Log) -> Callable[[Any], Any]:
        held = dict(vars(builtins) if self.is_trusted else KEPT_BUILTINS)
        for name in () if self.is_trusted else SITE_ADDITIONS:
            held.pop(name, None)
        importer = Importer(
            {own: functools.partial(self._run_library, own, held) for own in self.libraries}, log, self.is_trusted
        )
        held["__import__"] = importer
        held["print"] = functools.partial(_print, log)
        space = _namespace(MODULE, held, self.main) | {name: getattr(runtime, name) for name in INJECTED}
        exec(self._code, space)  # noqa: S102 - running the user's code is what a host is for
        evaluate = space.get("evaluate")
        if not callable(evaluate):
            raise error_with("NO_EVALUATE", "the code must define evaluate(ctx)", file=self.main.name)
        return evaluate  # type: ignore[no-any-return]

    def _run_library(self, own: str, held: dict[str, Any], module: ModuleType) -> None:
        module.__dict__.update(_namespace(f"{MODULE}.{own}", held, self.libraries[own]))
        exec(self._library(own), module.__dict__)  # noqa: S102 - a shared library is the user's code too

    def _checked(self, result: Any) -> Scores:
        """Return a result's scores, each looked at again: the code may have changed them since they were made."""
        if isinstance(result, Coroutine):
            result.close()
            raise self._bad_result(
                "evaluate is async, and nothing awaits it: write it as a plain function, without async"
            )
        if not isinstance(result, EvaluationResult):
            raise self._bad_result(
                f"evaluate must return an EvaluationResult, got {type(result).__name__}: "
                "write return EvaluationResult(scores=[...])"
            )
        try:
            scores = Scores([_stored(score) for score in EvaluationResult(list(result.scores)).scores])
        except (ValueError, TypeError, AttributeError) as error:
            raise self._bad_result(str(error)) from error
        if len(scores) == 1 and not scores[0].name:
            scores[0].name = self.name
        return scores

    def _bad_result(self, message: str) -> HostError:
        return error_with("BAD_RESULT", message, file=self.main.name)

    def error_of(self, error: BaseException, logs: str = "") -> HostError:
        """Return what a failure is to the user: its code, its message, and the user's own line."""
        if isinstance(error, HostError):
            error.logs = error.logs or logs
            return error
        file, line = self._place(error.__traceback__)
        code, message = _code_and_message(error)
        shown = self._files.get(file or self.main.name)
        text = shown.line(line) if shown is not None and line else None
        return error_with(code, message, file=file or self.main.name, line=line, text=text, logs=logs)

    def _place(self, trace: TracebackType | None) -> tuple[str | None, int | None]:
        """Return the innermost place of a traceback that is in the user's files."""
        place: tuple[str | None, int | None] = (None, None)
        for frame, line in traceback.walk_tb(trace):
            if frame.f_code.co_filename in self._files:
                place = (frame.f_code.co_filename, line)
        return place


def _nothing() -> None:
    """Do nothing."""


def _namespace(name: str, held: dict[str, Any], file: SourceFile) -> dict[str, Any]:
    """Return the globals of a module of the user's."""
    # An empty module of that name: dataclasses look up the module of a class.
    sys.modules.setdefault(name, ModuleType(name))
    return {"__name__": name, "__builtins__": held, "__file__": file.name}


def _print(
    log: Log, *values: object, sep: str | None = " ", end: str | None = "\n", file: Any = None, flush: bool = False
) -> None:
    print(*values, sep=sep, end=end, file=log if file is None else file, flush=flush)


class StoredScore(dict[str, Any]):
    """A score that another evaluator wrote: a dict, as the platform stores it, whose fields are attributes too."""

    __getattr__ = dict.get


def _as_stored(scores: Any) -> Scores:
    fields = ("name", "value", "data_type", "comment", "higher_is_better")
    return Scores([StoredScore({name: runtime.score_field(score, name) for name in fields}) for score in scores])


def _stored(score: Any) -> Score:
    if isinstance(score, Mapping):
        fields = {name: score.get(name) for name in ("comment", "name", "higher_is_better")}
        return Score(score.get("value"), score.get("data_type") or "NUMERIC", **fields)
    made = Score(score.value, score.data_type, score.comment, score.name, score.higher_is_better)
    for name in ("comment", "name"):
        held = getattr(made, name)
        if held is not None and not isinstance(held, str):
            raise ValueError(f"a score's {name} must be a string, got {type(held).__name__}")
    if made.higher_is_better is not None and not isinstance(made.higher_is_better, bool):
        raise ValueError(f"a score's higher_is_better must be True, False or None, got {made.higher_is_better!r}")
    return made


def _code_and_message(error: BaseException) -> tuple[str, str]:
    if isinstance(error, BlockedImport):
        return error.code, str(error)
    if isinstance(error, MemoryError):
        return "MEMORY", "the code took more memory than the platform's 128 MB"
    if isinstance(error, NameError) and error.name in REMOVED_BUILTINS:
        return "BLOCKED_BUILTIN", f"builtin {error.name!r} is not allowed"
    if isinstance(error, SettingError):
        return "BAD_SETTING", str(error)
    return "RAISED", f"{type(error).__name__}: {_text_of(error)}"


def _text_of(error: BaseException) -> str:
    try:
        return str(error)[:2000]
    except Exception:  # noqa: BLE001 - a user's exception may fail to show itself
        return "(its message can't be shown)"


def compiled(file: SourceFile) -> CodeType:
    """Return a file's code.

    Raises:
        HostError: It is too large or no Python.
    """
    size = len(file.source.encode("utf-8", "surrogatepass"))
    if size > MAX_SOURCE_BYTES:
        raise error_with(
            "SOURCE_TOO_LARGE", f"the source has {size} bytes, at most {MAX_SOURCE_BYTES} are allowed", file=file.name
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return compile(file.source, file.name, "exec", dont_inherit=True)
    except SyntaxError as error:
        raise error_with(
            "SYNTAX", f"{error.msg}{_version_hint()}", file=file.name, line=error.lineno, text=file.line(error.lineno)
        ) from error
    except (ValueError, OverflowError, RecursionError, MemoryError) as error:
        raise error_with("SYNTAX", f"the source can't be read: {_text_of(error)}", file=file.name) from error


def _version_hint() -> str:
    if sys.version_info[:2] >= PLATFORM_PYTHON:
        return ""
    own, theirs = (".".join(map(str, version)) for version in (sys.version_info[:2], PLATFORM_PYTHON))
    return f" (this is Python {own}, the platform runs {theirs})"
