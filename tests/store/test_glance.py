"""A glance shows what the proper reading shows, and leaves all trouble to it."""

from __future__ import annotations

from pathlib import Path

from store import glance
from store.engine import Store
from store.records import sessions
from tests.store.build import events_of, header, keep


def test_a_glance_is_the_listing(store: Store, tmp_path: Path) -> None:
    """The same sessions in the same order, also after another import."""
    assert glance.listing(store.path) == ()
    keep(store, events_of(2), tmp_path)
    keep(store, events_of(3), tmp_path, head=header("two"))
    keep(store, events_of(4), tmp_path)
    assert glance.listing(store.path) == sessions.listing(store)


def test_a_glance_says_nothing_of_what_is_no_store(tmp_path: Path) -> None:
    """Neither a missing file, nor a folder, nor another file is an error, and none is made."""
    other = tmp_path / "other.txt"
    other.write_text("no database\n")
    for path in (tmp_path / "missing.duckdb", tmp_path, other):
        assert glance.listing(path) is None
    assert not (tmp_path / "missing.duckdb").exists()
