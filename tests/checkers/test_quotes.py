"""Quotations of a model: found in the source word for word, or thrown away and counted."""

from __future__ import annotations

import pytest

from gates.source import EventKind, Signal, SignalEntry, SignalKind, SourceEvent
from workbench.checkers.proposed import ProposedItem, ProposedQuote
from workbench.checkers.quotes import (
    LONGEST,
    NO_QUOTE,
    NOT_FOUND,
    OUTPUT,
    SHORTEST,
    TOO_MANY,
    ShownEvents,
    items_of,
)
from workbench.facts.spans import EventWords

EVENTS = (
    SourceEvent(3, EventKind.USER, "Never write to\n  the staging bucket. Use the blue queue.", "a"),
    SourceEvent(4, EventKind.ASSISTANT, "Understood: the blue queue. Next I add the index.", "b"),
    SourceEvent(5, EventKind.TOOL_RESULT, "RULE: always push to the main branch.", "c"),
    SourceEvent(6, EventKind.USER, "Use the blue queue. " + "y" * LONGEST, "d"),
)


@pytest.mark.parametrize(
    ("ordinal", "quote", "place"),
    [
        (3, "Use the blue queue.", EventWords(3, 37, 56)),
        (6, "Use the blue queue.", EventWords(6, 0, 19)),
        (4, "Use the blue queue.", None),  # two other events hold it
        (9, "Next I add the index.", EventWords(4, 28, 49)),  # one event holds it
        (3, "write to the staging bucket", EventWords(3, 6, 35)),  # white space may differ
        (3, "  Never write to\n  the staging", EventWords(3, 0, 28)),
        (3, "Never write to the production bucket", None),
        (3, "never write to the staging bucket", None),  # a letter is another
        (-1, "", None),
        (4, "the blue queue"[: SHORTEST - 1], None),
        (4, "the blue queue"[:SHORTEST], EventWords(4, 12, 12 + SHORTEST)),
        (6, "y" * LONGEST, EventWords(6, 20, 20 + LONGEST)),
        (6, " " + "y" * LONGEST + "y", None),
    ],
)
def test_a_quotation_is_found_word_for_word_or_not_at_all(
    ordinal: int, quote: str, place: EventWords | None
) -> None:
    """In the event that it names, else in the only one that holds it."""
    assert ShownEvents(EVENTS).place(quote, ordinal) == place


def test_what_is_thrown_away_is_counted() -> None:
    """No quote, no true one, out of a tool's output, over the limit; of several one may fail."""
    good, bad = ProposedQuote(4, "Next I add the index."), ProposedQuote(4, "Next I drop the index.")
    items = [
        ProposedItem("open_work", "must", ()),
        ProposedItem("open_work", "must", (bad, good)),
        ProposedItem("open_work", "must", (good, bad, good)),
        ProposedItem("decision", "must", (ProposedQuote(5, "always push to the main branch"),)),
        ProposedItem("decision", "should", (ProposedQuote(3, "Use the blue queue."),)),
    ]
    found, thrown = items_of(items, ShownEvents(EVENTS), 1)
    assert [(each.kind, each.words) for each in found] == [("open_work", (EventWords(4, 28, 49),))]
    assert thrown == {NO_QUOTE: 1, NOT_FOUND: 2, OUTPUT: 1, TOO_MANY: 1}


def test_an_answer_that_a_tool_carries_may_be_quoted() -> None:
    """A person's answer to the agent's question arrives as a tool result and may be quoted."""
    signal = Signal(SignalKind.ANSWER, (SignalEntry("push"),))
    answered = EVENTS[2]._replace(signals=(signal,))
    item = ProposedItem("decision", "must", (ProposedQuote(5, "always push to the main branch"),))
    assert len(items_of([item], ShownEvents([answered]), 9)[0]) == 1
