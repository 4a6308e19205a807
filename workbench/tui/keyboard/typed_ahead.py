"""Keys and pastes that arrive before their field has the focus: from a fast typist or over a slow line.

The library sends a key to the widget that has the focus when it arrives. Without this module, `/` and a word
typed at once would be the search and then commands, and the first letters typed into a dialog would be lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from textual import events

if TYPE_CHECKING:
    from textual.app import App

WAITING = frozenset({"enter", "backspace", "tab", "up", "down"})
"""Keys, beside the printable ones, that wait for a field that is opening; all others act at once."""
MOST = 256
"""Most keys that may wait; later ones are lost."""
TypedIn = events.Key | events.Paste
"""User input: one key, or a pasted text."""


@runtime_checkable
class TakesEarly(Protocol):
    """A field that takes keys which reached another widget."""

    def take_early(self, event: TypedIn) -> bool:
        """Take input that was meant for the field; return False if it was not."""
        ...


def waits(event: TypedIn) -> bool:
    """Return whether a key or a paste may wait for a field that is opening."""
    return isinstance(event, events.Paste) or event.is_printable or event.key in WAITING


def one_line_of(paste: events.Paste) -> str:
    """Return a paste as one line for a one-line field: a line end becomes a space."""
    return " ".join(each.strip() for each in paste.text.splitlines() if each.strip())


def copy_of(event: TypedIn, app: App[Any]) -> TypedIn:
    """Return a copy of the input that looks as if it came from the terminal."""
    again = (
        events.Paste(event.text)
        if isinstance(event, events.Paste)
        else events.Key(event.key, event.character)
    )
    again.set_sender(app)  # otherwise it stops at the widget that sent it
    return again


def press_again(app: App[Any], held: Iterable[TypedIn]) -> None:
    """Post held input again."""
    for each in held:
        copy = copy_of(each, app)
        if isinstance(app, HandsOut):
            app.again.add(copy)
        app.post_message(copy)


class PressedAgain:
    """Input that was posted again and has not arrived yet: it comes before everything typed after it."""

    def __init__(self) -> None:
        """Start with nothing on its way."""
        self._coming: list[TypedIn] = []
        self._posted: list[TypedIn] = []

    def __bool__(self) -> bool:
        """Return whether anything is on its way."""
        return bool(self._coming)

    def add(self, event: TypedIn) -> None:
        """Record an input that was posted again."""
        self._coming.append(event)
        self._posted.append(event)

    def due(self, event: TypedIn) -> list[TypedIn]:
        """Return the input to handle now that `event` arrived, in order; empty if it was handled before."""
        if not any(each is event for each in self._posted):
            due, self._coming = [*self._coming, event], []
            return due
        self._posted = [each for each in self._posted if each is not event]
        at = next((n for n, each in enumerate(self._coming) if each is event), -1) + 1
        due, self._coming = self._coming[:at], self._coming[at:]
        return due


@runtime_checkable
class HandsOut(Protocol):
    """An app that keeps the order of input that is posted again."""

    again: PressedAgain


class HeldKeys:
    """Input that waits, in its order."""

    def __init__(self) -> None:
        """Start empty."""
        self._held: list[TypedIn] = []

    def __bool__(self) -> bool:
        """Return whether anything waits."""
        return bool(self._held)

    def hold(self, event: TypedIn) -> None:
        """Let an input wait; input beyond the limit is lost."""
        self._held = [*self._held, event][:MOST]

    def hold_before(self, earlier: Iterable[TypedIn]) -> None:
        """Let these wait before all others."""
        self._held = [*earlier, *self._held][:MOST]

    def release(self) -> list[TypedIn]:
        """Return all waiting input and forget it."""
        held, self._held = self._held, []
        return held
