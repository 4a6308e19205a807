"""A connection is to the newest state of a file, even if others wrote while it was made."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import duckdb
import pytest

from store.database.session import raw_connection
from store.engine import Store
from store.errors import StoreUnreadable
from store.lifecycle.open import open_store, open_to_read, reopen_store
from tests.cli.run import ROOT

NOTE = (
    "import sys; from pathlib import Path; "
    "from store.engine import Store; from store.database.session import raw_connection\n"
    "with Store(Path(sys.argv[1]), 60.0).writing() as session:\n"
    "    raw_connection(session).execute('INSERT INTO session VALUES (?, ?, ?, ?)', [sys.argv[2]] * 4)\n"
)


def write(path: Path, name: str) -> None:
    """Have another process commit a row."""
    subprocess.run([sys.executable, "-c", NOTE, str(path), name], cwd=ROOT, check=True, timeout=120)


def replace(path: Path, name: str) -> None:
    """Have another process put a file with one row more in the place of a file."""
    other = path.with_name("other.duckdb")
    shutil.copy(path, other)
    write(other, name)
    other.rename(path)


def test_the_driver_draws_no_progress_bar(tmp_path: Path) -> None:
    """It would draw one in a program it takes for interactive, as with `python -c`."""
    code = (
        "import sys; "
        "from store.lifecycle.open import open_store; from store.database.session import raw_connection\n"
        "with open_store(sys.argv[1]).reading() as session:\n"
        "    asked = raw_connection(session).execute(\"SELECT current_setting('enable_progress_bar')\")\n"
        "    sys.exit(asked.fetchone()[0])\n"
    )
    path = tmp_path / "store.duckdb"
    assert subprocess.run([sys.executable, "-c", code, str(path)], cwd=ROOT, check=False).returncode == 0


@pytest.mark.parametrize("meanwhile", [write, replace])
def test_who_was_quicker_is_seen(
    store: Store, meanwhile: Callable[[Path, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection made before the other process finished is closed; a new one is opened afterwards."""
    made: list[duckdb.DuckDBPyConnection] = []
    connect = duckdb.connect

    def driver(*args: Any, **options: Any) -> duckdb.DuckDBPyConnection:
        if not made:
            meanwhile(store.path, "theirs")
        made.append(connect(*args, **options))
        return made[-1]

    with monkeypatch.context() as patched:
        patched.setattr(duckdb, "connect", driver)
        with store.reading() as session:
            found = raw_connection(session).execute("SELECT session_id FROM session").fetchall()
            assert found == [("theirs",)]
    assert len(made) == 2
    with pytest.raises(duckdb.ConnectionException):
        made[0].execute("SELECT 1")


def test_a_copy_in_the_place_of_a_file_is_another_file(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy with the same headers is reopened: writes to the deleted file would be lost."""
    made: list[duckdb.DuckDBPyConnection] = []
    connect = duckdb.connect

    def driver(*args: Any, **options: Any) -> duckdb.DuckDBPyConnection:
        made.append(connect(*args, **options))
        if len(made) == 1:
            Path(shutil.copy(store.path, store.path.with_name("copy"))).rename(store.path)
        return made[-1]

    with monkeypatch.context() as patched:
        patched.setattr(duckdb, "connect", driver)
        with store.writing() as session:
            raw_connection(session).execute("INSERT INTO session VALUES ('mine', '', '', '')")
    assert len(made) == 2
    with store.reading() as session:
        assert raw_connection(session).execute("SELECT session_id FROM session").fetchall() == [("mine",)]


@pytest.mark.skipif(not shutil.which("strace"), reason="needs strace, to hold a process up before its lock")
def test_a_process_held_up_before_its_lock_overwrites_nobody(store: Store) -> None:
    """The driver reads a file's headers before it locks it; what others commit in between stays."""
    slow = ["strace", "-f", "--seccomp-bpf", "-o", "/dev/null", "-e", "trace=fcntl", "-P", str(store.path)]
    slow += ["-e", "inject=fcntl:delay_enter=1000000", sys.executable, "-c", NOTE, str(store.path), "slow"]
    with subprocess.Popen(slow, cwd=ROOT, stderr=subprocess.DEVNULL) as held_up:
        for quick in range(4):
            with suppress(subprocess.TimeoutExpired):
                held_up.wait(0.5)
            with store.writing() as session:
                connection = raw_connection(session)
                connection.execute("INSERT INTO session VALUES (?, 'f', 'n', 'now')", [f"quick {quick}"])
    if held_up.returncode:
        pytest.skip("no process may be traced here")
    with store.reading() as session:
        found = {
            row[0] for row in raw_connection(session).execute("SELECT session_id FROM session").fetchall()
        }
    assert found == {"slow", *(f"quick {number}" for number in range(4))}


@pytest.mark.parametrize("content", [b'{"a": 1}\n{"a": 2}\n', b"DUC", b"a,b\n1,2\n3,4\n5,6\n"])
@pytest.mark.parametrize("opening", [open_store, open_to_read])
def test_a_file_of_another_kind_is_refused_and_left_as_it_is(
    tmp_path: Path, content: bytes, opening: Callable[[Path], Store]
) -> None:
    """The driver would open JSON Lines as tables in memory; neither content nor permissions change."""
    path = tmp_path / "transcript.jsonl"
    path.write_bytes(content)
    path.chmod(0o644)
    with pytest.raises(StoreUnreadable, match="is not a DuckDB database"):
        opening(path)
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (content, 0o644)
    assert [each.name for each in tmp_path.iterdir()] == ["transcript.jsonl"]


@pytest.mark.parametrize("name", ["empty.duckdb", "empty.jsonl"])
@pytest.mark.parametrize("opening", [open_store, open_to_read])
def test_an_empty_file_is_called_empty(tmp_path: Path, opening: Callable[[Path], Store], name: str) -> None:
    """Whatever its name, by which the driver would read it as data."""
    path = tmp_path / name
    path.touch()
    with pytest.raises(StoreUnreadable, match="is empty, no store is in it"):
        opening(path)
    assert path.stat().st_size == 0


@pytest.mark.parametrize("opening", [open_store, open_to_read])
def test_a_database_without_a_table_is_no_store(tmp_path: Path, opening: Callable[[Path], Store]) -> None:
    """A database without tables is not used as a new store."""
    path = tmp_path / "empty.duckdb"
    duckdb.connect(str(path)).close()
    with pytest.raises(StoreUnreadable, match="without a table"):
        opening(path)


@pytest.mark.parametrize("opening", [reopen_store, open_to_read])
def test_another_file_of_the_same_size_and_time_is_looked_at(
    store: Store, opening: Callable[[Path], Store]
) -> None:
    """Cached knowledge belongs to a file, not its name: a copy may keep size and times."""
    opening(store.path)
    known = store.path.stat()
    other = store.path.with_name("other")
    other.write_bytes(b"x" * known.st_size)
    os.utime(other, ns=(known.st_atime_ns, known.st_mtime_ns))
    other.rename(store.path)
    with pytest.raises(StoreUnreadable):
        opening(store.path)
