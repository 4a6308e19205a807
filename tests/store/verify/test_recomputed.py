"""Forgeries in edits, runs and sources that `verify` finds even with a recomputed journal."""

from __future__ import annotations

import shutil
from collections import defaultdict
from pathlib import Path

import pytest
from sqlalchemy import text

from store import schema
from store.database.bulk_insert import insert_few
from store.database.session import raw_connection
from store.engine import Store
from store.journal import entries, journal
from store.lifecycle.open import open_store
from store.records import runs
from store.tables import JournalRow
from store.verify import verify
from tests.store.build import NOW


@pytest.fixture(scope="module")
def whole(filled_store: tuple[Path, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with rows in every table, a run of three states among them, and no trigger.

    Its journal was recomputed with nothing forged, and there is nothing to name.
    """
    folder = tmp_path_factory.mktemp("whole")
    store = open_store(shutil.copy(filled_store[0], folder / "store.duckdb"))
    for sequence in (2, 3):
        runs.put(store, "run_1", "memory", sequence, {"summary": f"said {sequence}"}, now=NOW)
    with store.writing() as session:
        for table, name in schema.triggers():
            session.execute(text(f"DROP TRIGGER {name} ON {table}"))
    recompute(store)
    assert [p for p in verify.verify(store).problems if p.record != "trigger"] == []
    return store.path


def recompute(store: Store) -> None:
    """Write the whole journal again, so that it matches the current records."""
    kept = defaultdict(list)
    with store.writing() as session:
        session.execute(text("DELETE FROM tombstone"))
        for session_id, entry in entries.records(raw_connection(session), schema.tables()):
            kept[session_id].append(entry)
        session.execute(text("DELETE FROM journal"))
        for session_id, some in kept.items():
            insert_few(session, JournalRow, list(journal.chain(session_id, some)))


@pytest.mark.parametrize(
    ("statement", "record", "words"),
    [
        ("UPDATE edit SET action = 'keep' WHERE sequence = 2", "edit", "does not derive"),
        ("UPDATE edit SET actor = 'x' WHERE sequence = 2", "edit", "does not derive"),
        ("UPDATE run_state SET body = (SELECT min(body) FROM run_state)", "run", "its digest is not"),
        ("DELETE FROM run_state WHERE sequence = 2", "run", "state 2 is not there"),
        ("UPDATE source_artifact SET title = 'x'", "source", "does not derive"),
        ("DELETE FROM chunk WHERE place = 1", "source", "not those that it was cut into"),
        ("DELETE FROM source_artifact", "source", "but the source is missing"),
        ("UPDATE chunk SET span_end = span_end - 1 WHERE place = 1", "passage", "does not derive"),
        ("UPDATE chunk SET preview = 'x' WHERE place = 1", "passage", "its preview"),
    ],
)
def test_a_forgery_is_named_though_the_journal_vouches_for_it(
    whole: Path, tmp_path: Path, statement: str, record: str, words: str
) -> None:
    """The record's own content shows the forgery; without one the same store has no problems."""
    store = open_store(shutil.copy(whole, tmp_path / "store.duckdb"))
    with store.writing() as session:
        session.execute(text(statement))
    recompute(store)
    found = verify.verify(store).problems
    assert [p for p in found if p.record == record and words in p.problem], found
