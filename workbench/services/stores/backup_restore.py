"""Backup, restore, export and purge, and their JSON output."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from store.engine import Store
from store.lifecycle import backup as backups
from store.lifecycle import bundle_file
from store.lifecycle import purge as purging
from store.lifecycle.backup import Backup, Restored
from store.lifecycle.bundle_file import ExportedBundle
from store.lifecycle.purge import Purged
from store.records import lookup
from store.records import sessions as stored
from store.records.runs import SESSION_FORMAT
from workbench.bootstrap import Env
from workbench.errors import InputError, UsageError
from workbench.masking import mask
from workbench.services.scores.baseline import check_writable

_PAGE = 2_000


def backup(env: Env, path: str) -> Backup:
    """Copy the store, even while it is in use, to a file that does not exist yet.

    Raises:
        InputError: the file cannot be written.
    """
    store = env.open_store()
    return backups.backup(store, _new_file(path))


def _new_file(path: str) -> Path:
    """Return the path of a new file, checked to be writable; writing rejects a file that exists."""
    place = Path(path).expanduser().absolute()
    if not os.path.lexists(place):
        check_writable(str(place))
    return place


def restore(
    env: Env, path: str, *, replace: bool = False, damaged: bool = False, repair: bool = False
) -> Restored:
    """Restore a backup to the place of the store.

    Args:
        env: the environment, whose store is restored.
        path: the backup.
        replace: whether an existing store may be replaced.
        damaged: whether the backup may fail verification.
        repair: whether to repair it first if a killed process damaged it; it may be the store itself.

    Raises:
        InputError: there is no such file.
    """
    source = Path(path).expanduser()
    if not source.is_file():
        problem = f"{path} is not a file" if source.exists() else f"there is no backup at {path}"
        raise InputError(problem, "name the file that `backup` wrote", code="input_missing")
    return backups.restore(
        env.store_location,
        source,
        replace=replace,
        damaged=damaged,
        repair=repair,
        wait_seconds=env.wait_seconds,
    )


def export(env: Env, sessions: Sequence[str], path: str) -> tuple[ExportedBundle, int, tuple[str, ...]]:
    """Export sessions with their whole review history to one file that does not exist yet.

    Secrets are not masked, since every digest covers the true text. Returned are the bundle, the number of
    secrets in its events, and the ids of the sessions that are runs: of these the bundle has the events and
    moves, but not the manifests, claims, outputs and sources.

    Raises:
        InputError: the file cannot be written.
        store.errors.NotFound: an id matches no session, or more than one.
    """
    store = env.open_store()
    names = [lookup.session(store, each) for each in sessions]
    done = bundle_file.write(store, names, _new_file(path))
    runs = tuple(name for name in names if stored.get(store, name).format == SESSION_FORMAT)
    return done, sum(_secrets(store, head.session_id) for head in done.heads), runs


def _secrets(store: Store, session_id: str) -> int:
    last = stored.get(store, session_id).events - 1
    pages = range(0, last + 1, _PAGE)
    events = (each for at in pages for each in stored.load_events(store, session_id, at, at + _PAGE - 1))
    return sum(mask(each.text)[1] for each in events)


def export_json(done: ExportedBundle, secrets: int, runs: Sequence[str]) -> dict[str, Any]:
    """Return the `workbench.export/1` object."""
    from workbench.services.output_shapes.shape import printed
    from workbench.services.output_shapes.store_shapes import ExportShape

    counted = {"secrets": secrets, "runs_without_records": runs}
    return printed(ExportShape, done, path=str(done.path), bytes=done.size, **counted)


def purge(env: Env, session: str, *, confirmed: bool, reason: str | None = None) -> Purged:
    """Remove a session permanently.

    Raises:
        UsageError: it was not confirmed; the message lists what would be removed.
        store.errors.NotFound: the id matches no session, or more than one.
    """
    store = env.open_store()
    name = lookup.session(store, session)
    if not confirmed:
        found = purging.counts(store, name)
        contents = ", ".join(
            f"{count:,} {_PLURALS[table].removesuffix('s') if count == 1 else _PLURALS[table]}"
            for table, count in found.items()
        )
        raise UsageError(
            f"{name} would go for good: {contents}", "`backup` first if in doubt, then add --confirm"
        )
    return purging.purge(store, name, actor=env.actor, reason=reason or "none given", now=env.now())


def purge_json(done: Purged) -> dict[str, Any]:
    """Return the `workbench.purge/1` object."""
    from workbench.services.output_shapes.shape import printed
    from workbench.services.output_shapes.store_shapes import PurgeShape

    return printed(
        PurgeShape,
        done,
        session_id=done.head.session_id,
        removed={_PLURALS[table]: count for table, count in done.removed.items()},
        beside=[str(each) for each in done.beside],
    )


_PLURALS = {
    "event": "events",
    "artifact": "artifacts",
    "review": "reviews",
    "pointer": "moves",
    "snapshot": "snapshots",
}


def backup_json(done: Backup) -> dict[str, Any]:
    """Return the `workbench.backup/1` object."""
    from workbench.services.output_shapes.shape import printed
    from workbench.services.output_shapes.store_shapes import BackupShape

    return printed(BackupShape, done, path=str(done.path), bytes=done.size)


def restore_json(done: Restored) -> dict[str, Any]:
    """Return the `workbench.restore/1` object."""
    from workbench.services.output_shapes.shape import printed
    from workbench.services.output_shapes.store_shapes import RestoreShape

    replaced = None if done.replaced is None else str(done.replaced)
    return printed(RestoreShape, done, store=str(done.path), replaced=replaced)
