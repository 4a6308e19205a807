"""Conflicts of a range: a directive or answer that a later one took back, with the words of both sides.

Only what the facts prove in so many words counts; doubt is no conflict.
"""

from __future__ import annotations

from collections.abc import Sequence

from gates.artifact import ConflictDetail, Item, ItemKind
from gates.source import SourceEvent
from workbench.facts.commitment import Basis, Commitment
from workbench.facts.reading import fold_decisions
from workbench.facts.reversal import reverses
from workbench.facts.spans import fold, shorten
from workbench.strategies.base import DraftRequest

MAX_SIDE = 200


def conflicts(request: DraftRequest) -> list[Item]:
    """One item for each statement that was taken back in the range, each side with its own links (S0 B)."""
    events, start = request.seen(), request.source.start
    known = fold_decisions(events)
    found = []
    for earlier in known:
        if (
            earlier.status == "superseded"
            and earlier.basis not in (Basis.PLAN, Basis.PLAN_CHECK)
            and earlier.touched[-1] >= start
        ):
            later = _later(known, earlier)
            if later is not None:
                found.append(_item(request.source.session_id, events, earlier, later))
    return [item for item in found if item is not None]


def _later(known: Sequence[Commitment], earlier: Commitment) -> Commitment | None:
    """What took it back: the same question answered again, else the directive that reverses it."""
    for other in known:
        if other is earlier or other.words[-1] <= earlier.words[-1]:
            continue
        if earlier.basis is Basis.ANSWER:
            same = fold(other.context).casefold() == fold(earlier.context).casefold()
            if other.basis is Basis.ANSWER and other.counts and same:
                return other
        elif other.touched[-1] == earlier.touched[-1] and reverses(other.text, earlier.text):
            return other
    return None


def _item(
    session_id: str, events: Sequence[SourceEvent], earlier: Commitment, later: Commitment
) -> Item | None:
    one = [link for words in earlier.words[-1:] for link in words.links(session_id, events)]
    two = [link for words in later.words[-1:] for link in words.links(session_id, events)]
    side_a = tuple(link.evidence_id for link in one)
    side_b = tuple(link.evidence_id for link in two if link.evidence_id not in side_a)
    if not side_a or not side_b:
        return None
    text = f'"{shorten(earlier.text, MAX_SIDE)}" was taken back later: "{shorten(later.text, MAX_SIDE)}"'
    links = tuple({link.evidence_id: link for link in (*one, *two)}.values())
    return Item(
        kind=ItemKind.CONFLICT, text=text, links=links, detail=ConflictDetail(side_a=side_a, side_b=side_b)
    )
