"""A process of its own for code evaluators: used again for the next item, replaced after a timeout or a crash."""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Mapping, Sequence
from typing import IO, Any, Self

from oodle_eval.host._worker import HEAD
from oodle_eval.host.errors import HostError, error_with, rebuilt
from oodle_eval.host.loading import Evaluator, with_params
from oodle_eval.host.program import Program, Run
from oodle_eval.host.rules import MAX_RESULT_BYTES, MEMORY_BYTES, SECONDS
from oodle_eval.host.template import Template
from oodle_eval.runtime import EvaluationContext, Scores, score_field
from oodle_eval.v1 import _messages
from oodle_eval.v1._waist.check import scores_of

__all__ = ["Sandbox", "SandboxedEvaluator"]

HAS_POLL = hasattr(select, "poll")
START_SECONDS = 60.0
# For the dump of the code's place before the process is ended.
DUMP_SECONDS = 0.5
QUIET_SECONDS = 0.05
BOOT = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from oodle_eval.host._worker import main; main()"
TRACE_LINE = re.compile(r'^  File "(?P<file>.*)", line (?P<line>\d+) in ', re.MULTILINE)
SCORE_FIELDS = ("name", "value", "data_type", "comment", "higher_is_better")


class Sandbox:
    """A worker process, started when it is first needed.

    Args:
        seconds: How long one item may take.
        memory_bytes: How much memory one item may take above the interpreter.

    Example:
        >>> import pathlib, tempfile
        >>> from oodle_eval.host import read_template
        >>> file = pathlib.Path(tempfile.mkdtemp(), "loops.py")
        >>> _ = file.write_text("def evaluate(ctx):\\n    while True: pass\\n")
        >>> with Sandbox(seconds=0.2) as sandbox:
        ...     sandbox.evaluator(read_template(file)).run("Hi").error.code
        'TIMEOUT'
    """

    def __init__(self, *, seconds: float = SECONDS, memory_bytes: int = MEMORY_BYTES) -> None:
        self.seconds = seconds
        self.memory_bytes = memory_bytes
        # {means of the operating system: whether it holds}; empty before the first start.
        self.confinement: dict[str, bool] = {}
        # How many processes were started.
        self.started = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._loaded: set[str] = set()
        self._lock = threading.Lock()
        self._finalizer: Any = None

    def evaluator(self, template: Template, params: Mapping[str, Any] | None = None) -> SandboxedEvaluator:
        """Return a template's code with its settings, to be run here."""
        return SandboxedEvaluator(template, params, self)

    def run(self, program: Program, ctx: EvaluationContext) -> Run:
        """Return the answer of one run of a program. Whatever the code does, it costs this run and no other."""
        return self.run_many(program, [ctx])[0]

    def run_many(self, program: Program, contexts: Sequence[EvaluationContext]) -> list[Run]:
        """Return the answers for several items, in order. The worker never waits for the next item."""
        bodies: dict[int, bytes] = {}
        runs: dict[int, Run] = {}
        for place, ctx in enumerate(contexts):
            try:
                message = {"key": program.key, "ctx": _message_of(ctx, program.reads)}
                bodies[place] = json.dumps(message, default=_plain).encode()
            except (TypeError, ValueError, RecursionError, OverflowError) as error:
                runs[place] = Run(error=error_with("BAD_INPUT", f"the item can't be handed to the sandbox: {error}"))
        todo = deque(bodies)
        with self._lock:
            while todo:
                self._run_some(program, bodies, todo, runs)
        return [runs[place] for place in range(len(contexts))]

    def _run_some(self, program: Program, bodies: dict[int, bytes], todo: deque[int], runs: dict[int, Run]) -> None:
        """Run what is to do until it is done or the process is replaced."""
        try:
            process = self._ensure(program)
        except _Ended as ended:  # while the program was loaded
            runs[todo.popleft()] = Run(error=self._error_of(program, ended))
            return
        except HostError as error:
            runs.update((place, Run(error=error)) for place in todo)
            todo.clear()
            return
        writer = _Writer(process, [bodies[place] for place in todo])
        while todo:
            start = time.perf_counter()
            try:
                answer = self._read(self.seconds, writer)
            except _Ended as ended:
                took = (time.perf_counter() - start) * 1000
                runs[todo.popleft()] = Run(error=self._error_of(program, ended), duration_ms=took)
                return
            runs[todo.popleft()] = _run_from(answer, program.name)
            if answer.get("replace"):
                self._end()
                return

    def _ensure(self, program: Program) -> subprocess.Popen[bytes]:
        """Return a process that knows the program."""
        if self._process is not None and self._owner != os.getpid():  # we were forked: the pipes are our parent's
            self._process = None
        elif self._process is not None and self._process.poll() is not None:
            self._end()
        process = self._process or self._start()
        if program.key in self._loaded:
            return process
        held = {
            "main": [program.main.name, program.main.source],
            "libraries": {own: [file.name, file.source] for own, file in program.libraries.items()},
            "reads": list(program.reads),
            "name": program.name,
        }
        body = json.dumps({"key": program.key, "program": held}).encode()
        answer = self._read(START_SECONDS, _Writer(process, [body]))
        if answer.get("error"):
            raise rebuilt(answer["error"])
        self._loaded.add(program.key)
        return process

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-s", "-P", "-B", "-X", "utf8", "-c", BOOT]
        process = subprocess.Popen(  # noqa: S603 - Python itself, with arguments of our own
            [*command, json.dumps([path for path in sys.path if path]), str(self.memory_bytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=_environment(),
            cwd=os.path.abspath(os.sep),  # noqa: PTH100 - the root, whatever it is called here
            bufsize=0,
        )
        self._process, self._owner = process, os.getpid()
        self._finalizer = weakref.finalize(self, _end_own, process, os.getpid())
        self._loaded = set()
        self.started += 1
        try:
            self.confinement = self._read(START_SECONDS, _Writer(process, []))["ready"]
        except _Ended as ended:
            raise error_with("CRASHED", f"the sandbox's process did not start: {ended.trace[-500:]}") from None
        return process

    def _read(self, seconds: float, writer: _Writer) -> dict[str, Any]:
        """Return the next answer, handing on items meanwhile.

        Raises:
            _Ended: There was none; the process is gone.
        """
        reader = _Reader(writer, time.monotonic() + seconds)
        try:
            size = HEAD.unpack(reader.exactly(HEAD.size))[0]
            if size > MAX_RESULT_BYTES + 1_000_000:
                raise self._ended("BAD_RESULT")
            answer = json.loads(reader.exactly(size))
        except TimeoutError:
            raise self._ended("TIMEOUT") from None
        except (EOFError, OSError):
            raise self._ended("CRASHED") from None
        except (ValueError, RecursionError):
            raise self._ended("BAD_RESULT") from None
        if not isinstance(answer, dict):
            raise self._ended("BAD_RESULT")
        return answer

    def _ended(self, code: str) -> _Ended:
        """End the process, and return what became of it."""
        process = self._process
        trace = ""
        if process is not None:
            if code == "TIMEOUT" and hasattr(signal, "SIGUSR1"):
                with contextlib.suppress(OSError):
                    process.send_signal(signal.SIGUSR1)
                trace = _some(process.stderr, DUMP_SECONDS)
                process.kill()
            elif code == "CRASHED":
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(1)
            else:
                process.kill()
            trace += _some(process.stderr, 0 if code == "TIMEOUT" else DUMP_SECONDS)
        status = self._end()
        return _Ended(code, trace, status)

    def _error_of(self, program: Program, ended: _Ended) -> HostError:
        said = {
            "TIMEOUT": f"the code took longer than {self.seconds:g} s",
            "BAD_RESULT": "the sandbox's process gave no answer that can be read",
            "CRASHED": f"the code's process ended ({_status(ended.status)})",
        }[ended.code]
        file, line = _place(program, ended.trace)
        text = program.file_named(file).line(line) if file is not None else None
        return error_with(ended.code, said, file=file or program.main.name, line=line, text=text)

    def _end(self) -> int | None:
        process, self._process, self._loaded = self._process, None, set()
        if process is None:
            return None
        if self._finalizer is not None:
            self._finalizer.detach()
        return _end_process(process)

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


class SandboxedEvaluator(Evaluator):
    """A template's code with its settings, run in a sandbox.

    Args:
        template: The template.
        params: The evaluator's own values of the settings.
        sandbox: Where it runs; several evaluators may share one.
    """

    def __init__(self, template: Template, params: Mapping[str, Any] | None, sandbox: Sandbox) -> None:
        super().__init__(template, params)
        self.sandbox = sandbox

    def run_many(self, contexts: Sequence[Any]) -> list[Run]:
        """Return the answers for several items, in order."""
        return self.sandbox.run_many(self.program, [with_params(ctx, self.params) for ctx in contexts])


class _Ended(Exception):  # noqa: N818 - no error of anybody's: the process is gone, and this says how
    """The process was ended, or ended itself."""

    def __init__(self, code: str, trace: str, status: int | None) -> None:
        super().__init__(code)
        self.code = code
        self.trace = trace
        self.status = status


class _Writer:
    """Hands items to a worker as fast as it takes them."""

    def __init__(self, process: subprocess.Popen[bytes], bodies: list[bytes]) -> None:
        self.process = process
        self.left = deque(HEAD.pack(len(body)) + body for body in bodies)
        self.view = memoryview(b"")
        stream = process.stdin
        assert stream is not None  # noqa: S101 - it is a pipe
        self.place = stream.fileno()
        if HAS_POLL:
            os.set_blocking(self.place, False)

    @property
    def is_done(self) -> bool:
        """Whether everything was handed on."""
        return not self.view and not self.left

    def write(self) -> None:
        """Hand on as much as the pipe takes; what can't be handed on shows in the answers that don't come."""
        try:
            while not self.is_done:
                if not self.view:
                    self.view = memoryview(self.left.popleft())
                self.view = self.view[os.write(self.place, self.view) :]
                if not HAS_POLL and not self.view:  # one item at a time where writing may block
                    return
        except BlockingIOError:
            return
        except OSError:
            self.left.clear()
            self.view = memoryview(b"")


class _Reader:
    """Reads a worker's answers up to a moment."""

    def __init__(self, writer: _Writer, deadline: float) -> None:
        self.writer = writer
        self.deadline = deadline
        stream = writer.process.stdout
        assert stream is not None  # noqa: S101 - it is a pipe
        self.place = stream.fileno()

    def exactly(self, size: int) -> bytes:
        """Return so many bytes.

        Raises:
            TimeoutError: The moment came first.
            EOFError: The pipe ended.
        """
        parts: list[bytes] = []
        while size > 0:
            part = self._polled(min(size, 1 << 20)) if HAS_POLL else self._timed(min(size, 1 << 20))
            if not part:
                raise EOFError
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def _polled(self, size: int) -> bytes:
        self.writer.write()
        waiting = select.poll()
        waiting.register(self.place, select.POLLIN)
        while True:
            if not self.writer.is_done:
                waiting.register(self.writer.place, select.POLLOUT)
            ready = {place for place, _ in waiting.poll(max(0.0, self.deadline - time.monotonic()) * 1000)}
            if self.place in ready:
                return os.read(self.place, size)
            if not ready:
                raise TimeoutError
            self.writer.write()
            if self.writer.is_done:
                waiting.unregister(self.writer.place)

    def _timed(self, size: int) -> bytes:
        """Read where the system can't wait for a pipe: a timer ends the process."""
        self.writer.write()
        timer = threading.Timer(max(0.0, self.deadline - time.monotonic()), self.writer.process.kill)
        timer.start()
        try:
            part = os.read(self.place, size)
        finally:
            timer.cancel()
        if not part and time.monotonic() >= self.deadline:
            raise TimeoutError
        return part


def _some(stream: IO[bytes] | None, seconds: float) -> str:
    """Return what a pipe holds, waiting so long for its beginning, and no longer than it takes for more to come."""
    if stream is None or not HAS_POLL:
        return ""
    waiting = select.poll()
    waiting.register(stream, select.POLLIN)
    parts: list[bytes] = []
    patience = seconds
    with contextlib.suppress(OSError):
        while len(parts) < 1000 and waiting.poll(patience * 1000):
            part = os.read(stream.fileno(), 1 << 16)
            if not part:
                break
            parts.append(part)
            patience = QUIET_SECONDS
    return b"".join(parts).decode("utf-8", "replace")


def _end_own(process: subprocess.Popen[bytes], owner: int) -> None:
    if owner == os.getpid():
        _end_process(process)


def _end_process(process: subprocess.Popen[bytes]) -> int | None:
    with contextlib.suppress(OSError):
        if process.poll() is None:
            process.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(5)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
    return process.returncode


def _environment() -> dict[str, str]:
    """Return the variables of the worker: none of this process's own, which may hold secrets."""
    kept = {name: os.environ[name] for name in ("SYSTEMROOT", "LD_LIBRARY_PATH") if name in os.environ}
    # One order of sets in every process, so that a run that is resumed gives what an unbroken one gives.
    return {**kept, "PYTHONHASHSEED": "0", "MALLOC_ARENA_MAX": "1", "LC_ALL": "C.UTF-8", "TZ": "UTC"}


def _message_of(ctx: EvaluationContext, reads: tuple[str, ...]) -> dict[str, Any]:
    seen, trace, item = ctx.observation, ctx.trace, ctx.experiment
    given = ctx.scores if isinstance(ctx.scores, Mapping) else {}
    return {
        "input": seen.input,
        "output": seen.output,
        "metadata": seen.metadata,
        "trace_id": trace.trace_id,
        "spans": trace.spans,
        "params": ctx.params,
        "scores": {name: [_score_of(score) for score in given[name]] for name in reads if given.get(name) is not None},
        "experiment": [item.item_id, item.expected_output, item.item_metadata, item.run_id, item.dataset_id],
    }


def _score_of(score: Any) -> dict[str, Any]:
    return {field: score_field(score, field) for field in SCORE_FIELDS}


def _plain(value: Any) -> Any:
    """Return a foreign object as JSON can hold it."""
    if isinstance(value, set | frozenset):
        return sorted(value, key=repr)
    found = _messages.plain(value)
    if found is value:
        raise TypeError(f"a {type(value).__name__} is no JSON value")
    return found


def _run_from(answer: dict[str, Any], name: str) -> Run:
    error = answer.get("error")
    logs = str(answer.get("logs") or "")
    duration = answer.get("duration_ms")
    duration = float(duration) if isinstance(duration, int | float) else 0.0
    if isinstance(error, dict):
        return Run(error=rebuilt(error, logs), logs=logs, duration_ms=duration)
    try:
        scores = scores_of(list(answer["scores"]), name)
    except (KeyError, TypeError, ValueError) as problem:  # the code reached into the worker
        return Run(error=error_with("BAD_RESULT", f"the answer can't be read: {problem}"), logs=logs)
    return Run(Scores(scores), None, logs, duration)


def _place(program: Program, trace: str) -> tuple[str | None, int | None]:
    """Return the innermost place of a dump that is in the user's files."""
    names = {name.encode("ascii", "backslashreplace").decode(): name for name in program.file_names}
    for match in TRACE_LINE.finditer(trace):
        if match["file"] in names:
            return names[match["file"]], int(match["line"])
    return None, None


def _status(status: int | None) -> str:
    if status is None:
        return "unknown"
    if status < 0:
        with contextlib.suppress(ValueError):
            return signal.Signals(-status).name
    return f"exit code {status}"
