"""The choice of ledger items: retracted work and repeated statements are left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gates.artifact import Item, ItemKind
from gates.source import EventKind, SourceEvent
from workbench.facts.directives.directed import acts
from workbench.facts.spans import fold
from workbench.facts.superseding.reversal import undoes_turn
from workbench.strategies.historian.ledger import as_line
from workbench.strategies.historian.transcript import TranscriptTurn
from workbench.strategies.page.objections import Objections

_NUMBER = re.compile(r"^(?:\d{1,3}[.)]|[-*+•]) ")
"""The number or the bullet before a list entry."""


def withdrawn(events: Iterable[SourceEvent]) -> list[range]:
    """Return the ordinals of the turns whose work the next message undid: `put it back as it was`."""
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


def still_holds(item: Item, gone: Sequence[range], objections: Objections | None = None) -> bool:
    """Return whether a claim has a source other than undone work, and the human's next message accepts it."""
    if item.kind is not ItemKind.CLAIM or not item.links:
        return True
    if objections is not None and objections.reject(item.links[-1].ordinal, item.text):
        return False
    return not all(any(link.ordinal in turn for turn in gone) for link in item.links)


def retold(items: Iterable[Item]) -> list[Item]:
    """Return the items that put a sentence of a reply into other words, as a model does."""
    return [item for item in items if not any(_is_quoted(item.text, link.quote) for link in item.links)]


def _is_quoted(text: str, quote: str) -> bool:
    """Return whether a text is in a quote, as it is written or on one line."""
    return fold(text) in fold(quote) or text in as_line(quote)


def of_same_words(item: Item, others: Iterable[Item]) -> bool:
    """Return whether a claim has the same source sentence as another claim, which already states it."""
    if item.kind is not ItemKind.CLAIM:
        return False
    return any(_share(item, other) for other in others if other.kind is ItemKind.CLAIM and other != item)


def _share(one: Item, other: Item) -> bool:
    """Return whether all quotes of one claim are within those of the other, in either direction."""
    return _within(one, other) or _within(other, one)


def _within(one: Item, other: Item) -> bool:
    places = [(link.ordinal, fold(link.quote)) for link in other.links]
    return bool(one.links) and all(
        any(link.ordinal == ordinal and fold(link.quote) in words for ordinal, words in places)
        for link in one.links
    )


def without_parts(items: Sequence[Item]) -> list[Item]:
    """Return the items without claims that are the beginning or a part of another item."""
    texts = [_NUMBER.sub("", item.text).rstrip(" .") for item in items]
    return [item for n, item in enumerate(items) if item.kind is not ItemKind.CLAIM or not _inside(n, texts)]


def _inside(n: int, texts: Sequence[str]) -> bool:
    """Return whether a text is part of a longer one."""
    return any(len(texts[n]) < len(other) and texts[n] in other for other in texts)


def recorded(found: Sequence[Item], older: Sequence[TranscriptTurn], most: int) -> list[Item]:
    """Return changed files, at most so many of those that were changed last, and failures."""
    created = {e.label for turn in older for e in turn.given.turn_entities if e.action == "created"}
    files = [item for item in found if item.kind is ItemKind.ARTIFACT_REF]
    left_out = files[: max(0, len(files) - most)]
    return [_record(item, created) for item in found if item not in left_out]


def _record(item: Item, created: set[str]) -> Item:
    """Return a changed file as created or updated; a failure unchanged."""
    path = item.text.partition(" (last ")[0]
    if item.kind is not ItemKind.ARTIFACT_REF:
        return item
    return item.model_copy(update={"text": f"{'Created' if path in created else 'Updated'} {path}"})
