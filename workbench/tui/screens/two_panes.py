"""Two panes of a screen; if there is room for only one, the second replaces the first."""

from __future__ import annotations

from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.turns import focus_shown


class TwoPanes:
    """Shows the first pane at first; the class `-second` on the screen shows the second instead."""

    def __init__(self, screen: BaseScreen, first: str, second: str) -> None:
        """Store selectors of the focusable widget of each pane."""
        self._screen, self._first, self._second = screen, first, second

    def turn(self) -> None:
        """Show the other pane."""
        self._show(second=not self._screen.query_one(self._second).has_focus)

    def first(self) -> None:
        """Show the first pane."""
        self._show(second=False)

    def reveal_second(self) -> None:
        """Show the second pane if there is room for only one; side by side nothing changes."""
        if not self._screen.query_one(self._second).region:
            self._show(second=True)

    def _show(self, *, second: bool) -> None:
        self._screen.set_class(second, "-second")
        wanted = self._screen.query_one(self._second if second else self._first)
        focus_shown(self._screen, wanted)
