"""Reads all commitments of a session up to the last event in one pass, and merges restatements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import is_
from typing import Self

from gates.source import SourceEvent
from workbench.facts.actions.work import WorkFold
from workbench.facts.commitment import Commitment
from workbench.facts.decisions import DecisionFold
from workbench.facts.folding import SettledFold
from workbench.facts.history import EventHistory
from workbench.facts.plans.checklists import ChecklistFold
from workbench.facts.plans.finished_plans import with_finished_plans
from workbench.facts.plans.plans import CurrentPlan
from workbench.facts.proposals import Bound, CandidateFold, Outlook, RankedStatement, StatementRanking, judge
from workbench.facts.proposals.model import MODEL_IN_USE, LinearModel
from workbench.facts.said import begins_fork
from workbench.facts.sentences.mood import forbids


class FactsReading(SettledFold):
    """The work and decisions of the events read so far."""

    def __init__(self) -> None:
        super().__init__()
        self.work = WorkFold()
        self.checklists = ChecklistFold()
        self.decided = DecisionFold()
        self.candidates = CandidateFold()
        self.forked = 0
        """Ordinal of the event at which the agent was spawned with the history so far; 0 if it was not."""
        self.ranked: tuple[LinearModel, StatementRanking] | None = None
        """The statements ranked last, and by which model; valid until the next event."""

    def copy(self) -> Self:
        """Return an independent copy, without what was ranked."""
        made = super().copy()
        made.ranked = None
        return made

    def take(self, event: SourceEvent) -> None:
        """Read the next event."""
        self.ranked = None
        super().take(event)

    def _read(self, event: SourceEvent) -> None:
        self.forked = event.ordinal if begins_fork(event) else self.forked
        self.work.take(event)
        self.checklists.take(event)
        self.decided.take(event)
        self.candidates.take(event)

    def known(self, start: int) -> list[Commitment]:
        """Return all commitments found by the rules that a range from `start` on must know of.

        To an agent that was spawned before the range, what its parent was asked is background: of that only
        bans bind it.
        """
        work = [*self.work.result(), *self.checklists.result()]
        decided = with_finished_plans(self.decided.result(), work, self.candidates.state)
        return [c for c in (*work, *decided) if c.belongs(start) and not self._is_background(c, start)]

    def _is_background(self, found: Commitment, start: int) -> bool:
        """Return whether it is only the parent's, for a range from `start` on."""
        return found.touched[-1] < self.forked <= start and not forbids(found.text)

    def ranking(self, start: int) -> StatementRanking:
        """Return the ranked statements for a range from `start` on; the last ranking is kept."""
        model = MODEL_IN_USE.current()
        if self.ranked is None or self.ranked[0] is not model or self.ranked[1].start != start:
            found = self.settled()
            made = judge(Outlook(found.candidates, start), found.known(start), start)
            ranked = [each for each in made.ranked if not found._is_background(each.commitment, start)]
            self.ranked = model, replace(made, ranked=ranked)
        return self.ranked[1]


class Readings:
    """The reading of one session, continued if a longer list of the same events is given."""

    def __init__(self) -> None:
        self._events: list[SourceEvent] = []
        self._made = FactsReading()

    def after(self, events: Sequence[SourceEvent]) -> FactsReading:
        """Return the reading of these events; each event is read once as long as ranges only move forward."""
        known = len(self._events)
        if known > len(events) or not all(map(is_, self._events, events)):
            self._events, self._made, known = [], FactsReading(), 0
        for event in events[known:]:
            self._made.take(event)
            self._events.append(event)
        return self._made


def read(events: Sequence[SourceEvent]) -> FactsReading:
    """Return the reading of all these events; each event of a history is read only once, over all calls."""
    if not isinstance(events, EventHistory) or not events.begins:
        return FactsReading().through(events)
    return _remembered(events, len(events))


def _remembered(events: EventHistory, end: int) -> FactsReading:
    """Return the reading up to an ordinal, continued from the nearest earlier one."""
    known = {key: made for key, made in events.notes.items() if isinstance(made, FactsReading)}
    if end in known:
        return known[end]
    before = max((key for key in known if isinstance(key, int) and key < end), default=0)
    if end > events.held_from > before:
        _remembered(events, events.held_from)
        return _remembered(events, end)
    made = known[before].copy() if before else FactsReading()
    events.notes[end] = made.through(events[before:end])
    _drop_earlier(events, before)
    return made


def _drop_earlier(events: EventHistory, before: int) -> None:
    """Drop cached readings and rankings of ends before `before`, which a replay would accumulate."""
    for key in list(events.notes):
        end = key[0] if isinstance(key, tuple) else key
        if isinstance(end, int) and end < before and end != events.held_from:
            del events.notes[key]


def fold_decisions(events: Sequence[SourceEvent]) -> list[Commitment]:
    """Return every explicit decision in order of its first mention, restatements not merged.

    No sidechains.
    """
    return [c for c in read(events).settled().decided.result() if c.sure]


def fold_plans(events: Sequence[SourceEvent]) -> list[CurrentPlan]:
    """Return every plan in order of its proposal; a later approved plan of the same title supersedes."""
    return read(events).settled().decided.plans()


def commitments(events: Sequence[SourceEvent], start: int) -> list[Commitment]:
    """Return the commitments that a range from `start` to the last event must know.

    Events are dense from ordinal 0. A commitment that closed before the range, and is not mentioned in it, is
    left out before restatements are merged, so that it cannot hide one that still binds.
    """
    return bound(events, start).counted


def bound(events: Sequence[SourceEvent], start: int, readings: Readings | None = None) -> Bound:
    """Return the counted and the proposed commitments of a range from `start` to the last event."""
    made = _judged(events, start, readings).bound
    if isinstance(events, EventHistory):
        kept = (*made.counted, *made.proposed)
        events.preload(words.ordinal for c in kept for words in c.evidence(start))
    return made


def weighed(events: Sequence[SourceEvent], start: int, *, earlier: bool = True) -> list[RankedStatement]:
    """Return every statement that may bind a range from `start` on, with its likelihood.

    With `earlier` false, statements from before the range that left nothing open and are not carried over are
    left out.
    """
    made = _judged(events, start).in_order()
    if not earlier:
        made = [each for each in made if each.carried or not each.is_past(start)]
    if isinstance(events, EventHistory):
        events.preload(words.ordinal for each in made for words in each.commitment.evidence(start))
    return made


def outlook(events: Sequence[SourceEvent], start: int) -> Outlook:
    """Return the context after the last event by which further statements can be ranked."""
    return Outlook(read(events).settled().candidates, start)


def _judged(events: Sequence[SourceEvent], start: int, readings: Readings | None = None) -> StatementRanking:
    """Return the ranked statements for a range that begins at `start`; cached for a history."""
    notes = events.notes if isinstance(events, EventHistory) and events.begins else {}
    known = notes.get((len(events), start))
    if isinstance(known, StatementRanking):
        return known
    made = (read(events) if readings is None else readings.after(events)).ranking(start)
    notes[len(events), start] = made
    return made
