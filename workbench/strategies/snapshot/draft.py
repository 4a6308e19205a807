"""`snapshot`: the structured delta of a range and a narrative of it, extractive (S0, S2 section 6; SG2).

The delta holds decisions, open work, conflicts with both their sides, waiting questions, failures,
changed files and what was stated. It is a candidate like any other: a snapshot is made of it only
when it is accepted, or by a `SnapshotRun`.
"""

from __future__ import annotations

from dataclasses import replace

from gates.artifact import Item, ItemKind, Origin
from workbench.facts.questions import waiting_questions
from workbench.facts.spans import fold
from workbench.strategies.base import PAGE, Candidate, DraftRequest, candidate
from workbench.strategies.page import given, page
from workbench.strategies.snapshot.conflicts import conflicts
from workbench.strategies.snapshot.delta import delta_narrative

NARRATIVE_SHARE = 0.15
"""Most of the room that the narrative takes."""


class SnapshotStrategy:
    """`snapshot`."""

    name = "snapshot"
    prompt_version = PAGE

    def draft(self, request: DraftRequest) -> Candidate:
        """A candidate of both tracks for the requested range."""
        room = request.room()
        narrative_room = int(room.most * NARRATIVE_SHARE)
        rest = replace(room, most=room.most - narrative_room)
        opposed = [given(each) for each in conflicts(request)]
        made = page(request, also=opposed, room=rest, whole_state=True)
        narrative = delta_narrative(made.items, narrative_room)
        return candidate(made.kept_request(), made.items, self.name, Origin.DRAFTED, narrative, version=PAGE)


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
