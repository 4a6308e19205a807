"""Builds and validates the next Snapshot JSON v1 of a session from its active artifacts (S0, SN1, SN2, SN6).

Pure: clock, ids, ledger and pointers come in as values. It never invents a fact: each claim is an item of an
active artifact (or of the one just rolled back), under that item's id. Imported items must come in with their
links made (`gates.search.linking`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gates.artifact import Artifact
from gates.capture import CapturedItem
from gates.report import GateReport
from gates.snapshot.claims import ClaimTable, cited_chunks, pointer, shorten
from gates.snapshot.invariants import FIRST_SEQUENCE, check, pointers_of, validation
from gates.snapshot.kept_tables import table_of
from gates.snapshot.model import derive_snapshot_id

OBJECTIVE_LIMIT = 500
"""Longest objective taken from an imported session's first human message, in characters (SN1)."""

ENDED = ("retracted", "superseded")
"""Statuses of claims that no longer hold."""

EPOCH = "1970-01-01T00:00:00Z"
"""`created_at` of a snapshot that is made only for a comparison."""


@dataclass(frozen=True, slots=True)
class ActiveArtifact:
    """An artifact with its report and the pointer that made it active."""

    artifact: Artifact
    artifact_id: str
    report: GateReport | None
    pointer_id: str | None = None


@dataclass(frozen=True, slots=True)
class HeadPointer:
    """The pointer record that the snapshot follows, with its chained hash."""

    pointer_id: str
    hash: str


@dataclass(frozen=True, slots=True)
class SnapshotInput:
    """All inputs of a snapshot. Sequences start at 1; times are ISO 8601 in UTC."""

    session_id: str
    sequence: int
    created_at: str
    objective: str
    policy_version: str | None
    done_definition: dict[str, Any] | str = ""
    previous: dict[str, Any] | None = None
    """The previous snapshot, as JSON data."""
    active: tuple[ActiveArtifact, ...] = ()
    """Active artifacts in the order of their ranges."""
    retracted: ActiveArtifact | None = None
    """The artifact that this move rolled back."""
    ledger: Collection[str] = frozenset()
    """Evidence ids in the evidence ledger; a set, since it is queried once per link."""
    source_ids: tuple[str, ...] = ()
    """The sources read so far: the session and any other that an active artifact cites."""
    chunk_ids_seen: tuple[str, ...] = ()
    """Chunks of the ranges compacted since the previous snapshot."""
    steps: int = 0
    counted_events: int = 0
    """Steps and counted events since the last compaction (SN5)."""
    not_included: tuple[CapturedItem, ...] = ()
    """Captured items that no active artifact retains."""
    budgets: Mapping[str, int] = field(default_factory=dict)
    """Token and time budgets, such as `cap_tokens`, `timeout_ms`, `source_tokens`, `active_tokens`."""
    head: HeadPointer | None = None
    filters: Mapping[str, str] = field(default_factory=dict)
    """Filters of the selection: strategy, capture version, sidechains left out."""
    run_id: str | None = None
    """Id of the run; None means the session id (SN1)."""
    provenance_mode: str = "audit_only"
    manifest_ids: tuple[str, ...] = ()


Checker = Callable[
    [dict[str, Any], "dict[str, Any] | None", Collection[str]],
    list[dict[str, str]],
]


def build_snapshot(given: SnapshotInput, checker: Checker = check) -> dict[str, Any]:
    """Return the snapshot with its `validation` filled.

    A failed validation is retried once with the same inputs; if it fails again, the snapshot's validation is
    `FAIL` with `SYSTEM_ERROR`, and the caller must not proceed (S0, stop semantics).
    """
    snapshot = _attempt(given, checker, "NONE")
    if snapshot["validation"]["status"] == "FAIL":
        snapshot = _attempt(given, checker, "RETRY")
    if snapshot["validation"]["status"] == "FAIL":
        snapshot["validation"]["failure_action_taken"] = "SYSTEM_ERROR"
    return snapshot


def diagnostic(snapshot: dict[str, Any]) -> str:
    """Return one line that names the failed checks; empty if the snapshot is valid."""
    failed = [each for each in snapshot["validation"]["checks"] if each["status"] == "FAIL"]
    return "; ".join(f"{each['name']}: {each['message']}" for each in failed)


def snapshot_of_artifact(
    artifact: Artifact,
    report: GateReport | None = None,
    *,
    artifact_id: str | None = None,
    objective: str | None = None,
) -> dict[str, Any]:
    """Return the snapshot that an artifact alone would make, for comparisons without a store.

    Without a report every claim is a candidate. Its links count as written to the ledger, since accepting it
    would write them. `artifact_id` is the stored id if links were added to the artifact since; `objective` is
    the session's if known, else the artifact's own is used.
    """
    name = artifact_id or (report.artifact_id if report else None) or artifact.artifact_id
    links = [link for item in artifact.items for link in item.links]
    chunks = tuple(dict.fromkeys(link.chunk_id for link in links))
    given = SnapshotInput(
        session_id=artifact.source.session_id,
        sequence=FIRST_SEQUENCE,
        created_at=EPOCH,
        objective=objective_line(artifact.objective if objective is None else objective),
        policy_version=report.policy_version if report else None,
        active=(ActiveArtifact(artifact, name, report),),
        ledger=frozenset(link.evidence_id for link in links),
        source_ids=(artifact.source.session_id,),
        chunk_ids_seen=chunks,
    )
    return build_snapshot(given)


