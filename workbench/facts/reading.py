"""All commitments of a session up to its last given event, read in one pass, restatements merged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import is_

from gates.source import SourceEvent
from gates.withdrawn import next_of
from workbench.facts.actions.work import WorkFold
from workbench.facts.commitment import Commitment
from workbench.facts.decisions import DecisionFold
from workbench.facts.folding import EventFold
from workbench.facts.history import EventHistory
from workbench.facts.plans.finished_plans import with_finished_plans
from workbench.facts.plans.plans import CurrentPlan
from workbench.facts.proposals import Bound, CandidateFold, Outlook, RankedStatement, StatementRanking, judge


class FactsReading(EventFold):
    """What the events said of work and of decisions, as far as they were read."""

    def __init__(self) -> None:
        self.work = WorkFold()
        self.decided = DecisionFold()
        self.candidates = CandidateFold()
        self._held: list[SourceEvent] = []
        """The last message and what the harness put behind it: the next message may take it back."""

    def take(self, event: SourceEvent) -> None:
        """Read the next event."""
        for sure in next_of(self._held, event):
            self._read(sure)

    def settled(self) -> FactsReading:
        """The same with the last message read too, which stands as of now."""
        if not self._held:
            return self
        made = self.copy()
        for event in self._held:
            made._read(event)
        made._held.clear()
        return made

    def _read(self, event: SourceEvent) -> None:
        self.work.take(event)
        self.decided.take(event)
        self.candidates.take(event)

    def known(self, start: int) -> list[Commitment]:
        """All that the rules read as a commitment and that a range from `start` on must know of."""
        work = self.work.result()
        decided = with_finished_plans(self.decided.result(), work, self.candidates.state)
        return [c for c in (*work, *decided) if c.belongs(start)]

    def through(self, events: Iterable[SourceEvent]) -> FactsReading:
        """The same after these events."""
        for event in events:
            self.take(event)
        return self


class Readings:
    """The reading of one session, gone on with where more of the same events are given."""

    def __init__(self) -> None:
        self._events: list[SourceEvent] = []
        self._made = FactsReading()

    def after(self, events: Sequence[SourceEvent]) -> FactsReading:
        """What these events said: each is read once, as long as later ranges come later."""
        known = len(self._events)
        if known > len(events) or not all(map(is_, self._events, events)):
            self._events, self._made, known = [], FactsReading(), 0
        for event in events[known:]:
            self._made.take(event)
            self._events.append(event)
        return self._made


def read(events: Sequence[SourceEvent]) -> FactsReading:
    """What all of these events said; of a history each event is read once, however often it is asked."""
    if not isinstance(events, EventHistory) or not events.begins:
        return FactsReading().through(events)
    return _remembered(events, len(events))


def _remembered(events: EventHistory, end: int) -> FactsReading:
    """The reading up to an ordinal, from where the nearest one before it was left."""
    known = {key: made for key, made in events.notes.items() if isinstance(made, FactsReading)}
    if end in known:
        return known[end]
    before = max((key for key in known if isinstance(key, int) and key < end), default=0)
    if end > events.held_from > before:
        _remembered(events, events.held_from)
        return _remembered(events, end)
    made = known[before].copy() if before else FactsReading()
    events.notes[end] = made.through(events[before:end])
    _let_go(events, before)
    return made


def _let_go(events: EventHistory, before: int) -> None:
    """Forget what was read and judged up to earlier ends than `before`, or a replay would hold all of it."""
    for key in list(events.notes):
        end = key[0] if isinstance(key, tuple) else key
        if isinstance(end, int) and end < before and end != events.held_from:
            del events.notes[key]


def fold_decisions(events: Sequence[SourceEvent]) -> list[Commitment]:
    """Every explicit decision in order of its first mention, restatements not merged; no sidechains."""
    return [c for c in read(events).settled().decided.result() if c.sure]


def fold_plans(events: Sequence[SourceEvent]) -> list[CurrentPlan]:
    """Every plan in order of its proposal; a later approved plan of the same title supersedes."""
    return read(events).settled().decided.plans()


def commitments(events: Sequence[SourceEvent], start: int) -> list[Commitment]:
    """What a range that begins at `start` and ends with the last event must know, as of that event.

    Events are dense from ordinal 0. What closed before the range began, and is not mentioned in it,
    is left out before restatements are merged, so that it cannot hide what still binds.
    """
    return bound(events, start).counted


def bound(events: Sequence[SourceEvent], start: int, readings: Readings | None = None) -> Bound:
    """What counts for a range that begins at `start` and ends with the last event, and what is proposed."""
    made = _judged(events, start, readings).bound()
    if isinstance(events, EventHistory):
        kept = (*made.counted, *made.proposed)
        events.lay_by(words.ordinal for c in kept for words in c.evidence(start))
    return made


def weighed(events: Sequence[SourceEvent], start: int, *, earlier: bool = True) -> list[RankedStatement]:
    """Every statement that may bind a range that begins at `start`, with how likely it does.

    Not `earlier`: without what was said before the range, left nothing open and is not carried over.
    """
    made = _judged(events, start).in_order()
    if not earlier:
        made = [each for each in made if each.carried or not each.is_past(start)]
    if isinstance(events, EventHistory):
        events.lay_by(words.ordinal for each in made for words in each.commitment.evidence(start))
    return made


def outlook(events: Sequence[SourceEvent], start: int) -> Outlook:
    """What is known of statements as of the last event, by which further ones can be weighed."""
    return Outlook(read(events).settled().candidates, start)


def _judged(events: Sequence[SourceEvent], start: int, readings: Readings | None = None) -> StatementRanking:
    """What the events said, judged for a range that begins at `start`; of a history once."""
    notes = events.notes if isinstance(events, EventHistory) and events.begins else {}
    known = notes.get((len(events), start))
    if isinstance(known, StatementRanking):
        return known
    found = (read(events) if readings is None else readings.after(events)).settled()
    made = judge(Outlook(found.candidates, start), found.known(start), start)
    notes[len(events), start] = made
    return made
