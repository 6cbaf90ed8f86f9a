"""The process in which an evaluator's code runs: reads items from one pipe, writes answers to another."""

from __future__ import annotations

import contextlib
import faulthandler
import importlib
import json
import os
import random
import signal
import struct
import sys
import threading
import time
from collections.abc import Generator
from typing import Any

from oodle_eval.host import _confinement
from oodle_eval.host.errors import HostError, error_with
from oodle_eval.host.program import Log, Program, Run, SourceFile
from oodle_eval.host.rules import ALLOWED_MODULES, MAX_RESULT_BYTES
from oodle_eval.runtime import EvaluationContext, ExperimentContext, ObservationContext, Scores, TraceContext

__all__ = ["main"]

HEAD = struct.Struct("!I")
# What is loaded before the limit of memory is set: the interpreter that the 128 MB are above of.
PRELOADED = (
    *sorted(ALLOWED_MODULES - {"shared"}),
    *("_strptime", "collections.abc", "html.entities", "html.parser", "encodings.idna"),
    *("ahocorasick", "orjson", "regex", "rapidfuzz.distance"),
    *("oodle_eval.v1.metrics", "oodle_eval.v1.combine", "oodle_eval.v1.util"),
)
# A worker that holds this much more than at its start is replaced.
GROWTH_BYTES = 48 * 1024 * 1024
GROWTH_ITEMS = 16


class Pipe:
    """Frames over two file descriptors: four bytes of length, then JSON."""

    def __init__(self, source: int, target: int) -> None:
        self.source = source
        self.target = target

    def read(self) -> dict[str, Any] | None:
        """Return the next message, None at the end."""
        head = self._exactly(HEAD.size)
        if head is None:
            return None
        body = self._exactly(HEAD.unpack(head)[0])
        return None if body is None else json.loads(body)

    def _exactly(self, size: int) -> bytes | None:
        parts: list[bytes] = []
        while size > 0:
            part = os.read(self.source, min(size, 1 << 20))
            if not part:
                return None
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def write(self, body: bytes) -> None:
        """Write one message."""
        data = memoryview(HEAD.pack(len(body)) + body)
        while data:
            data = data[os.write(self.target, data) :]


def main() -> None:
    """Serve until the pipe ends."""
    pipe = _own_pipes()
    for name in PRELOADED:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    sys.set_int_max_str_digits(0)
    memory = int(sys.argv[2])
    held = _confinement.confine(memory)
    pipe.write(json.dumps({"ready": held}).encode())
    Server(pipe, held["memory"]).serve()


def _own_pipes() -> Pipe:
    """Keep the pipes for this module, and leave the code nothing at the places 0, 1 and 2."""
    source, target, traces = os.dup(0), os.dup(1), os.dup(2)
    nothing = os.open(os.devnull, os.O_RDWR)
    for place in (0, 1, 2):
        os.dup2(nothing, place)
    os.close(nothing)
    faulthandler.enable(traces, all_threads=False)
    if hasattr(faulthandler, "register"):
        faulthandler.register(signal.SIGUSR1, traces, all_threads=False)
    return Pipe(source, target)


class Server:
    """Runs items, one at a time.

    Args:
        pipe: Where items come from and answers go to.
        is_limited: The memory is limited by the system.
    """

    def __init__(self, pipe: Pipe, is_limited: bool) -> None:
        self.pipe = pipe
        self.is_limited = is_limited
        self.programs: dict[str, Program] = {}
        self.start = _confinement.address_space()
        self.allowed_at = -1.0
        self.items = 0

    def serve(self) -> None:
        """Answer messages until the pipe ends."""
        while (message := self.pipe.read()) is not None:
            self.pipe.write(self._answer(message))

    def _answer(self, message: dict[str, Any]) -> bytes:
        if "program" in message:
            return self._load(message["key"], message["program"])
        run = Run(error=error_with("MEMORY", "the code took more memory than the platform's 128 MB"))
        with contextlib.suppress(MemoryError):
            run = self._run(self.programs[message["key"]], message["ctx"])
        if run.error is not None:  # its traceback holds the memory of the code's frames
            run.error.__cause__ = run.error.__context__ = run.error.__traceback__ = None
        return self._encoded(run)

    def _load(self, key: str, held: dict[str, Any]) -> bytes:
        libraries = {own: SourceFile(*file) for own, file in held["libraries"].items()}
        try:
            program = Program(SourceFile(*held["main"]), libraries, reads=tuple(held["reads"]), name=held["name"])
        except HostError as error:
            return json.dumps({"error": error.as_dict()}).encode()
        program.relief = _confinement.relieve
        self.programs[key] = program
        return b"{}"

    def _run(self, program: Program, ctx: dict[str, Any]) -> Run:
        self.items += 1
        now = time.process_time()
        if now - self.allowed_at > 1 or self.allowed_at < 0:  # the limit is kept a second or less behind
            _confinement.allow_processor_time()
            self.allowed_at = now
        random.seed(0)  # a run can be made again
        log = Log()
        with _printing_to(log):
            return program.run(context_from(ctx), log)

    def _encoded(self, run: Run) -> bytes:
        answer = run.as_dict() | {"replace": self._is_worn(run)}
        try:
            body = json.dumps(answer).encode()
        except (MemoryError, ValueError):
            body = b""
        if body and len(body) <= MAX_RESULT_BYTES:
            return body
        what = f"the scores take {len(body)} bytes, at most {MAX_RESULT_BYTES} are allowed"
        error = error_with("BAD_RESULT", what if body else "the scores can't be written as JSON")
        return json.dumps(Run(error=error, duration_ms=run.duration_ms).as_dict() | {"replace": True}).encode()

    def _is_worn(self, run: Run) -> bool:
        """Return whether something of the item is left: threads, memory, or a limit that was reached."""
        if run.error is not None and run.error.code == "MEMORY":
            return True
        return threading.active_count() > 1 or (self.items % GROWTH_ITEMS == 0 and self._has_grown())

    def _has_grown(self) -> bool:
        return self.is_limited and _confinement.address_space() - self.start > GROWTH_BYTES


@contextlib.contextmanager
def _printing_to(log: Log) -> Generator[None]:
    """Send what is printed by any way to the log."""
    before = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = log
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def context_from(held: dict[str, Any]) -> EvaluationContext:
    """Return the context that a message holds."""
    return EvaluationContext(
        ObservationContext(held["input"], held["output"], held["metadata"]),
        TraceContext(held["trace_id"], held["spans"]),
        held["params"],
        {name: Scores(scores) for name, scores in held["scores"].items()},
        ExperimentContext(*held["experiment"]),
    )


if __name__ == "__main__":
    main()
