"""Drawing of lines: a margin with mark, cursor and range, then the pieces; drawn lines are cached."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from workbench.tui.glyphs import Glyphs
from workbench.tui.widgets.content import Content
from workbench.tui.widgets.ink import legible, style_of

KEPT = 2_000
"""Most strips that are cached."""


class LinePainter:
    """Draws lines in the theme of a widget."""

    def __init__(self, widget: Widget, glyphs: Glyphs) -> None:
        """Start with an empty cache."""
        self._widget, self._glyphs = widget, glyphs
        self.begin = 0
        """Cells of each line that are left of the view."""
        self._strips: dict[tuple[int, int, bool, bool, bool], Strip] = {}

    def forget(self) -> None:
        """Empty the cache, because lines or styles changed."""
        self._strips.clear()

    def pan(self, by: int, most: int) -> bool:
        """Pan by a number of cells, to at most `most`; return whether the position changed."""
        wanted = min(max(self.begin + by, 0), most)
        moved, self.begin = wanted != self.begin, wanted
        self.forget()
        return moved

    def strip(self, content: Content, number: int, width: int, base: Style) -> Strip:
        """Return the strip of a line on a base style, `width` cells of it."""
        begin = self.begin
        block = content.block
        focused = self._widget.has_focus
        here = block is not None and block[0] <= number <= block[1] and (content.pointing or focused)
        key = (number, width, here, content.selected(number), focused)
        found = self._strips.get(key)
        if found is None:
            if len(self._strips) > KEPT:
                self._strips.clear()
            found = self._strips[key] = self._paint(content, number, begin + width, base, here=here)
        return found.crop(begin, begin + width) if begin else found

    def _paint(self, content: Content, number: int, width: int, base: Style, *, here: bool) -> Strip:
        row, block = content.line(number, width), content.block
        ranged = content.selected(number)
        here = here and row.key is not None
        if ranged:
            base += self._style("range")
        pointed = here and self._widget.has_focus
        if pointed:
            base += self._style("cursor")
        join = legible if pointed else Style.__add__
        if row.ink:
            base = join(base, self._style(row.ink))
        at_cursor = here and block is not None and block[0] == number
        segments = [
            Segment(row.mark.text[:1] or " ", join(base, self._style(row.mark.style))),
            Segment(self._glyphs.cursor if at_cursor else " ", join(base, self._style("key"))),
            Segment(self._glyphs.in_range if ranged else " ", join(base, self._style("accent"))),
        ]
        del segments[content.gutter :]
        segments += [
            Segment(self._signs(span.text, span.style), join(base, self._style(span.style)))
            for span in row.line
            if span.text
        ]
        return Strip(segments).adjust_cell_length(width, base)

    def _style(self, ink: str) -> Style:
        return style_of(self._widget, ink)

    def _signs(self, text: str, style: str) -> str:
        """Return a text with the signs that the terminal can draw."""
        if self._glyphs.ascii:
            return text.replace("…", "~")
        return text.replace("-", self._glyphs.rule).replace("|", "│") if style == "rule" else text
