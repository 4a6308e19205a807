"""Opening a store: what is made, what is refused, and waiting for the lock (ST1, ST10)."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from store.engine import Store
from store.errors import StoreBusy, StoreTooNew, StoreUnreadable
from store.lifecycle import empty_store
from store.lifecycle.open import open_store
from store.records import sessions
from store.schema import STEPS
from tests.store.conftest import Written


def test_folder_and_file_are_the_owners_alone(tmp_path: Path) -> None:
    """A store contains transcripts: only its owner can read it, and no other file is left beside it."""
    path = tmp_path / "deep" / "er" / "store.duckdb"
    assert open_store(path).path == path
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [each.name for each in path.parent.iterdir()] == ["store.duckdb"]


def test_a_store_is_made_through_one_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A newly made store is not checked again, but one that another process made meanwhile is."""
    opened: list[str] = []
    real = duckdb.connect

    def counting(*args: object, **given: object) -> object:
        opened.append(str(args[0] if args else given["database"]))
        return real(*args, **given)  # type: ignore[arg-type]

    def outrun(made: Path, path: Path) -> bool:
        shutil.copy(made, path)
        return False

    empty_store.forget()
    monkeypatch.setattr(duckdb, "connect", counting)
    open_store(tmp_path / "store.duckdb")
    assert len(opened) == 1
    monkeypatch.setattr("store.lifecycle.open._place", outrun)
    open_store(tmp_path / "other.duckdb")
    assert str(tmp_path / "other.duckdb") in opened[1:]


def test_a_url_names_the_same_store(written: Written) -> None:
    """`duckdb:///PATH`, as SQLAlchemy writes it."""
    store = open_store(f"duckdb:///{written.store.path}")
    assert [each.session_id for each in sessions.listing(store)] == [written.session_id]
    with pytest.raises(StoreUnreadable, match="not supported"):
        open_store("mysql://host/name")
    with pytest.raises(StoreUnreadable, match="needs a file"):
        open_store("duckdb:///:memory:")


def test_opening_again_changes_nothing(written: Written) -> None:
    """The schema is recorded once, with the program that wrote it."""
    before = written.store.path.read_bytes()
    open_store(written.store.path)
    assert written.store.path.read_bytes() == before
    with duckdb.connect(str(written.store.path)) as raw:
        steps = raw.execute(
            "SELECT step, length(program_version) > 0 FROM schema_step ORDER BY step"
        ).fetchall()
    assert steps == [(step.number, True) for step in STEPS]


def test_a_store_of_a_newer_version_is_refused(written: Written) -> None:
    """Migrations only go forward; an unknown step is left alone."""
    with duckdb.connect(str(written.store.path)) as raw:
        raw.execute("INSERT INTO schema_step VALUES (99, 'from the future', '9.9.9')")
    with pytest.raises(StoreTooNew, match=r"newer version \(9\.9\.9"):
        open_store(written.store.path)


def test_a_database_that_is_no_store_is_refused_untouched(tmp_path: Path) -> None:
    """A database with other tables is refused, and nothing is written to it."""
    path = tmp_path / "other.duckdb"
    with duckdb.connect(str(path)) as raw:
        raw.execute("CREATE TABLE sales (amount INTEGER)")
    before = path.read_bytes()
    with pytest.raises(StoreUnreadable, match="no store of this program"):
        open_store(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"not a database at all", b"\x00" * 9000])
def test_a_file_that_is_no_database_is_refused_untouched(tmp_path: Path, content: bytes) -> None:
    """The file stays unchanged, with any content."""
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(StoreUnreadable, match=r"not a DuckDB database|is empty") as refused:
        open_store(path)
    assert "\n" not in refused.value.message
    assert refused.value.exit_code == 3
    assert path.read_bytes() == content


def test_a_folder_is_refused(tmp_path: Path) -> None:
    """A store is a file."""
    with pytest.raises(StoreUnreadable, match="is a folder"):
        open_store(tmp_path)


def test_a_store_that_vanished_is_not_made_again(written: Written) -> None:
    """Reading from nowhere must not create a file."""
    written.store.path.unlink()
    with pytest.raises(StoreUnreadable, match="no store"):
        sessions.listing(written.store)
    assert not written.store.path.exists()


def test_a_damaged_store_is_refused_in_one_line(written: Written) -> None:
    """The database notices by its own checksums."""
    content = bytearray(written.store.path.read_bytes())
    content[4100:4200] = os.urandom(100)
    content[8200:8300] = os.urandom(100)
    written.store.path.write_bytes(content)
    with pytest.raises(StoreUnreadable, match="damaged") as refused:
        open_store(written.store.path)
    assert "\n" not in refused.value.message


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write anywhere")
def test_a_folder_that_may_not_be_written_is_refused(tmp_path: Path) -> None:
    """The error names `--store` as the way to choose another place."""
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(StoreUnreadable, match="cannot create") as refused:
            open_store(tmp_path / "store.duckdb")
        assert "--store" in refused.value.hint
    finally:
        tmp_path.chmod(0o700)


def test_a_disk_that_takes_no_folder_is_refused() -> None:
    """The kernel's own file systems accept no files from any user."""
    if not Path("/proc/self").exists():
        pytest.skip("no file system here that refuses everybody")
    with pytest.raises(StoreUnreadable, match="cannot create"):
        open_store("/proc/self/workbench/store.duckdb")


@pytest.fixture
def holder(written: Written) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the store until its input is closed."""
    code = (
        "import duckdb, sys\n"
        "held = duckdb.connect(sys.argv[1])\n"
        "print('held', flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(written.store.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_a_held_store_is_busy_and_names_the_holder(written: Written, holder: subprocess.Popen[str]) -> None:
    """After the wait, with the process to look at."""
    with pytest.raises(StoreBusy) as refused:
        open_store(written.store.path, wait_seconds=0.1)
    assert refused.value.pid == holder.pid
    assert str(holder.pid) in refused.value.message
    assert (refused.value.code, refused.value.exit_code) == ("store_busy", 3)


def test_a_store_that_is_let_go_in_time_is_used(written: Written, holder: subprocess.Popen[str]) -> None:
    """An operation waits for the lock instead of failing at once."""
    assert holder.stdin is not None
    holder.stdin.close()
    store = open_store(written.store.path, wait_seconds=20)
    assert len(sessions.listing(store)) == 1


def test_nothing_is_fetched_from_the_net(store: Store) -> None:
    """Extensions are neither installed nor loaded by themselves."""
    from sqlalchemy import text

    with store.reading() as session:
        rows = session.execute(
            text(
                "SELECT name, value FROM duckdb_settings() "
                "WHERE name IN ('autoinstall_known_extensions', 'autoload_known_extensions', 'TimeZone')"
            )
        )
        assert {row[0]: row[1] for row in rows} == {
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
            "TimeZone": "UTC",
        }


def test_reads_inside_one_reading_share_the_open_file(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A screen that needs five reads opens the file once."""
    opened: list[str] = []
    real = duckdb.connect

    def counting(*args: object, **given: object) -> object:
        opened.append("once")
        return real(*args, **given)  # type: ignore[arg-type]

    monkeypatch.setattr(duckdb, "connect", counting)
    with written.store.reading():
        for _ in range(5):
            sessions.listing(written.store)
    assert len(opened) == 1
