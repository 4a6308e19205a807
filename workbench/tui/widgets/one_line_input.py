"""A one-line field that keeps all of a paste, and everything typed before it has the focus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual import events
from textual.dom import DOMNode
from textual.widgets import Input

from workbench.tui.keyboard.typed_ahead import HeldKeys, TypedIn, one_line_of, press_again


class OneLineInput(Input):
    """A field that keeps every line of a paste; the library's field silently drops all but the first.

    Letters for the field that reached another widget are put before those that it received itself. Input
    after a key that other widgets act on, as enter, waits until they have: it may be meant for them.
    """

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - handed on
        """Create the field with the library's options."""
        super().__init__(**options)
        self._given = self.value
        self._place: int | None = None
        """Position of the next early letter."""
        self._expected = False
        self._early = HeldKeys()
        """Input that came before the focus."""
        self._acting = False
        """Whether other widgets act on a key that this field passed up."""
        self._later = HeldKeys()
        """Input that came since then."""
        self._passing = ""
        """A key that waited and is posted again, to be passed up."""

    def expect(self) -> None:
        """Take the focus and, from now on, the input."""
        self._expected, self._given, self._place = True, self.value, None
        self.focus()

    def expect_no_more(self) -> None:
        """Leave input to others from now on."""
        self._expected = False
        self._early.release()

    def write_on(self, text: str) -> None:
        """Append a text and take the focus at once; early letters follow it."""
        self.screen.set_focus(self)
        whole = f"{self.value} {text}" if self.value.strip() else text
        self.value = whole
        self._place = self.cursor_position = len(whole)

    def take_early(self, event: TypedIn) -> bool:
        """Take input that reached another widget; input before the focus waits for it."""
        if self._expected and (_text_of(event) or getattr(event, "key", "") in ("enter", "backspace")):
            self._early.hold(event)
            return True
        if self._has_focus_now and (text := _text_of(event)):
            self._insert(text)
            return True
        return False

    async def on_focus(self) -> None:
        """Insert the input that came before the focus."""
        held, self._expected = self._early.release(), False
        while held:
            event = held.pop(0)
            if text := _text_of(event):
                self._insert(text)
            elif getattr(event, "key", "") == "enter":
                self._later.hold_before(held)
                await self._submit()
                return
            else:
                self._rub_out()

    def _at(self) -> int:
        """Return the position for early letters; the first replaces what the focus would select."""
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

    # keeping the order of typing

    @property
    def _has_focus_now(self) -> bool:
        """Whether input now belongs to this field, even if focus events have not arrived yet."""
        return self.app.screen is self.screen and self.screen.focused is self

    async def _on_key(self, event: events.Key) -> None:
        """Handle the field's own keys at once and pass the others up."""
        if self._passing and event.key == self._passing:
            self._passing = ""
            self._wait_for_others()
            return
        if self._acting:
            self._later.hold(event)
        elif not self._has_focus_now:
            press_again(self.app, [event])
        elif event.is_printable:
            return  # the library inserts it
        elif not await self._does(event):
            self._wait_for_others()
            return
        event.stop()
        event.prevent_default()

    def _on_paste(self, event: events.Paste) -> None:
        """Insert all lines of a paste; a line end becomes a space."""
        event.prevent_default()
        event.stop()
        if self._acting:
            self._later.hold(event)
        elif not self._has_focus_now:
            press_again(self.app, [event])
        else:
            self._put_in(_text_of(event))

    def on_blur(self) -> None:
        """Pass waiting input to the widget that has the focus now."""
        self._passing, self._acting = "", False
        press_again(self.app, self._later.release())

    def _put_in(self, text: str) -> None:
        if text:
            self.replace(text, *self.selection)

    async def _does(self, event: events.Key) -> bool:
        """Run the field's own action for a key; the library would let later letters overtake it."""
        for binding in self._bindings.key_to_bindings.get(event.key, ()):
            if binding.action == "submit":
                await self._submit()
            else:
                await self.run_action(binding.action)
            return True
        return False

    async def _submit(self) -> None:
        await self.action_submit()
        self._wait_for_others()

    def _wait_for_others(self) -> None:
        """Hold input until a key, or a submitted line, has passed through all ancestors.

        Messages go from widget to widget, some are sent on as another message: hence each ancestor twice.
        """
        self._acting = True
        self.call_later(self._climb, [each for node in self.ancestors_with_self for each in (node, node)])

    async def _climb(self, way: Sequence[DOMNode]) -> None:
        for at, node in enumerate(way):
            if node.call_later(self._climb, way[at + 1 :]):
                return
        if self._acting and not self._passing:
            await self._go_on()

    async def _go_on(self) -> None:
        """Take the waiting input, or pass it to the widget that has the focus now."""
        self._acting, held = False, self._later.release()
        while held and self._has_focus_now:
            event = held.pop(0)
            if text := _text_of(event):
                self._put_in(text)
            elif isinstance(event, events.Key) and not await self._does(event):
                self._acting, self._passing = True, event.key
                press_again(self.app, [event])
            if self._acting:
                self._later.hold_before(held)
                return
        press_again(self.app, held)


def _text_of(event: TypedIn) -> str:
    """Return the text that an early key or a paste inserts."""
    if isinstance(event, events.Paste):
        return one_line_of(event)
    return event.character or "" if event.is_printable else ""
