"""Free blocks of a store's file are released: the rows stay, and nothing is lost on the way."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import duckdb
import pytest

from store.database import scratch
from store.database.file_modes import log_of
from store.engine import Store
from store.lifecycle import compacting
from store.lifecycle.open import open_store
from store.verify import verify
from tests.made_once import made_once
from tests.store.build import accept, draft, rollback
from tests.store.conftest import STORE, Written
from tests.store.worker import REWRITE_PHASES

READ = "SELECT sequence, hash FROM pointer ORDER BY sequence"


def _rows(path: Path) -> list[tuple[object, ...]]:
    with duckdb.connect(str(path)) as raw:
        return raw.execute(READ).fetchall()


@pytest.fixture(scope="session")
def _loose(_twelve_turns: tuple[Path, str], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    source, session_id = _twelve_turns

    def make(folder: Path) -> None:
        store = open_store(shutil.copy(source, folder / STORE))
        name = draft(store, session_id, 2, 4)
        for _ in range(3):
            accept(store, name)
            rollback(store, name)

    return made_once(tmp_path_factory, "loose", make) / STORE, session_id


@pytest.fixture
def loose(_loose: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Written:
    """A store to which short writes went, made once and copied."""
    monkeypatch.setattr(compacting, "LEAST_BLOCKS", 1)
    monkeypatch.setattr(compacting, "FREE_SHARE", 0.0)
    source, session_id = _loose
    return Written(open_store(shutil.copy(source, tmp_path / "store.duckdb")), session_id, tmp_path)


def test_rows_stay_and_the_file_is_smaller(loose: Written) -> None:
    """The rewritten store verifies and can still be written to."""
    store = loose.store
    before, size = _rows(store.path), store.path.stat().st_size
    assert compacting.give_back(store)
    assert store.path.stat().st_size < size
    assert _rows(store.path) == before
    assert not verify.verify(open_store(store.path)).problems
    assert store.path.stat().st_mode & 0o777 == 0o600
    accept(store, draft(store, loose.session_id, 5, 6))
    assert len(_rows(store.path)) == len(before) + 1


@pytest.mark.parametrize("where", ["_copy", "_logged"])
def test_a_failure_on_the_way_changes_nothing(
    loose: Written, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """Before the rename the old file is unchanged, and no part of a new one is left."""
    store = loose.store

    def fail(*_: object) -> None:
        raise OSError("no room")

    before = _rows(store.path)
    monkeypatch.setattr(compacting, where, fail)
    assert not compacting.give_back(store)
    assert _rows(store.path) == before
    assert [each for each in store.path.parent.rglob("*.duckdb") if each != store.path] == []


def _whole(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table."""
    with duckdb.connect(str(path)) as raw:
        names = [name for (name,) in raw.execute("SELECT table_name FROM duckdb_tables()").fetchall()]
        return {name: raw.execute(f'SELECT * FROM "{name}" ORDER BY ALL').fetchall() for name in names}


