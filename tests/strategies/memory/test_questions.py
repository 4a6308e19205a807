"""A question with its answer in a memory: reported together if both fit whole, else not at all."""

from __future__ import annotations

from tests.facts.session import Script
from tests.strategies.source import whole
from workbench.facts.commitment import Basis, Commitment, CommitmentKind
from workbench.facts.spans import EventWords
from workbench.strategies.base import DraftRequest
from workbench.strategies.clauses import memory_clauses
from workbench.strategies.condensing import verbatim_run
from workbench.strategies.ranked import Offer, Offers

ANSWER = "The pump of the north well has a worn valve of 3 inches."
STATED = "The pump stood still twice."
WHOLE = f"{STATED} Why does the pump of the north well in the lower meadow stop whenever we open the pipe?"
PART = f"{STATED} Why does pump 4 of well 7 near mill 9 by field 12 stop when Marta opens pipe 3 by gate 5?"


def offered(question: str) -> list[Offer]:
    """Return a memory's offers for a session with an answered question."""
    script = Script()
    script.user("Read pumps.toml, please.")
    script.run("cat pumps.toml", "valve = worn\n" * 200)
    script.agent("The file names 3 pumps.")
    asked = script.user(question)
    script.run("cat pumps.toml", "valve = worn\n" * 200)
    script.agent(ANSWER)
    script.user("Now list the feeds that have no owner in feeds.toml, please.")
    script.run("cat feeds.toml", "alpha = none\n" * 200)
    script.agent("Two feeds have no owner: alpha and beta.")
    source = whole(script)
    offers = Offers(DraftRequest(source.range, source.events), in_short=True)
    return [offer for offer in (*offers.binding(), *offers.likely()) if asked in offer.ordinals]


def test_a_question_stands_with_its_answer_where_both_can_be_reported() -> None:
    """As one item with links to both."""
    texts = [item.text for offer in offered(WHOLE) for item in offer.items]
    assert [text.count("(the agent answered: The pump") for text in texts] == [1]


def test_a_question_that_can_be_reported_only_in_part_is_not_reported_with_its_answer() -> None:
    """A partial question beside the answer would change its meaning; it is listed as left out."""
    question = PART.removeprefix(STATED).strip()
    assert memory_clauses(PART).left_out == (question,)
    (offer,) = offered(PART)
    assert [item.text for item in offer.items] == [STATED]
    assert offer.left_out == (question,)


def test_a_question_whose_answer_cannot_be_reported_is_left_out() -> None:
    """That the user answered says nothing without the answer; a short answer is reported with it."""
    question = "Which of the pumps should I repair first?"
    long = "Pump 4 of well 7 near mill 9 by field 12 after Marta opens pipe 3 by gate 5 on day 6 of May 2."
    for answer, reported in ((long, False), ("Only pump 4 of the north well.", True)):
        script = Script()
        script.user("Read pumps.toml, please.")
        places = [script.agent(question), script.user(answer)]
        script.run("cat pumps.toml", "valve = worn\n" * 200)
        source = whole(script)
        words = [EventWords(at, 0, len(source.events[at].text)) for at in places]
        text = f"{question} {answer}"
        found = Commitment(CommitmentKind.DECISION, Basis.REPLY, text, "open", tuple(words), tuple(places))
        offers = Offers(DraftRequest(source.range, source.events), in_short=True)
        told = " ".join(item.text for item in offers._offer(found, counts=False).items)
        assert bool(told) is reported
        assert reported is ("Only pump 4" in told)


def test_an_answer_is_never_told_without_its_question() -> None:
    """A long question is shortened beside it; nothing tells the answer by itself."""
    script = Script()
    script.user("Plan the pumps of the north well, please.")
    script.answer(
        "Should we add a lock to the store of the pumps as part of this work on the new ledger of the well, "
        "or treat it as a separate concern?",
        "Include it (Recommended)",
    )
    source = whole(script)
    offers = Offers(DraftRequest(source.range, source.events), in_short=True)
    texts = [item.text for offer in offers.binding() for item in offer.items]
    (told,) = [text for text in texts if "Include it" in text or "add" in text]
    assert told.startswith("Should we add") and '"Include it (Recommended)"' in told
    assert all(verbatim_run(told, event.text) is None for event in source.events)
