"""Rows laid out for a width and drawn with a margin; where the cursor stands is told, not decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.segment import Segment
from rich.style import Style
from textual.scroll_view import ScrollView
from textual.strip import Strip

from workbench.tui.glyphs import UNICODE, Glyphs
from workbench.tui.state.key_range import KeyRange
from workbench.tui.state.spans import Row
from workbench.tui.widgets.ink import Inked, style_of
from workbench.tui.widgets.length import set_length

Layout = Callable[[int], Sequence[Row]]
"""Rows for a width in cells."""

GUTTER = 3
"""Cells before every line: mark, cursor, blank."""


class KeyedPainting(Inked, ScrollView):
    """The laying out and the drawing of keyed rows."""

    DEFAULT_CSS = """
    KeyedPainting {
        background: $background;
        height: 1fr;
        width: 1fr;
        overflow-x: hidden;
        scrollbar-gutter: stable;
    }
    """

    def __init__(
        self,
        *,
        glyphs: Glyphs = UNICODE,
        id: str | None = None,
        classes: str | None = None,
        pinned: int = 0,
        gutter: bool = True,
        ranged: bool = False,
    ) -> None:
        """Empty until `show`; the first `pinned` rows stay in view; `gutter` off: no margin.

        `ranged`: several things can be selected at once.
        """
        super().__init__(id=id, classes=classes)
        self.glyphs = glyphs
        self.pinned = pinned
        self._margin = GUTTER if gutter else 0
        self.range = KeyRange() if ranged else None
        self._layout: Layout = lambda _width: ()
        self._rows: Sequence[Row] = ()
        self._blocks: dict[str, tuple[int, int]] = {}
        self._laid = -1
        self._cursor: str | None = None

    @property
    def cursor(self) -> str | None:
        """The key that the cursor stands on."""
        return self._cursor if self._cursor in self._blocks else next(iter(self._blocks), None)

    @property
    def rows(self) -> Sequence[Row]:
        """All rows as they are laid out."""
        return self._rows

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys in order."""
        return tuple(self._blocks)

    def reveal_mark(self) -> None:
        """Scroll to the first row that marks words, a third down the view."""
        marked = [n for n, row in enumerate(self._rows) if any(s.style.startswith("mark") for s in row.line)]
        if marked:
            lead = max((self._height - self.pinned) // 3, 1) + self.pinned
            self.scroll_to(y=max(marked[0] - lead, 0), animate=False, force=True)

    # layout

    def _lay(self) -> None:
        width = self.scrollable_content_region.width
        if width <= self._margin or width == self._laid:
            return
        self._laid = width
        self._rows = self._layout(width - self._margin)
        self._blocks = {}
        for number, row in enumerate(self._rows):
            if row.key is not None:
                first, _ = self._blocks.get(row.key, (number, number))
                self._blocks[row.key] = (first, number)
        set_length(self, len(self._rows))
        self.refresh()

    def on_resize(self) -> None:
        """Lay out for the new width and keep the cursor in view."""
        laid = self._laid
        self._lay()
        if laid != self._laid or self._cursor is not None:
            self._reveal()

    @property
    def _height(self) -> int:
        return max(self.scrollable_content_region.height, 1)

    def _reveal(self, *, centre: bool = False) -> None:
        key = self.cursor
        if key is None or self.size.height == 0:
            return
        first, last = self._blocks[key]
        top, height = round(self.scroll_y), self._height
        lead = self.pinned
        if key == next(iter(self._blocks)) and last < height:
            target = 0
        elif centre:
            target = first - max((height - (last - first + 1)) // 3, lead)
        elif first < top + lead:
            target = first - lead
        elif last >= top + height:
            target = min(first - lead, last - height + 1)
        else:
            return
        self.scroll_to(y=max(target, 0), animate=False, force=True)

    def _row(self, y: int) -> Row | None:
        index = y if y < self.pinned else y + round(self.scroll_y)
        return self._rows[index] if 0 <= index < len(self._rows) else None

    # drawing

    def on_focus(self) -> None:
        """The cursor's line is drawn differently."""
        self.refresh()

    def on_blur(self) -> None:
        """The cursor's line is drawn differently."""
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of the view."""
        width, base = self.scrollable_content_region.width, self.base_style
        index = y if y < self.pinned else y + round(self.scroll_y)
        if index >= len(self._rows):
            return Strip.blank(width, base)
        row = self._rows[index]
        here = row.key is not None and row.key == self.cursor
        if here and self.has_focus:
            base += style_of(self, "cursor")
        at_cursor = here and self._blocks[row.key or ""][0] == index
        ranged = self.range is not None and row.key in self.range.chosen
        if ranged and not here:
            base += style_of(self, "range")
        segments = [
            Segment(row.mark.text[:1] or " ", base + style_of(self, row.mark.style)),
            Segment(self.glyphs.cursor if at_cursor else " ", base + style_of(self, "key")),
            Segment(self.glyphs.in_range if ranged else " ", base + style_of(self, "accent")),
        ]
        del segments[self._margin :]
        segments += [self._segment(span.text, span.style, base) for span in row.line if span.text]
        return Strip(segments).adjust_cell_length(width, base)

    def _segment(self, text: str, style: str, base: Style) -> Segment:
        if self.glyphs.ascii:
            text = text.replace("…", "~")
        elif style == "rule":
            text = text.replace("-", self.glyphs.rule).replace("|", "│")
        return Segment(text, base + style_of(self, style))
