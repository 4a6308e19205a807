"""A store that is opened for reading only: nothing is written, made or brought forward."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.engine import Store
from store.errors import StoreUnreadable
from store.lifecycle.open import open_store, open_to_read
from store.records import sessions
from tests.store.lifecycle.test_migrations import placed
from workbench.bootstrap import Env
from workbench.errors import UnknownId


def test_it_reads_and_refuses_to_write(tmp_path: Path) -> None:
    path = tmp_path / "s.duckdb"
    open_store(path)
    path.chmod(0o644)
    before = path.read_bytes()
    store = open_to_read(path)
    assert store.read_only and sessions.listing(store) == ()
    with pytest.raises(StoreUnreadable, match="for reading only"), store.writing():
        pass
    assert store.tidy() is False
    assert path.stat().st_mode & 0o777 == 0o644 and path.read_bytes() == before
    assert not Store(path, 1.0).read_only, "another opening of the file may write"


def test_an_older_schema_is_left_as_it_is(tmp_path: Path) -> None:
    path = placed(3, tmp_path)
    before = path.read_bytes()
    with pytest.raises(StoreUnreadable, match="older schema"):
        open_to_read(path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


def test_nothing_is_made_where_nothing_is(tmp_path: Path) -> None:
    with pytest.raises(StoreUnreadable, match="there is no store"):
        open_to_read(tmp_path / "s.duckdb")
    with pytest.raises(UnknownId, match="there is no store"):
        Env(str(tmp_path / "s.duckdb"), only_read=True).open_store()
    assert list(tmp_path.iterdir()) == []


def test_an_environment_that_only_reads_opens_such_a_store(tmp_path: Path) -> None:
    open_store(tmp_path / "s.duckdb")
    assert Env(str(tmp_path / "s.duckdb"), only_read=True).open_store().only_read
    assert not Env(str(tmp_path / "s.duckdb")).open_store().only_read
