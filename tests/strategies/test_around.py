"""An existing summary as a draft of a requested size: repetitions are dropped first."""

from __future__ import annotations

from dataclasses import replace

from gates.artifact import Item, ItemKind
from gates.source import make_link
from tests.facts.session import SESSION, Script
from tests.strategies.test_page_endings import REPORT, finished, request
from workbench.strategies.page.around import _stated_twice, extend
from workbench.strategies.page.choosing import Chooser
from workbench.strategies.page.statements import given, statements
from workbench.strategies.page.units import units


def test_what_yields_is_not_taken_again() -> None:
    """Its room is free, and nothing that fills it is the same statement."""
    made = request(finished())
    chooser = Chooser(statements(made), units(made), 200)
    chooser.fill(200, frozenset())
    first, used = chooser.choice.items[0], chooser.choice.used
    chooser.drop([first])
    assert chooser.choice.used == used - chooser.statements[first].size
    chooser.fill(200, frozenset())
    assert first not in chooser.choice.items


def test_a_claim_that_a_kept_event_says_in_full_yields() -> None:
    """The linked event does not matter; claims stated nowhere else and counted items stay."""
    made = request(finished())
    text = made.events[0].text
    link = make_link(SESSION, 0, text, 0, len(text))
    again = REPORT.partition(". ")[2]
    said, fresh, counts = (
        replace(given(Item(kind=ItemKind.CLAIM, text=words, links=(link,))), group=group)
        for words, group in (
            (again, "given"),
            ("Ann looks after the ledger in April", "given"),
            (again, "counted"),
        )
    )
    for stated, twice in (([said, fresh], [0]), ([fresh], []), ([counts, fresh], [])):
        chooser = Chooser(stated, units(made), 4_000)
        chooser.force(range(len(stated)), 4_000)
        chooser.keep_last_answer(4_000)
        assert _stated_twice(made, chooser) == twice


def test_what_a_human_said_yields_to_a_human_s_message_alone() -> None:
    """The agent's report that has the same words is the agent's word for it."""
    made = request(finished())
    text = made.events[0].text
    link = make_link(SESSION, 0, text, 0, len(text))
    for words, speaker, twice in (
        (REPORT.partition(". ")[2], "user", []),
        (REPORT.partition(". ")[2], "agent", [0]),
        (text, "user", [0]),
    ):
        item = Item.model_validate(
            {"kind": "claim", "text": words, "speaker": speaker, "links": [link.model_dump()]}
        )
        chooser = Chooser([given(item)], units(made), 4_000)
        chooser.force([0], 4_000)
        chooser.keep_last_answer(4_000)
        chooser.keep([n for n, unit in enumerate(chooser.units) if 0 in unit.ordinals], 4_000)
        assert _stated_twice(made, chooser) == twice


def test_what_binds_comes_before_events_that_already_stay() -> None:
    """In a small room the newest events that stay would leave none for a rule stated before them."""
    script = Script()
    rule = "Never round the cents of a row when you port the printer of the ledger to the new reader."
    script.user(rule)
    for month in ("March", "April", "May"):
        script.agent(f"The rows of {month} are printed as they were by the older printer of the ledger.")
    made = request(script)
    for most in range(160, 440, 40):
        found = extend(made, (), most, frozenset(), again=frozenset({1, 2, 3}))
        assert rule in [item.text for item in found.items]
    assert found.kept
