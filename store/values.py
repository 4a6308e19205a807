"""What the store gives back: frozen values, never rows."""

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
    """Name of the file last imported, without its folder."""
    imported_at: str
    events: int
    turns: int
    steps: int
    tokens: int
    noise: int
    """Records of the transcript that are no events."""
    chain: str
    """Digest chain after the last event."""
    artifacts: int
    compactions: int
    """Native compactions found in the transcript."""
    first_timestamp: str | None = None
    last_timestamp: str | None = None


@dataclass(frozen=True, slots=True)
class PagedEvent:
    """One event of a page; `event.text` is cut to the preview asked for."""

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
    """Ordinal of the summary's event; None where it is in no event."""
    trigger: str
    opaque: bool
    tokens_before: int | None
    tokens_before_provenance: str | None
    tokens_after: int | None
    tokens_after_provenance: str | None


@dataclass(frozen=True, slots=True)
class Appended:
    """What an import did."""

    session_id: str
    created: bool
    """The session was not in the store before."""
    events: int
    """Events of the session now."""
    events_added: int
    turns: int
    noise: int
    rewritten: int
    """Records whose content differs from the stored event, which stays."""
    lanes_changed: int
    scope_complete: bool
    compactions: tuple[NativeCompaction, ...]
    skipped: tuple[tuple[int, str], ...]
    """Lines that could not be read, with the reason."""
    older: int | None = None
    """Of a copy that only holds this many of the session's events: nothing of it was kept."""


@dataclass(frozen=True, slots=True)
class StoredArtifact:
    """One artifact; `number` is n of `d-n`, counted per session by insertion."""

    artifact_id: str
    session_id: str
    number: int
    artifact: Artifact
    created_at: str
    added: bool = False
    """Set by `artifacts.put`: the artifact was not in the store before."""


@dataclass(frozen=True, slots=True)
class StoredCapture:
    """A capture of a range, with the digest of the events that it is of."""

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
    """One review; `bound_to` is the artifact id, or the session's chain digest when it was made."""

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
    """The move that it follows; empty where a run applied a draft that nobody accepted."""
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
    """What a run gives to the snapshots of its session (S0, Inputs)."""

    run_id: str
    objective: str
    done_definition: dict[str, Any] | str
    manifest_ids: tuple[str, ...] = ()
    """Context manifests of the steps since the previous snapshot."""
    steps: int | None = None
    """Steps since the last compaction, as the run counted them; None: as the timeline shows them."""
    counted_events: int | None = None


@dataclass(frozen=True, slots=True)
class Pointer:
    """One move (ST8). `displaced` of a rollback names what became active again."""

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
    """SHA-256 over the previous move's hash and every field above."""


@dataclass(frozen=True, slots=True)
class Move:
    """What an accept or a rollback did."""

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
    """Of `events`: the ordinals meant, without sidechains and left-out summaries."""


@dataclass(frozen=True, slots=True)
class ContextView:
    """`workbench.context/1`; `as_of` is the head that the view was folded at."""

    session_id: str
    view: Literal["active", "native"]
    as_of: str | None
    segments: tuple[ContextSegment, ...]
    tokens: int


@dataclass(frozen=True, slots=True)
class StoreProblem:
    """One thing that `verify` found: the record's kind and id, what is wrong, what it means."""

    record: str
    id: str
    problem: str
    meaning: str


@dataclass(frozen=True, slots=True)
class HistoryHead:
    """The anchor of a session's history: the hash of its newest move."""

    session_id: str
    sequence: int
    hash: str


@dataclass(frozen=True, slots=True)
class Grave:
    """A head noted earlier whose session was removed since: nothing of it can be verified any more."""

    session_id: str
    hash: str
    actor: str
    created_at: str
    imported_again: bool
    """The session was imported anew since."""


@dataclass(frozen=True, slots=True)
class Verification:
    """`workbench.verify/1`."""

    ok: bool
    problems: tuple[StoreProblem, ...]
    heads: tuple[HistoryHead, ...]
    purged: tuple[Grave, ...] = ()
    """Noted heads that are in a tombstone alone."""
