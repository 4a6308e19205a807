"""Moves at the boundary, and everything they refuse (ST5, ST6, ST8, ST9, GJ, SN6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import duckdb
import pytest

from gates.artifact import Artifact, Origin
from gates.evaluate import evaluate
from gates.policy import Policy
from gates.report import GateReport
from gates.review import ReviewAction
from gates.snapshot.builder import Checker, SnapshotInput, build_snapshot
from store import pointers
from store.boundary import acceptance, diagnostics
from store.boundary import next_snapshot as making
from store.boundary.move_rules import Chain, record_hash
from store.errors import (
    AlreadyActive,
    InputsChanged,
    MoveRefused,
    NotFound,
    NotReplaceable,
    PointerMoved,
    RangeMismatch,
    RangeOverlaps,
    SnapshotInvalid,
    SplitsToolCall,
)
from store.records import artifacts, captures, evidence, reports, reviews, sessions, snapshots
from store.verify.verify import verify
from tests.store.build import (
    ALL,
    NOW,
    PER_TURN,
    accept,
    active_ids,
    artifact_of,
    capture_of,
    draft,
    events_of,
    header,
    keep,
    put,
)
from tests.store.conftest import Written


def test_an_accepted_artifact_is_active_and_in_history_and_in_the_snapshot_at_once(written: Written) -> None:
    """The move, the report, the evidence and the snapshot are all there when the call returns."""
    store, session_id = written.store, written.session_id
    name = draft(store, session_id, 2, 4)
    move = accept(store, name, reason="it reads well")
    pointer = move.pointer
    assert active_ids(store, session_id) == [name]
    assert pointers.head(store, session_id) == pointers.history(store)[0] == pointer
    assert (pointer.sequence, pointer.action, pointer.previous_pointer_id) == (1, "accept", None)
    assert (pointer.source_start, pointer.source_end) == (8, 19)
    assert (pointer.actor, pointer.reason, pointer.created_at) == ("reviewer", "it reads well", NOW)
    assert pointer.prompt_version == "extractive/1"
    assert pointer.policy_version.startswith("default-")
    assert pointer.hash == record_hash(Chain(session_id, None).hash, pointer)
    assert reports.get(store, move.report_id).report.replaceable
    body = snapshots.get(store, move.snapshot_id).body
    assert body["validation"]["status"] == "PASS"
    assert [claim["status"] for claim in body["state"]["claims"]] == ["verified"] * 3
    assert body["retrieval_diagnostics"]["head"] == {
        "pointer_id": pointer.pointer_id,
        "hash": pointer.hash,
    }
    refs = [ref["evidence_id"] for claim in body["state"]["claims"] for ref in claim["evidence_refs"]]
    with store.reading() as session:
        assert evidence.read_known(session, refs) == set(refs)
    assert len(refs) == 3


def test_the_first_snapshot_fixes_objective_and_done_definition(written: Written) -> None:
    """Later moves keep both, even with other values."""
    store, session_id = written.store, written.session_id
    first = accept(store, draft(store, session_id, 0, 1), done_definition="all indexes kept")
    second = accept(store, draft(store, session_id, 3, 4), done_definition="something else")
    bodies = [snapshots.get(store, move.snapshot_id).body for move in (first, second)]
    assert [body["done_definition"] for body in bodies] == ["all indexes kept"] * 2
    assert bodies[0]["objective"] == bodies[1]["objective"] == events_of(1)[0].text
    assert [body["sequence"] for body in bodies] == [1, 2]
    seen = bodies[1]["state"]["source_coverage"]["chunk_ids_seen"]
    assert {int(chunk.split(":")[1]) for chunk in seen} == set(range(12, 20))


def test_a_moved_head_is_refused_and_names_both(written: Written) -> None:
    """A move that expects an older head changes nothing."""
    store, session_id = written.store, written.session_id
    first = accept(store, draft(store, session_id, 0, 1))
    other = draft(store, session_id, 3, 4)
    with pytest.raises(PointerMoved) as refused:
        accept(store, other, expect=None)
    assert (refused.value.expected, refused.value.actual) == (None, first.pointer.pointer_id)
    with pytest.raises(PointerMoved):
        accept(store, other, expect="ptr_0000")
    assert len(pointers.history(store, session_id)) == 1


def test_failing_gates_are_refused_and_named(written: Written) -> None:
    """An artifact that drops captured decisions cannot become active, and nothing is written."""
    store, session_id = written.store, written.session_id
    whole = artifact_of(session_id, 2, 5)
    name = put(store, whole.with_items(whole.items[:1]))
    with pytest.raises(NotReplaceable) as refused:
        accept(store, name, confirm=("A", "B", "C", "D", "E"))
    assert refused.value.gates == ("C",)
    assert reports.latest(store, name) is None
    assert pointers.head(store, session_id) is None


def test_a_gate_with_nothing_to_judge_must_be_named(written: Written) -> None:
    """NOT_APPLICABLE needs `confirm`, which is stored with the move; a strict policy refuses it."""
    store, session_id = written.store, written.session_id
    name = draft(store, session_id, 2, 4)
    digest = sessions.events_digest(store, session_id, 19)
    empty = capture_of(session_id, 0, -1)
    captures.put(store, session_id, 8, 19, empty, events_digest=digest, now=NOW)
    with pytest.raises(NotReplaceable) as refused:
        accept(store, name, confirm=())
    assert refused.value.gates == ("C",)
    with pytest.raises(NotReplaceable):
        accept(store, name, policy=Policy(name="strict", strict=True))
    assert accept(store, name, confirm=("C", "D")).pointer.confirmed == ("C",)


@pytest.mark.parametrize("where", [(8, 18), (7, 19), (8, 23)])
def test_a_range_that_is_not_the_artifacts_is_refused(written: Written, where: tuple[int, int]) -> None:
    """The range of the move is the range that was judged."""
    name = draft(written.store, written.session_id, 2, 4)
    with pytest.raises(RangeMismatch):
        pointers.accept_compaction(
            written.store, name, written.session_id, *where, expect=None, actor="a", now=NOW, policy=Policy()
        )


def test_another_session_and_a_range_beyond_the_session_are_refused(written: Written) -> None:
    """An artifact of one session is never accepted for another, nor for events that are not there."""
    store = written.store
    other = keep(store, events_of(3, tag="m"), written.folder, head=header("session-two")).session_id
    name = draft(store, written.session_id, 0, 1)
    with pytest.raises(RangeMismatch):
        pointers.accept_compaction(store, name, other, 0, 7, expect=None, actor="a", now=NOW, policy=Policy())
    beyond = artifacts.put(store, artifact_of(written.session_id, 11, 12), now=NOW).artifact_id
    with pytest.raises(RangeMismatch):
        accept(store, beyond)
    with pytest.raises(NotFound):
        pointers.accept_compaction(
            store, "art_none", other, 0, 7, expect=None, actor="a", now=NOW, policy=Policy()
        )


@pytest.mark.parametrize(("start", "end"), [(0, 2), (3, 7)])
def test_a_range_that_parts_a_call_from_its_result_is_refused(written: Written, start: int, end: int) -> None:
    """Whichever side of the range the other half lies on."""
    made = artifact_of(written.session_id, 0, 1)
    source = made.source.model_copy(update={"source_start": start, "source_end": end})
    name = put(written.store, made.model_copy(update={"source": source}))
    with pytest.raises(SplitsToolCall, match="call 2 from its result 3"):
        accept(written.store, name)


def test_a_kept_call_without_its_result_is_refused(written: Written) -> None:
    """Kept events stay outside the replacement, so a call and its result are kept together or not at all."""
    made = artifact_of(written.session_id, 0, 1)
    name = put(
        written.store, made.model_copy(update={"source": made.source.model_copy(update={"kept": (2,)})})
    )
    with pytest.raises(SplitsToolCall, match="keeps event 2 verbatim but replaces event 3") as refused:
        accept(written.store, name)
    assert refused.value.hint == "draft 0..7 again: a draft keeps both or neither"


def test_overlap_in_part_is_refused_with_the_nearest_range(written: Written) -> None:
    """A range must hold an active one whole, or not touch it."""
    store, session_id = written.store, written.session_id
    accept(store, draft(store, session_id, 2, 4))
    with pytest.raises(RangeOverlaps) as refused:
        accept(store, draft(store, session_id, 4, 7))
    assert refused.value.nearest == (20, 31)
    with pytest.raises(RangeOverlaps) as refused:
        accept(store, draft(store, session_id, 3, 3))
    assert refused.value.nearest == (8, 19)


def test_a_wider_range_displaces_what_it_holds(written: Written) -> None:
    """Disjoint ranges stay; those inside are displaced and named, in the order of ranges."""
    store, session_id = written.store, written.session_id
    late, early, outside = (draft(store, session_id, *turns) for turns in ((4, 5), (1, 2), (8, 9)))
    for name in (late, early, outside):
        accept(store, name)
    wide = draft(store, session_id, 0, 6)
    move = accept(store, wide)
    assert move.pointer.displaced == (early, late)
    assert active_ids(store, session_id) == [wide, outside]


def test_covers_must_be_exactly_what_is_displaced(written: Written) -> None:
    """An artifact that rolls up others names them, no more and no less."""
    store, session_id = written.store, written.session_id
    one, two = draft(store, session_id, 0, 1), draft(store, session_id, 2, 3)
    accept(store, one)
    with pytest.raises(RangeOverlaps, match="covers"):
        accept(store, draft(store, session_id, 0, 4, covers=(one, two)))
    accept(store, two)
    with pytest.raises(RangeOverlaps, match="covers"):
        accept(store, draft(store, session_id, 0, 4, covers=(one,)))
    rolled = draft(store, session_id, 0, 4, covers=(two, one))
    assert accept(store, rolled).pointer.displaced == (one, two)


def test_accepting_twice_is_refused(written: Written) -> None:
    """An active artifact cannot be accepted again."""
    name = draft(written.store, written.session_id, 2, 4)
    accept(written.store, name)
    with pytest.raises(AlreadyActive):
        accept(written.store, name)


def test_without_a_capture_of_the_stored_events_nothing_is_accepted(written: Written) -> None:
    """A capture made of other events (here: before a sidechain was found) does not count."""
    store, session_id = written.store, written.session_id
    bare = artifacts.put(store, artifact_of(session_id, 5, 6), now=NOW).artifact_id
    with pytest.raises(NotReplaceable, match="no capture"):
        accept(store, bare)
    name = draft(store, session_id, 2, 4)
    rewound = [e._replace(sidechain="rewind-1") if e.ordinal in (8, 9) else e for e in events_of(12)]
    keep(store, rewound, written.folder)
    assert captures.current(store, session_id, 8, 19) is None
    with pytest.raises(NotReplaceable, match="no capture"):
        accept(store, name)


def interposed(monkeypatch: pytest.MonkeyPatch, act: Callable[[], None]) -> None:
    """Do something while the boundary is scoring."""
    real = evaluate

    def scoring(*args: Any, **given: Any) -> GateReport:
        report = real(*args, **given)
        act()
        return report

    monkeypatch.setattr(acceptance, "evaluate", scoring)


def test_no_lock_is_held_while_scoring(written: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scoring finds the file closed: a connection with other settings would be refused otherwise."""
    name = draft(written.store, written.session_id, 2, 4)
    opened: list[int] = []

    def look() -> None:
        with duckdb.connect(str(written.store.path), read_only=True) as other:
            opened.append(len(other.execute("SELECT 1 FROM pointer").fetchall()))

    interposed(monkeypatch, look)
    accept(written.store, name)
    assert opened == [0]


