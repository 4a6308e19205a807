"""Statements of a range's messages that are not binding in form: facts, wishes, promises, noted points.

A later statement about the same thing replaces the earlier one. In plain conversation these are most of a
memory; in a session of work they fill the room that is left.
"""

from __future__ import annotations

from collections.abc import Sequence

from gates.artifact import Item, ItemKind
from gates.language.similarity import statement
from gates.source import EventKind
from gates.withdrawn import without_withdrawn
from workbench.facts.commitment import Basis
from workbench.facts.reading import bound
from workbench.facts.spans import EventWords
from workbench.strategies.base import DraftRequest
from workbench.strategies.memory.extractive import heading_of, is_promise, stated_in
from workbench.strategies.memory.merging import adds_little, is_replaced_by, restates, stated_of, topic
from workbench.strategies.memory.stated_index import StatedIndex
from workbench.strategies.memory.summary_text import Heading, SummaryBullet
from workbench.strategies.page.obsolete import outlived
from workbench.strategies.page.past import passed_events
from workbench.strategies.page.statement import PageStatement, made_of
from workbench.strategies.statements import Writer

KINDS = {
    Heading.FACTS: ItemKind.CONSTRAINT,
    Heading.GOALS: ItemKind.DECISION,
    Heading.DECISIONS: ItemKind.DECISION,
    Heading.OPEN: ItemKind.OPEN_WORK,
    Heading.ARTIFACTS: ItemKind.ARTIFACT_REF,
}


def heading_of_item(item: Item) -> Heading:
    """Return the heading of an item in a summary."""
    if item.kind in (ItemKind.OPEN_WORK, ItemKind.OPEN_QUESTION):
        return Heading.OPEN
    if item.kind is ItemKind.ARTIFACT_REF:
        return Heading.ARTIFACTS
    if item.kind is ItemKind.DECISION:
        return heading_of(item.text, Basis.REQUEST)
    return Heading.FACTS


def entry_of(item: Item) -> SummaryBullet:
    """Return an item as a bullet."""
    return SummaryBullet(heading_of_item(item), item.text)


def stated_items(request: DraftRequest, binding: Sequence[Item]) -> list[Item]:
    """Return the statements without binding force that hold at the range's end, in order.

    Of two statements about the same thing the later one stays; what a binding item says is not repeated, and
    what a later one revises is left out.
    """
    bound = [_Binding(item.links[-1].ordinal if item.links else -1, entry_of(item)) for item in binding]
    kept = StatedIndex()
    at_work = any(event.tool is not None and event.sidechain is None for event in request.seen())
    for event in without_withdrawn(request.replaced()):
        for found in stated_in(event) if event.kind in (EventKind.USER, EventKind.ASSISTANT) else ():
            entry = found.entry
            if at_work and event.kind is EventKind.ASSISTANT and is_promise(entry.source_text or entry.text):
                continue  # an agent at work does next what it announces
            kept.replace(entry)
            if stated_of(entry) is None or not entry.text:
                continue
            near = _near(bound, entry)
            over = any(each.ordinal > event.ordinal and is_replaced_by(entry, each.entry) for each in near)
            known = any(restates(each.entry, entry) or _repeats(entry, each.entry) for each in near)
            if not over and not known and not kept.restated(entry):
                kept.add(entry, EventWords(event.ordinal, found.start, found.end))
    writer = Writer(request.source.session_id, request.seen(), request.source.start)
    placed = [
        made_of(_of_entry(writer.stated(words), entry), [words], 0.0, "likely")
        for entry, words in kept.placed()
    ]
    items = [each.item for each in (_at_the_end(request, placed) if at_work else placed)]
    return [item for item in items if not writer.unclear(item)]


def _at_the_end(request: DraftRequest, found: Sequence[PageStatement]) -> list[PageStatement]:
    """Return what still holds at the end of work, without remarks that later, committed work left behind.

    What the capture calls superseded is left out, too.
    """
    passed = passed_events(request)
    over = outlived(request, found, passed)
    counted = bound(request.seen(), request.source.start).counted
    old = [words for each in counted if each.status == "superseded" for words in each.words]
    return [
        each
        for each, o in zip(found, over, strict=True)
        if not (o or passed.is_behind(each.places[0].ordinal) or any(map(each.places[0].overlaps, old)))
    ]


class _Binding:
    """A binding item that is already in the memory."""

    def __init__(self, ordinal: int, entry: SummaryBullet) -> None:
        self.ordinal, self.entry = ordinal, entry
        self.words = _words(entry)


def _words(entry: SummaryBullet) -> frozenset[str]:
    """Return the stems of a statement, and of the thing that it gives a value."""
    return statement(entry.text).stems | topic(entry.text)


def _near(bound: Sequence[_Binding], entry: SummaryBullet) -> list[_Binding]:
    """Return the binding entries that share a word with a statement; no other can restate or replace it."""
    words = _words(entry)
    return [each for each in bound if not words or not each.words or not words.isdisjoint(each.words)]


def _repeats(stated: SummaryBullet, bound: SummaryBullet) -> bool:
    """Return whether a statement adds little to a binding one under the same heading."""
    return stated.heading is bound.heading and adds_little(stated, bound)


def _of_entry(item: Item, entry: SummaryBullet) -> Item:
    kind = ItemKind.CLAIM if entry.heading is Heading.FACTS else KINDS[entry.heading]
    status = "open" if kind is ItemKind.OPEN_WORK else None
    return item.model_copy(update={"kind": kind, "text": entry.text, "speaker": None, "status": status})
