"""Items that tell an act, its actor or a cause as a fact are kept only where their quotations tell it."""

from __future__ import annotations

import pytest

from tests.strategies.modelled.acted_pairs import ACTED
from tests.strategies.modelled.test_told_otherwise import outcome, read
from workbench.strategies.modelled import sourcing
from workbench.strategies.modelled.refused_alike import refused_alike


@pytest.mark.parametrize("half", [0, 1])
def test_what_no_quotation_tells_is_dropped(half: int) -> None:
    """Wrong items that were kept, and right ones that were dropped; no rule was made with half 1."""
    of_half = [pair for pair in ACTED if pair.half == half]
    assert len(of_half) >= 20
    assert [pair.text for pair in of_half if outcome(pair)[0] != pair.right] == []


def test_an_untold_act_is_named_as_such() -> None:
    """The person reads that the quotation tells no such act."""
    said = "Marek still has to approve the bridge design."
    found, dropped = read("agent", said, said, "claim", "Marek approved the bridge design.")
    assert found is None
    assert dropped.counts == {sourcing.UNTOLD: 1}


def test_an_answer_of_the_user_is_no_consent_of_somebody_else() -> None:
    """What a third person is said to approve, a quoted sentence says of that person."""
    said = "The foundation needs a plan. The smaller hall."
    assert read("user", said, said, "decision", "The foundation approved the smaller hall.")[0] is None
    assert read("user", said, said, "decision", "The user chose the smaller hall.")[0] is not None


def test_a_month_is_no_possibility() -> None:
    """`May` is a month where it has a capital letter."""
    said = "I published the almanac in May."
    assert read("agent", said, said, "claim", "The almanac was published in May.")[0] is not None


@pytest.mark.parametrize(
    ("text", "sentence", "alike"),
    [
        ("The sleeper was rejected because it is late.", "Not the sleeper, it is late.", True),
        ("The cabin instead of the tent.", "I changed my mind about the tent: the cabin.", True),
        ("The tent instead of the cabin.", "I changed my mind about the tent: the cabin.", False),
        ("The van was rejected.", "We won't take the lorry, the van is fine.", False),
        ("The user rejected the glass roof.", "No, the glass roof is too heavy.", True),
        ("The glass roof is heavy.", "No, the glass roof is too heavy.", False),
    ],
)
def test_a_rejection_in_other_words(text: str, sentence: str, *, alike: bool) -> None:
    """One has a word of denial, the other has none."""
    assert refused_alike(text, sentence) == alike
