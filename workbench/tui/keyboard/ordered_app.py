"""An app in which held keys that are posted again come before those typed after them."""

from __future__ import annotations

from textual import events
from textual.app import App

from workbench.tui.keyboard.typed_ahead import PressedAgain, copy_of


class OrderedApp(App[None]):
    """Keeps the order of typing when held keys are released, however full the message queue is."""

    def __init__(self) -> None:
        """Start with no held keys."""
        super().__init__()
        self.again = PressedAgain()
        """Held keys that were posted again and have not arrived yet."""

    async def on_event(self, event: events.Event) -> None:
        """Handle held keys before those that were typed after them."""
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            for each in self.again.due(event):
                await super().on_event(each if each is event else copy_of(each, self))
        else:
            await super().on_event(event)
