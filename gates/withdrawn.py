"""User messages that were withdrawn: interrupted before the agent acted, and followed by another message.

This is how users replace a wrong paste or a half-written request. Such a message binds nothing and is not a
request. If the next message only continues it (`continue`, `and also ...`), it is not withdrawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from gates.language.opening import CONFIRMATIONS
from gates.source import EventKind, SourceEvent

_INTERRUPTED = re.compile(r".{0,200}?(?:\[Request interrupted|<turn_aborted>)", re.IGNORECASE | re.DOTALL)
"""The harness's note that the user stopped the agent, at the beginning of an event."""
_GOES_ON = re.compile(
    r"\W{0,4}(?:sorry,? |ok(?:ay)?,? |oh,? |wait,? ){0,3}"
    r"(?:continue|carry on|go on|go ahead|proceed|resume|keep going|do it|same|also|and|as well|plus|"
    r"additionally|in addition|p\.?s\b|one more|another thing|i forgot|forgot to)\b",
    re.IGNORECASE,
)
"""Beginnings of a message that adds to the one before it."""
_WORD = re.compile(r"[a-z']+")


def notes_interruption(event: SourceEvent) -> bool:
    """Return whether an event is the harness's note that the user stopped the agent."""
    return event.tool is None and _INTERRUPTED.match(event.text) is not None


def next_of(held: list[SourceEvent], event: SourceEvent) -> list[SourceEvent]:
    """Return the events that are certain once `event` follows those in `held`; update `held` in place.

    `held` contains a human message and the harness's events after it, while the agent has not acted since. A
    withdrawn message is left out; the harness's events after it are not.
    """
    if event.sidechain is not None:
        return [event]
    if event.kind is EventKind.META and held:
        held.append(event)
        return []
    sure = list(held)
    if event.kind is EventKind.USER and held and _replaces(event, held):
        sure = held[1:]
    held.clear()
    if event.kind is EventKind.USER:
        held.append(event)
        return sure
    return [*sure, event]


def without_withdrawn(events: Iterable[SourceEvent]) -> Iterator[SourceEvent]:
    """Yield the events in order, without withdrawn messages."""
    held: list[SourceEvent] = []
    for event in events:
        yield from next_of(held, event)
    yield from held


def withdrawn(events: Iterable[SourceEvent]) -> frozenset[int]:
    """Return the ordinals of the withdrawn messages."""
    stated_at, current = set[int](), set[int]()
    held: list[SourceEvent] = []
    for event in events:
        if event.kind is EventKind.USER:
            stated_at.add(event.ordinal)
        current.update(each.ordinal for each in next_of(held, event) if each.kind is EventKind.USER)
    current.update(each.ordinal for each in held)
    return frozenset(stated_at - current)


def _replaces(event: SourceEvent, held: list[SourceEvent]) -> bool:
    """Return whether a message replaces the one held, which was interrupted at once."""
    if not any(map(notes_interruption, held[1:])) or _GOES_ON.match(event.text):
        return False
    words = _WORD.findall(event.text[:2_000].casefold())
    return not CONFIRMATIONS.issuperset(words) if words else False
