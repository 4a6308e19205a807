"""Decisions with two parts exchanged, each beside a faithful statement."""

from __future__ import annotations

import pytest

from gates.artifact import Item, ItemKind
from gates.capture import CapturedItem
from gates.language.similarity import even, statement
from gates.report import Retention
from gates.restatement import ArtifactStatement, pieces
from gates.retention.judging import judge
from gates.retention.match import RETAINED
from gates.retention.words import words


def verdict(said: str, stated: str) -> Retention:
    """What gate C makes of one statement of a decision."""
    wanted = CapturedItem(item_id="cap_1", kind="decision", text=said, status="in_force", origin="phrase")
    unit = ArtifactStatement(statement(stated), Item(kind=ItemKind.DECISION, text=stated))
    return judge(wanted, (unit,), None, even).verdict


@pytest.mark.parametrize(
    ("said", "faithful", "turned"),
    [
        (
            "The mail to parents goes out no earlier than the vote.",
            "The mail to parents goes out after the vote.",
            "The mail to parents goes out no later than the vote.",
        ),
        (
            "Put the oldest ticket first.",
            "The oldest ticket is put first.",
            "Put the oldest ticket last.",
        ),
        (
            "Start with the cellar, the attic comes last.",
            "The cellar is first and the attic last.",
            "The attic comes first and the cellar last.",
        ),
        (
            "Children board first, teachers board once the children sit.",
            "Children board first, teachers board once the children sit down.",
            "Teachers board first, children once the teachers sit.",
        ),
        (
            "Move the fixtures from the old package over to the one in shared.",
            "The fixtures move from the old package to the one in shared.",
            "The fixtures move from the one in shared to the old package.",
        ),
        (
            "Copy the seeds in the lab folder over to the ones in vault.",
            "The seeds in the lab folder are copied over to the ones in vault.",
            "Copy the seeds in vault over to the ones in the lab folder.",
        ),
        (
            "My cousin collects the parcel from the neighbour.",
            "The parcel is collected from the neighbour by my cousin.",
            "The neighbour collects the parcel from my cousin.",
        ),
        (
            "Paint the doors while I'm away and the fence when I'm back.",
            "The doors are painted while I'm away and the fence when I'm back.",
            "The fence is painted while I'm away and the doors when I'm back.",
        ),
        (
            "Not having a lift in the annex is acceptable for a year.",
            "Lacking a lift in the annex is acceptable for a year.",
            "Lacking a lift in the annex is unacceptable for a year.",
        ),
        (
            "The lease isn't valid until both cousins sign.",
            "Until both cousins sign, the lease isn't valid.",
            "The lease is valid until both cousins sign.",
        ),
        (
            "Fetch the two stamped forms from the Porto office.",
            "The two stamped forms are fetched from the Porto office.",
            "Fetch the two stamped forms to the Porto office.",
        ),
        (
            "Ask Dr. Vale for the plates after the holiday.",
            "After the holiday, ask Dr. Vale for the plates.",
            "Dr. Vale will ask us for the plates after the holiday.",
        ),
        (
            "Every refund must be confirmed by me.",
            "Every refund has to be confirmed by the user.",
            "Every refund must be confirmed by the agent.",
        ),
        (
            "Ilse may unlock the vault at night.",
            "At night, Ilse may unlock the vault.",
            "Anybody but Ilse may unlock the vault at night.",
        ),
        (
            "For members keep the welcome banner, for everyone else leave it out.",
            "Keep the welcome banner for members and leave it out for everyone else.",
            "For members leave the welcome banner out, for everyone else keep it.",
        ),
        (
            "Pay the deposit by the time the boat arrives.",
            "The deposit is paid before the boat arrives.",
            "Pay the deposit once the boat arrives.",
        ),
        (
            "The oven heats first, then the dough goes in.",
            "The dough goes in only once the oven heats.",
            "The dough goes in first, then the oven heats.",
        ),
    ],
)
def test_what_changed_places_is_not_retained(said: str, faithful: str, turned: str) -> None:
    """The same words in the same parts are."""
    assert verdict(said, faithful) in RETAINED
    assert verdict(said, turned) not in RETAINED


