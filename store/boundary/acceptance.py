"""Reads, scores and re-checks the inputs of an acceptance; the moves themselves are in `store.pointers`.

It refuses what SPEC ST5, ST6 and GJ refuse, and never accepts a verdict from outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session

from gates.artifact import Artifact, Origin
from gates.capture import Capture
from gates.evaluate import evaluate
from gates.policy import Policy, looser_keys
from gates.report import GateReport, Verdict, why_confirm
from gates.review import Review, ReviewAction, last_mark, reviews_digest
from gates.search.index import SourceIndex
from gates.search.linking import link_items
from gates.snapshot.builder import ActiveArtifact
from gates.source import EventKind, SourceEvent, SourceLink
from store.boundary import move_rules, next_snapshot
from store.boundary.next_snapshot import Background, SnapshotChange
from store.engine import Store
from store.errors import (
    AlreadyActive,
    DraftRejected,
    InputsChanged,
    NotReplaceable,
    PolicyTooLoose,
    RangeMismatch,
)
from store.records import (
    artifacts,
    captures,
    derived,
    evidence,
    reports,
    reviews,
    sessions,
    snapshots,
    stored_events,
)
from store.records.preparing import preparer_of
from store.values import Pointer, RunFrame


@dataclass(frozen=True, slots=True)
class AcceptanceInputs:
    """The inputs of an acceptance as read before scoring."""

    artifact: Artifact
    artifact_id: str
    scope_complete: bool
    events: Sequence[SourceEvent]
    """Events from 0 to the end of the range."""
    capture: Capture
    reviews: tuple[Review, ...]
    lineage_tokens: int | None
    displaced: tuple[str, ...]
    background: Background


@dataclass(frozen=True, slots=True)
class AcceptanceVerdict:
    """The result of scoring."""

    index: SourceIndex
    linked: Artifact
    """The artifact itself, or an imported one after linking."""
    report: GateReport
    links: tuple[SourceLink, ...]
    """Links that resolve, for the evidence ledger."""


def read_inputs(
    store: Store,
    session: Session,
    artifact_id: str,
    where: tuple[str, int, int],
    active: tuple[Pointer, ...],
    frame: RunFrame | None = None,
) -> AcceptanceInputs:
    """Read everything that is scored; refuse what no score could change.

    `where` is session, start and end; `active` are the acceptances in force; `frame` belongs to its run.

    Raises:
        MoveRefused: RangeMismatch, AlreadyActive, DraftRejected, RangeOverlaps, SplitsToolCall or
            NotReplaceable.
        NotFound: artifact or session is not in the store.
    """
    session_id, start, end = where
    artifact = artifacts.read(session, artifact_id).artifact
    considered = reviews.applicable(session, session_id, artifact_id)
    _check_not_rejected(artifact_id, considered)
    events_stored, scope_complete = sessions.extent(session, session_id)
    source = artifact.source
    if (source.session_id, source.source_start, source.source_end) != where:
        raise RangeMismatch(
            f"the artifact is of {source.source_start}..{source.source_end} of {source.session_id}, "
            f"not of {start}..{end} of {session_id}",
            "accept it for the range it was made of",
        )
    if end >= events_stored:
        raise RangeMismatch(
            f"{start}..{end} lies outside the session, which has events 0..{events_stored - 1}",
            "import the transcript that the artifact was made of",
        )
    if any(move.artifact_id == artifact_id for move in active):
        raise _already_active(artifact_id, session_id)
    displaced = move_rules.displaced_by(start, end, artifact.covers, active)
    captured = captures.read_of(
        session, (session_id, start, end), sessions.digest_at(session, session_id, end)
    )
    if captured is None:
        raise NotReplaceable(
            f"there is no capture of {start}..{end} as the events are stored now",
            f"`workbench capture {session_id[:12]} --range {start}..{end}` makes one",
            gates=("C",),
        )
    asked = {link.ordinal for item in artifact.items for link in item.links}
    asked |= {link.ordinal for item in captured.capture.items for link in item.evidence}
    events = derived.events_for(store, session, session_id, start, end, asked)
    check_tool_calls(session, artifact, events)
    rest = tuple(move for move in active if move.artifact_id not in displaced)
    return AcceptanceInputs(
        artifact=artifact,
        artifact_id=artifact_id,
        scope_complete=scope_complete,
        events=events,
        capture=captured.capture,
        reviews=considered,
        lineage_tokens=artifacts.lineage_tokens(session, artifact),
        displaced=displaced,
        background=next_snapshot.read_background(
            session, snapshots.read_latest(session, session_id), rest, artifact, accepts=True, frame=frame
        ),
    )


def check_tool_calls(session: Session, artifact: Artifact, events: Sequence[SourceEvent]) -> None:
    """Refuse an artifact whose range or kept events split a tool call from its result.

    `events` are the session's up to the end of the range; of later ones only the results are read.

    Raises:
        SplitsToolCall: names the call and its result.
    """
    source = artifact.source
    inside = events[source.source_start :]
    calls = [event.tool.call_id for event in inside if event.kind is EventKind.TOOL_CALL and event.tool]
    later = sessions.results_after(session, source.session_id, source.source_end, calls)
    earlier = stored_events.calls_before(session, source.session_id, source.source_start, inside)
    move_rules.check_tool_calls(artifact, (*earlier, *inside), later)


def check_policy(policy: Policy) -> None:
    """Refuse a policy that permits what the store's own policy does not (GJ).

    Raises:
        PolicyTooLoose: names every such key with both values.
    """
    looser = tuple(looser_keys(policy))
    if looser:
        raise PolicyTooLoose(
            f"policy {policy.name} is looser than the store's: {'; '.join(looser)}",
            "acceptance can only be made stricter; raise these values or leave out --policy",
        )


def _check_not_rejected(artifact_id: str, considered: tuple[Review, ...]) -> None:
    """Refuse a draft whose latest review mark is a rejection."""
    mark = last_mark(considered, artifact_id)
    if mark is not None and mark.action is ReviewAction.REJECT:
        short = artifact_id[:12]
        raise DraftRejected(
            f"{short} was rejected by {mark.actor}: {mark.reason}",
            f"`workbench review clear {short} --reason R` withdraws the rejection, "
            f"`workbench review approve {short} --reason R` replaces it by an approval",
        )


def judge(seen: AcceptanceInputs, policy: Policy) -> AcceptanceVerdict:
    """Score the inputs; no lock is held and the caller is asked nothing."""
    source = seen.artifact.source.range()
    preparer = preparer_of(source.session_id, seen.events)
    index = SourceIndex.build(source, seen.events, scope_complete=seen.scope_complete, preparer=preparer)
    imported = seen.artifact.origin is Origin.IMPORTED and not seen.artifact.opaque
    linked = link_items(seen.artifact, index) if imported else seen.artifact
    report = evaluate(
        linked,
        index,
        seen.capture,
        seen.reviews,
        policy,
        strict=policy.strict,
        artifact_id=seen.artifact_id,
        lineage_tokens=seen.lineage_tokens,
    )
    links = {link.evidence_id: link for item in linked.items for link in item.links}
    resolved = tuple(link for link in links.values() if index.resolve(link).ok)
    return AcceptanceVerdict(index, linked, report, resolved)


def _already_active(artifact_id: str, session_id: str) -> AlreadyActive:
    shown = f"`workbench context {session_id[:12]}` shows it"
    return AlreadyActive(f"{artifact_id} is active already", shown)


def artifact_of(report: GateReport) -> str:
    """Return the command that shows the artifact of a report."""
    return (report.artifact_id or "ARTIFACT")[:12]


def _outcome(report: GateReport, name: str) -> str:
    """Return a gate's verdict as the gate tables word it: a failing gate B is advisory."""
    status = report.gates[name].status
    return "ADVISORY" if name == "B" and status is Verdict.FAIL else status.value


