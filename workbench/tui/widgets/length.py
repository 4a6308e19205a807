"""Setting the number of lines of a view without a new screen layout, unless a scrollbar comes or goes."""

from __future__ import annotations

from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.widget import Widget


def set_length(view: ScrollView, lines: int) -> None:
    """Set the number of lines; the view keeps its scroll position as far as it still exists."""
    size, room, height = Size(0, lines), view.container_size.height, view.styles.height
    if size == view.virtual_size:
        return
    fits = lines <= room
    turns = fits is view.show_vertical_scrollbar and view.styles.overflow_y != "scroll"
    if not room or turns or height is None or height.is_auto:
        view.virtual_size = size
        return
    view.set_reactive(Widget.virtual_size, size)
    if view.show_vertical_scrollbar:
        view.vertical_scrollbar.window_virtual_size = lines
    if view.scroll_y > view.max_scroll_y:
        view.scroll_to(y=view.max_scroll_y, animate=False, force=True, immediate=True)
