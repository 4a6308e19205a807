"""A session's events up to a range's end, of which only the range is in memory; the rest is read on demand.

It behaves like a sequence of all events, dense from ordinal 0. The first pages that are read stay in memory
within a limit, since a draft goes through a session many times; of the rest, iterating keeps one page at a
time. Single events that are needed repeatedly can be cached. It knows nothing of a store.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast, overload

from gates.source import SourceEvent
from workbench.facts.folding import EventFold

PAGE = 1_024
"""Events per read: one read of a store costs about as much as four hundred of its events."""
PAGES = 2
"""Pages beyond the limit that are cached for access to single events."""
MOST_KEPT = 4_000_000
"""Characters of the pages that stay in memory, an event counted as `EVENT_SIZE` more."""
EVENT_SIZE = 400

Read = Callable[[int, int], Sequence[SourceEvent]]
"""A function that returns the events `first..last` of the session, inclusive."""
_Made = TypeVar("_Made")
_Fold = TypeVar("_Fold", bound=EventFold)

ReadSome = Callable[[Sequence[int]], Sequence[SourceEvent]]
"""A function that returns events by their ordinals."""


class _Sources:
    """The sources of the events: the range in memory, cached single events, and the rest behind `read`."""

    def __init__(self, held: Sequence[SourceEvent], read: Read, read_some: ReadSome | None) -> None:
        self.held = tuple(held)
        self._read_some = read_some
        self.first = self.held[0].ordinal
        self.cached: dict[int, SourceEvent] = {}
        self.notes: dict[object, object] = {}
        self._read = read
        self._pages: OrderedDict[int, Sequence[SourceEvent]] = OrderedDict()
        self._kept: dict[int, Sequence[SourceEvent]] = {}
        self._room = MOST_KEPT

    def event(self, ordinal: int) -> SourceEvent:
        """Return one event, from the cached pages if possible."""
        if ordinal >= self.first:
            return self.held[ordinal - self.first]
        if ordinal in self.cached:
            return self.cached[ordinal]
        number = ordinal // PAGE
        page = self._pages.pop(number, None) or self._page(number)
        self._pages[number] = page
        if len(self._pages) > PAGES:
            self._pages.popitem(last=False)
        return page[ordinal - number * PAGE]

    def pages(self, start: int, stop: int) -> Iterator[SourceEvent]:
        """Yield events `start..stop` (exclusive) in order; each page is released before the next is read."""
        for number in range(start // PAGE, -(-min(stop, self.first) // PAGE)):
            offset = number * PAGE
            page = self._page(number)
            yield from page[max(0, start - offset) : max(0, min(stop, self.first) - offset)]
        yield from self.held[max(0, start - self.first) : max(0, stop - self.first)]

    def preload(self, ordinals: Iterable[int]) -> None:
        """Read these events and cache them."""
        wanted = sorted({o for o in ordinals if o < self.first and o not in self.cached})
        if self._read_some is not None and wanted:
            self.cached.update((event.ordinal, event) for event in self._read_some(wanted))
            return
        number, page = -1, ()  # type: int, Sequence[SourceEvent]
        for ordinal in wanted:
            if ordinal // PAGE != number:
                number = ordinal // PAGE
                page = self._page(number)
            self.cached[ordinal] = page[ordinal - number * PAGE]

    def _page(self, number: int) -> Sequence[SourceEvent]:
        """Return a page, from memory if it is there; one that is read stays there if there is room."""
        page = self._kept.get(number)
        if page is None:
            start = number * PAGE
            page = self._read(start, min(start + PAGE, self.first) - 1)
            size = sum(len(event.text) + EVENT_SIZE for event in page)
            if size <= self._room:
                self._kept[number], self._room = page, self._room - size
        return page


class EventHistory(Sequence[SourceEvent]):
    """Events `0..n` of a session, of which the last ones are in memory."""

    def __init__(self, held: Sequence[SourceEvent], read: Read, read_some: ReadSome | None = None) -> None:
        """Create a history.

        `held` is dense and reaches to the end, `read` and `read_some` return earlier events.
        """
        self._sources = _Sources(held, read, read_some)
        self._span = range(self._sources.first + len(self._sources.held))

    @classmethod
    def of(cls, events: Sequence[SourceEvent]) -> EventHistory:
        """Return a history of events in memory, dense from ordinal 0; return a history unchanged.

        Raises:
            ValueError: the first event does not have ordinal 0, or there is none.
        """
        if isinstance(events, EventHistory):
            return events
        if not events or events[0].ordinal:
            raise ValueError("a history begins with event 0")
        return cls(events, lambda first, last: events[first : last + 1])

    def __len__(self) -> int:
        return len(self._span)

    @overload
    def __getitem__(self, index: int) -> SourceEvent: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[SourceEvent]: ...
    def __getitem__(self, index: int | slice) -> SourceEvent | Sequence[SourceEvent]:
        if isinstance(index, int):
            return self._sources.event(self._span[index])
        span, first = self._span[index], self._sources.first
        if span.step == 1 and span.start >= max(first, 1):
            return self._sources.held[span.start - first : max(span.start, span.stop) - first]
        made = object.__new__(EventHistory)
        made._sources, made._span = self._sources, span
        return made

    def __iter__(self) -> Iterator[SourceEvent]:
        if self._span.step == 1:
            return self._sources.pages(self._span.start, max(self._span.start, self._span.stop))
        return map(self._sources.event, self._span)

    @property
    def held_from(self) -> int:
        """First ordinal that is in memory."""
        return self._sources.first

    @property
    def begins(self) -> bool:
        """Whether this begins with the session's first event and has no gaps."""
        return self._span.start == 0 and self._span.step == 1

    @property
    def notes(self) -> dict[object, object]:
        """Cached results of readers of these events."""
        return self._sources.notes

    def preload(self, ordinals: Iterable[int]) -> None:
        """Cache these events for access one by one."""
        self._sources.preload(ordinals)


def made_once(events: Sequence[SourceEvent], name: object, make: Callable[[], _Made]) -> _Made:
    """Return what `make` reads from these events; for a whole history it is made once and shared.

    Args:
        events: what is read, and nothing else.
        name: names the result among all results of a history; nobody may change it.
        make: reads the events.
    """
    if not isinstance(events, EventHistory) or not events.begins:
        return make()
    key = len(events), name
    if key not in events.notes:
        events.notes[key] = make()
    return cast("_Made", events.notes[key])


@dataclass(frozen=True, slots=True)
class NotedFold:
    """A fold of a session's first events, noted in a history under the fold's class."""

    events: int
    fold: EventFold


def folded(events: Sequence[SourceEvent], kind: type[_Fold]) -> _Fold:
    """Return the fold of these events, which nobody may change; a whole history continues the noted one."""
    if not isinstance(events, EventHistory) or not events.begins:
        return kind().through(events)
    known = events.notes.get(kind)
    if not isinstance(known, NotedFold):
        known = NotedFold(0, kind())
    if known.events > len(events):
        return made_once(events, (folded, kind), lambda: kind().through(events))
    if known.events < len(events):
        made = known.fold.copy().through(events[known.events :])
        events.notes[kind] = known = NotedFold(len(events), made)
    return cast("_Fold", known.fold)
