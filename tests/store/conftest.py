"""A fresh store, and one that holds a written session of twelve turns."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from gates.review import ReviewAction
from store.engine import Store
from store.lifecycle.open import open_store
from store.records import reviews
from tests.store.build import NOW, accept, draft, events_of, keep, rollback


@dataclass(frozen=True)
class Written:
    """A store with one session of twelve turns."""

    store: Store
    session_id: str
    folder: Path


@pytest.fixture(scope="session")
def _empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("empty") / "store.duckdb"
    open_store(path)
    return path


@pytest.fixture(scope="session")
def _twelve_turns(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("twelve")
    store = open_store(folder / "store.duckdb")
    return store.path, keep(store, events_of(12), folder).session_id


@pytest.fixture
def store(_empty: Path, tmp_path: Path) -> Store:
    """A store with nothing in it, made once and copied."""
    return open_store(shutil.copy(_empty, tmp_path / "store.duckdb"))


@pytest.fixture
def written(_twelve_turns: tuple[Path, str], tmp_path: Path) -> Written:
    """A store with the written session, made once and copied."""
    source, session_id = _twelve_turns
    return Written(open_store(shutil.copy(source, tmp_path / "store.duckdb")), session_id, tmp_path)


@pytest.fixture(scope="session")
def _moved(_twelve_turns: tuple[Path, str], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    source, session_id = _twelve_turns
    store = open_store(shutil.copy(source, tmp_path_factory.mktemp("moved") / "store.duckdb"))
    one, two = draft(store, session_id, 2, 4), draft(store, session_id, 6, 7)
    accept(store, one)
    accept(store, two)
    rollback(store, one)
    reviews.add(store, session_id, ReviewAction.DISMISS, "cap_1", actor="a", reason="r", now=NOW)
    return store.path, session_id


@pytest.fixture
def moved(_moved: tuple[Path, str], tmp_path: Path) -> Written:
    """The written session after two acceptances, a rollback and a review, made once and copied."""
    source, session_id = _moved
    return Written(open_store(shutil.copy(source, tmp_path / "store.duckdb")), session_id, tmp_path)
