"""All commitments of a session up to its last given event, restatements merged."""

from __future__ import annotations

from collections.abc import Sequence

from gates.source import SourceEvent
from workbench.facts.commitment import Commitment
from workbench.facts.decisions import fold_decisions
from workbench.facts.merging import merge
from workbench.facts.work import fold_work


def commitments(events: Sequence[SourceEvent], start: int) -> list[Commitment]:
    """What a range that begins at `start` and ends with the last event must know, as of that event.

    Events are dense from ordinal 0. What closed before the range began, and is not mentioned in it,
    is left out before restatements are merged, so that it cannot hide what still binds.
    """
    known = [*fold_work(events), *fold_decisions(events)]
    return merge(c for c in known if c.belongs(start))
