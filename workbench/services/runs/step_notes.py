"""Notes of a run's steps for its checkpoints: what was searched for, found, read and not found, what is next.

Each note quotes words of the session's own events. Lines of a tool's result are no statements: the draft of a
checkpoint leaves out what was read from the list of a search.
"""

from __future__ import annotations

from collections.abc import Iterator

from gates.source import EventKind
from workbench.escaping import folded, one_line
from workbench.runs.records import events as kinds
from workbench.strategies import Evidence, Note, RunEvent
from workbench.strategies.base import Candidate, DraftRequest
from workbench.strategies.snapshot.draft import SnapshotStrategy

MOST_WORDS = 240
"""Characters of a passage that a note states."""


def checkpoint_draft(request: DraftRequest) -> Candidate:
    """Return the structured delta of a range of a run, without statements from lists of passages."""
    made = SnapshotStrategy().draft(request)
    events = request.seen()
    lists = {
        event.ordinal
        for event in events
        if event.kind is EventKind.TOOL_RESULT and event.tool is not None and event.tool.name == "search"
    }
    items = [
        item
        for item in made.payload["items"]
        if not item["links"] or not all(link["ordinal"] in lists for link in item["links"])
    ]
    return Candidate({**made.payload, "items": items}, made.record, made.dropped)


def search_note(call: tuple[int, RunEvent], body: kinds.ActDone, observed: tuple[int, RunEvent]) -> Note:
    """Return the note of a search: its words and what it found.

    Args:
        call: position and event of the call.
        body: what was found.
        observed: position and event of the end of the step, which counts what was found.
    """
    query = str((call[1].arguments or {}).get("query", ""))
    direct = sum(each.label == "DIRECT" for each in body.found)
    found = f"{len(body.found)} passages, {direct} of them DIRECT" if body.found else "no passage"
    evidence = tuple(Evidence(position=at, quote=event.text) for at, event in (call, observed))
    return Note(kind="claim", text=f"Searched for {one_line(query)}: {found}", evidence=evidence)


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