def test_the_same_order_may_name_the_later_thing_first() -> None:
    """The exchanged position is then no error; a change inside one of the two is."""
    said = "Test rigs get flashed ahead of the fleet."
    assert verdict(said, "The fleet is flashed after the test rigs.") in RETAINED
    within = "Ferry the goats to the sheep before the storm."
    assert verdict(within, "Ferry the sheep to the goats before the storm.") not in RETAINED


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("no earlier than the vote", "after"),
        ("not before the vote", "after"),
        ("no later than the vote", "before"),
        ("no later than Friday", "under"),
        ("no later than 17:00", "under"),
    ],
)
def test_bounds_of_time_are_an_order_unless_a_date_follows(text: str, tag: str) -> None:
    """A deadline limits; it comes before nothing that is named."""
    assert words(text)[0].tag == tag


ORDERS = (
    (
        "Keep the old kiosk until the new one is wired.",
        "Until the new kiosk is wired the old one is kept.",
        "Keep the old kiosk once the new one is wired.",
    ),
    (
        "Don't empty the tank before the inspector has left.",
        "The tank is emptied only after the inspector has left.",
        "Empty the tank before the inspector has left.",
    ),
    (
        "Wait with the harvest till the rain has stopped.",
        "The harvest is done once the rain has stopped.",
        "The harvest is done before the rain has stopped.",
    ),
    (
        "1. rinse the jars 2. boil the syrup 3. fill the jars up",
        "Rinse the jars, then boil the syrup, and lastly fill up the jars.",
        "1. boil the syrup 2. rinse the jars 3. fill the jars up",
    ),
    (
        "Step 1: weigh the parcel. Step 2: print the stamp.",
        "Weigh the parcel, then print the stamp.",
        "Step 1: print the stamp. Step 2: weigh the parcel.",
    ),
    (
        "Mow the meadow, rake the hay, then press the bales, in this order.",
        "The order is: mow the meadow, rake the hay, then press the bales.",
        "Rake the hay, mow the meadow, then press the bales.",
    ),
    (
        "First tell the choir, then the organist, finally the press.",
        "The choir is told first, then the organist, and the press in the end.",
        "First tell the organist, then the choir, finally the press.",
    ),
    (
        "Rinse the beans, grind them, then brew.",
        "It is brewed last, after the beans were rinsed and ground, in that order.",
        "The beans are rinsed last, after they were ground and it was brewed.",
    ),
    (
        "Oil the hinge, and not until then hang the door.",
        "The door is hung after the hinge was oiled.",
        "Hang the door, and not until then oil the hinge.",
    ),
)
ROLES = (
    (
        "Their captain steers the boat and our captain navigates.",
        "The boat is steered by their captain, ours navigates.",
        "Our captain steers the boat and their captain navigates.",
    ),
    (
        "My aunt has to sign the lease, I only forward it.",
        "The lease is signed by my aunt; I only pass it on.",
        "I have to sign the lease, my aunt only forwards it.",
    ),
    (
        "Let them print the tickets, we print the posters.",
        "They print the tickets, the posters are printed by us.",
        "Let us print the tickets, they print the posters.",
    ),
    (
        "Only the harbour master may move the buoys.",
        "The buoys may be moved by nobody but the harbour master.",
        "Only the fishermen may move the buoys.",
    ),
)


def in_pieces(said: str, stated: str) -> Retention:
    """The verdict if the statement's sentences are compared one by one too."""
    wanted = CapturedItem(item_id="cap_1", kind="decision", text=said, status="in_force", origin="phrase")
    item = Item(kind=ItemKind.DECISION, text=stated)
    return judge(
        wanted, tuple(ArtifactStatement(statement(each), item) for each in pieces(stated)), None, even
    ).verdict


@pytest.mark.parametrize(("said", "faithful", "turned"), (*ORDERS, *ROLES))
def test_order_and_roles_are_compared_however_they_are_worded(said: str, faithful: str, turned: str) -> None:
    """A faithful statement is not called altered, a turned one not retained."""
    assert in_pieces(said, faithful) in (*RETAINED, Retention.UNCERTAIN)
    assert in_pieces(said, turned) not in RETAINED
