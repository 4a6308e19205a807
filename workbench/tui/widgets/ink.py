"""Words for styles, so that drawn lines are plain values: `Piece("FAIL", "bad")`.

Each word is a component class `ink--WORD`, coloured in the style sheet; none says anything by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from workbench.tui.state.spans import Span

WORDS = (
    "dim strong good warn bad accent key title user agent tool note match cursor range head plot plot-range "
    "plot-line plot-mark link"
    " mark markbad bracket rule ins del ref kind section"
).split()
PLAIN = Style.null()
"""Also before the style sheet was applied for the first time."""

CLASSES = {f"ink--{word}" for word in WORDS}


Piece = Span
"""A run of text in one style; the style is one of `WORDS`, or empty."""


Line = Sequence[tuple[str, str]]
"""One drawn line: pieces, or any pairs of text and style word."""


def style_of(widget: Widget, ink: str) -> Style:
    """The style of a word; the screen has `CLASSES`, once for all its widgets."""
    if not ink:
        return PLAIN
    return widget.screen.get_component_rich_style(f"ink--{ink}", partial=True, default=PLAIN)


def strip_of(widget: Widget, line: Iterable[tuple[str, str]], width: int, base: Style) -> Strip:
    """A line as a strip of exactly `width` cells on a base style."""
    segments = [Segment(text, base + style_of(widget, ink)) for text, ink in line if text]
    return Strip(segments).adjust_cell_length(width, base)
