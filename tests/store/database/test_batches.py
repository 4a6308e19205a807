"""Rows are written by a thread of its own, in order, and its failures reach the one who gave them."""

from __future__ import annotations

import threading
from pathlib import Path

import duckdb
import pytest

from store.database.writer_thread import BatchWriter
from store.engine import Store
from store.errors import StoreUnreadable
from store.records import sessions
from store.verify import verify
from tests.store.build import events_of, keep


def test_writes_keep_their_order_and_are_done_when_settled() -> None:
    """In one thread that is not the caller's."""
    done: list[tuple[int, str]] = []
    with BatchWriter() as batches:
        for number in range(20):
            batches.give(lambda number=number: done.append((number, threading.current_thread().name)))  # type: ignore[misc]
        batches.settle()
        assert [number for number, _ in done] == list(range(20))
        assert {name.partition("_")[0] for _, name in done} == {"batch-writer"}


def test_a_failure_is_raised_and_ends_the_writing() -> None:
    """Nothing submitted after it is written, and leaving does not hang."""
    done: list[str] = []

    def failing() -> None:
        raise OSError("no space left")

    with BatchWriter() as batches:
        batches.give(failing)
        with pytest.raises(OSError, match="no space left"):
            for _ in range(3):
                batches.give(lambda: done.append("written"))
            batches.settle()
        with pytest.raises(OSError, match="no space left"):
            batches.give(lambda: done.append("written"))
    assert done == []


def test_a_write_that_fails_in_an_import_leaves_nothing(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The driver's error comes back as the store's, and the import can be repeated."""

    def full(*_: object) -> None:
        raise duckdb.IOException("No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("store.records.event_writer.insert_batch", full)
        patched.setattr("store.records.event_writer._BATCH_ROWS", 3)
        with pytest.raises(StoreUnreadable, match="no space is left"):
            keep(store, events_of(5), tmp_path)
    assert sessions.listing(store) == ()
    assert keep(store, events_of(5), tmp_path).events_added == 20
    assert verify.verify(store).ok


def test_a_reading_that_fails_in_an_import_leaves_nothing(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Batches on their way are finished first; none of them counts."""
    monkeypatch.setattr("store.records.event_writer._BATCH_ROWS", 3)
    monkeypatch.setattr("store.records.event_writer._COMMIT_CHARACTERS", 1)

    def broken() -> object:
        yield from events_of(5)
        raise OSError("the disk went away")

    with pytest.raises(OSError, match="went away"):
        keep(store, broken(), tmp_path)  # type: ignore[arg-type]
    assert sessions.listing(store) == ()
    assert keep(store, events_of(5), tmp_path).events_added == 20
    assert verify.verify(store).ok
