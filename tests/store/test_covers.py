"""`verify` follows what artifacts roll up."""

from __future__ import annotations

import duckdb
import pytest

from store import artifacts
from store.verify import verify
from tests.store.build import NOW, accept, artifact_of, draft
from tests.store.conftest import Written


def named(written: Written) -> set[tuple[str, str]]:
    """Record and id of each problem."""
    return {(each.record, each.id) for each in verify(written.store).problems}


def test_a_rolled_up_artifact_that_is_there_is_fine(written: Written) -> None:
    """A roll-up of an accepted artifact, accepted in its place, leads somewhere."""
    one = draft(written.store, written.session_id, 2, 4)
    accept(written.store, one)
    accept(written.store, draft(written.store, written.session_id, 0, 6, covers=(one,)))
    assert verify(written.store).ok


@pytest.mark.parametrize(("first", "last"), [(3, 6), (5, 9)])
def test_what_is_covered_lies_in_the_range(written: Written, first: int, last: int) -> None:
    """An artifact that names one beyond its own range is named."""
    one = draft(written.store, written.session_id, 2, 4)
    made = artifact_of(written.session_id, first, last, covers=(one,))
    artifacts.put(written.store, made, now=NOW)
    assert ("artifact", made.artifact_id) in named(written)


def test_what_is_covered_must_be_there(written: Written) -> None:
    """An artifact that names one that was never kept is named."""
    made = artifact_of(written.session_id, 0, 6, covers=("art_" + "0" * 64,))
    artifacts.put(written.store, made, now=NOW)
    (problem,) = [each for each in verify(written.store).problems if each.id == made.artifact_id]
    assert "that it covers is not there" in problem.problem


def test_a_move_displaced_what_its_artifact_covers(written: Written) -> None:
    """A move whose list of displaced artifacts was emptied is named for that, too."""
    one = draft(written.store, written.session_id, 2, 4)
    accept(written.store, one)
    accept(written.store, draft(written.store, written.session_id, 0, 6, covers=(one,)))
    with duckdb.connect(str(written.store.path)) as raw:
        raw.execute("DROP TRIGGER pointer_update ON pointer")
        raw.execute("UPDATE pointer SET displaced = '[]' WHERE sequence = 2")
    told = [each.problem for each in verify(written.store).problems if each.record == "pointer"]
    assert any("its artifact covers" in problem for problem in told)
