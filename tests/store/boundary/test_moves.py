"""The rules of moves, without a store; and the database's fold of moves against a plain model."""

from __future__ import annotations

import errno
import os
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlmodel import Session

from gates.snapshot.builder import Checker, SnapshotInput, build_snapshot
from store import pointers
from store.boundary import diagnostics, next_snapshot
from store.boundary.move_rules import displaced_by, live_displacer, nearest_range
from store.database.file_modes import log_of
from store.database.session import raw_connection
from store.engine import Store
from store.errors import MoveRefused, RangeOverlaps, SnapshotInvalid, StoreBusy
from store.lifecycle.open import open_store
from store.values import Pointer
from store.verify import verify
from tests.store.build import NOW, accept, draft, rollback
from tests.store.conftest import Written


def accepted(name: str, start: int, end: int) -> Pointer:
    """An acceptance of a range, as far as the rules look at it."""
    return Pointer(
        f"ptr_{name}",
        1,
        "ses_x",
        "accept",
        name,
        start,
        end,
        (),
        (),
        None,
        None,
        "p",
        "v",
        "r",
        "a",
        None,
        "t",
        "h",
    )


@st.composite
def disjoint(draw: st.DrawFn) -> list[Pointer]:
    """Disjoint active ranges in order."""
    edges = sorted(draw(st.sets(st.integers(0, 60), max_size=10)))
    pairs = zip(edges[::2], edges[1::2], strict=False)
    return [accepted(f"art_{n}", start, end) for n, (start, end) in enumerate(pairs)]


@given(active=disjoint(), one=st.integers(0, 60), other=st.integers(0, 60))
def test_overlap_is_refused_or_displaces_whole_ranges(active: list[Pointer], one: int, other: int) -> None:
    """Either nothing is parted, or the refusal offers the range that parts nothing and moves least."""
    start, end = min(one, other), max(one, other)
    inside = [a for a in active if start <= a.source_start and a.source_end <= end]
    apart = [a for a in active if a.source_end < start or end < a.source_start]
    try:
        assert list(displaced_by(start, end, (), active)) == [a.artifact_id for a in inside]
        assert len(inside) + len(apart) == len(active)
    except RangeOverlaps as refused:
        assert len(inside) + len(apart) < len(active)
        assert refused.nearest is not None
        first, last = refused.nearest
        assert first <= last
        displaced_by(first, last, (), active)
        moved = abs(first - start) + abs(last - end)
        for a in range(max(0, start - moved), start + moved + 1):
            for b in range(max(a, end - moved), end + moved + 1):
                if a <= end and b >= start and abs(a - start) + abs(b - end) < moved:
                    assert _parts(a, b, active)


def _parts(start: int, end: int, active: list[Pointer]) -> bool:
    try:
        displaced_by(start, end, (), active)
    except RangeOverlaps:
        return True
    return False


def test_a_range_inside_an_active_one_can_only_become_it() -> None:
    """There is nothing smaller that would do."""
    assert nearest_range(4, 5, [accepted("art_a", 2, 9)]) == (2, 9)


def test_of_equally_near_ranges_the_longer_is_offered() -> None:
    """Growing by two is preferred to shrinking by two, since it keeps the whole requested range."""
    assert nearest_range(0, 5, [accepted("art_a", 4, 7)]) == (0, 7)


def test_who_displaced_is_forgotten_once_it_was_rolled_back() -> None:
    """Only the last move that touched an artifact counts."""
    one = accepted("one", 1, 2)
    two = replace(accepted("two", 0, 3), displaced=("one",))
    back = replace(two, action="rollback")
    assert live_displacer("one", [one, two], {"two"}) == "two"
    assert live_displacer("one", [one, two, back], {"one"}) is None
    assert live_displacer("two", [one, two, back], {"one"}) is None


class Model:
    """What should be active, kept as a stack of what each acceptance took away."""

    def __init__(self) -> None:
        self.live: dict[str, tuple[int, int]] = {}
        self.took: dict[str, dict[str, tuple[int, int]]] = {}

    def accept(self, name: str, span: tuple[int, int]) -> bool:
        """False when it must be refused."""
        hit = {n: s for n, s in self.live.items() if not (s[1] < span[0] or span[1] < s[0])}
        if name in self.live or any(not (span[0] <= s[0] and s[1] <= span[1]) for s in hit.values()):
            return False
        self.took[name] = hit
        self.live = {n: s for n, s in self.live.items() if n not in hit} | {name: span}
        return True

    def rollback(self, name: str) -> bool:
        """False when it must be refused."""
        if name not in self.live:
            return False
        del self.live[name]
        self.live |= self.took.pop(name)
        return True


