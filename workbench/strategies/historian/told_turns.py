"""The turns of a ledger as items: what a reply stated, without what later words made obsolete."""

from __future__ import annotations

from collections.abc import Sequence

from gates.artifact import Item, ItemKind
from gates.language.similarity import statement
from gates.source import EventKind
from workbench.facts.spans import EventWords, fold
from workbench.strategies.base import DraftRequest
from workbench.strategies.historian.ledger import as_line, stated_part
from workbench.strategies.historian.models import Turn
from workbench.strategies.historian.told_sources import closest
from workbench.strategies.historian.transcript import TranscriptTurn
from workbench.strategies.page.obsolete import obsolete
from workbench.strategies.page.past import passed_events
from workbench.strategies.page.statement import made_of


def ledger_items(
    request: DraftRequest, older: Sequence[TranscriptTurn], stated: Sequence[Turn]
) -> list[Item]:
    """Return the turns' summaries as items, without those that later words made obsolete."""
    told = [_summary(request, turn, own) for turn, own in zip(older, stated, strict=True)]
    found = [
        made_of(claim(request, text, words), [words], 0.0, "likely") for text, words in filter(None, told)
    ]
    over = obsolete(request, found, passed_events(request))
    return [each.item for each, is_over in zip(found, over, strict=True) if not is_over]


def _summary(request: DraftRequest, turn: TranscriptTurn, own: Turn) -> tuple[str, EventWords] | None:
    """Return the `turn_summary` of the turn's ledger, and the sentence of the reply closest to it."""
    replies = [event for event in turn.events if event.kind is EventKind.ASSISTANT]
    text = fold(own.stated())
    if not replies or not statement(text).stems or own.summary == "Replied to the user.":
        return None
    if own.summary is None:
        words = stated_part(replies[-1])
        return None if words is None else (as_line(words.quote(request.seen())), words)
    place = closest(replies[-1], text)
    return (text, place) if place is not None else None


def claim(request: DraftRequest, text: str, *places: EventWords) -> Item:
    """Return a text as a claim, with links to its places."""
    links = [link for words in places for link in words.links(request.source.session_id, request.seen())]
    unique = {link.evidence_id: link for link in links}
    return Item(kind=ItemKind.CLAIM, text=text, links=tuple(unique.values()))
