"""A quick look shows what the full reading shows, and leaves all trouble to it."""

from __future__ import annotations

from pathlib import Path

from store.engine import Store
from store.quick_look import glimpse, listing
from store.records import sessions
from tests.store.build import draft, events_of, header, keep
from tests.store.conftest import Written


def test_a_quick_look_is_the_listing(store: Store, tmp_path: Path) -> None:
    """The same sessions in the same order, also after another import."""
    assert listing(store.path) == ()
    keep(store, events_of(2), tmp_path)
    keep(store, events_of(3), tmp_path, head=header("two"))
    keep(store, events_of(4), tmp_path)
    assert listing(store.path) == sessions.listing(store)


def test_one_session_is_what_the_listing_says_of_it(written: Written) -> None:
    """Read alone, with the artifacts and imports of others beside it."""
    store, session_id = written.store, written.session_id
    other = keep(store, events_of(3), store.path.parent, head=header("two")).session_id
    keep(store, events_of(14), store.path.parent)
    draft(store, session_id, 2, 4)
    draft(store, session_id, 6, 7)
    every = sessions.listing(store)
    assert {each.session_id: each.artifacts for each in every} == {session_id: 2, other: 0}
    assert [sessions.get(store, each.session_id) for each in every] == list(every)


def test_a_quick_look_says_nothing_of_what_is_no_store(tmp_path: Path) -> None:
    """A missing file, a folder or another file gives no error, and none is created."""
    other = tmp_path / "other.txt"
    other.write_text("no database\n")
    for path in (tmp_path / "missing.duckdb", tmp_path, other):
        assert listing(path) is None
    assert not (tmp_path / "missing.duckdb").exists()


def test_the_first_events_are_those_of_the_page(store: Store, tmp_path: Path) -> None:
    """Sessions as listed, events as paged, for the session chosen among several."""
    keep(store, events_of(9), tmp_path)
    keep(store, events_of(5), tmp_path, head=header("two"))
    for wanted in sessions.listing(store):
        seen = glimpse(store.path, lambda found, wanted=wanted: wanted if wanted in found else None, 6)  # type: ignore[misc]
        assert seen is not None
        assert seen.sessions == sessions.listing(store)
        page = sessions.page(store, wanted.session_id, 0, 6)
        assert [(e.ordinal, e.turn, e.kind, e.tokens, e.text, e.sidechain) for e in seen.events] == [
            (p.event.ordinal, p.event.turn, p.event.kind, p.event.tokens, p.event.text, p.event.sidechain)
            for p in page
        ]


def test_no_store_and_no_choice_are_no_error(store: Store, tmp_path: Path) -> None:
    """None without a store; sessions without events where none is chosen."""
    assert glimpse(tmp_path / "missing.duckdb", lambda _found: None, 3) is None
    keep(store, events_of(2), tmp_path)
    seen = glimpse(store.path, lambda _found: None, 3)
    assert seen is not None
    assert seen.session_id is None
    assert seen.events == ()