def check_verdict(
    report: GateReport, policy: Policy, confirm: tuple[str, ...], *, of_run: bool = False
) -> tuple[str, ...]:
    """Refuse what the gates refuse; return the gates whose confirmation was required and given (GJ).

    `of_run`: the session belongs to a run, which may be waiting for an approval of the draft.

    Raises:
        NotReplaceable: names the gates in the way.
    """
    blocking = report.blocking
    if blocking:
        texts = (f"{name} {_outcome(report, name)} ({report.why(name)})" for name in blocking)
        target = artifact_of(report)
        missed = [m.name for m in report.gates["E"].measures if m.decides and m.passed is False]
        way = f"`workbench score {target}` says what to change, `workbench repair {target}` does what it can"
        if blocking == ("E",) and missed == ["compression_ratio"]:
            way = "draft a longer range, or leave this one verbatim: a summary of so little saves nothing"
            if of_run:
                way += f"; `workbench review approve {target} --reason R` lets it into a run that waits"
        raise NotReplaceable(
            f"gates not passed: {', '.join(texts)}".replace(" ()", ""),
            way,
            gates=blocking,
        )
    unjudged = report.unjudged
    if not report.passes(strict=policy.strict):
        raise NotReplaceable(
            f"the policy is strict and gates {', '.join(unjudged)} had nothing to judge",
            "a policy without strict lets them be confirmed",
            gates=unjudged,
        )
    missing = tuple(name for name in report.to_confirm if name not in confirm)
    if missing:
        raise NotReplaceable(
            f"{why_confirm(report)}; not confirmed: {', '.join(missing)}",
            f"look at what it rests on (`workbench show {artifact_of(report)}`), then add "
            + " ".join(f"--confirm {name}" for name in missing),
            gates=missing,
        )
    return report.to_confirm


