"""A captured decision or open work as an item of an artifact, in its own words and with its links."""

from __future__ import annotations

from gates.artifact import Item, ItemKind
from gates.capture import CapturedItem
from gates.search.index import SourceIndex
from gates.search.quotes import find_quote


def item_of(captured: CapturedItem, index: SourceIndex) -> Item:
    """Return the item; a decision that is verbatim in a human message has the user as speaker."""
    if captured.kind == "open_work":
        return Item(kind=ItemKind.OPEN_WORK, text=captured.text, status="open", links=captured.evidence)
    is_stated = find_quote(index, captured.text) is not None and _is_human(captured, index)
    return Item(
        kind=ItemKind.DECISION,
        text=captured.text,
        speaker="user" if is_stated else None,
        links=captured.evidence,
    )


def _is_human(captured: CapturedItem, index: SourceIndex) -> bool:
    places = [index.resolve(link) for link in captured.evidence]
    return any(p.ok and index.is_human(p.ordinal, p.start, p.end) for p in places)
