"""A field of one line that keeps all of what is pasted: its lines are joined by spaces."""

from __future__ import annotations

from textual import events
from textual.widgets import Input


class OneLineInput(Input):
    """The library's field takes the first line of a paste and drops the others without a word."""

    def _on_paste(self, event: events.Paste) -> None:
        """Put every line in; a line end is a space."""
        event.prevent_default()
        event.stop()
        joined = " ".join(each.strip() for each in event.text.splitlines() if each.strip())
        if joined:
            self.replace(joined, *self.selection)
