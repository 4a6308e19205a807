"""A history reads like all of a session's events, holds only a range of them, and changes no draft."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gates.source import SourceEvent, SourceRange
from tests.facts.session import SESSION
from tests.strategies.source import work_session
from workbench import plugin_registry
from workbench.capture import capture_range
from workbench.errors import UsageError
from workbench.facts import history
from workbench.facts.commitment import Commitment
from workbench.facts.history import EventHistory
from workbench.facts.objective import current_objective
from workbench.facts.reading import (
    FactsReading,
    bound,
    commitments,
    fold_decisions,
    fold_plans,
    read,
    weighed,
)
from workbench.strategies.base import DraftRequest, Strategy
from workbench.strategies.page import draft as page_draft
from workbench.strategies.page.statement import PageStatement
from workbench.strategies.page.statements import statements
from workbench.strategies.snapshot import SnapshotStrategy

TURNS = 3


def long_session() -> tuple[SourceEvent, ...]:
    """Return three rounds of the same work, so that statements are restated, closed and retracted."""
    script = work_session()
    for number in range(1, TURNS):
        script.user(f"Actually, push to the main branch. Which of the {number} tables is next?")
        script.agent(f"The {number} tables are done. Shall I write the changelog entry for them now?")
        script.user("yes please do")
        work_session(script)
        script.todos(("write a changelog entry", "completed"), (f"check table {number}", "pending"))
    return tuple(script.events)


EVENTS = long_session()
LAST = len(EVENTS) - 1


def weight(event: SourceEvent) -> int:
    """What an event takes of the limit of pages that stay in memory."""
    return len(event.text) + history.EVENT_SIZE


@pytest.fixture(autouse=True, scope="module")
def _small_pages() -> Iterator[None]:
    """Pages of a few events, so that every reading crosses many, of which about half stay in memory."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(history, "PAGE", 7)
        patch.setattr(history, "MOST_KEPT", sum(map(weight, EVENTS)) // 2)
        yield


def work_of(events: Sequence[SourceEvent]) -> list[Commitment]:
    """Every todo and task ever named, with its state after the last event."""
    return read(events).settled().work.result()


def from_(start: int, end: int = LAST, asked: list[tuple[int, int]] | None = None) -> EventHistory:
    """A history that holds `start..end`; what is read of the rest goes into `asked`."""

    def read(first: int, last: int) -> Sequence[SourceEvent]:
        if asked is not None:
            asked.append((first, last))
        return EVENTS[first : last + 1]

    return EventHistory(EVENTS[start : end + 1], read)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, LAST), st.integers(-LAST, LAST), st.integers(-LAST, LAST + 5))
def test_it_reads_as_all_events_do(start: int, first: int, last: int) -> None:
    """Length, iteration, indexing and slices are those of the whole sequence."""
    made = from_(start)
    assert len(made) == len(EVENTS)
    assert made[first] is EVENTS[first]
    assert list(made[first:last]) == list(EVENTS[first:last])
    assert list(reversed(made[:last])) == list(reversed(EVENTS[:last]))
    assert list(made[first:last:3]) == list(EVENTS[first:last:3])
    assert list(made[2:][first:last]) == list(EVENTS[2:][first:last])


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_facts_are_those_of_all_events(data: st.DataObject) -> None:
    """Facts do not depend on where the range begins and ends, or on which is requested first."""
    start = data.draw(st.integers(0, LAST))
    end = data.draw(st.integers(start, LAST))
    whole, made = EVENTS[: end + 1], from_(start, end)
    for stop in data.draw(st.permutations([end + 1, data.draw(st.integers(start, end)) + 1, start + 1])):
        for fact in (work_of, fold_decisions, fold_plans):
            assert fact(made[:stop]) == fact(EVENTS[:stop])
    assert commitments(made, start) == commitments(whole, start)
    assert bound(made, start) == bound(whole, start)


