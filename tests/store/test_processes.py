"""Two processes at once, and processes that are killed in the middle (ST5, ST10)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from store import pointers
from store.engine import Store
from store.lifecycle.open import open_store
from store.records import sessions
from store.verify import verify
from tests.store.build import accept, active_ids, draft, events_of, keep, rollback
from tests.store.conftest import Written
from tests.store.worker import ACCEPT_PHASES, IMPORT_PHASES

ROOT = Path(__file__).parents[2]


def start(*arguments: object) -> subprocess.Popen[str]:
    """The worker in a process of its own; never forked, the database does not survive that."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.store.worker", *map(str, arguments)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_race_has_one_winner_and_the_loser_changed_nothing(written: Written) -> None:
    """Both saw the same head; the second gets the error that it moved."""
    store, session_id = written.store, written.session_id
    names = [draft(store, session_id, 2, 4), draft(store, session_id, 6, 8)]
    racers = [start("accept", store.path, name) for name in names]
    for racer in racers:
        assert racer.stdout is not None
        assert racer.stdout.readline() == "ready\n"
    answers = [racer.stdin and racer.stdin.write("go\n") for racer in racers]
    assert answers == [3, 3]
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.flush()
    said = [racer.communicate(timeout=300)[0].strip() for racer in racers]
    history = pointers.history(store, session_id)
    assert sorted(said) == sorted([history[0].pointer_id, "pointer_moved"])
    assert len(history) == 1
    assert active_ids(store, session_id) == [names[said.index(history[0].pointer_id)]]
    assert verify.verify(store).ok


@pytest.mark.parametrize("phase", ACCEPT_PHASES)
def test_a_killed_accept_is_whole_or_not_there(written: Written, phase: str) -> None:
    """Pointer, snapshot, report and evidence come together or not at all; the store goes on working."""
    store, session_id = written.store, written.session_id
    name = draft(store, session_id, 2, 4)
    process = start("accept", store.path, name, phase)
    process.communicate(timeout=300)
    assert process.returncode == -9
    history = pointers.history(store, session_id)
    assert len(history) == (1 if phase == "committed" else 0)
    assert verify.verify(store).problems == ()
    if history:
        rollback(store, name)
    else:
        accept(store, name)
    assert verify.verify(store).ok


@pytest.mark.parametrize("phase", IMPORT_PHASES)
def test_a_killed_import_is_whole_or_not_there(store: Store, tmp_path: Path, phase: str) -> None:
    """Events that were committed on the way count for nothing; importing again gives the same session."""
    process = start("import", store.path, phase)
    process.communicate(timeout=300)
    assert process.returncode == -9
    assert len(sessions.listing(store)) == (1 if phase == "committed" else 0)
    assert verify.verify(store).problems == ()
    done = keep(store, events_of(12), tmp_path)
    assert done.events_added == (0 if phase == "committed" else 48)
    assert sessions.load_events(store, done.session_id) == tuple(events_of(12))
    assert verify.verify(store).ok


def test_threads_of_one_process_race_too(written: Written) -> None:
    """Writes are serialized; one thread wins, and the other gets the error that the head moved."""
    from concurrent.futures import ThreadPoolExecutor

    from store.errors import PointerMoved

    store, session_id = written.store, written.session_id
    names = [draft(store, session_id, 2, 4), draft(store, session_id, 6, 8)]

    def move(name: str) -> str:
        try:
            return accept(open_store(store.path), name, expect=None).pointer.pointer_id
        except PointerMoved:
            return "moved"

    with ThreadPoolExecutor(2) as pool:
        said = list(pool.map(move, names))
    (move_made,) = pointers.history(store, session_id)
    assert sorted(said) == sorted(["moved", move_made.pointer_id])
