"""A number without a unit replaces an amount of its size, and a permission of hours no limit in minutes."""

from __future__ import annotations

import pytest

from tests.facts.session import Script
from workbench.capture import capture_range
from workbench.facts.reading import commitments


def gone(*turns: str) -> list[str]:
    """What is superseded after a chat; the user speaks first."""
    script = Script()
    for number, text in enumerate(turns):
        (script.agent if number % 2 else script.user)(text)
    return [each.text for each in commitments(script.events, 0) if each.status == "superseded"]


FEE, WALK = "The rent may be 700 euros.", "The flat must be within 15 minutes of the school."


@pytest.mark.parametrize("later", ["Raise it to 900.", "Make it 900 then.", "Raise the rent to 900."])
def test_a_bare_number_replaces_the_amount_of_its_size(later: str) -> None:
    """Whichever was given last."""
    assert gone(FEE, "Noted.", WALK, "Fine.", later, "900 it is.") == [FEE]
    assert gone(f"{WALK} {FEE}", "Noted.", later, "900 it is.") == [FEE]


def test_a_bare_number_replaces_no_amount_of_another_size() -> None:
    """Nothing fits, so nothing is over."""
    assert gone(WALK, "Fine.", "How much was the rent again?", "700.", "Raise it to 900.", "Done.") == []


def test_what_was_just_named_again_is_meant() -> None:
    """Of two amounts of one size, the question before names one."""
    deposit = "The deposit may be 800 euros."
    turns = (FEE, "Noted.", deposit, "Noted.", "What did I say about the rent?", "700 euros.")
    assert gone(*turns, "Raise it to 900.", "Fine.") == [FEE]


def test_what_goes_up_does_not_get_smaller() -> None:
    """`raise` and `lower` say which amount is meant."""
    dues = "The dues are 40 euros."
    turns = ("The fine is 95 euros.", "Noted.", dues, "Noted.")
    assert gone(*turns, "Lower it to 60.", "Fine.") == ["The fine is 95 euros."]
    assert gone(*turns, "Raise it to 60.", "Fine.") == [dues]


def test_hours_of_one_thing_replace_no_minutes_of_another() -> None:
    """A type alone ties two statements only if the unit is the same."""
    assert gone(WALK, "Fine.", "You may keep a viewing for 48 hours.", "Fine.") == []
    assert gone("The call lasts 90 minutes.", "Fine.", "No, it lasts 2 hours.", "Fine.") != []


def test_a_replaced_item_names_what_replaced_it() -> None:
    """By its id where the capture has it, and by its words; an older capture's digest stays as it was."""
    script = Script()
    for number, text in enumerate((FEE, "Noted.", WALK, "Fine.", "Raise it to 900.", "900 it is.")):
        (script.agent if number % 2 else script.user)(text)
    found = {item.text: item for item in capture_range("ses_x", script.events, 0, 5).items}
    new = found[FEE].superseded_by
    assert new is not None
    assert (new.text, new.item_id) == ("Raise it to 900.", found["Raise it to 900."].item_id)
    assert found[WALK].superseded_by is None
    assert found[FEE].confirmed().superseded_by is None


def test_a_retracted_rule_names_what_retracted_it() -> None:
    """The retraction itself may be no item."""
    script = Script()
    script.user("Never use the blue stamps.")
    script.agent("Fine.")
    script.user("Use the blue stamps from now on.")
    script.agent("Fine.")
    items = capture_range("ses_x", script.events, 0, 3).items
    by = [item.superseded_by.text for item in items if item.superseded_by is not None]
    assert by == ["Use the blue stamps from now on."]
