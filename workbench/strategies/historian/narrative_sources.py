"""The sources of a narrative that was written elsewhere: a sentence without any is left out of a draft."""

from __future__ import annotations

from collections.abc import Sequence

from gates.artifact import Item
from gates.language.sentence_spans import sentences
from gates.search.index import SourceIndex
from gates.search.link_support import supported
from gates.search.linking import SpanSearch, link_statement
from gates.traceability import uncovered_sentences
from workbench.strategies.base import DraftRequest
from workbench.strategies.source_index import source_index

FEWEST = 2
"""Fewest sentences of a narrative; of fewer nothing is kept."""


def sourced(request: DraftRequest, items: Sequence[Item], narrative: str) -> tuple[list[Item], str]:
    """Return the items and the narrative without those sentences of it that no passage carries.

    An item that is a sentence of the narrative is linked anew if its links do not carry it. The narrative is
    empty if fewer than two sentences are left.
    """
    told = {narrative[start:end] for start, end in sentences(narrative)}
    kept = list(items)
    if not told.isdisjoint(item.text for item in items):
        search = SpanSearch(source_index(request.source, request.seen()))
        held = (_linked(item, search) if item.text in told else item for item in items)
        kept = [item for item in held if item is not None]
    loose = {start for _, start, _ in uncovered_sentences(narrative, kept)}
    if not loose:
        return kept, narrative
    stays = [narrative[start:end] for start, end in sentences(narrative) if start not in loose]
    return kept, " ".join(stays) if len(stays) >= FEWEST else ""


def left_out(narrative: str, stays: str) -> list[str]:
    """Return the sentences of a narrative that are not in the part of it that stays."""
    return [each for a, b in sentences(narrative) if (each := narrative[a:b]) not in stays]


def _linked(item: Item, search: SpanSearch) -> Item | None:
    """Return an item with links that carry it, else None."""
    if _carried(item, search.index):
        return item
    anew = item.model_copy(update={"links": ()})
    anew = item.model_copy(update={"links": link_statement(search, anew)})
    return anew if anew.links and _carried(anew, search.index) else None


def _carried(item: Item, index: SourceIndex) -> bool:
    links = [resolved for link in item.links if (resolved := index.resolve(link)).ok]
    return bool(links) and supported(item.text, links, index)[0]
