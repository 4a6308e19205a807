"""Connects to the current state of a store's file, never to an outdated one.

The driver reads a file's headers before it locks the file. If another process commits and releases the file
in between, the driver continues from outdated headers: it would show an older state and overwrite what the
other process has reported as stored. The headers are therefore read here too, before the driver is asked and
again once it has the lock. If they differ, or another file has taken the path, the connection is closed
unused.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType

import duckdb

from store.database.access import config_of
from store.database.descriptors import descriptor_of

HEADERS = 3 * 4_096
"""Bytes at the start of a file that identify its newest state."""
_SILENT = "SET enable_progress_bar = false"
"""Stops the driver from drawing over the program's output when it detects an interactive session."""
LEAVE_LOG = "PRAGMA disable_checkpoint_on_shutdown;"
"""Leaves the log as it is when the file is closed."""

_turn = threading.RLock()
"""Prevents the driver from sharing an unchecked connection with another thread."""
_made: dict[str, list[weakref.ref[duckdb.DuckDBPyConnection]]] = {}
"""Connections of this process by file, some of them closed."""


class Overtaken(Exception):
    """Another process wrote to the file while it was being opened; opening can be retried at once."""


def connect(path: Path) -> duckdb.DuckDBPyConnection:
    """Return a connection to the newest state of a file.

    Raises:
        Overtaken: another process wrote meanwhile.
        duckdb.Error: raised by the driver.
    """
    with _turn:
        before = headers(path)
        try:
            made = duckdb.connect(str(path), config=config_of(path))
        except duckdb.Error as error:
            if before is not None and headers(path) != before:
                raise Overtaken from error
            raise
        if before is not None and headers(path) != before:
            made.execute(LEAVE_LOG)  # it may belong to the newer headers
            made.close()
            raise Overtaken
        _remember(path, made)
    made.execute(_SILENT)
    return made


@contextmanager
def undisturbed(path: Path) -> Iterator[bool]:
    """Yield whether the caller's is this process's only connection to a file; nobody connects meanwhile.

    The driver lets all connections of a process to one path share a file. If another file is put in its place
    while one of them is open, later ones write to the old file, and what they write is lost.
    """
    with _turn:
        yield len(_open(path)) <= 1


def _remember(path: Path, made: duckdb.DuckDBPyConnection) -> None:
    _made[os.path.realpath(path)] = [*map(weakref.ref, _open(path)), weakref.ref(made)]


def _open(path: Path) -> list[duckdb.DuckDBPyConnection]:
    """Return the open connections of this process to a file."""
    found = [each() for each in _made.get(os.path.realpath(path), ())]
    return [each for each in found if each is not None and not _is_closed(each)]


def _is_closed(made: duckdb.DuckDBPyConnection) -> bool:
    try:
        made.query_progress()  # also of a connection that another thread uses
    except duckdb.ConnectionException:
        return True
    return False


class Ahead:
    """Opens the file in a background thread, so that the first real connection is fast.

    An error here is ignored; it occurs again, and is reported, when the file is needed.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._made: list[duckdb.DuckDBPyConnection] = []
        self._thread = threading.Thread(target=self._work, name="store-ahead")
        self._thread.start()

    def __enter__(self) -> Ahead:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def ready(self) -> bool:
        """Return whether the background thread has finished."""
        return not self._thread.is_alive()

    def close(self) -> None:
        """Close the connection; another connection keeps the file open."""
        self._thread.join()
        while self._made:
            self._made.pop().close()

    def _work(self) -> None:
        with suppress(duckdb.Error, OSError, Overtaken):
            self._made.append(connect(self._path))


def headers(path: Path) -> tuple[int, int, bytes] | None:
    """Return the identity of the file and its headers; None if it cannot be read."""
    try:
        descriptor = descriptor_of(path)
        known = os.fstat(descriptor)
        return known.st_dev, known.st_ino, os.pread(descriptor, HEADERS, 0)
    except OSError:
        return None
