"""The required content of every extractive draft, in order of importance: the facts of a range as items.

It decides what belongs; the strategies decide how much of the rest is added, and what is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gates.artifact import Item
from gates.language.similarity import subsumes
from workbench.facts.actions.changes import changes, last_changes
from workbench.facts.actions.commands import CommandFailure, failures
from workbench.facts.commitment import Commitment, CommitmentKind
from workbench.facts.merging import Survivors
from workbench.facts.proposals.scratch_files import lasting
from workbench.facts.reading import commitments, fold_plans
from workbench.facts.sentences.talk import final_state
from workbench.facts.spans import fold
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.last_state import with_raised
from workbench.strategies.statements import Writer, last_words


@dataclass(frozen=True, slots=True)
class Essentials:
    """Items by subject, each list in source order."""

    binding: tuple[Item, ...]
    """Decisions in force, constraints and open work: never left out."""
    records: tuple[Item, ...]
    """Changed files and failed commands."""
    state: tuple[Item, ...]
    """The agent's last statements, and plans that wait or were rejected."""
    done: tuple[Item, ...]
    """Finished work."""

    def all(self) -> tuple[Item, ...]:
        """Return every item, the most important first."""
        return (*self.binding, *self.records, *self.state, *self.done)


def essentials(request: DraftRequest) -> Essentials:
    """Return the facts of the requested range as items, none of which restates another."""
    events, start = request.seen(), request.source.start
    writer = Writer(request.source.session_id, events, start)
    known = commitments(events, start)
    kept = [c for c in known if c.counts or (c.kind is CommitmentKind.DECISION and c.status == "done")]
    finished = [
        c
        for c in known
        if c.kind is CommitmentKind.OPEN_WORK and c.status == "done" and _restated(c, request)
    ]
    binding = [writer.commitment(c) for c in kept]
    records = [writer.change(c) for c in lasting(last_changes(changes(events, start)))]
    records += [writer.failure(f) for f in _one_of_each(request, failures(events, start))]
    plans = [p for p in fold_plans(events) if p.state in ("proposed", "rejected") and p.ordinal >= start]
    latest = {p.title.casefold(): p for p in plans}
    approved = {p.title.casefold() for p in fold_plans(events) if p.state == "approved"}
    state = [writer.plan(p) for title, p in latest.items() if title not in approved]
    state += [writer.stated(words) for words in final_state(events, start)]
    survivors = Survivors()
    for item in (*binding, *records):
        survivors.add(item.text)
    done = [writer.commitment(c) for c in finished]
    if not (binding or records or state or done):
        state = last_words(writer, events, request.replaced())
    return Essentials(
        tuple(binding), tuple(records), tuple(_new(survivors, state)), tuple(_new(survivors, done))
    )


def _one_of_each(request: DraftRequest, found: Sequence[CommandFailure]) -> list[CommandFailure]:
    """Return the failed checks, each with its final error; of identical failures the last one."""
    alike: dict[str, CommandFailure] = {}
    for failure in (with_raised(request, each) for each in found if each.checks):
        said = fold(failure.output.quote(request.events))
        alike.pop(said, None)
        alike[said] = failure
    return list(alike.values())


def _restated(found: Commitment, request: DraftRequest) -> bool:
    """Return whether the range itself names the work, and not only the number by which it was closed."""
    inside = (w.quote(request.events) for w in found.words if w.ordinal >= request.source.start)
    return any(subsumes(quote, found.text) for quote in inside)


def _new(survivors: Survivors, items: list[Item]) -> list[Item]:
    """Return the items that say something new."""
    fresh = []
    for item in items:
        if not survivors.restates(item.text):
            survivors.add(item.text)
            fresh.append(item)
    return fresh
