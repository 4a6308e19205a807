"""A store that a test keeps open shows the file's current content and blocks no other process."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from store.engine import Store
from store.lifecycle.open import open_store
from store.records import sessions
from tests.store.build import events_of, header, keep

pytestmark = pytest.mark.skipif(bool(os.environ.get("WORKBENCH_TESTS_REOPEN")), reason="nothing is held")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path / "store.duckdb")


def names(store: Store) -> list[str]:
    return [each.native_id for each in sessions.listing(store)]


def test_what_was_written_is_in_the_file(store: Store, tmp_path: Path) -> None:
    """A copy of the file alone contains it, and the listed folder contains no log."""
    keep(store, events_of(2), tmp_path)
    assert not {"store.duckdb.wal"} & {each.name for each in tmp_path.iterdir()}
    keep(store, events_of(2), tmp_path)
    copy = open_store(shutil.copy(store.path, tmp_path / "copy.duckdb"))
    assert not Path(f"{store.path}.wal").exists()
    assert names(copy) == names(store) == ["session-one"]


def test_a_file_that_took_its_place_is_read(store: Store, tmp_path: Path) -> None:
    """Whether it was renamed onto the path or copied over it."""
    other = open_store(tmp_path / "other.duckdb")
    keep(other, events_of(2), tmp_path, head=header("another"))
    assert names(store) == []
    saved = shutil.copy(store.path, tmp_path / "saved.duckdb")
    shutil.copy(other.path, store.path)
    assert names(store) == ["another"]
    Path(saved).replace(store.path)
    assert names(store) == []


def test_a_process_finds_it_free(store: Store, tmp_path: Path) -> None:
    """Nothing is held from the first process on that a test starts."""
    keep(store, events_of(2), tmp_path)
    count = "SELECT count(*) FROM session"
    code = f"import duckdb, sys; print(duckdb.connect(sys.argv[1]).execute({count!r}).fetchone())"
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", code, str(store.path)], capture_output=True, text=True, check=True
        )
        assert done.stdout == "(1,)\n"
        assert names(store) == ["session-one"]


def test_after_a_failure_it_is_opened_again(store: Store) -> None:
    """A failed operation may have left the instance in any state."""

    def instance() -> int:
        with store.reading() as session:
            found = session.connection().exec_driver_sql("SELECT current_connection_id()").scalar()
        return int(found or 0)

    first = instance()
    assert instance() > first
    with pytest.raises(RuntimeError), store.writing():
        raise RuntimeError
    assert instance() <= first + 1
