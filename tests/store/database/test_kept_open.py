"""A file that is kept open: every operation still commits by itself, and others get their turn."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest

from store.database import connect
from store.database.file_modes import log_bytes
from store.database.session import raw_connection
from store.engine import Store
from store.errors import StoreBusy
from store.lifecycle.open import reopen_store
from store.records import runs

_LOOK = (
    "import sys; from pathlib import Path; from store.engine import Store; from store.records import runs; "
)


def put(store: Store, sequence: int) -> None:
    """One state of a run."""
    runs.put(store, "r", "snapshot", sequence, {"n": sequence}, now="2026-03-01T00:00:00.000Z")


def test_what_was_committed_outlives_a_killed_process(tmp_path: Path) -> None:
    """Though the file was never closed: the log has it."""
    path = tmp_path / "store.duckdb"
    reopen_store(str(path))
    stated = (
        f"{_LOOK}import os, signal\n"
        "store = Store(Path(sys.argv[1]), 5.0)\n"
        "with store.kept_open():\n"
        "    for n in (1, 2, 3):\n"
        "        runs.put(store, 'r', 'snapshot', n, {'n': n}, now='2026-03-01T00:00:00.000Z')\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", stated, str(path)], check=False)
    assert done.returncode == -9
    found = runs.latest(reopen_store(str(path)), "r")
    assert found is not None and (found.sequence, found.state) == (3, {"n": 3})


def test_an_operation_finds_no_settings_of_the_one_before(tmp_path: Path) -> None:
    """A bulk write takes one thread; what follows it has them all again."""
    store = reopen_store(str(tmp_path / "store.duckdb"))

    def threads() -> object:
        with store.reading() as session:
            return raw_connection(session).execute("SELECT current_setting('threads')").fetchone()

    alone = duckdb.connect().execute("SELECT current_setting('threads')").fetchone()
    with store.kept_open():
        with store.writing(bulk=True) as session:
            assert raw_connection(session).execute("SELECT current_setting('threads')").fetchone() == (1,)
        assert threads() == alone


def test_others_wait_while_it_is_kept_and_get_in_between(tmp_path: Path) -> None:
    """No process reads within an operation; between two of them others get enough time."""
    path = tmp_path / "store.duckdb"
    store = reopen_store(str(path))
    looked = f"{_LOOK}runs.latest(Store(Path(sys.argv[1]), float(sys.argv[2])), 'r')"

    def look(seconds: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-c", looked, str(path), seconds], stderr=subprocess.PIPE)

    with store.kept_open():
        put(store, 1)
        refused = look("0")
        assert b"StoreBusy" in refused.communicate()[1]
        waiting = look("60")
        time.sleep(0.7)
    deadline = time.monotonic() + 30
    while waiting.poll() is None and time.monotonic() < deadline:
        with store.kept_open():
            time.sleep(0.6)
    said = waiting.communicate()[1]
    assert waiting.returncode == 0, said


def test_it_is_busy_where_another_process_holds_it(tmp_path: Path) -> None:
    """As any operation is."""
    path = tmp_path / "store.duckdb"
    store = reopen_store(str(path))
    store.wait_seconds = 0.0
    held = (
        "import duckdb, sys, time; c = duckdb.connect(sys.argv[1]); print('held', flush=True); time.sleep(60)"
    )
    other = subprocess.Popen([sys.executable, "-c", held, str(path)], stdout=subprocess.PIPE)
    try:
        assert other.stdout is not None and other.stdout.readline() == b"held\n"
        with pytest.raises(StoreBusy), store.kept_open():
            put(store, 1)
    finally:
        other.kill()
        other.communicate()


def test_a_log_that_is_left_grows_in_place_of_the_file_and_everybody_reads_it(tmp_path: Path) -> None:
    """Ten states add no block; another process reads them, and a copy of the emptied file has them."""
    path = tmp_path / "store.duckdb"
    store = Store(reopen_store(str(path)).path, 5.0)
    store.leaves_log = True
    size = path.stat().st_size
    for number in range(1, 11):
        put(store, number)
    assert path.stat().st_size == size
    assert log_bytes(path) > 0
    looked = f"{_LOOK}print(runs.latest(Store(Path(sys.argv[1]), 5.0), 'r').sequence)"
    seen = subprocess.run([sys.executable, "-c", looked, str(path)], capture_output=True, check=True)
    assert seen.stdout == b"10\n"
    put(store, 11)
    assert log_bytes(path) > 0
    store.empty_log()
    alone = shutil.copy(path, tmp_path / "alone.duckdb")
    assert log_bytes(path) == 0
    assert len(runs.listing(reopen_store(str(alone)), "r")) == 11


def test_a_log_is_not_emptied_into_outdated_headers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever was overtaken while opening closes the file unwritten: the log belongs to the newer one."""
    path = tmp_path / "store.duckdb"
    store = Store(reopen_store(str(path)).path, 5.0)
    store.leaves_log = True
    put(store, 1)
    before = path.read_bytes(), log_bytes(path)
    answers = iter(("older", "newer"))
    monkeypatch.setattr(connect, "headers", lambda _path: next(answers))
    with pytest.raises(connect.Overtaken):
        connect.connect(path)
    assert (path.read_bytes(), log_bytes(path)) == before
