"""A field of one line that keeps all of what is pasted, and all of what is typed before it has the focus."""

from __future__ import annotations

from typing import Any

from textual import events
from textual.widgets import Input

from workbench.tui.typed_ahead import MOST, press_again


class OneLineInput(Input):
    """The library's field takes the first line of a paste and drops the others without a word.

    Letters that were pressed for the field and reached another widget stand before those that it took itself.
    """

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - handed on
        """As the library has it."""
        super().__init__(**options)
        self._given = self.value
        self._place: int | None = None
        """Where the next early letter goes."""
        self._expected = False
        self._held: list[events.Key] = []

    def expect(self) -> None:
        """Take the focus, and from now on what is typed."""
        self._expected, self._given, self._place = True, self.value, None
        self.focus()

    def expect_no_more(self) -> None:
        """Whatever is typed from now on is for others."""
        self._expected = False
        self._held.clear()

    def write_on(self, text: str) -> None:
        """Put a text at the end, with the focus at once; early letters go on there."""
        self.screen.set_focus(self)
        whole = f"{self.value} {text}" if self.value.strip() else text
        self.value = whole
        self._place = self.cursor_position = len(whole)

    def take_early(self, event: events.Key) -> bool:
        """Take a key that reached another widget; what comes before the focus waits for it."""
        if self._expected and (event.is_printable or event.key in ("enter", "backspace")):
            self._held = [*self._held, event][:MOST]
            return True
        if self.screen.focused is self and event.is_printable and event.character:
            self._insert(event.character)
            return True
        return False

    async def on_focus(self) -> None:
        """Put in what was typed before."""
        held, self._held, self._expected = self._held, [], False
        while held:
            event = held.pop(0)
            if event.key == "enter":
                await self.action_submit()
                break
            if event.key == "backspace":
                self._rub_out()
            elif event.character:
                self._insert(event.character)
        if held:  # they are for what the entered line leads to
            self.call_after_refresh(press_again, self.app, held)

    def _at(self) -> int:
        """Where early letters go; the first one replaces what the focus would have selected."""
        if self._place is None:
            self._place = 0 if self.select_on_focus else len(self._given)
            if self.select_on_focus and self.value == self._given:
                self.clear()
            self.select_on_focus = False
        return min(self._place, len(self.value))

    def _insert(self, text: str) -> None:
        at, cursor = self._at(), self.cursor_position
        self.value = self.value[:at] + text + self.value[at:]
        self._place = at + len(text)
        self.cursor_position = cursor + len(text) if cursor >= at else cursor

    def _rub_out(self) -> None:
        at, cursor = self._at(), self.cursor_position
        if at:
            self.value = self.value[: at - 1] + self.value[at:]
            self._place = at - 1
            self.cursor_position = cursor - 1 if cursor >= at else cursor

    def _on_paste(self, event: events.Paste) -> None:
        """Put every line in; a line end is a space."""
        event.prevent_default()
        event.stop()
        joined = " ".join(each.strip() for each in event.text.splitlines() if each.strip())
        if joined:
            self.replace(joined, *self.selection)
