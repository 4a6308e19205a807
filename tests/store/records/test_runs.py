"""States of runs: appended, taken up again, never overwritten by a second driver."""

from __future__ import annotations

import duckdb
import pytest

from store.engine import Store
from store.errors import RunMoved
from store.records import runs
from store.verify.verify import verify
from tests.store.build import NOW


def test_the_newest_state_of_a_run_is_found(store: Store) -> None:
    """Each state follows the one before; another run's states do not matter."""
    runs.put(store, "chat", "memory", 1, {"memory": ""}, now=NOW)
    runs.put(store, "chat", "memory", 2, {"memory": "facts"}, now=NOW)
    runs.put(store, "other", "historian", 1, {"turns": []}, now=NOW)
    found = runs.latest(store, "chat")
    assert found is not None
    assert (found.sequence, found.strategy, found.state) == (2, "memory", {"memory": "facts"})
    assert runs.latest(store, "none") is None


def test_of_two_drivers_the_later_is_refused(store: Store) -> None:
    """A state that does not follow the newest one is refused, and nothing is kept of it."""
    runs.put(store, "chat", "memory", 1, {"n": 1}, now=NOW)
    for sequence in (1, 3):
        with pytest.raises(RunMoved, match="is at state 1"):
            runs.put(store, "chat", "memory", sequence, {"n": 9}, now=NOW)
    found = runs.latest(store, "chat")
    assert found is not None
    assert found.state == {"n": 1}


def test_verify_sees_an_altered_state(store: Store) -> None:
    """A state whose content does not match its digest is named."""
    runs.put(store, "chat", "memory", 1, {"n": 1}, now=NOW)
    assert verify(store).ok
    with duckdb.connect(str(store.path)) as raw:
        raw.execute("DROP TRIGGER run_state_update ON run_state")
        raw.execute("UPDATE run_state SET strategy = 'historian'")
    named = {(each.record, each.id) for each in verify(store).problems}
    assert ("run", "chat@1") in named
