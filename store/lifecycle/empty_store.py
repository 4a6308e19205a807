"""An empty store as bytes: made once in a process, copied to wherever one is needed.

It knows nothing of the place where a store is to be; the database writes to a folder that goes again.
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
"""Size of a block of a new store's file, the least there is. Tables take whole blocks: at the database's own
262,144 a run that said 230 kB came to 26 MB, now to 3; an import of 120 MB takes a tenth more CPU."""

_making = threading.Lock()
_made: dict[tuple[schema.SchemaStep, ...], bytes] = {}
"""By the steps that were taken: a store of other steps is another store."""


def blank_store(near: Path) -> bytes:
    """The bytes of an empty store; `near` is a folder to make it in where there is none for such things.

    It takes one connection of the driver, once. Raises what the driver or the disk raises.
    """
    with _making:
        found = _made.get(schema.STEPS)
        if found is None:
            found = _made[schema.STEPS] = _make(near)
    return found


def forget() -> None:
    """Have the next one made anew."""
    with _making:
        _made.clear()


def _make(near: Path) -> bytes:
    with _folder(near) as folder:
        path = Path(folder) / "store.duckdb"
        with duckdb.connect(str(path), config={**CONFIG, "default_block_size": BLOCK_BYTES}) as connection:
            connection.begin()
            schema.migrate(connection, path)
            connection.commit()
            # Here and not when it closes, where the driver tells nobody that the file could not grow.
            connection.execute("CHECKPOINT")
        return path.read_bytes()


def _folder(near: Path) -> AbstractContextManager[str | Path]:
    try:
        return tempfile.TemporaryDirectory(prefix="workbench-")
    except OSError:
        return scratch.workplace(near)
