"""`snapshot`: the structured delta of a range and a narrative of it, extractive (S0, S2 section 6; SG2).

The delta holds decisions, open work, conflicts with both their sides, waiting questions, failures,
changed files and what was stated. It is a candidate like any other: a snapshot is made of it only
when it is accepted, or by a `SnapshotRun`.
"""

from __future__ import annotations

from gates.artifact import Item, ItemKind, Origin
from workbench.facts.questions import waiting_questions
from workbench.facts.spans import fold
from workbench.strategies.base import EXTRACTIVE, Candidate, DraftRequest, candidate
from workbench.strategies.essentials import essentials
from workbench.strategies.filling import fill
from workbench.strategies.sizing import Size, fitting
from workbench.strategies.snapshot.conflicts import conflicts
from workbench.strategies.snapshot.delta import delta_narrative

ITEMS_SHARE = 0.30
NARRATIVE_SHARE = 0.02
TARGETS = (0.24, 0.22, 0.205)
"""Share of the source up to which what was said, what was done and what was only read is added."""


class SnapshotStrategy:
    """`snapshot`."""

    name = "snapshot"
    prompt_version = EXTRACTIVE

    def draft(self, request: DraftRequest) -> Candidate:
        """A candidate of both tracks for the requested range."""
        size, found = Size(request), essentials(request)
        unsettled = (*conflicts(request), *questions(request))
        groups = (found.binding, unsettled, found.records, found.state, found.done)
        items = fitting(size, groups, ITEMS_SHARE)
        items += fill(request, size, items, TARGETS)
        narrative = delta_narrative(items, size.bytes_for(NARRATIVE_SHARE))
        return candidate(request, items, self.name, Origin.DRAFTED, narrative)


def questions(request: DraftRequest) -> list[Item]:
    """The agent's questions that wait at the end of the range, in its own words."""
    events = request.seen()
    return [
        Item(
            kind=ItemKind.OPEN_QUESTION,
            text=fold(words.quote(events)),
            speaker="agent",
            links=tuple(words.links(request.source.session_id, events)),
        )
        for words in waiting_questions(events, request.source.start)
    ]
