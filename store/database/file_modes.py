"""Restricts the files that the database creates next to a store, its log and its spill folder, to the owner.

The database would give them the permissions left by the process's umask. The umask belongs to the program and
is not changed; instead the log and the spill folder are created here, by the process that holds the file,
before the driver needs them.
"""

from __future__ import annotations

import os
import stat
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

OTHERS = 0o077
"""Permission bits of everybody but the owner."""


def tighten(path: Path) -> str:
    """Remove other users' access to a file of this user; return a notice, empty if nothing changed.

    A file of another user is left as it is.
    """
    known = path.stat()
    if not known.st_mode & OTHERS or known.st_uid != os.geteuid():
        return ""
    try:
        path.chmod(stat.S_IMODE(known.st_mode) & ~OTHERS)
    except OSError:
        return f"{path} may be read or written by other users, and its permissions cannot be changed here"
    return f"{path} could be read or written by other users; it is its owner's alone now"


def make_log(path: Path) -> None:
    """Create the log that the next commit writes to, unless it exists; the driver uses it as it is."""
    with suppress(OSError):  # there already; or the driver fails at it, too, and reports why
        os.close(os.open(log_of(path), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def drop_empty_log(path: Path) -> None:
    """Remove an empty log while the store is held; leaving it would be harmless."""
    log = log_of(path)
    with suppress(OSError):  # what was committed is, whether or not this file can be removed
        if not log.stat().st_size:
            log.unlink()


def log_bytes(path: Path) -> int:
    """Return the length of a file's log; 0 without one."""
    try:
        return log_of(path).stat().st_size
    except OSError:
        return 0


def log_of(path: Path) -> Path:
    """Return the path of a file's write-ahead log, which has commits that are not in the file yet."""
    return path.with_name(path.name + ".wal")


_lock = threading.Lock()
_inside: Counter[Path] = Counter()


@contextmanager
def private_spill(path: Path) -> Iterator[None]:
    """Provide the folder that the database spills to while this process holds the file; removed if empty.

    If no folder can be created, the database does not spill either.
    """
    folder = path.with_name(path.name + ".tmp")
    with _lock:
        _inside[folder] += 1
        with suppress(OSError):
            folder.mkdir(mode=0o700)
    try:
        yield
    finally:
        with _lock:
            _inside[folder] -= 1
            if not _inside[folder]:
                del _inside[folder]
                with suppress(OSError):  # spilled to just now: the next one finds it and removes it
                    folder.rmdir()
