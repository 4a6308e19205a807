"""The context that an agent would receive: the native view, the active view, and how they are joined."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from gates.artifact import Item, ItemKind
from gates.source import EventKind, SourceEvent
from store import pointers
from store.context import fold as context
from store.context.fold import STRETCH, MainLineEvent, StandIn, fold
from store.engine import Store
from store.errors import NotFound
from store.values import ContextSegment, NativeCompaction
from tests.store.build import accept, draft, events_of, keep
from tests.store.conftest import Written
from workbench.importers.base import FoundCompaction


def places(
    count: int, *, summaries: tuple[int, ...] = (), sidechains: tuple[int, ...] = ()
) -> list[MainLineEvent]:
    """Events of ten tokens each, a boundary record before each summary; those in sidechains are no places."""
    kinds = {n - 1: EventKind.SYSTEM.value for n in summaries}
    kinds |= {n: EventKind.COMPACTION.value for n in summaries}
    return [MainLineEvent(n, kinds.get(n, "assistant"), 10) for n in range(count) if n not in sidechains]


def native(start: int, end: int, summary: int | None, kept: tuple[int, ...] = ()) -> NativeCompaction:
    """A compaction of the transcript itself."""
    return NativeCompaction(
        "ses_x", "art_n", start, end, kept, summary, "auto", False, None, None, None, None
    )


def shape(segments: tuple[ContextSegment, ...]) -> list[str]:
    """`0-4` for events, `[5-9]` for an artifact."""
    return [f"{s.start}-{s.end}" if s.kind == "events" else f"[{s.start}-{s.end}]" for s in segments]


def stand_in(start: int, end: int, kept: tuple[int, ...] = ()) -> StandIn:
    """An active artifact of seven tokens."""
    return StandIn(f"art_{start}", start, end, frozenset(kept), 7)


def test_without_compactions_everything_is_verbatim() -> None:
    """One segment."""
    assert shape(fold(places(10), (), ())) == ["0-9"]
    assert fold([], (), ()) == ()


def test_native_view_is_the_latest_summary_its_kept_events_and_everything_later() -> None:
    """The boundary record is not part of an agent's context."""
    found = fold(places(20, summaries=(6, 14)), (native(0, 4, 6), native(7, 12, 14, (9, 10))), ())
    assert shape(found) == ["14-14", "9-10", "15-19"]


def test_what_stands_between_a_boundary_and_its_summary_is_given_before_that() -> None:
    """It is on the chain that the boundary begins."""
    events = places(20, summaries=(6,))
    assert shape(fold(events, (native(0, 1, 6),), ())) == ["2-5", "6-6", "7-19"]
    assert shape(fold(events, (native(0, 4, 6),), ())) == ["6-6", "7-19"]


def test_what_a_range_leaves_before_it_stays() -> None:
    """As the view was there; a range that begins right behind a summary leaves nothing."""
    events = places(30, summaries=(6, 16))
    first = native(2, 4, 6, (3,))
    assert shape(fold(events, (first,), ())) == ["0-1", "6-6", "3-3", "7-29"]
    both = (first, native(9, 14, 16, (9,)))
    assert shape(fold(events, both, ())) == ["0-1", "6-6", "3-3", "7-8", "16-16", "9-9", "17-29"]
    assert shape(fold(events, (first, native(7, 14, 16)), ())) == ["16-16", "17-29"]


def test_a_compaction_whose_summary_occurs_nowhere_leaves_kept_and_later_events() -> None:
    """One example is an encrypted summary."""
    assert shape(fold(places(10), (native(0, 5, None, (4, 5)),), ())) == ["4-5", "6-9"]


def test_active_artifacts_stand_in_place_of_their_ranges() -> None:
    """Everything else is verbatim, and neighbours stay apart."""
    found = fold(places(20), (), [stand_in(2, 5), stand_in(6, 8), stand_in(15, 19)])
    assert shape(found) == ["0-1", "[2-5]", "[6-8]", "9-14", "[15-19]"]
    assert [each.tokens for each in found] == [20, 7, 7, 60, 7]


def test_kept_events_follow_their_artifact() -> None:
    """They stay verbatim inside the range."""
    assert shape(fold(places(12), (), [stand_in(2, 9, (4, 5, 8))])) == ["0-1", "[2-9]", "4-5", "8-8", "10-11"]


