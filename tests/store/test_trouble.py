"""Disks and clocks that misbehave: a clear error, nothing half-done, and a way to go on."""

from __future__ import annotations

import os
import random
import resource
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from store import pointers
from store.database.session import raw_connection
from store.engine import Store
from store.errors import StoreError, StoreUnreadable
from store.journal import journal
from store.lifecycle import backup, empty_store
from store.lifecycle.open import open_store
from store.records import sessions
from store.verify import verify
from tests.store.build import NOW, accept, draft, events_of, header, keep, rollback
from tests.store.conftest import Written

EARLIER = "2020-01-01T00:00:00.000Z"


def big(folder: Path, store: Store) -> None:
    """Import a transcript that does not compress."""
    keep(
        store,
        events_of(3, tag="big"),
        folder,
        head=header("big"),
        content=random.Random(1).randbytes(30_000_000),
    )


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """A disk of that size in memory, where this user may mount one."""
    place = folder / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(place)]
    done = subprocess.run(mount, capture_output=True, check=False)
    if done.returncode:
        pytest.skip("this user may mount no disk")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def remount(place: Path, options: str) -> None:
    """Change a disk while it is there."""
    subprocess.run(["mount", "-o", f"remount,{options}", str(place)], check=True)


def test_a_full_disk_stops_an_import_and_nothing_else(written: Written, tmp_path: Path) -> None:
    """The error says that no space is left; with more space the same import succeeds."""
    with small_disk(tmp_path, 20) as disk:
        store = open_store(shutil.copy(written.store.path, disk / "store.duckdb"))
        with pytest.raises(StoreUnreadable, match="no space is left") as stated:
            big(tmp_path, store)
        assert "free some space" in stated.value.hint
        assert [each.session_id for each in sessions.listing(store)] == [written.session_id]
        assert verify.verify(store).ok
        remount(disk, "size=120m")
        big(tmp_path, store)
        assert len(sessions.listing(store)) == 2
        assert verify.verify(store).ok


def test_a_file_that_may_not_grow_stops_a_move(written: Written) -> None:
    """Past a limit on the size of files the move is refused in words, and succeeds when the limit is gone."""
    name = draft(written.store, written.session_id, 2, 4)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4_096, hard))
    try:
        with pytest.raises(StoreUnreadable, match="cannot grow"):
            accept(written.store, name)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert len(pointers.history(written.store, written.session_id)) in (0, 1)
    assert verify.verify(written.store).ok


@pytest.mark.parametrize("length", [4_096, 20_000, 65_536, 150_000])
def test_a_new_store_appears_whole_or_not_at_all(tmp_path: Path, length: int) -> None:
    """With a limit on file size the error says so and nothing is left; without it the store is made."""
    place = tmp_path / "store.duckdb"
    empty_store.forget()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (length, hard))
    try:
        with pytest.raises(StoreUnreadable, match=r"cannot (?:grow|create)"):
            open_store(place)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert list(tmp_path.iterdir()) == []
    assert not sessions.listing(open_store(place))


def test_a_read_only_disk_is_read_and_never_written(moved: Written, tmp_path: Path) -> None:
    """Reading works; a move is refused with a message."""
    with small_disk(tmp_path, 40) as disk:
        store = open_store(shutil.copy(moved.store.path, disk / "store.duckdb"))
        before = journal.heads(store)
        remount(disk, "ro")
        assert journal.heads(open_store(store.path)) == before
        (standing,) = pointers.active(store, moved.session_id)
        with pytest.raises(StoreUnreadable, match="mounted read-only"):
            rollback(store, standing.artifact_id)
        assert verify.verify(store).ok


def test_a_folder_that_vanished_is_reported(written: Written, tmp_path: Path) -> None:
    """Neither the folder nor the store is created again in the middle of work."""
    folder = tmp_path / "deep"
    folder.mkdir()
    store = open_store(shutil.copy(written.store.path, folder / "store.duckdb"))
    shutil.rmtree(folder)
    with pytest.raises(StoreUnreadable, match="there is no store"):
        sessions.listing(store)
    assert not folder.exists()


@pytest.mark.parametrize("share", [0.0, 0.0004, 0.25, 0.5, 0.9, 0.999])
def test_a_truncated_store_is_reported_and_comes_back_from_a_backup(moved: Written, share: float) -> None:
    """It is refused, or `verify` finds what is missing; `restore` replaces it with the backup."""
    copy = backup.backup(moved.store, moved.folder / "backup.duckdb")
    size = moved.store.path.stat().st_size
    os.truncate(moved.store.path, int(size * share))
    try:
        store = open_store(moved.store.path)
        assert verify.verify(store).problems or journal.heads(store) == copy.heads
    except StoreError as error:
        assert error.exit_code == 3 and "\n" not in error.message and error.hint
    done = backup.restore(moved.store.path, copy.path, replace=True)
    assert done.heads == copy.heads
    assert verify.verify(open_store(moved.store.path)).ok


def test_flipped_bits_are_never_taken_for_the_truth(moved: Written) -> None:
    """Any flipped bit is reported, unless no content depends on it."""
    whole, heads = moved.store.path.read_bytes(), journal.heads(moved.store)
    chosen = random.Random(7)
    stated = 0
    for _ in range(12):
        body = bytearray(whole)
        body[chosen.randrange(len(body))] ^= 1 << chosen.randrange(8)
        moved.store.path.write_bytes(body)
        try:
            store = open_store(moved.store.path)
            found = verify.verify(store)
            stated += not found.ok
            assert found.problems or journal.heads(store) == heads
        except StoreError as error:
            stated += 1
            assert error.exit_code == 3 and "\n" not in error.message
    assert stated


def test_a_torn_log_gives_a_transaction_whole_or_not_at_all(written: Written, tmp_path: Path) -> None:
    """The log of a killed process, cut anywhere, leaves the record that it held there or not there."""
    place = tmp_path / "torn"
    place.mkdir()
    with written.store.writing() as session:
        connection = raw_connection(session)
        connection.execute(
            "INSERT INTO goal VALUES (?, 1, ?, 'a', 'now')", [written.session_id, "done " * 900]
        )
        connection.commit()
        log = written.store.path.with_name("store.duckdb.wal").read_bytes()
        file = written.store.path.read_bytes()
        connection.begin()
    seen = set()
    for cut in [*range(0, len(log), max(len(log) // 14, 1)), len(log)]:
        path = place / "store.duckdb"
        path.write_bytes(file)
        path.with_name("store.duckdb.wal").write_bytes(log[:cut])
        with open_store(path).reading() as session:
            seen.add(
                tuple(raw_connection(session).execute("SELECT length(done_definition) FROM goal").fetchall())
            )
        path.unlink()
    assert seen == {(), ((4_500,),)}


def test_a_clock_that_jumps_back_changes_no_order(written: Written) -> None:
    """Moves are ordered by when they were made, not by their times."""
    first, second = (draft(written.store, written.session_id, *turns) for turns in ((2, 4), (6, 7)))
    made = [
        accept(written.store, first),
        accept(written.store, second, now=EARLIER),
        rollback(written.store, first),
    ]
    history = pointers.history(written.store)
    assert [each.pointer_id for each in history] == [each.pointer.pointer_id for each in reversed(made)]
    assert [each.sequence for each in pointers.history(written.store, written.session_id)] == [3, 2, 1]
    assert {each.created_at for each in history} == {NOW, EARLIER}
    assert verify.verify(written.store).ok
