"""Opens a store: creates it if there is none, and migrates its schema if that is older."""

from __future__ import annotations

import os
import tempfile
import threading
import time
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import duckdb
from sqlalchemy.pool import NullPool
from sqlmodel import create_engine

from gates.errors import os_reason
from store import schema
from store.database import scratch
from store.database.access import path_of
from store.database.driver_errors import mapped, no_database
from store.database.file_modes import tighten
from store.database.session import raw_connection
from store.engine import Store
from store.errors import NoStore, StoreUnreadable
from store.lifecycle import migrate
from store.lifecycle.empty_store import blank_store

_MARK = b"DUCK"
_MARK_ENDS = 12
"""Length of the head of a database file: a checksum of 8 bytes, then these four."""

_current: set[tuple[str, int, int, int]] = set()
"""Files that this process found to have the current schema, with their state at that time."""


def open_store(path_or_url: str | Path, *, wait_seconds: float = 5.0) -> Store:
    """Open or create a store and migrate its schema.

    Creates the parent folder (0700) and the file (0600). `wait_seconds` is how long every operation waits for
    another process to release the file. A URL is `duckdb:///PATH`.

    Raises:
        StoreBusy: another process holds it (names the pid).
        StoreUnreadable: not a database, no store, a folder, a read-only disk, damaged.
        StoreTooNew: written by a newer program.
    """
    path = path_of(path_or_url)
    if path.is_dir():
        raise StoreUnreadable(f"{path} is a folder", "name a file, as in --store FOLDER/store.duckdb")
    if path.exists() and not path.is_file():
        raise StoreUnreadable(f"{path} is not a file", "name a file, as in --store FOLDER/store.duckdb")
    store = Store(path, wait_seconds)
    if path.exists() or not _create(path):
        behind = _steps_behind(store)
        notices = [tighten(path)]
        if behind:
            store.kept_before = migrate.bring_forward(store)
        if store.kept_before is not None:
            notices.append(
                f"the store was brought to a newer schema; the file as it was is kept at {store.kept_before}"
            )
        store.notices = tuple(filter(None, notices))
    scratch.sweep(path.parent)
    if len(_current) > 100:
        _current.clear()
    _current.add(_state(path))
    return store


def open_to_read(path_or_url: str | Path, *, wait_seconds: float = 5.0) -> Store:
    """Open an existing store for reading only, without migrating its schema or changing its permissions.

    Raises:
        StoreUnreadable: there is none, it is not a store, or it has an older schema.
        StoreBusy, StoreTooNew: as `open_store` does.
    """
    path = path_of(path_or_url)
    store = Store(path, wait_seconds)
    store.only_read = True
    if _state(path) in _current:
        return store
    if not path.is_file():
        raise StoreUnreadable(f"there is no store at {path}", "`workbench import PATH` makes one")
    if _steps_behind(store):
        raise StoreUnreadable(
            f"{path} has an older schema", "`workbench sessions` brings it forward; try again then"
        )
    _current.add(_state(path))
    return store


def _steps_behind(store: Store) -> int:
    """Return how many schema steps a file lacks, after checking that it is a store.

    The driver also opens data files, such as JSON Lines, as a database in memory, so the file's head is read
    first.
    """
    path = store.path
    head = mark_of(path)
    if head is not None and not head.endswith(_MARK):
        raise no_database(path)
    with store.reading() as session:
        behind = schema.steps_behind(raw_connection(session), path)
    if behind == len(schema.STEPS):
        raise NoStore(
            f"{path} is a DuckDB database without a table, no store is in it",
            "choose another with --store, or remove it: `workbench import PATH` makes a store",
        )
    return behind


def mark_of(path: Path) -> bytes | None:
    """Return the beginning of a file, up to the end of a database's mark, or None if it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(_MARK_ENDS)
    except OSError:  # an unreadable file gets the driver's error
        return None


def is_database(path: Path) -> bool:
    """Return whether a file begins as a database does, or cannot be read to find out."""
    head = mark_of(path)
    return head is None or head.endswith(_MARK)


def reopen_store(path_or_url: str | Path, *, wait_seconds: float = 5.0) -> Store:
    """Like `open_store`, but skips reading a file that this process opened before and nobody changed since.

    Raises as `open_store` does; whether the store is busy shows in its first operation.
    """
    path = path_of(path_or_url)
    if _state(path) in _current:
        return Store(path, wait_seconds)
    return open_store(path, wait_seconds=wait_seconds)


def _state(path: Path) -> tuple[str, int, int, int]:
    """Return a value that changes when anyone writes to the file; unique each time if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return (str(path), -1, -1, time.monotonic_ns())
    return (str(path), found.st_ino, found.st_mtime_ns, found.st_size)


def warm_up(*, new: bool) -> threading.Thread:
    """Prepare the first connection of a process, and a `new` store, in a thread beside other work.

    It leaves no file behind; an error here occurs again, and is reported, when the store is used.
    """

    def connect() -> None:
        _connect_once()
        if new:
            with suppress(OSError, duckdb.Error):
                blank_store(Path(tempfile.gettempdir()))

    # Not a daemon: a command that ends at once must not pull the interpreter from under the driver.
    # Stated explicitly, since a thread started by a daemon would be one too.
    thread = threading.Thread(target=connect, name="store-warm-up", daemon=False)
    thread.start()
    return thread


@lru_cache(maxsize=1)
def _connect_once() -> None:
    create_engine("duckdb://", poolclass=NullPool).connect().close()


def _create(path: Path) -> bool:
    """Create a complete store beside its place and link it there, so that nobody ever sees half of one.

    It takes at most one connection of the driver. Returns False if somebody else created a store meanwhile.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with scratch.workplace(path.parent) as folder:
            made = folder / path.name
            with made.open("xb") as file:
                file.write(blank_store(path.parent))
                file.flush()
                os.fsync(file.fileno())
            made.chmod(0o600)
            return _place(made, path)
    except OSError as error:
        reason = os_reason(error)
        raise StoreUnreadable(
            f"cannot create {path}: {reason}",
            "choose a folder you may write, with --store or WORKBENCH_STORE",
        ) from error
    except duckdb.Error as error:
        raise mapped(error, path) from error


def _place(made: Path, path: Path) -> bool:
    try:
        os.link(made, path)
    except FileExistsError:
        return False
    except OSError:
        # No hard links on this file system; the rename may replace a store made in the same instant.
        if path.exists():
            return False
        made.rename(path)
    return True
