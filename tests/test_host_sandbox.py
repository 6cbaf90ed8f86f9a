"""The sandbox: whatever an evaluator's code does costs one row, not the run."""

import ast
import sys
import textwrap

import pytest

from oodle_eval.host import Sandbox, read_template
from oodle_eval.host.rules import MAX_LOG_CHARS, MEMORY_BYTES, SECONDS
from oodle_eval.runs import run
from oodle_eval.runtime import EvaluationContext, ExperimentContext, ObservationContext, TraceContext

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what the operating system holds it to is Linux's")
GOOD = "\n    return EvaluationResult(scores=[Score(1.0, name='one')])\n"
# A way past the rules of the language, as a determined evaluator finds them: the operating system's must hold alone.
PAST = "import json\nload = json.dumps.__globals__['__builtins__']['__import__']\n"


@pytest.fixture(scope="module")
def sandbox():
    with Sandbox() as made:
        yield made


@pytest.fixture(scope="module")
def hasty():
    """The same for code that is to be stopped: nobody wants to wait for five seconds each time."""
    with Sandbox(seconds=1) as made:
        yield made


@pytest.fixture
def evaluator(sandbox, hasty, tmp_path):
    def made(source, params=None, *, is_stopped=False):
        file = tmp_path / "evaluate.py"
        file.write_text(textwrap.dedent(source), encoding="utf-8")
        return (hasty if is_stopped else sandbox).evaluator(read_template(file), params)

    return made


def test_the_limits_are_the_platforms():
    assert (SECONDS, MEMORY_BYTES) == (5.0, 128 * 1024 * 1024)
    assert (Sandbox().seconds, Sandbox().memory_bytes) == (5.0, 128 * 1024 * 1024)


def test_it_gives_what_the_process_itself_gives(evaluator, tmp_path):
    code = """
        from oodle_eval.v1 import metrics
        from shared.acme import LIMIT

        def evaluate(ctx):
            print("seen", ctx.observation.output)
            scores = metrics.length_budget(ctx, max_words=LIMIT) + metrics.tone(ctx)
            return EvaluationResult(scores=scores + [Score(ctx.score("Judge", default=0.25), name="judge")])
    """
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "acme.py").write_text("LIMIT = 2\n", encoding="utf-8")
    made = evaluator(code)
    from oodle_eval.host import load

    for text in ("Too many words!!!", "Fine.", ""):
        answer = made.run(text)
        assert answer.scores == load(tmp_path / "evaluate.py")(text).scores
        assert answer.logs == f"seen {text}\n"
        assert answer.error is None


def test_the_whole_context_gets_there(evaluator):
    code = """
        def evaluate(ctx):
            assert ctx.observation.input == [{"role": "user", "content": "Hi \\ud800"}]
            assert ctx.observation.metadata == {"n": 10**400, "x": [1.5, None, True]}
            assert ctx.trace.trace_id == "t" and ctx.trace.tools_called() == ["search"]
            assert ctx.experiment.run_id == "r" and ctx.expected_output == {"a": 1}
            assert ctx.params == {"p": ["q"]} and ctx.score("Judge") == 0.5
            return EvaluationResult(scores=[Score("ok", "CATEGORICAL", name="seen")])
    """
    ctx = EvaluationContext(
        ObservationContext([{"role": "user", "content": "Hi \ud800"}], "b", {"n": 10**400, "x": [1.5, None, True]}),
        TraceContext("t", [{"kind": "tool", "tool_name": "search"}]),
        scores={"Judge": [{"name": "judge", "value": 0.5}], "Other": object()},
        experiment=ExperimentContext("i", {"a": 1}, {}, "r", "d"),
    )
    sys.set_int_max_str_digits(0)
    try:
        answer = evaluator(code, {"p": ["q"]}).run(ctx)
    finally:
        sys.set_int_max_str_digits(4300)
    assert answer.error is None, answer.error


