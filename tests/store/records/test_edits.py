"""Logs of edits: append-only, one a person and artifact, entered in the journal, whole after a kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest

from store.engine import Store
from store.errors import EditsMoved, NotFound, StoreUnreadable
from store.lifecycle import purge
from store.records import edits
from store.verify import verify
from tests.store.build import NOW, draft, events_of, keep


@pytest.fixture
def drafted(store: Store, tmp_path: Path) -> tuple[str, str]:
    """A session and an artifact of it."""
    done = keep(store, events_of(6), tmp_path)
    return done.session_id, draft(store, done.session_id, 1, 3)


def test_each_person_has_a_log_of_each_artifact(store: Store, drafted: tuple[str, str]) -> None:
    """Sequences count within it; what was appended is read back as it was."""
    _, artifact = drafted
    edits.append(store, artifact, "drop", {"changes": [1]}, actor="ann", now=NOW, reason="why")
    edits.append(store, artifact, "drop", {"changes": [2]}, actor="ben", now=NOW)
    edits.append(store, artifact, "undo", {}, actor="ann", now=NOW)
    said = [
        (each.actor, each.sequence, each.action, each.body, each.reason)
        for each in edits.of_artifact(store, artifact)
    ]
    assert said == [
        ("ann", 1, "drop", {"changes": [1]}, "why"),
        ("ann", 2, "undo", {}, None),
        ("ben", 1, "drop", {"changes": [2]}, None),
    ]
    assert verify.verify(store).ok


def test_two_windows_of_one_person_do_not_write_past_each_other(
    store: Store, drafted: tuple[str, str]
) -> None:
    """Who has not seen the last entry is refused, and nothing is appended."""
    _, artifact = drafted
    edits.append(store, artifact, "drop", {}, actor="ann", now=NOW, expect=0)
    with pytest.raises(EditsMoved) as refused:
        edits.append(store, artifact, "drop", {}, actor="ann", now=NOW, expect=0)
    assert refused.value.now == 1
    edits.append(store, artifact, "drop", {}, actor="ben", now=NOW, expect=0)
    assert len(edits.of_artifact(store, artifact)) == 2


def test_an_edit_of_nothing_is_refused(store: Store, drafted: tuple[str, str]) -> None:
    """The artifact must be there."""
    with pytest.raises(NotFound):
        edits.append(store, "art_none", "drop", {}, actor="ann", now=NOW)


def test_the_database_itself_refuses_to_change_the_log(store: Store, drafted: tuple[str, str]) -> None:
    """Changes made around it are found by `verify`."""
    _, artifact = drafted
    edits.append(store, artifact, "drop", {}, actor="ann", now=NOW)
    with duckdb.connect(str(store.path)) as raw, pytest.raises(duckdb.ConstraintException):
        raw.execute("UPDATE edit SET actor = 'ben'")
    with duckdb.connect(str(store.path)) as raw:
        raw.execute("DROP TRIGGER edit_update ON edit")
        raw.execute("UPDATE edit SET body = '{}', actor = 'ben'")
    assert {each.record for each in verify.verify(store).problems} >= {"edit"}


def test_a_purge_takes_the_logs_along(store: Store, drafted: tuple[str, str]) -> None:
    """Nothing of the session is left."""
    session, artifact = drafted
    edits.append(store, artifact, "drop", {}, actor="ann", now=NOW)
    purge.purge(store, session, actor="a", reason="r", now=NOW)
    assert edits.of_artifact(store, artifact) == ()


_APPENDS = """
import sys
from pathlib import Path
from store.lifecycle.open import open_store
from store.records import edits
store = open_store(Path(sys.argv[1]))
number = 0
while True:
    number += 1
    edits.append(store, sys.argv[2], "drop", {"n": number}, actor="ann", now="2026-11-20T14:02:00Z")
    print(number, flush=True)
"""


def test_a_kill_loses_no_edit_that_was_said_to_be_kept(store: Store, drafted: tuple[str, str]) -> None:
    """Every number that was printed is in the log, in order, and the store verifies."""
    _, artifact = drafted
    command = [sys.executable, "-c", _APPENDS, str(store.path), artifact]
    stated: list[int] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(os.environ)) as child:
        assert child.stdout is not None
        while len(stated) < 5:
            stated.append(int(child.stdout.readline()))
        child.send_signal(signal.SIGKILL)
        stated += [int(line) for line in child.stdout]
    kept: list[int] = []
    for _ in range(600):  # the lock of a killed process is let go of by the system, when it gets to it
        try:
            kept = [each.body["n"] for each in edits.of_artifact(store, artifact)]
            break
        except StoreUnreadable:
            time.sleep(0.1)
    assert kept[: len(stated)] == stated
    assert kept == list(range(1, len(kept) + 1))
    assert verify.verify(store).ok
