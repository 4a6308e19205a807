"""Artifacts, reports and snapshot inputs for the tests of this folder."""

from __future__ import annotations

from typing import Any

from gates.artifact import Artifact, parse
from gates.report import GATE_NAMES, Finding, GateReport, GateResult, Verdict
from gates.snapshot.builder import ActiveArtifact, HeadPointer, SnapshotInput
from gates.source import make_link

SESSION = "ses_" + "0" * 20
NOW = "2026-05-04T10:00:00Z"


def link(ordinal: int, text: str = "some words of an event") -> dict[str, Any]:
    """A link, as JSON, to the whole text of an event."""
    return make_link(SESSION, ordinal, text, 0, len(text)).model_dump(mode="json")


def artifact(*items: dict[str, Any], start: int = 3, end: int = 90, **more: Any) -> Artifact:
    """A parsed artifact over `start..end`; `more` are further fields of the schema."""
    kept = more.pop("kept", [])
    return parse(
        {
            "source": {"session_id": SESSION, "source_start": start, "source_end": end, "kept": kept},
            "strategy": "intentional",
            "prompt_version": "extractive/1",
            "origin": "drafted",
            "items": list(items),
            **more,
        }
    )


def conflict(text: str, one: int, other: int) -> dict[str, Any]:
    """A conflict item between the words of two events."""
    a, b = link(one), link(other)
    detail = {"side_a": [a["evidence_id"]], "side_b": [b["evidence_id"]]}
    return {"kind": "conflict", "text": text, "links": [a, b], "detail": detail}


def report(
    of: Artifact, *, doubted: dict[str, str] | None = None, reviewed: bool = False, **status: Verdict
) -> GateReport:
    """Return a report with every other gate PASS; `doubted` maps item ids to the gate that names them."""
    findings: dict[str, list[Finding]] = {name: [] for name in GATE_NAMES}
    for item_id, gate in (doubted or {}).items():
        found = Finding(
            finding_id=f"fnd_{item_id}",
            rule="x.rule",
            rule_version="1",
            severity="hard",
            message="doubted",
            item_id=item_id,
            reviewed="rev_1" if reviewed else None,
        )
        findings[gate].append(found)
    return GateReport(
        artifact_id=of.artifact_id,
        session_id=SESSION,
        origin=of.origin.value,
        source_start=of.source.source_start,
        source_end=of.source.source_end,
        scope_complete=True,
        input_digest="0" * 64,
        policy_version="default-000000000000",
        replaceable=True,
        gates={
            name: GateResult(status=status.get(name, Verdict.PASS), findings=tuple(findings[name]))
            for name in GATE_NAMES
        },
    )


def active(of: Artifact, judged: GateReport | None = None) -> ActiveArtifact:
    """Return the artifact as an active one, by default with a passing report."""
    return ActiveArtifact(of, of.artifact_id, judged or report(of), "ptr_" + "1" * 20)


def ledger_of(*artifacts: Artifact) -> frozenset[str]:
    """The evidence ids of all links of the artifacts."""
    return frozenset(x.evidence_id for one in artifacts for item in one.items for x in item.links)


def given(*actives: ActiveArtifact, **more: Any) -> SnapshotInput:
    """Return a snapshot input over active artifacts whose links are all in the ledger."""
    fields: dict[str, Any] = {
        "session_id": SESSION,
        "sequence": 1,
        "created_at": NOW,
        "objective": "Fix the login",
        "policy_version": "default-000000000000",
        "active": actives,
        "ledger": ledger_of(*(each.artifact for each in actives)),
        "source_ids": (SESSION,),
        "head": HeadPointer("ptr_" + "1" * 20, "a" * 64),
    }
    return SnapshotInput(**{**fields, **more})