SPANS = ((0, 1), (2, 3), (0, 3), (1, 2), (5, 6), (4, 8), (0, 9))


def test_any_history_folds_to_what_a_plain_model_says(written: Written) -> None:
    """Random accepts and rollbacks, refused or not; the active set and its past agree at every step."""
    store, session_id = written.store, written.session_id
    names = [draft(store, session_id, *span) for span in SPANS]
    model = Model()

    @settings(max_examples=1, database=None, deadline=None, derandomize=True)
    @given(st.lists(st.tuples(st.booleans(), st.integers(0, len(SPANS) - 1)), min_size=20, max_size=20))
    def run(steps: list[tuple[bool, int]]) -> None:
        for accepting, number in steps:
            name = names[number]
            wanted = model.accept(name, SPANS[number]) if accepting else model.rollback(name)
            try:
                moved = bool(accept(store, name) if accepting else rollback(store, name))
            except MoveRefused:
                moved = False
            assert moved == wanted
            found = [move.artifact_id for move in pointers.active(store, session_id)]
            assert found == sorted(model.live, key=lambda n: model.live[n])

    run()


def test_two_refusals_at_once_are_both_recorded(written: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process records a refusal just before this one begins to write; both are kept."""
    store, session_id = written.store, written.session_id
    theirs, ours = (
        diagnostics.Diagnostic(session_id, "accept", f"art_{who}", who, "too long", ("no_blobs",), NOW)
        for who in ("ann", "ben")
    )
    writing = Store.writing

    def overtaken(self: Store, **settings: bool) -> AbstractContextManager[Session]:
        monkeypatch.setattr(Store, "writing", writing)
        diagnostics.record(open_store(self.path), theirs)
        return writing(self, **settings)

    monkeypatch.setattr(Store, "writing", overtaken)
    diagnostics.record(store, ours)
    assert diagnostics.listing(store, session_id) == (theirs, ours)
    assert verify.verify(store).ok


def test_a_refusal_that_cannot_be_recorded_is_still_the_refusal(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The caller gets the reason for the refusal and a note that the history does not list it."""

    def busy(*_given: object, **_settings: object) -> None:
        raise StoreBusy("another process holds the store", "wait")

    def broken(given: SnapshotInput, checker: Checker) -> dict[str, object]:
        return build_snapshot(replace(given, sequence=7), checker)

    name = draft(written.store, written.session_id, 2, 4)
    with monkeypatch.context() as patched:
        patched.setattr(diagnostics, "record", busy)
        patched.setattr(next_snapshot, "build_snapshot", broken)
        with pytest.raises(SnapshotInvalid, match=r"SYSTEM_ERROR.*sequence") as refused:
            accept(written.store, name)
    assert refused.value.failed == ("sequence_dense",)
    assert refused.value.unrecorded == "another process holds the store"
    assert refused.value.hint.endswith("not in the history: another process holds the store")
    assert pointers.history(written.store) == ()
    assert diagnostics.listing(written.store, written.session_id) == ()


def test_a_move_that_is_committed_is_not_reported_as_failed(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the empty log cannot be deleted afterwards, the move still succeeds."""
    name = draft(written.store, written.session_id, 2, 4)
    unlink = Path.unlink
    asked = []

    def held(path: Path, *, missing_ok: bool = False) -> None:
        if path.name.endswith(".wal"):
            asked.append(path)
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
        unlink(path, missing_ok=missing_ok)

    def carried_over(session: Session) -> None:
        commit(session)
        raw_connection(session).execute("CHECKPOINT")
        log_of(written.store.path).touch()

    commit = Session.commit
    monkeypatch.setattr(Path, "unlink", held)
    monkeypatch.setattr(Session, "commit", carried_over)
    moved = accept(written.store, name)
    monkeypatch.undo()
    assert asked
    assert pointers.head(written.store, written.session_id) == moved.pointer
    assert verify.verify(written.store).ok
