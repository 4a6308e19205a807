"""Items that alter what their own quotations say are dropped, and faithful ones in other words are kept."""

from __future__ import annotations

import pytest

from gates.artifact import Item, ItemKind
from tests.facts.session import SESSION, Script
from tests.models.answers import item, items
from tests.strategies.modelled.altered_pairs import ALTERED
from tests.strategies.modelled.test_told_otherwise import outcome
from workbench.models.base import ModelAnswer
from workbench.strategies.modelled import sourcing
from workbench.strategies.modelled.altered import is_alike
from workbench.strategies.modelled.answered import items_in
from workbench.strategies.modelled.sourcing import RefusedParts, Sources
from workbench.strategies.modelled.told_contrast import bars_turned
from workbench.strategies.modelled.told_open import open_denied
from workbench.strategies.modelled.told_roles import roles_turned
from workbench.strategies.modelled.told_values import numbers_alike, other_value


@pytest.mark.parametrize("half", [0, 1])
def test_altered_items_are_dropped_and_faithful_ones_are_kept(half: int) -> None:
    """All wrong ones are dropped and no right one is; no rule was made with half 1."""
    of_half = [pair for pair in ALTERED if pair.half == half]
    assert len(of_half) >= 25
    assert [pair.text for pair in of_half if not pair.right and outcome(pair)[0]] == []
    assert [pair.text for pair in of_half if pair.right and not outcome(pair)[0]] == []


@pytest.mark.parametrize(
    ("text", "sentence", "other"),
    [
        ("The kiln ran 14 firings.", "In March the kiln ran 11 firings.", True),
        ("The kiln ran about 1,200 firings.", "In March the kiln ran 1,180 firings.", False),
        ("The kiln has 9 shelves.", "The kiln has 4 shelves above and 5 shelves below.", False),
        ("`bake` writes the log of the kiln.", "`glaze` writes the log of the kiln.", True),
        ("`Kiln.bake` writes the log.", "`bake` writes the log.", False),
        ("Dora opens the kiln on Monday.", "It is agreed that Dora opens the kiln.", False),
    ],
)
def test_another_number_or_name_of_the_same_matter(text: str, sentence: str, *, other: bool) -> None:
    """A rounded number, a sum and a longer name are no other values."""
    assert other_value(text, [sentence], [sentence]) == other


def test_a_value_of_another_sentence_of_the_message_is_none_in_its_place() -> None:
    """Only one of two sentences about the same matter is quoted."""
    quoted, more = "The east oven holds 6 trays.", "The west oven holds 8 trays."
    assert other_value("The oven holds 8 trays.", [quoted], [quoted])
    assert not other_value("The oven holds 8 trays.", [quoted], [f"{quoted} {more}"])


def test_a_bounded_number_fits_the_exact_one() -> None:
    """`Nearly 500` may stand for 492, and `nearly 500` not for 320."""
    assert numbers_alike("Nearly 500 jars were sold.", "492 jars were sold.")
    assert not numbers_alike("Nearly 500 jars were sold.", "320 jars were sold.")


@pytest.mark.parametrize(
    ("text", "sentence", "turned"),
    [
        ("The tram is quieter than the bus.", "The bus is louder than the tram.", False),
        ("The tram is louder than the bus.", "The bus is louder than the tram.", True),
        ("Day rules take precedence over night rules.", "Night rules override day rules.", True),
        ("Day rules lose to night rules.", "Night rules override day rules.", False),
        ("Buns are eaten after soup.", "Soup is eaten before buns.", False),
        ("Files go from the stick to the disk.", "Files go to the stick from the disk.", True),
        ("The clerk calls the porter.", "The porter calls the clerk.", True),
        ("The clerk was called by the porter.", "The porter calls the clerk.", None),
        ("The test helper builds the list of rows.", "The list helper builds rows for the test.", None),
    ],
)
def test_which_side_is_which(text: str, sentence: str, *, turned: bool | None) -> None:
    """Passives, opposites and another order of words state the same relation."""
    assert roles_turned(text, [sentence]) is turned


@pytest.mark.parametrize(
    ("text", "sentence", "denied"),
    [
        ("Water the ferns.", "I watered the ferns.", True),
        ("Water the ferns.", "Please water the ferns.", False),
        ("The ferns still have to be watered.", "The ferns are not watered yet.", False),
        ("Water the ferns.", "I watered the palms, but the ferns remain.", None),
        ("Water the ferns.", "The gardener is on leave.", None),
    ],
)
def test_open_work_beside_what_was_done(text: str, sentence: str, *, denied: bool | None) -> None:
    """What the sentence asks for or leaves open is open."""
    assert open_denied(Item(kind=ItemKind.OPEN_WORK, text=text, status="open"), [sentence]) is denied


@pytest.mark.parametrize(
    ("text", "sentence", "turned"),
    [
        ("The ramp is used.", "Use the stairs rather than the ramp.", True),
        ("The stairs are used.", "Use the stairs rather than the ramp.", False),
        ("The bench stays as Seat.", 'The bench stays as "Long seat", not "Seat"', True),
        ("Guests may sing.", "Guests may not sing loudly.", None),
    ],
)
def test_the_barred_one_of_two(text: str, sentence: str, *, turned: bool | None) -> None:
    """Only a contrast bars one thing for another; a verb that is denied does not."""
    assert bars_turned(text, [sentence]) is turned


@pytest.mark.parametrize(
    ("text", "sentence", "alike"),
    [
        ("Feeding the geese is forbidden.", "You may not feed the geese.", True),
        ("The seal must stay unbroken.", "Never break the seal.", False),
        ("The seal must stay untouched.", "Never touch the seal.", True),
        ("Feed the geese.", "You may not feed the geese.", False),
        ("Nobody fed 9 geese.", "Nobody fed 4 geese.", False),
    ],
)
def test_two_denials_of_the_same_words(text: str, sentence: str, *, alike: bool) -> None:
    """One word of denial stands for another, where all other words are the same."""
    assert is_alike(Item(kind=ItemKind.CONSTRAINT, text=text), [sentence]) == alike


@pytest.mark.parametrize(
    ("later", "noted"),
    [
        ("I archived the ballots.", True),
        ("The ballots are not archived yet.", False),
        ("Lunch is ready.", False),
    ],
)
def test_open_work_that_a_later_message_tells_as_done_is_reported(later: str, *, noted: bool) -> None:
    """It is kept, and the event is named."""
    made, dropped = Script(), RefusedParts()
    made.user("Archive the ballots, please.")
    made.agent("I start now.")
    made.agent(later)
    events = tuple(made.events)
    answer = ModelAnswer(items(item("open_work", "Archive the ballots.", (0, "Archive the ballots"))))
    assert Sources(SESSION, events, events).item(items_in(answer).items[0], dropped) is not None
    assert dropped.notes == ([f"{sourcing.DONE_LATER}: 'event 2: Archive the ballots.'"] if noted else [])
