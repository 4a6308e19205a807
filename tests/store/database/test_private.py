"""Files that the database writes beside a store are private to its owner, whatever the umask."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from store.database.session import raw_connection
from store.engine import Store
from store.lifecycle.backup import backup
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


def mask() -> int:
    """That of the process."""
    before = os.umask(0)
    os.umask(before)
    return before


def test_the_log_of_a_store_in_an_open_folder_is_its_owners_alone(store: Store, tmp_path: Path) -> None:
    """The write-ahead log contains imported text in the clear, and is created again for each commit."""
    tmp_path.chmod(0o755)
    for name in ("first", "second"):
        with store.writing() as session:
            session.execute(text("INSERT INTO session VALUES (:name, 'written', 'n', 'now')"), {"name": name})
            session.commit()
            seen = modes(tmp_path, "store.duckdb")
            raw_connection(session).execute("CHECKPOINT")
        assert seen == {"store.duckdb": 0o600, "store.duckdb.wal": 0o600, "store.duckdb.tmp": 0o700}
        assert modes(tmp_path, "store.duckdb") == {"store.duckdb": 0o600}


def test_a_write_of_nothing_leaves_no_log(store: Store, tmp_path: Path) -> None:
    """No log exists during or after the operation."""
    with store.writing() as session:
        session.execute(text("SELECT 1"))
    assert modes(tmp_path, "store.duckdb") == {"store.duckdb": 0o600}


def test_what_is_spilled_to_the_disk_lies_in_a_folder_of_its_owners_alone(
    store: Store, tmp_path: Path
) -> None:
    """More than fits into the memory that the database may take."""
    tmp_path.chmod(0o755)
    with store.reading() as session:
        connection = raw_connection(session)
        connection.execute("SET memory_limit = '40MB'; SET threads = 1")
        connection.execute("CREATE TEMP TABLE t AS SELECT repeat('x', 60) || i AS a FROM range(900000) r(i)")
        assert modes(tmp_path, "store.duckdb") == {"store.duckdb": 0o600, "store.duckdb.tmp": 0o700}
        assert any((tmp_path / "store.duckdb.tmp").iterdir())
    with store.reading():
        pass
    assert modes(tmp_path, "store.duckdb") == {"store.duckdb": 0o600}


def test_the_mask_of_the_process_is_not_touched(store: Store, tmp_path: Path) -> None:
    """A file that another thread makes meanwhile gets the permissions that its program wants."""
    seen = []
    with store.writing():
        seen.append(mask())
        with store.reading():
            seen.append(mask())
    backup(store, tmp_path / "kept.duckdb")
    assert [*seen, mask()] == [0o022] * 3


def test_a_new_store_in_an_open_folder_is_its_owners_alone(tmp_path: Path) -> None:
    """Also after an import that commits on the way."""
    tmp_path.chmod(0o755)
    made = open_store(tmp_path / "fresh.duckdb")
    keep(made, events_of(3), tmp_path)
    assert modes(tmp_path, "fresh.duckdb") == {"fresh.duckdb": 0o600}


def test_a_store_that_others_may_read_is_taken_from_them_when_it_is_opened(store: Store) -> None:
    """The change is reported once; a store that was private before is not reported."""
    assert open_store(store.path).notices == ()
    store.path.chmod(0o644)
    (stated,) = open_store(store.path).notices
    assert "its owner's alone now" in stated
    assert modes(store.path.parent, "store.duckdb") == {"store.duckdb": 0o600}
    assert open_store(store.path).notices == ()
