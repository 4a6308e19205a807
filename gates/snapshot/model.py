"""Snapshot JSON v1, the contract's state of a session (S0, "Snapshot JSON shape"; SN1).

It has every field of the contract with its type, and no other at the top level. Objects that the contract
calls minimum, `counts`, `done_definition` and `retrieval_diagnostics` may have more fields; evidence pointers
may not, so that no quotation is inlined. `gates.snapshot.invariants` checks what the schema cannot, and
`gates.snapshot.builder` makes snapshots.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from gates.canonical import digest
from gates.errors import GateError
from gates.validation import faults

CONTRACT_FIELDS = (
    "snapshot_id",
    "run_id",
    "sequence",
    "created_at",
    "objective",
    "done_definition",
    "provenance_mode",
    "policy_snapshot_ref",
    "counts",
    "latest_context_manifest_ids",
    "state",
    "retrieval_diagnostics",
    "validation",
)
"""The top-level fields, in the contract's order."""

_ISO8601 = r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$"

Text = Annotated[str, Field(min_length=1)]
Strings = Annotated[tuple[str, ...], Field(strict=False)]


class SnapshotError(GateError):
    """A text or object is not a Snapshot JSON v1."""

    code = "snapshot_unreadable"


class _Exact(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class _Minimum(BaseModel):
    model_config = ConfigDict(frozen=True, extra="allow", strict=True)


class PointerSpan(_Exact):
    """Half-open offsets within the chunk, in Unicode code points."""

    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=0)]

    @model_validator(mode="after")
    def _ordered(self) -> PointerSpan:
        if self.end < self.start:
            raise ValueError("end lies before start")
        return self


class EvidencePointer(_Exact):
    """The place of evidence (S0 C); its id derives from `quote_hash`, `ordinal` is for reading."""

    evidence_id: Text
    chunk_id: Text
    span: PointerSpan
    quote_hash: str | None = None
    ordinal: Annotated[int, Field(ge=0)] | None = None


Pointers = Annotated[tuple[EvidencePointer, ...], Field(strict=False)]


class Claim(_Minimum):
    """A statement with its status and evidence; the builder adds `kind` and `work_status`."""

    claim_id: Text
    status: Literal["verified", "candidate", "retracted", "superseded"]
    statement: str
    evidence_refs: Pointers
    kind: str = "claim"
    work_status: Literal["open", "done"] | None = None


class Conflict(_Minimum):
    """A conflict with the evidence of both its sides."""

    conflict_id: Text
    description: str
    side_a_refs: Pointers
    side_b_refs: Pointers


class Failure(_Minimum):
    """A failure: its category, where it happened, and why."""

    failure_id: Text
    category: str
    where: str
    why: str


class SourceCoverage(_Minimum):
    """Sources and chunks that were read, and chunks that were cited."""

    source_ids_seen: Strings
    chunk_ids_seen: Strings
    chunk_ids_cited: Strings


class Counts(_Minimum):
    """Steps and counted events since the last compaction; the builder adds `delta`."""

    steps_since_last_compaction: Annotated[int, Field(ge=0)]
    counted_events_since_last_compaction: Annotated[int, Field(ge=0)]


class State(_Exact):
    """Claims, conflicts, questions, failures and coverage."""

    claims: Annotated[tuple[Claim, ...], Field(strict=False)]
    conflicts: Annotated[tuple[Conflict, ...], Field(strict=False)]
    open_questions: Strings
    failures: Annotated[tuple[Failure, ...], Field(strict=False)]
    source_coverage: SourceCoverage


class NextAction(_Minimum):
    """An open item, with the id of its claim."""

    claim_id: Text
    statement: str


class Selection(_Minimum):
    """The events selected and left out, as pointers (S0, auditability)."""

    kept: Annotated[tuple[dict[str, Any], ...], Field(strict=False)] = ()
    dropped: Annotated[tuple[dict[str, Any], ...], Field(strict=False)] = ()
    captured_not_included: Annotated[tuple[dict[str, Any], ...], Field(strict=False)] = ()
    filters: dict[str, Any] = Field(default_factory=dict)


class Head(_Exact):
    """The pointer record that this snapshot follows, with its chained hash."""

    pointer_id: Text
    hash: Text


class RetrievalDiagnostics(_Minimum):
    """Summary and pointers only; each part may be absent."""

    budgets: dict[str, Any] | None = None
    next_actions: Annotated[tuple[NextAction, ...], Field(strict=False, max_length=3)] = ()
    selection: Selection | None = None
    head: Head | None = None


class Check(_Exact):
    """One named invariant with its outcome."""

    name: Text
    status: Literal["PASS", "FAIL"]
    message: str


class Validation(_Exact):
    """The outcome of all invariants, and the action taken when they failed (S0, stop semantics)."""

    status: Literal["PASS", "FAIL"]
    checks: Annotated[tuple[Check, ...], Field(strict=False)]
    failure_action_taken: Literal["NONE", "RETRY", "SYSTEM_ERROR"]


class Snapshot(_Exact):
    """Snapshot JSON v1."""

    snapshot_id: Text
    run_id: Text
    sequence: Annotated[int, Field(ge=0)]
    created_at: Annotated[str, Field(pattern=_ISO8601)]
    objective: str
    done_definition: dict[str, Any] | str
    provenance_mode: Text
    policy_snapshot_ref: str | None
    counts: Counts
    latest_context_manifest_ids: Strings
    state: State
    retrieval_diagnostics: RetrievalDiagnostics
    validation: Validation


def derive_snapshot_id(snapshot: dict[str, Any]) -> str:
    """Return `snp_` and 20 hex digits over everything but the id itself and the validation."""
    body = {key: value for key, value in snapshot.items() if key not in ("snapshot_id", "validation")}
    return "snp_" + digest(["snapshot/1", body])[:20]


def schema_problems(snapshot: object) -> tuple[str, ...]:
    """Return one sentence for each place (at most 20) that does not fit Snapshot JSON v1."""
    try:
        Snapshot.model_validate(snapshot)
    except ValidationError as error:
        return tuple(faults(error, 20, "snapshot"))
    return ()


def is_snapshot(payload: object) -> bool:
    """Return whether an object looks like a snapshot rather than an artifact; it need not be valid."""
    return isinstance(payload, dict) and "snapshot_id" in payload and "state" in payload


def parse_snapshot(payload: str | bytes | dict[str, Any]) -> dict[str, Any]:
    """Parse a snapshot to JSON data; its shape is checked, the invariants are not.

    Raises:
        SnapshotError: the payload is not JSON, or does not fit Snapshot JSON v1.
    """
    hint = "`workbench schema snapshot` prints the schema"
    try:
        body = payload if isinstance(payload, dict) else json.loads(payload)
    except (ValueError, RecursionError) as error:
        raise SnapshotError(f"the snapshot is not JSON: {error}", "give one JSON object") from error
    problems = schema_problems(body)
    if problems:
        raise SnapshotError("; ".join(problems[:3]), hint)
    return cast("dict[str, Any]", body)
