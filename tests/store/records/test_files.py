"""Keeping a file's bytes beside the work that reads it, and the settings under which that happens."""

from __future__ import annotations

import gc
import hashlib
import sys
from pathlib import Path

import pytest

from store.engine import Store
from store.lifecycle import empty_store
from store.lifecycle.open import open_store
from store.records import blobs
from store.records.transcript_pieces import PIECE_BYTES, FileKeeper, TailKeeper, pieces_hash
from workbench.interpreter import COLLECTION, TURN_SECONDS, much_data


def _keep(store: Store, keeper: FileKeeper | TailKeeper) -> tuple[bytes, str]:
    with store.writing() as session:
        kept = keeper.finish(session)
        bodies = blobs.fetch(session, kept.pieces)
    return b"".join(bodies[name] for name in kept.pieces), kept.hash


def test_a_file_that_grows_before_its_events_are_taken_in_is_kept_whole(tmp_path: Path) -> None:
    """The file's end is fixed only when the events are stored, so everything a reader saw is stored."""
    store, path = open_store(tmp_path / "s.duckdb"), tmp_path / "log.jsonl"
    first, more = b"a" * (PIECE_BYTES + 10), b"b" * PIECE_BYTES
    path.write_bytes(first)
    with FileKeeper(path) as keeper:
        with store.writing() as session:
            while not (ready := keeper.ready()):
                pass
            blobs.insert(session, ready)
        with path.open("ab") as file:
            file.write(more)
        keeper.pass_over(())
        body, name = _keep(store, keeper)
    assert body == first + more
    whole = first + more
    pieces = [whole[start : start + PIECE_BYTES] for start in range(0, len(whole), PIECE_BYTES)]
    names = [hashlib.sha256(piece).hexdigest() for piece in pieces]
    assert name == pieces_hash(names) != pieces_hash(reversed(names))


def test_a_piece_that_occurs_twice_is_kept_twice(tmp_path: Path) -> None:
    """Whether a file is read whole or added to: equal pieces are one blob, and as many places in the file."""
    store, path = open_store(tmp_path / "s.duckdb"), tmp_path / "log.jsonl"
    same = b"a" * (3 * PIECE_BYTES)
    path.write_bytes(same)
    with FileKeeper(path) as whole, TailKeeper(0, (), b"", same) as tail:
        whole.pass_over(())
        assert _keep(store, whole)[0] == same
        assert _keep(store, tail)[0] == same


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    """A folder, or a pipe without a writer, is an error and blocks nothing."""
    store = open_store(tmp_path / "s.duckdb")
    with FileKeeper(tmp_path) as keeper:
        keeper.pass_over(())
        with pytest.raises(OSError, match="not a file"):
            _keep(store, keeper)


def test_a_keeper_nobody_asks_ends(tmp_path: Path) -> None:
    """Leaving the keeper ends its thread in any state."""
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"x")
    with FileKeeper(path) as keeper:
        pass
    assert not keeper._thread.is_alive()


def test_settings_of_the_interpreter_are_put_back() -> None:
    """They apply inside, also when nested, and are restored afterwards."""
    before = (sys.getswitchinterval(), gc.get_threshold())
    with much_data():
        with much_data():
            pass
        assert sys.getswitchinterval() == pytest.approx(TURN_SECONDS)
        assert gc.get_threshold()[0] == COLLECTION
    assert (sys.getswitchinterval(), gc.get_threshold()) == before


def test_blank_stores_are_made_once(tmp_path: Path) -> None:
    """Every new store is a copy of one that a process made; each is a store of its own afterwards."""
    empty_store.forget()
    first = open_store(tmp_path / "a.duckdb")
    made = first.path.read_bytes()
    blobs_of_first = {"0" * 64: b"x"}
    with first.writing() as session:
        blobs.insert(session, blobs.compressed(blobs_of_first))
    second = open_store(tmp_path / "b.duckdb")
    assert second.path.read_bytes() == made
    with second.reading() as session:
        assert not blobs.known(session, blobs_of_first)
