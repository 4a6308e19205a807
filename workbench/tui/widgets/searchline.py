"""A line to type a search or a filter into; hidden while it is not needed."""

from __future__ import annotations

from textual.widgets import Input


class SearchLine(Input):
    """An input that opens, closes, and otherwise is the library's own."""

    def __init__(self, placeholder: str, *, id: str = "search") -> None:
        """Closed at first."""
        super().__init__(placeholder=placeholder, id=id, compact=True, select_on_focus=False)
        self.display = False

    @property
    def is_open(self) -> bool:
        """Whether it is shown."""
        return bool(self.display)

    def open(self) -> None:
        """Show it and type into it."""
        self.display = True
        self.focus()

    def close(self) -> None:
        """Hide and empty it."""
        self.display = False
        self.value = ""
