"""Give back the free blocks of a store's file: write it anew and put that in its place.

The database uses free blocks again but never gives them back, and each merge of small row groups writes the
rows of a table once more before it lets go of the old ones. A store that many short writes went to is mostly
free blocks for that reason. The new file is whole and on the disk before it takes the old one's place, in one
rename: killed before that, the old one is there; after it, the new one.
"""

from __future__ import annotations

import os
from pathlib import Path

import duckdb
from sqlalchemy.exc import SQLAlchemyError

from store import schema
from store.database.file_modes import log_of
from store.database.session import raw_connection
from store.engine import REPLACED, Store
from store.errors import StoreError, StoreUnreadable
from store.lifecycle import copy_file
from store.lifecycle.open import open_store
from store.tables import SchemaStepRow, table_of

LEAST_BLOCKS = 64
"""Blocks of a file from which it is worth it."""
MOST_USED = 4_096
"""Blocks in use above which it is not done by the way: the file would be held for too long."""
FREE_SHARE = 0.5
"""Free blocks for each one in use, from which they are given back."""


def give_back(store: Store) -> bool:
    """Write the file anew without its free blocks, where they are many for what it holds.

    Nobody is waited for, and nothing is reported: False means that the file is as it was, because it is not
    worth it, somebody else has it, it may not be replaced, or there is no room.
    """
    path = store.path
    if store.read_only or not _may_replace(path):
        return False
    own = Store(path, wait_seconds=0.0)
    try:
        if not _worth_it(own):
            return False
        with copy_file.held(own) as session, copy_file.workplace(path) as folder:
            made = open_store(folder / path.name)
            _copy(raw_connection(session), made.path)
            with made.path.open("rb") as file:
                copy_file.sync(file.fileno())
            if _logged(made.path) or _logged(path):
                return False  # what is in a log is not in its file
            session.info[REPLACED] = True
            _put_in_place(made.path, path)
            copy_file.sync_folder(path.parent)
    except (StoreError, SQLAlchemyError, duckdb.Error, OSError):
        return False
    return True


def _put_in_place(made: Path, path: Path) -> None:
    """The one moment from which the new file is the store."""
    made.rename(path)


def _may_replace(path: Path) -> bool:
    """Whether the name leads to a file of this user's that has no other name."""
    try:
        known = path.lstat()
    except OSError:
        return False
    return not path.is_symlink() and known.st_nlink == 1 and known.st_uid == os.geteuid()


def _logged(path: Path) -> bool:
    log = log_of(path)
    return log.exists() and log.stat().st_size > 0


def _worth_it(store: Store) -> bool:
    with store.reading() as session:
        row = raw_connection(session).execute("SELECT * FROM pragma_database_size()").fetchone()
    if row is None:
        return False
    total, used, free = (int(row[place]) for place in (3, 4, 5))
    return total >= LEAST_BLOCKS and used <= MOST_USED and free >= FREE_SHARE * used


def _copy(connection: duckdb.DuckDBPyConnection, made: Path) -> None:
    """Copy every row into an empty store, and count them there.

    Raises:
        StoreUnreadable: they are not as many.
    """
    quoted = str(made).replace("'", "''")
    connection.execute(f"ATTACH '{quoted}' AS anew")
    names = [table_of(row).name for row in schema.tables() if row is not SchemaStepRow]
    for name in names:
        connection.execute(f'INSERT INTO anew."{name}" SELECT * FROM "{name}"')
    counting = " UNION ALL ".join(
        f'SELECT (SELECT count(*) FROM anew."{name}") = (SELECT count(*) FROM "{name}")' for name in names
    )
    if not all(row[0] for row in connection.execute(counting).fetchall()):
        raise StoreUnreadable("the copy has other rows than the store", "nothing changed")
    connection.execute("COMMIT")
    connection.execute("DETACH anew")
    connection.execute("BEGIN TRANSACTION")
