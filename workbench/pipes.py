"""Named pipes used as files: read or written if another process has opened the other end, else refused."""

from __future__ import annotations

import errno
import os
import select
import stat
import time
from pathlib import Path
from typing import BinaryIO

PATIENCE = 2.0
"""Seconds to wait for another process to open the other end of a pipe."""
_STEP = 0.05
_CHUNK = 1 << 16


def is_pipe(path: Path) -> bool:
    """Return whether a path is a named pipe."""
    try:
        return stat.S_ISFIFO(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def read_whole(path: Path, most: int = -1) -> bytes:
    """Return the bytes of a file or pipe, at most the first `most`.

    Raises:
        OSError: it cannot be read, or is a pipe that nobody writes to.
    """
    if not is_pipe(path):
        with path.open("rb") as file:
            return file.read(most)
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as file:
        begun = _first_bytes(descriptor)
        os.set_blocking(descriptor, True)
        return begun + file.read(most if most < 0 else max(most - len(begun), 0))


def _first_bytes(descriptor: int) -> bytes:
    """Return the first bytes written.

    Waits without limit only once a writer, perhaps a slow one, is connected.
    """
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            found = os.read(descriptor, _CHUNK)
        except BlockingIOError:  # there is a writer that has written nothing yet
            select.select([descriptor], [], [])
            return os.read(descriptor, _CHUNK)
        if found:
            return found
        if time.monotonic() >= deadline:
            raise OSError(errno.EPIPE, f"it is a pipe, and within {PATIENCE:.0f} seconds nobody wrote to it")
        time.sleep(_STEP)


def open_to_write(path: Path) -> BinaryIO:
    """Open a pipe or a device for writing.

    Raises:
        OSError: it cannot be written, or is a pipe that nobody reads from.
    """
    if not is_pipe(path):
        return path.open("wb")
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
            break
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
        if time.monotonic() >= deadline:
            raise OSError(errno.EPIPE, f"it is a pipe, and within {PATIENCE:.0f} seconds nobody read from it")
        time.sleep(_STEP)
    os.set_blocking(descriptor, True)
    return os.fdopen(descriptor, "wb")
