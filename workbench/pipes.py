"""Named pipes in the place of files: used where somebody is at the other end, refused where nobody is."""

from __future__ import annotations

import errno
import os
import select
import stat
import time
from pathlib import Path
from typing import BinaryIO

PATIENCE = 2.0
"""Seconds in which somebody must come to the other end of a pipe."""
_STEP = 0.05
_CHUNK = 1 << 16


def is_pipe(path: Path) -> bool:
    """Whether a path is a named pipe."""
    try:
        return stat.S_ISFIFO(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def read_whole(path: Path, most: int = -1) -> bytes:
    """The bytes of a file, or what is written into a pipe; of a long one the first `most`.

    Raises:
        OSError: it cannot be read, or is a pipe into which nobody writes.
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
    """What is written first; waits for ever only where there is a writer, which may be slow."""
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
        OSError: it cannot be written, or is a pipe from which nobody reads.
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
