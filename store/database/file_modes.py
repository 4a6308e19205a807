"""Files that the database makes beside a store belong to their owner alone: log, spill and checkpoint files.

The database gives a file what the process's mask leaves over, and the mask is one for all threads: it is
narrowed while any of them has a store open and put back by the last one.
"""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OTHERS = 0o077
"""What nobody but the owner may do."""


def tighten(path: Path) -> str:
    """Take a file of this user's from everybody else; what there is to say about it, empty for nothing.

    A file of somebody else's is left as that user wants it.
    """
    known = path.stat()
    if not known.st_mode & OTHERS or known.st_uid != os.geteuid():
        return ""
    try:
        path.chmod(stat.S_IMODE(known.st_mode) & ~OTHERS)
    except OSError:
        return f"{path} may be read or written by other users, and its permissions cannot be changed here"
    return f"{path} could be read or written by other users; it is its owner's alone now"


_lock = threading.Lock()
_inside = 0
_before = 0


@contextmanager
def private_files() -> Iterator[None]:
    """Within it, no file that this process creates can be read by anyone but its owner."""
    global _inside, _before  # noqa: PLW0603 (the mask is one for the process, so is what it was)
    with _lock:
        if not _inside:
            _before = os.umask(OTHERS)
            os.umask(_before | OTHERS)
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if not _inside:
                os.umask(_before)
