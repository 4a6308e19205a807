"""What the draft of a range may say: what its own events say, and earlier items that still bind (gate B)."""

from __future__ import annotations

from collections.abc import Sequence

from gates.artifact import Item
from workbench.facts.reading import bound
from workbench.strategies.base import DraftRequest


def in_scope(request: DraftRequest, items: Sequence[Item]) -> list[Item]:
    """Return the items with the links that count for the range; one with only earlier links is left out.

    The active artifacts of an earlier range state what was said there. A link to it counts only as evidence
    of something carried over: a decision in force or open work that the range inherits, or may.
    """
    start = request.source.start
    if all(link.ordinal >= start for item in items for link in item.links):
        return list(items)
    session, events = request.source.session_id, request.seen()
    known = bound(events, start)
    carried_over = [c for c in (*known.counted, *known.proposed) if c.carried(start)]
    places = [words for c in carried_over for words in c.evidence(start) if words.ordinal < start]
    carried = {(link.ordinal, link.chunk_id) for words in places for link in words.links(session, events)}
    found = []
    for item in items:
        good = tuple(k for k in item.links if k.ordinal >= start or (k.ordinal, k.chunk_id) in carried)
        if good or not item.links:
            found.append(item.model_copy(update={"links": good}))
    return found
