"""Copies a store while it is in use, and restores a store from such a copy.

A copy is opened and compared with its source before it counts. Restoring replaces nothing without being
asked, and keeps the file that it replaces beside the new one.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path

import duckdb

from store import schema
from store.database.access import path_of, writable
from store.database.driver_errors import mapped
from store.database.file_modes import log_of
from store.database.session import raw_connection
from store.engine import Store
from store.errors import NoBackup, NoStore, StoreBusy, StoreUnreadable, TargetExists, TargetUnwritable
from store.journal import journal
from store.lifecycle import checksums, copy_file
from store.lifecycle.open import is_database, open_store
from store.values import HistoryHead
from store.verify import verify

_RETRY_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy of a store and its contents."""

    path: Path
    size: int
    """Size in bytes."""
    heads: tuple[HistoryHead, ...]


@dataclass(frozen=True, slots=True)
class Restored:
    """A store that was restored, in place of another or where there was none."""

    path: Path
    heads: tuple[HistoryHead, ...]
    replaced: Path | None
    """Path under which the replaced file is kept."""
    repaired: int = 0
    """Number of blocks whose checksums were repaired."""


def backup(store: Store, target: Path) -> Backup:
    """Copy a store to a file that does not exist yet; other processes wait meanwhile.

    Raises:
        TargetExists: the target exists.
        TargetUnwritable: the copy cannot be written there.
        StoreUnreadable: the copy differs from the store.
    """
    if os.path.lexists(target):
        raise copy_file.exists(target)
    with copy_file.workplace(target, TargetUnwritable) as folder:
        made = folder / target.name
        with copy_file.held(store) as session:
            heads = journal.read_heads(session)
            copy_file.copy_held(store.path, made)
        if journal.heads(_settled(made)) != heads:
            raise StoreUnreadable(
                f"the copy of {store.path} differs from it", "`workbench verify` looks for damage"
            )
        copy_file.put_in_place(made, target)
        return Backup(target, target.stat().st_size, heads)


def restore(
    location: str | Path,
    source: Path,
    *,
    replace: bool,
    damaged: bool = False,
    repair: bool = False,
    wait_seconds: float = 5.0,
) -> Restored:
    """Put a copy of `source` in the place of a store; with `replace`, an existing store is kept beside it.

    `source` is verified first, in a copy that is migrated to the current schema; `damaged` accepts it as it
    is. With `repair` it may be the store itself: blocks torn by a killed process are repaired in the copy
    (`store.lifecycle.checksums`).

    Raises:
        TargetExists: a store exists and `replace` is false.
        NoBackup: `source` is missing or is not a store.
        StoreUnreadable: `source` is damaged, or does not verify; nothing changed.
        StoreBusy: the existing store is held by another process.
    """
    target = path_of(location)
    _check_kind(source)
    itself = target.exists() and source.samefile(target)
    if itself and not repair:
        raise TargetExists(f"{source} is the store itself", "name the file that `backup` wrote")
    if os.path.lexists(target) and not (replace or itself):
        raise TargetExists(f"there is a store at {target}", "--replace puts it aside and keeps it")
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with copy_file.workplace(target) as folder:
        made = folder / target.name
        try:
            repaired = _copied(source, made, wait_seconds, repair=repair)
            copied = _settled(made)
        except NoStore as error:
            raise NoBackup(f"{source} is a DuckDB database, but no backup of a store is in it") from error
        if not damaged:
            _check(copied, source)
        heads = journal.heads(copied)
        if not os.path.lexists(target):
            copy_file.put_in_place(made, target)
            return Restored(target, heads, None, repaired)
        with _alone(target, wait_seconds):
            kept = _put_aside(target, folder)
            made.rename(target)
            copy_file.sync_folder(target.parent)
        return Restored(target, heads, kept, repaired)


def _check_kind(source: Path) -> None:
    """Reject a file that is no database; one with a damaged beginning cannot be repaired either."""
    if not source.is_file():
        raise NoBackup(f"{source} is not a file" if source.exists() else f"there is no backup at {source}")
    if not source.stat().st_size:
        raise NoBackup(f"{source} is empty, so no backup is in it")
    if not is_database(source):
        raise NoBackup(f"{source} is not a DuckDB database, so no backup is in it")


def _copied(source: Path, made: Path, wait_seconds: float, *, repair: bool) -> int:
    """Copy a file that nobody else uses meanwhile; return how many blocks were repaired in the copy."""
    if not repair:
        with copy_file.held(Store(source.absolute(), wait_seconds)) as session:
            schema.steps_behind(raw_connection(session), source)
            copy_file.copy_held(source, made)
        return 0
    with _alone(source, wait_seconds) if writable(source) else nullcontext():
        copy_file.copy_held(source, made)
    try:
        return checksums.repair(made)
    except (duckdb.Error, UnicodeDecodeError) as error:
        raise mapped(error, source) from error


def _put_aside(target: Path, folder: Path) -> Path:
    """Keep the existing file under another name, with its log if that could not be read.

    Without its log a file opens at an older state, and a log belongs to one file only. While the log is
    removed, a file that is no database stands in the place, so that a kill at any point leaves the old file
    with its log, the new file, or a file that is rejected. That stand-in is written in `folder`.
    """
    kept = copy_file.free_name(target, "replaced")
    log = log_of(target)
    if not os.path.lexists(log):
        with suppress(OSError):  # no hard links on this file system
            os.link(target, kept)
            return kept
        target.rename(kept)
        return kept
    _keep_as(log, log_of(kept), folder)
    _keep_as(target, kept, folder)
    stand_in = folder / "stand-in"
    stand_in.write_text(f"A restore ended here before it was done. The store that was here is {kept}.\n")
    copy_file.sync_folder(target.parent)
    stand_in.rename(target)
    copy_file.sync_folder(target.parent)
    log.unlink()
    return kept


def _keep_as(path: Path, kept: Path, folder: Path) -> None:
    """Give a file a second name, or copy it if there are no hard links."""
    try:
        os.link(path, kept)
    except OSError:
        copy_file.copy_file(path, folder / kept.name)
        (folder / kept.name).rename(kept)


def _settled(made: Path) -> Store:
    """Open one's own copy, so that its log is merged into the file and its schema is current."""
    store = open_store(made)
    with copy_file.held(store):
        pass
    return store


def _check(copied: Store, source: Path) -> None:
    found = verify.verify(copied).problems
    if found:
        first = f"{found[0].record} {found[0].id}: {found[0].problem}"
        raise StoreUnreadable(
            f"{source} does not verify, nothing changed: {verify.counted_problems(found)}{first}",
            "--damaged restores it as it is",
        )


@contextmanager
def _alone(target: Path, wait_seconds: float) -> Iterator[None]:
    """Lock a store against every other process, whatever its state."""
    deadline = time.monotonic() + wait_seconds
    with suppress(StoreUnreadable), copy_file.held(Store(target, wait_seconds)):
        pass  # a readable log is merged into the file now; an error names the holder
    descriptor = os.open(target, os.O_RDWR)
    try:
        while not _locked(descriptor):
            if time.monotonic() >= deadline:
                raise StoreBusy(f"{target} is held by another process", "wait until it is done, or end it")
            time.sleep(_RETRY_SECONDS)
        yield
    finally:
        os.close(descriptor)


def _locked(descriptor: int) -> bool:
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
