"""An app in which keys come in the order of typing, and a held `enter` opens one screen."""

from __future__ import annotations

from textual import events
from textual.app import App

from workbench.tui.keyboard.held_enter import HeldEnter
from workbench.tui.keyboard.typed_ahead import PressedAgain, copy_of


class OrderedApp(App[None]):
    """Keeps the order of typing when held keys are released, however full the message queue is."""

    def __init__(self) -> None:
        """Start with no held keys."""
        super().__init__()
        self.again = PressedAgain()
        """Held keys that were posted again and have not arrived yet."""
        self.held_enter = HeldEnter()

    async def on_event(self, event: events.Event) -> None:
        """Handle held keys before those that were typed after them."""
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            stack = self.screen_stack
            if isinstance(event, events.Key) and stack and self.held_enter.repeats(event, stack[-1]):
                return
            for each in self.again.due(event):
                await super().on_event(each if each is event else copy_of(each, self))
        else:
            await super().on_event(event)
