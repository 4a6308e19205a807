"""Every column of every table is vouched for: an edit of any of them is found by `verify`."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlmodel import Session

from store import schema
from store.engine import Store
from store.lifecycle.open import open_store
from store.run_tables import DERIVED
from store.tables import table_of
from store.verify import verify
from store.verify.journal import check_journal

NOT_VOUCHED = {
    ("schema_step", "program_version"): "says which program took a step, to a reader of an error message",
}
"""Columns whose edit nothing finds, each with the reason why that is so."""

DERIVED_TABLES = {table_of(row).name for row in DERIVED}
"""Derived from a passage's text, which the journal covers; a wrong row only lowers its rank."""

COLUMNS = [
    (table_of(row).name, column.name, str(column.type))
    for row in schema.tables()
    for column in table_of(row).columns
    if table_of(row).name not in DERIVED_TABLES
]
CHANGED = {
    "VARCHAR": "coalesce({c}, '') || 'x'",
    "BLOB": "'x'::BLOB",
    "BOOLEAN": "NOT {c}",
    "BIGINT": "coalesce({c}, 0) + 1000",
    "INTEGER": "{c} + 1000",
    "FLOAT": "{c} + 1",
}


@pytest.fixture(scope="module")
def everything(filled_store: tuple[Path, str], tmp_path_factory: pytest.TempPathFactory) -> Store:
    """A store with rows in every table, its triggers dropped."""
    folder = tmp_path_factory.mktemp("everything")
    store = open_store(shutil.copy(filled_store[0], folder / "store.duckdb"))
    assert verify.verify(store).problems == ()
    with store.writing() as session:
        for _, name in schema.triggers():
            session.execute(text(f"DROP TRIGGER {name} ON {name.rpartition('_')[0]}"))
    return store


@pytest.fixture(scope="module")
def held(everything: Store) -> Iterator[Session]:
    """The store, opened once: opening it costs as much as looking for an edit."""
    with everything.reading() as session:
        yield session


@pytest.fixture
def opened(held: Session) -> Iterator[Session]:
    """The open store; changes made inside are visible to `verify` and rolled back afterwards."""
    yield held
    held.rollback()


def problems(store: Store) -> list[str]:
    """Return the problems `verify` finds, except missing triggers; the journal is checked first."""
    with store.reading() as session:
        found = list(check_journal(session))
    if found:
        return [f"{p.record} {p.id}" for p in found]
    return [f"{p.record} {p.id}" for p in verify.verify(store).problems if p.record != "trigger"]


def test_the_untouched_store_is_fine(everything: Store) -> None:
    """And holds at least one row of every table, so that each edit below edits something."""
    with everything.reading() as session:
        for row in schema.tables():
            assert session.execute(text(f"SELECT count(*) FROM {table_of(row).name}")).scalar(), row
    assert problems(everything) == []


@pytest.mark.parametrize(("table", "column", "kind"), COLUMNS, ids=lambda each: each)
def test_an_edit_of_any_column_is_found(
    everything: Store, opened: Session, table: str, column: str, kind: str
) -> None:
    """In one row, behind the program's back."""
    base = next(name for name in CHANGED if kind.startswith(name))
    one = f"(SELECT max(rowid) FROM {table})"
    opened.execute(
        text(f"UPDATE {table} SET {column} = {CHANGED[base].format(c=column)} WHERE rowid = {one}")
    )
    assert bool(problems(everything)) is ((table, column) not in NOT_VOUCHED)


@pytest.mark.parametrize("table", sorted({table_of(row).name for row in schema.tables()} - DERIVED_TABLES))
def test_a_removed_row_of_any_table_is_found(everything: Store, opened: Session, table: str) -> None:
    """The first one or the last one."""
    for which in ("min", "max"):
        opened.execute(text(f"DELETE FROM {table} WHERE rowid = (SELECT {which}(rowid) FROM {table})"))
        if table == "journal" and which == "max":
            continue
        assert problems(everything), which
        opened.rollback()


@pytest.mark.parametrize("table", ["event", "artifact", "review", "pointer", "snapshot", "journal"])
def test_reordered_rows_are_found(everything: Store, opened: Session, table: str) -> None:
    """Two rows that take each other's place."""
    place = {"event": "ordinal", "artifact": "number"}.get(table, "sequence")
    for old, new in ((1, -1), (2, 1), (-1, 2)):
        opened.execute(text(f"UPDATE {table} SET {place} = {new} WHERE {place} = {old}"))
    assert problems(everything)


def test_every_edit_was_withdrawn(everything: Store, opened: Session) -> None:
    """Or a test would find what one before it had changed: after an edit and its end the store is fine."""
    opened.execute(text("UPDATE event SET text = coalesce(text, '') || 'x'"))
    assert problems(everything)
    opened.rollback()
    assert problems(everything) == []