def test_a_review_during_scoring_stops_the_move(written: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    """The digests of all inputs are compared again under the lock."""
    store, session_id = written.store, written.session_id
    name = draft(store, session_id, 2, 4)

    def review() -> None:
        reviews.add(
            store, session_id, ReviewAction.DISMISS, "cap_2", actor="other", reason="no decision", now=NOW
        )

    interposed(monkeypatch, review)
    with pytest.raises(InputsChanged, match="review"):
        accept(store, name)
    assert pointers.head(store, session_id) is None


def test_a_capture_during_scoring_stops_the_move(written: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    """A newer capture of the range is another input."""
    store, session_id = written.store, written.session_id
    name = draft(store, session_id, 2, 4)
    digest = sessions.events_digest(store, session_id, 19)
    fresh = capture_of(session_id, 2, 3)
    interposed(
        monkeypatch,
        lambda: (captures.put(store, session_id, 8, 19, fresh, events_digest=digest, now=NOW), None)[1],
    )
    with pytest.raises(InputsChanged, match="capture"):
        accept(store, name)


def test_events_that_change_during_scoring_stop_the_move(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rewind that an import finds meanwhile changes what was scored."""
    name = draft(written.store, written.session_id, 2, 4)
    rewound = [e._replace(sidechain="rewind-1") if e.ordinal == 9 else e for e in events_of(12)]
    interposed(monkeypatch, lambda: (keep(written.store, rewound, written.folder), None)[1])
    with pytest.raises(InputsChanged, match="events"):
        accept(written.store, name)
    assert pointers.history(written.store) == ()


def test_a_move_during_scoring_stops_the_move(written: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    """The head is compared again under the lock; the loser changed nothing."""
    store, session_id = written.store, written.session_id
    mine, theirs = draft(store, session_id, 2, 4), draft(store, session_id, 6, 7)
    done: list[str] = []

    def overtake() -> None:
        if not done:
            done.append(theirs)
            accept(store, theirs)

    interposed(monkeypatch, overtake)
    with pytest.raises(PointerMoved):
        accept(store, mine)
    assert active_ids(store, session_id) == [theirs]


def test_reviews_decide_and_are_part_of_what_is_scored(written: Written) -> None:
    """The boundary reads reviews itself: a dismissed captured item no longer has to be retained."""
    store, session_id = written.store, written.session_id
    whole = artifact_of(session_id, 2, 4)
    name = put(store, whole.with_items(whole.items[:2]))
    with pytest.raises(NotReplaceable):
        accept(store, name)
    reviews.add(
        store, session_id, ReviewAction.DISMISS, "cap_4", actor="reviewer", reason="withdrawn", now=NOW
    )
    assert accept(store, name).pointer.sequence == 1


def test_a_snapshot_that_fails_its_checks_stops_the_move(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SN6: the snapshot is made twice, then the move is refused with the failed checks named."""

    def broken(given: SnapshotInput, checker: Checker) -> dict[str, object]:
        return build_snapshot(replace(given, sequence=7), checker)

    monkeypatch.setattr(making, "build_snapshot", broken)
    with pytest.raises(SnapshotInvalid, match=r"SYSTEM_ERROR.*sequence") as refused:
        accept(written.store, draft(written.store, written.session_id, 2, 4))
    assert refused.value.failed == ("sequence_dense",)
    assert pointers.history(written.store) == ()
    assert snapshots.latest(written.store, written.session_id) is None
    (kept,) = diagnostics.listing(written.store, written.session_id)
    assert (kept.action, kept.failed) == ("accept", ("sequence_dense",))
    assert "SYSTEM_ERROR" in kept.message
    assert verify(written.store).ok


def test_every_refusal_has_code_hint_and_exit_code_one(written: Written) -> None:
    """Scripts can rely on the code; a person can rely on the hint."""
    accept(written.store, draft(written.store, written.session_id, 2, 4))
    parted, late = (
        draft(written.store, written.session_id, 4, 5),
        draft(written.store, written.session_id, 6, 7),
    )
    for name, expect, code in ((parted, ALL, "range_overlaps"), (late, None, "pointer_moved")):
        with pytest.raises(MoveRefused) as refused:
            accept(written.store, name, expect=expect)
        assert (refused.value.code, refused.value.exit_code) == (code, 1)
        assert refused.value.hint


def test_an_imported_artifact_keeps_the_links_that_were_made(written: Written) -> None:
    """Its items come without links; the acceptance makes them, keeps them and writes them to the ledger."""
    store, session_id = written.store, written.session_id
    made = artifact_of(session_id, 2, 4, origin=Origin.IMPORTED, strategy="native")
    bare = Artifact.model_validate(
        {**made.to_json(), "items": [{**item, "links": []} for item in made.to_json()["items"]]}
    )
    name = put(store, bare)
    move = accept(store, name, confirm=("C", "E"))
    assert move.pointer.confirmed == ("C", "E")
    claims = snapshots.get(store, move.snapshot_id).body["state"]["claims"]
    assert all(claim["evidence_refs"] for claim in claims)
    digest = sessions.events_digest(store, session_id, 4 * PER_TURN + 3)
    linked = artifacts.get_linked(store, name, digest)
    assert linked is not None
    assert all(item.links for item in linked.items)
