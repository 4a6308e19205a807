"""The part of its history that an OpenHands agent still sees after each condensation.

A condensation names the events that it forgets by their ids, and everything else stays. Earlier summaries are
part of the newer one, whether it names them (by ids that no record has) or not.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class MainLineView:
    """The events of the main line that no condensation has forgotten, by the ids of their records."""

    def __init__(self) -> None:
        self._shown: dict[str, range] = {}

    def add(self, event_id: str, ordinals: range) -> None:
        """Add a record with its ordinals."""
        if event_id and ordinals:
            self._shown[event_id] = ordinals

    def forget(self, event_ids: Iterable[str]) -> list[int]:
        """Forget records; return the remaining ordinals."""
        for event_id in event_ids:
            self._shown.pop(event_id, None)
        return [ordinal for ordinals in self._shown.values() for ordinal in ordinals]


def forgotten_by(condensation: dict[str, Any]) -> list[str]:
    """Return the ids that a condensation of either version forgets."""
    ids = condensation.get("forgotten_event_ids")
    if isinstance(ids, list):
        return [str(each) for each in ids if isinstance(each, int | str)]
    first, last = condensation.get("forgotten_events_start_id"), condensation.get("forgotten_events_end_id")
    if isinstance(first, int) and isinstance(last, int) and 0 <= last - first < _MOST:
        return [str(each) for each in range(first, last + 1)]
    return []


_MOST = 10_000_000
"""Upper bound for the events that a range of ids names; no conversation is longer."""
