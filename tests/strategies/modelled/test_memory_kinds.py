"""What a model gives a memory as a claim stays one: a fact binds nobody."""

from __future__ import annotations

import pytest

from gates.artifact import parse
from gates.source import SourceRange
from tests.facts.session import SESSION, Script
from tests.models.answers import item, items
from tests.strategies.modelled.scripted import asker
from workbench.strategies.base import DraftRequest
from workbench.strategies.modelled.memory import MemoryDrafter

SAID = "The ledger rounds each total to cents, as the shop asked for."
RULE = "Never write a total in pence."


@pytest.mark.parametrize(
    ("kind", "text", "place", "stated"),
    [("claim", SAID, 1, "claim"), ("constraint", RULE, 0, "constraint")],
)
def test_a_memory_keeps_claims_and_constraints_apart(kind: str, text: str, place: int, stated: str) -> None:
    """The offline draft does so too."""
    made = Script()
    made.user(f"{RULE} The shop closes its books in May, and its clerk reads all of them. " * 4)
    made.agent(f"{SAID} I read all of its pages to find that out, one after the other. " * 4)
    short = text.replace(", as the shop asked for", "")
    own, _, _ = asker(items(item(kind, short, (place, text))))
    request = DraftRequest(SourceRange(SESSION, 0, 1, frozenset()), tuple(made.events))
    (found,) = parse(MemoryDrafter(own).draft(request).payload).items
    assert found.kind.value == stated
