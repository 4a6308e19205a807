"""A fresh store, one that holds a written session of twelve turns, and one with rows in every table.

Each is made once for all workers, and copied for each test.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from gates.review import ReviewAction
from store.engine import Store
from store.lifecycle.open import open_store
from store.records import reviews
from tests.made_once import made_once
from tests.store.build import NOW, accept, draft, events_of, keep, rollback
from tests.store.whole import fill


@dataclass(frozen=True)
class Written:
    """A store with one session of twelve turns."""

    store: Store
    session_id: str
    folder: Path


STORE = "store.duckdb"
SESSION = "session"


def _at(folder: Path) -> tuple[Path, str]:
    """The store in a folder that was made once, and the session that it holds."""
    return folder / STORE, (folder / SESSION).read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def _empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def make(folder: Path) -> None:
        open_store(folder / STORE)

    return made_once(tmp_path_factory, "empty", make) / STORE


@pytest.fixture(scope="session")
def _twelve_turns(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    def make(folder: Path) -> None:
        done = keep(open_store(folder / STORE), events_of(12), folder)
        (folder / SESSION).write_text(done.session_id, encoding="utf-8")

    return _at(made_once(tmp_path_factory, "twelve", make))


@pytest.fixture(scope="session")
def filled_store(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A store with rows in every table and its session, made once; to be copied."""

    def make(folder: Path) -> None:
        (folder / SESSION).write_text(fill(open_store(folder / STORE), folder), encoding="utf-8")

    return _at(made_once(tmp_path_factory, "filled", make))


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

    def make(folder: Path) -> None:
        store = open_store(shutil.copy(source, folder / STORE))
        one, two = draft(store, session_id, 2, 4), draft(store, session_id, 6, 7)
        accept(store, one)
        accept(store, two)
        rollback(store, one)
        reviews.add(store, session_id, ReviewAction.DISMISS, "cap_1", actor="a", reason="r", now=NOW)
        (folder / SESSION).write_text(session_id, encoding="utf-8")

    return _at(made_once(tmp_path_factory, "moved", make))


@pytest.fixture
def moved(_moved: tuple[Path, str], tmp_path: Path) -> Written:
    """The written session after two acceptances, a rollback and a review, made once and copied."""
    source, session_id = _moved
    return Written(open_store(shutil.copy(source, tmp_path / "store.duckdb")), session_id, tmp_path)
