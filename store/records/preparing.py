"""Caches what scoring derived from the events of the last scored sessions, while the program runs.

Nothing here is a verdict or comes from a caller: it is looked up by the events just read from the store, and
is used only for equal events. So opening a draft, accepting it and opening the next one tokenise and digest a
session once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock, RLock

from gates.search.deferred import DeferredEvents
from gates.search.index import Preparer
from gates.source import SourceEvent

MOST_SESSIONS = 2
MOST_CHARACTERS = 40_000_000
"""Most characters of a session that is cached: its tokens take about ten times the memory of its text."""

_kept: OrderedDict[str, Preparer] = OrderedDict()
_lock = Lock()


def preparer_of(session_id: str, events: Sequence[SourceEvent]) -> Preparer:
    """Return the cached preparer of a session's events; it replaces its data if that is of other events."""
    deferred = isinstance(events, DeferredEvents)
    if not deferred and sum(len(event.text) for event in events) > MOST_CHARACTERS:
        return Preparer()
    with _lock:
        found = _kept.pop(session_id, None) or Preparer(RLock())
        _kept[session_id] = found
        while len(_kept) > MOST_SESSIONS:
            _kept.popitem(last=False)
    return found


def is_known(session_id: str) -> bool:
    """Return whether anything is cached of a session."""
    with _lock:
        return session_id in _kept


def forget() -> None:
    """Clear the cache."""
    with _lock:
        _kept.clear()
