"""A proposal that repeats a replaced item is left out only if it was said before that was replaced."""

from __future__ import annotations

import pytest

from workbench.facts.commitment import Basis, Commitment, CommitmentKind, Status
from workbench.facts.proposals.fold import words_of
from workbench.facts.proposals.ranking import RankedStatement, StatementRanking
from workbench.facts.spans import EventWords

_TEXT = "Store the thumbnails beside the originals."


def _commitment(status: Status, at: int, *touched: int) -> Commitment:
    words = (EventWords(at, 0, len(_TEXT)),)
    return Commitment(
        CommitmentKind.DECISION, Basis.STATED, _TEXT, status, words, touched or (at,), sure=False
    )


@pytest.mark.parametrize(("at", "proposed"), [(2, False), (7, True)])
def test_what_was_said_again_after_its_replacement_is_proposed(at: int, *, proposed: bool) -> None:
    """The item was stated at event 1 and replaced at event 4."""
    again = RankedStatement(_commitment("in_force", at), words_of(_TEXT), 0, "said", known=False)
    ranking = StatementRanking([again], [_commitment("superseded", 1, 1, 4)], 0, talk=False)
    assert [c.text for c in ranking.bound.proposed] == ([_TEXT] if proposed else [])
