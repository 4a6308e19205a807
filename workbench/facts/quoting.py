"""Locates a model's quotations in the events that it was shown.

A quotation counts as words of the source, never of the model: it must occur in the event that it names, or
else in exactly one event that was shown. White space may differ; nothing else may.
"""

from __future__ import annotations

from collections.abc import Iterable

from gates.source import EventKind, SourceEvent
from workbench.facts.spans import EventWords

SHORTEST = 12
LONGEST = 600
"""Shortest and longest quotation that is accepted, in code points."""


class ShownEvents:
    """The events that a model was shown, searchable for quotations."""

    def __init__(self, events: Iterable[SourceEvent]) -> None:
        self.events = {event.ordinal: event for event in events}
        self._folded: dict[int, tuple[str, list[int]]] = {}

    def place(self, quote: str, ordinal: int) -> EventWords | None:
        """Return a quotation's place: in the event that it names, else in the only one containing it."""
        text = quote.strip()
        if not SHORTEST <= len(text) <= LONGEST:
            return None
        named = self.occurrence(text, ordinal)
        if named is not None:
            return named
        elsewhere = [found for each in self.events if (found := self.occurrence(text, each)) is not None]
        return elsewhere[0] if len(elsewhere) == 1 else None

    def occurrence(self, quote: str, ordinal: int) -> EventWords | None:
        """Return the first place of a quotation in an event's text, ignoring differences of white space."""
        event = self.events.get(ordinal)
        if event is None:
            return None
        at = event.text.find(quote)
        if at >= 0:
            return EventWords(ordinal, at, at + len(quote))
        wanted = " ".join(quote.split())
        if ordinal not in self._folded:
            self._folded[ordinal] = _folded(event.text)
        folded, places = self._folded[ordinal]
        at = folded.find(wanted)
        return EventWords(ordinal, places[at], places[at + len(wanted) - 1] + 1) if at >= 0 else None


def quotable(event: SourceEvent) -> bool:
    """Return whether an event's words can bind: all but tool output, which anybody may have written."""
    return event.kind is not EventKind.TOOL_RESULT or bool(event.signals)


def _folded(text: str) -> tuple[str, list[int]]:
    """Return the text with white space as single blanks, and the original place of each code point."""
    kept: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(text):
        if not sign.isspace():
            kept.append(sign)
            places.append(place)
        elif kept and kept[-1] != " ":
            kept.append(" ")
            places.append(place)
    return "".join(kept), places
