"""Messages of a line view: cursor moves, choices, clicks on an event's number, rows to load."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message
from textual.widget import Widget


@dataclass
class ViewMessage(Message):
    """A message of one view."""

    view: Widget

    @property
    def control(self) -> Widget:
        """The view, for selectors."""
        return self.view


@dataclass
class CursorMoved(ViewMessage):
    """The cursor moved to another key, the `index`th; `extend` if it was to extend a range."""

    key: str
    index: int
    extend: bool = False


@dataclass
class Chosen(ViewMessage):
    """A stop was chosen with enter or a second click."""

    key: str
    index: int


@dataclass
class Linked(ViewMessage):
    """The number of an event, as in `[144]`, was clicked."""

    ordinal: int


@dataclass
class RowsWanted(ViewMessage):
    """Rows `start..start+count-1` of a table are on the screen but not loaded."""

    start: int
    count: int
