"""What the messages of a range state that binds nobody by its form: facts, wishes, promises, noted points.

A later statement about the same thing stands in place of the earlier one. In plain talk this is most of what
a memory holds; in a session of work it fills what room is left.
"""

from __future__ import annotations

from collections.abc import Sequence

from gates.artifact import Item, ItemKind
from gates.source import EventKind
from gates.withdrawn import without_withdrawn
from workbench.facts.commitment import Basis
from workbench.facts.spans import EventWords
from workbench.strategies.base import DraftRequest
from workbench.strategies.memory.extractive import heading_of, is_promise, stated_in
from workbench.strategies.memory.merging import adds_little, gives_way, restates, stated_of
from workbench.strategies.memory.summary_text import Heading, SummaryBullet
from workbench.strategies.statements import Writer

KINDS = {
    Heading.FACTS: ItemKind.CONSTRAINT,
    Heading.GOALS: ItemKind.DECISION,
    Heading.DECISIONS: ItemKind.DECISION,
    Heading.OPEN: ItemKind.OPEN_WORK,
    Heading.ARTIFACTS: ItemKind.ARTIFACT_REF,
}


def heading_of_item(item: Item) -> Heading:
    """Under which heading of a summary an item stands."""
    if item.kind is ItemKind.OPEN_WORK:
        return Heading.OPEN
    if item.kind is ItemKind.ARTIFACT_REF:
        return Heading.ARTIFACTS
    if item.kind is ItemKind.DECISION:
        return heading_of(item.text, Basis.REQUEST)
    return Heading.FACTS


def entry_of(item: Item) -> SummaryBullet:
    """An item as a bullet."""
    return SummaryBullet(heading_of_item(item), item.text)


def stated_items(request: DraftRequest, binding: Sequence[Item]) -> list[Item]:
    """What messages state that binds nobody by its form, as of the range's end, in order.

    Of two statements about the same thing the later one stays; what a binding item says is not said again,
    and what a later one revises is left out.
    """
    bound = [(item.links[-1].ordinal if item.links else -1, entry_of(item)) for item in binding]
    kept: list[tuple[SummaryBullet, EventWords]] = []
    at_work = any(event.tool is not None and event.sidechain is None for event in request.seen())
    for event in without_withdrawn(request.replaced()):
        for found in stated_in(event) if event.kind in (EventKind.USER, EventKind.ASSISTANT) else ():
            entry = found.entry
            if at_work and event.kind is EventKind.ASSISTANT and is_promise(entry.source_text or entry.text):
                continue  # what an agent at work announces, it does next
            kept = [(old, words) for old, words in kept if not gives_way(old, entry)]
            over = any(ordinal > event.ordinal and gives_way(entry, each) for ordinal, each in bound)
            known = any(restates(each, entry) or _repeats(entry, each) for _, each in bound) or any(
                restates(old, entry) for old, _ in kept
            )
            if stated_of(entry) is not None and entry.text and not over and not known:
                kept.append((entry, EventWords(event.ordinal, found.start, found.end)))
    writer = Writer(request.source.session_id, request.seen(), request.source.start)
    items = (_of_entry(writer.stated(words), entry) for entry, words in kept)
    return [item for item in items if not writer.unclear(item)]


def _repeats(stated: SummaryBullet, bound: SummaryBullet) -> bool:
    """Whether a statement says little more than what binds says under the same heading."""
    return stated.heading is bound.heading and adds_little(stated, bound)


def _of_entry(item: Item, entry: SummaryBullet) -> Item:
    kind = ItemKind.CLAIM if entry.heading is Heading.FACTS else KINDS[entry.heading]
    status = "open" if kind is ItemKind.OPEN_WORK else None
    return item.model_copy(update={"kind": kind, "text": entry.text, "speaker": None, "status": status})
