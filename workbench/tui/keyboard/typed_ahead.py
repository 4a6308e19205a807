"""Keys and pastes that come before the field they are meant for has the focus: a fast hand, or a slow line.

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
TypedIn = events.Key | events.Paste
"""What a person puts in: one key, or a text that was copied."""


@runtime_checkable
class TakesEarly(Protocol):
    """A field that takes keys which reached another widget."""

    def take_early(self, event: TypedIn) -> bool:
        """Take what was typed for the field; False where it is not for it."""
        ...


def waits(event: TypedIn) -> bool:
    """Whether a key, or a paste, may wait for what is opening."""
    return isinstance(event, events.Paste) or event.is_printable or event.key in WAITING


def one_line_of(paste: events.Paste) -> str:
    """The words of a paste for a field of one line: a line end is a space."""
    return " ".join(each.strip() for each in paste.text.splitlines() if each.strip())


def copy_of(event: TypedIn, app: App[Any]) -> TypedIn:
    """The same, as it comes from the terminal."""
    again = (
        events.Paste(event.text)
        if isinstance(event, events.Paste)
        else events.Key(event.key, event.character)
    )
    again.set_sender(app)  # else it goes no further up than to whoever sent it
    return again


def press_again(app: App[Any], held: Iterable[TypedIn]) -> None:
    """Have what was typed handed out once more."""
    for each in held:
        copy = copy_of(each, app)
        if isinstance(app, HandsOut):
            app.again.add(copy)
        app.post_message(copy)


class PressedAgain:
    """What is handed out once more and has not come yet: it goes before all that was typed after it."""

    def __init__(self) -> None:
        """Nothing is on its way."""
        self._coming: list[TypedIn] = []
        self._posted: list[TypedIn] = []

    def __bool__(self) -> bool:
        """Whether something is on its way."""
        return bool(self._coming)

    def add(self, event: TypedIn) -> None:
        """One that was posted."""
        self._coming.append(event)
        self._posted.append(event)

    def due(self, event: TypedIn) -> list[TypedIn]:
        """What is to be handled now that this one came, in order; nothing where it was handled before."""
        if not any(each is event for each in self._posted):
            due, self._coming = [*self._coming, event], []
            return due
        self._posted = [each for each in self._posted if each is not event]
        at = next((n for n, each in enumerate(self._coming) if each is event), -1) + 1
        due, self._coming = self._coming[:at], self._coming[at:]
        return due


@runtime_checkable
class HandsOut(Protocol):
    """An app that keeps the order of what is handed out once more."""

    again: PressedAgain


class HeldKeys:
    """What waits, in its order."""

    def __init__(self) -> None:
        """Nothing waits."""
        self._held: list[TypedIn] = []

    def __bool__(self) -> bool:
        """Whether something waits."""
        return bool(self._held)

    def hold(self, event: TypedIn) -> None:
        """Have one wait; too many are lost."""
        self._held = [*self._held, event][:MOST]

    def hold_before(self, earlier: Iterable[TypedIn]) -> None:
        """Have these wait before all others."""
        self._held = [*earlier, *self._held][:MOST]

    def release(self) -> list[TypedIn]:
        """All that waited; nothing does any more."""
        held, self._held = self._held, []
        return held
