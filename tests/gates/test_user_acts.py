"""Reported acts of the user are linked to the event in which they happened, not to like words elsewhere."""

from __future__ import annotations

import pytest

from gates.artifact import Item, ItemKind
from gates.search.linking import SpanSearch, link_statement
from gates.source import EventKind, Signal, SignalEntry, SignalKind, SourceEvent, ToolAction, ToolFact
from tests.gates.build import index_of

REASON = "Do not touch the plan, the user table stays as it is"


def signalled(kind: SignalKind, text: str, said: str = "", context: str = "") -> tuple[str, Signal]:
    """One result of a tool with its signal, whose entry is `said`."""
    at = text.find(said) if said else 0
    entry = SignalEntry(said, at, at + len(said), context=context)
    return text, Signal(kind, (entry,) if said else ())


SESSION: tuple[str | tuple[str, Signal], ...] = (
    "user: I never approved the plan of last week, please write a new one",
    signalled(SignalKind.PLAN_REJECTED, "The user doesn't want to proceed: plan not accepted"),
    signalled(SignalKind.PLAN_APPROVED, "User has approved your plan. You can start: archive the tables."),
    signalled(
        SignalKind.ANSWER,
        'Answered: "Which database?"="SQLite in a file"',
        "SQLite in a file",
        "Which database should the archive use?",
    ),
    signalled(
        SignalKind.ANSWER,
        'Answered: "Which region?"="Oslo"',
        "Oslo",
        "Which region should the bucket be in?",
    ),
    signalled(SignalKind.REFUSAL, f"Rejected. The user said: {REASON}", REASON, "bash drop_users.sh"),
    "user: the plan and the database and the answer were rejected by the finance people",
    "assistant: The user answered a question about the plan; the user chose and approved it, I think.",
)


def events() -> tuple[SourceEvent, ...]:
    """The events of the session."""
    made = []
    for ordinal, each in enumerate(SESSION):
        if isinstance(each, tuple):
            text, signal = each
            target = signal.entries[0].context if signal.kind is SignalKind.REFUSAL else ""
            tool = ToolFact("Bash", f"call-{ordinal}", ToolAction.COMMAND, target, True)
            made.append(
                SourceEvent(ordinal, EventKind.TOOL_RESULT, text, f"n{ordinal}", tool=tool, signals=(signal,))
            )
        else:
            kind, _, text = each.partition(": ")
            made.append(SourceEvent(ordinal, EventKind(kind), text, f"n{ordinal}"))
    return tuple(made)


@pytest.mark.parametrize(
    ("text", "ordinal"),
    [
        ("The user approved the plan", 2),
        ("The plan was approved by the user", 2),
        ("User accepted the new plan after one round", 2),
        ("The user rejected the plan", 1),
        ("The user declined the first plan", 1),
        ("The user turned the plan down", 1),
        ("The user chose SQLite in a file for the database", 3),
        ("The user answered that the region is Oslo", 4),
        ("The user picked Oslo", 4),
        ("The user refused to let drop_users.sh run", 5),
    ],
)
def test_an_act_of_the_user_is_linked_to_the_event_in_which_it_happened(text: str, ordinal: int) -> None:
    search = SpanSearch(index_of(events()))
    links = link_statement(search, Item(kind=ItemKind.CLAIM, text=text))
    assert links and links[0].ordinal == ordinal


@pytest.mark.parametrize(
    "text",
    [
        "The user never approved the plan of last week",
        "The user has not approved the plan",
        "The user chose PostgreSQL for the billing reports",
    ],
)
def test_an_act_that_did_not_happen_is_not_linked_to_one_that_did(text: str) -> None:
    search = SpanSearch(index_of(events()))
    links = link_statement(search, Item(kind=ItemKind.CLAIM, text=text))
    assert not {link.ordinal for link in links[:1]} & {1, 2, 3, 4, 5}
