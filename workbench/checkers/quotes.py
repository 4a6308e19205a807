"""Verification of a model's quotations against the events that it was shown.

A quotation must occur in the event that it names, or else in exactly one event of the window; then it counts
as the source's words. Only white space may differ. Any other quotation is dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from gates.capture import CaptureKind
from workbench.checkers.proposed import ProposedItem
from workbench.facts.quoting import LONGEST, SHORTEST, ShownEvents, quotable
from workbench.facts.spans import EventWords

__all__ = ["LONGEST", "SHORTEST", "QuotedItem", "ShownEvents", "items_of"]

NO_QUOTE = "without a quote"
NOT_FOUND = "with a quote that does not occur"
OUTPUT = "quoted from the output of tools"
TOO_MANY = "over the limit"


class QuotedItem(NamedTuple):
    """An item whose quotations occur in the source."""

    kind: CaptureKind
    importance: str
    words: tuple[EventWords, ...]
    """Its statement first, then the words that explain it."""


def items_of(
    given: Iterable[ProposedItem], shown: ShownEvents, most: int
) -> tuple[list[QuotedItem], Counter[str]]:
    """Return the items whose quotations occur, and the number of rejected entries by reason."""
    thrown: Counter[str] = Counter()
    found: list[QuotedItem] = []
    for item in given:
        if not item.quotes:
            thrown[NO_QUOTE] += 1
            continue
        places = [shown.place(quote.text, quote.event) for quote in item.quotes]
        first = places[0]
        thrown[NOT_FOUND] += places.count(None)
        if first is None:
            continue
        if not quotable(shown.events[first.ordinal]):
            thrown[OUTPUT] += 1
        elif len(found) >= most:
            thrown[TOO_MANY] += 1
        else:
            words = tuple(dict.fromkeys(place for place in places if place is not None))
            found.append(QuotedItem(item.kind, item.importance, words))
    return found, +thrown
