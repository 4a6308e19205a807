"""A scrolling text of drawn lines, laid out anew for each width; only what is seen is rendered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.scroll_view import ScrollView
from textual.strip import Strip

from workbench.presentation.cells import width_of
from workbench.tui.widgets.ink import Inked, Line, strip_of
from workbench.tui.widgets.length import set_length

Layout = Callable[[int], Sequence[Line]]
"""Lines for a width in cells."""


class Lines(Inked, ScrollView, can_focus=True):
    """Text to read: it has no cursor, it scrolls."""

    ALLOW_MAXIMIZE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "scroll_down", "Scroll down", show=False),
        Binding("k", "scroll_up", "Scroll up", show=False),
        Binding("g", "scroll_home", "Go to the top", show=False),
        Binding("G", "scroll_end", "Go to the end", show=False),
        Binding("ctrl+d", "page_down", "Page down", show=False),
        Binding("ctrl+u", "page_up", "Page up", show=False),
    ]

    def __init__(self, *, id: str | None = None, focusable: bool = True) -> None:
        """Empty until `show` is called."""
        super().__init__(id=id)
        self.can_focus = focusable
        self._layout: Layout = lambda _width: ()
        self._lines: Sequence[Line] = ()
        self._laid = -1
        self._from = 0

    def show(self, layout: Layout, *, keep: bool = False) -> None:
        """Show what `layout` gives; from the top unless `keep`."""
        self._from = 0
        self._layout = layout
        self._laid = -1
        self._lay()
        if not keep:
            self.scroll_to(y=0, animate=False)

    @property
    def count(self) -> int:
        """How many lines there are."""
        return len(self._lines)

    def pan(self, by: int) -> bool:
        """Show lines longer than the view from so many cells further on; False where no line goes on."""
        width = self.scrollable_content_region.width
        longest = max((sum(width_of(text) for text, _ in line) for line in self._lines), default=0)
        wanted = min(max(self._from + by, 0), max(longest - width, 0))
        moved, self._from = wanted != self._from, wanted
        self.refresh()
        return moved

    @property
    def first_column(self) -> int:
        """Cells of each line that lie to the left of the view."""
        return self._from

    def _lay(self) -> None:
        width = self.scrollable_content_region.width
        if width > 0 and width != self._laid:
            self._laid = width
            known, self._lines = self._lines, self._layout(width)
            if self._lines != known:
                set_length(self, len(self._lines))
                self.refresh()

    def on_resize(self) -> None:
        """Lay out for the new width."""
        self._lay()

    def render_line(self, y: int) -> Strip:
        """One line of the view."""
        index = y + round(self.scroll_y)
        width, base = self.scrollable_content_region.width, self.base_style
        if index >= len(self._lines):
            return Strip.blank(self.size.width, base)
        if not self._from:
            return strip_of(self, self._lines[index], width, base)
        whole = strip_of(self, self._lines[index], self._from + width, base)
        return whole.crop(self._from, self._from + width)
