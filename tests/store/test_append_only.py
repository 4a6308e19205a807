"""The database itself refuses to change or remove a record (ST2)."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from store.errors import MoveRefused
from store.records import artifacts
from tests.store.conftest import Written

TABLES = (
    ("schema_step", "name"),
    ("session", "native_id"),
    ("import_record", "title"),
    ("blob", "size"),
    ("event", "turn"),
    ("event_lane", "lane"),
    ("artifact", "origin"),
    ("native_compaction", "trigger_name"),
    ("linked_artifact", "linker"),
    ("capture", "digest"),
    ("report", "input_digest"),
    ("review", "reason"),
    ("edit", "body"),
    ("evidence", "quote"),
    ("snapshot", "created_at"),
    ("pointer", "reason"),
    ("goal", "done_definition"),
    ("run_state", "digest"),
    ("journal", "hash"),
    ("tombstone", "reason"),
    ("run", "objective"),
    ("run_event", "body"),
    ("source_artifact", "title"),
    ("chunk", "preview"),
    ("chunk_term", "count"),
    ("stem", "term"),
    ("embedding", "model"),
    ("processed_source", "status"),
    ("failed_query", "query"),
    ("run_claim", "status"),
    ("claim_evidence", "quote"),
    ("context_manifest", "body"),
    ("output", "body"),
    ("strategic_override", "ttl_steps"),
    ("rerank_cache", "body"),
)


def test_every_table_is_listed_here(written: Written) -> None:
    """A new table must be append-only too, unless its data is derived."""
    with written.store.reading() as session:
        names = set(session.execute(text("SELECT table_name FROM duckdb_tables()")).scalars())
    assert names == {name for name, _ in TABLES} | {"append_only", "derived"}


@pytest.mark.parametrize(("table", "column"), TABLES)
def test_update_and_delete_are_refused(moved: Written, table: str, column: str) -> None:
    """Whichever way it is tried, nothing changes."""
    for statement in (
        f'UPDATE "{table}" SET "{column}" = "{column}"',
        f'DELETE FROM "{table}"',
        f'TRUNCATE "{table}"',
    ):
        with pytest.raises(MoveRefused, match="append-only"), moved.store.writing() as session:
            session.execute(text(statement))


def test_a_failed_write_leaves_nothing(written: Written) -> None:
    """What came before the refusal in the same transaction is gone with it."""
    store = written.store
    before = len(artifacts.listing(store, written.session_id))
    with pytest.raises(MoveRefused), store.writing() as session:
        session.execute(
            text("INSERT INTO artifact SELECT 'art_x', :s, 99, 'drafted', 'none', 0, 1, ''::BLOB, 'now'"),
            {"s": written.session_id},
        )
        session.execute(text("DELETE FROM session"))
    assert len(artifacts.listing(store, written.session_id)) == before
