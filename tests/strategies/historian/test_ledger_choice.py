"""Claims of the ledger: one for equal words, none of withdrawn work."""

from __future__ import annotations

from gates.artifact import Item, ItemKind
from gates.source import make_link
from tests.facts.session import SESSION, Script
from workbench.strategies.historian.ledger_choice import of_same_words, retold, still_holds, withdrawn

REPLY = "I painted the gate green, which took all of Monday. The hinges are oiled. The lock is as it was."


def claim(text: str, *quotes: str, kind: ItemKind = ItemKind.CLAIM, ordinal: int = 1) -> Item:
    places = [(REPLY.index(quote), len(quote)) for quote in quotes]
    links = tuple(make_link(SESSION, ordinal, REPLY, start, start + size) for start, size in places)
    return Item(kind=kind, text=text, links=links)


PAINTED = REPLY.partition(". ")[0] + "."
OWN = claim(PAINTED, PAINTED)
TOLD = claim("Painted the gate, so that it is green.", PAINTED)


def test_of_the_same_words_the_sentence_of_a_model_stands() -> None:
    """A claim of the sentence that it tells is one too many; of other words, kinds and replies none is."""
    assert retold([OWN, TOLD]) == [TOLD]
    assert of_same_words(OWN, [TOLD])
    assert of_same_words(claim("The gate is green", "I painted the gate green"), [TOLD])
    assert not of_same_words(TOLD, [TOLD])
    for other in (
        claim("The hinges are oiled.", "The hinges are oiled."),
        claim(PAINTED, PAINTED, kind=ItemKind.DECISION),
        claim(PAINTED, PAINTED, ordinal=5),
        claim("All is done but the lock.", "The hinges are oiled.", "The lock is as it was."),
    ):
        assert not of_same_words(other, [TOLD])


def test_claims_of_work_that_was_withdrawn_do_not_hold() -> None:
    """A decision is not judged here, and what rests on anything else too holds."""
    script = Script()
    script.user("Paint the gate green.")
    script.edit("gate.txt", "red", "green")
    reply = script.agent(REPLY)
    script.user("Is it dry? Put it back as it was.")
    script.user("Put it back as it was.")
    assert withdrawn(script.events) == []
    script.edit("gate.txt", "green", "blue")
    blue = script.agent(REPLY)
    back = script.user("Put it back as it was.")
    gone = withdrawn(script.events)
    assert gone == [range(blue - 2, back)]
    assert still_holds(claim(PAINTED, PAINTED, ordinal=reply), gone)
    assert not still_holds(claim(PAINTED, PAINTED, ordinal=blue), gone)
    assert still_holds(claim(PAINTED, PAINTED, ordinal=blue, kind=ItemKind.DECISION), gone)
    both = claim(PAINTED, PAINTED, ordinal=blue).links + OWN.links
    assert still_holds(OWN.model_copy(update={"links": both}), gone)
