"""What of the ledger is not stated: what was taken back, and what is said of the same words twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gates.artifact import Item, ItemKind
from gates.source import EventKind, SourceEvent
from workbench.facts.directives.directed import acts
from workbench.facts.spans import fold
from workbench.facts.superseding.reversal import undoes_turn


def taken_back(events: Iterable[SourceEvent]) -> list[range]:
    """Ordinals of the turns whose work the message after them took back: `put it back as it was`."""
    found: list[range] = []
    opened, acted = -1, False
    for event in events:
        if event.sidechain is not None:
            continue
        if event.kind is EventKind.USER:
            if acted and undoes_turn(event.text):
                found.append(range(opened + 1, event.ordinal))
            opened, acted = event.ordinal, False
        acted = acted or acts(event)
    return found


def still_holds(item: Item, gone: Sequence[range]) -> bool:
    """Whether a claim rests on anything beside work that was taken back."""
    if item.kind is not ItemKind.CLAIM or not item.links:
        return True
    return not all(any(link.ordinal in turn for turn in gone) for link in item.links)


def retold(items: Iterable[Item]) -> list[Item]:
    """Those that tell a sentence of a reply in other words than its own, as a model does."""
    return [item for item in items if not any(fold(item.text) in fold(link.quote) for link in item.links)]


def of_same_words(item: Item, others: Iterable[Item]) -> bool:
    """Whether a claim rests on the sentence of another one, which says it already."""
    if item.kind is not ItemKind.CLAIM:
        return False
    return any(_share(item, other) for other in others if other.kind is ItemKind.CLAIM and other != item)


def _share(one: Item, other: Item) -> bool:
    """Whether all that one claim rests on stands in the words of the other, or the other way round."""
    return _within(one, other) or _within(other, one)


def _within(one: Item, other: Item) -> bool:
    places = [(link.ordinal, fold(link.quote)) for link in other.links]
    return bool(one.links) and all(
        any(link.ordinal == ordinal and fold(link.quote) in words for ordinal, words in places)
        for link in one.links
    )
