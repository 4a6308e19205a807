"""Messages that the user took back: interrupted before the agent said or did anything, and then sent another.

That is how a paste of the wrong text or a half-written request is replaced. Nothing of such a message
binds, and it is no request either. Where the next message only goes on with it (`continue`, `and also ...`),
it stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from gates.language.opening import CONFIRMATIONS
from gates.source import EventKind, SourceEvent

_INTERRUPTED = re.compile(r".{0,200}?(?:\[Request interrupted|<turn_aborted>)", re.IGNORECASE | re.DOTALL)
"""How the harness notes that the user stopped the agent, at the beginning of an event."""
_GOES_ON = re.compile(
    r"\W{0,4}(?:sorry,? |ok(?:ay)?,? |oh,? |wait,? ){0,3}"
    r"(?:continue|carry on|go on|go ahead|proceed|resume|keep going|do it|same|also|and|as well|plus|"
    r"additionally|in addition|p\.?s\b|one more|another thing|i forgot|forgot to)\b",
    re.IGNORECASE,
)
"""How a message begins that adds to the one before it."""
_WORD = re.compile(r"[a-z']+")


def notes_interruption(event: SourceEvent) -> bool:
    """Whether an event is the harness's note that the user stopped the agent."""
    return event.tool is None and _INTERRUPTED.match(event.text) is not None


def next_of(held: list[SourceEvent], event: SourceEvent) -> list[SourceEvent]:
    """What is sure once an event follows those held; `held` is changed to what still waits.

    Held are a message of the human and what the harness put behind it, while the agent has said and done
    nothing since. A message that is taken back is left out; what the harness said beside it is not.
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
    """The events in order, without messages that were taken back."""
    held: list[SourceEvent] = []
    for event in events:
        yield from next_of(held, event)
    yield from held


def withdrawn(events: Iterable[SourceEvent]) -> frozenset[int]:
    """The ordinals of the messages that were taken back."""
    stated_at, current = set[int](), set[int]()
    held: list[SourceEvent] = []
    for event in events:
        if event.kind is EventKind.USER:
            stated_at.add(event.ordinal)
        current.update(each.ordinal for each in next_of(held, event) if each.kind is EventKind.USER)
    current.update(each.ordinal for each in held)
    return frozenset(stated_at - current)


def _replaces(event: SourceEvent, held: list[SourceEvent]) -> bool:
    """Whether a message stands in the place of the one held, which was interrupted at once."""
    if not any(map(notes_interruption, held[1:])) or _GOES_ON.match(event.text):
        return False
    words = _WORD.findall(event.text[:2_000].casefold())
    return not CONFIRMATIONS.issuperset(words) if words else False
