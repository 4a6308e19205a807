"""`verify` finds changes made outside the program, and explains them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pytest

from gates.artifact import Item, ItemKind
from store import pointers, schema
from store.database.bulk_insert import insert_few
from store.database.session import raw_connection
from store.engine import Store
from store.journal import entries, journal
from store.journal.row_digests import row_digest
from store.records import artifacts
from store.schema import triggers
from store.tables import JournalRow, TombstoneRow
from store.verify import verify
from store.verify.heads import NotedHead
from tests.store.build import NOW, directive, events_of, keep, link_of
from tests.store.conftest import Written
from workbench.importers.base import FoundCompaction


def tamper(written: Written, table: str, statement: str) -> None:
    """Change a record directly in the file: without its triggers, which are restored."""
    with duckdb.connect(str(written.store.path)) as raw:
        for verb in ("update", "delete"):
            raw.execute(f"DROP TRIGGER {table}_{verb} ON {table}")
        raw.execute(statement)
        for (owner, _), made in triggers().items():
            if owner == table:
                raw.execute(made)


def test_an_untouched_store_is_fine(moved: Written) -> None:
    """And gives the anchor of every session's history."""
    found = verify.verify(moved.store)
    assert (found.ok, found.problems) == (True, ())
    assert found.heads == journal.heads(moved.store)
    assert [head.session_id for head in found.heads] == [moved.session_id]


@pytest.mark.parametrize(
    ("table", "statement", "record", "words"),
    [
        ("pointer", "UPDATE pointer SET reason = 'forged' WHERE sequence = 2", "pointer", "hash"),
        ("pointer", "UPDATE pointer SET actor = 'x' WHERE sequence = 3", "pointer", "hash"),
        ("pointer", "DELETE FROM pointer WHERE sequence = 2", "pointer", "sequence is 3"),
        ("event", "UPDATE event SET text = 'never said' WHERE ordinal = 5", "event", "digest"),
        ("event", "UPDATE event SET turn = 7, kind = 'plan' WHERE ordinal = 5", "event", "digest"),
        ("event", "DELETE FROM event WHERE ordinal = 30", "event", "dense"),
        ("artifact", "UPDATE artifact SET artifact_id = 'art_0' WHERE number = 1", "artifact", "derive"),
        ("artifact", "UPDATE artifact SET body = 'x'::BLOB WHERE number = 1", "artifact", "cannot be read"),
        ("report", "DELETE FROM report", "pointer", "report"),
        (
            "report",
            "UPDATE report SET report_id = 'rep_0' WHERE report_id = (SELECT min(report_id) FROM report)",
            "report",
            "derive",
        ),
        ("capture", "UPDATE capture SET digest = 'x'", "capture", "derive"),
        ("snapshot", "DELETE FROM snapshot WHERE sequence = 3", "pointer", "no snapshot"),
        ("snapshot", "UPDATE snapshot SET body = (SELECT max(body) FROM snapshot)", "snapshot", "derive"),
        ("evidence", "UPDATE evidence SET quote = 'other words'", "evidence", "words"),
        ("evidence", "DELETE FROM evidence", "snapshot", "ledger"),
        ("blob", "DELETE FROM blob", "import", "piece"),
        ("blob", "UPDATE blob SET body = 'x'::BLOB", "blob", "damaged"),
        ("import_record", "UPDATE import_record SET chain = 'x'", "import", "chain"),
        ("import_record", "UPDATE import_record SET turns = 99", "import", "add up"),
        (
            "import_record",
            "UPDATE import_record SET transcript_hash = 'x'",
            "import",
            "does not have its hash",
        ),
        ("import_record", "DELETE FROM import_record", "session", "no import"),
        ("import_record", "UPDATE import_record SET sequence = 2", "session", "imports"),
        ("session", "DELETE FROM session", "artifact", "session"),
        ("session", "UPDATE session SET native_id = 'other'", "session", "derive"),
        ("event", "UPDATE event SET tokens = tokens + 1 WHERE ordinal = 5", "import", "add up"),
        ("event", "UPDATE event SET characters = 1 WHERE ordinal = 5", "event", "length"),
        ("event", "UPDATE event SET call_id = 'c' WHERE ordinal = 6", "event", "call"),
        ("artifact", "UPDATE artifact SET source_end = 13 WHERE number = 1", "artifact", "source_end is 13"),
        ("artifact", "UPDATE artifact SET source_end = 13 WHERE number = 1", "pointer", "artifact"),
        ("artifact", "UPDATE artifact SET origin = 'edited'", "artifact", "origin"),
        ("artifact", "UPDATE artifact SET strategy = 'other'", "artifact", "strategy"),
        ("artifact", "UPDATE artifact SET session_id = 'ses_0'", "artifact", "session"),
        ("artifact", "DELETE FROM artifact", "report", "artifact"),
        ("artifact", "DELETE FROM artifact", "pointer", "artifact"),
        ("report", "UPDATE report SET replaceable = NOT replaceable", "report", "replaceable"),
        ("report", "UPDATE report SET input_digest = 'x'", "report", "input_digest"),
        ("report", "UPDATE report SET policy_version = 'x'", "report", "policy_version"),
        (
            "report",
            "UPDATE report SET artifact_id = (SELECT min(artifact_id) FROM report)",
            "report",
            "artifact",
        ),
        ("capture", "UPDATE capture SET capture_version = 'x'", "capture", "capture_version"),
        ("review", "UPDATE review SET target = 'x'", "review", "derive"),
        ("review", "UPDATE review SET artifact_id = 'art_0'", "review", "art_0"),
        ("snapshot", "UPDATE snapshot SET created_at = 'x'", "snapshot", "created_at"),
        ("snapshot", "UPDATE snapshot SET pointer_id = 'x' WHERE sequence = 1", "snapshot", "pointer_id"),
        ("pointer", "UPDATE pointer SET hash = 'x' WHERE sequence = 3", "snapshot", "hash"),
        ("pointer", "DELETE FROM pointer WHERE sequence = 3", "snapshot", "names is not there"),
        ("pointer", "DELETE FROM pointer WHERE sequence > 1", "evidence", "names is not there"),
        ("evidence", "UPDATE evidence SET pointer_id = 'ptr_0'", "evidence", "ptr_0"),
    ],
)
def test_what_was_changed_is_named(
    moved: Written, table: str, statement: str, record: str, words: str
) -> None:
    """The kind of record, its id, what is wrong and what it means."""
    tamper(moved, table, statement)
    found = verify.verify(moved.store)
    assert not found.ok
    matching = [p for p in found.problems if p.record == record and words in p.problem]
    assert matching, found.problems
    assert all(problem.id and problem.meaning for problem in found.problems)


