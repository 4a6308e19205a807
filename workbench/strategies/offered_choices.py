"""Entries of a list that state no fact: choices, steps to reproduce, phases that a prompt prescribes.

A choice is under a line that offers, a step under one that says what the steps are for. Alone, each reads
like something that is to be done or was done.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from gates.artifact import Item
from gates.source import EventKind, SourceEvent
from workbench.facts.directives.directives import document_start

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
"""A heading or an introduction of steps to reproduce a fault."""


_PHASE = re.compile(
    r"[ \t#*_-]{0,8}(?:phase|step|stage|part) \d{1,2}(?:\.\d{1,2})?[.:)]?[ \t*_]{0,4}", re.IGNORECASE
)
_NUMBER = re.compile(r"[ \t#*_-]{0,8}\d{1,2}[.:)][ \t*_]{1,4}")
_FIRST_PHASE = re.compile(
    r"^[ \t#*_-]{0,8}(?:phase|step|stage|part) \d{1,2}[.:)][ \t*_]{1,4}[A-Z]{3}", re.MULTILINE | re.I
)
_TITLED = re.compile(r"(?:[A-Z]{4,}|[A-Z]{2,}(?= [A-Z]{2,}))(?: [A-Z]{2,}){0,3}: ?\S")
"""The title of a phase, in capitals."""


def on_a_menu(events: Sequence[SourceEvent], item: Item) -> bool:
    """Return whether an item is one of the choices that the agent offers the user."""
    return _each_is(_in_menu, events, item)


def of_steps(events: Sequence[SourceEvent], item: Item) -> bool:
    """Return whether an item is a step to reproduce a fault, in a list of the agent."""
    return _each_is(is_step, events, item)


def is_step(event: SourceEvent, at: int) -> bool:
    """Return whether a place of the agent's words is in a list of steps to reproduce a fault."""
    return event.kind is not EventKind.USER and _STEPS.match(_lead(event.text, at)) is not None


def of_phases(events: Sequence[SourceEvent], item: Item) -> bool:
    """Return whether an item is the title of a phase that a prompt prescribes for any task."""
    return _each_is(is_phase, events, item)


def is_phase(event: SourceEvent, at: int) -> bool:
    """Return whether a place of a prompt is the title of a phase that it prescribes for any task."""
    text = event.text
    line = text.rfind("\n", 0, at) + 1
    phase = _PHASE.match(text, line)
    label = phase or _NUMBER.match(text, line)
    if event.kind is not EventKind.USER or label is None or at > label.end():
        return False
    if _TITLED.match(text, label.end()) is None:
        return False
    # The last of them may have only its number.
    return phase is not None or _FIRST_PHASE.search(text, 0, line) is not None


def in_document(event: SourceEvent, at: int) -> bool:
    """Return whether a place of a message is in a plan or another pasted document with headings."""
    start = document_start(event.text)
    return at >= start and event.text[start:].lstrip().startswith("#")


def _each_is(entry: Callable[[SourceEvent, int], bool], events: Sequence[SourceEvent], item: Item) -> bool:
    """Return whether every place that an item is linked to is such an entry."""
    linked = ((events[link.ordinal], link.quote) for link in item.links)
    return bool(item.links) and all(entry(event, event.text.find(quote)) for event, quote in linked)


def _in_menu(event: SourceEvent, at: int) -> bool:
    """Return whether the list at a place of the agent's message has an introduction that offers."""
    if event.kind is not EventKind.ASSISTANT:
        return False
    lead = _lead(event.text, at)
    return lead.endswith((":", "?", ":**")) and _MENU.search(lead) is not None


def _lead(text: str, at: int) -> str:
    """Return the line before the list that has an entry at a place; empty if there is none."""
    line = text.rfind("\n", 0, at) + 1
    if at < 0 or not _LISTED.match(text, line):
        return ""
    lines = (before for before in reversed(text[:line].split("\n")) if before.strip())
    return next((before.rstrip() for before in lines if not _LISTED.match(before)), "")