@pytest.mark.parametrize("strategy", plugin_registry.names("strategies"))
@pytest.mark.parametrize("start", [0, LAST // 3, 2 * LAST // 3])
def test_a_draft_is_the_same_byte_for_byte(strategy: str, start: int) -> None:
    """What precedes the range is only read, and the draft is that of all events at hand."""
    maker = plugin_registry.load("strategies", strategy)()
    source = SourceRange(SESSION, start, LAST)
    drafts = [_drafted(maker, DraftRequest(source, events)) for events in (EVENTS, from_(start))]
    assert drafts[0] == drafts[1]


def _drafted(maker: Strategy, request: DraftRequest) -> str:
    try:
        return json.dumps(maker.draft(request).payload)
    except UsageError as error:
        return str(error)


def test_a_capture_is_the_same_too() -> None:
    """Capture reads a history as it reads events."""
    start = LAST // 2
    assert capture_range(SESSION, from_(start), start, LAST) == capture_range(SESSION, EVENTS, start, LAST)


FIRST_PAGE = sum(map(weight, EVENTS[:7]))


@pytest.mark.parametrize(
    ("limit", "first_again"), [(100 * FIRST_PAGE, None), (FIRST_PAGE, 7), (FIRST_PAGE - 1, 0)]
)
def test_pages_within_the_limit_are_read_once(
    limit: int, first_again: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Iterating again reads only what did not fit; a page that exceeds the limit by one does not stay."""
    monkeypatch.setattr(history, "MOST_KEPT", limit)
    asked: list[tuple[int, int]] = []
    made, before = from_(LAST, asked=asked), list(EVENTS[:70])
    assert list(made[:70]) == before
    assert [page[0] for page in asked] == list(range(0, 70, 7))
    asked.clear()
    assert list(made[:70]) == before
    assert (asked[0][0] if asked else None) == first_again


def test_what_precedes_the_range_is_folded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each page before the range is read once, however often facts are requested."""
    monkeypatch.setattr(history, "MOST_KEPT", 0)
    asked: list[tuple[int, int]] = []
    made, start = from_(LAST - 20, asked=asked), LAST - 20
    fold_decisions(made)
    first = list(asked)
    assert [page[0] for page in first] == list(range(0, start, 7))
    for _ in range(3):
        work_of(made), fold_plans(made[:]), fold_decisions(made)
    assert asked == first


@pytest.mark.parametrize("strategy", plugin_registry.names("strategies"))
def test_a_draft_of_events_at_hand_reads_each_once(strategy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The events are read once for all parts of a page."""
    taken: list[int] = []
    take = FactsReading.take

    def counted(self: FactsReading, event: SourceEvent) -> None:
        taken.append(event.ordinal)
        take(self, event)

    monkeypatch.setattr(FactsReading, "take", counted)
    request = DraftRequest(SourceRange(SESSION, 0, LAST - 1), EVENTS)
    _drafted(plugin_registry.load("strategies", strategy)(), request)
    capture_range(SESSION, request.events, 0, LAST - 1)
    assert taken == list(range(LAST))


def test_what_parts_of_a_page_read_of_earlier_events_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exchanges, rejections and the spawned task are read once for a draft, whichever part asks first."""
    monkeypatch.setattr(history, "MOST_KEPT", 0)
    asked: list[tuple[int, int]] = []
    made, start = from_(LAST - 20, asked=asked), LAST - 20
    source, objective = SourceRange(SESSION, start, LAST - 1), current_objective(made, start)
    SnapshotStrategy().draft(DraftRequest(source, made, objective))
    assert len([page for page in asked if page[0] == 0]) <= 9


def test_a_history_that_grows_keeps_the_last_two_readings() -> None:
    """Only the last two readings are kept while a replay requests one end after another."""
    made = EventHistory.of(EVENTS)
    for end in range(10, LAST, 10):
        assert bound(made[:end], 0) == bound(EVENTS[:end], 0)
        assert len([each for each in made.notes.values() if isinstance(each, FactsReading)]) <= 2
        assert len(made.notes) <= 4


def test_a_history_begins_with_the_first_event() -> None:
    """Events from the middle of a session are none, nor is nothing."""
    assert EventHistory.of(made := EventHistory.of(EVENTS)) is made
    for events in ((), EVENTS[3:]):
        with pytest.raises(ValueError, match="begins with event 0"):
            EventHistory.of(events)


@pytest.mark.parametrize("start", [0, LAST // 3, LAST - 6])
def test_what_was_judged_once_is_what_a_second_asking_judges(start: int) -> None:
    """A history caches its judgement for each range; other ranges are judged separately."""
    made = from_(start)
    for _ in range(2):
        assert weighed(made, start) == weighed(EVENTS, start)
        assert bound(made, start) == bound(EVENTS, start)
        assert bound(made, max(0, start - 5)) == bound(EVENTS, max(0, start - 5))
    earlier = [each for each in weighed(made, start) if each.is_past(start)]
    assert bool(earlier) == (start > 0)
    assert weighed(made, start, earlier=False) == [j for j in weighed(made, start) if j not in earlier]
    assert all(words.ordinal < start for each in earlier for words in each.commitment.words)


@pytest.mark.parametrize("name", ["intentional", "checkpoint", "snapshot", "rolling"])
def test_a_page_leaves_out_early_only_what_it_never_states(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drafts equal those of a page that weighs all earlier statements."""
    maker = plugin_registry.load("strategies", name)()
    requests = [
        DraftRequest(SourceRange(SESSION, start, end), EVENTS[: end + 1])
        for start, end in ((LAST // 2, LAST), (LAST - 8, LAST), (LAST // 3, 2 * LAST // 3))
    ]
    drafts = [_drafted(maker, request) for request in requests]
    asked: list[bool] = []

    def everything(request: DraftRequest, *, earlier: bool = True, **kw: bool) -> list[PageStatement]:
        asked.append(earlier)
        return statements(request, **kw)

    monkeypatch.setattr(page_draft, "statements", everything)
    assert [_drafted(maker, request) for request in requests] == drafts
    assert False in asked