def test_before_the_earliest_active_range_the_native_view_applies() -> None:
    """From there on native summaries are left out; the ones before it stay as they were there."""
    events = places(30, summaries=(6, 16))
    both = (native(0, 4, 6, (3,)), native(7, 14, 16))
    assert shape(fold(events, both, [stand_in(20, 25)])) == ["16-16", "17-19", "[20-25]", "26-29"]
    assert shape(fold(events, both, [stand_in(9, 12)])) == ["6-6", "3-3", "7-8", "[9-12]", "13-15", "17-29"]
    assert shape(fold(events, both, [stand_in(2, 3)])) == ["0-1", "[2-3]", "4-5", "7-15", "17-29"]


def test_sidechains_are_left_out_and_do_not_part_a_segment() -> None:
    """A segment names the ordinals that it means."""
    (found,) = fold(places(8, sidechains=(2, 3)), (), ())
    assert (found.start, found.end, found.ordinals, found.tokens) == (0, 7, (0, 1, 4, 5, 6, 7), 60)


def test_both_views_of_a_stored_session(written: Written) -> None:
    """With tokens; the view names the head it was folded at."""
    store, session_id = written.store, written.session_id
    total = sum(event.tokens for event in events_of(12))
    empty = context.view(store, session_id)
    assert (empty.tokens, empty.as_of, empty.view) == (total, None, "active")
    move = accept(store, draft(store, session_id, 2, 4)).pointer
    shown = context.view(store, session_id)
    assert shape(shown.segments) == ["0-7", "[8-19]", "20-47"]
    assert shown.as_of == move.pointer_id
    assert shown.segments[1].artifact_id == move.artifact_id
    assert 0 < shown.segments[1].tokens < sum(event.tokens for event in events_of(12)[8:20])
    assert shown.tokens == sum(each.tokens for each in shown.segments)
    plain = context.view(store, session_id, "native")
    assert (plain.tokens, plain.view, shape(plain.segments)) == (total, "native", ["0-47"])
    assert pointers.active(store, session_id) == (move,)
    with pytest.raises(NotFound):
        context.view(store, "ses_none")


def test_the_native_view_of_a_stored_session(written: Written) -> None:
    """Out of the compactions that were found in it."""
    events = events_of(6)
    events[8] = events[8]._replace(kind=EventKind.SYSTEM)
    events[9] = SourceEvent(9, EventKind.COMPACTION, "What happened so far.", "n9", 3, 3, tokens=5)
    item = Item(kind=ItemKind.CLAIM, text="All is kept.")
    found = FoundCompaction(0, 7, (6, 7), 9, "manual", False, "imported:written/1", (item,))
    folder = written.folder / "other"
    folder.mkdir()
    from tests.store.build import header

    session_id = keep(written.store, events, folder, head=header("with-a-summary"), found=(found,)).session_id
    shown = context.view(written.store, session_id)
    assert shape(shown.segments) == ["9-9", "6-7", "10-23"]
    assert shown == context.view(written.store, session_id, "active")


def test_a_coarse_line_weighs_what_the_whole_one_weighs(store: Store, tmp_path: Path) -> None:
    """This holds over thousands of events with sidechains, summaries and kept events, for any ranges."""
    events = [
        SourceEvent(
            n,
            EventKind.COMPACTION if n % 700 == 699 else EventKind.ASSISTANT,
            f"event {n}",
            f"n{n}",
            tokens=1 + n * 7919 % 97,
            sidechain="side" if n % 50 == 3 else None,
        )
        for n in range(12 * STRETCH + 17)
    ]
    session_id = keep(store, events, tmp_path).session_id
    chance = random.Random(5)
    for _ in range(20):
        cut = sorted(chance.sample(range(len(events)), 4))
        ranges = [
            stand_in(cut[0], cut[1], tuple(chance.sample(range(cut[0], cut[1] + 1), 1))),
            stand_in(cut[2], cut[3]),
        ]
        summaries = (
            native(0, 697, 699, (5, 690)),
            native(700, 1398, None, tuple(sorted(chance.sample(range(700, 1399), 3)))),
        )
        with store.reading() as session:
            whole = context.main_line(session, session_id)
            coarse = context.coarse_line(session, session_id, context.cuts_of(summaries, ranges))
        assert len(coarse) < len(whole)
        for given in (summaries[:1], summaries, ()):
            for active in ((), ranges[:1], ranges):
                weights = [sum(s.tokens for s in fold(each, given, active)) for each in (whole, coarse)]
                assert weights[0] == weights[1], (cut, given, active)
