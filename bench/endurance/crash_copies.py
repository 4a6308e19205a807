"""The states a kill may leave after an operation on whole files: the old file or the new one, complete.

The operations are a migration, a backup, a restore, an export, a bundle's import, and a purge.
"""

from __future__ import annotations

import gzip
import stat
from pathlib import Path
from typing import Any

import duckdb

from bench.endurance.crash_model import require
from bench.endurance.reopening import reopened
from store import pointers, schema
from store.database.file_modes import OTHERS
from store.engine import Store
from store.journal import journal
from store.lifecycle import bundle_import
from store.lifecycle.open import open_store
from store.records import sessions
from store.values import HistoryHead
from store.verify import verify
from tests.store.fixtures.make import fixture

EVENTS = 48
"""Of the one session in every fixture."""


def place_old(path: Path, version: int) -> None:
    """Put a store of an earlier schema there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.decompress(fixture(version).read_bytes()))
    path.chmod(0o600)


def settle_migration(path: Path, version: int) -> str:
    """Check that the store has the old schema or today's and works, and that the copy is the old one."""
    found = _steps(path)
    require(found in (version, schema.SCHEMA_VERSION), f"all steps or none, not {found}")
    for kept in path.parent.glob(f"{path.name}.schema-*"):
        if not kept.name.endswith(".wal"):
            require(_steps(kept) == version, f"{kept.name} is the store as it was")
    _whole(path)
    (session,) = sessions.listing(store := open_store(path))
    require(session.events == EVENTS and pointers.history(store), "nothing of it was lost")
    return "whole" if found == schema.SCHEMA_VERSION else "absent"


def settle_backup(store_path: Path, target: Path, acknowledged: Any) -> str:
    """Check that the copy is absent, or complete and equal to the store."""
    if not target.exists():
        require(acknowledged is None, "an acknowledged backup is there")
        return "absent"
    require(_whole(target) == journal.heads(open_store(store_path)), "the copy holds what the store holds")
    return "whole"


def settle_restore(
    path: Path, before: tuple[HistoryHead, ...], after: tuple[HistoryHead, ...], acknowledged: Any
) -> str:
    """A store is there, the old one or the restored one; what was put aside is the old one."""
    require(path.exists(), "there is always a store")
    found = _whole(path)
    require(found in (before, after), "it is the old store or the restored one")
    for kept in path.parent.glob(f"{path.name}.replaced*"):
        if not kept.name.endswith(".wal"):
            require(_whole(kept) == before, f"{kept.name} is the old store")
    require(acknowledged is None or found == after, "an acknowledged restore is never lost")
    return "whole" if found == after else "absent"


def settle_export(store_path: Path, target: Path, beside: Path, acknowledged: Any) -> str:
    """There is no bundle, or one that another store takes whole, with the heads that it has here."""
    if not target.exists():
        require(acknowledged is None, "an acknowledged bundle is there")
        return "absent"
    require(not stat.S_IMODE(target.stat().st_mode) & OTHERS, "a bundle is its owner's alone")
    other = open_store(beside)
    exported = {each.session_id for each in bundle_import.take(other, target)}  # it verifies what it takes
    here = tuple(each for each in _heads(store_path) if each.session_id in exported)
    require(exported and journal.heads(other) == here, "the bundle holds what the store holds")
    return "whole"


def settle_take(
    path: Path,
    bundle: Path,
    before: tuple[HistoryHead, ...],
    after: tuple[HistoryHead, ...],
    acknowledged: Any,
    *,
    again: bool,
) -> str:
    """All of the bundle was taken in or nothing; taken in `again`, it is there once."""
    found = _whole(path)
    require(found in (before, after), "all of a bundle is taken in, or nothing")
    require(acknowledged is None or found == after, "an acknowledged bundle is never lost")
    if again:
        bundle_import.take(open_store(path), bundle)
    require(not again or _whole(path) == after, "a bundle that is taken in again is there once")
    return "whole" if found == after else "absent"


def settle_purge(path: Path, before: tuple[HistoryHead, ...], session_id: str, acknowledged: Any) -> str:
    """The session is there with all its records, or gone, its last head in a tombstone; others stand."""
    found = {each.session_id: each for each in _whole(path)}
    kept = {each.session_id: each for each in before}
    gone = session_id not in {each.session_id for each in sessions.listing(Store(path, wait_seconds=5))}
    require(acknowledged in (None, kept[session_id].hash), "a purge tells the head that it ended")
    require(acknowledged is None or gone, "an acknowledged purge is never undone")
    last = found.pop(session_id)
    before_last = kept.pop(session_id)
    require(found == kept, "the other sessions are as they were")
    if gone:
        require(last.sequence == before_last.sequence + 1, "one tombstone follows the head")
        with duckdb.connect(str(path)) as raw:
            graves = raw.execute("SELECT session_id, head FROM tombstone").fetchall()
            left = raw.execute("SELECT count(*) FROM event WHERE session_id = ?", [session_id]).fetchall()
        require(graves == [(session_id, before_last.hash)], "the tombstone names the head")
        require(left == [(0,)], "no event is left")
        return "whole"
    require(last == before_last, "the session is as it was")
    return "absent"


def _whole(path: Path) -> tuple[HistoryHead, ...]:
    require(not stat.S_IMODE(path.stat().st_mode) & OTHERS, f"{path.name} is its owner's alone")
    store = reopened(path)
    with store.reading():
        found = verify.verify(store)
        require(found.ok, f"{path.name} verifies: {found.problems[:3]}")
    return found.heads


def _heads(path: Path) -> tuple[HistoryHead, ...]:
    return journal.heads(Store(path, wait_seconds=5))


def _steps(path: Path) -> int:
    with duckdb.connect(str(path)) as raw:
        (found,) = raw.execute("SELECT max(step) FROM schema_step").fetchall()
    return int(found[0])
