"""A summary that was written before the newest events of its range: what they overtake is left out."""

from __future__ import annotations

import pytest

from gates.artifact import Item, ItemKind, Origin, parse
from gates.source import EventKind, SourceEvent, SourceLink, SourceRange, ToolAction, ToolFact, make_link
from tests.facts.session import SESSION
from tests.strategies.source import Source
from workbench.strategies.base import DraftRequest, as_artifact
from workbench.strategies.native import NativeStrategy, NativeSummary
from workbench.strategies.since_summary import overtaken_items

LAST = 1
"""The last event that the summary replaces."""


def events() -> list[SourceEvent]:
    """A session whose last three events stay: an edit with its result, and a report."""
    edit = ToolFact("Edit", "e1", ToolAction.CHANGE, "port/ledger.py", None)
    kinds = [
        (
            EventKind.USER,
            "Port the ledger: read_rows must add up cents, and print_rows must align them.",
            None,
        ),
        (
            EventKind.ASSISTANT,
            "The columns of print_rows are still ragged in the printer of the ledger.",
            None,
        ),
        (EventKind.TOOL_CALL, "def read_rows(path): return sum(cents(path))", edit),
        (EventKind.TOOL_RESULT, "updated", edit),
        (EventKind.ASSISTANT, "The columns of print_rows are straight now; both are ported.", None),
    ]
    return [
        SourceEvent(ordinal=n, kind=kind, text=text, native_id=f"n{n}", turn=1, tool=tool)
        for n, (kind, text, tool) in enumerate(kinds)
    ]


def to(ordinal: int) -> tuple[SourceLink, ...]:
    """A link to the beginning of an event."""
    return (make_link(SESSION, ordinal, events()[ordinal].text, 0, 20),)


def claim(text: str, ordinal: int) -> Item:
    """A claim of the summary with its best passage."""
    return Item(kind=ItemKind.CLAIM, text=text, links=to(ordinal))


def work(text: str, ordinal: int | None, done: bool = False) -> Item:
    """Work of the summary with its best passage, if it has one."""
    links = () if ordinal is None else to(ordinal)
    return Item(kind=ItemKind.OPEN_WORK, text=text, status="done" if done else "open", links=links)


@pytest.mark.parametrize(
    ("item", "later"),
    [
        (work("Align the columns of print_rows", 4), 4),
        (claim("The columns are still ragged", 4), 4),
        (work("Complete `read_rows` in ledger.py", None), 2),
        (claim("Ledger reader: `read_rows` needs updating", 0), 2),
        (work("Align the columns of print_rows", 4, done=True), None),
        (claim("The columns are straight", 4), None),
        (claim("The columns are still ragged", 1), None),
        (work("Complete `print_rows` in ledger.py", None), None),
        (work("Complete `read_rows` in rows.py", None), None),
        (work("Complete `read_rows`", 0), None),
    ],
)
def test_what_later_events_tell_is_overtaken(item: Item, later: int | None) -> None:
    """Open work and passing states, by a passage or an edit after them; all else stays true."""
    source = SourceRange(SESSION, 0, 4, frozenset({2, 3, 4}))
    found = overtaken_items([item], source, events())
    assert [each.ordinal for each in found] == ([] if later is None else [later])
    assert not overtaken_items([item], SourceRange(SESSION, 0, 4, frozenset({1})), events())


def test_a_refused_edit_overtakes_nothing() -> None:
    """The work is open as before."""
    made = events()
    tool = ToolFact("Edit", "e1", ToolAction.CHANGE, "port/ledger.py", True)
    made[3] = SourceEvent(
        ordinal=3, kind=EventKind.TOOL_RESULT, text="refused", native_id="n3", turn=1, tool=tool
    )
    source = SourceRange(SESSION, 0, 4, frozenset({2, 3, 4}))
    assert not overtaken_items([work("Complete `read_rows` in ledger.py", None)], source, made)


def test_a_native_draft_lists_what_is_overtaken() -> None:
    """It says which event tells a later state; what still holds stays, and so does an only statement."""
    source = Source(tuple(events()), SourceRange(SESSION, 0, 4, frozenset({2, 3, 4})))
    past = work("Align the columns of print_rows", 4)
    rule = Item(kind=ItemKind.CLAIM, text="read_rows must add up cents", links=to(0))
    for items, gone in (((past, rule), [past.text]), ((past,), [])):
        request = DraftRequest(source.range, source.events, objective="Port the ledger")
        summary = as_artifact(request, items, "imported", Origin.DRAFTED)
        report = source.judge(summary)
        found = NativeSummary(summary, summary.artifact_id, report, source.index(), source.capture)
        made = NativeStrategy(found).draft(request)
        listed = [each for each in made.dropped if each.rule == "state_passed"]
        assert [each.text for each in listed] == gone
        assert all("event 4" in each.reason for each in listed)
        assert set(gone).isdisjoint(each.text for each in parse(made.payload).items)
