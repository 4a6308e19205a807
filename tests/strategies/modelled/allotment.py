"""A conversation and what a reader answered when the service asked: memories, summaries, narratives.

The answers were written by hand from the messages that each request shows, as a careful model would.
"""

from __future__ import annotations

import json

from tests.models.answers import item, items

LONG = (
    "I worked through the water question. The tap on the north path delivers 11 litres a minute, so "
    "the forty plots would need most of a day. Done: I drew the rota for the four groups and saved it"
    " as the sheet Water Rota. For the dry weeks I propose to rent a tank of 2,000 litres from the "
    "nursery; that costs 60 euros a month and I have not asked them yet. The second tap would need a "
    "permit from the city, which takes about eight weeks. Should I write to the nursery?"
)

TALK = [
    ("We run an allotment with forty plots and I coordinate the volunteers.", "Good. What comes first?"),
    ("Plan the season. Never schedule work on Sundays, the neighbours complain.", "No Sundays, then."),
    ("The budget for this season is 900 euros.", "900 euros. Shall I split it by plots?"),
    ("No, by groups. There are four groups: soil, water, tools and paths.", "By the four groups, then."),
    ("Anke leads the water group, her number is on the sheet Contacts.", "I will ask her about the rota."),
    ("What about the taps?", LONG),
    ("Yes, write to the nursery, but rent nothing above 50 euros a month.", "I will write to them today."),
    ("The soil group wants compost by the first week of April.", "Compost by the first week of April."),
    ("Change that: the budget is 1,100 euros, the city added something.", "Then 1,100 euros."),
    (
        "And paths get gravel only if money is left in July.",
        "Gravel in July at the earliest, if money is left.",
    ),
    ("Did the nursery answer?", "They answered: 45 euros a month, from the second week of May."),
    (
        "Take it then. Book the tank from the second week of May.",
        "I booked the tank from the second week of May.",
    ),
]

COPIED = "Yes, write to the nursery, but rent nothing above 50 euros a month."
MEMORIES = [
    items(
        item("constraint", "The allotment has forty plots", (0, "an allotment with forty plots")),
        item(
            "constraint",
            "Work on Sundays is never scheduled; neighbours complain",
            (2, "Never schedule work on Sundays"),
        ),
        item("open_work", "Plan the season", (2, "Plan the season.")),
        item("constraint", "Season budget: 900 euros", (4, "The budget for this season is 900 euros.")),
        item("decision", "The user loves gardening", (0, "I love gardening more than anything")),
    ),
    items(
        item("constraint", "The allotment has forty plots", (0, "an allotment with forty plots")),
        item("constraint", "Work on Sundays is never scheduled", (2, "Never schedule work on Sundays")),
        item("open_work", "Plan the season", (2, "Plan the season.")),
        item("constraint", "Season budget: 900 euros", (4, "The budget for this season is 900 euros.")),
    ),
    items(
        item("constraint", "Allotment of forty plots", carries=[0]),
        item("constraint", "No work is ever scheduled on Sundays", carries=[1]),
        item("open_work", "Plan the season", carries=[3]),
        item("constraint", "Season budget: 900 euros", carries=[2]),
        item(
            "decision",
            "The budget is split by the four groups soil, water, tools, paths",
            (0, "No, by groups. There are four groups"),
        ),
        item("artifact_ref", "Sheet Water Rota", (5, "saved it as the sheet Water Rota")),
        item("constraint", "Anke leads the water group", (2, "Anke leads the water group")),
        item("open_work", "Ask the nursery about a tank, 60 euros a month", (5, "I have not asked them yet")),
    ),
    items(item("decision", COPIED, (0, COPIED))),
    items(
        item("constraint", "Allotment of forty plots", carries=[0]),
        item("constraint", "No work is ever scheduled on Sundays", carries=[1]),
        item("constraint", "Season budget: 900 euros", carries=[2]),
        item("constraint", "Anke leads the water group", carries=[3]),
        item(
            "constraint",
            "Nothing is rented above 50 euros a month",
            (0, "rent nothing above 50 euros a month"),
        ),
        item("decision", "The budget is split by four groups: soil, water, tools, paths", carries=[4]),
        item("open_work", "Plan the season", carries=[5]),
        item(
            "open_work",
            "Write to the nursery about the tank",
            (1, "I will write to them today."),
            carries=[6],
        ),
        item("artifact_ref", "Sheet Water Rota", carries=[7]),
    ),
]
"""The first invents a quotation, the fourth repeats thirteen words of a message: both are requested again."""

REPLY = json.dumps(
    {
        "summaries": [
            {
                "turn": 1,
                "summary": "Saved the rota as the sheet Water Rota and proposed to rent a tank.",
                "quote": "saved it as the sheet Water Rota",
            }
        ],
        "narrative": "",
    }
)


def narrative(text: str) -> str:
    """An answer with a narrative alone."""
    return json.dumps({"summaries": [], "narrative": text})


GOAL = "The user coordinates the volunteers of an allotment with forty plots and wants a plan for the season."
NARRATIVES = [
    narrative("The user coordinates the volunteers of an allotment. The agent asked what comes first."),
    narrative(f"{GOAL} Work on Sundays is ruled out, because the neighbours complain."),
    narrative(f"{GOAL} Work on Sundays is ruled out, and the budget is 900 euros."),
    narrative(f"{GOAL} Sundays are ruled out. The budget of 900 euros goes by the four groups."),
    narrative(f"{GOAL} Sundays are ruled out, and the budget goes by groups. Anke leads the water group."),
    narrative(f"{GOAL} Sundays are ruled out. The agent rented a tank from the nursery."),
    narrative(
        f"{GOAL} Sundays are ruled out, the budget goes by groups, and Anke leads the water group. "
        "The agent saved the Water Rota and proposed to rent a tank from the nursery."
    ),
    narrative(
        f"{GOAL} Sundays are ruled out, the budget goes by groups, and Anke leads the water group. "
        "The agent may write to the nursery about a tank, for no more than 50 euros a month."
    ),
    narrative(
        f"{GOAL} Sundays are ruled out, the budget goes by groups, and Anke leads the water group. "
        "The nursery is to be asked about a tank, and the soil group wants compost in April."
    ),
    narrative(
        f"{GOAL} Sundays are ruled out, and the budget, now 1,100 euros, goes by groups. "
        "The nursery is to be asked about a tank, and the soil group wants compost in April."
    ),
]
"""The sixth tells as done what was only proposed; the seventh is its second try."""

HISTORY = [*NARRATIVES[:2], REPLY, *NARRATIVES[2:]]
"""In the order in which a historian asks: the long reply is the sixth turn's."""
