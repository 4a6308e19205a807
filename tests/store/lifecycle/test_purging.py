"""A session is removed permanently: only a tombstone remains in the file."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from store import pointers
from store.database.connect import connect
from store.database.file_modes import log_of
from store.engine import Store
from store.errors import HistoriesPart, NotFound, StoreUnreadable
from store.journal import journal
from store.lifecycle import bundle_file, bundle_import, copy_file
from store.lifecycle import purge as purging
from store.lifecycle.open import open_store
from store.records import sessions
from store.tables import TombstoneRow
from store.values import HistoryHead, Verification
from store.verify import verify
from store.verify.heads import NotedHead
from tests.store.build import NOW, directive, events_of, header, keep
from tests.store.conftest import Written


def purge(written: Written, session_id: str) -> purging.Purged:
    """Remove a session."""
    return purging.purge(written.store, session_id, actor="ann", reason="asked to", now=NOW)


def test_only_that_session_goes(moved: Written) -> None:
    """The others keep their heads; the store verifies; no copy of the old file is left beside it."""
    other = keep(
        moved.store, events_of(3, tag="o"), moved.folder, head=header("two"), content=b"other\n"
    ).session_id
    heads = {head.session_id: head for head in journal.heads(moved.store)}
    move = pointers.head(moved.store, moved.session_id)
    names = {each.name for each in moved.folder.iterdir()}
    done = purge(moved, moved.session_id)
    assert done.head == heads[moved.session_id]
    assert (done.removed["event"], done.removed["pointer"]) == (48, 3)
    assert [each.session_id for each in sessions.listing(moved.store)] == [other]
    assert {head.session_id: head for head in journal.heads(moved.store)}[other] == heads[other]
    assert move is not None
    noted = [NotedHead(head.hash, name) for name, head in heads.items()] + [NotedHead(move.hash)]
    found = verify.verify(moved.store, noted=noted)
    assert found.problems == ()
    purged = [(each.session_id, each.imported_again) for each in found.purged]
    assert purged == 2 * [(moved.session_id, False)]
    assert {each.name for each in moved.folder.iterdir()} == names
    assert stat.S_IMODE(moved.store.path.stat().st_mode) == 0o600


@pytest.mark.parametrize("theirs", [b"", b"committed by somebody else"])
def test_the_log_of_who_opens_the_new_file_is_left_alone(
    moved: Written, monkeypatch: pytest.MonkeyPatch, theirs: bytes
) -> None:
    """After the rename, the log beside it belongs to the new file's users."""
    log, synced = log_of(moved.store.path), copy_file.sync_folder

    def opened_at_once(folder: Path) -> None:
        synced(folder)
        if folder == moved.store.path.parent:
            log.write_bytes(theirs)

    monkeypatch.setattr(copy_file, "sync_folder", opened_at_once)
    purge(moved, moved.session_id)
    assert log.read_bytes() == theirs


def test_what_lies_in_the_log_of_the_new_file_is_not_left_behind(
    moved: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database keeps it there where it could not carry it over as it closed; only the file is renamed."""
    bury = purging._bury

    def buried(made: Store, grave: TombstoneRow, head: HistoryHead) -> None:
        held = connect(made.path)
        held.execute("PRAGMA disable_checkpoint_on_shutdown")
        bury(made, grave, head)
        held.close()
        assert log_of(made.path).stat().st_size

    monkeypatch.setattr(purging, "_bury", buried)
    monkeypatch.setattr(verify, "verify", lambda _made: Verification(True, (), (), ()))
    done = purge(moved, moved.session_id)
    monkeypatch.undo()
    assert [head.sequence for head in journal.heads(moved.store)] == [done.head.sequence + 1]
    assert verify.verify(moved.store, noted=[NotedHead(done.head.hash)]).ok


def test_no_word_of_it_is_left_in_the_tables(moved: Written) -> None:
    """Every text column of every table; also what a killed import left of it."""
    purge(moved, moved.session_id)
    with moved.store.reading() as session:
        from store import schema
        from store.database.session import raw_connection
        from store.tables import table_of

        raw = raw_connection(session)
        for row in schema.tables():
            rows = raw.execute(f'SELECT CAST(COLUMNS(*) AS VARCHAR) FROM "{table_of(row).name}"').fetchall()
            assert not [each for each in rows if directive(1) in str(each)], row
        assert raw.execute("SELECT count(*) FROM blob").fetchone() == (0,)
        assert raw.execute("SELECT count(*) FROM event").fetchone() == (0,)


def test_a_session_that_comes_back_goes_on_from_its_tombstone(moved: Written) -> None:
    """Imported again and removed again, its journal is one chain throughout."""
    for removals in (1, 2):
        done = purge(moved, moved.session_id)
        (head,) = journal.heads(moved.store)
        assert head.sequence == done.head.sequence + removals
        assert keep(moved.store, events_of(12), moved.folder).session_id == moved.session_id
        found = verify.verify(moved.store, noted=[NotedHead(done.head.hash)])
        assert (found.problems, [each.imported_again for each in found.purged]) == ((), [True])


def test_what_is_not_there_cannot_be_removed(moved: Written) -> None:
    """A removal after which the rest would not verify is refused too."""
    before = journal.heads(moved.store)
    with pytest.raises(NotFound):
        purge(moved, "ses_none")
    other = keep(moved.store, events_of(3, tag="o"), moved.folder, head=header("two")).session_id
    from sqlalchemy import text

    with moved.store.writing() as session:
        session.execute(text("DROP TRIGGER review_update ON review"))
        session.execute(text("UPDATE review SET reason = 'forged'"))
    with pytest.raises(StoreUnreadable, match="does not verify"):
        purge(moved, other)
    assert len(sessions.listing(open_store(moved.store.path))) == 2
    assert before[0] in journal.heads(moved.store)


def test_a_store_behind_a_link_is_purged_itself(moved: Written) -> None:
    """The file that the link names is replaced; the link stays one."""
    linked = moved.folder / "elsewhere" / "linked.duckdb"
    linked.parent.mkdir()
    linked.symlink_to(moved.store.path)
    store = open_store(linked)
    purging.purge(store, moved.session_id, actor="a", reason="r", now=NOW)
    assert linked.is_symlink() and [each.name for each in linked.parent.iterdir()] == ["linked.duckdb"]
    assert sessions.listing(open_store(moved.store.path)) == ()


def test_a_bundle_does_not_bring_a_purged_session_back(moved: Written) -> None:
    """Only once the transcript is imported again does a copy's history come with it."""
    bundle = bundle_file.write(moved.store, [moved.session_id], moved.folder / "one.bundle").path
    purge(moved, moved.session_id)
    after = open_store(moved.store.path)
    with pytest.raises(HistoriesPart, match="was purged here"):
        bundle_import.take(after, bundle)
    assert sessions.listing(after) == ()
    assert verify.verify(after).ok
