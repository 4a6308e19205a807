"""All commitments of a session up to its last given event, restatements merged."""

from __future__ import annotations

from collections.abc import Sequence

from gates.source import SourceEvent
from workbench.facts.commitment import Commitment
from workbench.facts.decisions import fold_decisions, fold_suggestions
from workbench.facts.merging import Survivors, merge
from workbench.facts.work import fold_work


def commitments(events: Sequence[SourceEvent], start: int) -> list[Commitment]:
    """What a range that begins at `start` and ends with the last event must know, as of that event.

    Events are dense from ordinal 0. What closed before the range began, and is not mentioned in it,
    is left out before restatements are merged, so that it cannot hide what still binds.
    """
    known = [*fold_work(events), *fold_decisions(events)]
    return merge(c for c in known if c.belongs(start))


def suggestions(events: Sequence[SourceEvent], start: int) -> list[Commitment]:
    """What the words of a range suggest without saying it outright, beside all that is sure.

    Only what was said in the range: an older suggestion that nobody took up is no state of things.
    """
    certain = Survivors()
    for known in commitments(events, start):
        certain.add(known.text)
    unsure = [c for c in fold_suggestions(events) if c.born >= start and c.counts]
    return [c for c in merge(unsure) if not certain.restates(c.text)]
