"""Results of a search over all sessions, as keyed rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.escaping import one_line
from workbench.presentation.cells import wrap
from workbench.presentation.figures import plural
from workbench.presentation.search_words import ONLY_SOME
from workbench.presentation.spans import StyledText
from workbench.tui.state.matches import marked_lines
from workbench.tui.state.spans import PaneRow, paragraph, row
from workbench.tui.text import clip

if TYPE_CHECKING:
    from workbench.services.lookup.search import SearchHit, SearchResult

TITLE = 60
MOST_LINES = 3
"""Most lines of one hit."""


def hits_of(found: SearchResult) -> tuple[SearchHit, ...]:
    """Return the hits in the order of the list: statements first, then events, each best first."""
    return (*found.statements, *found.events)


def found_rows(found: SearchResult, width: int) -> list[PaneRow]:
    """Return every hit below the title of its kind; keys are their numbers."""
    hits = hits_of(found)
    if not hits:
        return paragraph("Nothing in any session holds these words.", width, style="dim")
    rows: list[PaneRow] = []
    if max(each.matched for each in hits) < len(found.terms):
        rows += [*paragraph(ONLY_SOME, width), row()]
    sorts = (
        ("statement of a draft", "statements of drafts", found.statements, found.statements_found),
        ("event", "events", found.events, found.events_found),
    )
    number = 0
    for noun, many, some, count in sorts:
        if some:
            rest = f", the first {len(some):,} shown" if count > len(some) else ""
            rows.append(row(StyledText(plural(count, noun, many), "section"), StyledText(rest, "dim")))
        for hit in some:
            rows += _hit(found, hit, str(number), width)
            number += 1
    if found.unread:
        stated = f"Of {plural(found.unread, 'long text')} only the beginning was searched."
        rows += [row(), *paragraph(stated, width, style="dim")]
    return rows


def _hit(found: SearchResult, hit: SearchHit, key: str, width: int) -> list[PaneRow]:
    where = hit.place.partition(":")[2]
    head = f"{where}  {hit.kind.replace('_', ' ')}  "
    title = clip(one_line(found.titles.get(hit.session_id, "")), min(TITLE, max(width - len(head), 0)))
    pieces: Sequence[str] = wrap(hit.snippet.text, width - 2)[:MOST_LINES]
    lines, _ = marked_lines(pieces, found.terms)
    rows = [row(StyledText(head, "ref"), StyledText(title, "dim"), key=key)]
    return rows + [row("  ", *(StyledText(*each) for each in line), key=key) for line in lines]