def test_a_dropped_trigger_is_named(moved: Written) -> None:
    """A trigger replaced by one that refuses nothing is named too; the records alone could not show it."""
    with duckdb.connect(str(moved.store.path)) as raw:
        raw.execute("DROP TRIGGER pointer_delete ON pointer")
        raw.execute("DROP TRIGGER goal_update ON goal")
        raw.execute("CREATE TABLE harmless (name VARCHAR)")
        raw.execute(
            "CREATE TRIGGER goal_update AFTER UPDATE ON goal FOR EACH STATEMENT "
            "INSERT INTO harmless VALUES ('goal')"
        )
    found = verify.verify(moved.store).problems
    assert [(p.record, p.id) for p in found] == [("trigger", "goal_update"), ("trigger", "pointer_delete")]


def test_the_guard_of_the_triggers_is_checked(moved: Written) -> None:
    """A guard that takes rows lets everything through."""
    with duckdb.connect(str(moved.store.path)) as raw:
        for table, name in triggers():
            raw.execute(f"DROP TRIGGER {name} ON {table}")
        raw.execute("DROP TABLE append_only")
        raw.execute("CREATE TABLE append_only (refused VARCHAR)")
        for made in triggers().values():
            raw.execute(made)
    found = verify.verify(moved.store).problems
    assert [(p.record, p.id) for p in found] == [("trigger", "append_only")]


