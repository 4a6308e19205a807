"""Entries of a list that state no fact: choices that the agent puts before the user, steps to reproduce.

A choice stands under a line that offers, a step under one that says what the steps are for. Told alone, each
reads as something that is to be done or was.
"""

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
_STEPS = re.compile(
    r"[\s#*_\d.)]{0,16}(?:(?:minimal |exact )?(?:steps|how|way) to (?:reproduce|repro|trigger|replicate)\b"
    r"|(?:minimal )?(?:reproduction|repro|reproducing)(?: steps?| procedure)?\b|to reproduce\b)[^\n]{0,40}$",
    re.IGNORECASE,
)
"""A heading or a lead under which stands what is to be done to see a fault."""


def on_a_menu(events: Sequence[SourceEvent], item: Item) -> bool:
    """Whether an item is one of the choices that the agent puts before the user."""
    return bool(item.links) and all(
        _in_menu(events[link.ordinal], events[link.ordinal].text.find(link.quote)) for link in item.links
    )


def of_steps(events: Sequence[SourceEvent], item: Item) -> bool:
    """Whether an item is a step by which a fault is seen, as the agent lists it."""
    return bool(item.links) and all(
        is_step(events[link.ordinal], events[link.ordinal].text.find(link.quote)) for link in item.links
    )


def is_step(event: SourceEvent, at: int) -> bool:
    """Whether a place of the agent's words stands in a list of steps to reproduce a fault."""
    return event.kind is not EventKind.USER and _STEPS.match(_lead(event.text, at)) is not None


def _in_menu(event: SourceEvent, at: int) -> bool:
    """Whether the list at a place of the agent's message has an introduction that offers."""
    if event.kind is not EventKind.ASSISTANT:
        return False
    lead = _lead(event.text, at)
    return lead.endswith((":", "?", ":**")) and _MENU.search(lead) is not None


def _lead(text: str, at: int) -> str:
    """The line that leads in the list which has an entry at a place; empty where there is none."""
    line = text.rfind("\n", 0, at) + 1
    if at < 0 or not _LISTED.match(text, line):
        return ""
    lines = (before for before in reversed(text[:line].split("\n")) if before.strip())
    return next((before.rstrip() for before in lines if not _LISTED.match(before)), "")
