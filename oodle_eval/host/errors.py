"""What can go wrong with a code evaluator, each with a code, a message and the user's own line."""

from __future__ import annotations

from typing import Any

from oodle_eval.v1._settings import SettingError

__all__ = [
    "BlockedImport",
    "EvaluatorMemoryError",
    "EvaluatorSettingError",
    "EvaluatorSyntaxError",
    "EvaluatorTimeout",
    "HostError",
    "error_with",
    "rebuilt",
]


class HostError(Exception):
    """A code evaluator failed.

    Args:
        code: What kind of failure: "SYNTAX", "SOURCE_TOO_LARGE", "NO_EVALUATE", "BLOCKED_IMPORT", "BLOCKED_BUILTIN",
            "UNKNOWN_LIBRARY", "BAD_TEMPLATE", "BAD_PARAMS", "BAD_SETTING", "BAD_INPUT", "BAD_RESULT", "RAISED",
            "TIMEOUT", "MEMORY" or "CRASHED".
        message: What happened, in a sentence.
        file: The user's file.
        line: The line in it, None when there is none to name.
        text: That line's text.
        logs: What the code printed before it failed.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        text: str | None = None,
        logs: str = "",
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.file = file
        self.line = line
        self.source_line = text
        self.logs = logs

    def __str__(self) -> str:
        shown = f"{self.code}: {self.message}"
        if self.file is None:
            return shown
        place = self.file if self.line is None else f"{self.file}, line {self.line}"
        quoted = f": {self.source_line.strip()}" if self.source_line and self.source_line.strip() else ""
        return f"{shown} ({place}{quoted})"

    def as_dict(self) -> dict[str, Any]:
        """Return the error object of a run: code, message, file, line, text."""
        return {
            "code": self.code,
            "message": self.message,
            "file": self.file,
            "line": self.line,
            "text": self.source_line,
        }

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuilt, (self.as_dict(), self.logs)


class EvaluatorSettingError(HostError, SettingError):
    """The code met a setting or a missing reference that a check can't work with, or its own settings don't fit."""


class EvaluatorTimeout(HostError, TimeoutError):  # noqa: N818 - it is a TimeoutError by name and kind
    """The code took longer than the platform gives it."""


class EvaluatorMemoryError(HostError, MemoryError):
    """The code took more memory than the platform gives it."""


class EvaluatorSyntaxError(HostError, SyntaxError):
    """The code is no Python."""


class EvaluatorImportError(HostError, ImportError):
    """The code imports what the platform does not let it import."""


CLASSES: dict[str, type[HostError]] = {
    "BAD_SETTING": EvaluatorSettingError,
    "BAD_PARAMS": EvaluatorSettingError,
    "BAD_TEMPLATE": EvaluatorSettingError,
    "TIMEOUT": EvaluatorTimeout,
    "MEMORY": EvaluatorMemoryError,
    "SYNTAX": EvaluatorSyntaxError,
    "BLOCKED_IMPORT": EvaluatorImportError,
    "UNKNOWN_LIBRARY": EvaluatorImportError,
}


def error_with(code: str, message: str, **place: Any) -> HostError:
    """Return the error of a code, in the class under which Python's own handlers know it."""
    return CLASSES.get(code, HostError)(code, message, **place)


def rebuilt(fields: dict[str, Any], logs: str = "") -> HostError:
    """Return an error from its `as_dict`."""
    return error_with(
        str(fields.get("code")),
        str(fields.get("message")),
        file=fields.get("file"),
        line=fields.get("line"),
        text=fields.get("text"),
        logs=logs,
    )


class BlockedImport(ImportError):  # noqa: N818 - what the user's code sees, and may catch as an ImportError
    """An import that the platform refuses."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
