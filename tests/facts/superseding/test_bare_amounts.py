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


PRICE, TRAM = "A ticket costs 36 euros.", "The last tram goes at 22:40."


@pytest.mark.parametrize("later", ["Raise it to 45.", "Lower it to 30.", "Make it 40.", "Reduce it to 34."])
def test_an_amount_replaces_no_time_of_day(later: str) -> None:
    """Whatever was said last, if an amount of that size was given before."""
    assert gone(PRICE, "Noted.", TRAM, "Fine.", later, "Done.") == [PRICE]
    assert gone(TRAM, "Fine.", "Raise it to 1,800.", "Done.") == []


@pytest.mark.parametrize("later", ["Move it to 22:15.", "Shift it to 22:55.", "Make it 23:05."])
def test_a_time_of_day_replaces_a_time_of_day(later: str) -> None:
    """The latest one; a message of a time and two words is the user's own."""
    door = "Doors open at 18:30."
    assert gone(door, "Noted.", TRAM, "Noted.", PRICE, "Fine.", later, "Done.") == [TRAM]


@pytest.mark.parametrize(
    ("old", "later"),
    [
        ("Return the costumes by 9 May.", "Make the deadline 12 May instead."),
        ("The essay must be in before 2 June.", "The deadline is 5 June now."),
        ("Submit the plans by Tuesday.", "Push the deadline to Friday."),
    ],
)
def test_a_deadline_is_what_something_is_due_by(old: str, later: str) -> None:
    """A later date of something else is none."""
    feast = "The feast is on 20 May. We meet on Mondays."
    assert gone(old, "Noted.", feast, "Fine.", later, "Done.") == [old]


@pytest.mark.parametrize(
    ("old", "later"),
    [
        ("The welder is Anouk.", "Weld the Orion gate."),
        ("The singer is Teo.", "Now sing the Aurora song."),
        ("The waiter is Jules.", "Wait for the Corsa lorry."),
    ],
)
def test_the_name_of_a_thing_takes_over_no_role(old: str, later: str) -> None:
    """Only who is named for the role does."""
    assert gone(old, "Noted.", later, "Done.") == []
    role = old.split(" ")[1]
    assert gone(old, "Noted.", f"The {role} is Ruben now.", "Done.") == [old]


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


def test_a_request_to_add_a_limit_gives_a_value() -> None:
    """Unlike one to add eggs, it says what applies."""
    limit = "Add that the entry is limited to 60 guests."
    assert gone(limit, "Added.", "Actually make it 50 guests.", "Changed.") == [limit]
