"""Readings of a session are continued for later events, and never used for other events."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gates.search.index import SourceIndex
from gates.source import SourceEvent, SourceRange, chain_start, events_digest, extend_chain
from tests.store.build import events_of
from workbench.capture import capture_range
from workbench.facts import reading
from workbench.facts.history import EventHistory
from workbench.facts.reading import FactsReading
from workbench.services.judgement import kept_readings

SESSION = "ses_" + "0" * 20


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    kept_readings.forget()


def digests(events: Sequence[SourceEvent]) -> kept_readings.DigestAt:
    """The digest of events up to one of them."""

    def at(end: int) -> str:
        chain = chain_start(SESSION)
        for event in events[: end + 1]:
            chain = extend_chain(chain, event.digest())
        return events_digest(chain, {})

    return at


def index_of(events: Sequence[SourceEvent]) -> SourceIndex:
    """The last turns of a session."""
    source = SourceRange(SESSION, len(events) - 8, len(events) - 1)
    return SourceIndex.build(source, events, scope_complete=True)


def history_of(events: Sequence[SourceEvent]) -> EventHistory:
    """Return the same events with only the last ones in memory."""
    return EventHistory(events[-8:], lambda start, end: events[start : end + 1])


def taken(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The ordinals that are read from now on."""
    read: list[int] = []
    take = FactsReading.take

    def noting(self: FactsReading, event: SourceEvent) -> None:
        read.append(event.ordinal)
        take(self, event)

    monkeypatch.setattr(FactsReading, "take", noting)
    return read


def test_captures_equal_those_of_a_session_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """For the same events nothing is read again; for more, only the added ones."""
    events = events_of(40)
    read = taken(monkeypatch)
    for first, end in ((0, 80), (80, 80), (80, 120), (120, 160)):
        seen = events[:end]
        readings = kept_readings.readings_of(index_of(seen))
        assert read == list(range(first, end))
        made = capture_range(SESSION, seen, end - 8, end - 1, readings)
        assert made == capture_range(SESSION, tuple(seen), end - 8, end - 1)
        read.clear()


def test_other_events_are_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A session of the same id with one other word has nothing in common with what is kept."""
    events = events_of(20)
    kept_readings.readings_of(index_of(events))
    changed = [events[0]._replace(text="Never touch storage/amber_0.py."), *events[1:]]
    read = taken(monkeypatch)
    made = capture_range(SESSION, changed, 72, 79, kept_readings.readings_of(index_of(changed)))
    assert read == list(range(80))
    assert made == capture_range(SESSION, tuple(changed), 72, 79)


def test_fewer_events_than_are_kept_are_read_again() -> None:
    """Later events do not change the result for an earlier part of the session."""
    events = events_of(20)
    kept_readings.readings_of(index_of(events))
    made = capture_range(SESSION, events[:40], 32, 39, kept_readings.readings_of(index_of(events[:40])))
    assert made == capture_range(SESSION, tuple(events[:40]), 32, 39)


def test_a_draft_and_its_capture_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The capture uses the readings made for the draft, and a longer history reads only its new events."""
    events = events_of(30)
    first = history_of(events[:80])
    kept_readings.seed(first, SESSION, digests(events))
    wanted = reading.commitments(events[:80], 72)
    assert reading.commitments(first, 72) == wanted
    kept_readings.keep_of(first, SESSION, digests(events))
    read = taken(monkeypatch)
    made = capture_range(SESSION, events[:80], 72, 79, kept_readings.readings_of(index_of(events[:80])))
    longer = history_of(events)
    kept_readings.seed(longer, SESSION, digests(events))
    found = reading.commitments(longer, 112)
    assert read == list(range(80, 120))
    assert made == capture_range(SESSION, tuple(events[:80]), 72, 79)
    assert found == reading.commitments(events, 112)
