"""Ordered schema steps, each recorded in the store with the version of the program that took it.

A store is only migrated forward. A database that has tables but no steps belongs to another program and is
rejected; so is one with more steps than this program knows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from duckdb import DuckDBPyConnection
from sqlalchemy.schema import CreateTable
from sqlmodel import SQLModel

from store.database.bulk_insert import insert_into
from store.database.stem_rows import fill_stems
from store.errors import NoStore, StoreTooNew
from store.journal.entries import records as records_of
from store.journal.journal import JournalEntry, chain
from store.pointer_table import PointerRow
from store.run_tables import RUN_TABLES, StemRow
from store.run_views import EMBEDDINGS, OVERRIDES, VIEWS
from store.tables import (
    APPEND_ONLY,
    DERIVED_TABLE,
    ArtifactRow,
    BlobRow,
    CaptureRow,
    EditRow,
    EventRow,
    EvidenceRow,
    GoalRow,
    ImportRow,
    JournalRow,
    LaneRow,
    LinkedRow,
    NativeCompactionRow,
    ReportRow,
    ReviewRow,
    RunStateRow,
    SchemaStepRow,
    SessionRow,
    SnapshotRow,
    TombstoneRow,
    table_of,
)

_FIRST_TABLES: tuple[type[SQLModel], ...] = (
    SessionRow,
    ImportRow,
    BlobRow,
    EventRow,
    LaneRow,
    ArtifactRow,
    NativeCompactionRow,
    LinkedRow,
    CaptureRow,
    ReportRow,
    ReviewRow,
    GoalRow,
    EvidenceRow,
    SnapshotRow,
    PointerRow,
)


@dataclass(frozen=True, slots=True)
class SchemaStep:
    """One schema step; never edited once released."""

    number: int
    name: str
    apply: Callable[[DuckDBPyConnection], None]


_STATE_TABLES: tuple[type[SQLModel], ...] = (RunStateRow,)
_EDIT_TABLES: tuple[type[SQLModel], ...] = (EditRow,)


def _first(connection: DuckDBPyConnection) -> None:
    for row in _FIRST_TABLES:
        create_append_only(connection, row)


def _runs(connection: DuckDBPyConnection) -> None:
    for row in _STATE_TABLES:
        create_append_only(connection, row)


def _journal(connection: DuckDBPyConnection) -> None:
    """Create the journal and enter the existing records, which it covers from now on."""
    create_append_only(connection, JournalRow)
    entries: dict[str, list[JournalEntry]] = defaultdict(list)
    for session_id, entry in records_of(connection, (*_FIRST_TABLES, *_STATE_TABLES)):
        entries[session_id].append(entry)
    for session_id, some in entries.items():
        insert_into(connection, JournalRow, list(chain(session_id, some)))


def _tombstones(connection: DuckDBPyConnection) -> None:
    create_append_only(connection, TombstoneRow)


def _as_changes(_: DuckDBPyConnection) -> None:
    """Create nothing; mark that an earlier program cannot read the bodies written from now on."""


def _edits(connection: DuckDBPyConnection) -> None:
    for row in _EDIT_TABLES:
        create_append_only(connection, row)


def _agent_runs(connection: DuckDBPyConnection) -> None:
    for row in RUN_TABLES:
        if row is not StemRow:
            create_append_only(connection, row)
    for name, statement in VIEWS.items():
        connection.execute(f"CREATE VIEW {name} AS {statement}")


def _derived(connection: DuckDBPyConnection) -> None:
    connection.execute(DERIVED_TABLE)


def _stems(connection: DuckDBPyConnection) -> None:
    """Store n-gram vectors by stem; earlier vectors of passages stay, but are no longer compared.

    Overrides of an ended run are shown too.
    """
    create_append_only(connection, StemRow)
    fill_stems(connection)
    connection.execute(f"CREATE OR REPLACE VIEW embeddings AS {EMBEDDINGS}")
    connection.execute(f"CREATE OR REPLACE VIEW active_strategic_overrides AS {OVERRIDES}")


def create_append_only(connection: DuckDBPyConnection, row: type[SQLModel]) -> None:
    """Create a row's table, and the triggers by which the database itself refuses to change it."""
    from duckdb_sqlalchemy import Dialect

    connection.execute(str(CreateTable(table_of(row)).compile(dialect=Dialect())))
    for statement in _triggers_of(row).values():
        connection.execute(statement)


