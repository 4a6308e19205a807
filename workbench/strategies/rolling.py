"""`rolling`: what was compacted before, carried on, and what happened since, in one artifact (S1 section 3).

It reads the artifacts that it rolls up and the events after them, never the events that they stand for: each
pass summarizes a summary, so each item counts one generation more. It is off until it is switched on with a
reason, since this is the mode that drifts; the gates judge it against the original events all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gates.artifact import Item, ItemKind, Origin
from gates.language.similarity import subsumes
from gates.source import SourceRange
from workbench.facts.commitment import Commitment
from workbench.facts.merging import Survivors
from workbench.facts.reading import commitments
from workbench.strategies.base import EXTRACTIVE, Candidate, DraftRequest, candidate
from workbench.strategies.essentials import Essentials, essentials
from workbench.strategies.filling import fill
from workbench.strategies.sizing import CEILING, Size, fitting
from workbench.strategies.triggers import EventFacts, TriggerMark

NAME = "rolling"
EVERY_TURNS = 20
"""The contract's cadence candidate."""

_BINDING = (ItemKind.DECISION, ItemKind.CONSTRAINT, ItemKind.OPEN_WORK)


class RollingStrategy:
    """`rolling`."""

    name = NAME
    prompt_version = EXTRACTIVE

    def draft(self, request: DraftRequest) -> Candidate:
        """The rolled artifacts' items that still hold, then what the events after them say."""
        since = _since(request)
        fresh = essentials(since) if since is not None else Essentials((), (), (), ())
        carried = list(_carried(request, since, fresh))
        binding = [item for item in carried if item.kind in _BINDING]
        rest = [item for item in carried if item.kind not in _BINDING]
        size = Size(request)
        items = fitting(
            size, ([*fresh.binding, *binding], fresh.records, fresh.state, fresh.done, rest), CEILING
        )
        if since is not None:
            known = set(fresh.all())
            own = [item for item in items if item in known]
            items += fill(since, Size(since), own, told=[item for item in items if item not in known])
        return candidate(request, items, self.name, Origin.DRAFTED)


def _since(request: DraftRequest) -> DraftRequest | None:
    """The request for the events after the last rolled artifact; None where there are none."""
    source = request.source
    start = max((each.source.source_end + 1 for each in request.rolled), default=source.start)
    if start > source.end:
        return None
    kept = frozenset(ordinal for ordinal in source.kept if ordinal >= start)
    return replace(request, source=SourceRange(source.session_id, start, source.end, kept), rolled=())


def _carried(request: DraftRequest, since: DraftRequest | None, fresh: Essentials) -> Iterator[Item]:
    """Items of the rolled artifacts that nothing said since restates, closes or takes back."""
    start = since.source.start if since is not None else request.source.end
    over = [c for c in commitments(request.seen(), start) if not c.counts]
    said = Survivors()
    for item in fresh.all():
        said.add(item.text)
    for artifact in request.rolled:
        for item in artifact.items:
            if not said.restates(item.text) and not _is_over(item, over):
                said.add(item.text)
                yield item


def _is_over(item: Item, over: Sequence[Commitment]) -> bool:
    """Whether a decision or open work is one that was closed or taken back since."""
    if item.kind not in _BINDING or item.status == "done":
        return False
    return any(subsumes(item.text, c.text) or subsumes(c.text, item.text) for c in over)


class RollingTriggers:
    """Every 20 turns, when the next turn begins."""

    strategy = NAME

    def __init__(self, every: int = EVERY_TURNS) -> None:
        self._every = every
        self._start: int | None = None
        self._done = 0

    def feed(self, events: Sequence[EventFacts]) -> Iterator[TriggerMark]:
        """A mark at the first event of turns 21, 41, ...: the turns before it are complete."""
        if self._start is None and events:
            self._start = events[0].ordinal
        due = (self._done + 1) * self._every
        for event in events:
            if event[2] > due and event[1] == "user" and self._start is not None:
                self._done = reached = (event.turn - 1) // self._every
                due = (reached + 1) * self._every
                why = f"turn {reached * self._every} is complete, a multiple of {self._every}"
                end = event.ordinal - 1
                yield TriggerMark(NAME, "every_turns", event.ordinal, event.turn, self._start, end, why)

    def close(self) -> Iterator[TriggerMark]:
        """A turn is complete only when the next one begins."""
        return iter(())
