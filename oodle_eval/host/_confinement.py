"""What the operating system holds a worker to. Each means is used where it is there; `confine` says which hold.

Linux: resource limits, namespaces of its own (user, network, IPC), Landlock for files, seccomp for system calls; none of
them needs a privilege. Elsewhere the resource limits that the system knows.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import struct
import sys
import sysconfig
from pathlib import Path
from typing import Any

from oodle_eval.host.rules import SECONDS

__all__ = ["address_space", "allow_processor_time", "confine", "die_with_parent", "relieve"]

IS_LINUX = sys.platform == "linux"
# Head room for telling that the memory is used up.
RELIEF_BYTES = 16 * 1024 * 1024

PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 1, 22, 38
SIGKILL = 9
EPERM, EACCES, ENOSYS = 1, 13, 38
# CLONE_NEWUSER, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS
NAMESPACES = 0x10000000 | 0x40000000 | 0x08000000 | 0x04000000


def _libc() -> Any:
    return ctypes.CDLL(None, use_errno=True)


def die_with_parent() -> None:
    """Let the kernel end this process when the thread that started it is gone, however it went."""
    if IS_LINUX:
        _libc().prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)


def address_space() -> int:
    """Return the size of this process's address space in bytes, 0 where the system doesn't say."""
    try:
        return int(Path("/proc/self/statm").read_bytes().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def confine(memory_bytes: int) -> dict[str, bool]:
    """Take from this process what an evaluator has no need of.

    Args:
        memory_bytes: How much memory it may take above what it has now.

    Returns:
        {means: whether it holds}.
    """
    held = {"limits": False, "memory": False, "namespaces": False, "files": False, "system_calls": False}
    with contextlib.suppress(ImportError):
        held["limits"] = _set_limits()
        held["memory"] = _limit_memory(memory_bytes)
    if IS_LINUX:
        libc = _libc()
        held["namespaces"] = libc.unshare(NAMESPACES) == 0
        if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0:
            held["files"] = _landlock(libc)
            held["system_calls"] = _seccomp(libc)
    return held


def _set_limits() -> bool:
    import resource  # noqa: PLC0415 - POSIX only

    is_set = True
    for name, limit in (("RLIMIT_CORE", 0), ("RLIMIT_FSIZE", 0), ("RLIMIT_NPROC", 0), ("RLIMIT_NOFILE", 64)):
        kind = getattr(resource, name, None)
        try:
            if kind is not None:
                resource.setrlimit(kind, (limit, limit))
        except (OSError, ValueError):
            is_set = False
    return is_set


def _limit_memory(above: int) -> bool:
    import resource  # noqa: PLC0415 - POSIX only

    now = address_space()
    if not now:
        return False
    try:
        resource.setrlimit(resource.RLIMIT_AS, (now + above, now + above + RELIEF_BYTES))
    except (OSError, ValueError):
        return False
    return True


def relieve() -> None:
    """Give a process whose memory is used up the head room that telling so takes."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 - POSIX only

        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def allow_processor_time(seconds: float = SECONDS + 2) -> None:
    """Let the next item use so much processor time; more ends the process, also when nobody watches it any more."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 - POSIX only

        used = resource.getrusage(resource.RUSAGE_SELF)
        limit = int(used.ru_utime + used.ru_stime + seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.getrlimit(resource.RLIMIT_CPU)[1]))


# Landlock: system calls 444 to 446 on every architecture.
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
RIGHTS_BY_VERSION = {1: 13, 2: 14, 3: 15, 4: 15}


def _landlock(libc: Any) -> bool:
    """Let this process read Python's own files and this library, and no others; write none."""
    version = libc.syscall(444, None, ctypes.c_size_t(0), 1)
    if version < 1:
        return False
    handled = (1 << RIGHTS_BY_VERSION.get(version, 16)) - 1
    attributes = struct.pack("QQQ", handled, 3 if version >= 4 else 0, 3 if version >= 6 else 0)
    size = 24 if version >= 6 else (16 if version >= 4 else 8)
    ruleset = libc.syscall(444, attributes, ctypes.c_size_t(size), 0)
    if ruleset < 0:
        return False
    try:
        for path in _readable():
            _let_read(libc, ruleset, path)
        return bool(libc.syscall(446, ruleset, 0) == 0)
    finally:
        os.close(ruleset)


