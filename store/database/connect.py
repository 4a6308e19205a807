"""Connect to the file of a store as it is, never as it was a moment before.

The driver reads the headers of a file, and locks it only then. Where another process commits and lets go
between the two, the driver goes on from headers that hold no longer: it would show an older state, and
write the next one over what the other process was reported is kept. So the headers are read here too, before
the driver is asked and again once it has the lock; where they differ, or another file has taken the
place, that connection is given up unused.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import duckdb

from store.database.access import config_of
from store.database.descriptors import descriptor_of

HEADERS = 3 * 4_096
"""Bytes at the beginning of a file that say which of its states is the newest one."""
_SILENT = "SET enable_progress_bar = false"
"""Where the driver takes a program for an interactive one, it would draw over its output otherwise."""

_turn = threading.Lock()
"""A connection that is not checked yet must not be shared by another thread: the driver would do so."""


class Overtaken(Exception):
    """Another process wrote to the file while it was being opened; it can be opened again at once."""


def connect(path: Path) -> duckdb.DuckDBPyConnection:
    """A connection to the newest state of a file.

    Raises:
        Overtaken: somebody else wrote meanwhile.
        duckdb.Error: what the driver raises.
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
            made.close()
            raise Overtaken
    made.execute(_SILENT)
    return made


class Ahead:
    """The file is opened in a thread beside other work: who connects to it meanwhile soon finds it open.

    What fails here fails again, and is reported, where the file is needed.
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
        """Whether there is nothing more to wait for."""
        return not self._thread.is_alive()

    def close(self) -> None:
        """Let go of the file; another connection that is there by now keeps it open."""
        self._thread.join()
        while self._made:
            self._made.pop().close()

    def _work(self) -> None:
        with suppress(duckdb.Error, OSError, Overtaken):
            self._made.append(connect(self._path))


def headers(path: Path) -> tuple[int, int, bytes] | None:
    """Which file is there and what its headers hold; None where it cannot be read."""
    try:
        descriptor = descriptor_of(path)
        known = os.fstat(descriptor)
        return known.st_dev, known.st_ino, os.pread(descriptor, HEADERS, 0)
    except OSError:
        return None