def test_what_is_derived_of_the_events_stays(loose: Written) -> None:
    """Else a long run would derive it again after each rewrite, and the larger file be rewritten again."""
    asked = "SELECT * FROM derived"
    with duckdb.connect(str(loose.store.path)) as raw:
        row = [loose.session_id, "reading", "code", 0, 3, "digest", "hash", 2, "body hash", b"{}"]
        raw.execute("INSERT INTO derived VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    assert compacting.give_back(loose.store)
    with duckdb.connect(str(loose.store.path)) as raw:
        assert raw.execute(asked).fetchall() == [tuple(row)]


@pytest.mark.parametrize("phase", REWRITE_PHASES)
def test_killed_anywhere_the_store_is_whole(loose: Written, phase: str) -> None:
    """After a SIGKILL either the old or the new file is there; no partial file remains."""
    path = loose.store.path
    before, size = _whole(path), path.stat().st_size
    died = subprocess.run(
        [sys.executable, "-m", "tests.store.worker", "rewrite", str(path), phase],
        cwd=Path(__file__).parents[3], capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert died.returncode == -signal.SIGKILL, died.stderr
    anew = phase in ("renamed", "settled", "closed")
    assert (path.stat().st_size < size) == anew
    assert _whole(path) == before
    store = open_store(path)
    assert not verify.verify(store).problems
    assert not scratch.sweep(path.parent)
    assert sorted(each.name for each in path.parent.iterdir() if each.name.startswith(path.name)) == [
        path.name
    ]
    accept(store, draft(store, loose.session_id, 5, 6))
    assert compacting.give_back(store)
    assert len(_rows(path)) == len(before["pointer"]) + 1


def test_it_waits_for_nobody(loose: Written) -> None:
    """A store that another thread writes to is left as it is."""
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with loose.store.writing():
            held.set()
            done.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    assert not compacting.give_back(loose.store)
    done.set()
    thread.join()
    assert compacting.give_back(loose.store)


@pytest.mark.parametrize("how", ["kept_open", "reading"])
def test_a_file_that_this_process_has_open_is_left(loose: Written, how: str) -> None:
    """A connection of any thread would lead later writes to the old file, where nobody finds them."""
    begun, done = threading.Event(), threading.Event()

    def hold() -> None:
        with getattr(loose.store, how)():
            begun.set()
            done.wait()

    before = len(_rows(loose.store.path))
    thread = threading.Thread(target=hold)
    thread.start()
    begun.wait()
    try:
        given = compacting.give_back(loose.store)
        accept(loose.store, draft(loose.store, loose.session_id, 5, 6))
    finally:
        done.set()
        thread.join()
    assert not given
    assert len(_rows(loose.store.path)) == before + 1
    assert compacting.give_back(loose.store)  # nobody has it open any more


def test_a_file_with_another_name_is_left(loose: Written, tmp_path: Path) -> None:
    """A rename would part the two names."""
    (tmp_path / "also.duckdb").hardlink_to(loose.store.path)
    assert not compacting.give_back(loose.store)


def test_it_must_be_worth_it(loose: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not for a few blocks, not for a file that is in use throughout, not for a large one."""
    for name, value in (("LEAST_BLOCKS", 100_000), ("FREE_SHARE", 1_000.0), ("MOST_USED", 0)):
        with monkeypatch.context() as patch:
            patch.setattr(compacting, name, value)
            assert not compacting.give_back(loose.store)


@pytest.mark.parametrize("theirs", [b"", b"committed by somebody else"])
def test_the_log_of_who_opens_the_new_file_is_left_alone(
    loose: Written, monkeypatch: pytest.MonkeyPatch, theirs: bytes
) -> None:
    """From the rename on the log beside the store is theirs, be it empty still."""
    log = log_of(loose.store.path)

    def put_and_opened(made: Path, path: Path) -> None:
        made.rename(path)
        log.write_bytes(theirs)

    monkeypatch.setattr(compacting, "_put_in_place", put_and_opened)
    assert compacting.give_back(loose.store)
    assert log.read_bytes() == theirs


def test_a_file_is_settled_again_once_it_has_grown_by_a_share_of_itself(
    loose: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it costs the same for each byte of a long run; what could not be settled is tried again.

    The rows are merged in the file only where nothing is known of its growth, or it cannot be rewritten.
    """
    store, now = loose.store, {"size": 0, "free": 0}
    tidied, rewritten = list[int](), list[int]()

    def tidy(_: Store) -> bool:
        tidied.append(now["size"])
        return bool(now["free"])

    def give_back(_: Store, *, grown: bool = False) -> bool:
        rewritten.append(now["size"] if grown else 0)
        return now["size"] < 1_500

    monkeypatch.setattr(Store, "tidy", tidy)
    monkeypatch.setattr(compacting, "give_back", give_back)
    monkeypatch.setattr(compacting, "_size", lambda _: now["size"])
    for size in (-1_000, 1_000, 1_249, 1_250, 1_562, 1_563):  # at the first, another has the store open
        now |= {"size": abs(size), "free": size > 0}
        compacting.settle(store)
    assert tidied == [1_000, 1_000, 1_563]
    assert rewritten == [0, 1_250, 1_563]
