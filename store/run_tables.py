"""The rows of agent runs: their typed events, sources, passages, manifests, claims and outputs.

All tables are append-only, like those of `store.tables`. A run owns the rows that it wrote; source artifacts
and their passages are named by their content and shared by every run that reads them. Vectors and terms are
derived from a passage's text.
"""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import BigInteger, Column
from sqlalchemy.types import UserDefinedType
from sqlmodel import Field, SQLModel

from store.ngrams import DIMENSIONS
from store.tables import ZstdText


class FloatArray(UserDefinedType[list[float]]):
    """A vector of fixed length, 32 bits per number."""

    cache_ok = True

    def __init__(self, size: int = DIMENSIONS) -> None:
        self.size = size

    def get_col_spec(self, **_: object) -> str:
        """Return the type in DDL."""
        return f"FLOAT[{self.size}]"


class StemPlaces(UserDefinedType[list[int]]):
    """Places in a vector, any number of them."""

    cache_ok = True

    def get_col_spec(self, **_: object) -> str:
        """Return the type in DDL."""
        return "USMALLINT[]"


def _big(*, key: bool = False) -> Any:  # noqa: ANN401 - a column of the object mapper
    if key:
        return Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    return Field(sa_type=BigInteger)


def _long() -> Any:  # noqa: ANN401 - idem
    return Field(sa_column=Column(ZstdText, nullable=False))


class RunRow(SQLModel, table=True):
    """The unchanging facts of a run; everything else comes from its events."""

    __tablename__ = "run"
    run_id: str = Field(primary_key=True)
    session_id: str
    objective: str = _long()
    done_definition: str = _long()
    settings: str = _long()
    actor: str
    created_at: str


class RunEventRow(SQLModel, table=True):
    """One typed event, stored before the next begins. `body` is JSON of less than 64 KB."""

    __tablename__ = "run_event"
    run_id: str = Field(primary_key=True)
    sequence: int = _big(key=True)
    step: int = _big()
    phase: str
    kind: str
    body: str = _long()
    created_at: str


class SourceArtifactRow(SQLModel, table=True):
    """One file or page that was read: references to its bytes and its text.

    The id derives from the other columns.
    """

    __tablename__ = "source_artifact"
    artifact_id: str = Field(primary_key=True)
    content_hash: str
    text_hash: str
    media_type: str
    extractor: str
    title: str
    size: int = _big()
    characters: int = _big()
    chunks: int = _big()
    chunks_digest: str


class ChunkRow(SQLModel, table=True):
    """One passage: half-open code points of the extracted text. Terms and vectors refer to `number`."""

    __tablename__ = "chunk"
    chunk_id: str = Field(primary_key=True)
    artifact_id: str
    place: int = _big()
    number: int = _big()
    span_start: int = _big()
    span_end: int = _big()
    page: int | None = Field(default=None, sa_type=BigInteger)
    heading: str
    preview: str
    words: int = _big()


class ChunkTermRow(SQLModel, table=True):
    """Derived: how often a stem occurs in a passage."""

    __tablename__ = "chunk_term"
    __mapper_args__: ClassVar[dict[str, Any]] = {"primary_key": ["number", "term"]}
    number: int = _big()
    term: str
    count: int = _big()


class StemRow(SQLModel, table=True):
    """Derived: the places of a stem's n-grams in a vector; see `store.ngrams`."""

    __tablename__ = "stem"
    __mapper_args__: ClassVar[dict[str, Any]] = {"primary_key": ["term"]}
    term: str
    places: list[int] = Field(sa_column=Column(StemPlaces(), nullable=False))


class EmbeddingRow(SQLModel, table=True):
    """Derived: the vector of a passage by a model other than n-grams."""

    __tablename__ = "embedding"
    __mapper_args__: ClassVar[dict[str, Any]] = {"primary_key": ["number", "model"]}
    number: int = _big()
    model: str
    vector: list[float] = Field(sa_column=Column(FloatArray(), nullable=False))


class ProcessedSourceRow(SQLModel, table=True):
    """A location that a run was given, and the outcome of reading it."""

    __tablename__ = "processed_source"
    run_id: str = Field(primary_key=True)
    sequence: int = _big(key=True)
    source_id: str
    location: str
    status: str
    reason: str
    artifact_id: str | None = None
    created_at: str


class FailedQueryRow(SQLModel, table=True):
    """A query that found no direct evidence, even with wider filters."""

    __tablename__ = "failed_query"
    run_id: str = Field(primary_key=True)
    sequence: int = _big(key=True)
    step: int = _big()
    query: str
    category: str
    max_score: str
    created_at: str


class RunClaimRow(SQLModel, table=True):
    """One claim of a run's answer."""

    __tablename__ = "run_claim"
    claim_id: str = Field(primary_key=True)
    run_id: str
    sequence: int = _big()
    step: int = _big()
    text: str = _long()
    status: str
    created_at: str


class ClaimEvidenceRow(SQLModel, table=True):
    """The words that support a claim; in a conflict `side` tells the two apart."""

    __tablename__ = "claim_evidence"
    claim_id: str = Field(primary_key=True)
    number: int = _big(key=True)
    run_id: str
    side: str
    chunk_id: str
    artifact_id: str
    span_start: int = _big()
    span_end: int = _big()
    page: int | None = Field(default=None, sa_type=BigInteger)
    quote: str = _long()


class ContextManifestRow(SQLModel, table=True):
    """The context of one step; `body` is the contract's object, `detail` contains scores and cuts."""

    __tablename__ = "context_manifest"
    manifest_id: str = Field(primary_key=True)
    run_id: str
    step: int = _big()
    event_sequence: int = _big()
    body: str = _long()
    detail: str = _long()
    prompt_hash: str
    created_at: str


class OutputRow(SQLModel, table=True):
    """The result of a run; `body` is `workbench.research/1`."""

    __tablename__ = "output"
    run_id: str = Field(primary_key=True)
    sequence: int = _big(key=True)
    body: str = _long()
    created_at: str


class StrategicOverrideRow(SQLModel, table=True):
    """A typed constraint by the supervisor, for the `ttl_steps` steps after `step`."""

    __tablename__ = "strategic_override"
    override_id: str = Field(primary_key=True)
    run_id: str
    sequence: int = _big()
    kind: str
    arguments: str
    trigger_name: str
    step: int = _big()
    ttl_steps: int = _big()
    created_at: str


class RerankCacheRow(SQLModel, table=True):
    """Derived: labels and scores by the digest of query, passages, model and its version."""

    __tablename__ = "rerank_cache"
    key: str = Field(primary_key=True)
    body: str = _long()


OWNED: tuple[type[SQLModel], ...] = (
    RunRow,
    RunEventRow,
    ProcessedSourceRow,
    FailedQueryRow,
    RunClaimRow,
    ClaimEvidenceRow,
    ContextManifestRow,
    OutputRow,
    StrategicOverrideRow,
)
"""Tables whose rows belong to one run, each entered in the run's journal."""
SHARED: tuple[type[SQLModel], ...] = (SourceArtifactRow, ChunkRow)
"""Tables whose rows are named by their content."""
DERIVED: tuple[type[SQLModel], ...] = (ChunkTermRow, StemRow, EmbeddingRow, RerankCacheRow)
"""Tables that can be derived again; a wrong row ranks a passage worse and never becomes a quotation."""
RUN_TABLES: tuple[type[SQLModel], ...] = (*OWNED, *SHARED, *DERIVED)
