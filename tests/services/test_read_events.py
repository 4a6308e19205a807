"""Events of a session that grew are read on from those that were read before, while these are unchanged."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from sqlmodel import Session

from gates.language.sentence_spans import sentences
from gates.search import prepared
from gates.source import EventKind, SourceEvent
from store.engine import Store
from store.records import preparing, read_events, sessions
from workbench.services.judgement import kept_readings
from workbench.services.runs.run_repository import StoreKeeper
from workbench.strategies import MemoryPolicies, MemoryRun
from workbench.strategies.keeping import RunEvent

SMALL = MemoryPolicies(window=2, buffer=2)
NAMES = "amber birch cedar dahlia elder fennel ginger hazel iris juniper kale laurel".split()


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    for module in (read_events, preparing, kept_readings):
        module.forget()
    yield
    read_events.forget()


@pytest.fixture
def keeper(tmp_path: Path) -> StoreKeeper:
    """A keeper over a fresh store."""
    return StoreKeeper.open(str(tmp_path / "agent.duckdb"), actor="mia")


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The ordinals of the events that are read from the store from now on."""
    found: list[int] = []
    whole = sessions.read_events

    def noting(
        session: Session, name: str, start: int = 0, end: int | None = None
    ) -> tuple[SourceEvent, ...]:
        events = whole(session, name, start, end)
        found.extend(event.ordinal for event in events)
        return events

    monkeypatch.setattr(sessions, "read_events", noting)
    return found


def messages(first: int, count: int) -> list[RunEvent]:
    """Messages of a user."""
    return [RunEvent(EventKind.USER, f"Keep table {n} in one file.") for n in range(first, first + count)]


def through(store: Store, name: str, start: int, end: int) -> tuple[SourceEvent, ...]:
    """Events of a session."""
    with store.reading() as session:
        return read_events.through(session, name, start, end)


def test_a_fold_reads_only_what_was_added_since_the_last(keeper: StoreKeeper, read: list[int]) -> None:
    """Each event is read a bounded number of times in all, however long the conversation is."""
    run = MemoryRun("r", policies=SMALL, keeper=keeper)
    counts = []
    for name in NAMES:
        read.clear()
        folded = run.ask(f"Keep the {name} index in storage/{name}.py and never rename its columns.").folded
        run.answered(f"Noted, {name} stays where it is, under its own name.")
        counts += [len(read)] if folded is not None else []
    assert len(counts) >= 4
    assert max(counts) <= 4 * SMALL.most, counts


def test_a_fold_prepares_each_event_once(keeper: StoreKeeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """Linking a summary and judging it share what they made of the events, and the next fold goes on."""
    made: list[int] = []

    def noting(given: str) -> list[tuple[int, int]]:
        made.append(len(given))
        return sentences(given)

    monkeypatch.setattr(prepared, "sentences", noting)
    run = MemoryRun("r", policies=SMALL, keeper=keeper)
    for name in NAMES:
        run.ask(f"Keep the {name} index in storage/{name}.py and never rename its columns.")
        run.answered(f"Noted, {name} stays where it is, under its own name.")
    assert len(made) <= 2 * len(NAMES), made


def test_parts_are_those_of_the_whole(keeper: StoreKeeper, read: list[int]) -> None:
    """From any event to any other, also beyond the end; what is known is not read."""
    name = keeper.record("r", 0, messages(0, 6))
    whole = sessions.load_events(keeper.store, name)
    assert through(keeper.store, name, 0, 3) == whole[:4]
    keeper.record("r", 6, messages(6, 3))
    whole = sessions.load_events(keeper.store, name)
    assert len(whole) == 9
    read.clear()
    assert through(keeper.store, name, 0, 8) == whole
    assert read == [6, 7, 8]
    read.clear()
    assert through(keeper.store, name, 2, 7) == whole[2:8]
    assert read == []
    assert through(keeper.store, name, 0, 40) == whole
    assert through(keeper.store, "ses_" + "0" * 20, 0, 3) == ()


def test_what_changed_in_the_store_is_read_again(keeper: StoreKeeper, read: list[int]) -> None:
    """After a row was changed outside the program, the store's events are used, not the cached ones."""
    name = keeper.record("r", 0, messages(0, 6))
    through(keeper.store, name, 0, 5)
    with duckdb.connect(str(keeper.store.path)) as connection:
        connection.execute("DROP TRIGGER event_update ON event")
        connection.execute("UPDATE event SET text = 'Drop it.' WHERE ordinal = 2")
    read.clear()
    assert through(keeper.store, name, 0, 5)[2].text == "Drop it."
    assert read == [0, 1, 2, 3, 4, 5]


def test_only_so_much_is_kept(keeper: StoreKeeper, monkeypatch: pytest.MonkeyPatch, read: list[int]) -> None:
    """A session longer than the limit is read again each time; of several the last ones stay cached."""
    names = [keeper.record(run, 0, messages(0, 3)) for run in ("a", "b", "c")]
    for name in names:
        through(keeper.store, name, 0, 2)
    read.clear()
    through(keeper.store, names[2], 0, 2)
    assert read == []
    through(keeper.store, names[0], 0, 2)
    assert read == [0, 1, 2]
    monkeypatch.setattr(read_events, "MOST_CHARACTERS", 20)
    read_events.forget()
    read.clear()
    for _ in range(2):
        through(keeper.store, names[0], 0, 2)
    assert read == [0, 1, 2, 0, 1, 2]
