"""Migrates a store of an earlier schema, and keeps the original file beside it.

All missing steps are one transaction: the store has the old schema or the new one, never one in between.
"""

from __future__ import annotations

from pathlib import Path

from store import schema
from store.database.session import raw_connection
from store.engine import Store
from store.lifecycle import copy_file


def bring_forward(store: Store) -> Path | None:
    """Take the missing schema steps; return the path of the kept original, or None if nothing was missing.

    Raises:
        StoreError: the copy or a step failed; the store is unchanged.
    """
    with copy_file.held(store) as session:
        connection = raw_connection(session)
        behind = schema.steps_behind(connection, store.path)
        if not behind:
            return None  # another process was faster
        reached = schema.STEPS[-behind - 1].number
        kept = copy_file.free_name(store.path, f"schema-{reached}")
        with copy_file.workplace(store.path) as folder:
            made = folder / kept.name
            copy_file.copy_held(store.path, made)
            copy_file.put_in_place(made, kept)
        schema.migrate(connection, store.path)
        return kept
