"""Scratch folders next to a store, and the removal of those left by dead processes.

A process that works in one holds a lock on the folder, which ends with the process in any case. A folder with
such a name that belongs to this user and is not locked is abandoned; nothing else is ever removed.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from store.database.descriptors import forget

_PREFIX = ".store-work-"
_NAME = re.compile(re.escape(_PREFIX) + "[a-z0-9_]{8}")


@contextmanager
def workplace(parent: Path) -> Iterator[Path]:
    """Provide a scratch folder inside `parent`, removed afterwards.

    Raises OSError if it cannot be created.
    """
    folder, descriptor = _made(parent)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        forget(folder)
        os.close(descriptor)


def sweep(parent: Path) -> tuple[str, ...]:
    """Remove the folders that dead processes of this user left in `parent`; return their names."""
    gone: list[str] = []
    with suppress(OSError), os.scandir(parent) as found:
        for name in sorted(each.name for each in found if _NAME.fullmatch(each.name)):
            with suppress(OSError):
                gone += [name] * _removed(parent / name)
    return tuple(gone)


def _made(parent: Path) -> tuple[Path, int]:
    while True:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=parent))
        try:
            descriptor = _opened(folder)
        except FileNotFoundError:  # swept away in the instant before it was locked
            continue
        with suppress(OSError):  # a file system without locks: such a folder is never swept either
            if not _locked(descriptor):
                os.close(descriptor)
                continue
        if _is(folder, descriptor):
            return folder, descriptor
        os.close(descriptor)


def _removed(folder: Path) -> bool:
    known = folder.lstat()
    if not stat.S_ISDIR(known.st_mode) or known.st_uid != os.geteuid():
        return False
    descriptor = _opened(folder)
    try:
        if not _locked(descriptor) or not _is(folder, descriptor):
            return False
        shutil.rmtree(folder)
    finally:
        os.close(descriptor)
    return True


def _opened(folder: Path) -> int:
    return os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)


def _locked(descriptor: int) -> bool:
    """Try to lock; return whether it succeeded. Raises OSError if the file system has no locks."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is(folder: Path, descriptor: int) -> bool:
    """Return whether the folder at this path is the opened one."""
    try:
        named = folder.lstat()
    except FileNotFoundError:
        return False
    return os.path.samestat(named, os.fstat(descriptor))
