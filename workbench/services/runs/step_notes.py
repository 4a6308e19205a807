"""Notes of a run's steps for its checkpoints: what was searched for, found, read and not found, what is next.

Each note quotes words of the session's own events. What the machine and its tools wrote are no statements: of
what a draft reads by itself, a checkpoint keeps what a person stated.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from gates.artifact import ItemKind
from gates.measure_words import plural
from gates.source import EventKind
from workbench.escaping import folded, one_line
from workbench.runs.records import events as kinds
from workbench.strategies import Evidence, Note, RunEvent
from workbench.strategies.base import Candidate, DraftRequest
from workbench.strategies.snapshot.draft import SnapshotStrategy

MOST_WORDS = 240
"""Characters of a passage that a note states."""
SHOWN = "  "
"""What the words of a passage begin with, under its line in the result of a search."""


def checkpoint_draft(request: DraftRequest) -> Candidate:
    """Return the structured delta of a range of a run: what a person stated in it.

    Its other statements are the notes of the run. What a person asks of a run is a question.
    """
    made = SnapshotStrategy().draft(request)
    said = {event.ordinal for event in request.seen() if event.kind is EventKind.USER}
    items = [
        _question(item) if item["kind"] == ItemKind.OPEN_WORK.value else item
        for item in made.payload["items"]
        if said.issuperset(link["ordinal"] for link in item["links"])
    ]
    return Candidate({**made.payload, "items": items}, made.record, made.dropped)


def _question(item: dict[str, Any]) -> dict[str, Any]:
    """Return open work as a question: it is no work of the run that a claim could state."""
    return {**item, "kind": ItemKind.OPEN_QUESTION.value, "status": None}


def search_note(call: tuple[int, RunEvent], body: kinds.ActDone, observed: tuple[int, RunEvent]) -> Note:
    """Return the note of a search: its words and what it found.

    Args:
        call: position and event of the call.
        body: what was found.
        observed: position and event of the end of the step, which counts what was found.
    """
    query = str((call[1].arguments or {}).get("query", ""))
    direct = sum(each.label == "DIRECT" for each in body.found)
    counted = plural(len(body.found), "passage")
    found = f"{counted}, {direct} of them DIRECT" if body.found else "no passage"
    evidence = tuple(Evidence(position=at, quote=event.text) for at, event in (call, observed))
    return Note(kind="claim", text=f"Searched for {one_line(query)}: {found}", evidence=evidence)


def first_words(passage: str) -> str:
    """Return the beginning of a passage on one line."""
    return one_line(folded(passage.strip()[:MOST_WORDS].strip()))


def found_notes(text: str, position: int) -> Iterator[Note]:
    """Yield the words of each passage that a search found to answer, from the session's result."""
    for line, shown in pairwise(text.splitlines()):
        if line.startswith("DIRECT ") and shown.startswith(SHOWN):
            evidence = (Evidence(position=position, quote=shown),)
            yield Note(kind="claim", text=f"Found: {shown.removeprefix(SHOWN)}", evidence=evidence)


def slice_notes(words: str, position: int) -> Iterator[Note]:
    """Yield the words that were read in full."""
    stated = words.strip()[:MOST_WORDS].strip()
    if stated:
        evidence = (Evidence(position=position, quote=stated),)
        yield Note(kind="claim", text=f"Read: {folded(stated)}", evidence=evidence)


def failure_note(body: kinds.NoEvidence, event: RunEvent, position: int) -> Note:
    """Return the note of a query without direct evidence."""
    why = f"the best score is {body.max_score:.3f}"
    return Note(
        kind="failure",
        text=event.text,
        evidence=(Evidence(position=position, quote=event.text),),
        category="NO_EVIDENCE",
        where=one_line(body.query),
        why=why,
    )


def next_note(body: kinds.CompileDone, event: RunEvent, position: int) -> Note:
    """Return what is next while nothing is answered: the query of a step."""
    evidence = (Evidence(position=position, quote=event.text.partition("\n")[0]),)
    return Note(kind="open_work", text=f"Not answered yet: {one_line(body.query)}", evidence=evidence)
