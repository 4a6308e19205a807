"""Finds the process that holds a store: its id and, if the system shows it, its command."""

from __future__ import annotations

import fcntl
import os
import struct
import subprocess
import sys
from pathlib import Path, PurePath

from store.database.descriptors import descriptor_of

_LONGEST = 60
_INTERPRETERS = ("python", "pypy")

_LOCK = struct.Struct("@hhqqi0q")
"""`struct flock` of 64-bit Linux: kind, whence, start, length (0 for the whole file), process."""
_ASKS = sys.platform == "linux" and sys.maxsize > 1 << 32


def held_by_another(path: Path) -> bool:
    """Return whether another process has locked a file; False also if the system cannot be asked.

    It takes no lock and loses none of this process's locks.
    """
    if not _ASKS:
        return False
    asked = _LOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
    try:
        found = fcntl.fcntl(descriptor_of(path), fcntl.F_GETLK, asked)
    except OSError:
        return False
    return int(_LOCK.unpack(found)[0]) != fcntl.F_UNLCK


def described(pid: int) -> str:
    """Return `process 4242 (workbench import big.jsonl)`, without the command if it is unknown."""
    words = _shown(_arguments(pid))
    return f"process {pid} ({words})" if words else f"process {pid}"


def _arguments(pid: int) -> list[str]:
    try:
        body = Path(f"/proc/{pid}/cmdline").read_bytes()
        return [each.decode("utf-8", "replace") for each in body.split(b"\0") if each]
    except OSError:
        return _asked(pid)


def _asked(pid: int) -> list[str]:
    """Return a process's command line from `ps`, for systems without /proc.

    Empty if the process has ended.
    """
    try:
        done = subprocess.run(
            ["ps", "-o", "args=", "-p", str(pid)], capture_output=True, text=True, timeout=1, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return []
    return done.stdout.split()


def _shown(arguments: list[str]) -> str:
    """Format a command roughly as it was typed: no interpreter, no folders, no control characters."""
    if arguments and PurePath(arguments[0]).name.startswith(_INTERPRETERS) and len(arguments) > 1:
        arguments = arguments[2:] if arguments[1] == "-m" and len(arguments) > 2 else arguments[1:]
    if not arguments:
        return ""
    words = " ".join([PurePath(arguments[0]).name, *arguments[1:]])
    printable = "".join(each if each.isprintable() else " " for each in words)
    return printable if len(printable) <= _LONGEST else printable[: _LONGEST - 1] + "…"
