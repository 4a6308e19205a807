"""Digests of the stored records, to be journalled or compared with the journal.

Columns are read as the database has them, whatever the schema version.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from duckdb import DuckDBPyConnection
from sqlmodel import SQLModel

from store.event_sql import COUNTING, VOUCHED
from store.journal.journal import JournalEntry
from store.journal.row_digests import ColumnsDigest, RowsDigest, row_digest
from store.run_tables import DERIVED, OWNED, SHARED
from store.tables import (
    BlobRow,
    EventRow,
    EvidenceRow,
    JournalRow,
    LaneRow,
    LinkedRow,
    RunStateRow,
    SchemaStepRow,
    table_of,
)

_ROWS = 4_096
_OTHERWISE = (SchemaStepRow, BlobRow, EventRow, LaneRow, EvidenceRow, JournalRow, *SHARED, *DERIVED)
"""Tables whose rows are not entered one by one: blobs, source artifacts and passages are named by their
content, what is derived vouches for nothing, and the rest go as groups."""
_OWNERS: dict[type[SQLModel], str] = {
    LinkedRow: "(SELECT session_id FROM artifact a WHERE a.artifact_id = t.artifact_id)",
    RunStateRow: "run_id",
    **dict.fromkeys(OWNED, "run_id"),
}
"""Owner of a table's rows in the journal if it is not their session; a run has a journal of its own."""


def records(
    connection: DuckDBPyConnection, tables: Iterable[type[SQLModel]]
) -> Iterator[tuple[str, JournalEntry]]:
    """Yield every record of these tables as it would be journalled, with its session; groups first.

    Events of an uncommitted import are left out.
    """
    yield from _events(connection)
    yield from _grouped(connection, "event_lane", "import_id", COUNTING)
    yield from _grouped(connection, "evidence", "pointer_id", "true")
    for row in tables:
        if row not in _OTHERWISE:
            yield from _single(connection, row)


def _events(connection: DuckDBPyConnection) -> Iterator[tuple[str, JournalEntry]]:
    imports = connection.execute("SELECT import_id, session_id FROM import_record ORDER BY 2, sequence")
    columns = ", ".join(VOUCHED)
    for import_id, session_id in imports.fetchall():
        vouched = ColumnsDigest("event", VOUCHED)
        connection.execute(f"SELECT {columns} FROM event WHERE import_id = ? ORDER BY ordinal", [import_id])
        while rows := connection.fetchmany(_ROWS):
            vouched.add(list(zip(*rows, strict=True)))
        digest = vouched.hexdigest()
        if digest is not None:
            yield session_id, JournalEntry("event", import_id, digest)


def _grouped(
    connection: DuckDBPyConnection, table: str, group: str, where: str
) -> Iterator[tuple[str, JournalEntry]]:
    """Group the rows of a table by the import or move that wrote them."""
    sums: dict[tuple[str, str], RowsDigest] = defaultdict(lambda: RowsDigest(table))
    connection.execute(f"SELECT {group}, session_id, * FROM {table} WHERE {where}")
    while rows := connection.fetchmany(_ROWS):
        for key, session_id, *values in rows:
            sums[key, session_id].add((values,))
    for (key, session_id), vouched in sorted(sums.items()):
        digest = vouched.hexdigest()
        if digest is not None:
            yield session_id, JournalEntry(table, key, digest)


def _single(connection: DuckDBPyConnection, row: type[SQLModel]) -> Iterator[tuple[str, JournalEntry]]:
    table = table_of(row)
    keys = [column.name for column in table.primary_key.columns]
    described = connection.execute(f'DESCRIBE "{table.name}"').fetchall()
    names = [each[0] for each in described]
    wanted = ", ".join(_column(each[0], each[1]) for each in described)
    owner = _OWNERS.get(row, "session_id")
    connection.execute(f'SELECT {owner}, {wanted} FROM "{table.name}" t ORDER BY {", ".join(keys)}')
    while rows := connection.fetchmany(_ROWS):
        for session_id, *found in rows:
            values: dict[str, Any] = dict(zip(names, found, strict=True))
            key = ":".join(str(values[name]) for name in keys)
            yield session_id or "", JournalEntry(table.name, key, row_digest(table.name, values))


def _column(name: str, kind: str) -> str:
    """Return the SQL that reads a column; bytes are read as digests, so that no body leaves the database."""
    return f"{{'sha256': sha256(t.{name})}}" if kind == "BLOB" else f"t.{name}"
