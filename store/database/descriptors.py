"""Descriptors of store files that stay open, because closing one would drop the driver's lock on the file.

A POSIX lock belongs to the process and the file, whichever descriptor took it, and is lost when any of them
is closed. Each file that is read besides the driver therefore has one descriptor, which is closed only when
the file was replaced, or its folder was removed.
"""

from __future__ import annotations

import os
import threading
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MOST_KEPT = 32
_kept: OrderedDict[str, int] = OrderedDict()
"""By path, least recently used first."""
_pinned: Counter[str] = Counter()
_guard = threading.RLock()


def descriptor_of(path: Path) -> int:
    """Return the descriptor of the file that now has this path. Raises OSError if there is none."""
    name = str(path)
    with _guard:
        found = _kept.get(name)
        if found is not None:
            if os.path.samestat(os.fstat(found), path.stat()):
                _kept.move_to_end(name)
                return found
            os.close(_kept.pop(name))  # of a file that was replaced: nobody opens that one any more
        found = _kept[name] = os.open(path, os.O_RDONLY)
        for other in [each for each in _kept if not _pinned[each]][: max(len(_kept) - MOST_KEPT, 0)]:
            os.close(_kept.pop(other))
        return found


@contextmanager
def pinned(path: Path) -> Iterator[int]:
    """Like `descriptor_of`, kept open while in use. Raises OSError if there is no such file."""
    name = str(path)
    with _guard:
        _pinned[name] += 1
    try:
        yield descriptor_of(path)
    finally:
        with _guard:
            _pinned[name] -= 1
            if not _pinned[name]:
                del _pinned[name]


def forget(folder: Path) -> None:
    """Close the descriptors of a removed folder's files, except those in use under another path."""
    inside = f"{folder}{os.sep}"
    with _guard:
        names = [name for name in _kept if name.startswith(inside)]
        others = {_identity(found) for name, found in _kept.items() if name not in names}
        for name in names:
            if _identity(_kept[name]) not in others:
                os.close(_kept.pop(name))


def _identity(descriptor: int) -> tuple[int, int]:
    known = os.fstat(descriptor)
    return known.st_dev, known.st_ino
