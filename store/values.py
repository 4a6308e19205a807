"""The values that the store returns: frozen, never rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from gates.artifact import Artifact
    from gates.capture import Capture
    from gates.report import GateReport
    from gates.review import Review
    from gates.source import SourceEvent


@dataclass(frozen=True, slots=True)
class StoredSession:
    """One session; counts are of stored events."""

    session_id: str
    format: str
    native_id: str
    title: str
    scope_complete: bool
    bytes_per_token: float
    source_name: str
    """Name of the file imported last, without its folder."""
    imported_at: str
    events: int
    turns: int
    steps: int
    tokens: int
    noise: int
    """Number of records of the transcript that are no events."""
    chain: str
    """Digest chain after the last event."""
    artifacts: int
    compactions: int
    """Number of native compactions found in the transcript."""
    first_timestamp: str | None = None
    last_timestamp: str | None = None


@dataclass(frozen=True, slots=True)
class PagedEvent:
    """One event of a page; `event.text` is cut to the requested preview."""

    event: SourceEvent
    characters: int
    """Length of the whole text, in code points."""

    @property
    def cut(self) -> bool:
        """Whether the text was cut."""
        return len(self.event.text) < self.characters


@dataclass(frozen=True, slots=True)
class NativeCompaction:
    """A compaction that already happened in the transcript, in stored ordinals (TR2)."""

    session_id: str
    artifact_id: str
    source_start: int
    source_end: int
    kept: tuple[int, ...]
    summary: int | None
    """Ordinal of the summary's event, or None if it is in no event."""
    trigger: str
    opaque: bool
    tokens_before: int | None
    tokens_before_provenance: str | None
    tokens_after: int | None
    tokens_after_provenance: str | None


@dataclass(frozen=True, slots=True)
class Appended:
    """The result of an import."""

    session_id: str
    created: bool
    """Whether the session was not in the store before."""
    events: int
    """Number of the session's events now."""
    events_added: int
    turns: int
    noise: int
    rewritten: int
    """Number of records whose content differs from the stored event, which stays."""
    lanes_changed: int
    scope_complete: bool
    compactions: tuple[NativeCompaction, ...]
    skipped: tuple[tuple[int, str], ...]
    """Lines that could not be read, with the reason."""
    older: int | None = None
    """Number of events in a copy that contains only some of the session's events and was not kept."""


@dataclass(frozen=True, slots=True)
class StoredArtifact:
    """One artifact; `number` is n of `d-n`, counted per session by insertion."""

    artifact_id: str
    session_id: str
    number: int
    artifact: Artifact
    created_at: str
    added: bool = False
    """Whether `artifacts.put` added it to the store."""


@dataclass(frozen=True, slots=True)
class StoredCapture:
    """A capture of a range, with the digest of its events."""

    session_id: str
    source_start: int
    source_end: int
    capture: Capture
    events_digest: str
    created_at: str


@dataclass(frozen=True, slots=True)
class StoredReport:
    """One gate report as it was made."""

    report_id: str
    artifact_id: str
    session_id: str
    report: GateReport
    created_at: str


@dataclass(frozen=True, slots=True)
class StoredReview:
    """One review; `bound_to` is the artifact id, or the session's chain digest at the time."""

    review: Review
    sequence: int
    bound_to: str
    created_at: str


@dataclass(frozen=True, slots=True)
class StoredEdit:
    """One entry in a person's log about an artifact; `sequence` counts from 1 within the log."""

    edit_id: str
    session_id: str
    artifact_id: str
    actor: str
    sequence: int
    action: str
    body: dict[str, Any]
    reason: str | None
    created_at: str


@dataclass(frozen=True, slots=True)
class StoredSnapshot:
    """One snapshot; `body` is exactly Snapshot JSON v1."""

    snapshot_id: str
    session_id: str
    sequence: int
    pointer_id: str
    """The move that it follows; empty if a run applied a draft that nobody accepted."""
    created_at: str
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ListedSnapshot:
    """A snapshot without its body."""

    snapshot_id: str
    session_id: str
    sequence: int
    created_at: str


@dataclass(frozen=True, slots=True)
class RunFrame:
    """The context that a run gives to the snapshots of its session (S0, Inputs)."""

    run_id: str
    objective: str
    done_definition: dict[str, Any] | str
    manifest_ids: tuple[str, ...] = ()
    """Context manifests of the steps since the previous snapshot."""
    steps: int | None = None
    """Steps since the last compaction, as counted by the run; None to count them on the timeline."""
    counted_events: int | None = None


@dataclass(frozen=True, slots=True)
class Pointer:
    """One move (ST8). In a rollback, `displaced` names the artifacts that became active again."""

    pointer_id: str
    sequence: int
    session_id: str
    action: Literal["accept", "rollback"]
    artifact_id: str
    source_start: int
    source_end: int
    displaced: tuple[str, ...]
    confirmed: tuple[str, ...]
    undoes: str | None
    """Rollbacks only: the acceptance that this move undoes."""
    previous_pointer_id: str | None
    prompt_version: str
    policy_version: str
    report_id: str
    actor: str
    reason: str | None
    created_at: str
    hash: str
    """SHA-256 of the previous move's hash and every field above."""


@dataclass(frozen=True, slots=True)
class Move:
    """The result of an acceptance or a rollback."""

    pointer: Pointer
    snapshot_id: str
    report_id: str


@dataclass(frozen=True, slots=True)
class StoredRun:
    """The newest state of a strategy's run."""

    run_id: str
    strategy: str
    sequence: int
    state: dict[str, Any]
    created_at: str


@dataclass(frozen=True, slots=True)
class ContextSegment:
    """A piece of context: events `start..end` verbatim, or an artifact in place of that range."""

    kind: Literal["events", "artifact"]
    start: int
    end: int
    artifact_id: str | None
    tokens: int
    ordinals: tuple[int, ...] = ()
    """For `events`: their ordinals, without sidechains and left-out summaries."""


@dataclass(frozen=True, slots=True)
class ContextView:
    """`workbench.context/1`; `as_of` is the head at which the view was folded."""

    session_id: str
    view: Literal["active", "native"]
    as_of: str | None
    segments: tuple[ContextSegment, ...]
    tokens: int


@dataclass(frozen=True, slots=True)
class StoreProblem:
    """One finding of `verify`: the record's kind and id, the problem, and its meaning."""

    record: str
    id: str
    problem: str
    meaning: str


@dataclass(frozen=True, slots=True)
class HistoryHead:
    """The anchor of a session's history: the hash of its newest journal entry."""

    session_id: str
    sequence: int
    hash: str


@dataclass(frozen=True, slots=True)
class Grave:
    """A head noted earlier whose session was removed since, so that it can no longer be verified."""

    session_id: str
    hash: str
    actor: str
    created_at: str
    imported_again: bool
    """Whether the session was imported again since."""


@dataclass(frozen=True, slots=True)
class Verification:
    """`workbench.verify/1`."""

    ok: bool
    problems: tuple[StoreProblem, ...]
    heads: tuple[HistoryHead, ...]
    purged: tuple[Grave, ...] = ()
    """Noted heads that remain only in a tombstone."""