def test_native_compactions_and_links_are_checked(store: Store, tmp_path: Path) -> None:
    """Range and links against the artifact; an untouched one, accepted with its links, is fine."""
    found = FoundCompaction(
        0, 7, (6, 7), 8, "auto", False, "imported:written/1",
        items=(Item(kind=ItemKind.DECISION, text=directive(0)),),
    )  # fmt: skip
    native = keep(store, events_of(4), tmp_path, found=(found,)).compactions[0]
    artifact = artifacts.get(store, native.artifact_id).artifact
    linked = artifact.with_items(
        tuple(item.model_copy(update={"links": (link_of(native.session_id, 0),)}) for item in artifact.items)
    )
    artifacts.put_linked(store, native.artifact_id, "digest", linked, now=NOW)
    assert verify.verify(store).problems == ()
    here = Written(store, native.session_id, tmp_path)
    tamper(here, "native_compaction", "UPDATE native_compaction SET kept = '[6]'")
    assert [(p.record, "kept" in p.problem) for p in verify.verify(store).problems] == [("compaction", True)]
    tamper(here, "native_compaction", "UPDATE native_compaction SET tokens_after = 7, kept = '[6,7]'")
    assert [(p.record, "journal" in p.problem) for p in verify.verify(store).problems] == [
        ("compaction", True)
    ]
    tamper(here, "native_compaction", "UPDATE native_compaction SET kept = '[6,7]', source_end = 6")
    assert {p.record for p in verify.verify(store).problems} == {"compaction"}
    artifacts.put_linked(store, native.artifact_id, "other", artifact.with_items(()), now=NOW)
    assert {p.record for p in verify.verify(store).problems} == {"compaction", "links"}


def test_a_cut_off_end_of_moves_is_found_by_the_journal(moved: Written) -> None:
    """The journal names the missing later move and the records stored with it."""
    for table in ("pointer", "snapshot"):
        tamper(moved, table, f"DELETE FROM {table} WHERE sequence = 3")
    assert {p.record for p in verify.verify(moved.store).problems} == {"pointer", "snapshot"}


def test_a_journal_cut_off_with_its_records_is_found_by_a_head_noted_earlier(moved: Written) -> None:
    """The chain alone cannot tell; the anchor can, be it the journal's or the move's."""
    head, move = journal.heads(moved.store)[0], pointers.head(moved.store, moved.session_id)
    assert move is not None
    assert all(verify.verify(moved.store, noted=[NotedHead(noted)]).ok for noted in (head.hash, move.hash))
    for table in ("pointer", "snapshot"):
        tamper(moved, table, f"DELETE FROM {table} WHERE sequence = 3")
    tamper(moved, "review", "DELETE FROM review")
    tamper(moved, "journal", f"DELETE FROM journal WHERE sequence > {head.sequence - 3}")
    assert verify.verify(moved.store).problems == ()
    for noted in (head.hash, move.hash):
        found = verify.verify(moved.store, noted=[NotedHead(noted)])
        assert [(p.record, p.id) for p in found.problems] == [("head", noted)]


def test_a_recomputed_journal_is_found_by_a_head_noted_earlier(moved: Written) -> None:
    """A store with all hashes rewritten is consistent in itself, but not with the noted head."""
    noted = journal.heads(moved.store)[0]
    tamper(moved, "review", "UPDATE review SET reason = 'forged'")
    with moved.store.reading() as session:
        found = entries.records(raw_connection(session), schema.tables())
        rows = list(journal.chain(noted.session_id, [entry for _, entry in found]))
    tamper(moved, "journal", "DELETE FROM journal")
    with moved.store.writing() as session:
        insert_few(session, JournalRow, rows)
    assert verify.verify(moved.store).problems == ()
    assert [p.record for p in verify.verify(moved.store, noted=[NotedHead(noted.hash)]).problems] == ["head"]


def test_a_head_in_the_tombstone_of_another_session_hides_no_cut(moved: Written) -> None:
    """A noted head cannot be hidden in the tombstone of a session that never existed."""
    (head,) = journal.heads(moved.store)
    grave: dict[str, Any] = {
        "session_id": "ses_0", "head_sequence": 9, "head": head.hash, "moves": 0, "last_move": None,
        "events": 0, "artifacts": 0, "actor": "a", "reason": "r", "created_at": NOW,
    }  # fmt: skip
    entry = journal.JournalEntry("tombstone", "ses_0:9", row_digest("tombstone", grave))
    for table in ("pointer", "snapshot"):
        tamper(moved, table, f"DELETE FROM {table} WHERE sequence = 3")
    tamper(moved, "review", "DELETE FROM review")
    tamper(moved, "journal", f"DELETE FROM journal WHERE sequence > {head.sequence - 3}")
    with moved.store.writing() as session:
        session.add(TombstoneRow(**grave))
        insert_few(session, JournalRow, list(journal.chain("ses_0", [entry], 9, head.hash)))
    alone = verify.verify(moved.store, noted=[NotedHead(head.hash)])
    assert [(each.session_id, each.imported_again) for each in alone.purged] == [("ses_0", False)]
    found = verify.verify(moved.store, noted=[NotedHead(head.hash, moved.session_id)])
    assert [(p.record, p.id) for p in found.problems] == [("head", head.hash)]
