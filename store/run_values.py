"""The records of agent runs as plain values; field names are the columns of `store.run_tables`.

JSON columns are text that the caller made; nothing here parses it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, fields

from gates.canonical import digest

PREVIEW_CHARACTERS = 160
_PLAIN_ID = re.compile(r"[a-z0-9_]+")


@dataclass(frozen=True, slots=True)
class RunRecord:
    """The unchanging facts of a run."""

    run_id: str
    session_id: str
    """The session that shows its events; `workbench timeline` opens it."""
    objective: str
    done_definition: str
    settings: str
    actor: str
    created_at: str


@dataclass(frozen=True, slots=True)
class RunStatus:
    """A run as shown in a listing."""

    run_id: str
    session_id: str
    objective: str
    status: str
    """RUNNING, WAITING, DONE, FAILED or CANCELLED."""
    step: int
    created_at: str


@dataclass(frozen=True, slots=True)
class TypedEvent:
    """One persisted event."""

    run_id: str
    sequence: int
    """Sequence number, dense from 1."""
    step: int
    """Step number; 0 before the first step."""
    phase: str
    kind: str
    body: str
    created_at: str


@dataclass(frozen=True, slots=True)
class SourceArtifact:
    """References to the bytes and the extracted text of one file or page."""

    artifact_id: str
    content_hash: str
    text_hash: str
    media_type: str
    extractor: str
    title: str
    size: int
    """Number of bytes as read."""
    characters: int
    """Number of code points of the extracted text."""
    chunks: int
    chunks_digest: str


@dataclass(frozen=True, slots=True)
class PassageChunk:
    """One passage of an extracted text."""

    chunk_id: str
    artifact_id: str
    place: int
    """Position in its artifact, from 0."""
    number: int
    """Number of the passage in the whole store."""
    span_start: int
    span_end: int
    page: int | None
    heading: str
    preview: str
    words: int


@dataclass(frozen=True, slots=True)
class ProcessedSource:
    """A location that a run was given."""

    run_id: str
    sequence: int
    source_id: str
    location: str
    status: str
    """`read`, `skipped` or `failed`."""
    reason: str
    artifact_id: str | None
    created_at: str


@dataclass(frozen=True, slots=True)
class FailedQuery:
    """A query without direct evidence."""

    run_id: str
    sequence: int
    step: int
    query: str
    category: str
    max_score: str
    created_at: str


@dataclass(frozen=True, slots=True)
class RunClaim:
    """One claim."""

    claim_id: str
    run_id: str
    sequence: int
    step: int
    text: str
    status: str
    """`verified`, `candidate`, or `conflict` if two sources disagree."""
    created_at: str


@dataclass(frozen=True, slots=True)
class ClaimEvidence:
    """Words that support a claim."""

    claim_id: str
    number: int
    run_id: str
    side: str
    """`a`; in a conflict `a` or `b`."""
    chunk_id: str
    artifact_id: str
    span_start: int
    span_end: int
    page: int | None
    quote: str


@dataclass(frozen=True, slots=True)
class ContextManifest:
    """The context of one step."""

    manifest_id: str
    run_id: str
    step: int
    event_sequence: int
    """The last event that the prompt was made from."""
    body: str
    detail: str
    prompt_hash: str
    created_at: str


@dataclass(frozen=True, slots=True)
class Output:
    """The result of a run."""

    run_id: str
    sequence: int
    body: str
    created_at: str


@dataclass(frozen=True, slots=True)
class StrategicOverride:
    """A typed constraint by the supervisor."""

    override_id: str
    run_id: str
    sequence: int
    kind: str
    arguments: str
    trigger_name: str
    step: int
    ttl_steps: int
    created_at: str


@dataclass(frozen=True, slots=True)
class Reranking:
    """Labels of one batch, by the digest of the request; kept so that no model is asked twice."""

    key: str
    body: str


RunPart = (
    RunRecord
    | TypedEvent
    | ProcessedSource
    | FailedQuery
    | RunClaim
    | ClaimEvidence
    | ContextManifest
    | Output
    | StrategicOverride
    | Reranking
)
"""The records that one transaction of a run can append."""


@dataclass(frozen=True, slots=True)
class Indexed:
    """An artifact to add: its bytes and text, its passages, and the terms of each."""

    artifact: SourceArtifact
    content: bytes
    text: bytes
    chunks: tuple[PassageChunk, ...]
    """The passages; the store assigns their `number`."""
    terms: tuple[dict[str, int], ...]
    """Stems of each passage with their counts."""


@dataclass(frozen=True, slots=True)
class AskedTerm:
    """The weight of a stem in a query."""

    weight: float
    """1 for a word of the query itself."""
    word: int
    """Index of the query's word that it matches, from 0; of the matches of one word the best counts."""


@dataclass(frozen=True, slots=True)
class QueryScope:
    """The passages that a query may find."""

    run_id: str
    media_types: tuple[str, ...] = ()
    """Media types; empty for every type."""
    location_prefix: str = ""


@dataclass(frozen=True, slots=True)
class PassageHit:
    """A passage that a query found, with the score of each part, or None if that part did not find it."""

    chunk: PassageChunk
    lexical: float | None
    vector: float | None
    fused: float


def content_hash(content: bytes) -> str:
    """Return the SHA-256 of bytes."""
    return hashlib.sha256(content).hexdigest()


def chunk_id(artifact_id: str, start: int, end: int) -> str:
    """Return a passage's id, derived from its artifact and its span."""
    if not _PLAIN_ID.fullmatch(artifact_id):
        return "chk_" + digest(["chunk/1", artifact_id, start, end])[:24]
    canonical = f'["chunk/1","{artifact_id}",{start},{end}]'  # faster: passages are many
    return "chk_" + hashlib.sha256(canonical.encode()).hexdigest()[:24]


def chunks_digest(spans: Iterable[tuple[int, int, int | None, str, int]]) -> str:
    """Return the digest of an artifact's passages: start, end, page, heading and words of each, in order."""
    return digest(["chunks/1", [list(span) for span in spans]])


def artifact_id(artifact: SourceArtifact) -> str:
    """Return an artifact's id, derived from its bytes, its text and how both were read and cut."""
    parts = [getattr(artifact, each.name) for each in fields(artifact) if each.name != "artifact_id"]
    return "src_" + digest(["source/1", *parts])[:24]
