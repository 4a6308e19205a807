"""Things that are checked a second time, or bounded, because they may have changed or be false."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import duckdb
import pytest
from sqlalchemy import text

from store import pointers
from store.boundary import next_snapshot
from store.database.connect import connect
from store.engine import Store
from store.errors import BundleRefused, InputsChanged, PointerMoved, StoreUnreadable, TargetExists
from store.lifecycle import backup, bundle_file, copy_file
from store.lifecycle.open import open_store
from store.records import snapshots
from tests.store.build import accept, active_ids, draft
from tests.store.conftest import Written
from tests.store.lifecycle.test_backups import review


def test_a_move_while_a_rollback_is_prepared_stops_it(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The head is compared again under the lock; the loser changed nothing."""
    store, session_id = written.store, written.session_id
    mine, theirs = draft(store, session_id, 2, 4), draft(store, session_id, 6, 7)
    head = accept(store, mine).pointer
    prepare = next_snapshot.next_snapshot
    done: list[str] = []

    def overtaken(*given: Any) -> Any:
        if not done:
            done.append(theirs)
            accept(store, theirs)
        return prepare(*given)

    monkeypatch.setattr(next_snapshot, "next_snapshot", overtaken)
    with pytest.raises(PointerMoved) as stated:
        pointers.rollback_compaction(
            store, mine, expect=head.pointer_id, actor="a", now="2026-05-04T10:00:00Z"
        )
    assert stated.value.code == "pointer_moved"
    assert active_ids(store, session_id) == [mine, theirs]
    assert [move.action for move in pointers.history(store, session_id)] == ["accept", "accept"]


@pytest.mark.parametrize("action", ["accept", "rollback"])
def test_a_snapshot_of_a_run_while_a_move_is_prepared_stops_it(
    written: Written, monkeypatch: pytest.MonkeyPatch, action: str
) -> None:
    """No move came in between, so only the newest snapshot tells; nothing changed."""
    store, session_id = written.store, written.session_id
    first, second = draft(store, session_id, 2, 4), draft(store, session_id, 6, 7)
    head = accept(store, first).pointer
    prepare = next_snapshot.next_snapshot

    def overtaken(*given: Any) -> Any:
        made = prepare(*given)
        with store.writing() as session:
            snapshots.insert(session, session_id, "", {**made, "snapshot_id": "snp_of_a_run"}, None)
        return {**made, "sequence": made["sequence"] + 1}

    monkeypatch.setattr(next_snapshot, "next_snapshot", overtaken)
    with pytest.raises(InputsChanged, match="a snapshot was added"):
        if action == "accept":
            accept(store, second)
        else:
            pointers.rollback_compaction(
                store, first, expect=head.pointer_id, actor="a", now="2026-05-04T10:00:00Z"
            )
    assert active_ids(store, session_id) == [first]
    assert pointers.head(store, session_id) == head


@pytest.mark.parametrize("links", [True, False])
def test_what_is_put_in_place_overwrites_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    """This also holds if a file appeared in the meantime, and on a disk without hard links."""

    def refused(*_: object) -> None:
        raise OSError("no hard links here")

    if not links:
        monkeypatch.setattr(os, "link", refused)
    made, target = tmp_path / "made", tmp_path / "target"
    made.write_text("new")
    target.write_text("precious")
    with pytest.raises(TargetExists):
        copy_file.put_in_place(made, target)
    assert target.read_text() == "precious"
    target.unlink()
    copy_file.put_in_place(made, target)
    assert target.read_text() == "new"


def test_a_backup_that_is_not_what_the_store_holds_is_none(
    moved: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy of an older state, as a disk might give it back, is compared and refused."""
    older = moved.folder / "older.duckdb"
    backup.backup(moved.store, older)
    review(moved.store, moved.session_id, "cap_9")
    with monkeypatch.context() as patched:
        patched.setattr(copy_file, "copy_held", lambda _, made: shutil.copy(older, made))
        with pytest.raises(StoreUnreadable, match="differs from it"):
            backup.backup(moved.store, moved.folder / "copy.duckdb")
    assert not (moved.folder / "copy.duckdb").exists()
    assert backup.backup(moved.store, moved.folder / "copy.duckdb").heads


def test_a_bundle_unpacks_to_no_more_than_is_allowed(
    moved: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the bound it is read; one byte more, and it is refused before a row is written."""
    import zipfile

    done = bundle_file.write(moved.store, [moved.session_id], tmp_path / "one.bundle")
    with zipfile.ZipFile(done.path) as archive:
        whole = sum(info.file_size for info in archive.infolist())
    monkeypatch.setattr(bundle_file, "_MOST_RATIO", 0)
    monkeypatch.setattr(bundle_file, "_MOST_UNPACKED", whole - 1)
    with pytest.raises(BundleRefused, match="unpack to far more"):
        bundle_file.read_into(done.path, open_store(tmp_path / "small.duckdb"))
    monkeypatch.setattr(bundle_file, "_MOST_UNPACKED", whole)
    assert bundle_file.read_into(done.path, open_store(tmp_path / "large.duckdb")) == done.heads


@pytest.mark.parametrize(("ratio", "fits"), [(0, False), (1_000, True)])
def test_a_long_bundle_may_unpack_to_more(
    moved: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ratio: int, fits: bool
) -> None:
    """So many times its own length."""
    done = bundle_file.write(moved.store, [moved.session_id], tmp_path / "one.bundle")
    monkeypatch.setattr(bundle_file, "_MOST_UNPACKED", 1)
    monkeypatch.setattr(bundle_file, "_MOST_RATIO", ratio)
    other = open_store(tmp_path / "other.duckdb")
    if fits:
        assert bundle_file.read_into(done.path, other) == done.heads
    else:
        with pytest.raises(BundleRefused):
            bundle_file.read_into(done.path, other)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system is not asked")
def test_who_waits_asks_the_driver_no_more_than_it_must(
    moved: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each time takes milliseconds of CPU; whether the file is free again, the system knows."""
    code = (
        "import duckdb, sys\n"
        "held = duckdb.connect(sys.argv[1])\n"
        "print('held', flush=True)\n"
        "sys.stdin.read(1)\n"
    )
    asked, slept = [], []
    sleep = time.sleep

    def noted(path: Path) -> duckdb.DuckDBPyConnection:
        asked.append(path)
        return connect(path)

    with subprocess.Popen(
        [sys.executable, "-c", code, str(moved.store.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None and holder.stdin is not None
        holder.stdout.readline()

        def waited(seconds: float) -> None:
            slept.append(seconds)
            if len(slept) == 20:
                holder.kill()
                holder.wait()
            sleep(seconds)

        monkeypatch.setattr("store.engine.connect", noted)
        monkeypatch.setattr(time, "sleep", waited)
        with Store(moved.store.path, wait_seconds=60.0).reading() as session:
            assert session.execute(text("SELECT count(*) FROM pointer")).scalar_one()
    assert len(slept) >= 20
    assert len(asked) == 2
