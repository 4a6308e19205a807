"""Frees the unused blocks of a store's file by writing a new file and putting it in the old one's place.

The database reuses free blocks but never returns them, and each merge of small row groups writes the rows of
a table again before it frees the old ones. A store with many short writes therefore consists mostly of free
blocks. The new file is complete and on the disk before it replaces the old one in one rename: after a kill
before that, the old file is there; after it, the new one.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path

import duckdb
from sqlalchemy.exc import SQLAlchemyError

from store import schema
from store.database.connect import undisturbed
from store.database.file_modes import log_of
from store.database.session import raw_connection
from store.engine import REPLACED, Store
from store.errors import StoreError, StoreUnreadable
from store.lifecycle import copy_file
from store.lifecycle.open import open_store
from store.tables import DERIVED, SchemaStepRow, table_of

LEAST_BLOCKS = 64
"""Fewest blocks of a file that is rewritten."""
MOST_USED = 4_096
"""Most used blocks of a file that is rewritten in passing; a larger one would be held for too long."""
FREE_SHARE = 0.5
"""Free blocks per used one from which the file is rewritten."""
GROWN = 1.25
"""Size, in sizes after this process last settled the file, from which it is settled again.

Settling costs as much as the file is large. Done each time that a file has grown by a share of itself, it
costs the same for each byte that is added, however long a run is.
"""
_settled: dict[str, int] = {}
"""Sizes of files after this process last settled them."""


def settle(store: Store) -> None:
    """Merge what many short writes left and release the free space.

    It does nothing if the store is in use, or has hardly grown since.
    """
    path = str(store.path)
    known = _settled.get(path)
    if known is not None and _size(store) < GROWN * known:
        return
    # Merging in the file itself first takes the room of the rows once more.
    if (known is not None and give_back(store, grown=True)) or store.tidy():
        if known is None:
            give_back(store)
        _settled[path] = _size(store)


def _size(store: Store) -> int:
    """Return the bytes of the file; 0 if it cannot be asked."""
    try:
        return store.path.stat().st_size
    except OSError:
        return 0


def give_back(store: Store, *, grown: bool = False) -> bool:
    """Rewrite the file without its free blocks, if it has many of them, or has `grown` by many short writes.

    It waits for nobody and reports nothing. False means that the file is unchanged: it is not worth it,
    another process or another operation of this one has it open, it may not be replaced, or there is no room.
    """
    path = store.path
    if store.read_only or not _may_replace(path):
        return False
    own = Store(path, wait_seconds=0.0)
    try:
        if not _worth_it(own, grown=grown):
            return False
        # until its own connection is closed too, no other thread of this process connects to the old file
        with ExitStack() as alone, copy_file.held(own) as session, copy_file.workplace(path) as folder:
            made = open_store(folder / path.name)
            _copy(raw_connection(session), made.path)
            with made.path.open("rb") as file:
                copy_file.sync(file.fileno())
            if _logged(made.path) or _logged(path):
                return False  # a log's changes are not in its file yet
            if not alone.enter_context(undisturbed(path)):
                return False
            session.info[REPLACED] = True
            _put_in_place(made.path, path)
            copy_file.sync_folder(path.parent)
    except (StoreError, SQLAlchemyError, duckdb.Error, OSError):
        return False
    return True


def _put_in_place(made: Path, path: Path) -> None:
    """Make the new file the store, in one rename."""
    made.rename(path)


def _may_replace(path: Path) -> bool:
    """Return whether the path is a regular file of this user without another name."""
    try:
        known = path.lstat()
    except OSError:
        return False
    return not path.is_symlink() and known.st_nlink == 1 and known.st_uid == os.geteuid()


def _logged(path: Path) -> bool:
    log = log_of(path)
    return log.exists() and log.stat().st_size > 0


def _worth_it(store: Store, *, grown: bool) -> bool:
    with store.reading() as session:
        row = raw_connection(session).execute("SELECT * FROM pragma_database_size()").fetchone()
    if row is None:
        return False
    total, used, free = (int(row[place]) for place in (3, 4, 5))
    return total >= LEAST_BLOCKS and used <= MOST_USED and (grown or free >= FREE_SHARE * used)


def _copy(connection: duckdb.DuckDBPyConnection, made: Path) -> None:
    """Copy every row into an empty store, and compare the row counts.

    Raises:
        StoreUnreadable: the counts differ.
    """
    quoted = str(made).replace("'", "''")
    connection.execute(f"ATTACH '{quoted}' AS anew")
    names = [table_of(row).name for row in schema.tables() if row is not SchemaStepRow]
    names.append(DERIVED)  # else the next operation derives it again, and the file has grown again
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
