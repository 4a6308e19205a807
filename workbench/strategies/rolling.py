"""`rolling`: earlier compactions carried over, and what happened since, in one artifact (S1 section 3).

It reads the artifacts that it rolls up and the events after them: each pass summarizes a summary, so each
item's generation is one higher. Of the events that they replace only what is sure to count is read again, as
every capture does, so that this does not fade; what only likely binds is carried over or lost. It is off
until it is switched on with a reason, since it drifts; gates score it against the original events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gates.artifact import Item, ItemKind, Origin
from gates.language.similarity import subsumes
from gates.source import EventKind, SourceRange
from workbench.errors import UsageError
from workbench.facts.commitment import Commitment
from workbench.facts.merging import Survivors
from workbench.facts.reading import commitments
from workbench.facts.spans import fold
from workbench.strategies.asked import DraftRoom
from workbench.strategies.base import PAGE, Candidate, DraftRequest, candidate
from workbench.strategies.page import given, page
from workbench.strategies.page.draft import page_objective
from workbench.strategies.page.last_state import checked_command
from workbench.strategies.page.next_step import without_next
from workbench.strategies.page.superfluous import IN_HAND
from workbench.strategies.triggers import EventFacts, TriggerMark

NAME = "rolling"
EVERY_TURNS = 20
"""The contract's cadence candidate."""

_BINDING = (ItemKind.DECISION, ItemKind.CONSTRAINT, ItemKind.OPEN_WORK)

_SAYS = (EventKind.USER, EventKind.ASSISTANT, EventKind.PLAN, EventKind.TOOL_CALL)


class RollingStrategy:
    """The `rolling` strategy."""

    name = NAME
    prompt_version = PAGE

    def draft(self, request: DraftRequest) -> Candidate:
        """Return the rolled artifacts' items that still hold and their kept events, then what followed.

        Raises:
            UsageError: the range has events before the last rolled artifact that none of them replaces.
        """
        _check_whole(request)
        since = _since(request)
        carried = list(_carried(request, since))
        if since is None:
            return candidate(
                request, _fitting(carried, request.room()), self.name, Origin.DRAFTED, version=PAGE
            )
        kept = frozenset(ordinal for each in request.rolled for ordinal in each.source.kept)
        also = [given(item, "carried") for item in carried]
        made = page(since, also=also, room=request.room(), again=kept)
        source = replace(request.source, kept=made.kept)
        own = replace(request, source=source, objective=page_objective(replace(request, rolled=())))
        return candidate(own, made.items, self.name, Origin.DRAFTED, version=PAGE)


def _newest_runs(items: Sequence[Item]) -> list[Item]:
    """Return the items, with only the last run of each check."""
    newest: dict[str, int] = {}
    for n, item in enumerate(items):
        command = checked_command(item.text)
        if command and (command not in newest or _last(items[newest[command]]) <= _last(item)):
            newest[command] = n
    return [item for n, item in enumerate(items) if newest.get(checked_command(item.text), n) == n]


def _last(item: Item) -> int:
    """Return the last event that an item is linked to."""
    return max((link.ordinal for link in item.links), default=-1)


def _check_whole(request: DraftRequest) -> None:
    """Refuse events before the last rolled artifact that none replaces: nobody would read them."""
    start, session = request.source.start, request.source.session_id[:12]
    for each in sorted(request.rolled, key=lambda artifact: artifact.source.source_start):
        first, last = each.source.source_start, each.source.source_end
        between = request.events[start:first]
        if any(e.kind in _SAYS and e.sidechain is None for e in between):
            gap = f"{start}..{first - 1}"
            raise UsageError(
                f"no accepted artifact covers events {gap}, so that rolling up would lose them",
                f"accept a draft of them first (`workbench draft {session} --range {gap}`), or begin later, "
                f"as in --range {first}..{request.source.end}",
            )
        start = max(start, last + 1)


def _fitting(items: Sequence[Item], room: DraftRoom) -> list[Item]:
    """Return the items that fit, binding ones first; always at least the first."""
    chosen: list[Item] = []
    used = 0
    for item in sorted(items, key=lambda each: each.kind not in _BINDING):
        if not chosen or used + len(item.text) <= room.most:
            chosen.append(item)
            used += len(item.text)
    return chosen


def _since(request: DraftRequest) -> DraftRequest | None:
    """Return the request for the events after the last rolled artifact; None if there are none."""
    source = request.source
    start = max((each.source.source_end + 1 for each in request.rolled), default=source.start)
    if start > source.end:
        return None
    kept = frozenset(ordinal for ordinal in source.kept if ordinal >= start)
    return replace(request, source=SourceRange(source.session_id, start, source.end, kept), rolled=())


def _carried(request: DraftRequest, since: DraftRequest | None) -> Iterator[Item]:
    """Yield items of the rolled artifacts that nothing since restates, closes or retracts."""
    start = since.source.start if since is not None else request.source.end
    known = commitments(request.seen(), start)
    over = [c for c in known if not c.counts]
    survivors = Survivors()
    for each in known if since is not None else ():
        if each.counts:
            survivors.add(each.text)
    calls = [fold(e.text) for e in request.seen()[start:] if e.kind is EventKind.TOOL_CALL]
    for item in _newest_runs([without_next(item) for each in request.rolled for item in each.items]):
        past = since is not None and (item.text.startswith(IN_HAND) or _is_run_again(item, calls))
        if not past and not survivors.restates(item.text) and not _is_over(item, over):
            survivors.add(item.text)
            yield item


def _is_run_again(item: Item, calls: Sequence[str]) -> bool:
    """Return whether a check that an item states was run again since: its earlier outcome is past."""
    command = checked_command(item.text)
    return bool(command) and any(command in call for call in calls)


def _is_over(item: Item, over: Sequence[Commitment]) -> bool:
    """Return whether a decision or open work was closed or retracted since."""
    if item.kind not in _BINDING or item.status == "done":
        return False
    return any(subsumes(item.text, c.text) or subsumes(c.text, item.text) for c in over)


class RollingTriggers:
    """The trigger of `rolling`: every 20 turns, when the next turn begins."""

    strategy = NAME

    def __init__(self, every: int = EVERY_TURNS) -> None:
        self._every = every
        self._start: int | None = None
        self._done = 0

    def feed(self, events: Sequence[EventFacts]) -> Iterator[TriggerMark]:
        """Yield a mark at the first event of turns 21, 41, ...: the turns before it are complete."""
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
        """Yield nothing: a turn is complete only when the next one begins."""
        return iter(())
