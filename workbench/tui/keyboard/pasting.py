"""What is pasted stays text: an escape in it ends no paste, so that nothing of it is taken for keys.

The library's parser takes every escape within a bracketed paste for the end of it, and the rest of what was
pasted for keys that were pressed. Most terminals send none there; tmux and others send what was copied.
"""

from __future__ import annotations

from collections.abc import Iterable

from textual._xterm_parser import XTermParser
from textual.message import Message

BEGIN, END = "\x1b[200~", "\x1b[201~"
_ESCAPE = "\x1b"


class PasteFilter:
    """Takes escapes out of pastes, in whatever pieces they are read."""

    def __init__(self) -> None:
        """Outside of a paste."""
        self._pasting = False
        self._tail = ""
        """The last characters outside of a paste, in which one may begin."""
        self._held = ""
        """The last characters of a piece in a paste, which may be the beginning of its end."""

    def clean(self, data: str) -> str:
        """The same without what could end a paste before its end."""
        cleaned: list[str] = []
        while data:
            given, data = (self._inside if self._pasting else self._outside)(data)
            cleaned.append(given)
        return "".join(cleaned)

    def _outside(self, data: str) -> tuple[str, str]:
        """What is given on up to the beginning of a paste, and the rest."""
        joined = self._tail + data
        at = joined.find(BEGIN)
        if at < 0:
            self._tail = joined[1 - len(BEGIN) :]
            return data, ""
        self._pasting, self._tail = True, ""
        end = at + len(BEGIN) - (len(joined) - len(data))
        return data[:end], data[end:]

    def _inside(self, data: str) -> tuple[str, str]:
        """What is given on up to the end of a paste, and the rest."""
        data, self._held = self._held + data, ""
        at = data.find(END)
        if at >= 0:
            self._pasting = False
            return data[:at].replace(_ESCAPE, "") + END, data[at + len(END) :]
        most = next((n for n in range(len(END) - 1, 0, -1) if data.endswith(END[:n])), 0)
        self._held = data[len(data) - most :]
        return data[: len(data) - most].replace(_ESCAPE, ""), ""


class PasteParser(XTermParser):
    """The library's parser of what a terminal sends, behind the filter."""

    def __init__(self, debug: bool = False) -> None:
        """Outside of a paste."""
        super().__init__(debug)
        self._pastes = PasteFilter()

    def feed(self, data: str) -> Iterable[Message]:
        """The messages of a piece of input; an empty one is the end of it."""
        cleaned = self._pastes.clean(data)
        return super().feed(cleaned) if cleaned or not data else ()


def guard_pastes() -> None:
    """Have the library's driver of terminals, which names its parser itself, use this one."""
    from textual.drivers import linux_driver

    linux_driver.XTermParser = PasteParser  # type: ignore[attr-defined]
