"""A captured decision or open work as an item of an artifact, in its own words and with its links."""

from __future__ import annotations

from gates.artifact import Item, ItemKind
from gates.capture import CapturedItem
from gates.search.index import SourceIndex
from gates.search.quotes import find_quote


def item_of(wanted: CapturedItem, index: SourceIndex) -> Item:
    """The item; a decision that stands word for word in a human message is stated as the user's."""
    if wanted.kind == "open_work":
        return Item(kind=ItemKind.OPEN_WORK, text=wanted.text, status="open", links=wanted.evidence)
    said = find_quote(index, wanted.text) is not None and _is_human(wanted, index)
    return Item(
        kind=ItemKind.DECISION, text=wanted.text, speaker="user" if said else None, links=wanted.evidence
    )


def _is_human(wanted: CapturedItem, index: SourceIndex) -> bool:
    places = [index.resolve(link) for link in wanted.evidence]
    return any(p.ok and index.is_human(p.ordinal, p.start, p.end) for p in places)
