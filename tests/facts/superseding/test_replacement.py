"""A later sentence of plain talk gives another value for the same thing, in any words."""

from __future__ import annotations

import pytest

from tests.facts.session import Script
from workbench.capture import capture_range
from workbench.facts.superseding.replacement import Tie, replaces

REPLACED = [
    ("Our staging host is stg-4.", "", "The staging box is now stg-7.", Tie.VALUE),
    ("We release on Wednesdays.", "", "Releases are on Mondays now.", Tie.VALUE),
    ("We keep 14 days of logs.", "", "Legal wants 90 days of logs.", Tie.VALUE),
    ("My limit is 300 euros.", "She saw the bill.", "Scrap that, make it 200.", Tie.LEANS),
    ("My dentist is Dr Falk.", "", "Dr Falk retired, I'm with Dr Osei.", Tie.NAMED),
    ("Kira takes care of the letter.", "", "Kira is on leave, Jamal takes care of the letter.", Tie.NAMED),
    ("The app uses Redux for state.", "", "We've replaced Redux with Zustand.", Tie.NAMED),
    ("Main course is salmon.", "The fishmonger let us down.", "Main course: duck.", Tie.WORDS),
    ("Guests come in by the door.", "", "Guests come in by the gate.", Tie.WORDS),
    ("The sauce has two cloves of garlic.", "Ben complained.", "One clove.", Tie.LEANS),
    ("rehearsals are at 7 pm", "", "after the summer break we begin at 7:30", Tie.LEANS),
    ("The late fee is 20 cents a day.", "", "The council abolished the late fee.", Tie.NAMED),
    ("Lunch is at noon.", "", "Could you move lunch to 12:30?", Tie.VALUE),
    ("We store the tapes for 90 days.", "The shelf is full.", "30 days and not more", Tie.ALONE),
    ("My check-up is on 4 June.", "The nurse rang.", "They need to see me on 9 June.", Tie.ALONE),
    ("My report is due on 4 June.", "", "The boss was kind, so the deadline is 9 June.", Tie.VALUE),
    ("The hut has 14 square metres.", "", "I was wrong, it's 12 square metres.", Tie.VALUE),
    ("My ticket is BK-2214.", "That was the old one.", "The right number is BK-8871.", Tie.ALONE),
    ("Our main host is web-ab-02.", "Failover.", "web-ab-05 is main.", Tie.ALONE),
    ("The door is painted teal.", "", "The door is painted maroon now.", Tie.VALUE),
    ("Orders above 20k need a sign-off.", "", "Sign-off kicks in at 10k now.", Tie.VALUE),
    ("Ravi owns the north.", "Ravi quit.", "Ines has the north.", Tie.NAMED),
    ("Keep the posters to 40 cm.", "", "Scrap the 40, it's 60 now.", Tie.NAMED),
    ("The app supports Mono 3.9 and newer.", "", "We're dropping 3.9, the least is 3.11 now.", Tie.NAMED),
    ("The press starts at 01:00.", "", "The paper comes late, start at 03:30.", Tie.VALUE),
    ("We wire it over ISDN.", "ISDN was too slow.", "FlexNet does it.", Tie.NAMED),
]


@pytest.mark.parametrize(("earlier", "before", "later", "tie"), REPLACED)
def test_another_value_of_the_same_replaces_it(earlier: str, before: str, later: str, tie: Tie) -> None:
    """With or without a word of change."""
    rank = replaces(later, earlier, before)
    assert rank is not None
    assert rank[0] is tie


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("The staging host is stg-4.", "The mail host is now mx-7."),
        ("Invoice 12 is due on May 3.", "Invoice 13 is due on May 9."),
        ("Use the table users_2023 for the baseline.", "Use the table users_2024 for the follow-up."),
        ("Ana prefers tabs.", "Ben prefers spaces."),
        ("The trainer is Mr Hall.", "The physio is Mrs Byrne."),
        ("Service A listens on port 80.", "Service B now listens on port 81."),
        ("Room 4 has a projector.", "Room 5 has a whiteboard now."),
        ("Keep logs for 30 days.", "Keep backups for 90 days from now on."),
        ("Bake the bread for 40 minutes.", "Bake the rolls for 18 minutes."),
        ("The nightly job takes 40 minutes.", "The hourly job takes 3 minutes."),
        ("We close at 18:00.", "What if we closed at 17:00?"),
        ("We close at 18:00.", "Could we close at 17:00 instead?"),
        ("Swimming is on Wednesdays.", "Grandma lets him swim on Sundays when she's here."),
        ("Standup is on Mondays.", "The retro moved to Fridays."),
        ("Mail goes to ann@acme.test.", "Mail goes to ann@acme.test now."),
        ("The fingers burn after ten minutes.", "I practise 20 minutes before supper."),
        ("My check-up is on 4 June.", "My wife has hers on 9 June."),
        ("We store the tapes for 90 days.", "For the vault it's 30 days."),
        ("We store the tapes for 90 days.", "It also sits 30 days."),
        ("The boss has 900 points.", "In round seven the guard has 400 points."),
        ("Keep the posters to 40 cm.", "The 45 is late, it's 60 minutes now."),
    ],
)
def test_another_thing_is_left_alone(earlier: str, later: str) -> None:
    """Another role, person, number or purpose, a question, an exception."""
    assert replaces(later, earlier) is None


