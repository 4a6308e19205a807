"""A titled, bordered pane with a star at its title while it has the focus, and a counter at its foot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from textual import events
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Region
from textual.reactive import reactive
from textual.widget import Widget

from workbench.tui.text import in_place


class Panel(Vertical):
    """One pane of a screen."""

    ALLOW_MAXIMIZE = True

    _edge: int | None = None
    """The border line that is about to change; None: any."""

    title: reactive[str] = reactive("", repaint=False)
    counter: reactive[str] = reactive("", repaint=False)

    def __init__(
        self,
        title: str,
        *children: Widget,
        id: str | None = None,
        classes: str = "",
    ) -> None:
        """Create the pane; `title` is shown in the upper border, `counter` in the lower one."""
        super().__init__(*children, id=id, classes=f"panel {classes}".strip())
        self.clicked: Callable[[int, int], None] | None = None
        """Handler of a click, called with its position on the screen."""
        self.set_reactive(Panel.title, title)

    def on_click(self, event: events.Click) -> None:
        """Pass on the position of a click, also of one on the border."""
        if self.clicked is not None:
            self.clicked(event.screen_x, event.screen_y)

    def on_mount(self) -> None:
        """Draw the title."""
        self.draw_title()

    def watch_title(self) -> None:
        """Draw the title."""
        self._edge = 0
        self.draw_title()
        self._edge = None

    def watch_counter(self, counter: str) -> None:
        """Draw the counter."""
        self._edge = self.outer_size.height - 1
        self.border_subtitle = Content(in_place(counter)) if counter else ""
        self._edge = None

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        """Redraw only the edge while a title is set: titles change with every key."""
        if self._edge is not None and 0 <= self._edge < self.outer_size.height:
            left, top = self.content_offset
            regions = (Region(-left, self._edge - top, self.outer_size.width, 1),)
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def on_descendant_focus(self) -> None:
        """Show the star."""
        self.draw_title()

    def on_descendant_blur(self) -> None:
        """Remove the star."""
        self.draw_title()

    def draw_title(self) -> None:
        """Draw the title, with a star while the focus is inside: colour alone would not show it."""
        star = "*" if self.has_focus_within else " "
        self.border_title = Content(f"{star}{in_place(self.title)}")
