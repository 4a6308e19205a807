"""The view of what a search found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from workbench.presentation.cells import clip
from workbench.presentation.figures import plural
from workbench.presentation.layout import heading, paragraph
from workbench.presentation.search_words import ONLY_SOME
from workbench.presentation.spans import BLANK, Line, StyledText, line

if TYPE_CHECKING:
    from workbench.services.lookup.search import SearchHit, SearchResult

TITLE = 60


def search_lines(found: SearchResult, width: int) -> Iterator[Line]:
    """Yield statements, then events, each under its session, best first, with matched words marked."""
    if not found.events and not found.statements:
        words = "these words" if len(found.terms) > 1 else f'"{clip(found.terms[0], TITLE)}"'
        yield from paragraph(f"Nothing holds {words}.", width)
        yield from _unread(found, width)
        return
    best = max(each.matched for each in (*found.events, *found.statements))
    if best < len(found.terms):
        yield from paragraph(ONLY_SOME, width)
        yield BLANK
    sorts = (
        ("statement", found.statements, found.statements_found),
        ("event", found.events, found.events_found),
    )
    for name, hits, count in sorts:
        if hits:
            rest = f", the first {len(hits):,} shown" if count > len(hits) else ""
            yield heading(f"{plural(count, name)} found{rest}")
            yield from _hits(found, hits, width)
    yield from _unread(found, width)
    first = (*found.statements, *found.events)[0]
    yield line("look at one  ", StyledText(f"workbench show {first.place}", "accent"))


def _hits(found: SearchResult, hits: Sequence[SearchHit], width: int) -> Iterator[Line]:
    for session_id, group in groupby(hits, key=lambda hit: hit.session_id):
        yield line(
            StyledText(session_id[:12], "bold"),
            StyledText(f"  {clip(found.titles[session_id], TITLE)}", "dim"),
        )
        for hit in group:
            where = hit.place.partition(":")[2]
            yield from paragraph(hit.snippet.text, width, indent=2, label=StyledText(f"{where}  ", "accent"))
    yield BLANK


def _unread(found: SearchResult, width: int) -> Iterator[Line]:
    if found.unread:
        long = plural(found.unread, "long text")
        stated = f"Of {long} only the beginning was searched; --session searches fewer."
        yield from paragraph(stated, width, style="dim")
