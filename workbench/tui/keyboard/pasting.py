"""A filter for pasted text: an escape in it must not end the paste, or the rest would be taken for keys.

The library's parser takes every escape within a bracketed paste for its end, and the rest of the paste for
keys that were pressed. Most terminals send no escapes there; tmux and others send the copied text as it is.
"""

from __future__ import annotations

from collections.abc import Iterable

from textual._xterm_parser import XTermParser
from textual.message import Message

BEGIN, END = "\x1b[200~", "\x1b[201~"
_ESCAPE = "\x1b"


class PasteFilter:
    """Removes escapes from pastes, in whatever pieces they are read."""

    def __init__(self) -> None:
        """Start outside a paste."""
        self._pasting = False
        self._tail = ""
        """The last characters outside a paste, which may hold the beginning of a paste's start marker."""
        self._held = ""
        """The last characters of a piece inside a paste, which may hold the beginning of its end marker."""

    def clean(self, data: str) -> str:
        """Return the data without anything that would end a paste too early."""
        cleaned: list[str] = []
        while data:
            given, data = (self._inside if self._pasting else self._outside)(data)
            cleaned.append(given)
        return "".join(cleaned)

    def _outside(self, data: str) -> tuple[str, str]:
        """Return the data to pass on, up to the beginning of a paste, and the rest."""
        joined = self._tail + data
        at = joined.find(BEGIN)
        if at < 0:
            self._tail = joined[1 - len(BEGIN) :]
            return data, ""
        self._pasting, self._tail = True, ""
        end = at + len(BEGIN) - (len(joined) - len(data))
        return data[:end], data[end:]

    def _inside(self, data: str) -> tuple[str, str]:
        """Return the data to pass on, up to the end of a paste, and the rest."""
        data, self._held = self._held + data, ""
        at = data.find(END)
        if at >= 0:
            self._pasting = False
            return data[:at].replace(_ESCAPE, "") + END, data[at + len(END) :]
        most = next((n for n in range(len(END) - 1, 0, -1) if data.endswith(END[:n])), 0)
        self._held = data[len(data) - most :]
        return data[: len(data) - most].replace(_ESCAPE, ""), ""


class PasteParser(XTermParser):
    """The library's parser of terminal input, behind the paste filter."""

    def __init__(self, debug: bool = False) -> None:
        """Start outside a paste."""
        super().__init__(debug)
        self._pastes = PasteFilter()

    def feed(self, data: str) -> Iterable[Message]:
        """Return the messages for a piece of input; an empty piece ends the input."""
        cleaned = self._pastes.clean(data)
        return super().feed(cleaned) if cleaned or not data else ()


def guard_pastes() -> None:
    """Make the library's terminal driver, which names its parser itself, use `PasteParser`."""
    from textual.drivers import linux_driver

    linux_driver.XTermParser = PasteParser  # type: ignore[attr-defined]
