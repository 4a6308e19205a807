"""Copies of the store, and putting one in its place."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from store import backups, bundles, ids
from store.backups import Backup, Restored
from store.bundles import Exported
from store.values import Head
from workbench.bootstrap import Env

BACKUP_SCHEMA = "workbench.backup/1"
EXPORT_SCHEMA = "workbench.export/1"
RESTORE_SCHEMA = "workbench.restore/1"


def backup(env: Env, path: str) -> Backup:
    """Copy the store to a file that is not there yet, while it is in use."""
    return backups.backup(env.open_store(), Path(path).expanduser().absolute())


def restore(env: Env, path: str, *, replace: bool = False, damaged: bool = False) -> Restored:
    """Put a copy of a backup where the store is.

    `replace` says that a store may be there, `damaged` that the backup need not verify.
    """
    return backups.restore(
        env.store_location,
        Path(path).expanduser(),
        replace=replace,
        damaged=damaged,
        wait_seconds=env.wait_seconds,
    )


def export(env: Env, sessions: Sequence[str], path: str) -> Exported:
    """Write sessions with their whole review history into one file that is not there yet.

    Raises:
        store.errors.NotFound: an id names nothing, or more than one session.
    """
    store = env.open_store()
    names = [ids.session(store, each) for each in sessions]
    return bundles.write(store, names, Path(path).expanduser().absolute())


def export_json(done: Exported) -> dict[str, Any]:
    """The `workbench.export/1` object."""
    return {
        "schema": EXPORT_SCHEMA,
        "path": str(done.path),
        "bytes": done.size,
        "heads": heads_json(done.heads),
    }


def backup_json(done: Backup) -> dict[str, Any]:
    """The `workbench.backup/1` object."""
    return {
        "schema": BACKUP_SCHEMA,
        "path": str(done.path),
        "bytes": done.size,
        "heads": heads_json(done.heads),
    }


def restore_json(done: Restored) -> dict[str, Any]:
    """The `workbench.restore/1` object."""
    return {
        "schema": RESTORE_SCHEMA,
        "store": str(done.path),
        "replaced": None if done.replaced is None else str(done.replaced),
        "heads": heads_json(done.heads),
    }


def heads_json(found: Sequence[Head]) -> list[dict[str, Any]]:
    """Heads as every shape gives them."""
    return [{"session_id": h.session_id, "sequence": h.sequence, "hash": h.hash} for h in found]