# {what it does: (code, error code, part of the message, line)}
HOSTILE = {
    "loops": (
        "def evaluate(ctx):\n    n = 0\n    while True:\n        n += 1\n",
        "TIMEOUT",
        "longer than 1 s",
        (3, 4),
    ),
    "hangs inside a regex": (
        "import re\ndef evaluate(ctx):\n    re.match('(a+)+$', 'a' * 60 + 'b')\n",
        "TIMEOUT",
        "longer than",
        (3,),
    ),
    "loops while it is imported": ("while True: pass\n", "TIMEOUT", "longer than", (1,)),
    "catches everything for ever": (
        "def evaluate(ctx):\n    while True:\n        try:\n            while True: pass\n        except BaseException: pass\n",
        "TIMEOUT",
        "longer than",
        (3, 4),
    ),
    "allocates at once": ("def evaluate(ctx):\n    return bytearray(200 * 1024 * 1024)\n", "MEMORY", "128 MB", (2,)),
    "allocates bit by bit": (
        "def evaluate(ctx):\n    held = []\n    while True:\n        held.append(bytearray(100_000))\n",
        "MEMORY",
        "128 MB",
        (4,),
    ),
    "makes a huge number": ("def evaluate(ctx):\n    return 7 ** (10 ** 10)\n", "MEMORY|TIMEOUT", "", (2,)),
    "recurses": ("def evaluate(ctx):\n    return evaluate(ctx)\n", "RAISED", "RecursionError", (2,)),
    "raises": ("def evaluate(ctx):\n    raise RuntimeError('x' * 10_000_000)\n", "RAISED", "RuntimeError: xxx", (2,)),
    "exits": ("import sys\ndef evaluate(ctx):\n    sys.exit(0)\n", "RAISED", "SystemExit: 0", (3,)),
    "forks": (f"{PAST}def evaluate(ctx):\n    load('os').fork()\n", "RAISED", "PermissionError", (4,)),
    "starts a program": (
        f"{PAST}def evaluate(ctx):\n    load('subprocess').run(['/bin/true'])\n",
        "RAISED",
        "PermissionError",
        (4,),
    ),
    "replaces itself": (
        f"{PAST}def evaluate(ctx):\n    load('os').execv('/bin/true', ['x'])\n",
        "RAISED",
        "Perm",
        (4,),
    ),
    "opens a socket": (f"{PAST}def evaluate(ctx):\n    load('socket').socket()\n", "RAISED", "PermissionError", (4,)),
    "asks for a name": (
        f"{PAST}def evaluate(ctx):\n    load('socket').getaddrinfo('example.com', 80)\n",
        "RAISED",
        "gaierror|PermissionError|OSError",
        (4,),
    ),
    "kills its parent": (
        f"{PAST}def evaluate(ctx):\n    os = load('os')\n    os.kill(os.getppid(), 9)\n",
        "RAISED",
        "PermissionError",
        (5,),
    ),
    "writes a file": (f"{PAST}def evaluate(ctx):\n    load('io').open('/tmp/x', 'w')\n", "RAISED", "Permission", (4,)),
    "removes a file": (f"{PAST}def evaluate(ctx):\n    load('os').unlink(__file__)\n", "RAISED", "Permission", (4,)),
    "reads a file": (f"{PAST}def evaluate(ctx):\n    load('io').open('/etc/passwd')\n", "RAISED", "Permission", (4,)),
    "reads its own source": (
        f"{PAST}def evaluate(ctx):\n    load('io').open(__file__)\n",
        "RAISED",
        "Permission",
        (4,),
    ),
    "raises in a thread": (
        f"{PAST}def evaluate(ctx):\n    load('threading').Thread(target=lambda: 1 / 0).start()\n",
        "RAISED",
        "can't start new thread",
        (4,),
    ),
    "ends its process": (f"{PAST}def evaluate(ctx):\n    load('os')._exit(7)\n", "CRASHED", "exit code 7", (None,)),
    "crashes": (f"{PAST}def evaluate(ctx):\n    load('ctypes').string_at(0)\n", "CRASHED", "SIGSEGV", (4,)),
    "closes every pipe": (
        f"{PAST}def evaluate(ctx):\n    load('os').closerange(0, 64)\n    return 1\n",
        "CRASHED|BAD_RESULT",
        "",
        (None, 4, 5),
    ),
    "answers for the worker": (
        f"{PAST}def evaluate(ctx):\n    for n in range(3, 20):\n        try: load('os').write(n, b'\\0\\0\\0\\3{{}}x')\n        except OSError: pass\n    return 1\n",
        "CRASHED|BAD_RESULT",
        "",
        (None,),
    ),
    "returns a giant": (
        "def evaluate(ctx):\n    return EvaluationResult(scores=[Score(1, comment='x' * 10_000_000)])\n",
        "BAD_RESULT",
        "at most 4194304",
        (None,),
    ),
    "returns rubbish": ("def evaluate(ctx):\n    return object()\n", "BAD_RESULT", "got object", (None,)),
    "returns what lies about itself": (
        "class Liar(EvaluationResult):\n    def __init__(self): pass\n    scores = property(lambda self: 1 / 0)\ndef evaluate(ctx):\n    return Liar()\n",
        "RAISED|BAD_RESULT",
        "",
        (None, 3),
    ),
    "is no Python when it runs": ("def evaluate(ctx):\n    import os\n", "BLOCKED_IMPORT", "module 'os'", (2,)),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_code_costs_one_row_and_says_where(what, evaluator, tmp_path):
    code, kind, message, lines = HOSTILE[what]
    made = evaluator(code, is_stopped="TIMEOUT" in kind)
    good = made.sandbox.evaluator(_good(tmp_path))
    assert good.run("Hello.").error is None
    if PAST in code and not made.sandbox.confinement["files" if "file" in what or "source" in what else "system_calls"]:
        pytest.skip("this system does not have the means")
    answer = made.run("Hello.")
    assert answer.error is not None
    assert answer.error.code in kind.split("|"), answer.error
    assert any(part in answer.error.message for part in message.split("|")), answer.error
    assert answer.error.line in lines, answer.error
    assert good.run("Hello.").scores["one"].value == 1.0


def _good(folder):
    file = folder / "good.py"
    file.write_text("def evaluate(ctx):" + GOOD, encoding="utf-8")
    return read_template(file)


def test_a_hundred_megabytes_are_no_problem(evaluator):
    made = evaluator("def evaluate(ctx):\n    held = bytearray(100 * 1024 * 1024)" + GOOD)
    assert [made.run("x").error for _ in range(3)] == [None] * 3


def test_a_gigabyte_of_prints_is_cut(evaluator):
    answer = evaluator("def evaluate(ctx):\n    for _ in range(100):\n        print('x' * 10_000_000)" + GOOD).run("x")
    assert answer.error is None
    assert len(answer.logs) < MAX_LOG_CHARS + 100
    assert answer.logs.endswith("999980100 more characters were printed")


@pytest.mark.parametrize("way", ["pprint.pprint('x', sys.stdout)", "sys.stderr.write('x\\n')", "pprint.pprint('x')"])
def test_every_way_to_print_is_a_log(evaluator, way):
    answer = evaluator(f"import pprint, sys\ndef evaluate(ctx):\n    {way}" + GOOD).run("x")
    assert (answer.error, answer.logs.strip("'\n")) == (None, "x")


def test_the_process_is_used_again_and_replaced_when_it_must_be(evaluator, hasty):
    made = evaluator(
        "def evaluate(ctx):\n    while ctx.observation.output == 'loop':\n        pass" + GOOD, is_stopped=True
    )
    made.run("x")
    before = hasty.started
    assert [one.error for one in made.run_many(["x"] * 200)] == [None] * 200
    assert hasty.started == before
    answers = made.run_many(["x", "loop", "x", "x"])
    assert [one.error.code if one.error else None for one in answers] == [None, "TIMEOUT", None, None]
    assert hasty.started == before + 1


def test_nothing_is_left_of_the_item_before(evaluator):
    code = """
        import json, random, decimal
        seen = []

        def evaluate(ctx):
            left = len(seen) + hasattr(json, "left") + (decimal.getcontext().prec != 28)
            seen.append(1)
            json.left = 1
            decimal.getcontext().prec = 3
            return EvaluationResult(scores=[Score(left, name="left"), Score(random.random(), name="random")])
    """
    answers = evaluator(code).run_many(["x"] * 5)
    assert {one.scores["left"].value for one in answers} == {0}
    assert len({one.scores["random"].value for one in answers}) == 1  # a run can be made again


def test_a_fork_has_a_worker_of_its_own(evaluator):
    import os

    made = evaluator("def evaluate(ctx):\n    return EvaluationResult(scores=[Score(len(ctx.observation.output))])\n")
    made.run("x")
    child = os.fork()
    if not child:
        good = made.run("xx").scores[0].value == 2
        made.sandbox.close()
        os._exit(0 if good else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    before = made.sandbox.started
    assert made.run("xxx").scores[0].value == 3
    assert made.sandbox.started == before


def test_it_may_be_started_in_a_thread_that_ends(evaluator):
    import threading

    made = Sandbox()
    try:
        mine = made.evaluator(evaluator("def evaluate(ctx):" + GOOD).template)
        thread = threading.Thread(target=mine.run, args=("x",))
        thread.start()
        thread.join()
        assert mine.run("x").error is None
        assert made.started == 1
    finally:
        made.close()


def test_a_worker_ends_when_its_parent_is_killed(tmp_path):
    import os
    import signal
    import subprocess
    import time

    _good(tmp_path)
    code = (
        "import sys\nfrom oodle_eval.host import Sandbox, read_template\nbox = Sandbox()\n"
        "box.evaluator(read_template(sys.argv[1])).run('x')\nprint(box._process.pid, flush=True)\ninput()\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path / "good.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    worker = int(parent.stdout.readline())
    parent.send_signal(signal.SIGKILL)
    parent.communicate()
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
        time.sleep(0.02)
    pytest.fail("the worker is still there")


def test_the_environment_is_not_handed_on(evaluator, monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "hunter2")
    made = Sandbox()
    try:
        code = f"{PAST}def evaluate(ctx):\n    print(dict(load('os').environ))" + GOOD
        template = evaluator(code).template
        answer = made.evaluator(template).run("x")
    finally:
        made.close()
    assert "hunter2" not in answer.logs
    assert "PYTHONHASHSEED" in answer.logs


def test_many_large_items_do_not_block_the_pipes(evaluator):
    made = evaluator(
        "def evaluate(ctx):\n    return EvaluationResult(scores=[Score(len(ctx.observation.output), comment='c' * 300_000)])"
    )
    texts = ["x" * 400_000] * 12
    assert [one.scores[0].value for one in made.run_many(texts)] == [400_000] * 12


def test_an_item_that_is_no_json_costs_itself(evaluator):
    deep = "x"
    for _ in range(100_000):
        deep = [deep]
    made = evaluator("def evaluate(ctx):" + GOOD)
    answers = made.run_many([deep, object(), {1, 2}, b"x", "fine"])
    assert [one.error.code if one.error else None for one in answers] == [
        "BAD_INPUT",
        "BAD_INPUT",
        None,
        "BAD_INPUT",
        None,
    ]


def test_the_system_holds_it_to_something(sandbox, evaluator):
    evaluator("def evaluate(ctx):" + GOOD).run("x")
    assert sandbox.confinement["limits"]
    assert sandbox.confinement["memory"]
    assert set(sandbox.confinement) == {"limits", "memory", "namespaces", "files", "system_calls"}


def test_a_run_over_rows_goes_on(evaluator):
    code = """
        def evaluate(ctx):
            said = ctx.observation.output
            if said == "loop":
                while True: pass
            if said == "memory":
                bytearray(10**9)
            return EvaluationResult(scores=[Score(1 / len(said), name="share")])
    """
    results = run(["fine", "loop", "memory", "", "fine"], evaluator(code, is_stopped=True))
    assert [row.outcomes[0].kind for row in results] == ["scored", "timeout", "raised", "raised", "scored"]
    assert results.summary()["evaluate"].failed == 3


def test_the_numbers_of_the_system_calls_are_those_of_this_machine():
    """Against the kernel's own header where there is one."""
    from pathlib import Path

    from oodle_eval.host import _confinement

    headers = [Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"), Path("/usr/include/asm/unistd_64.h")]
    header = next((one for one in headers if one.is_file()), None)
    if header is None:
        pytest.skip("no kernel headers here")
    lines = [line.split() for line in header.read_text().splitlines() if line.startswith("#define __NR_")]
    names = {int(number): name.removeprefix("__NR_") for _, name, number in lines}
    denied = {names.get(number) for numbers in _confinement.X86_64.values() for number in numbers}
    wanted = (
        "socket connect clone fork vfork execve execveat clone3 kill tkill ptrace mount unlink unlinkat bpf".split()
    )
    assert set(wanted) <= denied
    assert not denied & {"read", "write", "mmap", "munmap", "brk", "openat", "exit_group", "futex", "close"}


def test_the_worker_loads_no_framework_and_no_pydantic():
    import subprocess

    code = "import sys, oodle_eval.host._worker; print([m for m in sys.modules if m in ('pydantic', 'yaml', 'typer', 'opik')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ast.literal_eval(done.stdout) == []