def change_of(
    seen: AcceptanceInputs,
    judged: AcceptanceVerdict,
    pointer: Pointer,
    policy: Policy,
    done_definition: str | None,
) -> SnapshotChange:
    """Return the change that the acceptance makes to the session's snapshot."""
    return next_snapshot.change_by(
        pointer,
        accepted=ActiveArtifact(judged.linked, seen.artifact_id, judged.report, pointer.pointer_id),
        written=frozenset(link.evidence_id for link in judged.links),
        chunk_ids=next_snapshot.chunk_ids(pointer.session_id, judged.index.range_events),
        budgets=next_snapshot.budgets_of(seen.artifact, policy, judged.index.source_tokens),
        filters=next_snapshot.filters_of(
            seen.artifact,
            seen.capture.capture_version,
            judged.index.events[seen.artifact.source.source_start :],
        ),
        done_definition=done_definition,
    )


def check_unchanged(session: Session, seen: AcceptanceInputs, scored_events: str) -> None:
    """Refuse the acceptance if anything that was scored has changed in the store since.

    Raises:
        InputsChanged: names what changed.
    """
    source = seen.artifact.source
    start, end = source.source_start, source.source_end
    hint = "score the artifact again and repeat the move if it is still right"
    if sessions.digest_at(session, source.session_id, end) != scored_events:
        raise InputsChanged(
            "the events are not those that were scored", f"{hint}; `workbench verify` looks for damage"
        )
    digest = captures.current_digest(session, source.session_id, start, end, scored_events)
    if digest != seen.capture.digest:
        raise InputsChanged("the capture is not the one that was scored", hint)
    considered = reviews.applicable(session, source.session_id, seen.artifact_id)
    if reviews_digest(considered) != reviews_digest(seen.reviews):
        raise InputsChanged("a review was added while the artifact was scored", hint)


def write(session: Session, seen: AcceptanceInputs, judged: AcceptanceVerdict, pointer: Pointer) -> None:
    """Write the records that the move depends on, in its transaction: links, report, evidence."""
    if judged.linked is not seen.artifact:
        digest = judged.index.events_digest
        artifacts.insert_linked(session, seen.artifact_id, digest, judged.linked, now=pointer.created_at)
    reports.insert(session, judged.report, now=pointer.created_at)
    fresh = [link for link in judged.links if link.evidence_id not in seen.background.ledger]
    evidence.insert(session, pointer.session_id, pointer.pointer_id, fresh)
