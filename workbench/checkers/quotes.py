"""Quotations that a model gave, found again in the events that it was shown, or dropped.

A quotation counts as the words of the source, never as the model's: it must occur in the event that it names,
or else in exactly one event of the window. Only white space may differ.
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
    """An item whose quotations occur."""

    kind: CaptureKind
    importance: str
    words: tuple[EventWords, ...]
    """Its statement first, then what that needs to be understood."""


def items_of(
    given: Iterable[ProposedItem], shown: ShownEvents, most: int
) -> tuple[list[QuotedItem], Counter[str]]:
    """The items whose quotations occur, and how many were thrown away and why."""
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
