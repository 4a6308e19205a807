"""The rows of every table except the pointers'. Rows never leave this package.

All tables are append-only. `body` columns contain compressed bytes that are stored as they are; columns of
text are compressed by the database. Hashes in event rows are 32 raw bytes.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, LargeBinary, Table, UniqueConstraint
from sqlalchemy.types import UserDefinedType
from sqlmodel import Field, SQLModel

APPEND_ONLY = "append_only"
"""The guard table: nothing can be inserted into it, so a trigger that tries makes the statement fail."""

DERIVED = "derived"
DERIVED_TABLE = f"""CREATE TABLE {DERIVED} (
    session_id VARCHAR NOT NULL, kind VARCHAR NOT NULL, code VARCHAR NOT NULL,
    first_event BIGINT NOT NULL, end_event BIGINT NOT NULL,
    digest VARCHAR NOT NULL, rows_hash VARCHAR NOT NULL,
    size BIGINT NOT NULL, body_hash VARCHAR NOT NULL, body BLOB NOT NULL USING COMPRESSION uncompressed
)"""
"""Derived from the events and repeatable (`store.records.derived`): the only rows that may be deleted.

The journal does not cover it and nothing depends on it; copies of a store may leave it empty.
"""


class ZstdText(UserDefinedType[str]):
    """A text column that the database compresses with zstd: a quarter of the size, bounded memory."""

    cache_ok = True

    def get_col_spec(self, **_: object) -> str:
        """Return the type in DDL."""
        return "VARCHAR USING COMPRESSION zstd"


class PlainBytes(UserDefinedType[bytes]):
    """A column of bytes that are compressed already, so that merging row groups only copies them."""

    cache_ok = True

    def get_col_spec(self, **_: object) -> str:
        """Return the type in DDL."""
        return "BLOB USING COMPRESSION uncompressed"


def table_of(row: type[SQLModel]) -> Table:
    """Return the table of a row class."""
    table: Table = row.__table__  # type: ignore[attr-defined]
    return table


class SchemaStepRow(SQLModel, table=True):
    """One schema step that was taken."""

    __tablename__ = "schema_step"
    step: int = Field(primary_key=True, sa_type=Integer, sa_column_kwargs={"autoincrement": False})
    name: str
    program_version: str


class SessionRow(SQLModel, table=True):
    """The unchanging facts of a session; everything else comes from its newest import."""

    __tablename__ = "session"
    session_id: str = Field(primary_key=True)
    format: str
    native_id: str
    created_at: str


class ImportRow(SQLModel, table=True):
    """One finished import. Its events count from the moment this row is committed."""

    __tablename__ = "import_record"
    __table_args__ = (UniqueConstraint("session_id", "sequence"),)
    import_id: str = Field(primary_key=True)
    session_id: str
    sequence: int = Field(sa_type=BigInteger)
    source_name: str
    title: str
    scope_complete: bool
    bytes_per_token: float
    noise: int = Field(sa_type=BigInteger)
    rewritten: int = Field(sa_type=BigInteger)
    skipped: str
    events: int = Field(sa_type=BigInteger)
    events_added: int = Field(sa_type=BigInteger)
    turns: int = Field(sa_type=BigInteger)
    steps: int = Field(sa_type=BigInteger)
    tokens: int = Field(sa_type=BigInteger)
    chain: str
    first_timestamp: str | None = None
    last_timestamp: str | None = None
    transcript_bytes: int = Field(sa_type=BigInteger)
    transcript_hash: str
    pieces: str
    created_at: str


class BlobRow(SQLModel, table=True):
    """Bytes named by their SHA-256; `body` contains them compressed."""

    __tablename__ = "blob"
    hash: str = Field(primary_key=True)
    size: int = Field(sa_type=BigInteger)
    body: bytes = Field(sa_column=Column(PlainBytes, nullable=False))


class EventRow(SQLModel, table=True):
    """One event. `text` is a preview when `blob` is set (ST3)."""

    __tablename__ = "event"
    import_id: str = Field(primary_key=True)
    ordinal: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    session_id: str
    kind: str
    text: str = Field(sa_column=Column(ZstdText, nullable=False))
    blob: str | None = None
    characters: int = Field(sa_type=BigInteger)
    native_id: str
    turn: int = Field(sa_type=BigInteger)
    step: int = Field(sa_type=BigInteger)
    tokens: int = Field(sa_type=BigInteger)
    provenance: str
    call_id: str | None = None
    tool: str | None = None
    signals: str | None = None
    timestamp: str | None = None
    line: int = Field(sa_type=BigInteger)
    byte_offset: int = Field(sa_type=BigInteger)
    byte_length: int = Field(sa_type=BigInteger)
    message_id: str | None = None
    digest: bytes = Field(sa_type=LargeBinary)
    chain: bytes = Field(sa_type=LargeBinary)


class LaneRow(SQLModel, table=True):
    """The sidechain of an event in one import; null means back on the main line. The latest counts."""

    __tablename__ = "event_lane"
    import_id: str = Field(primary_key=True)
    ordinal: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    session_id: str
    sequence: int = Field(sa_type=BigInteger)
    lane: str | None = None


class ArtifactRow(SQLModel, table=True):
    """One artifact; `number` is n of `d-n`."""

    __tablename__ = "artifact"
    __table_args__ = (UniqueConstraint("session_id", "number"),)
    artifact_id: str = Field(primary_key=True)
    session_id: str
    number: int = Field(sa_type=BigInteger)
    origin: str
    strategy: str
    source_start: int = Field(sa_type=BigInteger)
    source_end: int = Field(sa_type=BigInteger)
    body: bytes = Field(sa_column=Column(PlainBytes, nullable=False))
    created_at: str


class NativeCompactionRow(SQLModel, table=True):
    """A compaction found in the transcript."""

    __tablename__ = "native_compaction"
    session_id: str = Field(primary_key=True)
    artifact_id: str = Field(primary_key=True)
    source_start: int = Field(sa_type=BigInteger)
    source_end: int = Field(sa_type=BigInteger)
    kept: str
    summary: int | None = Field(default=None, sa_type=BigInteger)
    trigger_name: str
    opaque: bool
    tokens_before: int | None = Field(default=None, sa_type=BigInteger)
    tokens_before_provenance: str | None = None
    tokens_after: int | None = Field(default=None, sa_type=BigInteger)
    tokens_after_provenance: str | None = None


class LinkedRow(SQLModel, table=True):
    """Derived: an imported artifact with the links that one linker made against one set of events."""

    __tablename__ = "linked_artifact"
    artifact_id: str = Field(primary_key=True)
    events_digest: str = Field(primary_key=True)
    linker: str = Field(primary_key=True)
    body: bytes = Field(sa_column=Column(PlainBytes, nullable=False))
    created_at: str


class CaptureRow(SQLModel, table=True):
    """One capture of a range; the highest sequence counts."""

    __tablename__ = "capture"
    session_id: str = Field(primary_key=True)
    source_start: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    source_end: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    sequence: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    capture_version: str
    digest: str
    events_digest: str
    body: bytes = Field(sa_column=Column(PlainBytes, nullable=False))
    created_at: str


class ReportRow(SQLModel, table=True):
    """One gate report."""

    __tablename__ = "report"
    report_id: str = Field(primary_key=True)
    artifact_id: str
    session_id: str
    sequence: int = Field(sa_type=BigInteger)
    input_digest: str
    policy_version: str
    evaluator_version: str
    replaceable: bool
    body: bytes = Field(sa_column=Column(PlainBytes, nullable=False))
    created_at: str


class ReviewRow(SQLModel, table=True):
    """One review by a person."""

    __tablename__ = "review"
    __table_args__ = (UniqueConstraint("session_id", "sequence"),)
    review_id: str = Field(primary_key=True)
    session_id: str
    sequence: int = Field(sa_type=BigInteger)
    action: str
    target: str
    artifact_id: str | None = None
    added: str | None = None
    actor: str
    reason: str
    bound_to: str
    created_at: str


class EditRow(SQLModel, table=True):
    """One entry in a person's log of edits of an artifact, or of their review of it.

    `body` is the entry's JSON data; only the workbench interprets it.
    """

    __tablename__ = "edit"
    edit_id: str = Field(primary_key=True)
    session_id: str
    artifact_id: str
    actor: str
    sequence: int = Field(sa_type=BigInteger)
    action: str
    body: str = Field(sa_column=Column(ZstdText, nullable=False))
    reason: str | None = None
    created_at: str


class GoalRow(SQLModel, table=True):
    """A session's done definition, given by a person before its first snapshot. The latest counts."""

    __tablename__ = "goal"
    session_id: str = Field(primary_key=True)
    sequence: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    done_definition: str
    actor: str
    created_at: str