@pytest.mark.parametrize(
    ("later", "replaced"),
    [
        ("They rang the brass bell on 9 June.", False),
        ("They expect brass bells on 9 June.", True),
        ("They expect shiny brass bells on 9 June.", False),
    ],
)
def test_how_much_of_its_own_a_clause_may_say_beside_a_value(later: str, replaced: bool) -> None:
    """Two words; with a third it is about something else, and what happened gives nothing that stays."""
    assert (replaces(later, "My check-up is on 4 June.") is not None) is replaced


def test_of_two_that_a_value_could_be_of_the_one_that_the_message_names_is_meant() -> None:
    """`The hall is loud. 24 lamps for it.`; where nothing is named, none of two."""
    two = "The hall has 12 lamps. The attic has 9 lamps."
    found = statuses(two, "The hall is gloomy. 24 lamps for it.")
    assert found["The hall has 12 lamps."] == "superseded"
    assert found.get("The attic has 9 lamps.") != "superseded"
    dates = "My check-up is on 4 June. My exam is on 6 June."
    assert "superseded" not in statuses(dates, "The nurse rang. They need to see me on 9 June.").values()


def statuses(*messages: str) -> dict[str, str]:
    """Return the captured statements of a human with their status."""
    script = Script()
    for message in messages:
        script.user(message)
        script.agent("All right.")
    capture = capture_range("ses_x", script.events, 0, len(script.events) - 1)
    return {item.text: item.status for item in capture.items}


def test_what_nothing_else_captured_is_superseded_when_it_is_replaced() -> None:
    """Being replaced by a later message shows that it was in force; the new value counts."""
    found = statuses(
        "We booked the Garden Hall.",
        "How do I fold napkins?",
        "The Garden Hall flooded, we're at the Barn instead.",
    )
    assert found["We booked the Garden Hall."] == "superseded"
    assert found["The Garden Hall flooded, we're at the Barn instead."] == "in_force"


def test_only_the_statement_that_fits_best_is_replaced() -> None:
    """Of two hosts the one mentioned is replaced; of equal candidates none is."""
    found = statuses("The mail host is mx-1.", "The staging host is stg-4.", "The staging host is now stg-7.")
    assert [found[f"The {name}."] for name in ("mail host is mx-1", "staging host is stg-4")] == [
        "in_force",
        "superseded",
    ]


def test_what_one_message_says_does_not_replace_itself() -> None:
    """Two values of one message are of two things."""
    found = statuses("The left door is red. The right door is blue now.")
    assert "superseded" not in found.values()


def test_a_session_with_tools_is_no_plain_talk() -> None:
    """There only words of reversal replace something."""
    script = Script()
    script.user("We keep 14 days of logs.")
    script.edit("src/a.py", "old", "new")
    script.user("Legal wants 90 days of logs.")
    capture = capture_range("ses_x", script.events, 0, len(script.events) - 1)
    assert all(item.status != "superseded" for item in capture.items)


@pytest.mark.parametrize(
    "reason", ["since Contabo's disk quota is too small", "because Contabo’s disk is full"]
)
def test_the_owner_of_another_thing_is_not_what_was_replaced(reason: str) -> None:
    """A provider whose quota is why something else changes stays chosen."""
    found = statuses(
        "Contabo, because it must be in the EU.",
        f"Hm, I changed my mind about the images: the archive server, {reason}.",
    )
    assert found["Contabo, because it must be in the EU."] == "in_force"
    assert replaces("Contabo's too slow, Netcup instead.", "We host at Contabo.") is not None


def test_a_request_to_remember_is_no_part_of_the_value() -> None:
    """Nor does its `when we ...` make the value a supposition."""
    found = statuses(
        "I'm left-handed, remember that when we pick the scissors.",
        "I trained the other hand, so ambidextrous rather than left-handed.",
    )
    assert found["I'm left-handed, remember that when we pick the scissors."] == "superseded"
