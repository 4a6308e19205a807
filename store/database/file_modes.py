"""Files that the database makes beside a store belong to their owner alone: its log, and what it spills.

The database would give them what the process's mask leaves over. The mask is the program's, one for all its
threads, and is not touched: the log, and the folder of what is spilled, are made here before the driver needs
them, by whoever holds the file.
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
"""What nobody but the owner may do."""


def tighten(path: Path) -> str:
    """Take a file of this user's from everybody else; what there is to say about it, empty for nothing.

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
    """Make the log that the next commit writes to, unless it is there: the driver takes it as it finds it."""
    with suppress(OSError):  # there already; or the driver fails at it, too, and reports why
        os.close(os.open(log_of(path), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def drop_empty_log(path: Path) -> None:
    """Remove a log that nothing was written to, while the store is held; it does no harm where it stays."""
    log = log_of(path)
    with suppress(OSError):  # what was committed is, whether or not this file can be removed
        if not log.stat().st_size:
            log.unlink()


def log_of(path: Path) -> Path:
    """Where the database keeps the log of a file: what was committed and is not in it yet."""
    return path.with_name(path.name + ".wal")


_lock = threading.Lock()
_inside: Counter[Path] = Counter()


@contextmanager
def private_spill(path: Path) -> Iterator[None]:
    """The folder that the database spills to, while this process holds the file; removed when it is empty.

    Where no folder can be made the database spills nothing either.
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
