"""What a kill may leave of a migration, a backup or a restore: the old file or the new one, each whole."""

from __future__ import annotations

import gzip
import stat
from pathlib import Path
from typing import Any

import duckdb

from store import journal, pointers, schema, sessions, verify
from store.engine import Store
from store.private import OTHERS
from store.values import Head
from tests.endurance.crash_model import require
from tests.store.fixtures.make import fixture

EVENTS = 48
"""Of the one session in every fixture."""


def place_old(path: Path, version: int) -> None:
    """Put a store of an earlier schema there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.decompress(fixture(version).read_bytes()))
    path.chmod(0o600)


def settle_migration(path: Path, version: int) -> str:
    """The store is of the old schema or of today's, and goes on; what is kept beside it is the old one."""
    found = _steps(path)
    require(found in (version, schema.SCHEMA_VERSION), f"all steps or none, not {found}")
    for kept in path.parent.glob(f"{path.name}.schema-*"):
        if not kept.name.endswith(".wal"):
            require(_steps(kept) == version, f"{kept.name} is the store as it was")
    _whole(path)
    (session,) = sessions.listing(store := Store.open(path))
    require(session.events == EVENTS and pointers.history(store), "nothing of it was lost")
    return "whole" if found == schema.SCHEMA_VERSION else "absent"


def settle_backup(store_path: Path, target: Path, acknowledged: Any) -> str:
    """The copy is not there, or it is whole and says what the store says."""
    if not target.exists():
        require(acknowledged is None, "an acknowledged backup is there")
        return "absent"
    require(_whole(target) == journal.heads(Store.open(store_path)), "the copy holds what the store holds")
    return "whole"


def settle_restore(path: Path, before: tuple[Head, ...], after: tuple[Head, ...], acknowledged: Any) -> str:
    """A store is there, the old one or the restored one; what was put aside is the old one."""
    require(path.exists(), "there is always a store")
    found = _whole(path)
    require(found in (before, after), "it is the old store or the restored one")
    for kept in path.parent.glob(f"{path.name}.replaced*"):
        if not kept.name.endswith(".wal"):
            require(_whole(kept) == before, f"{kept.name} is the old store")
    require(acknowledged is None or found == after, "an acknowledged restore is never lost")
    return "whole" if found == after else "absent"


def _whole(path: Path) -> tuple[Head, ...]:
    require(not stat.S_IMODE(path.stat().st_mode) & OTHERS, f"{path.name} is its owner's alone")
    store = Store.open(path)
    found = verify.verify(store)
    require(found.ok, f"{path.name} verifies: {found.problems[:3]}")
    return journal.heads(store)


def _steps(path: Path) -> int:
    with duckdb.connect(str(path)) as raw:
        (found,) = raw.execute("SELECT max(step) FROM schema_step").fetchall()
    return int(found[0])
