"""What judging made of the events of the sessions that were judged last, kept while the program runs.

Nothing here is a verdict or comes from a caller: it is looked up by the events as they were just read from
the store, and counts for events that are equal to those alone. So opening a draft, accepting it and opening
the next one tokenise and digest a session once.
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
"""Text of a session from which it is not kept: its tokens take about ten times the memory of its text."""

_kept: OrderedDict[str, Preparer] = OrderedDict()
_lock = Lock()


def preparer_of(session_id: str, events: Sequence[SourceEvent]) -> Preparer:
    """What is known of a session's events; where it was made of others, what it holds is made anew."""
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
    """Whether anything is kept of a session."""
    with _lock:
        return session_id in _kept


def forget() -> None:
    """Keep nothing any more."""
    with _lock:
        _kept.clear()