def _readable() -> list[str]:
    """Return where Python's modules and this library are."""
    own = Path(__file__).resolve().parents[1]
    found = {str(own), "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache", "/dev/null", "/dev/urandom"}
    found |= {sysconfig.get_path(name) or "" for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    found |= {path for path in sys.path if Path(path).name in ("site-packages", "dist-packages", "lib-dynload")}
    for name in ("ahocorasick", "orjson", "regex", "rapidfuzz"):
        file = getattr(sys.modules.get(name), "__file__", None)
        found |= {str(Path(file).parent)} if file else set()
    return sorted(path for path in found if path and os.path.exists(path))  # noqa: PTH110 - a stat is enough


def _let_read(libc: Any, ruleset: int, path: str) -> None:
    try:
        held = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    rights = READ_FILE | READ_DIR if os.path.isdir(path) else READ_FILE  # noqa: PTH112 - the same
    try:
        libc.syscall(445, ruleset, 1, struct.pack("=Qi", rights, held), 0)
    finally:
        os.close(held)


# seccomp: the system calls that make processes, sockets, files or mounts, or reach into other processes.
X86_64 = {
    EACCES: (41, 42, 43, 44, 46, 49, 50, 53, 288),  # socket, connect, accept, sendto, sendmsg, bind, listen ...
    EPERM: (
        *(56, 57, 58, 59, 322, 435),  # clone, fork, vfork, execve, execveat, clone3
        *(62, 200, 234, 424, 434, 438),  # kill, tkill, tgkill, pidfd_send_signal, pidfd_open, pidfd_getfd
        *(101, 310, 311, 312),  # ptrace, process_vm_readv, process_vm_writev, kcmp
        *(161, 165, 166, 155, 272, 308, 428, 429, 430, 431, 432, 433, 442),  # chroot, mounts, unshare, setns
        *(76, 77, 82, 83, 84, 85, 86, 87, 88, 90, 91, 92, 93, 94, 133),  # truncate, rename, mkdir, unlink, chmod ...
        *(258, 259, 260, 263, 264, 265, 266, 268, 280, 316, 452),  # their *at forms
        *(169, 175, 176, 313, 246, 320),  # reboot, kernel modules, kexec
        *(248, 249, 250, 298, 321, 323, 303, 304, 319),  # keys, perf, bpf, userfaultfd, file handles, memfd
        *(425, 426, 427),  # io_uring
    ),
    ENOSYS: (437,),  # openat2, so that openat is used
}
AARCH64 = {
    EACCES: (198, 199, 200, 201, 202, 203, 206, 211, 242),
    EPERM: (
        *(220, 221, 281, 435),
        *(129, 130, 131, 424, 434, 438),
        *(117, 270, 271, 272),
        *(51, 40, 39, 41, 97, 268, 428, 429, 430, 431, 432, 433, 442),
        *(45, 46, 52, 53, 54, 55, 452),
        *(33, 34, 35, 36, 37, 38, 276, 88),
        *(142, 105, 106, 273, 104, 294),
        *(217, 218, 219, 241, 280, 282, 264, 265, 279),
        *(425, 426, 427),
    ),
    ENOSYS: (437,),
}
# By machine: the audit architecture, the numbers, (open, place of its flags), and the first number of another ABI.
MACHINES: dict[str, tuple[int, dict[int, tuple[int, ...]], tuple[tuple[int, int], ...], int]] = {
    "x86_64": (0xC000003E, X86_64, ((2, 1), (257, 2)), 0x40000000),
    "aarch64": (0xC00000B7, AARCH64, ((56, 2),), 0xFFFFFFFF),
}
# Of open: O_WRONLY, O_RDWR, O_CREAT, O_TRUNC.
WRITES = 0o1 | 0o2 | 0o100 | 0o1000
LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, ERRNO = 0x7FFF0000, 0x00050000


def _filter(machine: str) -> bytes | None:
    """Return the seccomp program for a machine, None for one whose numbers are not here."""
    if machine not in MACHINES:
        return None
    architecture, denied, opens, other_abi = MACHINES[machine]
    lines = [(LOAD, 0, 0, 4), (EQUAL, 1, 0, architecture), (RETURN, 0, 0, ERRNO | EPERM)]
    lines += [(LOAD, 0, 0, 0), (AT_LEAST, 0, 1, other_abi), (RETURN, 0, 0, ERRNO | EPERM)]
    for number, numbers in denied.items():
        for call in numbers:
            lines += [(EQUAL, 0, 1, call), (RETURN, 0, 0, ERRNO | number)]
    for call, place in opens:
        lines += [(EQUAL, 0, 4, call), (LOAD, 0, 0, 16 + 8 * place), (ANY_BIT, 0, 1, WRITES)]
        lines += [(RETURN, 0, 0, ERRNO | EACCES), (RETURN, 0, 0, ALLOW)]
    lines.append((RETURN, 0, 0, ALLOW))
    return b"".join(struct.pack("HBBI", *line) for line in lines)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def _seccomp(libc: Any) -> bool:
    program = _filter(platform.machine())
    if program is None or struct.calcsize("P") != 8:
        return False
    held = _Program(len(program) // 8, program)
    return bool(libc.prctl(PR_SET_SECCOMP, 2, ctypes.byref(held), 0, 0) == 0)
