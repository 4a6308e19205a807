"""An empty store as bytes: created once per process, and copied wherever one is needed.

It is independent of the place where a store is created; the database writes to a temporary folder.
"""

from __future__ import annotations

import tempfile
import threading
from contextlib import AbstractContextManager
from pathlib import Path

import duckdb

from store import schema
from store.database import scratch
from store.database.access import CONFIG

BLOCK_BYTES = 16_384
"""Block size of a new store's file, the smallest possible, since tables take whole blocks.

With the database's default of 262,144 a run with 230 kB of data took 26 MB, now 3; an import of 120 MB takes
a tenth more CPU.
"""

_making = threading.Lock()
_made: dict[tuple[schema.SchemaStep, ...], bytes] = {}
"""By the schema steps that were taken, since other steps give another store."""


def blank_store(near: Path) -> bytes:
    """Return the bytes of an empty store; `near` is the folder to create it in if there is no temporary one.

    It takes one connection of the driver, once. Raises the errors of the driver and the disk.
    """
    with _making:
        found = _made.get(schema.STEPS)
        if found is None:
            found = _made[schema.STEPS] = _make(near)
    return found


def forget() -> None:
    """Clear the cache, so that the next store is created again."""
    with _making:
        _made.clear()


def _make(near: Path) -> bytes:
    with _folder(near) as folder:
        path = Path(folder) / "store.duckdb"
        with duckdb.connect(str(path), config={**CONFIG, "default_block_size": BLOCK_BYTES}) as connection:
            connection.begin()
            schema.migrate(connection, path)
            connection.commit()
            # Not on close, where the driver does not report that the file could not grow.
            connection.execute("CHECKPOINT")
        return path.read_bytes()


def _folder(near: Path) -> AbstractContextManager[str | Path]:
    try:
        return tempfile.TemporaryDirectory(prefix="workbench-")
    except OSError:
        return scratch.workplace(near)
