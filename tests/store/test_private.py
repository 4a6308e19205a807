"""What the database writes beside a store belongs to its owner alone, whatever the process's mask."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from store.database.file_modes import private_files
from store.database.session import raw_connection
from store.engine import Store
from store.lifecycle.open import open_store
from tests.store.build import events_of, keep


@pytest.fixture(autouse=True)
def _open_mask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path, name: str) -> dict[str, int]:
    """The permissions of everything that belongs to a store."""
    return {p.name: stat.S_IMODE(p.stat().st_mode) for p in folder.iterdir() if p.name.startswith(name)}


def test_the_log_of_a_store_in_an_open_folder_is_its_owners_alone(store: Store, tmp_path: Path) -> None:
    """The write-ahead log holds what was just imported, in the clear."""
    tmp_path.chmod(0o755)
    seen: dict[str, int] = {}
    with store.writing() as session:
        connection = raw_connection(session)
        connection.execute("INSERT INTO session VALUES ('s', 'written', 'n', 'now')")
        connection.commit()
        seen = modes(tmp_path, "store.duckdb")
        connection.begin()
    assert seen == {"store.duckdb": 0o600, "store.duckdb.wal": 0o600}


def test_a_new_store_in_an_open_folder_is_its_owners_alone(tmp_path: Path) -> None:
    """Also after an import that commits on the way."""
    tmp_path.chmod(0o755)
    made = open_store(tmp_path / "fresh.duckdb")
    keep(made, events_of(3), tmp_path)
    assert modes(tmp_path, "fresh.duckdb") == {"fresh.duckdb": 0o600}


def test_a_store_that_others_may_read_is_taken_from_them_when_it_is_opened(store: Store) -> None:
    """It is told once, and nothing is said of one that was private."""
    assert open_store(store.path).notices == ()
    store.path.chmod(0o644)
    (told,) = open_store(store.path).notices
    assert "its owner's alone now" in told
    assert modes(store.path.parent, "store.duckdb") == {"store.duckdb": 0o600}
    assert open_store(store.path).notices == ()


def test_the_mask_is_put_back_by_the_last_thread() -> None:
    """One thread leaving does not widen what another still writes."""
    inside, leave = threading.Event(), threading.Event()

    def stay() -> None:
        with private_files():
            inside.set()
            leave.wait(10)

    thread = threading.Thread(target=stay)
    thread.start()
    inside.wait(10)
    with private_files():
        pass
    during = os.umask(0o077)
    leave.set()
    thread.join()
    after = os.umask(0o022)
    assert (during, after) == (0o077, 0o022)
