"""Show any record by its id: session, event, artifact, item, snapshot, report, move, review, evidence."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from gates.artifact import Item
from gates.report import Finding
from store import pointers
from store.engine import Store
from store.errors import NotFound
from store.records import artifacts, lookup, reports, reviews, sessions, snapshots
from store.values import (
    NativeCompaction,
    PagedEvent,
    Pointer,
    StoredArtifact,
    StoredReport,
    StoredReview,
    StoredSession,
    StoredSnapshot,
)
from workbench.bootstrap import Env
from workbench.errors import UnknownId
from workbench.event_numbers import event_number
from workbench.facts.objective import LIMIT
from workbench.facts.spans import shorten
from workbench.services.judgement import find
from workbench.services.judgement.judge import JudgedArtifact, judge_stored
from workbench.services.lookup.sessions import SessionLine, event_json, session_line
from workbench.services.moves.accept_rollback import pointer_json
from workbench.services.moves.artifact_state import ACTIVE, states
from workbench.services.review_log.reviews import review_json


@dataclass(frozen=True)
class SessionShown:
    """A session with its compactions and artifacts."""

    line: SessionLine
    compactions: tuple[NativeCompaction, ...]
    artifacts: tuple[tuple[StoredArtifact, StoredReport | None], ...]
    states: dict[str, str]
    """State of each artifact, by its id."""
    objective: str


@dataclass(frozen=True)
class EventShown:
    """One event in full."""

    session: StoredSession
    event: PagedEvent


@dataclass(frozen=True)
class ArtifactShown:
    """An artifact with its report and state."""

    session: StoredSession
    judged: JudgedArtifact
    state: str
    """`draft`, `active`, `displaced`, `rolled back` or `rejected`."""
    compaction: NativeCompaction | None
    reviews: tuple[StoredReview, ...]


@dataclass(frozen=True)
class ItemShown:
    """An item with the findings about it and the events that it links to."""

    stored: StoredArtifact
    item: Item
    place: str
    findings: tuple[tuple[str, Finding], ...]
    turns: dict[int, tuple[int, str]]
    """Turn and kind of each linked event."""


Detail = (
    SessionShown
    | EventShown
    | ArtifactShown
    | ItemShown
    | StoredSnapshot
    | StoredReport
    | Pointer
    | StoredReview
    | find.FoundEvidence
    | find.FoundFinding
    | find.FoundCaptured
    | find.FoundUnjudged
)


@dataclass(frozen=True)
class ShownRecord:
    """The record that an id names: its type, its JSON, and the value for a reader."""

    type: str
    value: dict[str, Any]
    detail: Detail
    note: str = ""
    """What was assumed in order to find it."""

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.show/1` object."""
        from workbench.services.output_shapes.reports_and_drafts import ShowShape
        from workbench.services.output_shapes.shape import printed

        return printed(ShowShape, self)


def show(env: Env, id_or_prefix: str) -> ShownRecord:
    """Return the record of an id, a prefix or a place.

    A place is `SESSION:148`, `SESSION:d-3`, `SESSION:d-3:c-1` or `SESSION:c-1`.

    Raises:
        UnknownId, store.errors.NotFound: no record, or more than one, has that name.
    """
    store = env.open_store()
    with store.reading():  # everything is read from one state of the store, opened once
        return _named(env, store, id_or_prefix)


def _named(env: Env, store: Store, id_or_prefix: str) -> ShownRecord:
    head, _, tail = id_or_prefix.rpartition(":")
    number = event_number(tail)
    if head and number is not None:
        return _event(store, lookup.session(store, head), number)
    if head and tail[:2] in ("c-", "o-"):
        return _placed(env, store, head, tail)
    by_tag = {"itm_": _show_item, "fnd_": _show_finding, "cap_": _show_captured, "evd_": _show_evidence}
    if id_or_prefix[:4] in by_tag:
        return by_tag[id_or_prefix[:4]](env, store, id_or_prefix)
    errors: list[NotFound | UnknownId] = []
    for attempt in (_resolved, *by_tag.values()):
        try:
            return attempt(env, store, id_or_prefix)
        except (NotFound, UnknownId) as error:
            errors.append(error)
    raise max(errors, key=lambda each: (each.ambiguous, bool(each.near)))


def _resolved(env: Env, store: Store, id_or_prefix: str) -> ShownRecord:
    named = lookup.resolve(store, id_or_prefix)
    return _record(env, store, named.type, named.id)


def _record(env: Env, store: Store, kind: str, full: str) -> ShownRecord:
    if kind == "session":
        return _session(env, store, full)
    if kind == "artifact":
        return _artifact(env, store, full)
    if kind == "snapshot":
        snapshot = snapshots.get(store, full)
        return ShownRecord(kind, snapshot.body, snapshot)
    if kind == "report":
        report = reports.get(store, full)
        return ShownRecord(kind, {"report_id": full, **report.report.to_json()}, report)
    if kind == "pointer":
        pointer = pointers.get(store, full)
        return ShownRecord(kind, pointer_json(pointer), pointer)
    return _review(store, full)


def _session(env: Env, store: Store, session_id: str) -> ShownRecord:
    line = session_line(env, session_id)
    with store.reading():
        found = sessions.compactions(store, session_id)
        kept = tuple((a, reports.latest(store, a.artifact_id)) for a in artifacts.listing(store, session_id))
        became = states(store, session_id, [each.artifact_id for each, _ in kept])
        text = shorten(sessions.opening(store, session_id), LIMIT)
    value = {
        **line.to_json(),
        "objective": text,
        "artifact_ids": [each.artifact_id for each, _ in kept],
        "artifacts": [_listed(each, became[each.artifact_id]) for each, _ in kept],
    }
    return ShownRecord("session", value, SessionShown(line, found, kept, became, text))


