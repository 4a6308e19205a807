"""Copies the file of a store while it is held, whole or not at all, readable by its owner only.

A copy is written beside its target and moved there when it is complete and on the disk, so that nobody ever
sees half of one, and no existing file is replaced without being asked.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlmodel import Session

from gates.errors import os_reason
from store.database import scratch
from store.database.descriptors import pinned
from store.database.file_modes import log_of
from store.database.session import raw_connection
from store.engine import Store
from store.errors import StoreError, StoreUnreadable, TargetExists

_PIECE = 8 << 20
_FULL = (errno.ENOSPC, errno.EDQUOT)


@contextmanager
def held(store: Store) -> Iterator[Session]:
    """Hold the store in an operation of its own, with all commits in its file and none in a log."""
    with store.reading() if store.read_only else store.writing() as session:
        if not store.read_only:
            raw_connection(session).execute("CHECKPOINT")
        yield session


@contextmanager
def workplace(target: Path, refusal: type[StoreError] = StoreUnreadable) -> Iterator[Path]:
    """Create a private folder on the disk of `target`, removed afterwards.

    Raises:
        StoreUnreadable: the parent folder is missing or not writable; `refusal`, if that is another class.
    """
    try:
        with scratch.workplace(target.parent) as folder:
            yield folder
    except OSError as error:
        raise _unwritable(target, error, refusal) from error


def copy_held(path: Path, made: Path) -> None:
    """Copy a store's file, and its log if there is one, while the caller holds the store."""
    copy_file(path, made)
    if log_of(path).exists():
        copy_file(log_of(path), log_of(made))


def copy_file(source: Path, made: Path) -> None:
    """Copy bytes and flush them to the disk. Raises OSError."""
    with pinned(source) as reading:
        writing = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            place = 0
            while piece := os.pread(reading, _PIECE, place):
                place += len(piece)
                while piece:
                    piece = piece[os.write(writing, piece) :]
            os.fsync(writing)
        finally:
            os.close(writing)


def put_in_place(made: Path, target: Path) -> None:
    """Move a finished file to a path that does not exist.

    Raises:
        TargetExists: the target exists.
    """
    try:
        os.link(made, target)
    except FileExistsError as error:
        raise exists(target) from error
    except OSError:  # no hard links on this file system
        if target.exists():
            raise exists(target) from None
        made.rename(target)
    sync_folder(target.parent)


def sync(descriptor: int) -> None:
    """Flush a file to the disk."""
    os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Flush the names in a folder to the disk, if the system can."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        return
    finally:
        os.close(descriptor)


def free_name(path: Path, ending: str) -> Path:
    """Return the first of `path.ending`, `path.ending-2`, ... that does not exist."""
    number = 1
    while True:
        name = path.with_name(f"{path.name}.{ending}" + (f"-{number}" if number > 1 else ""))
        if not os.path.lexists(name):
            return name
        number += 1


def exists(target: Path) -> StoreError:
    """Return the error that the target of a new file exists."""
    return TargetExists(f"{target} is there already", "name another file; nothing is overwritten")


def _unwritable(target: Path, error: OSError, refusal: type[StoreError]) -> StoreError:
    reason = os_reason(error)
    way = "free some space there, or choose another place" if error.errno in _FULL else "choose another place"
    return refusal(f"cannot write {target}: {reason}", f"nothing changed; {way}")