def _triggers_of(row: type[SQLModel]) -> dict[tuple[str, str], str]:
    name = table_of(row).name
    return {
        (name, f"{name}_{verb}"): (
            f"CREATE TRIGGER {name}_{verb} AFTER {verb.upper()} ON {name} FOR EACH STATEMENT "
            f"INSERT INTO {APPEND_ONLY} VALUES ('{name}')"
        )
        for verb in ("update", "delete")
    }


def triggers() -> dict[tuple[str, str], str]:
    """Return the triggers of a complete store: (table, name) to the statement that creates each."""
    return {key: statement for row in tables() for key, statement in _triggers_of(row).items()}


def tables() -> tuple[type[SQLModel], ...]:
    """Return the row classes of all tables of a complete store, except the guard and derived tables."""
    later = (*_EDIT_TABLES, *RUN_TABLES)
    return (SchemaStepRow, *_FIRST_TABLES, *_STATE_TABLES, JournalRow, TombstoneRow, *later)


STEPS: tuple[SchemaStep, ...] = (
    SchemaStep(1, "sessions, artifacts, reviews and pointers", _first),
    SchemaStep(2, "states of runs of strategies", _runs),
    SchemaStep(3, "a journal that vouches for every record", _journal),
    SchemaStep(4, "tombstones of sessions that were removed", _tombstones),
    SchemaStep(5, "snapshots and states of runs as what changed", _as_changes),
    SchemaStep(6, "logs of edits of drafts", _edits),
    SchemaStep(7, "agent runs, their sources, manifests and outputs", _agent_runs),
    SchemaStep(8, "what is derived from the events of a session", _derived),
    SchemaStep(9, "vectors of n-grams kept by stem", _stems),
)
SCHEMA_VERSION = STEPS[-1].number


def steps_behind(connection: DuckDBPyConnection, path: Path) -> int:
    """Return how many steps the store lacks.

    Raises:
        StoreTooNew: it has steps that this program does not know.
        NoStore: it is a database, but no store.
    """
    names = {row[0] for row in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
    if table_of(SchemaStepRow).name not in names:
        if names:
            raise NoStore(
                f"{path} is a DuckDB database, but no store of this program",
                "choose another file with --store",
            )
        return len(STEPS)
    found = connection.execute(
        "SELECT step, program_version FROM schema_step ORDER BY step DESC LIMIT 1"
    ).fetchone()
    reached = int(found[0]) if found else 0
    if found and reached > SCHEMA_VERSION:
        raise StoreTooNew(
            f"{path} was written by a newer version ({found[1]}, schema {reached}; "
            f"this one knows {SCHEMA_VERSION})",
            "install that version or a later one",
        )
    return sum(step.number > reached for step in STEPS)


def migrate(connection: DuckDBPyConnection, path: Path, *, upto: int = SCHEMA_VERSION) -> None:
    """Take the missing steps, in order, and record them, inside an open transaction.

    `upto` stops earlier, to create stores of earlier versions for tests.
    """
    behind = steps_behind(connection, path)
    if behind == len(STEPS):
        connection.execute(f"CREATE TABLE {APPEND_ONLY} (refused VARCHAR CHECK (false))")
        create_append_only(connection, SchemaStepRow)
    for step in STEPS[len(STEPS) - behind :]:
        if step.number > upto:
            break
        step.apply(connection)
        connection.execute(
            "INSERT INTO schema_step VALUES (?, ?, ?)", [step.number, step.name, _program_version()]
        )


def _program_version() -> str:
    try:
        return version("compaction-workbench")
    except PackageNotFoundError:
        return "uninstalled"
