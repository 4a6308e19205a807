"""The action that a screen is opened for: it waits until all of the screen's data has been read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.tui.screens.base import BaseScreen


class FirstAction:
    """The action of one screen, done once, if the screen is still on top then."""

    def __init__(self, screen: BaseScreen) -> None:
        """Start without an action."""
        self._screen, self._action = screen, ""

    def begin_with(self, action: str) -> None:
        """Let the screen begin with an action, whether it is new or was loaded before."""
        self._action = action
        if self._screen.is_mounted:
            self._screen.call_after_refresh(self.rested)

    def rested(self, *, failed: bool = False) -> None:
        """Run the action after the last answer; drop it after a failure, since there is nothing to act on."""
        if failed:
            self._action = ""
        elif self._action and not self._screen.unanswered:
            action, self._action = self._action, ""
            self._screen.call_after_refresh(self._do, action)

    async def _do(self, action: str) -> None:
        if self._screen.app.screen is self._screen:
            await self._screen.run_action(action)
