"""The lines above the text of an event: its facts, the statements that cite it, notes on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.escaping import one_line
from workbench.presentation.cells import width_of
from workbench.presentation.spans import Line, StyledText
from workbench.tui.glyphs import Glyphs
from workbench.tui.state.timeline.preview import cited_words
from workbench.tui.text import clip

if TYPE_CHECKING:
    from gates.source import SourceEvent
    from workbench.services.lookup.citing import Cited

MOST_NOTES = 3
"""Most notes shown above the text, the newest ones."""


def facts_lines(
    event: SourceEvent, cited: Cited | None, notes: Sequence[str], width: int, glyphs: Glyphs
) -> list[Line]:
    """Return as many facts as fit in one line, the citations, the newest notes, and a rule."""
    lines: list[Line] = [(StyledText(_one_line(_parts(event), width), "dim"),)]
    if cited is not None:
        words, ink = cited_words(cited)
        lines.append((StyledText(clip(words, width), ink),))
    lines += [(StyledText(clip(one_line(note), width), "note"),) for note in notes[-MOST_NOTES:]]
    return [*lines, (StyledText(glyphs.rule * width, "rule"),)]


def _parts(event: SourceEvent) -> list[str]:
    parts = [f"{event.tokens:,} tokens ({event.provenance})", f"line {event.line}"]
    if event.timestamp:
        parts.append(one_line(event.timestamp)[:19].replace("T", " "))
    if event.tool is not None:
        failed = {True: "failed", False: "ok", None: ""}[event.tool.failed]
        parts.append(one_line(f"{event.tool.name} {failed} {event.tool.target}"))
    if event.sidechain:
        parts.append(f"aside: {one_line(event.sidechain)}")
    return parts


def _one_line(parts: Sequence[str], width: int) -> str:
    kept: list[str] = []
    used = 0
    for part in parts:
        if used + width_of(part) + 3 > width and kept:
            break
        kept.append(part)
        used += width_of(part) + 3
    return "   ".join(kept)
