"""Keys that are pressed while a screen reads or writes: done afterwards, in their order, and said to wait."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from workbench.tui.screens.base import BaseScreen

MOST = 16
"""Keys that wait at most; one more is refused."""


class KeyQueue:
    """What waits on one screen; `waiting` says whether it must."""

    def __init__(self, screen: BaseScreen, waiting: Callable[[], str]) -> None:
        """`waiting` gives what is being done, in words; empty for nothing."""
        self._screen, self._waiting = screen, waiting
        self._actions: deque[str] = deque()

    def holds(self, action: str) -> bool:
        """Whether an action has to wait; then it is kept, and that is said."""
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
        """Do the first of what waits, once the screen has drawn what it waited for."""
        if self._actions:
            self._screen.call_after_refresh(self._next)

    def drop(self) -> None:
        """Forget what waits: what it was meant for is not shown any more."""
        self._actions.clear()

    @property
    def _on_top(self) -> bool:
        """Textual calls the screen below the one on top current, too."""
        return self._screen.app.screen is self._screen

    async def _next(self) -> None:
        while self._actions and not self._waiting() and self._on_top:
            await self._screen.run_action(self._actions.popleft())
        if not self._on_top:
            self.drop()
