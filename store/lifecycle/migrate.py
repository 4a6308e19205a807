"""Bring a store of an earlier schema forward, keeping the file as it was beside it.

All steps that lack are one transaction: the store is of the old schema or of the new one, never between.
"""

from __future__ import annotations

from pathlib import Path

from store import schema
from store.database.session import raw_connection
from store.engine import Store
from store.lifecycle import copy_file


def bring_forward(store: Store) -> Path | None:
    """Take the steps that the store lacks; where the file as it was is kept, None where nothing lacked.

    Raises:
        StoreError: the copy or a step failed; the store is as it was.
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
