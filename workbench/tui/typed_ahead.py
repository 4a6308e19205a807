"""Keys that arrive before the field they are meant for has the focus, from a fast hand or over a slow line.

The library hands a key to whatever has the focus when it arrives. Without this, `/` and a word typed at once
would be the search and then commands; and the first letters of what is typed into a dialog would be lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from textual import events

if TYPE_CHECKING:
    from textual.app import App

WAITING = frozenset({"enter", "backspace", "tab", "up", "down"})
"""Keys beside the printable ones that wait for what is opening; all others act at once."""
MOST = 256
"""Keys that wait at most; what comes after them is lost."""


@runtime_checkable
class TakesEarly(Protocol):
    """A field that takes keys which reached another widget."""

    def take_early(self, event: events.Key) -> bool:
        """Take a key that was pressed for the field; False where it is not for it."""
        ...


def waits(event: events.Key) -> bool:
    """Whether a key may wait for what is opening."""
    return event.is_printable or event.key in WAITING


def press_again(app: App[Any], keys: Iterable[events.Key]) -> None:
    """Have keys handed out once more, as they come from the terminal."""
    for each in keys:
        again = events.Key(each.key, each.character)
        again.set_sender(app)  # else it goes no further up than to whoever sent it
        app.post_message(again)
