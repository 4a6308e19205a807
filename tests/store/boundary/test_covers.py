"""What artifacts roll up is there: when one is kept, and when the store is verified."""

from __future__ import annotations

import duckdb
import pytest

from store.errors import RangeOverlaps
from store.records import artifacts
from store.verify.verify import verify
from tests.store.build import NOW, accept, artifact_of, draft
from tests.store.conftest import Written


def test_a_rolled_up_artifact_that_is_there_is_fine(written: Written) -> None:
    """A roll-up of an accepted artifact, accepted in its place, leads somewhere."""
    one = draft(written.store, written.session_id, 2, 4)
    accept(written.store, one)
    accept(written.store, draft(written.store, written.session_id, 0, 6, covers=(one,)))
    assert verify(written.store).ok


OTHERS = {
    "is not there": (0, 6, "art_" + "0" * 64),
    "outside": (3, 6, None),
    "is of 8..19, outside 20..39": (5, 9, None),
}
"""Wrong covers: first and last turn of the artifact, and the covered one (None: one of turns 2 to 4)."""


@pytest.mark.parametrize("why", OTHERS)
def test_what_is_covered_is_there_and_lies_in_the_range(written: Written, why: str) -> None:
    """A wrong `covers` is refused when an artifact is stored; `verify` names one inserted directly."""
    first, last, named_one = OTHERS[why]
    one = draft(written.store, written.session_id, 2, 4)
    made = artifact_of(written.session_id, first, last, covers=(named_one or one,))
    with pytest.raises(RangeOverlaps, match=why) as refused:
        artifacts.put(written.store, made, now=NOW)
    assert refused.value.hint and verify(written.store).ok
    with written.store.writing() as session:
        artifacts.insert(session, made, now=NOW)
    (problem,) = [each for each in verify(written.store).problems if each.id == made.artifact_id]
    assert why in problem.problem


def test_a_move_displaced_what_its_artifact_covers(written: Written) -> None:
    """A move whose list of displaced artifacts was emptied is named for that, too."""
    one = draft(written.store, written.session_id, 2, 4)
    accept(written.store, one)
    accept(written.store, draft(written.store, written.session_id, 0, 6, covers=(one,)))
    with duckdb.connect(str(written.store.path)) as raw:
        raw.execute("DROP TRIGGER pointer_update ON pointer")
        raw.execute("UPDATE pointer SET displaced = '[]' WHERE sequence = 2")
    stated = [each.problem for each in verify(written.store).problems if each.record == "pointer"]
    assert any("its artifact covers" in problem for problem in stated)
