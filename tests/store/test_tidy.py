"""Small row groups are merged outside the moves, which hold the file only as long as they need."""

from __future__ import annotations

import threading
from pathlib import Path

import duckdb
import pytest

from store import pointers
from store.engine import Store
from tests.store.build import accept, draft, events_of, keep, rollback
from tests.store.conftest import Written
from workbench.bootstrap import Env
from workbench.services.moves import accept_rollback


def _row_groups(path: Path, table: str = "pointer") -> int:
    with duckdb.connect(str(path)) as raw:
        found = raw.execute(
            f"SELECT count(DISTINCT row_group_id) FROM pragma_storage_info('{table}')"
        ).fetchone()
    return int(found[0]) if found else 0


def test_moves_merge_nothing_and_tidying_merges_all(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move always adds a separate row group, even if random merging is on; `tidy` joins them."""
    monkeypatch.setattr("store.engine._MERGE_ONE_IN", 1)
    name = draft(written.store, written.session_id, 2, 4)
    for _ in range(3):
        accept(written.store, name)
        rollback(written.store, name)
    assert _row_groups(written.store.path) == 6
    assert written.store.tidy()
    assert _row_groups(written.store.path) == 1
    with duckdb.connect(str(written.store.path)) as raw:
        assert raw.execute("SELECT count(*) FROM duckdb_sequences()").fetchone() == (0,)


def test_an_import_in_several_commits_rewrites_nothing(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each commit adds a separate row group, even if random merging is on."""
    monkeypatch.setattr("store.engine._MERGE_ONE_IN", 1)
    monkeypatch.setattr("store.engine._PAST_LOG", "SET checkpoint_threshold='1KB';")
    monkeypatch.setattr("store.records.event_writer._BATCH_ROWS", 16)
    monkeypatch.setattr("store.records.event_writer._COMMIT_CHARACTERS", 1)
    keep(store, events_of(12), tmp_path)
    assert _row_groups(store.path, "event") == 3


def test_tidying_yields(written: Written) -> None:
    """Tidying waits for no lock: a store that another thread writes to is left unchanged."""
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with written.store.writing():
            held.set()
            done.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    assert not written.store.tidy()
    done.set()
    thread.join()
    assert written.store.tidy()


def test_every_so_many_moves_of_the_service_the_store_is_tidied(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the move, not within it: what it was refused for stays refused, what it did stays done."""
    tidied: list[int] = []

    def note(store: Store) -> bool:
        tidied.append(len(pointers.history(store)))
        return True

    monkeypatch.setattr(Store, "tidy", note)
    monkeypatch.setattr(accept_rollback, "TIDY_EVERY", 2)
    env = Env(store_location=str(written.store.path))
    name = draft(written.store, written.session_id, 2, 4)
    accept(written.store, name)
    for _ in range(2):
        accept_rollback.rollback(env, name)
        accept(written.store, name)
    assert tidied == [2, 4]
