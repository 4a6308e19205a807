"""The `snapshot` draft: the structured delta of a range and its narrative, extractive (S0, S2; SG2).

The delta (S2 section 6) contains decisions, open work, conflicts with both their sides, waiting questions,
failures, changed files and statements. It is a draft like any other: it becomes a snapshot only when it is
accepted, or in a `SnapshotRun`.
"""

from __future__ import annotations

import re
from dataclasses import replace

from gates.artifact import Item, ItemKind, Origin
from gates.source import EventKind
from workbench.facts.answers.questions import asked, waiting_questions
from workbench.facts.spans import EventWords, fold
from workbench.strategies.base import PAGE, Candidate, DraftRequest, candidate
from workbench.strategies.page import given, page
from workbench.strategies.page.statements import LEAST_LIKELY
from workbench.strategies.snapshot.conflicts import conflicts
from workbench.strategies.snapshot.delta import delta_narrative

NARRATIVE_SHARE = 0.15
"""Largest share of the room for the narrative."""
MOST_PASSED_OVER = 2
"""Most questions that the agent did not wait to have answered; the latest are kept."""


class SnapshotStrategy:
    """The `snapshot` strategy."""

    name = "snapshot"
    prompt_version = PAGE

    def draft(self, request: DraftRequest) -> Candidate:
        """Return a candidate with the delta and the narrative of the requested range."""
        room = request.room()
        narrative_room = int(room.most * NARRATIVE_SHARE)
        rest = replace(room, most=room.most - narrative_room)
        opposed = [given(each) for each in conflicts(request)]
        opposed += [given(each) for each in passed_over(request)]
        made = page(request, also=opposed, room=rest, whole_state=True, least=LEAST_LIKELY)
        narrative = delta_narrative(made.items, narrative_room)
        return candidate(made.kept_request(), made.items, self.name, Origin.DRAFTED, narrative, version=PAGE)


_TO_THE_USER = re.compile(
    r"\b(?:should i|shall i|may i|can i|do you|would you|could you|are you|did you|which (?:one|of)|your?)\b",
    re.IGNORECASE,
)


def passed_over(request: DraftRequest) -> list[Item]:
    """Return the agent's questions since the user's last message for whose answer it did not wait."""
    events = request.seen()
    inside = reversed(events[request.source.start :])
    spoken = (e.ordinal for e in inside if e.kind is EventKind.USER and e.sidechain is None)
    first = next(spoken, request.source.start)
    waiting = set(waiting_questions(events, request.source.start))
    found = [
        words
        for event in events[first:]
        if event.kind is EventKind.ASSISTANT and event.sidechain is None
        for words in asked(event)
        if words not in waiting and _TO_THE_USER.search(words.quote(events))
    ]
    return [_question(request, words) for words in found[-MOST_PASSED_OVER:]]


def _question(request: DraftRequest, words: EventWords) -> Item:
    events = request.seen()
    links = tuple(words.links(request.source.session_id, events))
    return Item(kind=ItemKind.OPEN_QUESTION, text=fold(words.quote(events)), speaker="agent", links=links)
