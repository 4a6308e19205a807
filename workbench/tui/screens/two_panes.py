"""Two panes of a screen; where there is room for one only, the second takes the place of the first."""

from __future__ import annotations

from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.turns import focus_shown


class TwoPanes:
    """The first is shown at first; the class `-second` on the screen has the second shown instead."""

    def __init__(self, screen: BaseScreen, first: str, second: str) -> None:
        """Selectors of what has the focus in each."""
        self._screen, self._first, self._second = screen, first, second

    def turn(self) -> None:
        """To the other one."""
        self._show(second=not self._screen.query_one(self._second).has_focus)

    def first(self) -> None:
        """To the first one."""
        self._show(second=False)

    def reveal_second(self) -> None:
        """To the second one where there is room for one only; side by side, all stays as it is."""
        if not self._screen.query_one(self._second).region:
            self._show(second=True)

    def _show(self, *, second: bool) -> None:
        self._screen.set_class(second, "-second")
        wanted = self._screen.query_one(self._second if second else self._first)
        focus_shown(self._screen, wanted)
