"""Artifacts, captures, reports, reviews and ids: kept once, read back equal, found by prefix."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from gates.evaluate import evaluate
from gates.policy import DEFAULT_POLICY
from gates.review import ReviewAction
from gates.search.index import SourceIndex
from store import pointers
from store.errors import NotFound
from store.records import artifacts, captures, evidence, lookup, reports, reviews, sessions, snapshots
from store.values import StoredReport
from tests.store.build import (
    NOW,
    accept,
    artifact_of,
    capture_of,
    draft,
    events_of,
    header,
    keep,
    link_of,
)
from tests.store.conftest import Written


def judged(written: Written, name: str) -> StoredReport:
    """The report of an artifact, kept."""
    artifact = artifacts.get(written.store, name).artifact
    events = sessions.load_events(written.store, written.session_id, 0, artifact.source.source_end)
    index = SourceIndex.build(artifact.source.range(), events, scope_complete=True)
    report = evaluate(artifact, index, None, (), DEFAULT_POLICY)
    return reports.put(written.store, report, now=NOW)


def test_artifacts_are_numbered_by_insertion_and_kept_once(written: Written) -> None:
    """Equal content adds nothing, even with another generation cost."""
    store, session_id = written.store, written.session_id
    one, two = artifact_of(session_id, 0, 1), artifact_of(session_id, 2, 3)
    first, second = artifacts.put(store, one, now=NOW), artifacts.put(store, two, now=NOW)
    again = one.generation_record.model_copy(update={"elapsed_ms": 99})
    third = artifacts.put(store, one.model_copy(update={"generation_record": again}), now="2027-01-01")
    assert [(first.number, first.added), (second.number, second.added)] == [(1, True), (2, True)]
    assert (third.number, third.added, third.artifact, third.created_at) == (1, False, one, NOW)
    assert [each.artifact for each in artifacts.listing(store, session_id)] == [one, two]
    assert artifacts.get(store, two.artifact_id).artifact_id == two.artifact_id
    with pytest.raises(NotFound):
        artifacts.put(store, artifact_of("ses_none", 0, 1), now=NOW)
    with pytest.raises(NotFound):
        artifacts.get(store, "art_none")


def test_linked_views_are_kept_for_the_events_they_were_made_of(written: Written) -> None:
    """Other events: no view."""
    store, session_id = written.store, written.session_id
    made = artifact_of(session_id, 0, 1)
    name = artifacts.put(store, made.with_items(()), now=NOW).artifact_id
    for _ in range(2):
        artifacts.put_linked(store, name, "digest-1", made, now=NOW)
    assert artifacts.get_linked(store, name, "digest-1") == made
    assert artifacts.get_linked(store, name, "digest-2") is None


def test_the_latest_capture_of_the_stored_events_counts(written: Written) -> None:
    """A capture of other events is not used."""
    store, session_id = written.store, written.session_id
    digest = sessions.events_digest(store, session_id, 7)
    for last in (0, 1, 1):
        captures.put(store, session_id, 0, 7, capture_of(session_id, 0, last), events_digest=digest, now=NOW)
    found = captures.current(store, session_id, 0, 7)
    assert found is not None
    assert (found.capture, found.events_digest) == (capture_of(session_id, 0, 1), digest)
    assert captures.current(store, session_id, 0, 11) is None
    captures.put(store, session_id, 0, 7, capture_of(session_id, 0, 1), events_digest="other", now=NOW)
    assert captures.current(store, session_id, 0, 7) is None
    with pytest.raises(NotFound):
        captures.put(store, "ses_none", 0, 7, capture_of(session_id, 0, 1), events_digest="x", now=NOW)


def test_reports_are_kept_once_and_found_by_their_inputs(written: Written) -> None:
    """So that nothing is judged twice."""
    store = written.store
    name = draft(store, written.session_id, 2, 4)
    assert reports.latest(store, name) is None
    kept = judged(written, name)
    assert judged(written, name).report_id == kept.report_id
    assert reports.get(store, kept.report_id) == kept == reports.latest(store, name)
    assert reports.find(store, name, kept.report.input_digest) == kept
    assert reports.find(store, name, "other") is None
    accepted = accept(store, name)
    latest = reports.latest(store, name)
    assert latest is not None
    assert latest.report_id == accepted.report_id != kept.report_id
    with pytest.raises(NotFound):
        reports.get(store, "rep_none")
    with pytest.raises(NotFound):
        reports.put(store, kept.report.model_copy(update={"artifact_id": "art_none"}), now=NOW)


def test_reviews_are_appended_and_bound(written: Written) -> None:
    """To an artifact by its content hash, or to the session as it was."""
    store, session_id = written.store, written.session_id
    name, other = draft(store, session_id, 2, 4), draft(store, session_id, 6, 7)
    added = {"item_id": "cap_9", "kind": "decision", "text": "t", "status": "in_force", "origin": "reviewer"}
    made = [
        reviews.add(
            store, session_id, ReviewAction.ADD, "cap_9", actor="a", reason="r", now=NOW, added=added
        ),
        reviews.add(
            store, session_id, ReviewAction.CLEAR, "fnd_1", actor="a", reason="r", now=NOW, artifact_id=name
        ),
        reviews.add(
            store, session_id, ReviewAction.REJECT, other, actor="b", reason="no", now=NOW, artifact_id=other
        ),
    ]
    assert reviews.listing(store, session_id) == tuple(made)
    assert [each.sequence for each in made] == [1, 2, 3]
    assert [each.bound_to for each in made] == [sessions.get(store, session_id).chain, name, other]
    assert made[0].review.added == added
    assert reviews.for_artifact(store, session_id, name) == (made[0].review, made[1].review)
    for wrong in ({"artifact_id": "art_none"}, {"session_id": "ses_none"}):
        facts = {"session_id": session_id, "artifact_id": None, **wrong}
        with pytest.raises(NotFound):
            reviews.add(
                store,
                str(facts["session_id"]),
                ReviewAction.CLEAR,
                "fnd_1",
                actor="a",
                reason="r",
                now=NOW,
                artifact_id=facts["artifact_id"],
            )


def test_evidence_and_snapshots_can_be_read_back(written: Written) -> None:
    """The ledger holds each evidence id once."""
    store, session_id = written.store, written.session_id
    moves = [accept(store, draft(store, session_id, *turns)) for turns in ((2, 4), (2, 5))]
    links = [link_of(session_id, turn).evidence_id for turn in (2, 3, 4, 5)]
    with store.reading() as session:
        assert evidence.read_known(session, [*links, "evd_none"]) == set(links)
        assert evidence.read_known(session, ()) == frozenset()
        assert session.execute(text("SELECT count(*) FROM evidence")).scalar() == len(links)
    assert [name for name, _, _ in snapshots.listing(store, session_id)] == [m.snapshot_id for m in moves]
    newest = snapshots.latest(store, session_id)
    assert newest == snapshots.get(store, moves[1].snapshot_id)
    with pytest.raises(NotFound):
        snapshots.get(store, "snp_none")


def test_records_are_found_by_id_prefix_and_number(written: Written) -> None:
    """Six characters or more, with or without the tag."""
    store, session_id = written.store, written.session_id
    name = draft(store, session_id, 2, 4)
    move = accept(store, name)
    review = reviews.add(store, session_id, ReviewAction.APPROVE, name, actor="a", reason="r", now=NOW)
    wanted = {
        "session": session_id,
        "artifact": name,
        "pointer": move.pointer.pointer_id,
        "snapshot": move.snapshot_id,
        "report": move.report_id,
        "review": review.review.review_id,
    }
    for kind, full in wanted.items():
        for given in (full, full[:10], full[4:10]):
            found = lookup.resolve(store, given)
            assert (found.type, found.id) == (kind, full)
    assert lookup.session(store, "session-o") == session_id
    assert lookup.artifact(store, "d-1") == lookup.artifact(store, f"{session_id[4:12]}:d-1") == name
    assert lookup.resolve(store, f"{session_id}@1").id == move.snapshot_id
    assert pointers.get(store, move.pointer.pointer_id) == move.pointer


@pytest.mark.parametrize(
    "given",
    ["", "abc", "ses_", "ses_12", "zzzzzzzz", "art_zzzzzz", "d-9", "d-", "zzzzzz:d-1", "ses_x@1", "%%%%%%%"],
)
def test_what_names_nothing_is_not_found(written: Written, given: str) -> None:
    """With a hint, and never a guess."""
    with pytest.raises(NotFound) as refused:
        lookup.resolve(written.store, given)
    assert refused.value.hint
    assert refused.value.exit_code == 2


def test_what_names_two_is_refused_with_both(written: Written) -> None:
    """Also a plain number, once there are two sessions."""
    store = written.store
    other = keep(store, events_of(1, tag="m"), written.folder, head=header("session-other")).session_id
    with pytest.raises(NotFound, match="more than one") as refused:
        lookup.session(store, "session-o")
    assert written.session_id in refused.value.message
    assert other in refused.value.message
    with pytest.raises(NotFound, match="needs its session"):
        lookup.artifact(store, "d-1")
    with pytest.raises(NotFound):
        lookup.resolve(store, written.session_id, ("artifact",))
    with pytest.raises(NotFound):
        lookup.resolve(store, f"{other}@1")
    with pytest.raises(NotFound):
        pointers.get(store, "ptr_none")
