"""A line to type a search or a filter into; hidden while it is not needed.

The field itself is made when the line is first opened: no first frame waits for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message
from textual.widget import Widget

from workbench.tui.keyboard.typed_ahead import TypedIn

if TYPE_CHECKING:
    from textual.widgets import Input

    from workbench.tui.widgets.one_line_input import OneLineInput


class SearchLine(Widget):
    """A field that opens and closes."""

    class Typed(Message):
        """The text changed."""

        def __init__(self, value: str) -> None:
            """`value` is the whole text."""
            super().__init__()
            self.value = value

    class Submitted(Typed):
        """Enter."""

    def __init__(self, placeholder: str, *, id: str = "search") -> None:
        """Closed at first."""
        super().__init__(id=id)
        self.placeholder = placeholder
        self.display = False
        self._field: OneLineInput | None = None

    @property
    def is_open(self) -> bool:
        """Whether it is shown."""
        return bool(self.display)

    def take_early(self, event: TypedIn) -> bool:
        """Take what was typed for the field."""
        return self.is_open and self._field is not None and self._field.take_early(event)

    @property
    def value(self) -> str:
        """What was typed."""
        return self._field.value if self._field is not None else ""

    def open(self) -> None:
        """Show it and type into it."""
        self.display = True
        if self._field is None:
            from workbench.tui.widgets.one_line_input import OneLineInput

            self._field = OneLineInput(placeholder=self.placeholder, compact=True, select_on_focus=False)
            self.mount(self._field)
        self._field.expect()

    def close(self) -> None:
        """Hide and empty it."""
        self.display = False
        if self._field is not None:
            self._field.expect_no_more()
            self._field.value = ""

    def on_input_changed(self, message: Input.Changed) -> None:
        """Say it in its own words."""
        message.stop()
        self.post_message(self.Typed(message.value))

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Say it in its own words."""
        message.stop()
        self.post_message(self.Submitted(message.value))
