"""Items of a model that tell as done what the tools of the session did not do are noted or dropped."""

from __future__ import annotations

import pytest

from tests.facts.session import SESSION, Script
from tests.models.answers import item, items
from tests.strategies.modelled.fact_pairs import FACTS, FactPair
from workbench.models.base import ModelAnswer
from workbench.strategies.modelled.answered import items_in
from workbench.strategies.modelled.sourcing import RefusedParts, Sources


def noted(pair: FactPair) -> bool:
    """Return whether the item is dropped, or kept with a warning."""
    events, dropped = tuple(pair.session().events), RefusedParts()
    kind, status = ("open_work", "done") if pair.kind == "done" else (pair.kind, None)
    stated = item(kind, pair.text, (len(events) - 1, pair.quote), status=status)
    given = items_in(ModelAnswer(items(stated))).items[0]
    return Sources(SESSION, events, events).item(given, dropped) is None or bool(dropped.notes)


@pytest.mark.parametrize(("half", "unnoticed"), [(0, 2), (1, 3)])
def test_what_the_tools_did_not_do_is_noted(half: int, unnoticed: int) -> None:
    """Wrong items that pass unnoticed (4 of 5 without the tools); no right one is noted.

    No rule was made with half 1.
    """
    of_half = [pair for pair in FACTS if pair.half == half]
    assert len(of_half) == 10
    assert sum(not noted(pair) for pair in of_half if not pair.right) <= unnoticed
    assert [pair.text for pair in of_half if pair.right and noted(pair)] == []


def test_the_reason_names_what_the_tools_did() -> None:
    """A person reads which run or command is missing."""
    dropped = RefusedParts()
    made = Script()
    made.run("git status", "modified: buoys.txt")
    said = "The buoys lie in their new places."
    made.agent(said)
    events = tuple(made.events)
    given = items_in(ModelAnswer(items(item("open_work", f"Push {said}", (2, said), status="done")))).items[0]
    assert Sources(SESSION, events, events).item(given, dropped) is not None
    (note,) = dropped.notes
    assert 'it claims "pushed", but no command up to [2] does it and nobody says so' in note
