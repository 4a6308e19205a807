"""A rollback is one appended move that restores exactly what the acceptance took (ST7, SN2)."""

from __future__ import annotations

import pytest

from store import pointers
from store.context import fold
from store.errors import NotActive, NotFound, PointerMoved, RollbackBlocked
from store.records import snapshots
from tests.store.build import accept, active_ids, draft, rollback
from tests.store.conftest import Written


def test_a_rollback_makes_the_range_verbatim_again(written: Written) -> None:
    """The context is what it was, and both moves stay in history."""
    store, session_id = written.store, written.session_id
    before = fold.view(store, session_id)
    name = draft(store, session_id, 2, 4)
    accepted = accept(store, name)
    assert fold.view(store, session_id).tokens < before.tokens
    undone = rollback(store, name)
    after = fold.view(store, session_id)
    assert (after.segments, after.tokens) == (before.segments, before.tokens)
    assert [move.action for move in pointers.history(store, session_id)] == ["rollback", "accept"]
    assert undone.pointer.undoes == accepted.pointer.pointer_id
    assert undone.pointer.previous_pointer_id == accepted.pointer.pointer_id
    assert undone.pointer.prompt_version == accepted.pointer.prompt_version
    assert undone.pointer.policy_version == accepted.pointer.policy_version


def test_claims_of_a_rolled_back_artifact_become_retracted(written: Written) -> None:
    """In the next snapshot, which has the next sequence and passes its checks."""
    store, session_id = written.store, written.session_id
    gone, stays = draft(store, session_id, 2, 4), draft(store, session_id, 6, 7)
    accept(store, gone)
    accept(store, stays)
    body = snapshots.get(store, rollback(store, gone).snapshot_id).body
    assert body["sequence"] == 3
    assert body["validation"]["status"] == "PASS"
    found = sorted(claim["status"] for claim in body["state"]["claims"])
    assert found == ["retracted"] * 3 + ["verified"] * 2
    assert body["state"]["source_coverage"]["chunk_ids_seen"] == []


def test_rollbacks_need_not_be_last_in_first_out(written: Written) -> None:
    """Any active artifact with a disjoint range can be rolled back."""
    store, session_id = written.store, written.session_id
    first, second, third = (draft(store, session_id, *t) for t in ((0, 1), (3, 4), (6, 7)))
    for name in (first, second, third):
        accept(store, name)
    rollback(store, first)
    assert active_ids(store, session_id) == [second, third]
    rollback(store, second)
    assert active_ids(store, session_id) == [third]


def test_what_was_displaced_becomes_active_again_exactly(written: Written) -> None:
    """Also through two layers of displacement."""
    store, session_id = written.store, written.session_id
    one, two = draft(store, session_id, 1, 2), draft(store, session_id, 4, 5)
    middle, top = draft(store, session_id, 1, 5), draft(store, session_id, 0, 7)
    for name in (one, two, middle, top):
        accept(store, name)
    assert active_ids(store, session_id) == [top]
    move = rollback(store, top)
    assert move.pointer.displaced == (middle,)
    assert active_ids(store, session_id) == [middle]
    assert rollback(store, middle).pointer.displaced == (one, two)
    assert active_ids(store, session_id) == [one, two]


def test_a_displaced_artifact_cannot_be_rolled_back_while_the_other_lives(written: Written) -> None:
    """The live one is named, also when it displaced through a third."""
    store, session_id = written.store, written.session_id
    one, middle, top = (
        draft(store, session_id, 1, 2),
        draft(store, session_id, 1, 5),
        draft(store, session_id, 0, 7),
    )
    accept(store, one)
    accept(store, middle)
    with pytest.raises(RollbackBlocked) as refused:
        rollback(store, one)
    assert refused.value.blocker == middle
    accept(store, top)
    with pytest.raises(RollbackBlocked) as refused:
        rollback(store, one)
    assert refused.value.blocker == top


def test_what_is_not_active_cannot_be_rolled_back(written: Written) -> None:
    """Never accepted, already rolled back, or rolled back and later overtaken by its former displacer."""
    store, session_id = written.store, written.session_id
    one, wide = draft(store, session_id, 1, 2), draft(store, session_id, 0, 3)
    with pytest.raises(NotActive):
        rollback(store, one)
    accept(store, one)
    accept(store, wide)
    rollback(store, wide)
    rollback(store, one)
    accept(store, wide)
    with pytest.raises(NotActive):
        rollback(store, one)
    with pytest.raises(NotFound):
        pointers.rollback_compaction(store, "art_none", expect=None, actor="a", now="2026-01-01T00:00:00Z")


def test_it_may_be_accepted_again(written: Written) -> None:
    """The same artifact, as a new move with a new id."""
    store, session_id = written.store, written.session_id
    name = draft(store, session_id, 2, 4)
    first = accept(store, name)
    rollback(store, name)
    again = accept(store, name)
    assert active_ids(store, session_id) == [name]
    assert again.pointer.sequence == 3
    assert again.pointer.pointer_id != first.pointer.pointer_id
    assert again.report_id == first.report_id


def test_a_rollback_of_an_older_head_is_refused(written: Written) -> None:
    """The precondition is the same as for an acceptance."""
    store, session_id = written.store, written.session_id
    name = draft(store, session_id, 2, 4)
    accept(store, name)
    with pytest.raises(PointerMoved):
        rollback(store, name, expect=None)
    assert active_ids(store, session_id) == [name]


def test_the_past_can_be_asked_for(written: Written) -> None:
    """`as_of` a pointer, active set and context are what they were right after that move."""
    store, session_id = written.store, written.session_id
    one, wide = draft(store, session_id, 1, 2), draft(store, session_id, 0, 3)
    moves = [accept(store, one), accept(store, wide), rollback(store, wide), rollback(store, one)]
    expected = [[one], [wide], [one], []]
    for move, names in zip(moves, expected, strict=True):
        as_of = move.pointer.pointer_id
        assert [p.artifact_id for p in pointers.active(store, session_id, as_of=as_of)] == names
        shown = fold.view(store, session_id, as_of=as_of)
        assert [s.artifact_id for s in shown.segments if s.kind == "artifact"] == names
        assert shown.as_of == as_of
    with pytest.raises(NotFound):
        fold.view(store, session_id, as_of="ptr_none")
