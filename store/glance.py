"""A first look at the sessions with the driver alone, while all the rest is still to be imported.

It writes nothing, waits for nobody and judges no error: whatever is unusual is left to the proper reading,
which follows in any case.
"""

from __future__ import annotations

import os
from pathlib import Path

from store.database.file_modes import private_files
from store.values import StoredSession

CONFIG = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
"""How every connection is opened; those of one process to one file must agree (`config_of`)."""

SESSIONS = """
SELECT s.session_id, s.format, s.native_id, i.title, i.scope_complete, i.bytes_per_token, i.source_name,
       i.created_at, i.events, i.turns, i.steps, i.tokens, i.noise, i.chain,
       (SELECT count(*) FROM artifact a WHERE a.session_id = s.session_id),
       (SELECT count(*) FROM native_compaction n WHERE n.session_id = s.session_id),
       i.first_timestamp, i.last_timestamp
FROM session s JOIN import_record i ON i.session_id = s.session_id
WHERE i.sequence = (SELECT max(sequence) FROM import_record m WHERE m.session_id = s.session_id)
"""
NEWEST_FIRST = " ORDER BY i.created_at DESC, s.session_id"


def writable(path: Path) -> bool:
    """Whether this user may write to a file, or there is none yet."""
    effective = os.access in os.supports_effective_ids
    return os.access(path, os.W_OK, effective_ids=effective) or not os.access(
        path, os.F_OK, effective_ids=effective
    )


def config_of(path: Path) -> dict[str, str | bool | int | float | list[str]]:
    """How a connection to a file is opened: for reading only, where no more is allowed."""
    return dict(CONFIG) if writable(path) else {**CONFIG, "access_mode": "READ_ONLY"}


def listing(path: Path) -> tuple[StoredSession, ...] | None:
    """All sessions, the one imported last first; None where a look does not tell, for any reason."""
    import duckdb

    from store.database import connect

    path = Path(os.path.realpath(path))
    if not path.is_file():
        return None
    try:
        with private_files(), connect.connect(path) as connection:
            rows = connection.execute(SESSIONS + NEWEST_FIRST).fetchall()
    except (duckdb.Error, connect.Overtaken):
        return None
    return tuple(StoredSession(*row) for row in rows)