class EvidenceRow(SQLModel, table=True):
    """The evidence ledger: one row for each evidence id, written by the move that first needed it.

    `pointer_id` names that move, or the snapshot of a draft that a run applied without one.
    """

    __tablename__ = "evidence"
    evidence_id: str = Field(primary_key=True)
    session_id: str
    chunk_id: str
    span_start: int = Field(sa_type=BigInteger)
    span_end: int = Field(sa_type=BigInteger)
    quote_hash: str
    ordinal: int = Field(sa_type=BigInteger)
    quote: str
    pointer_id: str


class JournalRow(SQLModel, table=True):
    """One entry in the journal of a session (or a run): a record, its digest, the chain's hash so far."""

    __tablename__ = "journal"
    session_id: str = Field(primary_key=True)
    sequence: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    record: str
    key: str
    digest: str
    hash: str


class TombstoneRow(SQLModel, table=True):
    """A removed session: the head of its journal, which the journal's next entry is chained to."""

    __tablename__ = "tombstone"
    session_id: str = Field(primary_key=True)
    head_sequence: int = Field(
        primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False}
    )
    head: str
    moves: int = Field(sa_type=BigInteger)
    last_move: str | None = None
    events: int = Field(sa_type=BigInteger)
    artifacts: int = Field(sa_type=BigInteger)
    actor: str
    reason: str
    created_at: str


class SnapshotRow(SQLModel, table=True):
    """One snapshot; `body` is exactly Snapshot JSON v1. `pointer_id` is empty if it follows no move."""

    __tablename__ = "snapshot"
    __table_args__ = (UniqueConstraint("session_id", "sequence"),)
    snapshot_id: str = Field(primary_key=True)
    session_id: str
    sequence: int = Field(sa_type=BigInteger)
    pointer_id: str
    body: bytes = Field(sa_column=Column(PlainBytes, nullable=False))
    created_at: str


class RunStateRow(SQLModel, table=True):
    """The state of a strategy's run after one of its cycles; the highest sequence counts."""

    __tablename__ = "run_state"
    run_id: str = Field(primary_key=True)
    sequence: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    strategy: str
    digest: str
    body: bytes = Field(sa_column=Column(PlainBytes, nullable=False))
    created_at: str
