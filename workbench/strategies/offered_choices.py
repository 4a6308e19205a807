"""The choices that the agent puts before the user: each is an entry of a list that an offer leads in."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gates.artifact import Item
from gates.source import EventKind, SourceEvent

_LISTED = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]")
_MENU = re.compile(
    r"\b(?:would you like|do you want|what (?:would|should|do)|which|options?|next steps?|you can|choose"
    r"|shall)\b",
    re.IGNORECASE,
)


def on_a_menu(events: Sequence[SourceEvent], item: Item) -> bool:
    """Whether an item is one of the choices that the agent puts before the user."""
    return bool(item.links) and all(
        _in_menu(events[link.ordinal], events[link.ordinal].text.find(link.quote)) for link in item.links
    )


def _in_menu(event: SourceEvent, at: int) -> bool:
    """Whether the list at a place of the agent's message has an introduction that offers."""
    if event.kind is not EventKind.ASSISTANT or at < 0:
        return False
    line = event.text.rfind("\n", 0, at) + 1
    if not _LISTED.match(event.text, line):
        return False
    for before in reversed(event.text[:line].split("\n")):
        if before.strip() and not _LISTED.match(before):
            return before.rstrip().endswith((":", "?", ":**")) and _MENU.search(before) is not None
    return False
