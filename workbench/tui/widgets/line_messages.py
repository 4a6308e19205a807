"""What a view of lines says of itself: cursor, choice, a click on an event's number, rows that are wanted."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message
from textual.widget import Widget


@dataclass
class ViewMessage(Message):
    """Of one view."""

    view: Widget

    @property
    def control(self) -> Widget:
        """The view, for selectors."""
        return self.view


@dataclass
class CursorMoved(ViewMessage):
    """The cursor stands on another key, the `index`th; `extend` when it was to take a range along."""

    key: str
    index: int
    extend: bool = False


@dataclass
class Chosen(ViewMessage):
    """Enter, or a second click."""

    key: str
    index: int


@dataclass
class Linked(ViewMessage):
    """A click on the number of an event, as in `[144]`."""

    ordinal: int


@dataclass
class RowsWanted(ViewMessage):
    """Rows `start..start+count-1` of a table are on the screen and not there yet."""

    start: int
    count: int
