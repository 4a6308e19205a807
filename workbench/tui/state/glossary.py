"""The glossary as lines, also filtered by a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.presentation.cells import width_of, wrap
from workbench.presentation.spans import Line, StyledText

if TYPE_CHECKING:
    from workbench.presentation.glossary.entry import GlossarySection

WORD_WIDTH = 22


def glossary_lines(sections: Sequence[GlossarySection], width: int, words: str = "") -> list[Line]:
    """Return every section with its words; a word too long for its column gets its own line."""
    lines: list[Line] = []
    for each in sections:
        lines.append((StyledText(each.title, "title"),))
        for word, meaning in each.entries:
            lines += _entry(word.replace("`", ""), meaning.replace("`", ""), width)
        lines.append(())
    if not lines:
        return [(StyledText(f"No word of the glossary holds {words!r}.", "dim"),)]
    return lines


def _entry(word: str, meaning: str, width: int) -> list[Line]:
    pieces = wrap(meaning, max(width - WORD_WIDTH, 12))
    label = StyledText(word.ljust(WORD_WIDTH), "key")
    if width_of(word) >= WORD_WIDTH:
        return [
            (StyledText(word, "key"),),
            *((StyledText(" " * WORD_WIDTH), StyledText(piece)) for piece in pieces),
        ]
    return [
        (label, StyledText(pieces[0])),
        *((StyledText(" " * WORD_WIDTH), StyledText(piece)) for piece in pieces[1:]),
    ]
