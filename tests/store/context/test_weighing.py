"""The size of a context is that of the view, after any accepts and rollbacks."""

from __future__ import annotations

from pathlib import Path

import duckdb

from store.context import fold, size
from store.engine import Store
from store.values import NativeCompaction
from tests.store.build import accept, draft, events_of, header, keep, rollback
from workbench.importers.base import FoundCompaction


def sizes(store: Store, session_id: str) -> None:
    for which in ("active", "native"):
        view = fold.view(store, session_id, which)
        weight = size.weigh(store, session_id, which)
        events = sum(len(each.ordinals) for each in view.segments)
        artifacts = sum(each.kind == "artifact" for each in view.segments)
        assert (weight.events, weight.artifacts, weight.tokens) == (events, artifacts, view.tokens)


def test_a_weight_is_the_size_of_the_view(store: Store, tmp_path: Path) -> None:
    """Nothing active, two ranges, one of them rolled back."""
    session_id = keep(store, events_of(12), tmp_path).session_id
    sizes(store, session_id)
    first, second = draft(store, session_id, 2, 4), draft(store, session_id, 6, 8)
    accept(store, first)
    sizes(store, session_id)
    accept(store, second)
    sizes(store, session_id)
    rollback(store, first)
    sizes(store, session_id)


def test_what_a_compaction_leaves_before_it_weighs_too(store: Store, tmp_path: Path) -> None:
    """The events before its range, the previous summary, and what precedes its own summary count."""
    found = (
        FoundCompaction(3, 11, (10, 11), 12, "auto", False, "native/1"),
        FoundCompaction(17, 27, (18,), 30, "auto", False, "native/1"),
    )
    session_id = keep(store, events_of(14), tmp_path, head=header("left"), found=found).session_id
    sizes(store, session_id)
    accept(store, draft(store, session_id, 9, 11))
    sizes(store, session_id)


def test_native_compactions_weigh_as_they_are_shown(store: Store, tmp_path: Path) -> None:
    """Before, between and after compactions of the transcript's own, with kept events."""
    found = (
        FoundCompaction(0, 11, (10, 11), 12, "auto", False, "native/1"),
        FoundCompaction(13, 27, (), 28, "auto", False, "native/1"),
    )
    session_id = keep(store, events_of(14), tmp_path, head=header("two"), found=found).session_id
    sizes(store, session_id)
    accept(store, draft(store, session_id, 4, 5))
    sizes(store, session_id)
    accept(store, draft(store, session_id, 9, 11))
    sizes(store, session_id)


def test_neither_the_view_nor_the_query_nests_as_many_compactions_as_there_are() -> None:
    """Each of them leaves the event before its range."""
    counts = (None, None, None, None)
    native = [
        NativeCompaction("s", "art_x", at, at, (), at + 1, "auto", False, *counts)
        for at in range(1, 3_000, 3)
    ]
    segments = fold.fold([fold.MainLineEvent(n, "user", 1) for n in range(3_000)], native, ())
    shown = [ordinal for segment in segments for ordinal in segment.ordinals]
    assert shown == [n for n in range(3_000) if n % 3 != 1]
    rows = "SELECT unnest(range(3000)) AS ordinal, 'user' AS kind"
    query = f"SELECT ordinal FROM ({rows}) WHERE {size.native_condition(native)} ORDER BY 1"
    assert [row[0] for row in duckdb.connect().execute(query).fetchall()] == shown