def objective_line(text: str) -> str:
    """Return a session's objective for a snapshot: its opening text in one line, at most 500 characters."""
    return " ".join(text.split())[:OBJECTIVE_LIMIT]


def _attempt(given: SnapshotInput, checker: Checker, action: str) -> dict[str, Any]:
    judged = [(each.artifact_id, each.artifact, each.report) for each in given.active]
    table = table_of(given.session_id, judged, given.ledger)
    if given.retracted is not None:
        table.retract(given.retracted.artifact, given.retracted.artifact_id)
    state = json.loads(json.dumps(_state(given, table), ensure_ascii=False))  # the table keeps its own
    body: dict[str, Any] = {
        "snapshot_id": "snp_pending",
        "run_id": given.run_id or given.session_id,
        "sequence": given.sequence,
        "created_at": given.created_at,
        "objective": given.objective,
        "done_definition": given.done_definition,
        "provenance_mode": given.provenance_mode,
        "policy_snapshot_ref": given.policy_version,
        "counts": {
            "steps_since_last_compaction": given.steps,
            "counted_events_since_last_compaction": given.counted_events,
            "delta": _delta(state, given.previous),
        },
        "latest_context_manifest_ids": list(given.manifest_ids),
        "state": state,
        "retrieval_diagnostics": _diagnostics(given, state["claims"]),
        "validation": validation([]),
    }
    body["snapshot_id"] = derive_snapshot_id(body)
    body["validation"] = validation(checker(body, given.previous, given.ledger), action)
    return body


def _state(given: SnapshotInput, table: ClaimTable) -> dict[str, Any]:
    state: dict[str, Any] = {
        "claims": table.claims(),
        "conflicts": list(table.conflicts.values()),
        "open_questions": list(table.questions),
        "failures": list(table.failures.values()),
    }
    cited = [*pointers_of(state), *table.question_refs.values()]
    state["source_coverage"] = {
        "source_ids_seen": list(dict.fromkeys(given.source_ids)),
        "chunk_ids_seen": list(dict.fromkeys(given.chunk_ids_seen)),
        "chunk_ids_cited": cited_chunks(cited),
    }
    return state


def _diagnostics(given: SnapshotInput, claims: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    active = [claim for claim in claims if claim["status"] not in ENDED]
    open_items = [claim for claim in active if claim["work_status"] == "open"]
    return {
        "budgets": dict(sorted(given.budgets.items())),
        "next_actions": [
            {"claim_id": claim["claim_id"], "statement": claim["statement"]} for claim in open_items[:3]
        ],
        "selection": {
            "kept": [run for each in given.active for run in _runs(each, kept=True)],
            "dropped": [run for each in given.active for run in _runs(each, kept=False)],
            "captured_not_included": [_left_out(item) for item in given.not_included],
            "filters": dict(sorted(given.filters.items())),
        },
        "head": {"pointer_id": given.head.pointer_id, "hash": given.head.hash} if given.head else None,
    }


def _left_out(item: CapturedItem) -> dict[str, Any]:
    return {
        "item_id": item.item_id,
        "kind": item.kind,
        "statement": shorten(item.text),
        "evidence_refs": [pointer(link) for link in item.evidence],
    }


def _runs(active: ActiveArtifact, *, kept: bool) -> list[dict[str, Any]]:
    """Return the runs of consecutive events that an active range keeps verbatim, or that it replaces."""
    source = active.artifact.source
    verbatim = _joined(source.kept)
    if kept:
        runs = verbatim
    else:
        starts = [source.source_start, *(end + 1 for _, end in verbatim)]
        ends = [*(start - 1 for start, _ in verbatim), source.source_end]
        runs = [(start, end) for start, end in zip(starts, ends, strict=True) if start <= end]
    return [
        {
            "artifact_id": active.artifact_id,
            "pointer_id": active.pointer_id,
            "session_id": source.session_id,
            "start": start,
            "end": end,
        }
        for start, end in runs
    ]


def _joined(ordinals: Iterable[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for ordinal in ordinals:
        if runs and runs[-1][1] == ordinal - 1:
            runs[-1] = (runs[-1][0], ordinal)
        else:
            runs.append((ordinal, ordinal))
    return runs


def _delta(state: dict[str, Any], previous: dict[str, Any] | None) -> dict[str, int]:
    """Return the changes since the previous snapshot's state, in numbers of claims and entries."""
    old = previous["state"] if previous else {}
    before = {claim["claim_id"]: claim["status"] for claim in old.get("claims", ())}
    now = {claim["claim_id"]: claim["status"] for claim in state["claims"]}
    changes = {
        "claims_added": len(now.keys() - before.keys()),
        "claims_removed": len(before.keys() - now.keys()),
        "claims_restated": len([key for key in now.keys() & before.keys() if now[key] != before[key]]),
    }
    for status in ("verified", "candidate", *ENDED):
        changes[status] = list(now.values()).count(status) - list(before.values()).count(status)
    if "superseded" not in (*now.values(), *before.values()):
        del changes["superseded"]
    for name in ("conflicts", "failures", "open_questions"):
        changes[name] = len(state[name]) - len(old.get(name, ()))
    return changes
