"""Keys pressed while a screen reads or writes: they wait, with a notice, and are handled afterwards."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from workbench.tui.screens.base import BaseScreen

MOST = 16
"""Most keys that wait; one more is refused."""


class KeyQueue:
    """The waiting keys of one screen."""

    def __init__(self, screen: BaseScreen, waiting: Callable[[], str]) -> None:
        """Create an empty queue; `waiting` returns the current work in words, or an empty string for none."""
        self._screen, self._waiting = screen, waiting
        self._actions: deque[str] = deque()

    def holds(self, action: str) -> bool:
        """Return whether an action has to wait; it is then kept, with a notice."""
        doing = self._waiting()
        if not doing:
            return False
        if len(self._actions) >= MOST:
            self._screen.warn(f"{doing}: {MOST} keys wait already, this one is not taken.")
        else:
            self._actions.append(action)
            self._screen.toast(f"{doing}: the key is taken and waits.", seconds=2.0)
        return True

    def release(self) -> None:
        """Run the first waiting action, once the screen has drawn what it waited for."""
        if self._actions:
            self._screen.call_after_refresh(self._next)

    def drop(self) -> None:
        """Forget the waiting keys, because their target is no longer shown."""
        self._actions.clear()

    @property
    def _on_top(self) -> bool:
        """Whether the screen is on top; Textual also calls the screen below the top one current."""
        return self._screen.app.screen is self._screen

    async def _next(self) -> None:
        while self._actions and not self._waiting() and self._on_top:
            await self._screen.run_action(self._actions.popleft())
        if not self._on_top:
            self.drop()
