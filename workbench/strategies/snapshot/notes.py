"""The notes of a run as items of its next draft, with a link if their quotation is found, else without.

A claim without evidence stays a candidate: stating it verifies nothing. A quotation that is not in its event
is refused when the note is added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from gates.artifact import ConflictDetail, FailureDetail, Item, ItemKind
from gates.source import SourceEvent, SourceLink, make_link
from workbench.errors import Refused
from workbench.facts.spans import shorten
from workbench.strategies.snapshot.state import Evidence, Note


class EvidenceMissing(Refused):
    """A note quotes words that are not in the event at its position; the note is not added."""

    code = "evidence_missing"


def check_evidence(note: Note, event_text: Callable[[int], str | None]) -> None:
    """Refuse a note whose evidence is not in its event.

    Args:
        note: the note.
        event_text: returns the text of the event at a position; None if it is not logged.

    Raises:
        EvidenceMissing: with the position and the quotation.
    """
    for each in (*note.evidence, *note.other_side):
        text = event_text(each.position)
        if text is None or each.quote not in text:
            why = "is not logged yet" if text is None else f"does not say {shorten(each.quote, 80)!r}"
            raise EvidenceMissing(
                f"event {each.position} of the run {why}",
                "log the event first, and quote its own words; or state the note without evidence",
            )


def items_of(notes: Iterable[Note], session_id: str, events: Sequence[SourceEvent]) -> list[Item]:
    """Return one item for each note; a conflict without evidence on either side becomes an open question."""
    return [_item(note, session_id, events) for note in notes]


def _item(note: Note, session_id: str, events: Sequence[SourceEvent]) -> Item:
    links = _links(note.evidence, session_id, events)
    if note.kind == "failure":
        detail = FailureDetail(category=note.category, where=note.where, why=note.why)
        return Item(kind=ItemKind.FAILURE, text=note.text, links=links, detail=detail)
    if note.kind == "open_work":
        return Item(kind=ItemKind.OPEN_WORK, text=note.text, links=links, status=note.status or "open")
    if note.kind != "conflict":
        return Item(kind=ItemKind(note.kind), text=note.text, links=links)
    other = _links(note.other_side, session_id, events)
    both = {link.evidence_id: link for link in (*links, *other)}
    if not links or not other or len(both) < 2:
        return Item(kind=ItemKind.OPEN_QUESTION, text=note.text, links=tuple(both.values()))
    sides = ConflictDetail(
        side_a=tuple(link.evidence_id for link in links), side_b=tuple(link.evidence_id for link in other)
    )
    return Item(kind=ItemKind.CONFLICT, text=note.text, links=tuple(both.values()), detail=sides)


def _links(
    evidence: Iterable[Evidence], session_id: str, events: Sequence[SourceEvent]
) -> tuple[SourceLink, ...]:
    found = {}
    for each in evidence:
        text = events[each.position].text if each.position < len(events) else ""
        start = text.find(each.quote)
        if start >= 0:
            link = make_link(session_id, each.position, text, start, start + len(each.quote))
            found[link.evidence_id] = link
    return tuple(found.values())
