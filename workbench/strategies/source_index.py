"""The index of a session's events up to a range's end, in which strategies look for sources."""

from __future__ import annotations

from collections.abc import Sequence

from gates.search.index import Preparer, SourceIndex
from gates.source import SourceEvent, SourceRange
from workbench.facts.history import EventHistory


def source_index(source: SourceRange, events: Sequence[SourceEvent]) -> SourceIndex:
    """Return the index of events, dense from ordinal 0; what a history has prepared of them is used."""
    known = events.notes.get(Preparer) if isinstance(events, EventHistory) else None
    preparer = known if isinstance(known, Preparer) else None
    return SourceIndex.build(source, tuple(events), scope_complete=True, preparer=preparer)
