"""The user's pager for long output on a terminal; output that fits the screen is printed directly.

`PAGER` names it (`less` if unset; `cat` or empty: none), and `--no-pager` disables it. Texts have been made
visible before, so the only escape sequences in them are our colours; a pager that would not show those as
colours gets none.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import PurePath
from typing import TextIO

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
LESS = "FRX"
"""Options of less if the user has set none: quit on one screen, show colours, leave the text there."""


@contextmanager
def paged(arguments: list[str]) -> Iterator[None]:
    """Send what is written to stdout in this block through the pager, if there is one and it is long."""
    stream = sys.stdout
    command = pager_command(os.environ)
    if command is None or "--no-pager" in arguments or stream is None or not stream.isatty():
        yield
        return
    held = PagedOut(stream, command, shutil.get_terminal_size().lines)
    sys.stdout = held
    try:
        yield
    finally:
        sys.stdout = stream
        held.finish()


def pager_command(environment: Mapping[str, str]) -> list[str] | None:
    """Return the pager with its arguments; None if none is wanted or available."""
    if environment.get("TERM", "dumb") == "dumb":
        return None
    try:
        command = shlex.split(environment.get("PAGER", "less"))
    except ValueError:
        return None
    if not command or command[0] == "cat" or shutil.which(command[0]) is None:
        return None
    return command


def shows_colours(command: list[str], environment: Mapping[str, str]) -> bool:
    """Return whether a pager shows colours: less does, unless its options omit that."""
    if PurePath(command[0]).name != "less":
        return False
    options = " ".join([environment.get("LESS", LESS), *command[1:]])
    return "r" in options.lower()


class PagedOut(io.TextIOBase):
    """Stream that holds text back until it is longer than the screen, then sends it to the pager."""

    def __init__(self, stream: TextIO, command: list[str], lines: int) -> None:
        self._stream, self._command, self._lines = stream, command, lines
        self._held: list[str] = []
        self._count = 0
        self._pager: subprocess.Popen[bytes] | None = None
        self._plain = False
        self._direct = False
        self.buffer = _Raw(self)

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The terminal's encoding."""
        return self._stream.encoding or "utf-8"

    def isatty(self) -> bool:
        """Return True: callers treat it as a terminal."""
        return True

    def writable(self) -> bool:
        """Return True: it can be written to."""
        return True

    def write(self, text: str) -> int:
        """Hold a text back, print it, or send it to the pager.

        Raises:
            BrokenPipeError: the reader left the pager.
        """
        if self._direct:
            self._stream.write(text)
        elif self._pager is not None:
            self._hand(text)
        else:
            self._held.append(text)
            self._count += text.count("\n")
            if self._count >= self._lines:
                self._open()
        return len(text)

    def flush(self) -> None:
        """Flush what is not held back."""
        if self._direct:
            self._stream.flush()
        elif self._pager is not None and self._pager.stdin is not None:
            self._pager.stdin.flush()

    def finish(self) -> None:
        """Print what was held back, or wait until the reader leaves the pager."""
        if self._pager is None:
            if not self._direct:
                self._stream.write("".join(self._held))
            self._stream.flush()
            return
        with suppress(BrokenPipeError):
            if self._pager.stdin is not None:
                self._pager.stdin.close()
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # ^C belongs to the pager while it is open
        try:
            self._pager.wait()
        finally:
            signal.signal(signal.SIGINT, before)

    def _open(self) -> None:
        environment = {"LESS": LESS, **os.environ}
        self._stream.flush()
        held = "".join(self._held)
        try:
            self._pager = subprocess.Popen(self._command, stdin=subprocess.PIPE, env=environment)
        except OSError:
            self._direct = True
            self._stream.write(held)
            return
        self._plain = not shows_colours(self._command, environment)
        self._hand(held)

    def _hand(self, text: str) -> None:
        shown = _COLOUR.sub("", text) if self._plain else text
        if self._pager is not None and self._pager.stdin is not None:
            self._pager.stdin.write(shown.encode(self.encoding, "backslashreplace"))


class _Raw:
    """Binary stream for documents, whose bytes are UTF-8."""

    def __init__(self, out: PagedOut) -> None:
        self._out = out

    def write(self, data: bytes) -> int:
        self._out.write(data.decode("utf-8"))
        return len(data)

    def flush(self) -> None:
        self._out.flush()
