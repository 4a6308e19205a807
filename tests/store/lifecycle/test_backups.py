"""A copy of a store in use is whole, and puts the store back."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from gates.review import ReviewAction
from store.engine import Store
from store.errors import NoBackup, StoreBusy, StoreUnreadable, TargetExists, TargetUnwritable
from store.journal import journal
from store.lifecycle import backup, bundle_file
from store.lifecycle.open import open_store
from store.records import reviews, sessions
from store.verify import verify
from tests.store.build import NOW
from tests.store.conftest import Written


def review(store: Store, session_id: str, target: str) -> None:
    """Record something, so that the head moves."""
    reviews.add(store, session_id, ReviewAction.DISMISS, target, actor="a", reason="r", now=NOW)


def test_a_backup_holds_what_the_store_held_then(moved: Written) -> None:
    """For its owner alone, and nothing else is left in its folder; what comes later is not in it."""
    folder = moved.folder / "copies"
    folder.mkdir()
    done = backup.backup(moved.store, folder / "copy.duckdb")
    assert done.heads == journal.heads(moved.store)
    assert stat.S_IMODE(done.path.stat().st_mode) == 0o600
    assert [each.name for each in folder.iterdir()] == ["copy.duckdb"]
    review(moved.store, moved.session_id, "cap_2")
    copied = open_store(done.path)
    assert journal.heads(copied) == done.heads != journal.heads(moved.store)
    assert verify.verify(copied).problems == ()


def test_what_a_killed_process_left_in_the_log_is_in_the_backup(moved: Written) -> None:
    """It was committed, so it counts."""
    code = (
        "import sys, os, duckdb\n"
        "raw = duckdb.connect(sys.argv[1])\n"
        "raw.execute(\"INSERT INTO blob VALUES ('late', 1, 'x'::BLOB)\")\n"
        "os._exit(0)\n"
    )
    subprocess.run([sys.executable, "-c", code, str(moved.store.path)], check=True)
    assert moved.store.path.with_name("store.duckdb.wal").exists()
    done = backup.backup(moved.store, moved.folder / "copy.duckdb")
    with duckdb.connect(str(done.path), read_only=True) as raw:
        assert raw.execute("SELECT count(*) FROM blob WHERE hash = 'late'").fetchone() == (1,)


def test_a_backup_overwrites_nothing(moved: Written) -> None:
    """A target that cannot be written is refused too, and the store is unchanged."""
    there = moved.folder / "there"
    there.write_text("precious", encoding="utf-8")
    with pytest.raises(TargetExists):
        backup.backup(moved.store, there)
    assert there.read_text(encoding="utf-8") == "precious"
    with pytest.raises(TargetUnwritable, match="cannot write"):
        backup.backup(moved.store, moved.folder / "no" / "such" / "copy.duckdb")


@pytest.mark.parametrize("write", [backup.backup, lambda store, path: bundle_file.write(store, ["x"], path)])
def test_a_full_disk_is_no_trouble_of_the_store(
    moved: Written, write: Callable[[Store, Path], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error names the target file, and no part of it is left."""

    def full(*_given: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("store.lifecycle.copy_file.copy_file", full)
    monkeypatch.setattr("store.lifecycle.bundle_file._head", full)
    target = moved.folder / "copies"
    target.mkdir()
    with pytest.raises(TargetUnwritable) as refused:
        write(moved.store, target / "copy")
    assert (refused.value.exit_code, refused.value.code) == (2, "not_writable")
    assert str(target / "copy") in refused.value.message and "free some space" in refused.value.hint
    assert list(target.iterdir()) == []


def test_a_restored_store_is_the_one_that_was_saved(moved: Written) -> None:
    """The file that was there is kept beside, whole, and named; unasked nothing is replaced."""
    saved = backup.backup(moved.store, moved.folder / "copy.duckdb")
    review(moved.store, moved.session_id, "cap_2")
    later = journal.heads(moved.store)
    with pytest.raises(TargetExists):
        backup.restore(moved.store.path, saved.path, replace=False)
    assert journal.heads(moved.store) == later
    for name in ("store.duckdb.replaced", "store.duckdb.replaced-2"):
        done = backup.restore(moved.store.path, saved.path, replace=True)
        assert done.replaced == moved.folder / name
        assert journal.heads(open_store(moved.store.path)) == saved.heads == done.heads
    assert journal.heads(open_store(moved.folder / "store.duckdb.replaced")) == later
    assert stat.S_IMODE(moved.store.path.stat().st_mode) == 0o600


def test_a_store_is_restored_where_there_is_none(moved: Written) -> None:
    """In a folder that is made for it."""
    saved = backup.backup(moved.store, moved.folder / "copy.duckdb")
    done = backup.restore(moved.folder / "new" / "store.duckdb", saved.path, replace=False)
    assert (done.replaced, journal.heads(open_store(done.path))) == (None, saved.heads)


def test_a_damaged_store_can_be_replaced(moved: Written) -> None:
    """The damaged file and its log are kept."""
    saved = backup.backup(moved.store, moved.folder / "copy.duckdb")
    moved.store.path.write_bytes(b"no database any more" * 1000)
    moved.store.path.with_name("store.duckdb.wal").write_bytes(b"nor a log")
    backup.restore(moved.store.path, saved.path, replace=True)
    assert journal.heads(open_store(moved.store.path)) == saved.heads
    assert (moved.folder / "store.duckdb.replaced").read_bytes().startswith(b"no database")
    assert (moved.folder / "store.duckdb.replaced.wal").read_bytes() == b"nor a log"


def test_a_backup_that_does_not_verify_is_not_restored_unasked(moved: Written) -> None:
    """A file that is not a store is refused too; the existing file stays."""
    saved = backup.backup(moved.store, moved.folder / "copy.duckdb")
    with duckdb.connect(str(saved.path)) as raw:
        raw.execute("DROP TRIGGER review_update ON review")
        raw.execute("UPDATE review SET reason = 'forged'")
    before = journal.heads(moved.store)
    with pytest.raises(StoreUnreadable, match="does not verify"):
        backup.restore(moved.store.path, saved.path, replace=True)
    other = moved.folder / "other.duckdb"
    with duckdb.connect(str(other)) as raw:
        raw.execute("CREATE TABLE sales (amount INTEGER)")
    lines, empty, bare = (moved.folder / name for name in ("talk.jsonl", "empty.jsonl", "bare.duckdb"))
    lines.write_text('{"a": 1}\n', encoding="utf-8")
    empty.touch()
    duckdb.connect(str(bare)).close()
    for bad in (other, moved.folder / "none.duckdb", lines, empty, bare, moved.folder):
        for repair in (False, True):
            with pytest.raises(NoBackup) as refused:
                backup.restore(moved.store.path, bad, replace=True, repair=repair)
            assert str(bad) in str(refused.value)
            assert refused.value.exit_code == 2
    with pytest.raises(TargetExists, match="itself"):
        backup.restore(moved.store.path, moved.store.path, replace=True)
    assert journal.heads(moved.store) == before
    assert not (moved.folder / "store.duckdb.replaced").exists()
    assert backup.restore(moved.store.path, saved.path, replace=True, damaged=True).replaced


def test_a_store_in_use_is_not_replaced(moved: Written) -> None:
    """Its holder is named, and it is left alone."""
    saved = backup.backup(moved.store, moved.folder / "copy.duckdb")
    code = (
        "import duckdb, sys; held = duckdb.connect(sys.argv[1]); print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(moved.store.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with pytest.raises(StoreBusy) as refused:
            backup.restore(moved.store.path, saved.path, replace=True, wait_seconds=0.1)
        assert str(holder.pid) in refused.value.message
        holder.kill()
    assert not (moved.folder / "store.duckdb.replaced").exists()
    assert len(sessions.listing(moved.store)) == 1


def test_the_lock_outlives_the_copy(moved: Written) -> None:
    """While one copy is made inside a longer operation, another process still cannot take the file."""
    from store.lifecycle import copy_file

    code = (
        "import duckdb, sys\ntry:\n    duckdb.connect(sys.argv[1])\nexcept duckdb.Error:\n    sys.exit(7)\n"
    )
    with moved.store.writing():
        copy_file.copy_held(moved.store.path, moved.folder / "copy.duckdb")
        tried = subprocess.run([sys.executable, "-c", code, str(moved.store.path)], check=False)
    assert tried.returncode == 7


class Killed(BaseException):
    """The process ends here; nothing that the program would do about an error is done."""


def test_a_kill_while_the_old_store_is_put_aside_parts_no_file_from_its_log(
    moved: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before or after every change of names: the old file with its log, the new one, or a refusal."""
    path, log = moved.store.path, moved.store.path.with_name("store.duckdb.wal")
    saved = backup.backup(moved.store, moved.folder / "copy.duckdb")
    review(moved.store, moved.session_id, "cap_2")
    old = path.read_bytes()
    damaged = damaged_log(path)
    for linked in (True, False):
        states = set()
        for last in range(1, 30):
            for each in moved.folder.glob("store.duckdb*"):
                each.unlink()
            path.write_bytes(old)
            log.write_bytes(damaged)
            with monkeypatch.context() as patched:
                kill_at(patched, last, linked=linked)
                try:
                    backup.restore(path, saved.path, replace=True, damaged=True)
                except Killed:
                    done = False
                else:
                    done = True
            states.add(state_after(path, (old, damaged), saved))
            if done:
                break
        assert states == {"old", "refused", "new"}
        assert done and last > 10


def state_after(path: Path, old: tuple[bytes, bytes], saved: backup.Backup) -> str:
    """Return whether a restore left the old file and log in place, or both saved beside the new one."""
    log = path.with_name(path.name + ".wal")
    if path.read_bytes() == old[0]:
        assert log.read_bytes() == old[1]
        return "old"
    kept = path.with_name(path.name + ".replaced")
    assert (kept.read_bytes(), kept.with_name(kept.name + ".wal").read_bytes()) == old
    try:
        store = open_store(path)
    except StoreUnreadable as refused:
        assert "restore" in refused.hint
        backup.restore(path, saved.path, replace=True, damaged=True)
        assert journal.heads(open_store(path)) == saved.heads
        return "refused"
    assert journal.heads(store) == saved.heads
    return "new"


def damaged_log(path: Path) -> bytes:
    """The log of a killed process in which a bit flipped, so that the store does not open with it."""
    code = (
        "import sys, os, duckdb\n"
        "raw = duckdb.connect(sys.argv[1])\n"
        "raw.execute(\"INSERT INTO blob VALUES ('late', 1, 'x'::BLOB)\")\n"
        "os._exit(0)\n"
    )
    subprocess.run([sys.executable, "-c", code, str(path)], check=True)
    body = bytearray(path.with_name(path.name + ".wal").read_bytes())
    body[len(body) // 2] ^= 0xFF
    path.with_name(path.name + ".wal").write_bytes(body)
    with pytest.raises(StoreUnreadable):
        open_store(path)
    return bytes(body)


def kill_at(patched: pytest.MonkeyPatch, last: int, *, linked: bool) -> None:
    """End the process at a change of a name of the store: an odd one before it, an even one after it."""
    left = [last]

    def ending(real: Callable[..., Any]) -> Callable[..., Any]:
        def changed(*args: Any, **given: Any) -> Any:
            if not any("store.duckdb" in str(each) for each in args):
                return real(*args, **given)
            for act in (None, real):
                result = act(*args, **given) if act else None
                left[0] -= 1
                if not left[0]:
                    raise Killed
            return result

        return changed

    def no_links(*_given: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    patched.setattr(os, "link", ending(os.link) if linked else no_links)
    for name in ("rename", "unlink"):
        patched.setattr(Path, name, ending(getattr(Path, name)))
