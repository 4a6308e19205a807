"""An app in which what was held and is handed out once more comes before what was typed after it."""

from __future__ import annotations

from textual import events
from textual.app import App

from workbench.tui.keyboard.typed_ahead import PressedAgain, copy_of


class OrderedApp(App[None]):
    """Keeps the order of what is typed, however full the queue is when held keys are let go."""

    def __init__(self) -> None:
        """Nothing is held yet."""
        super().__init__()
        self.again = PressedAgain()
        """What was held and is on its way once more."""

    async def on_event(self, event: events.Event) -> None:
        """Handle what was held before what was typed after it."""
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            for each in self.again.due(event):
                await super().on_event(each if each is event else copy_of(each, self))
        else:
            await super().on_event(event)
