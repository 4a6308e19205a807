"""A field of one line that keeps all of what is pasted, and all of what is typed before it has the focus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual import events
from textual.dom import DOMNode
from textual.widgets import Input

from workbench.tui.keyboard.typed_ahead import HeldKeys, TypedIn, one_line_of, press_again


class OneLineInput(Input):
    """The library's field takes the first line of a paste and drops the others without a word.

    Letters that were pressed for the field and reached another widget stand before those that it took itself.
    What follows a key that others act on, as enter, waits until they did: it may be for them.
    """

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - handed on
        """As the library has it."""
        super().__init__(**options)
        self._given = self.value
        self._place: int | None = None
        """Where the next early letter goes."""
        self._expected = False
        self._early = HeldKeys()
        """What came before the focus."""
        self._acting = False
        """Whether others act on a key that it handed up."""
        self._later = HeldKeys()
        """What came since then."""
        self._passing = ""
        """A key that waited, and comes once more to be handed up."""

    def expect(self) -> None:
        """Take the focus, and from now on what is typed."""
        self._expected, self._given, self._place = True, self.value, None
        self.focus()

    def expect_no_more(self) -> None:
        """Whatever is typed from now on is for others."""
        self._expected = False
        self._early.release()

    def write_on(self, text: str) -> None:
        """Put a text at the end, with the focus at once; early letters go on there."""
        self.screen.set_focus(self)
        whole = f"{self.value} {text}" if self.value.strip() else text
        self.value = whole
        self._place = self.cursor_position = len(whole)

    def take_early(self, event: TypedIn) -> bool:
        """Take what reached another widget; what comes before the focus waits for it."""
        if self._expected and (_text_of(event) or getattr(event, "key", "") in ("enter", "backspace")):
            self._early.hold(event)
            return True
        if self._has_focus_now and (text := _text_of(event)):
            self._insert(text)
            return True
        return False

    async def on_focus(self) -> None:
        """Put in what was typed before."""
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

    # in the order in which it was typed

    @property
    def _has_focus_now(self) -> bool:
        """Whether what is typed now is for this field, whatever it was told already."""
        return self.app.screen is self.screen and self.screen.focused is self

    async def _on_key(self, event: events.Key) -> None:
        """Do what is the field's own at once, hand the others up."""
        if self._passing and event.key == self._passing:
            self._passing = ""
            self._wait_for_others()
            return
        if self._acting:
            self._later.hold(event)
        elif not self._has_focus_now:
            press_again(self.app, [event])
        elif event.is_printable:
            return  # the library puts it in
        elif not await self._does(event):
            self._wait_for_others()
            return
        event.stop()
        event.prevent_default()

    def _on_paste(self, event: events.Paste) -> None:
        """Put every line in; a line end is a space."""
        event.prevent_default()
        event.stop()
        if self._acting:
            self._later.hold(event)
        elif not self._has_focus_now:
            press_again(self.app, [event])
        else:
            self._put_in(_text_of(event))

    def on_blur(self) -> None:
        """What waited is for whoever has the focus now."""
        self._passing, self._acting = "", False
        press_again(self.app, self._later.release())

    def _put_in(self, text: str) -> None:
        if text:
            self.replace(text, *self.selection)

    async def _does(self, event: events.Key) -> bool:
        """Do what the field itself does on a key; the library would let later letters overtake it."""
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
        """Hold what is typed until a key, or an entered line, went the whole way up.

        A message goes from widget to widget, and some are sent on as another one: hence each of them twice.
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
        """Take what waited, or hand it to whoever has the focus now."""
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
    """What an early key or a paste puts in."""
    if isinstance(event, events.Paste):
        return one_line_of(event)
    return event.character or "" if event.is_printable else ""