def _listed(stored: StoredArtifact, state: str) -> dict[str, Any]:
    """Return one entry of a session's `artifacts[]`."""
    source = stored.artifact.source
    return {
        "artifact_id": stored.artifact_id,
        "number": stored.number,
        "source_start": source.source_start,
        "source_end": source.source_end,
        "strategy": stored.artifact.strategy,
        "origin": stored.artifact.origin.value,
        "state": state,
    }


def _event(store: Store, session_id: str, ordinal: int) -> ShownRecord:
    session = sessions.get(store, session_id)
    if ordinal >= session.events:
        raise UnknownId(
            f"the session has no event {ordinal}, its events are 0..{session.events - 1}",
            f"`workbench timeline {session_id[:12]}` lists them",
        )
    event = sessions.load_events(store, session_id, ordinal, ordinal)[0]
    paged = PagedEvent(event, len(event.text))
    return ShownRecord(
        "event", {"session_id": session_id, **event_json(session_id, paged)}, EventShown(session, paged)
    )


def _artifact(env: Env, store: Store, artifact_id: str) -> ShownRecord:
    from workbench.services.output_shapes.reports_and_drafts import ShownArtifactShape
    from workbench.services.output_shapes.shape import printed

    stored = artifacts.get(store, artifact_id)
    judged = judge_stored(env, store, stored)
    with store.reading():
        session = sessions.get(store, stored.session_id)
        state = states(store, stored.session_id, [artifact_id])[artifact_id]
        found = sessions.compactions(store, stored.session_id)
        recorded = reviews.listing(store, stored.session_id)
    native = [each for each in found if each.artifact_id == artifact_id]
    stored_reviews = tuple(each for each in recorded if each.review.artifact_id == artifact_id)
    value = printed(
        ShownArtifactShape,
        stored,
        active=state == ACTIVE,
        state=state,
        artifact=judged.artifact.to_json(),
        as_stored=None if judged.artifact == stored.artifact else stored.artifact.to_json(),
        report_id=judged.report_id,
        report=judged.report.to_json(),
        reviews=[review_json(each) for each in stored_reviews],
        money=judged.money,
    )
    return ShownRecord(
        "artifact",
        value,
        ArtifactShown(session, judged, state, native[0] if native else None, stored_reviews),
    )


def _placed(env: Env, store: Store, head: str, place: str) -> ShownRecord:
    """Return the item at a place of an artifact, or of the newest artifact of a session."""
    named = lookup.resolve(store, head, ("artifact", "session"))
    if named.type == "artifact":
        return _item(env, store, find.item(store, place, artifacts.get(store, named.id)))
    every = artifacts.listing(store, named.id)
    if not every:
        raise UnknownId(
            f"session {named.id} has no artifact, so it has no item {place}",
            f"`workbench draft {named.id[:12]}` makes one",
        )
    newest = every[-1]
    shown = _item(env, store, find.item(store, place, newest))
    return replace(
        shown, note=f"{place} of d-{newest.number} ({newest.artifact_id[:12]}), the session's newest artifact"
    )


def _item(env: Env, store: Store, found: find.FoundItem) -> ShownRecord:
    judged = judge_stored(env, store, found.stored)
    item = next(each for each in judged.artifact.items if each.item_id == found.item.item_id)
    about = tuple(
        (gate, each)
        for gate, result in judged.report.gates.items()
        for each in result.findings
        if each.item_id == item.item_id
    )
    places = {
        link.ordinal: (judged.events[link.ordinal].turn, judged.events[link.ordinal].kind.value)
        for link in item.links
        if link.ordinal < len(judged.events)
    }
    value = {
        "artifact_id": found.stored.artifact_id,
        "place": found.place,
        "item": item.model_dump(mode="json"),
        "findings": [each.model_dump(mode="json") for _, each in about],
    }
    return ShownRecord("item", value, ItemShown(found.stored, item, found.place, about, places))


def _review(store: Store, review_id: str) -> ShownRecord:
    for session in sessions.listing(store):
        for each in reviews.listing(store, session.session_id):
            if each.review.review_id == review_id:
                return ShownRecord("review", review_json(each), each)
    raise UnknownId(f"no review is named {review_id}", "`workbench show ARTIFACT` lists its reviews")


def _show_item(env: Env, store: Store, id_or_prefix: str) -> ShownRecord:
    return _item(env, store, find.item(store, id_or_prefix))


def _show_finding(env: Env, store: Store, id_or_prefix: str) -> ShownRecord:  # noqa: ARG001 - one shape for all
    found = find.finding(store, id_or_prefix)
    value = {
        "artifact_id": found.stored.artifact_id,
        "gate": found.gate,
        **found.finding.model_dump(mode="json"),
    }
    return ShownRecord("finding", value, found)


def _show_captured(env: Env, store: Store, id_or_prefix: str) -> ShownRecord:  # noqa: ARG001 - one shape for all
    found = find.captured_anywhere(store, id_or_prefix)
    if isinstance(found, find.FoundUnjudged):
        value = {"artifact_id": None, "session_id": found.session_id, **found.item.model_dump(mode="json")}
        return ShownRecord("captured_item", value, found)
    value = {"artifact_id": found.artifact_id, **found.verdict.model_dump(mode="json")}
    return ShownRecord("captured_item", value, found)


def _show_evidence(env: Env, store: Store, id_or_prefix: str) -> ShownRecord:  # noqa: ARG001 - one shape for all
    found = find.evidence(store, id_or_prefix)
    return ShownRecord(
        "evidence", {"session_id": found.session_id, **found.link.model_dump(mode="json")}, found
    )
